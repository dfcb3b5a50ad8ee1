"""Summarises the results of many learners, as a table with the hardest steps first and as a picture."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..core.rules.errors import GameError
from ..core.teaching.results import Result
from ..storage.atomic import checked_path
from ..storage.lesson_results import read
from .rows import Row, StepDifficulty

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

Source: TypeAlias = "str | os.PathLike[str] | Result"
"""A folder, a file, or a `lesson.result`."""

MAX_SHOWN = 30


def results(what: Source | Iterable[Source]) -> LearnerResults:
    """Read the results of many learners from a folder with its subfolders, from files, or from `lesson.result`s.

    In a folder, the `.json` files with "results" in their names are read, except hidden ones. A file without results
    is left out with a warning and a note below the table.

    A learner without a name gets that of the file's folder, with the file's name if the folder has several such files
    of a lesson. If a learner has several results of a lesson, the better record of each step counts: a solved one,
    then the one with more points, then the one with more tries.

    Raises FileNotFoundError for a missing path, and GameError for a folder without results.

    >>> from adaptoid_widget.core.teaching.results import StepResult
    >>> step = StepResult("look", True, 3, 1, 30.0, ("D4", "D5", "D6"), 1, 4, "helped")
    >>> table = results([Result("fork", "Ann", [step]), Result("fork", "Ben", [StepResult.new("look")])])
    >>> table
    2 learners, 1 lesson, 2 rows; hardest steps first
    lesson  step  learners  solved  alone  tries  hints  seconds
    fork    look         1    100%     0%    3.0    1.0       30
    >>> table.learners, table["Ann"].rows[0].tries
    (('Ann', 'Ben'), 3)
    """
    sources: Iterable[Source] = [what] if isinstance(what, (str, os.PathLike, Result)) else what
    notes: list[str] = []
    named: list[_NamedResult] = []
    for source in sources:
        if isinstance(source, Result):
            named.append(_NamedResult(source.learner, source, None))
        else:
            named += _read_all(checked_path(source), notes)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return LearnerResults(_merged(_distinct(named), notes), notes)


class _NamedResult(NamedTuple):
    learner: str
    result: Result
    path: Path | None


def _read_all(path: Path, notes: list[str]) -> Iterator[_NamedResult]:
    if not path.exists():
        raise FileNotFoundError(f"there is no file or folder {str(path)!r}")
    root = path if path.is_dir() else path.parent
    files = sorted(filter(_is_results, path.rglob("*"))) if path.is_dir() else [path]
    files = [f for f in files if not any(part.startswith(".") for part in f.relative_to(root).parts[:-1])]
    if not files:
        why = 'no .json file there has "results" in its name'
        raise GameError(f"there are no results of lessons in {str(path)!r}: {why}")
    for file in files:
        try:
            result = read(file)
        except (GameError, OSError) as error:
            notes.append(f"left out: {error}")
            continue
        below = file.relative_to(root).parts
        # each learner's files can be in a folder with the learner's name
        folder = below[0] if len(below) > 1 else file.resolve().parent.name
        yield _NamedResult(result.learner.strip() or folder, result, file)


def _is_results(path: Path) -> bool:
    """Whether a file has the name of results, such as `fork.results.json` or `fork.Ann.results (1).json`."""
    name = path.name.lower()
    return name.endswith(".json") and "results" in name and not name.startswith(".") and path.is_file()


def _distinct(named: Sequence[_NamedResult]) -> Iterator[_NamedResult]:
    """Add the file's name to unnamed learners, if several files of one lesson are in one folder."""
    in_folder: dict[tuple[Path, str], set[Result]] = {}
    for _, result, path in named:
        if path and not result.learner.strip():
            in_folder.setdefault((path.parent, result.lesson), set()).add(result)
    for learner, result, path in named:
        several = path and len(in_folder.get((path.parent, result.lesson), ())) > 1
        if path and several and not result.learner.strip():
            learner = f"{learner}/{path.stem}"
        yield _NamedResult(learner, result, path)


def _merged(named: Iterable[_NamedResult], notes: list[str]) -> list[Row]:
    """Return the rows of all results. A learner with several results of a lesson has the better row of each step."""
    rows: dict[tuple[str, str, str, int], Row] = {}
    by_lesson: dict[tuple[str, str], list[Result]] = {}
    for number, (learner, result, _) in enumerate(named):
        # learners without a name can be different people
        anonymous = 0 if learner else number
        if learner and result not in (same_lesson := by_lesson.setdefault((learner, result.lesson), [])):
            same_lesson.append(result)
        for row in _rows(result, learner):
            key = (learner, row.lesson, row.step, anonymous)
            rows[key] = max(rows.get(key, row), row, key=_worth)
    notes += [
        f"put together: {len(merged)} results of {lesson} by {learner}, the better record of each step"
        for (learner, lesson), merged in by_lesson.items()
        if len(merged) > 1
    ]
    return list(rows.values())


def _worth(row: Row) -> tuple[bool, int, bool, int, int]:
    return row.solved, row.score, row.how != "", row.tries, row.hints


def _rows(result: Result, learner: str) -> Iterator[Row]:
    for s in result.steps:
        counts = (s.tries, s.hints, s.seconds, s.score, s.most, s.turns)
        yield Row(learner, result.lesson, s.name, s.how, s.solved, *counts)


