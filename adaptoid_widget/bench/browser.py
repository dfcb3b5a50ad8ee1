"""What `bench --browser` measures in a JupyterLab of its own: clicks, a replay, memory, and what a board loads."""

from __future__ import annotations

import gzip
import os
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

from .frames import measure_replay
from .jupyter import Lab, chromium
from .latency import measure_clicks
from .memory import measure_memory

CLICKS = 200
REPLAY_TURNS = 100
MEMORY_TURNS = 2000


def measure(*, quiet: bool = False) -> dict[str, Any]:
    """All figures, one after the other in one Chromium; what else the machine was doing stands with them."""
    load = [round(os.getloadavg()[0], 1)] if hasattr(os, "getloadavg") else []
    with tempfile.TemporaryDirectory() as folder, Lab(Path(folder)) as lab, chromium() as browser:
        figures = {
            "chromium": browser.version,
            **measure_clicks(lab, browser, CLICKS, quiet=quiet),
            **measure_replay(lab, browser, REPLAY_TURNS, quiet=quiet),
            **measure_memory(lab, browser, MEMORY_TURNS, quiet=quiet),
        }
    if load:
        load.append(round(os.getloadavg()[0], 1))
    return {**figures, "load_before_and_after": load, "bundle_gzip_bytes": bundle_gzip_bytes()}


def bundle_gzip_bytes() -> int:
    """What a notebook loads for a board, gzipped."""
    static = files("adaptoid_widget") / "static"
    loaded = [(static / name).read_bytes() for name in ("board.js", "board.css")]
    return sum(len(gzip.compress(each, 9, mtime=0)) for each in loaded)
