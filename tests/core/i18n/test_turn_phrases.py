"""Turns in words: each kind of turn has its own words in each language and gives its notation once."""

from __future__ import annotations

import pytest

from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.i18n.catalog import ENGLISH, Wording, wording_of
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.teaching import feedback, hints
from tests.core.teaching.lessons_made import START, LessonDriver, step

# each turn as an instruction and as a statement about a colour
TURNS = {
    "-": ("end the turn, as nothing can grow (-)", "passes, as nothing can grow (-)"),
    "D3-D5": ("move D3 to D5 (D3-D5)", "moves D3 to D5 (D3-D5)"),
    "D3xE4": ("attack E4 from D3 (D3xE4)", "attacks E4 from D3 (D3xE4)"),
    "+C4": ("grow on C4 (+C4)", "grows on C4 (+C4)"),
    "D5+L": ("grow a leg on D5 (D5+L)", "grows a leg on D5 (D5+L)"),
    "D5+P": ("grow a pincer on D5 (D5+P)", "grows a pincer on D5 (D5+P)"),
    "E3-B2 +D3": (
        "move E3 to B2, then grow on D3 (E3-B2 +D3)",
        "moves E3 to B2 and grows on D3 (E3-B2 +D3)",
    ),
    "D3-D5 D5+L": (
        "move D3 to D5, then grow a leg on D5 (D3-D5 D5+L)",
        "moves D3 to D5 and grows a leg on D5 (D3-D5 D5+L)",
    ),
    "D3xE4 E4+P": (
        "attack E4 from D3, then grow a pincer on E4 (D3xE4 E4+P)",
        "attacks E4 from D3 and grows a pincer on E4 (D3xE4 E4+P)",
    ),
}
TRANSLATIONS = {
    "de": (
        "Greif E4 von D3 aus an, dann lass auf D3 ein neues wachsen (D3xE4 +D3)",
        "schlägt E4 von D3 aus und lässt auf D3 ein neues wachsen (D3xE4 +D3)",
    ),
    "ja": (
        "D3からE4を攻撃し、D3に新しいアダプトイドを置く（D3xE4 +D3）",
        "D3からE4を捕獲し、D3に新しいアダプトイドを置く（D3xE4 +D3）",
    ),
    "es": (
        "Ataca E4 desde D3 y luego haz crecer uno nuevo en D3 (D3xE4 +D3)",
        "captura E4 desde D3 y hace crecer uno nuevo en D3 (D3xE4 +D3)",
    ),
}


@pytest.mark.parametrize("text", TURNS)
def test_every_kind_of_turn_has_words(text: str) -> None:
    turn = Turn.from_text(text)
    assert (ENGLISH.in_words(turn, "do"), ENGLISH.in_words(turn, "does")) == TURNS[text]
    assert ENGLISH.in_words(turn, "play") == TURNS[text][0][0].upper() + TURNS[text][0][1:]
    assert ENGLISH.in_words(turn, "takes") == TURNS[text][1].replace("attacks", "captures")


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
@pytest.mark.parametrize("form", ["do", "does", "takes"])
def test_each_kind_of_turn_has_different_words(language: str, form: str) -> None:
    wording = wording_of(language)
    phrases = {text: wording.in_words(Turn.from_text(text), form) for text in TURNS}
    assert all(phrases[text].count(text) == 1 for text in TURNS if text != "-")
    assert len({phrases[text].replace(text, "") for text in TURNS}) == len(TURNS)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_each_language_has_its_own_words(language: str) -> None:
    turn, wording = Turn.from_text("D3xE4 +D3"), wording_of(language)
    assert (wording.in_words(turn, "play"), wording.in_words(turn, "takes")) == TRANSLATIONS[language]


def test_the_last_hint_gives_the_turn() -> None:
    last = hints.for_turn("D3-D5 +C4")[-1].message.saying
    assert last is not None
    sentences = [wording.say(*last) for wording in (ENGLISH, wording_of("de"))]
    assert sentences == [
        "Move D3 to D5, then grow on C4 (D3-D5 +C4).",
        "Zieh D3 nach D5, dann lass auf C4 ein neues wachsen (D3-D5 +C4).",
    ]


def shown_text(attempt: Attempt, wording: Wording = ENGLISH) -> str:
    parts = feedback.on_shown_turn(attempt, "D2-D3 +D2", ("D6+L",), first=not attempt.played)
    return wording.say_all([part.saying for part in parts if part.saying is not None])


def test_a_shown_turn_names_its_player() -> None:
    position = Position.from_text("adaptoid w 0,0 W:D2L B:D6L")
    as_white = Attempt(position, "W")
    assert shown_text(as_white) == (
        "One way: move D2 to D3, then grow on D2 (D2-D3 +D2). Still to come: D6+L."
    )
    as_black = Attempt(position, "B")
    assert shown_text(as_black).startswith("White moves D2 to D3 and grows on D2")
    later = as_white.add("D2+L").add("D6+L")
    assert shown_text(later).startswith("After that: move D2 to D3, then ")


def test_each_turn_of_a_revealed_answer_is_described() -> None:
    driver = LessonDriver(step("grown", START, goal="grows pincer", turns=2, replies="nobody"))
    driver.do("reveal")
    assert driver.feedback.startswith("One way: ")
    while "go" in driver.part["can"]:
        before = driver.feedback
        driver.do("go")
        assert driver.feedback != before
        assert driver.feedback.startswith(("After that: ", "Black grows "))
