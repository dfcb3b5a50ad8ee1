"""Draws the SVG of a picture with Pillow; supports the few elements that pictures have.

The library resvg-py 0.5 needs a quarter of the time (85 and 339 ms for 800 pixels), but it draws no text where the
system has no fonts, and it has no wheel for Pyodide, in which the notebooks of a site make pictures.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

from .lettering import Letters
from .paths import Polyline, circle, dashed, flattened, rectangle

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

MAX_PIXELS = 100_000_000
MAX_SIDE = 20_000
# the most raster points in a band of a large image; bands limit the memory
_BAND_POINTS = 24_000_000
# the most pixels of an image, and the raster points along each side of a pixel up to there
_SUPERSAMPLING = ((5_000_000, 4), (16_000_000, 3), (MAX_PIXELS, 2))
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")
# inherited attributes with their initial values
_INHERITED = {
    "fill": "none",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-dasharray": "",
    "stroke-linecap": "round",
    "font-size": "16",
    "font-weight": "400",
}

Style = Mapping[str, str]
"""The inherited attributes of an element."""

PixelBox = tuple[int, int, int, int]
"""Left, top, right and bottom; right and bottom are not included."""

Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom in raster points."""


class Matrix(NamedTuple):
    """A transformation: rotation and uniform scale, then translation."""

    turn: complex = 1
    shift: complex = 0

    def of(self, point: complex) -> complex:
        return self.turn * point + self.shift

    def then(self, inner: Matrix) -> Matrix:
        """This transformation after an inner one."""
        return Matrix(self.turn * inner.turn, self.of(inner.shift))

    @property
    def scale(self) -> float:
        return abs(self.turn)


class Polygon(NamedTuple):
    """A filled polygon, in raster points."""

    points: tuple[complex, ...]
    color: str

    @property
    def bounds(self) -> Bounds:
        xs, ys = [point.real for point in self.points], [point.imag for point in self.points]
        return min(xs) - 2, min(ys) - 2, max(xs) + 2, max(ys) + 2

    def draw(self, draw: ImageDraw.ImageDraw, left: int, top: int, _: Letters) -> None:
        corners = [(round(at.real - 0.5) - left, round(at.imag - 0.5) - top) for at in self.points]
        draw.polygon(corners, self.color)


class Circle(NamedTuple):
    """A filled circle, or a circular line of some width within the radius, in raster points."""

    middle: complex
    radius: float
    color: str
    line_width: float = 0

    @property
    def bounds(self) -> Bounds:
        return _square(self.middle, self.radius + 2)

    def draw(self, draw: ImageDraw.ImageDraw, left: int, top: int, _: Letters) -> None:
        if self.radius < 0.5:
            return
        # rounded before it is moved, so that it is the same in every band
        west, north, east, south = map(round, _square(self.middle - (0.5 + 0.5j), self.radius - 0.5))
        box = (west - left, north - top, east - left, south - top)
        if self.line_width:
            draw.ellipse(box, outline=self.color, width=max(1, round(self.line_width)))
        else:
            draw.ellipse(box, self.color)


def _square(middle: complex, half: float) -> Bounds:
    return middle.real - half, middle.imag - half, middle.real + half, middle.imag + half


class Text(NamedTuple):
    """A text around the middle of its baseline, with a halo of some width, in raster points."""

    at: complex
    text: str
    size: float
    weight: int
    fill: str
    stroke: str
    line_width: float

    @property
    def bounds(self) -> Bounds:
        # a letter is at most as wide as high, and its outline at most twice as wide as the line
        line = self.line_width + 0.1 * self.size + 2
        half = self.size * max(1, len(self.text)) / 2 + line
        x, y = self.at.real, self.at.imag
        return x - half, y - 1.4 * self.size - line, x + half, y + 0.6 * self.size + line

    def draw(self, draw: ImageDraw.ImageDraw, left: int, top: int, letters: Letters) -> None:
        fill = None if self.fill == "none" else self.fill
        halo = None if self.stroke == "none" else (self.stroke, self.line_width)
        at = (self.at.real - left, self.at.imag - top)
        letters.write(draw, at, self.text, self.size, self.weight, fill, halo)


Paint = Polygon | Circle | Text


class Layer(NamedTuple):
    """What is painted together: an element that is not a group, or a group with an opacity."""

    opacity: float
    paints: tuple[Paint, ...]

    @property
    def bounds(self) -> Bounds:
        return _around(self.paints)


