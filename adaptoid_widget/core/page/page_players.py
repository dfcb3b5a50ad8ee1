"""The levels as opponents in a page, without threads: the page asks for each turn, and searches for levels 4 to 10."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

from ..rules.turn import Turn
from ..rules.variants import COLORS
from ..search.levels import HIGHEST, SHORT_SIGHTED
from ..search.runner import SearchNews, SearchRunner, level_request
from ..session.computer_players import ComputerPlayers, ComputerTurn, exchanged
from ..session.session import Session
from ..tactics.weak_players import LevelMemory, choose
from ..wire.intent_fields import Json, short

if TYPE_CHECKING:
    from ..session.hooks import Handler


class PagePlayers(ComputerPlayers):
    """The levels that play colours of a session.

    When the state of `computer` is "thinking", the host calls `prepare`. After a pause, in which people can follow the
    last turn, it calls `think`. Levels 1 to 3 then play at once, the other levels as soon as their search has ended. A
    turn that is found during the pause is played at `think`.

    >>> from adaptoid_widget.core.game.game import Game
    >>> session = Session(Game())
    >>> opponents = PagePlayers(session)
    >>> opponents.set_level("B", 3)
    >>> session.game.play("+D3").position.turn, opponents.computer.state
    ('B', 'thinking')
    >>> opponents.think(), session.game.position.turn, opponents.computer is None
    (True, 'W', True)
    """

    failed_state = "unable"

    def __init__(
        self, session: Session, runner: Optional[SearchRunner] = None, memory: Optional[LevelMemory] = None
    ) -> None:
        """Without a `runner` there are only levels 1 to 3."""
        self.levels: Dict[str, int] = {}
        """The level of each colour that a computer plays."""
        super().__init__(session, memory or LevelMemory())
        self._runner = runner
        self.highest = max(SHORT_SIGHTED) if runner is None else HIGHEST
        # the turn that a search has found
        self._found: Optional[Turn] = None
        # whether the pause before the turn under way is over
        self._pause_is_over = False
        session.add_hooks(self)

    def handlers(self) -> Dict[str, Handler]:
        handlers = super().handlers()
        handlers["think"] = self._think
        return handlers

    def level(self, color: str) -> int:
        return self.levels.get(color, 0)

    def set_level(self, color: str, level: int) -> None:
        game = self._session.game
        if color in self.levels and game.players.get(color) == _name(self.levels[color]):
            game.headers.set_player(color, "")
        self.levels.pop(color, None)
        if level:
            self.levels[color] = level
        self._players_changed()

    def exchange(self) -> None:
        self.levels = exchanged(self.levels)
        self._players_changed()

    def keep(self) -> object:
        return dict(self.levels)

    def restore(self, state: Any) -> None:
        self.levels = dict(state)
        self._levels_changed()

    def _players_changed(self) -> None:
        self._levels_changed()
        super()._players_changed()

    def _levels_changed(self) -> None:
        self.colors = tuple([color for color in COLORS if color in self.levels])
        self._end_search()

    def changed(self) -> None:
        """Find out whose turn it is, and what the computer does about it."""
        key = self._position_key
        color = self._color_to_play()
        for player in self.colors:
            self._session.game.headers.set_player(player, _name(self.levels[player]))
        self.computer = None
        if color in self.levels:
            state = "thinking" if self._is_due else self._idle_state()
            self.computer = ComputerTurn(color, _name(self.levels[color]), state, self._failure)
        if self.computer is None or not self.computer.busy or self._position_key != key:
            self._end_search()

    def prepare(self) -> None:
        """Begin the search of the level whose turn it is, if it is one that searches."""
        if self.computer is None or not self.computer.busy or self._is_searching:
            return
        game, level = self._session.game, self.levels[self.computer.color]
        if game.started and level not in SHORT_SIGHTED and self._runner is not None:
            self._runner.run("turn", level_request(game.position, level), self._searched)

    def think(self) -> bool:
        """Play the turn of the level that is to play, or wait for its search. Returns whether a level is to play."""
        if self.computer is None or not self.computer.busy:
            return False
        self.prepare()
        if not self._session.game.started:
            self.act_in_open_start()
        elif not self._is_searching:
            game, level = self._session.game, self.levels[self.computer.color]
            self._vary()
            position = game.position
            game.play(self.memory.reply(position, 1) if level == 1 else choose(position, level))
        else:
            self._pause_is_over = True
            self._play_best()
        return True

    def _think(self, intent: Json) -> None:
        if intent.get("early"):
            self.prepare()
        else:
            self.think()

    @property
    def _is_searching(self) -> bool:
        """Whether a search is under way, or has found a turn that waits for the end of the pause."""
        runner = self._runner
        return self._found is not None or (runner is not None and runner.asked("turn") is not None)

    def _searched(self, news: SearchNews) -> None:
        """Keep the turn that the search has found, or show why it failed."""
        if news.error:
            self._end_search()
            self._failure = short(news.error)
            self._session.changed()
        elif news.progress is not None and news.done:
            self._found = news.progress.lines[0][0]
            if self._pause_is_over:
                self._play_best()

    def _play_best(self) -> None:
        """Play the turn that the search has found, if it has ended."""
        turn = self._found
        if turn is not None:
            self._end_search()
            self._session.game.play(turn)

    def _end_search(self) -> None:
        if self._runner is not None:
            self._runner.cancel("turn")
        self._pause_is_over = False
        self._found = None


def _name(level: int) -> str:
    return "level %d" % level
