"""Searches for lines to a step's goal, and for all turns that lead to it.

The number of positions limits a search, not the time, so the result is the same on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Generator, List, Optional, Sequence, Tuple

from ..goals.attempt import Attempt
from ..goals.conditions import CONDITIONS
from ..goals.turn_facts import TurnFacts, TurnJudge
from ..host.host import ascending
from ..rules.bitboard import LOST_FAR, LOST_FOE, LOST_OWN, occupied
from ..rules.position import Position
from ..rules.turn import Turn
from ..search.levels import search_limits
from .replies import Reply, new_attempt, weaker_reply, with_replies

if TYPE_CHECKING:
    from ..goals.goal import Goal
    from .lesson import LessonStep

MAX_SHOW_NODES = 2500
"""The most positions searched to find a turn to show."""
MAX_CHECK_NODES = 200000
"""The most positions searched to check a step of an author."""
MAX_SEARCHED_REPLIES = 40
"""The most replies of levels 4 to 10 searched to find a turn to show."""

# choosing a reply counts as this number of positions; for a search, the positions that it visits are divided
REPLY_NODES = {"nobody": 1, "level 1": 5, "level 2": 10, "best": 40}
LEVEL_3_NODES = 60
SEARCHED_A_NODE = 50
# ordering this number of turns counts as one position
ORDERED_A_NODE = 4
# the number of turns judged together
BATCH = 16


def best_line(
    step: LessonStep, attempt: Optional[Attempt] = None, without: Sequence[str] = ()
) -> Tuple[str, ...]:
    """The shortest line to the goal from here: turns of the learner and replies; empty if none is found.

    It does not begin with a turn in `without`. Only a turn that meets the goal at once may be one of them.
    """
    if attempt is None:
        attempt = new_attempt(step)
    if step.is_game:
        return (str(weaker_reply(attempt.position)),) if attempt.is_learners_turn else ()
    turns_left = step.turns - len(attempt.own)
    if step.goal is None or not attempt.is_learners_turn or turns_left <= 0:
        return ()
    return GoalSolver(step, MAX_SHOW_NODES).line(attempt, turns_left, without) or ()


def searched_line(
    step: LessonStep, attempt: Attempt, replies: Dict[str, Turn]
) -> Generator[Position, Turn, Tuple[str, ...]]:
    """Like `best_line` where a level from 4 to 10 replies. Yields the positions in which the host searches replies.

    First tries the turns that `best_line` finds if level 3 replies instead of the level, then the other turns.
    `replies` holds the searched replies by the text of the position; this adds to it.
    """
    refuted: List[str] = []
    other_turns: List[str] = []
    while True:
        line = () if other_turns else best_line(step, attempt, without=refuted)
        if len(line) == 1:
            return line
        if not line:
            if not other_turns and attempt.is_learners_turn and len(attempt.own) < step.turns - 1:
                other_turns = [str(facts.turn) for facts in GoalSolver(step, 0).ordered(attempt)]
            other_turns = [turn for turn in other_turns if turn not in refuted]
        if not line and not other_turns:
            return ()
        after = attempt.add((line or other_turns)[0])
        while after.position.winner is None and not after.is_learners_turn:
            key = str(after.position)
            if key not in replies:
                if len(replies) == MAX_SEARCHED_REPLIES:
                    return ()
                replies[key] = yield after.position
            after = after.add(replies[key])
        continuation = yield from searched_line(step, after, replies)
        if continuation:
            return tuple(after.texts[len(attempt.played) :]) + continuation
        refuted.append((line or other_turns)[0])


def solutions(
    step: LessonStep, limit: int = 0, nodes: int = MAX_CHECK_NODES, reply: Optional[Reply] = None
) -> Tuple[str, ...]:
    """Turns that meet the goal, then turns after which it can be reached; at most `limit` of them, 0 for all.

    If `nodes` positions do not suffice, some are missing. `reply` chooses the turns of levels 4 to 10.
    """
    return search(step, limit, nodes, reply)[0]


def search(
    step: LessonStep, limit: int = 0, nodes: int = MAX_CHECK_NODES, reply: Optional[Reply] = None
) -> Tuple[Tuple[str, ...], int, int]:
    """The `solutions`, the number of `nodes` left (0 or less if too few), and the number of undecided turns."""
    if step.goal is None:
        return (), nodes, 0
    attempt = new_attempt(step)
    solver = GoalSolver(step, nodes, reply)
    turns = solver.ordered(attempt)
    right = [str(turn) for turn in solver.meeting(attempt, turns, limit)]
    for facts in turns:
        if step.turns == 1 or solver.nodes_left <= 0 or (limit and len(right) >= limit):
            break
        turn = facts.turn
        if str(turn) not in right and solver.leads(attempt.add(turn), step.turns - 1) is not None:
            right.append(str(turn))
    return tuple(right), solver.nodes_left, solver.undecided


class GoalSolver:
    """A search for a step's goal within a budget of positions; it stops when `nodes_left` is 0 or less."""

    def __init__(self, step: LessonStep, nodes: int, reply: Optional[Reply] = None) -> None:
        """`reply` chooses the turns of levels 4 to 10; without it, level 3 stands in for them."""
        self.step = step
        self.reply = reply
        self._reply_nodes = REPLY_NODES.get(step.replies, LEVEL_3_NODES)
        if reply is not None and step.search_level:
            limits = search_limits(step.search_level, step.start.context.players)
            self._reply_nodes += (limits.nodes or 0) // SEARCHED_A_NODE
        self.nodes_left = nodes
        """The number of positions that may still be searched."""
        self.undecided = 0
        """The number of turns for which a search could not decide whether they meet the goal."""
        self.goal = goal_of(step)
        self._searches = True in [CONDITIONS[each.name].searches for each in self.goal.conditions]

    def line(self, attempt: Attempt, turns: int, without: Sequence[str] = ()) -> Optional[Tuple[str, ...]]:
        """The shortest line from an attempt with the learner to move, within `turns` turns; None if there is none."""
        for depth in range(1, turns + 1):
            line = self._line(attempt, depth, without)
            if line is not None or self.nodes_left <= 0:
                return line
        return None

    def leads(self, attempt: Attempt, turns: int) -> Optional[Tuple[str, ...]]:
        """The replies to a turn that did not meet the goal, and the line after them; None if there is none."""
        if attempt.position.winner is not None:
            return None
        self.nodes_left -= self._reply_nodes
        after = with_replies(self.step, attempt, self.reply)
        # an enemy may lose by its own turn
        is_met = after.position.winner is not None and self.goal.met(after)
        line = self.line(after, turns) if after.is_learners_turn else () if is_met else None
        return None if line is None else tuple(after.texts[len(attempt.played) :]) + line

    def meeting(self, attempt: Attempt, turns: List[TurnFacts], limit: int) -> List[Turn]:
        """Those of `turns` that meet the goal at once, at most `limit` of them, 0 for all."""
        right: List[Turn] = []
        # the turns share a judge, except that each search has a budget of its own
        judge = TurnJudge(attempt, len(attempt.played))
        batch = 1 if self._searches else BATCH
        at = 0
        while at < len(turns) and self.nodes_left > 0 and not (limit and len(right) >= limit):
            if self._searches:
                judge = TurnJudge(attempt, len(attempt.played))
            end = min(at + batch, len(turns))
            for facts in turns[at:end]:
                verdict = self.goal.verdict(judge, facts)
                if verdict:
                    right.append(facts.turn)
                elif verdict is None:
                    self.undecided += 1
            self.nodes_left -= max(judge.siege_nodes, end - at)
            at = end
        return right[:limit] if limit else right

    def ordered(self, attempt: Attempt) -> List[TurnFacts]:
        """The learner's turns: first those that take most, then those that leave an enemy the fewest liberties."""
        judge = TurnJudge(attempt, len(attempt.played))
        named = [disc for disc in judge.discs(self.goal.cells) if disc]
        lost = [judge.state[LOST_OWN], judge.state[LOST_FOE] + judge.state[LOST_FAR]]
        turns = judge.all_facts()
        keys: List[Tuple[int, int, int]] = []
        for facts in turns:
            state = facts.state
            discs = occupied(state)
            taken = state[LOST_FOE] + state[LOST_FAR] - lost[1] - (state[LOST_OWN] - lost[0])
            keys.append((-taken, sum([judge.layout.liberties(disc, discs) for disc in named]), len(keys)))
        return [turns[at] for _, _, at in ascending(keys)]

    def _line(self, attempt: Attempt, depth: int, without: Sequence[str]) -> Optional[Tuple[str, ...]]:
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
            line = None if str(turn) in without else self.leads(attempt.add(turn), depth - 1)
            if line is not None:
                return (str(turn),) + line
        return None


def goal_of(step: LessonStep) -> Goal:
    """The goal of a step in which turns are played."""
    if step.goal is None:
        raise ValueError("the step %s has no goal" % step.name)
    return step.goal
