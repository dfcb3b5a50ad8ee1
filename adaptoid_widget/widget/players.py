"""The computer players of a board; a thread searches each turn."""

from __future__ import annotations

import atexit
import random
import time
import traceback
import weakref
from collections import deque
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

from .. import threads
from ..core.game.headers import PLAYER_HEADERS
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.session.computer_players import ComputerPlayers, ComputerTurn, PositionKey, exchanged
from ..core.session.session import Session
from ..core.tactics.weak_players import LevelMemory
from ..engine.cancel import Stop
from ..threads import thread
from .seats import Seats
from .transactions import TRANSACTION

if TYPE_CHECKING:
    from ..arena.player_api import Chooser

PACE_S = 0.6
"""The default of the least time for a turn, so that people can follow."""
SHOWN_S = 0.05
"""Without threads, the time until a search begins, so that the board is shown first."""
PATIENCE_S = 60.0
"""The default of the time limit for a callable."""

# what level 1 remembers of the games on all boards
_LEVEL_1 = LevelMemory(random.randrange(2**31))

_searches: weakref.WeakSet[TurnSearch] = weakref.WeakSet()


class TurnSearch:
    """The search of one player for one turn. It has only a weak reference to its owner.

    Without a position it finds nothing: the game is in its open start, in which the owner acts for the player.
    """

    def __init__(
        self,
        owner: BoardPlayers,
        player: Chooser,
        position: Position | None,
        position_key: PositionKey | None = None,
    ) -> None:
        self.owner = weakref.ref(owner)
        self.player = player
        self.position = position
        self.position_key = position_key
        self.start = time.monotonic()
        self.pace = owner.pace
        self.stop = Stop()
        from ..arena.players import searches
        from ..engine.warmup import is_ready

        self.ready = position is None or is_ready() or not searches(player)
        self.thread: threads.BackgroundTask | None = None

    def begin(self) -> None:
        """Search on a thread; without threads, in slices on the event loop, as soon as the board has been shown.

        If no thread can be started, the search ends at once, with this error.
        """
        if not threads.THREADS:
            threads.later(SHOWN_S, threads.run, self._think(), "")
            return
        self.thread = thread(deque, self._think(), 0, name=f"{self.player.name} thinks")
        _searches.add(self)
        try:
            self.thread.start()
        except RuntimeError as error:
            self._end(None, error)

    def cancel(self) -> None:
        """Stop; a later answer is not played."""
        self.stop.set()

    def _think(self) -> Iterator[None]:
        """Find a turn, and pass it on after a pause.

        Without threads, a player that has no slices, such as a callable, blocks the event loop.
        """
        turn: Any = None
        failure: Exception | None = None
        try:
            if not self.ready:
                yield from self._get_ready()
            in_slices = getattr(self.player, "in_slices", None)
            if self.stop.is_set():
                return
            if self.position is None:
                pass
            elif threads.THREADS:
                turn = self.player.choose(self.position, self.stop)
            elif in_slices is None:
                turn = self.player.choose(self.position)
            else:
                turn = yield from in_slices(self.position, self.stop)
        except Exception as error:  # noqa: BLE001  a player may raise anything
            failure = error
        pause = max(0.0, self.start + self.pace - time.monotonic())
        if threads.THREADS:
            self.stop.wait(pause)
            self._end(turn, failure)
        else:
            threads.later(pause, self._end, turn, failure)

    def _end(self, turn: Any, failure: Exception | None) -> None:
        owner = self.owner()
        if owner is not None and not self.stop.is_set():
            owner.search_ended(self, turn, failure)

    def _get_ready(self) -> Generator[None, None, None]:
        """Compile the search once; this does not count as the player's time."""
        from ..engine.warmup import prepare_in_slices

        yield from prepare_in_slices()
        self.ready = True
        owner = self.owner()
        if owner is not None and not self.stop.is_set():
            owner.show_ready(self)


@atexit.register
def _cancel_all() -> None:
    """Stop all searches before the interpreter exits."""
    running = list(_searches)
    for search in running:
        search.cancel()
    for search in running:
        if search.thread is not None:
            search.thread.join(timeout=1)


