"""The evaluation: a weighted sum of features such as lives, food, threats, reach and reserve.

Features are counted for one side, as a tuple of integers in the order of `FEATURES`. Weights are in ten-thousandths of
an adaptoid, with one row for the side to move and one for the others. `tools/weight_tuning.py` fits them.
"""

from __future__ import annotations

from typing import Sequence, Tuple

from ..rules.bitboard import FAR, FOE, LOST_OWN, OWN, Context, Near, State, around, count, digit_sum
from ..rules.integer_rules import BARE_EXCHANGE, attackable, touched
from .work_array import N_FEATURES

FEATURES = (
    (
        "lives",
        "adaptoids that the side can still lose before it loses the game; each weighs more than the one before",
    ),
    ("bodies", "adaptoids on the board"),
    ("few", "four minus the adaptoids on the board, if positive: how near the side is to having none left"),
    ("legs", "legs on the board"),
    ("pincers", "pincers on the board"),
    ("hunters", "adaptoids with a leg and a pincer"),
    ("starving", "adaptoids with more limbs than free discs beside them"),
    ("tight", "adaptoids with limbs and nothing to spare"),
    ("close", "adaptoids with limbs and one free disc to spare"),
    ("to_spare", "food of all adaptoids, free discs beside them less limbs; four at most for each"),
    ("reach", "free discs that its adaptoids can move to"),
    ("space", "free discs on which a new adaptoid could be put"),
    ("captures", "enemies that it could capture now"),
    ("exchanges", "enemies that it could take in an equal exchange now"),
    ("starvable", "tight enemies that an arrival beside them would starve now"),
    ("forks", "close enemies that two arrivals beside them would starve now"),
    ("reserve", "bare adaptoids that no enemy can attack now, two at most"),
    ("exposed", "adaptoids that an enemy could capture now"),
)
NAMES = tuple([name for name, _ in FEATURES])
CAPTURES, STARVABLE, FORKS = NAMES.index("captures"), NAMES.index("starvable"), NAMES.index("forks")

# 1 for a feature of what a side attacks with or could take now, 0 for one of how long it lives
ATTACKS = tuple(
    [
        1
        if name in ("legs", "pincers", "hunters", "reach", "captures", "exchanges", "starvable", "forks")
        else 0
        for name in NAMES
    ]
)

# the value of a number of lives: each life that is lost weighs more than the one before
LIVES = (0, 100, 180, 250, 310, 360, 400, 435, 465, 490, 510)

Features = Tuple[int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int]


def reach_of(own: int, state: State, free: int, near: Near, foes: int, switches: int) -> Tuple[int, int, int]:
    """Return the free discs, the captures and the exchanges that the adaptoids of a mask can reach."""
    _, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = state
    movers = own & (l0 | l1 | l2)
    discs = 0
    captures = 0
    exchanges = 0
    while movers:
        disc = movers & -movers
        movers ^= disc
        there = touched(disc, digit_sum(l0, l1, l2, disc), free, near)
        discs |= there & free
        met = there & foes
        if met:
            pincers = digit_sum(p0, p1, p2, disc)
            if pincers:
                able = met & attackable(pincers, foes, p0, p1, p2, 0)
                weaker = able & attackable(pincers - 1, foes, p0, p1, p2, BARE_EXCHANGE)
                captures |= weaker
                exchanges |= able & ~weaker
            elif switches & BARE_EXCHANGE:
                exchanges |= met & ~(p0 | p1 | p2)
    return discs, captures, exchanges & ~captures


def food_to_spare(mask: int, state: State, free: int, near: Near) -> Tuple[int, int, int, int]:
    """Return the starving, tight and close adaptoids of a mask as masks, and the sum of the food of all.

    An adaptoid with limbs is starving with food below 0, tight with 0 and close with 1. More than 4 counts as 4.
    """
    _, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = state
    starving = 0
    tight = 0
    close = 0
    to_spare = 0
    limbed = l0 | l1 | l2 | p0 | p1 | p2
    while mask:
        disc = mask & -mask
        mask ^= disc
        spare = count(near[disc] & free)
        if limbed & disc:
            spare -= digit_sum(l0, l1, l2, disc) + digit_sum(p0, p1, p2, disc)
            if spare < 2:
                if spare < 0:
                    starving |= disc
                elif spare == 0:
                    tight |= disc
                else:
                    close |= disc
        to_spare += min(4, spare)
    return starving, tight, close, to_spare


def touching_both(mask: int, first: int, second: int, near: Near) -> int:
    """Count the adaptoids of a mask that touch a disc of `first` and another one of `second`."""
    n = 0
    while mask:
        disc = mask & -mask
        mask ^= disc
        beside = near[disc]
        if beside & first and beside & second and count(beside & (first | second)) > 1:
            n += 1
    return n


