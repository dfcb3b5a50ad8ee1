"""How far each level of `Player` sees. Levels 1 to 3 have habits instead, in `core.shortsight`."""

from __future__ import annotations

from typing import NamedTuple


class Budget(NamedTuple):
    """What a level may spend on a turn: depth in turns, and positions."""

    depth: int | None
    nodes: int | None


SHORT_SIGHTED = (1, 2, 3)

LEVELS: dict[int, Budget] = {
    4: Budget(1, None),
    5: Budget(2, 400),
    6: Budget(None, 1_500),
    7: Budget(None, 6_000),
    8: Budget(None, 25_000),
    9: Budget(None, 100_000),
    10: Budget(None, 400_000),
}
"""Levels 4 to 10: the engine, which errs by short sight alone."""

LOWEST = min(SHORT_SIGHTED)
HIGHEST = max(LEVELS)
