"""Draws marks: fills, rings, arrows, labels and a heat map (core/game/marks.py)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from html import escape
from typing import Any

from ..core.game.marks import TONED, Marks, number_text
from ..core.wire.intent_fields import Json
from .layers import UNIT, Box
from .svg_elements import Ink, group, numbers, shapes, tag

FONT = "system-ui,sans-serif"
# the heat map's legend in disc diameters: its least width, its line height, its letters, a step of the scale
LEGEND_WIDTH = 3.8
_LINE = 0.4
_LEGEND_LETTERS = 0.27
_STEP = (0.46, 0.26)

PlacedText = tuple[str, float, float, float]
"""A text, its middle, and the size of its letters, in disc diameters."""


def under(ink: Ink, box: Box, marks: Marks) -> str:
    """The heat map and the fills, which lie directly on the discs."""
    data = shapes()["marks"]
    heat = data["heat"]
    shades = [
        tag("circle", {"cx": x, "cy": y, "r": heat["disc"], **ink.paint(heat["steps"][shade])})
        for cell, shade in _shades(marks)
        for x, y in (box.at[cell],)
    ]
    return group(shades) + _toned(ink, box, "fill", marks)


def around(ink: Ink, box: Box, marks: Marks) -> str:
    """The rings and the like, which lie under the adaptoids."""
    return "".join([_toned(ink, box, kind, marks) for kind in TONED if kind != "fill"])


def _toned(ink: Ink, box: Box, kind: str, marks: Marks) -> str:
    data = shapes()["marks"][kind]
    return group(
        [ink.use_shape(f"{kind}-{tone}", data[tone], box.at[cell]) for cell, tone in marks.toned(kind)]
    )


def arrows(ink: Ink, box: Box, marks: Marks) -> str:
    """The arrows, over the adaptoids; two between the same discs pass each other on the right."""
    data = shapes()["marks"]["arrow"]
    pairs = {(tail, head) for tail, head, _ in marks.arrows}
    drawn: list[str] = []
    for tail, head, tone in marks.arrows:
        (x, y), (to_x, to_y) = box.at[tail], box.at[head]
        aside = data["aside"] if (head, tail) in pairs else 0
        tip = math.hypot(to_x - x, to_y - y) - data["end"]
        shaft = {"path": f"M{numbers([data['start'], aside])}H{numbers([tip - data['neck']])}"}
        strokes: list[Json] = [{**shaft, **stroke} for stroke in data["shaft"][tone]]
        angle = math.degrees(math.atan2(to_y - y, to_x - x))
        transform = f"translate({numbers([x, y])})" + (f"rotate({numbers([angle])})" if angle else "")
        arrow_head = ink.use_shape(f"head-{tone}", data["head"][tone], (tip, aside))
        drawn.append(tag("g", {"transform": transform}, ink.shape(strokes) + arrow_head))
    return group(drawn)


# -- letters -----------------------------------------------------------------------------------------------------------


def width_of(text: str) -> float:
    """The approximate width of a text, for letters of size 1."""
    label = shapes()["marks"]["label"]
    widths: dict[str, float] = label["letters"]
    total = 0.0
    for sign in text:
        kind = "full" if sign >= "\u1100" else "usual"
        for name in ("narrow", "broad"):
            if sign in label[name]:
                kind = name
        total += widths[kind]
    return total


def size_of(text: str, max_size: float, max_width: float) -> float:
    """The largest size of letters up to `max_size` at which a text is at most `max_width` wide."""
    return min(max_size, max_width / width_of(text))


def letters(
    ink: Ink,
    texts: Iterable[PlacedText],
    color: str,
    weight: int,
    baseline: float | None = None,
) -> str:
    """Texts in a colour and a weight; `baseline` is its distance from the middle, in sizes of letters."""
    low: float = shapes()["marks"]["label"]["baseline"] if baseline is None else baseline
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
    """The labels: texts in pills, in the middle of free discs, below the limbs of adaptoids."""
    look, style = shapes()["marks"]["label"], shapes()["letters"]["label"]
    drawn: list[str] = []
    for cell, text in marks.labels:
        size = size_of(text, look["underSize" if cell in taken else "size"], look["widest"])
        x, y = box.at[cell]
        y += look["under" if cell in taken else "free"]
        height = look["height"] * size
        width = max(width_of(text) * size + 2 * look["padding"], height)
        pill = (x - width / 2, y - height / 2, width, height)
        paint = ink.paint(look["fill"], look["stroke"])
        drawn.append(_rect(pill, {**paint, "rx": height / 2 * UNIT, "stroke-width": look["width"] * UNIT}))
        drawn.append(letters(ink, [(text, x, y, size)], style["ink"], style["weight"]))
    return group(drawn)


def heat_numbers(ink: Ink, box: Box, marks: Marks, taken: Collection[str]) -> str:
    """The heat map's numbers with a halo, in the middle of free discs, else where there is room."""
    look, style = shapes()["marks"]["heat"], shapes()["letters"]["heat"]
    labelled = dict(marks.labels)
    texts: list[PlacedText] = []
    for cell, number in marks.heat:
        x, y = box.at[cell]
        text = number_text(number).replace("-", "−")
        row = "above" if cell in labelled else "under" if cell in taken else "free"
        max_size = look["size" if row == "free" else "underSize"]
        texts.append((text, x, y + look[row], size_of(text, max_size, look["widest"])))
    if not texts:
        return ""
    ink.define("heat", letters(ink, texts, style["ink"], style["weight"]))
    halo = {**ink.paint(stroke=style["halo"]), "stroke-width": style["haloWidth"] * UNIT}
    return tag("g", halo, ink.use("heat")) + ink.use("heat")


