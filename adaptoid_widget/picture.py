"""A position as a picture (SVG), in words, and as a drawing in plain text.

The shapes are those of the live board: both read data/shapes.json.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from .core import view
from .core.errors import Slots
from .core.game import Game
from .core.layout import HALF_ROOT_3, Layout
from .core.position import Position
from .core.turn import Piece
from .core.variants import VARIANTS, sides
from .core.wording import ENGLISH, Wording

THEMES = ("light", "dark", "print", "auto")

# the picture's units in a disc diameter: letters of less than a unit are drawn badly by some programs
_UNIT = 100
# from so many pixels a disc on, letters of this height, and names under adaptoids with at most so many limbs
_LETTERS = ((55, 0.145, 3), (38, 0.2, -1), (0, 0.26, -1))
_LETTERS_AT = 0.375
_GHOST = 0.32
# a drawing in plain text wider than this becomes a list
_WIDEST = 100

Last = Mapping[str, Any]
Json = dict[str, Any]


def svg(
    position: Position,
    *,
    theme: str = "light",
    size: int = 480,
    flipped: bool = False,
    coordinates: bool = True,
    last: Last | None = None,
    starving: bool = True,
    status: str | None = None,
    wording: Wording = ENGLISH,
) -> str:
    """A position as a stand-alone SVG with the position in words inside; the same call gives the same text.

    `theme` is "light", "dark", "print" (greys) or "auto" (light or dark as the reader's system has it). `size` is the
    longer side in pixels. `last` marks the last turn (the part `last` of a board's snapshot), `starving` who would
    starve. `status` says how things stand where the position alone does not know, as after a resignation.

    >>> svg(Position.start(), size=240)[:58]
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http:'
    """
    if theme not in THEMES:
        raise ValueError(f"theme is one of {', '.join(THEMES)}, not {theme!r}")
    if not 0 < size < 100_000:
        raise ValueError(f"size is a number of pixels from 1 to 99999, not {size!r}")
    said = _status(position, wording) if status is None else status
    title = wording.say("picture.title", {"status": said})
    about = _sides(position, wording)
    # ids must not meet those of another picture in one document
    looks = [str(position), theme, size, flipped, coordinates, last and dict(last), starving, title, about]
    ink = _Ink(_short_name(looks), theme)
    box = _Box(position.layout, flipped)
    scale = size / max(box.width, box.height)
    marks = _marks(position, last, starving)
    ghosts = _ghosts(position, last)
    names = _names(ink, box, {**ghosts, **position.pieces}, scale) if coordinates else ""
    board = [_tray(ink, position.layout, box), _discs(ink, box), _marked(ink, box, marks, "under")]
    play = [
        _stand(ink, box, ghosts, _GHOST),
        _stand(ink, box, position.pieces),
        _marked(ink, box, marks, "over"),
    ]
    unit = {"transform": f"scale({_UNIT})"}
    drawn = [_tag("g", unit, _lines(board)), names, _tag("g", unit, _lines(play))]
    parts = [
        _tag("title", {}, escape(title)),
        _tag("desc", {}, escape(about)),
        ink.style(),
        _tag("defs", {}, _lines(ink.defined.values())),
        _tag("g", {"fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"}, _lines(drawn)),
    ]
    frame = {
        "xmlns": "http://www.w3.org/2000/svg",
        "xmlns:xlink": "http://www.w3.org/1999/xlink",
        "role": "img",
        "width": box.width * scale,
        "height": box.height * scale,
        "viewBox": _numbers([n * _UNIT for n in (box.left, box.top, box.width, box.height)]),
    }
    return _tag("svg", frame, _lines(parts)) + "\n"


def _short_name(looks: Sequence[object]) -> str:
    return f"a{zlib.crc32(json.dumps(looks, sort_keys=True).encode()) & 0xFFFFFF:06x}"


def _lines(parts: Iterable[str]) -> str:
    return "\n" + "\n".join(filter(None, parts)) + "\n"


def _tag(name: str, attributes: Mapping[str, object], content: str = "") -> str:
    """An element; what stands in its attributes is escaped, and None leaves one out."""
    head = name
    for key, value in attributes.items():
        if value is not None:
            shown = _numbers([value]) if isinstance(value, (int, float)) else str(value)
            head += f' {key}="{escape(shown)}"'
    return f"<{head}>{content}</{name}>" if content else f"<{head}/>"


def _numbers(numbers: Iterable[float]) -> str:
    """At most three decimals each, as short as may be."""
    shown = [f"{n:.3f}".rstrip("0").rstrip(".") for n in numbers]
    return " ".join(["0" if n == "-0" else n for n in shown])


# -- shapes and colours ------------------------------------------------------------------------------------------------


@cache
def _shapes() -> Json:
    data: Json = json.loads((files("adaptoid_widget") / "data" / "shapes.json").read_text("utf-8"))
    return data


class _Ink:
    """Turns shapes into elements, in the colours of a theme; what is drawn more than once is defined once."""

    def __init__(self, name: str, theme: str) -> None:
        palettes = _shapes()["palettes"]
        self.name = name
        self.auto = theme == "auto"
        self.palette: dict[str, str] = palettes["light" if self.auto else theme]
        self.dark: dict[str, str] = palettes["dark"]
        self.defined: dict[str, str] = {}
        self.classes: dict[tuple[str, str], str] = {}

    def paint(self, fill: str | None = None, stroke: str | None = None) -> Json:
        """The attributes for a fill and a stroke, each a role of the palette."""
        out: Json = {}
        for prop, role in (("fill", fill), ("stroke", stroke)):
            if role is None:
                continue
            out[prop] = self.palette[role]
            if self.auto:
                key = self.classes.setdefault((prop, role), f"{self.name}{len(self.classes)}")
                out["class"] = f"{out['class']} {key}" if "class" in out else key
        return out

    def style(self) -> str:
        """The dark colours, where a theme has both; on paper it stays light."""
        if not self.classes:
            return ""
        rules = [f".{key}{{{prop}:{self.dark[role]}}}" for (prop, role), key in self.classes.items()]
        return _tag("style", {}, f"@media screen and (prefers-color-scheme:dark){{{''.join(rules)}}}")

    def define(self, what: str, content: str) -> None:
        self.defined[what] = _tag("g", {"id": f"{self.name}-{what}"}, content)

    def use(self, what: str, place: tuple[float, float] = (0, 0), turn: float = 0) -> str:
        x, y = place
        return _tag(
            "use",
            {
                "xlink:href": f"#{self.name}-{what}",
                "x": x or None,
                "y": y or None,
                "transform": f"rotate({_numbers([turn])})" if turn else None,
            },
        )

    def shape(self, primitives: Sequence[Json], color: str = "") -> str:
        return "".join([self._element(one, color) for one in primitives])

    def _element(self, one: Json, color: str) -> str:
        """A path, circle or ellipse; body, line and detail are roles of the adaptoid's colour."""
        fill, stroke = [
            f"{color}.{role}" if role in ("body", "line", "detail") else role
            for role in (one.get("fill"), one.get("stroke"))
        ]
        rest = {
            **self.paint(fill, stroke),
            "stroke-width": one.get("width"),
            "stroke-dasharray": _numbers(one["dash"]) if "dash" in one else None,
            "stroke-linecap": one.get("cap"),
        }
        if "path" in one:
            return _tag("path", {"d": one["path"], **rest})
        name, keys = (
            ("circle", ("cx", "cy", "r")) if "circle" in one else ("ellipse", ("cx", "cy", "rx", "ry"))
        )
        return _tag(name, {**{key: n or None for key, n in zip(keys, one[name], strict=True)}, **rest})

    def piece(self, piece: Piece) -> str:
        """The name of an adaptoid's drawing: limbs first, then the body over them, empty slots and hub."""
        what = _token(piece)
        if what not in self.defined:
            shapes, color = _shapes(), piece.color
            for part in ("leg", "pincer", "body", "slot"):
                if f"{color}-{part}" not in self.defined:
                    self.define(f"{color}-{part}", self.shape(shapes[part], color))
            angles = shapes["slots"]
            slots = ["leg"] * piece.legs + ["pincer"] * piece.pincers
            slots += ["slot"] * (len(angles) - len(slots))
            drawn = [
                self.use(f"{color}-{part}", turn=angle) for part, angle in zip(slots, angles, strict=True)
            ]
            drawn.insert(piece.size, self.use(f"{color}-body"))
            self.define(what, "".join(drawn) + self.shape(shapes["hub"][color], color))
        return what


# -- layers ------------------------------------------------------------------------------------------------------------


class _Box:
    """The picture's frame in disc diameters, and where each disc lies in it."""

    def __init__(self, layout: Layout, flipped: bool) -> None:
        margin = _shapes()["margin"]
        xs, ys = zip(*layout.places, strict=True)
        self.left, self.top = min(xs) - margin, min(ys) - margin
        self.width, self.height = max(xs) + margin - self.left, max(ys) + margin - self.top
        self.at: dict[str, tuple[float, float]] = {}
        for cell, (x, y) in zip(layout.cells, layout.places, strict=True):
            opposite = (2 * self.left + self.width - x, 2 * self.top + self.height - y)
            self.at[cell] = opposite if flipped else (x, y)


def _tray(ink: _Ink, layout: Layout, box: _Box) -> str:
    shapes = _shapes()
    path = "".join([how + _numbers(box.at[cell]) for how, cell in _walk(layout)])
    # a disc that touches none is a dot
    path += "".join([f"M{_numbers(box.at[cell])}h0" for cell in layout.cells if not layout.near(cell)])
    ink.define("tray", _tag("path", {"d": path}))
    return "".join(
        [
            _tag("g", {**ink.paint(stroke=role), "stroke-width": shapes[role]}, ink.use("tray"))
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


def _discs(ink: _Ink, box: _Box) -> str:
    shapes = _shapes()
    circles = [_tag("circle", {"cx": x, "cy": y, "r": shapes["disc"]}) for x, y in box.at.values()]
    return _tag("g", {**ink.paint("disc", "discLine"), "stroke-width": shapes["discLine"]}, "".join(circles))


def _names(ink: _Ink, box: _Box, pieces: Mapping[str, Piece], scale: float) -> str:
    letters, most = next((letters, most) for least, letters, most in _LETTERS if scale >= least)
    texts = [
        _tag("text", {"x": x * _UNIT, "y": (y + _LETTERS_AT) * _UNIT}, escape(cell))
        for cell, (x, y) in box.at.items()
        if cell not in pieces or pieces[cell].size <= most
    ]
    font = {
        "font-family": "system-ui,sans-serif",
        "font-size": letters * _UNIT,
        "font-weight": 500,
        "text-anchor": "middle",
    }
    return _tag("g", {**ink.paint("coordinate"), **font}, "".join(texts))


def _stand(ink: _Ink, box: _Box, pieces: Mapping[str, Piece], opacity: float | None = None) -> str:
    drawn = [ink.use(ink.piece(piece), box.at[cell]) for cell, piece in pieces.items()]
    return _tag("g", {"opacity": opacity}, "".join(drawn)) if drawn else ""


def _marked(ink: _Ink, box: _Box, marks: Iterable[tuple[str, str]], half: str) -> str:
    drawn: list[str] = []
    for cell, mark in marks:
        primitives = _shapes()["marks"][mark].get(half)
        if primitives:
            what = f"{mark}-{half}"
            if what not in ink.defined:
                ink.define(what, ink.shape(primitives))
            drawn.append(ink.use(what, box.at[cell]))
    return _tag("g", {}, "".join(drawn)) if drawn else ""


# -- marks -------------------------------------------------------------------------------------------------------------


def _marks(position: Position, last: Last | None, starving: bool) -> list[tuple[str, str]]:
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
    for cell, _ in marks:
        position.layout.index(cell)  # a turn on another board is a LayoutError
    return marks


def _gone(last: Last) -> list[tuple[str, Piece]]:
    return [(cell, Piece(color, legs, pincers)) for cell, color, legs, pincers, _ in last["gone"]]


def _ghosts(position: Position, last: Last | None) -> dict[str, Piece]:
    """The adaptoids that have just left, where nothing stands now."""
    found: dict[str, Piece] = {}
    for cell, piece in _gone(last) if last is not None else ():
        if position.piece(cell) is None:
            found.setdefault(cell, piece)
    return found


# -- words -------------------------------------------------------------------------------------------------------------


def words(position: Position, *, status: str | None = None, wording: Wording = ENGLISH) -> str:
    """A position in words: whose turn it is, every adaptoid of each side with its limbs, and the losses.

    >>> print(words(Position.from_text("adaptoid b 1,0 W:C1,C3 B:D5LLP,D6")))
    Black: move, or grow at once. White has C1 and C3 bare; 1 of 5 lost.
    Black has D5 with 2 legs and 1 pincer, D6 bare; 0 of 5 lost.
    """
    said = _status(position, wording) if status is None else status
    return f"{said} {_sides(position, wording)}"


def _status(position: Position, wording: Wording) -> str:
    return view.status(Game(position), wording)


def _sides(position: Position, wording: Wording) -> str:
    out: list[str] = []
    for color in sides(VARIANTS[position.variant]):
        alike: dict[Piece, list[str]] = {}
        for cell, piece in position.pieces.items():
            if piece.color == color:
                alike.setdefault(piece, []).append(cell)
        kinds = [_kind(piece, cells, wording) for piece, cells in alike.items()]
        slots: Slots = {
            "color": color,
            "pieces": wording.sentences["list.comma"].join(kinds) or wording.say("picture.none"),
            "lost": position.lost[color],
            "limit": position.limit,
        }
        out.append(wording.say("picture.side", slots))
    return " ".join(out)


def _kind(piece: Piece, cells: list[str], wording: Wording) -> str:
    limbs: list[str] = []
    for one, n in (("leg", piece.legs), ("pincer", piece.pincers)):
        if n:
            limbs.append(wording.say("picture." + (one if n == 1 else one + "s"), {"n": n}))
    if not limbs:
        return wording.say("picture.bare", {"cells": cells})
    return wording.say(
        "picture.limbs" if len(cells) == 1 else "picture.limbs-each", {"cells": cells, "limbs": limbs}
    )


# -- plain text --------------------------------------------------------------------------------------------------------


def text_board(position: Position, *, status: str | None = None, wording: Wording = ENGLISH) -> str:
    """A position drawn in plain text: W21 is a white adaptoid with 2 legs and 1 pincer, a star one that would starve.

    >>> print(text_board(Position.from_text("adaptoid@hex2 w 0,0 W:A1P,B1,C3L B:A2PP,B2")))
    White: move, or grow at once.
    <BLANKLINE>
        A1 W01 B02*A2
      B1 W00 B00  ·  B3
        C2  ·  W10 C3
    <BLANKLINE>
    * starves if the turn ends now
    adaptoid@hex2 w 0,0 W:A1P,B1,C3L B:A2PP,B2
    """
    doomed = position.starving() if position.winner is None else ()
    tokens = dict.fromkeys(position.layout.cells, " · ")
    for cell, piece in position.pieces.items():
        tokens[cell] = _token(piece) + ("*" if cell in doomed else "")
    lines = [_status(position, wording) if status is None else status, ""]
    lines += _drawing(position.layout, tokens) or _list(tokens)
    lines.append("")
    if doomed:
        lines.append(wording.say("picture.star"))
    return "\n".join([*lines, str(position)])


def _token(piece: Piece) -> str:
    return f"{piece.color}{piece.legs}{piece.pincers}"


def _drawing(layout: Layout, tokens: Mapping[str, str]) -> list[str]:
    """The rows of a lattice, each between the names of its first and last disc; nothing where it would not fit."""
    if str(layout).startswith("discs:"):
        return []
    left, top = min(x for x, _ in layout.places), layout.places[0][1]
    rows: dict[int, list[tuple[int, str]]] = {}
    for cell, (x, y) in zip(layout.cells, layout.places, strict=True):
        rows.setdefault(round((y - top) / HALF_ROOT_3), []).append((4 + round((x - left) * 4), cell))
    if max(column for row in rows.values() for column, _ in row) > _WIDEST:
        return []
    lines: list[str] = []
    for number in range(max(rows) + 1):
        row = rows.get(number, [])
        line = ""
        for column, cell in row:
            if not line:
                line = " " * (column - 1 - len(cell)) + cell
            line = line.ljust(column) + tokens[cell]
        lines.append(line.ljust(row[-1][0] + 4) + row[-1][1] if row else "")
    return lines


def _list(tokens: Mapping[str, str]) -> list[str]:
    """Every disc with what stands on it."""
    width = max(len(cell) for cell in tokens)
    entries = [f"{cell:>{width}} {token:4}" for cell, token in tokens.items()]
    return ["  ".join(entries[i : i + 7]).rstrip() for i in range(0, len(entries), 7)]


# -- for notebooks -----------------------------------------------------------------------------------------------------


def html(
    position: Position,
    last: Last | None = None,
    *,
    theme: str = "light",
    size: int = 480,
    flipped: bool = False,
    coordinates: bool = True,
    starving: bool = True,
    status: str | None = None,
    wording: Wording = ENGLISH,
) -> str:
    """A position as HTML that notebooks show untrusted too: the picture, how things stand, the position text.

    The picture is an image of its own, so neither side's styles or ids can touch the other's.
    """
    said = _status(position, wording) if status is None else status
    picture = svg(
        position,
        theme=theme,
        size=size,
        flipped=flipped,
        coordinates=coordinates,
        last=last,
        starving=starving,
        status=said,
        wording=wording,
    )
    image = base64.b64encode(picture.encode()).decode()
    told = words(position, status=said, wording=wording)
    # a long text may break where its lists do
    text = escape(str(position)).replace(",", ",<wbr>").replace("/", "/<wbr>").replace(".", ".<wbr>")
    shown = _tag("img", {"src": f"data:image/svg+xml;base64,{image}", "alt": told})
    return f"<div>{shown}\n<p>{escape(said)}<br>\n<code>{text}</code></p></div>"


def mimebundle(
    position: Position,
    last: Last | None = None,
    *,
    theme: str = "light",
    size: int = 480,
    status: str | None = None,
    wording: Wording = ENGLISH,
) -> dict[str, str]:
    """A position in every form that a notebook's output can keep.

    >>> sorted(mimebundle(Position.start()))
    ['image/svg+xml', 'text/html', 'text/plain']
    """
    return {
        "text/html": html(position, last, theme=theme, size=size, status=status, wording=wording),
        "image/svg+xml": svg(position, theme=theme, size=size, last=last, status=status, wording=wording),
        "text/plain": text_board(position, status=status, wording=wording),
    }
