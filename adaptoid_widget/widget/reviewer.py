"""The reviewer of a board: reviews the game on threads, or in slices."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from .. import threads
from ..core.search.deepening import Progress
from ..core.search.review import NODES, ReviewRequest
from ..core.session.hooks import Handler
from ..core.session.reviewer import GameReviewer
from ..core.session.session import Session
from ..core.wire.intent_fields import Json
from ..engine.cancel import Stop
from .lazy_searcher import LazySearcher
from .transactions import TRANSACTION


class BoardReviewer(GameReviewer):
    """Reviews the game on one board, on threads or in slices. Callers of the handlers are in a transaction."""

    def __init__(self, session: Session, show: Callable[[Json], None]) -> None:
        super().__init__(session)
        self._show = show
        self._searcher: LazySearcher | None = None
        self._stop_search: Stop | None = None

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

    def _weights_of(self, players: int) -> Sequence[int]:
        from ..engine.weights import weights_of

        return weights_of(players)

    def _search(self, request: ReviewRequest) -> None:
        stop = self._stop_search = Stop()
        try:
            threads.run(self._run(request, stop), "adaptoid review")
        except RuntimeError as error:
            # no thread can be started
            self._stop_search = None
            self._fail(f"{type(error).__name__}: {error}")

    def _run(self, request: ReviewRequest, stop: Stop) -> Generator[None, None, None]:
        """Search, in slices where there are no threads, and pass the result on unless the search was cancelled."""
        error, result = "", None
        try:
            result = yield from self._result(request, stop)
        except Exception as failure:  # noqa: BLE001  the board shows any error
            error = f"{type(failure).__name__}: {failure}"
        with TRANSACTION:
            if stop is not self._stop_search:
                return
            self._stop_search = None
            if result is None:
                self._fail(error)
            else:
                self._receive(result)
            self._show(self.trait())

    def _result(self, request: ReviewRequest, stop: Stop) -> Generator[None, None, Progress | None]:
        from ..engine.annotate import MEGABYTES

        if self._searcher is None:
            self._searcher = LazySearcher(MEGABYTES)
        nodes = NODES if request.depth is None else None
        result = yield from self._searcher.in_slices(
            request.position, stop, depth=request.depth, nodes=nodes, lines=request.lines, whole=True
        )
        return None if result is None else result.progress

    def _cancel(self) -> None:
        if self._stop_search is not None:
            self._stop_search.set()
            self._stop_search = None

    def close(self) -> None:
        """Cancel the search under way, and show nothing more."""
        self._cancel()
        self._show = lambda _: None
        self._session.remove_hooks(self)
