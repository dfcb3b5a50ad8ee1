"""Position, turn and layout texts: exact round trips, strict parsing, and errors with line and column."""

from __future__ import annotations

import ast
import random
import re
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adaptoid_widget as aw
from tests import reference
from tests.core.positions import random_state
from tests.portable.bad_texts import BAD_LAYOUTS, BAD_POSITIONS, BAD_TURNS, unmark
from tests.portable.rules_cases import NEXT, PERFT, REACH
from tests.repetitions import repetitions

POSITIONS = [row[0] for row in PERFT + NEXT + REACH] + [row[2] for row in NEXT]
TURNS = [
    *("-", "E3-D2", "E3xE5", "+F6", "F6+L", "F6+P", "E3-D2 +F6", "E3xE5 F6+L", "A1-A2 A2+P"),
    *("N1-N61", "N10xN9 +N11", "X1xX2 +X99", "Z99-A1 L1+L", "P1xL9 P1+P"),
]
LAYOUTS = [
    *("hex2", "hex3", "hex4", "hex5", "lattice:A1", "lattice:A1.A2.B2", "lattice:A9.A10.Z1.Z99"),
    *("discs:0,0", "discs:0,0/1,0/0.5,0.866", "discs:-0.5,0.001/12.34,-7.1", "discs:-1,-1/-1.97,-1"),
]


@pytest.mark.parametrize("text", POSITIONS)
def test_position_texts_round_trip(text: str) -> None:
    assert str(aw.Position.from_text(text)) == text


@pytest.mark.parametrize("text", TURNS)
def test_turn_texts_round_trip(text: str) -> None:
    assert str(aw.Turn.from_text(text)) == text


@pytest.mark.parametrize("text", LAYOUTS)
def test_layout_texts_round_trip(text: str) -> None:
    assert str(aw.Layout.from_text(text)) == text


def test_random_position_texts_round_trip() -> None:
    dice = random.Random(2008)
    for _ in range(1500):
        text = reference.show(random_state(dice.randrange))
        assert str(aw.Position.from_text(text)) == text


def test_a_position_has_the_parts_of_its_text() -> None:
    position = aw.Position.from_text("adaptoid+bare-exchange+weaker-dies@hex5 b+ 1,0 W:D4LLP B:E5")
    assert (position.variant, tuple(position.switches)) == ("adaptoid", ("bare-exchange", "weaker-dies"))
    assert (str(position.layout), position.turn, position.step) == ("hex5", "B", "grow")
    assert (position.lost["W"], position.lost["B"]) == (1, 0)
    assert tuple(position.pieces["D4"]) == ("W", 2, 1)
    assert tuple(position.pieces["E5"]) == ("B", 0, 0)
    assert len(position.pieces) == 2


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("E3-D2", ("E3", "D2", False, None, None)),
        ("E3xE5 +F6", ("E3", "E5", True, "new", "F6")),
        ("F6+L", (None, None, False, "leg", "F6")),
        ("E3-D2 D2+P", ("E3", "D2", False, "pincer", "D2")),
        ("-", (None, None, False, None, None)),
    ],
)
def test_a_turn_has_the_parts_of_its_text(
    text: str, parts: tuple[str | None, str | None, bool, str | None, str | None]
) -> None:
    turn = aw.Turn.from_text(text)
    assert (turn.origin, turn.target, turn.attack, turn.growth, turn.at) == parts


def test_a_turn_or_a_piece_that_lacks_parts_says_what_to_call() -> None:
    turn: Any = aw.Turn
    piece: Any = aw.Piece
    makers = (
        (turn, ("D2+L",), r"Turn\.from_text\(text\) reads a text such as 'D2\+L'"),
        (piece, ("WLLP",), r"position\.with_piece\('D4', 'WLLP'\) takes a text"),
        (piece, ("D2", "L"), r"such as Piece\('W', 2, 1\)"),
    )
    for make, parts, advice in makers:
        with pytest.raises(TypeError, match=advice):
            make(*parts)


def test_only_cells_may_be_lower_case() -> None:
    text = "adaptoid@lattice:a1.A2.b2 w 0,0 W:a1LP B:b2"
    assert str(aw.Position.from_text(text)) == "adaptoid@lattice:A1.A2.B2 w 0,0 W:A1LP B:B2"
    assert str(aw.Position.from_text("adaptoid w 0,0 W:d2 B:D6")) == "adaptoid w 0,0 W:D2 B:D6"
    assert str(aw.Position.from_text("adaptoid@discs:0,0/1,0 w 0,0 W:n1 B:n2")).endswith("W:N1 B:N2")
    assert str(aw.Turn.from_text("e3xE5 f6+L")) == "E3xE5 F6+L"
    assert str(aw.Turn.from_text("x1xx2 +x3")) == "X1xX2 +X3"


