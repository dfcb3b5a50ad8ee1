"""Puts a turn in words for newcomers: the move, the growth, and the notation in brackets."""

from __future__ import annotations

from typing import Callable

from .slots import Slots, TurnParts


def in_words(turn: TurnParts, say: Callable[[str, Slots], str]) -> str:
    """A turn as a part of a sentence; `say` gives the sentence of a code.

    >>> from adaptoid_widget import Turn
    >>> from adaptoid_widget.core.i18n.catalog import ENGLISH
    >>> in_words(Turn.from_text("D3-D5 +C4"), ENGLISH.say)
    'D3 walks to D5, then a new one grows on C4 (D3-D5 +C4)'
    >>> in_words(Turn.from_text("D5+L"), ENGLISH.say)
    'a leg grows on D5 (D5+L)'
    """
    return say("lesson.turn", {"words": _words(turn, say), "line": str(turn)})


def _words(turn: TurnParts, say: Callable[[str, Slots], str]) -> str:
    origin, target, attack, grown, at = turn
    growth: Slots = {} if at is None else {"cell": at}
    if origin is None or target is None:
        return say("lesson.turn.nothing" if grown is None else "lesson.turn." + grown, growth)
    code = "lesson.turn.attack" if attack else "lesson.turn.walk"
    move = say(code, {"origin": origin, "goal": target})
    if grown is None:
        return move
    growth["move"] = move
    # a language may put the words of a growth in another order where a move comes first
    return say("lesson.turn.then-" + grown, growth)
