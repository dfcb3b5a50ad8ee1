"""What enemies can take from a player in their next turn, on the integers of `rules`."""

from __future__ import annotations

from typing import Tuple

from ..rules.bitboard import (
    BARE_EXCHANGE,
    Context,
    State,
    around,
    count,
    digit_sum,
    limbed_discs,
    prey,
    touched,
)
from .one_ply import food_masks
from .starvation import move_threats

# by number of pincers, 0 to 6: the discs on which an enemy with so many pincers ends a move, if they are free or prey
ReachByPincers = Tuple[int, ...]


def reach_by_pincers(state: State, context: Context) -> ReachByPincers:
    """Return where the enemies of the player to move could end a move, whatever is on the disc (R6)."""
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    reach = [0, 0, 0, 0, 0, 0, 0]
    free = context.board ^ (own | foe | far)
    movers = (foe | far) & (l0 | l1 | l2)
    while movers:
        disc = movers & -movers
        movers ^= disc
        reach[digit_sum(p0, p1, p2, disc)] |= touched(disc, digit_sum(l0, l1, l2, disc), free, context.near)
    return tuple(reach)


def attackable(state: State, reach: ReachByPincers, targets: int, switches: int) -> int:
    """Return the adaptoids on `targets` that an enemy's attack could remove from the board (R7).

    An attack in which only the attacker leaves the board (`weaker-dies`) does not count.
    """
    _, _, _, _, _, _, p0, p1, p2, _, _, _ = state
    victims = 0
    for pincers in range(7):
        within_reach = reach[pincers] & targets
        if within_reach:
            victims |= prey(pincers, within_reach, p0, p1, p2, switches & BARE_EXCHANGE)
    return victims


def at_risk(state: State, targets: int, context: Context) -> int:
    """Return the adaptoids on `targets` with at most one liberty more than limbs. No turn starves any others."""
    hungry, _, food_0, food_1 = food_masks(targets & limbed_discs(state), state, context)
    return hungry | food_0 | food_1


def max_taken(state: State, targets: int, context: Context, enough: int) -> int:
    """Return the most enemies on `targets` that one turn of the player to move can capture and starve together.

    The search stops at `enough`. The game must not be over, nor the move step done.
    """
    best = 0
    for _, _, taken, hungry, tight, new in move_threats(state, targets, context):
        taken += count(hungry)
        best = max(best, taken)
        new &= around(tight, context.near)
        while new:
            at = new & -new
            new ^= at
            best = max(best, taken + count(tight & context.near[at]))
        if best >= enough:
            break
    return best
