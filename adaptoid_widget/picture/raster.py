"""Draws the SVG of a picture with Pillow, in the few elements that pictures use.

The library resvg-py 0.5 needs a quarter of the time (85 and 339 ms for 800 pixels), but it writes no letters where
the system has no fonts, and it has no wheel for Pyodide, in which the notebooks of a site make pictures.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

from .lettering import Letters
from .paths import Line, Point, dashed, ellipse, flattened, rectangle

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

# An image larger than this is drawn with fewer points for each pixel, and in bands, which bounds what it takes.
MAX_PIXELS = 100_000_000
MAX_SIDE = 20_000
_BAND_POINTS = 24_000_000
# points of the raster along each side of a pixel, for images of up to so many pixels
_FINE = ((5_000_000, 4), (16_000_000, 3), (MAX_PIXELS, 2))
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")


class Matrix(NamedTuple):
    """Where points go: turned, enlarged alike in all directions, and moved."""

    cos: float = 1
    sin: float = 0
    x: float = 0
    y: float = 0

    def of(self, point: Point) -> Point:
        x, y = point
        return self.cos * x - self.sin * y + self.x, self.sin * x + self.cos * y + self.y

    def then(self, inner: Matrix) -> Matrix:
        """This one, within which another holds."""
        x, y = self.of((inner.x, inner.y))
        return Matrix(
            self.cos * inner.cos - self.sin * inner.sin, self.sin * inner.cos + self.cos * inner.sin, x, y
        )

    @property
    def scale(self) -> float:
        return math.hypot(self.cos, self.sin)


@dataclass(frozen=True)
class Look:
    """What an element has from those around it."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 1
    dash: tuple[float, ...] = ()
    round: bool = True
    size: float = 16
    weight: int = 400

    def within(self, node: ET.Element) -> Look:
        """What it comes to in an element."""
        given: dict[str, object] = {}
        for name, key, kind in _KEYS:
            if key in node.attrib:
                given[name] = kind(node.attrib[key])
        if "stroke-dasharray" in node.attrib:
            given["dash"] = tuple([float(one) for one in node.attrib["stroke-dasharray"].split()])
        if "stroke-linecap" in node.attrib:
            given["round"] = node.attrib["stroke-linecap"] == "round"
        return replace(self, **given) if given else self  # type: ignore[arg-type]


_KEYS = (
    ("fill", "fill", str),
    ("stroke", "stroke", str),
    ("width", "stroke-width", float),
    ("size", "font-size", float),
    ("weight", "font-weight", int),
)


class Polygon(NamedTuple):
    """An area to fill, with the rows that it reaches from and to."""

    points: tuple[Point, ...]
    color: str
    top: float
    bottom: float


class Disc(NamedTuple):
    """A circle, filled, or a line of that width within its edge."""

    x: float
    y: float
    radius: float
    color: str
    line: float = 0


class Text(NamedTuple):
    """A text around the middle of its baseline."""

    at: Point
    text: str
    look: Look
    scale: float


class Veil(NamedTuple):
    """What is drawn from here on, up to the next veil, is seen through; 1 ends it."""

    opacity: float


Paint = Polygon | Disc | Text | Veil


