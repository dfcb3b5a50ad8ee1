"""Alpha-beta search on the integers of `core.rules.bitboard`.

A turn is two plies of the same player, the move step and the growth, so that bounds and move ordering work between
them. Depth counts whole turns. The caller makes the arrays: `work` holds settings, counters, weights, histories and the
move lists of all plies; `table` is the transposition table with two numbers per entry.

With three players the search is *paranoid*: the other two play together against the player at the root.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.rules.bitboard import FAR, FOE, Context, State
from ...core.rules.integer_rules import finish_turn, grow, move, over, winning_seat
from ...core.search.evaluation import evaluate_three, evaluate_two
from ...core.search.transposition import EXACT, LOWER, UPPER, key_of, recall, remember, salt_of
from ...core.search.work_array import (
    LIMIT,
    LISTS,
    MAX_LISTED_STEPS,
    NODES,
    SELECTIVE,
    SETTLES,
    STOPPED,
    TURN,
    WEIGHTS,
    WIN_SCORE,
)
from .move_ordering import list_starving, list_steps, list_takes, select_best, update_history

# Late-move reduction: from the first of these places in a list on, the depth is a quarter of a turn less, from the
# second on two quarters. The places are those of steps; at the root those of whole turns, of which there are more.
REDUCED_STEPS_1, REDUCED_STEPS_2 = 3, 8
REDUCED_TURNS_1, REDUCED_TURNS_2 = 4, 12
# the depth of a growth after a capture at depth 0
ATTACKED = -1


def evaluate(state: State, seat: int, context: Context, work: Sequence[int]) -> tuple[int, bool]:
    """Return a position's worth for the side to move at the start of a turn, and whether that side can take something.

    The side is the root's if `seat` is 0, else the others'.
    """
    if context.players == 2:
        return evaluate_two(state, context, work, WEIGHTS)
    # the root's seat as counted from the player to move
    root = (3 - seat) % 3
    score, takes = evaluate_three(state, root, context, work, WEIGHTS)
    return score if seat == 0 else -score, takes


def ended(state: State, seat: int, turns: int, context: Context) -> int:
    """Return the score of a finished game for the side whose turn it was (R11–R13, R20), `turns` from the root."""
    winner = winning_seat(state, context)
    if context.players == 2:
        return WIN_SCORE - turns if winner == 0 else turns - WIN_SCORE
    root = (3 - seat) % 3
    score = WIN_SCORE - turns if winner == root else turns - WIN_SCORE
    return score if seat == 0 else -score


def search(  # noqa: C901
    state: State,
    ply: int,
    depth_left: int,
    alpha: int,
    beta: int,
    context: Context,
    work: list[int],
    table: list[int],
    stop: Sequence[int],
) -> int:
    """Return the score for the side to move: exact between alpha and beta, otherwise a bound.

    `ply` counts the steps since the turn at the root: a move step if it is even, else a growth. `depth_left` is the
    depth in quarters of a turn. (One tuple for the three arrays would cost numba 5 % of its speed.)
    At depth 0 a quiescence search follows: the side to move can stay with the evaluation, or capture or starve
    somebody in one turn. Once stopped, the result is 0; check `work[STOPPED]` first.
    """
    work[NODES] += 1
    if work[NODES] >= work[LIMIT] or stop[0]:
        work[STOPPED] = 1
    if work[STOPPED]:
        return 0
    grows = ply & 1 == 1
    # the turns that have ended since the root, one at least
    turns = (ply >> 1) + 1
    players = context.players
    seat = turns & 1 if players == 2 else turns % 3
    quiescent = depth_left <= 0
    best = -WIN_SCORE - 1
    low = alpha
    if quiescent and not grows:
        best, takes = evaluate(state, seat, context, work)
        if depth_left < 0 or not takes or best >= beta or work[SETTLES] == 0:
            return best
        low = max(low, best)
    selective = work[SELECTIVE]
    at = LISTS + ply * MAX_LISTED_STEPS
    key = 0
    if quiescent:
        n = (
            list_starving(state, depth_left < 0, at, context, work)
            if grows
            else list_takes(state, at, context, work)
        )
    else:
        key = key_of(state, salt_of(grows, seat, players, work))
        known, score, first = recall(key, depth_left, alpha, beta, turns, work, table)
        if known:
            return score
        n = list_steps(state, grows, seat, first, at, context, work)
    # after a growth an enemy plays next, unless both are enemies of the root (three players, seats 1 and 2)
    flips = grows and (players == 2 or seat != 1)
    chosen = 0
    foes = state[FOE] | state[FAR]
    for i in range(n):
        code = select_best(at, i, n, work)
        child = state
        is_over = False
        target = 0
        if grows:
            if code:
                child = grow(state, code >> 6, 1 << (code & 63))
            child, is_over, _ = finish_turn(child, context)
        elif code:
            target = 1 << ((code - 1) & 63)
            child = move(state, 1 << ((code - 1) >> 6), target)
            is_over = target & foes != 0 and over(child, context)
        if is_over:
            score = ended(child, seat, turns + 1, context)
        else:
            # principal variation search: null window and reduced depth for later steps, then a full search if better
            reduction = 0
            if selective and i >= REDUCED_STEPS_1 and depth_left > TURN:
                reduction = 1 if i < REDUCED_STEPS_2 else 2
            high = beta if i == 0 else low + 1
            child_depth = depth_left - TURN if grows else depth_left
            if quiescent and target & foes:
                child_depth = ATTACKED
            while True:
                child_alpha = -high if flips else low
                child_beta = -low if flips else high
                score = search(
                    child,
                    ply + 1,
                    child_depth - reduction,
                    child_alpha,
                    child_beta,
                    context,
                    work,
                    table,
                    stop,
                )
                if flips:
                    score = -score
                if work[STOPPED]:
                    return 0
                if score <= low or (reduction == 0 and (high == beta or score >= beta)):
                    break
                reduction = 0
                high = beta
        if score > best:
            best = score
            chosen = code
            if score > low:
                low = score
                if score >= beta:
                    break
    if quiescent:
        return best
    if best > alpha:
        update_history(grows, seat, chosen, depth_left, work)
    bound = UPPER if best <= alpha else (LOWER if best >= beta else EXACT)
    remember(key, depth_left, best, bound, chosen, turns, work, table)
    return best
