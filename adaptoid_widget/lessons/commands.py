"""The commands about lessons: `lesson check` and `lesson list`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import load, names, path_of


def add(commands: Any) -> None:
    """Add the commands to a parser."""
    lesson = commands.add_parser("lesson", help="check lesson files, list the lessons of the course")
    actions = lesson.add_subparsers(dest="action", required=True)
    check = actions.add_parser(
        "check",
        help="list mistakes in lessons, with line and column",
        description="Ends with exit status 1 if there is an error; warnings do not count.",
    )
    check.add_argument("files", metavar="FILE", nargs="*", help="lesson files, or names from `lesson list`")
    check.add_argument("--all", action="store_true", help="also check the lessons of the course")
    check.add_argument("--steps", action="store_true", help="print the number of right turns of each step")
    check.set_defaults(run=run_check)
    listing = actions.add_parser("list", help="list the lessons of the course")
    listing.set_defaults(run=run_list)


def run_check(options: argparse.Namespace) -> int:
    """Check files and print the findings as `file:line:column: text`, which editors read."""
    from ..storage.records import bar
    from .reading import name_of

    lessons_or_files = [*options.files, *(names() if options.all else ())]
    if not lessons_or_files:
        raise ValueError("name the lesson files to check, or use --all for the lessons of the course")
    paths = [path_of(each) for each in lessons_or_files]
    texts = [path.read_bytes().decode("utf-8", "surrogateescape") for path in paths]
    steps = sum(text.count("\n[step ") for text in texts)
    lines: list[str] = []
    wrong = 0
    with bar(" steps", "checking", steps) as shown:
        for path, text in zip(paths, texts, strict=True):
            more, errors = _check(path, text, name_of(path.stem), options.steps or len(paths) == 1, shown)
            lines += more
            wrong += errors
    print(*lines, sep="\n")
    return 1 if wrong else 0


def _check(path: Path, text: str, name: str, with_steps: bool, shown: Any) -> tuple[Sequence[str], int]:
    """The lines to print about a file, and the number of problems."""
    from .check import StepReport, check_text

    reports: list[StepReport] = []

    def on_step(report: StepReport) -> None:
        reports.append(report)
        shown.update()

    lesson, findings = check_text(text, name, on_step)
    place = _short(path)
    lines = [
        f"{place}:{problem.line}:{problem.column}: {'warning: ' if warning else ''}{problem.text}"
        for problem, warning in findings
    ]
    errors = sum(not finding.warning for finding in findings)
    warnings = len(findings) - errors
    if lesson is not None:
        counted = [_count(errors, "error"), _count(warnings, "warning")]
        counts = ", ".join(count for count in counted if count) or "all is well"
        tags = ", ".join(lesson.languages)
        lines.append(f"{place}: {_count(len(lesson.steps), 'step')} in {tags}: {counts}")
    if with_steps and reports:
        width = max(len(report.step.name) for report in reports)
        lines += [f"  {report.step.name:{width}}  {report}" for report in reports]
    return lines, errors


def _count(number: int, noun: str) -> str:
    """A count with its noun; "" for 0."""
    return f"{number} {noun}{'' if number == 1 else 's'}" if number else ""


def _short(path: Path) -> str:
    """A path relative to the current folder, if it is below it."""
    try:
        relative = os.path.relpath(path)
    except ValueError:
        return str(path)
    return str(path) if relative.startswith(".." + os.sep) else relative


def run_list(options: argparse.Namespace) -> int:  # noqa: ARG001  every command is given them
    """Print the names, lengths and titles of lessons."""
    lessons = [load(name) for name in names()]
    width = max((len(lesson.name) for lesson in lessons), default=0)
    for lesson in lessons:
        print(f"{lesson.name:{width}}  {len(lesson.steps):2} steps  {lesson.titled('en')}")
    return 0
