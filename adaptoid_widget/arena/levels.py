"""How far each level of `Player` sees. Levels 1 to 3 have habits instead, in `core.tactics.weak_players`."""

from __future__ import annotations

from typing import NamedTuple


class Budget(NamedTuple):
    """What a level may spend on a turn, and what it does not look at."""

    depth: int | None
    """How many turns it looks ahead, or None."""
    nodes: int | None
    """How many positions it looks at, or None."""
    without: tuple[str, ...] = ()
    """The features of the evaluation that it does not see."""


SHORT_SIGHTED = (1, 2, 3)

_CHANCES = ("captures", "tolls", "forks")

LEVELS: dict[int, Budget] = {
    4: Budget(1, None, (*_CHANCES, "exposed")),
    5: Budget(1, None, (*_CHANCES, "legs")),
    6: Budget(1, None, ("legs", "exposed")),
    7: Budget(None, 800),
    8: Budget(None, 3_000),
    9: Budget(None, 13_000),
    10: Budget(None, 100_000),
}
"""Levels 4 to 10: the engine, which errs by short sight. 4 and 5 do not see what could be taken in the next turn, 4 and
6 not whom they expose, and 5 and 6 do not care for legs."""

LOWEST = min(SHORT_SIGHTED)
HIGHEST = max(LEVELS)
