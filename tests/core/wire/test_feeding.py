"""Threads from limbs to free discs: in random positions of all variants and boards, flipped too, they never cross."""

from __future__ import annotations

import itertools
import random
import re

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.wire.feeding import Feeding, feedings
from tests import reference
from tests.core.positions import random_state

Point = tuple[float, float]


def drawn(position: aw.Position, flipped: bool) -> tuple[list[Feeding], dict[str, Point]]:
    """Return the feedings and the middle of each disc as drawn."""
    layout = position.layout
    side = -1 if flipped else 1
    places = {cell: (side * x, side * y) for cell, (x, y) in zip(layout.cells, layout.places, strict=True)}
    return feedings(layout, position.pieces, flipped), places


def line(path: str, middle: Point) -> list[Point]:
    """Return a path of lines and quadratic curves as points on the board."""
    numbers = [
        (command, [float(n) for n in rest.split()]) for command, rest in re.findall(r"([MQL])([^MQL]*)", path)
    ]
    points: list[Point] = []
    for command, at in numbers:
        if command != "Q":
            points.append((at[0], at[1]))
            continue
        (x, y), (via_x, via_y, to_x, to_y) = points[-1], at
        for t in (0.25, 0.5, 0.75, 1):
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            points.append((a * x + b * via_x + c * to_x, a * y + b * via_y + c * to_y))
    return [(x + middle[0], y + middle[1]) for x, y in points]


def side_of(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def cross(first: list[Point], second: list[Point]) -> bool:
    return any(
        side_of(a, b, c) * side_of(a, b, d) <= 0
        and side_of(c, d, a) * side_of(c, d, b) <= 0
        # and not one behind the other on one line
        and max(map(distance, (a, a, b, b), (c, d, c, d))) <= distance(a, b) + distance(c, d)
        for a, b in itertools.pairwise(first)
        for c, d in itertools.pairwise(second)
    )


def distance(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


@pytest.mark.parametrize("flipped", [False, True])
def test_each_limb_eats_on_a_free_neighbour_and_no_threads_cross(flipped: bool) -> None:
    rng = random.Random(38)
    layouts, threads_seen, hungry_seen = set(), 0, 0
    for _ in range(150):
        position = aw.Position.from_text(reference.show(random_state(rng.randrange)))
        fed, places = drawn(position, flipped)
        layouts.add(str(position.layout)[:5])
        assert {one.cell for one in fed} == {cell for cell, piece in position.pieces.items() if piece.size}
        threads: list[tuple[Point, list[Point]]] = []
        for cell, limbs, free, seeds in fed:
            piece, middle = position.pieces[cell], places[cell]
            eaten = [seed.cell for seed in seeds if seed.cell]
            assert (limbs, free - limbs) == (piece.size, position.food()[cell])
            # as many limbs eat as can, each on a free disc of its own beside the adaptoid
            assert len(seeds) == limbs
            assert len(eaten) == len(set(eaten)) == min(limbs, free)
            assert set(eaten) <= set(position.layout.near(cell)) - set(position.pieces)
            for seed in seeds:
                assert (seed.thread == "") == (seed.cell is None)
                if seed.cell:
                    path = line(seed.thread, middle)
                    threads.append((middle, path))
                    # the seed and the end of its thread are on the free disc, and leave its middle free
                    for point in (path[-1], (middle[0] + seed.x, middle[1] + seed.y)):
                        assert 0.2 < distance(point, places[seed.cell]) < 0.4
        for (middle, path), (other, path_of_other) in itertools.combinations(threads, 2):
            assert distance(middle, other) > 2.2 or not cross(path, path_of_other), (str(position), flipped)
        threads_seen += len(threads)
        hungry_seen += sum(seed.cell is None for one in fed for seed in one.seeds)
    assert layouts >= {"hex2", "hex3", "hex4", "hex5", "latti", "discs"}
    assert min(threads_seen, 5 * hungry_seen) > 1500
