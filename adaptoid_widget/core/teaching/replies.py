"""What answers a learner's turn: what the step says, or the reply that shows why the turn was wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ..rules.position import Position
from ..rules.turn import Turn
from ..tactics import weak_players
from .attempt import Story

if TYPE_CHECKING:
    from .lesson import Step

# who replies where a step does not say it, or nothing of what it says fits
USUAL = 3
NOBODY = "nobody"
BEST = "best"
LEVEL = "level "


def story_of(step: Step) -> Story:
    """The story of a step before the learner's first turn; the learner is who is to move."""
    position = step.start
    return Story(position, position.turn, nobody=step.replies == NOBODY)


def scripted(step: Step, story: Story) -> Optional[Turn]:
    """The reply that the author gave to the learner's last turn: the first that fits and is legal; None without one."""
    last = story.last
    if last is None or story.nobody or story.position.winner is not None:
        return None
    return step.reply(last.turn, story.position)


def reply_by(replies: str, position: Position, learner: str) -> Turn:
    """The turn of an enemy that a step's `replies` mean; always the same in the same position."""
    if replies[: len(LEVEL)] == LEVEL:
        return weak_players.choose(position, int(replies[len(LEVEL) :]))
    if replies == BEST:
        found = weak_players.refute(position, learner)
        if found is not None:
            return found
    return weak_players.choose(position, USUAL)


def answered(step: Step, story: Story) -> Story:
    """The story with all replies to the learner's last turn, up to where the learner is to move or the game is over.

    A script answers for the enemy who plays next; of two enemies the other one plays as level 3.
    """
    reply = scripted(step, story)
    while story.position.winner is None and story.position.turn != story.color:
        if reply is None:
            reply = reply_by(step.replies, story.position, story.color)
        story = story.add(reply)
        reply = None
    return story


def refuted(step: Step, story: Story) -> Optional[Story]:
    """The story with the reply that shows what was wrong with the learner's last turn; None where there is none.

    It is the author's where a script has one, else one that takes more than it loses. Of two enemies the first may play
    as level 3, so that the second can take something.
    """
    reply = scripted(step, story)
    if reply is not None:
        return story.add(reply)
    while story.position.winner is None and story.position.turn != story.color:
        reply = weak_players.refute(story.position, story.color)
        if reply is not None:
            return story.add(reply)
        story = story.add(weak_players.choose(story.position, USUAL))
    return None
