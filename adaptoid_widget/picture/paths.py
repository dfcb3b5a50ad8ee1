"""Outlines of shapes as points: paths, ellipses, rectangles with round corners, and dashes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

Point = tuple[float, float]
# the points of a line, and whether its end is joined to its beginning
Line = tuple[list[Point], bool]

_COMMANDS = re.compile(r"([MLHVCAhZ])([-\d.\s]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_ARGUMENT_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "h": 1}
_CURVE_STEPS = 14


def flattened(path: str, steps: int) -> list[Line]:
    """The lines of a path with the commands of shapes (M L H V C A h Z); a circle gets `steps` points.

    Raises ValueError for any other command.

    >>> flattened("M0 0H2V1Z", 24)
    [([(0.0, 0.0), (2.0, 0.0), (2.0, 1.0)], True)]
    """
    if _COMMANDS.sub("", path).strip():
        raise ValueError(f"a path with signs that shapes do not use: {path!r}")
    lines: list[Line] = []
    points: list[Point] = []
    for command, arguments in _COMMANDS.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(arguments)]
        if command == "Z":
            lines.append((points, True))
            points = points[:1]
            continue
        count = _ARGUMENT_COUNTS[command]
        for first in range(0, len(numbers), count):
            if command == "M" and first == 0:
                if len(points) > 1:
                    lines.append((points, False))
                points = [(numbers[0], numbers[1])]
            else:
                points += _following(command, points[-1], numbers[first : first + count], steps)
    if len(points) > 1:
        lines.append((points, False))
    return lines


def _following(command: str, here: Point, numbers: Sequence[float], steps: int) -> list[Point]:
    """The points that a command adds."""
    x, y = here
    if command == "H":
        return [(numbers[0], y)]
    if command == "h":
        return [(x + numbers[0], y)]
    if command == "V":
        return [(x, numbers[0])]
    if command == "C":
        return [_cubic(here, numbers, i / _CURVE_STEPS) for i in range(1, _CURVE_STEPS + 1)]
    if command == "A":
        return _arc(here, numbers, steps)
    return [(numbers[0], numbers[1])]


def _cubic(start: Point, numbers: Sequence[float], t: float) -> Point:
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    x1, y1, x2, y2, x3, y3 = numbers
    return a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3


def _arc(start: Point, numbers: Sequence[float], steps: int) -> list[Point]:
    """An arc of a circle; shapes have no arcs of ellipses."""
    radius, _, _, large, sweep, end_x, end_y = numbers
    dx, dy = end_x - start[0], end_y - start[1]
    apart = math.hypot(dx, dy)
    if apart == 0:
        return []
    radius = max(radius, apart / 2)
    off = math.sqrt(max(radius**2 - apart**2 / 4, 0)) / apart
    if bool(large) == bool(sweep):
        off = -off
    x, y = start[0] + dx / 2 - off * dy, start[1] + dy / 2 + off * dx
    first = math.atan2(start[1] - y, start[0] - x)
    turned = math.atan2(end_y - y, end_x - x) - first
    if sweep and turned < 0:
        turned += 2 * math.pi
    elif not sweep and turned > 0:
        turned -= 2 * math.pi
    count = max(2, math.ceil(steps * abs(turned) / (2 * math.pi)))
    points = [first + turned * i / count for i in range(1, count)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in points] + [
        (end_x, end_y)
    ]


def ellipse(x: float, y: float, across: float, down: float, steps: int) -> Line:
    """An ellipse around a point, clockwise from its right end."""
    angles = [2 * math.pi * i / steps for i in range(steps)]
    return [(x + across * math.cos(angle), y + down * math.sin(angle)) for angle in angles], True


def rectangle(x: float, y: float, wide: float, high: float, corner: float, steps: int) -> Line:
    """A rectangle; `corner` is the radius of its corners."""
    corner = min(corner, wide / 2, high / 2)
    if not corner:
        return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], True
    quarter = max(2, steps // 4)
    points: list[Point] = []
    middles = (
        (x + wide - corner, y + high - corner),
        (x + corner, y + high - corner),
        (x + corner, y + corner),
        (x + wide - corner, y + corner),
    )
    for number, (at_x, at_y) in enumerate(middles):
        for i in range(quarter + 1):
            angle = math.pi / 2 * (number + i / quarter)
            points.append((at_x + corner * math.cos(angle), at_y + corner * math.sin(angle)))
    return points, True


def dashed(line: Line, pattern: Sequence[float]) -> Iterator[Line]:
    """The dashes of a line; the pattern has the lengths of dashes and gaps in turn.

    >>> list(dashed(([(0, 0), (5, 0)], False), [2, 1]))
    [([(0, 0), (2.0, 0.0)], False), ([(3.0, 0.0), (5, 0)], False)]
    """
    points, closed = line
    along = [*points, points[0]] if closed else points
    drawn, left, number = True, pattern[0], 0
    dash = [along[0]]
    for (x, y), (to_x, to_y) in pairwise(along):
        apart = math.hypot(to_x - x, to_y - y)
        done = 0.0
        while apart - done > left:
            done += left
            here = (x + (to_x - x) * done / apart, y + (to_y - y) * done / apart)
            if drawn:
                yield [*dash, here], False
            number += 1
            drawn, left, dash = not drawn, pattern[number % len(pattern)], [here]
        left -= apart - done
        dash.append((to_x, to_y))
    if drawn and len(dash) > 1:
        yield dash, False
