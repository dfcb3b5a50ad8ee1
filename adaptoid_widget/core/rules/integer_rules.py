"""The rules (R1–R20) as functions on the integers of `bitboard`: move steps, growths, starvation, ends, whole turns.

Numba compiles these functions for the search too.
"""

from __future__ import annotations

from typing import List, Sequence, Tuple

from .bitboard import (
    FAR,
    FOE,
    L0,
    L1,
    L2,
    LOST_FAR,
    LOST_FOE,
    LOST_OWN,
    OWN,
    P0,
    P1,
    P2,
    Context,
    Near,
    State,
    add_planes,
    around,
    count,
    digit_sum,
    limbs_used,
    one_more,
)

WEAKER_DIES = 1
BARE_EXCHANGE = 2

# kinds of growth (R8)
NEW = 1
LEG = 2
PINCER = 3

# of one colour (R3)
MAX_BODIES = 12
MAX_LEGS = 12
MAX_PINCERS = 12
# of one adaptoid (R2)
MAX_LIMBS = 6


def touched(disc: int, legs: int, free: int, near: Near) -> int:
    """R6: return the discs that an adaptoid with a leg can reach by steps of which all but the last are free."""
    reach = near[disc]
    edge = reach & free
    while legs > 1 and edge:
        legs -= 1
        beyond = around(edge, near)
        edge = beyond & free & ~reach
        reach |= beyond
    return reach


def attackable(pincers: int, foes: int, p0: int, p1: int, p2: int, switches: int) -> int:
    """R7: return the enemies that an adaptoid with this number of pincers may attack, wherever they stand.

    Whoever has more pincers cannot be attacked; the numbers on all discs are compared by their binary digits.
    """
    if pincers == 0 and switches & BARE_EXCHANGE == 0:
        return 0
    if switches & WEAKER_DIES:
        return foes
    # each digit of the number on all discs
    b0 = -(pincers & 1)
    b1 = -(pincers >> 1 & 1)
    b2 = -(pincers >> 2)
    more = (p2 & ~b2) | (~(p2 ^ b2) & ((p1 & ~b1) | (~(p1 ^ b1) & p0 & ~b0)))
    return foes & ~more


def destinations(state: State, disc: int, context: Context) -> int:
    """R6, R7: return the discs on which the adaptoid on `disc` may end a move: free discs and enemies."""
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    legs = digit_sum(l0, l1, l2, disc)
    if legs == 0:
        return 0
    foes = foe | far
    free = context.board ^ (own | foes)
    reach = touched(disc, legs, free, context.near)
    ends = reach & free
    foes &= reach
    if foes:
        ends |= attackable(digit_sum(p0, p1, p2, disc), foes, p0, p1, p2, context.switches)
    return ends


def move(state: State, origin: int, target: int) -> State:
    """R6, R7: move the adaptoid on `origin` to `target`, and settle an attack there.

    The move must be legal. In an attack the adaptoid with fewer pincers leaves the board; with equal pincers both do.
    """
    own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far = state
    arrives = True
    gone = 0
    if (foe | far) & target:
        mine = digit_sum(p0, p1, p2, origin)
        theirs = digit_sum(p0, p1, p2, target)
        if mine >= theirs:
            gone = target
            if foe & target:
                lost_foe += 1
            else:
                lost_far += 1
        if mine <= theirs:
            arrives = False
            gone |= origin
            lost_own += 1
        keep = ~gone
        own &= keep
        foe &= keep
        far &= keep
        l0 &= keep
        l1 &= keep
        l2 &= keep
        p0 &= keep
        p1 &= keep
        p2 &= keep
    if arrives:
        both = origin | target
        own ^= both
        if l0 & origin:
            l0 ^= both
        if l1 & origin:
            l1 ^= both
        if l2 & origin:
            l2 ^= both
        if p0 & origin:
            p0 ^= both
        if p1 & origin:
            p1 ^= both
        if p2 & origin:
            p2 ^= both
    return own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far


