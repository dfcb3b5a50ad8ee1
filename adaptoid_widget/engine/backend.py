"""The search's functions, compiled where numba is and as they stand where it is not, with the arrays they work on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from ..core.rules import bitboard as rules
from ..core.rules import random_play as playout
from ..core.rules.layout import Layout
from ..threads import deferred_interrupt
from . import (
    alphabeta,
    evaluation,
)
from . import (
    move_ordering as steps,
)
from . import (
    root_search as roots,
)
from . import (
    transposition as table,
)
from . import (
    work_array as cells,
)

MODULES = (rules, playout, evaluation, cells, steps, table, alphabeta, roots)
CACHED = ("perft", "list_turns", "look", "features")
SEARCH = f"i8(UniTuple(i8, 12), b1, {'i8, ' * 6}near, i8[::1], i8[::1], i8[::1])"


class Kernel(NamedTuple):
    """What a search calls, and what it calls it with."""

    compiled: bool
    perft: Callable[..., int]
    list_turns: Callable[..., int]
    look: Callable[..., int]
    features: Callable[..., evaluation.Features]
    cells: Callable[[int], Any]
    rows: Callable[[int, int], Any]
    near: Callable[[Layout], Any]


def interpreted() -> Kernel:
    """The functions as plain Python."""
    return Kernel(
        False,
        playout.perft,
        roots.list_turns,
        roots.look,
        evaluation.features,
        lambda n: [0] * n,
        lambda n, width: [[0] * width for _ in range(n)],
        lambda layout: layout.links,
    )


@cache
def kernel() -> Kernel:
    """The functions compiled, each at its first call or read from the cache; interpreted where numba is not."""
    try:
        with deferred_interrupt():
            import numpy as np

            from .compiled_rules import near_array
            from .jit import compiled
    except ImportError:
        return interpreted()
    names = compiled(MODULES, CACHED, {"search": SEARCH})
    return Kernel(
        True,
        names["perft"],
        names["list_turns"],
        names["look"],
        names["features"],
        lambda n: np.zeros(n, dtype=np.int64),
        lambda n, width: np.zeros((n, width), dtype=np.int64),
        near_array,
    )
