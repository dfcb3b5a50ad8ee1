"""How a turn takes adaptoids: by capture, exchange, hunger or a fork. The coach, reviews and lessons say it."""

from __future__ import annotations

from typing import List, NamedTuple

from ..i18n.catalog import Saying
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
        ("free", int),  # the free discs beside it when it was fed; 0 for one that was attacked
    ],
)
"""An adaptoid that a turn took."""


def losses(before: Position, turn: Turn, color: str) -> List[Loss]:
    """The adaptoids of a colour that a turn takes.

    >>> position = Position.from_text("adaptoid w 0,0 W:B2L,C3 B:C4LLP,D4,D6")
    >>> [(loss.cell, loss.how) for loss in losses(position, Turn.from_text("B2-B3 +B4"), "B")]
    [('C4', 'forked')]
    """
    effect = before.effect(turn)
    gone = [each for each in effect.gone if each.piece.color == color]
    forked = forked_by(before, turn) if gone else ()
    # all who starve leave at once
    taken = list(effect.position.pieces) + list(effect.starved)
    out: List[Loss] = []
    for cell, piece, how in gone:
        free = 0
        if how == "starved":
            free = len([near for near in before.layout.near(cell) if near not in taken])
            how = FORKED if cell in forked else how
        out.append(Loss(cell, piece, how, free))
    return out


def cells_lost(lost: List[Loss], *ways: str) -> List[str]:
    """The discs of the adaptoids that were lost in one of these ways."""
    return [loss.cell for loss in lost if loss.how in ways]


def hunger(lost: List[Loss], code: str) -> List[Saying]:
    """Say by a code, such as "coach.starved", why those of the lost starved who did."""
    return [
        (code, {"cell": loss.cell, "limbcount": loss.piece.size, "left": loss.free})
        for loss in lost
        if loss.how in ("starved", FORKED)
    ]
