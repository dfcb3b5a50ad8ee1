"""Layouts and start positions made from Python, and the arguments that positions refuse."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import adaptoid_widget as aw

START = aw.Position.start()


def test_a_lattice_is_sorted() -> None:
    layout = aw.Layout.lattice(["B2", "A10", "A2", "A1"])
    assert str(layout) == "lattice:A1.A2.A10.B2"
    assert layout.cells == ("A1", "A2", "A10", "B2")
    assert [layout.index(cell) for cell in layout.cells] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "cells",
    [
        [],
        [""],
        ["A"],
        ["A0"],
        ["A01"],
        ["A100"],
        ["AA"],
        ["1A"],
        ["a1"],
        ["A1 "],
        ["A1", "A1"],
        ["A١"],
        ["A²"],
    ],
)
def test_an_invalid_lattice_is_refused(cells: list[str]) -> None:
    with pytest.raises(aw.LayoutError):
        aw.Layout.lattice(cells)


@pytest.mark.parametrize(
    ("places", "text"),
    [
        ([(0, 0)], "discs:0,0"),
        ([(0.5, -0.25), (2, 0.866)], "discs:0.5,-0.25/2,0.866"),
        ([(0.1 + 0.2, -0.0)], "discs:0.3,0"),
        ([(-0.001, 12.34)], "discs:-0.001,12.34"),
    ],
)
def test_free_discs_have_a_canonical_text(places: list[tuple[float, float]], text: str) -> None:
    layout = aw.Layout.free(places)
    assert str(layout) == text
    assert aw.Layout.from_text(text) == layout
    for place, (x, y) in zip(layout.places, places, strict=True):
        assert place == pytest.approx((x, y))


@pytest.mark.parametrize(
    "places",
    [
        [],
        [(0, 0), (0.969, 0)],
        [(0.0001, 0)],
        [(math.inf, 0)],
        [(0, math.nan)],
        [(1e300, 0)],
        [(number, 0) for number in range(62)],
    ],
)
def test_invalid_free_discs_are_refused(places: list[tuple[float, float]]) -> None:
    with pytest.raises(aw.LayoutError):
        aw.Layout.free(places)


@pytest.mark.parametrize("side", [-1, 0, 1, 6])
def test_an_invalid_hexagon_is_refused(side: int) -> None:
    with pytest.raises(aw.LayoutError):
        aw.Layout.hexagon(side)


def test_layouts_are_equal_when_their_texts_are() -> None:
    assert aw.Layout.hexagon(4) == aw.Layout.from_text("hex4") != aw.Layout.hexagon(5)
    named = aw.Layout.lattice(aw.Layout.hexagon(2).cells)
    assert str(named) == "lattice:A1.A2.B1.B2.B3.C2.C3"  # not renamed to hex2
    assert len({named, aw.Layout.hexagon(2), aw.Layout.hexagon(2)}) == 2


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_touching_discs_of_a_hexagon_lie_one_diameter_apart(side: int) -> None:
    layout = aw.Layout.hexagon(side)
    place = dict(zip(layout.cells, layout.places, strict=True))
    for cell in layout.cells:
        for other in layout.cells:
            distance = math.dist(place[cell], place[other])
            assert (distance == pytest.approx(1)) == (other in layout.near(cell))
    assert place["A1"][1] < place["B1"][1]
    assert place["A1"][0] < place["A2"][0]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "adaptoid w 0,0 W:D2 B:D6"),
        (
            {"switches": ("weaker-dies", "bare-exchange")},
            "adaptoid+bare-exchange+weaker-dies w 0,0 W:D2 B:D6",
        ),
        ({"pieces": {"C3": "WLP", "a1": "B"}}, "adaptoid w 0,0 W:C3LP B:A1"),
        ({"pieces": {"C3": aw.Piece("W", 1, 2), "A1": "B"}}, "adaptoid w 0,0 W:C3LPP B:A1"),
        ({"layout": "hex5", "pieces": "W:E3 B:E7"}, "adaptoid@hex5 w 0,0 W:E3 B:E7"),
        ({"layout": aw.Layout.hexagon(2), "pieces": "W:A1 B:C3"}, "adaptoid@hex2 w 0,0 W:A1 B:C3"),
        ({"variant": "adapt3-fierce"}, "adapt3-fierce w 0,0,0 W:D2 B:B4 R:F6"),
        ({"layout": "butterfly"}, str(aw.layouts.start("butterfly"))),
        ({"variant": "adapt3", "layout": "hex5"}, "adapt3@hex5 w 0,0,0 W:E3 B:C5 R:G7"),
    ],
)
def test_each_variant_and_layout_has_its_start(options: dict[str, Any], text: str) -> None:
    assert str(aw.Position.start(**options)) == text


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "chess"},
        {"switches": ("weak",)},
        {"layout": "hex6"},
        {"layout": "hex6", "pieces": "W:A1 B:C3"},
        {"pieces": {"D2,D3": "W", "D6": "B"}},
        {"pieces": {"D2": "W,E3", "D6": "B"}},
        {"pieces": {"D2": "WLX", "D6": "B"}},
        {"pieces": {"D2": aw.Piece("W", -1, 2), "D6": "B"}},
        {"pieces": {"D2": "X", "D6": "B"}},
        {"pieces": {"D2": "", "D6": "B"}},
        {"pieces": {"D2": "R", "D6": "B"}},
        {"pieces": {"D2": "WPL", "D6": "B"}},
        {"pieces": {"D2": "WLLLLLLL", "D6": "B"}},
        {"pieces": {"zz": "W", "D6": "B"}},
        {"pieces": {"": "W", "D6": "B"}},
        {"pieces": {"H1": "W", "D6": "B"}},
        {"pieces": {"d6": "W", "D6": "B"}},
        {"pieces": "W:D2 B:D6 #"},
        {"pieces": "B:D6 W:D2"},
    ],
)
def test_an_invalid_start_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises((aw.TextError, aw.LayoutError, aw.GameError)):
        aw.Position.start(**options)


def test_positions_are_equal_when_their_texts_are() -> None:
    assert aw.Position.from_text(str(START)) == START
    assert hash(aw.Position.from_text(str(START))) == hash(START)
    texts = ["adaptoid b 0,0 W:D2 B:D6", "adaptoid w+ 0,0 W:D2 B:D6", "adaptoid w 1,0 W:D2 B:D6"]
    texts += ["adaptoid+weaker-dies w 0,0 W:D2 B:D6", "adaptoid@hex5 w 0,0 W:D2 B:D6"]
    texts += ["adaptoid w 0,0 W:D6 B:D2", "adaptoid b 0,0 W:D6 B:D2", "adaptoid w 0,0 W:D2L B:D6"]
    assert len({aw.Position.from_text(text) for text in [*texts, str(START)]}) == 9
    assert str(START) != START


@pytest.mark.parametrize(
    "name",
    [
        "turn",
        "step",
        "variant",
        "layout",
        "pieces",
        "lost",
        "winner",
        "switches",
        "state",
        "context",
        "anything",
    ],
)
def test_positions_are_immutable(name: str) -> None:
    position = aw.Position.start()
    with pytest.raises(AttributeError):
        setattr(position, name, "B")
    assert position == START


@pytest.mark.parametrize("name", ["cells", "places", "board", "links", "discs", "anything"])
def test_layouts_are_immutable(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(START.layout, name, 0)


def test_changing_pieces_or_lost_does_not_change_the_position() -> None:
    position = aw.Position.start()
    position.pieces["D3"] = aw.Piece("W", 6, 0)
    position.lost["W"] = 5
    assert str(position) == str(START)


def test_unknown_discs_and_colours_are_refused() -> None:
    for question in (START.liberties, START.reach, START.layout.near, START.layout.index):
        with pytest.raises(aw.LayoutError):
            question("H1")
    for color in ("R", "w", ""):
        with pytest.raises(aw.GameError, match="its colours are W, B"):
            START.supply(color)
    with pytest.raises(aw.IllegalTurn) as caught:
        START.reach("D4")
    assert (caught.value.code, caught.value.cell) == ("empty", "D4")


def test_perft_refuses_a_bad_depth() -> None:
    for depth in (-1, 1.5, "3", None):
        with pytest.raises(ValueError, match=str(depth)):
            aw.perft(START, depth)  # type: ignore[arg-type]


def test_reprs_are_python_expressions() -> None:
    assert repr(START) == f"Position.from_text('{START}')"
    assert repr(aw.Layout.hexagon(3)) == "Layout.from_text('hex3')"


def test_pieces_can_be_added_and_removed() -> None:
    position = START.with_piece("e5", "BLP").with_piece("D2", aw.Piece("W", 2, 0))
    assert position.text == "adaptoid w 0,0 W:D2LL B:D6,E5LP"
    assert position.without("d2", "E5").text == "adaptoid w 0,0 W:- B:D6"
    grow = aw.Position("adaptoid+weaker-dies@hex3 b+ 1,2 W:C1 B:C5").with_piece("A1", "W")
    assert grow.text == "adaptoid+weaker-dies@hex3 b+ 1,2 W:A1,C1 B:C5"
    assert START.text == "adaptoid w 0,0 W:D2 B:D6"
    with pytest.raises(aw.LayoutError, match="no disc A7"):
        START.with_piece("A7", "W")
    for wrong, end in (
        *((wrong, repr(wrong)) for wrong in ("R", "white", "W LP", "WPL")),
        ("", "the end of the text"),
    ):
        with pytest.raises(aw.TextError, match=r"for A1 such as WLP: its colour \(W, B\)") as caught:
            START.with_piece("A1", wrong)
        assert str(caught.value).endswith(f"found {end}")
    with pytest.raises(aw.GameError, match="legs on A1 is a whole number from 0 to 6, not 7"):
        START.with_piece("A1", "WLLLLLLL")
    with pytest.raises(aw.IllegalTurn, match="no adaptoid on A1"):
        START.without("A1")


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        (aw.Piece("x", 1, 2), "the color on E5 is one of W, B, not 'x'"),
        (aw.Piece(None, 0, 0), "the color on E5 is one of W, B, not None"),  # type: ignore[arg-type]
        (aw.Piece("W", 7, 0), "the number of legs on E5 is a whole number from 0 to 6, not 7"),
        (aw.Piece("W", 0, -1), "the number of pincers on E5 is a whole number from 0 to 6, not -1"),
        (aw.Piece("W", "1", 0), "the number of legs on E5 is a whole number from 0 to 6, not '1'"),  # type: ignore[arg-type]
        (aw.Piece("W", 3, 4), "E5 holds at most 6 limbs, not 7"),
    ],
)
def test_the_error_for_a_piece_names_the_wrong_value(piece: aw.Piece, message: str) -> None:
    with pytest.raises(aw.GameError, match=message):
        START.with_piece("E5", piece)
    with pytest.raises(aw.GameError, match=message):
        aw.Position.start(pieces={"E5": piece, "D6": "B"})


def test_a_mirrored_position_has_the_mirrored_turns() -> None:
    position = aw.Position("adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7")
    mirrored = position.mirrored()
    assert mirrored.text == "adaptoid w 0,0 W:B2,C6,E6LLLPP B:D4PPP,E4,F3"
    assert mirrored.mirrored() == position
    assert len(list(mirrored.turns())) == len(list(position.turns())) == 382
    free = aw.Position("adaptoid@discs:0,0/1,0/0.5,0.866 w 0,0 W:N1 B:N3")
    assert free.mirrored().text == "adaptoid@discs:0,0/1,0/0.5,0.866 w 0,0 W:N2 B:N3"
    with pytest.raises(aw.LayoutError, match="left and right"):
        aw.Position("adaptoid@lattice:A1.A2.A3.B1 w 0,0 W:A1 B:A3").mirrored()


@pytest.mark.parametrize(
    "text", ["adaptoid w 0,0 W:D2 B:D6", "adapt3 b+ 0,0,0 W:B1,C1L B:A3 R:D4PP", "adaptoid w 0,0 W:D2LP B:-"]
)
def test_a_diagram_draws_every_disc_the_turn_and_the_supply(text: str) -> None:
    position = aw.Position(text)
    drawing = position.diagram()
    assert str(position) == position.text == text
    assert drawing.splitlines()[-1] == text
    assert all(name in drawing for name in ("A1", "A4", "D1", "D7", "G4", "G7"))
    assert f"In supply of White: bodies {position.supply('W').bodies}, legs" in drawing
    for piece in position.pieces.values():
        assert f"{piece.color}{piece.legs}{piece.pincers}" in drawing
    assert drawing == position._repr_mimebundle_()["text/plain"]
    assert position._repr_mimebundle_()["image/svg+xml"].startswith("<svg")


def test_a_diagram_of_free_discs_names_each() -> None:
    drawing = aw.Position("adaptoid@discs:0,0/1,0/0.5,0.866 w 0,0 W:N1 B:N3").diagram()
    assert "N1 W00" in drawing
    assert "N2  ·" in drawing
    assert "N3 B00" in drawing


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: aw.Position.start().piece(5), TypeError, "a disc is a text such as 'D4', not 5"),  # type: ignore[arg-type]
        (lambda: aw.Position.start().with_piece(5, "W"), TypeError, "a disc is a text"),  # type: ignore[arg-type]
        (lambda: aw.Position.start(3), aw.TextError, "expected a variant"),  # type: ignore[arg-type]
        (
            lambda: aw.Position.start("star"),
            aw.TextError,
            r"that is a board; use aw\.layouts\.start\('star'\)",
        ),
        (lambda: aw.Position.start(layout=5), TypeError, "a layout is a Layout, its text or its name"),  # type: ignore[arg-type]
        (lambda: aw.Position.start(switches=5), TypeError, "switches are a text or several, not int"),  # type: ignore[arg-type]
        (lambda: aw.Position.start(pieces=5), TypeError, "pieces are a dict such as"),  # type: ignore[arg-type]
        (lambda: aw.Position.start(layout="str"), aw.TextError, "found 'str'; did you mean 'star'"),
        (
            lambda: aw.Position.start(layout="lattice:A1.A2.B2"),
            aw.LayoutError,
            r"has no start for adaptoid; use Position.start with pieces=…, or begin with the open start",
        ),
        (
            lambda: aw.Position.start("adapt3", "butterfly"),
            aw.LayoutError,
            "the board butterfly has no start for adapt3; use Position.start with pieces=…$",
        ),
        (lambda: aw.Position.start("adapt-3"), aw.TextError, "found 'adapt-3'; did you mean 'adapt3'"),
        (lambda: aw.Layout.hexagon("4"), aw.LayoutError, "not '4'"),  # type: ignore[arg-type]
        (lambda: aw.Layout.lattice("A1"), TypeError, "for a text, use Layout.from_text"),
        (lambda: aw.Layout.lattice([5]), TypeError, "a disc is a text such as 'D4', not 5"),  # type: ignore[list-item]
        (lambda: aw.Layout.free([(0,)]), TypeError, r"two numbers, such as \(0.5, 0.866\), not \(0,\)"),  # type: ignore[list-item]
        (lambda: aw.Layout.free([("a", 0)]), TypeError, "two numbers, such as .*, not 'a'"),  # type: ignore[list-item]
        (lambda: aw.layouts.star, AttributeError, r"use layouts\['star'\]"),
        (lambda: aw.layouts[5], KeyError, "there is no board called 5"),  # type: ignore[index]
    ],
)
def test_arguments_of_a_wrong_type_are_refused(
    call: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call()


def test_a_layout_made_from_a_name_says_what_to_call() -> None:
    with pytest.raises(TypeError, match=r"aw\.layouts\['hex3'\], aw\.Layout\.from_text or aw\.Layout\.free"):
        aw.Layout("hex3")