class PaintList:
    """An SVG as a list of what is to be painted, in points of a raster."""

    def __init__(self, svg: str, scale: float) -> None:
        """Read it, so many points of the raster for each of its units. Raises ValueError for a strange element."""
        root = ET.fromstring(svg)  # noqa: S314  it is this package's own
        self.done: list[Paint] = []
        left, top, _, _ = [float(n) for n in root.attrib["viewBox"].split()]
        self._defined = {f"#{node.get('id')}": node for node in root.iter() if "id" in node.attrib}
        for node in root:
            self._add(node, Matrix(scale, 0, -left * scale, -top * scale), Look())

    def _add(self, node: ET.Element, matrix: Matrix, look: Look) -> None:
        kind = node.tag.removeprefix(_SVG)
        if kind in ("title", "desc", "style", "defs"):
            return
        look = look.within(node)
        if "transform" in node.attrib:
            matrix = _moved(matrix, node.attrib["transform"])
        if kind == "g":
            self._add_group(node, matrix, look)
        elif kind == "use":
            at = Matrix(x=float(node.get("x", 0)), y=float(node.get("y", 0)))
            self._add(self._defined[node.attrib[_HREF]], matrix.then(at), look)
        elif kind == "text":
            at_x, at_y = float(node.get("x", 0)), float(node.get("y", 0))
            self.done.append(Text(matrix.of((at_x, at_y)), node.text or "", look, matrix.scale))
        elif kind == "circle" and not look.dash:
            self._circle(node.attrib, matrix, look)
        else:
            for line in _lines(kind, node.attrib, matrix.scale):
                self._paint(line, matrix, look)

    def _add_group(self, node: ET.Element, matrix: Matrix, look: Look) -> None:
        opacity = float(node.get("opacity", 1))
        if opacity < 1:
            self.done.append(Veil(opacity))
        for child in node:
            self._add(child, matrix, look)
        if opacity < 1:
            self.done.append(Veil(1))

    def _circle(self, node: Mapping[str, str], matrix: Matrix, look: Look) -> None:
        x, y = matrix.of((float(node.get("cx", 0)), float(node.get("cy", 0))))
        radius = float(node["r"]) * matrix.scale
        if look.fill != "none":
            self.done.append(Disc(x, y, radius, look.fill))
        if look.stroke != "none":
            line = look.width * matrix.scale
            self.done.append(Disc(x, y, radius + line / 2, look.stroke, line))

    def _paint(self, line: Line, matrix: Matrix, look: Look) -> None:
        if look.fill != "none":
            self._polygon([matrix.of(point) for point in line[0]], look.fill)
        if look.stroke == "none":
            return
        for points, closed in dashed(line, look.dash) if look.dash else [line]:
            self._stroke([matrix.of(point) for point in points], closed, look, matrix.scale)

    def _stroke(self, points: list[Point], closed: bool, look: Look, scale: float) -> None:
        """A line as wide as it is: a rectangle for each of its parts, a disc where two meet and at round ends."""
        # a polygon covers its own edge, too, so it is made smaller by that
        half = max(look.width * scale / 2 - 0.5, 0)
        along = [*points, points[0]] if closed else points
        for (x, y), (to_x, to_y) in pairwise(along):
            apart = math.hypot(to_x - x, to_y - y)
            if apart:
                aside_x, aside_y = (y - to_y) / apart * half, (to_x - x) / apart * half
                self._polygon(
                    [
                        (x + aside_x, y + aside_y),
                        (to_x + aside_x, to_y + aside_y),
                        (to_x - aside_x, to_y - aside_y),
                        (x - aside_x, y - aside_y),
                    ],
                    look.stroke,
                )
        joints = points if closed or look.round else points[1:-1]
        self.done += [Disc(x, y, half + 0.5, look.stroke) for x, y in dict.fromkeys(joints)]

    def _polygon(self, points: list[Point], color: str) -> None:
        rows = [y for _, y in points]
        self.done.append(Polygon(tuple(points), color, min(rows), max(rows)))


def _moved(matrix: Matrix, transform: str) -> Matrix:
    for name, inside in _TRANSFORM.findall(transform):
        numbers = [float(number) for number in inside.split()]
        if name == "translate":
            matrix = matrix.then(Matrix(x=numbers[0], y=numbers[1]))
        elif name == "scale":
            matrix = matrix.then(Matrix(numbers[0]))
        else:
            angle = math.radians(numbers[0])
            matrix = matrix.then(Matrix(math.cos(angle), math.sin(angle)))
    return matrix


def _lines(kind: str, node: Mapping[str, str], scale: float) -> list[Line]:
    """The outline of a shape. Raises ValueError for one that no picture has."""

    def number(key: str) -> float:
        return float(node.get(key, 0))

    if kind == "circle":
        radius = number("r")
        return [ellipse(number("cx"), number("cy"), radius, radius, _steps(radius * scale))]
    if kind == "ellipse":
        across, down = number("rx"), number("ry")
        return [ellipse(number("cx"), number("cy"), across, down, _steps(max(across, down) * scale))]
    if kind == "rect":
        corner = number("rx")
        sides = [number(key) for key in ("x", "y", "width", "height")]
        return [rectangle(sides[0], sides[1], sides[2], sides[3], corner, _steps(corner * scale))]
    if kind == "path":
        return flattened(node["d"], _steps(scale / 2))
    raise ValueError(f"a picture has no element {kind!r}")


