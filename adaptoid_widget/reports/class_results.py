"""Summarises the results of a class: a grid of learners and steps, the hardest steps first, a CSV and a picture."""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import stat
import textwrap
import threading
import unicodedata
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ..core.host.host import brief, type_name
from ..core.puzzles.puzzle import NAME as PUZZLES
from ..core.rules.errors import GameError
from ..core.teaching.class_results import ClassResults, StepDifficulty, cell_text, points
from ..core.teaching.results import Result, StepFields
from ..lessons import COURSE
from ..storage.atomic import checked_path, named, shown, write
from ..storage.lesson_results import name_key, read_all
from ..storage.records import is_record, opened_games
from ..storage.text_files import read_lines
from ..threads import BackgroundTask
from .frames import counted, frame_of
from .rows import COLORS, HARDEST_COLUMNS, INK, PALE, HandedInGame, Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

ResultSource: TypeAlias = "str | os.PathLike[str] | Result"
"""A folder, a file, or a `lesson.result`."""

HandedIn: TypeAlias = "tuple[Result, Sequence[str]]"
"""A result, and the path of its file in parts from the folder that was given; () for no file."""

MAX_SHOWN = 30
WIDTH = 80
"""The columns of a terminal, if it does not say how many it has."""
MIN_SHORTENED = 8
STUCK_TRIES = 3
MIN_SECONDS = 0.1
MAX_NAME = 24
"""The columns of a terminal for the name of a learner."""
# of a cell, by `Row.how`
_CLASSES = {how: how or "open" for how in COLORS}
_STYLE = "".join(
    f".adaptoid-results .{_CLASSES[how]}{{background:{COLORS[how][0]};color:{PALE if how == 'missed' else INK};"
    "text-align:center}"
    for how in COLORS
)
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
    sources: list[ResultSource] = [what] if isinstance(what, (str, os.PathLike, Result)) else list(what)
    names = _roster_names(roster)
    # a file of names is read again with the results
    roster = roster if isinstance(roster, (str, os.PathLike)) else names
    left_out: list[str] = []
    handed_in: list[HandedIn] = []
    games: list[HandedInGame] = []
    with _no_garbage_collection():
        for source in sources:
            if isinstance(source, Result):
                handed_in.append((source, ()))
            else:
                handed_in += _read_all(checked_path(source), games, left_out)
        content = ClassResults(handed_in, names, name_key, [*COURSE, PUZZLES])
    read_again = functools.partial(results, sources, roster)
    class_results = LearnerResults(content, left_out, games, read_again, sources)
    for note in class_results.notes:
        warnings.warn(note, stacklevel=2)
    return class_results


@contextlib.contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Collect no garbage: hundreds of thousands of results have no cycles, and looking for some takes long."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            # what was made counts as old, so that it is not looked through at once
            gc.freeze()
            gc.unfreeze()
        if was_enabled:
            gc.enable()


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


def _read_all(path: Path, games: list[HandedInGame], left_out: list[str]) -> Iterator[HandedIn]:
    if not path.exists():
        raise FileNotFoundError(f"there is no file or folder {str(path)!r}")
    root = path if path.is_dir() else path.parent
    given = root.resolve().name
    is_empty = True

    def pass_over(error: OSError) -> None:
        if error.filename == os.fspath(path):
            raise error
        left_out.append(_left_out(error, path))

    for file in _files(path, pass_over):
        parts = file.parts[len(root.parts) :]
        try:
            # the files of a big class are opened once
            if (file == path or file.suffix.lower() != ".json") and is_record(file):
                games += [HandedInGame(file, game) for game in opened_games(file, progress=False)]
                is_empty = False
                continue
            if file != path and file.name.lower().endswith(RECORD_ENDINGS):
                # some other text
                continue
            is_empty = False
            results = read_all(file)
        except (ValueError, OSError) as error:
            is_empty = False
            left_out.append(_left_out(error, file))
            continue
        # each learner's files can be in a folder with the learner's name
        place = [shown(part) for part in (given, *parts)]
        yield from ((result, place) for result in results)
    if is_empty:
        raise GameError(
            f"there are no results of lessons in {str(path)!r}: "
            'no .json file there has "results" in its name, and there is no game'
        )


def _left_out(error: ValueError | OSError, file: Path) -> str:
    """What to say of a file that could not be read. An error of a disk does not name it."""
    named = not isinstance(error, OSError) or error.filename
    return f"left out: {error}" if named else f"left out: {str(file)!r}: {error}"


