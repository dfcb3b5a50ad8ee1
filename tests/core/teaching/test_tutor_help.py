"""Hints and revealed answers: their texts, their marks, and their cost in points."""

from __future__ import annotations

from typing import Any

import pytest

from adaptoid_widget.core.teaching.rich_text import plain
from tests.core.teaching.lessons_made import FEEDING, START, STARVE, LessonDriver, localized, step

STEP = step("starve", STARVE, "starves D5")
WALK = step("walk", START, "occupies D4", turns=2)
CLICK = step("click", FEEDING, ask="liberties D5")
COUNT = step("count", FEEDING, ask="liberties D5", kind="count")


def marks_of(driver: LessonDriver) -> Any:
    """Return the marks in the snapshot."""
    return driver.session.snapshot()["marks"]


def test_hints_lead_to_the_turn_and_cost_points() -> None:
    driver = LessonDriver(
        step("starve", STARVE, "starves D5", hints=[localized("Look at it.")], marks="ring(D5)")
    )
    assert driver.part["hint"] == {"taken": 0, "of": 4, "left": None, "text": [], "costs": True}
    assert driver.do("hint")["hint"]["text"] == [["p", "Look at it."]]
    assert driver.do("hint")["hint"]["text"] == [["p", "Nobody has to move: growing is enough."]]
    assert driver.do("hint")["hint"]["text"] == [["p", "Look at the disc C4."]]
    part = driver.do("hint")
    assert part["hint"]["text"] == [["p", "Grow on C4 (+C4)."]]
    assert part["hint"]["of"] == 4
    assert "hint" not in part["can"]
    assert marks_of(driver)["rings"] == [["C4", "green"], ["D5", "green"]]
    driver.play("+C4")
    assert (driver.step_result.hints, driver.step_result.score, driver.step_result.how) == (4, 1, "helped")


@pytest.mark.parametrize(
    "task",
    [
        step("grow", STARVE, "starves D5", hints=[localized("Look at it.")]),
        step("limb", STARVE, "grows leg"),
        step("take", "adaptoid w 0,0 W:D3LP B:D4,D7", "captures 1"),
        step("begun", "adaptoid w+ 0,0 W:C5,D3 B:D5LLPP,D6", "starves D5"),
        CLICK,
        COUNT,
    ],
)
def test_the_number_of_hints_stays_while_they_are_taken(task: Any) -> None:
    driver = LessonDriver(task)
    total = driver.part["hint"]["of"]
    hint_count = 0
    while "hint" in driver.part["can"]:
        hint = driver.do("hint")["hint"]
        assert hint["of"] == total
        assert hint["taken"] > hint_count
        hint_count = hint["taken"]
    assert hint_count == total


@pytest.mark.parametrize(
    "task",
    [
        step("grow", STARVE, "starves D5", hints=[localized("Look at `C4`.")]),
        step("take", "adaptoid w 0,0 W:D3LP B:D4,D7", "captures 1", hints=[localized("Let `D3` walk.")]),
        step(
            "twice", "adaptoid w 0,0 W:D3LP B:D4,D7", "captures 1", hints=[localized("A."), localized("A.")]
        ),
        step("begun", "adaptoid w+ 0,0 W:C5,D3 B:D5LLPP,D6", "starves D5"),
        CLICK,
        COUNT,
    ],
)
def test_no_more_hints_are_promised_than_are_given(task: Any) -> None:
    """Which hints there are depends on the turn to which they lead, so no number is promised before."""
    driver = LessonDriver(task)
    promised, given = [driver.part["hint"]["left"]], 0
    while "hint" in driver.part["can"]:
        promised.append(driver.do("hint")["hint"]["left"])
        given += 1
    assert [given - at if left is None else left for at, left in enumerate(promised)] == [
        given - at for at in range(given + 1)
    ]
    assert [left is None for left in promised] == [task.kind == "turn"] + [False] * given


