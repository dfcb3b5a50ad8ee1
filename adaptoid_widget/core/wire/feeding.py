"""Which limb eats where: a thread from each fed limb to a free disc. No rule, but a way to see R10.

The unit is a disc diameter, y goes down, and angles go clockwise from the top, in degrees.
"""

from __future__ import annotations

import math
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ..rules.layout import Layout
from ..rules.piece import Piece
from ..rules.scanner import rounded, thousandths_text

ARRANGEMENTS: Tuple[Tuple[str, ...], ...] = (
    ("......", "p.....", ".p...p", "pp...p", ".pp.pp", "ppp.pp", "pppppp"),
    ("...l..", "p..l..", ".p.l.p", "pp.l.p", ".pplpp", "ppplpp"),
    ("..l.l.", "p.l.l.", ".pl.lp", "ppl.lp", "pppllp"),
    ("..lll.", "p.lll.", ".plllp", "pplllp"),
    (".ll.ll", "pll.ll", "ppllll"),
    (".lllll", "plllll"),
    ("llllll",),
)
"""Where the limbs of an adaptoid are, by its legs and then its pincers.

There is one sign for each slot from the top clockwise: l for a leg, p for a pincer, . for a slot left empty. Legs are
low, pincers high. A limb points in the direction of its slot, between two neighbouring discs of a lattice.
"""
SLOT = 60
"""The angle between two slots."""

# A thread begins under its limb and turns inside the disc of its adaptoid. Where it leaves, it is at most _APART from
# the direction of the free disc. So threads stay apart from those of all other adaptoids.
_BEGIN = 0.4
_LEAVE = 0.485
_END = 0.66
_APART = 30
# the middle of a seed: near the rim of the free disc, whose middle stays free; or beyond a hungry limb
_SEED = 0.73
_EMPTY_SEED = 0.6
# the angle between two points of the drawn thread
_STEP = 18

Seed = NamedTuple(
    "Seed",
    [
        # the slot of the limb
        ("slot", int),
        # the free disc, or None for a hungry limb
        ("cell", Optional[str]),
        # the path of the thread around the middle of the adaptoid's disc, or ""
        ("thread", str),
        # the middle of the seed around the same point, and its angle
        ("x", float),
        ("y", float),
        ("angle", float),
    ],
)
"""The seed of one limb: at the end of a thread on a free disc, or an empty one at a hungry limb."""

Feeding = NamedTuple(
    "Feeding",
    [("cell", str), ("limbs", int), ("free", int), ("seeds", Tuple[Seed, ...])],
)
"""How one adaptoid eats: the numbers of its limbs and of the free discs beside it, and a seed for each limb."""


# a seed as in `Seed`, with the index of the free disc in place of its cell
_Placed = Tuple[int, Optional[int], str, float, float, float]
# Pages ask again at each step that is previewed, and on a lattice the same limbs and discs come back.
_known: Dict[Tuple[Tuple[int, ...], Tuple[float, ...]], List[_Placed]] = {}
_MAX_KNOWN = 200


def feedings(
    layout: Layout, pieces: Mapping[str, Piece], flipped: bool = False, cells: Optional[Iterable[str]] = None
) -> List[Feeding]:
    """Return how the adaptoids with limbs eat, or those on some cells. `flipped`: the board is turned by 180 degrees.

    >>> pieces = {
    ...     "D4": Piece("W", 2, 1),
    ...     "C3": Piece("W", 0, 0),
    ...     "C4": Piece("W", 0, 0),
    ...     "D5": Piece("B", 0, 0),
    ...     "E4": Piece("B", 0, 0),
    ... }
    >>> [feeding] = feedings(Layout.from_text("hex4"), pieces)
    >>> feeding.limbs, feeding.free, [(seed.slot, seed.cell) for seed in feeding.seeds]
    (3, 2, [(0, None), (2, 'E5'), (4, 'D3')])
    """
    out: List[Feeding] = []
    for cell in layout.cells if cells is None else cells:
        piece = pieces.get(cell)
        if piece is None or piece.size == 0 or cell not in layout:
            continue
        slots = [slot for slot, filled in enumerate(ARRANGEMENTS[piece.legs][piece.pincers]) if filled != "."]
        x, y = layout.places[layout.index(cell)]
        free: List[Tuple[float, str]] = []
        for near in layout.near(cell):
            if near not in pieces:
                to_x, to_y = layout.places[layout.index(near)]
                angle = math.degrees(math.atan2(to_x - x, y - to_y)) + (180 if flipped else 0)
                free.append((rounded(angle % 360 * 1000) / 1000, near))
        free.sort()
        placed = _placed(tuple(slots), tuple([angle for angle, _ in free]))
        seeds = [
            Seed(slot, None if disc is None else free[disc][1], thread, x, y, angle)
            for slot, disc, thread, x, y, angle in placed
        ]
        out.append(Feeding(cell, piece.size, len(free), tuple(seeds)))
    return out


