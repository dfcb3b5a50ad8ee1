"""The widget: a session behind traits and messages. The only file that knows of anywidget, ipywidgets and traitlets."""

from __future__ import annotations

import os
import traceback
import warnings
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import anywidget
import traitlets
from ipywidgets.widgets.widget import _instances

from ..attributes import KnownAttributes
from ..core.game.annotations import Marks
from ..core.game.game import STANDARD, Game
from ..core.i18n.catalog import wording_of
from ..core.rules.errors import GameError
from ..core.rules.layout import Layout
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.session.dispatcher import handle, refusal
from ..core.session.editor import TOOLS
from ..core.session.editor_handlers import add_editor, close_editor, open_editor
from ..core.session.hooks import Handler, SessionHooks
from ..core.session.session import AIDS, SIZES, Session
from ..threads import deferred_interrupt
from .analysis import Analyst
from .autosave import Autosave
from .bundles import send_part
from .film import FilmMaker
from .players import BoardPlayers
from .static_output import LastPicture, report
from .transactions import Transactions

STATIC = Path(__file__).parent.parent / "static"
_OWN = ("snapshot", "discs", "wording", "analyst")
# what a front end may write: ipywidgets counts the views of a widget there
_WRITABLE = {"_view_count"}
# for the front end and the steps, not for people
_INWARD = {*_OWN, "set_state", "show", "tell"}

# one for all boards: a game may lie on several
TRANSACTION = Transactions()


class PositionTrait(traitlets.TraitType[Any, Any]):
    """The position as a trait: reading asks the session, assigning begins a new game, observing works as ever."""

    info_text = "a Position or its text"

    def get(self, obj: Any, cls: Any = None) -> Any:  # noqa: ARG002  traitlets' own signature
        """The position on the board."""
        with TRANSACTION:
            return obj._session.position

    def set(self, obj: Any, value: Any) -> None:
        """Begin a new game from a position or its text."""
        obj._assign(value)


class SettingTrait(traitlets.TraitType[Any, Any]):
    """A setting of the session as a trait: assigning it is one step, observing works as ever."""

    def get(self, obj: Any, cls: Any = None) -> Any:  # noqa: ARG002  traitlets' own signature
        """The session's value."""
        return getattr(obj._session, str(self.name))

    def set(self, obj: Any, value: Any) -> None:
        """Set it. Raises TraitError for a value that is none."""
        obj._set(str(self.name), self._validate(obj, value))


class ChoiceTrait(SettingTrait, traitlets.Enum[Any]):
    """A setting with one of a few values."""


class SwitchTrait(SettingTrait, traitlets.Bool[Any, Any]):
    """A setting that is on or off."""


class LanguageTrait(traitlets.TraitType[Any, Any]):
    """The language as a trait: reading asks the session, since people at the board choose it too."""

    info_text = "a language's tag, such as 'de'"

    def get(self, obj: Any, cls: Any = None) -> Any:  # noqa: ARG002  traitlets' own signature
        """The tag of the language that the board speaks."""
        return obj._session.wording.language

    def set(self, obj: Any, value: Any) -> None:
        """Have the board speak another language."""
        obj._speak(value)


