"""Finds the turn that gains most at once, on the integers of `bitboard`.

The *gain* of a turn is the number of enemies lost minus the number of own adaptoids lost. It is `WIN_GAIN` more for a
turn that wins the game, and `WIN_GAIN` less for a turn that loses it.

An adaptoid's *food* is its liberties minus its size (R10). A move changes only the food of adaptoids next to its two
discs, and a new adaptoid only the food next to its disc. So the food is counted once for all turns from a position.
"""

from __future__ import annotations

from typing import Tuple

from ..rules.bitboard import (
    FAR,
    FOE,
    LOST_FAR,
    LOST_FOE,
    LOST_OWN,
    Context,
    State,
    add_planes,
    around,
    count,
    digit_sum,
)
from ..rules.integer_rules import (
    MAX_BODIES,
    attackable,
    leg_discs,
    move,
    new_discs,
    over,
    pincer_discs,
    touched,
    winning_seat,
)
from ..rules.random_play import advance, below, pick_growth

# more than any turn can take or lose
WIN_GAIN = 1000

# masks of the adaptoids whose food is −1 or less, −1, 0, 1
FoodMasks = Tuple[int, int, int, int]

# a turn with its gain: gain, origin, target, kind and disc of growth, next seed
TurnGain = Tuple[int, int, int, int, int, int]


def food_masks(discs: int, state: State, context: Context) -> FoodMasks:
    """Sort the adaptoids of a mask by their food. Those with two or more are left out."""
    near = context.near
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    free = context.board ^ (own | foe | far)
    s0, s1, s2 = add_planes(l0, l1, l2, p0, p1, p2)
    hungry = one_short = food_0 = food_1 = 0
    while discs:
        disc = discs & -discs
        discs ^= disc
        liberties = near[disc] & free
        # its size, as in `digit_sum`, without a call
        food = 0
        if s0 & disc:
            food = -1
        if s1 & disc:
            food -= 2
        if s2 & disc:
            food -= 4
        while liberties and food < 2:
            liberties &= liberties - 1
            food += 1
        if food < 0:
            hungry |= disc
            if food == -1:
                one_short |= disc
        elif food == 0:
            food_0 |= disc
        elif food == 1:
            food_1 |= disc
    return hungry, one_short, food_0, food_1


def gain_after_feeding(gain: int, state: State, hungry: int, context: Context) -> int:
    """Return a turn's gain after the feeding, from its gain before, if these enemies starve (R10–R12)."""
    if hungry == 0:
        return gain
    foe, far = state[FOE], state[FAR]
    starved_foes = count(foe & hungry)
    gain += starved_foes
    foe_lost = foe & ~hungry == 0 or state[LOST_FOE] + starved_foes >= context.limit
    if context.players == 2:
        return gain + WIN_GAIN if foe_lost else gain
    starved_far = count(far & hungry)
    gain += starved_far
    far_lost = far & ~hungry == 0 or state[LOST_FAR] + starved_far >= context.limit
    if foe_lost and far_lost:
        return gain + WIN_GAIN
    if foe_lost:
        return gain + WIN_GAIN if context.prey == 1 else gain - WIN_GAIN
    if far_lost:
        return gain + WIN_GAIN if context.prey == 2 else gain - WIN_GAIN
    return gain


def best_growths(
    gain: int, state: State, hungry: int, tight: int, new: int, can_grow_limb: bool, context: Context
) -> Tuple[int, int, bool]:
    """Return the most that a turn gains by its growth, the discs for a new adaptoid that gain it, and whether limbs do.

    `gain` is the gain before the growth. `hungry` enemies starve whatever grows. `tight` enemies have food 0, so a
    new adaptoid next to them starves them. `new` are the discs for a new adaptoid. If nothing can grow, only the
    feeding counts (R8, R10).
    """
    near = context.near
    best = gain_after_feeding(gain, state, hungry, context)
    beside = 0
    if tight:
        beside = around(tight, near) & new
    if beside == 0:
        return best, new, True
    good = new & ~beside
    if good == 0 and not can_grow_limb:
        best = -2 * WIN_GAIN
    limbs_good = True
    while beside:
        at = beside & -beside
        beside ^= at
        value = gain_after_feeding(gain, state, hungry | (tight & near[at]), context)
        if value > best:
            best = value
            good = at
            limbs_good = False
        elif value == best:
            good |= at
    return best, good, limbs_good


