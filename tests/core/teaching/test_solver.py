"""The search for turns that lead a step to its goal, against playing everything out; and that its budget is kept."""

from __future__ import annotations

import pytest

from adaptoid_widget.core.teaching import replies, solver
from adaptoid_widget.core.teaching.attempt import Story
from adaptoid_widget.core.teaching.lesson import Step
from tests.core.teaching.lessons_made import FEEDING, START, STARVE, step

WALK = step("walk", START, "occupies D4", turns=2)


def reachable(asked: Step, story: Story, turns: int) -> bool:
    """Whether the goal can be reached within so many turns, found without any order or budget."""
    assert asked.goal is not None
    for turn in story.position.turns():
        after = story.add(turn)
        if asked.goal.met(after):
            return True
        if turns > 1:
            answered = replies.answered(asked, after)
            if answered.waits and reachable(asked, answered, turns - 1):
                return True
    return False


@pytest.mark.parametrize(
    "asked",
    [
        WALK,
        step("alone", START, "occupies D4 and grows leg", turns=3, replies="nobody"),
        step("starve", STARVE, "starves D5"),
        step("two", STARVE, "takes 2", turns=2),
        step("level", START, "liberties D2 6 and grows leg", turns=2, replies="level 1"),
    ],
    ids=lambda asked: asked.name,
)
def test_turns_are_judged_as_playing_everything_out_does(asked: Step) -> None:
    assert asked.goal is not None
    story = replies.story_of(asked)
    right = []
    for turn in story.position.turns():
        after = story.add(turn)
        judged = solver.judge(asked, after, 100000)
        assert judged.known
        if asked.goal.met(after):
            wanted = solver.RIGHT
        elif asked.turns > 1 and reachable(asked, replies.answered(asked, after), asked.turns - 1):
            wanted = solver.ON
        else:
            wanted = solver.WRONG
        assert judged.verdict == wanted, str(turn)
        right += [str(turn)] if wanted != solver.WRONG else []
    assert sorted(solver.solutions(asked)) == sorted(right)
    assert len(solver.solutions(asked, 1)) == min(1, len(right))


@pytest.mark.parametrize("asked", [WALK, step("starve", STARVE, "starves D5")], ids=lambda asked: asked.name)
def test_the_best_line_reaches_the_goal(asked: Step) -> None:
    assert asked.goal is not None
    story = replies.story_of(asked)
    for turn in solver.best_line(asked):
        story = story.add(turn)
    assert asked.goal.met(story)
    assert len(story.mine) <= asked.turns


def test_a_turn_of_which_nothing_is_found_out_goes_on() -> None:
    asked = step("far", FEEDING, "wins", turns=6, replies="nobody")
    judged = solver.judge(asked, replies.story_of(asked).add("+D1"), 50)
    assert (judged.verdict, judged.known, judged.line) == (solver.ON, False, ())


def test_the_same_is_judged_the_same() -> None:
    asked = step("far", FEEDING, "takes 4", turns=3)
    story = replies.story_of(asked)
    turns = list(story.position.turns())[::5]
    first = [solver.judge(asked, story.add(turn))[:2] for turn in turns]
    assert first == [solver.judge(asked, story.add(turn))[:2] for turn in turns]


def test_a_budget_is_kept() -> None:
    asked = step("far", FEEDING, "wins", turns=6)
    search = solver.Solver(asked, 400)
    assert search.line(replies.story_of(asked), 6) is None
    assert -200 < search.left <= 0


def test_the_best_reply_takes_what_it_can() -> None:
    asked = step("starve", STARVE, "starves D5", turns=2)
    story = replies.answered(asked, replies.story_of(asked).add("D3+L"))
    assert [gone.cell for gone in story.told[-1].gone] == ["C5"]


def test_only_what_takes_something_refutes() -> None:
    asked = step("quiet", START, "captures 1")
    assert replies.refuted(asked, replies.story_of(asked).add("+D3")) is None
    nobody = step("alone", STARVE, "starves D5", replies="nobody")
    assert replies.refuted(nobody, replies.story_of(nobody).add("D3+L")) is None