def _placed(slots: Tuple[int, ...], discs: Tuple[float, ...]) -> List[_Placed]:
    """Return the seeds of limbs in some slots and free discs at ascending angles."""
    if (slots, discs) in _known:
        return _known[slots, discs]
    out: List[_Placed] = []
    for slot, eaten in zip(slots, matching([SLOT * slot for slot in slots], discs)):
        begin = SLOT * slot
        if eaten is None:
            x, y = _polar(_EMPTY_SEED, begin)
            out.append((slot, None, "", x, y, (begin + 90) % 180))
        else:
            disc, turn = eaten
            x, y = _polar(_SEED, begin + turn)
            out.append((slot, disc, _thread(begin, turn), x, y, rounded(begin + turn) % 360))
    if len(_known) >= _MAX_KNOWN:
        _known.clear()
    _known[slots, discs] = out
    return out


def rows(fed: Iterable[Feeding]) -> List[List[Any]]:
    """Return feedings as lists for a message."""
    return [[one.cell, one.limbs, one.free, [list(seed) for seed in one.seeds]] for one in fed]


def matching(limbs: Sequence[float], discs: Sequence[float]) -> List[Optional[Tuple[int, float]]]:
    """For each limb the index of its disc and the turn to it, or None for a hungry limb.

    Both are ascending angles. The discs keep the circular order of the limbs, so no two threads cross. As many limbs as
    possible eat, and their threads turn as little as possible: the sum of the squares of the turns is the least.

    >>> matching([0, 120, 240], [150, 270])
    [None, (0, 30), (1, 30)]
    """
    count = min(len(limbs), len(discs))
    best: List[Tuple[int, int, float]] = []
    least = 0.0
    for chosen in _choices(len(limbs), count):
        for eaten in _choices(len(discs), count):
            for shift in range(-count, count + 1):
                pairs: List[Tuple[int, int, float]] = []
                cost = 0.0
                for i, limb in enumerate(chosen):
                    # beyond the last disc comes the first one again, a circle further
                    circles, at = divmod(i + shift, count)
                    turn = discs[eaten[at]] + 360 * circles - limbs[limb]
                    cost += turn * turn
                    pairs.append((limb, eaten[at], turn))
                    # of two equal ones the first, whatever the rounding
                    if best and cost > least - 0.5:
                        break
                else:
                    best, least = pairs, cost
    out: List[Optional[Tuple[int, float]]] = [None] * len(limbs)
    for limb, disc, turn in best:
        out[limb] = (disc, turn)
    return out


def _choices(of: int, count: int) -> List[List[int]]:
    """All ascending lists of some of the first numbers."""
    return [
        [i for i in range(of) if mask >> i & 1]
        for mask in range(1 << of)
        if sum([mask >> i & 1 for i in range(of)]) == count
    ]


def _thread(begin: float, turn: float) -> str:
    """The path of a thread: it turns first inside its disc, and the last 30 degrees on its way out."""
    last = max(-_APART, min(_APART, turn))
    bends = max(1, math.ceil(abs(turn - last) / _STEP))
    points = [
        _polar(_BEGIN + (_LEAVE - _BEGIN) * i / bends, begin + (turn - last) * i / bends)
        for i in range(bends + 1)
    ]
    points += [
        _polar(_LEAVE + (_END - _LEAVE) * i / 3, begin + turn - last * (1 - i / 3)) for i in range(1, 4)
    ]
    # rounded at each point: from the middle before it to the middle after it
    parts = ["M" + _text(points[0])]
    for i in range(1, len(points) - 1):
        (x, y), (next_x, next_y) = points[i], points[i + 1]
        parts.append("Q" + _text((x, y)) + " " + _text(((x + next_x) / 2, (y + next_y) / 2)))
    return "".join(parts) + "L" + _text(points[-1])


def _polar(radius: float, angle: float) -> Tuple[float, float]:
    x, y = radius * math.sin(math.radians(angle)), -radius * math.cos(math.radians(angle))
    return rounded(x * 1000) / 1000, rounded(y * 1000) / 1000


def _text(point: Tuple[float, float]) -> str:
    return thousandths_text(rounded(point[0] * 1000)) + " " + thousandths_text(rounded(point[1] * 1000))
