"""Forks: a move and a new adaptoid starve an enemy with one liberty to spare. On the integers of `bitboard`."""

from __future__ import annotations

from collections import OrderedDict
from typing import List, Tuple

from ..game.marks import Marks
from ..i18n.slots import Slots
from ..rules.bitboard import FAR, FOE, Context, Near, State, around, count, digit_sum
from ..rules.integer_rules import MAX_BODIES, limbed_discs, touched
from ..rules.position import Position
from ..rules.turn import Turn
from .one_ply import food_masks
from .tactic import ByTurn, InPosition, Tactic, TacticKind

FORK = "fork"
DOUBLE_FORK = "double fork"

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


class ForkKind(TacticKind):
    """Forks of one victim, and double forks of several."""

    names = (FORK, DOUBLE_FORK)

    def find(self, asked: InPosition) -> List[Tactic]:
        """Return all forks, then all double forks, each with all its turns."""
        position, layout = asked.position, asked.position.layout
        cell = layout.cell
        # MicroPython's dicts have no order
        turns: OrderedDict[int, List[str]] = OrderedDict()
        for origin, target, at, victims in forks(position.state, position.context):
            turns.setdefault(victims, []).append("%s-%s +%s" % (cell(origin), cell(target), cell(at)))
        tactics = [_fork_of(position.turn, tuple(turns[mask]), layout.cells_of(mask)) for mask in turns]
        return [tactic for name in self.names for tactic in tactics if tactic.name == name]

    def done(self, asked: ByTurn) -> List[Tactic]:
        """Return the fork or double fork that a turn carries out, if any."""
        victims = forked_by(asked.position, asked.turn)
        return [_fork_of(asked.position.turn, (str(asked.turn),), victims)] if victims else []


def _fork_of(color: str, turns: Tuple[str, ...], victims: Tuple[str, ...]) -> Tactic:
    """Make a fork of one victim, or a double fork of several. Each of the turns starves all of them."""
    first = Turn.from_text(turns[0])
    slots: Slots = {"line": turns[0], "cells": list(victims)}
    discs = (str(first.origin), str(first.target), str(first.at))
    name, code = (FORK, "tactic.fork") if len(victims) == 1 else (DOUBLE_FORK, "tactic.double-fork")
    rings = dict.fromkeys(victims, "red")
    rings[discs[2]] = "green"
    return Tactic(name, color, turns, discs, victims, 0, (code, slots), Marks([discs[:2]], (), rings))
