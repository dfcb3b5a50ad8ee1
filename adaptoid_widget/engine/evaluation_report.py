"""What the evaluation sees in a position, by name, for people to read."""

from __future__ import annotations

from typing import NamedTuple

from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.rules.variants import VARIANTS, order_from
from .backend import interpreted
from .evaluation import FEATURES, N_FEATURES
from .weights import weights_of


class Reckoned(NamedTuple):
    """One feature of a position."""

    name: str
    """Its name in `evaluation.FEATURES`."""
    meaning: str
    """What it counts, in words."""
    counts: dict[str, int]
    """How much of it each colour has."""
    worth: dict[str, float]
    """What that is worth to each colour, in adaptoids."""


def reckon(position: Position) -> tuple[Reckoned, ...]:
    """What is counted for each colour at the start of a turn, and what it is worth, before anybody looks ahead.

    A feature weighs more for the player to move where it is his chance. Raises GameError in the middle of a turn.

    >>> rows = {row.name: row for row in reckon(Position.from_text("adaptoid w 0,4 W:C5,D3 B:D5LLPP,D6"))}
    >>> rows["tight"].counts, rows["tolls"].counts
    ({'W': 0, 'B': 1}, {'W': 1, 'B': 0})
    """
    if position.step == "grow":
        raise GameError("the move step is done; a position is reckoned at the start of a turn")
    players = len(position.colors)
    order = order_from(VARIANTS[position.variant], position.turn)
    run = interpreted()
    near = run.near(position.layout)
    weights = weights_of(players)
    board = position.layout.board
    counted = {
        color: run.features(position.state, seat, position.limit, board, near, position.flags)
        for seat, color in enumerate(order)
    }
    rows: list[Reckoned] = []
    for k, (name, meaning) in enumerate(FEATURES):
        counts = {color: counted[color][k] for color in position.colors}
        worth = {
            color: counts[color] * weights[k if color == position.turn else N_FEATURES + k] / 10_000
            for color in position.colors
        }
        rows.append(Reckoned(name, meaning, counts, worth))
    return tuple(rows)
