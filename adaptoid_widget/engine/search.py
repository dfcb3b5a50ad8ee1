"""Searching a position: deepening turn by turn until a depth, a number of nodes, a time, or somebody's stop."""

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
from ..core.rules.variants import HUNTER
from . import work_array as cells
from .backend import Kernel, interpreted, kernel
from .cancel import Stop
from .root_search import COLUMNS
from .transposition import EXACT, UPPER, age_mark, key_of, mark_of
from .weights import weights_of

WIN = cells.WIN
PROVEN = cells.PROVEN
TAKES = {"captures", "tolls", "forks"}
NEVER = 1 << 60
GROWTHS = (None, "new", "leg", "pincer")


class Line(NamedTuple):
    """A line of play and what it is worth for the player to move at the root."""

    turns: tuple[Turn, ...]
    """The turn to play, or the rest of one under way, and the best play that follows as far as it is known."""
    score: int
    """Hundredths of an adaptoid; within 1000 of ±30000 the end is proven, so many turns away as are missing."""
    win_in: int | None
    """Proven: n wins with one's own nth turn from now, -n loses by the nth turn of one's own; None: not proven."""
    exact: bool
    """False where the score is only an upper bound."""


class Scored(NamedTuple):
    """A legal turn, its score in hundredths of an adaptoid, and "=" or, where that is only an upper bound, "<"."""

    turn: Turn
    score: int
    bound: str


class Found(NamedTuple):
    """What a search has found."""

    lines: tuple[Line, ...]
    """The best lines, best first; one at least."""
    depth: int
    """The last depth that was finished, in turns."""
    nodes: int
    """Positions looked at, those in the middle of a turn included."""
    seconds: float
    done: str
    """Why it ended: "depth", "nodes", "seconds", "stopped" or "proven"."""
    compiled: bool
    """Whether the search ran compiled; interpreted it is some hundred times slower."""
    table: Sequence[Scored]
    """Every legal turn, best first."""


class Table(Sequence[Scored]):
    """The turns of a search, made when they are asked for: there may be thousands."""

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
    def __getitem__(self, at: int) -> Scored: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Scored, ...]: ...
    def __getitem__(self, at: int | slice) -> Scored | tuple[Scored, ...]:
        if isinstance(at, slice):
            return tuple(self[k] for k in range(*at.indices(len(self))))
        return Scored(turn_of(self._position, *self._codes[at]), self._scores[at], self._bounds[at])


