"""Changes to the board of a draft: adds and removes lattice discs; adds, moves and snaps free discs (R15)."""

from __future__ import annotations

import math
from typing import Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from ..rules.layout import (
    HALF_ROOT_3,
    MAX_DISCS,
    NEXT_TO,
    TOUCH_FROM,
    TOUCH_TO,
    Axial,
    Layout,
    axial_of,
    cell_of,
    free_thousandths,
    is_cell,
    squared_distance,
)
from ..rules.scanner import DIGITS, rounded
from ..wire.intent_fields import refused
from .draft import Draft

Spot = Tuple[int, int]
Ghost = Tuple[str, float, float]

ROWS = 26
NUMBERS = 99
DISC = 1000
# how far a free disc jumps, in thousandths: to touch two others, to lie straight beside one, to touch one
TO_TWO = 260
TO_STRAIGHT = 120
TO_ONE = 170
# rounded places may be a little farther away
MAX_ROUGH = TO_TWO + 5
# twelve directions of length 1000: the six of the lattice, and the four of a square grid among them
STRAIGHT = (
    (1000, 0), (866, 500), (500, 866), (0, 1000), (-500, 866), (-866, 500),
    (-1000, 0), (-866, -500), (-500, -866), (0, -1000), (500, -866), (866, -500),
)  # fmt: skip

Snapped = NamedTuple(
    "Snapped", [("spot", Spot), ("touching", Tuple[int, ...]), ("overlapped", Tuple[int, ...])]
)
"""Where a disc would lie, and the numbers of the discs that it touches or overlaps there."""


def is_lattice(layout: Layout) -> bool:
    """Whether a board's discs lie on the lattice; otherwise they lie freely."""
    return not str(layout).startswith("discs:")


def is_named(disc: Axial) -> bool:
    """Whether there is a name for a place of the lattice: rows A–Z, numbers 1–99."""
    return 1 <= disc[0] <= ROWS and 1 <= disc[1] <= NUMBERS


def shape_of(layout: Layout) -> List[Axial]:
    """The discs of a lattice board."""
    return [axial_of(cell) for cell in layout.cells]


def lattice_of(discs: Iterable[Axial]) -> Layout:
    """A board of lattice discs; a hexagon goes by its own name."""
    layout = Layout.lattice([cell_of(disc) for disc in discs])
    for side in (2, 3, 4, 5):
        hexagon = Layout.hexagon(side)
        if hexagon.cells == layout.cells:
            return hexagon
    return layout


def ring_around(discs: Iterable[Axial]) -> List[Axial]:
    """Every place that touches one of the discs, and the discs themselves, sorted."""
    places = set(discs)
    for q, r in list(places):
        for dq, dr in NEXT_TO:
            places.add((q + dq, r + dr))
    return sorted(places)


def lattice_ghosts(layout: Layout, shown: Iterable[Axial]) -> List[Ghost]:
    """The places for a new disc: key, x, y. The key is "row,number" if the place has no name."""
    return [
        (cell_of((q, r)) if is_named((q, r)) else "%d,%d" % (q, r), r - q / 2, q * HALF_ROOT_3)
        for q, r in sorted(set(shown) - set(shape_of(layout)))
    ]


def parse_place(key: str) -> Optional[Tuple[int, int]]:
    """Two whole numbers with a comma between them, or None."""
    parts = key.split(",")
    for part in parts:
        digits = part[1:] if part[:1] == "-" else part
        if len(parts) != 2 or not 1 <= len(digits) <= 9 or digits.strip(DIGITS):
            return None
    return int(parts[0]), int(parts[1])


def lattice_place(key: str) -> Axial:
    """The lattice place of a key. Raises Refused for a text that is not a key."""
    place = parse_place(key)
    if place is not None:
        return place
    if not is_cell(key):
        raise refused("edit-no-place", None, {"cell": key[:20]})
    return axial_of(key)


