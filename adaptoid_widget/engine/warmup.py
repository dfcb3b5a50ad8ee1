"""Compiles the search before its first use, once per process."""

from __future__ import annotations

import threading
from collections.abc import Generator

from .. import threads
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
    threads.result_of(prepare_in_slices())


def prepare_in_slices() -> Generator[None, None, None]:
    """Like `prepare`; where there are no threads, yield so that the event loop can run."""
    if _ready.is_set():
        return
    while not _lock.acquire(blocking=threads.THREADS):
        yield
    try:
        if not _ready.is_set():
            from .search import Searcher

            yield
            searcher = Searcher(1)
            yield
            searcher.search(Position.from_text(TINY), depth=2)
            _ready.set()
    finally:
        _lock.release()
