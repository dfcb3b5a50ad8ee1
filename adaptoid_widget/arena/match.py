"""Plays matches: many games between players, over processes or machines.

A unit is the games that share a start, with each player on each side equally often. Each game has a seed of its own.
Units are counted, tested and written in order, whatever order they finish in. So the result does not depend on the
executor or on interruptions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from .. import threads
from .._version import __version__
from ..attributes import suggest_keywords
from ..core.game.headers import PLAYER_HEADERS
from ..core.rules.errors import plain_value, whole_number
from ..core.rules.position import Position
from ..core.rules.variants import COLORS, first_variant_for
from ..core.search.player_settings import MAX_SEED
from ..engine.cancel import check_seconds
from ..engine.warmup import prepare
from ..progress_bar import progress_bar
from .elo import Sprt
from .match_file import MatchFile
from .match_result import ColorAssignment, MatchResult, Tally, color_assignments
from .openings import opening
from .play_game import GameOutcome, forfeited, play_game
from .player_api import Chooser, PlayerError, name_for
from .players import AnyPlayer, mixed_seed, searches
from .remote.executors import InlineExecutor, give_up, processes, shares_memory, workers_of
from .remote.packing import NotTransferable, PackedPlayer, close_all, pack, pack_local, player_for_game
from .specs import as_player

CAP = 400
SECONDS = 60.0


class _Match(NamedTuple):
    """What a worker needs to know about a match."""

    id: str
    """Identifies the match, so that the same call continues it."""
    players: tuple[PackedPlayer, ...]
    color_assignments: tuple[ColorAssignment, ...]
    cap: int


def play_unit(match: _Match, number: int, start: str, seed: int) -> tuple[GameOutcome, ...]:
    """Play the games of a unit in this process. The first unit has number 0."""
    return tuple(
        _play_assignment(
            match, f"{number + 1}.{game}", Position.from_text(start), mixed_seed(seed, game), assignment
        )
        for game, assignment in enumerate(match.color_assignments, 1)
    )


def _play_assignment(
    match: _Match, game: str, start: Position, seed: int, assignment: ColorAssignment
) -> GameOutcome:
    seats = dict(zip(COLORS, assignment, strict=False))
    headers = {
        "Match": match.id,
        "Round": game,
        **{PLAYER_HEADERS[color]: match.players[index].name for color, index in seats.items()},
        "Seed": str(seed),
    }
    players: dict[int, Chooser] = {}
    for color, index in seats.items():
        try:
            if index not in players:
                players[index] = player_for_game(match.players[index], seed)
        except PlayerError as error:
            return forfeited(start, color, error, headers)
    return play_game(start, {color: players[index] for color, index in seats.items()}, match.cap, headers)


@suggest_keywords
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
    seating, so `games` is a multiple of 2. With three colours, it is a multiple of 6, or of 3 with `seats="rotations"`.
    The starts are those in `starts`, repeated, or random openings: 2 to 6 random turns (3 to 9 with three colours)
    after `start`, by default the standard start. `seed` determines everything random.

    `executor` plays the games: any of `concurrent.futures`, or `client.get_executor()` of a Dask cluster. By default
    there is one process per processor, or `workers`. A player that raises, dies, answers nonsense or takes more than
    `seconds` for a turn forfeits the game, and the match goes on. A game of `cap` turns is a draw. Players that choose
    the same turns again play games again that were played before; the result counts the different games, and its
    intervals do not get narrower by the others.

    With a `path` the games are saved as records, and the same call continues an interrupted match with the same result.
    `sprt=(elo0, elo1)` stops when it is decided whether the first of two players is that much stronger (arena/elo.py).
    `quiet` shows no progress.

    Raises ValueError or TypeError for wrong arguments, FileInUse or OSError for the file, and PlayerError if every
    game was forfeited.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> result = play_match("greedy", "random", games=10, executor=ThreadPoolExecutor(1))
    >>> result.wins, result.draws
    ((9, 1), 0)
    """
    if isinstance(start, str):
        start = Position.of(start)
    start_texts = None if starts is None else _start_texts(starts)
    if start_texts is not None and start is not None:
        raise ValueError(
            "give starts to play from these positions, or start to draw openings after it, not both"
        )
    if start_texts:
        start = Position.from_text(start_texts[0])
    first = start or Position.start(first_variant_for(len(players)))
    unit_assignments = color_assignments(len(players), len(first.colors), seats)
    total = whole_number(games, "games", len(unit_assignments))
    if total % len(unit_assignments):
        often = len(unit_assignments)
        raise ValueError(
            f"games is a multiple of {often}, since each start is played so often; {total} is not"
        )
    cap = whole_number(cap, "cap", 1)
    seed = whole_number(seed, "seed", 0, MAX_SEED)
    seconds = check_seconds(seconds, "seconds", least=0.001)
    if workers is not None and executor is not None:
        raise ValueError("an executor has its own workers; give executor or workers, not both")
    workers = None if workers is None else whole_number(workers, "workers", 1)
    sprt = plain_value(sprt)
    if sprt is not None and not isinstance(sprt, (tuple, list)):
        raise TypeError(f"sprt is a pair of Elo differences, such as (0, 5), or an aw.Sprt, not {sprt!r}")
    test = None if sprt is None else Sprt(*sprt).check()
    if test is not None and len(players) != 2:
        raise ValueError("an SPRT compares two players")
    choosers = [as_player(player) for player in players]
    player_names = _names(choosers, names)
    packed, executor, own = _packed(choosers, player_names, seconds, executor, workers)
    if own and any(searches(player) for player in choosers):
        # compile once, not in all processes at the same time
        prepare()
    identities = [(player.name, player.identity) for player in packed]
    drawn_from = start_texts or ("openings", str(first))
    settings = repr((__version__, _SEEDS, identities, drawn_from, seed, cap, seconds, unit_assignments))
    match = _Match(sha256(settings.encode()).hexdigest()[:16], packed, unit_assignments, cap)
    tally = Tally(len(players), unit_assignments)
    file = None if path is None else MatchFile(path, match.id, len(unit_assignments))
    units = total // len(unit_assignments)
    run = _MatchRun(match, units, start_texts or first, seed, tally, executor, file, test)
    is_finished = False
    try:
        with progress_bar(" games", "match", total, shown=not quiet) as progress:
            for _ in run.play():
                progress.update(tally.games - progress.n)
                progress.set_postfix_str(_score_text(tally), refresh=False)
        is_finished = True
    except BrokenExecutor as error:
        raise RuntimeError(_BROKEN) from error
    finally:
        run.close(is_finished=is_finished, own_executor=own)
    _check_played(tally, player_names, path)
    return MatchResult.of(tally, player_names, test, None if path is None else Path(path))


