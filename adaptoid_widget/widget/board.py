"""The widget: a session behind traits and messages."""

from __future__ import annotations

import os
import warnings
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

import anywidget
import traitlets
from ipywidgets import Layout as CssLayout
from ipywidgets import ValueWidget
from ipywidgets.widgets.widget import _instances

from ..attributes import KnownAttributes, suggest_keywords
from ..core.game.game import Game, game_from_start
from ..core.host.host import did_you_mean, type_name
from ..core.host.similar_words import similar_word
from ..core.i18n.catalog import wording_of
from ..core.rules.errors import GameError, check_flags, plain_value
from ..core.rules.layout import Layout
from ..core.rules.named_layouts import BOARDS
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.session.board_methods import BoardMethods
from ..core.session.dispatcher import failure_reply, handle
from ..core.session.editor_handlers import add_editor
from ..core.session.hooks import Handler, SessionHooks
from ..core.session.session import AIDS, SIZES, Session
from ..core.session.sharing import add_sharing
from ..core.wire.intent_fields import Refused, short
from ..engine.cancel import check_seconds
from ..engine.runner import KernelRunner
from ..export.output_content import game_content, settings_of
from ..export.share import page
from ..export.shared_page import built
from ..lessons import load
from ..storage.atomic import RepeatedErrors
from ..storage.game_link import check_address
from ..storage.records import start_of
from ..threads import deferred_interrupt
from .analyst import BoardAnalyst
from .autosave import Autosave
from .lesson_maker import LessonMaker
from .live_widget import LiveWidget
from .players import BoardPlayers
from .reviewer import BoardReviewer
from .saved_picture import SavedPicture, follow_notebook, is_appended, report
from .seats import SEAT_TAKEN
from .transactions import TRANSACTION

if TYPE_CHECKING:
    from ..arena.players import AnyPlayer
    from ..engine.analysis import Analysis

# traits that only Python writes
_PYTHON_ONLY = ("snapshot", "discs", "wording", "analyst", "review")
# traits of the game that browsers can link with other widgets
_LINKED = ("ply", "result")
# traits that a front end may write: ipywidgets counts the views of a widget in it
_WRITABLE = {"_view_count"}
# left out of dir(board)
_NOT_FOR_PEOPLE = {*_PYTHON_ONLY, "set_state", "publish", "notify_observers", "catch_up"}


Value = TypeVar("Value")
# what can be assigned to a setting
Taken = TypeVar("Taken")


# what would end the kernel, or the task that answers the board; an interrupt is for the caller
_ENDING = (SystemExit, GeneratorExit, CancelledError)


class TraitValueError(GameError, traitlets.TraitError):
    """A value that a trait of a board cannot have."""


class PositionTrait(traitlets.TraitType[Position, "Position | Game | Board | str"]):
    """The position as a trait: reading asks the session, assigning begins a new game.

    For type checkers it is a Position, although it is None during an open start, which few boards have.
    """

    # editors do not infer it from the base class
    if TYPE_CHECKING:

        def __get__(self, obj: Any, cls: Any = None) -> Position: ...  # type: ignore[override]

    info_text = "a Position or its text"

    def get(self, obj: Any, cls: Any = None) -> Any:  # noqa: ARG002  traitlets' own signature
        """The position on the board."""
        with TRANSACTION:
            return obj._session.position

    def set(self, obj: Any, value: Any) -> None:
        """Begin a new game from what `Position.of` takes."""
        game = Game(Position.of(value))
        with TRANSACTION:
            obj._session.begin(game, "set-up")


class GameTrait(traitlets.TraitType[Value, Value]):
    """What the game on the board says, as a trait to read and to observe."""

    def __init__(self, read: Callable[[Game], Value], default: Value) -> None:
        super().__init__(default, read_only=True)
        self._read = read

    def get(self, obj: Any, cls: Any = None) -> Value:  # noqa: ARG002  traitlets' own signature
        """The value that the game has."""
        with TRANSACTION:
            return self._read(obj._session.game)


