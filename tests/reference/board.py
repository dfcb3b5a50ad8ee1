"""Boards (R1, R15): which discs exist and which of them touch."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_DISCS = 61


class Board(NamedTuple):
    """The discs of a layout, and for each disc those that touch it."""

    text: str
    cells: tuple[str, ...]
    near: dict[str, frozenset[str]]


def cell_key(cell: str) -> tuple[str, int]:
    """Rows first, then numbers as numbers: N2 stands before N10."""
    return cell[0], int(cell[1:])


def _oblique(text: str, cells: Iterable[str]) -> Board:
    """Discs of the lattice of R1, each touching those of its six neighbours that exist."""
    all_cells = set(cells)
    near = {}
    for cell in all_cells:
        q, r = ROWS.index(cell[0]) + 1, int(cell[1:])
        around = [(q, r + 1), (q, r - 1), (q + 1, r), (q - 1, r), (q + 1, r + 1), (q - 1, r - 1)]
        names = {f"{ROWS[row - 1]}{number}" for row, number in around if 1 <= row <= 26}
        near[cell] = frozenset(names & all_cells)
    return Board(text, tuple(sorted(all_cells, key=cell_key)), near)


def hexagon(n: int) -> Board:
    side = range(1, 2 * n)
    return _oblique(f"hex{n}", [f"{ROWS[q - 1]}{r}" for q in side for r in side if abs(q - r) < n])


def lattice(cells: Iterable[str]) -> Board:
    names = sorted(set(cells), key=cell_key)
    if not 1 <= len(names) <= MAX_DISCS:
        raise ValueError("too many discs or none")
    return _oblique("lattice:" + ".".join(names), names)


def number(value: Fraction) -> str:
    """The canonical form of a number with at most three decimals."""
    thousandths = value * 1000
    assert thousandths.denominator == 1
    integer_part, decimals = divmod(abs(thousandths.numerator), 1000)
    digits = f"{integer_part}.{decimals:03}".rstrip("0").rstrip(".")
    return f"-{digits}" if thousandths < 0 else digits


def discs(places: Iterable[tuple[Fraction, Fraction]]) -> Board:
    """Discs placed freely: they touch when their centres are 0.97 to 1.03 diameters apart."""
    centres = {f"N{i}": place for i, place in enumerate(places, 1)}
    if not 1 <= len(centres) <= MAX_DISCS:
        raise ValueError("too many discs or none")
    near: dict[str, set[str]] = {name: set() for name in centres}
    for a, (ax, ay) in centres.items():
        for b, (bx, by) in centres.items():
            if a == b:
                continue
            square = (ax - bx) ** 2 + (ay - by) ** 2
            if square < Fraction(97, 100) ** 2:
                raise ValueError(f"{a} and {b} overlap")
            if square <= Fraction(103, 100) ** 2:
                near[a].add(b)
    text = "discs:" + "/".join(f"{number(x)},{number(y)}" for x, y in centres.values())
    return Board(text, tuple(centres), {name: frozenset(touching) for name, touching in near.items()})
