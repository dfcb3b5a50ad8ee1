"""Checks candidates: the goal can be reached, is best by search, and a greedy player misses it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.rules.bitboard import FOE
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn, turn_from_discs
from adaptoid_widget.core.tactics.tactic import DOUBLE_FORK, RESERVE, TAIL
from adaptoid_widget.engine.search import Searcher, SearchResult
from tools import compiled_players
from tools.puzzle_mining.position_facts import double_next, gain, greedy_turns, max_gain, missed, widest_fork

# a person cannot look through more turns
MAX_TURNS = 400
# the most right turns of a puzzle, in hundredths of all turns; FEW are always allowed
MAX_RIGHT, MAX_RIGHT_OF_QUIET, MIN_LINES = 12, 18, 6
# the most turns of the greedy player that are tried with their replies
MAX_GREEDY = 24
DEPTH, DEEPER = 3, 4
NODES = 200_000
LINES = 24
# hundredths of an adaptoid: by how much the best right turn is better than all others, and every right one than greed
MARGIN, BETTER = 12, 20
# the value of quiet turns shows late: these may be worse than the best turn by the slack
QUIET = (TAIL, RESERVE)
SLACK_OF_QUIET = 15
# the same for turns that prepare something, at DEPTH and at DEEPER
SLACK, SLACK_DEEPER = 25, 40
# nobody needs to solve a puzzle if the player is that far behind after it, or that far ahead anyway
WORST, BEST_ANYWAY = -250, 600


class CheckedPuzzle(NamedTuple):
    """A candidate that passed all checks."""

    goal: Goal
    turns: int
    """The number of own turns in which the player reaches it."""
    right: tuple[str, ...]
    """The turns that reach the goal or lead to it, the best first."""
    legal: int
    """How many turns there are."""


def vet(position: Position, tactic: str, goals: Collection[Goal], searcher: Searcher) -> CheckedPuzzle | None:
    """Return the puzzle of the first goal that passes all checks, or None."""
    turns = list(position.turns())
    if len(turns) > MAX_TURNS:
        return None
    if tactic == DOUBLE_FORK:
        return _vet_double(position, turns, goals, searcher)
    attempt = Attempt(position, position.turn)
    margin = -SLACK_OF_QUIET if tactic in QUIET else MARGIN
    result = None
    for goal in goals:
        right = goal.among(attempt, turns)
        if not 0 < len(right) <= _max_right(turns, tactic) or not missed(position, right):
            continue
        if result is None:
            lines = min(len(turns), len(right) + LINES)
            result = searcher.search(position, depth=DEPTH, nodes=NODES, lines=lines)
        exact = {root.turn: root.hundredths for root in result.table if root.bound == "="}
        if any(turn not in exact for turn in right):
            continue
        worst, best = min(exact[turn] for turn in right), max(exact[turn] for turn in right)
        wrong = max(root.hundredths for root in result.table if root.turn not in right)
        if (
            best < max(wrong + margin, WORST)
            or wrong > BEST_ANYWAY
            or worst < _greed(position, result) + BETTER
        ):
            continue
        deeper = searcher.search(
            position, depth=DEEPER, nodes=NODES, lines=1 if margin > 0 else MIN_LINES
        ).lines
        near = [line.turns[0] for line in deeper if line.hundredths >= deeper[0].hundredths + min(0, margin)]
        if deeper[0].hundredths >= WORST and any(turn in right for turn in near):
            return CheckedPuzzle(goal, 1, _texts(result, right), len(turns))
    return None


def _max_right(turns: Collection[Turn], tactic: str) -> int:
    return max(MIN_LINES, len(turns) * (MAX_RIGHT_OF_QUIET if tactic in QUIET else MAX_RIGHT) // 100)


def _greed(position: Position, result: SearchResult) -> int:
    """Return the best score by search of the greedy player's turns."""
    best = max_gain(position)
    return max(root.hundredths for root in result.table if gain(position, root.turn) == best)


def _texts(result: SearchResult, right: Collection[Turn]) -> tuple[str, ...]:
    return tuple(str(root.turn) for root in result.table if root.turn in right)


def reply(position: Position, learner: str) -> Turn:  # noqa: ARG001  as the other one
    """Like `position_facts.best_reply` between two players, compiled."""
    captured, origin, goal, kind, at, _ = compiled_players.best_reply(position, position.state[FOE])
    if captured > 0:
        return turn_from_discs((origin, goal, kind, at), position.state, position.layout)
    return compiled_players.choose(position, 3)


def _vet_double(
    position: Position, turns: list[Turn], goals: Collection[Goal], searcher: Searcher
) -> CheckedPuzzle | None:
    """Return the puzzle of a turn that prepares a double fork which no reply prevents, if search knows no better turn.

    None in one turn: what takes more at once than a double fork is nearly always better than it.
    """
    if len(position.colors) > 2 or widest_fork(position) > 1:
        return None
    greedy = greedy_turns(position)
    if len(greedy) > MAX_GREEDY or any(double_next(position, turn, reply) for turn in greedy):
        return None
    right = [turn for turn in turns if double_next(position, turn, reply)]
    if not 0 < len(right) <= _max_right(turns, DOUBLE_FORK):
        return None
    result = searcher.search(position, depth=DEPTH, nodes=NODES, lines=min(len(turns), LINES))
    exact = {root.turn: root.hundredths for root in result.table if root.bound == "="}
    best = max((exact[turn] for turn in right if turn in exact), default=None)
    if best is None or best < max(
        WORST, result.lines[0].hundredths - SLACK, _greed(position, result) + BETTER
    ):
        return None
    if max(root.hundredths for root in result.table if root.turn not in right) > BEST_ANYWAY:
        return None
    texts = _texts(result, right)
    deeper = searcher.search(position, depth=DEEPER, nodes=NODES, lines=2 * MIN_LINES).lines
    near = [str(line.turns[0]) for line in deeper if line.hundredths >= deeper[0].hundredths - SLACK_DEEPER]
    if deeper[0].hundredths < WORST or not set(near) & set(texts):
        return None
    # as it will be in the lesson, not compiled
    if not double_next(position, Turn.from_text(texts[0])) or any(
        double_next(position, turn) for turn in greedy
    ):
        return None
    return CheckedPuzzle(next(iter(goals)), 2, texts, len(turns))
