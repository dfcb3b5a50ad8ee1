"""Turns in words: every kind of turn, in every language, with its notation once."""

from __future__ import annotations

import pytest

from adaptoid_widget.core.i18n.catalog import ENGLISH, Wording, wording_of
from adaptoid_widget.core.i18n.turn_phrases import in_words
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.teaching import feedback, hints
from adaptoid_widget.core.teaching.attempt import Attempt
from tests.core.teaching.lessons_made import START, LessonDriver, step

TURNS = {
    "-": "nothing can grow, so nothing happens (-)",
    "D3-D5": "D3 walks to D5 (D3-D5)",
    "D3xE4": "D3 attacks E4 (D3xE4)",
    "+C4": "a new one grows on C4 (+C4)",
    "D5+L": "a leg grows on D5 (D5+L)",
    "D5+P": "a pincer grows on D5 (D5+P)",
    "D3-D5 +C4": "D3 walks to D5, then a new one grows on C4 (D3-D5 +C4)",
    "D3-D5 D5+L": "D3 walks to D5, then a leg grows on D5 (D3-D5 D5+L)",
    "D3-D5 E4+P": "D3 walks to D5, then a pincer grows on E4 (D3-D5 E4+P)",
    "D3xE4 +D3": "D3 attacks E4, then a new one grows on D3 (D3xE4 +D3)",
    "D3xE4 E4+L": "D3 attacks E4, then a leg grows on E4 (D3xE4 E4+L)",
    "D3xE4 E4+P": "D3 attacks E4, then a pincer grows on E4 (D3xE4 E4+P)",
}
OTHERS = {
    "de": (
        "D3 greift E4 an, dann wächst auf D3 ein neues Adaptoid (D3xE4 +D3)",
        "auf D3 wächst ein neues Adaptoid (+D3)",
    ),
    "ja": (
        "D3からE4を攻撃し、D3に新しいアダプトイドを置く（D3xE4 +D3）",
        "D3に新しいアダプトイドを置く（+D3）",
    ),
    "es": ("D3 ataca E4 y luego crece uno nuevo en D3 (D3xE4 +D3)", "crece uno nuevo en D3 (+D3)"),
}


@pytest.mark.parametrize("text", TURNS)
def test_every_kind_of_turn_has_words(text: str) -> None:
    assert in_words(Turn.from_text(text), ENGLISH.say) == TURNS[text]


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_no_two_kinds_are_told_alike(language: str) -> None:
    wording = wording_of(language)
    told = {text: in_words(Turn.from_text(text), wording.say) for text in TURNS}
    assert all(told[text].count(text) == 1 for text in TURNS if text != "-")
    assert len({told[text].replace(text, "") for text in TURNS}) == len(TURNS)


@pytest.mark.parametrize("language", OTHERS)
def test_each_language_has_its_own_order_of_words(language: str) -> None:
    say = wording_of(language).say
    said = [in_words(Turn.from_text(text), say) for text in ("D3xE4 +D3", "+D3")]
    assert tuple(said) == OTHERS[language]


def test_the_last_hint_says_the_turn() -> None:
    last = hints.for_turn("D3-D5 +C4")[-1].message.saying
    assert last is not None
    said = [wording.say(*last) for wording in (ENGLISH, wording_of("de"))]
    assert said == [
        "Play it like this: D3 walks to D5, then a new one grows on C4 (D3-D5 +C4).",
        "Spiel so: D3 geht nach D5, dann wächst auf C4 ein neues Adaptoid (D3-D5 +C4).",
    ]


def told(attempt: Attempt, wording: Wording = ENGLISH) -> str:
    shown = feedback.on_shown_turn(attempt, "D2-D3 +D2", ("D6+L",), first=not attempt.played)
    return wording.tell([one.saying for one in shown if one.saying is not None])


def test_what_is_shown_says_whose_turn_it_is() -> None:
    position = Position.from_text("adaptoid w 0,0 W:D2L B:D6L")
    mine = Attempt(position, "W")
    assert told(mine) == (
        "One way: D2 walks to D3, then a new one grows on D2 (D2-D3 +D2). Still to come: D6+L."
    )
    theirs = Attempt(position, "B")
    assert told(theirs).startswith("Black answers: " if position.turn == "B" else "White answers: ")
    later = mine.add("D2+L").add("D6+L")
    assert told(later).startswith("After that: D2 walks to D3, ")


def test_each_turn_of_an_answer_is_told_when_it_is_shown() -> None:
    driver = LessonDriver(step("grown", START, goal="grows pincer", turns=2, replies="nobody"))
    driver.do("reveal")
    assert driver.told.startswith("One way: ")
    while "go" in driver.part["can"]:
        before = driver.told
        driver.do("go")
        assert driver.told != before
        assert driver.told.startswith(("After that: ", "Black answers: "))
