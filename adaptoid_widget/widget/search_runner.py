"""Runs the searches of a board in the kernel: on threads, or in slices where there are none."""

from __future__ import annotations

import threading
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from .. import threads
from ..core.rules.position import Position
from ..core.search.runner import SearchListener, SearchNews, SearchRequest, SearchRunner
from ..engine.cancel import Stop
from .transactions import TRANSACTION

if TYPE_CHECKING:
    from ..engine.search import Searcher, SearchResult


class LazySearcher:
    """Runs one search at a time, on threads or in slices, and keeps its tables for the next one."""

    def __init__(self, megabytes: int, without: tuple[str, ...] = ()) -> None:
        self.lock = threading.Lock()
        """Held during a search."""
        self._megabytes = megabytes
        self._without = without
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
                self._searcher = Searcher(self._megabytes, without=self._without)
            return (yield from self._searcher.in_slices(position, stop=stop, **limits))
        finally:
            self.lock.release()


class KernelRunner(SearchRunner):
    """Runs the searches of one board. Callers of all methods are in a transaction."""

    def __init__(self) -> None:
        self._running: dict[str, tuple[SearchRequest, Stop]] = {}
        # by the size of the table and the features that the evaluation ignores
        self._searchers: dict[tuple[int, tuple[str, ...]], LazySearcher] = {}

    def run(self, purpose: str, request: SearchRequest, listener: SearchListener) -> None:
        """Begin a search, instead of the one for this purpose that is under way."""
        self.cancel(purpose)
        stop = Stop()
        self._running[purpose] = request, stop
        try:
            threads.run(self._run(purpose, request, listener, stop), f"adaptoid {purpose}")
        except RuntimeError as error:
            # no thread can be started
            del self._running[purpose]
            detail = f"{type(error).__name__}: {error}"
            listener(SearchNews(request, None, True, detail, False, False))

    def asked(self, purpose: str) -> SearchRequest | None:
        """What is searched for a purpose; None if nothing is."""
        running = self._running.get(purpose)
        return None if running is None else running[0]

    def cancel(self, purpose: str) -> None:
        """End the search for a purpose, if there is one."""
        running = self._running.pop(purpose, None)
        if running is not None:
            running[1].set()

    def close(self) -> None:
        """End all searches."""
        for purpose in tuple(self._running):
            self.cancel(purpose)

    def weights(self, players: int) -> tuple[int, ...]:
        """The weights of the evaluation for a number of players."""
        from ..engine.weights import weights_of

        return tuple(weights_of(players))

    def _run(
        self, purpose: str, request: SearchRequest, listener: SearchListener, stop: Stop
    ) -> Generator[None, None, None]:
        """Search, in slices where there are no threads, and pass the result on unless the search was cancelled."""
        error, result = "", None
        key = request.megabytes, request.without
        searcher = self._searchers.setdefault(key, LazySearcher(*key))
        try:
            result = yield from searcher.in_slices(
                request.position,
                stop,
                depth=request.depth,
                nodes=request.nodes,
                seconds=request.seconds,
                lines=request.lines,
                seed=request.seed,
                followed=request.followed,
                whole=request.whole,
            )
        except Exception as failure:  # noqa: BLE001  the board shows any error
            error = f"{type(failure).__name__}: {failure}"
        with TRANSACTION:
            if (request, stop) != self._running.get(purpose):
                return
            del self._running[purpose]
            if result is None:
                listener(SearchNews(request, None, True, error, False, False))
            else:
                listener(SearchNews(request, result.progress, True, "", False, result.compiled))
