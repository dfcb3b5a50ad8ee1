"""Scores for people: adaptoids with a sign, proven wins and losses, and each colour's share of the game."""

from __future__ import annotations

import math

from ..core.rules.bitboard import finish
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.search.work_array import PROVEN
from .tree_search.evaluation import evaluate_three
from .weights import weights_of

UNIT = "adaptoids"
# a lead of this many hundredths of an adaptoid is a share of 73 %
SCALE_OF_TWO = 160.0
# with three players, scores include the hunter and the prey and vary more
SCALE_OF_THREE = 480.0


def score_text(score: float, win_in: int | None) -> str:
    """Return a score in adaptoids, or what is proven.

    >>> score_text(1.25, None), score_text(299.97, 2), score_text(-299.98, -1)
    ('+1.25', 'wins in 2', 'loses in 1')
    """
    if win_in is not None:
        return f"{'wins' if win_in > 0 else 'loses'} in {abs(win_in)}"
    return f"{score:+.2f}"


def shares(position: Position, score: int, turns: tuple[Turn, ...]) -> dict[str, float]:
    """Return each colour's share of an even game, in turn order. The sum is 1.

    With two players the score in hundredths decides, with three each colour's evaluation at the end of the line.

    >>> shares(Position.start(), 0, ())
    {'W': 0.5, 'B': 0.5}
    """
    colors = position.colors
    first = colors.index(position.turn)
    order = [*colors[first:], *colors[:first]]
    if len(colors) == 2:
        share = 1 / (1 + math.exp(-score / SCALE_OF_TWO))
        if abs(score) > PROVEN:
            share = 1.0 if score > 0 else 0.0
        by_color = {order[0]: share, order[1]: 1 - share}
    else:
        worths = _worths(position, turns, order)
        if abs(score) > PROVEN:
            # if the first colour loses, the line shows which of the others wins
            worths[0] = 1e6 if score > 0 else -1e6
        highest = max(worths)
        parts = [math.exp((worth - highest) / SCALE_OF_THREE) for worth in worths]
        by_color = {color: part / sum(parts) for color, part in zip(order, parts, strict=True)}
    return {color: by_color[color] for color in colors}


def _worths(end: Position, turns: tuple[Turn, ...], colors: list[str]) -> list[float]:
    """Return the worth of the end of a line for each of three colours."""
    for turn in turns:
        end = end.play(turn)
    worths: list[float] = []
    for color in colors:
        if end.winner is not None:
            worths.append(1e6 if color == end.winner else 0.0)
        else:
            worth, _ = evaluate_three(end.state, end.seat_of(color), end.context, weights_of(3), 0)
            worths.append(worth)
    return worths


def passed(position: Position) -> Position:
    """Return the position after a pass: the enemies are fed, then the next player moves.

    >>> str(passed(Position.start()))
    'adaptoid b 0,0 W:D2 B:D6'
    """
    state, ended, _ = finish(position.state, position.context)
    return position.after(state, ended)
