"""Questions of lesson steps: discs to click or numbers to count, answered by the rules."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import adaptoid_widget as aw
from adaptoid_widget import lessons
from adaptoid_widget.core.i18n.catalog import Wording
from adaptoid_widget.core.rules.errors import GameError, IllegalTurn, LayoutError, TextError
from adaptoid_widget.core.rules.layout import Layout
from adaptoid_widget.core.teaching.question import (
    NUMBERS_AT,
    SETS,
    SETS_AT,
    Question,
    wrong_discs,
    wrong_number,
)

MOVEMENT = "adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7"
CREATION = "adaptoid w 0,0 W:B4,C1,C3,C5,E3 B:B5,D4LLLPP,D5,E7,F7LLPP"
TIED = "adapt3 b 0,0,0 W:A1,D4LP B:D5P,G7 R:D3LP"

DISCS = (
    (CREATION, "starving", "D4 F7"),
    (MOVEMENT, "starving", ""),
    (MOVEMENT, "reach E3", "B1 B2 B3 C2 C3 C4 D1 D2 D3 E2 E4 F3 F4 F5 F6 G4 G5 G6"),
    (MOVEMENT, "reach D4", ""),
    (MOVEMENT, "attacks E3", "E5"),
    (MOVEMENT, "attackers E5", "E3"),
    (MOVEMENT, "attackers D4", ""),
    ("adaptoid+weaker-dies w 0,0 W:D4LP B:D5PP,G7", "attacks D4", "D5"),
    (TIED, "attacks D4", "D3 D5"),
    (TIED, "attackers D4", "D3"),
    (CREATION, "growths", "A3 A4 B1 B2 B3 C2 C4 C6 D1 D2 D3 D6 E2 E4 F3 F4"),
    (CREATION, "liberties D4", "C4 D3 E4 E5"),
    (CREATION, "liberties A1", "A2 B1 B2"),
    (CREATION, "neighbours D4", "C3 C4 D3 D5 E4 E5"),
    (MOVEMENT, "own", "B4 C1 E3"),
    (MOVEMENT, "enemies", "D4 E5 F7"),
    (TIED, "own", "D5 G7"),
    (TIED, "enemies", "A1 D3 D4"),
    (MOVEMENT, "A1,D4", "A1 D4"),
)


@pytest.mark.parametrize(("text", "query", "cells"), DISCS)
def test_a_question_knows_its_discs(text: str, query: str, cells: str) -> None:
    """A question about discs gives the discs to click and their number."""
    question, position = Question.from_text(query), aw.Position.from_text(text)
    assert " ".join(sorted(question.discs(position))) == cells
    assert question.number(position) == len(cells.split())
    assert question.clicks


NUMBERS = (
    (MOVEMENT, "limbs E3", 5),
    (MOVEMENT, "limbs B4", 0),
    (MOVEMENT, "steps E3", 3),
    (MOVEMENT, "steps D4", 0),
    (MOVEMENT, "spare E3", 1),
    (MOVEMENT, "room E3", 1),
    (MOVEMENT, "room B4", 6),
    ("adaptoid w 0,0 W:C5,D3,D4 B:D5LLPP,D6", "spare D5", -1),
    (MOVEMENT, "7", 7),
    (MOVEMENT, "0", 0),
)


@pytest.mark.parametrize(("text", "query", "number"), NUMBERS)
def test_numbers_are_counted_not_clicked(text: str, query: str, number: int) -> None:
    question, position = Question.from_text(query), aw.Position.from_text(text)
    assert question.number(position) == number
    assert not question.clicks
    with pytest.raises(GameError, match="is a number"):
        question.discs(position)


@pytest.mark.parametrize("query", sorted({query for _, query, _ in (*DISCS, *NUMBERS)}))
def test_question_texts_are_canonical(query: str) -> None:
    question = Question.from_text(query)
    assert str(question) == query
    assert Question.from_text(str(question)) == question
    assert repr(question) == f"Question.from_text({query!r})"
    assert hash(question) == hash(Question.from_text(query))


@pytest.mark.parametrize(
    "marked",
    [
        "|",
        "|hungry",
        "|Starving",
        "starving|  ",
        "starving| D5",
        "reach|",
        "reach a|ll",
        "reach D|",
        "reach D5|,D6",
        "D5,|D5",
        "E5,|D6",
        "D5|;D6",
        "|100",
        "|07",
        "3| discs",
        "|<b>",
    ],
)
def test_a_bad_question_raises_an_error_with_its_place(marked: str) -> None:
    at = marked.index("|")
    with pytest.raises(TextError) as raised:
        Question.from_text(marked.replace("|", ""), 3, 6)
    assert (raised.value.line, raised.value.column) == (3, at + 6)


def test_questions_refuse_empty_and_unknown_discs() -> None:
    position = aw.Position.from_text(MOVEMENT)
    for query in ("reach A1", "attacks A1", "attackers A1", "spare A1", "limbs A1", "steps A1"):
        with pytest.raises(IllegalTurn, match="no adaptoid on A1"):
            Question.from_text(query).number(position)
    for query in ("liberties Z9", "neighbours Z9", "A1,Z9", "limbs Z9"):
        with pytest.raises(LayoutError):
            Question.from_text(query).number(position)
        with pytest.raises(LayoutError):
            Question.from_text(query).check(Layout.from_text("hex4"))


REASONS = (
    (MOVEMENT, "own", "D4", "The adaptoid on D4 is Black’s."),
    (MOVEMENT, "own", "A1", "There is no adaptoid on A1."),
    (MOVEMENT, "enemies", "B4", "The adaptoid on B4 is White’s."),
    (CREATION, "starving", "B5", "B5 does not starve: limbs 0, free discs 2."),
    (CREATION, "starving", "E3", "E3 is yours: in your turn, only enemies starve."),
    (CREATION, "growths", "E7", "E7 is taken; a new adaptoid needs a free disc."),
    (CREATION, "growths", "G7", "No adaptoid of yours touches G7."),
    (MOVEMENT, "reach E3", "E5", "E5 is taken."),
    (MOVEMENT, "reach E3", "E3", "A move may not end on E3, where it began. To stay there, just grow."),
    (MOVEMENT, "reach E3", "A4", "A4 is 5 steps from E3, but the adaptoid can walk only 3."),
    (MOVEMENT, "reach D4", "D5", "The adaptoid on D4 has no leg, so it cannot move."),
    (MOVEMENT, "attacks E3", "C1", "C1 and E3 belong to the same player."),
    (MOVEMENT, "attacks E3", "D4", "D4 has 3 pincers and E3 only 2; an attacker needs at least as many."),
    (MOVEMENT, "attackers E5", "B4", "The adaptoid on B4 has no leg, so it cannot move."),
    (MOVEMENT, "attackers E5", "D4", "D4 and E5 belong to the same player."),
    (CREATION, "liberties D4", "D5", "D5 is taken."),
    (CREATION, "liberties D4", "A1", "A1 does not touch D4."),
    (CREATION, "neighbours D4", "A1", "A1 does not touch D4."),
    (CREATION, "neighbours D4", "D4", "The question is about D4; it is no part of the answer."),
    (MOVEMENT, "attacks E3", "E3", "The question is about E3; it is no part of the answer."),
    (MOVEMENT, "attackers E5", "E5", "The question is about E5; it is no part of the answer."),
    (CREATION, "B5,D5", "E3", "The adaptoid on E3 is White’s."),
    (CREATION, "B5,D5", "D4", "D4: free discs 4, limbs 5."),
    (CREATION, "B5,D5", "A1", "There is no adaptoid on A1."),
    # what is true of a right disc, too, is no reason
    (CREATION, "A1,B5", "G7", "G7 is not one of them."),
    (CREATION, "A1,B5", "D4", "D4 is not one of them."),
    (CREATION, "A1,B5", "E3", "The adaptoid on E3 is White’s."),
    (CREATION, "A1,G7", "A2", "A2 is not one of them."),
    (CREATION, "A1,G7", "E3", "E3 is taken."),
)


@pytest.mark.parametrize(("text", "query", "cell", "sentence"), REASONS)
def test_every_wrong_disc_has_its_reason(text: str, query: str, cell: str, sentence: str) -> None:
    reason = Question.from_text(query).why_not(aw.Position.from_text(text), cell)
    assert Wording().say(*reason) == sentence


def test_every_question_has_cases() -> None:
    """Each question has a solution above, and each question about discs a reason for a wrong disc."""

    def named(cases: Iterable[tuple[object, ...]]) -> set[str]:
        return {str(query).split(" ")[0] for _, query, *_ in cases}

    assert {*SETS, *SETS_AT} <= named(DISCS) & named(REASONS)
    assert set(NUMBERS_AT) <= named(NUMBERS)


def test_wrong_discs_gives_reasons_or_the_number_of_missing_discs() -> None:
    starving, position = Question.from_text("starving"), aw.Position.from_text(CREATION)

    def say(chosen: tuple[str, ...]) -> list[str]:
        return [Wording().say(*reason) for reason in wrong_discs(starving, position, ("D4", "F7"), chosen)]

    assert say(("F7", "D4")) == []
    assert say(("F7",)) == ["All of these are right; still to find: 1."]
    assert say(("A1", "F7")) == ["There is no adaptoid on A1."]
    assert say(("D1", "A1", "C1", "G7", "A2"))[-1] == "Also wrong: D1 and G7."


def test_wrong_number_says_what_to_count() -> None:
    def say(query: str, right: int, number: int) -> str:
        return Wording().say_all(wrong_number(Question.from_text(query), right, number))

    assert say("3", 3, 3) == ""
    assert say("3", 3, 2) == "It is more than that."
    for name in NUMBERS_AT:
        assert say(name + " D4", 3, 4).startswith("It is less than that. "), name
    assert say("limbs D4", 3, 4) == "It is less than that. Count the legs and pincers of D4."
    assert (
        say("spare D4", -1, 0)
        == "It is less than that. Count the free discs around D4 and subtract its limbs."
    )


CLICKS = {
    name: steps
    for name in lessons.names()
    if (steps := [step for step in lessons.load(name).steps if step.kind == "click"])
}


def test_lessons_ask_for_discs() -> None:
    assert len(CLICKS) >= 10


@pytest.mark.parametrize("name", CLICKS)
def test_every_wrong_disc_of_the_lessons_has_a_reason(name: str) -> None:
    for step in CLICKS[name]:
        right = step.question.discs(step.start)
        explained = [pattern for pattern, _ in step.wrong]
        wrong = [cell for cell in step.start.layout.cells if cell not in (*right, *explained)]
        assert right, step.name
        assert wrong, step.name
        for cell in wrong:
            code, slots = step.question.why_not(step.start, cell)
            assert slots is not None, (name, step.name, cell)
            assert cell in slots.values(), (name, step.name, cell, code)
