"""How often tests repeat, in which languages, and which cases run only with `python3 dev.py test --all`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet

import adaptoid_widget as aw

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


TRANSLATIONS = tuple(tag for tag in aw.languages() if tag != "en")
"""The tags of all languages but English."""


def in_languages(*by_day: str, among: Iterable[str] = ()) -> list[str | ParameterSet]:
    """All languages, or those in `among`, as cases of a parametrized test. Those not in `by_day` run only nightly."""
    tags = among or aw.languages()
    return [*by_day, *nightly(*(tag for tag in tags if tag not in by_day))]
