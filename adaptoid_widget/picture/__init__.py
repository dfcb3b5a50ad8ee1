"""Pictures of positions as SVG, pixels, films, words and plain text."""

from __future__ import annotations

from .films import Film, film
from .position_picture import THEMES, Picture, breakable, picture
from .saving import save_picture
from .words import diagram

__all__ = [
    "THEMES",
    "Film",
    "Picture",
    "breakable",
    "diagram",
    "film",
    "picture",
    "save_picture",
]
