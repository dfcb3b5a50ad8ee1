"""The commands about lessons: `lesson new`, `lesson check` and `lesson list`."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ..core.game.game import Game
from ..core.goals.goal import Goal
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.teaching.lesson import LessonContent
from ..export.inputs import from_argument
from ..lessons import load, names, path_of
from ..lessons.reading import ENDING
from ..reports.frames import counted
from ..storage.atomic import check_writable, checked_path, write
from ..storage.text_files import read_text
from .arguments import add_command


def add(commands: Any) -> None:
    """Add the commands to the parser."""
    lesson = add_command(commands, "lesson", "write and check lesson files, list the lessons of the course")
    actions = lesson.add_subparsers(dest="action", required=True)
    new = add_command(
        actions,
        "new",
        "write a first draft of a lesson",
        "Asks for what the options leave out. Without right turns or a goal, it suggests goals.",
    )
    new.add_argument("output", metavar="OUT.lesson", help="the file to write")
    new.add_argument(
        "--from",
        dest="origin",
        metavar="WHAT",
        help="a position text, a file with a position or a game, or a lesson or puzzle by its name",
    )
    new.add_argument(
        "--turn", type=int, metavar="N", help="which turn of a game the learner has to find, from 1"
    )
    new.add_argument("--right", metavar="TURNS", help="the right turns, separated by |, such as '+D4|+C4'")
    new.add_argument("--goal", help="the goal, such as 'starves D5'")
    new.add_argument("--title", help="the title of the lesson")
    new.add_argument("--text", help="what to do, in one sentence")
    new.set_defaults(run=run_new)
    check = add_command(
        actions,
        "check",
        "list mistakes in lessons, with line and column",
        "Ends with exit status 1 if there is an error; warnings do not count.",
    )
    check.add_argument("files", metavar="FILE", nargs="*", help="lesson files, or names from `lesson list`")
    check.add_argument("--all", action="store_true", help="also check the lessons of the course")
    check.add_argument("--steps", action="store_true", help="print the number of right turns of each step")
    check.add_argument("--show", action="store_true", help="print the right turns of each step")
    check.set_defaults(run=run_check)
    listing = add_command(actions, "list", "list the lessons of the course")
    listing.set_defaults(run=run_list)


def run_new(options: argparse.Namespace) -> int:
    """Write a draft, and say what to do with it."""
    from ..core.teaching.lesson_keys import name_of
    from ..lessons.drafting import first_draft
    from ..lessons.writing import text_of

    out = checked_path(options.output)
    if out.suffix != ENDING:
        raise ValueError(f"name a file that ends with {ENDING}, such as {out.stem or 'mine'}{ENDING}")
    if out.exists():
        raise ValueError(f"{out} exists already; name another file")
    check_writable(out)
    origin = _origin(options.origin) if options.origin else None
    _check_complete(options, origin)
    if origin is None:
        origin = _option_or_answer("--from", None, "A position, a file with a game, or a puzzle", _origin)
    _check_used(options, origin)
    if isinstance(origin, LessonContent):
        titles = {tag: options.title or title for tag, title in origin.title.items()}
        # its results are not those of the original
        draft = text_of(origin._replace(name=name_of(out.stem), title=titles))
    else:
        position, right = _start(origin, options)
        goal = _choose_goal(options.goal, position, right)
        title = _option_or_answer("--title", options.title, "The title of the lesson", str)
        text = _option_or_answer("--text", options.text, "What the learner has to do, in one sentence", str)
        draft = first_draft(title, position, goal, text, right)
    write(out, draft.encode())
    print(f"{out}: edit the texts, then run: adaptoid-widget lesson check --show {shlex.quote(str(out))}")
    return 0


def _origin(argument: str) -> LessonContent | Game | Position | str:
    """What a new lesson begins from: as for other commands, or a puzzle by its name. Raises GameError and OSError."""
    from ..core.puzzles.puzzle import lesson_of
    from ..puzzles import load, sentences

    puzzles = load()
    for puzzle in puzzles:
        if puzzle.name == argument:
            lesson = lesson_of([puzzle], "title", sentences())
            # a lesson by itself, and not one of the puzzles of a day
            titles = dict.fromkeys(lesson.title, puzzle.name)
            return lesson._replace(title=titles, about={}, order="forced")
    tactic, _, number = argument.rpartition("-")
    alike = [puzzle.name for puzzle in puzzles if puzzle.name.startswith(tactic + "-")]
    if alike and number.isdecimal() and not Path(argument).exists():
        alike.sort(key=lambda name: (len(name), name))
        raise GameError(f"there is no puzzle {argument!r}; there are: {', '.join(alike)}")
    return from_argument(argument)


def _check_complete(options: argparse.Namespace, origin: object) -> None:
    """Raise ValueError, which names all missing options, unless there is a terminal to ask in."""
    if sys.stdin.isatty():
        return
    missing = [] if options.origin else ["--from"]
    if not isinstance(origin, LessonContent):
        if isinstance(origin, Game):
            missing += ["--turn"] if options.turn is None else []
        elif not (options.right or options.goal):
            missing.append("--right or --goal")
        missing += [option for option in ("--title", "--text") if not getattr(options, option[2:])]
    if missing:
        raise ValueError(
            f"missing: {', '.join(missing)}; without a terminal, give all answers as options, such as: "
            f"adaptoid-widget lesson new {options.output} {_EXAMPLE}"
        )


_EXAMPLE = (
    "--from 'adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6' --right '+D4' --title Hunger --text 'Starve D5.'; "
    "or copy a puzzle or a lesson: --from fork-7"
)


def _check_used(options: argparse.Namespace, origin: object) -> None:
    """Raise ValueError for options that do not fit what the lesson begins from."""
    unused = [] if isinstance(origin, Game) else ["turn"]
    if isinstance(origin, LessonContent):
        unused += ["right", "goal", "text"]
    misplaced = [f"--{name}" for name in unused if getattr(options, name) is not None]
    if misplaced:
        origin_name = "a copy of a lesson or puzzle" if isinstance(origin, LessonContent) else "a position"
        raise ValueError(f"{', '.join(misplaced)}: not for {origin_name}; leave this out")


T = TypeVar("T")


def _option_or_answer(
    option: str, value: str | None, question: str, read: Callable[[str], T], default: str = ""
) -> T:
    """An option, or else the answer to a question in a terminal, as `read` reads it. Raises ValueError.

    A terminal asks again after an answer that cannot be read.
    """
    if value is None and not sys.stdin.isatty():
        raise ValueError(f"{option} is missing: {question[:1].lower()}{question[1:]}")
    while True:
        text = (input(f"{question}: ").strip() or default) if value is None else value
        try:
            if not text:
                raise ValueError("an answer is needed")
            return read(text)
        except (ValueError, OSError) as error:
            if value is not None:
                raise ValueError(f"{option}: {error}") from None
            print(error)


def _start(origin: Game | Position | str, options: argparse.Namespace) -> tuple[Position, list[str]]:
    """The position of the draft and its right turns."""
    if isinstance(origin, Game):
        count = origin.length
        if not count:
            raise ValueError("the game has no turns; name a position or a game with turns")

        def turn_number(text: str) -> int:
            if not (text.isdecimal() and 1 <= int(text) <= count):
                raise ValueError(f"the number of a turn of this game is 1 to {count}, not {text}")
            return int(text)

        answer = None if options.turn is None else str(options.turn)
        question = f"Which turn of the game the learner has to find, 1 to {count}"
        number = _option_or_answer("--turn", answer, question, turn_number)
        position = origin.goto(number - 1).position
        if options.right is None:
            return position, [str(origin.turn_at(number).turn)]
    else:
        position = Position.of(origin)
        if options.right is None and options.goal:
            return position, []

    def turns(text: str) -> list[str]:
        texts = [turn.strip() for turn in text.split("|") if turn.strip()]
        for turn_text in texts:
            position.play(turn_text)
        return texts

    return position, _option_or_answer("--right", options.right, "The right turns, separated by |", turns)


def _choose_goal(text: str | None, position: Position, right: Sequence[str]) -> Goal:
    """The goal of the text, or else the likeliest one, or the one that the author chooses in a terminal."""
    from ..lessons.drafting import suggested_goals

    if text:
        return _option_or_answer("--goal", text, "", Goal.from_text)
    suggestions = suggested_goals(position, *right)
    for number, suggestion in enumerate(suggestions, 1):
        print(f"{number}  {suggestion}")
    if not sys.stdin.isatty():
        return suggestions[0].goal

    def chosen(answer: str) -> Goal:
        if not (answer.isdecimal() and 1 <= int(answer) <= len(suggestions)):
            raise ValueError(f"the number of a goal is 1 to {len(suggestions)}, not {answer}")
        return suggestions[int(answer) - 1].goal

    return _option_or_answer("--goal", None, "The goal, by its number [1]", chosen, "1")


def run_check(options: argparse.Namespace) -> int:
    """Check files and print the findings as `file:line:column: text`, which editors read."""
    from ..progress_bar import progress_bar

    lessons_or_files = [*options.files, *(names() if options.all else ())]
    if not lessons_or_files:
        raise ValueError("name the lesson files to check, or use --all for the lessons of the course")
    paths = [path_of(lesson_or_file) for lesson_or_file in lessons_or_files]
    texts = [read_text(path) for path in paths]
    steps = sum(text.count("\n[step ") for text in texts)
    lines: list[str] = []
    wrong = 0
    with progress_bar(" steps", "checking", steps) as bar:
        for path, text in zip(paths, texts, strict=True):
            file_lines, errors = _check(
                path, text, options, options.steps or options.show or len(paths) == 1, bar
            )
            lines += file_lines
            wrong += errors
    print(*lines, sep="\n")
    return 1 if wrong else 0


def _check(
    path: Path, text: str, options: argparse.Namespace, with_steps: bool, bar: Any
) -> tuple[Sequence[str], int]:
    """The lines to print about a file, and the number of problems."""
    from ..core.teaching.lesson_keys import name_of
    from ..engine.runner import KernelRunner
    from ..lessons.check import StepReport, check_text

    reports: list[StepReport] = []

    def on_step(report: StepReport) -> None:
        reports.append(report)
        bar.update()

    lesson, findings = check_text(text, name_of(path.stem), on_step, KernelRunner().reply)
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
        for report in reports:
            lines.append(f"  {report.step.name:{width}}  {report}")
            if options.show:
                lines += [f"  {'':{width}}    {answer}" for answer in report.solution_lines()]
    return lines, errors


def _count(number: int, noun: str) -> str:
    """A count with its noun; "" for 0."""
    return counted(number, noun) if number else ""


def _short(path: Path) -> str:
    """A path relative to the current folder, if it is below it."""
    folder = Path.cwd()
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


def run_list(options: argparse.Namespace) -> int:  # noqa: ARG001  every command is given them
    """Print the names, lengths and titles of lessons."""
    lessons = [load(name) for name in names()]
    width = max((len(lesson.name) for lesson in lessons), default=0)
    for lesson in lessons:
        print(f"{lesson.name:{width}}  {len(lesson.steps):2} steps  {lesson.titled('en')}")
    return 0
