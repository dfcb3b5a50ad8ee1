"""Marks: their value, their text and their JSON form."""

from __future__ import annotations

import copy
import json
import pickle
import re
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import adaptoid_widget as aw
from adaptoid_widget.core.game.marks import TONES
from adaptoid_widget.core.host import host

CELLS = st.sampled_from(aw.Layout.hexagon(4).cells)
TONE = st.sampled_from(TONES)
WORDS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], exclude_characters='"'), min_size=1)
MARKS = st.builds(
    aw.Marks,
    arrows=st.lists(st.tuples(CELLS, CELLS, TONE).filter(lambda arrow: arrow[0] != arrow[1])),
    fills=st.dictionaries(CELLS, TONE),
    rings=st.dictionaries(CELLS, TONE),
    labels=st.dictionaries(CELLS, WORDS.map(lambda words: words[:12])),
    heat=st.dictionaries(CELLS, st.floats(-1e5, 1e5) | st.integers(-999_999, 999_999), min_size=1),
    legend=st.just("") | WORDS.map(lambda words: words[:40]),
    scale=st.none() | st.just((-0.5, 3)),
)


@given(MARKS)
def test_text_json_pickle_and_copy_round_trip(marks: aw.Marks) -> None:
    reread = aw.Marks.from_text(str(marks))
    assert (reread, str(reread), hash(reread)) == (marks, str(marks), hash(marks))
    wire = json.loads(json.dumps(marks.data()))
    assert aw.Marks.from_data(wire) == marks
    assert pickle.loads(pickle.dumps(marks)) == copy.deepcopy(marks) == marks


