"""Codes and their parameters become sentences of a language."""

from __future__ import annotations

from typing import Dict, List, Mapping, Optional, Union

from .english import SENTENCES
from .errors import Slots

# slots that hold a colour's letter and are shown as its name
_COLOR_SLOTS = ("color", "turn", "loser")


def fill(template: str, slots: Mapping[str, str]) -> str:
    """A template with its {slots} filled in one pass, so that a value can never open a slot of its own.

    >>> fill("{a} to {b}", {"a": "{b}", "b": "E3"})
    '{b} to E3'
    """
    parts = template.split("{")
    out = parts[0]
    for part in parts[1:]:
        name, _, rest = part.partition("}")
        out += slots[name] + rest
    return out


class Wording:
    """The sentences of one language.

    >>> Wording().say("why.no-legs", {"cell": "D4"})
    'The adaptoid on D4 has no leg, so it cannot move.'
    """

    def __init__(self, language: str = "en", sentences: Optional[Dict[str, str]] = None) -> None:
        self.language = language
        self.sentences = SENTENCES if sentences is None else sentences

    def say(self, code: str, slots: Optional[Slots] = None) -> str:
        """The sentence of a code, its slots filled; colours are named, lists joined."""
        if not slots:
            return self.sentences[code]
        words: Dict[str, str] = {}
        for name in slots:
            words[name] = self.word(slots[name], name in _COLOR_SLOTS)
        return fill(self.sentences[code], words)

    def word(self, value: Union[str, int, List[str]], is_color: bool) -> str:
        """One slot's value as it is read: a colour's name, a joined list, or the value itself."""
        if isinstance(value, list):
            return self.join([self.word(item, is_color) for item in value])
        if is_color:
            return self.sentences["color." + str(value)]
        return str(value)

    def join(self, items: List[str]) -> str:
        """A list as it is read aloud: "C4, D5 and E6"."""
        if len(items) < 2:
            return "".join(items)
        return self.sentences["list.comma"].join(items[:-1]) + self.sentences["list.and"] + items[-1]


ENGLISH = Wording()
