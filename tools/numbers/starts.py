"""Lists open starts and small boards, up to rotations and mirrorings (R5, R15)."""

from __future__ import annotations

from collections.abc import Iterable

from adaptoid_widget.core.rules.layout import Layout

Cell = tuple[int, int]
Shape = tuple[Cell, ...]

AROUND = ((0, -1), (0, 1), (-1, 0), (1, 0), (1, 1), (-1, -1))


def open_starts(layout: Layout) -> list[tuple[str, str]]:
    """Return White's and Black's disc of all open starts up to symmetries of the board.

    >>> len(open_starts(Layout.hexagon(2))), len(open_starts(Layout.hexagon(4)))
    (5, 123)
    """
    images = layout.symmetries()
    discs = range(len(layout))
    cells = layout.cells
    starts: list[tuple[str, str]] = []
    for white in discs:
        for black in discs:
            least = min((image[white], image[black]) for image in images)
            if white != black and least == (white, black):
                starts.append((cells[white], cells[black]))
    return starts


def equal_starts(layout: Layout, white: str, black: str) -> list[tuple[str, str]]:
    """Return the sorted images of an open start under the board's symmetries.

    >>> equal_starts(Layout.from_text("lattice:A1.A2.A3"), "A1", "A2")
    [('A1', 'A2'), ('A3', 'A2')]
    """
    w, b = layout.index(white), layout.index(black)
    return sorted({(layout.cells[image[w]], layout.cells[image[b]]) for image in layout.symmetries()})


def shapes(discs: int) -> list[Layout]:
    """Return all connected boards with a number of lattice discs, up to rotations and mirrorings.

    >>> [len(shapes(n)) for n in range(1, 6)]
    [1, 1, 3, 7, 22]
    """
    shapes_so_far: set[Shape] = {((1, 1),)}
    for _ in range(discs - 1):
        shapes_so_far = {
            least_image([*shape, (q + dq, r + dr)])
            for shape in shapes_so_far
            for q, r in shape
            for dq, dr in AROUND
            if (q + dq, r + dr) not in shape
        }
    return [Layout.lattice([chr(64 + q) + str(r) for q, r in shape]) for shape in sorted(shapes_so_far)]


def least_image(shape: Iterable[Cell]) -> Shape:
    """Return the first of all rotations and mirrorings of a shape, moved to row A and number 1."""
    cells = list(shape)
    best: Shape | None = None
    for mirror in (False, True):
        if mirror:
            cells = [(r, q) for q, r in cells]
        for _ in range(6):
            # a sixth of a turn: (q, r) in the rulebook's slanting columns
            cells = [(r, r - q) for q, r in cells]
            top, leftmost = min(q for q, _ in cells), min(r for _, r in cells)
            image = tuple(sorted((q - top + 1, r - leftmost + 1) for q, r in cells))
            if best is None or image < best:
                best = image
    assert best is not None
    return best
