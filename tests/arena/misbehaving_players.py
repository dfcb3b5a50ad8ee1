"""Players for tests: some play correctly, the others each misbehave in one way. Other processes import them by name."""

from __future__ import annotations

import os
import random
import sys
import time
from typing import Any, NoReturn

from adaptoid_widget import Position, Turn


def first(position: Position) -> str:
    """Play the first legal turn."""
    return str(next(position.turns()))


def last(position: Position) -> Turn:
    """Play the last legal turn."""
    return list(position.turns())[-1]


class Always:
    """Gives the same answer to every position."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def __call__(self, _: Position) -> Any:
        return self.answer


class Shy:
    """Raises an error in `repr`."""

    def __repr__(self) -> str:
        raise ValueError


class Drawn:
    """Plays at random, so that its turns depend on the games that it has played."""

    def __init__(self, seed: int = 0) -> None:
        self.dice = random.Random(seed)

    def __call__(self, position: Position) -> Turn:
        return self.dice.choice(list(position.turns()))


def raises(position: Position) -> NoReturn:
    raise RuntimeError("lost my\nmarbles")


def leaves(position: Position) -> NoReturn:
    sys.exit(3)


class Leaver:
    """A player of a class of its own."""

    name = "leaver"

    def choose(self, position: Position, stop: object = None) -> NoReturn:  # noqa: ARG002
        sys.exit(3)


class Ending(BaseException):
    """What a library raises to end a program."""


def ends(position: Position) -> NoReturn:
    raise Ending("enough")


def hangs(position: Position) -> None:
    time.sleep(600)


def dies(position: Position) -> None:
    print("so long", file=sys.stderr, flush=True)
    os._exit(7)


def nonsense(position: Position) -> Any:
    return 42


def babbles(position: Position) -> str:
    return "E4 e5"


def illegal(position: Position) -> str:
    return "+A1" if position.turn == "W" else "A1-A2 +A1"


def prints(position: Position) -> str:
    """Writes to standard output and reads standard input, both of which the protocol uses."""
    print("thinking", flush=True)
    os.write(1, b'{"turn": "-"}\n')
    assert sys.stdin.read() == ""
    return first(position)


def late_in_the_game(position: Position) -> str:
    """Play legal turns until eight adaptoids are on the board."""
    return "never" if len(position.pieces) >= 8 else first(position)


class Unstartable:
    """Can be pickled, but raises an error when it is unpickled."""

    def __call__(self, position: Position) -> str:
        return first(position)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _fail, ()


def _fail() -> NoReturn:
    raise OSError("no model here")
