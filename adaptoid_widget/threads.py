"""Threads, or the event loop where there are none, and work that must not be interrupted."""

from __future__ import annotations

import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

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


def thread(target: Callable[..., object], *args: Any, name: str) -> threading.Thread:
    """A daemon thread, not yet started."""
    return threading.Thread(target=target, args=args, name=name, daemon=True)


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


# the functions that `signal` wraps; converting to enums would take a third of the time of a turn
_signal: Any = getattr(signal, "_signal", signal)

# The depth of nested deferrals, the handler that they replaced, and the arguments of a signal that has arrived.
# Only the main thread, which runs signal handlers, reads and writes these.
_depth = 0
_original: Callable[..., object] | None = None
_pending: tuple[int, Any] | None = None


def _defer(number: int, frame: Any) -> None:
    """The signal handler during a deferral."""
    global _pending  # noqa: PLW0603  a handler has nowhere else to write
    _pending = (number, frame)


class deferred_interrupt:  # noqa: N801  reads like a verb
    """A context manager whose body is not interrupted by SIGINT, such as Jupyter's Stop.

    The previous handler gets the signal at the end. So KeyboardInterrupt is raised before the first line of the body or
    after the last one. Deferrals may be nested. On threads other than the main one, and if the handler is not a Python
    function, nothing changes.

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

    def __enter__(self) -> None:
        global _depth, _original, _pending  # noqa: PLW0603
        if not _on_main_thread():
            return
        if _depth == 0:
            original: Any = _signal.getsignal(signal.SIGINT)
            _pending = None
            _original = original if callable(original) else None
            if _original is not None:
                # an interrupt before this call has changed nothing; after it, none is raised
                _signal.signal(signal.SIGINT, _defer)
        _depth += 1

    def __exit__(self, *_: object) -> None:
        global _depth, _pending  # noqa: PLW0603
        if not _on_main_thread():
            return
        _depth -= 1
        original = _original
        if _depth or original is None:
            return
        if _signal.getsignal(signal.SIGINT) is not _defer:
            # the body has set a handler of its own
            return
        _signal.signal(signal.SIGINT, original)
        pending, _pending = _pending, None
        if pending is not None:
            original(*pending)


def raise_deferred() -> None:
    """Handle a pending signal now, if this is the outermost deferral: for waiting before work has begun."""
    global _pending
    if _depth == 1 and _pending is not None and _original is not None and _on_main_thread():
        pending, _pending = _pending, None
        _original(*pending)


def _on_main_thread() -> bool:
    return threading.get_ident() == threading.main_thread().ident
