"""What the commands share: the way to add a command to the parser, and the argument POSITION."""

from __future__ import annotations

from typing import Any

from ..core.rules.position import Position
from ..export.inputs import position_from_argument

POSITION_HELP = (
    "a position text, a board such as butterfly, a file with a position or games (the end of the first), "
    "or - to read one of these from standard input"
)
SHARED_HELP = (
    "a lesson such as fork, a lesson file, a board such as butterfly, a file with a game record or a position, "
    "a position text, or - to read one of these from standard input"
)


def add_command(commands: Any, name: str, summary: str, details: str = "", **settings: Any) -> Any:
    """Return the parser of a new command. The list of commands and the help of the command show `summary`.

    Only the help of the command shows `details`.
    """
    description = f"{summary[0].upper()}{summary[1:]}. {details}"
    return commands.add_parser(name, help=summary, description=description, **settings)


def read_position(argument: str) -> Position:
    """The position of an argument; "-" reads a text from standard input. Raises GameError and TextError."""
    return position_from_argument(argument)
