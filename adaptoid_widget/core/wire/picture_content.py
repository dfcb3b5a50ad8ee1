"""What a picture of a position shows, and the same in words: for pictures of the notebook, and of a page."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Union

from ..game.game import Game
from ..game.marks import Marks
from ..host.host import brief, game_on, member, type_name
from ..i18n.catalog import Wording, wording_of
from ..rules.errors import GameError, check_flags, plain_value
from ..rules.position import Position
from . import snapshot as snapshot_parts
from .picture_words import food_of, marks_of, reach_of, sides_of, status_of, text_board

THEMES = ("light", "dark", "print", "auto")


class PictureContent:
    """A base class of pictures, which have the attributes of `aw.picture`."""

    position: Position
    marks: Marks
    lens: bool
    reach: str
    starving: bool
    status: str
    theme: str
    size: float
    flipped: bool
    coordinates: Union[bool, str]
    wording: Wording

    def check_content(self) -> None:
        """Raise ValueError for an invalid theme or size, LayoutError for marks on another board, or GameError."""
        if self.theme not in THEMES:
            raise ValueError("theme is one of %s, not %r" % (", ".join(THEMES), self.theme))
        check_flags(lens=self.lens, starving=self.starving, flipped=self.flipped)
        if self.coordinates != "margin" and not isinstance(plain_value(self.coordinates), bool):
            raise GameError('coordinates is True or False, or "margin", not %s' % brief(self.coordinates))
        size: Any = plain_value(self.size)
        if isinstance(size, bool) or not isinstance(size, (int, float)) or not 0 < size < 100_000:
            raise ValueError("size is a number of pixels from 1 to 99999, not %r" % size)
        self.marks.check(self.position.layout)
        if self.reach:
            self.position.supply(self.reach)

    def __repr__(self) -> str:
        return "<Picture of %s>" % self.position

    @property
    def said(self) -> str:
        """The state of the game, as a sentence."""
        return self.status or status_of(self.position, self.wording)

    @property
    def words(self) -> str:
        """Everything that the picture shows, in words."""
        return self.wording.sentences["list.sentence"].join([self.said, self._about])

    @property
    def _about(self) -> str:
        parts = [sides_of(self.position, self.wording)] + self._notes
        return self.wording.sentences["list.sentence"].join(parts)

    @property
    def _notes(self) -> List[str]:
        """What the food, the reach and the marks show, as sentences."""
        food = [food_of(self.position, self.wording)] if self.lens else []
        reach = reach_of(self.position, self.reach, self.wording) if self.reach else []
        return food + reach + marks_of(self.marks, self.wording)

    @property
    def text(self) -> str:
        """The position as a drawing in plain text."""
        return text_board(self.position, self.said, self._notes, self.wording, self.starving)


def content_of(
    what: Any, marks: Union[Marks, str, None], last: bool, language: Optional[str]
) -> Dict[str, Any]:
    """What a picture shows of a Position, its text, a Game or a Board, by attribute. Raises as `aw.picture`."""
    wording = wording_of(member(what, "language", "en") if language is None else language)
    game = drawn_game(what)
    check_flags(last=last)
    agreed_or_resigned = game.result != game.position.winner
    return {
        "position": game.position,
        "last": snapshot_parts.last_part(game) if last else None,
        "marks": Marks.of(game.marks if marks is None else marks),
        "status": snapshot_parts.status(game, wording) if agreed_or_resigned else "",
        "wording": wording,
    }


def drawn_game(what: Any) -> Game:
    """The game of a board, or one with the position given. Raises TextError, GameError or TypeError."""
    game = game_on(what)
    if isinstance(game, (Position, str)):
        game = Game(Position.of(game))
    if not isinstance(game, Game):
        raise TypeError("a picture shows a Position, its text, a Game or a Board, not %s" % type_name(what))
    if not game.started:
        raise GameError("the open start is not finished yet, so there is no position to draw")
    return game
