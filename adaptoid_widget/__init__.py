"""Adaptoid in a notebook: a board to click, rules to script, positions to share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import files
from ._version import __version__
from .core.game import headers
from .core.game import state as course
from .core.game.annotations import Marks
from .core.game.game import Game
from .core.game.state import Dropped
from .core.i18n.catalog import ENGLISH, LanguageError
from .core.rules.errors import GameError, IllegalTurn, LayoutError, TextError
from .core.rules.layout import Layout
from .core.rules.legality import Reason
from .core.rules.piece import Piece
from .core.rules.position import Effect, Position, perft
from .core.rules.turn import Gone, Reach, Supply, Turn
from .core.session.snapshot import status
from .core.tactics import finder as tactics
from .files import read_games, write_games
from .layouts import layouts
from .locales import languages

# at once, not when asked for: importing a module of that name later would put the module in the function's place
from .picture import Film, Picture, film, picture, save_picture
from .picture.empty import layout_picture
from .results import results
from .share import share
from .sheet import Sheet, sheet
from .threads import deferred_interrupt
from .whole import FileInUse

if TYPE_CHECKING:
    from .core.rules.apply_turns import Referee
    from .engine.analysis import Analysis, analyse, deepen
    from .engine.annotate import annotate
    from .engine.answers import PlayerError
    from .engine.matches import play_match
    from .engine.openings import openings
    from .engine.players import Player, as_player
    from .engine.programs import Program
    from .engine.ratings import Sprt
    from .engine.results import MatchResult
    from .lesson import Lesson
    from .lessons.authoring import Step
    from .lessons.problems import LessonError
    from .puzzles.trainer import Puzzles
    from .widget import Board

__all__ = [
    "Analysis",
    "Board",
    "Dropped",
    "Effect",
    "FileInUse",
    "Film",
    "Game",
    "GameError",
    "Gone",
    "IllegalTurn",
    "LanguageError",
    "Layout",
    "LayoutError",
    "Lesson",
    "LessonError",
    "Marks",
    "MatchResult",
    "Picture",
    "Piece",
    "Player",
    "PlayerError",
    "Position",
    "Program",
    "Puzzles",
    "Reach",
    "Reason",
    "Sheet",
    "Sprt",
    "Step",
    "Supply",
    "TextError",
    "Turn",
    "__version__",
    "analyse",
    "annotate",
    "as_player",
    "deepen",
    "film",
    "languages",
    "layouts",
    "openings",
    "perft",
    "picture",
    "play_match",
    "read_games",
    "results",
    "save_picture",
    "share",
    "sheet",
    "tactics",
    "write_games",
]

# what brings other libraries along is imported when it is asked for, so that scripting the rules stays light
_LATER = {
    "Analysis": "engine.analysis",
    "Board": "widget",
    "Lesson": "lesson",
    "LessonError": "lessons.problems",
    "MatchResult": "engine.results",
    "Player": "engine.players",
    "PlayerError": "engine.answers",
    "Program": "engine.programs",
    "Puzzles": "puzzles.trainer",
    "Sprt": "engine.ratings",
    "Step": "lessons.authoring",
    "analyse": "engine.analysis",
    "annotate": "engine.annotate",
    "as_player": "engine.players",
    "deepen": "engine.analysis",
    "openings": "engine.openings",
    "play_match": "engine.matches",
}


def _picture(self: Position | Game, **_: object) -> dict[str, str]:
    """What a notebook shows of a position, or of where a game stands: a picture, and words where there is none."""
    if isinstance(self, Game) and not self.started:
        return {"text/plain": status(self, ENGLISH)}
    return picture(self).bundle


# core draws nothing, so the face lends it the picture
Position._repr_mimebundle_ = Game._repr_mimebundle_ = _picture  # type: ignore[attr-defined]


def _discs(self: Layout, **_: object) -> dict[str, str]:
    """What a notebook shows of a layout: its discs."""
    return layout_picture(self).bundle


Layout._repr_mimebundle_ = _discs  # type: ignore[attr-defined]


def _compiled_referee() -> Referee:
    from .engine.compiled import outcomes

    return outcomes


def _fresh_seed() -> int:
    from secrets import randbelow

    return randbelow(2**31)


headers.fresh_seed = _fresh_seed

# core knows no signals: with this Jupyter's Stop finds a turn of a game played as a whole or not at all
course.default_guard = deferred_interrupt()

# files knows no engine, so the face lends it one
files.compiled_referee = _compiled_referee


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module("." + _LATER[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
