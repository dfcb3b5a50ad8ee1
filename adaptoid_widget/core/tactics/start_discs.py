"""Fair starts: how computers take part in an open start (R5), the better colour of a start, and a start for three."""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

from ..rules.errors import LayoutError
from ..rules.layout import Layout
from ..rules.random_play import advance, below

# so far apart, White's first turn is hardly an advantage (notebooks/06-the-game-in-numbers.ipynb)
FAIR_DISTANCE = 5
# so close together, White's first turn decides
CLOSE = 2
# R18: so many steps lie between each two of three adaptoids on the standard board
DISTANCE_OF_THREE = 4
# a step more or less weighs as much as so many discs that one adaptoid has around it and another has not
WEIGHT_OF_STEP = 4


def start_disc(layout: Layout, placed: Sequence[str], seed: int) -> str:
    """Return a disc for the next adaptoid of an open start, White's first.

    The two have the same number of discs around them at each distance, about five steps lie between them, and they have
    many neighbours, as far as the board and White's disc allow. The seed decides between equal starts.

    >>> board = Layout.from_text("hex4")
    >>> start_disc(board, ["D2"], 1), start_disc(board, ["D2"], 2)
    ('D6', 'B4')
    """
    best: List[str] = []
    best_rank: Tuple[int, ...] = ()
    distances = {cell: _distances(layout, cell) for cell in layout.cells}
    farthest = max([max(around.values()) for around in distances.values()])
    rooms = {cell: _room(distances[cell], farthest) for cell in layout.cells}
    for white in placed or layout.cells:
        for black in layout.cells:
            unequal = sum([abs(a - b) for a, b in zip(rooms[white], rooms[black])])
            # without a way between them, no distance is better than another
            distance = distances[white].get(layout.disc(black), FAIR_DISTANCE)
            rank = (unequal, abs(distance - FAIR_DISTANCE), -rooms[black][0])
            if black != white and (not best or rank <= best_rank):
                best = (best if rank == best_rank else []) + [black if placed else white]
                best_rank = rank
    return best[below(advance(advance(seed + 1)), len(best))]


def start_of_three(layout: Layout) -> str:
    """The sides of a game for three on a board that names no start for three: the fairest start that it has.

    As far as the board allows, the three have the same number of discs around them at each distance, and four steps lie
    between each two (R18). Raises LayoutError for a board of fewer than three discs.

    >>> start_of_three(Layout.from_text("hex4"))
    'W:B2 B:D6 R:F4'
    """
    cells = layout.cells
    if len(cells) < 3:
        raise LayoutError("a game for three needs a board of at least three discs")
    around = [_distances(layout, cell) for cell in cells]
    farthest = max([max(distances.values()) for distances in around])
    rooms = [_room(distances, farthest) for distances in around]
    count = len(cells)
    # how unfair two discs are together
    costs = [[0] * count for _ in cells]
    for first in range(count):
        for second in range(first):
            unequal = sum([abs(a - b) for a, b in zip(rooms[first], rooms[second])])
            distance = around[first].get(layout.disc(cells[second]), DISTANCE_OF_THREE)
            costs[first][second] = unequal + WEIGHT_OF_STEP * abs(distance - DISTANCE_OF_THREE)
    best: List[int] = []
    best_rank = (0, 0)
    for third in range(2, count):
        for second in range(1, third):
            cost = costs[third][second]
            for first in range(second):
                rank = (cost + costs[third][first] + costs[second][first], 0)
                if best and rank[0] > best_rank[0]:
                    continue
                rank = (rank[0], -rooms[first][0] - rooms[second][0] - rooms[third][0])
                if not best or rank < best_rank:
                    best, best_rank = [first, second, third], rank
    return " ".join(["%s:%s" % (color, cells[number]) for color, number in zip("WBR", best)])


def better_color(layout: Layout, white: str, black: str) -> str:
    """Return the colour that has more discs around it; White, who moves first, if they are equal or close together.

    >>> board = Layout.from_text("hex4")
    >>> better_color(board, "A1", "D5"), better_color(board, "D2", "D6"), better_color(board, "A1", "B2")
    ('B', 'W', 'W')
    """
    around_white, around_black = _distances(layout, white), _distances(layout, black)
    close = around_white.get(layout.disc(black), FAIR_DISTANCE) <= CLOSE
    room_white, room_black = _room(around_white, len(layout)), _room(around_black, len(layout))
    return "W" if close or room_white >= room_black else "B"


def _distances(layout: Layout, cell: str) -> Dict[int, int]:
    """The number of steps to each disc that can be reached, and 0 to the disc itself."""
    return layout.steps(layout.disc(cell), layout.board)


def _room(distances: Dict[int, int], farthest: int) -> List[int]:
    """The numbers of discs within one step, within two, and so on; at least the first."""
    steps = [n for n in distances.values() if n > 0]
    return [sum([1 for n in steps if n <= limit]) for limit in range(1, max(farthest, 1) + 1)]
