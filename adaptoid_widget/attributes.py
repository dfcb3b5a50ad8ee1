"""Public objects refuse attributes that they do not have, so that a slip of the pen is heard."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any


class KnownAttributes:
    """A base whose public attributes are those that its classes declare.

    Declared is what a class has as a value, method, property, trait or annotation; so a subclass declares its own.
    Names that begin with an underscore are let through.

    >>> class Clock(KnownAttributes):
    ...     minutes: int
    >>> clock = Clock()
    >>> clock.minutes = 5
    >>> clock.minuets = 6
    Traceback (most recent call last):
    AttributeError: Clock has no attribute 'minuets'; did you mean 'minutes'?
    """

    __slots__ = ()

    # type checkers know declared attributes themselves, and would take this as leave for all others
    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None:
            kind = type(self)
            if not name.startswith("_") and not hasattr(kind, name):
                declared = {each for base in kind.__mro__ for each in getattr(base, "__annotations__", ())}
                if name not in declared:
                    known = [each for each in {*dir(self), *declared} if not each.startswith("_")]
                    close = get_close_matches(name, sorted(known), 1)
                    help_ = f"did you mean {close[0]!r}?" if close else "a subclass may declare it"
                    raise AttributeError(f"{kind.__name__} has no attribute {name!r}; {help_}")
            super().__setattr__(name, value)
