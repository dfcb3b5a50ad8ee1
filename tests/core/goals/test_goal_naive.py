"""Compares conditions of goals with a slow and simple implementation of each."""

from __future__ import annotations

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.variants import VARIANTS
from tests.portable.naive_conditions import NAIVE, losses
from tests.repetitions import nightly, repetitions

pytestmark = pytest.mark.slow

STARTS = (
    "adaptoid w 0,0 W:D2 B:D6",
    "adaptoid+bare-exchange+weaker-dies w 0,0 W:D2 B:D6",
    "adaptoid@hex3 w 0,0 W:C1 B:C5",
    "adapt3 w 0,0,0 W:D2 B:B4 R:F6",
    "adapt3-fierce@hex3 w 0,0,0 W:C1 B:A3 R:E5",
)
TURNS_BETWEEN = 11  # a position is losses after every eleventh turn
POSITIONS = 8
TURNS = 6
# the number of positions on which the naive conditions are computed
NAIVE_POSITIONS = repetitions(3, POSITIONS)


def positions(start: str, seed: int) -> list[aw.Position]:
    """Return positions from the middle of random games."""
    first = aw.Position.from_text(start)
    colors = VARIANTS[first.variant].colors
    sample: list[aw.Position] = []
    state, seat, played = first.state, 0, 0
    while len(sample) < POSITIONS:
        state, seed, over, *_ = random_play.random_turn(state, first.context, seed)
        seat = (seat + 1) % len(colors)
        played += 1
        if over:
            state, seat = first.state, 0
        elif played % TURNS_BETWEEN == 0:
            sample.append(first.at_move(colors[seat], state))
    return sample


def sample_turns(position: aw.Position, seed: int) -> list[str]:
    """Return a few turns of a position: the two by which most adaptoids leave the board, and some others."""
    turns = [str(turn) for turn in position.turns()]
    quick = sorted(turns, key=lambda turn: -len(position.effect(turn).gone))
    return quick[:2] + [turns[(seed * 7919 + 31 * number) % len(turns)] for number in range(TURNS - 2)]


@pytest.mark.parametrize("start", STARTS)
def test_goals_agree_with_the_naive_conditions(start: str) -> None:
    """`among`, `met` and `why_not` agree with the naive implementation of each condition."""
    held = dict.fromkeys(NAIVE, 0)
    for number, position in enumerate(positions(start, 2008 + len(start))[:NAIVE_POSITIONS]):
        attempt = Attempt(position, position.turn)
        turns = sample_turns(position, number)
        attempts = {turn: attempt.add(turn) for turn in turns}
        for text, naive in NAIVE.items():
            goal = Goal.from_text(text)
            wanted = [turn for turn in turns if naive(attempts[turn].played[0], position.turn)]
            assert [str(turn) for turn in goal.among(attempt, turns)] == wanted, (text, str(position))
            assert [turn for turn in turns if goal.met(attempts[turn])] == wanted, (text, str(position))
            assert [turn for turn in turns if goal.why_not(attempts[turn]) is None] == wanted
            held[text] += len(wanted)
    assert held["survives"]
    assert held["keeps 2"]


REASONS = {
    "lesson.not.survives-attack": "captured",
    "lesson.not.survives-exchange": "exchanged",
    "lesson.not.survives-hunger": "starved",
}


@pytest.mark.parametrize("start", STARTS)
def test_the_reason_of_survives_is_what_a_reply_can_do(start: str) -> None:
    """Some reply does it to the named adaptoid; an exchange is named only where none of them can be captured."""
    for number, position in enumerate(positions(start, 1907 + len(start))[:NAIVE_POSITIONS]):
        attempt = Attempt(position, position.turn)
        for turn in sample_turns(position, number):
            played = attempt.add(turn)
            if played.position.winner is not None:
                continue
            saying = Goal.from_text("survives").why_not(played)
            after = played.position
            ways = {
                (gone.cell, gone.how)
                for color in after.colors
                if color != attempt.color
                for reply in after.with_turn(color).turns()
                for gone in after.with_turn(color).effect(reply).gone
                if gone.piece.color == attempt.color
            }
            if saying is None:
                assert not ways
                continue
            code, slots = saying
            assert slots is not None
            attacked = [cell for cell, how in ways if how == "captured"]
            exchanged = [cell for cell, how in ways if how == "exchanged"]
            expected = attacked or exchanged or [cell for cell, _ in ways]
            assert (slots["cell"], REASONS[code]) in ways
            assert slots["cell"] in expected


COUNTED = {
    "captures": ("captured", "exchanged"),
    "starves": ("starved",),
    "takes": ("captured", "exchanged", "starved"),
}


@pytest.mark.parametrize("start", STARTS)
def test_at_once_counts_only_the_last_turn(start: str) -> None:
    held = dict.fromkeys(COUNTED, 0)
    differ = 0
    for number, position in enumerate(positions(start, 1789 + len(start))):
        before = Attempt(position, position.turn, nobody=True).add(sample_turns(position, number)[0])
        if not before.is_learners_turn:
            continue
        turns = sample_turns(before.position, number)
        for name, hows in COUNTED.items():
            for n in (1, 2):
                played = {turn: before.add(turn).played for turn in turns}
                met_by_last = [turn for turn in turns if losses(played[turn][1], position.turn, hows) >= n]
                met_by_sum = [
                    turn
                    for turn in turns
                    if sum(losses(turn_played, position.turn, hows) for turn_played in played[turn]) >= n
                ]
                assert [
                    str(turn) for turn in Goal.from_text(f"{name} {n}").among(before, turns)
                ] == met_by_sum
                goal = Goal.from_text(f"{name} {n} at once")
                assert [str(turn) for turn in goal.among(before, turns)] == met_by_last
                assert [turn for turn in turns if goal.why_not(before.add(turn)) is None] == met_by_last
                held[name] += len(met_by_last)
                differ += met_by_sum != met_by_last
    assert held["takes"]
    assert differ


HANDMADE = (
    "adaptoid w 0,0 W:D2,F5L B:D6,G7LP",
    "adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3LP,D6",
    "adapt3 w 0,0,0 W:B1L,B4,C3 B:A2LP,D6 R:B3LP,G7",
    "adaptoid w 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P",
    "adaptoid w 0,0 W:D1,D4LP B:D6LP",
    # E7xC4 loses the attacker, although the growth after it starves C4
    "adaptoid+bare-exchange+weaker-dies w 3,1 W:A3L,B3,B4,D5,D7L,E7LLL B:C1,C3LPP,C4LP,D1,D2,D3,E3L,F3L,F4P",
    "adaptoid w 0,0 W:E6,F5 B:G7PP",
    "adaptoid w 0,0 W:A1,A2,D1,D2 B:D7,E7,F7,G7",
)


@pytest.mark.parametrize(
    "text", ["forks", "double-forks", "kamikaze", "besieges", "tail", "reserve", *nightly("survives")]
)
def test_handmade_positions_meet_the_naive_conditions(text: str) -> None:
    """Checks all turns of positions that together contain each tactic."""
    goal, right = Goal.from_text(text), 0
    for start in HANDMADE:
        attempt = Attempt(aw.Position.from_text(start), "W")
        turns = [str(turn) for turn in attempt.position.turns()]
        wanted = [turn for turn in turns if NAIVE[text](attempt.add(turn).played[0], "W")]
        assert [str(turn) for turn in goal.among(attempt, turns)] == wanted, start
        right += len(wanted)
    assert right
