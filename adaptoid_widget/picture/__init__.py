"""Pictures of positions as SVG, pixels, films, words and plain text."""

from __future__ import annotations

from .animation import Film, film
from .drawing import THEMES, Picture, breakable, picture
from .layers import Last
from .saving import save_picture
from .words import diagram, text_board, words

__all__ = [
    "THEMES",
    "Film",
    "Last",
    "Picture",
    "breakable",
    "diagram",
    "film",
    "picture",
    "save_picture",
    "text_board",
    "words",
]
