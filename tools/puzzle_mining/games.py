"""Plays the games that puzzles come from: the computer against itself, reproducible by seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adaptoid_widget.arena.openings import opening
from adaptoid_widget.arena.players import mixed_seed, random_turn
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.engine.search import Searcher
from tools import compiled_players

QUICK, THOUGHTFUL = "quick", "thoughtful"
"""Games of levels 1 to 3, and games of players who look at some positions before each turn."""

STARTS = (
    "adaptoid@hex5 w 0,0 W:E3 B:E7",
    "adaptoid@hex3 w 0,0 W:C1 B:C5",
    "adapt3 w 0,0,0 W:D2 B:B4 R:F6",
)
# one game in ELSEWHERE begins with one of STARTS, not with the usual start
ELSEWHERE = 8
NODES = (40, 150, 400, 1000)
LEVELS = (1, 2, 3)
# the number of random turns in a hundred, so that games differ and somebody errs
BY_LOT = {QUICK: 10, THOUGHTFUL: 8}
LONGEST = {QUICK: 80, THOUGHTFUL: 60}


class GamePosition(NamedTuple):
    """A position of a game at the beginning of a turn."""

    kind: str
    number: int
    ply: int
    position: Position

    @property
    def game(self) -> str:
        """The description of the game and the turn."""
        return f"{self.kind} {self.number} after {self.ply}"


def positions(kind: str, number: int, seed: int, searcher: Searcher) -> Iterator[GamePosition]:
    """Yield the positions of one game from its opening on."""
    dice = random_play.advance(mixed_seed(seed, number, list(BY_LOT).index(kind)))
    start = None
    if number % ELSEWHERE == ELSEWHERE - 1:
        start = STARTS[number // ELSEWHERE % len(STARTS)]
    position = opening(dice, start)
    strengths: dict[str, int] = {}
    for color in position.colors:
        dice = random_play.advance(dice)
        choices = LEVELS if kind == QUICK else NODES
        strengths[color] = choices[random_play.below(dice, len(choices))]
    for ply in range(LONGEST[kind]):
        if position.winner is not None:
            return
        yield GamePosition(kind, number, ply, position)
        dice = random_play.advance(dice)
        by_lot = random_play.below(dice, 100) < BY_LOT[kind]
        dice = random_play.advance(dice)
        strength = strengths[position.turn]
        if by_lot:
            turn = random_turn(position, dice)[0]
        elif kind == QUICK:
            turn = compiled_players.choose(position, strength, random_play.below(dice, 1 << 20))
        else:
            result = searcher.search(position, nodes=strength, seed=random_play.below(dice, 1 << 20))
            turn = result.lines[0].turns[0]
        position = position.play(turn)