def _files(path: Path, pass_over: Callable[[OSError], object]) -> list[Path]:
    """The files of a folder that may have results or games, but no hidden ones; or the file itself.

    `pass_over` takes the error of a file or a subfolder that cannot be looked at.
    """
    if not path.is_dir():
        return [path]
    files: list[Path] = []
    for folder, subfolders, names in os.walk(path, onerror=pass_over):
        subfolders[:] = [name for name in subfolders if not name.startswith(".")]
        for name in filter(_is_wanted, names):
            file = Path(folder, name)
            try:
                if stat.S_ISREG(file.stat().st_mode):
                    files.append(file)
            except FileNotFoundError:
                # it has vanished, or it is a link to nothing
                continue
            except OSError as error:
                pass_over(error)
    return sorted(files)


def _state_of(paths: Iterable[Path]) -> list[tuple[Path, int, int]]:
    """Something that differs after a change of the files."""
    state: list[tuple[Path, int, int]] = []
    for path in paths:
        # a file or a folder may vanish meanwhile
        for file in _files(path, lambda _error: None):
            with contextlib.suppress(OSError):
                status = file.stat()
                state.append((file, status.st_mtime_ns, status.st_size))
    return state


def _row(learner: str, lesson: str, step: StepFields) -> Row:
    name, solved, tries, hints, seconds, turns, score, most, how = step
    return Row(learner, lesson, name, how, solved, tries, hints, seconds, score, most, turns)


def _is_wanted(name: str) -> bool:
    """Whether a file is named like results, such as `fork.Ann.results (1).json`, or like a game."""
    lower = name.lower()
    is_results = lower.endswith(".json") and "results" in lower
    return (is_results or lower.endswith(RECORD_ENDINGS)) and not name.startswith(".")


