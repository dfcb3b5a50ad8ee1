"""Replies to a learner's turn, judges it, and searches for lines to a step's goal.

The number of positions limits a search, not the time, so the result is the same on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, List, NamedTuple, Optional, Tuple

from ..rules.bitboard import count
from ..rules.position import Position
from ..rules.turn import Turn
from ..tactics import weak_players
from .attempt import Attempt
from .turn_facts import TurnFacts, TurnJudge

if TYPE_CHECKING:
    from .goal import Goal
    from .lesson import LessonStep

RIGHT = "right"
ON = "on"
WRONG = "wrong"

MAX_JUDGE_NODES = 1500
"""The most positions searched to judge a turn of the learner."""
MAX_SHOW_NODES = 2500
"""The most positions searched to find a turn to show."""
MAX_CHECK_NODES = 200000
"""The most positions searched to check a step of an author."""

# choosing a reply counts as this number of positions
REPLY_NODES = {"nobody": 1, "level 1": 5, "level 2": 10, "best": 40}
LEVEL_3_NODES = 60
# ordering this number of turns counts as one position
ORDERED_A_NODE = 4
# the number of turns judged together
BATCH = 16

# the level that replies if a step names none, or if no entry of its script fits
DEFAULT_LEVEL = 3
NOBODY = "nobody"
BEST = "best"
LEVEL = "level "


# -- replies ----------------------------------------------------------------------------------------------------------


def new_attempt(step: LessonStep) -> Attempt:
    """The attempt at a step before the learner's first turn; the learner is the player to move."""
    position = step.start
    return Attempt(position, position.turn, nobody=step.replies == NOBODY)


def _scripted(step: LessonStep, attempt: Attempt) -> Optional[Turn]:
    """The author's reply to the learner's last turn: the first that fits and is legal; None if there is none."""
    last = attempt.last
    if last is None or attempt.nobody or attempt.position.winner is not None:
        return None
    return step.reply(last.turn, attempt.position)


def reply_by(replies: str, position: Position, learner: str) -> Turn:
    """The turn of an enemy by a step's `replies`; always the same in the same position."""
    if replies[: len(LEVEL)] == LEVEL:
        return weak_players.choose(position, int(replies[len(LEVEL) :]))
    turn = weak_players.refute(position, learner) if replies == BEST else None
    return weak_players.choose(position, DEFAULT_LEVEL) if turn is None else turn


def answered(step: LessonStep, attempt: Attempt) -> Attempt:
    """The attempt with all replies to the learner's last turn.

    A script answers for the enemy who plays next; of two enemies the other one plays as level 3.
    """
    reply = _scripted(step, attempt)
    while attempt.position.winner is None and attempt.position.turn != attempt.color:
        if reply is None:
            reply = reply_by(step.replies, attempt.position, attempt.color)
        attempt = attempt.add(reply)
        reply = None
    return attempt


def refuted(step: LessonStep, attempt: Attempt) -> Optional[Attempt]:
    """The attempt with the reply that refutes the learner's last turn; None if there is none.

    It is the script's reply, else one that takes more than it loses. Of two enemies, the first may play as level 3, so
    that the second can take something.
    """
    reply = _scripted(step, attempt)
    if reply is not None:
        return attempt.add(reply)
    while attempt.position.winner is None and attempt.position.turn != attempt.color:
        reply = weak_players.refute(attempt.position, attempt.color)
        if reply is not None:
            return attempt.add(reply)
        attempt = attempt.add(weak_players.choose(attempt.position, DEFAULT_LEVEL))
    return None


# -- judging ----------------------------------------------------------------------------------------------------------

Judgement = NamedTuple(
    "Judgement", [("verdict", str), ("is_proven", bool), ("attempt", Attempt), ("line", Tuple[str, ...])]
)
"""The judgement of a learner's turn.

`verdict` is "right", "wrong", or "on" if the goal can still be reached; `is_proven` is whether the budget sufficed to
prove it. `attempt` includes the replies if the step goes on; `line` has the turns and replies to the goal, if known.
"""


def judge(step: LessonStep, attempt: Attempt, nodes: int = MAX_JUDGE_NODES) -> Judgement:
    """Judge the learner's last turn in an attempt. If the budget is used up, the step goes on."""
    if _goal(step).met(attempt):
        return Judgement(RIGHT, True, attempt, ())
    turns_left = step.turns - len(attempt.own)
    if turns_left <= 0 or attempt.position.winner is not None:
        return Judgement(WRONG, True, attempt, ())
    after = answered(step, attempt)
    if after.position.winner is not None:
        return Judgement(WRONG, True, attempt, ())
    solver = GoalSolver(step, nodes)
    line = solver.line(after, turns_left)
    if line is None and solver.nodes_left > 0:
        return Judgement(WRONG, True, attempt, ())
    return Judgement(ON, line is not None, after, line or ())


def best_line(
    step: LessonStep, attempt: Optional[Attempt] = None, nodes: int = MAX_SHOW_NODES
) -> Tuple[str, ...]:
    """The shortest line to the goal from here: turns of the learner and replies; empty if none is found."""
    if attempt is None:
        attempt = new_attempt(step)
    turns_left = step.turns - len(attempt.own)
    if step.goal is None or not attempt.is_learners_turn or turns_left <= 0:
        return ()
    return GoalSolver(step, nodes).line(attempt, turns_left) or ()


