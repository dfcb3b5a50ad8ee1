"""Draws food (liberties minus size), which limb eats where, and the map of what a colour reaches and attacks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from ..core.rules.piece import Piece
from ..core.rules.position import Position
from ..core.wire.feeding import Feeding, Seed
from ..core.wire.intent_fields import Json
from .layers import Box
from .marks import PlacedText, letters
from .svg_elements import Ink, group, limb_shapes, moved, shapes, tag

# the most origins that are shown as dots, at the right of a disc, where no limb is; a number shows more
MAX_DOTS = 4
DOTS_APART = 13
_DOTS_AT = 0.365
# a ring with four ticks
_TARGET: list[Json] = [
    {"circle": [0, 0, 0.445], "stroke": "halo", "width": 0.09},
    {"circle": [0, 0, 0.445], "stroke": "map", "width": 0.05},
    {"path": "M0-.5V-.36M0 .5V.36M-.5 0H-.36M.5 0H.36", "stroke": "map", "width": 0.07},
]


def eaten(ink: Ink, box: Box, fed: Sequence[Feeding]) -> str:
    """The colour of the free discs on which somebody eats."""
    look = shapes()["feeding"]["eaten"]
    cells = sorted({seed.cell for one in fed for seed in one.seeds if seed.cell})
    return "".join([ink.use_shape("eaten", look, box.at[cell]) for cell in cells])


def threads(ink: Ink, box: Box, fed: Sequence[Feeding]) -> str:
    """The threads from limbs to free discs, under the adaptoids, with their seeds."""
    look = shapes()["feeding"]
    eating = [(box.at[one.cell], seed) for one in fed for seed in one.seeds if seed.cell]
    paths = "".join([moved(seed.thread, middle) for middle, seed in eating])
    return _lines(ink, "thread", paths) + _lines(ink, "full", _seeds(look["full"], eating))


def hunger(ink: Ink, box: Box, fed: Sequence[Feeding], pieces: Mapping[str, Piece]) -> str:
    """Hungry limbs with their empty seeds."""
    look = shapes()["feeding"]
    limbs: list[str] = []
    outlines = ""
    hungry = [(one.cell, seed) for one in fed for seed in one.seeds if seed.cell is None]
    for cell, seed in hungry:
        angle = shapes()["slots"][seed.slot]
        shape = [
            {**part, "path": moved(part["path"], box.at[cell], angle)}
            for part in limb_shapes(pieces[cell], seed.slot)
        ]
        outlines += shape[0]["path"]
        limbs.append(ink.shape(shape, pieces[cell].color))
    seeds = _seeds(look["empty"], [(box.at[cell], seed) for cell, seed in hungry])
    return _lines(ink, "hungry", outlines) + "".join(limbs) + _lines(ink, "empty", seeds)


def _seeds(look: Sequence[Json], seeds: Iterable[tuple[tuple[float, float], Seed]]) -> str:
    """The outlines of seeds at adaptoids with these middles, as one path."""
    return "".join([moved(look[0]["path"], (x + seed.x, y + seed.y), seed.angle) for (x, y), seed in seeds])


def _lines(ink: Ink, kind: str, path: str) -> str:
    """A path in each of the looks of its kind, one over the other; "" without a path."""
    if not path:
        return ""
    ink.define(kind, tag("path", {"d": path}))
    drawn = [
        tag(
            "g", {**ink.paint(line.get("fill"), line["stroke"]), "stroke-width": line["width"]}, ink.use(kind)
        )
        for line in shapes()["feeding"][kind]
    ]
    return "".join(drawn)


def food_plates(ink: Ink, box: Box, position: Position) -> str:
    """The plates under the numbers of food; their shape shows who has no food to spare, or too little."""
    look = shapes()["food"]
    drawn: list[str] = []
    for cell, spare in position.food().items():
        color = position.pieces[cell].color
        drawn.append(ink.use_shape(f"{color}-safe", look["safe"], box.at[cell], color))
        if spare <= 0:
            drawn.append(ink.use_shape(_level(spare), look[_level(spare)], box.at[cell]))
    return group(drawn)


def food_numbers(ink: Ink, box: Box, position: Position) -> str:
    """The numbers of food: the liberties of each adaptoid minus its size."""
    look, style = shapes()["food"], shapes()["letters"]["food"]
    texts: dict[str, list[PlacedText]] = {}
    for cell, spare in position.food().items():
        color = style["ink"][_level(spare) or position.pieces[cell].color]
        texts.setdefault(color, []).append((str(spare).replace("-", "−"), *box.at[cell], look["size"]))
    return "".join(
        [letters(ink, texts[color], color, style["weight"], look["baseline"]) for color in sorted(texts)]
    )


def _level(spare: int) -> str:
    return "short" if spare < 0 else "edge" if spare == 0 else ""


def reach_map(ink: Ink, box: Box, position: Position, color: str) -> str:
    """The free discs that a colour reaches, shaded and dotted by the number of origins; targets on its victims."""
    reach, attacks = position.reach_map(color), position.attacks(color)
    drawn: list[str] = []
    for cell, origins in reach.items():
        step = min(len(origins), MAX_DOTS)
        shape: list[Json] = [{"circle": [0, 0, 0.452], "fill": f"map{step}"}]
        drawn.append(ink.use_shape(f"map{step}", shape, box.at[cell]))
    drawn += [ink.use_shape("target", _TARGET, box.at[cell]) for cell in attacks]
    for cell, origins in (*reach.items(), *attacks.items()):
        if len(origins) <= MAX_DOTS:
            drawn.append(ink.use_shape(f"dots{len(origins)}", _dots(len(origins)), box.at[cell]))
    return group(drawn)


def _dots(count: int) -> list[Json]:
    angles = [(i - (count - 1) / 2) * math.radians(DOTS_APART) for i in range(count)]
    return [
        {"circle": [_DOTS_AT * math.cos(angle), _DOTS_AT * math.sin(angle), 0.034], "fill": "map"}
        for angle in angles
    ]


def reach_numbers(ink: Ink, box: Box, position: Position, color: str) -> str:
    """The numbers of origins of discs with too many for dots."""
    origins_of: Mapping[str, Sequence[str]] = {**position.reach_map(color), **position.attacks(color)}
    texts = [
        (str(len(origins)), box.at[cell][0] + 0.34, box.at[cell][1], 0.2)
        for cell, origins in origins_of.items()
        if len(origins) > MAX_DOTS
    ]
    return letters(ink, texts, "map", 600)
