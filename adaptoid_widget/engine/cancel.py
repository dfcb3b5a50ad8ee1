"""How a search is ended: by a flag, from any thread, or by a time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Stop:
    """A flag that searches look at all the time; once set it stays set.

    One flag may be handed to several searches: all of them end within a few milliseconds and give what they have.

    >>> stop = Stop()
    >>> stop.set()
    >>> stop.is_set()
    True
    """

    __slots__ = ("_cells", "_is_set")

    def __init__(self) -> None:
        self._is_set = False
        self._cells: list[Any] = []

    def set(self) -> None:
        """Ask all searches that were handed this flag to stop."""
        self._is_set = True
        for cell in tuple(self._cells):
            cell[0] = 1

    def is_set(self) -> bool:
        """Whether somebody asked."""
        return self._is_set

    @contextmanager
    def reaching(self, cell: Any) -> Iterator[None]:
        """While this lasts, asking writes a one into a cell that compiled code can look at."""
        self._cells.append(cell)
        # whoever asked before this saw no cell
        if self._is_set:
            cell[0] = 1
        try:
            yield
        finally:
            # by identity: arrays compare element by element
            self._cells = [other for other in self._cells if other is not cell]


def check_seconds(seconds: object, what: str, *, least: float = 0) -> float:
    """A time in seconds. Raises ValueError for what is none, and names it."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not math.isfinite(seconds):
        raise ValueError(f"{what} is a number of seconds, not {seconds!r}")
    if seconds < least or (least and seconds == 0):
        raise ValueError(f"{what} is {least:g} seconds or more, not {seconds!r}")
    return float(seconds)
