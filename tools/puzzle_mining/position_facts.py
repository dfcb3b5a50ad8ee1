"""Facts of a position for puzzles: gains of turns, turns of the greedy player, forks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adaptoid_widget.core.rules.bitboard import count
from adaptoid_widget.core.rules.position import Position, integers_of
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.tactics.forks import forks
from adaptoid_widget.core.tactics.one_ply import WIN_GAIN, best_turn

if TYPE_CHECKING:
    from collections.abc import Collection


def gain(position: Position, turn: Turn) -> int:
    """Return the captures less the own losses in a turn, plus `WIN_GAIN` for a win, less it for a loss.

    >>> position = Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    >>> gain(position, Turn.from_text("+D4")), gain(position, Turn.from_text("+E3"))
    (1, 0)
    """
    effect = position.effect(turn)
    won = effect.position.winner
    captured = sum(-1 if removal.piece.color == position.turn else 1 for removal in effect.gone)
    return captured if won is None else captured + (WIN_GAIN if won == position.turn else -WIN_GAIN)


def max_gain(position: Position) -> int:
    """Return the greatest gain of a turn, which the greedy player takes.

    >>> max_gain(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"))
    1
    """
    state, moved, context = integers_of(position)
    return best_turn(state, moved, context, context.board, 6, 2, False, 0)[0]


def greedy_turns(position: Position) -> list[Turn]:
    """Return the turns among which the greedy player chooses."""
    best = max_gain(position)
    return [turn for turn in position.turns() if gain(position, turn) == best]


def missed(position: Position, right: Collection[Turn]) -> bool:
    """Whether none of the turns is one of the greedy player's."""
    best = max_gain(position)
    return all(gain(position, turn) < best for turn in right)


def widest_fork(position: Position) -> int:
    """Return the number of victims of the widest fork that the player to move has."""
    if position.winner is not None:
        return 0
    all_forks = forks(position.state, position.context)
    return max((count(victims) for *_, victims in all_forks), default=0)
