"""`aw.analyse` and `aw.Player` in a page: they ask the search that the page has, and wait for its answer."""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

from ..game.marks import Marks
from ..host.host import HostError, PublicNames, type_name
from ..rules.errors import GameError, check_flags, whole_number
from ..rules.position import Position
from ..rules.turn import Turn
from ..search.analysis_content import AnalysisContent, marks_of, position_of
from ..search.levels import SHORT_SIGHTED
from ..search.player_settings import MAX_SEED, PlayerSettings
from ..search.runner import SearchRequest, SearchRunner
from ..tactics import weak_players
from .cell_host import cell_host
from .cell_pictures import CellPicture, picture

# the default time of an analysis, and the longest, in seconds
SECONDS = 1.0
MAX_SECONDS = 60.0


def cell_search() -> SearchRunner:
    """The search of the page, which cells wait for. Raises HostError if it has none."""
    search: Optional[SearchRunner] = cell_host().search
    if search is None:
        raise HostError("this page has no search; levels 1 to 3 play without one")
    return search


class CellAnalysis(AnalysisContent):
    """The analysis of a position. Scores are in adaptoids, from the view of the player to move."""

    @property
    def marks(self) -> Marks:
        """The first turns of the best lines, marked as in `picture`."""
        return marks_of(self.lines[:3])

    def picture(self, lines: int = 3, **look: Any) -> CellPicture:
        """Draw the position with the first turns of the best lines marked; `look` as for `aw.picture`."""
        look.setdefault("starving", False)
        look["marks"] = marks_of(self.lines[: whole_number(lines, "lines", 1)])
        return picture(self.position, **look)


def analyse(
    position: Any,
    *,
    seconds: Optional[float] = None,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    lines: int = 3,
    exact: bool = False,
    seed: int = 0,
    progress: bool = True,  # noqa: ARG001  a page shows no bar
) -> CellAnalysis:
    """Return the best lines in a `Position`, its text, or the position of a `Game` or a `Board`.

    The search ends when `seconds`, `depth` (in turns) or `nodes` (positions) are reached; the default is one second.
    `seed` decides between equal turns. Raises GameError for a finished game, TextError for a wrong text, ValueError for
    a wrong limit, and HostError in a page without a search.
    """
    start = position_of(position)
    check_flags(exact=exact)
    if exact:
        raise HostError("a page cannot search with exact=True; this needs Python with adaptoid_widget")
    if seconds is None and depth is None and nodes is None:
        seconds = SECONDS
    if seconds is not None and not 0 <= seconds <= MAX_SECONDS:
        raise ValueError("seconds is a number from 0 to %d in a page, not %r" % (MAX_SECONDS, seconds))
    lines = whole_number(lines, "lines", 1)
    search = cell_search()
    request = SearchRequest(
        start,
        None if depth is None else whole_number(depth, "depth", 1),
        None if nodes is None else whole_number(nodes, "nodes", 0),
        seconds,
        lines,
        whole_number(seed, "seed", 0, MAX_SEED),
        whole=True,
    )
    return CellAnalysis(start, search.find(request), search.weights(len(start.colors)), lines)


class CellPlayer(PlayerSettings, PublicNames):
    """A computer player. Exactly one of `level` (1 to 10), `seconds` and `nodes` (positions) sets its strength.

    A level is a number, or a text such as "level:3". Calling it with a position returns a turn. With a level or nodes,
    the same seed and position always give the same turn. Raises ValueError for wrong settings.

    >>> player = CellPlayer(level=3)
    >>> player, player.name
    (Player(level=3), 'level 3')
    >>> str(player(Position("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")))
    '+D4'
    """

    def __init__(
        self,
        level: Union[int, str, None] = None,
        *,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
        seed: int = 0,
        name: Optional[str] = None,
    ) -> None:
        self._set_strength(level, seconds, nodes, seed)
        self._name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CellPlayer) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __call__(self, position: Union[Position, str]) -> Turn:
        return self.choose(position)

    def choose(self, position: Union[Position, str]) -> Turn:
        """Choose a turn, or the rest of the one under way. Raises GameError for a finished game."""
        start = Position.of(position)
        if start.winner is not None:
            raise GameError("the game is over; there is no turn to choose in %s" % start)
        if self.level is not None and self.level in SHORT_SIGHTED:
            return weak_players.choose(start, self.level, self.seed)
        return cell_search().find(self._request(start)).lines[0][0]


def as_player(player: Any) -> Callable[[Position], Any]:
    """A player, a function from positions to turns, or a text such as "level:3". Raises TypeError for others."""
    if isinstance(player, (str, int)) and not isinstance(player, bool):
        return CellPlayer(player)
    if not callable(player):
        raise TypeError(
            "a player is a Player, a function or a text such as 'level:3', not %s" % type_name(player)
        )
    function: Callable[[Position], Any] = player
    return function
