"""A player of three to measure the search against: max^n, in which everybody plays for himself.

It looks at the same positions with the same evaluation as the search, deepening turn by turn, but nothing is cut off: a
vector of three values has no bounds to cut by.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import numpy as np

from adaptoid_widget.core.rules import bitboard as rules
from adaptoid_widget.core.rules import random_play as playout
from adaptoid_widget.core.rules.bitboard import Near, State, finish, grow, move, over
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.engine import (
    alphabeta,
    evaluation,
)
from adaptoid_widget.engine import (
    move_ordering as steps,
)
from adaptoid_widget.engine import (
    transposition as table,
)
from adaptoid_widget.engine import (
    work_array as cells,
)
from adaptoid_widget.engine.alphabeta import lost_by
from adaptoid_widget.engine.backend import SEARCH, kernel
from adaptoid_widget.engine.evaluation import evaluate_three
from adaptoid_widget.engine.jit import compiled
from adaptoid_widget.engine.move_ordering import list_steps, take_best
from adaptoid_widget.engine.search import prey_step, turn_of
from adaptoid_widget.engine.weights import weights_of
from adaptoid_widget.engine.work_array import (
    BOARD,
    LIMIT,
    LISTS,
    LIVES_LIMIT,
    MAX_STEPS,
    MOVE_HISTORY,
    NODES,
    PLAYERS,
    PREY_STEP,
    STOPPED,
    SWITCHES,
    WEIGHTS,
    WIN,
    WORK_CELLS,
)

MAX_DEPTH = 12


def winner_of(state: State, work: Any) -> int:
    """The seat that has won a finished game, from the player whose turn it was (R20)."""
    losers = 0
    standing = 0
    hunter = 0
    for k in range(3):
        if lost_by(state, k, work[LIVES_LIMIT]):
            losers += 1
            hunter = (k + 3 - work[PREY_STEP]) % 3
        else:
            standing = k
    if losers == 2:
        return standing
    return 0 if losers == 3 else hunter


def best_for_all(
    state: State, grows: bool, left: int, turns: int, ply: int, near: Near, work: Any, values: Any
) -> int:
    """Write what a position is worth for each seat from the player to move on; the code of that player's best step."""
    work[NODES] += 1
    if work[NODES] >= work[LIMIT]:
        work[STOPPED] = 1
    if work[STOPPED]:
        return 0
    if left == 0:
        for k in range(3):
            values[ply, k], _ = evaluate_three(
                state, k, work[PREY_STEP], work[LIVES_LIMIT], work[BOARD], near, work[SWITCHES], work, WEIGHTS
            )
        return 0
    at = LISTS + ply * MAX_STEPS
    n = list_steps(state, grows, 0, -1, at, near, work)
    values[ply, 0] = -WIN - 1
    best = 0
    foes = state[1] | state[2]
    for i in range(n):
        code = take_best(at, i, n, work)
        child = state
        done = False
        shift = 0
        if grows:
            if code:
                child = grow(state, code >> 6, 1 << (code & 63))
            child, done, _ = finish(child, work[BOARD], near, 3)
            shift = 1
        elif code:
            goal = 1 << ((code - 1) & 63)
            child = move(state, 1 << ((code - 1) >> 6), goal)
            done = goal & foes != 0 and over(child, 3)
        if done:
            won = winner_of(child, work)
            for k in range(3):
                values[ply + 1, k] = WIN - turns if k == won else turns - WIN
            shift = 0
        else:
            best_for_all(
                child, not grows, left - 1 if grows else left, turns + shift, ply + 1, near, work, values
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


SIGNATURE = "i8(UniTuple(i8, 12), b1, i8, i8, i8, near, i8[::1], i8[:,::1])"


@cache
def looker() -> Any:
    """`best_for_all`, compiled."""
    modules = (rules, playout, evaluation, cells, steps, table, alphabeta, sys.modules[__name__])
    return compiled(modules, [], {"search": SEARCH, "best_for_all": SIGNATURE})["best_for_all"]


class MaxN:
    """A player of three that looks at so many positions a turn."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        self.name = f"max^n {nodes}"

    def __call__(self, position: Position) -> Turn:
        """The best turn of the deepest look that was finished."""
        work = np.zeros(WORK_CELLS, dtype=np.int64)
        values = np.zeros((2 * MAX_DEPTH + 2, 3), dtype=np.int64)
        near = kernel().near(position.layout)
        work[BOARD] = position.layout.board
        work[PLAYERS] = 3
        work[SWITCHES] = position.flags
        work[PREY_STEP] = prey_step(position)
        work[LIVES_LIMIT] = position.limit
        work[WEIGHTS:MOVE_HISTORY] = weights_of(3)
        found = next(iter(position.turns()))
        for depth in range(1, MAX_DEPTH):
            work[LIMIT] = self.nodes if depth > 1 else 1 << 60
            run = looker()
            grows = position.step == "grow"
            code = 0 if grows else int(run(position.state, False, depth, 1, 0, near, work, values))
            if work[STOPPED]:
                break
            middle = position if grows else position.after_move(turn_of(position, code, 0))
            if middle.winner is not None:
                return turn_of(position, code, 0)
            growth = int(run(middle.state, True, depth, 1, 0, near, work, values))
            if work[STOPPED]:
                break
            found = turn_of(position, code, growth)
        return found
