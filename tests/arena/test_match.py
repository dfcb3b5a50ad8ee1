"""Matches: fair, counted correctly, the same with every executor, and robust against misbehaving players."""

from __future__ import annotations

import gc
import json
import math
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adaptoid_widget import (
    GameError,
    MatchResult,
    Player,
    Position,
    Program,
    Sprt,
    TextError,
    openings,
    play_match,
    read_games,
    threads,
    write_games,
)
from adaptoid_widget.arena import elo, match
from adaptoid_widget.arena.match_result import DigestSet, Tally, color_assignments
from adaptoid_widget.arena.openings import opening
from adaptoid_widget.arena.play_game import Forfeit, GameOutcome, play_game, turn_text_of
from adaptoid_widget.arena.player_api import PlayerError
from adaptoid_widget.arena.players import Greedy, RandomPlayer
from adaptoid_widget.arena.remote.executors import InlineExecutor, processes, shares_memory, workers_of
from adaptoid_widget.cli import main
from tests.arena import misbehaving_players
from tests.arena.executors import Never, Shuffled, inline
from tests.portable.rules_cases import NO_GROWTH

START = Position.start()
# White can win at once, and Black cannot prevent that
NEAR_THE_END = "adaptoid w 0,4 W:C5,D3 B:D5LLPP,D6"
LATE_BLACK = Forfeit("B", "time", "gave no answer within 1 s")


@pytest.fixture(scope="module")
def workers() -> Iterator[Executor]:
    """Return an executor with two processes, shared by the tests of this module."""
    with processes(2) as executor:
        yield executor


# -- fair ------------------------------------------------------------------------------------------------------------


