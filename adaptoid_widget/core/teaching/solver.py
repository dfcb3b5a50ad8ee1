"""Replies to a learner's turn, judges it, and searches for lines to a step's goal.

The number of positions limits a search, not the time, so the result is the same on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Dict, Generator, List, NamedTuple, Optional, Sequence, Tuple

from ..rules.bitboard import count
from ..rules.position import Position
from ..rules.turn import Turn
from ..search.levels import LEVELS, level_in
from ..tactics import weak_players
from .attempt import Attempt
from .turn_facts import TurnFacts, TurnJudge

if TYPE_CHECKING:
    from .goal import Goal
    from .lesson import LessonStep

RIGHT = "right"
CONTINUES = "on"
WRONG = "wrong"
AWAITED = "awaited"

MAX_JUDGE_NODES = 1500
"""The most positions searched to judge a turn of the learner."""
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

# the level that replies if a step names none, or if no entry of its script fits
DEFAULT_LEVEL = 3
NOBODY = "nobody"
BEST = "best"

Reply = Callable[[Position, int], Turn]
"""Chooses the turn of a level from 4 to 10."""


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


def weaker_reply(position: Position) -> Turn:
    """The turn of level 3, which stands in for a level whose search cannot run."""
    return weak_players.choose(position, DEFAULT_LEVEL)


def reply_by(replies: str, position: Position, learner: str) -> Turn:
    """The turn of an enemy by a step's `replies`, of level 3 at most; always the same in the same position."""
    level = level_in(replies)
    if level is not None:
        return weak_players.choose(position, min(level, DEFAULT_LEVEL))
    turn = weak_players.best_taking_turn(position, learner) if replies == BEST else None
    return weaker_reply(position) if turn is None else turn


def with_replies(step: LessonStep, attempt: Attempt, search: Optional[Reply] = None) -> Attempt:
    """The attempt with all replies to the learner's last turn.

    A script replies for the enemy who plays next; of two enemies the other one plays as level 3. Level 3 replies for a
    level that searches, too, unless `search` chooses its turns.
    """
    reply = _scripted(step, attempt)
    while attempt.position.winner is None and attempt.position.turn != attempt.color:
        if reply is None and search is not None and step.search_level:
            reply = search(attempt.position, step.search_level)
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
        reply = weak_players.best_taking_turn(attempt.position, attempt.color)
        if reply is not None:
            return attempt.add(reply)
        attempt = attempt.add(weak_players.choose(attempt.position, DEFAULT_LEVEL))
    return None


# -- judging ----------------------------------------------------------------------------------------------------------

Judgement = NamedTuple(
    "Judgement", [("verdict", str), ("is_proven", bool), ("attempt", Attempt), ("line", Tuple[str, ...])]
)
"""The judgement of a learner's turn.

`verdict` is "right", "wrong", "on" if the step goes on, or "awaited" if this depends on replies that a search chooses.
`is_proven` is whether the verdict is proven. `attempt` includes the replies if the step goes on; `line` has the turns
and replies to the goal, if known.
"""


def judge(
    step: LessonStep, attempt: Attempt, nodes: int = MAX_JUDGE_NODES, after: Optional[Attempt] = None
) -> Judgement:
    """Judge the learner's last turn in an attempt. If the budget is used up, the step goes on.

    `after` is the attempt with the replies, where a search chose them. Nobody knows its later replies, so such a step
    goes on without proof, until the last turn.
    """
    if goal_of(step).met(attempt):
        return Judgement(RIGHT, True, attempt, ())
    turns_left = step.turns - len(attempt.own)
    if turns_left <= 0 or attempt.position.winner is not None:
        return Judgement(WRONG, True, attempt, ())
    if after is None and step.search_level:
        return Judgement(AWAITED, False, attempt, ())
    after = after or with_replies(step, attempt)
    if after.position.winner is not None:
        return Judgement(WRONG, True, attempt, ())
    if step.search_level and turns_left > 1:
        return Judgement(CONTINUES, False, after, ())
    solver = GoalSolver(step, nodes)
    line = solver.line(after, turns_left)
    if line is None and solver.nodes_left > 0:
        return Judgement(WRONG, True, attempt, ())
    return Judgement(CONTINUES, line is not None, after, line or ())


def best_line(
    step: LessonStep,
    attempt: Optional[Attempt] = None,
    nodes: int = MAX_SHOW_NODES,
    without: Sequence[str] = (),
) -> Tuple[str, ...]:
    """The shortest line to the goal from here: turns of the learner and replies; empty if none is found.

    It does not begin with a turn in `without`, unless this turn meets the goal.
    """
    if attempt is None:
        attempt = new_attempt(step)
    if step.is_game:
        return (str(weaker_reply(attempt.position)),) if attempt.is_learners_turn else ()
    turns_left = step.turns - len(attempt.own)
    if step.goal is None or not attempt.is_learners_turn or turns_left <= 0:
        return ()
    return GoalSolver(step, nodes).line(attempt, turns_left, without) or ()


def searched_line(
    step: LessonStep, attempt: Attempt, replies: Dict[str, Turn]
) -> Generator[Position, Turn, Tuple[str, ...]]:
    """Like `best_line` where a level from 4 to 10 replies. Yields the positions in which the host searches replies.

    Tries the turns that `best_line` proposes with level 3 in place of the level, then others. `replies` has the replies
    searched so far.
    """
    refuted: List[str] = []
    others: List[str] = []
    while True:
        line = () if others else best_line(step, attempt, without=refuted)
        if len(line) == 1:
            return line
        if not line:
            if not others and attempt.is_learners_turn and len(attempt.own) < step.turns - 1:
                others = [str(facts.turn) for facts in GoalSolver(step, 0).ordered(attempt)]
            others = [turn for turn in others if turn not in refuted]
        if not line and not others:
            return ()
        after = attempt.add((line or others)[0])
        while after.position.winner is None and not after.is_learners_turn:
            key = str(after.position)
            if key not in replies:
                if len(replies) == MAX_SEARCHED_REPLIES:
                    return ()
                replies[key] = yield after.position
            after = after.add(replies[key])
        rest = yield from searched_line(step, after, replies)
        if rest:
            return tuple(after.texts[len(attempt.played) :]) + rest
        refuted.append((line or others)[0])


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
    """The `solutions`, the number of `nodes` left (0 or less if too few), and the number of undecided sieges."""
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
    return tuple(right), solver.nodes_left, solver.unknown_sieges


class GoalSolver:
    """A search for a step's goal within a budget of positions; it stops when `nodes_left` is 0 or less."""

    def __init__(self, step: LessonStep, nodes: int, reply: Optional[Reply] = None) -> None:
        """`reply` chooses the turns of levels 4 to 10; without it, level 3 stands in for them."""
        self.step = step
        self.reply = reply
        self._reply_nodes = REPLY_NODES.get(step.replies, LEVEL_3_NODES)
        if reply is not None and step.search_level:
            self._reply_nodes += (LEVELS[step.search_level].nodes or 0) // SEARCHED_A_NODE
        self.nodes_left = nodes
        """The number of positions that may still be searched."""
        self.unknown_sieges = 0
        """The number of undecided sieges."""
        self.goal = goal_of(step)
        self._searches_sieges = "besieges" in [each.name for each in self.goal.conditions]

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
