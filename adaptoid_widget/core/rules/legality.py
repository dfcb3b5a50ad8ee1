"""The reasons why a turn is illegal. `position` tests whether it is legal, and chooses the reason.

A reason is a code, the disc, and the slots of its sentence, so a board can say it in any language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional, Union

from ..host.host import brief, public_names
from ..i18n.catalog import ENGLISH, Saying, Wording, wording_of
from ..i18n.slots import Slots
from .errors import IllegalTurn, TextError
from .layout import is_cell
from .notation import parse_turn, turn_text

if TYPE_CHECKING:
    from .turn import Turn


# editors know the fields of the first form alone, and MicroPython those of the second
if TYPE_CHECKING:

    class _Reason(NamedTuple):
        code: str
        cell: Optional[str]
        slots: Slots

else:
    _Reason = NamedTuple("_Reason", [("code", str), ("cell", Optional[str]), ("slots", Slots)])


class Reason(_Reason):
    """Why something is refused: `code` names the sentence, `cell` is the disc in question or None.

    `slots` are the words and numbers of the sentence.

    >>> from adaptoid_widget import Position
    >>> why = Position.start().why_not("A1-A2")
    >>> why.code, why.cell, why.text
    ('empty', 'A1', 'There is no adaptoid on A1.')
    """

    __slots__ = ()
    __dir__ = public_names

    def __repr__(self) -> str:
        return "<Reason %s: %s>" % (self.code, self.text)

    def __hash__(self) -> int:
        return hash((self.code, self.text))

    @property
    def text(self) -> str:
        """The reason as an English sentence."""
        return self.say(ENGLISH)

    @property
    def saying(self) -> Saying:
        """The sentence of the catalogue and its slots."""
        return "why." + self.code, self.slots

    def say(self, language: Union[str, Wording]) -> str:
        """Return the sentence in a language, such as "de". Raises LanguageError."""
        return wording_of(language).say(*self.saying)

    def __str__(self) -> str:
        return self.text


def reason(code: str, cell: Optional[str] = None, slots: Optional[Slots] = None) -> Reason:
    """Make a reason. Its sentence can name `cell` in addition to `slots`."""
    slots = {} if slots is None else slots
    if cell is not None:
        slots.setdefault("cell", cell)
    return Reason(code, cell, slots)


def illegal(refusal: Reason, line: int = 0, column: int = 0) -> IllegalTurn:
    """Make the error for a turn that is illegal for a reason, with its place in a record."""
    return IllegalTurn(refusal.code, refusal.cell, refusal.slots, line, column)


def why_not_text(turn: Turn) -> Optional[Reason]:
    """Return why no text can express the parts of a turn, or None if one can."""
    parts = (turn.origin, turn.target, turn.attack, turn.growth, turn.at)
    try:
        if parse_turn(turn_text(parts)) == parts:
            return None
    except TextError:
        pass
    return reason("not-a-turn", None, {"detail": _wrong_part(turn) + "; Turn.from_text reads a text"})


def _wrong_part(turn: Turn) -> str:
    """Return which part of a hand-made turn is wrong."""
    for name, cell in (("origin", turn.origin), ("target", turn.target), ("at", turn.at)):
        if cell is not None and not is_cell(cell):
            return "%s is a disc such as 'D4', not %s" % (name, brief(cell))
    if (turn.origin is None) != (turn.target is None):
        return "a move has both parts, origin and target"
    if turn.growth not in (None, "new", "leg", "pincer"):
        return "growth is 'new', 'leg' or 'pincer', not %s" % brief(turn.growth)
    if (turn.growth is None) != (turn.at is None):
        return "a growth has both parts, growth and at"
    return "attack is True or False, and False without a move, not %s" % brief(turn.attack)
