"""Plays matches: many games between players, over processes or machines.

A unit is the games that share a start, with each player on each side equally often. Units are counted, tested and
written in order, whatever order they finish in. So the result does not depend on the executor or on interruptions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from .._version import __version__
from ..core.game.headers import PLAYER_HEADERS
from ..core.rules.position import Position
from ..core.rules.variants import COLORS
from ..engine.cancel import check_seconds
from ..engine.warmup import prepare
from ..storage.records import bar
from .elo import Sprt
from .match_file import MatchFile
from .match_result import MatchResult, Seating, Tally, seatings
from .openings import opening
from .play_game import GameOutcome, forfeited, play_game
from .player_api import Chooser, PlayerError, name_for, whole_number
from .players import MAX_SEED, AnyPlayer, mixed_seed, searches
from .remote.executors import InlineExecutor, give_up, is_browser, processes, shares_memory, workers_of
from .remote.packing import NotTransferable, PackedPlayer, close_all, pack, pack_local, player_for_game
from .specs import as_player

CAP = 400
SECONDS = 60.0


class MatchUnit(NamedTuple):
    """The games that share a start, as a task for a worker."""

    number: int
    start: str
    seed: int
    players: tuple[PackedPlayer, ...]
    ways: tuple[Seating, ...]
    cap: int
    match: str


def play_unit(unit: MatchUnit) -> tuple[GameOutcome, ...]:
    """Play the games of a unit in this process."""
    start = Position.from_text(unit.start)
    played: list[GameOutcome] = []
    for game, seating in enumerate(unit.ways):
        colors = COLORS[: len(seating)]
        headers = [("Match", unit.match), ("Round", f"{unit.number + 1}.{game + 1}")]
        headers += [
            (PLAYER_HEADERS[color], unit.players[who].name)
            for color, who in zip(colors, seating, strict=True)
        ]
        headers.append(("Seed", str(unit.seed)))
        ready: dict[int, Chooser] = {}
        for color, who in zip(colors, seating, strict=True):
            try:
                ready[who] = ready.get(who) or player_for_game(unit.players[who], unit.seed)
            except PlayerError as error:
                played.append(forfeited(start, color, error, headers))
                break
        else:
            seats = {color: ready[who] for color, who in zip(colors, seating, strict=True)}
            played.append(play_game(start, seats, unit.cap, headers))
    return tuple(played)


def play_match(
    *players: AnyPlayer,
    games: int = 100,
    starts: Sequence[Position | str] | None = None,
    start: Position | str | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    seed: int = 0,
    path: str | os.PathLike[str] | None = None,
    sprt: Sprt | tuple[float, float] | None = None,
    cap: int = CAP,
    seconds: float = SECONDS,
    names: Sequence[str] | None = None,
    seats: str = "all",
    quiet: bool = False,
) -> MatchResult:
    """Play many games between players, and count the results.

    `players` are two, or three in Adapt3, in any form that `as_player` takes. Each start is played once with every
    seating, so `games` is a multiple of 2 (with three colours of 6, or of 3 with `seats="rotations"`). The starts are
    those in `starts`, repeated, or random openings: 2 to 6 random turns after `start`, by default the standard start.
    `seed` determines everything random.

    `executor` plays the games: any of `concurrent.futures`, or `client.get_executor()` of a Dask cluster. By default
    there is one process per processor, or `workers`. A player that raises, dies, answers nonsense or takes more than
    `seconds` for a turn forfeits the game, and the match goes on. A game of `cap` turns is a draw.

    With a `path` the games are saved as records, and the same call continues an interrupted match with the same result.
    `sprt=(elo0, elo1)` stops when it is decided whether the first of two players is that much stronger (arena/elo.py).
    `quiet` shows no progress.

    Raises ValueError or TypeError for wrong arguments, FileInUse or OSError for the file.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> result = play_match("greedy", "random", games=10, executor=ThreadPoolExecutor(1))
    >>> result.wins, result.draws
    ((10, 0), 0)
    """
    begin = Position.from_text(start) if isinstance(start, str) else start
    start_texts = None if starts is None else _start_texts(starts)
    if start_texts is not None and begin is not None:
        raise ValueError(
            "give starts, which are played from, or start, after which openings are drawn; not both"
        )
    first = begin or (Position.from_text(start_texts[0]) if start_texts else _standard(len(players)))
    ways = seatings(len(players), len(first.colors), seats)
    total = whole_number(games, "games", len(ways), None)
    if total % len(ways):
        raise ValueError(
            f"games is a multiple of {len(ways)}, since each start is played so often; {total} is not"
        )
    cap = whole_number(cap, "cap", 1, None)
    seed = whole_number(seed, "seed", 0, MAX_SEED)
    seconds = check_seconds(seconds, "seconds", least=0.001)
    if workers is not None and executor is not None:
        raise ValueError("an executor has its own workers; give one of the two")
    workers = None if workers is None else whole_number(workers, "workers", 1, None)
    test = None if sprt is None else Sprt(*sprt).check()
    if test is not None and len(players) != 2:
        raise ValueError("an SPRT compares two players")
    choosers = [as_player(player) for player in players]
    called = _names(choosers, names)
    packed, executor, own = _distributed(choosers, called, seconds, executor, workers)
    if own and any(searches(player) for player in choosers):
        # compile once, not in all processes at the same time
        prepare()
    match = _match_id(packed, start_texts, first, seed, cap, seconds, ways)

    def unit(number: int) -> MatchUnit:
        dice = mixed_seed(seed, number)
        begins = str(opening(dice, first)) if start_texts is None else start_texts[number % len(start_texts)]
        return MatchUnit(number, begins, dice, packed, ways, cap, match)

    tally = Tally(len(players), ways)
    file = None if path is None else MatchFile(path, match, len(ways))
    run = _MatchRun(tally, total // len(ways), unit, executor, file, test)
    done = False
    try:
        with bar(" games", "match", total, shown=not quiet) as shown:
            for _ in run:
                shown.update(tally.games - shown.n)
                shown.set_postfix_str(_so_far(tally), refresh=False)
        done = True
    except BrokenExecutor as error:
        raise RuntimeError(_BROKEN) from error
    finally:
        idle = run.cancel()
        if own and done and idle:
            executor.shutdown()
        elif own:
            give_up(executor)
        if shares_memory(executor):
            run.wait()
            close_all()
        if file is not None:
            file.close(done=done)
    return MatchResult.of(tally, called, test, None if path is None else Path(path))


_BROKEN = (
    "a process in which games were played has ended. In a script, call play_match under `if __name__ == '__main__':`, "
    "since every process reads the script; with a path, the same call goes on where it was"
)


class _MatchRun:
    """Plays the missing units until all are counted, or the test has a verdict."""

    def __init__(
        self,
        tally: Tally,
        units: int,
        unit: Callable[[int], MatchUnit],
        executor: Executor,
        file: MatchFile | None,
        test: Sprt | None,
    ) -> None:
        self._tally = tally
        self._units = units
        self._unit = unit
        self._executor = executor
        self._file = file
        self._test = test
        self._pending: dict[Future[tuple[GameOutcome, ...]], int] = {}
        self._early: dict[int, tuple[GameOutcome, ...]] = {}

    def __iter__(self) -> Iterator[None]:
        if self._file is not None:
            for played in self._file.open():
                self._tally.add(played)
                yield
            if self._tally.units > self._units:
                raise ValueError(
                    f"{str(self._file.path)!r} holds {self._tally.games} games of this match already, "
                    "more than were asked for"
                )
            self._early = self._file.early()
        following = self._tally.units
        # enough tasks for all workers, and a limit on units that wait for a slow one
        at_once = 2 * workers_of(self._executor)
        while not self._over():
            while len(self._pending) < at_once and following < min(
                self._units, self._tally.units + 4 * at_once
            ):
                if following not in self._early:
                    self._pending[self._executor.submit(play_unit, self._unit(following))] = following
                following += 1
            if self._tally.units not in self._early:
                self._await()
            while self._tally.units in self._early and not self._over():
                self._count(self._early.pop(self._tally.units))
                yield

    def _over(self) -> bool:
        counts = self._tally.counts[0]
        return self._tally.units >= self._units or (
            self._test is not None and self._test.verdict(counts) is not None
        )

    def _await(self) -> None:
        done, _ = wait(self._pending, return_when=FIRST_COMPLETED)
        # store finished units before raising an error
        for future in sorted(done, key=lambda future: future.exception() is not None):
            number = self._pending.pop(future)
            self._early[number] = future.result()
            if self._file is not None and number != self._tally.units:
                self._file.keep(number, self._early[number])

    def _count(self, played: tuple[GameOutcome, ...]) -> None:
        if self._file is not None:
            self._file.append(played)
            if not self._early:
                self._file.none_early()
        self._tally.add(played)

    def cancel(self) -> bool:
        """Cancel the pending units. Return whether none is running."""
        return all([future.cancel() for future in self._pending])  # noqa: C419  cancel all of them

    def wait(self) -> None:
        """Wait for the running units."""
        wait(self._pending)


def _start_texts(starts: Sequence[Position | str]) -> tuple[str, ...]:
    """Return the starts as texts. Raises ValueError unless all are for the same number of players."""
    if isinstance(starts, (str, Position)):
        raise TypeError(
            "starts is a list of positions; for one position that openings are drawn from there is start"
        )
    positions = [Position.from_text(start) if isinstance(start, str) else start for start in starts]
    if not positions:
        raise ValueError("starts holds no position; leave it out to have openings drawn")
    for position in positions:
        if position.winner is not None:
            raise ValueError(f"a game cannot begin where it is over: {position}")
        if len(position.colors) != len(positions[0].colors):
            raise ValueError("the starts of one match are all for as many players")
    return tuple(str(position) for position in positions)


def _standard(players: int) -> Position:
    return Position.start("adapt3" if players == 3 else "adaptoid")


def _names(players: Sequence[Chooser], names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the given names or the players' own, with numbers for equal ones. Raises ValueError."""
    if names is not None:
        if isinstance(names, str) or len(names) != len(players):
            raise ValueError(f"names has a name for each of the {len(players)} players")
        if len(set(names)) != len(names):
            raise ValueError("two players have one name")
        return tuple(name_for(name) for name in names)
    own_names = [player.name for player in players]
    return tuple(
        name_for(f"{name} ({own_names[:i].count(name) + 1})" if own_names.count(name) > 1 else name)
        for i, name in enumerate(own_names)
    )


