"""Compares the package with the naive reference on random positions of all variants, switches and layouts.

The list of legal turns is compared in full. The positions after these turns are compared for all turns where
there are few, otherwise for a sample.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adaptoid_widget as aw
from tests import reference
from tests.core.positions import Pick, random_state
from tests.reference import Man, State
from tests.reference.rules import ORDER
from tests.repetitions import repetitions

pytestmark = pytest.mark.slow

SEEDED_POSITIONS = repetitions(250, 19_500)
DRAWN_POSITIONS = repetitions(50, 500)
BATCHES = 10
MAX_ALL_PLAYED = 12  # in a position with at most this many legal turns, all turns are played
SAMPLE = 6


def compare(state: State, pick: Pick) -> None:
    """Check that the package and the reference agree on a position and on the positions after its turns."""
    text = reference.show(state)
    position = aw.Position.from_text(text)
    assert str(position) == text
    assert position.winner == reference.winner(state), text
    compare_pieces(state, position, text)
    chosen = reference.choices(state)
    listed = [str(turn) for turn in position.turns()]
    assert len(listed) == len(set(listed)), text
    assert set(listed) == set(chosen), text
    listed.sort()
    if len(listed) > MAX_ALL_PLAYED:
        listed = [listed[pick(len(listed))] for _ in range(SAMPLE)]
    for turn in listed:
        expected = reference.show(reference.finish(chosen[turn]))
        assert str(position.play(turn)) == expected, (text, turn)
        assert position.why_not(turn) is None, (text, turn)
        compare_middle(state, position, text, turn)
    for turn in [random_turn(pick, state) for _ in range(3)]:
        assert (position.why_not(turn) is None) == (turn in chosen), (text, turn)


def compare_pieces(state: State, position: aw.Position, text: str) -> None:
    assert set(position.pieces) == set(state.men), text
    assert set(position.starving()) == reference.starving(state), text
    for color in ORDER[state.variant]:
        assert tuple(position.supply(color)) == reference.supply(state, color), (text, color)
        assert position.lost[color] == state.lost[color], text
    for cell, man in state.men.items():
        assert Man(*position.pieces[cell]) == man, (text, cell)
        assert position.liberties(cell) == reference.liberties(state, cell), (text, cell)
    for cell in [cell for cell, man in state.men.items() if man.color == state.turn][:4]:
        actual, expected = position.reach(cell), reference.reach(state, cell)
        assert tuple(map(frozenset, actual)) == tuple(expected), (text, cell)


def compare_middle(state: State, position: aw.Position, text: str, turn: str) -> None:
    """Compare the positions after the move step of a turn."""
    move = turn.partition(" ")[0]
    if state.due or "+" in move:
        return
    if move == "-":
        middle = str(position.after_move("-"))
        assert middle == text.replace(f" {state.turn.lower()} ", f" {state.turn.lower()}+ "), text
        return
    origin, target = move.replace("x", "-").split("-")
    assert str(position.after_move(move)) == reference.show(reference.after_move(state, origin, target)), (
        text,
        move,
    )


def random_turn(pick: Pick, state: State) -> str:
    """Return the text of a turn. About half of its discs are chosen at random, so that most turns are illegal."""
    men = [cell for cell, man in state.men.items() if man.color == state.turn] or list(state.board.cells)

    def disc() -> str:
        return state.board.cells[pick(len(state.board.cells))]

    def beside(cell: str) -> str:
        near = sorted(state.board.near[cell])
        return near[pick(len(near))] if near else cell

    mine = men[pick(len(men))]
    move = f"{mine}{'-x'[pick(2)]}{disc() if pick(2) else beside(mine)}"
    other = men[pick(len(men))]
    growth = (f"+{beside(other)}", f"+{disc()}", f"{other}+L", f"{other}+P", f"{disc()}+L")[pick(5)]
    return (f"{move} {growth}", move, growth, "-")[min(pick(9) // 2, 3)]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_seeded_positions_agree_with_the_reference(batch: int) -> None:
    dice = random.Random(f"adaptoid {batch}")
    for _ in range(SEEDED_POSITIONS // BATCHES):
        compare(random_state(dice.randrange), dice.randrange)


@settings(max_examples=DRAWN_POSITIONS, deadline=None)
@given(st.data())
def test_generated_positions_agree_with_the_reference(data: st.DataObject) -> None:
    def pick(n: int) -> int:
        return data.draw(st.integers(0, n - 1))

    compare(random_state(pick), pick)


STARTS = [
    "adaptoid w 0,0 W:D2 B:D6",
    "adaptoid+bare-exchange w 0,0 W:D2 B:D6",
    "adaptoid+weaker-dies w 0,0 W:D2 B:D6",
    "adaptoid+bare-exchange+weaker-dies@hex3 w 0,0 W:C1 B:C5",
    "adaptoid@hex5 w 0,0 W:E3 B:E7",
    "adaptoid@lattice:A1.A2.A3.B1.B3.C1.C2.C3 w 0,0 W:A1 B:C3",
    "adaptoid@discs:0,0/1,0/2,0/0.5,0.866/1.5,0.866/1,1.732/2.03,1.732 w 0,0 W:N1 B:N7",
    "adapt3 w 0,0,0 W:D2 B:B4 R:F6",
    "adapt3+weaker-dies@hex5 w 0,0,0 W:E3 B:C5 R:G7",
    "adapt3-fierce w 0,0,0 W:D2 B:B4 R:F6",
]


@pytest.mark.parametrize("start", STARTS)
def test_random_games_agree_with_the_reference(start: str) -> None:
    """Plays whole games in the package and in the reference and compares every position."""
    dice = random.Random(start)
    for _ in range(4):
        state, position = reference.parse(start), aw.Position.from_text(start)
        for _ in range(60):
            chosen = reference.choices(state)
            assert {str(turn) for turn in position.turns()} == set(chosen)
            if not chosen:
                break
            turn = dice.choice(sorted(chosen))
            state, position = reference.finish(chosen[turn]), position.play(turn)
            assert str(position) == reference.show(state)
        assert position.winner == reference.winner(state)