def _around(parts: Iterable[Paint | Layer]) -> Bounds:
    lefts, tops, rights, bottoms = zip(*(part.bounds for part in parts), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


class SvgReader:
    """Reads the layers of an SVG, from the lowest to the highest."""

    def __init__(self, root: ET.Element) -> None:
        self._root = root
        self._defined = {f"#{node.get('id')}": node for node in root.iter() if "id" in node.attrib}
        self.left, self.top, self.width, _ = [float(number) for number in root.attrib["viewBox"].split()]

    def layers(self, scale: float) -> list[Layer]:
        """The layers with `scale` raster points per unit. Raises ValueError for an unsupported element."""
        matrix = Matrix(scale, -complex(self.left, self.top) * scale)
        return [
            layer for node in self._root for layer in self._layers(node, matrix, _INHERITED) if layer.paints
        ]

    def _layers(self, node: ET.Element, matrix: Matrix, style: Style) -> Iterator[Layer]:
        if _kind(node) == "g" and "opacity" not in node.attrib:
            matrix, style = _within(node, matrix, style)
            for child in node:
                yield from self._layers(child, matrix, style)
        else:
            yield Layer(float(node.get("opacity", 1)), tuple(self._paints(node, matrix, style)))

    def _paints(self, node: ET.Element, matrix: Matrix, style: Style) -> Iterator[Paint]:
        kind = _kind(node)
        matrix, style = _within(node, matrix, style)
        fill, stroke = style["fill"], style["stroke"]
        line = float(style["stroke-width"]) * matrix.scale
        if kind in ("title", "desc", "style", "defs"):
            return
        if kind == "g":
            for child in node:
                yield from self._paints(child, matrix, style)
        elif kind == "use":
            moved = matrix.then(Matrix(shift=_point(node, "x", "y")))
            yield from self._paints(self._defined[node.attrib[_HREF]], moved, style)
        elif kind == "text":
            at = matrix.of(_point(node, "x", "y"))
            size, weight = float(style["font-size"]) * matrix.scale, int(style["font-weight"])
            yield Text(at, node.text or "", size, weight, fill, stroke, line)
        elif kind == "circle" and not style["stroke-dasharray"]:
            middle = matrix.of(_point(node, "cx", "cy"))
            radius = _number(node, "r") * matrix.scale
            if fill != "none":
                yield Circle(middle, radius, fill)
            if stroke != "none":
                yield Circle(middle, radius + line / 2, stroke, line)
        else:
            dashes = [float(length) for length in style["stroke-dasharray"].split()]
            for outline in _outlines(node, matrix.scale):
                if fill != "none":
                    yield Polygon(tuple([matrix.of(point) for point in outline[0]]), fill)
                if stroke != "none":
                    for points, closed in dashed(outline, dashes) if dashes else [outline]:
                        round_ends = style["stroke-linecap"] == "round"
                        yield from _stroke(
                            [matrix.of(point) for point in points], closed, line, stroke, round_ends
                        )


def _kind(node: ET.Element) -> str:
    return node.tag.removeprefix(_SVG)


def _number(node: ET.Element, key: str) -> float:
    return float(node.get(key, 0))


def _point(node: ET.Element, x: str, y: str) -> complex:
    return complex(_number(node, x), _number(node, y))


def _within(node: ET.Element, matrix: Matrix, style: Style) -> tuple[Matrix, Style]:
    """The transformation and the style inside an element."""
    for name, arguments in _TRANSFORM.findall(node.get("transform", "")):
        numbers = [float(number) for number in arguments.split()]
        if name == "translate":
            matrix = matrix.then(Matrix(shift=complex(*numbers)))
        elif name == "scale":
            matrix = matrix.then(Matrix(numbers[0]))
        else:
            matrix = matrix.then(Matrix(cmath.rect(1, math.radians(numbers[0]))))
    return matrix, {**style, **{key: value for key, value in node.attrib.items() if key in _INHERITED}}


def _stroke(
    points: list[complex], closed: bool, line: float, color: str, round_ends: bool
) -> Iterator[Paint]:
    """A line of some width: a rectangle for each of its parts, a circle at joints and round ends."""
    # a polygon covers its own edge too, so it is made smaller by that
    half = max(line / 2 - 0.5, 0)
    for start, end in pairwise([*points, points[0]] if closed else points):
        if start != end:
            side = (end - start) / abs(end - start) * half * 1j
            yield Polygon((start + side, end + side, end - side, start - side), color)
    joints = points if closed or round_ends else points[1:-1]
    yield from [Circle(point, half + 0.5, color) for point in dict.fromkeys(joints)]


def _outlines(node: ET.Element, scale: float) -> list[Polyline]:
    """The outlines of a shape. Raises ValueError for a shape that pictures do not have."""
    kind = _kind(node)
    if kind == "circle":
        radius = _number(node, "r")
        return [circle(_point(node, "cx", "cy"), radius, _segments(radius * scale))]
    if kind == "rect":
        x, y, width, height, corner = [_number(node, key) for key in ("x", "y", "width", "height", "rx")]
        return [rectangle(x, y, width, height, corner, _segments(corner * scale))]
    if kind == "path":
        return flattened(node.attrib["d"], _segments(scale / 2))
    raise ValueError(f"a picture has no element {kind!r}")


def _segments(radius: float) -> int:
    """The number of segments with which a circle of this radius looks round."""
    return max(12, math.ceil(4.5 * math.sqrt(max(radius, 1))) // 4 * 4)


def rasterised(svg: str, width: int, height: int, background: str | None, letters: Letters) -> Image.Image:
    """An SVG as an image of some size, transparent or with a background. Raises ValueError for a size too large."""
    canvas = Canvas(width, height, background, letters)
    canvas.draw(svg)
    return canvas.image


def _band(
    layers: Iterable[Layer], box: PixelBox, factor: int, background: str | None, letters: Letters
) -> Image.Image:
    """A band of an image; `factor` is the number of raster points along a pixel."""
    from PIL import Image, ImageDraw

    left, top, right, bottom = [pixels * factor for pixels in box]
    image = Image.new("RGBA", (right - left, bottom - top), background or (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    for layer in layers:
        below = image.copy() if layer.opacity < 1 else None
        for paint in layer.paints:
            bounds = paint.bounds
            if bounds[0] <= right and bounds[2] >= left and bounds[1] <= bottom and bounds[3] >= top:
                paint.draw(draw, left, top, letters)
        if below is not None:
            image = Image.blend(below, image, layer.opacity)
            draw = ImageDraw.Draw(image)
    return image.reduce(factor)


class Canvas:
    """Draws SVGs of one size and view one after another; only the part that differs from the previous one is drawn."""

    def __init__(self, width: int, height: int, background: str | None, letters: Letters) -> None:
        """Raises ValueError for a size that is too large."""
        from PIL import Image

        if not 0 < width * height <= MAX_PIXELS or max(width, height) > MAX_SIDE:
            raise ValueError(
                f"an image of {width} × {height} pixels is too large; at most {MAX_SIDE} on a side"
                f" and {MAX_PIXELS // 1_000_000} million in all"
            )
        self.image = Image.new("RGBA", (width, height), background or (0, 0, 0, 0))
        """The last picture."""
        self._background = background
        self._letters = letters
        self._factor = next(points for max_pixels, points in _SUPERSAMPLING if width * height <= max_pixels)
        self._layers: list[Layer] = []

    def draw(self, svg: str) -> None:
        """Draw the next SVG."""
        root = ET.fromstring(svg)  # noqa: S314  it is this package's own
        reader = SvgReader(root)
        layers = reader.layers(self.image.width / reader.width * self._factor)
        box = self._box(_changed(self._layers, layers))
        self._layers = layers
        if box is not None:
            left, top, right, bottom = box
            rows = max(1, _BAND_POINTS // ((right - left) * self._factor**2))
            for y in range(top, bottom, rows):
                band = (left, y, right, min(y + rows, bottom))
                self.image.paste(_band(layers, band, self._factor, self._background, self._letters), band[:2])

    def _box(self, layers: list[Layer]) -> PixelBox | None:
        """The part of the image that contains some layers; None for none."""
        if not layers:
            return None
        left, top, right, bottom = [edge / self._factor for edge in _around(layers)]
        box = (
            max(0, math.floor(left) - 1),
            max(0, math.floor(top) - 1),
            min(self.image.width, math.ceil(right) + 1),
            min(self.image.height, math.ceil(bottom) + 1),
        )
        return box if box[0] < box[2] and box[1] < box[3] else None


def _changed(old: list[Layer], new: list[Layer]) -> list[Layer]:
    """The layers that only one of two pictures has, or that have moved up or down."""
    changed: list[Layer] = []
    for tag, old_begin, old_end, new_begin, new_end in SequenceMatcher(None, old, new, False).get_opcodes():
        if tag != "equal":
            changed += old[old_begin:old_end] + new[new_begin:new_end]
    return changed
