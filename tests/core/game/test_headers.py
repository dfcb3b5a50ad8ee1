"""Names of people in headers and results."""

from __future__ import annotations

import pytest

from adaptoid_widget.core.game.headers import clean_name
from adaptoid_widget.core.rules.scanner import BLANKS, INVISIBLE
from adaptoid_widget.core.teaching.results import Result, check_learner


# the same cases as in js/test/page/learners.test.ts
@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("An\u200bn", "Ann"),
        ("\u200fAnn\u00ad", "Ann"),
        ("\ufeffAnn\u2060", "Ann"),
        ("Ann\t\u00a0 Lee\r\n", "Ann Lee"),
        ("\u3000\u200b \u3000", ""),
        ("A\0n\ud800n\u0085B", "Ann B"),
        ("\u0646\u200c\u0627", "\u0646\u200c\u0627"),
        ("👩\u200d🔬", "👩\u200d🔬"),
        ("😀" * 101, "😀" * 100),
        ("\u200d \u200c\ufe0f", ""),
        ("❤\ufe0f", "❤\ufe0f"),
        ("x" * 99 + " y", "x" * 99),
    ],
)
def test_a_name_has_no_invisible_characters(typed: str, name: str) -> None:
    assert clean_name(typed, 100) == name
    if len(typed) <= 100:
        assert check_learner(typed) == name
        packed = {"v": 1, "lesson": "fork", "learner": typed.replace("\ud800", ""), "step": 0, "steps": []}
        if name == name.strip() and "\t" not in typed and "\0" not in typed:
            assert Result.unpack(packed).learner == name


def test_every_invisible_character_and_every_blank_is_cleaned() -> None:
    for first, last in INVISIBLE:
        for code in {first, last}:
            assert clean_name(f"An{chr(code)}n{chr(code)}", 100) == "Ann", hex(code)
    for first, last in BLANKS:
        for code in range(first, last + 1):
            assert clean_name(f"{chr(code)}Ann{chr(code)} Lee{chr(code)}", 100) == "Ann Lee", hex(code)
