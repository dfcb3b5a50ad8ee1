"""Counts food before and after a step, on the integers of `bitboard`."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from ..host.host import in_order
from .bitboard import L0, P2, State, add_planes, around, digit_sum, occupied
from .layout import Layout

Food = Dict[str, int]
"""For each disc with an adaptoid its food: liberties minus size."""


def food(layout: Layout, state: State) -> Food:
    """Return the food of all adaptoids (R2, R10)."""
    return _food_on(layout, state, occupied(state))


def _food_on(layout: Layout, state: State, discs: int) -> Food:
    _, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = state
    taken = occupied(state)
    s0, s1, s2 = add_planes(l0, l1, l2, p0, p1, p2)
    out: Food = in_order([])
    while discs:
        disc = discs & -discs
        discs ^= disc
        out[layout.cell(disc)] = food_of(layout, disc, taken, digit_sum(s0, s1, s2, disc))
    return out


def food_of(layout: Layout, disc: int, taken: int, size: int) -> int:
    """Return the food of an adaptoid of a size on a disc, if the discs in `taken` are not free (R2, R10)."""
    return layout.liberties(disc, taken) - size


def changed(layout: Layout, old: State, before: Food, new: State) -> List[Tuple[str, Optional[int]]]:
    """Return, in the board's order, each disc whose food differs between two states, with its new food.

    `before` is the food in the old state.
    """
    taken = occupied(new)
    changed_discs = occupied(old) ^ taken
    # food changes only next to a disc that was taken or left, and where limbs came or went
    affected = around(changed_discs, layout.links)
    for i in range(L0, P2 + 1):
        affected |= old[i] ^ new[i]
    affected = affected & taken | changed_discs
    after = _food_on(layout, new, affected & taken)
    cells = layout.cells_of(affected)
    return [(cell, after.get(cell)) for cell in cells if after.get(cell) != before.get(cell)]
