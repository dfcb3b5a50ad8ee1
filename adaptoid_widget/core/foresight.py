"""What is seen ahead on a board: food before and after a step, and what a colour reaches or attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional, Tuple

from .outcome import KINDS
from .reasons import illegal, why_not_growth
from .rules import State, add_planes, around, count, digit_sum, grow
from .turn import Turn

if TYPE_CHECKING:
    from .layout import Layout
    from .position import Position

Food = Dict[str, int]
Change = Dict[str, Optional[int]]
"""By disc the food of an adaptoid after a step; None where it would be gone."""


def food(position: Position, state: State) -> Food:
    """By disc every adaptoid's liberties less its size (R2, R10), with the integers `state` on the position's board."""
    return _food_on(position.layout, state, state[0] | state[1] | state[2])


def _food_on(layout: Layout, state: State, discs: int) -> Food:
    """The food of the adaptoids on some discs."""
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    free = layout.board & ~(own | foe | far)
    links = layout.links
    s0, s1, s2 = add_planes(l0, l1, l2, p0, p1, p2)
    out: Food = {}
    while discs:
        disc = discs & -discs
        discs ^= disc
        out[layout.cell(disc)] = count(links[disc] & free) - digit_sum(s0, s1, s2, disc)
    return out


def foresee(position: Position, turn: Turn) -> Change:
    """What a move, a growth or both would change in the food of both sides, before the feeding.

    Raises IllegalTurn.
    """
    before = food(position, position.state)
    middle = position
    if turn.origin is not None:
        middle = position.effect_of_move(Turn(turn.origin, turn.target, turn.attack, None, None)).position
    state = middle.state
    if turn.growth is not None:
        found = why_not_growth(middle, turn.growth, str(turn.at))
        if found is not None:
            raise illegal(found)
        state = grow(state, KINDS[turn.growth], position.layout.disc(str(turn.at)))
    return dict(changed(position, before, state))


def changed(position: Position, before: Food, state: State) -> List[Tuple[str, Optional[int]]]:
    """Disc by disc, in the board's order, the food for which `state` differs from the position's own, `before`."""
    layout = position.layout
    old = position.state
    was = old[0] | old[1] | old[2]
    now = state[0] | state[1] | state[2]
    other = was ^ now
    # only next to a disc that was taken or left, or where limbs came or went: few of many adaptoids
    near = around(other, layout.links)
    for i in range(3, 9):
        near |= old[i] ^ state[i]
    after = _food_on(layout, state, (near | other) & now)
    cells = layout.cells_of(near & now | other)
    return [(cell, after.get(cell)) for cell in cells if after.get(cell) != before.get(cell)]


def targets(position: Position, color: str, taken: bool) -> Dict[str, Tuple[str, ...]]:
    """By disc the origins of a colour that reach it (R6), or by enemy the origins that may attack it (R7).

    Raises GameError for a colour that does not play.
    """
    position.supply(color)
    pieces = position.pieces
    found: Dict[str, List[str]] = {}
    for origin in position.layout.cells:
        if origin in pieces and pieces[origin].color == color:
            reach = position.reach(origin)
            for cell in reach.captures + reach.exchanges + reach.deaths if taken else reach.free:
                found.setdefault(cell, []).append(origin)
    return {cell: tuple(found[cell]) for cell in position.layout.cells if cell in found}
