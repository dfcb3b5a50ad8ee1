"""The way of a move, drawn disc by disc: nobody jumps, so no arrow goes over a disc that is taken."""

from __future__ import annotations

from typing import Dict, List, Tuple

from ..game.annotations import Marks
from ..rules.position import Position


def way(position: Position, origin: str, target: str) -> Tuple[str, ...]:
    """The discs of a shortest way over free discs, both ends included; only the ends where there is none (R6).

    >>> position = Position.from_text("adaptoid w 0,0 W:D3LLLL B:D4")
    >>> len(way(position, "D3", "D5")), "D4" in way(position, "D3", "D5")
    (4, False)
    >>> way(position, "D3", "D4")
    ('D3', 'D4')
    """
    layout = position.layout
    came: Dict[str, str] = {origin: ""}
    queue: List[str] = [origin]
    at = 0
    while at < len(queue):
        cell = queue[at]
        at += 1
        for beside in layout.near(cell):
            if beside in came:
                continue
            if beside == target:
                out = [target, cell]
                while came[out[-1]]:
                    out.append(came[out[-1]])
                return tuple(reversed(out))
            came[beside] = cell
            if position.piece(beside) is None:
                queue.append(beside)
    return origin, target


def walked(marks: Marks, position: Position) -> Marks:
    """Marks in which each arrow leads along a way that may be walked, one arrow for each disc."""
    if not marks.arrows:
        return marks
    arrows: List[Tuple[str, str, str]] = []
    for tail, head, tone in marks.arrows:
        cells = way(position, tail, head)
        arrows += [(cells[i], cells[i + 1], tone) for i in range(len(cells) - 1)]
    return Marks(arrows, dict(marks.fills), dict(marks.rings), dict(marks.labels))


def grown(marks: Marks) -> Marks:
    """What is left of a drawn turn once its move was made: where to grow."""
    return Marks(rings=dict(marks.rings)) if marks.arrows else Marks()
