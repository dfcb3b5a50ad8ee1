"""The rules R1 to R20 a second time: slow, literal, on names of discs. Shares no code with the package."""

from .board import Board, hexagon
from .rules import (
    Man,
    State,
    Turns,
    after_move,
    choices,
    enemies,
    finish,
    growths,
    liberties,
    perft,
    play,
    reach,
    starving,
    supply,
    turns,
    winner,
)
from .text import BadText, parse, parse_turn, show

__all__ = [
    "BadText",
    "Board",
    "Man",
    "State",
    "Turns",
    "after_move",
    "choices",
    "enemies",
    "finish",
    "growths",
    "hexagon",
    "liberties",
    "parse",
    "parse_turn",
    "perft",
    "play",
    "reach",
    "show",
    "starving",
    "supply",
    "turns",
    "winner",
]
