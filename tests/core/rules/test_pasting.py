"""Positions and links as people paste them, with what other programs put around them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.rules.pasting import linked_position, pasted_position
from tests.portable.record_cases import PASTED, PASTED_LINKS

TEXT = "adaptoid b 0,1 W:D2,E3LP B:D6P"
SWITCHED = "adaptoid+weaker-dies w 1,0 W:D2,E3LP B:D6P"


def encode_uri(text: str) -> str:
    """What JavaScript's function of this name returns."""
    return quote(text, safe=";/?:@&=+$,#")


@pytest.mark.parametrize("form", PASTED)
def test_a_position_is_found_among_other_signs(form: str) -> None:
    pasted = form.replace("@", TEXT)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert str(aw.Position(pasted)) == TEXT
        assert str(aw.Board(pasted).position) == TEXT


@pytest.mark.parametrize("text", [TEXT, SWITCHED])
@pytest.mark.parametrize("code", [quote, quote_plus, lambda text: text.replace(" ", "_"), encode_uri])
def test_a_position_is_found_in_the_codes_of_an_address(text: str, code: Callable[[str], str]) -> None:
    """Blanks have one of three codes; JavaScript's `encodeURI` leaves the + of a switch."""
    for form in ("@", "see '@'.", "https://example.org/game.html#@"):
        assert str(aw.Board(form.replace("@", code(text))).position) == text


@pytest.mark.parametrize("blank", ["&nbsp;", "&#160;"])
@pytest.mark.parametrize("form", ["@", "<td>@</td>", "see '@'."])
def test_a_position_is_found_in_the_source_of_a_page(form: str, blank: str) -> None:
    assert str(aw.Board(form.replace("@", TEXT.replace(" ", blank))).position) == TEXT


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "adaptoid w 0 0 W:D2 B:D6",
            "column 13: expected a comma and the adaptoids that B has lost, found ' '",
        ),
        ("Adaptoid w 0,0 D2 D6", "column 16: expected the side W:, found 'D'"),
        ("see adaptoid w 0,0 W:D2 L B:D6", "column 21: expected the side B:, found 'L'"),
        ("adaptoid w 0,0 W:D2", "column 20: expected a space, then the side B:, found the end of the text"),
    ],
)
def test_a_mistake_is_named_where_it_is_and_not_at_the_end_of_the_text(text: str, problem: str) -> None:
    with pytest.raises(aw.TextError, match=re.escape(f"line 1, {problem}")):
        aw.Position(text)


def test_the_plus_of_a_switch_stays_beside_blanks() -> None:
    two = f"{TEXT} or {SWITCHED}"
    assert pasted_position(two) == two
    assert pasted_position(f"see {SWITCHED}.") == SWITCHED


@pytest.mark.parametrize("form", [form for form in PASTED if form != "@"])
def test_the_strict_parser_refuses_it_and_gives_the_canonical_form(form: str) -> None:
    with pytest.raises(aw.TextError, match=f"the canonical form of this is '{TEXT}'"):
        aw.Position.from_text(form.replace("@", TEXT))


@pytest.mark.parametrize("link", PASTED_LINKS)
def test_a_position_is_found_in_a_broken_or_wrapped_link(link: str) -> None:
    assert linked_position(link) == TEXT
    assert str(aw.Board(link).position) == TEXT


@pytest.mark.parametrize(
    "text",
    [
        # a side twice, a side of another variant, a missing one, a disc that is none
        TEXT + " W:A1",
        TEXT + " R:A1",
        TEXT.partition(" B:")[0],
        TEXT.replace("D6P", "D9P"),
        "adaptoid\u0663 b 0,1 W:D2 B:D6",
        "myadaptoid b 0,1 W:D2 B:D6",
    ],
)
def test_a_text_without_a_position_is_refused(text: str) -> None:
    with pytest.raises(aw.TextError):
        aw.Position(text)


def test_records_and_lessons_are_no_positions() -> None:
    record = aw.Game(TEXT).to_record()
    assert pasted_position(record) == record
    with pytest.raises(aw.TextError, match="that is the record of a game"):
        aw.Position(record)
