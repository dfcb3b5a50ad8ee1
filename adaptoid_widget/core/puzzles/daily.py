"""The puzzles of a day. Deterministic: a day is a number, and the same day has the same puzzles everywhere."""

from __future__ import annotations

from typing import List, Sequence, Tuple

from ..rules.errors import GameError
from ..rules.random_play import advance, below
from .rating import Graded


def daily(graded: Sequence[Graded], day: int) -> Tuple[str, ...]:
    """Three puzzles of a day: easy, middle and hard. All puzzles of a third are used before one repeats.

    Raises GameError for fewer than three puzzles.

    >>> graded = [("p%d" % n, 800 + n) for n in range(9)]
    >>> days = [daily(graded, day) for day in range(3)]
    >>> sorted([name for names in days for name in names]) == sorted([name for name, _ in graded])
    True
    """
    if len(graded) < 3:
        raise GameError("a day has three puzzles, and there are %d to choose from" % len(graded))
    order = sorted([(difficulty, name) for name, difficulty in graded])
    out: List[str] = []
    for third in range(3):
        part = order[third * len(order) // 3 : (third + 1) * len(order) // 3]
        names = [name for _, name in part]
        _shuffle(names, 3 * (day // len(names)) + third)
        out.append(names[day % len(names)])
    return tuple(out)


def _shuffle(names: List[str], seed: int) -> None:
    state = advance(advance((seed + 1) * 2654435761 & 281474976710655))
    for i in range(len(names) - 1, 0, -1):
        state = advance(state)
        k = below(state, i + 1)
        names[i], names[k] = names[k], names[i]
