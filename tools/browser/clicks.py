"""Converts a turn to the clicks that play it."""

from __future__ import annotations

from typing import NamedTuple

from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn


class Click(NamedTuple):
    """One click on a board."""

    selector: str
    """What is clicked, as a CSS selector within the board."""
    calls_python: bool
    """Whether Python is asked, so that a new snapshot comes."""


def disc(cell: str) -> str:
    """Return the selector of a disc."""
    return f'[data-cell="{cell}"]'


def seat(color: str, level: int) -> list[Click]:
    """Return the clicks that have a level play a colour, or with 0 a person.

    >>> [click.selector for click in seat("B", 4)]
    ['[data-do="player-B"]', '[data-level="4"]']
    """
    return [
        Click(f'[data-do="player-{color}"]', calls_python=False),
        Click(f'[data-level="{level}"]', calls_python=True),
    ]


NEW_GAME = [
    Click('[data-do="new"]', calls_python=False),
    Click(".adaptoid-players [type=submit]", calls_python=True),
]
"""The clicks that begin a new game as the last one was."""


def clicks(position: Position, turn: Turn | str) -> list[Click]:
    """Return the clicks with which a person plays a turn or the rest of one.

    >>> [click.selector for click in clicks(Position.start(), "D2+L")]
    ['[data-cell="D2"]', '[data-grow="leg"]']
    """
    if isinstance(turn, str):
        turn = Turn.from_text(turn)
    sequence: list[Click] = []
    if turn.origin is not None and turn.target is not None and position.step == "move":
        sequence += [
            Click(disc(turn.origin), calls_python=False),
            Click(disc(turn.target), calls_python=True),
        ]
    if turn.growth == "new" and turn.at is not None:
        sequence.append(Click(disc(turn.at), calls_python=True))
    elif turn.growth is not None and turn.at is not None:
        sequence += [
            Click(disc(turn.at), calls_python=False),
            Click(f'[data-grow="{turn.growth}"]', calls_python=True),
        ]
    return sequence or [Click("[data-pass]", calls_python=True)]
