"""Adaptoid in a notebook: a board to click, rules to script, positions to share."""

from __future__ import annotations

import typing as _typing

from ._version import __version__
from .core.game.game import Game
from .core.game.marks import Marks
from .core.game.tree import Dropped
from .core.host.host import set_host as _set_host
from .core.host.host import similar_clause as _similar_clause
from .core.i18n.catalog import LanguageError
from .core.rules.errors import GameError, IllegalTurn, LayoutError, TextError
from .core.rules.layout import Layout
from .core.rules.legality import Reason
from .core.rules.perft import perft
from .core.rules.piece import Piece
from .core.rules.position import Effect, Position
from .core.rules.turn import Gone, LegalTurns, Reach, Supply, Turn
from .core.tactics import finder as tactics
from .export.embed import embed, embed_script
from .export.share import share
from .export.worksheet import Sheet, sheet
from .layouts import layouts
from .locales import languages

# imported first: a later import of the subpackage `picture` would replace the function of that name
from .notebook_host import NotebookHost as _NotebookHost
from .picture import Film, Picture, film, picture, save_picture
from .reports.class_results import results
from .source_hashes import check_unpacked as _check_unpacked
from .storage.atomic import FileInUse
from .storage.records import read_game, read_games, write_games

if _typing.TYPE_CHECKING:
    from .arena.elo import Sprt
    from .arena.match import play_match
    from .arena.match_result import MatchResult
    from .arena.openings import openings
    from .arena.player_api import PlayerError
    from .arena.players import Player
    from .arena.programs.subprocess_player import Program
    from .arena.specs import as_player
    from .core.teaching.lesson_problems import LessonError
    from .engine.analysis import Analysis, analyse, deepen
    from .engine.annotate import annotate
    from .engine.backends.backend import engine_info
    from .engine.compare import Comparison, compare
    from .explore.game_search import GameSearch, search_games
    from .explore.playouts import playouts
    from .explore.proofs import Proof, prove
    from .explore.what_if import WhatIf, what_if
    from .lessons.authoring import Step
    from .widget.board import Board
    from .widget.home import Home, home
    from .widget.lesson import Lesson
    from .widget.puzzles import Puzzles
    from .widget.review_lesson import review

__all__ = [
    "Analysis",
    "Board",
    "Comparison",
    "Dropped",
    "Effect",
    "FileInUse",
    "Film",
    "Game",
    "GameError",
    "GameSearch",
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
    "Proof",
    "Puzzles",
    "Reach",
    "Reason",
    "Sheet",
    "Sprt",
    "Step",
    "Supply",
    "TextError",
    "Turn",
    "WhatIf",
    "__version__",
    "analyse",
    "annotate",
    "as_player",
    "compare",
    "deepen",
    "embed",
    "embed_script",
    "engine_info",
    "film",
    "home",
    "languages",
    "layouts",
    "openings",
    "perft",
    "picture",
    "play_match",
    "playouts",
    "prove",
    "read_game",
    "read_games",
    "results",
    "review",
    "save_picture",
    "search_games",
    "share",
    "sheet",
    "tactics",
    "what_if",
    "write_games",
]

# modules that import large libraries are imported when one of these names is first used
_LAZY = {
    "Analysis": "engine.analysis",
    "Board": "widget.board",
    "Comparison": "engine.compare",
    "GameSearch": "explore.game_search",
    "Home": "widget.home",
    "Lesson": "widget.lesson",
    "LessonError": "core.teaching.lesson_problems",
    "MatchResult": "arena.match_result",
    "Player": "arena.players",
    "PlayerError": "arena.player_api",
    "Program": "arena.programs.subprocess_player",
    "Proof": "explore.proofs",
    "Puzzles": "widget.puzzles",
    "Sprt": "arena.elo",
    "Step": "lessons.authoring",
    "WhatIf": "explore.what_if",
    "analyse": "engine.analysis",
    "annotate": "engine.annotate",
    "as_player": "arena.specs",
    "compare": "engine.compare",
    "deepen": "engine.analysis",
    "engine_info": "engine.backends.backend",
    "home": "widget.home",
    "openings": "arena.openings",
    "play_match": "arena.match",
    "playouts": "explore.playouts",
    "prove": "explore.proofs",
    "review": "widget.review_lesson",
    "search_games": "explore.game_search",
    "what_if": "explore.what_if",
}


_set_host(_NotebookHost())


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> _typing.Any:
    if name in _LAZY:
        from importlib import import_module

        _check_unpacked()
        return getattr(import_module("." + _LAZY[name], __name__), name)
    hint = "" if name.startswith("_") else _similar_clause(name, __all__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
