"""Lessons as data: how they are made, packed and unpacked, and which data is refused."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.goals.attempt import check_pattern, fits
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.teaching.lesson import LessonContent, LessonStep, make_lesson, make_step
from adaptoid_widget.core.teaching.results import POINTS
from adaptoid_widget.core.teaching.rich_text import LocalizedText, prose

FIGURE = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"


def localized(english: str, german: str = "") -> LocalizedText:
    out: LocalizedText = {"en": prose(english)}
    if german:
        out["de"] = prose(german)
    return out


def steps() -> list[LessonStep]:
    return [
        make_step("read-me", localized("Welcome.", "Willkommen."), FIGURE, aids="none", marks="ring(D5)"),
        make_step(
            "starve",
            localized("Starve D5.", "Lass D5 verhungern."),
            FIGURE,
            Goal.from_text("starves D5 and survives"),
            turns=2,
            replies="script",
            script=[("+D4", "D6+L"), ("*", "D6+P"), ("D3-D4 *", "+C6")],
            wrong=[
                ("D3+L", localized("A leg?", "Ein Bein?")),
                ("* +E3", localized("Too far.")),
                ("*", localized("No.")),
            ],
            hints=[localized("Count its free discs."), localized("Count again.")],
            done=localized("Well done.", "Gut."),
            flipped=True,
        ),
        make_step(
            "click-me",
            localized("Which?"),
            FIGURE,
            ask="liberties D5",
            wrong=[("A1", localized("No.")), ("*", localized("No."))],
        ),
        make_step(
            "count-me",
            localized("How many?"),
            FIGURE,
            ask="liberties D5",
            kind="count",
            wrong=[("3", localized("More."))],
        ),
    ]


def lesson() -> LessonContent:
    return make_lesson(
        "first-steps", {"de": "Erste Schritte", "en": "First steps"}, steps(), localized("About it."), "free"
    )


# -- making -----------------------------------------------------------------------------------------------------------


def test_a_lesson_has_the_fields_of_its_text() -> None:
    content = lesson()
    assert content.languages == ("en", "de")
    assert (content.name, content.order, len(content.steps)) == ("first-steps", "free", 4)
    assert [step.kind for step in content.steps] == ["read", "turn", "click", "count"]
    assert content.titled("de-AT") == "Erste Schritte"
    assert content.titled("ja") == "First steps"
    assert content.say(content.steps[1].text, "de") == prose("Lass D5 verhungern.")
    assert content.say(content.steps[2].text, "de") == prose("Which?")
    assert content.say(content.steps[0].done, "de") == []
    assert content.number("click-me") == 2
    assert POINTS == 4
    with pytest.raises(GameError, match="no step 'click'"):
        content.number("click")


def test_a_step_has_the_fields_of_its_text() -> None:
    step = lesson().steps[1]
    assert (step.color, str(step.start), step.turns, step.replies) == ("W", FIGURE, 2, "script")
    assert step.goal == Goal.from_text("starves D5 and survives")
    question = lesson().steps[2].question
    assert question.discs(step.start) == ("C4", "D4", "E5", "E6")
    assert (step.flipped, step.aids, lesson().steps[0].marks) == (True, "legal", "ring(D5)")


def test_a_script_replies_with_the_first_legal_turn_that_fits() -> None:
    step = lesson().steps[1]
    after = aw.Position.from_text("adaptoid b 0,1 W:C5,D3,D4 B:D6")
    assert str(step.reply(aw.Turn.from_text("+D4"), after)) == "D6+L"
    assert str(step.reply(aw.Turn.from_text("D3+L"), after)) == "D6+P"
    other = aw.Position.from_text("adaptoid b 0,1 W:C5,D3,D4 B:G7")
    assert step.reply(aw.Turn.from_text("+D4"), other) is None


@pytest.mark.parametrize(
    ("pattern", "turn", "does_fit"),
    [
        ("*", "-", True),
        ("*", "E3xE5 +F6", True),
        ("E3-D2 *", "E3-D2 +D4", True),
        ("E3-D2 *", "E3xD2 +D4", False),
        ("E3-D2 *", "+D4", False),
        ("E3xD2 *", "E3xD2", True),
        ("* +D4", "+D4", True),
        ("* +D4", "E3-D2 +D4", True),
        ("* +D4", "D4+L", False),
        ("* D4+L", "E3-D4 D4+L", True),
        ("* +D4", "E3-D4", False),
        ("E3-D2 +D4", "E3-D2 +D4", True),
        ("E3-D2 +D4", "+D4", False),
        ("-", "-", True),
    ],
)
def test_a_pattern_fits_some_turns(pattern: str, turn: str, does_fit: bool) -> None:
    assert check_pattern(pattern.lower().replace("+l", "+L")) == pattern
    assert fits(pattern, aw.Turn.from_text(turn)) is does_fit


@pytest.mark.parametrize(
    "pattern", ["", "**", "* *", "* E3-D2", "+D4 *", "E3 *", "* ", " *", "E3-D2 +D4 *", "- *", "*+D4"]
)
def test_bad_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="line 1, column"):
        check_pattern(pattern)


BAD_STEPS: list[tuple[dict[str, Any], str]] = [
    ({"position": "adaptoid w 0,0 W:D2"}, "column 20"),
    ({"position": "adaptoid w 0,5 W:D2 B:D6"}, "game is over"),
    ({"goal": None, "turns": 0}, "1 to 6"),
    ({"turns": 7}, "1 to 6"),
    ({"goal": Goal.from_text("starves D9")}, "D9"),
    ({"goal": None, "ask": "limbs D5"}, "counted, not clicked"),
    ({"goal": None, "ask": "reach A1"}, "no adaptoid on A1"),
    ({"goal": None, "ask": "reach d5"}, "is written reach D5"),
    ({"ask": "starving"}, "needs a question"),
    ({"kind": "read"}, "needs a goal"),
    ({"replies": "level 11"}, "level 10"),
    ({"replies": "script"}, "a script has replies"),
    ({"script": [("*", "+D4")]}, "follows a script anyway"),
    ({"replies": "script", "script": [("*", "E3")]}, "move"),
    ({"replies": "script", "script": [("+", "+D4")]}, "disc"),
    ({"wrong": [("D9", localized("No."))]}, "move"),
    ({"wrong": [("+D4", localized("No.")), ("+d4", localized("No."))]}, "foreseen once"),
    ({"wrong": [("+D4", {})]}, "needs a text"),
    ({"goal": None, "wrong": [("+D4", localized("No."))]}, "only read"),
    ({"goal": None, "ask": "starving", "wrong": [("3", localized("No."))]}, "a wrong disc"),
    ({"goal": None, "ask": "starving", "wrong": [("A1,A2", localized("No."))]}, "a wrong disc"),
    (
        {"goal": None, "ask": "starving", "kind": "count", "wrong": [("D4", localized("No."))]},
        "a wrong number",
    ),
    ({"goal": None, "ask": "starving", "wrong": [("reach D5", localized("No."))]}, "a wrong disc"),
    ({"marks": "ring(Z9)"}, "Z9"),
    ({"marks": "circle(D4)"}, "ring"),
    ({"aids": "all"}, "legal"),
    ({"name": "Two Words"}, "small letters"),
    ({"name": "x" * 61}, "1 to 60"),
    # no lesson file can have such a name
    ({"name": "a--b"}, "single hyphens"),
    ({"hints": [localized("x")] * 61}, "at most 60"),
]


@pytest.mark.parametrize(("wrong", "word"), BAD_STEPS)
def test_bad_steps_are_refused(wrong: dict[str, Any], word: str) -> None:
    values: dict[str, Any] = {
        "name": "one",
        "text": localized("Look."),
        "position": FIGURE,
        "goal": Goal.from_text("wins"),
    }
    values.update(wrong)
    with pytest.raises(GameError) as raised:
        make_step(**values)
    assert word in str(raised.value)
    assert wrong.get("name") or str(raised.value).startswith("step one: ")


def test_bad_lessons_are_refused() -> None:
    good = steps()
    for wrong, word in (
        ({"steps": []}, "1 to 200 steps"),
        ({"steps": [good[0], good[0]]}, "two steps read-me"),
        ({"title": {}}, "title"),
        ({"title": {"en": ""}}, "title"),
        ({"title": {"en": "a\nb"}}, "title"),
        ({"title": {"de": "Nur deutsch"}, "languages": ("en", "de")}, "first language, en"),
        ({"title": {"ja": "日本語"}}, "first language, ja"),
        ({"order": "random"}, "forced"),
        ({"name": "A b"}, "small letters"),
        ({"languages": ("en", "en")}, "once"),
        ({"about": {"de": prose("Nur deutsch")}}, "first language"),
    ):
        values: dict[str, Any] = {"name": "x", "title": {"en": "X"}, "steps": good}
        values.update(wrong)
        with pytest.raises(GameError, match=word):
            make_lesson(**values)


# -- packing ----------------------------------------------------------------------------------------------------------


def test_a_lesson_round_trips_through_json() -> None:
    content = lesson()
    packed = json.loads(json.dumps(content.pack()))
    assert packed["v"] == 1
    assert LessonContent.unpack(packed) == content
    assert LessonContent.unpack(packed).pack() == content.pack()
    assert pickle.loads(pickle.dumps(content)) == content
    assert set(packed["steps"][0]) == {"name", "text", "position", "kind", "aids", "marks"}, (
        "default values are left out"
    )


@pytest.mark.parametrize("version", [0, 2, "1", None, True])
def test_another_version_is_refused(version: Any) -> None:
    with pytest.raises(GameError, match="later version"):
        LessonContent.unpack({**lesson().pack(), "v": version})


def test_html_in_a_text_is_plain_text() -> None:
    text = "a < b & <b>bold</b>"
    step = make_step("one", localized(text), FIGURE)
    assert LessonContent.unpack(make_lesson("x", {"en": text}, [step]).pack()).titled("en") == text
