"""Summarises the results of a class: a grid of learners and steps, the hardest steps first, a CSV and a picture."""

from __future__ import annotations

import csv
import os
import unicodedata
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..core.host.host import brief, type_name
from ..core.rules.errors import GameError
from ..core.teaching.results import Result, order
from ..storage.atomic import checked_path, named, write
from ..storage.lesson_results import read_all
from ..storage.records import is_record, read_games
from ..storage.text_files import read_lines
from .rows import COLORS, HARDEST_COLUMNS, INK, PALE, HandedInGame, Row, StepDifficulty

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

ResultSource: TypeAlias = "str | os.PathLike[str] | Result"
"""A folder, a file, or a `lesson.result`."""

MAX_SHOWN = 30
RECORD_ENDINGS = (".txt", ".adaptoid")
GAME_HEADINGS = ["game", "players", "result", "turns"]
SIGNS = "number: tries   ·: a hint   ×: shown   –: skipped   …: begun   ✓: read"


def results(
    what: ResultSource | Iterable[ResultSource], roster: str | os.PathLike[str] | Iterable[str] = ()
) -> LearnerResults:
    """Read the results of many learners from a folder with its subfolders, from files, or from `lesson.result`s.

    In a folder, the `.json` files with "results" in their names are read, except hidden ones, and files with games
    that end in `.txt` or `.adaptoid`. A file without results is left out with a warning and a note below the table.

    A learner without a name gets the name of the file's folder. If the folder has several such files of a lesson, the
    file's name is added. If a learner has several results of a lesson, the better result of each step counts: one
    solved at once, then one solved with help, one whose answer was shown, a skipped one.

    `roster` has the names of the class, in the order to show them: a list, or the path of a file with one name per
    line. Case and spaces do not matter. Those without results are `absent`; a note names learners who are not in the
    roster.

    Raises FileNotFoundError for a missing path, and GameError for a folder without results.

    >>> from adaptoid_widget.core.teaching.results import StepResult
    >>> step = StepResult("look", True, 3, 1, 30.0, ("D4", "D5", "D6"), 1, 4, "helped")
    >>> table = results([Result("fork", "Ann", [step]), Result("fork", "Ben", [StepResult.new("look")])])
    >>> table
    2 learners, 1 lesson, 2 rows; hardest steps first
    lesson  step  learners  solved  alone  tries  hints  seconds  often wrong
    fork    look         1    100%     0%    3.0    1.0       30       D5 (1)
    >>> table.learners, table["Ann"].rows[0].tries
    (('Ann', 'Ben'), 3)
    """
    if not isinstance(what, (os.PathLike, Result, Iterable)):
        raise TypeError(
            f"results are read from a folder, from files or from lesson.result, not from {type_name(what)}"
        )
    sources: Iterable[ResultSource] = [what] if isinstance(what, (str, os.PathLike, Result)) else what
    notes: list[str] = []
    named: list[_NamedResult] = []
    games: list[HandedInGame] = []
    for source in sources:
        if isinstance(source, Result):
            named.append(_NamedResult(source.learner, source, None))
        else:
            named += _read_all(checked_path(source), games, notes)
    names = {_name_key(name): name.strip() for name in _roster_names(roster)}
    rows = _merged(_distinct(named, names), notes)
    strangers = sorted({row.learner for row in rows} - set(names.values())) if names else []
    if strangers:
        notes.append(
            "not in the roster: " + ", ".join([name or "a learner without a name" for name in strangers])
        )
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return LearnerResults(rows, notes, tuple(names.values()), games)


def _roster_names(roster: str | os.PathLike[str] | Iterable[str]) -> list[str]:
    if isinstance(roster, (str, os.PathLike)):
        if not checked_path(roster).exists():
            raise FileNotFoundError(
                f"there is no file {str(roster)!r}; roster is a file with one name per line, or a list of names"
            )
        return [name for name in read_lines(roster) if name.strip()]
    value: Any = roster
    names: list[Any] = list(value) if isinstance(value, Iterable) else [value]
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"roster is a file with one name per line, or a list of names, not {brief(value)}")
    return names


