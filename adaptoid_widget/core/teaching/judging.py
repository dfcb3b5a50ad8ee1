"""Judges a learner's turn: right, wrong, or the step goes on because its goal can still be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional, Tuple

from ..goals.attempt import Attempt
from .replies import with_replies
from .solver import GoalSolver, goal_of

if TYPE_CHECKING:
    from .lesson import LessonStep

RIGHT = "right"
CONTINUES = "on"
WRONG = "wrong"
AWAITED = "awaited"

MAX_JUDGE_NODES = 1500
"""The most positions searched to judge a turn of the learner."""

Judgement = NamedTuple(
    "Judgement", [("verdict", str), ("is_proven", bool), ("attempt", Attempt), ("line", Tuple[str, ...])]
)
"""The judgement of a learner's turn.

`verdict` is "right", "wrong", "on" if the step goes on, or "awaited" if this depends on replies that a search chooses.
`is_proven` is whether the verdict is proven. A turn is also right if a search could not decide whether it meets the
goal; this is not proven. `attempt` includes the replies if the step goes on; `line` has the turns
and replies to the goal, if known.
"""


def judge(
    step: LessonStep, attempt: Attempt, nodes: int = MAX_JUDGE_NODES, after: Optional[Attempt] = None
) -> Judgement:
    """Judge the learner's last turn in an attempt. If `nodes` positions do not suffice, the step goes on.

    If a search chose the replies, `after` is the attempt with them. What a search will reply later is unknown. So such
    a step goes on until its last turn, and the verdict until then is not proven.
    """
    met = goal_of(step).judged(attempt)
    if met is not False:
        return Judgement(RIGHT, met is True, attempt, ())
    turns_left = step.turns - len(attempt.own)
    if turns_left <= 0 or attempt.position.winner is not None:
        return Judgement(WRONG, True, attempt, ())
    if after is None and step.search_level:
        return Judgement(AWAITED, False, attempt, ())
    after = after or with_replies(step, attempt)
    if after.position.winner is not None:
        # an enemy may have lost by its own turn
        if goal_of(step).met(after):
            return Judgement(CONTINUES, True, after, ())
        return Judgement(WRONG, True, attempt, ())
    if step.search_level and turns_left > 1:
        return Judgement(CONTINUES, False, after, ())
    solver = GoalSolver(step, nodes)
    line = solver.line(after, turns_left)
    if line is None and solver.nodes_left > 0 and solver.undecided == 0:
        return Judgement(WRONG, True, attempt, ())
    return Judgement(CONTINUES, line is not None, after, line or ())
