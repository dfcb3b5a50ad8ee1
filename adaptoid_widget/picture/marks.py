"""What people draw on a position: fills, rings, arrows, labels and a heat map (core/game/annotations.py)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import Any

from ..core.game.annotations import Marks, number_text
from ..core.session.protocol import Json
from .board import UNIT, Box
from .ink import Ink, numbers, shapes, tag

FONT = "system-ui,sans-serif"
# the legend below a board, in disc diameters: its least width, its lines, its letters, a step of the scale
LEGEND_WIDTH = 3.8
_LINE = 0.4
_LEGEND_LETTERS = 0.27
_STEP = (0.46, 0.26)


def under(ink: Ink, box: Box, marks: Marks) -> str:
    """What lies under everything but the discs: the heat map, then the fills."""
    data = shapes()["annotations"]
    heat = data["heat"]
    shades = [
        tag("circle", {"cx": x, "cy": y, "r": heat["disc"], **ink.paint(heat["steps"][step])})
        for cell, step in _steps(marks)
        for x, y in (box.at[cell],)
    ]
    return group(shades) + _toned(ink, box, "fill", marks.fills)


def rings(ink: Ink, box: Box, marks: Marks) -> str:
    """The rings, which lie under the adaptoids."""
    return _toned(ink, box, "ring", marks.rings)


def group(drawn: Iterable[str]) -> str:
    """The drawn in one element; nothing where there is none."""
    content = "".join(drawn)
    return tag("g", {}, content) if content else ""


def placed(ink: Ink, box: Box, cell: str, what: str, primitives: Sequence[Json], color: str = "") -> str:
    """Shapes on a disc; whatever bears the same name is defined once."""
    if what not in ink.defined:
        ink.define(what, ink.shape(primitives, color))
    return ink.use(what, box.at[cell])


def _toned(ink: Ink, box: Box, kind: str, marks: Iterable[tuple[str, str]]) -> str:
    data = shapes()["annotations"][kind]
    return group([placed(ink, box, cell, f"{kind}-{tone}", data[tone]) for cell, tone in marks])


def arrows(ink: Ink, box: Box, marks: Marks) -> str:
    """The arrows, over the adaptoids; two that lead both ways pass each other on their right."""
    data = shapes()["annotations"]["arrow"]
    pairs = {(tail, head) for tail, head, _ in marks.arrows}
    drawn: list[str] = []
    for tail, head, tone in marks.arrows:
        (x, y), (to_x, to_y) = box.at[tail], box.at[head]
        aside = data["aside"] if (head, tail) in pairs else 0
        long = math.hypot(to_x - x, to_y - y)
        tip = long - data["end"]
        what = f"head-{tone}"
        if what not in ink.defined:
            ink.define(what, ink.shape(data["head"][tone]))
        shaft = {"path": f"M{numbers([data['start'], aside])}H{numbers([tip - data['neck']])}"}
        strokes: list[Json] = [{**shaft, **stroke} for stroke in data["shaft"][tone]]
        turned = math.degrees(math.atan2(to_y - y, to_x - x))
        where = f"translate({numbers([x, y])})" + (f"rotate({numbers([turned])})" if turned else "")
        drawn.append(tag("g", {"transform": where}, ink.shape(strokes) + ink.use(what, (tip, aside))))
    return group(drawn)


# -- letters -----------------------------------------------------------------------------------------------------------


def width_of(text: str) -> float:
    """About how wide a text is, in its letters' size."""
    label = shapes()["annotations"]["label"]
    letters: dict[str, float] = label["letters"]
    wide = 0.0
    for sign in text:
        kind = "full" if sign >= "\u1100" else "usual"
        for name in ("narrow", "broad"):
            if sign in label[name]:
                kind = name
        wide += letters[kind]
    return wide


def size_of(text: str, most: float, widest: float) -> float:
    """The size of its letters: `most`, or as much as makes it no wider than `widest`."""
    return min(most, widest / width_of(text))


def letters(
    ink: Ink,
    texts: Iterable[tuple[str, float, float, float]],
    color: str,
    weight: int,
    baseline: float | None = None,
) -> str:
    """Texts with the middle of each and the size of its letters, in disc diameters."""
    low: float = shapes()["annotations"]["label"]["baseline"] if baseline is None else baseline
    drawn = [
        tag(
            "text",
            {"x": x * UNIT, "y": (y + low * size) * UNIT, "font-size": size * UNIT},
            escape(text),
        )
        for text, x, y, size in texts
    ]
    font = {"font-family": FONT, "font-weight": weight, "text-anchor": "middle"}
    return tag("g", {**ink.paint(color), **font}, "".join(drawn)) if drawn else ""