def _check_played(tally: Tally, names: Sequence[str], path: str | os.PathLike[str] | None) -> None:
    """Raise PlayerError if every game was forfeited: such a match says nothing about the players."""
    numbers = [sum(by_code.values()) for by_code in tally.forfeits]
    if tally.first_forfeit is None or sum(numbers) < tally.games:
        return
    player, forfeit = tally.first_forfeit
    all_forfeits = ", ".join(f"{name} {n}" for name, n in zip(names, numbers, strict=True) if n)
    advice = (
        "" if path is None else f"; to play the match again, remove {os.fspath(path)!r}, which has its games"
    )
    raise PlayerError(
        names[player],
        forfeit.code,
        f"{forfeit.detail.rstrip('.')}. Every game of the match was forfeited: {all_forfeits}{advice}",
    )


# part of a match's identity: in earlier files, all games of a unit have the same seed
_SEEDS = "a seed for each game"
_BROKEN = (
    "a process in which games were played has ended. In a script, call play_match under `if __name__ == '__main__':`, "
    "since every process reads the script; with a path, the same call continues the match"
)


@dataclass
class _MatchRun:
    """Plays the missing units of a match until all are counted, or the test has a verdict."""

    match: _Match
    units: int
    starts: tuple[str, ...] | Position
    """The positions to start from, or the position after which openings are drawn."""
    seed: int
    tally: Tally
    executor: Executor
    file: MatchFile | None
    test: Sprt | None
    pending: dict[Future[tuple[GameOutcome, ...]], int] = field(default_factory=dict)
    """The numbers of the units that are being played."""
    early: dict[int, tuple[GameOutcome, ...]] = field(default_factory=dict)
    """The units that finished before an earlier one."""

    def play(self) -> Iterator[None]:
        """Count the units of the file, then play the others. Yield after each counted unit."""
        tally = self.tally
        if self.file is not None:
            for outcomes in self.file.open():
                tally.add(outcomes)
                yield
            if tally.units > self.units:
                raise ValueError(
                    f"{str(self.file.path)!r} holds {tally.games} games of this match already, "
                    "more than you asked for"
                )
            self.early = self.file.read_early()
        following = tally.units
        # enough tasks for all workers, and a limit on units that wait for a slow one
        max_pending = 2 * workers_of(self.executor)
        while not self._is_over():
            while len(self.pending) < max_pending and following < min(
                self.units, tally.units + 4 * max_pending
            ):
                if following not in self.early:
                    self._submit(following)
                following += 1
            if tally.units not in self.early:
                self._await_units()
            while tally.units in self.early and not self._is_over():
                self._count(self.early.pop(tally.units))
                yield

    def _is_over(self) -> bool:
        return self.tally.units >= self.units or (
            self.test is not None and self.test.verdict(self.tally.independent(0)) is not None
        )

    def _submit(self, number: int) -> None:
        seed = mixed_seed(self.seed, number)
        starts = self.starts
        start = str(opening(seed, starts)) if isinstance(starts, Position) else starts[number % len(starts)]
        self.pending[self.executor.submit(play_unit, self.match, number, start, seed)] = number

    def _await_units(self) -> None:
        finished, _ = wait(self.pending, return_when=FIRST_COMPLETED)
        # store finished units before raising an error
        for future in sorted(finished, key=lambda future: future.exception() is not None):
            number = self.pending.pop(future)
            self.early[number] = future.result()
            if self.file is not None and number != self.tally.units:
                self.file.store_early(number, self.early[number])

    def _count(self, outcomes: tuple[GameOutcome, ...]) -> None:
        if self.file is not None:
            self.file.append(outcomes)
            if not self.early:
                self.file.clear_early()
        self.tally.add(outcomes)

    def close(self, *, is_finished: bool, own_executor: bool) -> None:
        """Cancel the pending units, end the match's own executor, and close the file."""
        idle = all([future.cancel() for future in self.pending])  # noqa: C419  cancel all of them
        if own_executor and is_finished and idle:
            self.executor.shutdown()
        elif own_executor:
            give_up(self.executor)
        if shares_memory(self.executor):
            wait(self.pending)
            close_all()
        if self.file is not None:
            self.file.close(is_finished=is_finished)


