"""Levels as opponents without threads: the host asks for each of their turns, and runs the search of levels 4 to 10."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Optional, Tuple

from ..game.headers import PLAYER_HEADERS
from ..rules.variants import COLORS
from ..search.level_search import LevelSearch
from ..search.levels import HIGHEST, SHORT_SIGHTED
from ..tactics.weak_players import choose
from .computer_turn import ANSWERED_CHANGES, ComputerPlayers, Seat
from .protocol import Json, short
from .session import Session

if TYPE_CHECKING:
    from .hooks import Handler


class Opponents(ComputerPlayers):
    """The levels that play colours of a session.

    When the seat's state is "thinking", the host calls `think`, perhaps after a pause, so that people can follow.
    Levels 1 to 3 then play at once. For the others the host answers each `request` by an intent `searched`.

    >>> from adaptoid_widget.core.game.game import Game
    >>> session = Session(Game())
    >>> opponents = Opponents(session)
    >>> opponents.sit_level("B", 3)
    >>> session.game.play("+D3").position.turn, opponents.seat.state
    ('B', 'thinking')
    >>> opponents.think(), session.game.position.turn, opponents.seat is None
    (True, 'W', True)
    """

    any_time = ComputerPlayers.any_time + ("searched",)

    def __init__(self, session: Session, weights: Optional[Json] = None) -> None:
        """Without the `weights` of `LevelSearch` there are only levels 1 to 3."""
        self.levels: Dict[str, int] = {}
        """The level of each colour that a computer plays."""
        super().__init__(session)
        self._place: Optional[Tuple[int, str]] = None
        self._stopped = False
        self._resumed = False
        self._weights = weights
        self.highest = HIGHEST if weights else max(SHORT_SIGHTED)
        self._search: Optional[LevelSearch] = None
        # counts the requests of all searches
        self._requests = 0
        self._failure = ""
        session.add_hooks(self)

    def handlers(self) -> Dict[str, Handler]:
        """The intents about players, and those that have the computer play."""
        handlers = super().handlers()
        handlers.update({"think": self._think, "searched": self._searched})
        return handlers

    @property
    def request(self) -> Optional[Json]:
        """The search's request with its number; None if nothing is searched."""
        return None if self._search is None else {"number": self._requests, "request": self._search.request}

    def level(self, color: str) -> int:
        """The level that plays a colour; 0 for a person."""
        return self.levels.get(color, 0)

    def sit_level(self, color: str, level: int) -> None:
        """Have a level play a colour, or with 0 a person."""
        game = self._session.game
        headers = game.headers
        header = PLAYER_HEADERS[color]
        if color in self.levels and headers.get(header) == _name(self.levels[color]):
            headers.forget(header)
        self.levels.pop(color, None)
        if level:
            self.levels[color] = level
        self._seated()

    def exchange(self) -> None:
        """Exchange the levels of White and Black."""
        levels = self.levels
        self.levels = {color: levels[other] for color, other in (("W", "B"), ("B", "W")) if other in levels}
        self._seated()

    def _seated(self) -> None:
        """Find out who plays, now that players have changed."""
        game = self._session.game
        self.colors = tuple([each for each in COLORS if each in self.levels])
        # at the end of a line the new player answers at once
        self._resumed = game.started and game.node.next is None
        self._stopped = False
        self._end_search()
        self._session.changed()

    def changed(self) -> None:
        """Find out whose turn it is, and what the computer does about it."""
        session = self._session
        game = session.game
        place = (game.node.number, str(game.half_turn or "")) if game.started else None
        if place != self._place:
            self._place = place
            self._stopped = self._resumed = False
            self._end_search()
        for each in self.colors:
            game.headers.note(PLAYER_HEADERS[each], _name(self.levels[each]))
        goes_on = game.started and game.result is None and session.editor is None
        color = game.position.turn if goes_on else ""
        self.seat = None
        if color in self.levels:
            state = "held"
            if self._failure:
                state = "unable"
            elif self._stopped:
                state = "stopped"
            elif self._resumed or session.last_change in ANSWERED_CHANGES:
                state = "thinking"
            self.seat = Seat(color, _name(self.levels[color]), state, self._failure)
        if self.seat is None or self.seat.state != "thinking":
            self._search = None

    def think(self) -> bool:
        """Play the turn of the level whose turn it is, or begin its search; whether there is one."""
        if self.seat is None or not self.seat.busy:
            return False
        game = self._session.game
        # the ply is the seed, so that its play varies
        level = self.levels[self.seat.color]
        if level in SHORT_SIGHTED or self._weights is None:
            game.play(choose(game.position, level, game.ply))
        elif self._search is None:
            self._search = LevelSearch(game.position, level, game.ply, self._weights)
            self._requests += 1
        return True

    def stop(self) -> bool:
        """Stop the level whose turn it is; whether there was one."""
        self._stopped = True
        self._failure = ""
        self._session.changed()
        return self.seat is not None

    def go(self) -> bool:
        """Have the level whose turn it is go on; whether there was one."""
        self._resumed, self._stopped = True, False
        self._failure = ""
        self._session.changed()
        return self.seat is not None

    def _think(self, _: Json) -> None:
        self.think()

    def _searched(self, intent: Json) -> None:
        """Continue the search, unless the answer is to an earlier request."""
        search = self._search
        if search is None or intent.get("number") != self._requests:
            return
        self._requests += 1
        failure = str(intent.get("failed", ""))
        if not failure:
            try:
                search.answer(intent["answer"])
            except Exception as error:  # noqa: BLE001  without an end of the search, the board would wait for ever
                failure = "%s: %s" % (type(error).__name__, error)
        if failure:
            self._end_search(short(failure))
            self._session.changed()
            return
        if search.turn is not None:
            self._search = None
            self._session.game.play(search.turn)

    def _end_search(self, failure: str = "") -> None:
        self._search = None
        self._failure = failure


def _name(level: int) -> str:
    return "level %d" % level