def best_turn(
    state: State,
    moved: bool,
    context: Context,
    visible: int,
    max_steps: int,
    insight: int,
    fair: bool,
    seed: int,
) -> TurnGain:
    """Return the turn with the greatest gain. The game must not be over.

    The player can be short-sighted: it sees only enemies on the discs `visible` and ways of at most `max_steps` steps.
    With `insight` 0 it does not see who starves. With 1 it misses new adaptoids that starve an enemy only together
    with the move. With 2 it sees everything. If `fair`, all best turns are equally likely, else the first one is
    returned.
    """
    near = context.near
    switches = context.switches
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    foes = (foe | far) & visible
    free = context.board ^ (own | foe | far)
    limbed = foes & (l0 | l1 | l2 | p0 | p1 | p2) if insight else 0
    sees_forks = insight > 1
    hungry, one_short, food_0, food_1 = food_masks(limbed, state, context)
    can_create = count(own) < MAX_BODIES
    n_limbs = count(leg_discs(state)) + count(pincer_discs(state))
    best, good, limbs_good = best_growths(
        0, state, hungry, food_0, new_discs(state, context), n_limbs > 0, context
    )
    chances = 0
    if fair:
        chances = max(1, count(good) + (n_limbs if limbs_good else 0))
    origin = target = 0
    movers = 0 if moved else own & (l0 | l1 | l2)
    while movers:
        disc = movers & -movers
        movers ^= disc
        legs = digit_sum(l0, l1, l2, disc)
        pincers = digit_sum(p0, p1, p2, disc)
        victims = 0
        if pincers or switches:
            victims = attackable(pincers, foes, p0, p1, p2, switches)
        ends = touched(disc, min(legs, max_steps), free, near) & (free | victims)
        beside_disc = near[disc]
        others = around(own ^ disc, near) if can_create and ends else 0
        while ends:
            end = ends & -ends
            ends ^= end
            beside_end = near[end]
            if end & free:
                left = beside_disc & ~beside_end
                reached = beside_end & ~beside_disc
                now_hungry = (hungry & ~(one_short & left)) | (food_0 & reached)
                now_tight = food_0 & ~(left | reached)
                if sees_forks:
                    now_tight |= (one_short & left) | (food_1 & reached)
                if now_hungry == 0 and now_tight == 0 and (best > 0 or (best == 0 and not fair)):
                    continue
                new = (others | beside_end) & (free ^ (disc | end)) if can_create else 0
                value, good_here, limbs_good_here = best_growths(
                    0, state, now_hungry, now_tight, new, n_limbs > 0, context
                )
                n_limbs_here = n_limbs
            else:
                seen = -1 if sees_forks else food_0
                value, good_here, limbs_good_here, n_limbs_here = attack_gain(
                    state, disc, end, limbed, seen, context
                )
            if value < best:
                continue
            if not fair:
                if value > best:
                    best, origin, target, good, limbs_good = value, disc, end, good_here, limbs_good_here
                continue
            n = max(1, count(good_here) + (n_limbs_here if limbs_good_here else 0))
            if value > best:
                best = value
                chances = 0
            chances += n
            seed = advance(seed)
            # reservoir sampling: a choice replaces the last one with a probability of its share of all choices so far
            if below(seed, chances) < n:
                origin, target, good, limbs_good = disc, end, good_here, limbs_good_here
    middle = move(state, origin, target) if origin else state
    if origin and over(middle, context):
        return best, origin, target, 0, 0, seed
    kind, at, seed = pick_growth(middle, good, limbs_good, fair, seed)
    return best, origin, target, kind, at, seed


def attack_gain(
    state: State, disc: int, end: int, limbed: int, seen: int, context: Context
) -> Tuple[int, int, bool, int]:
    """Return what `best_growths` returns after an attack, and how many limbs could grow then (R7, R12).

    `limbed` are the enemies whose hunger the player sees. Of those, it sees only the ones on `seen` starve by a
    new adaptoid.
    """
    middle = move(state, disc, end)
    foes = middle[FOE] | middle[FAR]
    gain = state[LOST_OWN] - middle[LOST_OWN] + (0 if foes & end else 1)
    winner = winning_seat(middle, context)
    if winner >= 0:
        return gain + (WIN_GAIN if winner == 0 else -WIN_GAIN), 0, True, 0
    hungry, _, tight, _ = food_masks(limbed & foes, middle, context)
    n_limbs = count(leg_discs(middle)) + count(pincer_discs(middle))
    best, good, limbs_good = best_growths(
        gain, middle, hungry, tight & seen, new_discs(middle, context), n_limbs > 0, context
    )
    return best, good, limbs_good, n_limbs
