"""The message catalogue: turns codes and their parameters into sentences of a language.

English is Python (`en_*.py`) and the other languages are JSON (`locales/`) for these reasons:

- `core` reads no files, in CPython and in MicroPython, but its errors and doctests need sentences. An English JSON file
  would make `core` depend on a host that registers it first.
- `tools/setup/languages.py` reads both formats and compares their keys and slots.
"""

from __future__ import annotations

from typing import Callable, Dict, List, Mapping, Optional, Tuple, Type, Union

from ..host.host import brief
from .en_lessons import LESSON
from .en_messages import SENTENCES
from .en_ui import UI
from .slots import Hungry, Slots, TurnParts

# English is written in several files, and one dictionary
SENTENCES.update(LESSON)

# a code and the values of its slots: a sentence that is not yet in a language
Saying = Tuple[str, Optional[Slots]]
Words = Mapping[str, Dict[str, str]]

# slots that hold a colour's letter and are shown as its name
_COLOR_SLOTS = ("color", "turn", "loser")
# slots that hold a count and are shown with what is counted: the plural, the singular, and perhaps words for none
_COUNT_SLOTS = {
    "blunders": ("count.blunders.other", "count.blunders.one"),
    "mistakes": ("count.mistakes.other", "count.mistakes.one"),
    "limbcount": ("count.size.other", "count.size.one"),
    "free": ("count.free.other", "count.free.one", "count.free.none"),
    "left": ("count.left.other", "count.left.one", "count.left.none"),
    "disccount": ("count.discs.other", "count.discs.one"),
    "turncount": ("count.turns.other", "count.turns.one"),
}
# slots that hold a number with a decimal point
_DECIMAL_SLOTS = ("loss",)
# the form of a turn by its slot: what to do (`play` begins a sentence), or what a colour does (`takes` captures)
_TURN_FORMS = {"play": "do", "do": "do", "does": "does", "takes": "does"}
# slots that may hold a phrase from the error of a text
_PHRASE_SLOTS = ("expected", "found")


class LanguageError(ValueError):
    """A language that the catalogue lacks; the text names those that it has.

    >>> from adaptoid_widget import Board
    >>> Board(language="tlh")
    Traceback (most recent call last):
    adaptoid_widget.core.i18n.catalog.LanguageError: there are no words for language 'tlh'; there are for: ...
    """

    def __init__(self, language: object, known: List[str]) -> None:
        super().__init__(
            "there are no words for language %s; there are for: %s" % (brief(language), ", ".join(known))
        )
        self._args = (language, known)

    def __reduce__(self) -> Tuple[Type[LanguageError], Tuple[object, List[str]]]:
        """Pickle by the arguments."""
        return LanguageError, self._args


def fill(template: str, slots: Mapping[str, str]) -> str:
    """Fill the {slots} of a template in one pass, so that a value never opens a slot of its own.

    >>> fill("{a} to {b}", {"a": "{b}", "b": "E3"})
    '{b} to E3'
    """
    parts = template.split("{")
    out = parts[0]
    for part in parts[1:]:
        name, _, literal = part.partition("}")
        out += slots[name] + literal
    return out


def unfill(template: str, text: str) -> Optional[Dict[str, str]]:
    """The values of a template's slots that give a text; None if no values do.

    >>> unfill("at most {n} discs", "at most 61 discs")
    {'n': '61'}
    """
    parts = template.split("{")
    if not text.startswith(parts[0]):
        return None
    at = len(parts[0])
    slots: Dict[str, str] = {}
    for part in parts[1:]:
        name, _, literal = part.partition("}")
        end = text.find(literal, at + 1) if literal else len(text)
        if end <= at:
            return None
        slots[name] = text[at:end]
        at = end + len(literal)
    return slots if at == len(text) else None


