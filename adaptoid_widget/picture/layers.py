"""The layers of a picture: tray, discs, names, adaptoids, and marks for the last turn and hunger."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from typing import Any

from ..core.host.host import brief
from ..core.rules.layout import Layout
from ..core.rules.piece import Piece
from ..core.rules.position import Position
from .svg_elements import Ink, arrangement, group, numbers, shapes, tag

# the picture's units in a disc diameter: some programs draw letters of less than a unit badly
UNIT = 100
# by the least pixels of a disc: the height of its name, and whether there is room for it beside an adaptoid
_LETTERS = ((55, 0.145, True), (38, 0.2, False), (0, 0.26, False))
_LETTERS_AT = 0.375
_LETTERS_BESIDE = 0.45
_BOTTOM = 3
_HALO = 0.055
_IN_ROWS = re.compile(r"[A-Z]\d+")
_MARGIN_LETTERS = 0.18
GHOST_OPACITY = 0.32

Last = Mapping[str, Any]
"""The last turn: the part `last` of a board's snapshot."""


class Box:
    """The picture's frame and the place of each disc, in disc diameters."""

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
    """The tray: wide lines between touching discs."""
    data = shapes()
    path = "".join([command + numbers(box.at[cell]) for command, cell in _strokes(layout)])
    # a disc that touches no other is a dot
    path += "".join([f"M{numbers(box.at[cell])}h0" for cell in layout.cells if not layout.near(cell)])
    ink.define("tray", tag("path", {"d": path}))
    return "".join(
        [
            tag("g", {**ink.paint(stroke=role), "stroke-width": data[role]}, ink.use("tray"))
            for role in ("trayEdge", "tray")
        ]
    )


def _strokes(layout: Layout) -> Iterator[tuple[str, str]]:
    """Path commands with their discs: lines over every pair of touching discs, each pair once, in long strokes."""
    neighbours = {cell: list(layout.near(cell)) for cell in layout.cells}
    for start in layout.cells:
        while neighbours[start]:
            cell = start
            yield "M", cell
            while neighbours[cell]:
                following = neighbours[cell].pop()
                neighbours[following].remove(cell)
                cell = following
                yield "L", cell


def discs(ink: Ink, box: Box) -> str:
    """The free discs."""
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
    """The names of the discs that nothing hides, with a halo on discs that are drawn on."""
    height, beside = next((height, beside) for pixels, height, beside in _LETTERS if scale >= pixels)
    texts: dict[bool, list[str]] = {False: [], True: []}
    for cell, (x, y) in box.at.items():
        piece = pieces.get(cell)
        if cell not in hidden and (piece is None or (beside and arrangement(piece)[_BOTTOM] == ".")):
            place = {"x": x * UNIT, "y": (y + (_LETTERS_BESIDE if piece else _LETTERS_AT)) * UNIT}
            texts[cell in drawn_on].append(tag("text", place, escape(cell)))
    font = {
        "font-family": "system-ui,sans-serif",
        "font-size": height * UNIT,
        "font-weight": 500,
        "text-anchor": "middle",
    }
    drawn = "".join(texts[True] + texts[False])
    if texts[True]:
        halo = {**ink.paint(stroke="disc"), "stroke-width": _HALO * UNIT}
        drawn = tag("g", halo, "".join(texts[True])) + drawn
    return tag("g", {**ink.paint("coordinate"), **font}, drawn)


def is_small(scale: float) -> bool:
    """Whether discs with so many pixels are too small for their names, which are then at the margin."""
    return bool(scale < shapes()["marginNames"]["small"])


def margin_names(ink: Ink, box: Box) -> str:
    """The letters of the rows and the numbers of the oblique lines; "" where a name does not say where its disc is."""
    look = shapes()["marginNames"]
    letters: dict[str, tuple[float, float]] = {}
    figures: dict[str, tuple[float, float]] = {}
    for cell, at in box.at.items():
        if not _IN_ROWS.fullmatch(cell):
            return ""
        letters[cell[0]] = min(letters.get(cell[0], at), at)
        figures[cell[1:]] = min(figures.get(cell[1:], at), at, key=lambda place: place[1])
    if len(letters) < 2:
        return ""
    texts = [
        tag("text", {"x": (x + right) * UNIT, "y": (y + down) * UNIT}, name)
        for names, (right, down) in ((letters, look["letter"]), (figures, look["number"]))
        for name, (x, y) in names.items()
    ]
    font = {
        "font-family": "system-ui,sans-serif",
        "font-size": _MARGIN_LETTERS * UNIT,
        "font-weight": 500,
        "text-anchor": "middle",
    }
    return tag("g", {**ink.paint("coordinate"), **font}, "".join(texts))


def adaptoids(
    ink: Ink,
    box: Box,
    pieces: Mapping[str, Piece],
    opacity: float | None = None,
    closed: Collection[str] = (),
) -> str:
    """The adaptoids, perhaps translucent; those on the discs in `closed` starve, so their cores are closed."""
    drawn = [ink.use(ink.piece(piece), box.at[cell]) for cell, piece in pieces.items()]
    lids = shapes()["feeding"]["closed"]
    for cell in closed:
        if cell in pieces:
            color = pieces[cell].color
            drawn.append(ink.use_shape(f"{color}-closed", lids[color], box.at[cell], color))
    return group(drawn, {"opacity": opacity})


def drawn_marks(
    ink: Ink, box: Box, marks: Iterable[tuple[str, str]], half: str, shaded: Collection[str] = ()
) -> str:
    """The half "under" or "over" the adaptoids of marks of the game; on shaded discs they are lines only."""
    drawn: list[str] = []
    for cell, mark in marks:
        primitives = shapes()["signs"][mark].get(half)
        if primitives:
            lines_only = half == "under" and cell in shaded
            name = f"{mark}-line" if lines_only else f"{mark}-{half}"
            if lines_only:
                primitives = [{**shape, "fill": None} for shape in primitives if "stroke" in shape]
            drawn.append(ink.use_shape(name, primitives, box.at[cell]))
    return group(drawn)


def turn_marks(position: Position, last: Last | None, starving: bool) -> list[tuple[str, str]]:
    """Discs and their marks: the last turn, starving and hungry adaptoids, and those that have just left."""
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
            if piece.color == position.turn and position.spare(cell) < 0
        ]
    marks += [(cell, "taken" if cell in pieces else "lost") for cell in dict(_gone(last))]
    return marks


def check(layout: Layout, last: Last | None) -> None:
    """Raise ValueError if this is no last turn, LayoutError if it was played on another board."""
    if last is not None:
        part: object = last
        if not isinstance(part, Mapping) or not {"from", "to", "at", "gone"} <= set(part):
            raise ValueError(f"last is the part board.snapshot['last'], or None, not {brief(last)}")
        for cell in (last["from"], last["to"], last["at"], *dict(_gone(last))):
            if cell is not None:
                layout.index(cell)


def _gone(last: Last | None) -> list[tuple[str, Piece]]:
    """The adaptoids that have left the board in the last turn, with their discs."""
    gone = [] if last is None else last["gone"]
    return [(cell, Piece(color, legs, pincers)) for cell, color, legs, pincers, _ in gone]


def ghosts(position: Position, last: Last | None) -> dict[str, Piece]:
    """The adaptoids that have just left, on discs that are free now."""
    left: dict[str, Piece] = {}
    for cell, piece in _gone(last):
        if position.piece(cell) is None:
            left.setdefault(cell, piece)
    return left
