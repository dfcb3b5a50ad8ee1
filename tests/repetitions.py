"""How often a random test repeats: enough to find most defects in the test command, far more in a nightly run."""

from __future__ import annotations

import os

EVERYTHING = bool(os.environ.get("ADAPTOID_TEST_ALL"))
"""Whether this is `python3 dev.py test --all`."""


def repetitions(usual: int, nightly: int) -> int:
    """The number that applies to this run."""
    return nightly if EVERYTHING else usual
