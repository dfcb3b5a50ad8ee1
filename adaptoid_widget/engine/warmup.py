"""Getting the search ready: what is compiled at its first call is compiled once, and somebody may wait for it."""

from __future__ import annotations

import threading

from ..core.rules.position import Position

_ready = threading.Event()
_one_at_a_time = threading.Lock()
# small, but each kind of step is looked at: moves, attacks, growths, feeding
TINY = "adaptoid@hex2 w 0,0 W:A1LP B:C3L"


def is_ready() -> bool:
    """Whether a search would begin at once in this process."""
    return _ready.is_set()


def prepare() -> None:
    """Compile the search, or read it from the cache: some seconds the first time, a moment later on.

    >>> prepare()
    >>> is_ready()
    True
    """
    if _ready.is_set():
        return
    with _one_at_a_time:
        if _ready.is_set():
            return
        from .search import Searcher

        Searcher(1).search(Position.from_text(TINY), depth=2)
        _ready.set()
