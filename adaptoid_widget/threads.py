"""Threads, or the event loop where there are none, and work that must not be interrupted."""

from __future__ import annotations

import io
import os
import queue
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

Returned = TypeVar("Returned")

THREADS = sys.platform != "emscripten"
"""Whether threads can be started; in Pyodide they cannot."""


# the turns of the event loop between two slices; a message takes several until it is answered
RESTS = 8


def later(seconds: float, target: Callable[..., object], *args: Any) -> None:
    """Call a function on the event loop after a delay, where there are no threads."""
    # importing asyncio takes long, and only this function needs it
    import asyncio

    asyncio.get_running_loop().call_later(seconds, target, *args)


IDLE = "adaptoid idle"
"""The name of a thread that waits for a task."""
MAX_IDLE = 8
"""So many threads wait for tasks; others end after theirs."""


class BackgroundTask:
    """Work for a daemon thread, which takes another task afterwards.

    A kernel opens a socket for each thread that sends something, and keeps it for some seconds. So a thread for each
    turn would soon use up the files that a process may open.
    """

    def __init__(self, work: Callable[[], object], name: str) -> None:
        self._work: Callable[[], object] | None = work
        self._done = threading.Event()
        self.name = name

    def start(self) -> None:
        """Begin. Raises RuntimeError if there is no idle thread and none can be started."""
        try:
            tasks = _idle.pop()
        except IndexError:
            tasks = queue.SimpleQueue()
            threading.Thread(target=_work_off, args=(tasks,), daemon=True).start()
        tasks.put(self)

    def run(self) -> None:
        """Do the work, on the current thread."""
        work, self._work = self._work, None
        threading.current_thread().name = self.name
        try:
            if work is not None:
                work()
        except BaseException:  # noqa: BLE001  the thread goes on
            threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))
        finally:
            threading.current_thread().name = IDLE
            self._done.set()

    def join(self, timeout: float | None = None) -> None:
        """Wait for the end, at most for some seconds."""
        self._done.wait(timeout)

    def is_alive(self) -> bool:
        """Whether the work has not ended yet."""
        return not self._done.is_set()


# the queues of the threads that wait for a task
_idle: list[queue.SimpleQueue[BackgroundTask]] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)


def _work_off(tasks: queue.SimpleQueue[BackgroundTask]) -> None:
    while True:
        tasks.get().run()
        _idle.append(tasks)
        if len(_idle) > MAX_IDLE:
            try:
                _idle.remove(tasks)
            except ValueError:
                # it has just got another task
                continue
            return


def thread(target: Callable[..., object], *args: Any, name: str) -> BackgroundTask:
    """A task that calls a function on a daemon thread, not yet started."""
    return BackgroundTask(partial(target, *args), name)


def run(slices: Iterator[None], name: str) -> None:
    """Exhaust an iterator on a thread; without threads, take an item whenever the event loop is idle."""
    if THREADS:
        thread(deque, slices, 0, name=name).start()
    else:
        later(0, _run_slice, slices)


def _run_slice(slices: Iterator[None], rests: int = 0) -> None:
    """Let the event loop turn some times, then take an item."""
    if rests:
        later(0, _run_slice, slices, rests - 1)
    elif next(slices, False) is None:
        later(0, _run_slice, slices, RESTS)


