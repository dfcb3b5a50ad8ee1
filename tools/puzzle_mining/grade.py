"""Rates puzzles by what makes them hard for people: how far to look, how many turns there are, which of them tempt."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple

from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal, GoalNode
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from tools.puzzle_mining.position_facts import gain
from tools.puzzle_mining.puzzle_file import HIGHEST, LOWEST
from tools.puzzle_mining.vet import QUIET

# conditions that a learner checks only by looking at the replies
OF_REPLIES = ("survives", "keeps", "reserve")
# the move and the growth have to work together, against one victim or two
OF_ARRIVALS = {"forks": 1, "double-forks": 2}
# what weighs how much, and where each is as hard as it gets: turns of both sides, all turns, tempting turns
BY_DEPTH, BY_CANDIDATES, BY_TEMPTING = 0.3, 0.3, 0.4
DEEPEST, MOST, MOST_TEMPTING = 5, 400, 64
# fewer turns are seen at a glance
FEW = 8
# between these lie the puzzles of the file
EASIEST, HARDEST = 0.2, 0.95


class Difficulty(NamedTuple):
    """What makes a puzzle hard for a person."""

    depth: int
    """How many things one has to see in a row: the turn, the second arrival, the second victim, the
    replies, the turns of a siege."""
    candidates: int
    """How many turns there are."""
    tempting: int
    """How many wrong turns take more than each right turn, or meet the main condition of a goal that takes."""

    @property
    def rating(self) -> int:
        """The rating in tens. How rare the right turns are does not matter."""
        deep = (self.depth - 1) / (DEEPEST - 1)
        many = math.log2(max(1, self.candidates) / FEW) / math.log2(MOST / FEW)
        tempting = math.log2(1 + self.tempting) / math.log2(1 + MOST_TEMPTING)
        parts = ((BY_DEPTH, deep), (BY_CANDIDATES, many), (BY_TEMPTING, tempting))
        hard = sum(weight * min(1.0, max(0.0, part)) for weight, part in parts)
        share = min(1.0, max(0.0, (hard - EASIEST) / (HARDEST - EASIEST)))
        return LOWEST + 10 * round(share * (HIGHEST - LOWEST) / 10)


def difficulty(position: Position, goal: Goal, right: Collection[str]) -> Difficulty:
    """Return what makes it hard to find one of the right turns.

    >>> position = Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    >>> difficulty(position, Goal.from_text("starves D5"), ["+C4", "+D4"])
    Difficulty(depth=1, candidates=14, tempting=0)
    """
    turns = list(position.turns())
    gains = {str(turn): gain(position, turn) for turn in turns}
    best = max(gains[turn] for turn in right)
    main = Goal(GoalNode("is", (), goal.conditions[0]))
    nearly = set[str]()
    # a tail or a reserve alone tempts nobody
    if goal.conditions[0].name not in QUIET:
        nearly = {str(turn) for turn in main.among(Attempt(position, position.turn), turns)}
    tempting = [turn for turn in gains if turn not in right and (gains[turn] > best or turn in nearly)]
    depth = 1
    for condition in goal.conditions:
        if condition.name == "besieges":
            depth += 2 * max(1, condition.number)
        else:
            depth += OF_ARRIVALS.get(condition.name, condition.name in OF_REPLIES)
    return Difficulty(depth, len(turns), len(tempting))


def grade(position: Position, goal: Goal, right: Collection[str]) -> int:
    """Return the rating of a puzzle."""
    return difficulty(position, goal, [str(Turn.of(turn)) for turn in right]).rating
