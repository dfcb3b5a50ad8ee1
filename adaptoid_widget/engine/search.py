"""Searches a position: answers the requests of `core/search/deepening.py` on a backend, and stops it in time."""

from __future__ import annotations

import operator
import threading
import time
from array import array
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

from .. import threads
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.search import work_array
from ..core.search.deepening import (
    ALL_TURNS,
    NO_LIMIT,
    ListTurns,
    Look,
    Looked,
    Progress,
    ReadEntry,
    deepen,
    table_entries,
    turn_of,
    work_head,
)
from ..core.search.levels import DEFAULT_MB, HIGHEST, SEARCH_LIMITS
from ..core.search.runner import SearchRequest
from ..core.search.scores import win_in
from .backends.backend import Backend, backend
from .cancel import Stop
from .tree_search.root_search import COLUMNS, RootTurns
from .weights import weights_of

# more turns than most positions have
ROWS = 256
# the most nodes of a slice where there are no threads, some 5 ms; it can end after half of them
SLICE_NODES = 20_000
INTERPRETED_SLICE_NODES = 1_000
# up to this number of nodes, slices end only between turns at the root, so that they change nothing
MAX_UNBROKEN_NODES = SEARCH_LIMITS[HIGHEST].nodes or 0


class SearchLine(NamedTuple):
    """A line of play with its score from the view of the player to move at the root."""

    turns: tuple[Turn, ...]
    """The turn to play, or the rest of the one under way, and the best play after it as far as it is known."""
    hundredths: int
    """The score in hundredths of an adaptoid. Beyond ±29000 the end is proven: it is 30000 − |score| turns away."""
    win_in: int | None
    """n: a proven win with one's own nth turn at the latest. -n: a proven loss by one's own nth turn. None: neither."""
    exact: bool
    """False if the score is only an upper bound."""


class ScoredTurn(NamedTuple):
    """A legal turn, its score in hundredths of an adaptoid, and "=", or "≤" if the score is only an upper bound."""

    turn: Turn
    hundredths: int
    bound: str


class SearchResult(NamedTuple):
    """The result of a search."""

    position: Position
    progress: Progress
    """The result by the codes of the turns."""
    seconds: float
    done: str
    """Why the search ended: "depth", "nodes", "seconds", "stopped" or "proven"."""
    compiled: bool
    """Whether the search ran compiled. Interpreted it is some hundred times slower."""

    @property
    def depth(self) -> int:
        """The last depth that was finished, in turns."""
        return self.progress.depth

    @property
    def nodes(self) -> int:
        """The number of visited positions, including those in the middle of a turn."""
        return self.progress.nodes

    @property
    def lines(self) -> tuple[SearchLine, ...]:
        """The best lines, best first; at least one."""
        players, progress = self.position.context.players, self.progress
        return tuple(
            SearchLine(turns, score, win_in(score, players), bound == "=")
            for turns, score, bound in zip(progress.lines, progress.scores, progress.bounds, strict=False)
        )

    @property
    def table(self) -> list[ScoredTurn]:
        """All legal turns, best first. With `exact`, bounds hold for the full tree."""
        progress = self.progress
        return [
            ScoredTurn(turn_of(self.position, *code), score, bound)
            for code, score, bound in zip(progress.codes, progress.scores, progress.bounds, strict=True)
        ]