def result_of(slices: Generator[None, None, Returned]) -> Returned:
    """Run a generator to its end, and return its result."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            result: Returned = end.value
            return result


class _End(io.IOBase):
    """Runs a generator to its end when it is closed, or when nothing refers to it any more.

    A file does this in compiled code, so an exception from outside can only be raised within the generator.
    """

    def __init__(self, rest: Iterator[None]) -> None:
        self.close = partial(next, rest, None)  # type: ignore[method-assign]


_NOTHING = _End(iter(()))


class Scope(ABC):
    """A context manager that comes to its end whatever is raised, and at whatever instruction.

    A time limit may raise an exception anywhere, also in the first instruction of an `__exit__` that is written in
    Python, which then does nothing. So the end of a scope is a generator that waits within a `try`.
    """

    @abstractmethod
    def _hold(self) -> Generator[None, None, None] | None:
        """Begin; yield once; end. What may be interrupted stands in `try` blocks. None if there is nothing to do."""

    def __enter__(self) -> None:  # noqa: B027
        """Python has asked for `__exit__` before, which has begun the scope."""

    if TYPE_CHECKING:
        # what Python gets, so that each scope is a context manager
        def __exit__(self, *raised: object) -> None: ...

    else:

        @property
        def __exit__(self) -> Callable[..., None]:  # noqa: PLE0302  takes the usual three arguments
            rest = self._hold()
            if rest is None:
                return _NOTHING.__exit__
            try:
                next(rest)
                return _End(rest).__exit__
            except BaseException:
                rest.close()
                raise


# the functions that `signal` wraps; converting to enums would take a third of the time of a turn
_signal: Any = getattr(signal, "_signal", signal)
# those for which programs set handlers; looking at all of them would take half of the time of a turn
_SIGNALS = [
    int(getattr(signal, name))
    for name in (
        *("SIGINT", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"),
        *("SIGXCPU", "SIGCHLD", "SIGBREAK"),
    )
    if hasattr(signal, name)
]


def is_from_signal(error: BaseException) -> bool:
    """Whether the handler of a signal has raised an exception, such as a time limit, in whatever code it came."""
    handlers = [_signal.getsignal(number) for number in _SIGNALS]
    codes = [getattr(handler, "__code__", None) for handler in handlers]
    place = error.__traceback__
    while place is not None and place.tb_frame.f_code not in codes:
        place = place.tb_next
    return place is not None


# The depth of nested deferrals, the handlers that they replaced, and the arguments of signals that have arrived.
# Only the main thread, which runs signal handlers, reads and writes these.
_depth = 0
_originals: dict[int, Callable[..., object]] = {}
_pending: dict[int, Any] = {}


def _defer(number: int, frame: Any) -> None:
    """The signal handler during a deferral."""
    _pending[number] = frame


def _restore() -> None:
    """Put the handlers back, except where the body has set one of its own. May be called again."""
    global _depth  # noqa: PLW0603
    for number, original in _originals.items():
        if _signal.getsignal(number) is _defer:
            _signal.signal(number, original)
    _depth = 0


def _handle_pending() -> None:
    """Pass the signals that have arrived on to the original handlers, to each its own, whatever others raise."""
    while _pending:
        number, frame = _pending.popitem()
        try:
            _originals[number](number, frame)
        finally:
            _handle_pending()


class deferred_interrupt(Scope):  # noqa: N801  reads like a verb
    """A context manager whose body is not interrupted by signals: by SIGINT, such as Jupyter's Stop, or a time limit.

    The previous handlers get the signals at the end. So KeyboardInterrupt is raised before the first line of the body
    or after the last one. Deferrals may be nested. On threads other than the main one, and for a signal whose handler
    is not a Python function, nothing changes.

    >>> import signal
    >>> events = []
    >>> before = signal.signal(signal.SIGINT, signal.default_int_handler)
    >>> try:
    ...     with deferred_interrupt():
    ...         signal.raise_signal(signal.SIGINT)
    ...         events.append("all of it")
    ... except KeyboardInterrupt:
    ...     events.append("interrupted")
    >>> events
    ['all of it', 'interrupted']
    >>> _ = signal.signal(signal.SIGINT, before)
    """

    def _hold(self) -> Generator[None, None, None] | None:
        if not _on_main_thread():
            return None
        return _deferral() if _depth == 0 else _nested_deferral()


def _deferral() -> Generator[None, None, None]:
    global _depth  # noqa: PLW0603
    try:
        try:
            _originals.clear()
            _pending.clear()
            for number in _SIGNALS:
                original = _signal.getsignal(number)
                if callable(original):
                    _originals[number] = original
                    _signal.signal(number, _defer)
            _depth = 1
            yield
        finally:
            _restore()
    finally:
        # if the first time was interrupted
        _restore()
        _handle_pending()


def _nested_deferral() -> Generator[None, None, None]:
    global _depth  # noqa: PLW0603
    before = _depth
    try:
        _depth = before + 1
        yield
    finally:
        _depth = before


def raise_deferred() -> None:
    """Handle pending signals now, if this is the outermost deferral: for waiting before work has begun."""
    if _depth == 1 and _on_main_thread():
        _handle_pending()


def _on_main_thread() -> bool:
    return threading.get_ident() == threading.main_thread().ident
