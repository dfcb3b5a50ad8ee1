"""The replies of a level in lessons."""

from __future__ import annotations

from ..core.rules.position import Position
from ..core.rules.turn import Turn


def level_reply(position: Position, level: int) -> Turn:
    """The turn that a level always chooses in a position."""
    # few lessons need a player, and `import adaptoid_widget` loads this module
    from .players import Player

    return Player(level)(position)