class LearnerResults:
    """Rows by learner, lesson and step. `results["Ann"]` has those of one learner or one lesson."""

    def __init__(self, rows: Sequence[Row], notes: Sequence[str] = ()) -> None:
        self.rows = tuple(rows)
        """All rows."""
        self.notes = tuple(notes)
        """The files that were left out, with reasons, and the learners whose results were merged."""

    @property
    def learners(self) -> tuple[str, ...]:
        """The learners in alphabetical order."""
        return tuple(sorted({row.learner for row in self.rows}))

    @property
    def lessons(self) -> tuple[str, ...]:
        """The lessons in the order of the rows."""
        return tuple(dict.fromkeys(row.lesson for row in self.rows))

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """The pairs of lesson and step, by lesson."""
        pairs = dict.fromkeys((row.lesson, row.step) for row in self.rows)
        return tuple(sorted(pairs, key=lambda pair: self.lessons.index(pair[0])))

    @property
    def hardest(self) -> tuple[StepDifficulty, ...]:
        """The difficulty of each step: first steps that fewer learners solved, then those with more tries and hints."""
        by_step: dict[tuple[str, str], list[Row]] = {pair: [] for pair in self.steps}
        for row in self.rows:
            if row.most and row.begun:
                by_step[row.lesson, row.step].append(row)
        steps = [_difficulty(*pair, rows) for pair, rows in by_step.items() if rows]
        return tuple(sorted(steps, key=lambda step: (step.solved, step.alone, -step.tries - step.hints)))

    def __getitem__(self, name: str) -> LearnerResults:
        """Return the rows of one learner or one lesson. Raises KeyError."""
        rows = [row for row in self.rows if name in (row.learner, row.lesson)]
        if not rows:
            raise KeyError(f"there is no learner and no lesson {name!r} in these results")
        return LearnerResults(rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    # -- shown -------------------------------------------------------------------------------------------------------

    @property
    def table(self) -> list[list[str]]:
        """A row for each learner, a column for each step and one for the points; the headings come first.

        A cell has the number of tries and a dot for each hint; × means missed, – skipped, and … begun.
        """
        several = len(self.lessons) > 1
        headings = [f"{lesson}: {step}" if several else step for lesson, step in self.steps]
        table = [["learner", *headings, "points"]]
        for learner in self.learners:
            rows = {(row.lesson, row.step): row for row in self.rows if row.learner == learner}
            cells = [_cell(rows.get(pair)) for pair in self.steps]
            score = sum(row.score for row in rows.values())
            max_score = sum(row.most for row in rows.values())
            table.append([learner, *cells, f"{score}/{max_score}"])
        return table

    def _summary(self) -> list[list[str]]:
        rows = [["lesson", "step", "learners", "solved", "alone", "tries", "hints", "seconds"]]
        for s in self.hardest[:MAX_SHOWN]:
            shares = [str(s.learners), f"{s.solved:.0%}", f"{s.alone:.0%}"]
            rows.append([s.lesson, s.step, *shares, f"{s.tries:.1f}", f"{s.hints:.1f}", f"{s.seconds:.0f}"])
        return rows

    def _head(self) -> str:
        counted = (("learner", self.learners), ("lesson", self.lessons), ("row", self.rows))
        counts = [f"{len(things)} {what}{'' if len(things) == 1 else 's'}" for what, things in counted]
        return ", ".join(counts) + "; hardest steps first"

    def __repr__(self) -> str:
        rows = self._summary()
        widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
        lines = [self._head()]
        for row in rows:
            cells = [
                cell.ljust(width) if at < 2 else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  ".join(cells).rstrip())
        return "\n".join([*lines, *self.notes])

    def _repr_html_(self) -> str:
        def tr(row: list[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"

        headings, *rows = self._summary()
        body = "".join(tr(row, "td") for row in rows)
        table = f"<table><thead>{tr(headings, 'th')}</thead><tbody>{body}</tbody></table>"
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"<p>{escape(self._head())}</p>{table}{notes}"

    def to_frame(self) -> DataFrame:
        """Return all rows as a pandas DataFrame. Raises ImportError without pandas."""
        try:
            import pandas as pd
        except ImportError as error:
            raise ImportError("this needs pandas; try: pip install pandas") from error
        frame: DataFrame = pd.DataFrame(list(self.rows), columns=list(Row._fields))
        return frame

    def plot(self) -> Figure:
        """Plot the result of each learner in each step. Raises ImportError without matplotlib."""
        from .learners_plot import plot

        return plot(self.rows, self.steps, self.learners, self.hardest)


def _difficulty(lesson: str, step: str, rows: Sequence[Row]) -> StepDifficulty:
    def mean(values: Iterable[float]) -> float:
        return sum(values) / len(rows)

    return StepDifficulty(
        lesson,
        step,
        len(rows),
        mean(row.solved for row in rows),
        mean(row.how == "solved" for row in rows),
        mean(row.tries for row in rows),
        mean(row.hints for row in rows),
        mean(row.seconds for row in rows),
    )


def _cell(row: Row | None) -> str:
    if row is None or not row.begun:
        return ""
    return row.sign + "·" * row.hints if row.most else "✓"
