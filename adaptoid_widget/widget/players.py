"""Who plays the colours of a board besides the people at it: players that think on a thread of their own."""

from __future__ import annotations

import atexit
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from .. import threads
from ..core.game.headers import PLAYER_HEADERS
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.rules.variants import VARIANTS, sides
from ..core.session.computer_turn import PLAYED, ComputerPlayers, Seat
from ..core.session.hooks import Handler
from ..core.session.protocol import Json
from ..core.session.session import Session
from ..engine.cancel import Stop
from ..threads import thread

if TYPE_CHECKING:
    from ..arena.player_api import Chooser

PACE_S = 0.6
"""The least time that a player's turn takes, so that one sees whose turn was which."""
PATIENCE_S = 60.0
"""So long a callable may think that says no limit of its own."""

# which position it is: the game, the node of its tree, and the move step of a turn under way
Place = tuple[int, int, str]

_thinking: weakref.WeakSet[Thought] = weakref.WeakSet()


class Thought:
    """One player's thinking about one position. Whoever asked holds it; it does not hold whoever asked."""

    def __init__(self, seats: Seats, player: Chooser, position: Position, place: Place) -> None:
        self.seats = weakref.ref(seats)
        self.player = player
        self.position = position
        self.place = place
        self.begun = time.monotonic()
        self.pace = seats.pace
        self.stop = Stop()
        self.over = threading.Event()
        from ..arena.players import searches
        from ..engine.warmup import is_ready

        self.ready = is_ready() or not searches(player)
        self.thread: threading.Thread | None = None

    def begin(self) -> None:
        """Think on a thread; where there are none, a little later on the event loop, and the page waits meanwhile."""
        if not threads.THREADS:
            threads.later(max(self.pace, 0.05), self._think)
            return
        self.thread = thread(self._think, name=f"{self.player.name} thinks")
        _thinking.add(self)
        self.thread.start()

    def cancel(self) -> None:
        """Stop; what is answered from now on is not played."""
        self.stop.set()
        self.over.set()

    def _think(self) -> None:
        answer: Any = None
        failed: Exception | None = None
        try:
            if not self.ready:
                self._get_ready()
            if not self.over.is_set():
                # without threads nobody could set it
                answer = self.player.choose(self.position, self.stop if self.thread else None)
        except Exception as error:  # noqa: BLE001  whatever somebody's player raises
            failed = error
        if self.thread is not None:
            self.over.wait(self.begun + self.pace - time.monotonic())
        seats = self.seats()
        if seats is not None and not self.over.is_set():
            seats.answered(self, answer, failed)

    def _get_ready(self) -> None:
        """Have the search compiled, once; that time is none of the player's."""
        from ..engine.warmup import prepare

        prepare()
        self.ready = True
        seats = self.seats()
        if seats is not None and not self.over.is_set():
            seats.got_ready(self)


@atexit.register
def _end() -> None:
    """Python ends: no thread should be in the middle of a search then."""
    thoughts = list(_thinking)
    for thought in thoughts:
        thought.cancel()
    for thought in thoughts:
        if thought.thread is not None:
            thought.thread.join(timeout=1)