def toggled(draft: Draft, disc: Axial) -> Tuple[Draft, Axial]:
    """The draft with a lattice disc added or removed, and the shift of the board. Raises Refused.

    An adaptoid on a removed disc keeps its place. A disc beyond row A or number 1 has no name, so adding it shifts the
    board with all adaptoids.
    """
    shape = shape_of(draft.layout)
    if disc in shape:
        if len(shape) == 1:
            raise refused("edit-last-disc", cell_of(disc))
        shape.remove(disc)
        return draft.replace(layout=lattice_of(shape)), (0, 0)
    if len(shape) >= MAX_DISCS:
        raise refused("edit-most-discs", cell_of(disc) if is_named(disc) else None, {"max": MAX_DISCS})
    shape.append(disc)
    # what stands beside the board is shifted too, and has to keep a name
    places = shape + [axial_of(cell) for cell in draft.off_board if is_named(axial_of(cell))]
    by = _shift(places)
    if by is None:
        raise refused("edit-too-wide", None, {"rows": ROWS, "numbers": NUMBERS})
    dq, dr = by
    names = {cell: cell_of((axial_of(cell)[0] + dq, axial_of(cell)[1] + dr)) for cell in draft.pieces}
    return draft.renamed(lattice_of([(q + dq, r + dr) for q, r in shape]), names), by


def _shift(discs: Sequence[Axial]) -> Optional[Axial]:
    """The smallest shift after which every place has a name; None if no shift does that."""
    out: List[int] = []
    for axis, size in ((0, ROWS), (1, NUMBERS)):
        low = min([disc[axis] for disc in discs])
        high = max([disc[axis] for disc in discs])
        if high - low >= size:
            return None
        out.append(1 - low if low < 1 else size - high if high > size else 0)
    return out[0], out[1]


def centres_of(layout: Layout) -> List[Spot]:
    """The discs' centres in whole thousandths; a lattice board's are rounded, its first disc in the origin.

    >>> centres_of(Layout.from_text("lattice:B2.C2.C3"))
    [(0, 0), (-500, 866), (500, 866)]
    """
    left, top = layout.places[0] if is_lattice(layout) else (0, 0)
    return [(rounded((x - left) * 1000), rounded((y - top) * 1000)) for x, y in layout.places]


def replaced(draft: Draft, layout: Layout) -> Draft:
    """The draft on another board, where each adaptoid keeps the name of its disc.

    Between a lattice and free discs, the names differ. Each adaptoid then goes to the disc at the same place, relative
    to the first disc. Raises Refused if there is no such disc.
    """
    if is_lattice(draft.layout) == is_lattice(layout):
        return draft.replace(layout=layout)
    cell_at = dict(zip(centres_of(layout), layout.cells))
    centres = zip(draft.layout.cells, centres_of(draft.layout))
    return _renamed(draft, layout, {cell: cell_at[spot] for cell, spot in centres if spot in cell_at})


def _renamed(draft: Draft, layout: Layout, names: Dict[str, str]) -> Draft:
    lost = [cell for cell in draft.layout.cells if cell in draft.pieces and cell not in names]
    lost += list(draft.off_board)
    if lost:
        raise refused("edit-no-disc-there", lost[0], {"cells": lost})
    return draft.renamed(layout, names)


def loosened(draft: Draft) -> Draft:
    """The draft with free discs instead of lattice discs. Raises Refused for an adaptoid without a disc."""
    layout = free_thousandths(centres_of(draft.layout))
    return _renamed(draft, layout, dict(zip(draft.layout.cells, layout.cells)))