def fails(parse: Callable[[str], object], marked: str, word: str) -> None:
    """Check that `parse` refuses the text at the marked column and reports what it found and expected there."""
    text, column = unmark(marked)
    with pytest.raises(aw.TextError) as caught:
        parse(text)
    error = caught.value
    assert (error.line, error.column) == (1, column)
    assert word in error.expected
    rest = text[column - 1 :]
    if not rest:
        assert error.found == "the end of the text"
    else:
        piece = ast.literal_eval(error.found)
        assert piece
        assert rest.startswith(piece.removesuffix("…"))
    assert f"line 1, column {column}" in str(error)
    assert error.expected in str(error)
    assert error.found in str(error)


@pytest.mark.parametrize(("marked", "word"), BAD_POSITIONS)
def test_the_error_of_a_position_has_the_place(marked: str, word: str) -> None:
    fails(aw.Position.from_text, marked, word)


@pytest.mark.parametrize(("marked", "word"), BAD_LAYOUTS)
def test_the_error_of_a_layout_has_the_place(marked: str, word: str) -> None:
    fails(aw.Layout.from_text, marked, word)


@pytest.mark.parametrize(("marked", "word"), BAD_TURNS)
def test_the_error_of_a_turn_has_the_place(marked: str, word: str) -> None:
    fails(aw.Turn.from_text, marked, word)


def test_more_than_61_discs_are_refused() -> None:
    cells = ".".join(f"A{number}" for number in range(1, 62))
    fails(aw.Layout.from_text, f"lattice:{cells}.¦A62", "61")
    places = "/".join(f"{number},0" for number in range(61))
    fails(aw.Layout.from_text, f"discs:{places}/¦61,0", "61")
    fails(aw.Position.from_text, f"adaptoid@discs:{places}/¦61,0 w 0,0 W:N1 B:N2", "61")


TEXT_SIZE = 10_000_000


