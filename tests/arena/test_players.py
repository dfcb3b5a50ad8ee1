"""Computer players and callables as players: how they are made, what they play, and how answers are checked."""

from __future__ import annotations

import copy
import math
import pickle
import threading
import time
from typing import Any

import pytest

from adaptoid_widget import GameError, Player, PlayerError, Position, TextError, Turn, as_player
from adaptoid_widget.arena.player_api import CallablePlayer, one_line
from adaptoid_widget.arena.players import Greedy, RandomPlayer, mixed_seed
from adaptoid_widget.arena.programs.protocol_check import POSITIONS
from adaptoid_widget.arena.specs import player_of
from adaptoid_widget.core.search.evaluation import NAMES
from adaptoid_widget.core.search.levels import HIGHEST, LOWEST, SEARCH_LIMITS, SHORT_SIGHTED, THREE_PLAYERS
from adaptoid_widget.engine.cancel import Stop
from tests.arena import misbehaving_players

START = Position.start()
MIDDLE = Position.from_text("adaptoid w 3,0 W:C2LP,D2P,E2,E3P,G4 B:A2,A3,C4LP,C5P,D6LP,E6P,F4LP,F5")
ONE_TO_WIN = Position.from_text("adaptoid w 0,4 W:A1L,C5,D3 B:D5LLPP,D6")
OVER = Position.from_text("adaptoid w+ 0,5 W:D2 B:D6")


# -- what makes a player ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({}, "exactly one of level, seconds and nodes; none"),
        ({"level": 3, "nodes": 10}, "exactly one of level, seconds and nodes; level and nodes"),
        ({"level": 3, "seconds": 0}, "level and seconds"),
        ({"level": 0}, "level is a whole number from 1 to 10, not 0"),
        ({"level": 11}, "level is a whole number from 1 to 10, not 11"),
        ({"level": True}, "level is a whole number from 1 to 10, not True"),
        ({"level": 3.0}, "level is a whole number from 1 to 10, not 3.0"),
        ({"level": "3"}, "level is a whole number from 1 to 10, not '3'"),
        ({"seconds": -0.1}, "seconds is 0 seconds or more, not -0.1"),
        ({"seconds": math.nan}, "seconds is a number of seconds, not nan"),
        ({"seconds": math.inf}, "seconds is a number of seconds, not inf"),
        ({"seconds": 10**400}, "seconds is a number of seconds, not 1000"),
        ({"seconds": True}, "seconds is a number of seconds, not True"),
        ({"seconds": "1"}, "seconds is a number of seconds, not '1'"),
        ({"nodes": -1}, "nodes is a whole number, 0 or more, not -1"),
        ({"nodes": 1e3}, "nodes is a whole number, 0 or more, not 1000.0"),
        ({"level": 3, "seed": -1}, "seed is a whole number from 0 to 2147483647, not -1"),
        ({"level": 3, "name": " "}, "a player's name is one line"),
        ({"level": 3, "name": "two\nlines"}, "a player's name is one line"),
    ],
)
def test_errors_name_the_bad_argument_of_a_player(words: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Player(**words)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("level", 99, "level is a whole number from 1 to 10, not 99"),
        ("level", None, "exactly one of level, seconds and nodes; none"),
        ("seconds", 1, "level and seconds"),
        ("nodes", "5", "level and nodes"),
        ("seed", "x", "seed is a whole number from 0 to 2147483647, not 'x'"),
        ("name", "two\nlines", "a player's name is one line"),
    ],
)
def test_setting_an_attribute_of_a_player_checks_it(name: str, value: object, message: str) -> None:
    player = Player(3, seed=4)
    with pytest.raises(ValueError, match=message):
        setattr(player, name, value)
    assert player == Player(3, seed=4)
    with pytest.raises(ValueError, match="seed is a whole number from 0 to"):
        Greedy().seed = -1


def test_the_settings_of_a_player_can_be_changed() -> None:
    player = Player(3)
    player.level, player.seed, player.name = 5, 7, "Ann"
    assert player == Player(5, seed=7, name="Ann")
    player.name = None
    assert player.name == "level 5"


