"""Boards: which discs there are, what they are called, where they lie and which of them touch (R1, R15)."""

from __future__ import annotations

from typing import Dict, Iterable, List, Sequence, Tuple, Union

from ..i18n.display import MimeBundle, mime_bundle
from .bitboard import Near
from .errors import LayoutError, quote
from .scanner import DIGITS, Scanner, cell_key, thousandths_text
from .symmetry import symmetries

MAX_DISCS = 61
MAX_THOUSANDTHS = 1000000000000
HALF_ROOT_3 = 0.8660254037844386
# R15: two free discs touch at 0.970 to 1.030 diameters, in whole thousandths; closer ones would overlap
TOUCH_FROM = 970 * 970
TOUCH_TO = 1030 * 1030

Axial = Tuple[int, int]


def _thousandths(number: Union[int, float]) -> int:
    scaled = number * 1000
    if not -MAX_THOUSANDTHS < scaled < MAX_THOUSANDTHS:
        raise LayoutError("%s is too far away for a disc; place it nearer" % number)
    nearest = int(scaled + 0.5) if scaled >= 0 else -int(0.5 - scaled)
    if abs(scaled - nearest) > 1e-6:
        raise LayoutError("%s has more than three decimals; round it to thousandths of a disc" % number)
    return nearest


class Layout:
    """A board of discs: a hexagon, any set of lattice discs, or discs placed freely.

    Discs are numbered in the order of `cells`; disc i is bit `1 << i` in the masks of `core.rules.bitboard`.

    >>> board = Layout.from_text("hex4")
    >>> len(board), board.cells[:5]
    (37, ('A1', 'A2', 'A3', 'A4', 'B1'))
    >>> board.near("A1")
    ('A2', 'B1', 'B2')
    """

    __slots__ = ("_board", "_cells", "_discs", "_index", "_links", "_name", "_names", "_places")

    def __init__(
        self,
        name: str,
        cells: Sequence[str],
        places: Sequence[Tuple[float, float]],
        near: Sequence[int],
    ) -> None:
        """Use `from_text`, `hexagon`, `lattice` or `free`; this takes parts that were checked already."""
        self._name = name
        self._cells = tuple(cells)
        self._places = tuple(places)
        links: Dict[int, int] = {}
        names: Dict[int, str] = {}
        index: Dict[str, int] = {}
        discs: Dict[str, int] = {}
        for i in range(len(cells)):
            disc = 1 << i
            links[disc] = near[i]
            names[disc] = cells[i]
            index[cells[i]] = i
            discs[cells[i]] = disc
        self._links = links
        self._board = (1 << len(cells)) - 1
        self._names = names
        self._index = index
        self._discs = discs

    @staticmethod
    def from_text(text: str) -> Layout:
        """The layout that a text names: `hex4`, `lattice:A1.A2.B2` or `discs:0,0/1,0/0.5,0.866` (R15).

        Raises TextError where the text is not canonical.

        >>> str(Layout.from_text("lattice:A1.A2.B2"))
        'lattice:A1.A2.B2'
        """
        scanner = Scanner(text)
        layout = read_layout(scanner)
        scanner.end()
        return layout

    @staticmethod
    def hexagon(side: int) -> Layout:
        """The hexagon with 2 to 5 discs to a side (R1). Raises LayoutError for another side.

        >>> [len(Layout.hexagon(n)) for n in (2, 3, 4, 5)]
        [7, 19, 37, 61]
        """
        if side not in (2, 3, 4, 5):
            raise LayoutError("a hexagon has 2 to 5 discs to a side, not %s" % (side,))
        found = _hexagons.get(side)
        if found is None:
            reach = range(1, 2 * side)
            axial = [(q, r) for q in reach for r in reach if abs(q - r) < side]
            found = _hexagons[side] = _lattice("hex%d" % side, axial)
        return found

    @staticmethod
    def lattice(cells: Iterable[str]) -> Layout:
        """Any set of discs of the lattice: rows A–Z, numbers 1–99 (R15).

        Raises LayoutError for a name that is none, a disc named twice, none at all, or more than 61.

        >>> Layout.lattice(["B2", "A1", "A2"]).near("B2")
        ('A1', 'A2')
        """
        axial: List[Axial] = []
        for cell in cells:
            if not _is_cell(cell):
                raise LayoutError(
                    "%s is no disc of the lattice; rows are A–Z, numbers 1–99, as in C4" % quote(cell)
                )
            disc = (ord(cell[0]) - 64, int(cell[1:]))
            if disc in axial:
                raise LayoutError("disc %s is named twice" % cell)
            axial.append(disc)
            _check_size(len(axial))
        _check_size(len(axial))
        axial.sort()
        return _lattice("lattice:" + ".".join([_axial_name(disc) for disc in axial]), axial)

    @staticmethod
    def free(places: Iterable[Tuple[Union[int, float], Union[int, float]]]) -> Layout:
        """Discs placed freely, centres in disc diameters with at most three decimals, named N1, N2, … (R15).

        Raises LayoutError where two overlap, there are more than 61, or a centre has more than three decimals.

        >>> Layout.free([(0, 0), (1, 0), (0.5, 0.866)]).near("N1")
        ('N2', 'N3')
        """
        centres: List[Axial] = []
        for x, y in places:
            centres.append((_thousandths(x), _thousandths(y)))
            _check_size(len(centres))
        return free_thousandths(centres)

    @property
    def cells(self) -> Tuple[str, ...]:
        """The discs' names, in the order of their bits."""
        return self._cells

    @property
    def places(self) -> Tuple[Tuple[float, float], ...]:
        """The discs' centres (x, y) in disc diameters, y downwards."""
        return self._places

    @property
    def board(self) -> int:
        """The mask of all discs."""
        return self._board

    @property
    def links(self) -> Near:
        """`near` of `core.rules.bitboard`: by disc the mask of the discs that touch it."""
        return self._links

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return "Layout.from_text(%r)" % self._name

    def _repr_mimebundle_(self, **_: object) -> MimeBundle:
        """What a notebook shows."""
        return mime_bundle(self)

    def __len__(self) -> int:
        return len(self._cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._name == other._name

    def __hash__(self) -> int:
        return hash(self._name)

    def __contains__(self, cell: object) -> bool:
        return cell in self._index

    def index(self, cell: str) -> int:
        """The number of a disc in `cells`; its letter may be lower case.

        Raises LayoutError where the board has no such disc.
        """
        if cell in self._index:
            return self._index[cell]
        folded = cell[:1].upper() + cell[1:]
        if folded not in self._index:
            raise LayoutError("there is no disc %s on the board %s" % (cell, short_name(self._name)))
        return self._index[folded]

    @property
    def discs(self) -> Dict[str, int]:
        """Every disc as one bit of a mask, by its name."""
        return self._discs

    def disc(self, cell: str) -> int:
        """The disc of that name as one bit of a mask; its letter may be lower case.

        Raises LayoutError where the board has no such disc.
        """
        return self._discs[cell] if cell in self._discs else 1 << self.index(cell)

    def cell(self, disc: int) -> str:
        """The name of a disc given as one bit."""
        return self._names[disc]

    def cells_of(self, mask: int) -> Tuple[str, ...]:
        """The names of all discs of a mask, in the order of `cells`."""
        out: List[str] = []
        while mask:
            disc = mask & -mask
            mask ^= disc
            out.append(self._names[disc])
        return tuple(out)

    def touching(self, cell: str) -> int:
        """The mask of the discs that touch a disc."""
        return self._links[self.disc(cell)]

    def near(self, cell: str) -> Tuple[str, ...]:
        """The discs that touch a disc (R1, R15)."""
        return self.cells_of(self.touching(cell))

    def symmetries(self) -> Tuple[Tuple[int, ...], ...]:
        """The turns and mirrorings that the board covers itself by, as permutations of its discs' numbers.

        The identity comes first. In each, disc i goes to where disc `permutation[i]` was; what touches keeps touching.

        >>> len(Layout.hexagon(4).symmetries()), len(Layout.from_text("lattice:A1.A2").symmetries())
        (12, 2)
        """
        near = [[self.index(name) for name in self.near(cell)] for cell in self._cells]
        return symmetries(self._places, near)

    def steps(self, origin: int, through: int) -> Dict[int, int]:
        """How many steps every disc is away from `origin`, walking through discs of the mask `through` only.

        The last disc of a way need not be in `through`. Discs out of reach are left out.
        """
        found = {origin: 0}
        edge = [origin]
        while edge:
            beyond: List[int] = []
            for disc in edge:
                touching = self._links[disc]
                while touching:
                    step = touching & -touching
                    touching ^= step
                    if step not in found:
                        found[step] = found[disc] + 1
                        if step & through:
                            beyond.append(step)
            edge = beyond
        return found


_hexagons: Dict[int, Layout] = {}


def short_name(name: str) -> str:
    """A layout's text cut to a length that fits into a sentence."""
    return name if len(name) <= 40 else name[:39] + "…"


def _check_size(discs: int) -> None:
    if discs == 0:
        raise LayoutError("a board has at least one disc")
    if discs > MAX_DISCS:
        raise LayoutError("a board has at most %d discs" % MAX_DISCS)


def _is_cell(name: str) -> bool:
    if not 2 <= len(name) <= 3 or not "A" <= name[0] <= "Z" or name[1] == "0":
        return False
    return all(digit in DIGITS for digit in name[1:])


def _axial_name(disc: Axial) -> str:
    return chr(64 + disc[0]) + str(disc[1])


def _lattice(name: str, axial: Sequence[Axial]) -> Layout:
    """R1: (q, r) touches (q, r±1), (q±1, r), (q+1, r+1) and (q−1, r−1)."""
    index: Dict[Axial, int] = {}
    for i in range(len(axial)):
        index[axial[i]] = i
    near: List[int] = []
    for q, r in axial:
        mask = 0
        for disc in ((q, r - 1), (q, r + 1), (q - 1, r), (q + 1, r), (q + 1, r + 1), (q - 1, r - 1)):
            if disc in index:
                mask |= 1 << index[disc]
        near.append(mask)
    places = [(r - q / 2, q * HALF_ROOT_3) for q, r in axial]
    return Layout(name, [_axial_name(disc) for disc in axial], places, near)


def free_thousandths(centres: Sequence[Axial]) -> Layout:
    """A layout of discs placed freely, centres in whole thousandths of a diameter (R15)."""
    _check_size(len(centres))
    near = [0] * len(centres)
    for i in range(len(centres)):
        for j in range(i):
            dx = centres[i][0] - centres[j][0]
            dy = centres[i][1] - centres[j][1]
            distance = dx * dx + dy * dy
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
    """The layout that a scanner stands before (R15); what follows it is left to be read."""
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
    centres: List[Tuple[int, int]] = []
    while True:
        start = scanner.at
        x = scanner.thousandths("a coordinate")
        scanner.take(",", "a comma between a disc's two coordinates")
        y = scanner.thousandths("a coordinate")
        if len(centres) == MAX_DISCS:
            raise scanner.error(start, "at most %d discs" % MAX_DISCS, scanner.at - start)
        for i in range(len(centres)):
            dx = x - centres[i][0]
            dy = y - centres[i][1]
            if dx * dx + dy * dy < TOUCH_FROM:
                raise scanner.error(
                    start,
                    "a disc that does not overlap N%d (centres 0.97 apart or more)" % (i + 1),
                    scanner.at - start,
                )
        centres.append((x, y))
        if scanner.peek() != "/":
            return free_thousandths(centres)
        scanner.at += 1
