"""The analyst of a board: searches the shown position on a thread, and sends the results to the views."""

from __future__ import annotations

import atexit
import os
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING

from .. import threads
from ..core.rules.position import Position
from ..core.search.scores import line_part
from ..core.session.analyst import MAX_ERROR, MEGABYTES, PositionAnalyst, findings_part
from ..core.session.session import Session
from ..core.wire.intent_fields import Json
from ..engine.cancel import Stop
from ..threads import thread
from .search_runner import LazySearcher
from .transactions import TRANSACTION

if TYPE_CHECKING:
    from ..engine.analysis import Analysis
    from ..engine.search import SearchResult

# the time between two updates
UPDATE_S = 0.25


# a process runs one search at a time: its owner, and the searcher that all of them reuse
_owner: BoardAnalyst | None = None
_searcher = LazySearcher(MEGABYTES)


class AnalysisJob:
    """One search of one position."""

    def __init__(self, position: Position, lines: int, seconds: float) -> None:
        self.position = position
        self.lines = lines
        self.seconds = seconds
        self.stop = Stop()
        self.news = threading.Event()
        self.latest: SearchResult | None = None
        self.ended = False
        self.error: Exception | None = None

    def cancel(self) -> None:
        """End the search; its results are shown no more."""
        self.stop.set()
        self.news.set()

    def update(self, result: SearchResult) -> None:
        """Called when a depth is finished."""
        self.latest = result
        self.news.set()


class BoardAnalyst(PositionAnalyst):
    """Analyses the position on one board while it is switched on.

    Callers of `update_search` and of the handlers are in a transaction. `notify` gets every analysis, on the analyst's
    thread. An exception in a search switches the analyst off: the views show why, and a traceback is printed.
    """

    def __init__(
        self,
        session: Session,
        show: Callable[[Json], None],
        notify: Callable[[Analysis | None], None],
    ) -> None:
        super().__init__(session)
        self._show_part = show
        self._notify = notify
        self._job: AnalysisJob | None = None

    def _show(self, part: Json) -> None:
        self._show_part(part)

    def _position_changed(self) -> None:
        self._notify(None)

    def _search(self, position: Position, seconds: float, lines: int) -> None:
        global _owner
        previous, _owner = _owner, self
        if previous is not None and previous is not self:
            previous.yield_to_another()
        self._job = AnalysisJob(position, lines, seconds)
        if threads.THREADS:
            try:
                threads.run(self._run(self._job), "adaptoid analyst")
            except RuntimeError as error:
                # no thread can be started
                self._job.error = error
                self._end_failed(self._job)
        else:
            threads.later(0.1, threads.run, self._run(self._job), "")

    def yield_to_another(self) -> None:
        """Switch off, because another board analyses now."""
        self.on = False
        self._restart()

    def _cancel(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.cancel()

    def _run(self, job: AnalysisJob) -> Iterator[None]:
        """Search on another thread, and send updates; without threads, in slices between which the event loop runs."""
        slices = _search(job)
        searcher = thread(deque, slices, 0, name="adaptoid analyst's search")
        ended = has_searcher = False
        try:
            if threads.THREADS:
                searcher.start()
                has_searcher = True
            while not ended and not job.stop.is_set():
                if threads.THREADS:
                    job.news.wait()
                else:
                    next(slices, None)
                    yield
                if job.news.is_set() and not job.stop.is_set():
                    job.news.clear()
                    ended = job.ended
                    yield from self._publish(job)
                    if threads.THREADS and not ended:
                        job.stop.wait(UPDATE_S)
        except Exception as error:  # noqa: BLE001  the views show any error
            job.error = error
            job.stop.set()
        if has_searcher:
            searcher.join()
        elif not threads.THREADS:
            yield from slices
        self._end_failed(job)

    def _end_failed(self, job: AnalysisJob) -> None:
        """Switch off after an exception, and show why."""
        error = job.error
        if error is None:
            return
        from ..arena.player_api import one_line

        with TRANSACTION:
            if job is not self._job:
                return
            self._fail(one_line(f"{type(error).__name__}: {error}", MAX_ERROR))
        self._notify(None)
        traceback.print_exception(error)

    def _publish(self, job: AnalysisJob) -> Generator[None, None, None]:
        from ..engine.analysis import Analysis, threat_in_slices
        from ..engine.weights import weights_of

        if job.latest is None or job.error is not None:
            return
        analysis = Analysis(job.latest, finished=job.ended)
        # computed here, outside the lock, since it takes long
        position, progress = job.position, job.latest.progress
        findings = findings_part(position, progress, weights_of(len(position.colors)), job.latest.compiled)
        line = None
        if self.threats and self._threat is None:
            line = yield from threat_in_slices(job.position, stop=job.stop)
        with TRANSACTION:
            if job is not self._job:
                return
            self._findings = findings
            if line is not None:
                self._threat = line_part(line.color, line.turns, line.score, line.win_in, line.exact)
            if job.ended:
                self._end()
            self._update_views()
        self._notify(analysis if self.on else None)

    def close(self) -> None:
        """End all searches of this board."""
        global _owner  # noqa: PLW0603  one search at a time in a process
        super().close()
        self._notify = lambda _: None
        if _owner is self:
            _owner = None


def _start_afresh() -> None:
    """In a forked process: no search is going on, since its thread does not exist there."""
    global _owner, _searcher  # noqa: PLW0603  that thread may hold the lock
    _owner = None
    _searcher = LazySearcher(MEGABYTES)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_afresh)


@atexit.register
def _at_exit() -> None:
    """Stop the search before the interpreter exits."""
    if _owner is not None:
        _owner.close()


def _search(job: AnalysisJob) -> Iterator[None]:
    """Search until the job ends, in slices where there are no threads. The process runs one search at a time."""
    try:
        job.latest = yield from _searcher.in_slices(
            job.position, job.stop, seconds=job.seconds, lines=job.lines, whole=True, report=job.update
        )
    except Exception as error:  # noqa: BLE001  shown by the waiting thread
        job.error = error
    finally:
        job.ended = True
        job.news.set()
