"""Adds a command to a parser."""

from __future__ import annotations

from typing import Any


def add_command(commands: Any, name: str, summary: str, details: str = "", **settings: Any) -> Any:
    """Return the parser of a new command. The list of commands and the help of the command show `summary`.

    Only the help of the command shows `details`.
    """
    description = f"{summary[0].upper()}{summary[1:]}. {details}"
    return commands.add_parser(name, help=summary, description=description, **settings)
