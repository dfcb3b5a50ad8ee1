"""Outlines of shapes as points, which are complex numbers: paths, circles, rectangles with round corners, dashes."""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

# the points of a line, and whether its end is joined to its beginning
Polyline = tuple[list[complex], bool]

_COMMANDS = re.compile(r"([MLHVQCAhZ])([-\d.\s]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_ARGUMENT_COUNTS = {"L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7, "h": 1}
_CURVE_STEPS = 14


def flattened(path: str, steps: int) -> list[Polyline]:
    """The lines of a path with the commands of shapes (M L H V Q C A h Z); a circle gets `steps` points.

    Raises ValueError for any other command.

    >>> flattened("M0 0H2V1Z", 24)
    [([0j, (2+0j), (2+1j)], True)]
    """
    if _COMMANDS.sub("", path).strip():
        raise ValueError(f"a path with signs that shapes do not use: {path!r}")
    lines: list[Polyline] = []
    points: list[complex] = []
    for command, arguments in _COMMANDS.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(arguments)]
        if command == "M":
            lines.append((points, False))
            points = [complex(*numbers)]
        elif command == "Z":
            lines.append((points, True))
            points = points[:1]
        else:
            count = _ARGUMENT_COUNTS[command]
            for first in range(0, len(numbers), count):
                points += _following(command, points[-1], numbers[first : first + count], steps)
    return [line for line in (*lines, (points, False)) if len(line[0]) > 1]


def _following(command: str, start: complex, numbers: Sequence[float], steps: int) -> list[complex]:
    """The points that a command adds."""
    if command == "H":
        return [complex(numbers[0], start.imag)]
    if command == "h":
        return [start + numbers[0]]
    if command == "V":
        return [complex(start.real, numbers[0])]
    if command == "A":
        return _arc(start, numbers, steps)
    *controls, end = [complex(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    if command == "L":
        return [end]
    if command == "Q":
        [control] = controls
        a, b = (start + 2 * control) / 3, (end + 2 * control) / 3
    else:
        a, b = controls
    shares = [i / _CURVE_STEPS for i in range(1, _CURVE_STEPS + 1)]
    return [
        (1 - t) ** 3 * start + 3 * t * (1 - t) ** 2 * a + 3 * t**2 * (1 - t) * b + t**3 * end for t in shares
    ]


def _arc(start: complex, numbers: Sequence[float], steps: int) -> list[complex]:
    """An arc of a circle; shapes have no arcs of ellipses."""
    radius, _, _, large, sweep, x, y = numbers
    end = complex(x, y)
    chord = end - start
    if not chord:
        return []
    half = abs(chord) / 2
    aside = math.sqrt(max(radius**2 - half**2, 0)) * chord / abs(chord) * 1j
    centre = start + chord / 2 + (-aside if large == sweep else aside)
    turned = cmath.phase((end - centre) / (start - centre)) % math.tau - (0 if sweep else math.tau)
    count = max(2, math.ceil(steps * abs(turned) / math.tau))
    points = [centre + (start - centre) * cmath.rect(1, turned * i / count) for i in range(1, count)]
    return [*points, end]


def circle(middle: complex, radius: float, steps: int) -> Polyline:
    """A circle, clockwise from its right end."""
    return [middle + cmath.rect(radius, math.tau * i / steps) for i in range(steps)], True


def rectangle(x: float, y: float, wide: float, high: float, corner: float, steps: int) -> Polyline:
    """A rectangle; `corner` is the radius of its corners."""
    corner = min(corner, wide / 2, high / 2)
    quarter = max(2, steps // 4)
    bows = [cmath.rect(corner, math.pi / 2 * i / quarter) for i in range(quarter + 1)] if corner else [0]
    middle, dx, dy = complex(x + wide / 2, y + high / 2), wide / 2 - corner, high / 2 - corner
    corners = (complex(dx, dy), complex(-dx, dy), complex(-dx, -dy), complex(dx, -dy))
    return [middle + at + bow * 1j**number for number, at in enumerate(corners) for bow in bows], True


def dashed(line: Polyline, pattern: Sequence[float]) -> Iterator[Polyline]:
    """The dashes of a line; the pattern has the lengths of dashes and gaps in turn.

    >>> list(dashed(([0j, 5 + 0j], False), [2, 1]))
    [([0j, (2+0j)], False), ([(3+0j), (5+0j)], False)]
    """
    points, closed = line
    along = [*points, points[0]] if closed else points
    # dashes have even numbers, gaps odd ones
    number, remaining = 0, pattern[0]
    dash = [along[0]]
    for start, end in pairwise(along):
        length = abs(end - start)
        covered = 0.0
        while length - covered > remaining:
            covered += remaining
            cut = start + (end - start) * covered / length
            if number % 2 == 0:
                yield [*dash, cut], False
            number += 1
            remaining, dash = pattern[number % len(pattern)], [cut]
        remaining -= length - covered
        dash.append(end)
    if number % 2 == 0 and len(dash) > 1:
        yield dash, False