class LearnerResults:
    """Rows by learner, lesson and step. `results["Ann"]` has those of one learner or one lesson."""

    def __init__(
        self,
        content: ClassResults,
        left_out: Sequence[str] = (),
        games: Sequence[HandedInGame] = (),
        read_again: Callable[[], LearnerResults] | None = None,
        sources: Sequence[ResultSource] = (),
    ) -> None:
        self._content = content
        self._read_again, self._sources = read_again, sources
        self.roster = tuple(content.roster)
        """The names of the class; empty if unknown."""
        self.notes = (*left_out, *(_say(code, slots) for code, slots in content.notes))
        """The files that were left out, with reasons, and the learners whose results were merged."""
        self.games = tuple(games)
        """The games that were handed in as record files, each with its `file` and its `game`."""

    @functools.cached_property
    def rows(self) -> tuple[Row, ...]:
        """All rows."""
        return tuple(_row(*each) for each in self._content.rows())

    @property
    def learners(self) -> tuple[str, ...]:
        """The learners with results: in the order of the roster, then the others in alphabetical order."""
        return tuple(dict.fromkeys(self._content.learners))

    @property
    def absent(self) -> tuple[str, ...]:
        """The learners of the roster without any results."""
        return tuple(self._content.absent)

    @property
    def lessons(self) -> tuple[str, ...]:
        """The lessons: those of the course in its order, then the others."""
        return tuple(self._content.lessons)

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """The pairs of lesson and step, by lesson."""
        return tuple(self._content.columns)

    @functools.cached_property
    def hardest(self) -> tuple[StepDifficulty, ...]:
        """The difficulty of each step: first steps that fewer learners solved, then those with more tries and hints."""
        return tuple(self._content.hardest())

    @functools.cached_property
    def stuck(self) -> tuple[Row, ...]:
        """The rows of steps that are not done after three tries or more, those with the most tries first."""
        rows = [
            _row(learner, lesson, step)
            for learner, lesson, step in self._content.rows()
            if step.how == "" and step.tries >= STUCK_TRIES
        ]
        return tuple(sorted(rows, key=lambda row: -row.tries))

    def __getitem__(self, name: str) -> LearnerResults:
        """Return the rows of one learner or one lesson. Raises KeyError."""
        part = self._content.part(name)
        if not part.columns:
            raise KeyError(f"there is no learner and no lesson {name!r} in these results")
        return LearnerResults(part)

    def __len__(self) -> int:
        return self._content.n_rows

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    # -- shown -------------------------------------------------------------------------------------------------------

    @property
    def table(self) -> list[list[str]]:
        """A row for each learner, a column for each step and one for the points; the headings come first.

        With several lessons, the points of each lesson come after its steps. A cell has the number of tries and a dot
        for each hint; × means missed, – skipped, and … begun. Those of the roster who are absent come last, with empty
        cells.
        """
        return self._content.table()

    def save_csv(self, path: str | os.PathLike[str]) -> Path:
        """Write `table` as a CSV file that spreadsheets open, and return its path.

        Raises ValueError for a path that does not end in .csv, and OSError.

        A name that a spreadsheet would take for a formula gets an apostrophe in front.
        """
        out = named(path, "class.csv")
        # the mark at the beginning tells spreadsheets that this is UTF-8
        write(out, self._content.csv().encode("utf-8-sig"))
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
        counts = ((len(self.learners), "learner"), (len(self.lessons), "lesson"), (len(self), "row"))
        return ", ".join(counted(*count) for count in counts) + "; hardest steps first"

    def _named(self) -> list[str]:
        """Who is stuck, and who is absent."""
        stuck = [f"{row.learner} ({row.lesson}: {row.step}, {row.tries} tries)" for row in self.stuck]
        return [
            *["stuck: " + ", ".join(stuck)] * bool(stuck),
            *["no results: " + ", ".join(self.absent)] * bool(self.absent),
        ]

    def __repr__(self) -> str:
        games = _lines([GAME_HEADINGS, *(game.row for game in self.games)], 2) if self.games else ()
        hardest = _lines(_fitting(self._summary(), WIDTH, (0, 1, -1)), 2)
        names = [line for remark in self._named() for line in _wrapped(remark, WIDTH)]
        return "\n".join([self._head(), *hardest, *games, *names, *self.notes])

    def grid(self, width: int = WIDTH) -> str:
        """Return the results as lines of text of at most `width` columns, with the meaning of their signs.

        Several lessons have the points of each learner first. Then each lesson has a block with its steps, by name, or
        by number where the names take too much room.
        """
        lines: list[str] = []
        if len(self.lessons) > 1:
            lines += [*_blocks(self._content.points_table(), width), ""]
        columns = 1
        _, *learners = self.table
        for lesson in self.lessons:
            steps = self._content.steps[lesson]
            # the last column of a lesson has its points
            part = slice(columns, columns + len(steps) + 1)
            columns = part.stop
            rows = [[row[0], *row[part]] for row in learners if len(self.lessons) == 1 or any(row[part])]
            block = list(_blocks([["learner", *steps, "points"], *rows], width))
            if len(block) > len(rows) + 1:
                numbers = [str(number) for number in range(1, len(steps) + 1)]
                named = ", ".join(map(" ".join, zip(numbers, steps, strict=True)))
                lines += textwrap.wrap(f"{lesson}: {named}", width, subsequent_indent="  ")
                block = list(_blocks([["learner", *numbers, "points"], *rows], width))
            elif len(self.lessons) > 1:
                lines.append(lesson)
            lines += [*block, ""]
        if len(self.lessons) == 1:
            lines.pop()
        return "\n".join([*lines, *textwrap.wrap(SIGNS, width)])

    def _repr_html_(self) -> str:
        body = [
            f"<th>{escape(learner)}</th>{''.join(map(self._html_lesson, row))}<td>{escape(points(row))}</td>"
            for learner, row in self._content.grid()
        ]
        paragraphs = [
            f"<p>{escape(remark)}</p>" for remark in (SIGNS, self._head(), *self._named(), *self.notes)
        ]
        names, *steps = self._summary()
        summary = _html_table(names, (_html_row(step, "td") for step in steps))
        games = (
            _html_table(GAME_HEADINGS, (_html_row(game.row, "td") for game in self.games))
            if self.games
            else ""
        )
        table = f'<div class="adaptoid-results">{_html_table(self._content.headings, body)}</div>'
        return (
            f"<style>{_STYLE}</style>"
            + table
            + "".join(paragraphs[:2])
            + summary
            + games
            + "".join(paragraphs[2:])
        )

    def _html_lesson(self, steps: Sequence[StepFields | None]) -> str:
        """The cells of a learner in a lesson; where there are several lessons, with its points."""
        cells = "".join(map(_html_cell, steps))
        return cells + f"<td>{escape(points([steps]))}</td>" * (len(self.lessons) > 1)

    def to_frame(self) -> DataFrame:
        """Return all rows as a pandas DataFrame. Raises ImportError without pandas."""
        return frame_of(self.rows, Row._fields)

    def follow(self, seconds: float = 2.0) -> FollowedResults:
        """Show these tables in a cell, and look every few seconds for changed files to read them again.

        So a teacher sees who is stuck while pupils work in a shared folder. `stop()` ends it. Raises GameError for
        results that were not read from files, and ValueError for less than a tenth of a second.
        """
        paths = [Path(source) for source in self._sources if not isinstance(source, Result)]
        if self._read_again is None or not paths:
            raise GameError('only results from files can be followed, as in aw.results("folder").follow()')
        return FollowedResults(self, self._read_again, lambda: _state_of(paths), seconds)

    def plot(self) -> Figure:
        """Plot the result of each learner in each step. Raises ImportError without matplotlib."""
        from .class_results_plot import plot

        return plot(self.rows, self.steps, self.learners, self.hardest)


