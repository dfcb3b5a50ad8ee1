"""Finds the turn that takes most at once, on the integers of `bitboard`.

An adaptoid's *food* is its liberties less its size (R10). A move changes only the food of adaptoids next to its two
discs, and a creation only the food next to its disc. So the food is counted once for all turns from a position.
"""

from __future__ import annotations

from typing import Tuple

from ..rules.bitboard import (
    BODIES,
    LEG,
    NEW,
    PINCER,
    Context,
    State,
    add_planes,
    around,
    count,
    digit_sum,
    leg_discs,
    move,
    over,
    pick,
    pincer_discs,
    prey,
    touched,
)
from ..rules.random_play import below, step

# more than any turn can take or lose; added for a turn that wins, subtracted for one that loses
WIN = 1000

# masks of the adaptoids whose food is −1 or less, −2, −1, 0, 1
Foods = Tuple[int, int, int, int, int]

# a turn with its worth: worth, origin, goal, kind and disc of growth, next seed
Sight = Tuple[int, int, int, int, int, int]


def foods(discs: int, state: State, context: Context) -> Foods:
    """Sort the adaptoids of a mask by their food. Those with two or more are left out."""
    near = context.near
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    free = context.board ^ (own | foe | far)
    s0, s1, s2 = add_planes(l0, l1, l2, p0, p1, p2)
    hungry = two_short = one_short = none = one = 0
    while discs:
        disc = discs & -discs
        discs ^= disc
        room = near[disc] & free
        food = -digit_sum(s0, s1, s2, disc)
        while room and food < 2:
            room &= room - 1
            food += 1
        if food < 0:
            hungry |= disc
            if food == -1:
                one_short |= disc
            elif food == -2:
                two_short |= disc
        elif food == 0:
            none |= disc
        elif food == 1:
            one |= disc
    return hungry, two_short, one_short, none, one


def verdict(state: State, context: Context) -> int:
    """R11–R13, R20: return 1 if the player to move has won, −1 if another player has, 0 if the game goes on."""
    players = context.players
    if not over(state, players):
        return 0
    limit = context.limit
    mine = state[0] == 0 or state[9] >= limit
    next_one = state[1] == 0 or state[10] >= limit
    if players == 2:
        return 1 if next_one else -1
    last = state[2] == 0 or state[11] >= limit
    if mine:
        # all three at once is a win for the player to move; the hunter of a single loser wins, or the third
        return 1 if next_one and last else -1
    if next_one and last:
        return 1
    return 1 if (next_one and context.prey == 1) or (last and context.prey == 2) else -1


def fed_worth(worth: int, state: State, hungry: int, context: Context) -> int:
    """Return a turn's worth after the feeding, from its worth before, when these enemies starve (R10–R12)."""
    if hungry == 0:
        return worth
    foe, far = state[1], state[2]
    foes = count(foe & hungry)
    worth += foes
    foe_out = foe & ~hungry == 0 or state[10] + foes >= context.limit
    if context.players == 2:
        return worth + WIN if foe_out else worth
    fars = count(far & hungry)
    worth += fars
    far_out = far & ~hungry == 0 or state[11] + fars >= context.limit
    if foe_out and far_out:
        return worth + WIN
    if foe_out:
        return worth + WIN if context.prey == 1 else worth - WIN
    if far_out:
        return worth + WIN if context.prey == 2 else worth - WIN
    return worth


def best_growths(
    worth: int, state: State, hungry: int, tight: int, new: int, limbs: bool, context: Context
) -> Tuple[int, int, bool]:
    """Return the most that a growth adds up to with the worth before, the creations that do so, and whether limbs do.

    `hungry` enemies starve whatever grows. `tight` enemies have no food to spare, so a creation next to them starves
    them. `limbs` says whether a limb can grow. If nothing can grow, only the feeding counts (R8, R10).
    """
    near = context.near
    best = fed_worth(worth, state, hungry, context)
    beside = 0
    if tight:
        beside = around(tight, near) & new
    if beside == 0:
        return best, new, True
    good = new & ~beside
    if good == 0 and not limbs:
        best = -2 * WIN
    limbs = True
    while beside:
        at = beside & -beside
        beside ^= at
        value = fed_worth(worth, state, hungry | (tight & near[at]), context)
        if value > best:
            best = value
            good = at
            limbs = False
        elif value == best:
            good |= at
    return best, good, limbs