def _steps(radius: float) -> int:
    """So many points make a circle of this radius that nobody sees to be a polygon."""
    return max(12, math.ceil(4.5 * math.sqrt(max(radius, 1))) // 4 * 4)


def check_size(width: int, height: int) -> None:
    """Raise ValueError for an image that is too large."""
    if not 0 < width * height <= MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise ValueError(
            f"an image of {width} × {height} pixels is too large; at most {MAX_SIDE} on a side"
            f" and {MAX_PIXELS // 1_000_000} million in all"
        )


def _fine(width: int, height: int) -> int:
    """So many points of the raster along each side of a pixel."""
    return next(fine for most, fine in _FINE if width * height <= most)


def rasterised(svg: str, width: int, height: int, background: str | None, letters: Letters) -> Image.Image:
    """An SVG as an image of so many pixels, on nothing or on a colour. Raises ValueError where it is too large."""
    from PIL import Image

    check_size(width, height)
    root = ET.fromstring(svg)  # noqa: S314  it is this package's own
    fine = _fine(width, height)
    scale = width / float(root.attrib["viewBox"].split()[2]) * fine
    done = PaintList(svg, scale).done
    out = Image.new("RGBA", (width, height))
    rows = max(1, _BAND_POINTS // (width * fine * fine))
    for top in range(0, height, rows):
        many = min(rows, height - top)
        band = _band(done, (0, top * fine, width * fine, many * fine), background, letters)
        out.paste(band.reduce(fine), (0, top))
    return out


def _band(
    done: Iterable[Paint],
    box: tuple[int, int, int, int],
    background: str | None,
    letters: Letters,
) -> Image.Image:
    """A part of the raster: from this column and row on, so wide and high."""
    from PIL import Image, ImageDraw

    left, top, width, height = box
    image = Image.new("RGBA", (width, height), background or (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    before, opacity = image, 1.0
    for one in done:
        if isinstance(one, Polygon):
            if one.bottom >= top - 1 and one.top <= top + height + 1:
                points = [(round(x - 0.5) - left, round(y - 0.5) - top) for x, y in one.points]
                draw.polygon(points, one.color)
        elif isinstance(one, Disc):
            _disc(draw, one, left, top)
        elif isinstance(one, Text):
            look = one.look
            halo = (look.stroke, look.width * one.scale) if look.stroke != "none" else None
            fill = look.fill if look.fill != "none" else None
            at = (one.at[0] - left, one.at[1] - top)
            letters.write(draw, at, one.text, look.size * one.scale, look.weight, fill, halo)
        elif one.opacity < 1:
            before, opacity = image.copy(), one.opacity
        else:
            image = Image.blend(before, image, opacity)
            draw = ImageDraw.Draw(image)
    return image


def _disc(draw: ImageDraw.ImageDraw, one: Disc, left: int, top: int) -> None:
    x, y, radius = one.x - 0.5, one.y - 0.5, one.radius - 0.5
    if radius < 0:
        return
    # moved when it is rounded, so that it is the same in every part of the raster
    box = (
        round(x - radius) - left,
        round(y - radius) - top,
        round(x + radius) - left,
        round(y + radius) - top,
    )
    if one.line:
        draw.ellipse(box, outline=one.color, width=max(1, round(one.line)))
    else:
        draw.ellipse(box, one.color)


# -- pictures one after another ----------------------------------------------------------------------------------------

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, right and bottom not included."""

Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom in points of the raster."""

Layer = tuple[float, tuple[Paint, ...]]
"""What is painted together, and its opacity."""

# parts of an image that are together larger than this share of it are drawn as one
_WHOLE = 0.6


class Canvas:
    """Draws SVGs of one size, one after another: each time only what differs from the one before."""

    def __init__(self, width: int, height: int, background: str, letters: Letters) -> None:
        """Raises ValueError for a size that `rasterised` refuses."""
        from PIL import Image

        check_size(width, height)
        self.image = Image.new("RGBA", (width, height), background)
        """The picture that was drawn last."""
        self._background = background
        self._letters = letters
        self._fine = _fine(width, height)
        self._layers: list[int] = []
        self._view = ""
        # the same few layers come in picture after picture: what they are and where they lie, by number
        self._numbers: dict[Layer, int] = {}
        self._known: list[tuple[Layer, Bounds]] = []

    def draw(self, svg: str) -> list[Box]:
        """Draw the next SVG; the parts of the image that may have changed, none of which overlap."""
        width, height = self.image.size
        view = ET.fromstring(svg).attrib["viewBox"]  # noqa: S314  it is this package's own
        scale = width / float(view.split()[2]) * self._fine
        layers = [self._number(layer) for layer in _layers(PaintList(svg, scale).done)]
        changed = None if view != self._view else _changed(self._layers, layers)
        boxes = [(0, 0, width, height)] if changed is None else self._boxes(changed)
        self._layers, self._view = layers, view
        fine = self._fine
        for left, top, right, bottom in boxes:
            part = (left * fine, top * fine, (right - left) * fine, (bottom - top) * fine)
            band = _band(self._within(part), part, self._background, self._letters)
            self.image.paste(band.reduce(fine), (left, top))
        return boxes

    def _number(self, layer: Layer) -> int:
        number = self._numbers.get(layer)
        if number is None:
            number = self._numbers[layer] = len(self._known)
            self._known.append((layer, _bounds(layer[1])))
        return number

    def _boxes(self, layers: Iterable[int]) -> list[Box]:
        """The parts of the image that some layers are in."""
        width, height = self.image.size
        fine = self._fine
        found: list[Box] = []
        for number in layers:
            left, top, right, bottom = self._known[number][1]
            box = (
                max(0, math.floor(left / fine) - 1),
                max(0, math.floor(top / fine) - 1),
                min(width, math.ceil(right / fine) + 1),
                min(height, math.ceil(bottom / fine) + 1),
            )
            if box[0] < box[2] and box[1] < box[3]:
                found = _joined(found, box)
        area = sum((right - left) * (bottom - top) for left, top, right, bottom in found)
        return [(0, 0, width, height)] if area > _WHOLE * width * height else found

    def _within(self, part: Box) -> Iterable[Paint]:
        """What is to be painted in a part of the raster, given with its width and height."""
        left, top, width, height = part
        for number in self._layers:
            (opacity, paints), (from_x, from_y, to_x, to_y) = self._known[number]
            if from_x > left + width or to_x < left or from_y > top + height or to_y < top:
                continue
            if opacity < 1:
                yield Veil(opacity)
            yield from paints
            if opacity < 1:
                yield Veil(1)


def _joined(boxes: list[Box], box: Box) -> list[Box]:
    """Boxes and one more; those that overlap become one."""
    while True:
        apart = [one for one in boxes if not _overlap(one, box)]
        if len(apart) == len(boxes):
            return [*boxes, box]
        touched = [box, *(one for one in boxes if _overlap(one, box))]
        box = (
            min(one[0] for one in touched),
            min(one[1] for one in touched),
            max(one[2] for one in touched),
            max(one[3] for one in touched),
        )
        boxes = apart


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _layers(done: Iterable[Paint]) -> list[Layer]:
    """What is to be painted, that which is seen through together as one."""
    found: list[Layer] = []
    veiled: list[Paint] = []
    opacity = 1.0
    for one in done:
        if isinstance(one, Veil):
            if veiled:
                found.append((opacity, tuple(veiled)))
            veiled, opacity = [], one.opacity
        elif opacity < 1:
            veiled.append(one)
        else:
            found.append((1.0, (one,)))
    return found


def _changed(old: Sequence[int], new: Sequence[int]) -> list[int] | None:
    """The layers that only one of two pictures has; None where those of both lie in another order."""
    before, after = Counter(old), Counter(new)
    if _in_order(old, before & after) != _in_order(new, before & after):
        return None
    return [*(before - after), *(after - before)]


def _in_order(layers: Iterable[int], left: Counter[int]) -> list[int]:
    """So many of each of some layers."""
    found: list[int] = []
    for layer in layers:
        if left[layer] > 0:
            left[layer] -= 1
            found.append(layer)
    return found


def _bounds(paints: Iterable[Paint]) -> Bounds:
    """Where something lies in the raster, or a little more."""
    each = [_bounds_of(paint) for paint in paints]
    return (
        min(left for left, *_ in each),
        min(top for _, top, *_ in each),
        max(right for *_, right, _ in each),
        max(bottom for *_, bottom in each),
    )


def _bounds_of(paint: Paint) -> Bounds:
    if isinstance(paint, Polygon):
        across = [x for x, _ in paint.points]
        return min(across) - 2, paint.top - 2, max(across) + 2, paint.bottom + 2
    if isinstance(paint, Disc):
        reach = paint.radius + 2
        return paint.x - reach, paint.y - reach, paint.x + reach, paint.y + reach
    if isinstance(paint, Text):
        # no letter is wider than it is high, nor a line around it wider than twice that
        size = paint.look.size * paint.scale
        line = paint.look.width * paint.scale + 0.1 * size + 2
        wide = size * max(1, len(paint.text)) / 2 + line
        return (
            paint.at[0] - wide,
            paint.at[1] - 1.4 * size - line,
            paint.at[0] + wide,
            paint.at[1] + 0.6 * size + line,
        )
    return 0, 0, 0, 0
