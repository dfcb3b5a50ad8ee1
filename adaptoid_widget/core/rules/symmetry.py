"""Positions under the symmetries of their board (R1, R15): their images, and one image that stands for all of them."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, Sequence, Union

from ..host.host import brief
from .bitboard import State
from .errors import LayoutError, plain_value
from .layout import Layout, Permutation, short_name

Symmetry = Union[Iterable[int], Mapping[str, str]]
"""A permutation of disc numbers, as `Layout.symmetries` gives them, or the disc to which each disc goes."""

# a table has the images of all sets of so many discs
BITS = 8
MAX_CACHED_BOARDS = 32


class Images:
    """The images of masks under all symmetries of a board. One integer holds all images of a mask side by side."""

    def __init__(self, layout: Layout) -> None:
        self.permutations = layout.symmetries()
        self.board = layout.board
        discs = len(layout)
        self.shifts = tuple([discs * k for k in range(len(self.permutations))])
        self._tables: List[List[int]] = []
        for first in range(0, discs, BITS):
            table = [0]
            for disc in range(first, min(first + BITS, discs)):
                image = 0
                for shift, permutation in zip(self.shifts, self.permutations):
                    image |= 1 << (shift + permutation[disc])
                table += [image | other for other in table]
            self._tables.append(table)

    def of_planes(self, state: State) -> List[int]:
        """Return the images of the nine masks of a state, each under all symmetries."""
        out: List[int] = []
        tables = self._tables
        last = (1 << BITS) - 1
        for mask in state[:9]:
            image = 0
            k = 0
            while mask:
                image |= tables[k][mask & last]
                mask >>= BITS
                k += 1
            out.append(image)
        return out

    def least(self, state: State) -> State:
        """Return the least image of a state, as a tuple of integers."""
        board = self.board
        shifts: Sequence[int] = self.shifts
        out: List[int] = []
        for images in self.of_planes(state):
            if len(shifts) == 1:
                out.append(images >> shifts[0] & board)
                continue
            planes = [images >> shift & board for shift in shifts]
            least = min(planes)
            shifts = [shifts[k] for k in range(len(shifts)) if planes[k] == least]
            out.append(least)
        return _with_losses(out, state)

    def all(self, state: State) -> List[State]:
        """Return the images of a state in the order of the symmetries."""
        planes = self.of_planes(state)
        return [
            _with_losses([images >> shift & self.board for images in planes], state) for shift in self.shifts
        ]

    def of(self, state: State, permutation: Permutation) -> State:
        """Return the image of a state under one of the symmetries."""
        return self.all(state)[self.permutations.index(permutation)]


def _with_losses(planes: Sequence[int], state: State) -> State:
    """Return a state with other masks."""
    own, foe, far, l0, l1, l2, p0, p1, p2 = planes
    return own, foe, far, l0, l1, l2, p0, p1, p2, state[9], state[10], state[11]


_images: Dict[str, Images] = {}


def images_on(layout: Layout) -> Images:
    """Return the images of masks on a board, which are kept for the boards that were used last."""
    name = str(layout)
    images = _images.get(name)
    if images is None:
        if len(_images) >= MAX_CACHED_BOARDS:
            _images.clear()
        images = _images[name] = Images(layout)
    return images


def checked_symmetry(symmetry: Symmetry, layout: Layout) -> Permutation:
    """Return a symmetry of a board as a permutation. Raises LayoutError for anything else.

    >>> checked_symmetry({"A1": "A2", "A2": "A1"}, Layout.from_text("lattice:A1.A2"))
    (1, 0)
    """
    given: Any = plain_value(symmetry)
    try:
        if hasattr(given, "keys"):
            given = [layout.index(given[cell]) for cell in layout.cells]
        permutation: Permutation = tuple([int(disc) for disc in given])
    except (KeyError, TypeError, ValueError):
        permutation = ()
    if permutation not in images_on(layout).permutations:
        name = short_name(str(layout))
        raise LayoutError(
            "%s is no symmetry of the board %s; its symmetries are layout.symmetries()"
            % (brief(symmetry), name)
        )
    return permutation
