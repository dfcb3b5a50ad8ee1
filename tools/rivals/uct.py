"""Plain UCT with random playouts, compiled like the search.

Two players only. A node of its tree is a step of a turn, as in the search. From a new position at the start of a
turn, UCT plays random turns to the end of the game. The result counts 1 for the winner.
"""

from __future__ import annotations

import math
import sys
from functools import cache
from typing import Any

import numpy as np

from adaptoid_widget.core.rules import bitboard, integer_rules, random_play
from adaptoid_widget.core.rules.bitboard import FOE, LOST_FOE, Context, State
from adaptoid_widget.core.rules.integer_rules import finish_turn, grow, move, over
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.random_play import advance, below, random_turn
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.search import evaluation, work_array
from adaptoid_widget.core.search.deepening import turn_of
from adaptoid_widget.core.search.work_array import LISTS, MAX_LISTED_STEPS, WORK_CELLS
from adaptoid_widget.engine.backends.backend import with_numba
from adaptoid_widget.engine.backends.numba_compiler import compiled
from adaptoid_widget.engine.cancel import Stop
from adaptoid_widget.engine.search import watching
from adaptoid_widget.engine.tree_search import move_ordering
from adaptoid_widget.engine.tree_search.move_ordering import list_steps

MAX_NODES = 600_000
MAX_TURNS = 400
EXPLORE = 1.4

# the columns of a node
GROWS, FIRST, CHILDREN, VISITS, WINS, OUTCOME, SEAT, CODE = range(8)


def state_at(states: Any, node: int) -> State:
    """Return the state of a node."""
    row = states[node]
    return (
        row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10], row[11]
    )  # fmt: skip


def store_node(
    states: Any, nodes: Any, node: int, state: State, grows: int, seat: int, outcome: int, code: int
) -> None:
    """Write a new node. `done` is 0 while the game goes on, else 1 plus the seat that has won."""
    for k in range(12):
        states[node, k] = state[k]
    nodes[node, GROWS] = grows
    nodes[node, FIRST] = 0
    nodes[node, CHILDREN] = 0
    nodes[node, VISITS] = 0
    nodes[node, WINS] = 0
    nodes[node, OUTCOME] = outcome
    nodes[node, SEAT] = seat
    nodes[node, CODE] = code


def expand(states: Any, nodes: Any, node: int, used: int, context: Context, work: Any) -> int:
    """Write all children of a node. Return the new number of nodes."""
    state = state_at(states, node)
    seat = nodes[node, SEAT]
    grows = nodes[node, GROWS]
    n = list_steps(state, grows == 1, 0, -1, LISTS, context, work)
    nodes[node, FIRST] = used
    nodes[node, CHILDREN] = n
    for i in range(n):
        code = work[LISTS + i] & 16383
        outcome = 0
        child = state
        after = seat
        if grows:
            if code:
                child = grow(state, code >> 6, 1 << (code & 63))
            child, ended, _ = finish_turn(child, context)
            if ended:
                outcome = 1 + winner(child, seat, context)
            else:
                after = 1 - seat
        elif code:
            child = move(state, 1 << ((code - 1) >> 6), 1 << ((code - 1) & 63))
            if over(child, context):
                outcome = 1 + winner(child, seat, context)
        store_node(states, nodes, used + i, child, 0 if grows else 1, after, outcome, code)
    return used + n


def winner(state: State, seat: int, context: Context) -> int:
    """Return the winner of a finished game, seen from a seat (R11–R13)."""
    return seat if state[FOE] == 0 or state[LOST_FOE] >= context.limit else 1 - seat


def play_out(state: State, seat: int, seed: int, context: Context) -> tuple[int, int]:
    """Play a random game. Return its winner, or -1 if it takes too long, and the random state."""
    for _ in range(MAX_TURNS):
        state, seed, ended, _, _, _, _ = random_turn(state, context, seed)
        if ended:
            return winner(state, seat, context), seed
        seat = 1 - seat
    return -1, seed


def grow_tree(states: Any, nodes: Any, context: Context, work: Any, seed: int, stop: Any) -> int:
    """Play games until stopped. Return the number of nodes."""
    path = np.empty(4 * MAX_TURNS, dtype=np.int64)
    used = 1
    while not stop[0] and used + MAX_LISTED_STEPS < MAX_NODES:
        node = 0
        length = 1
        path[0] = 0
        won = -1
        while True:
            if nodes[node, OUTCOME]:
                won = nodes[node, OUTCOME] - 1
                break
            if nodes[node, VISITS] == 0 and nodes[node, GROWS] == 0 and node:
                won, seed = play_out(state_at(states, node), nodes[node, SEAT], seed, context)
                break
            if nodes[node, CHILDREN] == 0:
                used = expand(states, nodes, node, used, context, work)
            first = nodes[node, FIRST]
            seed = advance(seed)
            # children that were never visited come first, beginning anywhere
            shift = below(seed, nodes[node, CHILDREN])
            best = -1.0
            log = math.log(nodes[node, VISITS] + 1.0)
            chosen = first
            for i in range(nodes[node, CHILDREN]):
                child = first + (i + shift) % nodes[node, CHILDREN]
                visits = nodes[child, VISITS]
                value = (
                    1e9 if visits == 0 else nodes[child, WINS] / visits + EXPLORE * math.sqrt(log / visits)
                )
                if value > best:
                    best = value
                    chosen = child
            node = chosen
            path[length] = node
            length += 1
        for i in range(length):
            nodes[path[i], VISITS] += 1
            # a node's wins are those of whoever chose it
            if i and nodes[path[i - 1], SEAT] == won:
                nodes[path[i], WINS] += 1
    return used


@cache
def grower() -> Any:
    """`grow_tree`, compiled."""
    modules = (
        bitboard,
        integer_rules,
        random_play,
        evaluation,
        work_array,
        move_ordering,
        sys.modules[__name__],
    )
    return compiled(modules, ["grow_tree"])["grow_tree"]


class Uct:
    """A player with a number of seconds per turn."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.seed = 1
        self.name = f"uct {seconds} s"
        self.states: Any = None

    def __call__(self, position: Position) -> Turn:
        """Return the most visited turn: first its move, then its growth."""
        if self.states is None:
            self.states = np.zeros((MAX_NODES, 12), dtype=np.int64)
            self.nodes = np.zeros((MAX_NODES, 8), dtype=np.int64)
            self.work = np.zeros(WORK_CELLS, dtype=np.int64)
        store_node(self.states, self.nodes, 0, position.state, 1 if position.step == "grow" else 0, 0, 0, 0)
        run = with_numba()
        with watching(run, Stop(), self.seconds) as cell:
            grower()(
                self.states, self.nodes, run.context(position.layout, position.context), self.work, self.seed, cell
            )  # fmt: skip
        self.seed = advance(self.seed)
        codes = [0, 0]
        node = 0
        while True:
            first, n = self.nodes[node, FIRST], self.nodes[node, CHILDREN]
            if n == 0:
                break
            grows = int(self.nodes[node, GROWS])
            node = max(range(first, first + n), key=lambda child: self.nodes[child, VISITS])
            codes[grows] = int(self.nodes[node, CODE])
            if grows or self.nodes[node, OUTCOME]:
                break
        if position.step != "grow" and codes[1] == 0 and not self.nodes[node, OUTCOME]:
            return next(position.turns())
        return turn_of(position, *codes)
