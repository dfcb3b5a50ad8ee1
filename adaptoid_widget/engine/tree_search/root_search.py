"""The turns at the root: listed, searched one after another, with exact scores for the best lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...core.rules.bitboard import Context, State
from ...core.rules.integer_rules import finish_turn, grow, move, over
from ...core.search.transposition import EXACT, UPPER
from ...core.search.work_array import LISTS, MAX_LISTED_STEPS, SELECTIVE, STOPPED, TURN, WIN_SCORE
from .alphabeta import REDUCED_TURNS_1, REDUCED_TURNS_2, ended, search
from .move_ordering import list_growths, list_moves

# a row: codes of the move and the growth, whether the game is over after them, the state
COLUMNS = 15


class RootTurns(NamedTuple):
    """The turns at the root, numbered as `list_turns` lists them."""

    rows: Sequence[list[int]]
    """By number: the row that `list_turns` wrote."""
    order: list[int]
    """The numbers in the order of the search."""
    scores: list[int]
    """By number."""
    bounds: list[int]
    """By number: EXACT or UPPER."""


def list_turns(
    state: State, grows: bool, context: Context, work: list[int], rows: Sequence[list[int]]
) -> int:
    """Write all legal turns, or rests of the turn under way, into `rows`, as many as it has. Return their number."""
    moves = 1
    work[LISTS] = 0
    if not grows:
        moves = list_moves(state, 0, 0, LISTS, context, work)
    n = 0
    for i in range(moves):
        code = work[LISTS + i] & 16383
        middle = state
        if code:
            middle = move(state, 1 << ((code - 1) >> 6), 1 << ((code - 1) & 63))
            if over(middle, context):
                n = write(rows, n, code, 0, True, middle)
                continue
        growths = list_growths(middle, 0, -1, LISTS + MAX_LISTED_STEPS, context, work)
        for k in range(growths):
            growth = work[LISTS + MAX_LISTED_STEPS + k] & 16383
            child = grow(middle, growth >> 6, 1 << (growth & 63)) if growth else middle
            child, is_over, _ = finish_turn(child, context)
            n = write(rows, n, code, growth, is_over, child)
    return n


def write(rows: Sequence[list[int]], n: int, code: int, growth: int, is_over: bool, state: State) -> int:
    """Write row n if there is one. Return the number of the next one."""
    if n >= len(rows):
        return n + 1
    row = rows[n]
    row[0] = code
    row[1] = growth
    row[2] = 1 if is_over else 0
    for k in range(12):
        row[3 + k] = state[k]
    return n + 1


def state_of(row: Sequence[int]) -> State:
    """Return the state of a row."""
    return row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10], row[11], row[12], row[13], row[14]


def search_root(
    turns: RootTurns,
    first: int,
    n: int,
    depth_left: int,
    lines: int,
    context: Context,
    work: list[int],
    table: list[int],
    stop: Sequence[int],
) -> int:
    """Search the turns in their order to a depth of `depth_left` quarters. The scores of the best `lines` become exact.

    Writes each turn's score and bound. Returns how many turns were searched before a stop. Begins at turn `first`;
    earlier turns were searched before. Several slices give the same result as one search.
    """
    rows, order, scores, bounds = turns
    # lower and higher than any score
    lowest = -WIN_SCORE - 1
    highest = WIN_SCORE + 1
    best_bound = lowest_of_best(turns, first, lines) if first >= lines else lowest
    # no literals as arguments: numba would compile the search twice, and cannot load a recursion between two
    # compilations from its cache (numba issue 6061)
    ply = 0 if n > 0 else 1
    child_depth = depth_left - TURN
    for i in range(first, n):
        r = order[i]
        row = rows[r]
        state = state_of(row)
        bound = EXACT
        if row[2]:
            score = ended(state, 0, 1, context)
        elif i < lines:
            score = -search(state, ply, child_depth, lowest, highest, context, work, table, stop)
        else:
            reduction = 0
            if work[SELECTIVE] and i >= REDUCED_TURNS_1 and child_depth > 0:
                reduction = 1 if i < REDUCED_TURNS_2 else 2
            alpha, beta, reduced = -best_bound - 1, -best_bound, child_depth - reduction
            score = -search(state, ply, reduced, alpha, beta, context, work, table, stop)
            if score > best_bound and work[STOPPED] == 0:
                score = -search(state, ply, child_depth, lowest, beta, context, work, table, stop)
            if score <= best_bound:
                # at full depth, a turn can be worth less than at a reduced one
                bound = UPPER
        if work[STOPPED]:
            return i
        scores[r] = score
        bounds[r] = bound
        # later turns must beat the lowest score of the best lines
        if i + 1 >= lines:
            best_bound = lowest_of_best(turns, i + 1, lines)
    return n


def lowest_of_best(turns: RootTurns, n: int, lines: int) -> int:
    """Return the lowest score of the best lines among the first n turns."""
    _, order, scores, bounds = turns
    for i in range(n):
        score = scores[order[i]]
        if bounds[order[i]] != EXACT:
            continue
        better = 0
        equal = 0
        for k in range(n):
            if bounds[order[k]] == EXACT:
                if scores[order[k]] > score:
                    better += 1
                elif scores[order[k]] == score:
                    equal += 1
        if better < lines <= better + equal:
            return score
    return -WIN_SCORE - 1
