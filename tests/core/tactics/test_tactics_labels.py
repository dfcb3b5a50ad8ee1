"""Compares the tactics finder with labels from a second program, which tries all turns (tests/tactics_labels)."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tests.reference import parse
from tests.tactics_labels import naive
from tests.tactics_labels.compare import Count, compare, rows
from tests.tactics_labels.make import NAMES, has

pytestmark = pytest.mark.slow

PRECISION, RECALL = 0.98, 0.95


@cache
def counts() -> dict[str, Count]:
    return compare(rows())


@pytest.mark.parametrize("name", NAMES)
def test_tactics_are_found_with_high_precision_and_recall(name: str) -> None:
    """A tactic counts as found only if colour, discs, victims and turns equal those of the label."""
    count = counts()[name]
    print(name, count.common, "precision", count.precision, "recall", count.recall)
    assert count.precision >= PRECISION, count.found_only[:5]
    assert count.recall >= RECALL, count.labelled_only[:5]


def test_the_labelled_positions_cover_all_tactics_and_variants() -> None:
    """Each tactic has positions with it and positions that nearly have it, in all variants."""
    labelled = rows()
    assert len(labelled) >= 200
    assert len({row["position"] for row in labelled}) == len(labelled)
    assert min(sum(has(row, name) for row in labelled) for name in NAMES) >= 20
    near = Counter(name for row in labelled for name in row["near"])
    assert min(near[name] for name in NAMES) >= 20
    heads = " ".join(str(row["position"]).partition(" ")[0] for row in labelled)
    for head in (
        "adapt3",
        "adapt3-fierce",
        "bare-exchange",
        "weaker-dies",
        "@hex3",
        "@hex5",
        "@lattice",
        "@discs",
    ):
        assert head in heads


def test_the_labels_are_current() -> None:
    """Labels a part of the positions again. `python -m tests.tactics_labels.make` writes the whole file."""
    labelled = [row for row in rows() if len(parse(row["position"]).men) < 9][::3]
    assert len(labelled) > 20
    for row in labelled:
        state = parse(row["position"])
        anew = naive.label(state)
        assert {key: row[key] for key in anew} == anew
        if "1" in row["siege"] and len(state.lost) == 2:
            assert naive.siege(state, 1, naive.Trials(10**6)) == row["siege"]["1"]
