"""Matches between players: many games over many processes or machines, with numbers that mean something.

Games come in units that share a start, in which every player sits everywhere equally often. Units are counted, tested
and written in their order, whatever order they end in; so a match comes to the same however it is run, and however
often it was ended and taken up again.
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
from .play_game import Played, forfeited, play_game
from .player_api import Chooser, PlayerError, name_for, whole_number
from .players import MAX_SEED, AnyPlayer, mixed_seed, searches
from .remote.executors import Here, alone, give_up, processes, shares_memory, workers_of
from .remote.packing import CannotTravel, Packed, close_all, pack, packed_here, seated
from .specs import as_player

CAP = 400
SECONDS = 60.0


class Unit(NamedTuple):
    """The games that share a start, for a worker."""

    number: int
    start: str
    seed: int
    players: tuple[Packed, ...]
    ways: tuple[Seating, ...]
    cap: int
    match: str


def play_unit(unit: Unit) -> tuple[Played, ...]:
    """Play the games of a unit, in whatever process this is."""
    start = Position.from_text(unit.start)
    played: list[Played] = []
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
                ready[who] = ready.get(who) or seated(unit.players[who], unit.seed)
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
    """Let players play many games against one another, and count.

    `players` are two, or three in Adapt3, of whatever `as_player` takes. Each start is played once with every way to
    sit, so `games` is a multiple of 2 (6 at a board of three, or 3 with `seats="rotations"`). The starts are those
    in `starts`, over and over, or else drawn: 2 to 6 random turns after `start`, by default the standard one, in which
    nobody was lost. `seed` settles all that is drawn.

    The games are played by `executor`, any of `concurrent.futures` or, of a Dask cluster, `client.get_executor()`; by
    default by as many processes as there are processors, or `workers`. A player that raises, hangs for more than
    `seconds` a turn, answers nonsense or dies forfeits its game, and the match goes on. A game of `cap` turns is drawn.

    With a `path` the games are saved as records; a match that was ended goes on from there when it is called again, and
    comes to the same. `sprt=(elo0, elo1)` stops as soon as the first of two players is known to be that much stronger
    or not (arena/elo.py). `quiet` shows no progress.

    Raises ValueError and TypeError for what makes no match, FileInUse and OSError for the file.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> result = play_match("greedy", "random", games=10, executor=ThreadPoolExecutor(1))
    >>> result.wins, result.draws
    ((10, 0), 0)
    """
    begin = Position.from_text(start) if isinstance(start, str) else start
    listed = None if starts is None else _texts(starts)
    if listed is not None and begin is not None:
        raise ValueError(
            "give starts, which are played from, or start, after which openings are drawn; not both"
        )
    first = begin or (Position.from_text(listed[0]) if listed else _standard(len(players)))
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
    packed, executor, own = _travelling(choosers, called, seconds, executor, workers)
    if own and any(searches(player) for player in choosers):
        # compiled once, not by every process at the same time
        prepare()
    match = _match_of(packed, listed, first, seed, cap, seconds, ways)

    def unit(number: int) -> Unit:
        dice = mixed_seed(seed, number)
        begins = str(opening(dice, first)) if listed is None else listed[number % len(listed)]
        return Unit(number, begins, dice, packed, ways, cap, match)

    tally = Tally(len(players), ways)
    file = None if path is None else MatchFile(path, match, len(ways))
    run = _Run(tally, total // len(ways), unit, executor, file, test)
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


class _Run:
    """Plays what is not played yet; it goes on until all units are counted, or the test has its verdict."""

    def __init__(
        self,
        tally: Tally,
        units: int,
        unit: Callable[[int], Unit],
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
        self._pending: dict[Future[tuple[Played, ...]], int] = {}
        self._early: dict[int, tuple[Played, ...]] = {}

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
        # enough to keep all busy, and so few that a slow one holds up no more than a handful
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
        # what was played is kept before anything is raised
        for future in sorted(done, key=lambda future: future.exception() is not None):
            number = self._pending.pop(future)
            self._early[number] = future.result()
            if self._file is not None and number != self._tally.units:
                self._file.keep(number, self._early[number])

    def _count(self, played: tuple[Played, ...]) -> None:
        if self._file is not None:
            self._file.append(played)
            if not self._early:
                self._file.none_early()
        self._tally.add(played)

    def cancel(self) -> bool:
        """Begin nothing any more; whether nothing is under way either."""
        cancelled = [future.cancel() for future in self._pending]
        return all(cancelled)

    def wait(self) -> None:
        """Wait for what is under way."""
        wait(self._pending)


def _texts(starts: Sequence[Position | str]) -> tuple[str, ...]:
    """The starts as texts, each of them the start of a game for as many. Raises ValueError."""
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
    """A name for each player, as given or its own, with a number where two are called alike. Raises ValueError."""
    if names is not None:
        if isinstance(names, str) or len(names) != len(players):
            raise ValueError(f"names has a name for each of the {len(players)} players")
        if len(set(names)) != len(names):
            raise ValueError("two players have one name")
        return tuple(name_for(name) for name in names)
    told = [player.name for player in players]
    return tuple(
        name_for(f"{name} ({told[:i].count(name) + 1})" if told.count(name) > 1 else name)
        for i, name in enumerate(told)
    )


def _travelling(
    players: Sequence[Chooser],
    names: Sequence[str],
    seconds: float,
    executor: Executor | None,
    workers: int | None,
) -> tuple[tuple[Packed, ...], Executor, bool]:
    """The players as they travel, the executor that plays, and whether it is our own to end. Raises CannotTravel."""
    if executor is None and alone():
        executor = Here()
    if executor is None or not shares_memory(executor):
        try:
            packed = tuple(pack(player, name, seconds) for player, name in zip(players, names, strict=True))
        except CannotTravel:
            if executor is not None or workers is not None:
                raise
            executor = ThreadPoolExecutor(1)
            own = True
        else:
            return packed, executor or processes(workers), executor is None
    else:
        own = False
    limit = None if alone() else seconds
    here = tuple(packed_here(player, name, limit) for player, name in zip(players, names, strict=True))
    return here, executor, own


def _match_of(
    players: Sequence[Packed],
    starts: tuple[str, ...] | None,
    first: Position,
    seed: int,
    cap: int,
    seconds: float,
    ways: Sequence[Seating],
) -> str:
    """What tells a match from all others but for how long it goes on: the same call takes it up again."""
    told = [(player.name, player.identity) for player in players]
    begins = starts if starts is not None else ("openings", str(first))
    text = repr((__version__, told, begins, seed, cap, seconds, tuple(ways)))
    return sha256(text.encode()).hexdigest()[:16]


def _so_far(tally: Tally) -> str:
    return " – ".join([str(n) for n in tally.wins]) + (f", {tally.draws} drawn" if tally.draws else "")
