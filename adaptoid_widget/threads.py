"""Threads of players and of the analyst, and whether there are any."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

THREADS = sys.platform != "emscripten"
"""Whether there are threads; in Pyodide there are none."""


def thread(target: Callable[..., object], *args: Any, name: str) -> threading.Thread:
    """A thread that ends with Python at the latest, not yet started."""
    return threading.Thread(target=target, args=args, name=name, daemon=True)
