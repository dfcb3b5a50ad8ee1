"""Pictures of positions as SVG, pixels, films, words and plain text."""

from __future__ import annotations

from ..core.wire.picture_content import THEMES
from ..core.wire.picture_words import diagram
from .films import Film, film
from .position_picture import Picture, breakable, picture
from .saving import save_picture

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