def labels(ink: Ink, box: Box, marks: Marks, taken: Collection[str]) -> str:
    """The labels: each a text in a pill, in the middle of a free disc, else below the adaptoid's limbs."""
    look, inked = shapes()["annotations"]["label"], shapes()["letters"]["label"]
    drawn: list[str] = []
    for cell, text in marks.labels:
        size = size_of(text, look["underSize" if cell in taken else "size"], look["widest"])
        x, y = box.at[cell]
        y += look["under" if cell in taken else "free"]
        high = look["height"] * size
        wide = max(width_of(text) * size + 2 * look["padding"], high)
        pill = (x - wide / 2, y - high / 2, wide, high)
        paint = ink.paint(look["fill"], look["stroke"])
        drawn.append(_rect(pill, {**paint, "rx": high / 2 * UNIT, "stroke-width": look["width"] * UNIT}))
        drawn.append(letters(ink, [(text, x, y, size)], inked["ink"], inked["weight"]))
    return group(drawn)


def heat_numbers(ink: Ink, box: Box, marks: Marks, taken: Collection[str]) -> str:
    """The heat map's numbers, each with a halo: in the middle of a free disc, else where there is room."""
    look, inked = shapes()["annotations"]["heat"], shapes()["letters"]["heat"]
    labelled = dict(marks.labels)
    texts: list[tuple[str, float, float, float]] = []
    for cell, number in marks.heat:
        x, y = box.at[cell]
        crowded = cell in taken or cell in labelled
        text = number_text(number).replace("-", "−")
        where = "above" if cell in labelled else "under" if cell in taken else "free"
        texts.append(
            (
                text,
                x,
                y + look[where],
                size_of(text, look["underSize" if crowded else "size"], look["widest"]),
            )
        )
    if not texts:
        return ""
    ink.define("heat", letters(ink, texts, inked["ink"], inked["weight"]))
    halo = {**ink.paint(stroke=inked["halo"]), "stroke-width": inked["haloWidth"] * UNIT}
    return tag("g", halo, ink.use("heat")) + ink.use("heat")


# -- the heat map's legend ---------------------------------------------------------------------------------------------


def _steps(marks: Marks) -> list[tuple[str, int]]:
    """Each disc of a heat map with its step on the scale."""
    data: Any = (marks.data() or {}).get("heat")
    if data is None:
        return []
    count = len(shapes()["annotations"]["heat"]["steps"])
    low, high = data["low"], data["high"]
    return [
        (cell, min(int((number - low) / (high - low) * count), count - 1) if high > low else count - 1)
        for cell, number in marks.heat
    ]


def legend_height(marks: Marks) -> float:
    """How much room the legend takes below the board."""
    if not marks.heat:
        return 0
    return (2 if marks.legend else 1) * _LINE + 0.2


def legend(ink: Ink, marks: Marks, middle: float, top: float, widest: float) -> str:
    """The heat map's legend on a tray of its own: what the numbers are, and the scale from the low to the high one."""
    data: Any = (marks.data() or {}).get("heat")
    if data is None:
        return ""
    look, inked = shapes()["annotations"]["heat"], shapes()["letters"]["heat"]
    wide, high = _STEP
    scale = len(look["steps"]) * wide / 2
    widest -= 0.6
    line = top + legend_height(marks) - 0.06 - _LINE / 2
    texts: list[tuple[str, float, float, float]] = []
    half = scale
    for number, side in ((data["low"], -1), (data["high"], 1)):
        text = number_text(number).replace("-", "−")
        size = size_of(text, _LEGEND_LETTERS, widest / 2 - scale - 0.1)
        long = width_of(text) * size
        texts.append((text, middle + side * (scale + 0.1 + long / 2), line, size))
        half = max(half, scale + 0.1 + long)
    if marks.legend:
        size = size_of(marks.legend, _LEGEND_LETTERS, widest)
        texts.append((marks.legend, middle, line - _LINE, size))
        half = max(half, width_of(marks.legend) * size / 2)
    half += 0.26
    plate = (middle - half, top + 0.08, 2 * half, legend_height(marks) - 0.1)
    steps = [(middle - scale + i * wide, line - high / 2, wide, high) for i in range(len(look["steps"]))]
    drawn = [_rect(plate, {**ink.paint("tray", "trayEdge"), "rx": 0.16 * UNIT, "stroke-width": 0.03 * UNIT})]
    for step, frame in zip(look["steps"], steps, strict=True):
        drawn.append(_rect(frame, {**ink.paint(step, "last"), "stroke-width": 0.02 * UNIT}))
    return group(drawn) + letters(ink, texts, inked["ink"], inked["weight"])


def _rect(frame: Iterable[float], look: Json) -> str:
    sides = zip(("x", "y", "width", "height"), frame, strict=True)
    return tag("rect", {**{name: n * UNIT for name, n in sides}, **look})
