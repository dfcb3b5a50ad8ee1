"""What enemies can take from a side next turn, on the integers of `rules`."""

from __future__ import annotations

from typing import Tuple

from ..rules.bitboard import (
    BARE_EXCHANGE,
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
    prey,
    touched,
)
from .one_ply import foods
from .starvation import limbed

# by pincers, 0 to 6: all discs that enemies with so many could end a move on, were they free or prey
Reaches = Tuple[int, ...]


def reaches(state: State, context: Context) -> Reaches:
    """Where all others than the player of `state` could end a move, by their pincers, whatever stands there (R6)."""
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    found = [0, 0, 0, 0, 0, 0, 0]
    free = context.board ^ (own | foe | far)
    movers = (foe | far) & (l0 | l1 | l2)
    while movers:
        disc = movers & -movers
        movers ^= disc
        found[digit_sum(p0, p1, p2, disc)] |= touched(disc, digit_sum(l0, l1, l2, disc), free, context.near)
    return tuple(found)


def attackable(state: State, within: Reaches, targets: int, switches: int) -> int:
    """Of the adaptoids on some discs, those that an enemy could make leave the board by an attack (R7).

    An attack in which only the attacker leaves (`weaker-dies`) takes nobody.
    """
    _, _, _, _, _, _, p0, p1, p2, _, _, _ = state
    found = 0
    for pincers in range(7):
        there = within[pincers] & targets
        if there:
            found |= prey(pincers, there, p0, p1, p2, switches & BARE_EXCHANGE)
    return found


def frail(state: State, targets: int, context: Context) -> int:
    """Of the adaptoids on some discs, those with at most one liberty more than limbs: no turn starves another one."""
    hungry, _, _, none, one = foods(targets & limbed(state), state, context)
    return hungry | none | one


def max_taken(state: State, targets: int, context: Context, enough: int) -> int:
    """How many adaptoids on some discs one turn of the player to move can take, captured and starved, at most.

    It stops counting at `enough`. The game must not be over, nor the move step done.
    """
    near = context.near
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    targets &= foe | far
    bodies = count(own) < BODIES
    free = context.board ^ (own | foe | far)
    hungry, _, one_short, none, one = foods(targets & limbed(state), state, context)
    best = _with_creation(hungry, none, around(own, near) & free if bodies and none else 0, near)
    movers = own & (l0 | l1 | l2)
    while movers and best < enough:
        origin = movers & -movers
        movers ^= origin
        ends = goals(state, origin, context)
        others = around(own ^ origin, near) if bodies else 0
        left = near[origin]
        while ends and best < enough:
            goal = ends & -ends
            ends ^= goal
            taken = 0
            if goal & free:
                up = left & ~near[goal]
                down = near[goal] & ~left
                now_hungry = (hungry & ~(one_short & up)) | (none & down)
                tight = (none & ~(up | down)) | (one_short & up) | (one & down)
                new = (others | near[goal]) & (free ^ (origin | goal)) if tight and bodies else 0
            else:
                middle = move(state, origin, goal)
                gone = digit_sum(p0, p1, p2, origin) >= digit_sum(p0, p1, p2, goal)
                taken = 1 if gone and goal & targets else 0
                if over(middle, context.players):
                    best = max(best, taken)
                    continue
                still = targets & (middle[1] | middle[2])
                now_hungry, _, _, tight, _ = foods(still & limbed(middle), middle, context)
                new = 0
                if tight and count(middle[0]) < BODIES:
                    new = around(middle[0], near) & (context.board ^ (middle[0] | middle[1] | middle[2]))
            best = max(best, taken + _with_creation(now_hungry, tight, new, near))
    return best


def _with_creation(hungry: int, tight: int, new: int, near: Near) -> int:
    """How many starve at most: the hungry, and of the tight those beside one creation."""
    most = 0
    new &= around(tight, near)
    while new:
        at = new & -new
        new ^= at
        most = max(most, count(tight & near[at]))
    return count(hungry) + most
