"""What a turn takes at once, what a player sees of that who looks no further, and where a step of two turns leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adaptoid_widget.core.rules.bitboard import count
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.tactics.one_ply import WIN, glance
from adaptoid_widget.core.tactics.starvation import forks
from adaptoid_widget.core.tactics.weak_players import integers_of
from adaptoid_widget.core.teaching.solver import BEST, reply_by

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


def gain(position: Position, turn: Turn) -> int:
    """Enemies that leave the board in a turn less the own that do; a win above all, a loss below all.

    >>> position = Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    >>> gain(position, Turn.from_text("+D4")), gain(position, Turn.from_text("+E3"))
    (1, 0)
    """
    effect = position.effect(turn)
    won = effect.position.winner
    taken = sum(-1 if gone.piece.color == position.turn else 1 for gone in effect.gone)
    return taken if won is None else taken + (WIN if won == position.turn else -WIN)


def most(position: Position) -> int:
    """The most that a turn takes at once: what the greedy player takes, whichever of the best turns he picks.

    >>> most(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"))
    1
    """
    state, moved, context = integers_of(position)
    return glance(state, moved, context, context.board, 6, 2, False, 0)[0]


def greedy_turns(position: Position) -> list[Turn]:
    """All turns among which the greedy player picks."""
    best = most(position)
    return [turn for turn in position.turns() if gain(position, turn) == best]


def missed(position: Position, right: Collection[Turn]) -> bool:
    """Whether no turn of the greedy player is among some: he can take more than any of them does."""
    best = most(position)
    return all(gain(position, turn) < best for turn in right)


def widest_fork(position: Position) -> int:
    """How many victims the widest fork has that the player to move can carry out."""
    if position.winner is not None:
        return 0
    all_forks = forks(position.state, position.context)
    return max((count(victims) for *_, victims in all_forks), default=0)


def best_reply(position: Position, learner: str) -> Turn:
    """What a step's `replies: best` answers."""
    return reply_by(BEST, position, learner)


def double_next(position: Position, turn: Turn, reply: Callable[[Position, str], Turn] = best_reply) -> bool:
    """Whether a double fork is there after a turn and the reply, of two players."""
    after = position.play(turn)
    if after.winner is not None:
        return False
    return widest_fork(after.play(reply(after, position.turn))) > 1
