"""Positions under the symmetries of their board, against images that are made from the texts of the pieces."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import adaptoid_widget as aw
from tests import reference
from tests.core.positions import random_state

FREE = "discs:0,0/1,0/0.5,0.866/1.5,0.866"


def image_of(position: aw.Position, cells: dict[str, str]) -> aw.Position:
    """The position with each adaptoid put on another disc, one by one."""
    empty = position.without(*position.pieces)
    for cell, piece in position.pieces.items():
        empty = empty.with_piece(cells[cell], piece)
    return empty


def mappings(layout: aw.Layout) -> list[dict[str, str]]:
    return [
        {layout.cells[i]: layout.cells[goes] for i, goes in enumerate(permutation)}
        for permutation in layout.symmetries()
    ]


def random_positions(n: int) -> list[aw.Position]:
    """Positions of all variants, switches and kinds of boards, also finished ones and those within a turn."""
    pick = random.Random(39).randrange
    return [aw.Position.from_text(reference.show(random_state(pick))) for _ in range(n)]


@pytest.mark.parametrize("position", random_positions(40), ids=str)
def test_all_images_of_a_position_and_only_these_have_its_canonical_form(position: aw.Position) -> None:
    images = [image_of(position, cells) for cells in mappings(position.layout)]
    assert set(position.symmetries()) == set(images)
    assert position.symmetries()[0] == position
    assert len(set(position.symmetries())) == len(position.symmetries())
    canonical = position.canonical()
    assert canonical in images
    assert {image.canonical() for image in images} == {canonical}
    assert [position.transformed(cells) for cells in mappings(position.layout)] == images
    for cell in list(position.pieces)[:1]:
        assert not position.same_up_to_symmetry(position.without(cell))


@pytest.mark.parametrize("position", random_positions(40), ids=str)
def test_a_symmetry_and_an_exchange_of_colours_keep_the_legal_turns(position: aw.Position) -> None:
    cells = mappings(position.layout)[-1]
    for turn in position.colors:
        image = position.transformed(cells, turn=turn)
        assert image.turn == turn
        assert {turn.transformed(cells) for turn in position.turns()} == set(image.turns())
        assert image.same_up_to_symmetry(position, colors=True)
        assert image.canonical(colors=True).turn == "W"


def test_the_hunt_of_three_colours_goes_on_after_an_exchange() -> None:
    """R17: the colours follow one another as before, so each still hunts the next one's next."""
    position = aw.Position.start("adapt3").with_piece("D4", "RLP")
    exchanged = position.transformed(turn="B")
    assert {cell: piece.color for cell, piece in exchanged.pieces.items()} == {
        cell: {"W": "B", "B": "R", "R": "W"}[piece.color] for cell, piece in position.pieces.items()
    }
    assert not position.same_up_to_symmetry(position.with_turn("B"), colors=True)


def test_losses_and_the_step_of_the_turn_count() -> None:
    start = aw.Position.start()
    assert not start.same_up_to_symmetry("adaptoid w 1,0 W:D2 B:D6")
    assert not start.same_up_to_symmetry("adaptoid w+ 0,0 W:D2 B:D6")
    assert not start.same_up_to_symmetry("adaptoid b 0,0 W:D2 B:D6")
    assert start.same_up_to_symmetry("adaptoid b 0,0 W:D2 B:D6", colors=True)
    assert not start.same_up_to_symmetry("adaptoid+weaker-dies w 0,0 W:D2 B:D6")


@pytest.mark.parametrize(
    ("layout", "images"),
    [
        ("hex2", 12),
        ("lattice:A1.A2.B2", 6),
        ("lattice:A1.A2.B1.B2", 4),
        ("lattice:A1.A2.C4.D6", 1),
        (FREE, 4),
    ],
)
def test_each_board_has_its_own_symmetries(layout: str, images: int) -> None:
    board = aw.Layout.from_text(layout)
    assert len(board.symmetries()) == images
    first, second = board.cells[:2]
    position = aw.Position.start(layout=board, pieces={first: "WL", second: "B"})
    assert len(position.symmetries()) == images


def test_the_symmetry_between_two_positions_carries_turns_over() -> None:
    position = aw.Position("adaptoid w 0,0 W:D2,F5L B:D6,G7LP")
    other = position.mirrored().transformed(turn="B")
    discs = position.symmetry_to(other, colors=True)
    assert discs is not None
    (fork,) = aw.tactics.find(position, "fork")
    assert aw.tactics.done(other, aw.Turn.from_text(fork.turns[0]).transformed(discs), "fork")
    assert position.symmetry_to(other) is None


def test_anything_but_a_symmetry_of_the_board_is_refused() -> None:
    position = aw.Position.start()
    with pytest.raises(
        aw.LayoutError, match=r"no symmetry of the board hex4; its symmetries are layout\.symm"
    ):
        position.transformed({"D2": "D6", "D6": "D2"})
    wrongs: list[Any] = [[0, 1, 2], range(1, 38), "mirror", 7, aw.Layout.hexagon(3).symmetries()[0]]
    for wrong in wrongs:
        with pytest.raises(aw.LayoutError, match="is no symmetry of the board hex4"):
            position.transformed(wrong)
    with pytest.raises(aw.GameError, match="there is no colour R in adaptoid"):
        position.transformed(turn="R")
    with pytest.raises(aw.GameError, match=r"says nothing of D2, which the turn D2\+L names"):
        aw.Turn.from_text("D2+L").transformed({})


def test_a_symmetry_can_be_an_array() -> None:
    start = aw.Position.start()
    symmetry = start.layout.symmetries()[5]
    assert start.transformed(np.array(symmetry)) == start.transformed(symmetry)


def test_transpositions_of_a_game() -> None:
    game = aw.Game().play("D2+L").play("D6+P").play("+D3").goto(0).play("+D3").play("D6+P").play("D2+L")
    assert game.transpositions() == ((3, 6),)
    assert game.nodes[3].position == game.nodes[6].position
    # +C1 and +C2 are images of one another
    game = aw.Game().play("+C1").goto(0).play("+E2").goto(0).play("+C2")
    assert game.transpositions() == ()
    groups = game.transpositions(symmetry=True)
    assert [{str(game.nodes[n].turn) for n in group} for group in groups] == [{"+C1", "+E2"}]
    # a removed variation and a resignation count for nothing
    game = aw.Game().play("D2+L").goto(0).play("D2+P").remove(1)
    assert game.resign().transpositions() == ()
