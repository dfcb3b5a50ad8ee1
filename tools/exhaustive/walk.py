"""Whole games on tiny boards: every position that can follow, valued exactly, on the integers of `core.rules.bitboard`.

A position is known by one number without loss, so nothing rests on a hash: seven discs in eight masks, and the two
counts of lost adaptoids. Positions that a turn or mirroring of the board takes into one another are one.

In each turn something grows, and what has grown leaves only with a lost adaptoid, which is counted for good. So no
position comes again, every game ends, and a walk through all that follows comes to an end too. (Something can always
grow: whoever has limbs and was not starved has a free disc beside it, whoever is bare has room for a limb, and on
seven discs all of one side's limbs together, which live on free discs, are fewer than the 24 that it owns.)
"""

from __future__ import annotations

from collections.abc import Sequence

from adaptoid_widget.core.rules.bitboard import (
    LOSSES_OF_TWO,
    NEW,
    PINCER,
    Context,
    State,
    finish,
    goals,
    grow,
    growth_discs,
    move,
    over,
)

MAX_DISCS = 7
MASKS = 1 << MAX_DISCS

# the cells of `work`
ENTRIES = 0
KNOWN = 1
IMAGES = 2
STOP = 3
WORK_CELLS = 8

# what `value` gives for a position that it did not get to value
UNKNOWN = 0
# a rank above any distance
FAR = 1000


def key_of(state: State, images: Sequence[int], work: Sequence[int]) -> int:
    """The least number that stands for a state or one of its images; `images` says where a symmetry takes a mask."""
    own, foe, _, l0, l1, l2, p0, p1, p2, a, b, _ = state
    least = 0
    for k in range(work[IMAGES]):
        at = k * MASKS
        key = images[at + own]
        key |= images[at + foe] << 7
        key |= images[at + l0] << 14
        key |= images[at + l1] << 21
        key |= images[at + l2] << 28
        key |= images[at + p0] << 35
        key |= images[at + p1] << 42
        key |= images[at + p2] << 49
        if k == 0 or key < least:
            least = key
    # one more than nothing, which an empty entry holds
    return (least | a << 56 | b << 59) + 1


def entry_of(key: int, keys: Sequence[int], work: Sequence[int]) -> int:
    """Where a key stands in the table, or the empty entry where it would."""
    mixed = key ^ (key >> 29)
    mixed = (mixed * 0x3F51AFD7ED558CCD) & 0x3FFFFFFFFFFFFFFF
    last = work[ENTRIES] - 1
    at = (mixed ^ (mixed >> 31)) & last
    while keys[at] != 0 and keys[at] != key:
        at = (at + 1) & last
    return at


def rank_of(value: int) -> int:
    """Values in their order: an early win before a late one, a late loss before an early one."""
    if value > 0:
        return FAR - value
    return -FAR - value


def wins_now(state: State, context: Context) -> bool:
    """Whether some turn ends the game at once and wins it (R11–R13)."""
    own, _, _, l0, l1, l2, _, _, _, _, _, _ = state
    if growth_wins(state, context):
        return True
    movers = own & (l0 | l1 | l2)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = goals(state, origin, context)
        while ends:
            goal = ends & -ends
            ends ^= goal
            middle = move(state, origin, goal)
            if over(middle, 2):
                # if both have lost, the player whose turn it is wins
                if middle[1] == 0 or middle[10] >= LOSSES_OF_TWO:
                    return True
            elif growth_wins(middle, context):
                return True
    return False


def growth_wins(state: State, context: Context) -> bool:
    """Whether some growth, and the feeding after it, wins at once."""
    for kind in range(NEW, PINCER + 1):
        discs = growth_discs(state, kind, context)
        while discs:
            disc = discs & -discs
            discs ^= disc
            _, done, _ = finish(grow(state, kind, disc), context)
            if done:
                return True
    return False


def value(
    state: State,
    grows: bool,
    context: Context,
    images: Sequence[int],
    keys: list[int],
    values: list[int],
    work: list[int],
) -> int:
    """In how many turns, both sides' counted, the player to move wins (more than 0) or loses (less), played best.

    The game is not over. `grows` says that the move step is done, and that nothing wins at once. What is found out
    about whole turns goes into the table. Gives 0 where the table is full, or where somebody has written a one into
    `work[STOP]`.
    """
    best = UNKNOWN
    if grows:
        for kind in range(NEW, PINCER + 1):
            discs = growth_discs(state, kind, context)
            while discs:
                disc = discs & -discs
                discs ^= disc
                child, _, _ = finish(grow(state, kind, disc), context)
                theirs = value(child, not grows, context, images, keys, values, work)
                if theirs == UNKNOWN:
                    return UNKNOWN
                mine = -theirs - 1 if theirs > 0 else 1 - theirs
                if best == UNKNOWN or rank_of(mine) > rank_of(best):
                    best = mine
        return best
    key = key_of(state, images, work)
    at = entry_of(key, keys, work)
    if keys[at] == key:
        return values[at]
    if wins_now(state, context):
        best = 1
    else:
        best = value(state, not grows, context, images, keys, values, work)
        if best == UNKNOWN:
            return UNKNOWN
        movers = state[0] & (state[3] | state[4] | state[5])
        while movers:
            origin = movers & -movers
            movers ^= origin
            ends = goals(state, origin, context)
            while ends:
                goal = ends & -ends
                ends ^= goal
                middle = move(state, origin, goal)
                # an attack that ends the game here loses it, and nothing is worse
                if not over(middle, 2):
                    mine = value(middle, not grows, context, images, keys, values, work)
                    if mine == UNKNOWN:
                        return UNKNOWN
                    if rank_of(mine) > rank_of(best):
                        best = mine
    if work[STOP] or work[KNOWN] * 8 >= work[ENTRIES] * 7:
        return UNKNOWN
    work[KNOWN] += 1
    # the table has grown meanwhile
    at = entry_of(key, keys, work)
    keys[at] = key
    values[at] = best
    return best
