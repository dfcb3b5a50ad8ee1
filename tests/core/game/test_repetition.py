"""Compares the fast check for repetition (R14) with a search of the whole line of each position."""

from __future__ import annotations

import random

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.tree import Node
from tests.portable.rules_cases import NO_GROWTH


def count_occurrences(game: aw.Game, node: Node) -> int:
    """Count how often the position of a node occurs on the line to it by comparing all positions."""
    count, earlier = 0, node
    while True:
        count += earlier.verdict is None and earlier.position == node.position
        if earlier.parent < 0:
            return count
        earlier = game.nodes[earlier.parent]


@pytest.mark.parametrize("start", [NO_GROWTH, "adaptoid w 0,0 W:D2LLL B:D6LLL"])
def test_times_is_right_in_random_games(start: str) -> None:
    """The games repeat positions, have variations, and sometimes grow."""
    counts: set[int] = set()
    for seed in range(12):
        dice = random.Random(seed)
        game = aw.Game(start)
        for _ in range(60):
            if game.result is not None or dice.random() < 0.2:
                game.goto(dice.randint(0, game.ply))
            if game.result is None:
                turns = list(game.position.turns())
                # prefer to move the last adaptoid back, so that positions repeat
                quiet = [turn for turn in turns if turn.growth is None and turn.origin == turns[-1].origin]
                known = {node.position for node in game.nodes}
                back = [turn for turn in quiet if game.position.play(turn) in known]
                game.play(dice.choice(back or quiet or turns))
        for node in game.nodes:
            assert node.times == count_occurrences(game, node)
            counts.add(node.times)
    assert 1 in counts
    assert start != NO_GROWTH or 3 in counts