def _name_key(name: str) -> str:
    """The same text for all spellings of a name that differ in case, spaces or the code of an accent."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class _NamedResult(NamedTuple):
    learner: str
    result: Result
    path: Path | None


def _read_all(path: Path, games: list[HandedInGame], notes: list[str]) -> Iterator[_NamedResult]:
    if not path.exists():
        raise FileNotFoundError(f"there is no file or folder {str(path)!r}")
    root = path if path.is_dir() else path.parent
    files = sorted(filter(_is_wanted, path.rglob("*"))) if path.is_dir() else [path]
    files = [f for f in files if not any(part.startswith(".") for part in f.relative_to(root).parts[:-1])]
    is_empty = True
    for file in files:
        try:
            if is_record(file):
                games += [HandedInGame(file, game) for game in read_games(file, progress=False)]
                is_empty = False
                continue
            if file != path and file.name.lower().endswith(RECORD_ENDINGS):
                # some other text
                continue
            is_empty = False
            results = read_all(file)
        except (ValueError, OSError) as error:
            is_empty = False
            notes.append(f"left out: {error}")
            continue
        below = file.relative_to(root).parts
        # each learner's files can be in a folder with the learner's name
        folder = below[0] if len(below) > 1 else file.resolve().parent.name
        yield from (_NamedResult(result.learner.strip() or folder, result, file) for result in results)
    if is_empty:
        raise GameError(
            f"there are no results of lessons in {str(path)!r}: "
            'no .json file there has "results" in its name, and there is no game'
        )


def _is_wanted(path: Path) -> bool:
    """Whether a file is named like results, such as `fork.Ann.results (1).json`, or like a game."""
    name = path.name.lower()
    is_results = name.endswith(".json") and "results" in name
    return (is_results or name.endswith(RECORD_ENDINGS)) and not name.startswith(".") and path.is_file()


def _distinct(named: Sequence[_NamedResult], roster: dict[str, str]) -> Iterator[_NamedResult]:
    """Spell names as the roster does. Add the file's name to unnamed learners, if a folder has several of a lesson."""
    in_folder: dict[tuple[Path, str], set[Result]] = {}
    for _, result, path in named:
        if path and not result.learner.strip():
            in_folder.setdefault((path.parent, result.lesson), set()).add(result)
    for learner, result, path in named:
        several = path and len(in_folder.get((path.parent, result.lesson), ())) > 1
        if path and several and not result.learner.strip():
            learner = f"{learner}/{path.stem}"
        yield _NamedResult(roster.get(_name_key(learner), learner), result, path)


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
            rows[key] = max(rows.get(key, row), row, key=lambda r: order(r.how, r.score, r.tries, r.hints))
    notes += [
        f"put together: {len(merged)} results of {lesson} by {learner}, the better result of each step"
        for (learner, lesson), merged in by_lesson.items()
        if len(merged) > 1
    ]
    return list(rows.values())


def _rows(result: Result, learner: str) -> Iterator[Row]:
    for s in result.steps:
        counts = (s.tries, s.hints, s.seconds, s.score, s.most, s.turns)
        yield Row(learner, result.lesson, s.name, s.how, s.solved, *counts)


