"""The ways to turn and mirror a board so that it covers itself."""

from __future__ import annotations

import math
from typing import List, Optional, Sequence, Tuple

Permutation = Tuple[int, ...]
Place = Tuple[float, float]

# how far a disc may lie from where another one was, in diameters: free discs are placed in whole thousandths
SLACK = 0.02


def symmetries(places: Sequence[Place], near: Sequence[Sequence[int]]) -> Tuple[Permutation, ...]:
    """The board's turns and mirrorings as permutations of its discs' numbers, the identity first, then sorted.

    `places` are the discs' centres, `near` for each disc the numbers of those that touch it. In each permutation,
    disc i goes to where disc `permutation[i]` was, and discs that touch keep touching.
    """
    count = len(places)
    middle = (sum([x for x, _ in places]) / count, sum([y for _, y in places]) / count)
    spokes = [(x - middle[0], y - middle[1]) for x, y in places]
    identity = tuple(range(count))
    found = {identity}
    # a turn or mirroring about the middle is known by where it takes one disc; the farthest one tells them apart best
    first = _farthest(spokes)
    for to in range(count):
        if abs(_length(spokes[to]) - _length(spokes[first])) > SLACK:
            continue
        for mirror in (1, -1):
            turned = _turned(spokes, spokes[first], spokes[to], mirror)
            permutation = _matched(turned, spokes)
            if permutation is not None and _keeps(near, permutation):
                found.add(permutation)
    found.remove(identity)
    return (identity,) + tuple(sorted(found))


def _length(spoke: Place) -> float:
    return math.sqrt(spoke[0] * spoke[0] + spoke[1] * spoke[1])


def _farthest(spokes: Sequence[Place]) -> int:
    best = 0
    for i in range(len(spokes)):
        if _length(spokes[i]) > _length(spokes[best]) + 1e-9:
            best = i
    return best


def _turned(spokes: Sequence[Place], origin: Place, goal: Place, mirror: int) -> List[Place]:
    """All spokes after the turn, or the mirroring, that takes `origin` in the direction of `goal`."""
    scale = _length(origin) * _length(goal)
    if scale == 0:
        return [(x, mirror * y) for x, y in spokes]
    ox, oy = origin[0], mirror * origin[1]
    cosine = (ox * goal[0] + oy * goal[1]) / scale
    sine = (ox * goal[1] - oy * goal[0]) / scale
    out: List[Place] = []
    for x, y in spokes:
        y *= mirror
        out.append((x * cosine - y * sine, x * sine + y * cosine))
    return out


def _matched(turned: Sequence[Place], spokes: Sequence[Place]) -> Optional[Permutation]:
    """For each turned place the disc that lies there; None where one lies nowhere."""
    out: List[int] = []
    for x, y in turned:
        for j in range(len(spokes)):
            if abs(spokes[j][0] - x) <= SLACK and abs(spokes[j][1] - y) <= SLACK:
                out.append(j)
                break
        else:
            return None
    return tuple(out) if len(set(out)) == len(out) else None


def _keeps(near: Sequence[Sequence[int]], permutation: Permutation) -> bool:
    kept = [
        sorted([permutation[j] for j in near[i]]) == sorted(near[permutation[i]]) for i in range(len(near))
    ]
    return all(kept)
