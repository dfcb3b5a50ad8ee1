"""`aw.save_picture`: writes a position or a game as SVG, PNG, GIF or WebP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.game.game import Game
from ..core.host.host import game_on, member
from ..storage.atomic import named
from .films import FILM_ENDINGS, film
from .position_picture import ENDINGS, picture

if TYPE_CHECKING:
    from ..core.rules.position import AnyPosition


def save_picture(
    what: AnyPosition,
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
    """Write a picture or a film to a .svg, .png, .gif or .webp file; return its path.

    `what` is a `Position`, its text, a `Game` or a `Board`. For a game or a board, .gif and .webp show the current line
    from start to end, each turn for `seconds` and the last one for `hold`; everything else shows the current position.
    `width` is in pixels. `dpi` is for paper: a .png file stores it, and it replaces the 96 dots an inch of a screen if
    there is no `width`. `background` is a colour; by default, .svg, .png and a still .webp are transparent. `font` is a
    font file for characters that Pillow's font lacks. `look` has further arguments of `picture`: marks, theme, lens,
    reach, flipped, coordinates, size, language and so on.

    Raises ValueError for another kind of file and for invalid arguments, GameError for a film of a game without turns
    and for an unfinished open start, OSError, ModuleNotFoundError if Pillow is missing, and what `picture` raises.

    >>> from tempfile import mkdtemp
    >>> save_picture("adaptoid w 0,0 W:D2 B:D6", Path(mkdtemp()) / "start.svg").name
    'start.svg'
    """
    target = named(path, "board.png", ENDINGS)
    game = game_on(what)
    if target.suffix.lower() in FILM_ENDINGS and isinstance(game, Game):
        if dpi is not None:
            raise ValueError("dpi is kept in .png files alone; for a film give a width")
        look.setdefault("language", member(what, "language", None))
        game_film = film(game, seconds=seconds, hold=hold, **look)
        return game_film.save(target, width=width, background=background, font=font)
    return picture(what, **look).save(target, width=width, dpi=dpi, background=background, font=font)
