"""The weights of the evaluation, in ten-thousandths of an adaptoid, as `tools/weight_tuning.py` wrote them."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from ..core.search.evaluation import NAMES

FILE = Path(__file__).with_name("weights.json")
"""By number of players, each feature's weights for the side to move and for the others, and their origin."""


@cache
def load_weights() -> dict[str, Any]:
    """Return the weights in use and their origin, as in the file. Changing them changes the evaluation."""
    weights: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return weights


def weights_of(players: int, without: Collection[str] = ()) -> tuple[int, ...]:
    """Return the weights for a number of players in the order of `FEATURES`: the side to move's, then the others'.

    The features in `without` get weight 0.

    >>> all(weight == 0 for weight in weights_of(2, without=NAMES))
    True
    """
    named = load_weights()[str(players)]
    return tuple(0 if name in without else named[name][row] for row in (0, 1) for name in NAMES)
