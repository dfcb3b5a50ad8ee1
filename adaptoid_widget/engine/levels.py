"""How far each level of `Player` sees. Levels 1 to 3 have habits instead, in `core.shortsight`."""

from __future__ import annotations

from typing import NamedTuple


class Budget(NamedTuple):
    """What a level may spend on a turn: depth in turns, and positions."""

    depth: int | None
    nodes: int | None


SHORT_SIGHTED = (1, 2, 3)

LEVELS: dict[int, Budget] = {
    4: Budget(None, 1_000),
    5: Budget(None, 2_800),
    6: Budget(None, 8_000),
    7: Budget(None, 22_000),
    8: Budget(None, 60_000),
    9: Budget(None, 170_000),
    10: Budget(None, 500_000),
}
"""Levels 4 to 10: the engine, which errs by short sight alone."""

LOWEST = min(SHORT_SIGHTED)
HIGHEST = max(LEVELS)
