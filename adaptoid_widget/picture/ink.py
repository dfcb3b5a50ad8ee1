"""Shapes and colours as SVG elements; the shapes are those of the live board: both read data/shapes.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from ..core.rules.piece import Piece
from ..core.session.protocol import Json


def lines(parts: Iterable[str]) -> str:
    return "\n" + "\n".join(filter(None, parts)) + "\n"


def tag(name: str, attributes: Mapping[str, object], content: str = "") -> str:
    """An element; what stands in its attributes is escaped, and None leaves one out."""
    head = name
    for key, value in attributes.items():
        if value is not None:
            shown = numbers([value]) if isinstance(value, (int, float)) else str(value)
            head += f' {key}="{escape(shown)}"'
    return f"<{head}>{content}</{name}>" if content else f"<{head}/>"


def numbers(numbers: Iterable[float]) -> str:
    """At most three decimals each, as short as may be."""
    shown = [f"{n:.3f}".rstrip("0").rstrip(".") for n in numbers]
    return " ".join(["0" if n == "-0" else n for n in shown])


@cache
def shapes() -> Json:
    data: Json = json.loads((files("adaptoid_widget") / "data" / "shapes.json").read_text("utf-8"))
    return data


class Ink:
    """Turns shapes into elements, in the colours of a theme; what is drawn more than once is defined once."""

    def __init__(self, name: str, theme: str) -> None:
        palettes = shapes()["palettes"]
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
        return tag("style", {}, f"@media screen and (prefers-color-scheme:dark){{{''.join(rules)}}}")

    def define(self, what: str, content: str) -> None:
        self.defined[what] = tag("g", {"id": f"{self.name}-{what}"}, content)

    def use(self, what: str, place: tuple[float, float] = (0, 0), turn: float = 0) -> str:
        x, y = place
        return tag(
            "use",
            {
                "xlink:href": f"#{self.name}-{what}",
                "x": x or None,
                "y": y or None,
                "transform": f"rotate({numbers([turn])})" if turn else None,
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
            "stroke-dasharray": numbers(one["dash"]) if "dash" in one else None,
            "stroke-linecap": one.get("cap"),
        }
        if "path" in one:
            return tag("path", {"d": one["path"], **rest})
        name, keys = (
            ("circle", ("cx", "cy", "r")) if "circle" in one else ("ellipse", ("cx", "cy", "rx", "ry"))
        )
        return tag(name, {**{key: n or None for key, n in zip(keys, one[name], strict=True)}, **rest})

    def piece(self, piece: Piece) -> str:
        """The name of an adaptoid's drawing: limbs first, then the body over them, empty slots and hub."""
        what = token(piece)
        if what not in self.defined:
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
            self.define(what, "".join(drawn) + self.shape(data["hub"][color], color))
        return what


def token(piece: Piece) -> str:
    """An adaptoid as colour, legs and pincers: W21."""
    return f"{piece.color}{piece.legs}{piece.pincers}"
