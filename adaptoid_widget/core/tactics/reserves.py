"""Reserves, on the integers of `bitboard`. They do not depend on the player to move."""

from __future__ import annotations

from typing import List, Sequence, Tuple

from ..game.marks import Marks
from ..i18n.slots import Slots
from ..rules.bitboard import Context, State, count, occupied
from ..rules.integer_rules import MAX_BODIES, destinations, limbed_discs, rotate_players
from ..rules.layout import Layout
from ..rules.position import Position
from ..rules.variants import VARIANTS, sides
from .tactic import ByTurn, InPosition, Tactic, TacticKind

RESERVE = "reserve"

# the free discs that a colour reaches and the enemies that it attacks, if it has the move step now
ReachMasks = Tuple[int, int]


def reach_masks(state: State, seat: int, context: Context) -> ReachMasks:
    """Return where the colour on a seat could end a move (R6, R7). Seat 0 is the player to move."""
    for _ in range(seat):
        state = rotate_players(state, context.players)
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    ends = 0
    movers = own & (l0 | l1 | l2)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends |= destinations(state, origin, context)
    foes = foe | far
    return ends & ~foes, ends & foes


def reserves(state: State, seat: int, layout: Layout, enemies: Sequence[ReachMasks]) -> List[Tuple[int, int]]:
    """Return the reserves of the colour on a seat: each adaptoid with the free discs next to it that no enemy reaches.

    `enemies` is the reach of each of its enemies. Without a body in supply there is no reserve (R3).
    """
    pairs: List[Tuple[int, int]] = []
    if count(state[seat]) >= MAX_BODIES:
        return pairs
    safe = layout.board ^ occupied(state)
    bare = state[seat] & ~limbed_discs(state)
    for free, attacked in enemies:
        safe &= ~free
        bare &= ~attacked
    while bare:
        disc = bare & -bare
        bare ^= disc
        if layout.links[disc] & safe:
            pairs.append((disc, layout.links[disc] & safe))
    return pairs


class ReserveKind(TacticKind):
    """Bare adaptoids beside free discs that are out of the enemies' reach, of all colours."""

    names = (RESERVE,)
    can_be_missed = False
    during_turn = True

    def find(self, asked: InPosition) -> List[Tactic]:
        """Return the reserves of all colours. The turns are those of the player to move."""
        position = asked.position
        return [
            _reserve_of(color, cell, free, tuple(["+" + at for at in free]) if color == position.turn else ())
            for color, cell, free in _reserves(position)
        ]

    def done(self, asked: ByTurn) -> List[Tactic]:
        """Return the reserves that a new adaptoid grew from."""
        position, turn = asked.position, asked.turn
        if turn.growth != "new":
            return []
        middle = position.after_move(str(turn.move)) if turn.move else position
        return [
            _reserve_of(color, cell, (str(turn.at),), (str(turn),))
            for color, cell, free in _reserves(middle)
            if color == position.turn and turn.at in free
        ]


def _reserves(position: Position) -> List[Tuple[str, str, Tuple[str, ...]]]:
    """Return each reserve as its colour, its adaptoid and the free discs next to it."""
    layout = position.layout
    seats = [(color, position.seat_of(color)) for color in sides(VARIANTS[position.variant])]
    reaches = {seat: reach_masks(position.state, seat, position.context) for _, seat in seats}
    return [
        (color, layout.cell(disc), layout.cells_of(free))
        for color, seat in seats
        for disc, free in reserves(
            position.state, seat, layout, [reaches[other] for other in reaches if other != seat]
        )
    ]


def _reserve_of(color: str, cell: str, free: Tuple[str, ...], turns: Tuple[str, ...]) -> Tactic:
    """Make a reserve from its adaptoid's disc and the free discs next to it."""
    slots: Slots = {"cell": cell, "cells": list(free), "color": color}
    marks = Marks((), free, {cell: "green"})
    return Tactic(RESERVE, color, turns, (cell,) + free, (), 0, ("tactic.reserve", slots), marks)
