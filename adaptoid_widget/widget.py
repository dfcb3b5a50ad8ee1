"""The widget: a session behind traits and messages. The only file that knows of anywidget, ipywidgets and traitlets."""

from __future__ import annotations

import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import anywidget
import traitlets

from .core.english_ui import UI
from .core.game import Game
from .core.layout import Layout
from .core.position import Position
from .core.session import AIDS, Session
from .core.turn import Turn
from .core.view import last_part, status, step_of

STATIC = Path(__file__).parent / "static"
_OWN = ("snapshot", "discs", "wording")

T = TypeVar("T")


class PositionTrait(traitlets.TraitType[Any, Any]):
    """The position as a trait: reading asks the session, assigning begins a new game, observing works as ever."""

    info_text = "a Position or its text"

    def get(self, obj: Any, cls: Any = None) -> Any:  # noqa: ARG002  traitlets' own signature
        """The position on the board."""
        return obj._session.position

    def set(self, obj: Any, value: Any) -> None:
        """Begin a new game from a position or its text."""
        obj._assign(value)


class Board(anywidget.AnyWidget):
    """A board to play on, in step with Python.

    `start` is a `Position`, its text, a `Game`, or `"open"` for the open start (R5); by default the start of `variant`
    on `layout` with `switches`. `aids` says how much the board gives away: "full", "legal" (what may be clicked) or
    "none". `interactive=False` only shows. Raises TextError or LayoutError for a start that is none, and TypeError
    for an unknown keyword.

    >>> board = Board()
    >>> board.play("+D3")
    >>> str(board.position)
    'adaptoid b 0,0 W:D2,D3 B:D6'
    >>> board.undo(), board.position.turn
    (True, 'W')
    """

    _esm = STATIC / "board.js"
    _css = STATIC / "board.css"

    snapshot = traitlets.Dict(read_only=True).tag(sync=True)
    """Everything the board shows (wire schema 1). Written by Python alone."""
    discs = traitlets.Dict(read_only=True).tag(sync=True)
    """Where the discs of the board lie. Written by Python alone."""
    wording = traitlets.Dict(read_only=True).tag(sync=True)
    """The words of the board's controls. Written by Python alone."""

    position = PositionTrait()
    """The position, mid-turn too; None while an open start is laid out. Assign a `Position` or its text."""
    aids = traitlets.Enum(AIDS, default_value="full", help="how much the board gives away")
    """How much the board gives away: "full", "legal" or "none"."""
    interactive = traitlets.Bool(True, help="whether the board takes clicks")
    """Whether the board takes clicks."""
    flipped = traitlets.Bool(False, help="whether the board is shown from the other side")
    """Whether the board is shown from the other side."""
    coordinates = traitlets.Bool(True, help="whether the discs' names are shown")
    """Whether the discs' names are shown."""

    def __init__(
        self,
        start: Position | Game | str | None = None,
        *,
        variant: str = "adaptoid",
        layout: str | Layout = "hex4",
        switches: tuple[str, ...] = (),
        aids: str = "full",
        interactive: bool = True,
        flipped: bool = False,
        coordinates: bool = True,
    ) -> None:
        game = start if isinstance(start, Game) else Game(start, variant, layout, switches)
        self._lock = threading.RLock()
        self._stepping = False
        self._events: deque[tuple[Position | None, Position | None]] = deque()
        self._shown: Position | None = game.position if game.started else None
        self._pictured: tuple[Position | None, str] | None = None
        self._displayed = False
        self._session = Session(game, aids, interactive, flipped, coordinates, board=uuid4().hex[:8])
        self._session.watcher = self._session_changed
        self.set_trait("snapshot", self._session.snapshot())
        self.set_trait("discs", self._session.discs())
        self.set_trait("wording", {"language": "en", "ui": UI})
        super().__init__(aids=aids, interactive=interactive, flipped=flipped, coordinates=coordinates)
        self.on_msg(self._on_intent)
        self.observe(self._on_setting, ["aids", "interactive", "flipped", "coordinates"])

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
        self._step(lambda: self._session.begin(game))

    @property
    def result(self) -> str | None:
        """ "W", "B", "R", "draw", or None while the game goes on."""
        return self._session.game.result

    def play(self, turn: Turn | str) -> None:
        """Play a whole turn, or the rest of the one under way. Raises TextError or IllegalTurn."""
        self._step(lambda: self._session.game.play(turn))

    def move(self, text: str) -> None:
        """Play the move step alone, such as `E3-D2`; the growth is due then. Raises TextError or IllegalTurn."""
        self._step(lambda: self._session.game.move(text))

    def undo(self) -> bool:
        """Take back the growth, then the move, then the turn before; whether there was anything to take back."""
        return self._step(self._session.undo)

    def redo(self) -> bool:
        """Bring back what was taken back; whether there was anything."""
        return self._step(self._session.redo)

    def goto(self, ply: int) -> None:
        """Show the position after so many turns. Raises GameError where there is none."""
        self._step(lambda: self._session.game.goto(ply))

    def new_game(self) -> None:
        """Begin anew from where this game began; undo brings the game back."""
        self._step(lambda: self._session.begin(self._session.new_game()))

    def resign(self, color: str | None = None) -> None:
        """A colour gives up, by default the one whose turn it is. Raises GameError."""
        self._step(lambda: self._session.game.resign(color))

    def agree_draw(self) -> None:
        """The players agree on a draw. Raises GameError."""
        self._step(self._session.game.agree_draw)

    def place(self, cell: str) -> None:
        """Put the next adaptoid of the open start on a disc (R5). Raises GameError or LayoutError."""
        self._step(lambda: self._session.game.place(cell))

    def choose(self, color: str) -> None:
        """The second player of the open start chooses "W" or "B" (R5). Raises GameError."""
        self._step(lambda: self._session.game.choose(color))

    def observe(self, handler: Callable[[Any], Any], *names: Any, **more: Any) -> None:
        """Call `handler` on changes, as traitlets does; what it raises is reported and harms nothing."""
        super().observe(self._guarded(handler), *names, **more)

    def unobserve(self, handler: Callable[[Any], Any], *names: Any, **more: Any) -> None:
        """Call `handler` no more."""
        super().unobserve(self._guarded(handler), *names, **more)

    def _assign(self, value: Position | str | None) -> None:
        if not isinstance(value, (Position, str)):
            raise TypeError(f"board.position takes a Position or its text, not {type(value).__name__}")
        game = Game(Position.from_text(value) if isinstance(value, str) else value)
        self._step(lambda: self._session.begin(game))

    # -- one step at a time ------------------------------------------------------------------------------------------

    def _step(self, action: Callable[[], T]) -> T:
        """Do one thing to the session, show it, and tell the observers once the lock is free again."""
        outcome = self._atomic(action)
        self._tell()
        return outcome

    def _atomic(self, action: Callable[[], T]) -> T:
        with self._lock:
            self._stepping = True
            before = self._session.rev
            try:
                return action()
            finally:
                self._stepping = False
                if self._session.rev != before:
                    self._show()

    def _session_changed(self) -> None:
        """The session has changed; if not by a step of the board, somebody has played on `board.game` itself."""
        if not self._stepping:
            with self._lock:
                self._show()
            self._tell()

    def _show(self) -> None:
        session = self._session
        with self.hold_sync():
            if self.discs["name"] != str(session.layout):
                self.set_trait("discs", session.discs())
            self.set_trait("snapshot", session.snapshot())
        position = session.position
        if position != self._shown:
            self._events.append((self._shown, position))
            self._shown = position

    def _tell(self) -> None:
        """Tell observers of `position` what has changed, in order."""
        while self._events:
            try:
                old, new = self._events.popleft()
            except IndexError:
                break
            change = traitlets.Bunch(name="position", old=old, new=new, owner=self, type="change")
            self.notify_change(change)
        self._picture()

    def _guarded(self, handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
        # traitlets' own, from decorated methods, are no functions to call
        return handler if isinstance(handler, traitlets.EventHandler) else _Observer(self, handler)

    def _failed(self, error: Exception) -> None:
        """Report what an observer raised: its traceback where the call came from, in short on the board."""
        _report()
        told = self._session.refusal(None, f"{type(error).__name__}: {error}")["text"]
        self.send({"type": "report", "text": told})

    def _on_setting(self, change: Any) -> None:
        name, value = change["name"], change["new"]
        if getattr(self._session, name) != value:

            def set_it() -> None:
                setattr(self._session, name, value)
                self._session.changed()

            self._step(set_it)

    # -- from the front end ------------------------------------------------------------------------------------------

    def _on_intent(self, _: Any, content: Any, __: Any) -> None:
        """Answer an intent: the snapshot goes first, then exactly one reply."""
        try:
            if isinstance(content, dict) and content.get("kind") == "picture":
                reply = self._last_picture(content)
            else:
                reply = self._atomic(lambda: self._session.handle(content))
        except Exception as error:  # noqa: BLE001  an intent is answered whatever happens
            _report()
            reply = self._session.refusal(content, f"{type(error).__name__}: {error}")
        self.send(reply)
        self._tell()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what the front end writes, but never the board itself: that is answered with the true one."""
        theirs = [name for name in _OWN if name in sync_data]
        rest = {name: value for name, value in sync_data.items() if name not in theirs}
        if rest:
            super().set_state(rest)
        if theirs:
            with self._lock:
                self.send_state(theirs)

    # -- what stays when the kernel is gone --------------------------------------------------------------------------

    def _ipython_display_(self, **_: Any) -> None:
        """Show the live board and, in an output of its own, the last position as picture and text."""
        from IPython.display import display

        data, metadata = self._repr_mimebundle_() or ({}, {})
        # what this output says stays as it is now, so it names no position
        display({**data, "text/plain": "Board()"}, metadata=metadata, raw=True)
        with self._lock:
            self._pictured = self._standing
            display(self._fallback(), raw=True, display_id=self._fallback_id)
            self._displayed = True

    @property
    def _fallback_id(self) -> str:
        return "adaptoid-last-" + self._session.board

    @property
    def _standing(self) -> tuple[Position | None, str]:
        """The position and how things stand in it, which a resignation changes too."""
        return self._session.position, status(self._session.game, self._session.wording)

    def _fallback(self) -> dict[str, str]:
        from html import escape

        from .picture import mimebundle

        position, standing = self._standing
        bundle = {"text/plain": standing, "text/html": f"<p>{escape(standing)}</p>"}
        if position is not None:
            bundle = dict(mimebundle(position, last_part(self._session.game), status=standing))
        # the live board hides its own picture by this class, and sees by the rev whether it is the last one
        mark = f'class="{self._fallback_id}" data-rev="{self._session.rev}"'
        bundle["text/html"] = f"<div {mark}>{bundle['text/html']}</div>"
        return bundle

    def _picture(self) -> None:
        """Bring the picture up to date after each finished turn."""
        if not self._displayed:
            return
        from IPython.display import update_display

        with self._lock:
            standing = self._standing
            if standing == self._pictured or step_of(self._session.game) == "grow":
                return
            self._pictured = standing
            update_display(self._fallback(), raw=True, display_id=self._fallback_id)
            # a page that was loaded again does not know the display's id; told so, its board asks for the picture
            self.send({"type": "pictured", "rev": self._session.rev})

    def _last_picture(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to a board whose notebook holds an older picture."""
        name = asked.get("id")
        with self._lock:
            reply = {"type": "reply", "id": name if isinstance(name, (str, int)) else None, "ok": True}
            return {**reply, "rev": self._session.rev, "bundle": self._fallback()}


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


def _report() -> None:
    """Show a traceback where the user looks: in the notebook, else on standard error."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is not None:
        shell.showtraceback()
    else:
        traceback.print_exc()
