"""The computer players of a board: who plays each colour, and what is made of their turns."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from .. import threads
from ..core.game.headers import PLAYER_HEADERS
from ..core.rules.errors import GameError
from ..core.search.runner import SearchNews
from ..core.session.computer_players import ComputerPlayers, ComputerTurn, exchanged
from ..core.session.session import Session
from ..core.tactics.weak_players import LevelMemory
from ..engine.runner import KernelRunner, PlayerRequest, print_failure
from ..threads import thread
from .seats import Seats

if TYPE_CHECKING:
    from ..arena.player_api import Chooser

# for the runner of the searches
PURPOSE = "turn"
PACE_S = 0.6
"""The default of the least time for a turn, so that people can follow."""
PATIENCE_S = 60.0
"""The default of the time limit for a callable."""

# what level 1 remembers of the games on all boards
_LEVEL_1 = LevelMemory(random.randrange(2**31))


class BoardPlayers(ComputerPlayers):
    """The computer players of one board. Callers of all methods are in a transaction."""

    def __init__(self, session: Session, runner: KernelRunner) -> None:
        self.pace = PACE_S
        self.patience = PATIENCE_S
        super().__init__(session, _LEVEL_1)
        _LEVEL_1.seed += 1
        self._specs: dict[str, Any] = {}
        self._players: dict[str, Chooser] = {}
        # the names that were written into the headers
        self._written_names: dict[str, str] = {}
        self._runner = runner
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
        runner = self._runner
        asked = runner.asked(PURPOSE)
        if isinstance(asked, PlayerRequest) and not (wanted and asked.key == key and asked.player is player):
            runner.cancel(PURPOSE)
            asked = None
        if player is None:
            self.computer = None
            return
        if wanted and asked is None:
            self._vary()
            from ..arena.players import searches

            position = game.position if game.started else None
            needs_search = position is not None and searches(player)
            request = PlayerRequest(player, position, self.pace, key, needs_search)
            runner.run(PURPOSE, request, self._answered)
        state = self._idle_state()
        # nobody is asked if the request could not begin
        if runner.asked(PURPOSE) is not None:
            state = "thinking" if runner.is_ready(PURPOSE) else "ready"
        self.computer = ComputerTurn(color, player.name, state, self._failure)

    def _answered(self, news: SearchNews) -> None:
        """Play a player's turn, or show its failure, unless it comes too late; first, show that it thinks now."""
        request, failure = news.request, news.failure
        if not news.done:
            self._session.changed()
            return
        if not isinstance(request, PlayerRequest) or self._session.position_key != request.key:
            return
        # a program tells its name when it starts
        if any(player.name != self._written_names.get(color) for color, player in self._players.items()):
            self._write_names()
        if failure is None:
            try:
                if request.position is None:
                    self.act_in_open_start()
                else:
                    self._session.game.play(news.prepared)
            except (TypeError, ValueError) as error:
                failure = error
                print_failure(error)
        if failure is not None:
            detail = getattr(failure, "detail", None) or f"raised {type(failure).__name__}: {failure}"
            self._failure = str(detail).rstrip(".")
            self._session.changed()

    def close(self) -> None:
        """Cancel the search, and end the players' programs."""
        self._runner.cancel(PURPOSE)
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
