"""The named boards: they are connected, have a name in every language and fair starts, and random games end."""

from __future__ import annotations

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.editor.layout_editing import parts_of
from adaptoid_widget.core.i18n.catalog import LANGUAGES
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.named_layouts import BOARDS
from adaptoid_widget.core.rules.variants import COLORS, VARIANTS
from adaptoid_widget.layouts import data

HEXAGONS = ["hex2", "hex3", "hex4", "hex5"]
NON_HEXAGONS = [board["name"] for board in data()]
STARTS = [(name, variant) for name in aw.layouts for variant in ("adaptoid", "adapt3")
          if BOARDS.start(str(aw.layouts[name]), variant)]  # fmt: skip
GAMES = 40
MAX_TURNS = 600


def test_layouts_maps_names_to_layouts() -> None:
    assert list(aw.layouts) == HEXAGONS + NON_HEXAGONS
    assert len(aw.layouts) == len(NON_HEXAGONS) + 4
    assert aw.layouts["hex4"] == aw.Layout.hexagon(4)
    assert "butterfly" in aw.layouts
    assert "atlantis" not in aw.layouts
    for name, suggestion in (("butterfy", "butterfly"), ("Great butterfly", "moth"), ("Star", "star")):
        with pytest.raises(KeyError, match=f"did you mean '{suggestion}'"):
            aw.layouts[name]
    with pytest.raises(KeyError, match="no board called atlantis"):
        aw.layouts["atlantis"]
    assert aw.layouts.name(aw.layouts["star"]) == "star"
    assert aw.layouts.name("lattice:A1") is None
    assert "butterfly" in repr(aw.layouts)


def test_the_required_boards_exist() -> None:
    assert {"ring", "rings", "butterfly", "moth", "triangle", "islands"} <= set(NON_HEXAGONS)
    assert len(NON_HEXAGONS) >= 8
    sizes = [len(aw.layouts[name]) for name in NON_HEXAGONS]
    assert sum(size <= 37 for size in sizes) > len(sizes) / 2
    assert max(sizes) == 61


@pytest.mark.parametrize("name", NON_HEXAGONS)
def test_each_board_is_connected_and_symmetric(name: str) -> None:
    layout = aw.layouts[name]
    assert aw.Layout.from_text(str(layout)) == layout
    assert BOARDS.size(name) == len(layout) <= 61
    assert parts_of(layout) == 1
    assert len(layout.symmetries()) > 1
    assert str(layout) not in HEXAGONS
    if str(layout).startswith("lattice:"):
        assert min(int(cell[1:]) for cell in layout.cells) == 1
        assert min(cell[0] for cell in layout.cells) == "A"


@pytest.mark.parametrize("language", LANGUAGES.tags())
@pytest.mark.parametrize("name", HEXAGONS + NON_HEXAGONS)
def test_each_board_has_a_name_in_every_language(name: str, language: str) -> None:
    assert LANGUAGES.wording(language).ui["ui.layout." + name]


@pytest.mark.parametrize("name", list(aw.layouts))
def test_each_board_has_a_start_for_two(name: str) -> None:
    assert (name, "adaptoid") in STARTS


@pytest.mark.parametrize(("name", "variant"), STARTS)
def test_starts_are_fair(name: str, variant: str) -> None:
    """A symmetry of the board maps the start disc of each colour to the start disc of the next colour."""
    start = aw.layouts.start(name, variant)
    layout = start.layout
    cells = {piece.color: cell for cell, piece in start.pieces.items()}
    seats = [layout.index(cells[color]) for color in COLORS if color in cells]
    assert len(seats) == (2 if variant == "adaptoid" else 3)
    following = [*seats[1:], seats[0]]
    turned = [[symmetry[seat] for seat in seats] for symmetry in layout.symmetries()]
    assert following in turned


def test_a_board_without_a_start_for_three_raises_an_error() -> None:
    with pytest.raises(aw.LayoutError, match="has no start for adapt3"):
        aw.layouts.start("butterfly", "adapt3")
    with pytest.raises(aw.TextError):
        aw.layouts.start("butterfly", "chess")


@pytest.mark.parametrize(("name", "variant"), STARTS)
def test_random_games_end_and_players_can_grow(name: str, variant: str) -> None:
    """All random games end, after more than 12 turns on average, and each colour wins some.

    In fewer than one of 200 turns, nothing can grow.
    """
    start = aw.layouts.start(name, variant)
    layout, context = start.layout, start.context
    seed, turns, stuck = 7, 0, 0
    won: set[str] = set()
    for _ in range(GAMES):
        state, order, ended = start.state, list(start.colors), False
        for _ in range(MAX_TURNS):
            state, seed, ended, _, _, kind, _ = random_play.random_turn(state, context, seed)
            turns += 1
            stuck += not kind and not ended
            if ended:
                break
            order = [*order[1:], order[0]]
        assert ended
        won.add(str(aw.Position(VARIANTS[variant], layout, context, order[0], "grow", state).winner))
    assert won == set(start.colors)
    assert turns / GAMES > 12
    assert stuck < turns / 200


def test_a_board_can_be_given_by_name() -> None:
    star = aw.layouts["star"]
    assert aw.Position.start(layout="star", pieces="W:C1 B:C2").layout == star
    game = aw.Game(layout="butterfly")
    assert game.opening is not None
    assert game.opening.layout == aw.layouts["butterfly"]
    with pytest.raises(aw.TextError, match=r"hex5.*butterfly.*lattice:….*found 'buterfly'"):
        aw.Game(layout="buterfly")


def test_an_error_names_the_argument_for_a_misplaced_layout_or_name() -> None:
    with pytest.raises(TypeError, match=r"not Layout; write layout=…"):
        aw.Game(aw.layouts["butterfly"])  # type: ignore[arg-type]
    with pytest.raises(aw.TextError, match="write layout='butterfly'"):
        aw.Game("butterfly")
    with pytest.raises(aw.TextError, match="write variant='adapt3'"):
        aw.Game("adapt3")
    with pytest.raises(TypeError, match="a position is a Position or its text, not Layout"):
        aw.Position(aw.layouts["butterfly"])  # type: ignore[arg-type]
