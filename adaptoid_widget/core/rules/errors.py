"""The errors of the package. All are `ValueError`s that say what is wrong, where, and what to do."""

from __future__ import annotations

from typing import Any, Optional, Tuple, Type

from ..host.host import brief
from ..i18n.catalog import ENGLISH, wording_of
from ..i18n.slots import Slots


def quote(text: str) -> str:
    """Quote a text, with escapes for everything but printable ASCII, the same on every Python.

    >>> print(quote("D4\\n\u0663"))
    'D4\\u000a\\u0663'
    """
    signs = [sign if 32 <= ord(sign) < 127 else "\\u%04x" % ord(sign) for sign in text]
    return "'" + "".join(signs) + "'"


class TextError(ValueError):
    """A text that is not in its canonical form.

    `line` and `column`, counted from 1, are the place of the first wrong character. `found` is the text there
    (shortened), `expected` describes what is allowed there. `hint` is advice at the end of the message, or "". `place`
    begins the message instead of line and column, such as `games.txt:3:5`.

    >>> from adaptoid_widget import Turn
    >>> try:
    ...     Turn.from_text("D2+X")
    ... except TextError as error:
    ...     print(error.column, error)
    4 line 1, column 4: expected L (a leg) or P (a pincer), found 'X'
    """

    def __init__(
        self, line: int, column: int, found: str, expected: str, hint: str = "", place: str = ""
    ) -> None:
        self._arguments = (line, column, found, expected, hint, place)
        if len(found) > 40:
            found = found[:37] + "..."
        found = quote(found) if found else "the end of the text"
        advice = "; " + hint if hint else ""
        place = place or "line %d, column %d" % (line, column)
        super().__init__("%s: expected %s, found %s%s" % (place, expected, found, advice))
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected

    def within(self, line: int, column: int) -> TextError:
        """Return the same error for a one-line text that begins at this place of a larger text."""
        _, at, found, expected, hint, _ = self._arguments
        return TextError(line, column + at - 1, found, expected, hint)

    def of(self, which: str) -> TextError:
        """Return the same error with a remark on which of several texts is wrong."""
        line, column, found, expected, hint, place = self._arguments
        return TextError(line, column, found, "%s (%s)" % (expected, which), hint, place)

    def advising(self, hint: str) -> TextError:
        """Return the same error with advice at the end of its message."""
        line, column, found, expected, _, place = self._arguments
        return TextError(line, column, found, expected, hint, place)

    def at(self, place: str) -> TextError:
        """Return the same error with another place at the beginning of its message."""
        return TextError(*self._arguments[:-1], place)

    def __reduce__(self) -> Tuple[Type[TextError], Tuple[int, int, str, str, str, str]]:
        """Support copying and pickling."""
        return TextError, self._arguments


class LayoutError(ValueError):
    """Discs that do not make a board (R15), or a disc that a board does not have.

    >>> from adaptoid_widget import Position
    >>> Position.start().piece("Z9")
    Traceback (most recent call last):
    adaptoid_widget.core.rules.errors.LayoutError: there is no disc Z9 on the board hex4
    """


class IllegalTurn(ValueError):
    """A turn, or a part of one, that is illegal in a position.

    `code` is the reason (see `adaptoid_widget.core.rules.legality`), `cell` the disc in question or None. In a record,
    `line` and `column` are the place of the turn, counted from 1. Elsewhere they are 0. `place` is as in a TextError.

    >>> from adaptoid_widget import Position
    >>> try:
    ...     Position.start().play("D2-D3 +D4")
    ... except IllegalTurn as error:
    ...     print(error.code, error.cell, error.say("de"))
    no-legs D2 Das Adaptoid auf D2 hat kein Bein, also kann es sich nicht bewegen.
    """

    def __init__(
        self, code: str, cell: Optional[str], slots: Slots, line: int = 0, column: int = 0, place: str = ""
    ) -> None:
        self._arguments = (code, cell, slots, line, column, place)
        text = ENGLISH.say("why." + code, slots)
        if line and not place:
            place = "line %d, column %d" % (line, column)
        super().__init__("%s: %s" % (place, text) if place else text)
        self.code = code
        self.cell = cell
        self.slots = slots
        self.line = line
        self.column = column

    def say(self, language: str) -> str:
        """Return the reason as a sentence in a language, such as "de". Raises LanguageError."""
        return wording_of(language).say("why." + self.code, self.slots)

    def at(self, place: str) -> IllegalTurn:
        """Return the same error with another place at the beginning of its message."""
        return IllegalTurn(*self._arguments[:-1], place)

    def __reduce__(self) -> Tuple[Type[IllegalTurn], Tuple[str, Optional[str], Slots, int, int, str]]:
        """Support copying and pickling."""
        return IllegalTurn, self._arguments


class GameError(ValueError):
    """A request that a game, a board or a lesson cannot fulfil at this point, or an argument that it cannot take.

    >>> from adaptoid_widget import Game
    >>> Game().goto(5)
    Traceback (most recent call last):
    adaptoid_widget.core.rules.errors.GameError: the line has turns 0 to 0, not 5
    """


def plain_value(value: Any) -> Any:
    """A number, a truth value or a text of NumPy as Python's own, an array or a column as a list; others as they are.

    Such values come from arrays and tables: `table["depth"][0]` is no `int` of Python.

    >>> plain_value(3), plain_value("D4")
    (3, 'D4')
    """
    if getattr(value, "dtype", None) is None:
        return value
    dimensions = getattr(value, "ndim", None)
    if dimensions is None and hasattr(value, "to_list"):
        # a column of Polars
        return value.to_list()
    return value.item() if dimensions == 0 else value.tolist() if dimensions == 1 else value


def check_flags(**flags: object) -> None:
    """Raise GameError, with its name, for an argument that is neither True nor False.

    >>> check_flags(flipped=True, coordinates="no")
    Traceback (most recent call last):
    adaptoid_widget.core.rules.errors.GameError: coordinates is True or False, not 'no'
    """
    for name, flag in flags.items():
        if not isinstance(plain_value(flag), bool):
            raise GameError("%s is True or False, not %s" % (name, brief(flag)))


def whole_number(value: Any, name: str, minimum: int, maximum: Optional[int] = None) -> int:
    """Return a whole number within bounds. Raises GameError, with its name, for anything else, such as True or 3.0.

    A whole number of NumPy becomes an `int`.

    >>> whole_number(11, "level", 1, 10)
    Traceback (most recent call last):
    adaptoid_widget.core.rules.errors.GameError: level is a whole number from 1 to 10, not 11
    """
    number = plain_value(value)
    if isinstance(number, int) and not isinstance(number, bool):
        number = int(number)
        if number >= minimum and (maximum is None or number <= maximum):
            return number
    bounds = ", %d or more" % minimum if maximum is None else " from %d to %d" % (minimum, maximum)
    raise GameError("%s is a whole number%s, not %s" % (name, bounds, brief(value)))
