"""The goal solver: compared with playing out all turns, and held to its budget."""

from __future__ import annotations

import pytest

from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.turn_facts import TurnFacts, TurnJudge
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.tactics.weak_players import greedy_turn
from adaptoid_widget.core.teaching import judging, replies, solver
from adaptoid_widget.core.teaching.lesson import LessonStep
from tests.core.teaching.lessons_made import FEEDING, START, STARVE, step

WALK = step("walk", START, "occupies D4", turns=2)


def reachable(asked: LessonStep, attempt: Attempt, turns: int) -> bool:
    """Whether the goal can be reached within `turns` turns, by plain search without ordering or budget."""
    assert asked.goal is not None
    for turn in attempt.position.turns():
        after = attempt.add(turn)
        if asked.goal.met(after):
            return True
        if turns > 1:
            after = replies.with_replies(asked, after)
            if after.is_learners_turn and reachable(asked, after, turns - 1):
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
def test_verdicts_equal_those_of_a_plain_search(asked: LessonStep) -> None:
    assert asked.goal is not None
    attempt = replies.new_attempt(asked)
    right = []
    for turn in attempt.position.turns():
        after = attempt.add(turn)
        judged = judging.judge(asked, after, 100000)
        assert judged.is_proven
        if asked.goal.met(after):
            wanted = judging.RIGHT
        elif asked.turns > 1 and reachable(asked, replies.with_replies(asked, after), asked.turns - 1):
            wanted = judging.CONTINUES
        else:
            wanted = judging.WRONG
        assert judged.verdict == wanted, str(turn)
        right += [str(turn)] if wanted != judging.WRONG else []
    assert sorted(solver.solutions(asked)) == sorted(right)
    assert len(solver.solutions(asked, 1)) == min(1, len(right))


@pytest.mark.parametrize("asked", [WALK, step("starve", STARVE, "starves D5")], ids=lambda asked: asked.name)
def test_the_best_line_reaches_the_goal(asked: LessonStep) -> None:
    assert asked.goal is not None
    attempt = replies.new_attempt(asked)
    for turn in solver.best_line(asked):
        attempt = attempt.add(turn)
    assert asked.goal.met(attempt)
    assert len(attempt.own) <= asked.turns


def test_a_turn_without_a_proven_verdict_continues() -> None:
    asked = step("far", FEEDING, "wins", turns=6, replies="nobody")
    judged = judging.judge(asked, replies.new_attempt(asked).add("+D1"), 50)
    assert (judged.verdict, judged.is_proven, judged.line) == (judging.CONTINUES, False, ())


def test_judging_twice_gives_the_same_verdicts() -> None:
    asked = step("far", FEEDING, "takes 4", turns=3)
    attempt = replies.new_attempt(asked)
    turns = list(attempt.position.turns())[::5]
    first = [judging.judge(asked, attempt.add(turn))[:2] for turn in turns]
    assert first == [judging.judge(asked, attempt.add(turn))[:2] for turn in turns]


def test_a_budget_is_kept() -> None:
    asked = step("far", FEEDING, "wins", turns=6)
    search = solver.GoalSolver(asked, 400)
    assert search.line(replies.new_attempt(asked), 6) is None
    assert -200 < search.nodes_left <= 0


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("variant", ["adaptoid", "adapt3"])
def test_all_facts_equals_the_facts_of_each_turn(variant: str, seed: int) -> None:
    position = Position.start(variant)
    names = [field for field in TurnFacts.__slots__ if field != "_judge"] + ["turn", "next_state"]
    for ply in range(40):
        if position.winner is not None:
            break
        for at in (position, position.after_move("-")):
            judge = TurnJudge(Attempt(at, at.turn), 0)
            facts = judge.all_facts()
            assert [each.turn for each in facts] == list(at.turns())
            for each in facts:
                again = judge.facts(each.turn)
                assert again is not None
                assert [getattr(each, name) for name in names] == [getattr(again, name) for name in names]
        position = position.play(greedy_turn(position, seed * 100 + ply))


def test_the_best_reply_takes_what_it_can() -> None:
    asked = step("starve", STARVE, "starves D5", turns=2)
    attempt = replies.with_replies(asked, replies.new_attempt(asked).add("D3+L"))
    assert [gone.cell for gone in attempt.played[-1].gone] == ["C5"]


def test_only_a_reply_that_takes_something_refutes() -> None:
    asked = step("quiet", START, "captures 1")
    assert replies.refuted(asked, replies.new_attempt(asked).add("+D3")) is None
    nobody = step("alone", STARVE, "starves D5", replies="nobody")
    assert replies.refuted(nobody, replies.new_attempt(nobody).add("D3+L")) is None
