"""Headers of a game: who played, where and when, as names with one line of text each."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Callable, Dict, Optional, Sequence, Set, Tuple

from ..rules.errors import GameError, quote
from ..rules.random_play import below, step
from ..rules.scanner import control_at, invisible_at

MAX_NAME = 40
MAX_VALUE = 500
# a comment is a note, not a book: what one message to the board may carry
MAX_COMMENT = 20000
# what the lines of a record call a colour's player
PLAYER_HEADERS = {"W": "White", "B": "Black", "R": "Red"}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"
# these are names of people; the last one is that of a seat in an open start
NAME_HEADERS = ("White", "Black", "Red", "Player")
# these a record writes by itself
OWN_HEADERS = ("Start", "First", "Second", "Result")
# the same few names come in game after game
_NAMES: Set[str] = set()
MAX_NAMES = 1000
_NONE_GIVEN = object()


class Headers(OrderedDict):  # type: ignore[type-arg]
    """An ordered mapping from names to texts of one line. Raises GameError for a name or a text that is none.

    >>> headers = Headers()
    >>> headers["Event"] = "Club evening"
    >>> list(headers.items())
    [('Event', 'Club evening')]
    """

    def __init__(self, change: Optional[Callable[[Callable[[], None]], None]] = None) -> None:
        """`change` is called with each change as a function; it runs the function and notifies."""
        super().__init__()
        self._change = change

    def __reduce__(self) -> Tuple[Any, ...]:
        """A copy notifies nobody."""
        return _rebuilt, (list(self.items()),)

    def __setitem__(self, name: str, text: str) -> None:
        self._do(lambda: self.note(name, text))

    def __delitem__(self, name: str) -> None:
        self._do(lambda: self.forget(name))

    def pop(self, key: str, default: Any = _NONE_GIVEN) -> Any:
        """Take a header out and give its text, or `default` where there is none of the name."""
        if key not in self and default is not _NONE_GIVEN:
            return default
        text = self[key]
        del self[key]
        return text

    def popitem(self, last: bool = True) -> Tuple[str, str]:
        """Take out the last header, or the first, and give its name and text."""
        names = list(self)
        if not names:
            raise KeyError("there are no headers")
        name = names[-1 if last else 0]
        return name, self.pop(name)

    def clear(self) -> None:
        """Take all headers out."""
        self._do(super().clear)

    def _do(self, action: Callable[[], None]) -> None:
        # a dictionary sets its first items before it is made
        change = getattr(self, "_change", None)
        if change is None:
            action()
        else:
            change(action)

    def note(self, name: str, text: str) -> None:
        """Set a header without a notification."""
        check_header(name, text)
        super().__setitem__(name, text)

    def forget(self, name: str) -> None:
        """Remove a header without a notification."""
        super().__delitem__(name)

    def take(self, headers: Headers) -> None:
        """Add the headers of another game without a notification."""
        for name in headers:
            super().__setitem__(name, headers[name])


def _rebuilt(items: Sequence[Tuple[str, str]]) -> Headers:
    headers = Headers()
    for name, text in items:
        headers[name] = text
    return headers


def check_header(name: object, text: object) -> None:
    """Raise GameError unless a name and a text can stand in a record."""
    if not isinstance(name, str) or not is_name(name):
        raise GameError("a header's name is a capital and then letters, digits or hyphens, not %r" % (name,))
    if name in OWN_HEADERS:
        raise GameError("a record writes %s by itself; give the header another name" % name)
    if not isinstance(text, str) or not 1 <= len(text) <= MAX_VALUE or text != text.strip(" "):
        raise GameError(
            "the header %s is a text of 1 to %d characters without blanks around it, not %r"
            % (name, MAX_VALUE, text)
        )
    if control_at(text) >= 0:
        raise GameError("the header %s is one line of plain text, not %s" % (name, quote(text)))
    if name in NAME_HEADERS:
        check_name(text)


def check_name(text: str) -> None:
    """Raise GameError for somebody's name with a sign in it that is not seen and changes how others are shown.

    >>> check_name("Ann\u202e")
    Traceback (most recent call last):
    adaptoid_widget.core.rules.errors.GameError: a name has no invisible characters in it; take out U+202E
    """
    wrong = invisible_at(text)
    if wrong >= 0:
        raise GameError("a name has no invisible characters in it; take out U+%04X" % ord(text[wrong]))


def fitted_name(text: str, most: int) -> str:
    """What is left of a text as somebody's name: one line of plain text of at most so many characters.

    >>> fitted_name("Ann\u202e\\nB.", 100)
    'AnnB.'
    """
    kept = [sign for sign in text if control_at(sign) < 0 and invisible_at(sign) < 0]
    return "".join(kept)[:most].strip()


def check_comment(text: str) -> str:
    """A comment with plain line ends and no blanks behind a line or around it all. GameError for control characters."""
    check_length(len(text))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    text = "\n".join([line.rstrip(" \t") for line in lines]).strip(" \n\t")
    wrong = control_at(text, "\n\t")
    if wrong >= 0:
        raise GameError("a comment has no control characters in it; take out %s" % quote(text[wrong]))
    return text


def check_length(characters: int) -> None:
    """Raise GameError where a comment has too many characters."""
    if characters > MAX_COMMENT:
        raise GameError("a comment has at most %d characters, not %d" % (MAX_COMMENT, characters))


def is_name(name: str) -> bool:
    """Whether a header can have that name."""
    if name in _NAMES:
        return True
    if (
        not 1 <= len(name) <= MAX_NAME
        or not "A" <= name[0] <= "Z"
        or not all(sign in _LETTERS for sign in name)
    ):
        return False
    if len(_NAMES) < MAX_NAMES:
        _NAMES.add(name)
    return True


def shuffled(names: Sequence[str], seed: int) -> Tuple[str, ...]:
    """Names in an order drawn by core's own random numbers: every order is equally likely over the seeds.

    >>> shuffled(("Ann", "Ben", "Cleo"), 1) == shuffled(("Ann", "Ben", "Cleo"), 1)
    True
    >>> len({shuffled(("Ann", "Ben", "Cleo"), seed) for seed in range(100)})
    6
    """
    left = list(names)
    # neighbouring seeds begin alike; a few steps tell them apart
    for _ in range(3):
        seed = step(seed)
    out = []
    while left:
        seed = step(seed)
        out.append(left.pop(below(seed, len(left))))
    return tuple(out)


def players_of(headers: Dict[str, str], colors: Sequence[str]) -> Dict[str, str]:
    """The players' names by colour, as far as they are known."""
    return {color: headers[PLAYER_HEADERS[color]] for color in colors if PLAYER_HEADERS[color] in headers}