def new_discs(state: State, context: Context) -> int:
    """R8, R3: return the free discs on which the player to move may grow a new adaptoid."""
    own = state[OWN]
    if count(own) >= MAX_BODIES:
        return 0
    return around(own, context.near) & (context.board ^ (own | state[FOE] | state[FAR]))


def roomy(state: State) -> int:
    """R8: return the own adaptoids with fewer than six limbs."""
    own, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = state
    _, s1, s2 = add_planes(l0, l1, l2, p0, p1, p2)
    return own & ~(s1 & s2)


def leg_discs(state: State) -> int:
    """R8, R3: return the own adaptoids that may grow a leg."""
    if limbs_used(state[OWN], state[L0], state[L1], state[L2]) >= MAX_LEGS:
        return 0
    return roomy(state)


def pincer_discs(state: State) -> int:
    """R8, R3: return the own adaptoids that may grow a pincer."""
    if limbs_used(state[OWN], state[P0], state[P1], state[P2]) >= MAX_PINCERS:
        return 0
    return roomy(state)


def growth_discs(state: State, kind: int, context: Context) -> int:
    """R8, R3: return the discs where a growth of a kind (NEW, LEG, PINCER) is possible."""
    if kind == NEW:
        return new_discs(state, context)
    return leg_discs(state) if kind == LEG else pincer_discs(state)


def growths(state: State, context: Context) -> int:
    """R8: count the possible growths."""
    return count(new_discs(state, context)) + count(leg_discs(state)) + count(pincer_discs(state))


def grow(state: State, kind: int, disc: int) -> State:
    """R8: carry out a growth of a kind (NEW, LEG, PINCER) on a disc."""
    own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far = state
    if kind == NEW:
        own |= disc
    elif kind == LEG:
        l0, l1, l2 = one_more(l0, l1, l2, disc)
    else:
        p0, p1, p2 = one_more(p0, p1, p2, disc)
    return own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far


def can_grow(state: State, kind: int, disc: int, context: Context) -> bool:
    """R8, R3: whether a growth of a kind (NEW, LEG, PINCER) is possible on a disc."""
    if kind == NEW:
        own = state[OWN]
        taken = own | state[FOE] | state[FAR]
        return taken & disc == 0 and context.near[disc] & own != 0 and count(own) < MAX_BODIES
    return growth_discs(state, kind, context) & disc != 0


def limbed_discs(state: State) -> int:
    """R10: return the adaptoids with limbs, of all colours; no other adaptoid can starve."""
    _, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = state
    return l0 | l1 | l2 | p0 | p1 | p2


def starving(state: State, context: Context) -> int:
    """R10: return all enemies whose size exceeds their liberties, determined before any of them leaves."""
    near = context.near
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    foes = foe | far
    limbed = foes & (l0 | l1 | l2 | p0 | p1 | p2)
    out = 0
    if limbed:
        free = context.board ^ (own | foes)
        s0, s1, s2 = add_planes(l0, l1, l2, p0, p1, p2)
        # by number of liberties, the adaptoids with more limbs
        bigger = (limbed, s1 | s2, s2 | (s0 & s1), s2, s2 & (s0 | s1), s2 & s1, 0)
        while limbed:
            remaining = limbed & (limbed - 1)
            disc = limbed ^ remaining
            limbed = remaining
            if bigger[count(near[disc] & free)] & disc:
                out |= disc
    return out


def feed(state: State, starved: int) -> State:
    """R10: remove the starved enemies from the board, each a loss for its owner."""
    own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far = state
    keep = ~starved
    return (
        own,
        foe & keep,
        far & keep,
        l0 & keep,
        l1 & keep,
        l2 & keep,
        p0 & keep,
        p1 & keep,
        p2 & keep,
        lost_own,
        lost_foe + count(foe & starved),
        lost_far + count(far & starved),
    )


