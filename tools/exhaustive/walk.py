"""Computes exact values of all positions on small boards, on the integers of `core.rules.bitboard`.

One number encodes a position without loss, so there are no hash collisions: seven discs in eight masks, and the two
counts of lost adaptoids. Positions that differ only by a rotation or reflection of the board count as one position.

In each turn, something grows. Bodies and limbs leave only with a lost adaptoid, and losses only increase. So no
position occurs twice, every game ends, and the walk through all following positions ends too. Something can always
grow: an adaptoid with limbs that has not starved has a free disc beside it, and a bare adaptoid has room for a limb.
On seven discs, the limbs of a side need free discs, so the side has fewer than the 24 limbs that it owns.
"""

from __future__ import annotations

from collections.abc import Sequence

from adaptoid_widget.core.rules.bitboard import FOE, L0, L1, L2, LOST_FOE, OWN, Context, State
from adaptoid_widget.core.rules.integer_rules import (
    NEW,
    PINCER,
    destinations,
    finish_turn,
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
BEYOND = 1000


def key_of(state: State, images: Sequence[int], work: Sequence[int]) -> int:
    """Return the least number that encodes a state or one of its images. `images` maps a mask under each symmetry."""
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
    """Return the entry of a key in the table, or the empty entry for it."""
    mixed = key ^ (key >> 29)
    mixed = (mixed * 0x3F51AFD7ED558CCD) & 0x3FFFFFFFFFFFFFFF
    last = work[ENTRIES] - 1
    at = (mixed ^ (mixed >> 31)) & last
    while keys[at] != 0 and keys[at] != key:
        at = (at + 1) & last
    return at


def rank_of(value: int) -> int:
    """Return the rank of a value: an early win before a late win, a late loss before an early loss."""
    if value > 0:
        return BEYOND - value
    return -BEYOND - value


def wins_now(state: State, context: Context) -> bool:
    """Whether some turn ends the game at once and wins it (R11–R13)."""
    own, _, _, l0, l1, l2, _, _, _, _, _, _ = state
    if growth_wins(state, context):
        return True
    movers = own & (l0 | l1 | l2)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = destinations(state, origin, context)
        while ends:
            target = ends & -ends
            ends ^= target
            middle = move(state, origin, target)
            if over(middle, context):
                # if both have lost, the player whose turn it is wins
                if middle[FOE] == 0 or middle[LOST_FOE] >= context.limit:
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
            _, ended, _ = finish_turn(grow(state, kind, disc), context)
            if ended:
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
    """Return in how many turns of both sides the player to move wins (positive) or loses (negative) with best play.

    The game is not over. `grows` says that the move step is done and that no growth wins immediately. The values of
    positions between turns go into the table. Returns 0 if the table is full, or if somebody has written 1 into
    `work[STOP]`.
    """
    best = UNKNOWN
    if grows:
        for kind in range(NEW, PINCER + 1):
            discs = growth_discs(state, kind, context)
            while discs:
                disc = discs & -discs
                discs ^= disc
                child, _, _ = finish_turn(grow(state, kind, disc), context)
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
        movers = state[OWN] & (state[L0] | state[L1] | state[L2])
        while movers:
            origin = movers & -movers
            movers ^= origin
            ends = destinations(state, origin, context)
            while ends:
                target = ends & -ends
                ends ^= target
                middle = move(state, origin, target)
                # an attack that ends the game here loses it, and nothing is worse
                if not over(middle, context):
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
