"""One thing at a time: every change to any board's game is one step, whichever thread makes it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Shown(Protocol):
    """What a change has to be shown on."""

    def show(self) -> None:
        """Show it; called while the step's lock is held."""

    def tell(self) -> None:
        """Tell whoever listens; called when the lock is free again."""


class Steps:
    """A lock that shows and tells, once each step, what the step has touched.

    There is one for all boards, since a game may lie on several. As a context manager it makes a step of its body;
    steps within a step belong to it.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth = 0
        self._touched: list[Shown] = []

    def touch(self, shown: Shown) -> None:
        """Have something shown and told at the end of the step under way."""
        with self:
            if shown not in self._touched:
                self._touched.append(shown)

    def __enter__(self) -> None:
        self._lock.acquire()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        for shown in self._leave():
            shown.tell()

    def answer(self, action: Callable[[], T], reply: Callable[[T], None]) -> None:
        """Do something as one step, and reply when it is shown but before anybody is told."""
        self._lock.acquire()
        self._depth += 1
        touched: list[Shown] = []
        try:
            outcome = action()
        finally:
            touched = self._leave()
        reply(outcome)
        for shown in touched:
            shown.tell()

    def _leave(self) -> list[Shown]:
        touched: list[Shown] = []
        try:
            if self._depth == 1:
                touched, self._touched = self._touched, []
                for shown in touched:
                    shown.show()
        finally:
            self._depth -= 1
            self._lock.release()
        return touched
