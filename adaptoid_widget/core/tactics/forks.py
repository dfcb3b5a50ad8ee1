"""Forks: a move and a new adaptoid starve an enemy with one liberty to spare. On the integers of `bitboard`."""

from __future__ import annotations

from typing import List, Tuple

from ..rules.bitboard import FAR, FOE, Context, Near, State, around, count, digit_sum
from ..rules.integer_rules import MAX_BODIES, limbed_discs, touched
from ..rules.position import Position
from ..rules.turn import Turn
from .one_ply import food_masks

# origin, target, the disc of the new adaptoid, and the discs of the victims
Fork = Tuple[int, int, int, int]


def one_to_spare(state: State, context: Context) -> int:
    """Return the enemies with one more liberty than limbs: two arrivals starve them, one does not."""
    return food_masks((state[FOE] | state[FAR]) & limbed_discs(state), state, context)[3]


def forked(spare: int, origin: int, target: int, at: int, near: Near) -> int:
    """Return which of the enemies with one liberty to spare a move and a new adaptoid fork.

    Both arrive beside the victim. The mover did not touch it before: it would free a disc there.
    """
    return spare & near[target] & ~near[origin] & near[at]


def forked_by(position: Position, turn: Turn) -> Tuple[str, ...]:
    """Return the discs of the enemies that a turn starves by a fork (docs/reference/rules.md: Tactics).

    >>> position = Position.from_text("adaptoid w 0,0 W:B2L,C3 B:C4LLP,D4,D6")
    >>> forked_by(position, Turn.from_text("B2-B3 +B4"))
    ('C4',)
    """
    if turn.origin is None or turn.target is None or turn.attack or turn.growth != "new" or turn.at is None:
        return ()
    layout = position.layout
    spare = one_to_spare(position.state, position.context)
    origin, target, at = layout.disc(turn.origin), layout.disc(turn.target), layout.disc(turn.at)
    return layout.cells_of(forked(spare, origin, target, at, layout.links))


def forks(state: State, context: Context) -> List[Fork]:
    """Return all pairs of arrivals that fork an enemy, in the order of the discs, at the start of a turn."""
    near = context.near
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    pairs: List[Fork] = []
    spare = one_to_spare(state, context)
    if spare == 0 or count(own) >= MAX_BODIES:
        return pairs
    free = context.board ^ (own | foe | far)
    movers = own & (l0 | l1 | l2)
    beside = around(spare, near)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = touched(origin, digit_sum(l0, l1, l2, origin), free, near) & free & beside
        if ends == 0:
            continue
        others = around(own ^ origin, near)
        while ends:
            target = ends & -ends
            ends ^= target
            if spare & near[target] & ~near[origin] == 0:
                continue
            new = (others | near[target]) & (free ^ target) & beside
            while new:
                at = new & -new
                new ^= at
                victims = forked(spare, origin, target, at, near)
                if victims:
                    pairs.append((origin, target, at, victims))
    return pairs