def snap(others: Sequence[Spot], x: int, y: int) -> Snapped:
    """Where a disc that is dropped at (x, y) snaps to.

    It snaps to a near place where it touches two other discs, else lies straight beside one (in the directions of a
    lattice or a square grid), else touches one. Without such a place it stays, and may overlap others.

    >>> snap([(0, 0), (1000, 0)], 560, 930)
    Snapped(spot=(500, 866), touching=(0, 1), overlapped=())
    >>> snap([(0, 0)], 300, 100).overlapped
    (0,)
    """
    near = [spot for spot in others if squared_distance(spot, (x, y)) <= 2300 * 2300]
    spot = (
        _nearest(near, _beside_two(near, (x, y)), x, y, TO_TWO)
        or _nearest(near, _straight_beside(near), x, y, TO_STRAIGHT)
        or _nearest(near, [_beside_one(other, x, y) for other in near], x, y, TO_ONE)
        or (x, y)
    )
    squares = [squared_distance(other, spot) for other in others]
    touching = [i for i, square in enumerate(squares) if TOUCH_FROM <= square <= TOUCH_TO]
    overlapped = [i for i, square in enumerate(squares) if square < TOUCH_FROM]
    return Snapped(spot, tuple(touching), tuple(overlapped))


def is_clear(others: Sequence[Spot], spot: Spot) -> bool:
    """Whether a disc there overlaps none of the others (R15)."""
    return all(squared_distance(other, spot) >= TOUCH_FROM for other in others)


