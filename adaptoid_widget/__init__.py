"""Adaptoid in a notebook: a board to click, rules to script, positions to share."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._version import __version__
from .attributes import nearest
from .core.game.game import Game
from .core.game.marks import Marks
from .core.game.tree import Dropped
from .core.host.host import Host, nearest_clause, set_host
from .core.i18n.catalog import ENGLISH, LanguageError
from .core.rules.errors import GameError, IllegalTurn, LayoutError, TextError
from .core.rules.layout import Layout
from .core.rules.legality import Reason
from .core.rules.perft import perft
from .core.rules.piece import Piece
from .core.rules.position import Effect, Position
from .core.rules.turn import Gone, LegalTurns, Reach, Supply, Turn
from .core.tactics import finder as tactics
from .core.wire.snapshot import status
from .export.inputs import hint_about
from .export.share import share
from .export.worksheet import Sheet, sheet
from .layouts import layouts
from .locales import languages

# imported first: a later import of the subpackage `picture` would replace the function of that name
from .picture import Film, Picture, diagram, film, picture, save_picture
from .picture.layout_picture import layout_picture
from .reports.class_results import results
from .source_hashes import check_unpacked
from .storage.atomic import FileInUse
from .storage.game_link import game_link
from .storage.records import read_game, read_games, save_record, write_games
from .threads import deferred_interrupt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .arena.elo import Sprt
    from .arena.match import play_match
    from .arena.match_result import MatchResult
    from .arena.openings import openings
    from .arena.player_api import PlayerError
    from .arena.players import Player
    from .arena.programs.subprocess_player import Program
    from .arena.specs import as_player
    from .core.rules.turn import Referee
    from .engine.analysis import Analysis, analyse, deepen
    from .engine.annotate import annotate
    from .engine.backends.backend import engine_info
    from .lessons.authoring import Step
    from .lessons.entries import LessonError
    from .widget.board import Board
    from .widget.home import Home, home
    from .widget.lesson import Lesson
    from .widget.puzzles import Puzzles
    from .widget.review_lesson import review

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
    "Home",
    "IllegalTurn",
    "LanguageError",
    "Layout",
    "LayoutError",
    "LegalTurns",
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
    "engine_info",
    "film",
    "home",
    "languages",
    "layouts",
    "openings",
    "perft",
    "picture",
    "play_match",
    "read_game",
    "read_games",
    "results",
    "review",
    "save_picture",
    "share",
    "sheet",
    "tactics",
    "write_games",
]

# modules that import large libraries are imported when one of these names is first used
_LAZY = {
    "Analysis": "engine.analysis",
    "Board": "widget.board",
    "Home": "widget.home",
    "Lesson": "widget.lesson",
    "LessonError": "lessons.entries",
    "MatchResult": "arena.match_result",
    "Player": "arena.players",
    "PlayerError": "arena.player_api",
    "Program": "arena.programs.subprocess_player",
    "Puzzles": "widget.puzzles",
    "Sprt": "arena.elo",
    "Step": "lessons.authoring",
    "analyse": "engine.analysis",
    "annotate": "engine.annotate",
    "as_player": "arena.specs",
    "deepen": "engine.analysis",
    "engine_info": "engine.backends.backend",
    "home": "widget.home",
    "openings": "arena.openings",
    "play_match": "arena.match",
    "review": "widget.review_lesson",
}


class _Notebook(Host):
    """Pictures, warnings, files, links and random numbers for `core`, which may not import these."""

    guard = deferred_interrupt()

    def mime_bundle(self, value: object) -> dict[str, str]:
        """A picture; a sentence for an unfinished open start."""
        if isinstance(value, Layout):
            return layout_picture(value).bundle
        if isinstance(value, Game) and not value.started:
            return {"text/plain": status(value, ENGLISH)}
        bundle = picture(value).bundle
        return {**bundle, "text/plain": diagram(value)} if isinstance(value, Position) else bundle

    def diagram(self, position: Any) -> str:
        return diagram(position)

    def report_repair(self, text: str) -> None:
        """Warn the first caller outside of this package."""
        from inspect import currentframe
        from warnings import warn

        here, level, frame = str(Path(__file__).parent), 1, currentframe()
        while frame is not None and frame.f_code.co_filename.startswith(here):
            level, frame = level + 1, frame.f_back
        warn(text, stacklevel=level)

    def hint_about(self, text: str) -> str:
        return hint_about(text)

    def nearest(self, word: str, words: Iterable[str]) -> str:
        return nearest(word, words)

    def random_seed(self) -> int:
        from secrets import randbelow

        return randbelow(2**31)

    def deep_copy(self, value: Any) -> Any:
        return deepcopy(value)

    def save(self, record: str, path: Any, replace: bool) -> Path:
        return save_record(record, path, replace)

    def link(self, record: str, row: int | None, address: str) -> str:
        return game_link(record, row, address)

    def referee(self) -> Referee:
        from .engine.backends.backend import rules_module

        compiled: Referee = rules_module().outcomes
        return compiled


set_host(_Notebook())


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        from importlib import import_module

        check_unpacked()
        return getattr(import_module("." + _LAZY[name], __name__), name)
    hint = "" if name.startswith("_") else nearest_clause(name, __all__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
