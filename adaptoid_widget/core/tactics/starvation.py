"""Whom a turn can starve, and by what, on the integers of `rules`: forks, and the threats that a side is under."""

from __future__ import annotations

from typing import Dict, List, Tuple

from ..rules.bitboard import (
    BODIES,
    Context,
    Near,
    State,
    around,
    count,
    digit_sum,
    goals,
    move,
    over,
    touched,
)
from .one_ply import foods

# origin, goal and the disc of a creation; zeros for what is not needed
Arrivals = Tuple[int, int, int]
# the same, and the discs of the victims
Fork = Tuple[int, int, int, int]


def limbed(state: State) -> int:
    """The discs of all adaptoids that have a limb; no other can starve (R10)."""
    return state[3] | state[4] | state[5] | state[6] | state[7] | state[8]


def one_to_spare(state: State, context: Context) -> int:
    """The enemies with one more liberty than limbs: two arrivals starve them, one does not."""
    return foods((state[1] | state[2]) & limbed(state), state, context)[4]


def forked(spare: int, origin: int, goal: int, at: int, near: Near) -> int:
    """Of the enemies with one to spare, those that a move to a free disc and a creation fork (docs/rules.md: Tactics).

    Both arrive beside the victim, and the mover did not touch it before, so that it frees no disc there.
    """
    return spare & near[goal] & ~near[origin] & near[at]


def forks(state: State, context: Context) -> List[Fork]:
    """Every pair of arrivals that forks somebody, in the order of the discs; the move step must not be done."""
    near = context.near
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    found: List[Fork] = []
    spare = one_to_spare(state, context)
    if spare == 0 or count(own) >= BODIES:
        return found
    free = context.board ^ (own | foe | far)
    movers = own & (l0 | l1 | l2)
    beside = around(spare, near)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = touched(origin, digit_sum(l0, l1, l2, origin), free, near) & free & beside
        if ends == 0:
            continue
        others = around(own ^ origin, near)
        while ends:
            goal = ends & -ends
            ends ^= goal
            if spare & near[goal] & ~near[origin] == 0:
                continue
            here = (others | near[goal]) & (free ^ goal) & beside
            while here:
                at = here & -here
                here ^= at
                victims = forked(spare, origin, goal, at, near)
                if victims:
                    found.append((origin, goal, at, victims))
    return found


def starvable(state: State, targets: int, context: Context, enough: bool = False) -> Dict[int, Arrivals]:
    """Which enemies on some discs a turn of the player to move could starve, each with one way to do it (R10).

    A way holds only what is needed: zeros where nobody has to move or to be created, since the victim is hungry
    already. With `enough` one victim is enough. The game must not be over, nor the move step done.
    """
    near = context.near
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    found: Dict[int, Arrivals] = {}
    left = targets & (foe | far) & limbed(state)
    if left == 0:
        return found
    hungry, _, _, none, one = foods(left, state, context)
    free = context.board ^ (own | foe | far)
    bodies = count(own) < BODIES
    new = around(own, near) & free if bodies else 0
    left = _note(found, left, hungry, none, 0, 0, new, near)
    movers = own & (l0 | l1 | l2)
    while movers and left and not (enough and found):
        origin = movers & -movers
        movers ^= origin
        ends = goals(state, origin, context)
        others = around(own ^ origin, near) if bodies else 0
        beside = near[origin]
        while ends and left and not (enough and found):
            goal = ends & -ends
            ends ^= goal
            there = near[goal]
            if goal & free:
                # who is hungry without a move was put down already
                less = there & ~beside
                now_hungry = none & less
                tight = (none & ~(beside ^ there)) | (one & less)
                here = (others | there) & (free ^ (origin | goal)) if bodies else 0
            else:
                middle = move(state, origin, goal)
                if over(middle, context.players):
                    continue
                still = left & (middle[1] | middle[2])
                now_hungry, _, _, tight, _ = foods(still, middle, context)
                here = 0
                if count(middle[0]) < BODIES:
                    here = around(middle[0], near) & (context.board ^ (middle[0] | middle[1] | middle[2]))
            left = _note(found, left, now_hungry, tight, origin, goal, here, near)
    return found


def _note(
    found: Dict[int, Arrivals],
    left: int,
    hungry: int,
    tight: int,
    origin: int,
    goal: int,
    new: int,
    near: Near,
) -> int:
    """Put down who starves after a move: the hungry, the tight beside whom a creation can come; then who is left."""
    hungry &= left
    left ^= hungry
    while hungry:
        victim = hungry & -hungry
        hungry ^= victim
        found[victim] = (origin, goal, 0)
    tight &= left
    while tight:
        victim = tight & -tight
        tight ^= victim
        at = near[victim] & new
        if at:
            found[victim] = (origin, goal, at & -at)
            left ^= victim
    return left
