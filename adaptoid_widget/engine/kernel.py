"""The search's functions, compiled where numba is and as they stand where it is not, with the arrays they work on."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..core import playout, rules
from ..core.layout import Layout
from . import alphabeta, evaluation, roots

MODULES = (rules, playout, evaluation, alphabeta, roots)
ENTRIES = ("perft", "list_turns", "look", "features")
# Said aloud, since it calls itself: numba would compile it for several kinds of arguments, and crash when it reads what
# calls them from its cache.
SEARCH = f"i8(UniTuple(i8, 12), b1, {'i8, ' * 6}{', '.join(['i8[::1]'] * 4)})"


class Kernel(NamedTuple):
    """What a search calls, and what it calls it with."""

    compiled: bool
    perft: Callable[..., int]
    list_turns: Callable[..., int]
    look: Callable[..., int]
    features: Callable[..., evaluation.Features]
    cells: Callable[[int], Any]
    rows: Callable[[int, int], Any]
    near: Callable[[Layout], Sequence[int]]


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
        import numpy as np

        from .compiled import near_array
        from .jit import cached_on_disk, njit
    except ImportError:
        return interpreted()
    # numba's cache asks for the module that a function's names belong to
    names: dict[str, Any] = {"__name__": alphabeta.__name__}
    for module in MODULES:
        names.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    with cached_on_disk(MODULES):
        for module in MODULES:
            for name, value in vars(module).items():
                if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                    # the same code; the names it calls are those of the compiled ones, its own among them
                    names[name] = njit(types.FunctionType(value.__code__, names, name), cache=name in ENTRIES)
        search = alphabeta.search
        names["search"] = njit(
            types.FunctionType(search.__code__, names, "search"), cache=True, signature=SEARCH
        )
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
