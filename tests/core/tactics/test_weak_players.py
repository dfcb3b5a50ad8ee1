"""The weak players: the greedy player takes as much as it can, and each level overlooks something."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.rules.position import integers_of
from adaptoid_widget.core.tactics import one_ply
from adaptoid_widget.core.tactics.weak_players import best_taking_turn, choose, greedy_turn
from tests import reference
from tests.core.helpers import at
from tests.core.positions import random_state
from tests.reference import State
from tests.repetitions import repetitions

pytestmark = pytest.mark.slow

POSITIONS = repetitions(300, 1_500)
BATCHES = 3
WIN_GAIN = 1_000

# the supplies of both colours are empty, so nothing can grow (R9)
NO_GROWTH = (
    "adaptoid w 0,0 W:A1LLPP,A2LLPP,A3LLPP,A4LLPP,B1LLPP,B2,B3,B5LLPP,C1,C6,D1,D7 "
    "B:E2,E3,E7,F3LLPP,F4,F5,F6,F7LLPP,G4LLPP,G5LLPP,G6LLPP,G7LLPP"
)


def worth(before: State, after: State, victims: set[str]) -> int:
    """Return the value of a turn: losses of the victims less the player's own; a win or loss outweighs all else."""
    me = before.turn
    lost = {color: after.lost[color] - before.lost[color] for color in after.lost}
    value = sum(lost[color] for color in victims) - lost[me]
    winner = reference.winner(after)
    return value if winner is None else value + (WIN_GAIN if winner == me else -WIN_GAIN)


def worths(state: State) -> dict[str, int]:
    enemies = reference.enemies(state, state.turn)
    return {text: worth(state, after, enemies) for text, after in reference.turns(state).items()}


def unfinished(batch: int) -> list[State]:
    """Return random unfinished positions of all variants, switches and layouts, also in the middle of a turn."""
    dice = random.Random(f"short sight {batch}")
    states: list[State] = []
    while len(states) < POSITIONS // BATCHES:
        state = random_state(dice.randrange)
        if reference.winner(state) is None:
            states.append(state)
    return states


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_greedy_turn_has_the_highest_value(batch: int) -> None:
    for number, state in enumerate(unfinished(batch)):
        text = reference.show(state)
        known = worths(state)
        position = aw.Position.from_text(text)
        best = max(known.values())
        chosen = str(greedy_turn(position, number))
        assert known.get(chosen) == best, (text, chosen)
        value, *_ = one_ply.best_turn(*integers_of(position), position.layout.board, 6, 2, True, number)
        assert value == best, text
        refutation = best_taking_turn(position)
        if best <= 0:
            assert refutation is None, text
        else:
            assert known[str(refutation)] == best, (text, refutation)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_levels_play_legal_turns_in_every_position_and_the_same_for_a_seed(batch: int) -> None:
    for number, state in enumerate(unfinished(batch)):
        position = at(reference.show(state))
        for level in (1, 2, 3):
            turn = choose(position, level, number)
            assert position.why_not(turn) is None, (str(position), level, turn)
            assert choose(position, level, number) == turn


def test_of_two_enemies_only_the_named_one_counts() -> None:
    position = at("adapt3 w 0,0,0 W:A1,D4LP B:B5,D5 R:C4,G4")
    assert str(best_taking_turn(position, "B"))[:5] == "D4xD5"
    assert str(best_taking_turn(position, "R"))[:5] == "D4xC4"
    for color in ("W", "G", "b"):
        with pytest.raises(aw.GameError, match="no enemy"):
            best_taking_turn(position, color)


def test_there_is_no_best_taking_turn_when_nothing_is_gained() -> None:
    assert best_taking_turn(aw.Position.start()) is None
    # an equal exchange costs as much as it takes
    assert best_taking_turn(at("adaptoid w 0,0 W:A1,D4LP B:D5P,G7")) is None


def test_a_turn_that_loses_is_worth_least() -> None:
    # either attack would be White's fifth loss
    position = at("adaptoid+weaker-dies w 4,0 W:A1,D3LP B:D2P,D4PP")
    assert not any(greedy_turn(position, seed).attack for seed in range(40))
    # with Black's fifth loss too it is a win (R13)
    position = at("adaptoid+weaker-dies w 4,4 W:A1,D3LP B:D2P,D4PP")
    assert {str(greedy_turn(position, seed)) for seed in range(40)} == {"D3xD2"}


@pytest.mark.parametrize("variant", ["adapt3", "adapt3-fierce"])
def test_of_three_only_the_end_of_the_prey_is_a_win(variant: str) -> None:
    position = at(f"{variant} w 0,0,0 W:A1,D4LP B:D5 R:C4")
    after = position.play(greedy_turn(position))
    assert (after.winner, after.losers) == ("W", ("R",))
    # Red, who hunts Black, would win by the end of Black (R17, R20)
    position = at(f"{variant} w 0,0,0 W:A1,D4LP B:D5 R:A4,B5")
    assert not any(greedy_turn(position, seed).attack for seed in range(40))


