"""The argument POSITION of several commands."""

from __future__ import annotations

import sys

from ..core.rules.position import Position
from ..export.inputs import position_from_argument

HELP = "a position text, a file with a position or games (the end of the first), or - to read a text"


def read_position(argument: str) -> Position:
    """The position of an argument; "-" reads its text from standard input. Raises GameError and TextError."""
    return Position.of(sys.stdin.read().rstrip("\n")) if argument == "-" else position_from_argument(argument)
