"""What is seen ahead on a board: food before and after a step, and what a colour reaches or attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional, Tuple

from .reasons import illegal, why_not_growth
from .rules import GROW, State, count, digit_sum
from .turn import Turn

if TYPE_CHECKING:
    from .position import Position

Food = Dict[str, int]
Change = Dict[str, Optional[int]]
"""By disc the food of an adaptoid after a step; None where it would be gone."""


def food(position: Position, state: State) -> Food:
    """By disc every adaptoid's liberties less its size (R2, R10), with the integers `state` on the position's board."""
    layout = position.layout
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    taken = own | foe | far
    free = layout.board & ~taken
    out: Food = {}
    for cell in layout.cells_of(taken):
        disc = layout.disc(cell)
        size = digit_sum(l0, l1, l2, disc) + digit_sum(p0, p1, p2, disc)
        out[cell] = count(layout.touching(cell) & free) - size
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
        state = GROW[turn.growth](state, position.layout.disc(str(turn.at)))
    return changed(position, before, state)


def changed(position: Position, before: Food, state: State) -> Change:
    """By disc, in the board's order, the food for which `state` differs from the food before."""
    after = food(position, state)
    out: Change = {}
    for cell in position.layout.cells:
        if cell in after:
            if after[cell] != before.get(cell):
                out[cell] = after[cell]
        elif cell in before:
            out[cell] = None
    return out


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
