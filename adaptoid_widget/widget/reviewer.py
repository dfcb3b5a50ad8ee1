"""The reviewer of a board, which shows the trait `review`."""

from __future__ import annotations

from collections.abc import Callable

from ..core.search.runner import SearchRunner
from ..core.session.hooks import Handler
from ..core.session.session import Session
from ..core.teaching.reviewer import PURPOSE, GameReviewer
from ..core.wire.intent_fields import Json


class BoardReviewer(GameReviewer):
    """Reviews the game on one board. Callers of the handlers are in a transaction."""

    def __init__(self, session: Session, runner: SearchRunner, show: Callable[[Json], None]) -> None:
        super().__init__(session, runner, lambda: self._show(self.trait()))
        self._show = show

    def handlers(self) -> dict[str, Handler]:
        """The intents about the review; afterwards the trait `review` is shown."""

        def then_show(handler: Handler) -> Handler:
            def carry_out(intent: Json) -> None:
                handler(intent)
                self._show(self.trait())

            return carry_out

        return {kind: then_show(handler) for kind, handler in super().handlers().items()}

    def changed(self) -> None:
        """Follow the board, and show the trait `review`."""
        super().changed()
        self._show(self.trait())

    def close(self) -> None:
        """Cancel the search under way, and show nothing more."""
        self._runner.cancel(PURPOSE)
        self._show = lambda _: None
        self._session.remove_hooks(self)
