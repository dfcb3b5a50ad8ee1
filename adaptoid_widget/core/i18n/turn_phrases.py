"""Puts a turn in words for newcomers: the move, the growth, and the notation in brackets."""

from __future__ import annotations

from typing import Callable, Dict

from .slots import Slots, TurnParts

FORMS: Dict[str, str] = {"play": "do", "do": "do", "does": "does", "takes": "does"}
"""The form of a turn by its slot's name: what to do (`play` begins a sentence), or what a colour does. A turn in the
slot `takes` captures."""


def in_words(turn: TurnParts, say: Callable[[str, Slots], str], slot: str = "do") -> str:
    """A turn as a part of a sentence, in the form of its slot; `say` gives the sentence of a code.

    >>> from adaptoid_widget import Turn
    >>> from adaptoid_widget.core.i18n.catalog import ENGLISH
    >>> in_words(Turn.from_text("E3-B2 +D3"), ENGLISH.say, "play")
    'Move E3 to B2, then grow on D3 (E3-B2 +D3)'
    >>> in_words(Turn.from_text("B2xD3 C3+L"), ENGLISH.say, "takes")
    'captures D3 from B2 and grows a leg on C3 (B2xD3 C3+L)'
    """
    words = say("lesson.turn", {"words": _words(turn, say, slot), "line": str(turn)})
    return words[0].upper() + words[1:] if slot == "play" else words


def _words(turn: TurnParts, say: Callable[[str, Slots], str], slot: str) -> str:
    origin, target, attack, grown, at = turn
    form = "lesson.%s." % FORMS[slot]
    growth = "" if grown is None or at is None else say(form + grown, {"cell": at})
    if origin is None or target is None:
        return growth or say(form + "nothing", {})
    kind = "move" if not attack else "take" if slot == "takes" else "attack"
    move = say(form + kind, {"origin": origin, "goal": target})
    return say(form + "then", {"move": move, "growth": growth}) if growth else move
