"""Random positions of every variant, switch and layout, for the comparison with the reference.

One generator serves both hypothesis and plain seeds: `pick(n)` chooses a number from 0 to n - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeVar

from tests.reference import Board, Man, State, hexagon
from tests.reference.board import ROWS, discs, lattice
from tests.reference.rules import LOSSES, ORDER

Pick = Callable[[int], int]
T = TypeVar("T")

SWITCHES: tuple[frozenset[str], ...] = (
    frozenset(),
    frozenset({"weaker-dies"}),
    frozenset({"bare-exchange"}),
    frozenset({"bare-exchange", "weaker-dies"}),
)
VARIANTS = ("adaptoid", "adaptoid", "adapt3", "adapt3-fierce")
# Offsets between the centres of two discs in thousandths: at both ends of the tolerance for touching discs, just
# outside it, and within it.
OFFSETS = (
    (970, 0),
    (0, 970),
    (1030, 0),
    (0, 1030),
    (1031, 0),
    (0, 1031),
    (1000, 0),
    (500, 866),
    (-500, 866),
    (600, 800),
    (-800, 600),
    (618, 824),
    (582, 776),
    (-728, 728),
    (2000, 500),
)
hexagons = cache(hexagon)


def choose(pick: Pick, choices: Sequence[T]) -> T:
    return choices[pick(len(choices))]


def random_lattice(pick: Pick) -> Board:
    """Return a patch of the lattice with holes, in one or several pieces, anywhere in rows A-Z and numbers 1-99."""
    top, left = choose(pick, (0, 0, 3, 19)), choose(pick, (1, 1, 7, 92))
    height, width = 2 + pick(6), 2 + pick(7)
    patch = [f"{ROWS[top + q]}{left + r}" for q in range(height) for r in range(width)]
    holes = pick(4)
    cells = [cell for cell in patch if holes == 0 or pick(holes + 2) > 0]
    return lattice(cells or patch[:1])


def random_discs(pick: Pick) -> Board:
    """Place each disc beside an earlier one and leave out those that would overlap."""
    placed = [(pick(5) * 1000 - 2000, pick(3) * 333)]
    for _ in range(3 + pick(38)):
        x, y = choose(pick, placed)
        dx, dy = choose(pick, OFFSETS)
        sign = 1 - 2 * pick(2)
        x, y = x + sign * dx, y + sign * dy
        if all((x - a) ** 2 + (y - b) ** 2 >= 970**2 for a, b in placed):
            placed.append((x, y))
    return discs((Fraction(x, 1000), Fraction(y, 1000)) for x, y in placed)


def random_board(pick: Pick) -> Board:
    kind = pick(10)
    if kind < 6:
        return hexagons((2, 3, 4, 4, 5, 5)[kind])
    return random_lattice(pick) if kind < 8 else random_discs(pick)


def random_men(pick: Pick, cells: list[str], color: str) -> dict[str, Man]:
    """Return up to twelve adaptoids, with limbs from the supply, and remove their discs from `cells`."""
    bodies, legs, pincers = choose(pick, (12, 10, 8, 6, 4, 3, 2)), 12, 12
    if pick(6):
        bodies, legs, pincers = 1 + pick(bodies), pick(13), pick(13)
    elif not pick(12):
        bodies = 0
    men = {}
    grown = 1 + pick(6)
    for left in range(min(bodies, (len(cells) + 1) // 2), 0, -1):
        cell = cells.pop(pick(len(cells)))
        max_limbs = 6 if left == 1 else grown
        a = min(pick(max_limbs + 1), legs)
        b = min(pick(max_limbs + 1 - a), pincers)
        legs, pincers = legs - a, pincers - b
        men[cell] = Man(color, a, b)
    return men


def exhausted_men(pick: Pick, cells: list[str], color: str) -> dict[str, Man]:
    """Put all bodies and limbs of a colour on the board, so that the colour cannot grow (R9)."""
    legs, pincers = 12, 12
    men = {}
    for left in range(12, 0, -1):
        cell = cells.pop(pick(len(cells)))
        least = max(0, legs + pincers - 6 * (left - 1))
        size = max(least, min(6, legs + pincers, 1 + pick(4)))
        a = min(legs, max(size - pincers, pick(size + 1)))
        legs, pincers = legs - a, pincers - (size - a)
        men[cell] = Man(color, a, size - a)
    return men


def random_state(pick: Pick) -> State:
    variant = choose(pick, VARIANTS)
    order = ORDER[variant]
    board = random_board(pick)
    cells = list(board.cells)
    men: dict[str, Man] = {}
    for color in order:
        fill = exhausted_men if len(cells) >= 24 and not pick(12) else random_men
        men.update(fill(pick, cells, color))
    limit = LOSSES[variant]
    near_end = pick(3) == 0
    lost = {c: limit - 1 - pick(3) if near_end else pick(limit) for c in order}
    if not pick(40):
        lost[choose(pick, order)] = limit + pick(3)
    return State(variant, choose(pick, SWITCHES), board, choose(pick, order), pick(3) == 0, men, lost)