class PlyTrait(GameTrait[int]):
    """The ply as a trait; assigning it goes to this turn."""

    def __init__(self) -> None:
        super().__init__(lambda game: game.ply, 0)
        self.read_only = False

    def set(self, obj: Any, value: Any) -> None:
        """Show the position after so many turns. Raises TraitValueError if there are fewer."""
        try:
            obj.goto(value)
        except GameError as error:
            raise TraitValueError(str(error)) from None


class SettingTrait(traitlets.TraitType[Value, Taken]):
    """A setting of the session as a trait; assigning it is one transaction."""

    def get(self, obj: Any, cls: Any = None) -> Any:  # noqa: ARG002  traitlets' own signature
        """The value that the session has."""
        return obj._session.setting(str(self.name))

    def set(self, obj: Any, value: Any) -> None:
        """Set it. Raises TraitValueError for an invalid value."""
        name, session = str(self.name), obj._session
        value = plain_value(value)
        with TRANSACTION:
            before = session.setting(name)
            try:
                session.set(**{name: value})
            except GameError as error:
                raise TraitValueError(str(error)) from None
            if before != value:
                obj._events.append((name, before, value))
                session.changed()


class ChoiceTrait(SettingTrait[str, str], traitlets.Enum[str]):
    """A setting that has one of a few values."""

    if TYPE_CHECKING:

        def __get__(self, obj: Any, cls: Any = None) -> str: ...  # type: ignore[override]


class SwitchTrait(SettingTrait[bool, "bool | int"], traitlets.Bool[bool, "bool | int"]):
    """A setting that is on or off."""

    if TYPE_CHECKING:

        def __get__(self, obj: Any, cls: Any = None) -> bool: ...  # type: ignore[override]


class NamesTrait(SettingTrait["bool | str", "bool | int | str"]):
    """A setting that is on or off, or the name of another value."""

    if TYPE_CHECKING:

        def __get__(self, obj: Any, cls: Any = None) -> bool | str: ...  # type: ignore[override]


class LanguageTrait(traitlets.TraitType[str, str]):
    """The language as a trait: reading asks the session, since people can choose it on the board."""

    if TYPE_CHECKING:

        def __get__(self, obj: Any, cls: Any = None) -> str: ...  # type: ignore[override]

    info_text = "a language's tag, such as 'de'"

    def get(self, obj: Any, cls: Any = None) -> Any:  # noqa: ARG002  traitlets' own signature
        """The tag of the board's language."""
        return obj._session.wording.language

    def set(self, obj: Any, value: Any) -> None:
        """Change the language."""
        if wording_of(value) is not obj._session.wording:
            with TRANSACTION:
                obj._session.speak(value)


def _why_not_set(trait: Any, value: Any) -> str:
    """Why a trait that ipywidgets or this class declares cannot have a value."""
    if trait.read_only:
        return f"{trait.name} can only be read"
    if trait.name == "layout":
        name = similar_word(value, BOARDS.names) if isinstance(value, str) else ""
        return (
            f"layout is the CSS layout of the widget, an ipywidgets.Layout, not {value!r}; "
            f"for other discs, assign a position: board.position = aw.layouts.start({name or 'star'!r})"
        )
    return f"{trait.name} is {trait.info()}, not {value!r}"


class PlayerProperty(property):
    """A computer player of a board, for type checkers and editors; None for a person."""

    if TYPE_CHECKING:

        def __get__(self, obj: Any, cls: Any = None) -> AnyPlayer | None: ...  # type: ignore[override]

        def __set__(self, obj: Any, value: AnyPlayer | None) -> None: ...


def _player(color: str, doc: str) -> PlayerProperty:
    """A property for the computer player of a colour."""

    def set_player(board: Board, player: Any) -> None:
        with TRANSACTION:
            board._players.set_player(color, player)

    return PlayerProperty(lambda board: board._players.spec(color), set_player, doc=doc)


