"""Seats: a browser can take a colour of a board that several browsers share, so that the others do not play it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.i18n.catalog import Wording
from ..core.session.computer_players import exchanged
from ..core.session.hooks import Handler, SessionHooks
from ..core.session.permissions import Mode, refusing
from ..core.wire.intent_fields import Json, number_in, one_of, refused

if TYPE_CHECKING:
    from ..core.session.session import Session

SEAT_TAKEN = "why.seat-taken"
"""The key of the sentence that a browser shows of another one's seat, also without a click."""


class Seats(SessionHooks):
    """Which browser plays which colour of a board. At first nobody has a seat, and everybody plays all colours.

    A browser is known by a number of its own, which its intents carry as `by`. A page that closes says so: its seats
    are then free until it comes back. A page that was lost says nothing, so others can take its seats over.
    """

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
                raise refused("seat-taken", None, {"color": color})
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

    def modes_for(self, intent: Json) -> list[Mode]:
        """A browser plays no colour of another one. One with a seat plays no other colour."""
        by, color = intent.get("by"), str(intent.get("color"))
        modes: list[Mode] = [("color-taken", {"color": color})] if self._is_taken(color, by) else []
        session = self._session
        game = session.game
        if not self._owners or not game.started:
            return modes
        colors = [color for color in game.position.colors if color not in session.computers]
        own = [color for color in colors if by is not None and self._owner(color) == by]
        if not own and all(self._is_taken(color, by) for color in colors):
            modes.append(("seats-taken", {}))
        # a step within a turn is undone by who took it
        turn = game.position.turn
        undone = game.node.color if game.half is None else turn
        if self._is_taken(undone, by):
            modes.append(("undo-taken", {"color": undone}))
        if self._is_taken(turn, by):
            modes.append(("seat-taken", {"color": turn}))
        elif own and turn not in own:
            modes.append(("seat-free", {"color": turn}))
        return modes

    def snapshot(self, wording: Wording) -> Json:  # noqa: ARG002  it names no words
        """The field `seats`: each taken seat with its browser, and whether that browser is there; and who `plays`."""
        browsers = [None, *dict.fromkeys(owner for _, owner, is_there in self._part() if is_there)]
        plays = [by for by in browsers if refusing(self.modes_for({"by": by}), "turn") is None]
        return {"seats": self._part(), "plays": plays}

    def _part(self) -> list[list[Any]]:
        return [[color, owner, owner not in self._away] for color, owner in sorted(self._owners.items())]