class Seats(ComputerPlayers):
    """The players of one board, and the thought that is under way.

    A player is asked where it is its turn after somebody has played, in a new game, and when it is told to go on; not
    where people only walk through a game. All but `answered` is called within a step.
    """

    def __init__(
        self, session: Session, guard: AbstractContextManager[None], report: Callable[[BaseException], None]
    ) -> None:
        self.pace = PACE_S
        self.patience = PATIENCE_S
        self._session = session
        self._guard = guard
        self._report = report
        self._given: dict[str, Any] = {}
        self._players: dict[str, Chooser] = {}
        # the names that were written into the record
        self._named: dict[str, str] = {}
        self._thought: Thought | None = None
        self._place: Place | None = None
        # where somebody is to play
        self._due: Place | None = None
        self._stopped = False
        self._failure = ""
        session.add_hooks(self)

    def handlers(self) -> dict[str, Handler]:
        """The intents that stop a player and have it go on."""
        return {"stop": self._stop, "go": self._go}

    def _stop(self, _: Json) -> None:
        self.stop()

    def _go(self, _: Json) -> None:
        self.go()

    # -- who sits where ----------------------------------------------------------------------------------------------

    def given(self, color: str) -> Any:
        """Who has a colour, as it was given; None for the people at the board."""
        return self._given.get(color)

    def sit(self, color: str, player: Any) -> None:
        """Give a colour to a player, or with None to the people at the board.

        Raises GameError where the colour does not play, TypeError and ValueError for what is no player.
        """
        if player is None:
            self._leave(color)
        else:
            game = self._session.game
            opening = game.opening
            variant = opening.variant if opening is not None else game.position.variant
            if color not in sides(VARIANTS[variant]):
                raise GameError(f"{PLAYER_HEADERS[color]} plays no part in this game; it is for two")
            from ..arena.specs import as_player

            name = "Python" if getattr(player, "__name__", "") == "<lambda>" else None
            chooser = as_player(player, name=name, seconds=self.patience if threads.THREADS else None)
            self._leave(color)
            self._given[color], self._players[color] = player, chooser
        self.colors = tuple(color for color in PLAYER_HEADERS if color in self._players)
        self._name()
        # who is given the turn at the end of a line plays it
        game = self._session.game
        if game.started and game.node.next is None:
            self._due = self._where()
        self._stopped, self._failure = False, ""
        self._session.changed()

    def _leave(self, color: str) -> None:
        before = self._players.pop(color, None)
        self._given.pop(color, None)
        headers = self._session.game.headers
        if color in self._named and headers.get(PLAYER_HEADERS[color]) == self._named.pop(color):
            headers.forget(PLAYER_HEADERS[color])
        _close(before, self._players.values())

    def _name(self) -> None:
        """The record of a game names who plays."""
        headers = self._session.game.headers
        for color, player in self._players.items():
            self._named[color] = player.name
            headers.note(PLAYER_HEADERS[color], player.name)

    # -- whose turn it is --------------------------------------------------------------------------------------------

    def _where(self) -> Place | None:
        game = self._session.game
        return (id(game), game.node.number, str(game.half_turn or "")) if game.started else None

    def consider(self) -> None:
        """Look whose turn it is now: begin to think, go on, or let it be. Before anything is shown."""
        session = self._session
        place = self._where()
        if place != self._place:
            if self._place is None or place is None or place[0] != self._place[0]:
                self._name()
            self._place = place
            if session.last_change in PLAYED:
                self._due, self._stopped, self._failure = place, False, ""
        game = session.game
        going_on = game.started and game.result is None and session.editor is None
        color = game.position.turn if going_on else ""
        player = self._players.get(color)
        wanted = player is not None and place == self._due and not self._stopped and not self._failure
        thought = self._thought
        if thought is not None and (not wanted or thought.place != place or thought.player is not player):
            thought.cancel()
            self._thought = thought = None
        if player is None or place is None:
            self.seat = None
            return
        if wanted and thought is None:
            self._thought = thought = Thought(self, player, game.position, place)
            thought.begin()
        self.seat = Seat(color, player.name, self._state(thought), self._failure)

    def _state(self, thought: Thought | None) -> str:
        if thought is not None:
            return "thinking" if thought.ready else "ready"
        if self._failure:
            return "failed"
        return "stopped" if self._stopped and self._place == self._due else "held"

    def stop(self) -> bool:
        """Have whoever thinks stop; whether somebody did."""
        if self._thought is None:
            return False
        self._stopped = True
        self._session.changed()
        return True

    def go(self) -> bool:
        """Have whose turn it is think, again if need be; whether there is a player to do so."""
        if self.seat is None or self._thought is not None:
            return False
        self._due, self._stopped, self._failure = self._where(), False, ""
        self._session.changed()
        return True

    def got_ready(self, thought: Thought) -> None:
        """Show that a player thinks now. On the player's own thread."""
        with self._guard:
            if thought is self._thought:
                self._session.changed()

    def answered(self, thought: Thought, answer: Any, failed: Exception | None) -> None:
        """Play what a player has answered, unless it comes too late. On the player's own thread."""
        with self._guard:
            if thought is not self._thought or self._where() != thought.place:
                return
            self._thought = None
            # a program says what it is called when it starts
            if any(player.name != self._named.get(color) for color, player in self._players.items()):
                self._name()
            if failed is None:
                try:
                    self._session.game.play(answer)
                except (TypeError, ValueError) as error:
                    failed = error
            if failed is not None:
                told = getattr(failed, "detail", None) or f"raised {type(failed).__name__}: {failed}"
                self._failure = str(told).rstrip(".")
                self._session.changed()
        # what is no fault of a player's own is worth a traceback; so is what it raised
        if failed is not None and (failed.__cause__ is not None or not hasattr(failed, "detail")):
            self._report(failed.__cause__ or failed)

    def close(self) -> None:
        """Think no more, and end what was started for it."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None
        players, self._players = self._players, {}
        for player in players.values():
            _close(player, ())
        self._given = {}
        self._session.remove_hooks(self)
        self.seat = None


def _close(player: Any, others: Any) -> None:
    """End what a player runs, such as a program, unless another seat has the same one."""
    close = getattr(player, "close", None)
    if callable(close) and not any(other is player for other in others):
        # a program takes its time to end
        thread(close, name="a player ends").start()
