"""Reproducible games for measurements and tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from adaptoid_widget import Game, Layout, Position, Turn
from adaptoid_widget.bench import SEED

BIG = "adapt3@hex5 w 0,0,0 W:E3 B:C5 R:G7"


def random_game(seed: int, start: str | None = None) -> Game:
    """Play a game of random turns to its end."""
    dice = random.Random(seed)
    game = Game(start)
    while game.result is None:
        game.play(dice.choice(game.position.turns()))
    return game


def big_game(turns: int) -> Game:
    """Return a game with a number of turns of three players on the largest hexagon."""
    for seed in range(SEED, SEED + 1000):
        game = random_game(seed, BIG)
        if game.length > turns:
            break
    else:
        raise ValueError(f"no game of {turns} turns was found")
    beginning = Game(BIG)
    for turn in game.turns[:turns]:
        beginning.play(turn)
    return beginning


def crowd() -> Position:
    """Return a position of two crowds on the largest hexagon that cannot grow, so a game can last for ever."""
    cells = Layout.hexagon(5).cells
    white, black = (",".join(cell + "LP" for cell in discs) for discs in (cells[:24:2], cells[-24::2]))
    return Position.from_text(f"adaptoid@hex5 w 0,0 W:{white} B:{black}")


def peaceful_turns(start: Position) -> Iterator[tuple[Position, Turn]]:
    """Yield endless turns with their positions in which nobody is captured and nobody starves."""
    dice = random.Random(SEED)
    position = start
    while True:
        turns = list(position.turns())
        dice.shuffle(turns)
        for turn in turns:
            effect = position.effect(turn)
            if not effect.gone and min(effect.position.food().values()) >= 0:
                break
        else:
            raise ValueError(f"no peaceful turn in {position}")
        yield position, turn
        position = effect.position


def short_games() -> Iterator[tuple[Position, Turn] | None]:
    """Yield the turns of endless random games with their positions, and None after each game."""
    dice = random.Random(SEED)
    while True:
        position = Position.start()
        while position.winner is None:
            turn = dice.choice(position.turns())
            yield position, turn
            position = position.play(turn)
        yield None
