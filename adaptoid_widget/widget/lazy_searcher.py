"""A searcher that is made when it is first needed."""

from __future__ import annotations

import threading
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from .. import threads
from ..core.rules.position import Position
from ..engine.cancel import Stop

if TYPE_CHECKING:
    from ..engine.search import Searcher, SearchResult


class LazySearcher:
    """Runs one search at a time, on threads or in slices, and keeps its tables for the next one."""

    def __init__(self, megabytes: int) -> None:
        self.lock = threading.Lock()
        """Held during a search."""
        self._megabytes = megabytes
        self._searcher: Searcher | None = None

    def in_slices(
        self, position: Position, stop: Stop, **limits: Any
    ) -> Generator[None, None, SearchResult | None]:
        """Search as `Searcher.in_slices` does. Return None if the search was stopped before it began."""
        from ..engine.search import Searcher
        from ..engine.warmup import prepare_in_slices

        yield from prepare_in_slices()
        while not self.lock.acquire(blocking=threads.THREADS):
            # a cancelled search still has a slice to run
            yield
        try:
            if stop.is_set():
                return None
            if self._searcher is None:
                self._searcher = Searcher(self._megabytes)
            return (yield from self._searcher.in_slices(position, stop=stop, **limits))
        finally:
            self.lock.release()