def win_in(score: int, players: int) -> int | None:
    """A score as a proof, in turns of one's own, the winning or losing one included; None where nothing is proven.

    >>> win_in(30000 - 3, 2), win_in(4 - 30000, 2), win_in(120, 2)
    (2, -2, None)
    """
    if abs(score) <= PROVEN:
        return None
    turns = WIN - abs(score)
    if score > 0:
        return (turns + players - 1) // players
    # a loss comes in an enemy's turn after the nth of one's own, or in one's own
    return -max(1, (turns + players - 1) // players)


class Searcher:
    """A search with its tables. Not to be used by two threads at once.

    `megabytes` is the size of the transposition table. `compile=False` searches interpreted even where numba is.
    `without` names features of the evaluation that it does not see; without captures, tolls and forks it does not
    settle what can be taken either.

    >>> position = Position.from_text("adaptoid w 0,4 W:C5,D3 B:D5LLPP,D6")
    >>> best = Searcher(1).search(position, depth=3).lines[0]
    >>> best.win_in, position.play(best.turns[0]).winner
    (1, 'W')
    """

    def __init__(
        self,
        megabytes: int = 16,
        *,
        compile: bool = True,  # noqa: A002  says what it does
        without: Collection[str] = (),
    ) -> None:
        self._kernel = kernel() if compile else interpreted()
        entries = 1 << 10
        while entries * 2 * 16 <= megabytes << 20:
            entries *= 2
        self._entries = entries
        self._without = without
        self._table: Any = None
        self._work: Any = None
        self._age = 0
        # what the scores in the table hold for; None where nothing in it may be used
        self._context: tuple[Any, ...] | None = None

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
        report: Callable[[Found], object] | None = None,
    ) -> Found:
        """Deepen until `depth` turns, `nodes` or `seconds` are reached, the end is proven, or `stop` is set.

        Depth 1 is finished in any case. With `exact` nothing is reduced: the values are those of the full tree of that
        depth. `seed` decides between turns that are equally good. `report` is called after each finished depth. For the
        same seed, depth and nodes the outcome is the same, if no time is set. Raises GameError for a finished game.

        With `seconds` the transposition table keeps what earlier searches found, as long as all searches had the same
        rules, board and evaluation.
        """
        begun = time.perf_counter()
        if position.winner is not None:
            raise GameError(
                f"the game is over, {position.winner} has won; there is nothing to search in {position}"
            )
        context = self._prepare(position, exact, keep=seconds is not None)
        found = self._deepen(position, begun, depth, nodes, seconds, lines, seed, stop, report)
        # a search that raised may have left half an entry, so it leaves no context
        self._context = context
        return found

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
        report: Callable[[Found], object] | None,
    ) -> Found:
        run = _Run(self._kernel, position, self._work, self._table)
        run.shuffle(seed)
        most = cells.MAX_DEPTH if depth is None else max(1, min(depth, cells.MAX_DEPTH))
        lines = max(1, min(lines, run.n))
        never = self._kernel.cells(1)
        run.deepen(1, lines, NEVER, never)
        found = run.found(1, lines, begun, "depth")
        if report is not None:
            report(found)
        limit = NEVER if nodes is None else nodes
        left = None if seconds is None else begun + seconds - time.perf_counter()
        with watching(self._kernel, stop, left) as cell:
            for k in range(2, most + 1):
                if abs(found.lines[0].score) > PROVEN and all(line.win_in for line in found.lines):
                    return run.found(found.depth, lines, begun, "proven")
                finished = run.deepen(k, lines, limit, cell)
                if not finished:
                    why = "nodes" if run.nodes >= limit else "seconds"
                    if stop is not None and stop.is_set():
                        why = "stopped"
                    return run.found(found.depth, lines, begun, why)
                found = run.found(k, lines, begun, "depth")
                if report is not None:
                    report(found)
        return found

    def _prepare(self, position: Position, exact: bool, keep: bool) -> tuple[Any, ...]:
        """Set up `work` and, unless its entries hold for this search, empty the table; what its scores hold for now."""
        if self._work is None:
            self._work = self._kernel.cells(cells.WORK_CELLS)
            self._table = self._kernel.cells(2 * self._entries)
        work = self._work
        work[: cells.LISTS] = self._kernel.cells(cells.LISTS)
        players = len(position.colors)
        # all that a score depends on besides what `key_of` and `mark_of` tell apart
        settings = {
            cells.BOARD: position.layout.board,
            cells.PLAYERS: players,
            cells.SWITCHES: position.flags,
            cells.PREY_STEP: prey_step(position),
            cells.LIVES_LIMIT: position.limit,
            # who sees neither captures nor starving does not look for them either
            cells.SETTLES: 0 if TAKES.issubset(self._without) else 1,
        }
        weights = weights_of(players, self._without)
        for cell, value in settings.items():
            work[cell] = value
        for k, weight in enumerate(weights):
            work[cells.WEIGHTS + k] = weight
        context = (position.layout, *settings.values(), weights)
        if not keep or context != self._context:
            self._age += 1
        self._context = None
        work[cells.SELECTIVE] = 0 if exact else 1
        work[cells.ENTRIES] = self._entries
        work[cells.AGE] = age_mark(self._age)
        return context


def prey_step(position: Position) -> int:
    """How many seats further on a colour's prey sits (R17); 0 with two players."""
    colors = position.colors
    if len(colors) == 2:
        return 0
    return next(k for k, color in enumerate(colors) if HUNTER[color] == colors[0])


@contextmanager
def watching(kernel: Kernel, stop: Stop | None, seconds: float | None) -> Iterator[Any]:
    """A cell that turns to one when the time is over or somebody asks to stop."""
    if not kernel.compiled:
        yield _Clock(stop, seconds)
        return
    cell = kernel.cells(1)
    finished = threading.Event()
    clock = None
    if seconds is not None:
        # the search runs without the interpreter's lock, so this thread wakes up in time
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


class _Clock:
    """Looks like a cell to interpreted code, which has no other thread where there are none."""

    def __init__(self, stop: Stop | None, seconds: float | None) -> None:
        self._stop = stop
        self._end = None if seconds is None else time.perf_counter() + seconds

    def __getitem__(self, _: int) -> int:
        if self._stop is not None and self._stop.is_set():
            return 1
        return 1 if self._end is not None and time.perf_counter() >= self._end else 0


