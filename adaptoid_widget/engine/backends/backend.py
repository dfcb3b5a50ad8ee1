"""The functions of the search with their arrays: as WebAssembly, compiled by numba, or interpreted."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from ...core.host.host import public_names
from ...core.rules.bitboard import Context
from ...core.rules.layout import Layout
from ...threads import deferred_interrupt
from ..tree_search import root_search

BACKENDS = ("wasm", "numba", "interpreted")
"""The backends. The first one that runs here is the default."""
PREFERRED = "ADAPTOID_BACKEND"
"""The environment variable that names a backend to try before the others."""


class Backend(NamedTuple):
    """The functions that a search calls, and the makers of their arguments. Two threads must not share one."""

    name: str
    """One of `BACKENDS`."""
    list_turns: Callable[..., int]
    search_root: Callable[..., int]
    cells: Callable[[int], Any]
    """Make an array of zeros."""
    rows: Callable[[int, int], Any]
    """Make a table of zeros."""
    context: Callable[[Layout, Context], Context]
    """Convert a game's context to the one that the functions take."""

    @property
    def compiled(self) -> bool:
        """Whether the functions run without the interpreter's lock, some hundred times faster than with it."""
        return self.name != "interpreted"


class EngineInfo(NamedTuple):
    """What the search runs on."""

    backend: str
    """ "wasm" (WebAssembly), "numba" (a little faster) or "interpreted" (some hundred times slower)."""
    version: str
    """The version of the library that runs it; of Python, if interpreted."""
    notes: tuple[str, ...]
    """Why the backends that were tried before it are not used."""

    def __dir__(self) -> list[str]:
        return public_names(self)


def interpreted() -> Backend:
    """Return the functions as plain Python."""
    return Backend(
        "interpreted",
        root_search.list_turns,
        root_search.search_root,
        lambda n: [0] * n,
        lambda n, width: [[0] * width for _ in range(n)],
        lambda _, context: context,
    )


@cache
def with_numba() -> Backend:
    """Return the functions, compiled at the first call or read from the cache. Raises ImportError without numba."""
    with deferred_interrupt():
        # this first: numpy is slow to import and of no use alone
        from .numba_compiler import SEARCH, SEARCH_MODULES, compiled, compiled_context  # isort: skip
        import numpy as np
    functions = compiled(SEARCH_MODULES, ("list_turns", "search_root"), {"search": SEARCH})
    return Backend(
        "numba",
        functions["list_turns"],
        functions["search_root"],
        lambda n: np.zeros(n, dtype=np.int64),
        lambda n, width: np.zeros((n, width), dtype=np.int64),
        compiled_context,
    )


def with_wasm() -> Backend:
    """Return the functions of a new instance of `search.wasm`. Raises ImportError if it cannot run here."""
    with deferred_interrupt():
        from .wasm import Instance
    instance = Instance()
    return Backend(
        "wasm",
        instance.function("list_turns"),
        instance.function("search_root"),
        instance.cells,
        instance.rows,
        instance.context,
    )


_MAKERS: dict[str, Callable[[], Backend]] = {
    "wasm": with_wasm,
    "numba": with_numba,
    "interpreted": interpreted,
}


def backend(name: str | None = None) -> Backend:
    """Return the backend of a name, or the first one that runs here.

    Raises ValueError for an unknown name, ImportError for a backend that does not run here.
    """
    if name is not None and name not in _MAKERS:
        raise ValueError(f"the backends are {', '.join(BACKENDS)}, not {name!r}")
    if name is not None:
        return _MAKERS[name]()
    try:
        return _MAKERS[_default()[0]]()
    except ImportError:
        # there was memory for one instance, but not for another
        return interpreted()


@cache
def _default() -> tuple[str, tuple[str, ...]]:
    """Return the first backend that runs here, and why those before it do not.

    Raises ValueError if the environment names an unknown one.
    """
    preferred = os.environ.get(PREFERRED) or BACKENDS[0]
    if preferred not in BACKENDS:
        raise ValueError(f"{PREFERRED} is one of {', '.join(BACKENDS)}, not {preferred!r}")
    notes: list[str] = []
    if preferred == BACKENDS[-1]:
        return preferred, ()
    for name in sorted(BACKENDS[:-1], key=lambda name: name != preferred):
        try:
            _MAKERS[name]()
        except ImportError as error:
            notes.append(f"{name}: {error}")
        else:
            return name, tuple(notes)
    return BACKENDS[-1], tuple(notes)


def rules_module() -> Any:
    """Return the module with compiled `outcomes` and `random_games`. Raises ImportError if there is none."""
    try:
        from . import wasm
    except ImportError:
        from . import numba_compiler

        return numba_compiler
    return wasm


def engine_info() -> EngineInfo:
    """Return what the search runs on, its version, and why the backends that were tried before it are not used.

    >>> engine_info().backend in ("wasm", "numba", "interpreted")
    True
    """
    import platform
    import sys
    from importlib import metadata

    name, notes = _default()
    if name == "interpreted":
        version = f"Python {platform.python_version()}"
    elif sys.platform == "emscripten":
        import pyodide

        version = f"Pyodide {pyodide.__version__}"
    else:
        library = {"numba": "numba", "wasm": "wasmtime"}[name]
        version = f"{library} {metadata.version(library)}"
    return EngineInfo(name, version, notes)
