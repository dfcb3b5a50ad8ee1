"""Computer players at a board: what the board shows during their turns, and how undo passes over these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterable, NamedTuple, Optional

from ..game.game import Game
from ..i18n.catalog import Wording
from ..i18n.slots import Slots
from ..rules.legality import Reason, reason
from .hooks import SessionHooks
from .protocol import Json

if TYPE_CHECKING:
    from .snapshot_types import SeatPart

_Seat = NamedTuple("_Seat", [("color", str), ("name", str), ("state", str), ("detail", str)])

# the states in which nobody else may play
BUSY = ("ready", "thinking")
# the changes of a game that a computer answers; after others, people look at an earlier position
ANSWERED_CHANGES = ("begun", "played", "redone", "chosen")
# intents that are refused while a computer is busy; others are allowed, and end its search if they change the position
TURN_INTENTS = ("move", "grow", "pass", "resign", "draw", "why", "hint")


class Seat(_Seat):
    """A computer player whose turn it is: its name and its state.

    `state` is "ready" (it prepares), "thinking", "stopped" (by a person), "held" (people went to this position, so it
    waits for `go`), "failed" or "unable" (its search does not run here), both with the reason in `detail`.

    >>> from adaptoid_widget.core.i18n.catalog import ENGLISH
    >>> seat = Seat("B", "level 3", "thinking", "")
    >>> seat.status(ENGLISH)
    'Black: level 3 is thinking …'
    >>> seat.part()
    {'state': 'thinking', 'does': 'stop'}
    """

    __slots__ = ()

    @property
    def busy(self) -> bool:
        """Whether it is about to play."""
        return self.state in BUSY

    def status(self, wording: Wording) -> str:
        """The status as a sentence."""
        slots: Slots = {"color": self.color, "name": self.name, "detail": self.detail}
        return wording.say("seat." + self.state, slots)

    def part(self) -> SeatPart:
        """The part `seat` of the snapshot: the state, and what the button does."""
        return {"state": self.state, "does": "stop" if self.busy else "go"}


class ComputerPlayers(SessionHooks):
    """What all hooks of computer players share. A subclass sets `seat` and `colors`."""

    seat: Optional[Seat] = None
    """The computer player whose turn it is; None during a person's turn."""

    @property
    def allows_play(self) -> bool:
        """Whether no computer is about to play."""
        return self.seat is None or not self.seat.busy

    def refusal(self, intent: Json) -> Optional[Reason]:
        """Refuse to play for a computer that is busy."""
        if self.seat is not None and self.seat.busy and intent["kind"] in TURN_INTENTS:
            return reason(self.seat.state, None, {"name": self.seat.name})
        return None

    def status(self, wording: Wording) -> str:
        """What the computer does."""
        return "" if self.seat is None else self.seat.status(wording)

    def snapshot(self, wording: Wording) -> Json:
        """The state of the computer; no step is asked for while it is busy."""
        if self.seat is None:
            return {}
        fields: Json = {"seat": self.seat.part(), "status": self.seat.status(wording)}
        if self.seat.busy:
            fields.update({"step": "wait", "pass": False})
        return fields


def take_back(game: Game, computers: Iterable[str]) -> bool:
    """Undo the last step of a person, with the computers' turns after it; whether there was a step.

    If computers play all colours, undo one whole turn.

    >>> game = Game().play("+D3").play("+D5")
    >>> take_back(game, ["B"]), game.ply
    (True, 0)
    """
    return _repeat(game, game.undo, computers)


def bring_back(game: Game, computers: Iterable[str]) -> bool:
    """Redo the next step, with the computers' turns after it; whether there was one.

    >>> game = Game().play("+D3").play("+D5")
    >>> take_back(game, ["B"]), bring_back(game, ["B"]), game.ply
    (True, True, 2)
    """
    return _repeat(game, game.redo, computers)


def _repeat(game: Game, step: Callable[[], bool], computers: Iterable[str]) -> bool:
    """Take a step, and more until a person is to play; whether there was one."""
    is_done = goes_on = step()
    while goes_on and game.started:
        position = game.position
        if len(list(computers)) < len(position.colors):
            goes_on = game.result is None and position.turn in computers
        else:
            goes_on = game.half is not None
        goes_on = goes_on and step()
    return is_done
