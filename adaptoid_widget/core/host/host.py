"""What the code in `core` asks of its environment: output, warnings, files, random numbers, suggestions."""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Tuple

MimeBundle = Dict[str, str]

IS_MICROPYTHON = sys.implementation.name == "micropython"
"""Whether MicroPython runs this program, as in a page."""


def in_order(pairs: Iterable[Tuple[Any, Any]]) -> Dict[Any, Any]:
    """A dict of pairs that keeps their order, as every dict does in CPython and no plain one in MicroPython.

    >>> in_order([("b", 1), ("a", 2)])
    {'b': 1, 'a': 2}
    """
    return OrderedDict(pairs) if IS_MICROPYTHON else dict(pairs)


# MicroPython sorts so many quickly in any order
_SORTED_AT_ONCE = 32


def ascending(items: Iterable[Any]) -> List[Any]:
    """A sorted list of items of which no two are equal.

    The time of MicroPython's own sort grows with the square of a list that is in order already, as names of files are.

    >>> ascending(["b", "c", "a"])
    ['a', 'b', 'c']
    """
    return merge_sorted(items) if IS_MICROPYTHON else sorted(items)


def merge_sorted(items: Iterable[Any]) -> List[Any]:
    """A sorted list of items of which no two are equal, in a time that hardly depends on their order.

    >>> merge_sorted(range(200, 0, -1)) == list(range(1, 201))
    True
    """
    rest = list(items)
    parts = [sorted(rest[at : at + _SORTED_AT_ONCE]) for at in range(0, len(rest), _SORTED_AT_ONCE)]
    while len(parts) > 1:
        pairs = [_merged(parts[at - 1], parts[at]) for at in range(1, len(parts), 2)]
        parts = pairs + parts[2 * len(pairs) :]
    return parts[0] if parts else []


def _merged(first: List[Any], second: List[Any]) -> List[Any]:
    """Two sorted lists as one."""
    if first[-1] < second[0]:
        return first + second
    out: List[Any] = []
    at, end = 0, len(first)
    for item in second:
        while at < end and first[at] < item:
            out.append(first[at])
            at += 1
        out.append(item)
    return out + first[at:]


class HostError(ValueError):
    """Something that this environment cannot do; it says what to do instead."""


