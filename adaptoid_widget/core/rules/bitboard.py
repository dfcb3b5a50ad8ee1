"""The rules as functions on plain integers, one bit a disc; nothing else lives here.

A *disc* is a power of two, a set of discs a *mask*. A state is a tuple of twelve integers, seen by the player to move:

    (own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far)

`own`, `foe`, `far` are the adaptoids of the player to move, of the next one and of the one after (0 with two players).
`l0, l1, l2` and `p0, p1, p2` are bit planes over all colours: the binary digits of each adaptoid's legs and pincers.
`near[disc]` is the mask of the discs that touch a disc.

Numba compiles these very functions for the search: everything stays within signed 64 bits, and a mask within 61.
"""

from __future__ import annotations

from typing import Mapping, Tuple

State = Tuple[int, int, int, int, int, int, int, int, int, int, int, int]
Planes = Tuple[int, int, int]
Near = Mapping[int, int]

WEAKER_DIES = 1
BARE_EXCHANGE = 2

# the kinds of growth (R8)
NEW = 1
LEG = 2
PINCER = 3

BODIES = 12
LEGS = 12
PINCERS = 12
MAX_LIMBS = 6

# so many lost adaptoids lose the game: with two players (R11), with three (R20)
LOSSES_OF_TWO = 5
LOSSES_OF_THREE = 10


def sliced_count(mask: int) -> int:
    """How many discs a mask holds, where the language does not count bits by itself."""
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((mask * 0x0101010101010101) >> 56) & 255


if hasattr(int, "bit_count"):

    def count(mask: int) -> int:
        """How many discs a mask holds.

        >>> count(0b1011)
        3
        """
        return mask.bit_count()

else:

    def count(mask: int) -> int:
        """How many discs a mask holds."""
        return sliced_count(mask)


def pick(mask: int, k: int) -> int:
    """The disc with k discs of the mask below it.

    >>> pick(0b1011, 2)
    8
    """
    while k > 0:
        mask &= mask - 1
        k -= 1
    return mask & -mask


def around(mask: int, near: Near) -> int:
    """All discs that touch a disc of the mask (R1, R15)."""
    out = 0
    while mask:
        rest = mask & (mask - 1)
        out |= near[mask ^ rest]
        mask = rest
    return out


def digit_sum(x0: int, x1: int, x2: int, disc: int) -> int:
    """The number that three bit planes hold for a disc.

    >>> digit_sum(0b01, 0b10, 0b01, 1)
    5
    """
    n = 0
    if x0 & disc:
        n = 1
    if x1 & disc:
        n += 2
    if x2 & disc:
        n += 4
    return n


def add_planes(x0: int, x1: int, x2: int, y0: int, y1: int, y2: int) -> Planes:
    """The sums, disc by disc, of two numbers in bit planes (R2: size is legs plus pincers, six at most)."""
    c0 = x0 & y0
    half = x1 ^ y1
    return x0 ^ y0, half ^ c0, x2 ^ y2 ^ ((x1 & y1) | (c0 & half))


def one_more(x0: int, x1: int, x2: int, disc: int) -> Planes:
    """Bit planes in which a disc's number has grown by one."""
    carry = x0 & disc
    return x0 ^ disc, x1 ^ carry, x2 ^ (x1 & carry)


def limbs_used(mask: int, x0: int, x1: int, x2: int) -> int:
    """How many limbs of one kind the adaptoids of a mask have together (R3)."""
    return count(mask & x0) + 2 * count(mask & x1) + 4 * count(mask & x2)


def touched(disc: int, legs: int, free: int, near: Near) -> int:
    """R6: every disc that an adaptoid with at least one leg touches within its steps, all but the last free."""
    reach = near[disc]
    edge = reach & free
    while legs > 1 and edge:
        legs -= 1
        beyond = around(edge, near)
        edge = beyond & free & ~reach
        reach |= beyond
    return reach


