"""The functions of the search, compiled if numba is installed and interpreted otherwise, with their arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from ...core.rules import bitboard, random_play
from ...core.rules.bitboard import Context
from ...core.rules.layout import Layout
from ...threads import deferred_interrupt
from ..tree_search import alphabeta, evaluation, move_ordering, root_search, transposition, work_array

MODULES = (
    bitboard,
    random_play,
    evaluation,
    work_array,
    move_ordering,
    transposition,
    alphabeta,
    root_search,
)
CACHED = ("perft", "list_turns", "look", "features")
SEARCH = f"i8(UniTuple(i8, 12), b1, {'i8, ' * 6}context, i8[::1], i8[::1], i8[::1])"
EXPORTS = {
    "list_turns": "UniTuple(i8, 12), b1, context, i8[::1], i8[:, ::1]",
    "look": f"i8[:, ::1], {'i8, ' * 4}{'i8[::1], ' * 3}context, {'i8[::1], ' * 3}",
    "random_games": f"UniTuple(i8, 12), context, {'i8, ' * 3}",
    "replay": "UniTuple(i8, 12), b1, i8[:, ::1], i8[:, ::1], context",
}
"""The functions of `search.wasm` with numba's types of their parameters."""


class Backend(NamedTuple):
    """The functions that a search calls, and the makers of their arguments."""

    compiled: bool
    perft: Callable[..., int]
    list_turns: Callable[..., int]
    look: Callable[..., int]
    features: Callable[..., evaluation.Features]
    cells: Callable[[int], Any]
    """Make an array of zeros."""
    rows: Callable[[int, int], Any]
    """Make a table of zeros."""
    context: Callable[[Layout, Context], Context]
    """Convert a game's context to the one that the functions take."""


def interpreted() -> Backend:
    """Return the functions as plain Python."""
    return Backend(
        False,
        random_play.perft,
        root_search.list_turns,
        root_search.look,
        evaluation.features,
        lambda n: [0] * n,
        lambda n, width: [[0] * width for _ in range(n)],
        lambda _, context: context,
    )


@cache
def backend() -> Backend:
    """Return the functions compiled at their first call or read from the cache. Without numba: interpreted."""
    try:
        with deferred_interrupt():
            import numpy as np

            from .compiled_rules import compiled_context
            from .jit import compiled
    except ImportError:
        return interpreted()
    functions = compiled(MODULES, CACHED, {"search": SEARCH})
    return Backend(
        True,
        functions["perft"],
        functions["list_turns"],
        functions["look"],
        functions["features"],
        lambda n: np.zeros(n, dtype=np.int64),
        lambda n, width: np.zeros((n, width), dtype=np.int64),
        compiled_context,
    )
