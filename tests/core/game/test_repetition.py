"""Compares the fast check for repetition (R14) with a search of the whole line for every position."""

from __future__ import annotations

import random

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.tree import Node
from tests.portable.rules_cases import NO_GROWTH


def times(game: aw.Game, node: Node) -> int:
    """How often the position of a node has come on the way to it, by comparing it with each of them."""
    found, there = 0, node
    while True:
        found += there.verdict is None and there.position == node.position
        if there.parent < 0:
            return found
        there = game.nodes[there.parent]


@pytest.mark.parametrize("start", [NO_GROWTH, "adaptoid w 0,0 W:D2LLL B:D6LLL"])
def test_every_node_knows_how_often_its_position_came(start: str) -> None:
    """In games that shuffle to and fro, branch, and grow now and then."""
    found: set[int] = set()
    for seed in range(12):
        dice = random.Random(seed)
        game = aw.Game(start)
        for _ in range(60):
            if game.result is not None or dice.random() < 0.2:
                game.goto(dice.randint(0, game.ply))
            if game.result is None:
                turns = list(game.position.turns())
                # the last adaptoid goes back to where it was, so that positions come again
                quiet = [turn for turn in turns if turn.growth is None and turn.origin == turns[-1].origin]
                known = {node.position for node in game.nodes}
                back = [turn for turn in quiet if game.position.play(turn) in known]
                game.play(dice.choice(back or quiet or turns))
        for node in game.nodes:
            assert node.times == times(game, node)
            found.add(node.times)
    assert 1 in found
    assert start != NO_GROWTH or 3 in found