def prey(pincers: int, foes: int, p0: int, p1: int, p2: int, switches: int) -> int:
    """R7: the enemies that an adaptoid with so many pincers may attack, wherever they stand."""
    if pincers == 0:
        if switches & BARE_EXCHANGE == 0:
            return 0
        if switches & WEAKER_DIES:
            return foes
        return foes & ~(p0 | p1 | p2)
    if switches & WEAKER_DIES:
        return foes
    if pincers == 1:
        return foes & ~(p1 | p2)
    if pincers == 2:
        return foes & ~(p2 | (p1 & p0))
    if pincers == 3:
        return foes & ~p2
    if pincers == 4:
        return foes & ~(p2 & (p0 | p1))
    if pincers == 5:
        return foes & ~(p2 & p1)
    return foes


def goals(state: State, disc: int, board: int, near: Near, switches: int) -> int:
    """R6, R7: the discs on which the adaptoid on `disc` may end a move, free ones and enemies alike."""
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    legs = digit_sum(l0, l1, l2, disc)
    if legs == 0:
        return 0
    foes = foe | far
    free = board ^ (own | foes)
    reach = touched(disc, legs, free, near)
    ends = reach & free
    foes &= reach
    if foes:
        ends |= prey(digit_sum(p0, p1, p2, disc), foes, p0, p1, p2, switches)
    return ends


def move(state: State, origin: int, goal: int) -> State:
    """R6, R7: the state after the adaptoid on `origin` has moved to `goal`, with the outcome of an attack there.

    The move must be legal. Whoever has fewer pincers leaves the board; at equal pincers both do.
    """
    own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far = state
    arrives = True
    gone = 0
    if (foe | far) & goal:
        mine = digit_sum(p0, p1, p2, origin)
        theirs = digit_sum(p0, p1, p2, goal)
        if mine >= theirs:
            gone = goal
            if foe & goal:
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
        both = origin | goal
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


def new_discs(state: State, board: int, near: Near) -> int:
    """R8, R3: the free discs on which the player to move may put a new adaptoid."""
    own = state[0]
    if count(own) >= BODIES:
        return 0
    return around(own, near) & (board ^ (own | state[1] | state[2]))


def roomy(state: State) -> int:
    """R8: the own adaptoids with fewer than six limbs."""
    own, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = state
    _, s1, s2 = add_planes(l0, l1, l2, p0, p1, p2)
    return own & ~(s1 & s2)


def leg_discs(state: State) -> int:
    """R8, R3: the own adaptoids that may grow a leg."""
    if limbs_used(state[0], state[3], state[4], state[5]) >= LEGS:
        return 0
    return roomy(state)


def pincer_discs(state: State) -> int:
    """R8, R3: the own adaptoids that may grow a pincer."""
    if limbs_used(state[0], state[6], state[7], state[8]) >= PINCERS:
        return 0
    return roomy(state)


def growth_discs(state: State, kind: int, board: int, near: Near) -> int:
    """R8, R3: the discs on which the player to move may have a growth, NEW, LEG or PINCER."""
    if kind == NEW:
        return new_discs(state, board, near)
    return leg_discs(state) if kind == LEG else pincer_discs(state)


def grow_new(state: State, disc: int) -> State:
    """R8: the state with a new bare adaptoid of the player to move."""
    own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far = state
    return own | disc, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far


def grow_leg(state: State, disc: int) -> State:
    """R8: the state with one more leg on a disc."""
    own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far = state
    l0, l1, l2 = one_more(l0, l1, l2, disc)
    return own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far


def grow_pincer(state: State, disc: int) -> State:
    """R8: the state with one more pincer on a disc."""
    own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far = state
    p0, p1, p2 = one_more(p0, p1, p2, disc)
    return own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far


def grow(state: State, kind: int, disc: int) -> State:
    """R8: the state with a growth, NEW, LEG or PINCER, on a disc."""
    if kind == NEW:
        return grow_new(state, disc)
    return grow_leg(state, disc) if kind == LEG else grow_pincer(state, disc)


