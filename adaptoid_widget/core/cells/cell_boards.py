"""`aw.Board` in a page: a session that the page shows, in both directions."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from ..game.game import Game, game_from_start
from ..game.headers import PLAYER_HEADERS
from ..game.records import has_record
from ..host.host import PublicNames, check_attribute, did_you_mean, type_name
from ..i18n.catalog import wording_of
from ..rules.errors import GameError
from ..rules.layout import Layout
from ..rules.position import Position
from ..rules.variants import sides, variant_named
from ..session.board_methods import BoardMethods
from ..session.editor_handlers import add_editor
from ..session.hooks import SessionHooks
from ..session.session import SETTINGS, Session
from .cell_host import cell_host
from .cell_search import CellAnalysis, as_player
from .cell_search import analyse as analyse_position

BOARD_TYPE = "application/vnd.adaptoid.board+json"
# a board is named by this and its number
NAME = "cell-board-"
# what can be observed, besides the settings
OBSERVED = ("position", "language")
# computers alone play at most so many turns at once
MAX_COMPUTER_TURNS = 400

Observer = Callable[[Any], Any]


class TraitChange:
    """A change of a board: `name` of what changed, its `old` and `new` value, and the board as `owner`."""

    type = "change"

    def __init__(self, name: str, old: Any, new: Any, owner: Any) -> None:
        self.name = name
        self.old = old
        self.new = new
        self.owner = owner

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __repr__(self) -> str:
        return "{'name': %r, 'old': %r, 'new': %r, 'owner': %r, 'type': 'change'}" % (
            self.name,
            self.old,
            self.new,
            self.owner,
        )


class _Transaction:
    """What happens within it is one change of a board."""

    def __init__(self, board: CellBoard) -> None:
        self._board = board
        self.depth = 0

    def __enter__(self) -> None:
        self.depth += 1

    def __exit__(self, *_: object) -> None:
        self.depth -= 1
        if not self.depth:
            self._board._settle()


class _Hooks(SessionHooks):
    """Tells a board of changes of its session, also of those that people make by clicks."""

    def __init__(self, board: CellBoard) -> None:
        self._board = board

    @property
    def colors(self) -> Tuple[str, ...]:  # type: ignore[override]
        """The colours that players of the cells have."""
        return tuple([color for color in PLAYER_HEADERS if color in self._board._players])

    def changed(self) -> None:
        if not self._board._transaction.depth:
            self._board._settle()


class CellBoard(BoardMethods, PublicNames):
    """A board to play on, in step with Python.

    `start` is a `Position`, its text, a `Game`, its record, or `"open"` for the open start (R5); by default the start
    of `variant` on `layout` with `switches`. `layout` is a `Layout`, its text, or a name in `layouts`. `settings` are
    those of `SETTINGS`, such as `aids`, `flipped` and `size`. `language` is one of `languages()`. `white`, `black` and
    `red` are computer players: a `Player`, a function from a position to a turn, or a text such as "level:3"; None is a
    person. Raises TextError, LayoutError or GameError for an invalid start, LanguageError for an unknown language, and
    TypeError or ValueError for something that is not a player.

    Setting an unknown attribute raises AttributeError. A value that an attribute cannot have raises ValueError.

    >>> board = CellBoard()
    >>> board.play("+D3")
    >>> board
    Board('adaptoid b 0,0 W:D2,D3 B:D6')
    >>> board.undo(), board.position.turn
    (True, 'W')
    """

    _lesson: Any = None

    def __init__(
        self,
        start: Any = None,
        *,
        variant: str = "adaptoid",
        layout: Union[str, Layout] = "hex4",
        switches: Union[str, Tuple[str, ...]] = (),
        language: str = "en",
        white: Any = None,
        black: Any = None,
        red: Any = None,
        **settings: Any,
    ) -> None:
        wording = wording_of(language)
        game = game_from_start(_start_of(start), variant, layout, switches)
        session = Session(game, "board", wording, **settings)
        add_editor(session)
        self._session = session
        self._transaction = _Transaction(self)
        self._players: Dict[str, Callable[[Position], Any]] = {}
        self._handlers: List[Tuple[Observer, Tuple[str, ...]]] = []
        self._events: List[TraitChange] = []
        self._is_settling = False
        self._noted = self._state()
        session.add_hooks(_Hooks(self))
        session.board = NAME + str(cell_host().number_board())
        for color, player in (("W", white), ("B", black), ("R", red)):
            if player is not None:
                self._set_player(color, player)

    def __repr__(self) -> str:
        position = self._session.position
        return "Board('open')" if position is None else "Board(%r)" % str(position)

    def _repr_mimebundle_(self) -> Dict[str, Any]:
        return {BOARD_TYPE: {"board": self._session.board}, "text/plain": repr(self)}

    # -- attributes ----------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Optional[Position]:
        """The position, also within a turn; None during an open start. Assign a `Position`, its text, or a `Game`."""
        return self._session.position

    @position.setter
    def position(self, value: Any) -> None:
        game = Game(Position.of(value))
        with self._transaction:
            self._session.begin(game, "set-up")

    @property
    def language(self) -> str:
        """The tag of the board's language, one of `languages()`."""
        return self._session.wording.language

    @language.setter
    def language(self, tag: str) -> None:
        if wording_of(tag) is not self._session.wording:
            with self._transaction:
                self._session.speak(tag)

    def _set(self, name: str, value: Any) -> None:
        if self._session.setting(name) != value:
            with self._transaction:
                self._session.set(**{name: value})
                self._session.changed()

    # -- players and analysis ------------------------------------------------------------------------------------------

    def _player(self, color: str) -> Any:
        return self._players.get(color)

    def _set_player(self, color: str, player: Any) -> None:
        game = self._session.game
        opening = game.opening
        colors = sides(variant_named(game.position.variant if opening is None else opening.variant))
        if color not in colors:
            raise GameError(
                "there is no colour %s in this game; its colours are %s" % (color, ", ".join(colors))
            )
        with self._transaction:
            if player is None:
                self._players.pop(color, None)
                game.headers.set_player(color, "")
            else:
                self._players[color] = as_player(player)
                game.headers.set_player(color, str(getattr(self._players[color], "name", "function")))
            self._session.changed()

    def analyse(self, lines: int = 3, **limits: Any) -> CellAnalysis:
        """The best lines in the position, as `aw.analyse` finds them."""
        return analyse_position(self, lines=lines, **limits)

    # -- observers -----------------------------------------------------------------------------------------------------

    def observe(self, handler: Observer, *names: Any) -> None:
        """Call `handler` on changes, such as `board.observe(print, "position")`. It gets `change.old` and `change.new`.

        `names` are attributes that can be observed: "position", "language" and the settings; without names the handler
        is called on all changes. Raises ValueError for a name that cannot be observed, TypeError for something that
        cannot be called.
        """
        self._handlers.append((handler, self._observed(handler, names)))

    def unobserve(self, handler: Observer, *names: Any) -> None:
        """Stop calling `handler`. Raises ValueError if it does not observe this."""
        entry = handler, self._observed(handler, names)
        if entry not in self._handlers:
            raise ValueError("this handler does not observe these changes; give the names as for observe")
        self._handlers.remove(entry)

    def _observed(self, handler: Any, names: Tuple[Any, ...]) -> Tuple[str, ...]:
        if not callable(handler):
            raise TypeError(
                "a handler is called with a change, as in observe(print, 'position'); not %r" % (handler,)
            )
        out: List[str] = []
        for name in names:
            out.extend([name] if isinstance(name, str) else name)
        known = OBSERVED + tuple(SETTINGS)
        for name in out:
            if name not in known:
                hint = did_you_mean(name, known) or "to follow the game, observe 'position'"
                raise ValueError("%r cannot be observed; %s" % (name, hint))
        return tuple(out)

    def _state(self) -> Dict[str, Any]:
        state = {name: self._session.setting(name) for name in SETTINGS}
        state["position"], state["language"] = self._session.position, self._session.wording.language
        return state

    def _settle(self) -> None:
        """After a change: let computers play, and call observers."""
        self._note()
        cell_host().board_changed(self)
        if self._is_settling:
            return
        self._is_settling = True
        try:
            self._call_observers()
            for _ in range(MAX_COMPUTER_TURNS):
                if not self._let_computer_play():
                    break
                self._call_observers()
        finally:
            self._is_settling = False

    def _note(self) -> None:
        state = self._state()
        for name in OBSERVED + tuple(SETTINGS):
            if state[name] != self._noted[name]:
                self._events.append(TraitChange(name, self._noted[name], state[name], self))
        self._noted = state

    def _call_observers(self) -> None:
        while self._events:
            change = self._events.pop(0)
            for handler, names in list(self._handlers):
                if not names or change.name in names:
                    try:
                        handler(change)
                    except (Exception, SystemExit) as error:  # noqa: BLE001  an observer may raise anything
                        cell_host().failed(error)

    def _let_computer_play(self) -> bool:
        """Play the turn of a computer, if it has one and somebody has just played. Returns whether it played."""
        session = self._session
        game = session.game
        player = self._players.get(game.actor) if game.started and game.result is None else None
        if player is None or session.last_change not in ("begun", "played") or session.editor is not None:
            return False
        try:
            game.play(player(game.position))
        except (Exception, SystemExit) as error:  # noqa: BLE001  a player may raise anything
            cell_host().failed(error)
            return False
        self._note()
        cell_host().board_changed(self)
        return True

    # for type checkers, these methods would allow all attributes
    def __setattr__(self, name: str, value: Any) -> None:
        check_attribute(self, name)
        object.__setattr__(self, name, value)


def _setting(name: str) -> Any:
    return property(lambda board: board._session.setting(name), lambda board, value: board._set(name, value))


def _color(color: str) -> Any:
    return property(
        lambda board: board._player(color), lambda board, player: board._set_player(color, player)
    )


for _name in SETTINGS:
    setattr(CellBoard, _name, _setting(_name))
for _color_name, _attribute in (("W", "white"), ("B", "black"), ("R", "red")):
    setattr(CellBoard, _attribute, _color(_color_name))


def _start_of(start: Any) -> Any:
    """A game, a position, "open" or None, from what a board begins with."""
    if isinstance(start, BoardMethods):
        return start.game
    if isinstance(start, str) and start != "open":
        return Game.from_record(start) if has_record(start) else Position.of(start)
    if start is None or isinstance(start, (str, Position, Game)):
        return start
    raise TypeError(
        "a board begins with a Position, its text, a Game or its record, not %s" % type_name(start)
    )
