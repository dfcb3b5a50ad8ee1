"""A colour that is not played by the people at the board: what the board says while it is that colour's turn."""

from __future__ import annotations

from typing import Any, Dict, Iterable, NamedTuple, Optional

from ..game.game import Game
from ..i18n.catalog import Wording
from ..rules.legality import Reason, reason

_Seat = NamedTuple("_Seat", [("color", str), ("name", str), ("state", str), ("detail", str)])

# while these last nobody else plays
BUSY = ("ready", "thinking")
# a position that came about so is played on in; other ways only lead to where a position is looked at
PLAYED = ("begun", "played", "redone", "chosen")
STATES = BUSY + ("stopped", "held", "failed")
# what would be done for whoever thinks; the rest may be done meanwhile, and ends the thought where it leads elsewhere
THEIRS = ("move", "grow", "pass", "resign", "draw", "why")


class Seat(_Seat):
    """Whose turn it is where a player of its own has the colour: the player's name and how far it has come.

    `state` is "ready" (it gets ready), "thinking", "stopped" (by somebody), "held" (it does not play by itself in a
    position that was gone to) or "failed", for the reason `detail`.

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
        """How things stand, as a sentence."""
        slots: Dict[str, Any] = {"color": self.color, "name": self.name, "detail": self.detail}
        return wording.say("seat." + self.state, slots)

    def part(self) -> Dict[str, Any]:
        """Its part of the snapshot: the state, and which button there is."""
        return {"state": self.state, "does": "stop" if self.busy else "go"}

    def refusal(self, kind: str) -> Optional[Reason]:
        """Why an intent is refused now; None where it is not."""
        if self.busy and kind in THEIRS:
            return reason(self.state, None, {"name": self.name})
        return None


def take_back(game: Game, seated: Iterable[str]) -> bool:
    """Undo the last step of people, with the turns of players that followed it; whether there was a step.

    Where players have all colours, one whole turn is taken back.

    >>> game = Game().play("+D3").play("+D5")
    >>> take_back(game, ["B"]), game.ply
    (True, 0)
    """
    if not game.undo():
        return False
    while game.started and game.can_undo and _goes_on(game, seated):
        game.undo()
    return True


def bring_back(game: Game, seated: Iterable[str]) -> bool:
    """Redo the next step, with the turns of players that follow; whether there was one.

    >>> game = Game().play("+D3").play("+D5")
    >>> take_back(game, ["B"]), bring_back(game, ["B"]), game.ply
    (True, True, 2)
    """
    if not game.redo():
        return False
    while game.started and game.can_redo and _goes_on(game, seated):
        game.redo()
    return True


def take_line(session: Any, turns: Iterable[str]) -> None:
    """Play a line out on the board to look at it: one step, and nobody answers it. Raises TextError or IllegalTurn."""
    rev = session.rev
    try:
        for turn in turns:
            session.game.play(turn)
    finally:
        session.came = "went"
        session.rev = min(session.rev, rev + 1)


def _goes_on(game: Game, seated: Iterable[str]) -> bool:
    position = game.position
    if len(list(seated)) < len(position.colors):
        return game.result is None and position.turn in seated
    return game.half is not None