def can_grow(state: State, kind: int, disc: int, near: Near) -> bool:
    """R8, R3: whether the player to move may have a growth, NEW, LEG or PINCER, on one disc of the board."""
    if kind == NEW:
        own = state[0]
        taken = own | state[1] | state[2]
        return taken & disc == 0 and near[disc] & own != 0 and count(own) < BODIES
    return (leg_discs(state) if kind == LEG else pincer_discs(state)) & disc != 0


def starving(state: State, board: int, near: Near) -> int:
    """R10: every enemy whose size exceeds its liberties, found as one set before any of them leaves."""
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    foes = foe | far
    limbed = foes & (l0 | l1 | l2 | p0 | p1 | p2)
    out = 0
    if limbed:
        free = board ^ (own | foes)
        s0, s1, s2 = add_planes(l0, l1, l2, p0, p1, p2)
        # by liberties, those who have more limbs than that
        bigger = (limbed, s1 | s2, s2 | (s0 & s1), s2, s2 & (s0 | s1), s2 & s1, 0)
        while limbed:
            rest = limbed & (limbed - 1)
            disc = limbed ^ rest
            limbed = rest
            if bigger[count(near[disc] & free)] & disc:
                out |= disc
    return out


def feed(state: State, hungry: int) -> State:
    """R10: the state after the hungry enemies have left the board together, each a loss for its owner."""
    own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far = state
    keep = ~hungry
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
        lost_foe + count(foe & hungry),
        lost_far + count(far & hungry),
    )


def over(state: State, players: int) -> bool:
    """R11, R20: whether some colour has lost: five losses (ten with three players), or nothing left on the board."""
    if players == 2:
        return state[9] >= LOSSES_OF_TWO or state[10] >= LOSSES_OF_TWO or state[0] == 0 or state[1] == 0
    return (
        state[9] >= LOSSES_OF_THREE
        or state[10] >= LOSSES_OF_THREE
        or state[11] >= LOSSES_OF_THREE
        or state[0] == 0
        or state[1] == 0
        or state[2] == 0
    )


def hand_on(state: State, players: int) -> State:
    """The same board seen by the next player to move (R4, R17)."""
    own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far = state
    if players == 2:
        return foe, own, 0, l0, l1, l2, p0, p1, p2, lost_foe, lost_own, 0
    return foe, far, own, l0, l1, l2, p0, p1, p2, lost_foe, lost_far, lost_own


def finish(state: State, board: int, near: Near, players: int) -> Tuple[State, bool, int]:
    """R10–R12: the end of a turn: the state that the next player finds, whether the game has ended, who starved.

    Where the game has ended, the state is still seen by the player whose turn it was.
    """
    hungry = starving(state, board, near)
    if hungry:
        state = feed(state, hungry)
        if over(state, players):
            return state, True, hungry
    return hand_on(state, players), False, hungry


def turn(
    state: State,
    moved: bool,
    origin: int,
    goal: int,
    attack: bool,
    kind: int,
    at: int,
    board: int,
    near: Near,
    players: int,
    switches: int,
) -> Tuple[bool, State, bool, int]:
    """R6–R12: a whole turn, or the rest of one whose move step is done: whether it is legal, and what `finish` gives.

    `origin` and `goal` are 0 where nobody moves, `kind` and `at` where nothing grows.
    """
    illegal = False, state, False, 0
    if over(state, players):
        return illegal
    if origin:
        if moved or state[0] & origin == 0 or attack != ((state[1] | state[2]) & goal != 0):
            return illegal
        if goals(state, origin, board, near, switches) & goal == 0:
            return illegal
        state = move(state, origin, goal)
        # nothing but an attack can end the game before the growth (R12)
        if attack and over(state, players):
            return (True, state, True, 0) if kind == 0 else illegal
    if kind == 0:
        if new_discs(state, board, near) | leg_discs(state) | pincer_discs(state):
            return illegal
    elif can_grow(state, kind, at, near):
        state = grow(state, kind, at)
    else:
        return illegal
    state, ended, hungry = finish(state, board, near, players)
    return True, state, ended, hungry
