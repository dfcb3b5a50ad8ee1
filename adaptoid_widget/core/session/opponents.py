"""Levels 1 to 3 as opponents on a board whose host has no threads: it is asked for each of their turns."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from ..game.headers import PLAYER_HEADERS
from ..rules.variants import VARIANTS, sides
from ..tactics.weak_players import LEVELS, choose
from .computer_turn import PLAYED, Seat
from .protocol import bad
from .session import Session

Json = Dict[str, Any]


class Opponents:
    """Which colours of a session the short-sighted levels have.

    `consider` is called after every change; where the seat thinks then, the host asks `think` for the turn, after a
    while if it likes, so that one sees whose turn was which.

    >>> from adaptoid_widget.core.game.game import Game
    >>> session = Session(Game())
    >>> opponents = Opponents(session)
    >>> opponents.sit("B", 3)
    >>> session.game.play("+D3").position.turn, session.seat.state
    ('B', 'thinking')
    >>> opponents.think(), session.game.position.turn, session.seat is None
    (True, 'W', True)
    """

    def __init__(self, session: Session) -> None:
        self.levels: Dict[str, int] = {}
        """The level that has a colour."""
        self._session = session
        self._place: Optional[Tuple[int, str]] = None
        self._stopped = False
        self._told_to_go = False
        session.more.update({"seat": self._seat, "stop": self._stop, "go": self._go, "think": self._think})
        session.watcher = self.consider

    def sit(self, color: str, level: int) -> None:
        """Give a colour to a level, or with 0 to the people at the board. Raises Refused where that cannot be."""
        game = self._session.game
        variant = game.position.variant if game.opening is None else game.opening.variant
        if color not in sides(VARIANTS[variant]) or level not in range(len(LEVELS) + 1):
            raise bad(
                "a seat is a colour that plays, and 0 for a person or a level from 1 to %d" % len(LEVELS)
            )
        headers = game.headers
        header = PLAYER_HEADERS[color]
        if color in self.levels and headers.get(header) == _name(self.levels[color]):
            headers.forget(header)
        self.levels.pop(color, None)
        if level:
            self.levels[color] = level
        self._session.seated = [one for one in ("W", "B", "R") if one in self.levels]
        # who is given the turn at the end of a line plays it
        self._told_to_go = game.started and game.node.next is None
        self._stopped = False
        self._session.changed()

    def consider(self) -> None:
        """Whose turn it is now."""
        session = self._session
        game = session.game
        place = (game.node.number, str(game.half_turn or "")) if game.started else None
        if place != self._place:
            self._place = place
            self._stopped = self._told_to_go = False
        going_on = game.started and game.result is None and session.editor is None
        color = game.position.turn if going_on else ""
        session.seat = None
        for each in sorted(self.levels):
            game.headers.note(PLAYER_HEADERS[each], _name(self.levels[each]))
        if color in self.levels:
            state = "held"
            if self._stopped:
                state = "stopped"
            elif self._told_to_go or session.came in PLAYED:
                state = "thinking"
            session.seat = Seat(color, _name(self.levels[color]), state, "")

    def think(self) -> bool:
        """Play the turn of the level that is to play; whether there is one."""
        seat = self._session.seat
        if seat is None or not seat.busy:
            return False
        game = self._session.game
        # another game between the same, another course
        game.play(choose(game.position, self.levels[seat.color], game.ply))
        return True

    def _seat(self, intent: Json) -> None:
        self.sit(intent.get("color", ""), intent.get("to", 0))

    def _stop(self, _: Json) -> None:
        self._stopped = True
        self._session.changed()

    def _go(self, _: Json) -> None:
        self._told_to_go, self._stopped = True, False
        self._session.changed()

    def _think(self, _: Json) -> None:
        self.think()


def _name(level: int) -> str:
    return "level %d" % level