def glance(
    state: State, moved: bool, context: Context, seen: int, sight: int, insight: int, fair: bool, seed: int
) -> Sight:
    """Return the turn that takes most: lost enemies less own losses, a win above all, a loss below all (R11–R13, R20).

    The player can be short-sighted: it sees only enemies on the discs `seen` and ways of at most `sight` steps. With
    `insight` 0 it sees nobody starve. With 1 it misses creations that starve somebody only together with the move. With
    2 it sees all. If `fair`, all best turns are equally likely, else the first one is returned. The game must go on.
    """
    near = context.near
    switches = context.switches
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    taken = own | foe | far
    foes = (foe | far) & seen
    free = context.board ^ taken
    limbed = foes & (l0 | l1 | l2 | p0 | p1 | p2) if insight else 0
    forks = insight > 1
    hungry, two_short, one_short, none, one = foods(limbed, state, context)
    bodies = count(own) < BODIES
    n_limbs = count(leg_discs(state)) + count(pincer_discs(state))
    new = around(own, near) & free if bodies else 0
    best, good, limbs = best_growths(0, state, hungry, none, new, n_limbs > 0, context)
    chances = 0
    if fair:
        chances = max(1, count(good) + (n_limbs if limbs else 0))
    origin = goal = 0
    movers = 0 if moved else own & (l0 | l1 | l2)
    while movers:
        disc = movers & -movers
        movers ^= disc
        legs = digit_sum(l0, l1, l2, disc)
        pincers = digit_sum(p0, p1, p2, disc)
        victims = 0
        if pincers or switches:
            victims = prey(pincers, foes, p0, p1, p2, switches)
        ends = touched(disc, min(legs, sight), free, near) & (free | victims)
        left = near[disc]
        others = around(own ^ disc, near) if bodies and ends else 0
        while ends:
            end = ends & -ends
            ends ^= end
            there = near[end]
            if end & free:
                up = left & ~there
                down = there & ~left
                now_hungry = (hungry & ~(one_short & up)) | (none & down)
                now_tight = none & ~(up | down)
                if forks:
                    now_tight |= (one_short & up) | (one & down)
                if now_hungry == 0 and now_tight == 0 and (best > 0 or (best == 0 and not fair)):
                    continue
                here = (others | there) & (free ^ (disc | end)) if bodies else 0
                value, good_here, limbs_here = best_growths(
                    0, state, now_hungry, now_tight, here, n_limbs > 0, context
                )
                n_limbs_here = n_limbs
            else:
                value, good_here, limbs_here, n_limbs_here = attack_worth(
                    state, disc, end, (hungry, two_short, one_short, none, one), context, forks
                )
            if value < best:
                continue
            if not fair:
                if value > best:
                    best, origin, goal, good, limbs = value, disc, end, good_here, limbs_here
                continue
            n = max(1, count(good_here) + (n_limbs_here if limbs_here else 0))
            if value > best:
                best = value
                chances = 0
            chances += n
            seed = step(seed)
            # an even pick in one pass: each choice replaces the last one with its share of those so far
            if below(seed, chances) < n:
                origin, goal, good, limbs = disc, end, good_here, limbs_here
    middle = move(state, origin, goal) if origin else state
    if origin and over(middle, context.players):
        return best, origin, goal, 0, 0, seed
    kind, at, seed = one_growth(middle, good, limbs, fair, seed)
    return best, origin, goal, kind, at, seed


def one_growth(state: State, new: int, limbs: bool, fair: bool, seed: int) -> Tuple[int, int, int]:
    """Pick a creation on some discs or, if `limbs`, a limb. Return its kind, its disc and the next seed."""
    legs = leg_discs(state) if limbs else 0
    pincers = pincer_discs(state) if limbs else 0
    n_new = count(new)
    n_legs = count(legs)
    n = n_new + n_legs + count(pincers)
    if n == 0:
        return 0, 0, seed
    k = 0
    if fair:
        seed = step(seed)
        k = below(seed, n)
    if k < n_new:
        return NEW, pick(new, k), seed
    if k < n_new + n_legs:
        return LEG, pick(legs, k - n_new), seed
    return PINCER, pick(pincers, k - n_new - n_legs), seed


def attack_worth(
    state: State, disc: int, end: int, food: Foods, context: Context, forks: bool
) -> Tuple[int, int, bool, int]:
    """Return an attack's worth, the best growths after it, and how many limbs could grow then (R7, R12)."""
    near = context.near
    hungry, two_short, one_short, none, _ = food
    lost = state[9]
    middle = move(state, disc, end)
    own, foe, far, _, _, _, _, _, _, lost_own, _, _ = middle
    value = lost - lost_own + (0 if (foe | far) & end else 1)
    won = verdict(middle, context)
    if won:
        return value + won * WIN, 0, True, 0
    free = context.board ^ (own | foe | far)
    left = near[disc]
    twice = 0
    if free & end:
        twice = left & near[end]
        left ^= near[end]
    keep = foe | far
    hungry = hungry & keep & ~((one_short & (left | twice)) | (two_short & twice))
    tight = none & ~(left | twice)
    if forks:
        tight |= (one_short & left) | (two_short & twice)
    tight &= keep
    new = around(own, near) & free if count(own) < BODIES else 0
    n_limbs = count(leg_discs(middle)) + count(pincer_discs(middle))
    value, good, limbs = best_growths(value, middle, hungry, tight, new, n_limbs > 0, context)
    return value, good, limbs, n_limbs
