"""The weights of the evaluation, in ten-thousandths of an adaptoid, as `tune` fitted and wrote them."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from .tree_search.evaluation import NAMES

FILE = Path(__file__).with_name("weights.json")
"""By number of players, what each feature weighs for the side to move and for the others, and where that came from."""


@cache
def _kept() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return loaded


def fitted() -> dict[str, Any]:
    """The weights in use and where they came from, as in the file."""
    return dict(_kept())


def use(weights: dict[str, Any]) -> None:
    """Use other weights from now on, in this process."""
    _kept().clear()
    _kept().update(weights)


def weights_of(players: int, without: Collection[str] = ()) -> tuple[int, ...]:
    """The weights for so many players, as `FEATURES` go: the side to move's, then the others'.

    What is named in `without` weighs nothing: a player who does not see it.

    >>> all(weight == 0 for weight in weights_of(2, without=NAMES))
    True
    """
    named = _kept()[str(players)]
    return tuple(0 if name in without else named[name][row] for row in (0, 1) for name in NAMES)