@pytest.mark.parametrize(
    ("start", "repeated", "end"),
    [
        ("", "a", ""),
        ("", " ", ""),
        ("", "\n", ""),
        ("", "adaptoid w 0,0 W:D2 B:D6 ", ""),
        ("adaptoid", "+weaker-dies", " w 0,0 W:D2 B:D6"),
        ("adaptoid+", "x", " w 0,0 W:D2 B:D6"),
        ("adaptoid@hex", "5", " w 0,0 W:D2 B:D6"),
        ("adaptoid@lattice:", "A1.", "A1 w 0,0 W:D2 B:D6"),
        ("adaptoid@discs:", "0,0/", "0,0 w 0,0 W:D2 B:D6"),
        ("adaptoid@discs:", "1", ",0 w 0,0 W:D2 B:D6"),
        ("adaptoid@discs:0.", "1", ",0 w 0,0 W:D2 B:D6"),
        ("adaptoid w ", "1", ",0 W:D2 B:D6"),
        ("adaptoid w 0,0 W:D2", "L", " B:D6"),
        ("adaptoid w 0,0 W:D", "2", " B:D6"),
        ("adaptoid w 0,0 W:", "D2,", "D2 B:D6"),
        ("adaptoid w 0,0 W:D2 B:D6", " ", ""),
        ("D2-D3 +D", "4", ""),
        ("D2+L", "\N{GRINNING FACE}", ""),
    ],
)
def test_errors_in_ten_megabytes_of_text_are_short(start: str, repeated: str, end: str) -> None:
    text = start + repeated * (TEXT_SIZE // len(repeated)) + end
    for parse in (aw.Position.from_text, aw.Turn.from_text, aw.Layout.from_text):
        with pytest.raises(aw.TextError) as caught:
            parse(text)
        assert len(str(caught.value)) < 500


STRANGE = " \t\n\x00+-,.:/@#*0123456789wbrWBRLPlpxXADaNn;é٣１–{<"


@st.composite
def mutated(draw: st.DrawFn, texts: list[str]) -> str:
    """Draw a valid text and damage it at one to three places."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 3)))
        kind = draw(st.sampled_from(["cut", "strange", "double", "move", "case"]))
        piece = text[start:end]
        if kind == "cut":
            text = text[:start] + text[end:]
        elif kind == "strange":
            text = text[:start] + draw(st.sampled_from(STRANGE)) + text[end:]
        elif kind == "double":
            text = text[:end] + piece + text[end:]
        elif kind == "case":
            text = text[:start] + piece.swapcase() + text[end:]
        else:
            rest = text[:start] + text[end:]
            place = draw(st.integers(0, len(rest)))
            text = rest[:place] + piece + rest[place:]
    return text


def read(parse: Callable[[str], object], text: str) -> tuple[str, aw.TextError | None]:
    """Return the parsed value as text, or the error, and check that the error's place lies within the text."""
    try:
        return str(parse(text)), None
    except aw.TextError as caught:
        error = caught
    assert 1 <= error.line <= text.count("\n") + 1
    assert 1 <= error.column <= len(text) + 1
    return "", error


SEEDED = random.Random(37)
VALID = POSITIONS + [reference.show(random_state(SEEDED.randrange)) for _ in range(60)]


@pytest.mark.slow
@settings(max_examples=repetitions(80, 3000), deadline=None)
@given(mutated(VALID))
def test_a_damaged_position_is_read_as_by_the_reference(text: str) -> None:
    """The package accepts a damaged text only if the reference reads the same position, up to the case of cells."""
    canonical, error = read(aw.Position.from_text, text)
    if error is None:
        assert canonical == reference.show(reference.parse(text))
        assert canonical.lower() == text.lower()
    elif "digits" not in error.expected:  # the reference knows no limit for numbers
        with pytest.raises(reference.BadText):
            reference.parse(text)


@pytest.mark.slow
@settings(max_examples=repetitions(60, 1500), deadline=None)
@given(mutated(TURNS))
def test_a_damaged_turn_is_read_as_by_the_reference(text: str) -> None:
    canonical, error = read(aw.Turn.from_text, text)
    if error is None:
        assert canonical == reference.parse_turn(text)
    else:
        with pytest.raises(reference.BadText):
            reference.parse_turn(text)


@pytest.mark.slow
@settings(max_examples=repetitions(60, 1000), deadline=None)
@given(mutated(LAYOUTS))
def test_a_damaged_layout_is_refused_or_read_literally(text: str) -> None:
    canonical, error = read(aw.Layout.from_text, text)
    if error is None:
        assert canonical.lower() == text.lower()
        assert str(aw.Layout.from_text(canonical)) == canonical


@pytest.mark.slow
@settings(max_examples=repetitions(80, 500), deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_refused_or_read_literally(text: str) -> None:
    for parse in (aw.Position.from_text, aw.Layout.from_text, aw.Turn.from_text):
        canonical, error = read(parse, text)
        assert error is not None or canonical.lower() == text.lower()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("adaptoid w 0,0 W:D2,A1 B:D6", "adaptoid w 0,0 W:A1,D2 B:D6"),
        ("adaptoid w 0,0 W:D2PLP B:D6", "adaptoid w 0,0 W:D2LPP B:D6"),
        ("adapt3 b 0,0,0 W:d2,a1 B:D6 R:B10,B9", "adapt3 b 0,0,0 W:A1,D2 B:D6 R:B9,B10"),
        ("adaptoid w 1,2 B:D6 W:D2,A1", "adaptoid w 1,2 W:A1,D2 B:D6"),
        ("adapt3 b 0,0,0 R:F6 W:D2 B:B4", "adapt3 b 0,0,0 W:D2 B:B4 R:F6"),
    ],
)
def test_unsorted_pieces_are_sorted_with_a_warning(text: str, canonical: str) -> None:
    if "B10" in text:
        text, canonical = (
            notation.replace("adapt3", "adapt3@lattice:A1.B9.B10.D2.D6") for notation in (text, canonical)
        )
    readers: list[Callable[[str], aw.Position]] = [
        *(
            aw.Position,
            aw.Position.of,
            lambda content: aw.Game(content).position,
            lambda content: aw.Board(content).position,
        ),
        *(
            lambda content: aw.picture(content).position,
            lambda content: next(aw.deepen(content, depth=1)).position,
        ),
    ]
    for read in readers:
        with pytest.warns(UserWarning, match=re.escape(f"read as {canonical!r}")) as caught:
            assert read(text).text == canonical
        assert caught[0].filename == __file__
    with pytest.raises(
        aw.TextError, match=r"expected (adaptoids sorted by row|legs before pincers|the side W:)"
    ):
        aw.Position.from_text(text)


def test_only_the_order_is_corrected() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (
            aw.Position("adaptoid w 0,0 W:d2lp B:d6".replace("lp", "LP")).text == "adaptoid w 0,0 W:D2LP B:D6"
        )
        for text in ("adaptoid w 0,0 W:D2,D2 B:D6", "adaptoid w 0,0 W:D2,D6 B:D6"):
            with pytest.raises(aw.TextError):
                aw.Position(text)


@pytest.mark.parametrize(
    ("sides", "column", "expected"),
    [
        ("B:D6 B:D2", 21, "the side W:"),
        ("W:D2 W:D6", 21, "the side B:"),
        ("B:D6 R:D2", 21, "the side W:"),
        ("B:D6", 20, "a space, then the side W:"),
        ("B:D2 W:D2", 23, "a disc that no other adaptoid stands on"),
    ],
)
def test_a_side_written_twice_is_refused(sides: str, column: int, expected: str) -> None:
    with pytest.raises(aw.TextError) as caught:
        aw.Position("adaptoid w 0,0 " + sides)
    assert (caught.value.column, caught.value.expected) == (column, expected)
