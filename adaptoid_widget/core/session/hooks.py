"""Hooks: how a tutor, a computer player, an analyst or a widget takes part in a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Dict, List, Optional, Tuple

from ..wire.intent_fields import Json

if TYPE_CHECKING:
    from ..i18n.catalog import Wording
    from .permissions import Mode

Handler = Callable[[Json], Optional[Json]]


class SessionHooks:
    """What a session calls after `session.add_hooks`. A subclass overrides what it needs.

    Hooks that were added later take precedence: they are asked first, and their snapshot fields replace earlier ones.
    """

    colors: Tuple[str, ...] = ()
    """The colours that a computer plays."""

    @property
    def modes(self) -> List[Mode]:
        """The modes of `permissions.REFUSED` that the board is in because of these hooks."""
        return []

    def modes_for(self, intent: Json) -> List[Mode]:  # noqa: ARG002  for subclasses
        """Further modes that concern this intent alone, such as because of who sends it."""
        return []

    @property
    def handles_undo(self) -> bool:
        """Whether `can_undo` and `undo` of these hooks replace those of the session now."""
        return False

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would undo something."""
        return False

    def undo(self) -> bool:
        """Undo one step. Returns whether there was one."""
        return False

    def keep(self) -> object:
        """What belongs to the game on the board, such as its players. Called before another game replaces it."""
        return None

    def restore(self, state: object) -> None:
        """Called with what `keep` returned when undo or redo brings the game back. The caller calls `changed`."""

    def handlers(self) -> Dict[str, Handler]:
        """Handlers of further intents, by kind. What a handler returns is added to the reply.

        Each kind belongs to one of the `permissions.GROUPS`.
        """
        return {}

    def status(self, wording: Wording) -> str:  # noqa: ARG002  for subclasses
        """A sentence that replaces the game's status; "" for none."""
        return ""

    def caption(self, wording: Wording) -> str:  # noqa: ARG002  for subclasses
        """What a picture of the board says instead of the game's status; "" for none."""
        return ""

    def snapshot(self, wording: Wording) -> Json:  # noqa: ARG002  for subclasses
        """The snapshot fields that these hooks add or replace."""
        return {}

    def game_changed(self, change: str) -> None:
        """Called when the game has changed; `change` is its kind, such as "played"."""

    def changed(self) -> None:
        """Called after each change of the session."""


class HandlerTable(SessionHooks):
    """Hooks that only handle intents.

    >>> table = HandlerTable({"ping": lambda intent: {"pong": intent["id"]}})
    >>> table.handlers()["ping"]({"id": 7})
    {'pong': 7}
    """

    def __init__(self, handlers: Dict[str, Handler]) -> None:
        self._handlers = handlers

    def handlers(self) -> Dict[str, Handler]:
        return self._handlers
