"""Public names: a base class that refuses to set unknown attributes, and completion that shows public names only."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


class KnownAttributes:
    """A base class whose public attributes must be declared by a class.

    Values, methods, properties, traits and annotations declare an attribute; a subclass declares its own. Names that
    begin with an underscore need no declaration. Setting another attribute raises AttributeError.

    >>> class Clock(KnownAttributes):
    ...     minutes: int
    >>> clock = Clock()
    >>> clock.minutes = 5
    >>> clock.minuets = 6
    Traceback (most recent call last):
    AttributeError: Clock has no attribute 'minuets'; did you mean 'minutes'?
    """

    __slots__ = ()

    # for type checkers, this method would allow all attributes
    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None:
            _check(self, name, ())
            super().__setattr__(name, value)


def refuse_unknown(cls: type, declared: Iterable[str]) -> None:
    """Have a class refuse unknown attributes as a subclass of `KnownAttributes` does. `declared` are its own."""
    own = frozenset(declared)

    def __setattr__(self: object, name: str, value: Any) -> None:  # noqa: N807  the method of that name
        _check(self, name, own)
        object.__setattr__(self, name, value)

    cls.__setattr__ = __setattr__  # type: ignore[method-assign, assignment]


def show_public(cls: type, *hidden: str) -> None:
    """Have `dir` and completion show the public names of a class's instances, except `hidden` ones.

    A tuple's own methods are hidden too.
    """
    not_public = {*hidden, *(("count", "index") if issubclass(cls, tuple) else ())}

    def __dir__(self: object) -> list[str]:  # noqa: N807  the method of that name
        names: Iterable[str] = object.__dir__(self)
        return sorted({name for name in names if not name.startswith("_")} - not_public)

    cls.__dir__ = __dir__  # type: ignore[method-assign, assignment]


def _check(instance: object, name: str, declared: Iterable[str]) -> None:
    """Raise AttributeError for a public name that no class declares."""
    cls = type(instance)
    if name.startswith("_") or name in declared or hasattr(cls, name):
        return
    annotated = {key for base in cls.__mro__ for key in getattr(base, "__annotations__", ())}
    if name not in annotated:
        public = [key for key in {*dir(instance), *annotated} if not key.startswith("_")]
        close = get_close_matches(name, sorted(public), 1)
        hint = f"did you mean {close[0]!r}?" if close else "a subclass may declare it"
        raise AttributeError(f"{cls.__name__} has no attribute {name!r}; {hint}")
