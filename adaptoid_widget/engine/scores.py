"""Scores as people read them: adaptoids with a sign, wins and losses in so many turns, and each colour's share."""

from __future__ import annotations

import math

from ..core.rules.bitboard import finish
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from .evaluation import evaluate_three
from .search import PROVEN, prey_step
from .weights import weights_of

UNIT = "adaptoids"
# so many hundredths of an adaptoid ahead make about three chances in four
STEEP = 160.0
# with three a score counts the hunter and the prey too, and swings wider
STEEP_OF_THREE = 480.0


def score_text(score: float, win_in: int | None) -> str:
    """A score in adaptoids, or what is proven.

    >>> score_text(1.25, None), score_text(299.97, 2), score_text(-299.98, -1)
    ('+1.25', 'wins in 2', 'loses in 1')
    """
    if win_in is not None:
        return f"{'wins' if win_in > 0 else 'loses'} in {abs(win_in)}"
    return f"{score:+.2f}"


def shares(position: Position, score: int, turns: tuple[Turn, ...]) -> dict[str, float]:
    """How much of an even game each colour has, in turn order; together 1.

    With two players by the score in hundredths, with three by what each makes of the end of the line.

    >>> shares(Position.start(), 0, ())
    {'W': 0.5, 'B': 0.5}
    """
    colors = position.colors
    first = colors.index(position.turn)
    order = [*colors[first:], *colors[:first]]
    if len(colors) == 2:
        worth = _even(score)
        found = {order[0]: worth, order[1]: 1 - worth}
    else:
        worths = _worths(position, turns)
        if abs(score) > PROVEN:
            # a loss of the first goes to one of the others, as the line shows
            worths[0] = 1e6 if score > 0 else -1e6
        most = max(worths)
        parts = [math.exp((worth - most) / STEEP_OF_THREE) for worth in worths]
        found = {color: part / sum(parts) for color, part in zip(order, parts, strict=True)}
    return {color: found[color] for color in colors}


def _even(score: int) -> float:
    if abs(score) > PROVEN:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-score / STEEP))


def _worths(position: Position, turns: tuple[Turn, ...]) -> list[float]:
    """What the end of a line is worth for each of three, from whoever has the turn at its beginning on."""
    end = position
    for turn in turns:
        end = end.play(turn)
    seats = len(position.colors)
    # whose seat it is at the end, as seen from the player at the beginning
    order = [*position.colors, *position.colors]
    first = order.index(end.turn)
    seen = order[first : first + seats]
    begin = order.index(position.turn)
    out: list[float] = []
    for color in order[begin : begin + seats]:
        if end.winner is not None:
            out.append(1e6 if color == end.winner else 0.0)
        else:
            layout = end.layout
            worth, _ = evaluate_three(
                end.state,
                seen.index(color),
                prey_step(position),
                end.limit,
                layout.board,
                layout.links,
                end.flags,
                weights_of(seats),
                0,
            )
            out.append(worth)
    return out


def passed(position: Position) -> Position:
    """The position if whoever has the turn did nothing more in it: the enemies are fed, the next one plays.

    >>> str(passed(Position.start()))
    'adaptoid b 0,0 W:D2 B:D6'
    """
    layout = position.layout
    state, ended, _ = finish(position.state, layout.board, layout.links, len(position.colors))
    return position.after(state, ended)


def after(position: Position, turns: tuple[Turn, ...]) -> Position:
    """The position at the end of a line."""
    for turn in turns:
        position = position.play(turn)
    return position