def over(state: State, context: Context) -> bool:
    """R11, R20: whether some player has lost: so many losses as the variant has, or no adaptoid on the board."""
    limit = context.limit
    if state[LOST_OWN] >= limit or state[LOST_FOE] >= limit or state[OWN] == 0 or state[FOE] == 0:
        return True
    return context.players == 3 and (state[LOST_FAR] >= limit or state[FAR] == 0)


def winning_seat(state: State, context: Context) -> int:
    """R11–R13, R20: return the winner's place in the state, 0 for the player to move, or −1 if the game goes on."""
    if not over(state, context):
        return -1
    limit = context.limit
    own_lost = state[OWN] == 0 or state[LOST_OWN] >= limit
    foe_lost = state[FOE] == 0 or state[LOST_FOE] >= limit
    if context.players == 2:
        return 0 if foe_lost else 1
    far_lost = state[FAR] == 0 or state[LOST_FAR] >= limit
    # if all three lose at once, the player to move wins; if two lose, the third wins; if one loses, its hunter wins
    if foe_lost and far_lost:
        return 0
    if own_lost and (foe_lost or far_lost):
        return 2 if foe_lost else 1
    loser = 0 if own_lost else 1 if foe_lost else 2
    return (loser + 3 - context.prey) % 3


def rotate_players(state: State, players: int) -> State:
    """Return the same board from the view of the next player (R4, R17)."""
    own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far = state
    if players == 2:
        return foe, own, 0, l0, l1, l2, p0, p1, p2, lost_foe, lost_own, 0
    return foe, far, own, l0, l1, l2, p0, p1, p2, lost_foe, lost_far, lost_own


def finish_turn(state: State, context: Context) -> Tuple[State, bool, int]:
    """R10–R12: end a turn. Return the state for the next player, whether the game has ended, and who starved.

    If the game has ended, the state keeps the view of the player whose turn it was.
    """
    starved = starving(state, context)
    if starved:
        state = feed(state, starved)
        if over(state, context):
            return state, True, starved
    return rotate_players(state, context.players), False, starved


def turn(
    state: State, moved: bool, origin: int, target: int, attack: bool, kind: int, at: int, context: Context
) -> Tuple[bool, State, bool, int]:
    """R6–R12: play a whole turn, or its rest if the move step is done (`moved`).

    Return whether the turn is legal, and what `finish_turn` returns. `origin` and `target` are 0 without a move, `kind`
    and `at` without a growth.
    """
    illegal = False, state, False, 0
    if over(state, context):
        return illegal
    if origin:
        if moved or state[OWN] & origin == 0 or attack != ((state[FOE] | state[FAR]) & target != 0):
            return illegal
        if destinations(state, origin, context) & target == 0:
            return illegal
        state = move(state, origin, target)
        # only an attack can end the game before the growth (R12)
        if attack and over(state, context):
            return (True, state, True, 0) if kind == 0 else illegal
    if kind == 0:
        if new_discs(state, context) | leg_discs(state) | pincer_discs(state):
            return illegal
    elif can_grow(state, kind, at, context):
        state = grow(state, kind, at)
    else:
        return illegal
    state, ended, starved = finish_turn(state, context)
    return True, state, ended, starved


def replay(
    state: State, moved: bool, steps: Sequence[Sequence[int]], results: Sequence[List[int]], context: Context
) -> int:
    """Play turns one after another up to the first illegal one. Return how many were legal.

    A row of `steps` has arguments of `turn`: origin, target, attack, kind and disc of the growth. A row of
    `results` receives the state, who starved, and whether the game has ended.
    """
    for i in range(len(steps)):
        row = steps[i]
        legal, state, ended, starved = turn(
            state, moved, row[0], row[1], row[2] != 0, row[3], row[4], context
        )
        if not legal:
            return i
        moved = False
        for k in range(12):
            results[i][k] = state[k]
        results[i][12] = starved
        results[i][13] = 1 if ended else 0
    return len(steps)