class _BoardClass(traitlets.MetaHasTraits):
    """Checks the address of shared pages when it is set for all boards."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "page_address":
            check_address(value)
        super().__setattr__(name, value)


class Board(
    BoardMethods,
    KnownAttributes,
    LiveWidget,
    anywidget.AnyWidget,
    ValueWidget,  # type: ignore[misc]  # ipywidgets has no types
    metaclass=_BoardClass,
):
    """A board to play on, in step with Python.

    `start` is a `Position`, its text, a `Game`, its record or the path of its file, or `"open"` for the open start
    (R5); by default the start of `variant` on `layout` with `switches`. Every `layout` but the standard one begins with
    the open start; `Board(layouts.start("butterfly"))` begins with the start of that board. `layout` is a `Layout`, its
    text, or a name in `layouts`; `board.layout` is the CSS layout that every widget has, and the discs are
    `board.position.layout`. `aids` is how much the board shows: "full", "legal" (legal clicks) or "none".
    `interactive=False` takes no clicks. `size` is "normal", or "projector" for large rooms. `compact=True` shows the
    board alone, without panels and buttons. `language` is one of
    `languages()`; people at the board may choose another. `white`, `black` and `red` are computer players: a `Player`,
    a `Program`, a callable from a position to a turn, or a text such as "level:3"; None is a person. Raises TextError,
    LayoutError or GameError for an invalid start, OSError for a file that cannot be read, LanguageError for an unknown
    language, and TypeError or ValueError for an unknown keyword or something that is not a player.

    Setting an unknown attribute raises AttributeError, which names the nearest one. A value that an attribute cannot
    have raises ValueError, which says what is allowed. A subclass declares its own attributes, as values or
    annotations.

    >>> board = Board()
    >>> board.play("+D3")
    >>> str(board.position)
    'adaptoid b 0,0 W:D2,D3 B:D6'
    >>> board.undo(), board.position.turn
    (True, 'W')
    """

    # as texts, since anywidget never releases a widget whose files it watches
    _esm = built("board.js").decode()
    _css = built("board.css").decode()

    snapshot = traitlets.Dict(read_only=True).tag(sync=True)
    """Everything that the board shows (wire schema 2). Only Python writes it."""
    discs = traitlets.Dict(read_only=True).tag(sync=True)
    """The places of the discs. Only Python writes it."""
    wording = traitlets.Dict(read_only=True).tag(sync=True)
    """The words of the controls. Only Python writes it."""
    analyst = traitlets.Dict(read_only=True).tag(sync=True)
    """What the analyst shows. Only Python writes it."""
    review = traitlets.Dict(read_only=True).tag(sync=True)
    """What the review shows. Only Python writes it."""
    analysis: traitlets.TraitType[Analysis | None, Analysis | None] = traitlets.Any(
        None, read_only=True, help="the last analysis of the position"
    )
    """The last `Analysis` of the position while `analyse` is on, else None. Observe it to follow the search."""
    position = PositionTrait()
    """The position, also within a turn; None during an open start. Assign a `Position`, its text, a `Game`, a board."""
    value = PositionTrait()
    """The same as `position`, by the name that `ipywidgets.interact` and links expect."""
    description: str = ""
    """The name of the argument for which `ipywidgets.interact` shows the board."""
    ply: traitlets.TraitType[int, int] = PlyTrait().tag(sync=True)
    """The number of turns up to the position on the board. Observe it to follow the game; assign it to go to a turn."""
    turns: traitlets.TraitType[tuple[Turn, ...], tuple[Turn, ...]] = GameTrait(
        lambda game: tuple(game.turns), ()
    )
    """The turns up to the position on the board. Observe it to follow the game."""
    # a trait instead of the property of boards in pages, so that it can be observed
    result: traitlets.TraitType[str | None, str | None] = GameTrait(  # pyright: ignore[reportIncompatibleMethodOverride]
        lambda game: game.result, None
    ).tag(sync=True)
    """ "W", "B", "R", "draw", or None while the game goes on. Observe it to learn of the end."""
    aids = ChoiceTrait(AIDS, default_value="full", help="how much the board shows")
    """How much the board shows: "full", "legal" or "none"."""
    interactive = SwitchTrait(True, help="whether the board takes clicks")
    """Whether the board takes clicks."""
    flipped = SwitchTrait(False, help="whether the board is shown from the other side")
    """Whether the board is shown from the other side."""
    coordinates = NamesTrait(True, help="whether the discs' names are shown, or margin")
    """Whether the discs' names are shown, or "margin" for the letters of rows and the numbers of lines beside them."""
    size = ChoiceTrait(SIZES, default_value="normal", help="normal, or projector for the back of a room")
    """ "normal", or "projector" for the back of a room."""
    compact = SwitchTrait(False, help="whether the board is shown alone, without panels and buttons")
    """Whether the board is shown alone, without panels and buttons."""
    language = LanguageTrait()
    """The tag of the board's language, one of `languages()`."""
    _transaction = TRANSACTION
    page_address: str = ""
    """The address of a shared page with a game, for the links that the board copies; "" if there is none.

    `aw.Board.page_address = "https://example.org/game.html"` sets it for all boards.
    """

    @suggest_keywords
    def __init__(
        self,
        start: Position | Game | Board | str | os.PathLike[str] | None = None,
        *,
        variant: str = "adaptoid",
        layout: str | Layout = "hex4",
        switches: str | tuple[str, ...] = (),
        aids: str = "full",
        interactive: bool = True,
        flipped: bool = False,
        coordinates: bool | str = True,
        size: str = "normal",
        compact: bool = False,
        language: str = "en",
        white: AnyPlayer | None = None,
        black: AnyPlayer | None = None,
        red: AnyPlayer | None = None,
    ) -> None:
        wording = wording_of(language)
        css: Any = layout
        if isinstance(css, (CssLayout, dict)):
            raise TypeError(
                "layout names the discs of the board, such as 'hex5'; for the CSS layout of the widget, make the board "
                "first and then set board.layout"
            )
        interactive, flipped, coordinates, compact = map(
            plain_value, (interactive, flipped, coordinates, compact)
        )
        game = game_from_start(start_of(start), variant, layout, switches)
        settings = {
            "aids": aids,
            "interactive": interactive,
            "flipped": flipped,
            "coordinates": coordinates,
            "size": size,
            "compact": compact,
        }
        session = Session(game, uuid4().hex[:8], wording, **settings)
        self._session = session
        self._events: deque[tuple[str, Any, Any]] = deque()
        # what the board says once it shows the change: the next snapshot takes a message away
        self._messages: deque[str] = deque()
        self._noted_position = session.position
        self._noted_game = self._game_values()
        # whether a snapshot could not be sent
        self._behind = False
        self._autosave: Autosave | None = None
        self._hooks = _BoardHooks(self)
        self._saved_picture = SavedPicture(session, self.send, self._content)
        self._runner = KernelRunner(TRANSACTION)
        self._players = BoardPlayers(session, self._runner)
        self._analyst = BoardAnalyst(session, self._runner, self._show_analyst, self._show_analysis)
        self._reviewer = BoardReviewer(session, self._runner, self._show_review)
        try:
            self._show_review(self._reviewer.trait())
            self.set_trait("snapshot", session.snapshot())
            self.set_trait("discs", session.discs())
            self.set_trait("wording", self._words())
            super().__init__(**settings)
        except BaseException:
            session.unwatch()
            raise
        session.add_hooks(self._hooks)
        add_editor(session)
        add_sharing(session, lambda: self.page_address)
        self._maker = LessonMaker(session)
        session.add_hooks(self._maker)
        game.guard = TRANSACTION
        TRANSACTION.watch(self)
        follow_notebook()
        self.on_msg(self._on_intent)
        self._own_layout = self.layout
        players = {"W": white, "B": black, "R": red}
        try:
            with TRANSACTION:
                for color, player in players.items():
                    if player is not None:
                        self._players.set_player(color, player)
        except BaseException:
            self.close()
            raise

    # for type checkers, this method would allow all attributes
    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None:
            if name == "page_address":
                check_address(value)
            try:
                super().__setattr__(name, value)
            except TraitValueError:
                raise
            except traitlets.TraitError:
                raise TraitValueError(_why_not_set(self.traits()[name], value)) from None

    def __dir__(self) -> list[str]:
        """The names for people; all other attributes of a widget work too."""
        classes = [cls for cls in type(self).__mro__ if issubclass(cls, BoardMethods)]
        own = {name for cls in classes for name in vars(cls)}
        return sorted(
            {name for name in own if not name.startswith("_")} - _NOT_FOR_PEOPLE | {"observe", "unobserve"}
        )

    def __repr__(self) -> str:
        with TRANSACTION:
            position = self._session.position
        return f"Board({str(position)!r})" if position is not None else "Board('open')"

    # -- from Python -------------------------------------------------------------------------------------------------

    def _show_analyst(self, part: dict[str, Any]) -> None:
        if part != self.analyst:
            self.set_trait("analyst", part)

    def _show_review(self, part: dict[str, Any]) -> None:
        # empty until there is something to show
        part = part if "of" in part or part["error"] else {}
        if part != self.review:
            self.set_trait("review", part)

    def _show_analysis(self, analysis: Any) -> None:
        if analysis is not self.analysis:
            self.set_trait("analysis", analysis)

    @property
    def autosave(self) -> str | None:
        """The record file that every step is saved to before the board shows it; None for no file.

        Assign a path. Earlier content stays in front, and the games of this board follow; if the last record is the
        game on the board, it grows. A killed kernel loses nothing that the board has shown. If the disk fails, the
        board shows the error and tries again at the next step. Raises GameError for an unsuitable path, OSError for
        a file that cannot be read or written.
        """
        return None if self._autosave is None else str(self._autosave.path)

    @autosave.setter
    def autosave(self, path: str | os.PathLike[str] | None) -> None:
        if path is not None and not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"autosave is a path, or None for no file, not {type_name(path)}")
        # a big file is read before the transaction, so that reading it can be interrupted
        autosave = None if path is None else Autosave(path)
        with TRANSACTION:
            if autosave is not None:
                autosave.begin(self._session.game)
            self._autosave = autosave

    def make_lesson(self, lesson: str | os.PathLike[str] | None = None) -> None:
        """Make a lesson of the position on the board: play the right turns, choose a goal, write the texts.

        *Make a lesson of this* in the menu *Share* does the same. `lesson` is a lesson to continue: its file, its text,
        or a name. Raises GameError if the game is over or the start is open, and LessonError for an invalid lesson.
        """
        content = None if lesson is None else load(lesson)
        try:
            with TRANSACTION:
                self._maker.open(content)
        except Refused as error:
            raise GameError(str(error)) from None

    @property
    def lesson_draft(self) -> str:
        """The lesson that was made on the board, as the text of a lesson file; "" if it is not complete.

        `aw.Lesson(board.lesson_draft)` is the lesson.
        """
        with TRANSACTION:
            return self._maker.file

    def close(self) -> None:
        """Close the board; it shows nothing from now on. Its game stays usable."""
        self._is_closed = True
        with deferred_interrupt():
            # ipywidgets also closes a board whose constructor failed
            if hasattr(self, "_saved_picture"):
                self._players.close()
                self._analyst.close()
                self._reviewer.close()
                self._runner.close()
                self._session.remove_hooks(self._hooks)
                self._session.unwatch()
                self._saved_picture.close()
            super().close()
            self._close_layout()

    def _close_layout(self) -> None:
        """Close the CSS layout that was made for this board, unless another widget uses it."""
        layout = getattr(self, "_own_layout", None)
        if layout is None:
            return
        users = [
            widget for widget in list(_instances.values()) if widget._trait_values.get("layout") is layout
        ]
        if not users:
            layout.close()

    def observe(self, handler: Callable[[Any], Any], *names: Any, **options: Any) -> None:
        """Call `handler` on changes, such as `board.observe(print, "position")`. It gets `change.old` and `change.new`.

        `names` are attributes that can be observed: "position", "analysis", "language" and the settings; without names
        the handler is called on all changes. An exception in it is reported and has no other effect. Raises ValueError
        for a name that cannot be observed, TypeError for something that cannot be called.
        """
        self._check_observer(handler, *names, **options)
        super().observe(self._guarded(handler), *names, **options)

    def unobserve(self, handler: Callable[[Any], Any], *names: Any, **options: Any) -> None:
        """Stop calling `handler`. Raises ValueError if it does not observe this."""
        self._check_observer(handler, *names, **options)
        try:
            super().unobserve(self._guarded(handler), *names, **options)
        except ValueError:
            raise ValueError(
                "this handler does not observe these changes; give the names as for observe"
            ) from None

    def _check_observer(
        self,
        handler: object,
        names: Any = traitlets.All,
        type: str = "change",  # noqa: A002  traitlets' own name
    ) -> None:
        if not callable(handler):
            raise TypeError(
                f"a handler is called with a change, as in observe(print, 'position'); not {handler!r}"
            )
        if type == "change" and names is not traitlets.All:
            for name in [names] if isinstance(names, str) else names:
                if name is not traitlets.All and not self.has_trait(name):
                    traits = [trait for trait in dir(self) if self.has_trait(trait)]
                    hint = did_you_mean(name, traits) or "to follow the game, observe 'position'"
                    raise ValueError(f"{name!r} cannot be observed; {hint}")

    # -- players and analysis ----------------------------------------------------------------------------------------

    white = _player(
        "W",
        """The computer player of White; None for a person. Assign a `Player`, a callable, a text, or None.

        It thinks on a thread; people may stop it, undo, and walk through the game meanwhile. It plays when it has the
        turn after somebody has played, in a new game, and after `go`. Raises GameError if the colour does not play,
        TypeError or ValueError for something that is not a player.

        >>> board = Board(black=lambda position: next(position.turns()))
        >>> board.white is None, board.black is None
        (True, False)
        >>> board.black = None
        """,
    )
    black = _player("B", "The computer player of Black; as `white`.")
    red = _player("R", "The computer player of Red, in games for three; as `white`.")

    @property
    def seats(self) -> tuple[str, ...]:
        """The colours that a browser has taken for itself, such as ("W", "B"). The others do not play them."""
        return self._players.seats.colors_taken()

    def free_seats(self) -> None:
        """Let every browser play every colour again."""
        with TRANSACTION:
            self._players.seats.free(*"WBR")

    @property
    def thinking(self) -> str | None:
        """The name of the computer player that is about to play; None if there is none."""
        computer = self._players.computer
        return computer.name if computer is not None and computer.busy else None

    @property
    def pace(self) -> float:
        """The least time in seconds that a computer's turn takes, so that people can follow."""
        return self._players.pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._players.pace = check_seconds(seconds, "pace")

    @property
    def patience(self) -> float:
        """The seconds that a callable may take for a turn; for callables that are assigned from now on."""
        return self._players.patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        seconds = check_seconds(seconds, "patience")
        if not seconds:
            raise ValueError(f"patience is a number of seconds above 0, not {seconds!r}")
        self._players.patience = seconds

    def stop(self) -> bool:
        """Stop the computer that is thinking, until `go` is called. Returns whether one was thinking."""
        with TRANSACTION:
            return self._players.stop()

    def go(self) -> bool:
        """Let the computer play whose turn it is: after `stop`, after an error, or at an earlier turn.

        Returns whether there is one that was not thinking already.
        """
        with TRANSACTION:
            return self._players.go()

    def analyse(self, on: bool = True, lines: int = 3) -> None:
        """Start or end analysing the position, with its best `lines` (1 to 9). `analysis` has the last result.

        Each new position is analysed for up to a minute, on one board at a time. Raises GameError unless `aids` is
        "full", ValueError for other numbers of lines.
        """
        check_flags(on=on)
        with TRANSACTION:
            self._analyst.switch(bool(on), lines)

    # -- transactions --------------------------------------------------------------------------------------------------

    def publish(self) -> None:
        """Save changes, start or end searches, and send the board to the front end. Transactions call this."""
        failure: Exception | None = None
        # saving comes before showing; if one of these fails, the others still run
        for step in (
            self._players.update_search,
            self._analyst.update_search,
            self._save,
            self._send_board,
            self._note_position,
        ):
            try:
                step()
            except Exception as error:  # noqa: BLE001  a player, a disk or a comm may raise anything
                failure = failure or error
        if failure is not None:
            raise failure

    def catch_up(self) -> None:
        """Notice what has changed without notice. Transactions call this after an exception."""
        self._session.catch_up()
        if self._behind or self._session.rev != self.snapshot["rev"]:
            TRANSACTION.touch(self)

    def _save(self) -> None:
        # turns that are played for a lesson belong to no game
        if self._autosave is not None and self._maker.draft is None:
            error = self._autosave.try_save(self._reviewer.game)
            notice, self._autosave.notice = self._autosave.notice, ""
            self._report_unsaved(self._autosave.errors, error)
            if notice:
                self._messages.append(notice)
                warnings.warn(notice, stacklevel=2)

    def _send_board(self) -> None:
        session = self._session
        behind, self._behind = self._behind, True
        with self.hold_sync():
            if self.discs["name"] != str(session.layout):
                self.set_trait("discs", session.discs())
            if self.wording["language"] != self.language:
                self._events.append(("language", self.wording["language"], self.language))
                self.set_trait("wording", self._words())
            self.set_trait("snapshot", session.snapshot())
            for name in _LINKED:
                value = getattr(self, name)
                if self._noted_game[name] != value:
                    # it goes along in the same message
                    self._should_send_property(name, value)
        if behind:
            self.send_state([*_PYTHON_ONLY, *_LINKED])
        self._behind = False

    def _words(self) -> dict[str, Any]:
        """The trait `wording`. Shared pages have no seats."""
        words = self._session.words()
        words["ui"][SEAT_TAKEN] = self._session.wording.sentences[SEAT_TAKEN]
        return words

    def _note_position(self) -> None:
        position = self._session.position
        if position != self._noted_position:
            for name in ("position", "value"):
                self._events.append((name, self._noted_position, position))
            self._noted_position = position
        noted, self._noted_game = self._noted_game, self._game_values()
        for name, value in self._noted_game.items():
            if noted[name] != value:
                self._events.append((name, noted[name], value))

    def _game_values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("ply", "turns", "result")}

    def notify_observers(self) -> None:
        """Say what there is to say, and call observers of changes, in order. Transactions call this."""
        while self._messages:
            self.send({"type": "report", "text": self._messages.popleft()})
        while self._events:
            try:
                name, old, new = self._events.popleft()
            except IndexError:
                break
            change = traitlets.Bunch(name=name, old=old, new=new, owner=self, type="change")
            try:
                # without sending it: what the front end needs is sent before
                traitlets.HasTraits.notify_change(self, change)
            except _ENDING as error:
                self._failed(error)
        self._saved_picture.update()

    def _guarded(self, handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
        # an EventHandler of a decorated method cannot be wrapped
        return handler if isinstance(handler, traitlets.EventHandler) else _Observer(self, handler)

    def _failed(self, error: BaseException) -> None:
        """Report an exception of an observer: its traceback in the notebook, its message on the board."""
        report(error)
        message = self._session.wording.say(
            "why.observer", {"detail": short(f"{type(error).__name__}: {error}")}
        )
        self.send({"type": "report", "text": message})

    def _report_unsaved(self, errors: RepeatedErrors, new_error: Exception | None) -> None:
        """Say on the board that the last step could not be saved, and why in a warning, unless this has been said."""
        if errors.last is not None:
            self._messages.append(self._session.wording.say("why.not-saved"))
        if new_error is not None:
            message = f"the game is not being saved: {type(new_error).__name__}: {new_error}"
            warnings.warn(message, stacklevel=3)

    # -- from the front end ------------------------------------------------------------------------------------------

    def _on_intent(self, _: Any, content: Any, __: Any) -> None:
        """Handle an intent: send the snapshot first, then exactly one reply."""

        def failed(error: BaseException) -> dict[str, Any]:
            report(error)
            return failure_reply(self._session, content, f"{type(error).__name__}: {error}")

        TRANSACTION.answer(lambda: self._reply(content), self.send, failed)

    def _reply(self, content: Any) -> dict[str, Any]:
        if self._behind:
            TRANSACTION.touch(self)
        if isinstance(content, dict) and content.get("kind") == "picture":
            return self._saved_picture.reply(content)
        return handle(self._session, content)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what the front end may write. If it writes a trait that only Python writes, send the true value.

        Everything else, such as another script for the board, is ignored.
        """
        writable = {name: sync_data[name] for name in _WRITABLE if name in sync_data}
        if writable:
            super().set_state(writable)
        refused = [name for name in (*_PYTHON_ONLY, *_LINKED) if name in sync_data]
        if "ply" in sync_data and sync_data["ply"] != self.ply:
            # a slider that is linked in the browser; a ply that the game does not have is put right
            with suppress(GameError):
                self.goto(sync_data["ply"])
        if refused:
            with TRANSACTION:
                self.send_state(refused)

    # -- in a notebook -----------------------------------------------------------------------------------------------

    def _content(self) -> dict[str, Any]:
        """What the notebook keeps of the board, beside the picture."""
        levels = {color: self._players.level(color) for color in "WBR"}
        return game_content(
            self._reviewer.game,
            settings_of(self._session),
            {color: level for color, level in levels.items() if level},
        )

    def _ipython_display_(self, **_: Any) -> None:
        """Show the live board and, in a second output, the last position as picture and text."""
        from IPython.display import display

        if self.comm is None:
            # ipywidgets takes the other methods away from a closed widget
            display({"text/plain": repr(self)}, raw=True)
            return
        if is_appended():
            # IPython goes on as without this method
            self._saved_picture.display()
            raise NotImplementedError
        data, metadata = self._repr_mimebundle_() or ({}, {})
        display(data, metadata=metadata, raw=True)
        self._saved_picture.display()

    def _repr_mimebundle_(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, **options: Any
    ) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """The live board. This output never changes, so its text names no position."""
        bundle = super()._repr_mimebundle_(**options)
        return bundle and ({**bundle[0], "text/plain": "Board()"}, bundle[1])


class _BoardHooks(SessionHooks):
    """Shows each change of the session on its board, and sends parts of the front end."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def handlers(self) -> dict[str, Handler]:
        return {
            "page": lambda _: {"page": page(self._board)},
            "parts": lambda _: {"module": built("parts.js").decode()},
        }

    def changed(self) -> None:
        TRANSACTION.touch(self._board)


class _Observer:
    """Wraps an observer, so that an exception of it does not keep others from being called."""

    def __init__(self, board: Board, handler: Callable[[Any], Any]) -> None:
        self.board = board
        self.handler = handler

    def __call__(self, change: Any) -> None:
        try:
            self.handler(change)
        except (Exception, *_ENDING) as error:  # noqa: BLE001  an observer may raise anything
            self.board._failed(error)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Observer) and self.handler == other.handler

    def __hash__(self) -> int:
        return hash(self.handler)
