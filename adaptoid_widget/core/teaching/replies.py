"""Replies to a learner's turn: those of a step's script, and those of levels 1 to 3; always the same in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Optional

from ..goals.attempt import Attempt
from ..rules.position import Position
from ..rules.turn import Turn
from ..search.levels import level_in
from ..tactics import weak_players

if TYPE_CHECKING:
    from .lesson import LessonStep

# the level that replies if a step names none, or if no entry of its script fits
DEFAULT_LEVEL = 3
NOBODY = "nobody"
BEST = "best"

Reply = Callable[[Position, int], Turn]
"""Chooses the turn of a level from 4 to 10."""


def new_attempt(step: LessonStep) -> Attempt:
    """The attempt at a step before the learner's first turn; the learner is the player to move."""
    position = step.start
    return Attempt(position, position.turn, nobody=step.replies == NOBODY)


def _scripted(step: LessonStep, attempt: Attempt) -> Optional[Turn]:
    """The author's reply to the learner's last turn: the first that fits and is legal; None if there is none."""
    last = attempt.last
    if last is None or attempt.nobody or attempt.position.winner is not None:
        return None
    return step.reply(last.turn, attempt.position)


def weaker_reply(position: Position) -> Turn:
    """The turn of level 3, which stands in for a level whose search cannot run."""
    return weak_players.choose(position, DEFAULT_LEVEL)


def reply_by(replies: str, position: Position, learner: str) -> Turn:
    """The turn of an enemy by a step's `replies`, of level 3 at most; always the same in the same position."""
    level = level_in(replies)
    if level is not None:
        return weak_players.choose(position, min(level, DEFAULT_LEVEL))
    turn = weak_players.best_taking_turn(position, learner) if replies == BEST else None
    return weaker_reply(position) if turn is None else turn


def with_replies(step: LessonStep, attempt: Attempt, search: Optional[Reply] = None) -> Attempt:
    """The attempt with all replies to the learner's last turn.

    A script replies for the enemy who plays next; of two enemies the other one plays as level 3. Level 3 replies for a
    level that searches, too, unless `search` chooses its turns.
    """
    reply = _scripted(step, attempt)
    while attempt.position.winner is None and attempt.position.turn != attempt.color:
        if reply is None and search is not None and step.search_level:
            reply = search(attempt.position, step.search_level)
        if reply is None:
            reply = reply_by(step.replies, attempt.position, attempt.color)
        attempt = attempt.add(reply)
        reply = None
    return attempt


def refuted(step: LessonStep, attempt: Attempt) -> Optional[Attempt]:
    """The attempt with the reply that refutes the learner's last turn; None if there is none.

    It is the script's reply, else one that takes more than it loses, unless the learner wins by it. Of two enemies, the
    first may play as level 3, so that the second can take something.
    """
    reply = _scripted(step, attempt)
    if reply is not None:
        return attempt.add(reply)
    while attempt.position.winner is None and attempt.position.turn != attempt.color:
        reply = weak_players.best_taking_turn(attempt.position, attempt.color)
        if reply is not None:
            after = attempt.add(reply)
            return None if after.position.winner == attempt.color else after
        attempt = attempt.add(weak_players.choose(attempt.position, DEFAULT_LEVEL))
    return None
