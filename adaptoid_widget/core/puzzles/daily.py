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
        out.append(_in_turn([name for _, name in part], day, third))
    return tuple(out)


def _in_turn(names: List[str], day: int, third: int) -> str:
    """The puzzle of a day in one of the thirds. The next day has another one, if there are more than two."""
    n_days = len(names)
    before = list(names)
    _shuffle(names, 3 * (day // n_days) + third)
    _shuffle(before, 3 * (day // n_days - 1) + third)
    if n_days > 2 and names[0] == before[-1]:
        names[0], names[1] = names[1], names[0]
    return names[day % n_days]


def _shuffle(names: List[str], seed: int) -> None:
    """Shuffle names. A round of days has the same order everywhere."""
    state = advance(advance((seed + 1) * 2654435761 & 281474976710655))
    for i in range(len(names) - 1, 0, -1):
        state = advance(state)
        k = below(state, i + 1)
        names[i], names[k] = names[k], names[i]
