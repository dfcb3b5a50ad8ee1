"""One call for every kind of file: a position or a game as SVG, PNG, GIF or WebP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ..core.game.game import Game
from .drawing import ENDINGS, named_one
from .moving import film
from .shown import picture

# what moves, where it is given a game
_MOVING = (".gif", ".webp")


def save_picture(
    what: Any,
    path: str | os.PathLike[str],
    *,
    width: int | None = None,
    dpi: float | None = None,
    seconds: float = 1.0,
    hold: float = 3.0,
    background: str | None = None,
    font: str | os.PathLike[str] | None = None,
    **look: Any,
) -> Path:
    """Write a picture to a file of the kind that its name ends in: .svg, .png, .gif or .webp; return its path.

    `what` is a `Position`, its text, a `Game` or a `Board`. Of a game or a board, .gif and .webp show the current line
    from its start to its end, a turn for `seconds` and the last one for `hold`; all else shows where it stands.
    `width` is in pixels. `dpi` is for paper: a .png file says so, and without a width it has so many dots where a
    screen has 96. `background` is a colour; without one nothing is behind the board in .svg, .png and a .webp that
    stands still. `font` is a font file for signs that Pillow's own lacks. `look` is whatever `picture` takes: marks,
    theme, lens, reach, flipped, coordinates, size, language and so on.

    Raises ValueError for another kind of file and for numbers or colours that are none, GameError for a game that has
    no turns to show and for an open start under way, OSError, ModuleNotFoundError where Pillow is missing, and what
    `picture` raises.
    """
    target = named_one(path, ENDINGS, "board.png")
    # a board shows its game; this room knows no boards
    if target.suffix.lower() in _MOVING and isinstance(getattr(what, "game", what), Game):
        if dpi is not None:
            raise ValueError("dpi is kept in .png files alone; for a film give a width")
        moving = film(what, seconds=seconds, hold=hold, **look)
        return moving.save(target, width=width, background=background, font=font)
    return picture(what, **look).save(target, width=width, dpi=dpi, background=background, font=font)
