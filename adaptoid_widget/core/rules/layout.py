"""Boards: the names and places of the discs, which of them touch, and symmetries (R1, R15)."""

from __future__ import annotations

from typing import Dict, Iterable, List, Optional, Sequence, Tuple, Union

from ..host.host import MimeBundle, brief, current_host, public_names
from .bitboard import Near, around, count
from .errors import LayoutError, quote
from .scanner import DIGITS, Scanner, capitals, cell_key, rounded, thousandths_text

MAX_DISCS = 61
MAX_THOUSANDTHS = 1000000000000
HALF_ROOT_3 = 0.8660254037844386
# R15: two free discs touch at 0.970 to 1.030 diameters, here in thousandths; closer ones overlap
TOUCH_FROM = 970 * 970
TOUCH_TO = 1030 * 1030

# free discs are placed in thousandths, so a symmetry can miss a disc by this many diameters
SYMMETRY_TOLERANCE = 0.02

Axial = Tuple[int, int]
Permutation = Tuple[int, ...]

# R1: from a disc (q, r) of the lattice to those that touch it
NEXT_TO = ((0, -1), (0, 1), (-1, 0), (1, 0), (1, 1), (-1, -1))

_A_CENTRE = "the centre of a disc is two numbers, such as (0.5, 0.866)"


def _thousandths(number: Union[int, float]) -> int:
    try:
        scaled = number * 1000
        is_near = -MAX_THOUSANDTHS < scaled < MAX_THOUSANDTHS
    except TypeError:
        raise TypeError("%s, not %r" % (_A_CENTRE, number))
    if not is_near:
        raise LayoutError("%s is too far away for a disc; place it nearer" % number)
    whole = rounded(scaled)
    if abs(scaled - whole) > 1e-6:
        raise LayoutError("%s has more than three decimals; round it to thousandths of a disc" % number)
    return whole


