"""The boards that come along: sound, named in every language, fair at the start, and fun to the end of a game."""

from __future__ import annotations

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.i18n.catalog import LANGUAGES
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.named_layouts import BOARDS
from adaptoid_widget.core.rules.variants import COLORS
from adaptoid_widget.core.session.layout_editing import parts_of
from adaptoid_widget.layouts import data

HEXAGONS = ["hex2", "hex3", "hex4", "hex5"]
OWN = [board["name"] for board in data()]
STARTS = [(name, variant) for name in aw.layouts for variant in ("adaptoid", "adapt3")
          if BOARDS.start(str(aw.layouts[name]), variant)]  # fmt: skip
GAMES = 40
CAP = 600


def test_the_mapping() -> None:
    assert list(aw.layouts) == HEXAGONS + OWN
    assert len(aw.layouts) == len(OWN) + 4
    assert aw.layouts["hex4"] == aw.Layout.hexagon(4)
    assert "butterfly" in aw.layouts
    assert "atlantis" not in aw.layouts
    for name, meant in (("butterfy", "butterfly"), ("Great butterfly", "moth"), ("Star", "star")):
        with pytest.raises(KeyError, match=f"did you mean '{meant}'"):
            aw.layouts[name]
    with pytest.raises(KeyError, match="no board called atlantis"):
        aw.layouts["atlantis"]
    assert aw.layouts.name(aw.layouts["star"]) == "star"
    assert aw.layouts.name("lattice:A1") is None
    assert "butterfly" in repr(aw.layouts)


def test_there_are_the_boards_that_were_asked_for() -> None:
    assert {"ring", "rings", "butterfly", "moth", "triangle", "islands"} <= set(OWN)
    assert len(OWN) >= 8
    sizes = [len(aw.layouts[name]) for name in OWN]
    assert sum(size <= 37 for size in sizes) > len(sizes) / 2
    assert max(sizes) == 61


@pytest.mark.parametrize("name", OWN)
def test_each_board_is_sound(name: str) -> None:
    """In one piece, no disc without a neighbour, and it covers itself in more than one way."""
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
@pytest.mark.parametrize("name", HEXAGONS + OWN)
def test_each_has_a_name_in_every_language(name: str, language: str) -> None:
    assert LANGUAGES.wording(language).ui["ui.layout." + name]


@pytest.mark.parametrize("name", list(aw.layouts))
def test_each_has_a_start_for_two(name: str) -> None:
    assert (name, "adaptoid") in STARTS


@pytest.mark.parametrize(("name", "variant"), STARTS)
def test_starts_are_fair(name: str, variant: str) -> None:
    """Some symmetry of the board takes each side's place to the next one's."""
    start = aw.layouts.start(name, variant)
    layout = start.layout
    cells = {piece.color: cell for cell, piece in start.pieces.items()}
    seats = [layout.index(cells[color]) for color in COLORS if color in cells]
    assert len(seats) == (2 if variant == "adaptoid" else 3)
    following = [*seats[1:], seats[0]]
    turned = [[one[seat] for seat in seats] for one in layout.symmetries()]
    assert following in turned


def test_a_board_without_a_start_for_three_says_so() -> None:
    with pytest.raises(aw.LayoutError, match="has no start for adapt3"):
        aw.layouts.start("butterfly", "adapt3")
    with pytest.raises(aw.TextError):
        aw.layouts.start("butterfly", "chess")


@pytest.mark.parametrize(("name", "variant"), STARTS)
def test_games_end_and_nobody_is_stuck(name: str, variant: str) -> None:
    """Random games all come to an end, of a length that is worth sitting down for; somebody can always grow."""
    start = aw.layouts.start(name, variant)
    layout, context = start.layout, start.context
    seed, turns, stuck = 7, 0, 0
    won: set[str] = set()
    for _ in range(GAMES):
        state, order, ended = start.state, list(start.colors), False
        for _ in range(CAP):
            state, seed, ended, _, _, kind, _ = random_play.random_turn(state, context, seed)
            turns += 1
            stuck += not kind and not ended
            if ended:
                break
            order = [*order[1:], order[0]]
        assert ended
        won.add(str(aw.Position(start._variant, layout, context, order[0], "grow", state).winner))
    assert won == set(start.colors)
    assert turns / GAMES > 12
    assert stuck < turns / 200


def test_a_board_is_asked_for_by_its_name() -> None:
    star = aw.layouts["star"]
    assert aw.Position.start(layout="star", pieces="W:C1 B:C2").layout == star
    game = aw.Game(layout="butterfly")
    assert game.opening is not None
    assert game.opening.layout == aw.layouts["butterfly"]
    with pytest.raises(aw.TextError, match=r"hex5.*butterfly.*lattice:….*found 'buterfly'"):
        aw.Game(layout="buterfly")


def test_who_gives_a_layout_or_a_name_as_the_start_is_told_where_it_goes() -> None:
    with pytest.raises(TypeError, match=r"not Layout; write layout=…"):
        aw.Game(aw.layouts["butterfly"])  # type: ignore[arg-type]
    with pytest.raises(aw.TextError, match="write layout='butterfly'"):
        aw.Game("butterfly")
    with pytest.raises(aw.TextError, match="write variant='adapt3'"):
        aw.Game("adapt3")
    with pytest.raises(TypeError, match="a position is a Position or its text, not Layout"):
        aw.Position(aw.layouts["butterfly"])
