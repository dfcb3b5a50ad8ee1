"""Solves small boards: who wins from each open start, and in how many turns."""

from __future__ import annotations

from typing import Any, NamedTuple

from adaptoid_widget.core.rules.layout import Layout
from adaptoid_widget.core.rules.position import Position
from tools.numbers.starts import open_starts
from tools.numbers.store import Data


class SmallBoard(NamedTuple):
    """A board to solve, for a worker."""

    layout: str
    entries: int
    """How many positions there is room for."""
    nodes: int
    """How many positions a search looks at where that was not enough."""


NAMED = {
    **{f"line of {n}": [f"A{number}" for number in range(1, n + 1)] for n in range(2, 8)},
    "triangle of 3": ["A1", "A2", "B2"],
    "triangle of 6": ["A1", "A2", "A3", "B2", "B3", "C3"],
    "rhombus of 4": ["A1", "A2", "B1", "B2"],
    "ring of 6": ["A1", "A2", "B1", "B3", "C2", "C3"],
}


def solve(board: SmallBoard) -> Data:
    """Solve every open start of a board in this process.

    A value counts turns of both sides. 21 means that White, who moves first, wins with the 21st turn of the game,
    which is White's 11th. -20 means that Black wins with the 20th. If the value is unknown, `searched` is the depth of
    the search.

    >>> solution = solve(SmallBoard("lattice:A1.A2.A3", 1 << 10, 1000))
    >>> solution["starts"]
    [['A1', 'A2', -2], ['A1', 'A3', 3], ['A2', 'A1', 3]]
    """
    from tools.exhaustive.solver import Solver, Unsolved

    layout = Layout.from_text(board.layout)
    solver = Solver(layout, entries=board.entries)
    starts: list[list[Any]] = []
    lines: dict[str, list[str]] = {}
    searched: dict[str, int] = {}
    for white, black in open_starts(layout):
        position = Position.start(layout=layout, pieces={white: "W", black: "B"})
        try:
            value: int | None = solver.value(position)
            lines[f"{white} {black}"] = [str(turn) for turn in solver.line(position)]
        except Unsolved:
            value, searched[f"{white} {black}"] = _searched(position, board.nodes)
        starts.append([white, black, value])
    solution: Data = {
        "layout": board.layout,
        "discs": len(layout),
        "positions": solver.known,
        "starts": starts,
    }
    solution["lines"] = lines
    if searched:
        solution["searched"] = searched
    return solution


def _searched(position: Position, nodes: int) -> tuple[int | None, int]:
    """Return the value that a search proves, or None, and its depth in turns."""
    from adaptoid_widget.core.search.work_array import MAX_UNPROVEN_SCORE, WIN_SCORE
    from adaptoid_widget.engine.search import Searcher

    result = Searcher(64).search(position, nodes=nodes, exact=True, whole=True)
    score = result.lines[0].hundredths
    if abs(score) <= MAX_UNPROVEN_SCORE:
        return None, result.depth
    return (WIN_SCORE - score if score > 0 else -WIN_SCORE - score), result.depth


def name_of(layout: Layout) -> str:
    """Return the name of a board, or ""."""
    from tools.numbers.starts import least_image

    if str(layout) == "hex2":
        return "hexagon of side 2"
    shape = least_image([(ord(cell[0]) - 64, int(cell[1:])) for cell in layout.cells])
    for name, cells in NAMED.items():
        if least_image([(ord(cell[0]) - 64, int(cell[1:])) for cell in cells]) == shape:
            return name
    return ""