def test_redundant_hints_are_left_out() -> None:
    """Left out are hints that repeat the text of the step or another hint.

    The hint that no move is needed is left out where no move is possible.
    """
    driver = LessonDriver(
        step("starve", STARVE, "starves D5", hints=[localized("Do starve."), localized("Look at it.")])
    )
    assert driver.part["text"] == [["p", "Do starve."]]
    hint = driver.do("hint")["hint"]
    assert (hint["text"], hint["taken"], hint["of"]) == ([["p", "Look at it."]], 2, 5)
    assert driver.step_result.hints == 1
    driver = LessonDriver(
        step("starve", STARVE, "starves D5", hints=[localized("Look at it."), localized("Look at it.")])
    )
    assert [driver.do("hint")["hint"]["taken"] for _ in range(2)] == [1, 3]
    assert driver.step_result.hints == 2
    driver = LessonDriver(step("begun", "adaptoid w+ 0,0 W:C5,D3 B:D5LLPP,D6", "starves D5"))
    assert driver.do("hint")["hint"]["text"] == [["p", "Look at the disc C4."]]
    assert driver.step_result.hints == 1


def test_the_button_for_a_hint_keeps_its_place_after_a_wrong_answer() -> None:
    """Its number stays, unless the button to take a turn back has its place, or a test has no hints."""
    driver = LessonDriver(CLICK)
    driver.do("hint")
    before = driver.part["hint"]
    driver.do("choose", at="D5")
    part = driver.do("check")
    assert (part["phase"], "hint" in part["can"], "back" in part["can"]) == ("wrong", False, False)
    assert part["hint"] == {**before, "text": []}
    driver = LessonDriver(step("walk", START, "occupies D5", retry="swapped"))
    part = driver.play("+D3")
    assert (part["phase"], "back" in part["can"], part["hint"]["of"]) == ("wrong", True, 0)
    driver = LessonDriver(CLICK, order="test")
    driver.do("choose", at="D5")
    assert driver.do("check")["hint"]["of"] == 0


def test_hints_for_a_move_already_made_are_left_out() -> None:
    driver = LessonDriver(step("take", "adaptoid w 0,0 W:D3LP B:D4,D7", "captures 1"))
    driver.do("hint")
    assert driver.ask("move", **{"from": "D3", "to": "D4"})["ok"]
    hint = driver.do("hint")["hint"]
    assert (hint["taken"], hint["of"]) == (3, 3)
    assert driver.step_result.hints == 2


def test_no_hint_gives_the_number_of_a_single_disc() -> None:
    """The text already asks for one disc, so such a hint would cost a point for nothing."""
    driver = LessonDriver(step("one", FEEDING, ask="D5", hints=[localized("Look at it.")]))
    assert driver.part["hint"]["of"] == 1
    assert "hint" not in LessonDriver(step("one", FEEDING, ask="D5")).part["can"]
    driver = LessonDriver(step("two", FEEDING, ask="D5,D6"))
    assert driver.do("hint")["hint"]["text"] == [["p", "Discs to find: 2."]]


def test_the_only_hint_costs_nothing_if_it_repeats_the_text() -> None:
    driver = LessonDriver(step("count", FEEDING, ask="3", kind="count", hints=[localized("Do count.")]))
    assert driver.do("hint")["hint"]["text"] == [["p", "Do count."]]
    assert driver.step_result.hints == 0


def test_hints_mark_a_move_step_by_step() -> None:
    driver = LessonDriver(step("take", "adaptoid w 0,0 W:D3LP B:D4,D7", "captures 1"))
    driver.do("hint")
    marks = marks_of(driver)
    assert (marks["rings"], marks["fills"], marks["arrows"]) == ([["D3", "green"]], [], [])
    driver.do("hint")
    assert marks_of(driver)["fills"] == [["D4", "green"]]
    driver.do("hint")
    assert marks_of(driver)["arrows"] == [["D3", "D4", "green"]]


