"""The weights of the evaluation, in ten-thousandths of an adaptoid, as `tune` fitted them."""

from __future__ import annotations

from ..core.position import Position
from .evaluation import FEATURES

# by feature: for the side to move, for the others
TWO: dict[str, tuple[int, int]] = {
    "lives": (100, 100),
    "bodies": (5000, 5000),
    "few": (-10000, -10000),
    "legs": (1000, 1000),
    "pincers": (1500, 1500),
    "hunters": (3000, 3000),
    "starving": (-6000, -6000),
    "tight": (-2000, -2000),
    "close": (-500, -500),
    "food": (400, 400),
    "reach": (200, 200),
    "space": (100, 100),
    "captures": (3000, 3000),
    "exchanges": (1000, 1000),
    "tolls": (6000, 6000),
    "forks": (3000, 3000),
    "reserve": (1000, 1000),
    "exposed": (-3000, -3000),
}
THREE = TWO


def weights_of(position: Position) -> tuple[int, ...]:
    """The weights for a position's number of players, as `FEATURES` go: the side to move's, then the others'."""
    named = TWO if len(position.colors) == 2 else THREE
    return tuple(named[name][row] for row in (0, 1) for name, _ in FEATURES)
