"""Runs searches in a kernel, on threads, or in slices where there are none. It also asks players for their turns."""

from __future__ import annotations

import atexit
import os
import queue
import threading
import time
import traceback
import weakref
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from .. import threads
from ..core.search.deepening import Progress
from ..core.search.runner import SearchListener, SearchNews, SearchRequest, SearchRunner
from .cancel import Stop

if TYPE_CHECKING:
    from .search import Searcher, SearchResult

UPDATE_S = 0.25
"""The time between two updates of what a search has found."""
SHOWN_S = 0.05
"""Without threads, the time until a search begins, so that the board is shown first."""
# who waits for a search does so in pieces of this time, so that an interrupt is noticed on all systems
WAIT_S = 0.05


class PlayerRequest(SearchRequest):
    """Asks a player for its turn, which is `prepared` in the news, after `pace` seconds at the earliest.

    Without a position the player has nothing to find: the game is in its open start. `key` identifies the position.
    `searches` says whether the player needs the compiled search.
    """

    position: Any

    def __init__(self, player: Any, position: Any, pace: float, key: object, searches: bool) -> None:
        super().__init__(position)
        self.player = player
        self.pace = pace
        self.key = key
        self.searches = searches


class _Tables:
    """A searcher, which keeps its tables for the next search, and the lock that is held during a search."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.searcher: Searcher | None = None


# by the size of the table and the features that the evaluation ignores
_AllTables = dict[tuple[int, tuple[str, ...]], _Tables]
# those that the boards of a process share
_shared_tables: _AllTables = {}
if hasattr(os, "register_at_fork"):
    # a thread that does not exist in the child may hold a lock
    os.register_at_fork(after_in_child=_shared_tables.clear)


class _Running:
    """One request that is carried out. Once cancelled, it does not know its listener, and so its board, any more."""

    def __init__(self, purpose: str, request: SearchRequest, listener: SearchListener) -> None:
        self.purpose = purpose
        self.request = request
        self.listener: SearchListener | None = listener
        self.stop = Stop()
        self.is_ready = True
        self.task: threads.BackgroundTask | None = None
        self.ended = threading.Event()
        self._lock = threading.Lock()
        # the latest result that was not told, and whether somebody is telling
        self._latest: SearchResult | None = None
        self._is_told = False

    def cancel(self) -> None:
        """End the search. Nobody hears of it any more."""
        self.listener = None
        self.stop.set()
        self.ended.set()

    def found(self, result: SearchResult) -> bool:
        """Keep a result. Returns whether somebody must begin to tell it."""
        with self._lock:
            self._latest = result
            was_told, self._is_told = self._is_told, True
            return not was_told

    def take(self) -> SearchResult | None:
        """The latest result that was not told; None if there is none, and then nobody is telling any more."""
        with self._lock:
            result, self._latest = self._latest, None
            self._is_told = result is not None
            return result


# on threads, and in slices
_all_running: weakref.WeakSet[_Running] = weakref.WeakSet()
_all_slices: weakref.WeakSet[Generator[None, None, None]] = weakref.WeakSet()


@atexit.register
def _cancel_all() -> None:
    """Stop all searches before the interpreter exits."""
    running = list(_all_running)
    for each in running:
        each.cancel()
    for each in running:
        if each.task is not None:
            each.task.join(timeout=1)


class KernelRunner(SearchRunner):
    """Runs searches, and asks players for their turns.

    `search` and `find` wait for the result, `results` for that of each depth. `run` does not wait; an exception ends
    its search, and its traceback is printed, unless the exception describes itself in `detail`.

    >>> from adaptoid_widget.core.rules.position import Position
    >>> runner = KernelRunner()
    >>> request = SearchRequest(
    ...     Position.from_text("adaptoid w 0,4 W:C5,D3 B:D5LLPP,D6"), depth=3, megabytes=1
    ... )
    >>> [result.lines[0].win_in for result in runner.results(request)]
    [1]
    """

    def __init__(self, transaction: AbstractContextManager[None] | None = None) -> None:
        """With the `transaction` of the boards, callers of all methods that do not wait are within it.

        It is held while listeners are called. Such runners share the tables of earlier searches; others have their own.
        """
        self._transaction = threading.RLock() if transaction is None else transaction
        self._tables: _AllTables = {} if transaction is None else _shared_tables
        self._running: dict[str, _Running] = {}

    # -- searches that somebody waits for ----------------------------------------------------------------------------

    def search(
        self,
        request: SearchRequest,
        stop: Stop | None = None,
        report: Callable[[SearchResult], object] | None = None,
    ) -> SearchResult:
        """Search, and wait for the result. `stop` ends the search; `report` gets the result of each finished depth."""
        return threads.result_of(self.in_slices(request, stop, report, waits=True))

    def find(self, request: SearchRequest) -> Progress:
        return self.search(request).progress

    def in_slices(
        self,
        request: SearchRequest,
        stop: Stop | None = None,
        report: Callable[[SearchResult], object] | None = None,
        *,
        waits: bool = False,
    ) -> Generator[None, None, SearchResult]:
        """Like `search`; where there are no threads, yield many times a second, so that the event loop can run.

        The first search of a process takes some seconds to compile, which do not count as the search's time. With
        `waits`, nothing else runs between two slices.
        """
        from .search import Searcher
        from .warmup import prepare_in_slices

        yield from prepare_in_slices()
        tables = self._tables.setdefault((request.megabytes, request.without), _Tables())
        while not tables.lock.acquire(blocking=threads.THREADS):
            # a cancelled search still has a slice to run
            yield
        try:
            if tables.searcher is None:
                tables.searcher = Searcher(request.megabytes, without=request.without)
            return (yield from tables.searcher.in_slices(request, stop, report, waits=waits))
        finally:
            tables.lock.release()

    def results(self, request: SearchRequest, stop: Stop | None = None) -> Iterator[SearchResult]:
        """Yield the result of each finished depth. Leaving the loop ends the search."""
        stop = Stop() if stop is None else stop
        return self._on_a_thread(request, stop) if threads.THREADS else self._between_slices(request, stop)

    def _on_a_thread(self, request: SearchRequest, stop: Stop) -> Iterator[SearchResult]:
        results: queue.SimpleQueue[SearchResult | BaseException | None] = queue.SimpleQueue()

        def search() -> None:
            try:
                self.search(request, stop, results.put)
            except BaseException as error:  # noqa: BLE001  raised in the reader's thread
                results.put(error)
            results.put(None)

        thread = threads.thread(search, name="adaptoid analysis")
        thread.start()
        try:
            while (result := results.get()) is not None:
                if isinstance(result, BaseException):
                    raise result
                yield result
        finally:
            stop.set()
            thread.join()

    def _between_slices(self, request: SearchRequest, stop: Stop) -> Iterator[SearchResult]:
        results: list[SearchResult] = []
        slices = self.in_slices(request, stop, results.append)
        is_searching = True
        while is_searching:
            is_searching = next(slices, False) is None
            yield from results
            results.clear()

    # -- searches for a purpose ----------------------------------------------------------------------------------------

    def run(self, purpose: str, request: SearchRequest, listener: SearchListener) -> None:
        """Begin a search, instead of the one for this purpose that is under way.

        The first search of a process takes some seconds to compile. Then there are news when it begins.
        """
        from .warmup import is_ready

        self.cancel(purpose)
        running = _Running(purpose, request, listener)
        running.is_ready = is_ready() or (isinstance(request, PlayerRequest) and not request.searches)
        self._running[purpose] = running
        slices = self._slices(running)
        if not threads.THREADS:
            _all_slices.add(slices)
            threads.later(SHOWN_S, threads.run, slices, "")
            return
        name = (
            f"{request.player.name} thinks" if isinstance(request, PlayerRequest) else f"adaptoid {purpose}"
        )
        running.task = threads.thread(deque, slices, 0, name=name)
        _all_running.add(running)
        try:
            running.task.start()
        except RuntimeError as error:
            # no thread can be started
            self._tell(running, _failed(request, error))

    def asked(self, purpose: str) -> SearchRequest | None:
        """What is searched for a purpose; None if nothing is."""
        running = self._running.get(purpose)
        return None if running is None else running.request

    def is_ready(self, purpose: str) -> bool:
        """Whether the search for a purpose need not be compiled any more."""
        return self._running[purpose].is_ready

    def cancel(self, purpose: str) -> None:
        """End the search for a purpose, if there is one."""
        running = self._running.pop(purpose, None)
        if running is not None:
            running.cancel()

    def close(self) -> None:
        """End all searches."""
        for purpose in tuple(self._running):
            self.cancel(purpose)

    def wait(self, purpose: str) -> None:
        """Wait until the search for a purpose has ended. Without threads, run all searches meanwhile."""
        with self._transaction:
            running = self._running.get(purpose)
        if running is None:
            return
        if threads.THREADS:
            # in pieces, so that an interrupt is noticed on all systems
            while not running.ended.wait(WAIT_S):
                pass
            return
        while not running.ended.is_set():
            # a cancelled search may still have a slice to run before it frees its tables
            for slices in tuple(_all_slices):
                next(slices, None)

    def weights(self, players: int) -> tuple[int, ...]:
        """The weights of the evaluation for a number of players."""
        from .weights import weights_of

        return tuple(weights_of(players))

    # -- on the thread of a search -----------------------------------------------------------------------------------

    def _slices(self, running: _Running) -> Generator[None, None, None]:
        """Carry out a request, in slices where there are no threads, and tell the result after the pace."""
        request, begun = running.request, time.monotonic()
        news = None
        try:
            if not running.is_ready:
                yield from self._get_ready(running)
            if running.stop.is_set():
                return
            if isinstance(request, PlayerRequest):
                news = SearchNews(request, done=True)
                news.prepared = yield from _turn_of(request, running.stop)
            else:
                news = yield from self._search(running)
        except (Exception, SystemExit, KeyboardInterrupt) as error:  # noqa: BLE001  a player may raise anything
            news = _failed(request, error)
        pause = begun + request.pace - time.monotonic() if isinstance(request, PlayerRequest) else 0.0
        if news is None:
            return
        if pause > 0 and not threads.THREADS:
            threads.later(pause, self._tell, running, news)
            return
        if pause > 0:
            running.stop.wait(pause)
        self._tell(running, news)

    def _get_ready(self, running: _Running) -> Generator[None, None, None]:
        """Compile the search once; this does not count as a player's time."""
        from .warmup import prepare_in_slices

        yield from prepare_in_slices()
        running.is_ready = True
        self._tell(running, SearchNews(running.request))

    def _search(self, running: _Running) -> Generator[None, None, SearchNews | None]:
        """Search with the tables of earlier searches. None if the search was cancelled."""
        request, stop = running.request, running.stop
        report = None if request.prepare is None else lambda found: self._found(running, found)
        result = yield from self.in_slices(request, stop, report)
        return None if stop.is_set() else _news(request, result, done=True)

    def _found(self, running: _Running, result: SearchResult) -> None:
        """Have a result of a finished depth told, while the search goes on."""
        if not running.found(result):
            return
        if threads.THREADS:
            threads.thread(self._update, running, name=f"adaptoid {running.purpose} shows").start()
        else:
            self._update(running)

    def _update(self, running: _Running) -> None:
        """Tell what a search has found, again and again until it has found nothing new."""
        while not running.stop.is_set() and (result := running.take()) is not None:
            try:
                news = _news(running.request, result)
            except Exception as error:  # noqa: BLE001  the board shows any error
                running.stop.set()
                news = _failed(running.request, error)
            self._tell(running, news)
            if not threads.THREADS:
                threads.later(UPDATE_S, self._update, running)
                return
            running.ended.wait(UPDATE_S)

    def _tell(self, running: _Running, news: SearchNews) -> None:
        """Pass news on, unless the request was cancelled."""
        with self._transaction:
            listener = running.listener
            if listener is None:
                return
            # before it is told: whoever hears of the failure finds it printed
            if news.failure is not None:
                print_failure(news.failure)
            if news.done:
                del self._running[running.purpose]
                running.listener = None
            listener(news)
        if news.done:
            running.ended.set()


def print_failure(error: BaseException) -> None:
    """Print where an exception was raised, unless it describes itself."""
    if error.__cause__ is not None or not hasattr(error, "detail"):
        traceback.print_exception(error.__cause__ or error)


def _turn_of(request: PlayerRequest, stop: Stop) -> Generator[None, None, Any]:
    """The turn of a player. Without threads, one that has no slices, such as a callable, blocks the event loop."""
    player, position = request.player, request.position
    in_slices = getattr(player, "in_slices", None)
    if position is None:
        return None
    if threads.THREADS:
        return player.choose(position, stop)
    if in_slices is None:
        return player.choose(position)
    return (yield from in_slices(position, stop))


def _news(request: SearchRequest, result: SearchResult, done: bool = False) -> SearchNews:
    """The news of a result, prepared while the board is not locked."""
    news = SearchNews(request, result.progress, done, compiled=result.compiled, seconds=result.seconds)
    if request.prepare is not None:
        news.prepared = request.prepare(news)
    return news


def _failed(request: SearchRequest, error: BaseException) -> SearchNews:
    """The news that a search has failed."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return SearchNews(request, done=True, error=text, failure=error)
