"""What a picture is asked of: a position, its text, or where a game or a board stands."""

from __future__ import annotations

from typing import Any

from ..core.game.annotations import Marks
from ..core.game.game import Game
from ..core.i18n.catalog import wording_of
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.session.snapshot import last_part, status
from .drawing import Picture


def picture(
    what: Any,
    *,
    marks: Marks | str | None = None,
    lens: bool = False,
    reach: str = "",
    last: bool = True,
    starving: bool = True,
    theme: str = "light",
    size: float = 480,
    flipped: bool = False,
    coordinates: bool = True,
    language: str | None = None,
) -> Picture:
    """A picture of a `Position`, its text, or of where a `Game` or a `Board` stands; a notebook shows it.

    `marks` are those of the game's current turn unless others are given ("" for none); `lens` puts on every adaptoid
    its free discs less its limbs; `reach` shows where a colour ("W", "B" or "R") could go and whom it could attack;
    `last` marks a game's last turn, `starving` who would starve if the turn ended now.
    `theme` is "light", "dark", "print" (greys) or "auto" (as the reader's system has it), `size` the longer side in
    pixels; its words are in `language`, by default the board's or English. The parts of a picture: `svg`, `html`,
    `words` and `text`; `save` writes a file.

    Raises TextError for a text that is none, LayoutError for marks on another board, GameError for an open start under
    way or the reach of a colour that does not play, LanguageError, TypeError for what is no position, and ValueError
    for a theme or size that is none.

    >>> shown = picture("adaptoid w 0,0 W:D2 B:D6", marks="arrow(D2,D3)", lens=True)
    >>> print(shown.words)
    White: nobody can move yet, so grow. White has D2 bare; 0 of 5 lost. Black has D6 bare; 0 of 5 lost.
    Food to spare: D2 6, D6 6. Marked: green arrow from D2 to D3.
    """
    wording = wording_of(getattr(what, "language", "en") if language is None else language)
    game = game_of(what)
    settled = game.result != game.position.winner
    return Picture(
        game.position,
        last=last_part(game) if last else None,
        marks=Marks.of(game.marks if marks is None else marks),
        lens=lens,
        reach=reach,
        starving=starving,
        status=status(game, wording) if settled else "",
        theme=theme,
        size=size,
        flipped=flipped,
        coordinates=coordinates,
        wording=wording,
    )


def game_of(what: Any) -> Game:
    """The game of whatever has a position now. Raises TextError, GameError or TypeError."""
    # a board shows its game; this room knows no boards
    game = getattr(what, "game", what)
    if isinstance(game, (Position, str)):
        game = Game(Position.from_text(game) if isinstance(game, str) else game)
    if not isinstance(game, Game):
        raise TypeError(f"a picture shows a Position, its text, a Game or a Board, not {type(what).__name__}")
    if not game.started:
        raise GameError("the open start is not laid out yet, so there is no position to draw")
    return game