@pytest.mark.parametrize(
    ("player", "name", "representation"),
    [
        (Player(3), "level 3", "Player(level=3)"),
        (Player(seconds=0.25, seed=4), "0.25 s", "Player(seconds=0.25, seed=4)"),
        (Player(nodes=0, name="Ann"), "Ann", "Player(nodes=0, name='Ann')"),
    ],
)
def test_players_can_be_pickled_and_copied(player: Player, name: str, representation: str) -> None:
    assert (player.name, repr(player)) == (name, representation)
    player(START)
    for other in (pickle.loads(pickle.dumps(player)), copy.deepcopy(player), copy.copy(player)):
        assert other == player
        assert hash(other) == hash(player)
        assert repr(other) == representation
        assert START.why_not(other(START)) is None
    assert player != Player(4)


def test_the_levels_are_one_to_ten() -> None:
    assert (LOWEST, HIGHEST) == (1, 10)
    assert sorted([*SHORT_SIGHTED, *SEARCH_LIMITS]) == list(range(1, 11))
    assert SEARCH_LIMITS.keys() == THREE_PLAYERS.keys()
    for level, limits in [*SEARCH_LIMITS.items(), *THREE_PLAYERS.items()]:
        assert (limits.depth is None) != (limits.nodes is None), level
        assert set(limits.without) <= set(NAMES), level


# -- what it plays ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "player",
    [
        Player(1),
        Player(2),
        Player(3),
        Player(4),
        Player(5),
        Player(nodes=0),
        Player(seconds=0),
        Greedy(),
        RandomPlayer(),
    ],
    ids=repr,
)
def test_every_position_gets_a_legal_turn(player: Any) -> None:
    """The positions have all variants, switches and layouts, also a half turn and a single legal turn."""
    for _, text in POSITIONS:
        position = Position.from_text(text)
        turn = player(position)
        assert isinstance(turn, Turn)
        assert position.why_not(turn) is None, (text, str(turn))
        if position.step == "grow":
            assert turn.origin is None


@pytest.mark.parametrize("level", [1, 2, 3, 4, 6])
def test_earlier_positions_do_not_change_what_a_level_plays(level: int) -> None:
    fresh = Player(level)(MIDDLE)
    player = Player(level)
    for position in (START, ONE_TO_WIN, MIDDLE.play(fresh)):
        player(position)
    assert player(MIDDLE) == player(MIDDLE) == fresh


def test_the_seed_decides_between_equal_turns() -> None:
    for make in (lambda seed: Player(1, seed=seed), Greedy, RandomPlayer):
        turns = {str(make(seed)(MIDDLE)) for seed in range(30)}
        assert len(turns) > 1, make
        assert make(5)(MIDDLE) == make(5)(MIDDLE)


def test_random_players_with_neighbouring_seeds_play_independently() -> None:
    start = Position.start()
    turns = [str(RandomPlayer(seed)(start)) for seed in range(1000)]
    for lag in range(1, 9):
        equal = sum(turn == later for turn, later in zip(turns, turns[lag:], strict=False)) / (1000 - lag)
        # one of the 8 turns, and 5 standard errors
        assert abs(equal - 1 / 8) < 5 * (1 / 8 * 7 / 8 / 1000) ** 0.5, lag


def test_each_game_has_a_seed_of_its_own() -> None:
    player = Player(2, seed=3, name="Ann")
    assert player.for_game(1) == player.for_game(1)
    assert player.for_game(1).seed != player.for_game(2).seed
    assert player.for_game(1).seed != Player(2, seed=4).for_game(1).seed
    assert player.for_game(1).name == "Ann"
    assert len({mixed_seed(a, b) for a in range(40) for b in range(40)}) == 1600


@pytest.mark.parametrize(
    "player", [Player(3), Player(4), Player(nodes=0), Player(seconds=0), Greedy()], ids=repr
)
def test_a_win_in_this_turn_is_seen(player: Any) -> None:
    """Even with zero seconds, the search finishes depth 1."""
    assert ONE_TO_WIN.play(player(ONE_TO_WIN)).winner == "W"


