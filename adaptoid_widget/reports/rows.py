"""The rows of results: one learner's result in one step, and the difficulty of a step for all learners."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One learner's result in one step of one lesson."""

    learner: str
    lesson: str
    step: str
    how: str
    """ "solved", "helped" (with hints or after wrong answers), "missed", "skipped", "" for not done."""
    solved: bool
    tries: int
    hints: int
    seconds: float
    score: int
    most: int
    turns: tuple[str, ...]
    """The tried turns in order."""

    @property
    def begun(self) -> bool:
        """Whether the learner did anything in the step."""
        return bool(self.how or self.tries or self.hints)

    @property
    def sign(self) -> str:
        """How the step went: × for missed, – for skipped, … for begun, or the number of tries."""
        return {"missed": "×", "skipped": "–", "": "…"}.get(self.how, str(self.tries))


class StepDifficulty(NamedTuple):
    """The difficulty of a step for all learners who reached it."""

    lesson: str
    step: str
    learners: int
    """The number of learners who reached it."""
    solved: float
    """The share of them who solved it, 0 to 1."""
    alone: float
    """The share of them who solved it at the first try and without a hint, 0 to 1."""
    tries: float
    """The average number of tries."""
    hints: float
    """The average number of hints."""
    seconds: float
    """The average time in seconds."""
