"""Codes become sentences: every code has one, none is left over, and what fills a slot stays text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adaptoid_widget.core.english import SENTENCES
from adaptoid_widget.core.reasons import CODES
from adaptoid_widget.core.wording import Wording, fill

PACKAGE = Path(__file__).resolve().parents[2] / "adaptoid_widget"
SOURCES = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")) if path.name != "english.py"
)


@pytest.mark.parametrize("code", CODES)
def test_every_reason_has_a_sentence(code: str) -> None:
    assert SENTENCES["why." + code].endswith((".", "}"))


@pytest.mark.parametrize("key", sorted(SENTENCES))
def test_no_sentence_is_left_over(key: str) -> None:
    """A key is named whole, or its last part is: the first is put before it where sentences are composed."""
    room, _, name = key.partition(".")
    assert f'"{key}"' in SOURCES or (f'"{room}."' in SOURCES and re.search(rf'"{re.escape(name)}"', SOURCES))


@pytest.mark.parametrize("key", sorted(SENTENCES))
def test_slots_are_well_formed(key: str) -> None:
    text = SENTENCES[key]
    slots = re.findall(r"\{([a-z]+)\}", text)
    filled = fill(text, dict.fromkeys(slots, "X"))
    assert "{" not in filled
    assert "}" not in filled


def test_a_value_cannot_open_a_slot_of_its_own() -> None:
    assert fill("{a} and {b}", {"a": "{b}", "b": "<b>"}) == "{b} and <b>"


def test_colours_are_named_and_lists_joined() -> None:
    wording = Wording()
    assert wording.say("end.two", {"loser": ["B", "R"]}) == "Black and Red have lost at once"
    assert wording.say("news.starved", {"cells": ["C4", "D5", "E6"]}) == "Starved: C4, D5 and E6."
    assert Wording("xx", {"only": "this"}).say("only") == "this"