@pytest.mark.parametrize(
    "player", [Player(1), Player(4), Player(seconds=0), Greedy(), RandomPlayer(), misbehaving_players.first]
)
def test_a_game_that_is_over_has_no_turn(player: Any) -> None:
    with pytest.raises(GameError, match="the game is over, W has won"):
        as_player(player).choose(OVER)


def test_a_player_accepts_a_position_as_text() -> None:
    assert START.why_not(Player(1)(str(START))) is None
    with pytest.raises(TextError):
        Player(1)("nowhere")
    with pytest.raises(TypeError, match="a Position or its text, not int"):
        Player(1)(5)  # type: ignore[arg-type]


def test_stop_ends_the_search_of_a_player() -> None:
    """The player gives a legal turn long before its time is up."""
    stop = Stop()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    began = time.monotonic()
    turn = Player(seconds=300).choose(MIDDLE, stop)
    assert time.monotonic() - began < 100
    assert MIDDLE.why_not(turn) is None
    timer.join()


def test_two_threads_may_use_the_same_player() -> None:
    player = Player(seconds=0.02)
    turns: list[Turn] = []

    def ask() -> None:
        turns.extend([player(position) for position in (START, START, START)])

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [START.why_not(turn) for turn in turns] == [None] * 6


# -- callables and texts as players ----------------------------------------------------------------------------------


def test_a_callable_is_a_player() -> None:
    player = as_player(misbehaving_players.first)
    assert (player.name, str(player.choose(START)), repr(player)) == ("first", "+C1", "<player first>")
    assert as_player(misbehaving_players.last, name="Ann").name == "Ann"
    assert as_player(misbehaving_players.Drawn(1)).name == "Drawn"
    assert as_player(lambda position: position.why_not("+D3")).name == "<lambda>"
    assert str(as_player(misbehaving_players.prints, seconds=9).name) == "prints"
    assert as_player(player) is player
    assert as_player(Player(2)) == Player(2)


def test_whatever_ends_a_thread_of_a_player_is_told() -> None:
    with pytest.raises(PlayerError, match="raised Ending: enough"):
        as_player(misbehaving_players.ends, seconds=30).choose(START)


@pytest.mark.parametrize(
    ("function", "code", "detail"),
    [
        (misbehaving_players.raises, "raised", "raised RuntimeError: lost my marbles"),
        (misbehaving_players.leaves, "raised", "raised SystemExit: 3"),
        (misbehaving_players.nonsense, "nonsense", "answered 42, of type int; expected a turn or its text"),
        (misbehaving_players.babbles, "nonsense", "answered 'E4 e5', which is not a turn: line 1, column 3"),
        (misbehaving_players.illegal, "illegal", "answered '+A1': No adaptoid of yours touches A1."),
        (misbehaving_players.Always(None), "nonsense", "answered None, of type NoneType"),
        (misbehaving_players.Always(""), "nonsense", "answered '', which is not a turn"),
        (misbehaving_players.Always("x" * 10**6), "nonsense", "answered 'xxx"),
        (misbehaving_players.Always(Turn("D2", None, False, "leg", None)), "illegal", "answered"),
        (misbehaving_players.Always(Turn(1, 2, 3, 4, 5)), "illegal", "answered"),  # type: ignore[arg-type]
        (misbehaving_players.Always(misbehaving_players.Shy()), "nonsense", "answered something of type Shy"),
    ],
)
@pytest.mark.parametrize("seconds", [None, 30])
def test_a_bad_answer_is_an_error_with_the_reason(
    function: Any, code: str, detail: str, seconds: float | None
) -> None:
    with pytest.raises(PlayerError) as caught:
        as_player(function, name="Ann", seconds=seconds).choose(START)
    error = caught.value
    assert (error.player, error.code) == ("Ann", code)
    assert error.detail.startswith(detail)
    assert str(error) == f"Ann: {error.detail}"
    assert len(error.detail) < 500
    assert "\n" not in error.detail
    unpickled = pickle.loads(pickle.dumps(error))
    assert (unpickled.player, unpickled.code, str(unpickled)) == ("Ann", code, str(error))


def test_a_callable_that_hangs_fails_by_time() -> None:
    with pytest.raises(PlayerError, match=r"hangs: gave no answer within 0\.05 s") as caught:
        as_player(misbehaving_players.hangs, seconds=0.05).choose(START)
    assert caught.value.code == "time"


