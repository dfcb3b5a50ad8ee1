"""Seats: a browser can take a colour of a board that several browsers share, so that the others do not play it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.i18n.catalog import Wording
from ..core.rules.legality import Reason, reason
from ..core.session.computer_players import exchanged
from ..core.session.handlers import NEW_GAMES, OPEN_START, TURNS
from ..core.session.hooks import Handler, SessionHooks
from ..core.wire.intent_fields import Json, Refused, number_in, one_of

if TYPE_CHECKING:
    from ..core.session.session import Session

SEAT_TAKEN = "why.seat-taken"
"""The key of the sentence that a browser shows of another one's seat, also without a click."""
# intents that play the colour to move, or ask why it cannot
_TURNS = (*TURNS, "resign", "line", "redo", "why")
# intents that concern all players: people without a seat send them only while a colour is free
_SHARED = (
    *NEW_GAMES,
    *OPEN_START,
    *("swap", "draw", "edit", "undo", "goto", "select", "promote", "remove"),
)


class Seats(SessionHooks):
    """Which browser plays which colour of a board. At first nobody has a seat, and everybody plays all colours.

    A browser is known by a number of its own, which its intents carry as `by`. A page that closes says so: its seats
    are then free until it comes back. A page that was lost says nothing, so others can take its seats over.
    """

    any_time = ("sit",)

    def __init__(self, session: Session) -> None:
        self._session = session
        self._owners: dict[str, int] = {}
        self._away: set[int] = set()
        session.add_hooks(self)

    def colors_taken(self) -> tuple[str, ...]:
        """The colours that a browser has taken, without those of closed pages."""
        return tuple(color for color in "WBR" if self._owner(color) is not None)

    def free(self, *colors: str) -> None:
        """Free the seats of these colours."""
        freed = [color for color in colors if color in self._owners]
        for color in freed:
            del self._owners[color]
        if freed:
            self._session.changed()

    def exchange(self) -> None:
        """Exchange the seats of White and Black."""
        self._owners = exchanged(self._owners)

    def keep(self) -> object:
        return dict(self._owners)

    def restore(self, state: Any) -> None:
        """Exchange colours back. Whoever took or left a seat in another game keeps what is so now."""
        if sorted(state.values()) == sorted(self._owners.values()):
            self._owners = dict(state)
        for color in self._session.computers:
            self._owners.pop(color, None)

    def handlers(self) -> dict[str, Handler]:
        return {"sit": self._sit}

    def _sit(self, intent: Json) -> None:
        action = one_of(intent, "what", ("take", "over", "leave", "here", "away"))
        by = number_in(intent, "by")
        before = self._part()
        if action == "here":
            self._away.discard(by)
        elif action == "away":
            self._away |= {by}.intersection(self._owners.values())
        else:
            color = one_of(intent, "color", [color for color, _ in self._session.snapshot()["levels"]])
            if self._is_taken(color, by) and action != "over":
                raise Refused(_taken(color))
            if action == "leave":
                self._owners.pop(color, None)
            else:
                self._owners[color] = by
                self._away.discard(by)
        if self._part() != before:
            self._session.changed()

    def _owner(self, color: str) -> int | None:
        owner = self._owners.get(color)
        return None if owner in self._away else owner

    def _is_taken(self, color: str, by: object) -> bool:
        return self._owner(color) not in (None, by)

    def refusal(self, intent: Json) -> Reason | None:
        """Refuse to play a colour of another browser, and from a browser with a seat to play other colours."""
        kind, by = intent["kind"], intent.get("by")
        if kind in ("level", "name") and self._is_taken(str(intent.get("color")), by):
            return _taken(str(intent.get("color")))
        session = self._session
        game = session.game
        if not self._owners or not game.started:
            return None
        colors = [color for color in game.position.colors if color not in session.computers]
        own = [color for color in colors if by is not None and self._owner(color) == by]
        if kind in _SHARED and not own and all(self._is_taken(color, by) for color in colors):
            return reason("seats-taken")
        if kind == "undo":
            # a step within a turn is undone by who took it
            undone = game.node.color if game.half is None else game.position.turn
            return _taken(undone) if self._is_taken(undone, by) else None
        turn = game.position.turn
        if kind not in _TURNS:
            return None
        if self._is_taken(turn, by):
            return _taken(turn)
        return reason("seat-free", None, {"color": turn}) if own and turn not in own else None

    def snapshot(self, wording: Wording) -> Json:  # noqa: ARG002  it names no words
        """The field `seats`: each taken seat with its browser, and whether that browser is there."""
        return {"seats": self._part()}

    def _part(self) -> list[list[object]]:
        return [[color, owner, owner not in self._away] for color, owner in sorted(self._owners.items())]


def _taken(color: str) -> Reason:
    return reason("seat-taken", None, {"color": color})
