"""The names of `adaptoid_widget` in the cells of a page, and what a page gives them."""

from __future__ import annotations

import sys
from typing import Any, Callable, Dict, Iterable, Iterator

from ..game.game import Game
from ..game.marks import Marks
from ..game.records import read_records
from ..game.tree import Dropped
from ..host.host import in_order, set_host, similar_clause
from ..i18n.catalog import LANGUAGES, LanguageError
from ..rules.errors import GameError, IllegalTurn, LayoutError, TextError, check_flags
from ..rules.layout import Layout
from ..rules.legality import Reason
from ..rules.perft import perft
from ..rules.piece import Piece
from ..rules.position import Effect, Position
from ..rules.scanner import has_line_ends
from ..rules.turn import Gone, LegalTurns, Reach, Supply, Turn
from ..tactics import finder
from ..teaching.authored_steps import AuthoredStep
from ..teaching.lesson_problems import LessonError
from . import cell_puzzles
from .cell_boards import CellBoard
from .cell_host import CellHost
from .cell_layouts import CellLayouts
from .cell_lessons import CellLesson
from .cell_pictures import CellPicture, picture
from .cell_search import CellAnalysis, CellPlayer, analyse

PACKAGE = "adaptoid_widget"


def read_games(source: Iterable[str], lenient: bool = False) -> Iterator[Game]:
    """Read the games of a text one at a time; `source` is the text, or an iterable of lines.

    Strict reading raises TextError or IllegalTurn at the first error. Lenient reading keeps what it can; `dropped` of
    each game lists the rest. Each game is at the end of its main line.

    >>> [str(game.position) for game in read_games(Game().play("D2+L").to_record())]
    ['adaptoid b 0,0 W:D2L B:D6']
    """
    check_flags(lenient=lenient)
    if isinstance(source, str) and not has_line_ends(source):
        raise ValueError("a page has no files; give read_games the text of the games, or its lines")
    if isinstance(source, str):
        lines = source.split("\n")
        source = lines[:-1] if not lines[-1] else lines
    return read_records(Game, source, lenient)


def read_game(source: Iterable[str], lenient: bool = False) -> Game:
    """The only game of a text. Raises GameError for more games, or none."""
    games = list(read_games(source, lenient))
    if len(games) != 1:
        raise GameError("there are %d games in this text, not one; use read_games" % len(games))
    return games[0]


def languages() -> Dict[str, str]:
    """The tags of the board's languages, with each language's name for itself.

    >>> languages()["en"]
    'English'
    """
    return in_order([(row[0], row[1]) for row in LANGUAGES.names()])


NAMES: Dict[str, Any] = {
    "Analysis": CellAnalysis,
    "Board": CellBoard,
    "Dropped": Dropped,
    "Effect": Effect,
    "Game": Game,
    "GameError": GameError,
    "Gone": Gone,
    "IllegalTurn": IllegalTurn,
    "LanguageError": LanguageError,
    "Layout": Layout,
    "LayoutError": LayoutError,
    "LegalTurns": LegalTurns,
    "Lesson": CellLesson,
    "LessonError": LessonError,
    "Marks": Marks,
    "Picture": CellPicture,
    "Piece": Piece,
    "Player": CellPlayer,
    "Position": Position,
    "Puzzles": cell_puzzles.CellPuzzles,
    "Reach": Reach,
    "Reason": Reason,
    "Step": AuthoredStep,
    "Supply": Supply,
    "TextError": TextError,
    "Turn": Turn,
    "analyse": analyse,
    "languages": languages,
    "layouts": CellLayouts(),
    "perft": perft,
    "picture": picture,
    "read_game": read_game,
    "read_games": read_games,
    "tactics": finder,
}
"""What cells find in `adaptoid_widget`."""


class _Module:
    """Stands for a module that a page has no file of."""


def install(host: CellHost, display: Callable[..., None]) -> None:
    """Let cells import these names from `adaptoid_widget`, in MicroPython, and `display` from where notebooks have it.

    Core then asks this host.
    """
    set_host(host)
    package: Any = sys.modules[PACKAGE]
    for name, value in NAMES.items():
        setattr(package, name, value)
    package.__getattr__ = _missing
    package.puzzles = sys.modules[PACKAGE + ".puzzles"] = cell_puzzles
    ipython: Any = _Module()
    shown: Any = _Module()
    shown.display, ipython.display = display, shown
    modules: Dict[str, Any] = sys.modules
    modules["IPython"], modules["IPython.display"] = ipython, shown


def _missing(name: str) -> Any:
    """Raise AttributeError for a name that cells do not find, with the nearest one."""
    hint = ""
    if not name.startswith("_"):
        hint = similar_clause(name, NAMES) or "; in a page there are %s" % ", ".join(sorted(NAMES))
    raise AttributeError("module %r has no attribute %r%s" % (PACKAGE, name, hint))
