"""The puzzles of a day. Deterministic: a day is a number, and the same day has the same puzzles everywhere."""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

from ..rules.errors import GameError
from ..rules.random_play import advance, below
from .rating import Graded, tactic_of


def daily(graded: Sequence[Graded], day: int) -> Tuple[str, ...]:
    """Three puzzles of a day: easy, middle and hard, about three tactics if there are enough.

    All puzzles of a third are used before one repeats.

    Raises GameError for fewer than three puzzles.

    >>> graded = [("p%d" % n, 800 + n) for n in range(9)]
    >>> days = [daily(graded, day) for day in range(3)]
    >>> sorted([name for names in days for name in names]) == sorted([name for name, _ in graded])
    True
    """
    if len(graded) < 3:
        raise GameError("a day has three puzzles, and there are %d to choose from" % len(graded))
    order = sorted([(difficulty, name) for name, difficulty in graded])
    thirds = [
        [name for _, name in order[third * len(order) // 3 : (third + 1) * len(order) // 3]]
        for third in range(3)
    ]
    days = _Days(thirds)
    return tuple([days.puzzle(third, day) for third in range(3)])


class _Days:
    """The puzzles of all days: in a round of a third, each of its puzzles comes once."""

    def __init__(self, thirds: List[List[str]]) -> None:
        self._thirds = thirds
        self._orders: Dict[Tuple[int, int], List[str]] = {}

    def puzzle(self, third: int, day: int) -> str:
        """The puzzle of a third on a day. The next day has another one, if there are more than two."""
        n_days = len(self._thirds[third])
        number, at = day // n_days, day % n_days
        names = self._order(third, number)
        if n_days > 2 and at < 2 and names[0] == self._order(third, number - 1)[-1]:
            at = 1 - at
        return names[at]

    def _order(self, third: int, number: int) -> List[str]:
        """The order of a round, in which a puzzle is not about a tactic of the day's easier puzzles if possible."""
        key = (third, number)
        if key in self._orders:
            return self._orders[key]
        names = list(self._thirds[third])
        _shuffle(names, 3 * number + third)
        first_day = number * len(names)
        easier = [
            [tactic_of(self.puzzle(other, first_day + at)) for other in range(third)]
            for at in range(len(names))
        ]
        for at in range(len(names)):
            if tactic_of(names[at]) not in easier[at]:
                continue
            for other in range(len(names)):
                fits = tactic_of(names[other]) not in easier[at] and tactic_of(names[at]) not in easier[other]
                if fits:
                    names[at], names[other] = names[other], names[at]
                    break
        self._orders[key] = names
        return names


def _shuffle(names: List[str], seed: int) -> None:
    """Shuffle names. A round of days has the same order everywhere."""
    state = advance(advance((seed + 1) * 2654435761 & 281474976710655))
    for i in range(len(names) - 1, 0, -1):
        state = advance(state)
        k = below(state, i + 1)
        names[i], names[k] = names[k], names[i]