class BoardPlayers(ComputerPlayers):
    """The computer players of one board.

    Callers of all methods but `search_ended` and `show_ready` are in a transaction.
    """

    def __init__(self, session: Session) -> None:
        self.pace = PACE_S
        self.patience = PATIENCE_S
        super().__init__(session, _LEVEL_1)
        _LEVEL_1.seed += 1
        self._specs: dict[str, Any] = {}
        self._players: dict[str, Chooser] = {}
        # the names that were written into the headers
        self._written_names: dict[str, str] = {}
        self._search: TurnSearch | None = None
        session.add_hooks(self)
        self.seats = Seats(session)

    # -- who plays what ----------------------------------------------------------------------------------------------

    def spec(self, color: str) -> Any:
        """The player of a colour as it was assigned; None for a person."""
        return self._specs.get(color)

    def set_player(self, color: str, player: Any) -> None:
        """Let a player play a colour; None lets a person play it.

        Raises GameError if the colour does not play, TypeError or ValueError for something that is not a player.
        """
        if player is None:
            self._remove(color)
        else:
            if color not in self._colors():
                raise GameError(f"{PLAYER_HEADERS[color]} has no part in this game; the game is for two")
            from ..arena.players import Player, SparringPlayer
            from ..arena.specs import as_player

            name = "Python" if getattr(player, "__name__", "") == "<lambda>" else None
            chooser = as_player(player, name=name, seconds=self.patience if threads.THREADS else None)
            if chooser == Player(1):
                chooser = SparringPlayer(self.memory)
            self._remove(color)
            self._specs[color], self._players[color] = player, chooser
            self.seats.free(color)
        self._players_changed()

    def level(self, color: str) -> int | None:
        player = self._players.get(color)
        if player is None:
            return 0
        from ..arena.players import Player

        return player.level if isinstance(player, Player) else None

    def set_level(self, color: str, level: int) -> None:
        from ..arena.players import Player

        self.set_player(color, Player(level) if level else None)

    def exchange(self) -> None:
        self._specs = exchanged(self._specs)
        self._players = exchanged(self._players)
        self._written_names = exchanged(self._written_names)
        self.seats.exchange()
        self._players_changed()

    def keep(self) -> object:
        return dict(self._specs), dict(self._players), dict(self._written_names)

    def restore(self, state: Any) -> None:
        players = list(self._players.values())
        self._specs, self._players, self._written_names = (dict(by_color) for by_color in state)
        for player in players:
            _close(player, self._players.values())
        self._colors_changed()

    def _players_changed(self) -> None:
        self._colors_changed()
        self._write_names()
        super()._players_changed()

    def _colors_changed(self) -> None:
        self.colors = tuple(color for color in PLAYER_HEADERS if color in self._players)

    def _remove(self, color: str) -> None:
        player = self._players.pop(color, None)
        self._specs.pop(color, None)
        name = self._written_names.pop(color, None)
        headers, header = self._session.game.headers, PLAYER_HEADERS[color]
        if name is not None and headers.get(header) == name:
            headers.forget(header)
        _close(player, self._players.values())

    def _write_names(self) -> None:
        """Write the players' names into the headers."""
        headers = self._session.game.headers
        for color, player in self._players.items():
            self._written_names[color] = player.name
            headers.set_silently(PLAYER_HEADERS[color], player.name)

    # -- whose turn it is --------------------------------------------------------------------------------------------

    def update_search(self) -> None:
        """Find out whose turn it is, and start or cancel a search. Called before the board is shown."""
        game, key = self._session.game, self._session.position_key
        if self._position_key is None or key[0] != self._position_key[0]:
            self._write_names()
        color = self._color_to_play()
        player = self._players.get(color)
        wanted = player is not None and self._is_due
        search = self._search
        if search is not None and (not wanted or search.position_key != key or search.player is not player):
            search.cancel()
            self._search = search = None
        if player is None:
            self.computer = None
            return
        if wanted and search is None:
            self._vary()
            position = game.position if game.started else None
            self._search = search = TurnSearch(self, player, position, key)
            search.begin()
            # none if it could not begin
            search = self._search
        state = self._idle_state()
        if search is not None:
            state = "thinking" if search.ready else "ready"
        self.computer = ComputerTurn(color, player.name, state, self._failure)

    def show_ready(self, search: TurnSearch) -> None:
        """Show that a player is ready and thinks now. Called on its thread."""
        with TRANSACTION:
            if search is self._search:
                self._session.changed()

    def search_ended(self, search: TurnSearch, turn: Any, failure: Exception | None) -> None:
        """Play a player's turn, or show its failure, unless it comes too late. Called on its thread."""
        with TRANSACTION:
            if search is not self._search or self._session.position_key != search.position_key:
                return
            self._search = None
            # a program tells its name when it starts
            if any(player.name != self._written_names.get(color) for color, player in self._players.items()):
                self._write_names()
            if failure is None:
                try:
                    if search.position is None:
                        self.act_in_open_start()
                    else:
                        self._session.game.play(turn)
                except (TypeError, ValueError) as error:
                    failure = error
            if failure is not None:
                detail = getattr(failure, "detail", None) or f"raised {type(failure).__name__}: {failure}"
                self._failure = str(detail).rstrip(".")
                self._session.changed()
        # unless the error describes itself, show where it was raised
        if failure is not None and (failure.__cause__ is not None or not hasattr(failure, "detail")):
            traceback.print_exception(failure.__cause__ or failure)

    def close(self) -> None:
        """Cancel the search, and end the players' programs."""
        if self._search is not None:
            self._search.cancel()
            self._search = None
        players, self._players = self._players, {}
        for player in players.values():
            _close(player, ())
        self._specs = {}
        self._session.remove_hooks(self)
        self.computer = None


def _close(player: Any, others: Any) -> None:
    """End a player's program, unless the same player has another colour."""
    close = getattr(player, "close", None)
    if callable(close) and not any(other is player for other in others):
        # ending a program takes time
        try:
            thread(close, name="adaptoid player ends").start()
        except RuntimeError:
            close()
