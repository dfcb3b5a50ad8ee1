"""What players answer, judged: a legal turn, or an error that says what was wrong with it."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from ..core.game.headers import MAX_VALUE
from ..core.rules.errors import GameError, TextError
from ..core.rules.position import Position
from ..core.rules.scanner import control_at, invisible_at
from ..core.rules.turn import Turn
from ..engine.cancel import Stop, check_seconds

REASONS = {
    "illegal": "a turn that the rules do not allow",
    "nonsense": "an answer that is no turn",
    "raised": "an error in the place of an answer",
    "time": "no answer within the time",
    "died": "a program that ended",
    "start": "a player that could not be started",
    "stopped": "somebody asked it to stop before it answered",
}
"""What the code of a `PlayerError` means."""

# how often somebody who waits looks whether to stop
LOOK_S = 0.02
MAX_DETAIL = 400


class PlayerError(ValueError):
    """A player that gave no legal turn; in a match it forfeits the game with this reason.

    `player` is its name, `code` one of "illegal", "nonsense", "raised", "time", "died", "start" and "stopped",
    `detail` what happened, as a sentence without the player.
    """

    def __init__(self, player: str, code: str, detail: str) -> None:
        super().__init__(f"{player}: {detail}")
        self.player = player
        self.code = code
        self.detail = detail

    def __reduce__(self) -> tuple[type[PlayerError], tuple[str, str, str]]:
        """Errors travel between processes."""
        return type(self), (self.player, self.code, self.detail)


@runtime_checkable
class Chooser(Protocol):
    """What all players have in common."""

    @property
    def name(self) -> str:
        """What it is called in records and tables."""
        ...

    def choose(self, position: Position, stop: Stop | None = None) -> Turn:
        """A legal turn. Raises PlayerError, and GameError where the game is over."""
        ...


def check_going_on(position: Position | str) -> Position:
    """The position that a player is asked about. Raises GameError where the game is over, TextError for no position."""
    if isinstance(position, str):
        position = Position.from_text(position)
    if not isinstance(position, Position):
        raise TypeError(f"a player is asked about a Position or its text, not {type(position).__name__}")
    if position.winner is not None:
        raise GameError(f"the game is over, {position.winner} has won; there is no turn to choose")
    return position


def whole_number(number: object, what: str, least: int, most: int | None) -> int:
    """A whole number within its bounds. Raises ValueError for what is none, and names it."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise ValueError(  # noqa: TRY004  whatever is wrong with a number is one kind of error
            f"{what} is a whole number, not {number!r}"
        )
    if number < least or (most is not None and number > most):
        until = f"{least} or more" if most is None else f"{least} to {most}"
        raise ValueError(f"{what} is {until}, not {number}")
    return number


def one_line(text: object, most: int = MAX_DETAIL) -> str:
    """A text that may be in a record: one line without control characters, not too long.

    >>> one_line("two\\nlines\\x07")
    'two lines'
    """
    plain = [sign for sign in str(text)[: 4 * most] if invisible_at(sign) < 0]
    words = "".join(" " if control_at(sign) >= 0 else sign for sign in plain).split()
    said = " ".join(words)
    return said if len(said) <= most else said[: most - 3] + "..."


def name_for(name: object) -> str:
    """A player's name as it can stand in a record. Raises ValueError for what is none.

    >>> name_for("Ann")
    'Ann'
    """
    if not isinstance(name, str) or not name.strip() or one_line(name, MAX_VALUE) != name:
        raise ValueError(
            f"a player's name is one line of 1 to {MAX_VALUE} characters without blanks around it, not {name!r}"
        )
    return name


def judged(player: str, position: Position, answer: object) -> Turn:
    """The turn that a player answered. Raises PlayerError unless it is legal.

    >>> judged("Ann", Position.start(), "+D3")
    Turn.from_text('+D3')
    >>> judged("Ann", Position.start(), "+A1")
    Traceback (most recent call last):
    adaptoid_widget.arena.player_api.PlayerError: Ann: answered '+A1': No adaptoid of yours touches A1.
    """
    if not isinstance(answer, (Turn, str)):
        said = one_line(_shown(answer), 80)
        raise PlayerError(player, "nonsense", f"answered {said}; a turn or its text was asked for")
    try:
        turn = Turn.of(answer)
        found = position.why_not(turn)
    except TextError as error:
        said = one_line(repr(answer), 80)
        raise PlayerError(player, "nonsense", f"answered {said}, which is no turn: {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        # a Turn made by hand can hold anything
        raise PlayerError(
            player, "nonsense", f"answered a Turn that says nothing: {one_line(error)}"
        ) from None
    if found is not None:
        raise PlayerError(player, "illegal", f"answered '{turn}': {found}")
    return turn


def _shown(answer: object) -> str:
    try:
        return f"{answer!r}, of type {type(answer).__name__}"
    except Exception:  # noqa: BLE001  somebody else's __repr__
        return f"something of type {type(answer).__name__}"


class CallablePlayer:
    """A Python callable from a position to a turn, or its text, as a player.

    With `seconds` it forfeits the turn when it takes longer; what it does then goes on unseen, since a thread cannot be
    ended. Where players play for one another's processes, as in a match, it is ended.
    """

    def __init__(
        self, function: Callable[[Position], Any], name: str | None = None, seconds: float | None = None
    ) -> None:
        if not callable(function):
            raise TypeError(f"a player is called with a position; {type(function).__name__} cannot be called")
        self.function = function
        told = getattr(function, "__name__", None) or type(function).__name__
        self.name = name_for(name if name is not None else one_line(told, 100).strip() or "player")
        self.seconds = None if seconds is None else check_seconds(seconds, "the time limit")

    def __repr__(self) -> str:
        return f"<player {self.name}>"

    def __call__(self, position: Position | str) -> Turn:
        """Like `choose`."""
        return self.choose(position)

    def choose(self, position: Position | str, stop: Stop | None = None) -> Turn:
        """What it answers, if that is a legal turn. Raises PlayerError, and GameError where the game is over."""
        position = check_going_on(position)
        if self.seconds is None and stop is None:
            return judged(self.name, position, self._asked(position))
        return judged(self.name, position, self._timed(position, stop))

    def _asked(self, position: Position) -> object:
        try:
            return self.function(position)
        except (Exception, SystemExit) as error:
            raise PlayerError(self.name, "raised", raised_text(error)) from error

    def _timed(self, position: Position, stop: Stop | None) -> object:
        answers: list[object] = []
        errors: list[PlayerError] = []
        done = threading.Event()

        def ask() -> None:
            try:
                answers.append(self._asked(position))
            except PlayerError as error:
                errors.append(error)
            finally:
                done.set()

        threading.Thread(target=ask, name=f"player {self.name}", daemon=True).start()
        left = math.inf if self.seconds is None else self.seconds
        until = time.monotonic() + left
        while not done.wait(
            max(0.0, min(left, until - time.monotonic(), LOOK_S if stop else math.inf, 3600))
        ):
            if stop is not None and stop.is_set():
                raise PlayerError(self.name, "stopped", "was stopped before it answered")
            if time.monotonic() >= until:
                raise late(self.name, left)
        if errors:
            raise errors[0]
        return answers[0] if answers else None


def late(player: str, seconds: float) -> PlayerError:
    """The error of a player that took too long."""
    return PlayerError(player, "time", f"gave no answer within {seconds:g} s")


def raised_text(error: BaseException) -> str:
    """What a player raised, in one line."""
    said = one_line(error)
    return f"raised {type(error).__name__}" + (f": {said}" if said else "")
