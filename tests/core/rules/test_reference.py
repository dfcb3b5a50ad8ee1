"""Checks the naive reference itself against the perft table of docs/reference/rules.md and the worked examples."""

from __future__ import annotations

import pytest

from tests import reference
from tests.portable.rules_cases import CREATION, NEXT, PERFT, REACH, STARVING
from tests.repetitions import repetitions

pytestmark = pytest.mark.slow

# The reference is slow and leaves out larger counts; test_perft.py counts all depths with the package.
MAX_NODES = repetitions(100_000, 1_000_000)


@pytest.mark.parametrize(("text", "counts"), PERFT)
def test_perft_gives_the_numbers_of_the_table(text: str, counts: tuple[int, ...]) -> None:
    state = reference.parse(text)
    near = tuple(count for count in counts if count <= MAX_NODES)
    assert tuple(reference.perft(state, depth) for depth in range(1, len(near) + 1)) == near


@pytest.mark.parametrize(("text", "cell", "free", "captures", "exchanges", "deaths"), REACH)
def test_the_reach_is_that_of_the_examples(
    text: str, cell: str, free: str, captures: str, exchanges: str, deaths: str
) -> None:
    reach = reference.reach(reference.parse(text), cell)
    assert [" ".join(sorted(cells)) for cells in reach] == [free, captures, exchanges, deaths]


@pytest.mark.parametrize(("text", "cells"), CREATION)
def test_new_adaptoids_grow_on_the_discs_of_the_examples(text: str, cells: str) -> None:
    grown = reference.growths(reference.parse(text))
    assert " ".join(sorted(growth[1:] for growth in grown if growth[0] == "+")) == cells


@pytest.mark.parametrize(("text", "cells"), STARVING)
def test_the_adaptoids_of_the_examples_starve(text: str, cells: str) -> None:
    assert " ".join(sorted(reference.starving(reference.parse(text)))) == cells


@pytest.mark.parametrize(("text", "turn", "after"), NEXT)
def test_a_turn_leads_to_the_position_of_the_example(text: str, turn: str, after: str) -> None:
    assert reference.show(reference.play(reference.parse(text), turn)) == after


@pytest.mark.parametrize("text", [row[0] for row in PERFT + NEXT])
def test_texts_round_trip(text: str) -> None:
    assert reference.show(reference.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["adaptoid w 0,0 W:D2 B:D2", "adaptoid@hex4 w 0,0 W:D2 B:D6", "adaptoid w 0,0 W:D2 B:d2PL"]
)
def test_an_invalid_text_is_refused(text: str) -> None:
    with pytest.raises(reference.BadText):
        reference.parse(text)


def test_lower_case_cells_are_read() -> None:
    text = "adaptoid@lattice:a1.a2.b2 w 0,0 W:a1LP B:b2"
    assert reference.show(reference.parse(text)) == "adaptoid@lattice:A1.A2.B2 w 0,0 W:A1LP B:B2"
    assert reference.parse_turn("e3xe5 +f6") == "E3xE5 +F6"
