"""Compiles the search before its first use, once per process."""

from __future__ import annotations

import threading

from ..core.rules.position import Position

_ready = threading.Event()
_lock = threading.Lock()
# a tiny board with all kinds of steps: moves, attacks, growths, feeding
TINY = "adaptoid@hex2 w 0,0 W:A1LP B:C3L"


def is_ready() -> bool:
    """Whether a search can start at once in this process."""
    return _ready.is_set()


def prepare() -> None:
    """Compile the search, or read it from the cache. The first time takes some seconds.

    >>> prepare()
    >>> is_ready()
    True
    """
    if _ready.is_set():
        return
    with _lock:
        if _ready.is_set():
            return
        from .search import Searcher

        Searcher(1).search(Position.from_text(TINY), depth=2)
        _ready.set()
