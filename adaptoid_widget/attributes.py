"""Public names: unknown attributes and keywords are refused with a suggestion, and completion shows public names."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from difflib import get_close_matches
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

Function = TypeVar("Function", bound=Callable[..., Any])


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


def nearest(word: str, words: Iterable[str], cutoff: float = 0.6) -> str:
    """The word that a misspelt one may mean; "" if none is near.

    >>> nearest("lout", ("loud", "minutes")), nearest("x", ("loud", "minutes"))
    ('loud', '')
    """
    return next(iter(get_close_matches(word, list(words), 1, cutoff)), "")


def refuse_unknown(cls: type, declared: Iterable[str]) -> None:
    """Have a class refuse unknown attributes as a subclass of `KnownAttributes` does. `declared` are its own."""
    own = frozenset(declared)

    def __setattr__(self: object, name: str, value: Any) -> None:  # noqa: N807  the method of that name
        _check(self, name, own)
        object.__setattr__(self, name, value)

    cls.__setattr__ = __setattr__  # type: ignore[method-assign, assignment]


def refuse_changes(cls: type) -> None:
    """Have an immutable class refuse to set an attribute that its instance has already."""

    def __setattr__(self: object, name: str, value: Any) -> None:  # noqa: N807  the method of that name
        if hasattr(self, name):
            raise AttributeError(f"{cls.__name__} cannot be changed; make another one")
        object.__setattr__(self, name, value)

    cls.__setattr__ = __setattr__  # type: ignore[method-assign, assignment]


def suggest_keywords(function: Function) -> Function:
    """Have a function, or a class by its `__init__`, refuse an unknown keyword with the nearest known one.

    >>> @suggest_keywords
    ... def ring(minutes: int, *, loud: bool = False) -> None: ...
    >>> ring(5, lout=True)
    Traceback (most recent call last):
    TypeError: ring has no keyword 'lout'; did you mean 'loud'?
    """
    parameters = list(inspect.signature(function).parameters.values())
    names = [each.name for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    known = frozenset(names)
    called = function.__qualname__.removesuffix(".__init__")

    @wraps(function)
    def checked(*arguments: Any, **keywords: Any) -> Any:
        for name in keywords:
            if name not in known:
                choices = [each for each in names if each != "self"]
                close = nearest(name, choices)
                hint = f"did you mean {close!r}?" if close else "there are: " + ", ".join(choices)
                raise TypeError(f"{called} has no keyword {name!r}; {hint}")
        return function(*arguments, **keywords)

    return checked  # type: ignore[return-value]


def suggest_keywords_of(cls: type) -> None:
    """Have a class that cannot use the decorator, since it also runs elsewhere, refuse unknown keywords."""
    cls.__init__ = suggest_keywords(cls.__init__)  # type: ignore[misc]


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
        close = nearest(name, sorted(public))
        hint = f"did you mean {close!r}?" if close else "a subclass may declare it"
        raise AttributeError(f"{cls.__name__} has no attribute {name!r}; {hint}")
