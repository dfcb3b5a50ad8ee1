"""What learners see of puzzles from Python: in the notebook, and in the cells of a page."""

from __future__ import annotations

from typing import Any, Tuple

from ..rules.errors import GameError
from ..teaching.lesson_methods import LessonMethods
from .puzzle import Puzzle
from .puzzle_progress import PuzzleProgress
from .puzzle_tutor import PuzzleSequence
from .rating import START

DAILY, ENDLESS = "daily", "endless"


def check_mode(mode: object, day: object = None) -> None:
    """Raise GameError unless a mode is "daily" or "endless", and a day belongs to the first."""
    # comparing a column of pandas raises an error of pandas
    if not isinstance(mode, str) or mode not in (DAILY, ENDLESS):
        raise GameError("puzzles are %r or %r, not %r" % (ENDLESS, DAILY, mode))
    if day is not None and mode == ENDLESS:
        raise GameError("for the puzzles of a day, use Puzzles('daily', day=…)")


class PuzzleMethods(LessonMethods):
    """A base class of puzzles on a board."""

    mode: str
    """ "endless" or "daily"."""
    _progress: PuzzleProgress
    _sequence: PuzzleSequence

    def _today(self) -> int:
        """The present day as a number."""
        raise NotImplementedError

    def _date_text(self, day: int) -> str:
        """A day as its date, such as 2026-11-20."""
        raise NotImplementedError

    @property
    def rating(self) -> int:
        """The learner's rating. It starts at 1200."""
        return self._progress.practice.rating

    @property
    def change(self) -> int:
        """The change of the rating by the puzzle on the board."""
        tutor: Any = self._tutor
        return int((tutor.rating or {"change": 0})["change"])

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the board."""
        return self._sequence.puzzles[self.step.name]

    @property
    def solution(self) -> Tuple[str, ...]:
        """A turn that solves the puzzle on the board."""
        return (self.puzzle.key,)

    @property
    def ratings(self) -> Tuple[int, ...]:
        """The rating at the start and after each answer."""
        return tuple([START] + [rating for _, _, rating in self._progress.practice.history])

    @property
    def streak(self) -> int:
        """The number of days in a row on which puzzles were solved."""
        return self._progress.streak(self._today())

    @property
    def due(self) -> Tuple[str, ...]:
        """The names of the missed puzzles that are repeated next."""
        return tuple([name for name in self._progress.practice.due() if name in self._sequence.puzzles])

    def __repr__(self) -> str:
        choice = "%d to choose from" % len(self._sequence.puzzles)
        if self.mode == DAILY:
            choice = "of " + self._date_text(self._sequence.day)
        name, rating = self.puzzle.name, self.puzzle.rating
        return "<Puzzles, %s: %s, rated %d; learner %d>" % (choice, name, rating, self.rating)
