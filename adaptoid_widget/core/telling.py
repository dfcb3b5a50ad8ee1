"""A turn in words, as a newcomer reads it: who goes where and what grows, and in brackets how it is written down."""

from __future__ import annotations

from typing import Callable, Dict

from .errors import Slots
from .turn import Turn

ALONE: Dict[str, str] = {
    "new": "lesson.turn.new",
    "leg": "lesson.turn.leg",
    "pincer": "lesson.turn.pincer",
}
# a language may put the words of a growth in another order where a move comes first
AFTER_A_MOVE: Dict[str, str] = {
    "new": "lesson.turn.then-new",
    "leg": "lesson.turn.then-leg",
    "pincer": "lesson.turn.then-pincer",
}


def in_words(text: str, say: Callable[[str, Slots], str]) -> str:
    """The turn of a text as part of a sentence; `say` fills the sentence of a code. Raises TextError.

    >>> from adaptoid_widget.core.wording import ENGLISH
    >>> in_words("D3-D5 +C4", ENGLISH.say)
    'D3 walks to D5, then a new one grows on C4 (D3-D5 +C4)'
    >>> in_words("D5+L", ENGLISH.say)
    'a leg grows on D5 (D5+L)'
    """
    return say("lesson.turn", {"words": _words(Turn.from_text(text), say), "line": text})


def _words(turn: Turn, say: Callable[[str, Slots], str]) -> str:
    growth: Slots = {} if turn.at is None else {"cell": turn.at}
    if turn.origin is None or turn.target is None:
        return say("lesson.turn.nothing" if turn.growth is None else ALONE[turn.growth], growth)
    code = "lesson.turn.attack" if turn.attack else "lesson.turn.walk"
    move = say(code, {"origin": turn.origin, "goal": turn.target})
    if turn.growth is None:
        return move
    growth["move"] = move
    return say(AFTER_A_MOVE[turn.growth], growth)