def test_a_callable_that_hangs_can_be_stopped() -> None:
    stop = Stop()
    threading.Timer(0.05, stop.set).start()
    with pytest.raises(PlayerError) as caught:
        as_player(misbehaving_players.hangs).choose(START, stop)
    assert caught.value.code == "stopped"


def test_an_answer_in_the_middle_of_a_turn_must_be_a_growth() -> None:
    middle = Position.from_text("adaptoid b+ 3,4 W:D5P B:C4LP")
    growth = as_player(misbehaving_players.first).choose(middle)
    assert growth.origin is None
    with pytest.raises(PlayerError, match="answered"):
        as_player(misbehaving_players.Always("C4-D4 +C3")).choose(middle)


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (5.0, TypeError, "a player is an aw.Player, a level from 1 to 10, an aw.Program, a callable"),
        (True, TypeError, "not bool"),
        (11, ValueError, "level is a whole number from 1 to 10, not 11"),
        (None, TypeError, "not NoneType"),
        (Player, TypeError, r"Player is a class; create a player from it first: Player\(…\)"),
        ("chess", ValueError, "'chess' is not a player; a player is one of: level:3"),
        ("level:x", ValueError, "'level:x' is not a player: its value must be a number"),
        ("levl:2", ValueError, "'levl:2' is not a player; did you mean 'level:2'?"),
        ("levl 2", ValueError, "'levl 2' is not a player; did you mean 'level:2'?"),
        ("nods:5", ValueError, "'nods:5' is not a player; did you mean 'nodes:5'?"),
        ("secnds=0.1", ValueError, "'secnds=0.1' is not a player; did you mean 'seconds:0.1'?"),
        ("progam:./x", ValueError, "'progam:./x' is not a player; did you mean 'program:./x'?"),
        ("gredy", ValueError, "'gredy' is not a player; did you mean 'greedy'?"),
        ("no such:name", ValueError, "'no such:name' is not a player; a player is one of: level:3"),
        ("level:", ValueError, "'level:' is not a player"),
        ("level:12", ValueError, "'level:12' is not a player: level is a whole number from 1 to 10, not 12"),
        ("level:x", ValueError, "'level:x' is not a player"),
        ("level 12", ValueError, "'level 12' is not a player: level is a whole number from 1 to 10, not 12"),
        ("level3", ValueError, "'level3' is not a player"),
        ("seconds:nan", ValueError, "seconds is a number of seconds"),
        ("nowhere:player", ValueError, "there is no module nowhere"),
        ("tests.arena.misbehaving_players:nobody", ValueError, "nobody"),
        ("program:", ValueError, "is not a player"),
    ],
)
def test_as_player_refuses_what_is_no_player(value: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        as_player(value)


def test_a_text_names_a_player() -> None:
    for spelling in ("level:3", "level 3", "Level 3", "LEVEL:3", "level=3", "level: 3"):
        assert player_of(spelling) == Player(spelling) == as_player(spelling) == Player(3)
        assert Player(spelling).level == 3
    assert player_of("nodes:5000") == Player(nodes=5000)
    assert player_of("seconds:0.1") == Player(seconds=0.1)
    assert player_of("greedy") == Greedy()
    assert player_of("random") == RandomPlayer()
    assert repr(player_of("program:./mine --fast 'a b'")) == "Program(['./mine', '--fast', 'a b'])"
    assert player_of("tests.arena.misbehaving_players:first") is misbehaving_players.first
    assert isinstance(player_of("tests.arena.misbehaving_players:Drawn"), misbehaving_players.Drawn)


def test_callable_player_refuses_bad_arguments() -> None:
    with pytest.raises(TypeError, match="int cannot be called"):
        CallablePlayer(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the time limit is a number"):
        as_player(misbehaving_players.first, seconds=math.nan)


def test_one_line_joins_and_shortens_a_text() -> None:
    assert one_line("a\tb\r\n c\u2028d\x00") == "a b c d"
    assert one_line("x" * 1000, 10) == "xxxxxxx..."
