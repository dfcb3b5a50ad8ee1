"""Who else is at a board: what `Board` has to do with players who are not, and with the analyst."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from ..core.session.session import Session
from .analysis import Analyst
from .players import Seats


class Company:
    """The part of `Board` that is about players of their own and the analyst."""

    _session: Session
    _seats: Seats
    _analyst: Analyst
    _guard: AbstractContextManager[None]

    @property
    def white(self) -> Any:
        """Who plays White by himself; None for a person at the board. Set a `Player`, a callable, a text, or None.

        A player thinks on a thread of its own and is shown on the board while it does; people may stop it, take back,
        and walk through the game meanwhile. It plays where it has the turn after somebody has played, in a new game
        and when it is told to `go`. Raises GameError where the colour does not play, TypeError and ValueError for what
        is no player.

        >>> from adaptoid_widget import Board
        >>> board = Board(black=lambda position: next(position.turns()))
        >>> board.white is None, board.black is None
        (True, False)
        >>> board.black = None
        """
        return self._seats.given("W")

    @white.setter
    def white(self, player: Any) -> None:
        self._sit("W", player)

    @property
    def black(self) -> Any:
        """Who plays Black by himself; as `white`."""
        return self._seats.given("B")

    @black.setter
    def black(self, player: Any) -> None:
        self._sit("B", player)

    @property
    def red(self) -> Any:
        """Who plays Red by himself, where three play; as `white`."""
        return self._seats.given("R")

    @red.setter
    def red(self, player: Any) -> None:
        self._sit("R", player)

    def _sit(self, color: str, player: Any) -> None:
        with self._guard:
            self._seats.seat(color, player)

    @property
    def thinking(self) -> str | None:
        """The name of the player who is about to play; None where people are, or nobody is."""
        seat = self._session.seat
        return seat.name if seat is not None and seat.busy else None

    @property
    def pace(self) -> float:
        """The least time in seconds that a player's turn takes, so that one can follow."""
        return self._seats.pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._seats.pace = max(0.0, float(seconds))

    @property
    def patience(self) -> float:
        """So many seconds a callable may think about a turn; for those who are seated from now on."""
        return self._seats.patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        if not seconds > 0:
            raise ValueError(f"patience is a number of seconds above 0, not {seconds!r}")
        self._seats.patience = float(seconds)

    def stop(self) -> bool:
        """Have the player who thinks stop, and wait until it is told to `go`; whether somebody thought."""
        with self._guard:
            return self._seats.stop()

    def go(self) -> bool:
        """Have the player whose turn it is play: after `stop`, after a fault, in a position that was gone to.

        Whether there is one who was not thinking already.
        """
        with self._guard:
            return self._seats.go()

    def analyse(self, on: bool = True, lines: int = 3) -> None:
        """Have the position on the board analysed, with its best `lines` (1 to 9), or end it; `analysis` has the last.

        It goes on for a minute a position, and begins anew with each; on one board at a time. Raises GameError where
        `aids` are not "full", ValueError for lines that are none.
        """
        with self._guard:
            self._analyst.switch(on, lines)

    def _halt(self) -> None:
        self._seats.stop()

    def _resume(self) -> None:
        self._seats.go()
