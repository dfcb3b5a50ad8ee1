"""`food`, `foresee`, `reach_map` and `attacks` of a position, compared with plain counting."""

from __future__ import annotations

import random

import pytest

import adaptoid_widget as aw
from tests import reference
from tests.core.positions import random_state


def random_positions(count: int, seed: int) -> list[aw.Position]:
    """Return positions of all variants, switches and layouts."""
    rng = random.Random(seed)
    return [aw.Position.from_text(reference.show(random_state(rng.randrange))) for _ in range(count)]


def counted(position: aw.Position) -> dict[str, int]:
    """Count the liberties of each adaptoid less its limbs (R2, R10)."""
    pieces = position.pieces
    return {
        cell: sum(near not in pieces for near in position.layout.near(cell)) - piece.legs - piece.pincers
        for cell, piece in pieces.items()
    }


@pytest.mark.parametrize("position", random_positions(30, seed=5))
def test_food_is_liberties_less_limbs(position: aw.Position) -> None:
    assert position.food() == counted(position)
    for cell in position.pieces:
        assert position.spare(cell) == position.food()[cell]
    hungry = {cell for cell, spare in position.food().items() if spare < 0}
    assert set(position.starving()) == {
        cell for cell in hungry if position.pieces[cell].color != position.turn
    }


@pytest.mark.parametrize("position", random_positions(12, seed=6))
def test_foresee_lists_every_change_of_food(position: aw.Position) -> None:
    before = counted(position)
    for turn in list(position.turns())[:60]:
        foreseen = position.foresee(turn)
        middle = position.after_move(turn.move) if turn.move else position
        pieces = dict(middle.pieces)
        if turn.growth == "new":
            pieces[str(turn.at)] = aw.Piece(position.turn, 0, 0)
        elif turn.growth is not None:
            grown = pieces[str(turn.at)]
            limbs = (1, 0) if turn.growth == "leg" else (0, 1)
            pieces[str(turn.at)] = aw.Piece(grown.color, grown.legs + limbs[0], grown.pincers + limbs[1])
        after = {
            cell: sum(near not in pieces for near in position.layout.near(cell)) - piece.size
            for cell, piece in pieces.items()
        }
        expected: dict[str, int | None] = {
            cell: spare for cell, spare in after.items() if before.get(cell) != spare
        }
        expected.update(dict.fromkeys(before.keys() - after.keys()))
        assert foreseen == expected


def test_foresee_refuses_illegal_steps() -> None:
    position = aw.Position.start()
    for step in ("D2-D3", "+A1", "D6+L", "D2-D3 +D4"):
        with pytest.raises(aw.IllegalTurn):
            position.foresee(step)
    with pytest.raises(aw.TextError):
        position.foresee("grow!")
    with pytest.raises(aw.IllegalTurn):
        position.spare("A1")


@pytest.mark.parametrize("position", random_positions(20, seed=7))
def test_the_maps_collect_the_reach_of_all_adaptoids(position: aw.Position) -> None:
    for color in position.colors:
        own = [cell for cell, piece in position.pieces.items() if piece.color == color]
        free: dict[str, set[str]] = {}
        origins_by_target: dict[str, set[str]] = {}
        for origin in own:
            reach = position.reach(origin)
            for cell in reach.free:
                free.setdefault(cell, set()).add(origin)
            for cell in reach.captures + reach.exchanges + reach.deaths:
                origins_by_target.setdefault(cell, set()).add(origin)
        assert {cell: set(origins) for cell, origins in position.reach_map(color).items()} == free
        assert {cell: set(origins) for cell, origins in position.attacks(color).items()} == origins_by_target


def test_maps_of_a_colour_that_does_not_play_are_refused() -> None:
    with pytest.raises(aw.GameError):
        aw.Position.start().reach_map("R")
    with pytest.raises(aw.GameError):
        aw.Position.start().attacks("green")


def test_the_reach_is_that_of_the_figure_in_the_rulebook() -> None:
    """The figure on movement of the English rulebook: E3 has three legs and two pincers."""
    position = aw.Position.from_text("adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7")
    assert set(position.reach_map("W")) == {
        "B1",
        "B2",
        "B3",
        "C2",
        "C3",
        "C4",
        "D1",
        "D2",
        "D3",
        "E2",
        "E4",
        "F3",
        "F4",
        "F5",
        "F6",
        "G4",
        "G5",
        "G6",
    }
    assert position.attacks("W") == {"E5": ("E3",)}
    assert position.reach_map("B") == position.attacks("B") == {}