class LearnerResults:
    """Rows by learner, lesson and step. `results["Ann"]` has those of one learner or one lesson."""

    def __init__(
        self,
        rows: Sequence[Row],
        notes: Sequence[str] = (),
        roster: Sequence[str] = (),
        games: Sequence[HandedInGame] = (),
    ) -> None:
        self.roster = tuple(roster)
        """The names of the class; empty if unknown."""
        self.rows = tuple(rows)
        """All rows."""
        self.notes = tuple(notes)
        """The files that were left out, with reasons, and the learners whose results were merged."""
        self.games = tuple(games)
        """The games that were handed in as record files, each with its `file` and its `game`."""

    @property
    def learners(self) -> tuple[str, ...]:
        """The learners with results: in the order of the roster, then the others in alphabetical order."""
        with_results = {row.learner for row in self.rows}
        in_roster = [name for name in self.roster if name in with_results]
        return (*in_roster, *sorted(with_results.difference(in_roster)))

    @property
    def absent(self) -> tuple[str, ...]:
        """The learners of the roster without any results."""
        return tuple(name for name in self.roster if name not in self.learners)

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

        A cell has the number of tries and a dot for each hint; × means missed, – skipped, and … begun. Those of the
        roster who are absent come last, with empty cells.
        """
        several = len(self.lessons) > 1
        headings = [f"{lesson}: {step}" if several else step for lesson, step in self.steps]
        table = [["learner", *headings, "points"]]
        for learner, rows in self._grid():
            score, max_score = (sum(getattr(row, name) for row in rows if row) for name in ("score", "most"))
            table.append([learner, *map(_cell, rows), f"{score}/{max_score}" if any(rows) else ""])
        return table

    def _grid(self) -> Iterator[tuple[str, list[Row | None]]]:
        """Each learner with the row of each step, the absent ones last."""
        by_key = {(row.learner, row.lesson, row.step): row for row in self.rows}
        for learner in (*self.learners, *self.absent):
            yield learner, [by_key.get((learner, *pair)) for pair in self.steps]

    def save_csv(self, path: str | os.PathLike[str]) -> Path:
        """Write `table` as a CSV file that spreadsheets open, and return its path.

        Raises ValueError for a path that does not end in .csv, and OSError.

        A name that a spreadsheet would take for a formula gets a quote in front.
        """
        text = StringIO(newline="")
        csv.writer(text).writerows(
            ["'" + cell if cell[:1] in tuple("=+-@\t\r") and cell[:1] else cell for cell in row]
            for row in self.table
        )
        out = named(path, "class.csv")
        # the mark at the beginning tells spreadsheets that this is UTF-8
        write(out, text.getvalue().encode("utf-8-sig"))
        return out

    def _summary(self) -> list[list[str]]:
        rows = [[*HARDEST_COLUMNS, "often wrong"]]
        for s in self.hardest[:MAX_SHOWN]:
            shares = [str(s.learners), f"{s.solved:.0%}", f"{s.alone:.0%}"]
            means = [f"{s.tries:.1f}", f"{s.hints:.1f}", f"{s.seconds:.0f}"]
            wrong = f"{s.wrong_answer} ({s.wrong_learners})" if s.wrong_answer else ""
            rows.append([s.lesson, s.step, *shares, *means, wrong])
        return rows

    def _head(self) -> str:
        counted = (("learner", self.learners), ("lesson", self.lessons), ("row", self.rows))
        counts = [f"{len(items)} {noun}{'' if len(items) == 1 else 's'}" for noun, items in counted]
        return ", ".join(counts) + "; hardest steps first"

    def _remarks(self) -> list[str]:
        """Who is absent, and the notes."""
        return ["no results: " + ", ".join(self.absent)] * bool(self.absent) + list(self.notes)

    def __repr__(self) -> str:
        games = _lines([GAME_HEADINGS, *(game.row for game in self.games)], 2) if self.games else ()
        return "\n".join([self._head(), *_lines(self._summary(), 2), *games, *self._remarks()])

    def grid(self) -> str:
        """Return `table` as aligned lines of text, with the meaning of its signs."""
        return "\n".join([*_lines(self.table, 1), SIGNS])

    def _repr_html_(self) -> str:
        headings, *lines = self.table
        body = [
            f"<th>{escape(learner)}</th>{''.join(map(_html_cell, rows))}<td>{escape(line[-1])}</td>"
            for (learner, rows), line in zip(self._grid(), lines, strict=True)
        ]
        paragraphs = [f"<p>{escape(remark)}</p>" for remark in (SIGNS, self._head(), *self._remarks())]
        names, *steps = self._summary()
        summary = _html_table(names, (_html_row(step, "td") for step in steps))
        games = (
            _html_table(GAME_HEADINGS, (_html_row(game.row, "td") for game in self.games))
            if self.games
            else ""
        )
        tables = _html_table(headings, body) + "".join(paragraphs[:2]) + summary + games
        return tables + "".join(paragraphs[2:])

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
        from .class_results_plot import plot

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
        *_commonest_wrong_answer(rows),
    )


def _commonest_wrong_answer(rows: Sequence[Row]) -> tuple[str, int]:
    """The wrong answer that most learners gave, and how many did."""
    counts = Counter(answer for row in rows for answer in dict.fromkeys(row.wrong_answers))
    return max(counts.items(), key=lambda item: (item[1], item[0]), default=("", 0))


def _cell(row: Row | None) -> str:
    if row is None or not row.begun:
        return ""
    return row.sign + "·" * row.hints if row.most else "✓"


def _lines(rows: Sequence[Sequence[str]], n_left: int) -> Iterator[str]:
    """The rows of a table as aligned lines; the first columns are on the left."""
    widths = [max(_columns(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells: list[str] = []
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - _columns(cell))
            cells.append(cell + blanks if at < n_left else blanks + cell)
        yield "  ".join(cells).rstrip()


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes: a Japanese character takes two, a combining accent none."""
    return sum(
        1 + (unicodedata.east_asian_width(char) in "WF") for char in text if not unicodedata.combining(char)
    )


def _html_table(headings: Iterable[str], rows: Iterable[str]) -> str:
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{_html_row(headings, 'th')}</tr></thead><tbody>{body}</tbody></table>"


def _html_row(cells: Iterable[str], tag: str) -> str:
    return "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells)


def _html_cell(row: Row | None) -> str:
    """A cell in the colour of its result; its tooltip shows the answers."""
    how = "" if row is None else row.how
    style = f"background:{COLORS[how][0]};color:{PALE if how == 'missed' else INK};text-align:center"
    answers = ", ".join(row.turns) if row else ""
    return f'<td style="{style}" title="{escape(answers)}">{escape(_cell(row))}</td>'
