"""Hints, one after another, and answers that are shown: what they say and draw, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.teaching.lessons_made import FEEDING, START, STARVE, LessonDriver, said, step

STEP = step("starve", STARVE, "starves D5")
WALK = step("walk", START, "occupies D4", turns=2)
CLICK = step("click", FEEDING, ask="liberties D5")
COUNT = step("count", FEEDING, ask="liberties D5", kind="count")


def marks_of(driver: LessonDriver) -> Any:
    """What the board shows besides the pieces."""
    return driver.session.snapshot()["marks"]


def test_the_ladder_leads_to_the_turn_and_costs() -> None:
    driver = LessonDriver(step("starve", STARVE, "starves D5", hints=[said("Look at it.")], marks="ring(D5)"))
    assert driver.part["hint"] == {"taken": 0, "of": 4, "text": [], "costs": True}
    assert driver.do("hint")["hint"]["text"] == [["p", "Look at it."]]
    assert driver.do("hint")["hint"]["text"] == [["p", "Nobody has to move: growing is enough."]]
    assert driver.do("hint")["hint"]["text"] == [["p", "Look at the disc C4."]]
    part = driver.do("hint")
    assert part["hint"]["text"] == [["p", "Grow on C4 (+C4)."]]
    assert part["hint"]["of"] == 4
    assert "hint" not in part["can"]
    assert marks_of(driver)["rings"] == [["C4", "green"], ["D5", "green"]]
    driver.play("+C4")
    assert (driver.mark.hints, driver.mark.score, driver.mark.how) == (4, 1, "helped")


@pytest.mark.parametrize(
    "asked",
    [
        step("grow", STARVE, "starves D5", hints=[said("Look at it.")]),
        step("limb", STARVE, "grows leg"),
        step("take", "adaptoid w 0,0 W:D3LP B:D4,D7", "captures 1"),
        step("begun", "adaptoid w+ 0,0 W:C5,D3 B:D5LLPP,D6", "starves D5"),
        CLICK,
        COUNT,
    ],
)
def test_how_many_hints_there_are_does_not_change_while_they_are_taken(asked: Any) -> None:
    driver = LessonDriver(asked)
    total = driver.part["hint"]["of"]
    rung = 0
    while "hint" in driver.part["can"]:
        hint = driver.do("hint")["hint"]
        assert hint["of"] == total
        assert hint["taken"] > rung
        rung = hint["taken"]
    assert rung == total


def test_a_hint_that_says_what_is_there_to_read_is_left_out() -> None:
    """An author's hint that repeats the step's text, and that nobody has to move where nobody can."""
    driver = LessonDriver(
        step("starve", STARVE, "starves D5", hints=[said("Do starve."), said("Look at it.")])
    )
    assert driver.part["text"] == [["p", "Do starve."]]
    hint = driver.do("hint")["hint"]
    assert (hint["text"], hint["taken"], hint["of"]) == ([["p", "Look at it."]], 2, 5)
    assert driver.mark.hints == 1
    driver = LessonDriver(
        step("starve", STARVE, "starves D5", hints=[said("Look at it."), said("Look at it.")])
    )
    assert [driver.do("hint")["hint"]["taken"] for _ in range(2)] == [1, 3]
    assert driver.mark.hints == 2
    driver = LessonDriver(step("begun", "adaptoid w+ 0,0 W:C5,D3 B:D5LLPP,D6", "starves D5"))
    assert driver.do("hint")["hint"]["text"] == [["p", "Look at the disc C4."]]
    assert driver.mark.hints == 1


def test_a_hint_at_the_move_that_was_made_is_left_out() -> None:
    driver = LessonDriver(step("take", "adaptoid w 0,0 W:D3LP B:D4,D7", "captures 1"))
    driver.do("hint")
    assert driver.ask("move", **{"from": "D3", "to": "D4"})["ok"]
    hint = driver.do("hint")["hint"]
    assert (hint["taken"], hint["of"]) == (3, 3)
    assert driver.mark.hints == 2


def test_a_single_disc_is_not_counted() -> None:
    """The text asks for it already, so no hint costs a point for its number."""
    driver = LessonDriver(step("one", FEEDING, ask="D5", hints=[said("Look at it.")]))
    assert driver.part["hint"]["of"] == 1
    assert "hint" not in LessonDriver(step("one", FEEDING, ask="D5")).part["can"]
    driver = LessonDriver(step("two", FEEDING, ask="D5,D6"))
    assert driver.do("hint")["hint"]["text"] == [["p", "Discs to find: 2."]]


def test_the_only_hint_costs_nothing_if_it_says_nothing() -> None:
    driver = LessonDriver(step("count", FEEDING, ask="3", kind="count", hints=[said("Do count.")]))
    assert driver.do("hint")["hint"]["text"] == [["p", "Do count."]]
    assert driver.mark.hints == 0


def test_a_move_is_shown_step_by_step() -> None:
    driver = LessonDriver(step("take", "adaptoid w 0,0 W:D3LP B:D4,D7", "captures 1"))
    driver.do("hint")
    marks = marks_of(driver)
    assert (marks["rings"], marks["fills"], marks["arrows"]) == ([["D3", "green"]], [], [])
    driver.do("hint")
    assert marks_of(driver)["fills"] == [["D4", "green"]]
    driver.do("hint")
    assert marks_of(driver)["arrows"] == [["D3", "D4", "green"]]


def test_a_drawn_move_goes_round_who_is_in_the_way_until_it_is_made() -> None:
    driver = LessonDriver(step("round", "adaptoid w 0,0 W:D3LLLL,E3 B:D4,D7", "reaches D5"))
    for _ in range(3):
        driver.do("hint")
    assert driver.part["hint"]["taken"] == 3
    arrows = marks_of(driver)["arrows"]
    assert len(arrows) == 3
    ends = {cell for tail, head, _ in arrows for cell in (tail, head)}
    assert {"D3", "D5"} <= ends
    assert not ends & {"D4", "E3"}
    rings = marks_of(driver)["rings"]
    assert driver.ask("move", **{"from": "D3", "to": "D5"})["ok"]
    marks = marks_of(driver)
    assert (marks["arrows"], marks["rings"]) == ([], rings)


def test_hints_taken_again_after_a_wrong_turn_cost_nothing_more() -> None:
    driver = LessonDriver(step("starve", STARVE, "starves D5", hints=[said("Look at it.")]))
    driver.do("hint")
    driver.play("D3+L")
    driver.do("go")
    driver.do("retry")
    assert driver.part["hint"]["taken"] == 1
    assert driver.mark.hints == 1


def test_a_hint_is_paid_for_once_in_each_turn_that_it_leads_to() -> None:
    driver = LessonDriver(step("walk", START, "occupies D4", turns=2, hints=[said("Look at it.")]), STEP)
    driver.do("hint")
    driver.do("hint")
    driver.do("step", at=1)
    driver.do("step", at=0)
    assert driver.part["hint"]["taken"] == 0
    driver.do("hint")
    assert driver.mark.hints == 2
    driver.do("hint")
    assert driver.mark.hints == 3
    driver.play("+D3")
    driver.do("go")
    assert driver.part["hint"]["taken"] == 1
    driver.do("hint")
    assert driver.mark.hints == 4
    driver.do("back")
    driver.do("hint")
    assert driver.mark.hints == 4


def test_what_is_shown_counts_nothing_but_can_be_found_later() -> None:
    driver = LessonDriver(WALK, STEP)
    part = driver.do("reveal")
    assert (part["phase"], part["steps"], part["reply"]) == ("shown", ["missed", ""], "D6+L")
    assert str(driver.session.position) == "adaptoid b 0,0 W:D2,D3 B:D6"
    while "go" in driver.part["can"]:
        driver.do("go")
    assert driver.session.position is not None
    assert driver.session.position.piece("D4") is not None
    assert (driver.mark.score, driver.mark.solved) == (0, False)
    driver.do("retry")
    driver.play("+D3")
    driver.do("go")
    driver.play("+D4")
    assert (driver.mark.score, driver.mark.how, driver.mark.solved) == (1, "helped", True)


@pytest.mark.parametrize(
    ("asked", "told"), [(CLICK, "The answer: C4, D6, E5 and E6."), (COUNT, "The answer: 4.")]
)
def test_answers_are_shown(asked: Any, told: str) -> None:
    driver = LessonDriver(asked)
    driver.do("reveal")
    assert (driver.phase, driver.told) == ("shown", told)
    assert [cell for cell, _ in marks_of(driver)["rings"]] == ["C4", "D6", "E5", "E6"]


def test_the_number_of_hints_stays_where_no_way_to_the_goal_is_found() -> None:
    """What a hint says of the total holds when the next one is asked for."""
    driver = LessonDriver(step("never", START, "wins", hints=[said("Look at it."), said("Look again.")]))
    hint = driver.do("hint")["hint"]
    assert (hint["taken"], hint["of"]) == (1, 2)
    hint = driver.do("hint")["hint"]
    assert (hint["taken"], hint["of"]) == (2, 2)
    assert "hint" not in driver.part["can"]
    driver.play("+D3")
    driver.do("retry")
    hint = driver.part["hint"]
    assert (hint["taken"], hint["of"]) == (2, 2)