def solutions(step: LessonStep, limit: int = 0, nodes: int = MAX_CHECK_NODES) -> Tuple[str, ...]:
    """Turns that meet the goal, then turns after which it can be reached; at most `limit` of them, 0 for all.

    If `nodes` positions do not suffice, some are missing.
    """
    return search(step, limit, nodes)[0]


def search(
    step: LessonStep, limit: int = 0, nodes: int = MAX_CHECK_NODES
) -> Tuple[Tuple[str, ...], int, int]:
    """The `solutions`, the number of `nodes` left (0 or less if too few), and the number of undecided sieges."""
    if step.goal is None:
        return (), nodes, 0
    attempt = new_attempt(step)
    solver = GoalSolver(step, nodes)
    turns = solver.ordered(attempt)
    right = [str(turn) for turn in solver.meeting(attempt, turns, limit)]
    for facts in turns:
        if step.turns == 1 or solver.nodes_left <= 0 or (limit and len(right) >= limit):
            break
        turn = facts.turn
        if str(turn) not in right and solver.leads(attempt.add(turn), step.turns - 1) is not None:
            right.append(str(turn))
    return tuple(right), solver.nodes_left, solver.unknown_sieges


class GoalSolver:
    """A search for a step's goal within a budget of positions; it stops when `nodes_left` is 0 or less."""

    def __init__(self, step: LessonStep, nodes: int) -> None:
        self.step = step
        self.nodes_left = nodes
        """The number of positions that may still be searched."""
        self.unknown_sieges = 0
        """The number of undecided sieges."""
        self.goal = _goal(step)
        self._searches_sieges = "besieges" in [each.name for each in self.goal.conditions]

    def line(self, attempt: Attempt, turns: int) -> Optional[Tuple[str, ...]]:
        """The shortest line from an attempt with the learner to move, within `turns` turns; None if there is none."""
        for depth in range(1, turns + 1):
            line = self._line(attempt, depth)
            if line is not None or self.nodes_left <= 0:
                return line
        return None

    def leads(self, attempt: Attempt, turns: int) -> Optional[Tuple[str, ...]]:
        """The replies to a turn that did not meet the goal, and the line after them; None if there is none."""
        if attempt.position.winner is not None:
            return None
        self.nodes_left -= REPLY_NODES.get(self.step.replies, LEVEL_3_NODES)
        after = answered(self.step, attempt)
        line = self.line(after, turns) if after.is_learners_turn else None
        return None if line is None else tuple(after.texts[len(attempt.played) :]) + line

    def meeting(self, attempt: Attempt, turns: List[TurnFacts], limit: int) -> List[Turn]:
        """Those of `turns` that meet the goal at once, at most `limit` of them, 0 for all."""
        right: List[Turn] = []
        # the turns share a judge, except that each search for a siege has a budget of its own
        judge = TurnJudge(attempt, len(attempt.played))
        batch = 1 if self._searches_sieges else BATCH
        at = 0
        while at < len(turns) and self.nodes_left > 0 and not (limit and len(right) >= limit):
            if self._searches_sieges:
                judge = TurnJudge(attempt, len(attempt.played))
            end = min(at + batch, len(turns))
            right += [facts.turn for facts in turns[at:end] if self.goal.holds(judge, facts)]
            self.nodes_left -= max(judge.siege_nodes, end - at)
            self.unknown_sieges += judge.unknown_sieges
            at = end
        return right[:limit] if limit else right

    def ordered(self, attempt: Attempt) -> List[TurnFacts]:
        """The learner's turns: first those that take most, then those that leave an enemy the fewest liberties."""
        judge = TurnJudge(attempt, len(attempt.played))
        named = [judge.near[disc] for disc in judge.discs(self.goal.cells) if disc]
        lost = [judge.state[9], judge.state[10] + judge.state[11]]
        turns = judge.all_facts()
        keys: List[Tuple[int, int, int]] = []
        for facts in turns:
            state = facts.state
            free = judge.board ^ (state[0] | state[1] | state[2])
            taken = state[10] + state[11] - lost[1] - (state[9] - lost[0])
            keys.append((-taken, sum([count(near & free) for near in named]), len(keys)))
        return [turns[at] for _, _, at in sorted(keys)]

    def _line(self, attempt: Attempt, depth: int) -> Optional[Tuple[str, ...]]:
        """A line of exactly so many turns; the caller knows that no shorter one exists."""
        turns = self.ordered(attempt)
        self.nodes_left -= len(turns) // ORDERED_A_NODE
        if depth == 1:
            met = self.meeting(attempt, turns, 1)
            return (str(met[0]),) if met else None
        for facts in turns:
            if self.nodes_left <= 0:
                return None
            turn = facts.turn
            line = self.leads(attempt.add(turn), depth - 1)
            if line is not None:
                return (str(turn),) + line
        return None


def _goal(step: LessonStep) -> Goal:
    if step.goal is None:
        raise ValueError("the step %s has no goal" % step.name)
    return step.goal
