"""What can be seen of one turn on the integers of `rules`: the one that takes most, evenly among such.

Of the enemies only their *food* matters, liberties less size (R10). A move changes the food of those beside the disc
that it leaves and the disc that it takes, a creation that of those beside it, so that one look at the food of a
position is enough for all turns from there.
"""

from __future__ import annotations

from typing import Tuple

from ..rules.bitboard import (
    BODIES,
    LEG,
    LOSSES_OF_THREE,
    LOSSES_OF_TWO,
    NEW,
    PINCER,
    Near,
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

# more than any turn can take or lose; the turn that wins is worth so much more, the one that loses so much less
WIN = 1000

# the discs of the adaptoids whose food is −1 or less, −2, −1, 0, 1
Foods = Tuple[int, int, int, int, int]

# a turn and what it is worth: worth, origin, goal, kind and disc of growth, and the generator after it
Sight = Tuple[int, int, int, int, int, int]


def foods(discs: int, state: State, board: int, near: Near) -> Foods:
    """Who of the adaptoids on some discs has how much food left; who has more than one is in none of the sets."""
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    free = board ^ (own | foe | far)
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


def verdict(state: State, players: int, hunted: int) -> int:
    """R11–R13, R20: 1 where the player to move has won, −1 where another has, 0 where the game goes on.

    `hunted` is the place of the player's prey in a state: 1 for the next player, 2 for the one after (R17).
    """
    if not over(state, players):
        return 0
    limit = LOSSES_OF_TWO if players == 2 else LOSSES_OF_THREE
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
    return 1 if (next_one and hunted == 1) or (last and hunted == 2) else -1


def fed_worth(
    worth: int,
    foe: int,
    far: int,
    lost_foe: int,
    lost_far: int,
    hungry: int,
    players: int,
    hunted: int,
) -> int:
    """What a turn is worth that was worth something before the feeding, when these enemies starve (R10–R12)."""
    if hungry == 0:
        return worth
    foes = count(foe & hungry)
    worth += foes
    foe_out = foe & ~hungry == 0
    if players == 2:
        return worth + WIN if foe_out or lost_foe + foes >= LOSSES_OF_TWO else worth
    fars = count(far & hungry)
    worth += fars
    foe_out = foe_out or lost_foe + foes >= LOSSES_OF_THREE
    far_out = far & ~hungry == 0 or lost_far + fars >= LOSSES_OF_THREE
    if foe_out and far_out:
        return worth + WIN
    if foe_out:
        return worth + WIN if hunted == 1 else worth - WIN
    if far_out:
        return worth + WIN if hunted == 2 else worth - WIN
    return worth


def best_growths(
    worth: int,
    foe: int,
    far: int,
    lost_foe: int,
    lost_far: int,
    hungry: int,
    tight: int,
    new: int,
    limbs: bool,
    near: Near,
    players: int,
    hunted: int,
) -> Tuple[int, int, bool]:
    """The most that a growth can make of a turn; where a creation does so, and whether a limb does (R8, R10).

    `hungry` starve whatever grows, and `tight` are the enemies without food to spare: they starve of a creation beside
    them. `limbs` says whether a limb can grow. Where nothing can grow, it is what the feeding alone makes of the turn.
    """
    best = fed_worth(worth, foe, far, lost_foe, lost_far, hungry, players, hunted)
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
        value = fed_worth(worth, foe, far, lost_foe, lost_far, hungry | (tight & near[at]), players, hunted)
        if value > best:
            best = value
            good = at
            limbs = False
        elif value == best:
            good |= at
    return best, good, limbs


def glance(
    state: State,
    moved: bool,
    board: int,
    near: Near,
    players: int,
    hunted: int,
    switches: int,
    seen: int,
    sight: int,
    insight: int,
    fair: bool,
    seed: int,
) -> Sight:
    """The turn that takes most: enemies lost less own lost, a win above all, a loss below all (R11–R13, R20).

    It may see less than there is: only the enemies on the discs `seen`, no way longer than `sight` steps; with
    `insight` 0 nobody starve, with 1 no creation that starves together with a move what neither would alone, with 2
    all. Where `fair`, every best turn is equally likely; else it is the first one found. The game must not be over.
    """
    own, foe, far, l0, l1, l2, p0, p1, p2, _, lost_foe, lost_far = state
    taken = own | foe | far
    foes = (foe | far) & seen
    free = board ^ taken
    limbed = foes & (l0 | l1 | l2 | p0 | p1 | p2) if insight else 0
    forks = insight > 1
    hungry, two_short, one_short, none, one = foods(limbed, state, board, near)
    bodies = count(own) < BODIES
    n_limbs = count(leg_discs(state)) + count(pincer_discs(state))
    new = around(own, near) & free if bodies else 0
    best, good, limbs = best_growths(
        0, foe, far, lost_foe, lost_far, hungry, none, new, n_limbs > 0, near, players, hunted
    )
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
                    0,
                    foe,
                    far,
                    lost_foe,
                    lost_far,
                    now_hungry,
                    now_tight,
                    here,
                    n_limbs > 0,
                    near,
                    players,
                    hunted,
                )
                n_limbs_here = n_limbs
            else:
                value, good_here, limbs_here, n_limbs_here = attack_worth(
                    state,
                    disc,
                    end,
                    (hungry, two_short, one_short, none, one),
                    board,
                    near,
                    players,
                    hunted,
                    forks,
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
            # keeping the newest with its share of the choices so far is an even pick without a second pass
            if below(seed, chances) < n:
                origin, goal, good, limbs = disc, end, good_here, limbs_here
    middle = move(state, origin, goal) if origin else state
    if origin and over(middle, players):
        return best, origin, goal, 0, 0, seed
    kind, at, seed = one_growth(middle, good, limbs, fair, seed)
    return best, origin, goal, kind, at, seed


def one_growth(state: State, new: int, limbs: bool, fair: bool, seed: int) -> Tuple[int, int, int]:
    """One of the creations on some discs and, perhaps, of the limbs: kind, disc and the generator after it."""
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
    state: State,
    disc: int,
    end: int,
    food: Foods,
    board: int,
    near: Near,
    players: int,
    hunted: int,
    forks: bool,
) -> Tuple[int, int, bool, int]:
    """What an attack is worth, with the best growths after it, and how many limbs could grow then (R7, R12)."""
    hungry, two_short, one_short, none, _ = food
    lost = state[9]
    middle = move(state, disc, end)
    own, foe, far, _, _, _, _, _, _, lost_own, lost_foe, lost_far = middle
    value = lost - lost_own + (0 if (foe | far) & end else 1)
    won = verdict(middle, players, hunted)
    if won:
        return value + won * WIN, 0, True, 0
    free = board ^ (own | foe | far)
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
    value, good, limbs = best_growths(
        value, foe, far, lost_foe, lost_far, hungry, tight, new, n_limbs > 0, near, players, hunted
    )
    return value, good, limbs, n_limbs
