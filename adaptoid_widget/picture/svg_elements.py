"""SVG elements from data/shapes.json and data/palettes.json, which the live board reads too."""

from __future__ import annotations

import base64
import cmath
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from ..core.rules.piece import Piece
from ..core.wire.feeding import ARRANGEMENTS
from ..core.wire.intent_fields import Json
from ..core.wire.picture_words import token


def lines(parts: Iterable[str]) -> str:
    """The parts that are not empty, one a line."""
    return "\n" + "\n".join(filter(None, parts)) + "\n"


def svg_address(svg: str) -> str:
    """An SVG as an address for an `img` element."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def tag(name: str, attributes: Mapping[str, object], content: str = "") -> str:
    """An element. Attributes are escaped; those with None are left out.

    >>> tag("circle", {"cx": 0.5, "r": None})
    '<circle cx="0.5"/>'
    """
    head = name
    for key, value in attributes.items():
        if value is not None:
            text = numbers([value]) if isinstance(value, (int, float)) else str(value)
            head += f' {key}="{escape(text)}"'
    return f"<{head}>{content}</{name}>" if content else f"<{head}/>"


def group(drawn: Iterable[str], attributes: Mapping[str, object] | None = None) -> str:
    """A group of elements; "" for none."""
    content = "".join(drawn)
    return tag("g", attributes or {}, content) if content else ""


def numbers(numbers: Iterable[float]) -> str:
    """Numbers with at most three decimals, as short as possible.

    >>> numbers([1.5, -0.0001, 2])
    '1.5 0 2'
    """
    texts = [f"{number:.3f}".rstrip("0").rstrip(".") for number in numbers]
    return " ".join(["0" if text == "-0" else text for text in texts])


def _data(name: str) -> Json:
    data: Json = json.loads((files("adaptoid_widget") / "data" / name).read_text("utf-8"))
    return data


@cache
def shapes() -> Json:
    """The shapes of the board."""
    return _data("shapes.json")


@cache
def palettes() -> dict[str, dict[str, str]]:
    """The colours of the board by theme and role."""
    return _data("palettes.json")


class Ink:
    """Turns shapes into elements in the colours of a theme; a shape that is drawn more than once is defined once."""

    def __init__(self, name: str, theme: str) -> None:
        """`name` begins all ids and class names of the picture."""
        self.name = name
        self.auto = theme == "auto"
        self.palette = palettes()["light" if self.auto else theme]
        self.dark = palettes()["dark"]
        self.defined: dict[str, str] = {}
        self.classes: dict[tuple[str, str], str] = {}
        self.shows_slots = True
        """Whether adaptoids have dots in their empty slots, which small pictures leave out."""

    def paint(self, fill: str | None = None, stroke: str | None = None) -> Json:
        """The attributes for a fill and a stroke, each a role of the palette."""
        attributes: Json = {}
        for prop, role in (("fill", fill), ("stroke", stroke)):
            if role is None:
                continue
            attributes[prop] = self.palette[role]
            if self.auto:
                name = self.classes.setdefault((prop, role), f"{self.name}{len(self.classes)}")
                attributes["class"] = f"{attributes['class']} {name}" if "class" in attributes else name
        return attributes

    def style(self) -> str:
        """For the theme "auto": the style with the dark colours; print stays light."""
        if not self.classes:
            return ""
        rules = [f".{name}{{{prop}:{self.dark[role]}}}" for (prop, role), name in self.classes.items()]
        return tag("style", {}, f"@media screen and (prefers-color-scheme:dark){{{''.join(rules)}}}")

    def define(self, name: str, content: str) -> None:
        """Define a drawing that `use` places."""
        self.defined[name] = tag("g", {"id": f"{self.name}-{name}"}, content)

    def use(self, name: str, place: tuple[float, float] = (0, 0), turn: float = 0) -> str:
        """A defined drawing at a place, turned by degrees."""
        x, y = place
        return tag(
            "use",
            {
                "xlink:href": f"#{self.name}-{name}",
                "x": x or None,
                "y": y or None,
                "transform": f"rotate({numbers([turn])})" if turn else None,
            },
        )

    def use_shape(
        self, name: str, primitives: Sequence[Json], place: tuple[float, float], color: str = ""
    ) -> str:
        """Shapes at a place; shapes with one name are defined once."""
        if name not in self.defined:
            self.define(name, self.shape(primitives, color))
        return self.use(name, place)

    def shape(self, primitives: Sequence[Json], color: str = "") -> str:
        """Shapes as elements; `color` is that of their adaptoid."""
        return "".join([self._element(primitive, color) for primitive in primitives])

    def _element(self, primitive: Json, color: str) -> str:
        """A path or circle; "body", "line", "shade" and "detail" are roles of the adaptoid's colour."""
        fill, stroke = [
            f"{color}.{role}" if role in ("body", "line", "shade", "detail") else role
            for role in (primitive.get("fill"), primitive.get("stroke"))
        ]
        look = {
            **self.paint(fill, stroke),
            "stroke-width": primitive.get("width"),
            "stroke-dasharray": numbers(primitive["dash"]) if "dash" in primitive else None,
            "stroke-linecap": primitive.get("cap"),
        }
        if "path" in primitive:
            return tag("path", {"d": primitive["path"], **look})
        keys = ("cx", "cy", "r")
        place = {key: number or None for key, number in zip(keys, primitive["circle"], strict=True)}
        return tag("circle", {**place, **look})

    def piece(self, piece: Piece) -> str:
        """Define the drawing of an adaptoid (limbs, body, empty slots and hub); its name."""
        name = token(piece)
        if name not in self.defined:
            data, color = shapes(), piece.color
            drawn: dict[str, list[str]] = {"l": [], "p": [], ".": []}
            towards = 0j
            for number, (angle, filled) in enumerate(zip(data["slots"], arrangement(piece), strict=True)):
                part = {"l": "leg" if number % 3 else "foot", "p": "pincer", ".": "slot"}[filled]
                side = _side(part, angle)
                if f"{color}-{part}{side}" not in self.defined:
                    self.define(f"{color}-{part}{side}", self.shape(_part(part, side), color))
                drawn[filled].append(self.use(f"{color}-{part}{side}", turn=angle))
                if filled == "p":
                    towards += cmath.rect(1, math.radians(angle - 90))
            for part in ("body", "hub"):
                if f"{color}-{part}" not in self.defined:
                    self.define(
                        f"{color}-{part}",
                        self.shape(data[part][color] if part == "hub" else data[part], color),
                    )
            lean = towards / abs(towards) * data["lean"] if abs(towards) > 0.1 else 0j
            empty = drawn["."] if self.shows_slots else []
            parts = [*drawn["l"], *drawn["p"], self.use(f"{color}-body"), *empty]
            self.define(
                name, "".join(parts) + self.use(f"{color}-hub", (round(lean.real, 3), round(lean.imag, 3)))
            )
        return name


