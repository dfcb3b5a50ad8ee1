"""Tails, on the integers of `bitboard`. They do not depend on the player to move."""

from __future__ import annotations

from typing import Dict, List, Tuple

from ..game.marks import Marks
from ..i18n.slots import Slots
from ..rules.bitboard import Near, around, count, rim_discs
from ..rules.integer_rules import limbed_discs
from ..rules.layout import Layout
from ..rules.named_layouts import start_discs
from ..rules.position import Position
from ..rules.variants import VARIANTS, sides
from .tactic import ByTurn, InPosition, Starts, Tactic, TacticKind

TAIL = "tail"
MIN_TAIL = 3
# the cache holds this many boards
MAX_CACHED = 32

_back_line_distances: Dict[Tuple[str, int], Dict[int, int]] = {}


def back_line_distances(layout: Layout, start: int) -> Dict[int, int]:
    """Return by disc the number of steps to the enemy's back line: the discs farthest from the own start discs.

    Discs that cannot be reached from the start discs are left out.
    """
    key = (str(layout), start)
    distances = _back_line_distances.get(key)
    if distances is None:
        from_start = layout.steps(start, layout.board)
        max_distance = max(from_start.values())
        back_line = sum([disc for disc in from_start if from_start[disc] == max_distance])
        distances = layout.steps(back_line, layout.board)
        if len(_back_line_distances) >= MAX_CACHED:
            _back_line_distances.clear()
        _back_line_distances[key] = distances
    return distances


def tails(bare: int, layout: Layout, start: int) -> List[List[int]]:
    """Return the tails of one colour, from its bare adaptoids and its start discs: the best of each group on the rim.

    The best tail is the longest. Between tails of one length it is the one that gains most steps towards the back line,
    then the first in the order of its discs. A tail is a list of discs from its beginning to its end.
    """
    best_tails: List[List[int]] = []
    near = layout.links
    ungrouped = bare & rim_discs(layout.board, near)
    if count(ungrouped) < MIN_TAIL:
        return best_tails
    distances = back_line_distances(layout, start)
    while ungrouped:
        group = ungrouped & -ungrouped
        wider = group | (around(group, near) & ungrouped)
        while wider != group:
            group = wider
            wider = group | (around(group, near) & ungrouped)
        ungrouped ^= group
        # discs without a way from the start have no distance
        if count(group) >= MIN_TAIL and group & -group in distances:
            best: List[List[int]] = []
            discs = group
            while discs:
                disc = discs & -discs
                discs ^= disc
                _extend([disc], group ^ disc, near, distances, best)
            best_tails += best
    return best_tails


def _extend(
    chain: List[int], unused: int, near: Near, distances: Dict[int, int], best: List[List[int]]
) -> None:
    """Compare a chain, and all chains that begin with it, with the best one so far. `best` holds at most one chain."""
    if len(chain) >= MIN_TAIL and distances[chain[-1]] < distances[chain[0]]:
        if not best:
            best.append(chain)
        elif _rank(chain, distances) < _rank(best[0], distances):
            best[0] = chain
    ends = near[chain[-1]] & unused
    while ends:
        disc = ends & -ends
        ends ^= disc
        _extend(chain + [disc], unused ^ disc, near, distances, best)


def _rank(chain: List[int], distances: Dict[int, int]) -> Tuple[int, int, List[int]]:
    return -len(chain), distances[chain[-1]] - distances[chain[0]], chain


class TailKind(TacticKind):
    """Chains of bare adaptoids along the rim, of all colours."""

    names = (TAIL,)
    can_be_missed = False
    during_turn = True

    def find(self, asked: InPosition) -> List[Tactic]:
        """Return the tails of all colours."""
        return [_tail_of(color, chain) for color, chain in _tails(asked.position, asked.starts)]

    def done(self, asked: ByTurn) -> List[Tactic]:
        """Return the tail that a new adaptoid makes longer."""
        turn = asked.turn
        if turn.growth != "new":
            return []
        return [
            _tail_of(color, chain, (str(turn),))
            for color, chain in _tails(asked.effect.position, asked.starts)
            if color == asked.position.turn and turn.at in chain
        ]


def _tails(position: Position, starts: Starts) -> List[Tuple[str, Tuple[str, ...]]]:
    """Return each tail with its colour."""
    layout = position.layout
    bare = ~limbed_discs(position.state)
    start_masks = start_discs(layout, position.variant, starts)
    return [
        (color, tuple([layout.cell(disc) for disc in chain]))
        for color in sides(VARIANTS[position.variant])
        if start_masks.get(color)
        for chain in tails(bare & position.state[position.seat_of(color)], layout, start_masks[color])
    ]


def _tail_of(color: str, chain: Tuple[str, ...], turns: Tuple[str, ...] = ()) -> Tactic:
    """Make a tail. The chain leads from its beginning to its end."""
    slots: Slots = {"cells": list(chain), "color": color}
    marks = Marks([(chain[i], chain[i + 1]) for i in range(len(chain) - 1)], (), {})
    return Tactic(TAIL, color, turns, chain, (), 0, ("tactic.tail", slots), marks)