class Board(KnownAttributes, anywidget.AnyWidget):
    """A board to play on, in step with Python.

    `start` is a `Position`, its text, a `Game`, or `"open"` for the open start (R5); by default the start of `variant`
    on `layout` with `switches`; a layout that names no start begins with the open start. `aids` says how much the board
    gives away: "full", "legal" (what may be clicked) or "none". `interactive=False` only shows. `board.layout` is the
    CSS layout that every widget has; the discs are `board.position.layout`. `layout` here is a `Layout`, its text, or a
    name of `layouts`, such as "butterfly". `size` is "normal", or "projector" for the back of a room. `language` is one
    of `languages()`; people at the board may choose another. `white`, `black` and `red` are players who answer by
    themselves: a `Player`, a `Program`, a callable from a position to a turn, or a text such as "level:3"; None is a
    person at the board. Raises TextError, LayoutError or GameError for a start that is none, LanguageError for a
    language without words, and TypeError or ValueError for an unknown keyword and for what is no player.

    An attribute that a board does not have cannot be set: AttributeError names the nearest one. A subclass declares its
    own, as a value or an annotation of the class.

    >>> board = Board()
    >>> board.play("+D3")
    >>> str(board.position)
    'adaptoid b 0,0 W:D2,D3 B:D6'
    >>> board.undo(), board.position.turn
    (True, 'W')
    """

    # as texts: anywidget never lets go of a widget whose files it could watch
    _esm = (STATIC / "board.js").read_text(encoding="utf-8")
    _css = (STATIC / "board.css").read_text(encoding="utf-8")

    snapshot = traitlets.Dict(read_only=True).tag(sync=True)
    """Everything the board shows (wire schema 2). Written by Python alone."""
    discs = traitlets.Dict(read_only=True).tag(sync=True)
    """Where the discs of the board lie. Written by Python alone."""
    wording = traitlets.Dict(read_only=True).tag(sync=True)
    """The words of the board's controls. Written by Python alone."""

    analyst = traitlets.Dict(read_only=True).tag(sync=True)
    """What the analyst says of the position. Written by Python alone."""

    analysis = traitlets.Any(None, read_only=True, help="what the analyst has found about the position")
    """The last `Analysis` of the position on the board, while `analyse` is on; None else. Observe it to follow."""
    position = PositionTrait()
    """The position, mid-turn too; None while an open start is laid out. Assign a `Position` or its text."""
    aids = ChoiceTrait(AIDS, default_value="full", help="how much the board gives away")
    """How much the board gives away: "full", "legal" or "none"."""
    interactive = SwitchTrait(True, help="whether the board takes clicks")
    """Whether the board takes clicks."""
    flipped = SwitchTrait(False, help="whether the board is shown from the other side")
    """Whether the board is shown from the other side."""
    coordinates = SwitchTrait(True, help="whether the discs' names are shown")
    """Whether the discs' names are shown."""
    size = ChoiceTrait(SIZES, default_value="normal", help="normal, or projector for the back of a room")
    """ "normal", or "projector" for the back of a room."""
    language = LanguageTrait()
    """The tag of the language that the board speaks, one of `languages()`. Assign another at any time."""

    def __init__(
        self,
        start: Position | Game | str | None = None,
        *,
        variant: str = "adaptoid",
        layout: str | Layout = "hex4",
        switches: str | tuple[str, ...] = (),
        aids: str = "full",
        interactive: bool = True,
        flipped: bool = False,
        coordinates: bool = True,
        size: str = "normal",
        language: str = "en",
        white: Any = None,
        black: Any = None,
        red: Any = None,
    ) -> None:
        wording = wording_of(language)
        if isinstance(start, Game):
            if (variant, str(layout), tuple(switches)) != STANDARD:
                raise GameError("a game says its variant, layout and switches itself; leave these out")
            game = start
        else:
            game = Game(start, variant, layout, switches)
        session = Session(
            game, aids, interactive, flipped, coordinates, size, board=uuid4().hex[:8], wording=wording
        )
        self._session = session
        self._events: deque[tuple[str, Any, Any]] = deque()
        self._shown = session.position
        # whether the front end has missed a snapshot that could not be sent
        self._behind = False
        self._found: Any = None
        self._autosave: Autosave | None = None
        self._last_picture = LastPicture(session, TRANSACTION, self.send)
        self._players = BoardPlayers(session, TRANSACTION, traceback.print_exception)
        self._film_maker = FilmMaker(session, self.send)
        given = {"W": white, "B": black, "R": red}
        self._analyst = Analyst(
            session, TRANSACTION, self._show_analyst, self._hear_analyst, traceback.print_exception
        )
        seated = {color: player for color, player in given.items() if player is not None}
        try:
            self.set_trait("snapshot", session.snapshot())
            self.set_trait("discs", session.discs())
            self.set_trait("wording", session.words())
            super().__init__(
                aids=aids, interactive=interactive, flipped=flipped, coordinates=coordinates, size=size
            )
        except BaseException:
            session.close()
            raise
        self._hooks = _BoardHooks(self)
        session.add_hooks(self._hooks)
        add_editor(session)
        game.guard = TRANSACTION
        self.on_msg(self._on_intent)
        self._own_layout = self.layout
        if seated:
            try:
                with TRANSACTION:
                    for color, player in seated.items():
                        self._players.sit(color, player)
            except BaseException:
                self.close()
                raise

    def __dir__(self) -> list[str]:
        """What a player asks a board for; what every widget has besides can be asked for all the same."""
        kinds = [kind for kind in type(self).__mro__ if issubclass(kind, Board)]
        own = {name for kind in kinds for name in vars(kind)}
        return sorted({name for name in own if not name.startswith("_")} - _INWARD | {"observe", "unobserve"})

    def __repr__(self) -> str:
        position = self.position
        return f"Board({str(position)!r})" if position is not None else "Board('open')"

    # -- from Python -------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game on the board: its turns, variations and result. What is done to it shows on the board."""
        return self._session.game

    @game.setter
    def game(self, game: Game) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a board takes a Game, not {type(game).__name__}")
        with TRANSACTION:
            self._session.begin(game)

    @property
    def result(self) -> str | None:
        """ "W", "B", "R", "draw", or None while the game goes on."""
        return self._session.game.result

    @property
    def marks(self) -> Marks:
        """What is drawn on the current position: set `Marks`, their text, or None as one value.

        They belong to the turn, like its comment: another turn has its own, and this one's return with it.
        Raises TextError or LayoutError.

        >>> board = Board()
        >>> board.marks = Marks(arrows=[("D2", "D3")], labels={"D6": "prey"})
        >>> str(board.marks)
        'arrow(D2,D3) label(D6,"prey")'
        >>> board.marks = None
        """
        return self._session.game.marks

    @marks.setter
    def marks(self, marks: Marks | str | None) -> None:
        with TRANSACTION:
            self._session.game.marks = marks

    @property
    def comment(self) -> str:
        """The comment on the current turn. Raises GameError for control characters."""
        return self._session.game.comment

    @comment.setter
    def comment(self, text: str) -> None:
        with TRANSACTION:
            self._session.game.comment = text

    def _show_analyst(self, part: dict[str, Any]) -> None:
        if part != self.analyst:
            self.set_trait("analyst", part)

    def _hear_analyst(self, found: Any) -> None:
        self._found = found
        if TRANSACTION.within:
            # observers hear of it when the lock is free again
            TRANSACTION.touch(self)
        else:
            self._tell_analysis()

    def _tell_analysis(self) -> None:
        if self._found is not self.analysis:
            self.set_trait("analysis", self._found)

    @property
    def autosave(self) -> str | None:
        """The file of records that every step is saved to before the board answers; None for none.

        Set a path: what the file holds already stays in front, and the games of this board follow; where its last
        game is the one on the board, it goes on. A killed kernel loses nothing that the board has shown. Where the
        disk fails, the board says so, plays on, and tries again with the next step. Raises GameError for a path that
        is not fit, OSError for a file that cannot be read or written.
        """
        return None if self._autosave is None else str(self._autosave.path)

    @autosave.setter
    def autosave(self, path: str | os.PathLike[str] | None) -> None:
        if path is not None and not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"autosave is a path, or None for no file, not {type(path).__name__}")
        # a big file is read before the step, so that reading it can be stopped
        autosave = None if path is None else Autosave(path)
        with TRANSACTION:
            if autosave is not None:
                autosave.begin(self._session.game)
            self._autosave = autosave

    def play(self, turn: Turn | str) -> None:
        """Play a whole turn, or the rest of the one under way. Raises TextError or IllegalTurn."""
        with TRANSACTION:
            self._session.game.play(turn)

    def move(self, move: Turn | str) -> None:
        """Play the move step alone, such as `E3-D2`; the growth is due then. Raises TextError or IllegalTurn."""
        with TRANSACTION:
            self._session.game.move(move)

    def undo(self) -> bool:
        """Take back the growth, then the move, then the turn before; whether there was anything to take back."""
        with TRANSACTION:
            return self._session.undo()

    def redo(self) -> bool:
        """Bring back what was taken back; whether there was anything."""
        with TRANSACTION:
            return self._session.redo()

    def goto(self, ply: int) -> None:
        """Show the position after so many turns. Raises GameError where there is none.

        >>> board = Board()
        >>> board.play("+D3")
        >>> board.goto(0)
        >>> str(board.position)
        'adaptoid w 0,0 W:D2 B:D6'
        """
        with TRANSACTION:
            self._session.game.goto(ply)

    def new_game(self) -> None:
        """Begin anew from where this game began; undo brings the game back."""
        with TRANSACTION:
            self._session.begin(self._session.new_game())

    def edit(self, start: Position | str | None = None, *, tool: str = "position") -> None:
        """Open the editor on the board: on what it shows, or on a position.

        `tool` is "position" or "layout", for building the board itself. The game stays as it is until somebody plays
        from the draft; `close_editor` leaves it. Raises TextError for a text that is no position.

        >>> board = Board()
        >>> board.edit("adaptoid w 0,0 W:D2LP B:D6")
        >>> board.editing, board.draft, str(board.position)
        (True, 'adaptoid w 0,0 W:D2LP B:D6', 'adaptoid w 0,0 W:D2 B:D6')
        """
        if tool not in TOOLS:
            raise GameError(f"tool is one of {', '.join(TOOLS)}, not {tool!r}")
        position = Position.from_text(start) if isinstance(start, str) else start
        with TRANSACTION:
            open_editor(self._session, position, tool)

    @property
    def editing(self) -> bool:
        """Whether the editor is open."""
        return self._session.editor is not None

    @property
    def draft(self) -> str | None:
        """The text of what is in the editor, be it a position yet or not; None where the editor is not open."""
        editor = self._session.editor
        return None if editor is None else editor.text

    def close_editor(self) -> None:
        """Leave the editor; the game is as it was. Assign `board.position = board.draft` to play from the draft."""
        with TRANSACTION:
            close_editor(self._session)

    def resign(self, color: str | None = None) -> None:
        """A colour gives up, by default the one whose turn it is. Raises GameError."""
        with TRANSACTION:
            self._session.game.resign(color)

    def agree_draw(self) -> None:
        """The players agree on a draw. Raises GameError."""
        with TRANSACTION:
            self._session.game.agree_draw()

    def place(self, cell: str) -> None:
        """Put the next adaptoid of the open start on a disc (R5). Raises GameError or LayoutError.

        >>> board = Board("open")
        >>> board.place("C3")
        >>> board.place("E5")
        >>> board.choose("B")
        >>> board
        Board('adaptoid w 0,0 W:C3 B:E5')
        """
        with TRANSACTION:
            self._session.game.place(cell)

    def choose(self, color: str) -> None:
        """The second player of the open start chooses "W" or "B" (R5). Raises GameError."""
        with TRANSACTION:
            self._session.game.choose(color)

    def close(self) -> None:
        """Close the board: it shows nothing any more, and its game goes on without it."""
        with deferred_interrupt():
            # ipywidgets closes what could not even be made, too
            if hasattr(self, "_last_picture"):
                self._players.close()
                self._analyst.close()
                self._film_maker.close()
                self._session.remove_hooks(self._hooks)
                self._session.close()
                self._last_picture.close()
            super().close()
            self._close_layout()

    def _close_layout(self) -> None:
        """Close the CSS layout that was made for this board, unless another widget uses it too."""
        layout = getattr(self, "_own_layout", None)
        if layout is None:
            return
        users = [
            widget for widget in list(_instances.values()) if widget._trait_values.get("layout") is layout
        ]
        if not users:
            layout.close()

    def observe(self, handler: Callable[[Any], Any], *names: Any, **more: Any) -> None:
        """Call `handler` on changes, as traitlets does; what it raises is reported and harms nothing."""
        super().observe(self._guarded(handler), *names, **more)

    def unobserve(self, handler: Callable[[Any], Any], *names: Any, **more: Any) -> None:
        """Call `handler` no more."""
        super().unobserve(self._guarded(handler), *names, **more)

    def _speak(self, language: object) -> None:
        if wording_of(language) is not self._session.wording:
            with TRANSACTION:
                self._session.speak(language)

    def _assign(self, value: Position | str | None) -> None:
        if not isinstance(value, (Position, str)):
            raise TypeError(f"board.position takes a Position or its text, not {type(value).__name__}")
        game = Game(Position.from_text(value) if isinstance(value, str) else value)
        with TRANSACTION:
            self._session.begin(game, "set-up")

    # -- players and analysis ----------------------------------------------------------------------------------------

    @property
    def white(self) -> Any:
        """Who plays White by himself; None for a person at the board. Set a `Player`, a callable, a text, or None.

        A player thinks on a thread of its own and is shown on the board while it does; people may stop it, take back,
        and walk through the game meanwhile. It plays where it has the turn after somebody has played, in a new game
        and when it is told to `go`. Raises GameError where the colour does not play, TypeError and ValueError for what
        is no player.

        >>> board = Board(black=lambda position: next(position.turns()))
        >>> board.white is None, board.black is None
        (True, False)
        >>> board.black = None
        """
        return self._players.spec("W")

    @white.setter
    def white(self, player: Any) -> None:
        self._sit("W", player)

    @property
    def black(self) -> Any:
        """Who plays Black by himself; as `white`."""
        return self._players.spec("B")

    @black.setter
    def black(self, player: Any) -> None:
        self._sit("B", player)

    @property
    def red(self) -> Any:
        """Who plays Red by himself, where three play; as `white`."""
        return self._players.spec("R")

    @red.setter
    def red(self, player: Any) -> None:
        self._sit("R", player)

    def _sit(self, color: str, player: Any) -> None:
        with TRANSACTION:
            self._players.sit(color, player)

    @property
    def thinking(self) -> str | None:
        """The name of the player who is about to play; None where people are, or nobody is."""
        seat = self._players.seat
        return seat.name if seat is not None and seat.busy else None

    @property
    def pace(self) -> float:
        """The least time in seconds that a player's turn takes, so that one can follow."""
        return self._players.pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._players.pace = max(0.0, float(seconds))

    @property
    def patience(self) -> float:
        """So many seconds a callable may think about a turn; for those who are seated from now on."""
        return self._players.patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        if not seconds > 0:
            raise ValueError(f"patience is a number of seconds above 0, not {seconds!r}")
        self._players.patience = float(seconds)

    def stop(self) -> bool:
        """Have the player who thinks stop, and wait until it is told to `go`; whether somebody thought."""
        with TRANSACTION:
            return self._players.stop()

    def go(self) -> bool:
        """Have the player whose turn it is play: after `stop`, after a fault, in a position that was gone to.

        Whether there is one who was not thinking already.
        """
        with TRANSACTION:
            return self._players.go()

    def analyse(self, on: bool = True, lines: int = 3) -> None:
        """Have the position on the board analysed, with its best `lines` (1 to 9), or end it; `analysis` has the last.

        It goes on for a minute a position, and begins anew with each; on one board at a time. Raises GameError where
        `aids` are not "full", ValueError for lines that are none.
        """
        with TRANSACTION:
            self._analyst.switch(on, lines)

    # -- one step at a time (see `transactions`) ---------------------------------------------------------------------

    def show(self) -> None:
        """Save what has changed and send it to the front end. Transactions call this; there is no need to."""
        failure: Exception | None = None
        # what is shown is on disk already; where one of these fails the others are done all the same
        for part in (
            self._players.consider,
            self._analyst.consider,
            self._save,
            self._send_board,
            self._note_position,
        ):
            try:
                part()
            except Exception as error:  # noqa: BLE001  whatever a player, a disk or a wire raises
                failure = failure or error
        if failure is not None:
            raise failure

    def _save(self) -> None:
        if self._autosave is not None:
            trouble = self._autosave.keep_up(self._session.game)
            if trouble is not None:
                self._tell_trouble(trouble)

    def _send_board(self) -> None:
        session = self._session
        behind, self._behind = self._behind, True
        with self.hold_sync():
            if self.discs["name"] != str(session.layout):
                self.set_trait("discs", session.discs())
            if self.wording["language"] != self.language:
                self._events.append(("language", self.wording["language"], self.language))
                self.set_trait("wording", session.words())
            self.set_trait("snapshot", session.snapshot())
        if behind:
            self.send_state(list(_OWN))
        self._behind = False

    def _note_position(self) -> None:
        position = self._session.position
        if position != self._shown:
            self._events.append(("position", self._shown, position))
            self._shown = position

    def tell(self) -> None:
        """Tell observers of what has changed, in order. Transactions call this; there is no need to."""
        while self._events:
            try:
                name, old, new = self._events.popleft()
            except IndexError:
                break
            change = traitlets.Bunch(name=name, old=old, new=new, owner=self, type="change")
            self.notify_change(change)
        self._tell_analysis()
        self._last_picture.update()

    def _guarded(self, handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
        # traitlets' own, from decorated methods, are no functions to call
        return handler if isinstance(handler, traitlets.EventHandler) else _Observer(self, handler)

    def _failed(self, error: Exception) -> None:
        """Report what an observer raised: its traceback where the call came from, in short on the board."""
        report(error)
        told = refusal(self._session, None, f"{type(error).__name__}: {error}")["text"]
        self.send({"type": "report", "text": told})

    def _tell_trouble(self, trouble: Exception) -> None:
        """Say that the last step could not be saved: on the board, and as a warning in Python."""
        told = self._session.wording.say("why.not-saved", {"detail": f"{type(trouble).__name__}: {trouble}"})
        self.send({"type": "report", "text": told})
        warnings.warn(told, stacklevel=2)

    def _set(self, name: str, value: Any) -> None:
        with TRANSACTION:
            before = getattr(self._session, name)
            if before != value:
                setattr(self._session, name, value)
                self._events.append((name, before, value))
                self._session.changed()

    # -- from the front end ------------------------------------------------------------------------------------------

    def _on_intent(self, _: Any, content: Any, __: Any) -> None:
        """Answer an intent: the snapshot goes first, then exactly one reply."""

        def failed(error: BaseException) -> dict[str, Any]:
            report(error)
            return refusal(self._session, content, f"{type(error).__name__}: {error}")

        TRANSACTION.answer(lambda: self._reply(content), self.send, failed)

    def _reply(self, content: Any) -> dict[str, Any]:
        if self._behind:
            TRANSACTION.touch(self)
        if isinstance(content, dict) and content.get("kind") == "picture":
            return self._last_picture.reply(content)
        return handle(self._session, content)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what the front end may write. What it writes of the board itself is answered with the true one.

        All else, such as another script for the board, changes nothing.
        """
        theirs = [name for name in _OWN if name in sync_data]
        rest = {name: sync_data[name] for name in _WRITABLE if name in sync_data}
        if rest:
            super().set_state(rest)
        if theirs:
            with TRANSACTION:
                self.send_state(theirs)

    # -- in a notebook -----------------------------------------------------------------------------------------------

    def _ipython_display_(self, **_: Any) -> None:
        """Show the live board and, in an output of its own, the last position as picture and text."""
        from IPython.display import display

        data, metadata = self._repr_mimebundle_() or ({}, {})
        # what this output says stays as it is now, so it names no position
        display({**data, "text/plain": "Board()"}, metadata=metadata, raw=True)
        self._last_picture.display()


class _BoardHooks(SessionHooks):
    """Shows each change of the session on its board, and sends parts of the front end."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def handlers(self) -> dict[str, Handler]:
        return {"part": send_part}

    def changed(self) -> None:
        TRANSACTION.touch(self._board)


class _Observer:
    """Somebody's observer; when it raises, the others are called all the same."""

    def __init__(self, board: Board, handler: Callable[[Any], Any]) -> None:
        self.board = board
        self.handler = handler

    def __call__(self, change: Any) -> None:
        try:
            self.handler(change)
        except Exception as error:  # noqa: BLE001  whatever an observer raises
            self.board._failed(error)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Observer) and self.handler == other.handler

    def __hash__(self) -> int:
        return hash(self.handler)
