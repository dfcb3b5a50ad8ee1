"""What is seen ahead on a board: food before and after a step, and what a colour reaches or attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional, Tuple

from .apply_turns import KINDS
from .bitboard import State, add_planes, around, count, digit_sum, goals, grow, hand_on
from .board_state import Standing
from .legality import illegal, reason, why_not_growth
from .turn import Reach, Turn

if TYPE_CHECKING:
    from .layout import Layout

Food = Dict[str, int]
Change = Dict[str, Optional[int]]
"""By disc the food of an adaptoid after a step; None where it would be gone."""


def food(position: Standing, state: State) -> Food:
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


def reach(position: Standing, cell: str) -> Reach:
    """Where the adaptoid on a disc can go, were it its colour's move step. Raises IllegalTurn where none stands."""
    piece = position.piece(cell)
    if piece is None:
        raise illegal(reason("empty", cell))
    layout = position.layout
    players = len(position.colors)
    state = position.state
    for _ in range(position.seat_of(piece.color)):
        state = hand_on(state, players)
    free: List[str] = []
    captures: List[str] = []
    exchanges: List[str] = []
    deaths: List[str] = []
    for end in layout.cells_of(goals(state, layout.disc(cell), layout.board, layout.links, position.flags)):
        there = position.piece(end)
        if there is None:
            free.append(end)
        elif there.pincers < piece.pincers:
            captures.append(end)
        elif there.pincers == piece.pincers:
            exchanges.append(end)
        else:
            deaths.append(end)
    return Reach(tuple(free), tuple(captures), tuple(exchanges), tuple(deaths))


def foresee(position: Standing, middle: Standing, turn: Turn) -> Change:
    """What a move, a growth or both would change in the food of both sides, before the feeding.

    `middle` is the position after the turn's move. Raises IllegalTurn.
    """
    before = food(position, position.state)
    state = middle.state
    if turn.growth is not None:
        found = why_not_growth(middle, turn.growth, str(turn.at))
        if found is not None:
            raise illegal(found)
        state = grow(state, KINDS[turn.growth], position.layout.disc(str(turn.at)))
    return dict(changed(position, before, state))


def changed(position: Standing, before: Food, state: State) -> List[Tuple[str, Optional[int]]]:
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


def targets(position: Standing, color: str, taken: bool) -> Dict[str, Tuple[str, ...]]:
    """By disc the origins of a colour that reach it (R6), or by enemy the origins that may attack it (R7).

    Raises GameError for a colour that does not play.
    """
    position.supply(color)
    pieces = position.pieces
    found: Dict[str, List[str]] = {}
    for origin in position.layout.cells:
        if origin in pieces and pieces[origin].color == color:
            ends = reach(position, origin)
            for cell in ends.captures + ends.exchanges + ends.deaths if taken else ends.free:
                found.setdefault(cell, []).append(origin)
    return {cell: tuple(found[cell]) for cell in position.layout.cells if cell in found}