def test_arrows_go_round_other_adaptoids_until_the_move_is_made() -> None:
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
    driver = LessonDriver(step("starve", STARVE, "starves D5", hints=[localized("Look at it.")]))
    driver.do("hint")
    driver.play("D3+L")
    driver.do("go")
    driver.do("retry")
    assert driver.part["hint"]["taken"] == 1
    assert driver.step_result.hints == 1


def test_a_hint_costs_points_once_per_turn() -> None:
    driver = LessonDriver(step("walk", START, "occupies D4", turns=2, hints=[localized("Look at it.")]), STEP)
    driver.do("hint")
    driver.do("hint")
    driver.do("step", at=1)
    driver.do("step", at=0)
    assert driver.part["hint"]["taken"] == 0
    driver.do("hint")
    assert driver.step_result.hints == 2
    driver.do("hint")
    assert driver.step_result.hints == 3
    driver.play("+D3")
    driver.do("go")
    assert driver.part["hint"]["taken"] == 1
    driver.do("hint")
    assert driver.step_result.hints == 4
    driver.do("back")
    driver.do("hint")
    assert driver.step_result.hints == 4


def test_a_revealed_step_has_no_points_until_it_is_solved() -> None:
    driver = LessonDriver(WALK, STEP)
    part = driver.do("reveal")
    assert (part["phase"], part["steps"], part["reply"]) == ("shown", ["missed", ""], "D6+L")
    assert str(driver.session.position) == "adaptoid b 0,0 W:D2,D3 B:D6"
    while "go" in driver.part["can"]:
        driver.do("go")
    assert driver.session.position is not None
    assert driver.session.position.piece("D4") is not None
    assert (driver.step_result.score, driver.step_result.solved) == (0, False)
    driver.do("retry")
    driver.play("+D3")
    driver.do("go")
    driver.play("+D4")
    assert (driver.step_result.score, driver.step_result.how, driver.step_result.solved) == (
        1,
        "helped",
        True,
    )


@pytest.mark.parametrize(
    ("task", "answer"), [(CLICK, "The answer: C4, D6, E5 and E6."), (COUNT, "The answer: 4.")]
)
def test_reveal_shows_the_answer(task: Any, answer: str) -> None:
    driver = LessonDriver(task)
    driver.do("reveal")
    assert (driver.phase, driver.feedback) == ("shown", answer)
    assert [cell for cell, _ in marks_of(driver)["rings"]] == ["C4", "D6", "E5", "E6"]


def test_a_hint_is_not_shown_before_the_next_turn() -> None:
    """What the author says of the first turn may be false after it. Taking the turn back shows it again."""
    walk = step(
        "walk", START, "occupies D4", turns=2, replies="nobody", hints=[localized("D2 is two steps away.")]
    )
    driver = LessonDriver(walk)
    assert plain(driver.do("hint")["hint"]["text"]) == "D2 is two steps away."
    driver.play("+D3")
    driver.do("go")
    assert (driver.phase, driver.part["hint"]["text"]) == ("ask", [])
    driver.do("back")
    assert plain(driver.part["hint"]["text"]) == "D2 is two steps away."
    driver.play("+D3")
    driver.do("go")
    assert plain(driver.do("hint")["hint"]["text"]) != "D2 is two steps away."


def test_the_number_of_hints_stays_if_no_solution_is_found() -> None:
    driver = LessonDriver(
        step("never", START, "wins", hints=[localized("Look at it."), localized("Look again.")])
    )
    hint = driver.do("hint")["hint"]
    assert (hint["taken"], hint["of"]) == (1, 2)
    hint = driver.do("hint")["hint"]
    assert (hint["taken"], hint["of"]) == (2, 2)
    assert "hint" not in driver.part["can"]
    driver.play("+D3")
    driver.do("retry")
    hint = driver.part["hint"]
    assert (hint["taken"], hint["of"]) == (2, 2)
