"""SVG elements from data/shapes.json and data/palettes.json, which the live board reads too."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from ..core.rules.piece import Piece
from ..core.wire.intent_fields import Json
from ..core.wire.picture_words import token


def lines(parts: Iterable[str]) -> str:
    """The parts that are not empty, one a line."""
    return "\n" + "\n".join(filter(None, parts)) + "\n"


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
        """A path or circle; "body", "line" and "detail" are roles of the adaptoid's colour."""
        fill, stroke = [
            f"{color}.{role}" if role in ("body", "line", "detail") else role
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
            for part in ("leg", "pincer", "body", "slot"):
                if f"{color}-{part}" not in self.defined:
                    self.define(f"{color}-{part}", self.shape(data[part], color))
            angles = data["slots"]
            slots = ["leg"] * piece.legs + ["pincer"] * piece.pincers
            slots += ["slot"] * (len(angles) - len(slots))
            drawn = [
                self.use(f"{color}-{part}", turn=angle) for part, angle in zip(slots, angles, strict=True)
            ]
            drawn.insert(piece.size, self.use(f"{color}-body"))
            self.define(name, "".join(drawn) + self.shape(data["hub"][color], color))
        return name