@pytest.mark.parametrize(
    "text",
    [
        "adaptoid w 0,0 W:D3LP,F4L B:D4,E4P,G7",
        # after D4xD5, C4 has as many free discs as limbs, and a new adaptoid beside C4 starves it
        "adaptoid w 0,0 W:B2,D4LP B:C4LLLPPP,D5P,G7",
    ],
)
def test_ties_are_broken_evenly(text: str) -> None:
    position = at(text)
    known = worths(reference.parse(text))
    best = [turn for turn in known if known[turn] == max(known.values())]
    assert 3 < len(best) < 80
    counts = Counter(str(greedy_turn(position, seed)) for seed in range(100 * len(best)))
    assert set(counts) == set(best)
    # five standard deviations either way
    assert min(counts.values()) >= 50
    assert max(counts.values()) <= 150


@pytest.mark.parametrize(
    "ask", [greedy_turn, best_taking_turn, *[lambda p, n=n: choose(p, n) for n in (1, 2, 3)]]
)
def test_a_finished_game_has_no_turn(ask: Callable[[aw.Position], object]) -> None:
    with pytest.raises(aw.GameError, match="over"):
        ask(at("adaptoid w+ 0,5 W:D2 B:D6"))


def test_there_are_three_levels() -> None:
    for level in (0, 4, -1, "1", None):
        with pytest.raises(ValueError, match="1, 2 and 3"):
            choose(aw.Position.start(), level)  # type: ignore[arg-type]


def test_a_player_that_cannot_grow_moves_or_passes() -> None:
    position = at(NO_GROWTH)
    assert not position.can_grow
    for level in (1, 2, 3):
        assert choose(position, level).growth is None
    assert greedy_turn(position).growth is None
    middle = position.after_move("-")
    assert [str(choose(middle, level)) for level in (1, 2, 3)] == ["-", "-", "-"]
    assert str(greedy_turn(middle)) == "-"


# -- what the levels overlook -----------------------------------------------------------------------------------------


def shares(text: str, level: int, condition: Callable[[aw.Turn], bool], seeds: int = 60) -> float:
    """Return the share of seeds for which the turn of a level satisfies `what`."""
    position = at(text)
    return sum(condition(choose(position, level, seed)) for seed in range(seeds)) / seeds


def takes(cell: str) -> Callable[[aw.Turn], bool]:
    return lambda turn: turn.attack and turn.target == cell


def test_all_levels_capture_an_enemy_beside_their_only_adaptoid() -> None:
    for level in (1, 2, 3):
        assert shares("adaptoid w 0,0 W:D4LP B:D5,G7", level, takes("D5")) == 1


def test_level_1_sees_only_enemies_beside_the_adaptoid_it_considers() -> None:
    # level 1 considers D4, A1 or G4
    text = "adaptoid w 0,0 W:A1,D4LP,G4 B:D5,G7"
    assert 0.1 < shares(text, 1, takes("D5")) < 0.6
    # D4 has two legs and can capture D6, which is two steps away
    text = "adaptoid w 0,0 W:D4LLP B:D6,G7"
    assert shares(text, 1, takes("D6")) == 0
    assert shares(text, 2, takes("D6")) == 0
    assert shares(text, 3, takes("D6")) == 1


def test_level_2_overlooks_a_fork_that_level_3_sees() -> None:
    # D4 has one free disc to spare: only a move and a new adaptoid together starve it
    text = "adaptoid w 0,0 W:B2L,B3 B:D4LLLPP,G7"

    def starves(turn: aw.Turn) -> bool:
        return "D4" in at(text).effect(turn).starved

    assert starves(greedy_turn(at(text)))
    assert shares(text, 2, starves) < 0.2
    assert shares(text, 3, starves) == 1


def test_level_3_avoids_attacks_and_the_other_levels_do_not() -> None:
    # D5 can capture C4 on its disc
    text = "adaptoid w 0,0 W:A2,C4L B:D5LP,G7"

    def is_safe(turn: aw.Turn) -> bool:
        reply = best_taking_turn(at(text).play(turn))
        return reply is None or not reply.attack

    assert shares(text, 3, is_safe) == 1
    assert shares(text, 2, is_safe) < 0.8
    assert shares(text, 1, is_safe) < 0.8


@pytest.mark.parametrize("level", [1, 2, 3])
def test_games_of_one_level_differ_by_their_seeds(level: int) -> None:
    after: set[str] = set()
    for seed in range(12):
        position = aw.Position.start()
        for _ in range(6):
            position = position.play(choose(position, level, seed))
        after.add(str(position))
    assert len(after) > 4
