"""Threads of players and of the analyst, and whether there are any."""

from __future__ import annotations

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
