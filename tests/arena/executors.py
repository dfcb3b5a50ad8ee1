"""Executors for tests of matches: one runs calls at once, one in random order, and one never."""

from __future__ import annotations

import pickle
import random
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from adaptoid_widget.arena.remote.executors import InlineExecutor


def inline() -> InlineExecutor:
    """Return an executor that runs each call at once, in this thread."""
    return InlineExecutor()


class Shuffled(Executor):
    """Runs calls in one thread of this process, in random order."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._guard = threading.Condition()
        self.finished = 0
        threading.Thread(target=self._work, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self._guard:
            self._waiting.append((future, lambda: fn(*pickle.loads(pickle.dumps(args)), **kwargs)))
            self._guard.notify()
        return future

    def _work(self) -> None:
        while True:
            with self._guard:
                self._guard.wait_for(lambda: self._waiting)
                future, run = self._waiting.pop(self._dice.randrange(len(self._waiting)))
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(run())
                except BaseException as error:  # noqa: BLE001  the future raises it
                    future.set_exception(error)
                self.finished += 1


class Never(Executor):
    """Fails when a call is submitted."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        raise AssertionError("nothing was to be played")
