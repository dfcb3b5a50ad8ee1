"""Hints, one after another, and answers that are shown: what they say and draw, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.teaching.lessons_made import FEEDING, START, STARVE, Desk, said, step

STEP = step("starve", STARVE, "starves D5")
WALK = step("walk", START, "occupies D4", turns=2)
CLICK = step("click", FEEDING, ask="liberties D5")
COUNT = step("count", FEEDING, ask="liberties D5", kind="count")


def marks_of(desk: Desk) -> Any:
    """What the board shows besides the pieces."""
    return desk.session.snapshot()["marks"]


def test_the_ladder_leads_to_the_turn_and_costs() -> None:
    desk = Desk(step("starve", STARVE, "starves D5", hints=[said("Look at it.")], marks="ring(D5)"))
    assert desk.part["hint"] == {"rung": 0, "of": 4, "text": [], "costs": True}
    assert desk.do("hint")["hint"]["text"] == [["p", "Look at it."]]
    assert desk.do("hint")["hint"]["text"] == [["p", "Nobody has to move: growing is enough."]]
    assert desk.do("hint")["hint"]["text"] == [["p", "Look at the disc C4."]]
    part = desk.do("hint")
    assert part["hint"]["text"] == [["p", "Play it like this: a new one grows on C4 (+C4)."]]
    assert part["hint"]["of"] == 4
    assert "hint" not in part["can"]
    assert marks_of(desk)["rings"] == [["C4", "green"], ["D5", "green"]]
    desk.play("+C4")
    assert (desk.mark.hints, desk.mark.score, desk.mark.how) == (4, 1, "helped")


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
    desk = Desk(asked)
    total = desk.part["hint"]["of"]
    rung = 0
    while "hint" in desk.part["can"]:
        hint = desk.do("hint")["hint"]
        assert hint["of"] == total
        assert hint["rung"] > rung
        rung = hint["rung"]
    assert rung == total


def test_a_hint_that_says_what_is_there_to_read_is_left_out() -> None:
    """An author's hint that repeats the step's text, and that nobody has to move where nobody can."""
    desk = Desk(step("starve", STARVE, "starves D5", hints=[said("Do starve."), said("Look at it.")]))
    assert desk.part["text"] == [["p", "Do starve."]]
    hint = desk.do("hint")["hint"]
    assert (hint["text"], hint["rung"], hint["of"]) == ([["p", "Look at it."]], 2, 5)
    assert desk.mark.hints == 1
    desk = Desk(step("begun", "adaptoid w+ 0,0 W:C5,D3 B:D5LLPP,D6", "starves D5"))
    assert desk.do("hint")["hint"]["text"] == [["p", "Look at the disc C4."]]
    assert desk.mark.hints == 1


def test_a_hint_at_the_move_that_was_made_is_left_out() -> None:
    desk = Desk(step("take", "adaptoid w 0,0 W:D3LP B:D4,D7", "captures 1"))
    desk.do("hint")
    assert desk.ask("move", **{"from": "D3", "to": "D4"})["ok"]
    hint = desk.do("hint")["hint"]
    assert (hint["rung"], hint["of"]) == (3, 3)
    assert desk.mark.hints == 2


def test_the_only_hint_costs_nothing_if_it_says_nothing() -> None:
    desk = Desk(step("count", FEEDING, ask="3", kind="count", hints=[said("Do count.")]))
    assert desk.do("hint")["hint"]["text"] == [["p", "Do count."]]
    assert desk.mark.hints == 0


def test_a_move_is_shown_step_by_step() -> None:
    desk = Desk(step("take", "adaptoid w 0,0 W:D3LP B:D4,D7", "captures 1"))
    desk.do("hint")
    marks = marks_of(desk)
    assert (marks["rings"], marks["fills"], marks["arrows"]) == ([["D3", "green"]], [], [])
    desk.do("hint")
    assert marks_of(desk)["fills"] == [["D4", "green"]]
    desk.do("hint")
    assert marks_of(desk)["arrows"] == [["D3", "D4", "green"]]


def test_a_drawn_move_goes_round_who_is_in_the_way_until_it_is_made() -> None:
    desk = Desk(step("round", "adaptoid w 0,0 W:D3LLLL,E3 B:D4,D7", "reaches D5"))
    for _ in range(3):
        desk.do("hint")
    assert desk.part["hint"]["rung"] == 3
    arrows = marks_of(desk)["arrows"]
    assert len(arrows) == 3
    ends = {cell for tail, head, _ in arrows for cell in (tail, head)}
    assert {"D3", "D5"} <= ends
    assert not ends & {"D4", "E3"}
    rings = marks_of(desk)["rings"]
    assert desk.ask("move", **{"from": "D3", "to": "D5"})["ok"]
    marks = marks_of(desk)
    assert (marks["arrows"], marks["rings"]) == ([], rings)


def test_hints_taken_again_after_a_wrong_turn_cost_nothing_more() -> None:
    desk = Desk(step("starve", STARVE, "starves D5", hints=[said("Look at it.")]))
    desk.do("hint")
    desk.play("D3+L")
    desk.do("go")
    desk.do("retry")
    assert desk.part["hint"]["rung"] == 1
    assert desk.mark.hints == 1


def test_a_hint_is_paid_for_once_in_each_turn_that_it_leads_to() -> None:
    desk = Desk(step("walk", START, "occupies D4", turns=2, hints=[said("Look at it.")]), STEP)
    desk.do("hint")
    desk.do("hint")
    desk.do("step", at=1)
    desk.do("step", at=0)
    assert desk.part["hint"]["rung"] == 0
    desk.do("hint")
    assert desk.mark.hints == 2
    desk.do("hint")
    assert desk.mark.hints == 3
    desk.play("+D3")
    desk.do("go")
    assert desk.part["hint"]["rung"] == 1
    desk.do("hint")
    assert desk.mark.hints == 4
    desk.do("back")
    desk.do("hint")
    assert desk.mark.hints == 4


def test_what_is_shown_counts_nothing_but_can_be_found_later() -> None:
    desk = Desk(WALK, STEP)
    part = desk.do("reveal")
    assert (part["phase"], part["steps"], part["reply"]) == ("shown", ["missed", ""], "D6+L")
    assert str(desk.session.position) == "adaptoid b 0,0 W:D2,D3 B:D6"
    while "go" in desk.part["can"]:
        desk.do("go")
    assert desk.session.position is not None
    assert desk.session.position.piece("D4") is not None
    assert (desk.mark.score, desk.mark.solved) == (0, False)
    desk.do("retry")
    desk.play("+D3")
    desk.do("go")
    desk.play("+D4")
    assert (desk.mark.score, desk.mark.how, desk.mark.solved) == (1, "helped", True)


@pytest.mark.parametrize(
    ("asked", "told"), [(CLICK, "The answer: C4, D6, E5 and E6."), (COUNT, "The answer: 4.")]
)
def test_answers_are_shown(asked: Any, told: str) -> None:
    desk = Desk(asked)
    desk.do("reveal")
    assert (desk.phase, desk.told) == ("shown", told)
    assert [cell for cell, _ in marks_of(desk)["rings"]] == ["C4", "D6", "E5", "E6"]


def test_the_number_of_hints_stays_where_no_way_to_the_goal_is_found() -> None:
    """What a hint says of the total holds when the next one is asked for."""
    desk = Desk(step("never", START, "wins", hints=[said("Look at it."), said("Look again.")]))
    hint = desk.do("hint")["hint"]
    assert (hint["rung"], hint["of"]) == (1, 2)
    hint = desk.do("hint")["hint"]
    assert (hint["rung"], hint["of"]) == (2, 2)
    assert "hint" not in desk.part["can"]
    desk.play("+D3")
    desk.do("retry")
    hint = desk.part["hint"]
    assert (hint["rung"], hint["of"]) == (2, 2)