def test_making_marks_looks_for_no_similar_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game makes marks at each step, and the search for similar names takes a hundred times as long."""
    looked: list[object] = []

    def note(name: object, names: object) -> str:
        looked.append(name)
        return ""

    monkeypatch.setattr(host, "similar_clause", note)
    assert (aw.Marks(rings=["D4"]), looked) == (aw.Marks.of("ring(D4)"), [])
    assert not hasattr(aw.Marks(), "ring")
    assert looked == ["ring"]


def test_empty_marks_have_an_empty_text() -> None:
    assert (str(aw.Marks()), aw.Marks.from_text(""), aw.Marks().data()) == ("", aw.Marks(), None)
    assert not aw.Marks()
    assert aw.Marks(rings=["D4"])


def test_marks_are_sorted_and_the_last_tone_counts() -> None:
    marks = aw.Marks(
        arrows=[("E3", "E5"), ("B1", "A1", "red"), ("E3", "E5", "blue")],
        fills={"D7": "yellow", "D10": "green"},
        rings=["c3", "A2"],
    )
    assert str(marks) == ("arrow(B1,A1,red) arrow(E3,E5,blue) fill(D7,yellow) fill(D10) ring(A2) ring(C3)")
    assert marks.cells == ("A1", "A2", "B1", "C3", "D7", "D10", "E3", "E5")


def test_numbers_keep_three_decimals() -> None:
    marks = aw.Marks(heat={"D4": 1 / 3, "D5": 2.0, "D6": -0.0004}, legend="share")
    assert str(marks) == 'heat("share",D4=0.333,D5=2,D6=0)'
    data = marks.data()
    assert data is not None
    assert data["heat"] == {
        "title": "share",
        "cells": [["D4", 0.333], ["D5", 2], ["D6", 0]],
        "low": 0,
        "high": 2,
    }


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("dot(D4)", 1, r"arrow\("),
        ("ring D4", 5, "opening bracket"),
        ("ring(D4)  fill(D5)", 10, r"arrow\("),
        ("ring(D4)ring(D5)", 9, "end of the text"),
        ("ring(D4,green)", 9, "green is left out"),
        ("ring(D4,pink)", 9, "red, blue or yellow"),
        ("ring(D5) ring(D4)", 10, "in order"),
        ("ring(D4) ring(D4,red)", 10, "each once"),
        ("ring(D4) arrow(D4,D5)", 10, "in order"),
        ("arrow(D4,D4)", 10, "a disc other than"),
        ('label(D4,"")', 11, "1 to 12"),
        ('label(D4,"1234567890123")', 11, "1 to 12"),
        ('label(D4,"open)', 16, "closing quotation mark"),
        ('label(D4,"a\nb")', 11, "line break"),
        ("heat()", 6, "its number"),
        ("heat(D4=1.50)", 12, "no zero at the end"),
        ("heat(D4=1,C3=2)", 11, "in order"),
        ("heat(D4=1000000)", 9, "between"),
        ("heat(D4=1) heat(D5=1)", 12, "each once"),
    ],
)
def test_a_bad_text_raises_an_error_with_its_column(text: str, column: int, expected: str) -> None:
    with pytest.raises(aw.TextError, match=expected) as error:
        aw.Marks.from_text(text)
    assert error.value.column == column


BAD: list[dict[str, Any]] = [
    {"arrows": ["E3"]},
    {"arrows": [("E3",)]},
    {"arrows": [("E3", "E3")]},
    {"arrows": [("E3", "E5", "pink")]},
    {"fills": "D4"},
    {"fills": ["44"]},
    {"rings": [4]},
    {"labels": {"D4": ""}},
    {"labels": {"D4": 'say "no"'}},
    {"labels": {"D4": 5}},
    {"heat": {"D4": "hot"}},
    {"heat": {"D4": float("nan")}},
    {"heat": {"D4": 1e9}},
    {"legend": "of nothing"},
]


@pytest.mark.parametrize("bad", BAD)
def test_bad_marks_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(aw.GameError):
        aw.Marks(**bad)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("arrows", 3, r"arrows are pairs of discs, such as .*, not int"),
        ("arrows", "ring(D2)", r"arrows are pairs of discs.*; for a text, use Marks.from_text"),
        ("rings", 3, "marked discs are a list"),
        ("labels", 3, "labels map discs to texts"),
        ("heat", 3, "a heat map maps discs to numbers"),
    ],
)
def test_marks_of_a_wrong_type_are_refused_with_an_example(name: str, value: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        aw.Marks(**{name: value})


def test_marks_belong_to_a_turn() -> None:
    game = aw.Game()
    game.marks = "ring(D2)"
    game.play("+D3")
    assert game.marks == aw.Marks()
    game.marks = aw.Marks(fills=["D3"])
    game.undo()
    assert str(game.marks) == "ring(D2)"
    game.marks = None
    assert not game.marks
    with pytest.raises(aw.LayoutError):
        game.marks = "ring(Z9)"
    with pytest.raises(TypeError):
        game.marks = 5  # type: ignore[assignment]


def test_marks_of_an_open_start_stay_in_the_game() -> None:
    game = aw.Game("open")
    game.marks = "ring(D4)"
    assert str(game.marks) == "ring(D4)"
    game.place("C3").place("E5").choose("B")
    assert str(game.marks) == "ring(D4)"


def test_marks_are_added_to_marks() -> None:
    first = aw.Marks(
        arrows=[("D2", "D3")], rings=["D6", "A1"], labels={"C3": "x"}, heat={"D4": 1}, legend="visits"
    )
    second = aw.Marks(
        arrows=[("D2", "D3", "red"), ("A1", "A2")], fills=["B1"], rings={"D6": "blue"}, heat={"D5": 2}
    )
    combined = first + second
    assert str(combined) == (
        'arrow(A1,A2) arrow(D2,D3,red) fill(B1) ring(A1) ring(D6,blue) label(C3,"x") heat("visits",D4=1,D5=2)'
    )
    assert str(first) == 'arrow(D2,D3) ring(A1) ring(D6) label(C3,"x") heat("visits",D4=1)'
    assert first + aw.Marks() == aw.Marks() + first == first + None == first + "" == first
    assert "ring(D2)" + first == first + "ring(D2)"
    assert sum([first, second], aw.Marks()) == combined
    assert (second + first).legend == "visits"
    with pytest.raises(TypeError):
        _ = first + 1  # type: ignore[operator]
    with pytest.raises(aw.TextError):
        _ = first + "circle(D2)"


def test_marks_are_added_to_a_board() -> None:
    board = aw.Board()
    board.marks += "ring(D2)"
    board.marks += aw.Marks(arrows=[("D2", "D3")])
    assert str(board.game.marks) == "arrow(D2,D3) ring(D2)"
    board.close()


# -- heat maps from arrays ---------------------------------------------------------------------------------------------


def test_an_array_has_a_number_for_each_disc_of_a_board() -> None:
    board = aw.layouts["butterfly"]
    numbers = np.arange(len(board)) / 4
    assert aw.Marks(heat=numbers, layout=board).heat == tuple(zip(board.cells, numbers, strict=True))
    assert (
        aw.Marks(heat=np.arange(37)) == aw.Marks(heat=pd.Series(range(37))) == aw.Marks(heat=list(range(37)))
    )
    assert aw.Marks(heat=range(37)) == aw.Marks(heat=list(range(37)))


def test_numbers_that_are_missing_in_arrays_and_columns_draw_nothing() -> None:
    column = pd.Series({"D4": 1.5, "C3": float("nan")})
    assert aw.Marks(heat=column) == aw.Marks(heat={"D4": 1.5})
    empties: list[Any] = [{}, [], np.array([]), pd.Series(dtype=float), np.full(37, np.nan)]
    for empty in empties:
        marks = aw.Marks(heat=empty, legend="nothing", scale=(0, 1))
        assert not marks
        assert marks == aw.Marks()
        assert aw.picture("adaptoid w 0,0 W:D2 B:D6", marks=marks) == aw.picture("adaptoid w 0,0 W:D2 B:D6")


def test_a_scale_can_be_fixed_and_is_kept() -> None:
    marks = aw.Marks(heat={"D4": 3, "D5": 20, "C3": -1}, legend="visits", scale=np.array([0, 10]))
    assert str(marks) == 'heat("visits",0:10,C3=-1,D4=3,D5=20)'
    assert aw.Marks.from_text(str(marks)).scale == (0, 10)
    assert aw.Marks.from_data(marks.data()) == marks
    assert (marks + "ring(D4)").scale == (0, 10)
    data = marks.data()
    assert data is not None
    assert (data["heat"]["low"], data["heat"]["high"]) == (0, 10)
    # beyond the ends, the outermost colours are drawn
    inside = aw.Marks(heat={"D4": 3, "D5": 10, "C3": 0}, legend="visits", scale=(0, 10))
    start = "adaptoid w 0,0 W:D2 B:D6"
    fills = [re.findall('circle[^>]*fill="[^"]*"', aw.picture(start, marks=m).svg) for m in (marks, inside)]
    assert fills[0] == fills[1]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"heat": np.arange(5)}, r"5 numbers without discs: say on which board with layout=position\.layout"),
        ({"heat": np.zeros((2, 37))}, "2 numbers without discs"),
        ({"heat": [1] * 37, "layout": aw.Layout.hexagon(3)}, "hex3 has 19 discs, .* as many numbers, not 37"),
        ({"heat": {"D4": 1}, "scale": 3}, r"its lowest and its highest number, such as \(0, 1\), not 3"),
        ({"heat": {"D4": 1}, "scale": (2, 1)}, "begins with its lower number"),
        ({"scale": (0, 1)}, "a scale belongs to a heat map"),
        ({"heat": ["a"] * 37}, "has one number for each disc, not 'a'"),
        ({"heat": {"D4": 10**400}}, "numbers lie between -1000000 and 1000000; 1000"),
    ],
)
def test_wrong_arrays_and_scales_are_refused(arguments: dict[str, Any], why: str) -> None:
    with pytest.raises(aw.GameError, match=why):
        aw.Marks(**arguments)
