"""Checks candidates: every turn is right or wrong, a right one is best by search, and a greedy player misses it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.goals.turn_facts import TurnJudge
from adaptoid_widget.core.puzzles.puzzle import Puzzle
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.tactics.forks import DOUBLE_FORK
from adaptoid_widget.core.tactics.reserves import RESERVE
from adaptoid_widget.core.tactics.tails import TAIL
from adaptoid_widget.engine.search import Searcher, SearchResult
from adaptoid_widget.lessons.drafting import MAX_CHANCE
from tools.puzzle_mining.position_facts import gain, max_gain, missed

# a person cannot look through more turns
MAX_TURNS = 400
# the most right turns of a puzzle, in hundredths of all turns; some are allowed up to the share that chance may find
MAX_RIGHT, MAX_RIGHT_OF_QUIET, MIN_LINES = 12, 18, 6
DEPTH, DEEPER = 3, 4
NODES = 200_000
LINES = 24
# hundredths of an adaptoid: by how much the best right turn is better than all others, and every right one than greed
MARGIN, BETTER = 12, 20
# the value of quiet turns shows late: these may be worse than the best turn by the slack
QUIET = (TAIL, RESERVE)
SLACK_OF_QUIET = 15
# nobody needs to solve a puzzle if the player is that far behind after it, or that far ahead anyway
WORST, BEST_ANYWAY = -250, 600


class CheckedPuzzle(NamedTuple):
    """A candidate that passed all checks."""

    goal: Goal
    right: tuple[str, ...]
    """The turns that reach the goal, the best first."""
    legal: int
    """How many turns there are."""


def vet(position: Position, tactic: str, goals: Collection[Goal], searcher: Searcher) -> CheckedPuzzle | None:
    """Return the puzzle of the first goal that passes all checks, or None."""
    turns = list(position.turns())
    if len(turns) > MAX_TURNS:
        return None
    margin = -SLACK_OF_QUIET if tactic in QUIET else MARGIN
    result = None
    for goal in goals:
        right = right_turns(position, tactic, goal)
        if not right:
            continue
        if result is None:
            lines = min(len(turns), len(right) + LINES)
            result = searcher.search(position, depth=DEPTH, nodes=NODES, lines=lines)
        exact = {root.turn: root.hundredths for root in result.table if root.bound == "="}
        if any(turn not in exact for turn in right):
            continue
        worst, best = min(exact[turn] for turn in right), max(exact[turn] for turn in right)
        wrong = max(root.hundredths for root in result.table if root.turn not in right)
        if best < max(wrong + margin, WORST) or wrong > BEST_ANYWAY:
            continue
        if tactic != DOUBLE_FORK and worst < _greed(position, result) + BETTER:
            continue
        deeper = searcher.search(
            position, depth=DEEPER, nodes=NODES, lines=1 if margin > 0 else MIN_LINES
        ).lines
        near = [line.turns[0] for line in deeper if line.hundredths >= deeper[0].hundredths + min(0, margin)]
        if deeper[0].hundredths >= WORST and any(turn in right for turn in near):
            return CheckedPuzzle(goal, _texts(result, right), len(turns))
    return None


def right_turns(position: Position, tactic: str, goal: Goal) -> list[Turn]:
    """Return the turns that reach a goal; none if this is no fair question, by the rules and the tutor alone.

    It is fair if the tutor can decide every turn, if few turns are right, and if the greedy player misses them. Hardly
    any turn takes more than a double fork, so only other tactics have to defeat greed.
    """
    attempt = Attempt(position, position.turn)
    judge = TurnJudge(attempt, 0)
    right: list[Turn] = []
    legal = judge.all_facts()
    for facts in legal:
        verdict = goal.verdict(judge, facts)
        if verdict is None:
            return []
        if verdict:
            right.append(facts.turn)
    share = MAX_RIGHT_OF_QUIET if tactic in QUIET else MAX_RIGHT
    is_fair = len(right) <= max(min(MIN_LINES, len(legal) * MAX_CHANCE // 100), len(legal) * share // 100)
    return right if is_fair and (tactic == DOUBLE_FORK or missed(position, right)) else []


def stands(puzzle: Puzzle) -> bool:
    """Whether a puzzle is a fair question, and its key an answer. Does not search whether the answer is best.

    A goal that depends on the replies of two enemies, one after the other, is no fair question.
    """
    position, goal = Position.from_text(puzzle.position), Goal.from_text(puzzle.goal)
    if puzzle.turns > 1 or (puzzle.colors > 2 and any(each.name == "survives" for each in goal.conditions)):
        return False
    return Turn.from_text(puzzle.key) in right_turns(position, puzzle.tactic, goal)


def _greed(position: Position, result: SearchResult) -> int:
    """Return the best score by search of the greedy player's turns."""
    best = max_gain(position)
    return max(root.hundredths for root in result.table if gain(position, root.turn) == best)


def _texts(result: SearchResult, right: Collection[Turn]) -> tuple[str, ...]:
    return tuple(str(root.turn) for root in result.table if root.turn in right)
