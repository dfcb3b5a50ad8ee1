"""Positions as arrays and back, turns as numbers, and the masks of legal turns."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import adaptoid_widget as aw
from tests import reference
from tests.core.positions import random_state


def random_positions(n: int) -> list[aw.Position]:
    pick = random.Random(6).randrange
    return [aw.Position.from_text(reference.show(random_state(pick))) for _ in range(n)]


@pytest.mark.parametrize("position", random_positions(30), ids=str)
def test_an_array_says_who_stands_where_and_makes_the_position_again(position: aw.Position) -> None:
    array = position.to_array()
    assert array.shape == (9, len(position.layout))
    order = [position.turn]
    while len(order) < len(position.colors):
        order.append(position.colors[(position.colors.index(order[-1]) + 1) % len(position.colors)])
    for k, cell in enumerate(position.layout.cells):
        piece = position.piece(cell)
        seats = [int(piece is not None and piece.color == color) for color in order]
        assert array[: len(order), k].tolist() == seats
        assert array[3:5, k].tolist() == ([piece.legs, piece.pincers] if piece else [0, 0])
    assert [int(array[5 + seat, 0]) for seat in range(len(order))] == [
        position.lost[color] for color in order
    ]
    assert aw.Position.from_array(array, like=position) == position
    assert aw.Position.from_array(array.tolist(), like=position) == position


@pytest.mark.parametrize("position", random_positions(30), ids=str)
def test_the_mask_has_the_legal_turns_and_numbers_are_those_of_the_docs(position: aw.Position) -> None:
    if position.winner is not None:
        with pytest.raises(aw.GameError, match="the game is over, so no turn is legal"):
            position.turn_mask()
        return
    mask = position.turn_mask()
    n, cells = len(position.layout), position.layout.cells
    assert len(mask) == (1 + n * n) * (1 + 3 * n)
    turns = [position.turn_of_number(int(number)) for number in np.flatnonzero(mask)]
    assert set(turns) == set(position.turns())
    for turn in turns:
        move = 0 if turn.origin is None else 1 + cells.index(turn.origin) * n + cells.index(str(turn.target))
        kind = {None: 0, "new": 0, "leg": 1, "pincer": 2}[turn.growth]
        growth = 0 if turn.at is None else 1 + kind * n + cells.index(turn.at)
        assert position.turn_number(turn) == move * (1 + 3 * n) + growth


START = aw.Position.start()


def changed(**entries: Any) -> Any:
    array = START.to_array()
    for row, column, number in entries.values():
        array[row, column] = number
    return array


@pytest.mark.parametrize(
    ("array", "why"),
    [
        (np.zeros((9, 19), int), r"on hex4 is an array of the shape \(9, 37\), not \(9, 19\)"),
        (np.zeros(37, int), "an array of the shape"),
        (START.to_array() / 2, r"whole numbers, 0 to 127; write array.astype\(int\), not float64"),
        (np.full((9, 37), "a"), "whole numbers, 0 to 127"),
        (START.to_array() - 1, "this array has -1 to "),
        ([[1], [1, 2]], "rows have one length"),
        (changed(lost=(5, 3, 1)), "row 5 of the array must have the same number"),
        (changed(body=(1, START.layout.index("D2"), 1)), "at most one on a disc"),
        (changed(limb=(3, 0, 1)), "limbs on a disc without an adaptoid"),
        (changed(third=(2, 0, 1)), "a game of three colours"),
        (changed(step=(8, slice(None), 2)), "row 8 is 1 if the growth is due, else 0, not 2"),
        (changed(limbs=(3, START.layout.index("D2"), 7)), "this array is no position: .* at most 6 limbs"),
    ],
)
def test_wrong_arrays_are_refused(array: Any, why: str) -> None:
    with pytest.raises(aw.GameError, match=why):
        aw.Position.from_array(array, like=START)


def test_wrong_numbers_of_turns_are_refused() -> None:
    for number in (-1, 153_440, 1.5, "1"):
        with pytest.raises(aw.GameError, match="the number of a turn is a whole number"):
            START.turn_of_number(number)  # type: ignore[arg-type]
    with pytest.raises(aw.LayoutError):
        START.turn_number("+I9")
    number = np.array([0])[0]
    assert START.why_not(START.turn_of_number(number)) is not None
