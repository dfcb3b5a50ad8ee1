"""The perft table of docs/reference/rules.md, to its full depth."""

from __future__ import annotations

import pytest

import adaptoid_widget as aw
from tests import reference
from tests.portable.rules_cases import PERFT


@pytest.mark.parametrize(("text", "counts"), PERFT)
def test_perft_gives_the_numbers_of_the_table(text: str, counts: tuple[int, ...]) -> None:
    position = aw.Position.from_text(text)
    assert tuple(aw.perft(position, depth) for depth in range(1, len(counts) + 1)) == counts


def test_depth_zero_counts_the_empty_sequence() -> None:
    assert aw.perft(aw.Position.start(), 0) == 1


@pytest.mark.parametrize("depth", [1, 2])
def test_no_turn_follows_the_end(depth: int) -> None:
    assert aw.perft(aw.Position.from_text("adaptoid w 5,0 W:D2 B:D6"), depth) == 0
    assert aw.perft(aw.Position.from_text("adaptoid b 3,4 W:D5P B:-"), depth) == 0


@pytest.mark.parametrize(
    "text",
    [
        "adaptoid w+ 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7",
        "adapt3-fierce r+ 0,0,0 W:D2LP B:B4LP R:F6LP",
        "adaptoid@lattice:A1.A2 w 0,0 W:A1LLLLLL B:A2",
        "adaptoid+bare-exchange@hex2 b+ 4,4 W:A1L,B2LP B:A2P,B1L",
    ],
)
def test_perft_after_the_move_step(text: str) -> None:
    for depth in (1, 2):
        expected = reference.perft(reference.parse(text), depth)
        assert aw.perft(aw.Position.from_text(text), depth) == expected