class Searcher:
    """A search with its tables. Two threads must not use it at the same time.

    `megabytes` is the size of the transposition table. `engine` names one of `backends.backend.BACKENDS`; without a
    name, the first one of them that runs here searches.
    `without` names features that the evaluation ignores. Without captures, starvable enemies and
    forks the search does not resolve pending captures either.

    >>> position = Position.from_text("adaptoid w 0,4 W:C5,D3 B:D5LLPP,D6")
    >>> best = Searcher(1).search(position, depth=3).lines[0]
    >>> best.win_in, position.play(best.turns[0]).winner
    (1, 'W')
    """

    def __init__(
        self,
        megabytes: int = DEFAULT_MB,
        *,
        without: Collection[str] = (),
        engine: str | None = None,
    ) -> None:
        self._backend = backend(engine)
        self._entries = table_entries(megabytes)
        self._without = without
        self._table: Any = None
        self._work: Any = None
        self._age = 0
        # the settings that the table's scores are valid for; None: its entries must not be used
        self._settings: tuple[Any, ...] | None = None

    def search(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
        exact: bool = False,
        seed: int = 0,
        followed: int = ALL_TURNS,
        only: Turn | None = None,
        whole: bool = False,
        among: Sequence[Turn] | None = None,
        stop: Stop | None = None,
        report: Callable[[SearchResult], object] | None = None,
    ) -> SearchResult:
        """Deepen until `depth` turns, `nodes` or `seconds` are reached, the end is proven, or `stop` is set.

        Depth 1 is always finished. The best `lines` have scores; other turns can have upper bounds. With `exact`
        nothing is reduced: the scores are those of the full tree. `seed` decides between equal turns. `report` is
        called after each finished depth. The same seed, depth and nodes give the same result if no time is set. Raises
        GameError for a finished game.

        If the search ends within a depth, the turns that it reached have scores of this depth, unless `whole` asks for
        the last depth that was finished. The first lines, as many as `followed`, have the best play after their turns;
        with a turn in `only`, just the first line and the line of this turn. `among` are the only turns to search.

        With `seconds`, the transposition table keeps entries of earlier searches that had the same rules, board and
        evaluation.
        """
        request = SearchRequest(
            position, depth, nodes, seconds, lines, seed, (), followed, only, whole, among=among, exact=exact
        )
        return threads.result_of(self.in_slices(request, stop, report, waits=True))

    def in_slices(
        self,
        request: SearchRequest,
        stop: Stop | None = None,
        report: Callable[[SearchResult], object] | None = None,
        *,
        waits: bool = False,
    ) -> Generator[None, None, SearchResult]:
        """Like `search`; where there are no threads, yield many times a second, so that the event loop can run.

        With no more `nodes` than level 10 visits, the result is that of `search`. With `waits`, nothing else runs
        between two slices. The searcher was made for the request's `megabytes` and `without`.
        """
        position, nodes, seconds = request.position, request.nodes, request.seconds
        begun = time.perf_counter()
        if position.winner is not None:
            raise GameError(
                f"the game is over, {position.winner} has won; there is nothing to search in {position}"
            )
        head, settings = self._prepare(position, request.exact, keep=seconds is not None)
        steps = deepen(
            position, head, request.depth, nodes, request.lines, request.seed, request.followed, request.only,
            request.whole, request.among,
        )  # fmt: skip
        # between slices, compiled code learns that the time is over; nothing else could end it before its limit
        is_whole = waits and not (self._backend.compiled and seconds is not None)
        slice_nodes = SLICE_NODES if self._backend.compiled else INTERPRETED_SLICE_NODES
        if threads.THREADS or is_whole:
            slice_nodes = NO_LIMIT
        breaks_turns = seconds is not None or nodes is None or nodes > MAX_UNBROKEN_NODES
        root = Root(self._backend, position, self._work, self._table, slice_nodes, breaks_turns)
        seconds_left = None if seconds is None else begun + seconds - time.perf_counter()
        with watching(self._backend, stop, seconds_left) as cell:
            answer: Any = None
            while True:
                try:
                    asked = steps.send(answer)
                except StopIteration as end:
                    # not after an exception, which can leave half an entry in the table
                    self._settings = settings
                    return self._result(position, end.value, begun, stop)
                answer = None
                if not isinstance(asked, Progress):
                    answer = yield from root.answer(asked, cell)
                elif report is not None:
                    report(self._result(position, asked, begun, stop))

    def _result(
        self, position: Position, progress: Progress, begun: float, stop: Stop | None
    ) -> SearchResult:
        """Return the result that `deepen` has reported."""
        done = progress.done
        if done == "interrupted":
            done = "stopped" if stop is not None and stop.is_set() else "seconds"
        return SearchResult(position, progress, time.perf_counter() - begun, done, self._backend.compiled)

    def _prepare(self, position: Position, exact: bool, keep: bool) -> tuple[list[int], tuple[Any, ...]]:
        """Set up `work` and, unless its entries stay valid, the table.

        Return the first cells of `work`, and the settings that scores depend on.
        """
        if self._work is None:
            self._work = self._backend.cells(work_array.WORK_CELLS)
            self._table = self._backend.cells(2 * self._entries)
        context = position.context
        weights = weights_of(context.players, self._without)
        settings = (position.layout, *context[2:], weights)
        if not keep or settings != self._settings:
            self._age += 1
        self._settings = None
        head = work_head(weights, tuple(self._without), exact, self._entries, self._age)
        self._work[: work_array.LISTS] = self._backend.cells(work_array.LISTS)
        for k, cell in enumerate(head):
            self._work[k] = cell
        return head, settings


