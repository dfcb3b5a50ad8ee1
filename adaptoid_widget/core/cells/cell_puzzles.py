"""`aw.Puzzles` in a page: the puzzles that the page holds, on a board; and the module `adaptoid_widget.puzzles`."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence, Tuple, Union

from ..puzzles.puzzle import Puzzle
from ..puzzles.puzzle_methods import ENDLESS, PuzzleMethods, check_mode
from ..puzzles.puzzle_progress import PuzzleProgress
from ..puzzles.puzzle_tutor import PuzzlePresenter, PuzzleSequence, PuzzleTutor
from ..rules.errors import GameError
from ..tactics.finder import checked_names
from ..teaching.lesson import LessonContent
from .cell_host import cell_host
from .cell_lessons import CellLesson

Tactics = Union[str, Sequence[str], None]
# the days before each month of a year that begins in March
_DAYS_BEFORE = (0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337)


def load(tactic: Tactics = None) -> Tuple[Puzzle, ...]:
    """The puzzles of one tactic or several; with None, all. Raises GameError for an unknown tactic."""
    names = checked_names(tactic if tactic is None or isinstance(tactic, str) else tuple(tactic))
    puzzles = [Puzzle(*fields) for fields in cell_host().puzzles["puzzles"]]
    return tuple([puzzle for puzzle in puzzles if puzzle.tactic in names])


class CellPuzzles(CellLesson, PuzzleMethods):
    """Puzzles on a board: `Puzzles()` one after another, `Puzzles("daily")` for three. The results stay in the page.

    `day` is a date's text, such as "2026-11-20". Raises GameError for a wrong mode, tactic or day.
    """

    def __init__(
        self,
        mode: str = ENDLESS,
        *,
        tactic: Tactics = None,
        day: Optional[str] = None,
        results: Any = None,  # noqa: ARG002  a page has no files
        learner: Optional[str] = None,
        language: str = "en",
        size: str = "normal",
        coordinates: Union[bool, str] = True,
        clock: Optional[Callable[[], float]] = None,
    ) -> None:
        check_mode(mode, day)
        self.mode = mode
        self._progress = PuzzleProgress()
        number = 0 if mode == ENDLESS else self._today() if day is None else ordinal(day)
        sentences = cell_host().puzzles["sentences"]
        self._sequence = PuzzleSequence(load(tactic), self._progress, sentences, number, self._set_content)
        self._sequence.today = self._today()
        settings = {"language": language, "size": size, "coordinates": coordinates}
        self._open(lambda session: PuzzlePresenter(PuzzleTutor(self._sequence, session, clock)), settings)
        if learner:
            self.learner = learner

    # in MicroPython, all classes of the first base come before the second
    __repr__ = PuzzleMethods.__repr__

    def _set_content(self, lesson: LessonContent) -> None:
        self.content = lesson

    def _today(self) -> int:
        return cell_host().today

    def _date_text(self, day: int) -> str:
        return date_text(day)


def ordinal(text: str) -> int:
    """The number of a day, 1 for 0001-01-01. Raises GameError for a text that is no date.

    >>> ordinal("2026-11-20"), date_text(ordinal("2024-02-29"))
    (739940, '2024-02-29')
    """
    given: Any = text
    parts = text.split("-") if isinstance(given, str) and len(text) == 10 else []
    if len(parts) == 3 and min([len(part.strip("0123456789")) == 0 < len(part) for part in parts]):
        year, month, day = [int(part) for part in parts]
        if 1 <= month <= 12 and year >= 1:
            years = year - (month < 3)
            days = 365 * years + years // 4 - years // 100 + years // 400 - 306
            number: int = days + _DAYS_BEFORE[(month + 9) % 12] + day
            if date_text(number) == text:
                return number
    raise GameError("a day is a date such as 2026-11-20, not %r" % (text,))


def date_text(day: int) -> str:
    """The date of a day's number.

    >>> date_text(1), date_text(739940)
    ('0001-01-01', '2026-11-20')
    """
    # years that begin in March, from that of year 0
    days = day + 305
    years = (10000 * days + 14780) // 3652425
    rest = days - (365 * years + years // 4 - years // 100 + years // 400)
    if rest < 0:
        years -= 1
        rest = days - (365 * years + years // 4 - years // 100 + years // 400)
    month = max([number for number in range(12) if _DAYS_BEFORE[number] <= rest])
    year = years + (month >= 10)
    return "%04d-%02d-%02d" % (year, (month + 2) % 12 + 1, rest - _DAYS_BEFORE[month] + 1)