class Wording:
    """The sentences and the words of the controls in one language.

    >>> Wording().say("why.no-legs", {"cell": "D4"})
    'The adaptoid on D4 has no leg, so it cannot move.'
    """

    def __init__(
        self,
        language: str = "en",
        sentences: Optional[Dict[str, str]] = None,
        ui: Optional[Dict[str, str]] = None,
    ) -> None:
        self.language = language
        """The language's tag, such as "de"."""
        self.sentences = SENTENCES if sentences is None else sentences
        """The templates by their codes."""
        self.ui = UI if ui is None else ui
        """The words of the controls for the front end."""

    def __repr__(self) -> str:
        return "<Wording %s>" % self.language

    def say(self, code: str, slots: Optional[Slots] = None) -> str:
        """The sentence of a code; in its slots, colours are named, turns put in words and lists joined."""
        if not slots:
            return self.sentences[code]
        words: Dict[str, str] = {}
        for name in slots:
            value = slots[name]
            if isinstance(value, tuple):
                words[name] = self.in_words(value, name)
                continue
            words[name] = self.word(value, name in _COLOR_SLOTS)
            if name in _COUNT_SLOTS:
                words[name] = self._counted(name, words[name])
            if name in _DECIMAL_SLOTS:
                words[name] = words[name].replace(".", self.sentences["list.decimal"])
            if name in _PHRASE_SLOTS:
                words[name] = self.phrase(words[name])
        return fill(self.sentences[code], words)

    def _counted(self, name: str, number: str) -> str:
        """A number with what is counted, such as "3 blunders"; not every language has a singular."""
        forms = _COUNT_SLOTS[name]
        at = {"1": 1, "0": 2}.get(number, 0)
        code = forms[at] if at < len(forms) and forms[at] in self.sentences else forms[0]
        return fill(self.sentences[code], {"n": number})

    def in_words(self, turn: TurnParts, slot: str) -> str:
        """A turn in words for newcomers, in the form of its slot: the move, the growth, and the notation in brackets.

        >>> from adaptoid_widget import Turn
        >>> Wording().in_words(Turn.from_text("E3-B2 +D3"), "play")
        'Move E3 to B2, then grow on D3 (E3-B2 +D3)'
        >>> Wording().in_words(Turn.from_text("B2xD3 C3+L"), "takes")
        'captures D3 from B2 and grows a leg on C3 (B2xD3 C3+L)'
        """
        words = self.say("lesson.turn", {"words": self._turn_words(turn, slot), "line": str(turn)})
        return words[0].upper() + words[1:] if slot == "play" else words

    def _turn_words(self, turn: TurnParts, slot: str) -> str:
        origin, target, attack, grown, at = turn
        form = "lesson.%s." % _TURN_FORMS[slot]
        growth = "" if grown is None or at is None else self.say(form + grown, {"cell": at})
        if origin is None or target is None:
            return growth or self.say(form + "nothing")
        kind = "move" if not attack else "take" if slot == "takes" else "attack"
        move = self.say(form + kind, {"origin": origin, "target": target})
        return self.say(form + "then", {"move": move, "growth": growth}) if growth else move

    def phrase(self, text: str) -> str:
        """Translate a phrase of a TextError, such as "at most 61 discs"; other words stay as they are."""
        if self.sentences is SENTENCES:
            return text
        for code in sorted(SENTENCES):
            slots = unfill(SENTENCES[code], text) if code.startswith("expected.") else None
            if slots is not None:
                return fill(self.sentences[code], {name: self.phrase(slots[name]) for name in slots})
        return text

    def say_all(self, sayings: List[Saying]) -> str:
        """Several sentences, one after the other.

        >>> Wording().say_all(
        ...     [("news.undone", None), ("news.starved", {"color": "B", "hungry": [("C4", 3, 2)]})]
        ... )
        'Taken back. Black starved on C4 (3 limbs, 2 free discs).'
        """
        return self.sentences["list.sentence"].join([self.say(code, slots) for code, slots in sayings])

    def word(self, value: Union[str, int, List[str], List[Hungry], Hungry], is_color: bool) -> str:
        """The text of a slot's value: a colour's name, a joined list, who has too little food, or the value itself."""
        if isinstance(value, list):
            return self.join([self.word(item, is_color) for item in value])
        if isinstance(value, tuple):
            return self.say("list.hungry", dict(zip(("cell", "limbcount", "free"), value)))
        if is_color:
            return self.sentences["color." + str(value)]
        return str(value)

    def join(self, items: List[str]) -> str:
        """Join a list for a sentence: "C4, D5 and E6"."""
        if len(items) < 2:
            return "".join(items)
        return self.sentences["list.comma"].join(items[:-1]) + self.sentences["list.and"] + items[-1]


ENGLISH = Wording()


class Languages:
    """All known languages, English first; the words of another language load when they are first needed.

    >>> languages = Languages()
    >>> languages.add("xx", "Xish", lambda: {"sentences": {"color.W": "W"}, "ui": {}})
    >>> languages.names()
    [['en', 'English'], ['xx', 'Xish']]
    >>> languages.wording("xx").say("color.W")
    'W'
    """

    def __init__(self) -> None:
        self._names = [["en", "English"]]
        self._words: Dict[str, Callable[[], Words]] = {}
        self._wordings = {"en": ENGLISH}

    def add(self, language: str, name: str, words: Callable[[], Words]) -> None:
        """Register a language under its own name for itself; `words` loads its dictionaries "sentences" and "ui"."""
        if language not in self._words:
            self._names.append([language, name])
        self._words[language] = words
        self._wordings.pop(language, None)

    def names(self) -> List[List[str]]:
        """Each language's tag with its own name for itself."""
        return [[tag, name] for tag, name in self._names]

    def tags(self) -> List[str]:
        """The languages' tags alone."""
        return [tag for tag, _ in self._names]

    def wording(self, language: object) -> Wording:
        """The words of a language. Raises LanguageError for an unknown one."""
        if not isinstance(language, str) or language not in self.tags():
            raise LanguageError(language, self.tags())
        if language not in self._wordings:
            words = self._words[language]()
            self._wordings[language] = Wording(language, words["sentences"], words["ui"])
        return self._wordings[language]


LANGUAGES = Languages()
"""The languages of this program. Core has English only; the host adds the others."""


def wording_of(language: object) -> Wording:
    """The words of a language, given by its tag or as a Wording. Raises LanguageError.

    >>> wording_of("en").say("color.B")
    'Black'
    """
    return language if isinstance(language, Wording) else LANGUAGES.wording(language)
