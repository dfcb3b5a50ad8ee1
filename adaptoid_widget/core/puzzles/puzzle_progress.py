"""A learner's progress in puzzles: the answers, the rating, the puzzles of the day, the days in a row."""

from __future__ import annotations

from typing import Any, Dict, Tuple

from ..rules.errors import GameError
from ..teaching.results import Result, StepResult
from .puzzle import NAME
from .spaced_repetition import Practice, check, practice_number

# 31 December 9999, as the ordinal of a date
_LAST_DAY = 3652059


class PuzzleProgress:
    """A learner's progress in puzzles. Boards with the same file share it."""

    def __init__(self) -> None:
        self.learner = ""
        """The learner's name, or ""."""
        self.practice = Practice()
        """The rating, and the puzzles to repeat."""
        self.steps: Dict[str, StepResult] = {}
        """The last result of each puzzle by name."""
        self.day = 0
        """The last day whose puzzles were answered, as a date's ordinal; 0 for none."""
        self.today: Dict[str, StepResult] = {}
        """The results of that day."""
        self._streak: Tuple[int, int] = (0, 0)

    def result(self, learner: str) -> Result:
        """Set the learner's name. Return the results of all puzzles, in the order in which they were first asked."""
        self.learner = learner
        return Result(NAME, learner, list(self.steps.values()), len(self.steps))

    def put(self, step: StepResult, day: int) -> None:
        """Record the result of a puzzle; `day` is the ordinal of its day, or 0."""
        if not (step.tries or step.hints or step.turns or step.how):
            # the learner only looked at it
            return
        self.steps[step.name] = step
        if day:
            if self.day != day:
                self.day, self.today = day, {}
            self.today[step.name] = step

    def count_day(self, day: int) -> None:
        """Record that a puzzle was solved on a day, the ordinal of a date.

        >>> progress = PuzzleProgress()
        >>> for day in (7, 8, 8, 9):
        ...     progress.count_day(day)
        >>> progress.streak(9), progress.streak(10), progress.streak(11)
        (3, 3, 0)
        """
        last, count = self._streak
        if day != last:
            self._streak = (day, count + 1 if day == last + 1 else 1)

    def streak(self, day: int) -> int:
        """The number of days in a row on which puzzles were solved, up to a day or the one before."""
        last, count = self._streak
        return count if day - 1 <= last <= day else 0

    def take_later(self, other: PuzzleProgress) -> None:
        """Add what another process has written: its answers, and its rating if it has more of them."""
        for name in other.steps:
            self.steps.setdefault(name, other.steps[name])
        if other.practice.round > self.practice.round:
            self.practice = other.practice
        self._streak = max(self._streak, other._streak)

    def pack(self) -> Dict[str, Any]:
        """Return what the file contains besides the results, as JSON-able data."""
        today = [step.pack() for step in self.today.values()]
        return {
            "practice": self.practice.pack(),
            "day": self.day,
            "today": today,
            "streak": list(self._streak),
        }

    @staticmethod
    def unpack(data: Any, result: Result) -> PuzzleProgress:
        """Make it from the data of `pack` and from the results. Raises GameError for other data."""
        if not isinstance(data, dict) or not isinstance(data.get("today"), list):
            raise GameError("these are not results of puzzles")
        progress = PuzzleProgress()
        progress.learner = result.learner
        progress.practice = Practice.unpack(data.get("practice"))
        progress.steps = {step.name: step for step in result.steps}
        progress.day = practice_number(data.get("day"), 0, _LAST_DAY)
        progress.today = {step.name: step for step in [StepResult.unpack(each) for each in data["today"]]}
        # an older version counted no days
        streak = data.get("streak", [0, 0])
        check(isinstance(streak, list) and len(streak) == 2)
        progress._streak = (
            practice_number(streak[0], 0, _LAST_DAY),
            practice_number(streak[1], 0, _LAST_DAY),
        )
        return progress
