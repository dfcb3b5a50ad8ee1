"""One thing at a time: every change to any board's game is one step, whichever thread makes it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

from ..threads import deferred_interrupt, raise_deferred

T = TypeVar("T")

# so often a main thread that waits for the lock looks whether it was interrupted
WAIT_S = 0.05


class Shown(Protocol):
    """What a change has to be shown on."""

    def show(self) -> None:
        """Show it; called while the step's lock is held."""

    def tell(self) -> None:
        """Tell whoever listens; called when the lock is free again."""


class Steps:
    """A lock that shows and tells, once each step, what the step has touched.

    There is one for all boards, since a game may lie on several. As a context manager it makes a step of its body;
    steps within a step belong to it. An interrupt comes before a step or after it, never within: also while a step is
    shown, but not while it waits for another thread's, nor while somebody is told.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth = 0
        self._touched: list[Shown] = []
        self._owner: int | None = None

    @property
    def within(self) -> bool:
        """Whether this thread is within a step."""
        return self._owner == threading.get_ident()

    def touch(self, shown: Shown) -> None:
        """Have something shown and told at the end of the step under way."""
        with self:
            if shown not in self._touched:
                self._touched.append(shown)

    def __enter__(self) -> None:
        # nothing is raised between here and the end of the step but by the step itself
        interrupts = deferred_interrupt()
        interrupts.__enter__()
        try:
            self._take()
        except BaseException:
            interrupts.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        try:
            touched, failure = self._leave()
        finally:
            # the one that __enter__ began; an interrupt that came meanwhile is raised here
            deferred_interrupt().__exit__()
        for shown in touched:
            shown.tell()
        if failure is not None:
            raise failure

    def answer(
        self, action: Callable[[], T], reply: Callable[[T], None], failed: Callable[[BaseException], T]
    ) -> None:
        """Do something as one step, and reply when it is shown but before anybody is told.

        There is exactly one reply: where the action fails, or showing what it has done, it is what `failed` makes of
        the error. An error of the action that is no `Exception` is raised after that.
        """
        fatal: BaseException | None = None
        with deferred_interrupt():
            self._take()
            try:
                outcome = action()
            except BaseException as error:  # noqa: BLE001  whatever happens is answered
                fatal = None if isinstance(error, Exception) else error
                outcome = failed(error)
            finally:
                touched, failure = self._leave()
            reply(outcome if failure is None else failed(failure))
        for shown in touched:
            shown.tell()
        if fatal is not None:
            raise fatal

    def _take(self) -> None:
        """Take the lock. While another thread has it, an interrupt is raised at once."""
        if not self._lock.acquire(blocking=False):
            if threading.current_thread() is threading.main_thread():
                while not self._lock.acquire(timeout=WAIT_S):
                    raise_deferred()
            else:
                self._lock.acquire()
        self._depth += 1
        self._owner = threading.get_ident()

    def _leave(self) -> tuple[list[Shown], BaseException | None]:
        """End a step; what it has touched, and the first error of showing that."""
        touched: list[Shown] = []
        failure: BaseException | None = None
        try:
            if self._depth == 1:
                while new := [shown for shown in self._touched if shown not in touched]:
                    touched += new
                    self._touched = []
                    for shown in new:
                        try:
                            shown.show()
                        except BaseException as error:  # noqa: BLE001  the others are shown all the same
                            failure = failure or error
                self._touched = []
                self._owner = None
        finally:
            self._depth -= 1
            self._lock.release()
        return touched, failure
