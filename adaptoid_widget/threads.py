"""Threads of players and of the analyst, whether there are any, and work that an interrupt does not cut in two."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

THREADS = sys.platform != "emscripten"
"""Whether there are threads; in Pyodide there are none."""


def later(seconds: float, target: Callable[..., object], *args: Any) -> None:
    """Call something on the event loop in so many seconds, where there are no threads."""
    # nobody else needs it, and it takes long to import
    import asyncio

    asyncio.get_running_loop().call_later(seconds, target, *args)


def thread(target: Callable[..., object], *args: Any, name: str) -> threading.Thread:
    """A thread that ends with Python at the latest, not yet started."""
    return threading.Thread(target=target, args=args, name=name, daemon=True)


# what `signal` wraps: the same functions without enums, which would make up a third of the time that a turn takes
_handlers: Any = getattr(signal, "_signal", signal)

# How many deferrals the main thread is in, the handler that they replaced, and the arguments of a signal that came.
# Only the main thread runs signal handlers, so only it reads and writes these.
_depth = 0
_original: Callable[..., object] | None = None
_came: tuple[int, Any] | None = None


def _note(number: int, frame: Any) -> None:
    global _came  # noqa: PLW0603  a handler has nowhere else to write
    _came = (number, frame)


class deferred_interrupt:  # noqa: N801  reads like a verb
    """A context manager whose body an interrupt (SIGINT, Jupyter's Stop) does not cut in two.

    A signal that comes meanwhile is handled at the end, by the handler that was there before: KeyboardInterrupt is
    raised before the first line of the body or after the last one. Deferrals may lie within one another. On threads
    other than the main one, and where the handler is not Python's, nothing changes.

    >>> import signal
    >>> done = []
    >>> before = signal.signal(signal.SIGINT, signal.default_int_handler)
    >>> try:
    ...     with deferred_interrupt():
    ...         signal.raise_signal(signal.SIGINT)
    ...         done.append("all of it")
    ... except KeyboardInterrupt:
    ...     done.append("interrupted")
    >>> done
    ['all of it', 'interrupted']
    >>> _ = signal.signal(signal.SIGINT, before)
    """

    def __enter__(self) -> None:
        global _depth, _original, _came  # noqa: PLW0603
        if not _on_main_thread():
            return
        if _depth == 0:
            original: Any = _handlers.getsignal(signal.SIGINT)
            _came = None
            _original = original if callable(original) else None
            if _original is not None:
                # from the moment that this has an effect nothing is raised; what is raised before has changed nothing
                _handlers.signal(signal.SIGINT, _note)
        _depth += 1

    def __exit__(self, *_: object) -> None:
        global _depth, _came  # noqa: PLW0603
        if not _on_main_thread():
            return
        _depth -= 1
        original = _original
        if _depth or original is None:
            return
        if _handlers.getsignal(signal.SIGINT) is not _note:
            # the body has set a handler of its own
            return
        _handlers.signal(signal.SIGINT, original)
        came, _came = _came, None
        if came is not None:
            original(*came)


def raise_deferred() -> None:
    """Handle a signal that has come in the outermost deferral now: for waiting before anything has been begun."""
    global _came
    if _depth == 1 and _came is not None and _original is not None and _on_main_thread():
        came, _came = _came, None
        _original(*came)


def _on_main_thread() -> bool:
    return threading.get_ident() == threading.main_thread().ident
