"""What one turn can capture and starve, and how, on the integers of `rules.bitboard`."""

from __future__ import annotations

from typing import Dict, Iterator, Tuple

from ..rules.bitboard import FAR, FOE, Context, State, around, count, digit_sum
from ..rules.integer_rules import (
    BARE_EXCHANGE,
    MAX_BODIES,
    attackable,
    destinations,
    limbed_discs,
    move,
    new_discs,
    over,
    touched,
)
from .one_ply import food_masks

# origin, target and the disc of a new adaptoid; zeros for what is not needed
Arrivals = Tuple[int, int, int]
# origin and target of a move (zeros for none), how many its attack takes, the discs on which others starve after it,
# those on which they starve after it if a new adaptoid grows next to them, and the discs for a new adaptoid
MoveThreat = Tuple[int, int, int, int, int, int]
# by number of pincers, 0 to 6: the discs on which an enemy with that many ends a move, if they are free or prey
ReachByPincers = Tuple[int, ...]


def move_threats(state: State, discs: int, context: Context) -> Iterator[MoveThreat]:
    """Yield the moves, and first no move, by which or after which the player to move can take enemies on `discs`.

    The game must not be over, nor the move step done.
    """
    near = context.near
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    discs &= foe | far
    limbed = discs & limbed_discs(state)
    hungry, one_short, food_0, food_1 = food_masks(limbed, state, context)
    free = context.board ^ (own | foe | far)
    if hungry | food_0:
        yield 0, 0, 0, hungry, food_0, new_discs(state, context)
    bodies = count(own) < MAX_BODIES
    # if none of them is short of food, only attacks matter
    worthwhile = (free if hungry | food_0 | food_1 else 0) | foe | far
    movers = own & (l0 | l1 | l2)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = destinations(state, origin, context) & worthwhile
        others = around(own ^ origin, near) if bodies and ends else 0
        beside_origin = near[origin]
        while ends:
            target = ends & -ends
            ends ^= target
            if target & free:
                beside_target = near[target]
                left = beside_origin & ~beside_target
                reached = beside_target & ~beside_origin
                now_hungry = (hungry & ~(one_short & left)) | (food_0 & reached)
                tight = (food_0 & ~(left | reached)) | (one_short & left) | (food_1 & reached)
                if now_hungry | tight:
                    new = (others | beside_target) & (free ^ (origin | target)) if bodies else 0
                    yield origin, target, 0, now_hungry, tight, new
            else:
                middle = move(state, origin, target)
                taken = 1 if target & discs & ~(middle[FOE] | middle[FAR]) else 0
                if over(middle, context):
                    yield origin, target, taken, 0, 0, 0
                else:
                    still_limbed = limbed & (middle[FOE] | middle[FAR])
                    now_hungry, _, tight, _ = food_masks(still_limbed, middle, context)
                    yield origin, target, taken, now_hungry, tight, new_discs(middle, context) if tight else 0


def starvable(state: State, discs: int, context: Context, enough: bool = False) -> Dict[int, Arrivals]:
    """Return the enemies on `discs` that one turn of the player to move can starve, each with one way (R10).

    A way is as short as possible: zeros where no move or new adaptoid is needed. With `enough` it stops
    after the first move that starves somebody, so enemies may be missing. The game must not be over, nor the move
    step done.
    """
    near = context.near
    victims: Dict[int, Arrivals] = {}
    rest = discs & (state[FOE] | state[FAR]) & limbed_discs(state)
    if rest == 0:
        return victims
    for origin, target, _, hungry, tight, new in move_threats(state, rest, context):
        hungry &= rest
        rest ^= hungry
        while hungry:
            victim = hungry & -hungry
            hungry ^= victim
            victims[victim] = (origin, target, 0)
        tight &= rest
        while tight:
            victim = tight & -tight
            tight ^= victim
            at = near[victim] & new
            if at:
                victims[victim] = (origin, target, at & -at)
                rest ^= victim
        if rest == 0 or (enough and victims):
            break
    return victims


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


def under_attack(state: State, reach: ReachByPincers, discs: int, switches: int) -> int:
    """Return the adaptoids on `discs` that an enemy's attack could remove from the board (R7).

    An attack in which only the attacker leaves the board (`weaker-dies`) does not count.
    """
    _, _, _, _, _, _, p0, p1, p2, _, _, _ = state
    victims = 0
    for pincers in range(7):
        within_reach = reach[pincers] & discs
        if within_reach:
            victims |= attackable(pincers, within_reach, p0, p1, p2, switches & BARE_EXCHANGE)
    return victims


def capturable(state: State, reach: ReachByPincers, discs: int) -> int:
    """Return the adaptoids on `discs` that an enemy could capture, so that the attacker stays on the board (R7)."""
    _, _, _, _, _, _, p0, p1, p2, _, _, _ = state
    victims = 0
    for pincers in range(1, 7):
        within_reach = reach[pincers] & discs
        if within_reach:
            # those that an attacker with one pincer less could take or exchange have fewer than this one
            victims |= attackable(pincers - 1, within_reach, p0, p1, p2, BARE_EXCHANGE)
    return victims


def at_risk(state: State, discs: int, context: Context) -> int:
    """Return the adaptoids on `discs` with at most one liberty more than limbs. No turn can starve any others."""
    hungry, _, food_0, food_1 = food_masks(discs & limbed_discs(state), state, context)
    return hungry | food_0 | food_1


def max_taken(state: State, discs: int, context: Context, enough: int) -> int:
    """Return the most enemies on `discs` that one turn of the player to move can capture and starve together.

    The search stops at `enough`. The game must not be over, nor the move step done.
    """
    best = 0
    for _, _, taken, hungry, tight, new in move_threats(state, discs, context):
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
