"""Sets of discs and states of a game as integers, one bit per disc; `integer_rules` has the rules on them.

A *disc* is a power of two. A *mask* is a set of discs. A *state* is a tuple of twelve integers, from the view of the
player to move:

    (own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far)

`own`, `foe` and `far` are the adaptoids of the player to move, of the next player, and of the one after that (0 with
two players). `l0, l1, l2` and `p0, p1, p2` are bit planes over all colours: the binary digits of the number of legs
and of pincers on each disc. A *context* holds what stays the same throughout a game.

Numba compiles these functions for the search. Therefore all numbers fit into signed 64 bits, and masks into 61 bits.
"""

from __future__ import annotations

from typing import Mapping, NamedTuple, Tuple

State = Tuple[int, int, int, int, int, int, int, int, int, int, int, int]
# the place of each integer in a state; functions that need most of them unpack the state
OWN, FOE, FAR = 0, 1, 2
L0, L1, L2 = 3, 4, 5
P0, P1, P2 = 6, 7, 8
LOST_OWN, LOST_FOE, LOST_FAR = 9, 10, 11
Planes = Tuple[int, int, int]
TurnDiscs = Tuple[int, int, int, int]
"""A turn: origin, target, kind and disc of the growth. Parts that the turn does not have are 0."""
Near = Mapping[int, int]
"""For each disc the mask of the discs that touch it."""

Context = NamedTuple(
    "Context",
    [
        ("board", int),  # the mask of all discs
        ("near", Near),
        ("players", int),  # 2 or 3
        ("limit", int),  # a player with this many lost adaptoids has lost (R11, R20)
        ("switches", int),  # the switches of R7 as bits
        ("prey", int),  # R17: a player's prey moves this many turns later: 1 or 2; always 1 with two players
    ],
)
"""What the rules need to know besides the state."""


def sliced_count(mask: int) -> int:
    """Count the discs of a mask without `int.bit_count`."""
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((mask * 0x0101010101010101) >> 56) & 255


if hasattr(int, "bit_count"):

    def count(mask: int) -> int:
        """Count the discs of a mask.

        >>> count(0b1011)
        3
        """
        return mask.bit_count()

else:

    def count(mask: int) -> int:
        """Count the discs of a mask."""
        return sliced_count(mask)


def occupied(state: State) -> int:
    """Return all discs with an adaptoid."""
    return state[OWN] | state[FOE] | state[FAR]


def pick(mask: int, k: int) -> int:
    """Return the disc that has k discs of the mask below it.

    >>> pick(0b1011, 2)
    8
    """
    while k > 0:
        mask &= mask - 1
        k -= 1
    return mask & -mask


def around(mask: int, near: Near) -> int:
    """Return all discs that touch a disc of the mask (R1, R15)."""
    out = 0
    while mask:
        remaining = mask & (mask - 1)
        out |= near[mask ^ remaining]
        mask = remaining
    return out


def rim_discs(board: int, near: Near) -> int:
    """Return the discs of a board with fewer than six neighbours."""
    rim = 0
    while board:
        disc = board & -board
        board ^= disc
        if count(near[disc]) < 6:
            rim |= disc
    return rim


def digit_sum(x0: int, x1: int, x2: int, disc: int) -> int:
    """Return the number that three bit planes hold for a disc.

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
    """Add two numbers in bit planes, disc by disc. No sum exceeds 7 (R2: legs plus pincers are at most six)."""
    c0 = x0 & y0
    half = x1 ^ y1
    return x0 ^ y0, half ^ c0, x2 ^ y2 ^ ((x1 & y1) | (c0 & half))


def one_more(x0: int, x1: int, x2: int, disc: int) -> Planes:
    """Add one to a disc's number in bit planes."""
    carry = x0 & disc
    return x0 ^ disc, x1 ^ carry, x2 ^ (x1 & carry)


def limbs_used(mask: int, x0: int, x1: int, x2: int) -> int:
    """Count the limbs of one kind on all discs of a mask (R3)."""
    return count(mask & x0) + 2 * count(mask & x1) + 4 * count(mask & x2)
