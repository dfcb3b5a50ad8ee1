"""Transactions: one thread at a time changes boards, and each change is shown once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

from ..threads import deferred_interrupt, raise_deferred

T = TypeVar("T")

# seconds after which a main thread that waits for the lock looks for an interrupt
WAIT_S = 0.05


class Listener(Protocol):
    """Saves and sends changes."""

    def publish(self) -> None:
        """Save and send the changes. Called while the lock is held."""

    def notify_observers(self) -> None:
        """Call observers. Called after the lock is released."""


class Transactions:
    """A lock; at the end of each transaction, the listeners that it touched publish the changes.

    As a context manager it makes its body one transaction; nested ones belong to the outermost. An interrupt (SIGINT)
    is raised before or after a transaction, never within, unless the transaction still waits for the lock or already
    calls observers.
    """

    def __init__(self) -> None:
        self._reset()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._free_in_child)

    def _free_in_child(self) -> None:
        """Free the lock in a forked process if another thread held it, since that thread does not exist there."""
        if not self.within:
            self._reset()

    def _reset(self) -> None:
        self._lock = threading.RLock()
        self._depth = 0
        self._touched: list[Listener] = []
        self._owner: int | None = None

    @property
    def within(self) -> bool:
        """Whether this thread is in a transaction."""
        return self._owner == threading.get_ident()

    def touch(self, listener: Listener) -> None:
        """Have a listener publish the change and notify observers at the end of this transaction."""
        with self:
            if listener not in self._touched:
                self._touched.append(listener)

    def __enter__(self) -> None:
        # from here to the end, only the body raises
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
            # entered in __enter__; raises an interrupt that came meanwhile
            deferred_interrupt().__exit__()
        observer_failure = _notify(touched)
        failure = failure or observer_failure
        if failure is not None:
            raise failure

    def answer(
        self, action: Callable[[], T], reply: Callable[[T], None], failed: Callable[[BaseException], T]
    ) -> None:
        """Run an action as one transaction, and reply after its change is shown, before observers are called.

        There is exactly one reply. If the action fails, or showing its change, the reply is what `failed` makes of the
        error. A `BaseException` of the action, such as KeyboardInterrupt, is raised after that.
        """
        fatal: BaseException | None = None
        with deferred_interrupt():
            self._take()
            try:
                outcome = action()
            except BaseException as error:  # noqa: BLE001  every intent gets a reply
                fatal = None if isinstance(error, Exception) else error
                outcome = failed(error)
            finally:
                touched, failure = self._leave()
            reply(outcome if failure is None else failed(failure))
        observer_failure = _notify(touched)
        fatal = fatal or observer_failure
        if fatal is not None:
            raise fatal

    def _take(self) -> None:
        """Take the lock. An interrupt is raised at once while another thread holds it."""
        if not self._lock.acquire(blocking=False):
            if threading.current_thread() is threading.main_thread():
                while not self._lock.acquire(timeout=WAIT_S):
                    raise_deferred()
            else:
                self._lock.acquire()
        self._depth += 1
        self._owner = threading.get_ident()

    def _leave(self) -> tuple[list[Listener], BaseException | None]:
        """End a transaction; the listeners that it touched, and the first error that one raised."""
        touched: list[Listener] = []
        failure: BaseException | None = None
        try:
            if self._depth == 1:
                while new := [listener for listener in self._touched if listener not in touched]:
                    touched += new
                    self._touched = []
                    for listener in new:
                        try:
                            listener.publish()
                        except BaseException as error:  # noqa: BLE001  the other listeners publish their changes too
                            failure = failure or error
                self._touched = []
                self._owner = None
        finally:
            self._depth -= 1
            self._lock.release()
        return touched, failure


TRANSACTION = Transactions()
"""Shared by all boards, since a game may lie on several."""


def _notify(listeners: list[Listener]) -> Exception | None:
    """Have each listener call its observers. Return the first error that one raised."""
    failure: Exception | None = None
    for listener in listeners:
        try:
            listener.notify_observers()
        except Exception as error:  # noqa: BLE001  the other observers are called too
            failure = failure or error
    return failure
