"""Which turns lead a step of a lesson to its goal: a search bounded by positions, never by a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, NamedTuple, Optional, Tuple

from ..rules.turn import Turn
from .attempt import Story
from .replies import answered, story_of

if TYPE_CHECKING:
    from .goal import Goal
    from .lesson import Step

RIGHT = "right"
ON = "on"
WRONG = "wrong"

JUDGING = 1500
"""So many positions are looked at to judge one turn of a learner."""
SHOWING = 2500
"""So many to find a turn to show."""
CHECKING = 200000
"""So many to check a step that somebody writes."""

# what looking for a reply counts, where to look at a position counts one
REPLIES = {"nobody": 1, "level 1": 5, "level 2": 10, "best": 40}
LEVEL_3 = 60
# so many turns are put in order for what one costs that is judged
SORTED = 4
# so many turns are tried at once
FEW = 16

Judged = NamedTuple(
    "Judged", [("verdict", str), ("known", bool), ("story", Story), ("line", Tuple[str, ...])]
)
"""What became of a learner's turn: "right", "on" where the goal can still be reached, or "wrong"; whether that is known
or was taken to be so when the budget ran out; the story, with the replies where the step goes on; and then, if it is
known, the turns and replies that lead to the goal."""


def judge(step: Step, story: Story, nodes: int = JUDGING) -> Judged:
    """Judge the learner's last turn in a story. A turn after which nothing is known goes on."""
    goal = _goal(step)
    if goal.met(story):
        return Judged(RIGHT, True, story, ())
    left = step.turns - len(story.mine)
    if left <= 0 or story.position.winner is not None:
        return Judged(WRONG, True, story, ())
    after = answered(step, story)
    if after.position.winner is not None:
        return Judged(WRONG, True, story, ())
    solver = Solver(step, nodes)
    line = solver.line(after, left)
    if line is None and solver.left > 0:
        return Judged(WRONG, True, story, ())
    return Judged(ON, line is not None, after, line or ())


def best_line(step: Step, story: Optional[Story] = None, nodes: int = SHOWING) -> Tuple[str, ...]:
    """The shortest way to the goal from here: turns of the learner and replies; empty where none is found."""
    if story is None:
        story = story_of(step)
    left = step.turns - len(story.mine)
    if step.goal is None or not story.waits or left <= 0:
        return ()
    return Solver(step, nodes).line(story, left) or ()


def solutions(step: Step, limit: int = 0, nodes: int = CHECKING) -> Tuple[str, ...]:
    """The first turns that meet the goal, or after which it is within reach; at most `limit` of them, 0 for all.

    Those that meet it at once come first. Where `nodes` positions do not suffice the rest is left out.
    """
    return searched(step, limit, nodes)[0]


def searched(step: Step, limit: int = 0, nodes: int = CHECKING) -> Tuple[Tuple[str, ...], int, int]:
    """The `solutions`; how many of the `nodes` are left, 0 or less where they did not suffice; and after how many turns
    it stayed unknown whether there is a siege."""
    if step.goal is None:
        return (), nodes, 0
    story = story_of(step)
    solver = Solver(step, nodes)
    turns = ordered(story, step.goal)
    found = [str(turn) for turn in solver.meeting(story, turns, limit)]
    for turn in turns:
        if step.turns == 1 or solver.left <= 0 or (limit and len(found) >= limit):
            break
        if str(turn) not in found and solver.leads(story.add(turn), step.turns - 1) is not None:
            found.append(str(turn))
    return tuple(found), solver.left, solver.unknown


class Solver:
    """A search for a step's goal that looks at so many positions and then gives up: `left` is 0 or less."""

    def __init__(self, step: Step, nodes: int) -> None:
        self.step = step
        self.left = nodes
        """How many positions it may still look at."""
        self.unknown = 0
        """After how many turns it stayed unknown whether there is a siege."""
        self.goal = _goal(step)
        self._sieges = "besieges" in [condition.name for condition in self.goal.conditions]

    def line(self, story: Story, turns: int) -> Optional[Tuple[str, ...]]:
        """The shortest line from a story in which the learner is to move, within so many turns; None without one."""
        for depth in range(1, turns + 1):
            found = self._line(story, depth)
            if found is not None or self.left <= 0:
                return found
        return None

    def leads(self, story: Story, turns: int) -> Optional[Tuple[str, ...]]:
        """The replies to a learner's turn that did not meet the goal, and the line from there; None without one."""
        if story.position.winner is not None:
            return None
        self.left -= REPLIES.get(self.step.replies, LEVEL_3)
        after = answered(self.step, story)
        replies = tuple([str(told.turn) for told in after.told[len(story.told) :]])
        line = self.line(after, turns) if after.waits else None
        return None if line is None else replies + line

    def meeting(self, story: Story, turns: List[Turn], limit: int) -> List[Turn]:
        """Those of some turns that meet the goal at once, at most `limit`, 0 for all."""
        found: List[Turn] = []
        at = 0
        while at < len(turns) and self.left > 0 and not (limit and len(found) >= limit):
            some = turns[at : at + (1 if self._sieges else FEW)]
            at += len(some)
            met, nodes, unknown = self.goal.searched(story, some)
            found += met
            self.left -= max(nodes, len(some))
            self.unknown += unknown
        return found[:limit] if limit else found

    def _line(self, story: Story, depth: int) -> Optional[Tuple[str, ...]]:
        """A line of exactly so many turns; that there is no shorter one is known."""
        turns = ordered(story, self.goal)
        self.left -= len(turns) // SORTED
        if depth == 1:
            met = self.meeting(story, turns, 1)
            return (str(met[0]),) if met else None
        for turn in turns:
            if self.left <= 0:
                return None
            found = self.leads(story.add(turn), depth - 1)
            if found is not None:
                return (str(turn),) + found
        return None


def ordered(story: Story, goal: Goal) -> List[Turn]:
    """The turns of a story's position: those that take most first, then those that leave a victim least to eat."""
    position = story.position
    wanted = [cell for cell in goal.cells if cell in position.layout]
    rated: List[Tuple[int, int, int, Turn]] = []
    for turn in position.turns():
        effect = position.effect_if_legal(turn)
        if effect is None:
            continue
        taken = 0
        for gone in effect.gone:
            taken += -1 if gone.piece.color == story.color else 1
        food = sum([effect.position.liberties(cell) for cell in wanted])
        rated.append((-taken, food, len(rated), turn))
    rated.sort(key=_rank)
    return [row[3] for row in rated]


def _rank(row: Tuple[int, int, int, Turn]) -> Tuple[int, int, int]:
    return row[:3]


def _goal(step: Step) -> Goal:
    if step.goal is None:
        raise ValueError("the step %s has no goal" % step.name)
    return step.goal
