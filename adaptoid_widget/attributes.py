"""Public objects refuse unknown attributes and keywords, and suggest the right ones."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from .core.host.host import PublicNames, check_attribute, did_you_mean

Function = TypeVar("Function", bound=Callable[..., Any])


class KnownAttributes(PublicNames):
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
            check_attribute(self, name)
            super().__setattr__(name, value)


def _is_settable(declared: Any) -> bool:
    """Whether a class declares an attribute that can be set: a property with a setter, or a trait."""
    is_writable = getattr(declared, "fset", declared) is not None and not getattr(
        declared, "read_only", False
    )
    return hasattr(declared, "__set__") and is_writable


def suggest_keywords(function: Function) -> Function:
    """Have a function, or a class by its `__init__`, refuse an unknown keyword with the nearest known one.

    >>> @suggest_keywords
    ... def ring(minutes: int, *, loud: bool = False) -> None: ...
    >>> ring(5, lout=True)
    Traceback (most recent call last):
    TypeError: ring has no keyword 'lout'; did you mean 'loud'?
    """
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = inspect.signature(function).parameters.values()
    known = [
        parameter.name for parameter in parameters if parameter.kind in named and parameter.name != "self"
    ]
    called = function.__qualname__.removesuffix(".__init__")

    @wraps(function)
    def checked(*arguments: Any, **keywords: Any) -> Any:
        for name in keywords:
            if name not in known:
                owner = type(arguments[0]) if function.__name__ == "__init__" else None
                if _is_settable(inspect.getattr_static(owner, name, None)):
                    raise TypeError(f"{called} has no keyword {name!r}; set it afterwards, as an attribute")
                hint = did_you_mean(name, known) or "there are: " + ", ".join(known)
                raise TypeError(f"{called} has no keyword {name!r}; {hint}")
        return function(*arguments, **keywords)

    return checked  # type: ignore[return-value]
