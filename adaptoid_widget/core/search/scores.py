"""Scores for people: adaptoids with a sign, proven wins and losses, and each colour's share of the game."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

from ..rules.integer_rules import finish_turn
from ..rules.position import Position
from ..rules.turn import Turn
from ..rules.variants import VARIANTS, order_from
from .evaluation import evaluate_three
from .work_array import MAX_UNPROVEN_SCORE, WIN_SCORE

if TYPE_CHECKING:
    from .deepening import Progress

UNIT = "adaptoids"
# a lead of this many hundredths of an adaptoid is a share of 73 %
SCALE_OF_TWO = 160.0
# with three players, scores include the hunter and the prey and vary more
SCALE_OF_THREE = 480.0


def win_in(score: int, players: int) -> Optional[int]:
    """Convert a score to a proven number of one's own turns. None: nothing is proven.

    A win in n comes with one's own nth turn at the latest: of three players, an enemy can be forced to end the game
    before it. A loss in n comes after one's own nth turn, or in it.

    >>> win_in(30000 - 3, 2), win_in(4 - 30000, 2), win_in(120, 2), win_in(30000 - 2, 3)
    (2, -2, None, 2)
    """
    if abs(score) <= MAX_UNPROVEN_SCORE:
        return None
    turns = WIN_SCORE - abs(score)
    if score > 0:
        return (turns - 1 + players - 1) // players + 1
    return -max(1, (turns + players - 1) // players)


def earlier(score: int, turns: int = 1) -> int:
    """Return a score as it is so many turns earlier in the game: a proven end is farther away.

    >>> earlier(29999), earlier(-29998, 2), earlier(29998, -1), earlier(150)
    (29998, -29996, 29999, 150)
    """
    if score > MAX_UNPROVEN_SCORE:
        return score - turns
    if score < -MAX_UNPROVEN_SCORE:
        return score + turns
    return score


def score_text(score: float, win_in: Optional[int]) -> str:
    """Return a score in adaptoids, or what is proven.

    >>> score_text(1.25, None), score_text(299.97, 2), score_text(-299.98, -1)
    ('+1.25', 'wins in 2', 'loses in 1')
    """
    if win_in is not None:
        return "%s in %d" % ("wins" if win_in > 0 else "loses", abs(win_in))
    return "%+.2f" % score


def line_parts(position: Position, progress: Progress) -> List[Dict[str, Any]]:
    """The best lines of a search as views show them; scores are in adaptoids."""
    return [
        {
            "score": progress.scores[k] / 100,
            "win": win_in(progress.scores[k], len(position.colors)),
            "exact": progress.bounds[k] == "=",
            "turns": [str(turn) for turn in progress.lines[k]],
            "color": position.turn,
        }
        for k in range(len(progress.lines))
    ]


def shares(
    position: Position, score: int, turns: Sequence[Turn], weights: Sequence[int] = ()
) -> Dict[str, float]:
    """Return each colour's share of an even game, in turn order. The sum is 1.

    With two players, the shares depend on the score, in hundredths. With three, they depend on each colour's evaluation
    at the end of the line, by the `weights` for three players.

    >>> shares(Position.start(), 0, ())
    {'W': 0.5, 'B': 0.5}
    """
    order = order_from(VARIANTS[position.variant], position.turn)
    if len(order) == 2:
        share = _share_of_two(score)
        by_color = {order[0]: share, order[1]: 1 - share}
    else:
        end = after(position, turns)
        worths = [_worth(end, color, weights) for color in order]
        if abs(score) > MAX_UNPROVEN_SCORE:
            # if the first colour loses, the line shows which of the others wins
            worths[0] = 1e6 if score > 0 else -1e6
        highest = max(worths)
        parts = [math.exp((worth - highest) / SCALE_OF_THREE) for worth in worths]
        by_color = {order[k]: parts[k] / sum(parts) for k in range(len(order))}
    return {color: by_color[color] for color in position.colors}


def _share_of_two(score: int) -> float:
    if abs(score) > MAX_UNPROVEN_SCORE:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-score / SCALE_OF_TWO))


def _worth(end: Position, color: str, weights: Sequence[int]) -> float:
    """Return the worth of the end of a line for one of three colours."""
    if end.winner is not None:
        return 1e6 if color == end.winner else 0.0
    worth, _ = evaluate_three(end.state, end.seat_of(color), end.context, weights, 0)
    return worth


def passed(position: Position) -> Position:
    """Return the position after a pass: the enemies are fed, then the next player moves.

    >>> str(passed(Position.start()))
    'adaptoid b 0,0 W:D2 B:D6'
    """
    state, ended, _ = finish_turn(position.state, position.context)
    return position.after(state, ended)


def after(position: Position, turns: Sequence[Turn]) -> Position:
    """Return the position at the end of a line."""
    for turn in turns:
        position = position.play(turn)
    return position