def test_each_start_is_played_with_both_colours(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    result = play_match("greedy", RandomPlayer(), games=12, seed=4, executor=inline(), path=path)
    games = list(read_games(path))
    assert len(games) == result.total == 12
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.nodes[0].position == second.nodes[0].position
        assert (first.headers["White"], first.headers["Black"]) == ("greedy", "random")
        assert (second.headers["White"], second.headers["Black"]) == ("random", "greedy")
    assert len({str(game.nodes[0].position) for game in games}) == 6
    assert [game.headers["Round"] for game in games[:3]] == ["1.1", "1.2", "2.1"]
    assert len({game.headers["Seed"] for game in games}) == 12


def test_the_counts_agree_with_the_games(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    result = play_match("greedy", "level:1", games=40, seed=2, executor=inline(), path=path)
    games = list(result.games())
    won = dict.fromkeys(result.players, 0)
    colours = dict.fromkeys(result.by_color, 0)
    for game in games:
        assert game.result is not None
        colours[game.result] += 1
        if game.result != "draw":
            won[game.headers[{"W": "White", "B": "Black"}[game.result]]] += 1
    assert result.players == ("greedy", "level 1")
    assert tuple(won.values()) == result.wins
    assert colours == result.by_color
    assert sum(result.wins) + result.draws == 40
    assert result.turns == sum(game.length for game in games)
    assert sum(result.counts[0]) == 20
    assert sum(n * i for i, n in enumerate(result.counts[0])) == 2 * result.wins[0] + result.draws
    assert result.counts[1] == tuple(reversed(result.counts[0]))
    assert result.wins[0] > result.wins[1] > 0


def test_the_same_seed_gives_the_same_match() -> None:
    first = play_match("greedy", "level:2", games=20, seed=1, executor=inline())
    assert play_match("greedy", "level:2", games=20, seed=1, executor=inline()) == first
    turns_of_seeds = {
        play_match("greedy", "level:2", games=20, seed=seed, executor=inline()).turns for seed in range(2, 6)
    }
    assert len({first.turns, *turns_of_seeds}) > 2


@pytest.mark.parametrize(
    ("player", "in_processes"),
    [("random", False), ("random", True), ("greedy", False), ("level:1", False), ("level:6", False)],
)
def test_equal_players_play_different_games(
    player: str, in_processes: bool, workers: Executor, tmp_path: Path
) -> None:
    """The seed of a player differs between the two games of a pair, so they are not the same game twice."""
    path = tmp_path / "match.txt"
    executor = workers if in_processes else Shuffled(4)
    result = play_match(player, player, games=10, executor=executor, path=path)
    games = list(read_games(path))
    assert len({(str(game.nodes[0].position), str(game.turns)) for game in games}) == result.different == 10
    assert (result.equal_units, result.independent_units) == (0, 5)
    assert "different" not in repr(result)


def test_a_player_that_always_plays_the_same_game_is_told_so(workers: Executor, tmp_path: Path) -> None:
    """The games of each pair are equal, the pairs are not: each counts once, half of it won by each player."""
    player, path = misbehaving_players.first, tmp_path / "match.txt"
    first = play_match(player, player, games=4, executor=workers, path=path)
    result = play_match(player, player, games=12, executor=workers, path=path)
    assert result == play_match(player, player, games=12, executor=inline())
    assert (first.different, first.equal_units) == (2, 2)
    assert (result.different, result.equal_units, result.independent_units) == (6, 6, 6)
    assert result.score() == elo.wilson(0.5, 6)
    assert "6 of 12 games are different; in 6 of 6 pairs, both games are the same" in repr(result)
    assert {key: result.to_dict()[key] for key in ("different", "equal_units")} == {
        "different": 6,
        "equal_units": 6,
    }


@pytest.mark.parametrize(
    ("players", "starts", "games", "expected"),
    [
        (["first", "last"], [START], 40, (2, 0, 1.0)),
        (["first", "first"], [START], 40, (1, 20, 1.0)),
        (["first", "last"], [START, NEAR_THE_END], 40, (4, 0, 2.0)),
        (["first", "last", "first"], [Position.start("adapt3")], 24, (3, 0, 1.0)),
        (["first", "first", "first"], [Position.start("adapt3")], 24, (1, 4, 1.0)),
    ],
)
def test_repeated_games_do_not_narrow_the_intervals(
    players: list[str], starts: list[Position | str], games: int, expected: tuple[int, int, float]
) -> None:
    """A player without chance plays the same games again from the same starts. More of them say nothing new."""
    chosen = [getattr(misbehaving_players, name) for name in players]
    words: dict[str, Any] = {"starts": starts, "executor": inline(), "names": None}
    once = play_match(*chosen, games=games * len(starts) // 20 or 2, **words) if len(players) == 2 else None
    result = play_match(*chosen, games=games, **words)
    assert (result.different, result.equal_units, result.independent_units) == expected
    assert f"{expected[0]} of {games} games {'is' if expected[0] == 1 else 'are'} different" in repr(result)
    assert "the intervals are those of" in repr(result)
    if once is not None:
        assert result.score() == once.score()
        assert result.elo == once.elo


def test_repeated_games_do_not_decide_an_sprt() -> None:
    """White wins each of the 200 games of a first player, which are two games."""
    test = Sprt(0, 20)
    words: dict[str, Any] = {"games": 200, "starts": [START], "executor": inline()}
    player = misbehaving_players.first
    repeated = play_match(player, misbehaving_players.last, sprt=test, **words)
    assert repeated.total == 200
    assert repeated.verdict is None
    words["games"] = 2
    once = play_match(player, misbehaving_players.last, sprt=test, **words)
    assert repeated.llr == pytest.approx(once.llr, abs=0.01)


def test_a_set_of_digests_keeps_what_was_added() -> None:
    dice = random.Random(1)
    numbers = [dice.getrandbits(64) | 1 for _ in range(1000)]
    digests = DigestSet()
    for number in numbers[:500] * 2:
        digests.add(number)
    assert [number in digests for number in numbers] == [True] * 500 + [False] * 500


@pytest.mark.parametrize(("number", "seed"), [(-1, 0), ("x", 0), (1, "x"), (1, -1)])
def test_openings_of_wrong_numbers_are_refused(number: Any, seed: Any) -> None:
    with pytest.raises(ValueError, match=r"(number|seed) is "):
        next(openings(number, seed))


def test_openings_are_short_and_lose_no_adaptoid() -> None:
    """Openings have two to six turns without a loss, and up to nine with three players."""
    positions = list(openings(200, seed=3))
    assert positions == list(openings(200, seed=3))
    assert len(set(positions)) > 180
    for position in positions:
        assert position.winner is None
        assert set(position.lost.values()) == {0}
        assert position.step == "move"
    sizes = {sum(1 + piece.size for piece in position.pieces.values()) - 2 for position in positions}
    assert sizes == {2, 3, 4, 5, 6}
    three = opening(1, Position.start("adapt3"))
    assert 3 <= sum(1 + piece.size for piece in three.pieces.values()) - 3 <= 9
    lost = Position.from_text("adaptoid w 1,3 W:D2,E3 B:D6,E6")
    assert opening(1, str(lost)).lost == lost.lost
    with pytest.raises(GameError, match=r"no opening was found .* lost an adaptoid or the game ended"):
        opening(1, "adaptoid@lattice:A1.A2 w 0,4 W:A1PPPPPP B:A2LL")


def test_games_begin_at_the_given_starts(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    starts: list[Position | str] = [str(START), Position.from_text("adaptoid b+ 0,0 W:D2,E3 B:D6")]
    play_match("greedy", "random", games=8, starts=starts, executor=inline(), path=path)
    games = list(read_games(path))
    assert [str(game.nodes[0].position) for game in games] == [str(starts[i // 2 % 2]) for i in range(8)]
    # the same start but another game
    assert games[0].turns != games[4].turns
    play_match(
        "greedy",
        "random",
        games=2,
        start="adaptoid@hex5 w 0,0 W:E3 B:E7",
        executor=inline(),
        path=tmp_path / "5",
    )
    assert str(next(read_games(tmp_path / "5")).nodes[0].position).startswith("adaptoid@hex5")


# -- three -----------------------------------------------------------------------------------------------------------


def test_every_player_has_every_colour_equally_often() -> None:
    for players, sides, seats, number in (
        (2, 2, "all", 2),
        (3, 3, "all", 6),
        (3, 3, "rotations", 3),
        (2, 3, "all", 6),
    ):
        assignments = color_assignments(players, sides, seats)
        assert len(assignments) == len(set(assignments)) == number
        for seat in range(sides):
            players_on_seat = [assignment[seat] for assignment in assignments]
            assert [players_on_seat.count(player) for player in range(players)] == [
                number // players
            ] * players
    for players, sides, seats in ((1, 2, "all"), (3, 2, "all"), (4, 3, "all"), (2, 2, "some")):
        with pytest.raises(ValueError, match=r"a match for . colours needs|seats is"):
            color_assignments(players, sides, seats)


def test_three_players_exchange_all_colours(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    result = play_match("greedy", "random", "level:3", games=12, executor=inline(), path=path)
    games = list(read_games(path))
    assert len({(g.headers["White"], g.headers["Black"], g.headers["Red"]) for g in games[:6]}) == 6
    assert len({str(g.nodes[0].position) for g in games}) == 2
    assert games[0].position.variant == "adapt3"
    assert sum(result.wins) + result.draws == 12
    assert sum(result.points) == pytest.approx(12)
    assert result.elo is None
    assert math.isclose(sum(result.score(i).value for i in range(3)), 1)
    assert "greedy scores" in repr(result)
    assert "level 3 scores" in repr(result)
    rotated = play_match("greedy", "random", "level:3", games=6, seats="rotations", executor=inline())
    assert rotated.total == 6


def test_one_of_two_players_has_two_colours_on_a_board_of_three() -> None:
    """In each game one player has two colours, both players equally often. A win is one point."""
    result = play_match(
        "greedy", "random", games=12, start=Position.start("adapt3-fierce"), executor=inline()
    )
    assert sum(result.wins) + result.draws == 12
    assert result.elo is not None
    assert len(result.counts[0]) == 13


def test_shares_of_a_draw_are_equal() -> None:
    tally = Tally(3, color_assignments(3, 3))
    tally.add([GameOutcome("draw", 9, None, True, "", 1)] * 6)
    tally.add([GameOutcome("W", 9, LATE_BLACK, False, "", 2)] * 6)
    result = MatchResult.of(tally, ("a", "b", "c"), None, None)
    assert result.wins == (2, 2, 2)
    assert list(result.points) == [4, 4, 4]
    assert result.losses(0) == 4
    assert result.forfeits == ({"time": 2},) * 3
    assert (result.capped, result.draws, result.turns) == (6, 6, 108)


# -- executors -------------------------------------------------------------------------------------------------------


def test_all_executors_give_the_same_result(workers: Executor, tmp_path: Path) -> None:
    """The results are equal, and the files are equal byte for byte."""
    files: list[bytes] = []
    results: list[MatchResult] = []
    with ThreadPoolExecutor(2) as threads:
        for number, executor in enumerate((inline(), workers, threads, Shuffled(1), Shuffled(2))):
            path = tmp_path / str(number)
            results.append(
                play_match(
                    "greedy", misbehaving_players.Drawn(5), games=24, seed=9, executor=executor, path=path
                )
                if not shares_memory(executor)
                else play_match("greedy", "level:1", games=24, seed=9, executor=executor, path=path)
            )
            files.append(path.read_bytes())
    assert results[0] == results[2]
    assert files[0] == files[2]
    assert results[1] == results[3] == results[4]
    assert files[1] == files[3] == files[4]
    assert list(tmp_path.glob(".*")) == []
    copy = tmp_path / "again"
    write_games(read_games(tmp_path / "1"), copy)
    assert copy.read_bytes() == files[1]


def test_the_default_executor_has_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    executors: list[Executor] = []

    def noted(workers: int | None) -> Executor:
        executors.append(processes(workers))
        return executors[-1]

    monkeypatch.setattr(match, "processes", noted)
    result = play_match("greedy", "random", games=4, workers=3)
    assert result.total == 4
    (executor,) = executors
    assert isinstance(executor, ProcessPoolExecutor)
    assert workers_of(executor) == 3


def test_by_default_there_is_a_process_for_each_usable_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system does not say which processors are usable, all are counted."""

    def count() -> int:
        with processes() as executor:
            assert isinstance(executor, ProcessPoolExecutor)
            return workers_of(executor)

    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 2, 3}, raising=False)
    assert count() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    assert count() == 5
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert count() == 1


@pytest.mark.nightly
def test_a_dask_cluster_gives_the_result_of_one_process(tmp_path: Path) -> None:
    """A dask cluster with two processes gives the same result and file as the inline executor."""
    distributed = pytest.importorskip("distributed")
    words: dict[str, Any] = {"games": 16, "seed": 6}
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            worker_dashboard_address=None,
        ) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        assert workers_of(executor) == 2
        result = play_match(
            "greedy",
            lambda position: next(position.turns()),
            executor=executor,
            path=tmp_path / "dask",
            **words,
        )
        with pytest.raises(PlayerError, match="dies: ended with exit status 7"):
            play_match("greedy", misbehaving_players.dies, executor=executor, games=2)
    assert result.wins[0] > 12
    assert result == play_match("greedy", _lambda(), executor=inline(), path=tmp_path / "here", **words)
    dask, plain = [(tmp_path / name).read_text(encoding="utf-8").split("\n") for name in ("dask", "here")]
    assert [line for line in dask if "Match: " not in line] == [
        line for line in plain if "Match: " not in line
    ]


def _lambda() -> Callable[[Position], Any]:
    return lambda position: next(position.turns())


class Unpicklable:
    """Cannot be sent to another process, because it has a lock."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def __call__(self, position: Position) -> Any:
        return next(position.turns())


def test_an_unpicklable_player_plays_in_this_process_or_is_refused(workers: Executor) -> None:
    assert play_match(Unpicklable(), "random", games=2).players == ("Unpicklable", "random")
    options: list[dict[str, Any]] = [{"executor": workers}, {"workers": 2}]
    for words in options:
        with pytest.raises(
            ValueError, match="the player Unpicklable cannot be sent to another process: raised TypeError"
        ):
            play_match(Unpicklable(), "random", games=2, **words)


def test_a_match_where_there_are_neither_processes_nor_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting a thread or a process fails, as in a browser."""

    def none(*_: Any, **__: Any) -> Any:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threads, "THREADS", False)
    monkeypatch.setattr(threading.Thread, "start", none)
    monkeypatch.setattr(subprocess, "Popen", none)
    assert play_match(misbehaving_players.first, "greedy", games=4, quiet=True).forfeits == ({}, {})
    assert isinstance(processes(), InlineExecutor)


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there are no alarms here")
@pytest.mark.parametrize("of", [None, "function"])
def test_a_time_limit_that_comes_while_a_player_thinks_ends_the_match(of: str | None) -> None:
    """The player has not raised it, and does not forfeit."""

    class Late(Exception):
        pass

    def stop(*_: object) -> None:
        raise Late

    class Thinking:
        name = "thinking"

        def choose(self, position: Position, stop: object = None) -> str:  # noqa: ARG002
            signal.raise_signal(signal.SIGALRM)
            return str(next(position.turns()))

    before = signal.signal(signal.SIGALRM, stop)
    player: Any = Thinking() if of is None else Thinking().choose
    try:
        with pytest.raises(Late):
            play_match(player, "greedy", games=2, quiet=True, executor=InlineExecutor())
    finally:
        signal.signal(signal.SIGALRM, before)


# -- misbehaving players ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "code", "message"),
    [
        (misbehaving_players.raises, "raised", "raised RuntimeError: lost my marbles"),
        (misbehaving_players.leaves, "raised", "raised SystemExit: 3"),
        (misbehaving_players.Leaver(), "raised", "raised SystemExit: 3"),
        (misbehaving_players.hangs, "time", "gave no answer within 0.3 s"),
        (misbehaving_players.dies, "died", "ended with exit status 7; it said: so long"),
        (misbehaving_players.nonsense, "nonsense", "answered 42, of type int; expected a turn or its text"),
        (misbehaving_players.babbles, "nonsense", "answered 'E4 e5', which is not a turn: "),
        (misbehaving_players.illegal, "illegal", "answered "),
        (misbehaving_players.Unstartable(), "start", "raised OSError: no model here"),
        (Program([sys.executable, "-c", "import sys; sys.exit('out')"]), "start", "ended with exit status 1"),
        (
            Program(["/nowhere/to/be/found"], name="Nobody"),
            "start",
            "'/nowhere/to/be/found' cannot be started",
        ),
    ],
    ids=lambda value: getattr(value, "__name__", None) or str(value)[:20],
)
def test_a_misbehaving_player_forfeits_and_the_match_goes_on(
    player: Any, code: str, message: str, workers: Executor, tmp_path: Path
) -> None:
    path = tmp_path / "match.txt"
    words: dict[str, Any] = {
        "seconds": 0.3 if code == "time" else 300,
        "starts": [START, NEAR_THE_END],
        "executor": workers,
        "path": path,
    }
    started = code != "start"
    if not started:
        # it does not get as far as to see that its opponent wins at once
        with pytest.raises(PlayerError, match=r"Every game of the match was forfeited: .* 4"):
            play_match(player, "greedy", games=4, **words)
    else:
        result = play_match(player, "greedy", games=4, **words)
        assert result.wins == (0, 4)
        assert result.forfeits == ({code: 3}, {})
        assert f"{result.players[0]} forfeited 3 games: {code} 3" in repr(result)
        assert result.turns == sum(game.length - ("Forfeit" in game.headers) for game in read_games(path))
    games = [game for game in read_games(path) if "Forfeit" in game.headers]
    losers = [game.headers["Forfeit"].split(" ")[0] for game in games]
    assert losers == ["White", "Black", "White", "Black"][: 3 + (not started)]
    for game in games:
        assert f"({code}) {message}" in game.headers["Forfeit"]
        assert "resigns" in game.to_record()


@pytest.mark.parametrize("players", [["raises", "first"], ["first", "raises"], ["raises", "raises"]])
@pytest.mark.parametrize("threads", [False, True])
def test_a_match_without_a_game_that_was_played_is_an_error(
    players: list[str], threads: bool, workers: Executor, tmp_path: Path
) -> None:
    """Such a match compares nothing. The error says why, and a second call, which reads the file, says it again."""
    path = tmp_path / "match.txt"
    chosen = [getattr(misbehaving_players, name) for name in players]
    with ThreadPoolExecutor(2) as pool:
        for _ in range(2):
            with pytest.raises(PlayerError) as error:
                play_match(*chosen, games=4, executor=pool if threads else workers, path=path)
            assert error.value.code == "raised"
            assert error.value.player.startswith("raises")
            assert "raised RuntimeError: lost my marbles. Every game of the match was" in str(error.value)
            assert f"remove {str(path)!r}" in str(error.value)
    assert len(list(read_games(path))) == 4


def test_a_program_keeps_to_the_shorter_of_two_limits() -> None:
    """One limit is that of the program, the other that of the match."""
    source = "import time; print('{\"ready\": 1}', flush=True); time.sleep(600)"
    for own, common in ((0.1, 60), (60, 0.1)):
        player = Program([sys.executable, "-S", "-c", source], seconds=own)
        with pytest.raises(PlayerError, match=r"gave no answer within 0\.1 s"):
            play_match(player, "greedy", games=2, seconds=common, executor=inline())


def test_a_hanging_player_in_a_thread_forfeits_by_time() -> None:
    with (
        ThreadPoolExecutor(1) as threads,
        pytest.raises(PlayerError, match=r"hangs: gave no answer within 0\.05 s"),
    ):
        play_match(misbehaving_players.hangs, "greedy", games=2, seconds=0.05, executor=threads)


def test_a_player_may_use_standard_input_and_output(workers: Executor) -> None:
    result = play_match(misbehaving_players.prints, "random", games=2, executor=workers)
    assert result.forfeits == ({}, {})


def test_some_games_are_forfeited_and_some_are_not(workers: Executor) -> None:
    player = misbehaving_players.late_in_the_game
    starts: list[Position | str] = [START, NEAR_THE_END]
    result = play_match(player, "greedy", games=4, starts=starts, executor=workers)
    assert 0 < result.forfeits[0]["nonsense"] < 4
    assert result.turns > 12


def test_a_callable_is_fresh_for_each_game(workers: Executor) -> None:
    """A game does not depend on earlier games, in whatever process they were played."""
    player = misbehaving_players.Drawn(3)
    assert play_match(player, "random", games=8, executor=workers) == play_match(
        player, "random", games=8, executor=Shuffled(3)
    )


def test_players_with_the_same_name_are_numbered(workers: Executor) -> None:
    assert play_match("level:1", Player(1, seed=2), games=2, executor=workers).players == (
        "level 1 (1)",
        "level 1 (2)",
    )
    result = play_match("level:1", Player(1, seed=2), games=2, names=["Ann", "Ben"], executor=workers)
    assert result.players == ("Ann", "Ben")


def test_a_long_game_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    result = play_match("random", "random", games=4, cap=10, starts=[START], executor=inline(), path=path)
    assert (result.draws, result.capped, result.turns) == (4, 4, 40)
    assert result.by_color == {"W": 0, "B": 0, "draw": 4}
    for game in read_games(path):
        assert game.headers["Cap"] == "drawn after 10 turns"
        assert game.result == "draw"
    assert "4 games drawn because they reached the turn limit" in repr(result)


def test_a_position_that_comes_for_the_third_time_is_a_draw() -> None:
    """R14 applies only where nothing can grow."""
    result = play_match(
        misbehaving_players.first, misbehaving_players.first, games=2, starts=[NO_GROWTH], executor=inline()
    )
    assert (result.draws, result.capped, result.turns) == (2, 0, 8)


def test_play_game_handles_errors_and_bad_answers() -> None:
    """One player raises an unknown error, another answers with a number."""

    class Odd:
        name = "Odd"

        def __init__(self, answer: Any) -> None:
            self.answer = answer

        def choose(self, position: Position, stop: Any = None) -> Any:
            del position, stop
            if isinstance(self.answer, Exception):
                raise self.answer
            return self.answer

    played = play_game(START, {"W": Odd(KeyError("x")), "B": Greedy()}, 10)
    assert (played.result, played.turns) == ("B", 0)
    assert played.forfeit == ("W", "raised", "raised KeyError: 'x'")
    with pytest.raises(PlayerError, match="Odd: answered 5"):
        turn_text_of(Odd(5), START)


# -- bad arguments ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "words", "error", "message"),
    [
        (["greedy"], {}, ValueError, "needs 2 players, not 1"),
        (["greedy"] * 4, {}, ValueError, "needs 2 players, not 4"),
        (["greedy", 5.0], {}, TypeError, "not float"),
        (["greedy", "nobody"], {}, ValueError, "'nobody' is not a player"),
        (["greedy"] * 2, {"games": 5}, ValueError, "games is a multiple of 2"),
        (["greedy"] * 2, {"games": 0}, ValueError, "games is a whole number, 2 or more, not 0"),
        (["greedy"] * 2, {"games": 2.0}, ValueError, "games is a whole number, 2 or more, not 2.0"),
        (["greedy"] * 3, {"games": 8}, ValueError, "games is a multiple of 6"),
        (["greedy"] * 2, {"cap": 0}, ValueError, "cap is a whole number, 1 or more"),
        (["greedy"] * 2, {"seed": -1}, ValueError, "seed is a whole number from 0 to"),
        (["greedy"] * 2, {"seconds": 0}, ValueError, "seconds is 0.001 seconds or more"),
        (["greedy"] * 2, {"seconds": math.nan}, ValueError, "seconds is a number"),
        (["greedy"] * 2, {"workers": 0}, ValueError, "workers is a whole number, 1 or more"),
        (
            ["greedy"] * 2,
            {"workers": 2, "executor": InlineExecutor()},
            ValueError,
            "an executor has its own workers",
        ),
        (["greedy"] * 2, {"starts": []}, ValueError, "starts is empty"),
        (["greedy"] * 2, {"starts": ["here"]}, TextError, "line 1"),
        (["greedy"] * 2, {"starts": str(START)}, TypeError, "starts must be a list of positions"),
        (
            ["greedy"] * 2,
            {"starts": ["adaptoid w+ 0,5 W:D2 B:D6"]},
            ValueError,
            "cannot begin in a finished position",
        ),
        (
            ["greedy"] * 2,
            {"starts": [START, Position.start("adapt3")]},
            ValueError,
            "for the same number of players",
        ),
        (["greedy"] * 2, {"starts": [START], "start": START}, ValueError, "not both"),
        (["greedy"] * 3, {"start": START}, ValueError, "needs 2 players, not 3"),
        (["greedy"] * 2, {"start": "adaptoid w+ 0,5 W:D2 B:D6"}, GameError, "no opening|over"),
        (["greedy"] * 2, {"sprt": (5, 0)}, ValueError, "elo0 of an SPRT"),
        (["greedy"] * 2, {"sprt": (0, 10**400)}, ValueError, "are finite numbers"),
        (["greedy"] * 3, {"sprt": (0, 5), "games": 6}, ValueError, "compares two players"),
        (["greedy"] * 2, {"names": ["a"]}, ValueError, "a name for each of the 2"),
        (["greedy"] * 2, {"names": ["a", "a"]}, ValueError, "two players have the same name"),
        (["greedy"] * 2, {"names": ["a", "b\n"]}, ValueError, "a player's name"),
        (["greedy"] * 2, {"seats": "some"}, ValueError, "seats is 'all' or 'rotations'"),
    ],
)
def test_bad_arguments_are_refused(
    players: list[Any], words: dict[str, Any], error: type[Exception], message: str
) -> None:
    words = {"games": 2, "executor": Never(), **words}
    if "workers" in words and words["workers"] == 0:
        words["executor"] = None
    with pytest.raises(error, match=message):
        play_match(*players, **words)


# -- results and the command -----------------------------------------------------------------------------------------


def test_a_result_has_a_repr_a_table_and_a_dict() -> None:
    tally = Tally(2, color_assignments(2, 2))
    for number in range(40):
        won = GameOutcome("W", 30, None, False, "", 2 * number)
        also = GameOutcome("W", 30, None, False, "", 2 * number + 1)
        lost = GameOutcome("B", 30, Forfeit("W", "time", "late"), False, "", 2 * number + 1)
        tally.add([won, lost if number < 30 else also])
    result = MatchResult.of(tally, ("Ann", "Ben"), Sprt(0, 20), None)
    assert repr(result).split("\n") == [
        "Ann – Ben: 70 wins, 0 draws, 10 losses in 80 games",
        "Ann scores 87.5% (78.8% to 92.9%), Elo +338 (+228 to +448)",
        "SPRT [0, 20]: undecided, LLR 2.24 (-2.94 to 2.94)",
        "Ben forfeited 30 games: time 30",
    ]
    first, second = result.table()
    assert list(first)[:6] == ["player", "games", "wins", "draws", "losses", "points"]
    assert (first["player"], first["wins"], second["losses"]) == ("Ann", 70, 70)
    assert first["elo"] == pytest.approx(-second["elo"])
    assert second["forfeits"] == 30
    assert json.loads(json.dumps(result.to_dict()))["players"][0]["score"] == 0.875
    with pytest.raises(ValueError, match="the games were not saved"):
        result.games()
    assert pickle.loads(pickle.dumps(result)) == result


def test_numbers_that_round_to_zero_have_no_minus() -> None:
    tally = Tally(2, color_assignments(2, 2))
    result = MatchResult.of(tally, ("Ann", "Ben"), Sprt(0, 0.1), None)
    counts = ((500, 0, 0, 0, 499), (499, 0, 0, 0, 500))
    text = repr(replace(result, total=1998, wins=(998, 1000), counts=counts, independent_units=999.0))
    assert "Elo +0 (" in text
    assert "LLR 0.00 (" in text


def test_the_command_plays_a_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "processes", lambda _: InlineExecutor())
    path = tmp_path / "match.txt"
    words = ["match", "greedy", "random", "--games", "6", "--seed", "2", "-o", str(path)]
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("greedy – random: ")
    assert main([*words, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["players"][0]["wins"] + printed["players"][1]["wins"] == printed["games"] == 6
    starts = tmp_path / "starts.txt"
    starts.write_text(f"{START}\n{START.play('+D3')}\n", encoding="utf-8")
    assert main(["match", "greedy", "random", "--games", "4", "--starts", str(starts), "--sprt", "0,50"]) == 0
    assert "SPRT [0, 50]: undecided" in capsys.readouterr().out
    starts.write_text(f"{START}\nadaptoid w 0,0 W:D2 X\n", encoding="utf-8")
    for wrong, message in (
        (["match", "greedy", "random", "--starts", str(starts)], f"{starts}: line 2, column 21: expected"),
        (["match", "greedy", "nobody"], "'nobody' is not a player"),
        (["match", "greedy", "random", "--games", "3"], "games is a multiple of 2"),
        (["match", "greedy", "random", "--sprt", "5"], "--sprt takes two Elo numbers"),
        (["match", "greedy", "random", "--starts", str(tmp_path / "none")], "No such file"),
    ):
        assert main(wrong) == 2
        assert message in capsys.readouterr().err


def test_the_command_can_be_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(InlineExecutor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            raise KeyboardInterrupt

    monkeypatch.setattr(match, "processes", lambda _: Interrupted())
    assert main(["match", "greedy", "random", "-o", str(tmp_path / "match.txt")]) == 130
    assert capsys.readouterr().err == "adaptoid-widget: stopped; the same command continues from there\n"


@pytest.mark.nightly
def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path) -> None:
    """Six times as many games take no more memory. `python -m tools.match_memory` plays a hundred thousand games."""

    def grown(games: int) -> int:
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        path = tmp_path / str(games)
        result = play_match(
            "greedy", "random", games=games, starts=[NEAR_THE_END], executor=inline(), path=path
        )
        assert result.total == games
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before

    grown(20)
    tracemalloc.start()
    try:
        after_40, after_240 = grown(40), grown(240)
    finally:
        tracemalloc.stop()
    assert after_240 < after_40 + 10_000