class Layout:
    """A board of discs: a hexagon, a set of lattice discs, or freely placed discs.

    Discs are numbered in the order of `cells`. Disc i is bit `1 << i` in the masks of `core.rules.bitboard`.

    >>> board = Layout.from_text("hex4")
    >>> len(board), board.cells[:5]
    (37, ('A1', 'A2', 'A3', 'A4', 'B1'))
    >>> board.near("A1")
    ('A2', 'B1', 'B2')
    """

    __slots__ = ("_board", "_cells", "_discs", "_index", "_links", "_name", "_names", "_places")
    __dir__ = public_names

    _internal = ("board", "cell", "cells_of", "disc", "discs", "links", "steps")

    def __init__(
        self,
        name: str,
        cells: Sequence[str] = (),
        places: Sequence[Tuple[float, float]] = (),
        near: Sequence[int] = (),
    ) -> None:
        """Use `from_text`, `hexagon`, `lattice` or `free`. The constructor takes parts that were checked before."""
        if not near:
            raise TypeError(
                "for a board, use aw.layouts['hex3'], aw.Layout.from_text or aw.Layout.free, not Layout"
            )
        self._name = name
        self._cells = tuple(cells)
        self._places = tuple(places)
        self._names = {1 << i: cells[i] for i in range(len(cells))}
        self._index = {cells[i]: i for i in range(len(cells))}
        self._board = (1 << len(cells)) - 1
        self._links: Near = {1 << i: near[i] for i in range(len(cells))}
        self._discs = {cells[i]: 1 << i for i in range(len(cells))}

    @staticmethod
    def from_text(text: str) -> Layout:
        """Parse a layout text: `hex4`, `lattice:A1.A2.B2` or `discs:0,0/1,0/0.5,0.866` (R15).

        Raises TextError if the text is not canonical.

        >>> str(Layout.from_text("lattice:A1.A2.B2"))
        'lattice:A1.A2.B2'
        """
        scanner = Scanner(text)
        layout = read_layout(scanner)
        scanner.end()
        return layout

    @staticmethod
    def hexagon(side: int) -> Layout:
        """Return the hexagon with 2 to 5 discs per side (R1). Raises LayoutError for another side.

        >>> [len(Layout.hexagon(n)) for n in (2, 3, 4, 5)]
        [7, 19, 37, 61]
        """
        if side not in (2, 3, 4, 5):
            raise LayoutError("a hexagon has 2 to 5 discs to a side, not %r" % (side,))
        if side not in _hexagons:
            numbers = range(1, 2 * side)
            axial = [(q, r) for q in numbers for r in numbers if abs(q - r) < side]
            _hexagons[side] = _lattice("hex%d" % side, axial)
        return _hexagons[side]

    @staticmethod
    def lattice(cells: Iterable[str]) -> Layout:
        """Return a board of lattice discs: rows A–Z, numbers 1–99 (R15).

        Raises LayoutError for a wrong name, a disc that is named twice, no disc, or more than 61 discs.

        >>> Layout.lattice(["B2", "A1", "A2"]).near("B2")
        ('A1', 'A2')
        """
        axial: List[Axial] = []
        if isinstance(cells, str):
            raise TypeError("discs are a list, such as ['A1', 'A2']; for a text, use Layout.from_text")
        for cell in cells:
            if not isinstance(cell, str):
                raise TypeError("a disc is a text such as 'D4', not %s" % brief(cell))
            if not is_cell(cell):
                raise LayoutError(
                    "%s is not a disc of the lattice; rows are A–Z, numbers 1–99, as in C4" % quote(cell[:20])
                )
            disc = axial_of(cell)
            if disc in axial:
                raise LayoutError("disc %s is named twice" % cell)
            axial.append(disc)
            _check_size(len(axial))
        _check_size(len(axial))
        axial.sort()
        return _lattice("lattice:" + ".".join([cell_of(disc) for disc in axial]), axial)

    @staticmethod
    def free(places: Iterable[Tuple[Union[int, float], Union[int, float]]]) -> Layout:
        """Return a board of freely placed discs N1, N2, … (R15), with centres in diameters, up to three decimals.

        Raises LayoutError for overlapping discs, more than 61 discs, or more decimals.

        >>> Layout.free([(0, 0), (1, 0), (0.5, 0.866)]).near("N1")
        ('N2', 'N3')
        """
        centres: List[Axial] = []
        for place in places:
            try:
                x, y = place
            except (TypeError, ValueError):
                raise TypeError("%s, not %r" % (_A_CENTRE, place))
            centres.append((_thousandths(x), _thousandths(y)))
            _check_size(len(centres))
        return free_thousandths(centres)

    @property
    def cells(self) -> Tuple[str, ...]:
        """The names of the discs, in the order of their bits."""
        return self._cells

    @property
    def places(self) -> Tuple[Tuple[float, float], ...]:
        """The centres (x, y) of the discs in diameters; y points down."""
        return self._places

    @property
    def board(self) -> int:
        """The mask of all discs."""
        return self._board

    @property
    def links(self) -> Near:
        """For each disc the mask of the discs that touch it."""
        return self._links

    @property
    def discs(self) -> Dict[str, int]:
        """All discs as bits, by their names."""
        return self._discs

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return "Layout.from_text(%r)" % self._name

    def _repr_mimebundle_(self, **_: object) -> MimeBundle:
        """The representations that a notebook shows."""
        return current_host().mime_bundle(self)

    def __len__(self) -> int:
        return len(self._cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._name == other._name

    def __hash__(self) -> int:
        return hash(self._name)

    def __contains__(self, cell: object) -> bool:
        return cell in self._index

    def index(self, cell: str) -> int:
        """Return a disc's number in `cells`. Its letter can be lower case.

        Raises LayoutError if the board has no such disc.
        """
        if not isinstance(cell, str):
            raise TypeError("a disc is a text such as 'D4', not %s" % brief(cell))
        if cell in self._index:
            return self._index[cell]
        folded = capitals(cell[:1]) + cell[1:]
        if folded not in self._index:
            raise LayoutError(
                "there is no disc %s on the board %s" % (short_name(cell), short_name(self._name))
            )
        return self._index[folded]

    def disc(self, cell: str) -> int:
        """Return a disc as one bit. Its letter can be lower case.

        Raises LayoutError if the board has no such disc.
        """
        return self._discs[cell] if cell in self._discs else 1 << self.index(cell)

    def cell(self, disc: int) -> str:
        """Return the name of a disc."""
        return self._names[disc]

    def cells_of(self, mask: int) -> Tuple[str, ...]:
        """Return the names of the discs of a mask, in the order of `cells`."""
        out: List[str] = []
        while mask:
            disc = mask & -mask
            mask ^= disc
            out.append(self._names[disc])
        return tuple(out)

    def liberties(self, disc: int, taken: int) -> int:
        """Count the discs around a disc that are not in the mask `taken` (R2).

        >>> board = Layout.from_text("hex4")
        >>> board.liberties(board.disc("A1"), board.disc("A2"))
        2
        """
        return count(self._links[disc] & ~taken)

    def near(self, cell: str) -> Tuple[str, ...]:
        """Return the names of the discs that touch a disc (R1, R15)."""
        return self.cells_of(self._links[self.disc(cell)])

    def symmetries(self) -> Tuple[Permutation, ...]:
        """Return the rotations and reflections of the board as permutations of disc numbers, the identity first.

        Each moves disc i to the place of disc `permutation[i]`. Discs that touch keep touching.

        >>> len(Layout.hexagon(4).symmetries()), len(Layout.from_text("lattice:A1.A2").symmetries())
        (12, 2)
        """
        n = len(self._cells)
        places = [complex(x, y) for x, y in self._places]
        centre = sum(places) / n
        points = [place - centre for place in places]
        near = [[self.index(name) for name in self.near(cell)] for cell in self._cells]
        identity = tuple(range(n))
        permutations = {identity}
        # the image of one disc determines a rotation or reflection; the farthest from the centre does so most exactly
        farthest = 0
        for i in range(n):
            if abs(points[i]) > abs(points[farthest]) + 1e-9:
                farthest = i
        for image in points:
            if abs(abs(image) - abs(points[farthest])) > SYMMETRY_TOLERANCE:
                continue
            for mirror in (1, -1):
                mirrored = [complex(point.real, mirror * point.imag) for point in points]
                turn = image / mirrored[farthest] if mirrored[farthest] else 1
                permutation = _matched([point * turn / abs(turn) for point in mirrored], points)
                if permutation is not None and _keeps_contacts(near, permutation):
                    permutations.add(permutation)
        permutations.remove(identity)
        return (identity,) + tuple(sorted(permutations))

    def mirror(self) -> Dict[str, str]:
        """Return the disc opposite each disc when left and right are exchanged.

        Raises LayoutError if the board is not symmetric in that way.

        >>> Layout.hexagon(4).mirror()["D2"], Layout.hexagon(4).mirror()["A1"]
        ('D6', 'A4')
        """
        xs = [x for x, _ in self._places]
        for permutation in self.symmetries():
            if all(
                abs(self._places[j][0] + x - min(xs) - max(xs)) < 2 * SYMMETRY_TOLERANCE
                and abs(self._places[j][1] - y) < 2 * SYMMETRY_TOLERANCE
                for j, (x, y) in zip(permutation, self._places)
            ):
                return {self._cells[i]: self._cells[permutation[i]] for i in range(len(permutation))}
        raise LayoutError("the board %s changes when left and right are exchanged" % short_name(self._name))

    def steps(self, origin: int, through: int) -> Dict[int, int]:
        """Return the number of steps from `origin` to each disc that is reached through discs of the mask `through`.

        The last disc of a way need not be in `through`. If `origin` is a mask of several discs, the nearest counts.
        """
        distances: Dict[int, int] = {}
        reached = edge = origin
        n = 0
        while edge:
            inner = edge & (through | origin)
            while edge:
                disc = edge & -edge
                edge ^= disc
                distances[disc] = n
            edge = around(inner, self._links) & ~reached
            reached |= edge
            n += 1
        return distances


_hexagons: Dict[int, Layout] = {}


def short_name(name: str) -> str:
    """Shorten a layout's text so that it fits into a sentence."""
    return name if len(name) <= 40 else name[:39] + "…"


def _check_size(discs: int) -> None:
    if discs == 0:
        raise LayoutError("a board has at least one disc")
    if discs > MAX_DISCS:
        raise LayoutError("a board has at most %d discs" % MAX_DISCS)


def is_cell(name: object) -> bool:
    """Return whether a value is the name of a disc on some board, such as "D4"."""
    if not isinstance(name, str) or not 2 <= len(name) <= 3 or not "A" <= name[0] <= "Z" or name[1] == "0":
        return False
    return all(digit in DIGITS for digit in name[1:])


def axial_of(cell: str) -> Axial:
    """Return the row and number of a disc of the lattice.

    >>> axial_of("C4")
    (3, 4)
    """
    return ord(cell[0]) - 64, int(cell[1:])


def cell_of(disc: Axial) -> str:
    """Return the name of a row and number."""
    return chr(64 + disc[0]) + str(disc[1])


def squared_distance(first: Axial, second: Axial) -> int:
    """Return the square of the distance between two centres."""
    dx = first[0] - second[0]
    dy = first[1] - second[1]
    return dx * dx + dy * dy


def _lattice(name: str, axial: Sequence[Axial]) -> Layout:
    """Return a board of lattice discs, which touch as in R1."""
    index = {disc: i for i, disc in enumerate(axial)}
    near: List[int] = []
    for q, r in axial:
        mask = 0
        for dq, dr in NEXT_TO:
            if (q + dq, r + dr) in index:
                mask |= 1 << index[(q + dq, r + dr)]
        near.append(mask)
    places = [(r - q / 2, q * HALF_ROOT_3) for q, r in axial]
    return Layout(name, [cell_of(disc) for disc in axial], places, near)


def free_thousandths(centres: Sequence[Axial]) -> Layout:
    """Return a board of freely placed discs, with centres in thousandths of a diameter (R15)."""
    _check_size(len(centres))
    near = [0] * len(centres)
    for i in range(len(centres)):
        for j in range(i):
            distance = squared_distance(centres[i], centres[j])
            if distance < TOUCH_FROM:
                raise LayoutError(
                    "disc N%d overlaps N%d; centres lie at least 0.97 diameters apart" % (i + 1, j + 1)
                )
            if distance <= TOUCH_TO:
                near[i] |= 1 << j
                near[j] |= 1 << i
    name = "discs:" + "/".join([thousandths_text(x) + "," + thousandths_text(y) for x, y in centres])
    cells = ["N%d" % (i + 1) for i in range(len(centres))]
    return Layout(name, cells, [(x / 1000, y / 1000) for x, y in centres], near)


def read_layout(scanner: Scanner) -> Layout:
    """Read a layout from the scanner (R15)."""
    start = scanner.at
    kind = scanner.word()
    if kind in ("hex2", "hex3", "hex4", "hex5") and scanner.peek() != ":":
        return Layout.hexagon(int(kind[3]))
    if kind == "lattice" and scanner.peek() == ":":
        scanner.at += 1
        return _read_lattice(scanner)
    if kind == "discs" and scanner.peek() == ":":
        scanner.at += 1
        return _read_discs(scanner)
    raise scanner.error(start, "a layout: hex2 to hex5, lattice:… or discs:…", max(scanner.at - start, 1))


def _read_lattice(scanner: Scanner) -> Layout:
    cells: List[str] = []
    while True:
        start = scanner.at
        cell = scanner.cell("a disc of the lattice, as in C4")
        if cells and cell_key(cell) <= cell_key(cells[-1]):
            raise scanner.error(start, "discs sorted by row, then number, each once", scanner.at - start)
        if len(cells) == MAX_DISCS:
            raise scanner.error(start, "at most %d discs" % MAX_DISCS, scanner.at - start)
        cells.append(cell)
        if scanner.peek() != ".":
            return Layout.lattice(cells)
        scanner.at += 1


def _read_discs(scanner: Scanner) -> Layout:
    centres: List[Axial] = []
    while True:
        start = scanner.at
        x = scanner.thousandths("a coordinate")
        scanner.take(",", "a comma between the two coordinates of a disc")
        y = scanner.thousandths("a coordinate")
        if len(centres) == MAX_DISCS:
            raise scanner.error(start, "at most %d discs" % MAX_DISCS, scanner.at - start)
        for i, centre in enumerate(centres):
            if squared_distance(centre, (x, y)) < TOUCH_FROM:
                expected = "a disc that does not overlap N%d (centres 0.97 apart or more)" % (i + 1)
                raise scanner.error(start, expected, scanner.at - start)
        centres.append((x, y))
        if scanner.peek() != "/":
            return free_thousandths(centres)
        scanner.at += 1


def _matched(turned: Sequence[complex], points: Sequence[complex]) -> Optional[Permutation]:
    """Return the disc at each turned point, or None if a point has no disc."""
    discs: List[int] = []
    for point in turned:
        discs += [j for j in range(len(points)) if abs(points[j] - point) <= SYMMETRY_TOLERANCE]
    return tuple(discs) if len(set(discs)) == len(discs) == len(points) else None


def _keeps_contacts(near: Sequence[Sequence[int]], permutation: Permutation) -> bool:
    return all(
        sorted([permutation[j] for j in near[i]]) == sorted(near[permutation[i]]) for i in range(len(near))
    )
