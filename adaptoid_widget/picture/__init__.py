"""A position as a picture (SVG, pixels, a game as a film), in words, and as a drawing in plain text."""

from __future__ import annotations

from .board import Last
from .drawing import THEMES, Picture, breakable
from .moving import Film, film
from .saving import save_picture
from .shown import picture
from .words import text_board, words

__all__ = [
    "THEMES",
    "Film",
    "Last",
    "Picture",
    "breakable",
    "film",
    "picture",
    "save_picture",
    "text_board",
    "words",
]
