"""Ends searches: a flag that any thread can set, and a check of time limits."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..core.rules.errors import plain_value, whole_number


class Stop(threading.Event):
    """A flag that ends searches within a few milliseconds. They return what they have. Do not clear it.

    Several searches can share a flag.

    >>> stop = Stop()
    >>> stop.set()
    >>> stop.is_set()
    True
    """

    def __init__(self) -> None:
        super().__init__()
        self._cells: list[Any] = []

    def set(self) -> None:
        """Ask all searches with this flag to stop."""
        super().set()
        for cell in tuple(self._cells):
            cell[0] = 1

    @contextmanager
    def reaching(self, cell: Any) -> Iterator[None]:
        """In this context, `set` writes 1 into a cell that compiled code reads."""
        self._cells.append(cell)
        if self.is_set():
            cell[0] = 1
        try:
            yield
        finally:
            # compare by identity, since arrays compare element by element
            self._cells = [other for other in self._cells if other is not cell]


def checked_limits(seconds: object = None, **counts: object) -> dict[str, Any]:
    """A time, and whole numbers such as `depth`, by name; None sets no limit. Raises ValueError with the wrong name.

    >>> checked_limits(seconds=1.5, depth=None)
    {'depth': None, 'seconds': 1.5}
    >>> checked_limits(seconds=1.5, depth=0)
    Traceback (most recent call last):
    adaptoid_widget.core.rules.errors.GameError: depth is a whole number, 1 or more, not 0
    """
    limits: dict[str, Any] = {
        name: None if number is None else whole_number(number, name, 0 if name in ("nodes", "seed") else 1)
        for name, number in counts.items()
    }
    limits["seconds"] = None if seconds is None else check_seconds(seconds, "seconds")
    return limits


def check_seconds(seconds: object, name: str, *, least: float = 0) -> float:
    """Return a time in seconds. Raises ValueError with the name of the parameter for anything else."""
    seconds = plain_value(seconds)
    if (
        isinstance(seconds, bool)
        or not isinstance(seconds, (int, float))
        or not abs(seconds) <= sys.float_info.max
    ):
        raise ValueError(f"{name} is a number of seconds, not {seconds!r}")
    if seconds < least:
        raise ValueError(f"{name} is {least:g} seconds or more, not {seconds!r}")
    return float(seconds)
