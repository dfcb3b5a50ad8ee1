"""The interface of players, and checks of their answers."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar, Protocol, runtime_checkable

from ..attributes import KnownAttributes
from ..core.game.headers import MAX_VALUE
from ..core.host.host import brief, type_name
from ..core.rules.errors import GameError, TextError
from ..core.rules.position import Position
from ..core.rules.scanner import control_at, invisible_at
from ..core.rules.turn import Turn
from ..engine.cancel import Stop, check_seconds
from ..threads import is_from_signal, thread

# the interval for polling a `Stop`
POLL_S = 0.02
MAX_DETAIL = 400


class PlayerError(ValueError):
    """A player that gave no legal turn. In a match it forfeits the game.

    `player` is its name, `code` is "illegal", "nonsense", "raised", "time", "died", "start" or "stopped", and `detail`
    says what happened, as a sentence without the subject.

    >>> from adaptoid_widget import as_player
    >>> as_player(lambda position: "+A1", name="Ann")(Position.start())
    Traceback (most recent call last):
    adaptoid_widget.arena.player_api.PlayerError: Ann: answered '+A1': No adaptoid of yours touches A1.
    """

    def __init__(self, player: str, code: str, detail: str) -> None:
        super().__init__(f"{player}: {detail}")
        self.player = player
        self.code = code
        self.detail = detail

    def __reduce__(self) -> tuple[type[PlayerError], tuple[str, str, str]]:
        """Support pickling."""
        return type(self), (self.player, self.code, self.detail)


@runtime_checkable
class Chooser(Protocol):
    """The interface of all players."""

    @property
    def name(self) -> str:
        """The name in records and tables."""
        ...

    def choose(self, position: Position, stop: Stop | None = None) -> Turn:
        """Choose a legal turn. Raises PlayerError, or GameError for a finished game."""
        ...


class PlayerBase(KnownAttributes):
    """A player that can be called. Pickling keeps its settings; `_reset` makes the rest anew."""

    _settings: ClassVar[tuple[str, ...]]
    """The names of the attributes that are pickled."""

    def __call__(self, position: Position | str) -> Turn:
        """Like `choose`."""
        return self.choose(position)

    def choose(self, position: Position | str, stop: Stop | None = None) -> Turn:
        """Choose a legal turn. Raises PlayerError, or GameError for a finished game."""
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        """Return the settings."""
        return {name: getattr(self, name) for name in self._settings}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._reset()

    def _reset(self) -> None:
        """Set the attributes that are not settings."""


def check_going_on(position: Position | str) -> Position:
    """Return the position to play in. Raises GameError for a finished game, TextError for a wrong text."""
    position = Position.of(position)
    if position.winner is not None:
        raise GameError(f"the game is over, {position.winner} has won; there is no turn to choose")
    return position


def one_line(text: object, max_length: int = MAX_DETAIL) -> str:
    """Convert a value to one line for a record: no control characters, limited length.

    >>> one_line("two\\nlines\\x07")
    'two lines'
    """
    visible = [char for char in str(text)[: 4 * max_length] if invisible_at(char) < 0]
    words = "".join(" " if control_at(char) >= 0 else char for char in visible).split()
    line = " ".join(words)
    return line if len(line) <= max_length else line[: max_length - 3] + "..."


def name_for(name: object) -> str:
    """Return a name that a record can hold. Raises ValueError for anything else.

    >>> name_for("Ann")
    'Ann'
    """
    if not isinstance(name, str) or not name.strip() or one_line(name, MAX_VALUE) != name:
        raise ValueError(
            f"a player's name is one line of 1 to {MAX_VALUE} characters without blanks around it, not {brief(name)}"
        )
    return name


def checked_turn(player: str, position: Position, answer: object) -> Turn:
    """Return the turn of a player's answer. Raises PlayerError unless it is legal.

    >>> checked_turn("Ann", Position.start(), "+D3")
    Turn.from_text('+D3')
    >>> checked_turn("Ann", Position.start(), "+A1")
    Traceback (most recent call last):
    adaptoid_widget.arena.player_api.PlayerError: Ann: answered '+A1': No adaptoid of yours touches A1.
    """
    if not isinstance(answer, (Turn, str)):
        answer_text = one_line(_description(answer), 80)
        raise PlayerError(player, "nonsense", f"answered {answer_text}; expected a turn or its text")
    try:
        turn = Turn.of(answer)
        refusal = position.why_not(turn)
    except TextError as error:
        answer_text = one_line(repr(answer), 80)
        raise PlayerError(
            player, "nonsense", f"answered {answer_text}, which is not a turn: {error}"
        ) from None
    except (TypeError, ValueError, AttributeError) as error:
        # a hand-made Turn can contain anything
        raise PlayerError(player, "nonsense", f"answered an empty Turn: {one_line(error)}") from None
    if refusal is not None:
        raise PlayerError(player, "illegal", f"answered '{turn}': {refusal}")
    return turn


def _description(answer: object) -> str:
    try:
        return f"{answer!r}, of type {type_name(answer)}"
    except Exception:  # noqa: BLE001  a player's own __repr__ can raise anything
        return f"something of type {type_name(answer)}"


class CallablePlayer(PlayerBase):
    """A player that calls a Python callable with the position; it returns a turn or its text.

    With `seconds`, a longer turn raises PlayerError. The call then continues in its thread, since a thread cannot be
    ended. Matches run callables in processes, which are ended.
    """

    function: Callable[[Position], Any]
    name: str
    seconds: float | None
    _settings = ("function", "name", "seconds")

    def __init__(
        self, function: Callable[[Position], Any], name: str | None = None, seconds: float | None = None
    ) -> None:
        if not callable(function):
            raise TypeError(
                f"a player must be a callable that takes a position; {type_name(function)} cannot be called"
            )
        self.function = function
        default = one_line(getattr(function, "__name__", None) or type_name(function), 100).strip()
        self.name = name_for(name if name is not None else default or "player")
        self.seconds = None if seconds is None else check_seconds(seconds, "the time limit")

    def __repr__(self) -> str:
        return f"<player {self.name}>"

    def choose(self, position: Position | str, stop: Stop | None = None) -> Turn:
        """Return the callable's turn. Raises PlayerError unless it is legal, and GameError for a finished game."""
        position = check_going_on(position)
        if self.seconds is None and stop is None:
            return checked_turn(self.name, position, self._call(position))
        return checked_turn(self.name, position, self._call_in_thread(position, stop))

    def _call(self, position: Position) -> object:
        try:
            return self.function(position)
        except (Exception, SystemExit) as error:
            raise raised_by(self.name, error) from error

    def _call_in_thread(self, position: Position, stop: Stop | None) -> object:
        answers: list[object] = []
        answered = threading.Event()

        def ask() -> None:
            try:
                answers.append(self._call(position))
            except PlayerError as error:
                answers.append(error)
            except BaseException as error:  # noqa: BLE001  here it would end the thread alone
                answers.append(PlayerError(self.name, "raised", raised_text(error)))
            finally:
                answered.set()

        thread(ask, name=f"player {self.name}").start()
        seconds = math.inf if self.seconds is None else self.seconds
        until = time.monotonic() + seconds
        while not answered.wait(max(0.0, min(until - time.monotonic(), POLL_S if stop else math.inf, 3600))):
            if stop is not None and stop.is_set():
                raise PlayerError(self.name, "stopped", "was stopped before it answered")
            if time.monotonic() >= until:
                raise late(self.name, seconds)
        answer = answers[0] if answers else None
        if isinstance(answer, PlayerError):
            raise answer
        return answer


def late(player: str, seconds: float) -> PlayerError:
    """Return the error of a player that took too long."""
    return PlayerError(player, "time", f"gave no answer within {seconds:g} s")


def raised_by(player: str, error: BaseException) -> PlayerError:
    """Return the error of a player that raised an exception. One of a signal, such as a time limit, is raised again."""
    if is_from_signal(error):
        raise error
    return PlayerError(player, "raised", raised_text(error))


def raised_text(error: BaseException) -> str:
    """Describe a player's exception in one line."""
    message = one_line(error)
    return f"raised {type(error).__name__}" + (f": {message}" if message else "")