def free_places(centres: Sequence[Spot]) -> List[Spot]:
    """Places around a board for one more disc, none overlapping another.

    Places that touch two discs come first, then those straight beside one; each group starts nearest to the middle.
    """
    middle = (sum([x for x, _ in centres]) // len(centres), sum([y for _, y in centres]) // len(centres))
    taken: List[Spot] = list(centres)
    for spots in (_beside_two(centres), _straight_beside(centres)):
        for _, spot in sorted([(squared_distance(spot, middle), spot) for spot in set(spots) - set(taken)]):
            if is_clear(taken, spot):
                taken.append(spot)
    return taken[len(centres) :]


def free_ghosts(layout: Layout) -> List[Ghost]:
    """The places around a board of free discs where a click puts another one."""
    return [("%d,%d" % spot, spot[0] / 1000, spot[1] / 1000) for spot in free_places(centres_of(layout))]


def added(draft: Draft, x: int, y: int) -> Tuple[Draft, str]:
    """The draft with one more free disc, snapped, and the disc's name. Raises Refused."""
    centres = centres_of(draft.layout)
    if len(centres) >= MAX_DISCS:
        raise refused("edit-most-discs", None, {"max": MAX_DISCS})
    centres.append(_settled(centres, x, y, None))
    return draft.replace(layout=free_thousandths(centres)), "N%d" % len(centres)


def dragged(draft: Draft, cell: str, x: int, y: int) -> Draft:
    """The draft with a free disc and its adaptoid moved, snapped. Raises Refused."""
    centres = centres_of(draft.layout)
    number = draft.layout.index(cell)
    others = centres[:number] + centres[number + 1 :]
    centres[number] = _settled(others, x, y, number)
    return draft.replace(layout=free_thousandths(centres))


def _settled(others: Sequence[Spot], x: int, y: int, number: Optional[int]) -> Spot:
    """Where a disc snaps to; `number` is that of a moved disc. Raises Refused if it overlaps others."""
    snapped = snap(others, x, y)
    if snapped.overlapped:
        names = ["N%d" % (i + 1 if number is None or i < number else i + 2) for i in snapped.overlapped]
        code = "edit-overlap" if number is None else "edit-disc-overlaps"
        raise refused(code, None if number is None else "N%d" % (number + 1), {"others": names})
    return snapped.spot


def hopped(draft: Draft, cell: str, dx: float, dy: float) -> Draft:
    """The draft with a free disc at the next good place in a direction, or half a disc further. Raises Refused."""
    centres = centres_of(draft.layout)
    number = draft.layout.index(cell)
    x, y = centres[number]
    others = centres[:number] + centres[number + 1 :]
    ranked: List[Tuple[float, int, Spot]] = []
    for spot in _beside_two(others) + _straight_beside(others):
        ahead = (spot[0] - x) * dx + (spot[1] - y) * dy
        aside = abs((spot[0] - x) * dy - (spot[1] - y) * dx)
        if ahead > 60 and aside <= ahead:
            ranked.append((ahead + 1.6 * aside, len(ranked), spot))
    spots = [spot for _, _, spot in sorted(ranked)] + [(rounded(x + 500 * dx), rounded(y + 500 * dy))]
    for spot in spots:
        if is_clear(others, spot):
            centres[number] = spot
            return draft.replace(layout=free_thousandths(centres))
    raise refused("edit-no-way", cell)


def removed(draft: Draft, cell: str) -> Draft:
    """The draft without a free disc; later discs get new numbers and keep their adaptoids. Raises Refused."""
    if cell in draft.pieces:
        raise refused("edit-stands-there", cell)
    centres = centres_of(draft.layout)
    if len(centres) == 1:
        raise refused("edit-last-disc", cell)
    number = draft.layout.index(cell)
    names = {"N%d" % (i + 1): "N%d" % i for i in range(number + 1, len(centres))}
    return draft.renamed(free_thousandths(centres[:number] + centres[number + 1 :]), names)


def _beside_two(centres: Sequence[Spot], at: Optional[Spot] = None) -> List[Spot]:
    """All places that touch two of the discs; with `at`, only those within snapping distance of it."""
    out: List[Spot] = []
    seen = set(centres)
    for i in range(len(centres)):
        for j in range(i):
            for x, y in _touching_both(centres[i], centres[j]):
                rough = (rounded(x), rounded(y))
                if at is not None and squared_distance(rough, at) > MAX_ROUGH * MAX_ROUGH:
                    continue
                # on a regular board most of them are the same few
                if rough not in seen:
                    seen.add(rough)
                    out.append(_tuned(x, y, (centres[i], centres[j])))
    return out


def _touching_both(first: Spot, second: Spot) -> List[Tuple[float, float]]:
    dx = second[0] - first[0]
    dy = second[1] - first[1]
    square = squared_distance(first, second)
    if not 0 < square <= 4 * DISC * DISC:
        return []
    # from half way between the two, at a right angle
    height = math.sqrt((DISC * DISC - square / 4) / square)
    x = (first[0] + second[0]) / 2
    y = (first[1] + second[1]) / 2
    return [(x - height * dy, y + height * dx), (x + height * dy, y - height * dx)]


def _straight_beside(centres: Sequence[Spot]) -> List[Spot]:
    return [(x + dx, y + dy) for x, y in centres for dx, dy in STRAIGHT]


def _beside_one(centre: Spot, x: int, y: int) -> Spot:
    """The place touching a disc that is nearest to (x, y)."""
    dx = x - centre[0]
    dy = y - centre[1]
    length = math.sqrt(squared_distance(centre, (x, y)))
    if length == 0:
        return centre
    return _tuned(centre[0] + dx * DISC / length, centre[1] + dy * DISC / length, (centre,))


def _tuned(x: float, y: float, touched: Tuple[Spot, ...]) -> Spot:
    """The whole thousandths near (x, y) whose distances from the touched discs are closest to a diameter."""
    best = (rounded(x), rounded(y))
    while True:
        near = [(best[0] + dx, best[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        # the first of equals is the current one
        nearest = min([best] + near, key=lambda spot: _deviation(spot, touched))
        if nearest == best:
            return best
        best = nearest


def _deviation(spot: Spot, touched: Tuple[Spot, ...]) -> int:
    return max([abs(squared_distance(spot, centre) - DISC * DISC) for centre in touched])


def _nearest(others: Sequence[Spot], spots: Iterable[Spot], x: int, y: int, limit: int) -> Optional[Spot]:
    """The spot nearest to (x, y), at most `limit` away, where a disc overlaps no other; None if there is none."""
    for square, spot in sorted([(squared_distance(spot, (x, y)), spot) for spot in spots]):
        if square <= limit * limit and is_clear(others, spot):
            return spot
    return None


def parts_of(layout: Layout) -> int:
    """How many connected parts a board has."""
    unvisited = layout.board
    parts = 0
    while unvisited:
        parts += 1
        for disc in layout.steps(unvisited & -unvisited, layout.board):
            unvisited &= ~disc
    return parts
