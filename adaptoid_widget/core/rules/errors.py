"""The errors a player or a programmer meets. All are `ValueError`s that say what is wrong, where, and what to do."""

from __future__ import annotations

from typing import Optional, Tuple, Type

from ..i18n.catalog import wording_of
from ..i18n.slots import Slots


def quote(text: str) -> str:
    """A text between quotation marks, everything but printable ASCII as an escape, the same on every Python.

    >>> print(quote("D4\\n\u0663"))
    'D4\\u000a\\u0663'
    """
    out = ""
    for sign in text:
        code = ord(sign)
        out += sign if 32 <= code < 127 else "\\u%04x" % code
    return "'" + out + "'"


class TextError(ValueError):
    """A text that is not in its one canonical form.

    `line` and `column` count from 1 and stand at the first character that is wrong; `found` is what stands there
    (shortened) and `expected` what may stand there.
    """

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        told = (line, column, found, expected)
        if len(found) > 40:
            found = found[:37] + "..."
        found = quote(found) if found else "the end of the text"
        super().__init__("line %d, column %d: expected %s, found %s" % (line, column, expected, found))
        self._told = told
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected

    def within(self, line: int, column: int) -> TextError:
        """The same error where the text, of one line, begins at this place of a larger one."""
        _, at, found, expected = self._told
        return TextError(line, column + at - 1, found, expected)

    def of(self, which: str) -> TextError:
        """The same error, saying which of several texts it is about."""
        line, column, found, expected = self._told
        return TextError(line, column, found, "%s (%s)" % (expected, which))

    def __reduce__(self) -> Tuple[Type[TextError], Tuple[int, int, str, str]]:
        """Errors travel between processes and into copies."""
        return TextError, self._told


class LayoutError(ValueError):
    """Discs that cannot make a board (R15)."""


class IllegalTurn(ValueError):
    """A turn, or a part of one, that the rules do not allow in a position.

    `code` names the reason (see `adaptoid_widget.core.rules.legality`), `cell` the disc it is about, or None. In a
    record `line` and `column` say where the turn stands, counted from 1; elsewhere they are 0.
    """

    def __init__(
        self, text: str, code: str, cell: Optional[str], slots: Slots, line: int = 0, column: int = 0
    ) -> None:
        super().__init__("line %d, column %d: %s" % (line, column, text) if line else text)
        self._told = (text, code, cell, slots, line, column)
        self.code = code
        self.cell = cell
        self.slots = slots
        self.line = line
        self.column = column

    def say(self, language: str) -> str:
        """The reason in a language, such as "de". Raises LanguageError."""
        return wording_of(language).say("why." + self.code, self.slots)

    def __reduce__(self) -> Tuple[Type[IllegalTurn], Tuple[str, str, Optional[str], Slots, int, int]]:
        """Errors travel between processes and into copies."""
        return IllegalTurn, self._told


class GameError(ValueError):
    """Something asked of a game that cannot be done at this point of it."""
