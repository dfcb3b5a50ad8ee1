"""Threads of players and of the analyst, whether there are any, and interrupts that can wait."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
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


class deferred_interrupt:  # noqa: N801  used like a function
    """Holds back Ctrl-C and a notebook's Stop while something must not be left half done.

    While the `with` block runs on the main thread, SIGINT is only noted. At the end of the block the handler that was
    there before is back, and is called if a signal came: usually it raises KeyboardInterrupt. On other threads, where
    Python delivers no signals, this does nothing. Blocks may be nested: the outermost one lets the signal through.

    >>> with deferred_interrupt():
    ...     1 + 1
    2
    """

    def __init__(self) -> None:
        self._handler: Any = None
        self._came: tuple[int, FrameType | None] | None = None

    def __enter__(self) -> None:
        # None: a handler that was not set from Python, which could not be set again
        if (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is not None
        ):
            self._handler = signal.signal(signal.SIGINT, self._note)

    def __exit__(self, *_: object) -> None:
        handler, self._handler = self._handler, None
        if handler is None:
            return
        signal.signal(signal.SIGINT, handler)
        came, self._came = self._came, None
        if came is None:
            return
        if callable(handler):
            handler(*came)
        else:
            # the system's own: to end the process, or to ignore it
            signal.raise_signal(signal.SIGINT)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._came = number, frame