def _distributed(
    players: Sequence[Chooser],
    names: Sequence[str],
    seconds: float,
    executor: Executor | None,
    workers: int | None,
) -> tuple[tuple[PackedPlayer, ...], Executor, bool]:
    """Return the packed players, the executor, and whether to end it. Raises NotTransferable."""
    if executor is None and is_browser():
        executor = InlineExecutor()
    if executor is None or not shares_memory(executor):
        try:
            packed = tuple(pack(player, name, seconds) for player, name in zip(players, names, strict=True))
        except NotTransferable:
            if executor is not None or workers is not None:
                raise
            executor = ThreadPoolExecutor(1)
            own = True
        else:
            return packed, executor or processes(workers), executor is None
    else:
        own = False
    limit = None if is_browser() else seconds
    local = tuple(pack_local(player, name, limit) for player, name in zip(players, names, strict=True))
    return local, executor, own


def _match_id(
    players: Sequence[PackedPlayer],
    starts: tuple[str, ...] | None,
    first: Position,
    seed: int,
    cap: int,
    seconds: float,
    ways: Sequence[Seating],
) -> str:
    """Return an identifier of everything in a match but the number of games, so that the same call continues it."""
    identities = [(player.name, player.identity) for player in players]
    begins = starts if starts is not None else ("openings", str(first))
    text = repr((__version__, identities, begins, seed, cap, seconds, tuple(ways)))
    return sha256(text.encode()).hexdigest()[:16]


def _so_far(tally: Tally) -> str:
    return " – ".join([str(n) for n in tally.wins]) + (f", {tally.draws} drawn" if tally.draws else "")