def limb_shapes(piece: Piece, slot: int) -> Sequence[Json]:
    """The shapes of the limb in a slot, pointing up."""
    part = "pincer" if arrangement(piece)[slot] == "p" else "leg" if slot % 3 else "foot"
    return _part(part, _side(part, shapes()["slots"][slot]))


def _side(part: str, angle: float) -> str:
    return "" if angle <= 180 or part in ("foot", "slot") else "-left"


def _part(part: str, side: str) -> Sequence[Json]:
    primitives: Sequence[Json] = shapes()[part]
    return [_mirrored(shape) for shape in primitives] if side else primitives


def arrangement(piece: Piece) -> str:
    """What is in each slot of an adaptoid, from the top clockwise: l, p, or . for an empty slot.

    >>> arrangement(Piece("W", 2, 1))
    'p.l.l.'
    """
    return ARRANGEMENTS[piece.legs][piece.pincers]


def moved(path: str, place: tuple[float, float], degrees: float = 0) -> str:
    """A path of pairs of coordinates, turned clockwise and moved.

    >>> moved("M0 -.5L.1 0", (2, 1), 90)
    'M2.5 1L2 1.1'
    """
    turn, middle = cmath.rect(1, math.radians(degrees)), complex(*place)
    return _each_pair(path, lambda point: point * turn + middle)


def _mirrored(shape: Json) -> Json:
    """A path of pairs of coordinates with left and right exchanged."""
    return {**shape, "path": _each_pair(shape["path"], lambda point: complex(-point.real, point.imag))}


def _each_pair(path: str, change: Callable[[complex], complex]) -> str:
    def changed(pair: re.Match[str]) -> str:
        point = change(complex(float(pair[1]), float(pair[2])))
        return numbers([point.real, point.imag]) + " "

    return re.sub(r" +(?=[A-Z ]|$)", "", re.sub(r"(-?[.\d]+) ?(-?[.\d]+)", changed, path))