class _Run:
    """One search under way: its turns at the root and what they are worth so far."""

    def __init__(self, kernel: Kernel, position: Position, work: Any, table: Any) -> None:
        layout = position.layout
        self.position = position
        self.kernel = kernel
        self.work = work
        self.table = table
        self.near = kernel.near(layout)
        self.players = len(position.colors)
        grows = position.step == "grow"
        self.n = int(
            kernel.perft(position.state, layout.board, self.near, self.players, position.flags, 1, grows)
        )
        self.rows = kernel.rows(self.n, COLUMNS)
        kernel.list_turns(position.state, grows, self.near, work, self.rows)
        self.order = kernel.cells(self.n)
        self.scores = kernel.cells(self.n)
        self.bounds = kernel.cells(self.n)
        self.nodes = 0

    def shuffle(self, seed: int) -> None:
        """An order at random, so that of turns that are equally good the seed chooses one."""
        order = list(range(self.n))
        dice = (seed * 2654435761 + 12345) & 281474976710655
        for i in range(self.n - 1, 0, -1):
            dice = step(dice)
            k = below(dice, i + 1)
            order[i], order[k] = order[k], order[i]
        for i, r in enumerate(order):
            self.order[i] = r

    def deepen(self, depth: int, lines: int, limit: int, cell: Any) -> bool:
        """Look at every turn so deep; whether that was finished. Then the best come first."""
        work = self.work
        work[cells.NODES] = self.nodes
        work[cells.LIMIT] = limit
        work[cells.STOPPED] = 0
        seen = self.kernel.look(
            self.rows, self.n, depth * cells.TURN, lines, self.order, self.scores, self.bounds, self.near,
            work, self.table, cell,
        )  # fmt: skip
        self.nodes = int(work[cells.NODES])
        order = [int(r) for r in self.order]
        if seen == self.n or seen >= lines:
            # what was not reached stays behind what was, in the order of the depth before
            fresh = sorted(order[:seen], key=lambda r: (-self.scores[r], self.bounds[r]))
            for i, r in enumerate(fresh + order[seen:]):
                self.order[i] = r
        return bool(seen == self.n)

    def found(self, depth: int, lines: int, begun: float, done: str) -> Found:
        """What is known now."""
        order = [int(r) for r in self.order]
        codes = [(int(self.rows[r][0]), int(self.rows[r][1])) for r in order]
        scores = [int(self.scores[r]) for r in order]
        bounds = ["=" if self.bounds[r] == EXACT else "<" for r in order]
        table = Table(self.position, codes, scores, bounds)
        best: list[Line] = []
        for scored in (table[k] for k in range(lines)):
            turns = self._continued(scored.turn, depth)
            exact = scored.bound == "="
            best.append(Line(turns, scored.score, win_in(scored.score, self.players), exact))
        spent = time.perf_counter() - begun
        return Found(tuple(best), depth, self.nodes, spent, done, self.kernel.compiled, table)

    def _continued(self, turn: Turn, depth: int) -> tuple[Turn, ...]:
        """A turn and what the table knows of the best play after it."""
        turns = [turn]
        position = self.position.play(turn)
        seat = 1
        while position.winner is None and len(turns) < depth:
            move = self._kept(position.state, False, seat)
            if move is None:
                break
            following = turn_of(position, move, 0)
            middle = position.after_move(following)
            growth = 0
            if middle.winner is None:
                kept = self._kept(middle.state, True, seat)
                if kept is None:
                    break
                growth = kept
            following = turn_of(position, move, growth)
            if position.why_not(following) is not None:
                break
            turns.append(following)
            position = position.play(following)
            seat = (seat + 1) % self.players
        return tuple(turns)

    def _kept(self, state: State, grows: bool, seat: int) -> int | None:
        """The best step that the transposition table knows in a state."""
        key = key_of(state, int(mark_of(grows, seat, self.work)))
        entry = (key & (int(self.work[cells.ENTRIES]) - 1)) * 2
        if int(self.table[entry]) != key ^ int(self.work[cells.AGE]):
            return None
        kept = int(self.table[entry + 1])
        return None if (kept >> 16) & 3 == UPPER else kept >> 26


def turn_of(position: Position, move: int, growth: int) -> Turn:
    """The turn that two codes of `alphabeta` stand for."""
    cells = position.layout.cells
    origin = target = at = None
    attack = False
    if move:
        origin, target = cells[(move - 1) >> 6], cells[(move - 1) & 63]
        attack = bool((position.state[1] | position.state[2]) >> ((move - 1) & 63) & 1)
    if growth:
        at = cells[growth & 63]
    return Turn(origin, target, attack, GROWTHS[growth >> 6], at)
