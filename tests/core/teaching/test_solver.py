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


def reachable(task: LessonStep, attempt: Attempt, turns: int) -> bool:
    """Whether the goal can be reached within `turns` turns, by plain search without ordering or budget."""
    assert task.goal is not None
    for turn in attempt.position.turns():
        after = attempt.add(turn)
        if task.goal.met(after):
            return True
        if turns > 1:
            after = replies.with_replies(task, after)
            if after.is_learners_turn and reachable(task, after, turns - 1):
                return True
    return False


@pytest.mark.parametrize(
    "task",
    [
        WALK,
        step("alone", START, "occupies D4 and grows leg", turns=3, replies="nobody"),
        step("starve", STARVE, "starves D5"),
        step("two", STARVE, "takes 2", turns=2),
        step("level", START, "liberties D2 6 and grows leg", turns=2, replies="level 1"),
    ],
    ids=lambda task: task.name,
)
def test_verdicts_equal_those_of_a_plain_search(task: LessonStep) -> None:
    assert task.goal is not None
    attempt = replies.new_attempt(task)
    right = []
    for turn in attempt.position.turns():
        after = attempt.add(turn)
        judged = judging.judge(task, after, 100000)
        assert judged.is_proven
        if task.goal.met(after):
            wanted = judging.RIGHT
        elif task.turns > 1 and reachable(task, replies.with_replies(task, after), task.turns - 1):
            wanted = judging.CONTINUES
        else:
            wanted = judging.WRONG
        assert judged.verdict == wanted, str(turn)
        right += [str(turn)] if wanted != judging.WRONG else []
    assert sorted(solver.solutions(task)) == sorted(right)
    assert len(solver.solutions(task, 1)) == min(1, len(right))


@pytest.mark.parametrize("task", [WALK, step("starve", STARVE, "starves D5")], ids=lambda task: task.name)
def test_the_best_line_reaches_the_goal(task: LessonStep) -> None:
    assert task.goal is not None
    attempt = replies.new_attempt(task)
    for turn in solver.best_line(task):
        attempt = attempt.add(turn)
    assert task.goal.met(attempt)
    assert len(attempt.own) <= task.turns


def test_a_turn_without_a_proven_verdict_continues() -> None:
    task = step("far", FEEDING, "wins", turns=6, replies="nobody")
    judged = judging.judge(task, replies.new_attempt(task).add("+D1"), 50)
    assert (judged.verdict, judged.is_proven, judged.line) == (judging.CONTINUES, False, ())


def test_judging_twice_gives_the_same_verdicts() -> None:
    task = step("far", FEEDING, "takes 4", turns=3)
    attempt = replies.new_attempt(task)
    turns = list(attempt.position.turns())[::5]
    first = [judging.judge(task, attempt.add(turn))[:2] for turn in turns]
    assert first == [judging.judge(task, attempt.add(turn))[:2] for turn in turns]


def test_a_budget_is_kept() -> None:
    task = step("far", FEEDING, "wins", turns=6)
    search = solver.GoalSolver(task, 400)
    assert search.line(replies.new_attempt(task), 6) is None
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
            assert [turn_facts.turn for turn_facts in facts] == list(at.turns())
            for turn_facts in facts:
                second = judge.facts(turn_facts.turn)
                assert second is not None
                assert [getattr(turn_facts, name) for name in names] == [
                    getattr(second, name) for name in names
                ]
        position = position.play(greedy_turn(position, seed * 100 + ply))


def test_the_best_reply_takes_what_it_can() -> None:
    task = step("starve", STARVE, "starves D5", turns=2)
    attempt = replies.with_replies(task, replies.new_attempt(task).add("D3+L"))
    assert [removal.cell for removal in attempt.played[-1].gone] == ["C5"]


def test_only_a_reply_that_takes_something_refutes() -> None:
    task = step("quiet", START, "captures 1")
    assert replies.refuted(task, replies.new_attempt(task).add("+D3")) is None
    nobody = step("alone", STARVE, "starves D5", replies="nobody")
    assert replies.refuted(nobody, replies.new_attempt(nobody).add("D3+L")) is None
