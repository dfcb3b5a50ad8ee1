"""Threads that may tell the front end something, whatever the host."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

THREADS = sys.platform != "emscripten"
"""Whether there are any; in Pyodide there are none."""


def thread(target: Callable[..., object], *args: Any, name: str) -> threading.Thread:
    """A thread that ends with Python at the latest, not yet started.

    marimo hears only of threads of its own kind.
    """
    kind = getattr(sys.modules.get("marimo"), "Thread", threading.Thread)
    made: threading.Thread = kind(target=target, args=args, name=name, daemon=True)
    return made
