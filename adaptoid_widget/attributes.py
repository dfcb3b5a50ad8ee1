"""A base class that refuses to set unknown attributes, so that misspelt names raise an error."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any


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
            cls = type(self)
            if not name.startswith("_") and not hasattr(cls, name):
                annotated = {key for base in cls.__mro__ for key in getattr(base, "__annotations__", ())}
                if name not in annotated:
                    public = [key for key in {*dir(self), *annotated} if not key.startswith("_")]
                    close = get_close_matches(name, sorted(public), 1)
                    hint = f"did you mean {close[0]!r}?" if close else "a subclass may declare it"
                    raise AttributeError(f"{cls.__name__} has no attribute {name!r}; {hint}")
            super().__setattr__(name, value)