@contextmanager
def watching(backend: Backend, stop: Stop | None, seconds: float | None) -> Iterator[Any]:
    """Yield a cell that becomes 1 when the time is over or `stop` is set."""
    if not (backend.compiled and threads.THREADS):
        yield _PolledCell(stop, seconds)
        return
    cell = backend.cells(1)
    clock = None
    if seconds is not None:
        # compiled code runs without the interpreter's lock, so this thread wakes up in time
        clock = threading.Timer(max(0.0, seconds), operator.setitem, (cell, 0, 1))
        clock.daemon = True
        clock.start()
    try:
        with nullcontext() if stop is None else stop.reaching(cell):
            yield cell
    finally:
        if clock is not None:
            clock.cancel()
            clock.join()


class _PolledCell:
    """A cell for interpreted code and for slices, which also runs where there are no threads."""

    def __init__(self, stop: Stop | None, seconds: float | None) -> None:
        self._stop = stop
        self._end = None if seconds is None else time.perf_counter() + seconds

    def __getitem__(self, _: int) -> int:
        if self._stop is not None and self._stop.is_set():
            return 1
        return 1 if self._end is not None and time.perf_counter() >= self._end else 0


class Root:
    """The turns at the root, and a backend's arrays for them. Answers the requests of `deepen`."""

    def __init__(
        self,
        backend: Backend,
        position: Position,
        work: Any,
        table: Any,
        slice_nodes: int = NO_LIMIT,
        breaks_turns: bool = True,
    ) -> None:
        """With `breaks_turns`, a slice can end within a turn at the root, which is searched again in the next one."""
        self._backend = backend
        self._slice_nodes = slice_nodes
        self._breaks_turns = breaks_turns
        # the number of nodes at the end of the last slice
        self._paused_at = 0
        self._work = work
        self._table = table
        self._context = backend.context(position.layout, position.context)
        self._turns = RootTurns((), [], [], [])

    def answer(self, request: ListTurns | Look | ReadEntry, cell: Any) -> Generator[None, None, Any]:
        """Return what `deepen` waits for. A search deeper than one turn stops when `cell` is 1."""
        if isinstance(request, ListTurns):
            return self._list(request)
        if isinstance(request, Look):
            return (yield from self._look(request, cell))
        return int(self._table[request.entry]), int(self._table[request.entry + 1])

    def _list(self, request: ListTurns) -> list[tuple[int, int]]:
        rows: Any = ()
        n = 0
        while n > len(rows) or n == 0:
            rows = self._backend.rows(max(n, ROWS), COLUMNS)
            n = int(self._backend.list_turns(request.state, request.grows, self._context, self._work, rows))
        self._turns = RootTurns(rows, *(self._backend.cells(n) for _ in range(3)))
        return [(int(rows[r][0]), int(rows[r][1])) for r in range(n)]

    def _look(self, request: Look, cell: Any) -> Generator[None, None, Looked]:
        work = self._work
        work[work_array.NODES] = request.nodes
        turns = self._turns
        turns.order[: len(request.order)] = array("q", request.order)
        ends = self._backend.cells(1) if request.depth == 1 else cell
        # the time is checked between slices, so compiled code does not check it; it could not
        polled = self._backend.compiled and isinstance(ends, _PolledCell)
        stop = self._backend.cells(1) if polled else ends
        n = len(request.order)
        finished, nodes, slice_nodes = 0, request.nodes, self._slice_nodes
        batch = n if slice_nodes == NO_LIMIT else 1
        while True:
            limit = request.limit
            if self._breaks_turns and request.depth > 1:
                limit = min(limit, self._paused_at + slice_nodes)
            work[work_array.LIMIT] = limit
            work[work_array.STOPPED] = 0
            before = nodes
            finished = int(
                self._backend.search_root(
                    turns, finished, min(n, finished + batch), request.depth * work_array.TURN, request.lines,
                    self._context, work, self._table, stop,
                )
            )  # fmt: skip
            nodes = int(work[work_array.NODES])
            # a turn that was not finished is searched again, with what the transposition table has of it
            if finished == n or (work[work_array.STOPPED] and limit == request.limit) or ends[0]:
                break
            batch = max(1, batch // 2) if 2 * (nodes - before) > slice_nodes else 2 * batch
            if 2 * (nodes - self._paused_at) > slice_nodes:
                self._paused_at = nodes
                yield
        scores, bounds = ([int(number) for number in cells] for cells in turns[2:])
        return Looked(finished, nodes, scores, bounds)
