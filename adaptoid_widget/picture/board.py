"""The layers of a picture: the tray, its discs, who stands on them, and what marks the last turn and the hungry."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from typing import Any

from ..core.rules.layout import Layout
from ..core.rules.piece import Piece
from ..core.rules.position import Position
from .ink import Ink, numbers, shapes, tag

# the picture's units in a disc diameter: letters of less than a unit are drawn badly by some programs
UNIT = 100
# from so many pixels a disc on, letters of this height, and names under adaptoids with at most so many limbs
_LETTERS = ((55, 0.145, 3), (38, 0.2, -1), (0, 0.26, -1))
_LETTERS_AT = 0.375
_HALO = 0.055
GHOST = 0.32

Last = Mapping[str, Any]


class Box:
    """The picture's frame in disc diameters, and where each disc lies in it."""

    def __init__(self, layout: Layout, flipped: bool) -> None:
        margin = shapes()["margin"]
        xs, ys = zip(*layout.places, strict=True)
        self.left, self.top = min(xs) - margin, min(ys) - margin
        self.width, self.height = max(xs) + margin - self.left, max(ys) + margin - self.top
        self.at: dict[str, tuple[float, float]] = {}
        for cell, (x, y) in zip(layout.cells, layout.places, strict=True):
            opposite = (2 * self.left + self.width - x, 2 * self.top + self.height - y)
            self.at[cell] = opposite if flipped else (x, y)


def tray(ink: Ink, layout: Layout, box: Box) -> str:
    data = shapes()
    path = "".join([how + numbers(box.at[cell]) for how, cell in _walk(layout)])
    # a disc that touches none is a dot
    path += "".join([f"M{numbers(box.at[cell])}h0" for cell in layout.cells if not layout.near(cell)])
    ink.define("tray", tag("path", {"d": path}))
    return "".join(
        [
            tag("g", {**ink.paint(stroke=role), "stroke-width": data[role]}, ink.use("tray"))
            for role in ("trayEdge", "tray")
        ]
    )


def _walk(layout: Layout) -> Iterator[tuple[str, str]]:
    """Lines over every pair of touching discs, each pair once, in strokes as long as they come easily."""
    left = {cell: list(layout.near(cell)) for cell in layout.cells}
    for start in layout.cells:
        while left[start]:
            cell = start
            yield "M", cell
            while left[cell]:
                beyond = left[cell].pop()
                left[beyond].remove(cell)
                cell = beyond
                yield "L", cell


def discs(ink: Ink, box: Box) -> str:
    data = shapes()
    circles = [tag("circle", {"cx": x, "cy": y, "r": data["disc"]}) for x, y in box.at.values()]
    return tag("g", {**ink.paint("disc", "discLine"), "stroke-width": data["discLine"]}, "".join(circles))


def names(
    ink: Ink,
    box: Box,
    pieces: Mapping[str, Piece],
    hidden: Collection[str],
    drawn_on: Collection[str],
    scale: float,
) -> str:
    """The discs' names, but for those that something would hide; with a halo on discs that are drawn on."""
    letters, most = next((letters, most) for least, letters, most in _LETTERS if scale >= least)
    texts: dict[bool, list[str]] = {False: [], True: []}
    for cell, (x, y) in box.at.items():
        if cell not in hidden and (cell not in pieces or pieces[cell].size <= most):
            place = {"x": x * UNIT, "y": (y + _LETTERS_AT) * UNIT}
            texts[cell in drawn_on].append(tag("text", place, escape(cell)))
    font = {
        "font-family": "system-ui,sans-serif",
        "font-size": letters * UNIT,
        "font-weight": 500,
        "text-anchor": "middle",
    }
    drawn = "".join(texts[True] + texts[False])
    if texts[True]:
        halo = {**ink.paint(stroke="disc"), "stroke-width": _HALO * UNIT}
        drawn = tag("g", halo, "".join(texts[True])) + drawn
    return tag("g", {**ink.paint("coordinate"), **font}, drawn)


def stand(ink: Ink, box: Box, pieces: Mapping[str, Piece], opacity: float | None = None) -> str:
    drawn = [ink.use(ink.piece(piece), box.at[cell]) for cell, piece in pieces.items()]
    return tag("g", {"opacity": opacity}, "".join(drawn)) if drawn else ""


def marked(
    ink: Ink, box: Box, marks: Iterable[tuple[str, str]], half: str, shaded: Collection[str] = ()
) -> str:
    """One half of the game's own marks; on shaded discs they are lines only."""
    drawn: list[str] = []
    for cell, mark in marks:
        primitives = shapes()["marks"][mark].get(half)
        if primitives:
            lined = half == "under" and cell in shaded
            what = f"{mark}-line" if lined else f"{mark}-{half}"
            if what not in ink.defined:
                plain = [{**one, "fill": None} for one in primitives if "stroke" in one]
                ink.define(what, ink.shape(plain if lined else primitives))
            drawn.append(ink.use(what, box.at[cell]))
    return tag("g", {}, "".join(drawn)) if drawn else ""


def turn_marks(position: Position, last: Last | None, starving: bool) -> list[tuple[str, str]]:
    """Discs and their marks: the last turn, who would starve, who has just left."""
    marks: list[tuple[str, str]] = []
    pieces = position.pieces
    if last is not None:
        if last["from"] is not None:
            marks.append((last["from"], "from"))
        if last["to"] is not None and last["to"] != last["at"]:
            marks.append((last["to"], "to"))
        if last["at"] is not None:
            marks.append((last["at"], "grown"))
    if starving and position.winner is None:
        marks += [(cell, "starving") for cell in position.starving()]
        marks += [
            (cell, "hungry")
            for cell, piece in pieces.items()
            if piece.color == position.turn and piece.size > position.liberties(cell)
        ]
    if last is not None:
        marks += [(cell, "taken" if cell in pieces else "lost") for cell in dict(_gone(last))]
    return marks


def check(layout: Layout, last: Last | None) -> None:
    """Raise LayoutError where a turn was played on another board."""
    if last is not None:
        for cell in (last["from"], last["to"], last["at"], *dict(_gone(last))):
            if cell is not None:
                layout.index(cell)


def _gone(last: Last) -> list[tuple[str, Piece]]:
    return [(cell, Piece(color, legs, pincers)) for cell, color, legs, pincers, _ in last["gone"]]


def ghosts(position: Position, last: Last | None) -> dict[str, Piece]:
    """The adaptoids that have just left, where nothing stands now."""
    found: dict[str, Piece] = {}
    for cell, piece in _gone(last) if last is not None else ():
        if position.piece(cell) is None:
            found.setdefault(cell, piece)
    return found