class FollowedResults:
    """Shows tables in a cell, and reads them again whenever the files change, until `stop()`.

    `results` are those that are shown.
    """

    def __init__(
        self,
        results: LearnerResults,
        read: Callable[[], LearnerResults],
        changes: Callable[[], object],
        seconds: float,
    ) -> None:
        """`changes` gives another value after a change of the files, which it asks for every few `seconds`."""
        if not seconds >= MIN_SECONDS:
            raise ValueError(f"seconds is {MIN_SECONDS} or more, not {seconds}")
        self.results = results
        self._read, self._changes, self._seconds = read, changes, seconds
        self._stopped = threading.Event()
        # of the output in each cell that shows it
        self._displays: list[str] = []

    def _ipython_display_(self) -> None:
        from IPython.display import display

        self._displays.append(uuid.uuid4().hex)
        display(self.results, display_id=self._displays[-1])
        if len(self._displays) == 1 and not self._stopped.is_set():
            BackgroundTask(self._follow, "adaptoid class results").start()

    def _follow(self) -> None:
        from IPython.display import update_display

        shown: object = None
        while not self._stopped.wait(self._seconds):
            found = self._changes()
            if found == shown:
                continue
            shown = found
            try:
                self.results = self._read()
            except (GameError, OSError):
                # the folder is being moved or filled; the last tables stay
                continue
            for name in self._displays:
                update_display(self.results, display_id=name)

    def stop(self) -> None:
        """Read no more. The tables stay in the cell."""
        self._stopped.set()


def _say(code: str, slots: Mapping[str, Any]) -> str:
    """A note of `ClassResults` as a sentence."""
    if code == "strangers":
        return "not in the roster: " + ", ".join(
            name or "a learner without a name" for name in slots["names"]
        )
    return "put together: {n} results of {lesson} by {learner}, the better result of each step".format(
        **slots
    )


def _blocks(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """The rows of a table as aligned lines within a width: a block of columns below the other, each with the names."""
    named = [[_shortened(row[0], MAX_NAME), *row[1:]] for row in rows]
    widths = [max(_columns(row[at]) for row in named) + 2 for at in range(len(named[0]))]
    first = 1
    while first < len(widths):
        last, left = first + 1, width + 2 - widths[0] - widths[first]
        while last < len(widths) and left >= widths[last]:
            left -= widths[last]
            last += 1
        if first > 1:
            yield ""
        yield from _lines([[row[0], *row[first:last]] for row in named], 1)
        first = last


def _wrapped(text: str, width: int) -> Iterator[str]:
    """A text as lines of at most so many columns, as far as its words allow."""
    line = ""
    for word in text.split(" "):
        if line.strip() and _columns(line) + 1 + _columns(word) > width:
            yield line
            line = "  " + word
        else:
            line += " " * bool(line) + word
    yield line


def _fitting(rows: Sequence[Sequence[str]], width: int, texts: Sequence[int]) -> list[list[str]]:
    """The rows of a table within a width, if the columns with these numbers can be shortened so far."""
    fitting = [list(row) for row in rows]
    while sum(max(_columns(row[at]) for row in fitting) + 2 for at in range(len(rows[0]))) > width + 2:
        most, at = max((max(_columns(row[at]) for row in fitting), at) for at in texts)
        if most <= MIN_SHORTENED:
            break
        for row in fitting:
            row[at] = _shortened(row[at], most - 1)
    return fitting


def _shortened(text: str, most: int) -> str:
    """A text of at most so many columns, with an ellipsis if something is left out."""
    if _columns(text) <= most:
        return text
    while _columns(text) >= most:
        text = text[:-1]
    return text.rstrip() + "…"


def _lines(rows: Sequence[Sequence[str]], n_left: int) -> Iterator[str]:
    """The rows of a table as aligned lines; the first columns are on the left."""
    widths = [max(_columns(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells: list[str] = []
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - _columns(cell))
            cells.append(cell + blanks if at < n_left else blanks + cell)
        yield "  ".join(cells).rstrip()


@functools.lru_cache(4096)
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


def _html_cell(step: StepFields | None) -> str:
    """A cell in the colour of its result; its tooltip shows the answers."""
    if step is None:
        return _html_sign("", 0, 0, 1, ())
    _, _, tries, hints, _, turns, _, most, how = step
    return _html_sign(how, tries, hints, most, turns)


# many learners of a class give the same answers
@functools.lru_cache(16384)
def _html_sign(how: str, tries: int, hints: int, most: int, turns: tuple[str, ...]) -> str:
    title = f' title="{", ".join(map(escape, turns))}"' if turns else ""
    sign = cell_text(StepFields("", False, tries, hints, 0.0, turns, 0, most, how))
    return f'<td class="{_CLASSES[how]}"{title}>{sign}</td>'