class NoGuard:
    """A context manager without effect, for a game that only one thread changes."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


class Host:
    """The environment of `core`. The methods of this class are for a page, which has no files and shows text alone."""

    guard: Any = NoGuard()
    """The context manager that every change of a game runs in, unless a board puts its lock there."""

    def mime_bundle(self, value: object) -> MimeBundle:
        """What a notebook shows of a value, by MIME type."""
        return {"text/plain": repr(value)}

    def diagram(self, position: Any) -> str:
        """A position drawn in plain text."""
        return str(position)

    def report_repair(self, text: str) -> None:
        """Say that something was read differently from how it was written."""

    def hint_about(self, text: str) -> str:
        """What a text is that is not a position, or which name it may mean; "" if that is unknown.

        >>> current_host().hint_about("frok")
        'did you mean the lesson fork?'
        """
        return ""

    def similar_word(self, word: str, words: Iterable[str]) -> str:
        """The word that a misspelt one may mean; "" if none is near."""
        return ""

    def random_seed(self) -> int:
        """A random number below 2³¹."""
        raise HostError("give a seed for the draw")

    def deep_copy(self, value: Any) -> Any:
        """A copy that shares nothing with a value."""
        raise HostError("there are no copies here; read the text again: Game.from_record(game.to_record())")

    def save(self, record: str, path: Any, replace: bool) -> Any:
        """Write a record to a file and return its path."""
        raise HostError("there are no files here; take the text: game.to_record()")

    def game_frame(
        self,
        game: Any,
        score: bool,
        depth: Optional[int],
        nodes: Optional[int],
        seconds: Optional[float],
    ) -> Any:
        """A game as a data frame of pandas."""
        raise HostError("there are no data frames here; loop over the nodes in game.line")

    def arrays(self) -> Any:
        """The module that makes arrays of NumPy from positions."""
        raise HostError("there are no arrays here; loop over position.pieces and position.turns()")

    def type_name(self, value: object) -> str:
        """The name of the class of a value that is of a wrong type, for a message."""
        return self.class_name(value)

    def class_name(self, value: object) -> str:
        """The name by which users know the class of a value."""
        return type(value).__name__

    def referee(self) -> Any:
        """The compiled rules, a `core.rules.turn.Referee`, or None; they read big files faster."""
        return None

    def link(self, record: str, row: Optional[int], address: str) -> str:
        """The link to a record at one of its rows, on the page with an address."""
        raise HostError("there are no links here; take the text: game.to_record()")


_current = Host()


def current_host() -> Host:
    """The environment that `set_host` set last, by default that of a page."""
    return _current


def set_host(host: Host) -> None:
    """Set the environment of all code in `core`."""
    global _current
    _current = host


def type_name(value: object) -> str:
    """The name of the class of a value that is of a wrong type, for a message.

    >>> type_name(3)
    'int'
    """
    return _current.type_name(value)


def did_you_mean(word: Any, words: Iterable[str]) -> str:
    """Suggest the word of `words` that is spelt most like `word`; return "" if none is near, or `word` is no text."""
    near = _current.similar_word(word, words) if isinstance(word, str) else ""
    return "did you mean %r?" % near if near else ""


def similar_clause(word: Any, words: Iterable[str]) -> str:
    """The same suggestion as the end of a message: "; did you mean 'fork'?", or ""."""
    hint = did_you_mean(word, words)
    return hint and "; " + hint


def brief(value: object) -> str:
    """A wrong value as Python writes it, in one line and shortened so that it fits into a sentence.

    >>> brief("D4"), len(brief("D4" * 50000))
    ("'D4'", 80)
    """
    # tables are written in several lines
    text = repr(value).replace("\n", " ")
    return text if len(text) <= 80 else text[:78] + "…" + text[-1]


def member(source: Any, name: str, default: Any) -> Any:
    """An attribute of a value whose class has it, else the default.

    `getattr` of a name that a Game does not have looks for the nearest one, which takes longer than to play a turn.
    """
    return getattr(source, name) if hasattr(type(source), name) else default


def game_on(source: Any) -> Any:
    """The game on a board; anything else as it is. Boards build on the packages that ask."""
    return member(source, "game", source)


def public_names(self: Any) -> List[str]:
    """The names that `dir` and completion show of a value: those for its users. A class has it as `__dir__`.

    The attribute `_internal` of a class lists names that only the packages of this program use. A tuple's own methods
    are left out too.
    """
    internal: Tuple[str, ...] = getattr(self, "_internal", ())
    if isinstance(self, tuple):
        internal += ("count", "index")
    names: List[str] = list(object.__dir__(self))
    return sorted([name for name in set(names) if not name.startswith("_") and name not in internal])


def _names_of(instance: Any) -> List[str]:
    """The names of an instance and its classes. The `dir` of MicroPython asks `__getattr__` for each word it knows."""
    if not IS_MICROPYTHON:
        return dir(instance)
    names: List[str] = list(instance.__dict__) if hasattr(instance, "__dict__") else []
    classes: List[Any] = [type(instance)]
    while classes:
        names += list(classes[-1].__dict__)
        classes += classes.pop().__bases__
    return names


def unknown_attribute(instance: Any, name: str) -> Any:
    """Raise AttributeError for a name that is read, with the nearest one.

    Libraries probe for private names at each step of a board, so none is looked for near those.
    """
    hint = ""
    if not name.startswith("_"):
        hint = similar_clause(name, [known for known in _names_of(instance) if not known.startswith("_")])
    raise AttributeError("%s has no attribute %r%s" % (_current.class_name(instance), name, hint))


class PublicNames:
    """A base class of public objects: `dir` shows the names for users, and reading a wrong one raises AttributeError.

    Position and Layout do without it, since `__getattr__` slows every attribute of a class.
    """

    __slots__ = ()
    __dir__ = public_names

    # for type checkers, this would allow all attributes
    if not TYPE_CHECKING:
        __getattr__ = unknown_attribute


def check_attribute(instance: Any, name: str, declared: Iterable[str] = ()) -> None:
    """Raise AttributeError for a public name that is neither among `declared` nor in a class of an instance.

    Values, methods, properties, traits and annotations of a class declare an attribute.
    """
    cls: Any = type(instance)
    if name.startswith("_") or name in declared or hasattr(cls, name):
        return
    bases = cls.__mro__ if hasattr(cls, "__mro__") else ()
    annotated = {key for base in bases for key in getattr(base, "__annotations__", ())}
    if name not in annotated:
        public = [key for key in sorted(set(_names_of(instance)) | annotated) if not key.startswith("_")]
        hint = did_you_mean(name, public) or "a subclass may declare it"
        raise AttributeError("%s has no attribute %r; %s" % (_current.class_name(instance), name, hint))
