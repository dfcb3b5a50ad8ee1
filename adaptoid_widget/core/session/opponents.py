"""Levels as opponents without threads: the host asks for each of their turns, and runs the search of levels 4 to 10."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Optional, Tuple

from ..game.headers import PLAYER_HEADERS
from ..rules.variants import COLORS
from ..search.levels import HIGHEST, SHORT_SIGHTED
from ..search.remote_search import RemoteSearcher, level_search
from ..tactics.weak_players import LevelMemory, choose
from .computer_turn import ANSWERED_CHANGES, ComputerPlayers, Seat
from .protocol import Json, short
from .session import Session

if TYPE_CHECKING:
    from .hooks import Handler


class Opponents(ComputerPlayers):
    """The levels that play colours of a session.

    When the seat's state is "thinking", the host calls `prepare`, and after a pause for people to follow, `think`.
    Levels 1 to 3 then play at once. For the others the host answers each `request` by an intent `searched`. A turn that
    is found in the pause waits for `think`.

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

    def __init__(
        self, session: Session, weights: Optional[Json] = None, memory: Optional[LevelMemory] = None
    ) -> None:
        """Without the `weights` of `RemoteSearch` there are only levels 1 to 3."""
        self.levels: Dict[str, int] = {}
        """The level of each colour that a computer plays."""
        super().__init__(session, memory or LevelMemory())
        self._place: Optional[Tuple[int, str]] = None
        self._stopped = False
        self._resumed = False
        self._weights = weights
        self.highest = HIGHEST if weights else max(SHORT_SIGHTED)
        self._searcher = RemoteSearcher()
        # whether the pause before the turn under way is over
        self._due = False
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
        search = self._searcher.search
        return None if search is None or search.done else self._searcher.request

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
        goes_on = game.started and game.result is None and not session.computers_wait
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
            self._searcher.end()
        self._due = self._due and self._searcher.search is not None

    def prepare(self) -> None:
        """Begin the search of the level whose turn it is, if it is one that searches."""
        if self.seat is None or not self.seat.busy or self._searcher.search is not None:
            return
        game, level = self._session.game, self.levels[self.seat.color]
        if level not in SHORT_SIGHTED and self._weights is not None:
            # the ply is the seed, so that its play varies
            self._searcher.begin(level_search(game.position, level, game.ply, self._weights))

    def think(self) -> bool:
        """Play the turn of the level whose turn it is, once it is found; whether there is one."""
        if self.seat is None or not self.seat.busy:
            return False
        self.prepare()
        if self._searcher.search is None:
            game, level = self._session.game, self.levels[self.seat.color]
            self._vary()
            varies = level == 1
            game.play(
                self.memory.reply(game.position, 1) if varies else choose(game.position, level, game.ply)
            )
        else:
            self._due = True
            self._play_found()
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

    def _think(self, intent: Json) -> None:
        if intent.get("early"):
            self.prepare()
        else:
            self.think()

    def _searched(self, intent: Json) -> None:
        """Continue the search, unless the answer is to an earlier request."""
        failure = self._searcher.receive(intent)
        if failure:
            self._end_search(short(failure))
            self._session.changed()
        elif self._due:
            self._play_found()

    def _play_found(self) -> None:
        search = self._searcher.search
        if search is not None and search.done and search.progress is not None:
            self._end_search()
            self._session.game.play(search.progress.lines[0][0])

    def _end_search(self, failure: str = "") -> None:
        self._searcher.end()
        self._due = False
        self._failure = failure


def _name(level: int) -> str:
    return "level %d" % level
