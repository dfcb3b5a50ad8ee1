"""Shows people what the evaluation counts in a position."""

from __future__ import annotations

from typing import NamedTuple

from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.search.evaluation import FEATURES, features
from ..core.search.work_array import N_FEATURES
from .weights import weights_of


class FeatureRow(NamedTuple):
    """One feature of a position."""

    name: str
    """Its name in `evaluation.FEATURES`."""
    meaning: str
    """What it counts, in words."""
    counts: dict[str, int]
    """For each colour how much of it there is."""
    worth: dict[str, float]
    """For each colour its worth, in adaptoids."""


def feature_rows(position: Position) -> tuple[FeatureRow, ...]:
    """Return what is counted for each colour at the start of a turn, and its worth, without looking ahead.

    A feature's weight depends on whether the colour is to move. Raises GameError in the middle of a turn.

    >>> rows = {
    ...     row.name: row for row in feature_rows(Position.from_text("adaptoid w 0,4 W:C5,D3 B:D5LLPP,D6"))
    ... }
    >>> rows["tight"].counts, rows["tolls"].counts
    ({'W': 0, 'B': 1}, {'W': 1, 'B': 0})
    """
    if position.step == "grow":
        raise GameError("the move step is done; a position is reckoned at the start of a turn")
    weights = weights_of(len(position.colors))
    by_color = {
        color: features(position.state, position.seat_of(color), position.context)
        for color in position.colors
    }
    rows: list[FeatureRow] = []
    for k, (name, meaning) in enumerate(FEATURES):
        counts = {color: by_color[color][k] for color in position.colors}
        worth = {
            color: counts[color] * weights[k if color == position.turn else N_FEATURES + k] / 10_000
            for color in position.colors
        }
        rows.append(FeatureRow(name, meaning, counts, worth))
    return tuple(rows)
