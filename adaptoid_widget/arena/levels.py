"""The search limits of the levels of `Player`. Levels 1 to 3 are in `core.tactics.weak_players`."""

from __future__ import annotations

from typing import NamedTuple


class Budget(NamedTuple):
    """The limits of a level's search, and what its evaluation ignores."""

    depth: int | None
    """The depth in turns, or None."""
    nodes: int | None
    """The number of positions, or None."""
    without: tuple[str, ...] = ()
    """The ignored features."""


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
"""Levels 4 to 10. 4 and 5 ignore captures of the next turn, 4 and 6 exposed adaptoids, 5 and 6 legs."""

LOWEST = min(SHORT_SIGHTED)
HIGHEST = max(LEVELS)