def _start_texts(starts: Sequence[Position | str]) -> tuple[str, ...]:
    """Return the starts as texts. Raises ValueError unless all are for the same number of players."""
    if isinstance(starts, (str, Position)):
        raise TypeError("starts must be a list of positions; to draw openings after one position, use start")
    positions = [Position.of(start) for start in starts]
    if not positions:
        raise ValueError("starts is empty; leave it out to draw openings")
    for position in positions:
        if position.winner is not None:
            raise ValueError(f"a game cannot begin in a finished position: {position}")
        if len(position.colors) != len(positions[0].colors):
            raise ValueError("all starts of a match must be for the same number of players")
    return tuple(str(position) for position in positions)


def _names(players: Sequence[Chooser], names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the given names or the players' own, with numbers for equal ones. Raises ValueError."""
    if names is not None:
        if isinstance(names, str) or len(names) != len(players):
            raise ValueError(f"names must have a name for each of the {len(players)} players")
        if len(set(names)) != len(names):
            raise ValueError("two players have the same name")
        return tuple(name_for(name) for name in names)
    own_names = [player.name for player in players]
    return tuple(
        name_for(f"{name} ({own_names[:i].count(name) + 1})" if own_names.count(name) > 1 else name)
        for i, name in enumerate(own_names)
    )


def _packed(
    players: Sequence[Chooser],
    names: Sequence[str],
    seconds: float,
    executor: Executor | None,
    workers: int | None,
) -> tuple[tuple[PackedPlayer, ...], Executor, bool]:
    """Return the packed players, the executor, and whether the match owns it. Raises NotTransferable."""
    own = executor is None
    if executor is None and not threads.THREADS:
        executor = InlineExecutor()
    if executor is None or not shares_memory(executor):
        try:
            packed = tuple(pack(player, name, seconds) for player, name in zip(players, names, strict=True))
            return packed, executor or processes(workers), own
        except NotTransferable:
            if executor is not None or workers is not None:
                raise
            executor = ThreadPoolExecutor(1)
    limit = seconds if threads.THREADS else None
    local = tuple(pack_local(player, name, limit) for player, name in zip(players, names, strict=True))
    return local, executor, own


def _score_text(tally: Tally) -> str:
    return " – ".join([str(n) for n in tally.wins]) + (f", {tally.draws} drawn" if tally.draws else "")
