"""Rows of results: what one learner did in one step, and how difficult a step was for all learners."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """What one learner did in one step of one lesson."""

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
    """What was tried, in its order."""


class StepDifficulty(NamedTuple):
    """How difficult a step was for all who came to it."""

    lesson: str
    step: str
    learners: int
    """How many came to it."""
    solved: float
    """The share of them who solved it."""
    alone: float
    """The share of them who solved it at the first try and without a hint."""
    tries: float
    """Tries, on average."""
    hints: float
    """Hints, on average."""
    seconds: float
    """Seconds, on average."""
