"""Openings of matches: positions after a few random turns in which nobody lost an adaptoid."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.rules import random_play
from ..core.rules.errors import GameError, whole_number
from ..core.rules.position import Position
from ..core.search.player_settings import MAX_SEED
from .players import mixed_seed, random_turn

MIN_TURNS, MAX_TURNS = 2, 6
"""The number of random turns with two colours; half as many again with three."""
MAX_TRIES = 1000


def opening(seed: int, start: Position | str | None = None) -> Position:
    """Return a position 2 to 6 random turns (3 to 9 with three colours) after a start, by default the standard one.

    The game goes on, and nobody lost an adaptoid in these turns. Raises GameError if no such position is found.

    >>> str(opening(1)) == str(opening(1)), opening(1) == opening(2)
    (True, False)
    """
    first = Position.start() if start is None else Position.of(start)
    sides = len(first.colors)
    for attempt in range(MAX_TRIES):
        random_state = random_play.advance(mixed_seed(seed, attempt))
        extra = random_play.below(random_state, (MAX_TURNS - MIN_TURNS) * sides // 2 + 1)
        position = first
        for _ in range(MIN_TURNS * sides // 2 + extra):
            if position.winner is not None:
                break
            turn, random_state = random_turn(position, random_state)
            position = position.play(turn)
        if position.winner is None and position.lost == first.lost:
            return position
    raise GameError(
        f"no opening was found from {first}: in each of {MAX_TRIES} tries, somebody lost an adaptoid or the game ended"
    )


def openings(number: int, seed: int = 0, start: Position | str | None = None) -> Iterator[Position]:
    """Yield a `number` of positions that `opening` makes, the same ones for the same `seed`.

    Each is 2 to 6 random turns (3 to 9 with three colours) after `start`, by default the standard start. In these
    turns nobody loses an adaptoid. Raises GameError if no such position is found, TextError for a wrong text,
    ValueError for wrong numbers.

    >>> len(set(openings(100))) > 90
    True
    """
    number = whole_number(number, "number", 0)
    seed = whole_number(seed, "seed", 0, MAX_SEED)
    for n in range(number):
        yield opening(mixed_seed(seed, n), start)
