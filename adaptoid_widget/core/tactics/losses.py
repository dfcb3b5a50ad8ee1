"""How a turn takes adaptoids: by capture, exchange, hunger or a fork. The coach, reviews and lessons say it."""

from __future__ import annotations

from typing import List, NamedTuple

from ..rules.piece import Piece
from ..rules.position import Position
from ..rules.turn import Turn
from .forks import forked_by

FORKED = "forked"

Loss = NamedTuple(
    "Loss",
    [
        ("cell", str),
        ("piece", Piece),
        ("how", str),  # "captured", "exchanged", "starved", or "forked" for one that starved by a fork
    ],
)
"""An adaptoid that a turn took."""


def losses(before: Position, turn: Turn, color: str) -> List[Loss]:
    """The adaptoids of a colour that a turn takes.

    >>> position = Position.from_text("adaptoid w 0,0 W:B2L,C3 B:C4LLP,D4,D6")
    >>> [(loss.cell, loss.how) for loss in losses(position, Turn.from_text("B2-B3 +B4"), "B")]
    [('C4', 'forked')]
    """
    gone = [each for each in before.effect(turn).gone if each.piece.color == color]
    forked = forked_by(before, turn) if gone else ()
    return [
        Loss(cell, piece, FORKED if how == "starved" and cell in forked else how) for cell, piece, how in gone
    ]


def cells_lost(lost: List[Loss], *ways: str) -> List[str]:
    """The discs of the adaptoids that were lost in one of these ways."""
    return [loss.cell for loss in lost if loss.how in ways]
