"""Headers of a game: names with one line of text each, such as who played, where and when."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Callable, Optional, Sequence, Tuple

from ..host.host import brief
from ..rules.errors import GameError, quote
from ..rules.random_play import advance, below, scattered
from ..rules.scanner import BLANKS, JOINERS, control_at, invisible_at, is_in, is_plain

MAX_HEADER_NAME = 40
MAX_VALUE = 500
# looking for one takes a time that grows with their number (MicroPython)
MAX_HEADERS = 200
# the header with the name of each colour's player
PLAYER_HEADERS = {"W": "White", "B": "Black", "R": "Red"}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"
# headers with the name of a person; Player stands for a seat of an open start
NAME_HEADERS = ("White", "Black", "Red", "Player")
# headers that a record writes itself
OWN_HEADERS = ("Start", "First", "Second", "Result")
_NO_DEFAULT = object()


class Headers(OrderedDict):  # type: ignore[type-arg]
    """An ordered mapping from names to lines of text. Raises GameError for an invalid name or text.

    >>> headers = Headers()
    >>> headers["Event"] = "Club evening"
    >>> list(headers.items())
    [('Event', 'Club evening')]
    """

    def __init__(self, change: Optional[Callable[[Callable[[], None]], None]] = None) -> None:
        """Each change is passed to `change` as a function; `change` calls it and notifies."""
        super().__init__()
        self._change = change

    def __reduce__(self) -> Tuple[Any, ...]:
        """Copy the items alone; a copy notifies nobody."""
        return Headers, (), None, None, iter(list(self.items()))

    def __setitem__(self, name: str, text: str) -> None:
        self._do(lambda: self.set_silently(name, text))

    def __delitem__(self, name: str) -> None:
        self._do(lambda: self.forget(name))

    def pop(self, key: str, default: Any = _NO_DEFAULT) -> Any:
        """Remove a header and return its text; return `default` if there is none of the name."""
        if key not in self and default is not _NO_DEFAULT:
            return default
        text = self[key]
        del self[key]
        return text

    def popitem(self, last: bool = True) -> Tuple[str, str]:
        """Remove the last header, or the first, and return its name and text."""
        names = list(self)
        if not names:
            raise KeyError("there are no headers")
        name = names[-1 if last else 0]
        return name, self.pop(name)

    def clear(self) -> None:
        """Remove all headers."""
        self._do(super().clear)

    def _do(self, action: Callable[[], None]) -> None:
        # OrderedDict.__init__ may set items before _change exists
        change = getattr(self, "_change", None)
        if change is None:
            action()
        else:
            change(action)

    def set_silently(self, name: str, text: str) -> None:
        """Set a header without a notification."""
        check_header(name, text)
        if len(self) >= MAX_HEADERS and name not in self:
            raise GameError("a game has at most %d headers" % MAX_HEADERS)
        super().__setitem__(name, text)

    def forget(self, name: str) -> None:
        """Remove a header without a notification."""
        super().__delitem__(name)

    def set_player(self, color: str, name: str) -> None:
        """Set the name of a colour's player without a notification; an empty name removes it."""
        header = PLAYER_HEADERS[color]
        if name:
            self.set_silently(header, name)
        elif header in self:
            self.forget(header)

    def replace(self, headers: Headers) -> None:
        """Replace all headers by those of another game without a notification."""
        for name in list(self):
            self.forget(name)
        for name in headers:
            super().__setitem__(name, headers[name])


def check_header(name: object, text: object) -> None:
    """Raise GameError unless a record can have a header with that name and text."""
    if not isinstance(name, str) or not is_name(name):
        raise GameError(
            "a header's name must be a capital and then letters, digits or hyphens, not %s" % brief(name)
        )
    if name in OWN_HEADERS:
        raise GameError("a record writes %s by itself; give the header another name" % name)
    if not isinstance(text, str) or not 1 <= len(text) <= MAX_VALUE or text != text.strip(" "):
        form = "a text of 1 to %d characters without blanks around it" % MAX_VALUE
        raise GameError("the header %s is %s, not %s" % (name, form, brief(text)))
    if control_at(text) >= 0:
        raise GameError("the header %s is one line of plain text, not %s" % (name, quote(text)))
    if name in NAME_HEADERS:
        check_name(text)


def check_name(text: str) -> None:
    """Raise GameError for a name with an invisible character, which can change how other text is shown.

    >>> check_name("Ann\u202e")
    Traceback (most recent call last):
    adaptoid_widget.core.rules.errors.GameError: a name must not contain invisible characters; remove U+202E
    """
    wrong = invisible_at(text)
    if wrong >= 0:
        raise GameError("a name must not contain invisible characters; remove U+%04X" % ord(text[wrong]))


def clean_name(text: str, max_length: int) -> str:
    """A text as a name: one line without invisible characters and needless blanks, cut to `max_length`.

    Of joiners alone, nothing remains, since nobody would see such a name.

    `cleanName` of js/src/storage/storage_keys.ts does the same.

    >>> clean_name("Ann\u202e\\nB. ", 100)
    'Ann B.'
    """
    if is_plain(text) and "  " not in text:
        return text[:max_length].strip(" ")
    visible = []
    for char in text:
        if is_in(char, BLANKS):
            visible.append(" ")
        elif control_at(char) < 0 and invisible_at(char) < 0:
            visible.append(char)
    if not [char for char in visible if char != " " and not is_in(char, JOINERS)]:
        return ""
    return " ".join("".join(visible).split())[:max_length].strip(" ")


def is_name(name: str) -> bool:
    """Whether a header can have this name."""
    return 1 <= len(name) <= MAX_HEADER_NAME and "A" <= name[0] <= "Z" and not name.strip(_LETTERS)


def shuffled(names: Sequence[str], seed: int) -> Tuple[str, ...]:
    """Names in a random order, which the seed determines. Every order is equally likely.

    >>> shuffled(("Ann", "Ben", "Cleo"), 1) == shuffled(("Ann", "Ben", "Cleo"), 1)
    True
    >>> len({shuffled(("Ann", "Ben", "Cleo"), seed) for seed in range(100)})
    6
    """
    remaining = list(names)
    seed = scattered(seed)
    out = []
    while remaining:
        seed = advance(seed)
        out.append(remaining.pop(below(seed, len(remaining))))
    return tuple(out)
