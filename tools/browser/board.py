"""Measures clicks, a replay, single turns, memory and the size of the front end in a JupyterLab of its own.

    python -m tools.browser.board

Prints one JSON object; takes some minutes. It needs Playwright and a Chromium, which `python3 dev.py test` installs.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

from tools import argument_parser
from tools.browser.frames import measure_animations, measure_replay
from tools.browser.jupyter import Lab, chromium, load_average
from tools.browser.latency import measure_clicks
from tools.browser.memory import measure_memory

CLICKS = 200
REPLAY_TURNS = 100
ANIMATED_TURNS = 60
MEMORY_TURNS = 2000


def measure(*, quiet: bool = False) -> dict[str, Any]:
    """Measure all figures one after the other in one Chromium, with the load of the machine."""
    load_before = load_average()
    with tempfile.TemporaryDirectory() as folder, Lab(Path(folder)) as lab, chromium() as browser:
        figures = {
            "chromium": browser.version,
            **measure_clicks(lab, browser, CLICKS, quiet=quiet),
            **measure_replay(lab, browser, REPLAY_TURNS, quiet=quiet),
            **measure_animations(lab, browser, ANIMATED_TURNS),
            **measure_memory(lab, browser, MEMORY_TURNS, quiet=quiet),
        }
    load = load_before + load_average()
    return {**figures, "load_before_and_after": load, "bundle_gzip_bytes": bundle_gzip_bytes()}


def bundle_gzip_bytes() -> int:
    """Return the gzipped size of what a notebook loads for a board."""
    static = files("adaptoid_widget") / "static"
    loaded = [(static / name).read_bytes() for name in ("board.js", "board.css")]
    return sum(len(gzip.compress(file, 9, mtime=0)) for file in loaded)


if __name__ == "__main__":
    argument_parser(__doc__).parse_args()
    print(json.dumps(measure(quiet=not sys.stderr.isatty()), indent=2))
