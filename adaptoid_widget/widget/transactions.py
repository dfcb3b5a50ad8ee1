"""Transactions: one thread at a time changes boards, and each change is shown once."""

from __future__ import annotations

import os
import sys
import threading
import weakref
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Protocol, TypeVar

from ..threads import Scope, deferred_interrupt, raise_deferred

T = TypeVar("T")

# seconds after which a main thread that waits for the lock looks for an interrupt
WAIT_S = 0.05


class Listener(Protocol):
    """Saves and sends changes."""

    def publish(self) -> None:
        """Save and send the changes. Called while the lock is held, and again if an exception ended the first call."""

    def notify_observers(self) -> None:
        """Call observers. Called after the lock is released."""

    def catch_up(self) -> None:
        """Touch itself if something has changed without notice, since an exception came from outside."""


class Transactions(Scope):
    """A lock; at the end of each transaction, the listeners that it touched publish the changes.

    As a context manager it makes its body one transaction; nested ones belong to the outermost. A signal, such as an
    interrupt or a time limit, is handled before or after a transaction, never within, unless the transaction still
    waits for the lock or already calls observers. An exception that another thread raises in this one ends the body,
    but never the end of the transaction.
    """

    def __init__(self) -> None:
        self._listeners: weakref.WeakSet[Listener] = weakref.WeakSet()
        self._reset()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._free_in_child)

    def _free_in_child(self) -> None:
        """Free the lock in a forked process if another thread held it, since that thread does not exist there."""
        if not self.within:
            self._reset()

    def _reset(self) -> None:
        self._lock = threading.RLock()
        self._touched: list[Listener] = []
        self._owner: int | None = None

    @property
    def within(self) -> bool:
        """Whether this thread is in a transaction."""
        return self._owner == threading.get_ident()

    def watch(self, listener: Listener) -> None:
        """Have a listener catch up after each transaction that an exception ended."""
        self._listeners.add(listener)

    def touch(self, listener: Listener) -> None:
        """Have a listener publish the change and notify observers at the end of this transaction."""
        with self:
            if listener not in self._touched:
                self._touched.append(listener)

    def _hold(self) -> Generator[None, None, None] | None:
        return None if self.within else self._transaction()

    def answer(
        self, action: Callable[[], T], reply: Callable[[T], None], failed: Callable[[BaseException], T]
    ) -> None:
        """Run an action as one transaction, and reply after its change is shown, before observers are called.

        There is exactly one reply. If the action fails, or showing its change, the reply is what `failed` makes of the
        error. A `BaseException` of the action, such as KeyboardInterrupt, is raised after that.
        """
        fatal: BaseException | None = None
        outcomes: list[T] = []

        def answer(failures: list[BaseException]) -> None:
            reply(failed(failures.pop(0)) if failures else outcomes[0])

        is_nested = self.within
        with self if is_nested else _Answer(self, answer):
            try:
                outcomes.append(action())
            except BaseException as error:  # noqa: BLE001  every intent gets a reply
                self._catch_up()
                fatal = None if isinstance(error, Exception) else error
                outcomes.append(failed(error))
        if is_nested:
            answer([])
        if fatal is not None:
            raise fatal

    def _transaction(
        self, answer: Callable[[list[BaseException]], None] | None = None
    ) -> Generator[None, None, None]:
        """One transaction; its body runs while this waits."""
        touched: list[Listener] = []
        failures: list[BaseException] = []
        with deferred_interrupt():
            # each ending twice, in case an exception from outside ends the first; the second has nothing left to do
            try:
                try:
                    try:
                        try:
                            self._take()
                            yield
                        finally:
                            self._publish(touched, failures)
                    finally:
                        self._publish(touched, failures)
                finally:
                    self._release()
            finally:
                self._release()
            if answer is not None:
                answer(failures)
        for listener in touched:
            try:
                listener.notify_observers()
            except Exception as error:  # noqa: BLE001  the other observers are called too
                failures.append(error)
        if failures:
            raise failures[0]

    def _take(self) -> None:
        """Take the lock. A signal is handled at once while another thread holds it."""
        if not self._lock.acquire(blocking=False):
            if threading.current_thread() is threading.main_thread():
                while not self._lock.acquire(timeout=WAIT_S):
                    raise_deferred()
            else:
                self._lock.acquire()
        self._owner = threading.get_ident()

    def _publish(self, touched: list[Listener], failures: list[BaseException]) -> None:
        """Have each listener that was touched publish its changes; note what was raised."""
        if not self.within:
            return
        if sys.exc_info()[0] is not None:
            self._catch_up()
        while new := [listener for listener in self._touched if listener not in touched]:
            for _ in range(2):
                try:
                    new[0].publish()
                    break
                except BaseException as error:  # noqa: BLE001  the other listeners publish their changes too
                    if not failures:
                        failures.append(error)
            touched.append(new[0])

    def _catch_up(self) -> None:
        """Have each listener look for what an exception has kept from its notice."""
        for listener in list(self._listeners):
            listener.catch_up()

    def _release(self) -> None:
        """Free the lock if this thread has it."""
        if self.within:
            self._touched = []
            self._owner = None
        with suppress(RuntimeError):
            self._lock.release()


class _Answer(Scope):
    """A transaction that answers an intent at its end."""

    def __init__(self, transactions: Transactions, answer: Callable[[list[BaseException]], None]) -> None:
        self._transactions = transactions
        self._answer = answer

    def _hold(self) -> Generator[None, None, None]:
        return self._transactions._transaction(self._answer)


TRANSACTION = Transactions()
"""Shared by all boards, since a game may lie on several."""
