"""Max^n, a search for three players in which each maximises its own value.

It looks at the same positions with the same evaluation as the search and deepens turn by turn, but it cuts off nothing,
because a vector of three values has no bounds.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import numpy as np

from adaptoid_widget.core.rules.bitboard import FAR, FOE, Context, State
from adaptoid_widget.core.rules.integer_rules import finish_turn, grow, move, over, winning_seat
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.search.deepening import turn_of
from adaptoid_widget.core.search.evaluation import evaluate_three
from adaptoid_widget.core.search.work_array import (
    LIMIT,
    LISTS,
    MAX_LISTED_STEPS,
    MOVE_HISTORY,
    NODES,
    STOPPED,
    WEIGHTS,
    WIN_SCORE,
    WORK_CELLS,
)
from adaptoid_widget.engine.backends.numba_compiler import SEARCH, SEARCH_MODULES, compiled, compiled_context
from adaptoid_widget.engine.tree_search.move_ordering import list_steps, select_best
from adaptoid_widget.engine.weights import weights_of

MAX_DEPTH = 12


def best_for_all(
    state: State, grows: bool, depth: int, turns: int, ply: int, context: Context, work: Any, values: Any
) -> int:
    """Write a position's value for each seat from the player to move. Return the code of the best step."""
    work[NODES] += 1
    if work[NODES] >= work[LIMIT]:
        work[STOPPED] = 1
    if work[STOPPED]:
        return 0
    if depth == 0:
        for k in range(3):
            values[ply, k], _ = evaluate_three(state, k, context, work, WEIGHTS)
        return 0
    at = LISTS + ply * MAX_LISTED_STEPS
    n = list_steps(state, grows, 0, -1, at, context, work)
    values[ply, 0] = -WIN_SCORE - 1
    best = 0
    foes = state[FOE] | state[FAR]
    for i in range(n):
        code = select_best(at, i, n, work)
        child = state
        ended = False
        shift = 0
        if grows:
            if code:
                child = grow(state, code >> 6, 1 << (code & 63))
            child, ended, _ = finish_turn(child, context)
            shift = 1
        elif code:
            target = 1 << ((code - 1) & 63)
            child = move(state, 1 << ((code - 1) >> 6), target)
            ended = target & foes != 0 and over(child, context)
        if ended:
            won = winning_seat(child, context)
            for k in range(3):
                values[ply + 1, k] = WIN_SCORE - turns if k == won else turns - WIN_SCORE
            shift = 0
        else:
            best_for_all(
                child, not grows, depth - 1 if grows else depth, turns + shift, ply + 1, context, work, values
            )
        if work[STOPPED]:
            return 0
        # the child counts its seats from the player after
        mine = values[ply + 1, (3 - shift) % 3]
        if mine > values[ply, 0]:
            best = code
            for k in range(3):
                values[ply, k] = values[ply + 1, (k + 3 - shift) % 3]
    return best


SIGNATURE = "i8(UniTuple(i8, 12), b1, i8, i8, i8, context, i8[::1], i8[:,::1])"


@cache
def looker() -> Any:
    """`best_for_all`, compiled."""
    return compiled(
        (*SEARCH_MODULES, sys.modules[__name__]), [], {"search": SEARCH, "best_for_all": SIGNATURE}
    )["best_for_all"]


class MaxN:
    """A player for three colours with a number of positions per turn."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        self.name = f"max^n {nodes}"

    def __call__(self, position: Position) -> Turn:
        """Return the best turn of the deepest finished search."""
        work = np.zeros(WORK_CELLS, dtype=np.int64)
        values = np.zeros((2 * MAX_DEPTH + 2, 3), dtype=np.int64)
        context = compiled_context(position.layout, position.context)
        work[WEIGHTS:MOVE_HISTORY] = weights_of(3)
        best = next(position.turns())
        for depth in range(1, MAX_DEPTH):
            work[LIMIT] = self.nodes if depth > 1 else 1 << 60
            run = looker()
            grows = position.step == "grow"
            code = 0 if grows else int(run(position.state, False, depth, 1, 0, context, work, values))
            if work[STOPPED]:
                break
            middle = position if grows else position.after_move(turn_of(position, code, 0))
            if middle.winner is not None:
                return turn_of(position, code, 0)
            growth = int(run(middle.state, True, depth, 1, 0, context, work, values))
            if work[STOPPED]:
                break
            best = turn_of(position, code, growth)
        return best
