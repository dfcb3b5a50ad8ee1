"""The finder against positions that a second program labelled, which tries everything out (tests/tactics_labels)."""

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
def test_precision_and_recall(name: str) -> None:
    """The two agree on colour, discs, victims and turns, not just on whether there is one."""
    count = counts()[name]
    print(name, count.both, "precision", count.precision, "recall", count.recall)
    assert count.precision >= PRECISION, count.found_only[:5]
    assert count.recall >= RECALL, count.labelled_only[:5]


def test_there_are_positions_enough() -> None:
    """Each tactic has positions with it and positions that nearly have it, in all variants."""
    given = rows()
    assert len(given) >= 200
    assert len({row["position"] for row in given}) == len(given)
    assert min(sum(has(row, name) for row in given) for name in NAMES) >= 20
    near = Counter(name for row in given for name in row["near"])
    assert min(near[name] for name in NAMES) >= 20
    heads = " ".join(str(row["position"]).partition(" ")[0] for row in given)
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


def test_the_labels_are_what_the_second_program_says() -> None:
    """A part of the file, labelled anew; `python -m tests.tactics_labels.make` makes it all."""
    given = [row for row in rows() if len(parse(row["position"]).men) < 9][::3]
    assert len(given) > 20
    for row in given:
        state = parse(row["position"])
        anew = naive.label(state)
        assert {key: row[key] for key in anew} == anew
        if "1" in row["siege"] and len(state.lost) == 2:
            assert naive.siege(state, 1, naive.Trials(10**6)) == row["siege"]["1"]
