"""Iterative deepening: searches a position turn by turn up to a depth, a number of nodes, a time or a stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, overload

from ..core.rules.bitboard import State
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.rules.random_play import below, step
from ..core.rules.turn import Turn
from .backends.backend import Backend, backend
from .cancel import Stop
from .tree_search import work_array
from .tree_search.root_search import COLUMNS
from .tree_search.transposition import EXACT, UPPER, age_mark, key_of, mark_of
from .tree_search.work_array import PROVEN, WIN
from .weights import weights_of

TAKES = {"captures", "tolls", "forks"}
NEVER = 1 << 60
# more turns than most positions have
ROWS = 256
GROWTHS = (None, "new", "leg", "pincer")


class SearchLine(NamedTuple):
    """A line of play with its score from the view of the player to move at the root."""

    turns: tuple[Turn, ...]
    """The turn to play, or the rest of the one under way, and the best play after it as far as it is known."""
    score: int
    """In hundredths of an adaptoid. Beyond ±29000 the end is proven, 30000 less the score turns away."""
    win_in: int | None
    """n: a proven win with one's own nth turn. -n: a proven loss by one's own nth turn. None: nothing is proven."""
    exact: bool
    """False if the score is only an upper bound."""


class ScoredTurn(NamedTuple):
    """A legal turn, its score in hundredths of an adaptoid, and "=", or "<" if the score is only an upper bound."""

    turn: Turn
    score: int
    bound: str


class SearchResult(NamedTuple):
    """The result of a search."""

    lines: tuple[SearchLine, ...]
    """The best lines, best first; at least one."""
    depth: int
    """The last depth that was finished, in turns."""
    nodes: int
    """The number of visited positions, including those in the middle of a turn."""
    seconds: float
    done: str
    """Why the search ended: "depth", "nodes", "seconds", "stopped" or "proven"."""
    compiled: bool
    """Whether the search ran compiled. Interpreted it is some hundred times slower."""
    table: Sequence[ScoredTurn]
    """All legal turns, best first."""


class TurnTable(Sequence[ScoredTurn]):
    """The scored turns of a search. Each is made when it is asked for, since there can be thousands."""

    def __init__(
        self, position: Position, codes: list[tuple[int, int]], scores: list[int], bounds: list[str]
    ) -> None:
        self._position = position
        self._codes = codes
        self._scores = scores
        self._bounds = bounds

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, at: int) -> ScoredTurn: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[ScoredTurn, ...]: ...
    def __getitem__(self, at: int | slice) -> ScoredTurn | tuple[ScoredTurn, ...]:
        if isinstance(at, slice):
            return tuple(self[k] for k in range(*at.indices(len(self))))
        return ScoredTurn(turn_of(self._position, *self._codes[at]), self._scores[at], self._bounds[at])


def win_in(score: int, players: int) -> int | None:
    """Convert a score to a proven number of one's own turns, the last one included. None: nothing is proven.

    >>> win_in(30000 - 3, 2), win_in(4 - 30000, 2), win_in(120, 2)
    (2, -2, None)
    """
    if abs(score) <= PROVEN:
        return None
    own_turns = (WIN - abs(score) + players - 1) // players
    # a loss comes in an enemy's turn after one's own nth turn, or in one's own
    return own_turns if score > 0 else -max(1, own_turns)


class Searcher:
    """A search with its tables. Two threads must not use it at the same time.

    `megabytes` is the size of the transposition table. `engine` names one of `backends.backend.BACKENDS`; without a
    name, the fastest one that runs here searches. `compile=False` stands for `engine="interpreted"`.
    `without` names features that the evaluation ignores. Without captures, tolls and forks the search does not resolve
    pending captures either.

    >>> position = Position.from_text("adaptoid w 0,4 W:C5,D3 B:D5LLPP,D6")
    >>> best = Searcher(1).search(position, depth=3).lines[0]
    >>> best.win_in, position.play(best.turns[0]).winner
    (1, 'W')
    """

    def __init__(
        self,
        megabytes: int = 16,
        *,
        compile: bool = True,  # noqa: A002
        without: Collection[str] = (),
        engine: str | None = None,
    ) -> None:
        self._backend = backend(engine if compile else "interpreted")
        entries = 1 << 10
        while entries * 2 * 16 <= megabytes << 20:
            entries *= 2
        self._entries = entries
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
        stop: Stop | None = None,
        report: Callable[[SearchResult], object] | None = None,
    ) -> SearchResult:
        """Deepen until `depth` turns, `nodes` or `seconds` are reached, the end is proven, or `stop` is set.

        Depth 1 is always finished. With `exact` nothing is reduced: the scores are those of the full tree. `seed`
        decides between equal turns. `report` is called after each finished depth. The same seed, depth and nodes give
        the same result if no time is set. Raises GameError for a finished game.

        With `seconds`, the transposition table keeps entries of earlier searches that had the same rules, board and
        evaluation.
        """
        begun = time.perf_counter()
        if position.winner is not None:
            raise GameError(
                f"the game is over, {position.winner} has won; there is nothing to search in {position}"
            )
        settings = self._prepare(position, exact, keep=seconds is not None)
        result = self._deepen(position, begun, depth, nodes, seconds, lines, seed, stop, report)
        # not after an exception, which can leave half an entry in the table
        self._settings = settings
        return result

    def _deepen(
        self,
        position: Position,
        begun: float,
        depth: int | None,
        nodes: int | None,
        seconds: float | None,
        lines: int,
        seed: int,
        stop: Stop | None,
        report: Callable[[SearchResult], object] | None,
    ) -> SearchResult:
        run = _RootSearch(self._backend, position, self._work, self._table)
        run.shuffle(seed)
        max_depth = work_array.MAX_DEPTH if depth is None else max(1, min(depth, work_array.MAX_DEPTH))
        lines = max(1, min(lines, run.n))
        run.deepen(1, lines, NEVER, self._backend.cells(1))
        result = run.result(1, lines, begun, "depth")
        if report is not None:
            report(result)
        limit = NEVER if nodes is None else nodes
        seconds_left = None if seconds is None else begun + seconds - time.perf_counter()
        with watching(self._backend, stop, seconds_left) as cell:
            for k in range(2, max_depth + 1):
                if abs(result.lines[0].score) > PROVEN and all(line.win_in for line in result.lines):
                    return run.result(result.depth, lines, begun, "proven")
                if not run.deepen(k, lines, limit, cell):
                    why = "nodes" if run.nodes >= limit else "seconds"
                    if stop is not None and stop.is_set():
                        why = "stopped"
                    return run.result(result.depth, lines, begun, why)
                result = run.result(k, lines, begun, "depth")
                if report is not None:
                    report(result)
        return result

    def _prepare(self, position: Position, exact: bool, keep: bool) -> tuple[Any, ...]:
        """Set up `work` and, unless its entries stay valid, the table. Return the settings that scores depend on."""
        if self._work is None:
            self._work = self._backend.cells(work_array.WORK_CELLS)
            self._table = self._backend.cells(2 * self._entries)
        work = self._work
        work[: work_array.LISTS] = self._backend.cells(work_array.LISTS)
        context = position.context
        weights = weights_of(context.players, self._without)
        for k, weight in enumerate(weights):
            work[work_array.WEIGHTS + k] = weight
        settles = 0 if TAKES.issubset(self._without) else 1
        settings = (position.layout, context.players, context.switches, context.prey, settles, weights)
        if not keep or settings != self._settings:
            self._age += 1
        self._settings = None
        work[work_array.SETTLES] = settles
        work[work_array.SELECTIVE] = 0 if exact else 1
        work[work_array.ENTRIES] = self._entries
        work[work_array.AGE] = age_mark(self._age)
        return settings


@contextmanager
def watching(backend: Backend, stop: Stop | None, seconds: float | None) -> Iterator[Any]:
    """Yield a cell that becomes 1 when the time is over or `stop` is set."""
    if not backend.compiled:
        yield _PolledCell(stop, seconds)
        return
    cell = backend.cells(1)
    finished = threading.Event()
    clock = None
    if seconds is not None:
        # compiled code runs without the interpreter's lock, so this thread wakes up in time
        def ring() -> None:
            if not finished.wait(max(0.0, seconds)):
                cell[0] = 1

        clock = threading.Thread(target=ring, daemon=True, name="adaptoid search clock")
        clock.start()
    try:
        if stop is None:
            yield cell
        else:
            with stop.reaching(cell):
                yield cell
    finally:
        finished.set()
        if clock is not None:
            clock.join()


class _PolledCell:
    """A cell for interpreted code, which also runs where there are no threads."""

    def __init__(self, stop: Stop | None, seconds: float | None) -> None:
        self._stop = stop
        self._end = None if seconds is None else time.perf_counter() + seconds

    def __getitem__(self, _: int) -> int:
        if self._stop is not None and self._stop.is_set():
            return 1
        return 1 if self._end is not None and time.perf_counter() >= self._end else 0


class _RootSearch:
    """One search under way: the turns at the root and their scores so far."""

    def __init__(self, backend: Backend, position: Position, work: Any, table: Any) -> None:
        self.position = position
        self.backend = backend
        self.work = work
        self.table = table
        self.context = backend.context(position.layout, position.context)
        grows = position.step == "grow"
        self.n = 0
        self.rows: Any = ()
        while self.n > len(self.rows) or self.n == 0:
            self.rows = backend.rows(max(self.n, ROWS), COLUMNS)
            self.n = int(backend.list_turns(position.state, grows, self.context, work, self.rows))
        self.order = backend.cells(self.n)
        self.scores = backend.cells(self.n)
        self.bounds = backend.cells(self.n)
        self.nodes = 0

    def shuffle(self, seed: int) -> None:
        """Put the turns in a random order, so that the seed chooses between equal ones."""
        order = list(range(self.n))
        dice = (seed * 2654435761 + 12345) & 281474976710655
        for i in range(self.n - 1, 0, -1):
            dice = step(dice)
            k = below(dice, i + 1)
            order[i], order[k] = order[k], order[i]
        self._reorder(order)

    def _reorder(self, order: list[int]) -> None:
        for i, r in enumerate(order):
            self.order[i] = r

    def deepen(self, depth: int, lines: int, limit: int, cell: Any) -> bool:
        """Search all turns to a depth, and sort them best first. Return whether the depth was finished."""
        work = self.work
        work[work_array.NODES] = self.nodes
        work[work_array.LIMIT] = limit
        work[work_array.STOPPED] = 0
        seen = self.backend.look(
            self.rows, 0, self.n, depth * work_array.TURN, lines, self.order, self.scores, self.bounds,
            self.context, work, self.table, cell,
        )  # fmt: skip
        self.nodes = int(work[work_array.NODES])
        order = [int(r) for r in self.order]
        if seen == self.n or seen >= lines:
            # turns that were not reached keep the order of the depth before
            fresh = sorted(order[:seen], key=lambda r: (-self.scores[r], self.bounds[r]))
            self._reorder(fresh + order[seen:])
        return bool(seen == self.n)

    def result(self, depth: int, lines: int, begun: float, done: str) -> SearchResult:
        """Return what is known now."""
        order = [int(r) for r in self.order]
        codes = [(int(self.rows[r][0]), int(self.rows[r][1])) for r in order]
        scores = [int(self.scores[r]) for r in order]
        bounds = ["=" if self.bounds[r] == EXACT else "<" for r in order]
        table = TurnTable(self.position, codes, scores, bounds)
        best: list[SearchLine] = []
        for scored in table[:lines]:
            proof = win_in(scored.score, self.context.players)
            best.append(
                SearchLine(self._continued(scored.turn, depth), scored.score, proof, scored.bound == "=")
            )
        seconds = time.perf_counter() - begun
        return SearchResult(tuple(best), depth, self.nodes, seconds, done, self.backend.compiled, table)

    def _continued(self, turn: Turn, depth: int) -> tuple[Turn, ...]:
        """Return a turn and the best play after it, as far as the table knows it."""
        turns = [turn]
        position = self.position.play(turn)
        seat = 1
        while position.winner is None and len(turns) < depth:
            move = self._best_step(position.state, False, seat)
            if move is None:
                break
            middle = position.after_move(turn_of(position, move, 0))
            growth: int | None = 0
            if middle.winner is None:
                growth = self._best_step(middle.state, True, seat)
            if growth is None:
                break
            following = turn_of(position, move, growth)
            if position.why_not(following) is not None:
                break
            turns.append(following)
            position = position.play(following)
            seat = (seat + 1) % self.context.players
        return tuple(turns)

    def _best_step(self, state: State, grows: bool, seat: int) -> int | None:
        """Return the code of the best step that the transposition table knows."""
        key = key_of(state, int(mark_of(grows, seat, self.context.players, self.work)))
        entry = (key & (int(self.work[work_array.ENTRIES]) - 1)) * 2
        if int(self.table[entry]) != key ^ int(self.work[work_array.AGE]):
            return None
        value = int(self.table[entry + 1])
        return None if (value >> 16) & 3 == UPPER else value >> 26


def turn_of(position: Position, move: int, growth: int) -> Turn:
    """Return the turn of a move's and a growth's code (`tree_search.move_ordering`)."""
    cells = position.layout.cells
    origin = target = at = None
    attack = False
    if move:
        origin, target = cells[(move - 1) >> 6], cells[(move - 1) & 63]
        attack = bool((position.state[1] | position.state[2]) >> ((move - 1) & 63) & 1)
    if growth:
        at = cells[growth & 63]
    return Turn(origin, target, attack, GROWTHS[growth >> 6], at)