def features_of_side(
    state: State,
    seat: int,
    mine: Tuple[int, int, int],
    theirs: Tuple[int, int, int],
    food: Tuple[int, int, int, int],
    enemy_food: Tuple[int, int, int, int],
    context: Context,
) -> Features:
    """Return the features of a seat, from the reach and the food of its side and of its enemies.

    `food` and `enemy_food` are of `food_to_spare`: three masks of adaptoids, and the sum.
    """
    own = state[seat]
    _, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = state
    near = context.near
    free = context.board ^ (state[OWN] | state[FOE] | state[FAR])
    discs, captures, exchanges = mine
    bodies = count(own)
    space = around(own, near) & free
    reserve = count(own & ~(l0 | l1 | l2 | p0 | p1 | p2 | theirs[1] | theirs[2]))
    starving, tight, close, to_spare = food
    return (
        LIVES[context.limit - state[LOST_OWN + seat]],
        bodies,
        4 - bodies if bodies < 4 else 0,
        count(own & l0) + 2 * count(own & l1) + 4 * count(own & l2),
        count(own & p0) + 2 * count(own & p1) + 4 * count(own & p2),
        count(own & (l0 | l1 | l2) & (p0 | p1 | p2)),
        count(starving),
        count(tight),
        count(close),
        to_spare,
        count(discs),
        count(space),
        count(captures),
        count(exchanges),
        touching_both(enemy_food[1], discs | space, -1, near),
        touching_both(enemy_food[2], discs, space, near),
        min(2, reserve),
        count(own & theirs[1]),
    )


def features(state: State, seat: int, context: Context) -> Features:
    """Return the features of a seat; 0 is the player to move."""
    own = state[seat]
    foes = (state[OWN] | state[FOE] | state[FAR]) ^ own
    free = context.board ^ (own | foes)
    near = context.near
    switches = context.switches
    return features_of_side(
        state,
        seat,
        reach_of(own, state, free, near, foes, switches),
        reach_of(foes, state, free, near, own, switches),
        food_to_spare(own, state, free, near),
        food_to_spare(foes, state, free, near),
        context,
    )


def weigh(counted: Features, weights: Sequence[int], at: int) -> int:
    """Return the weighted sum of features in hundredths of an adaptoid. The weights start at `at`."""
    total = 0
    for i in range(N_FEATURES):
        total += counted[i] * weights[at + i]
    return total // 100


def can_take(counted: Features) -> bool:
    """Whether a side can capture or starve somebody in one turn."""
    return counted[CAPTURES] + counted[STARVABLE] + counted[FORKS] > 0


def evaluate_two(state: State, context: Context, weights: Sequence[int], at: int) -> Tuple[int, bool]:
    """Return the score of two players for the one to move, and whether that player can take something."""
    own = state[OWN]
    foe = state[FOE]
    near = context.near
    switches = context.switches
    free = context.board ^ (own | foe)
    mine = reach_of(own, state, free, near, foe, switches)
    theirs = reach_of(foe, state, free, near, own, switches)
    my_food = food_to_spare(own, state, free, near)
    their_food = food_to_spare(foe, state, free, near)
    first = features_of_side(state, 0, mine, theirs, my_food, their_food, context)
    second = features_of_side(state, 1, theirs, mine, their_food, my_food, context)
    return weigh(first, weights, at) - weigh(second, weights, at + N_FEATURES), can_take(first)


def share(feature: int, seat: int, side: int, context: Context) -> int:
    """Return in halves what the worth of a feature of the seat `side` counts for a seat. 0 is the player to move.

    Of three players, one wins if its prey loses first (R20). How long they live therefore counts against its prey, and
    for itself and its hunter: if the hunter loses, the prey wins. But what the hunter attacks with is aimed at it.
    """
    if side == seat:
        return 2 if context.players == 2 or ATTACKS[feature] else 1
    if context.players == 2:
        return -2
    if ATTACKS[feature]:
        return -1
    return -2 if side == (seat + context.prey) % 3 else 1


def evaluate_three(
    state: State, seat: int, context: Context, weights: Sequence[int], at: int
) -> Tuple[int, bool]:
    """Return the score of three players for a seat, and whether the player to move can take something."""
    total = 0
    takes = False
    for side in range(3):
        counted = features(state, side, context)
        if side == 0:
            takes = can_take(counted)
        first = at if side == 0 else at + N_FEATURES
        for k in range(N_FEATURES):
            total += counted[k] * weights[first + k] * share(k, seat, side, context)
    return total // 200, takes
