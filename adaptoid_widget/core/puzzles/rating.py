"""The rating of a learner, and the difficulty of puzzles on the same scale (Elo)."""

from __future__ import annotations

import math
from typing import Tuple

START = 1200
"""The initial rating."""
LOWEST, HIGHEST = 100, 3000
# the K-factor falls from the first to the second value within this number of rounds
FIRST_K, LAST_K, SETTLED = 80, 20, 30
MAX_LOSS = 30
"""What a miss costs at most."""

# a puzzle's name and its difficulty
Graded = Tuple[str, int]


def tactic_of(name: str) -> str:
    """The part of a puzzle's name that says what it is about.

    >>> tactic_of("double-fork-3")
    'double-fork'
    """
    return name[: max(0, name.rfind("-"))]


def expected(rating: int, difficulty: int) -> float:
    """The probability that a learner with a rating solves a puzzle with a difficulty.

    >>> expected(1200, 1200), round(100 * expected(1600, 1200))
    (0.5, 91)
    """
    return 1.0 / (1.0 + math.pow(10.0, (difficulty - rating) / 400))


def rated(rating: int, difficulty: int, solved: bool, rounds: int) -> int:
    """The rating after the answer to a puzzle with a difficulty; `rounds` is the number of answers before it.

    >>> rated(1200, 1200, True, 0), rated(1200, 1200, False, 30)
    (1240, 1190)
    >>> rated(1200, 800, False, 0)
    1170
    """
    k = FIRST_K - (FIRST_K - LAST_K) * min(rounds, SETTLED) // SETTLED
    score = (1 if solved else 0) - expected(rating, difficulty)
    change = int(k * abs(score) + 0.5)
    return max(LOWEST, min(HIGHEST, rating + (change if solved else -min(change, MAX_LOSS))))