# -- the heat map's legend ---------------------------------------------------------------------------------------------


def _shades(marks: Marks) -> list[tuple[str, int]]:
    """The discs of a heat map with their shade, an index in the scale."""
    data: Any = (marks.data() or {}).get("heat")
    if data is None:
        return []
    count = len(shapes()["marks"]["heat"]["steps"])
    low, high = data["low"], data["high"]
    return [
        (
            cell,
            max(0, min(int((number - low) / (high - low) * count), count - 1)) if high > low else count - 1,
        )
        for cell, number in marks.heat
    ]


def legend_height(marks: Marks) -> float:
    """The height of the legend below the board, in disc diameters."""
    if not marks.heat:
        return 0
    return (2 if marks.legend else 1) * _LINE + 0.2


def legend(ink: Ink, marks: Marks, middle: float, top: float, max_width: float) -> str:
    """The heat map's legend on a tray: its title, and the scale from the lowest to the highest number."""
    data: Any = (marks.data() or {}).get("heat")
    if data is None:
        return ""
    look, style = shapes()["marks"]["heat"], shapes()["letters"]["heat"]
    width, height = _STEP
    scale = len(look["steps"]) * width / 2
    max_width -= 0.6
    line = top + legend_height(marks) - 0.06 - _LINE / 2
    texts: list[PlacedText] = []
    half = scale
    for number, side in ((data["low"], -1), (data["high"], 1)):
        text = number_text(number).replace("-", "−")
        size = size_of(text, _LEGEND_LETTERS, max_width / 2 - scale - 0.1)
        length = width_of(text) * size
        texts.append((text, middle + side * (scale + 0.1 + length / 2), line, size))
        half = max(half, scale + 0.1 + length)
    if marks.legend:
        size = size_of(marks.legend, _LEGEND_LETTERS, max_width)
        texts.append((marks.legend, middle, line - _LINE, size))
        half = max(half, width_of(marks.legend) * size / 2)
    half += 0.26
    plate = (middle - half, top + 0.08, 2 * half, legend_height(marks) - 0.1)
    drawn = [_rect(plate, {**ink.paint("tray", "trayEdge"), "rx": 0.16 * UNIT, "stroke-width": 0.03 * UNIT})]
    for number, step in enumerate(look["steps"]):
        frame = (middle - scale + number * width, line - height / 2, width, height)
        drawn.append(_rect(frame, {**ink.paint(step, "last"), "stroke-width": 0.02 * UNIT}))
    return group(drawn) + letters(ink, texts, style["ink"], style["weight"])


def _rect(frame: Iterable[float], look: Json) -> str:
    sides = zip(("x", "y", "width", "height"), frame, strict=True)
    return tag("rect", {**{name: n * UNIT for name, n in sides}, **look})
