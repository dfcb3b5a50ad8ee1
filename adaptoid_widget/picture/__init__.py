"""A position as a picture (SVG), in words, and as a drawing in plain text."""

from __future__ import annotations

from .board import Last
from .drawing import THEMES, Picture
from .words import text_board, words

__all__ = ["THEMES", "Last", "Picture", "text_board", "words"]
