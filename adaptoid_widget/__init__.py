"""Adaptoid in a notebook: a board to click, rules to script, positions to share."""

from .core.errors import GameError, IllegalTurn, LayoutError, TextError
from .core.layout import Layout
from .core.position import Effect, Gone, Piece, Position, Reach, Supply, Turn, perft
from .core.reasons import Reason
