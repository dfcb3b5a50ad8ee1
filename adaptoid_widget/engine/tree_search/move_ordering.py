"""Lists the steps of a turn with their urgency: all steps, or only those that capture or starve somebody.

The code of a move is 1 + 64 times the origin's number + the target's number, of no move 0. The code of a growth is 64
times its kind + the disc's number, of no growth 0. An item of a list is the urgency times 2**14 plus the code.
"""

from __future__ import annotations

from ...core.rules.bitboard import Context, State, around, count, digit_sum
from ...core.rules.integer_rules import (
    LEG,
    NEW,
    PINCER,
    destinations,
    growth_discs,
    leg_discs,
    new_discs,
    pincer_discs,
    starving,
)
from ...core.search.evaluation import food_to_spare
from ...core.search.work_array import GROWTH_HISTORY, LISTS, MOVE_HISTORY


def index(disc: int) -> int:
    """Return the number of a disc, 0 to 60."""
    return count(disc - 1)


def list_moves(state: State, seat: int, first: int, at: int, context: Context, work: list[int]) -> int:
    """Write all move steps into `work` from `at`, with the code `first` as the most urgent. Return their number."""
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    near = context.near
    foes = foe | far
    history = MOVE_HISTORY if seat == 0 else MOVE_HISTORY + 4096
    work[at] = ((1 << 40) << 14) if first == 0 else (work[history] + 200) << 14
    n = 1
    movers = own & (l0 | l1 | l2)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = destinations(state, origin, context)
        start = index(origin) * 64
        while ends:
            target = ends & -ends
            ends ^= target
            code = 1 + start + index(target)
            urgency = work[history + (code & 4095)]
            if target & foes:
                urgency += 1 << 20
            elif near[target] & foes:
                urgency += 100
            if code == first:
                urgency = 1 << 40
            work[at + n] = (urgency << 14) | code
            n += 1
    return n


def list_growths(state: State, seat: int, first: int, at: int, context: Context, work: list[int]) -> int:
    """Write all growths like `list_moves`. If nothing can grow (R9), write one item, 0."""
    near = context.near
    _, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    foes = foe | far
    history = GROWTH_HISTORY if seat == 0 else GROWTH_HISTORY + 256
    n = 0
    limbed = foes & (l0 | l1 | l2 | p0 | p1 | p2)
    for kind in range(NEW, PINCER + 1):
        discs = growth_discs(state, kind, context)
        while discs:
            disc = discs & -discs
            discs ^= disc
            code = kind * 64 + index(disc)
            urgency = work[history + code]
            if kind == NEW and near[disc] & limbed:
                urgency += 1 << 12
            if code == first:
                urgency = 1 << 40
            work[at + n] = (urgency << 14) | code
            n += 1
    if n == 0:
        work[at] = 0
        n = 1
    return n


def list_steps(
    state: State, grows: bool, seat: int, first: int, at: int, context: Context, work: list[int]
) -> int:
    """Write the moves or the growths. Return their number."""
    if grows:
        return list_growths(state, seat, first, at, context, work)
    return list_moves(state, seat, first, at, context, work)


def select_best(at: int, i: int, n: int, work: list[int]) -> int:
    """Move the most urgent of the items from i to place i. Return its code."""
    best = i
    max_urgency = work[at + i]
    for k in range(i + 1, n):
        if work[at + k] > max_urgency:
            max_urgency = work[at + k]
            best = k
    work[at + best] = work[at + i]
    work[at + i] = max_urgency
    return max_urgency & 16383


def short_of_food(state: State, context: Context) -> tuple[int, int]:
    """Return the enemies that at most one arrival next to them starves, and those that two arrivals starve (fork)."""
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    foes = foe | far
    free = context.board ^ (own | foes)
    starved, tight, close, _ = food_to_spare(foes & (l0 | l1 | l2 | p0 | p1 | p2), state, free, context.near)
    return starved | tight, close


def list_takes(state: State, at: int, context: Context, work: list[int]) -> int:
    """Write the moves that capture, or that end next to an enemy short of food. Return their number.

    "No move" is one of them if a growth alone can starve somebody.
    """
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    foes = foe | far
    tight, close = short_of_food(state, context)
    beside = around(tight | close, context.near)
    n = 0
    if tight:
        work[at] = 0
        n = 1
    movers = own & (l0 | l1 | l2)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = destinations(state, origin, context) & (foes | beside)
        start = 1 + index(origin) * 64
        pincers = digit_sum(p0, p1, p2, origin)
        while ends:
            target = ends & -ends
            ends ^= target
            if target & foes:
                if digit_sum(p0, p1, p2, target) < pincers:
                    work[at + n] = (1 << 34) | (start + index(target))
                    n += 1
            else:
                work[at + n] = (1 << 14) | (start + index(target))
                n += 1
    return n


def list_starving(state: State, taken: bool, at: int, context: Context, work: list[int]) -> int:
    """Write the growths of a new adaptoid that starve an enemy. Return their number.

    If there is none, but somebody was captured or starves anyway, write the first possible growth.
    """
    tight, _ = short_of_food(state, context)
    new = new_discs(state, context)
    there = new & around(tight, context.near)
    n = 0
    while there:
        disc = there & -there
        there ^= disc
        work[at + n] = NEW * 64 + index(disc)
        n += 1
    if n == 0 and (taken or starving(state, context)):
        kind = NEW
        discs = new
        if discs == 0:
            kind = PINCER
            discs = pincer_discs(state)
        if discs == 0:
            kind = LEG
            discs = leg_discs(state)
        work[at] = kind * 64 + index(discs & -discs) if discs else 0
        n = 1
    return n


def update_history(grows: bool, seat: int, code: int, depth_left: int, work: list[int]) -> None:
    """Raise a good step in the history heuristic, more for a deeper search."""
    at = (GROWTH_HISTORY if seat == 0 else GROWTH_HISTORY + 256) + code
    if not grows:
        at = (MOVE_HISTORY if seat == 0 else MOVE_HISTORY + 4096) + (code & 4095)
    work[at] += depth_left * depth_left
    if work[at] > 1 << 18:
        first = GROWTH_HISTORY if grows else MOVE_HISTORY
        last = LISTS if grows else GROWTH_HISTORY
        for k in range(first, last):
            work[k] >>= 1
