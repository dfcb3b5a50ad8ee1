"""How often tests repeat, and which cases run only with `python3 dev.py test --all`."""

from __future__ import annotations

import os
from typing import Any

import pytest
from _pytest.mark import ParameterSet

EVERYTHING = bool(os.environ.get("ADAPTOID_TEST_ALL"))
"""Whether this is `python3 dev.py test --all`."""


def repetitions(usual: int, full: int) -> int:
    """`full` with `--all`, else `usual`."""
    return full if EVERYTHING else usual


def nightly(*cases: Any) -> list[ParameterSet]:
    """Cases of a parametrized test that run only nightly, such as one more width or language."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.nightly)
        for case in cases
    ]
