"""Random games from positions: counts, seeds, and what is refused."""

from __future__ import annotations

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.random_play import random_turn
from adaptoid_widget.engine.backends.backend import rules_module

WON = "adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6"
STARTS = [
    aw.Position(WON),
    aw.Position.start("adapt3"),
    aw.Position.start("adapt3-fierce"),
    aw.Position.start(),
]


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_the_winner_of_each_game_is_that_of_its_last_position(start: aw.Position) -> None:
    """Game by game, with the turns of the same generator played by `Position`."""
    for seed in range(1, 12):
        position, dice, turns = start, seed, 0
        while position.winner is None and turns < 300:
            state, dice, ended, *_ = random_turn(position.state, position.context, dice)
            position, turns = position.after(state, ended), turns + 1
        counts = [0] * 5
        assert random_play.random_results(start.state, start.context, seed, 1, 300, counts) == turns
        assert rules_module().random_results(start, seed, 1, 300) == (turns, counts)
        seat = 3 if position.winner is None else start.seat_of(position.winner)
        assert counts == [*(int(k == seat) for k in range(4)), dice]


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    first = aw.playouts(WON, n=5000, seed=3)
    assert first == aw.playouts(aw.Game(WON), n=5000, seed=3)
    assert first != aw.playouts(WON, n=5000, seed=4)
    assert sum(first.wins.values()) + first.unfinished == first.games == 5000
    share = first.share()
    assert share.low < first.wins["W"] / 5000 < share.high
    assert aw.playouts("adaptoid w 0,0 W:D2 B:D6", n=10, cap=1).unfinished == 10


def test_a_share_of_many_games_comes_close_to_the_chance() -> None:
    # one of the 13 growths of White, who has no leg, wins: +D4
    shares = [aw.playouts(WON, n=200_000, seed=seed, cap=1).share("W").value for seed in range(8)]
    standard_error = (1 / 13 * 12 / 13 / 200_000) ** 0.5
    assert [share for share in shares if abs(share - 1 / 13) > 4 * standard_error] == []
    assert len(set(shares)) == len(shares)


def test_games_of_neighbouring_seeds_and_positions_are_independent() -> None:
    chance = 1 / 13
    by_seed = [aw.playouts(WON, n=1, seed=seed, cap=1).wins["W"] for seed in range(2000)]
    by_position = [result.wins["W"] for result in aw.playouts([WON] * 2000, n=1, cap=1)]
    for won in (by_seed, by_position):
        for lag in range(1, 9):
            both = sum(a * b for a, b in zip(won, won[lag:], strict=False)) / (len(won) - lag)
            # the chance of two wins, and 5 standard errors
            assert abs(both - chance**2) < 5 * chance / len(won) ** 0.5, lag


def test_several_positions_give_a_list() -> None:
    results = aw.playouts(iter(aw.Position(WON).symmetries()), n=400)
    assert len(results) == 12
    assert len({result.wins["W"] for result in results}) > 1


def test_wrong_positions_and_numbers_are_refused() -> None:
    with pytest.raises(aw.GameError, match="the game is over, so there is nothing to play out"):
        aw.playouts(aw.Position(WON).play("+D4"))
    with pytest.raises(aw.GameError, match="at the start of a turn; the growth is due"):
        aw.playouts(aw.Position(WON).after_move("-"))
    with pytest.raises(aw.GameError, match=r"of several variants \(adapt3, adaptoid\)"):
        aw.playouts(STARTS[:2])
    with pytest.raises(aw.GameError, match="n is a whole number"):
        aw.playouts(WON, n=0)
    with pytest.raises(TypeError, match="positions are a position or several, not int"):
        aw.playouts(3)  # type: ignore[call-overload]
    with pytest.raises(aw.GameError, match="there is no colour R"):
        aw.playouts(WON, n=5).share("R")
