"""The analyst of a board in a kernel: one board of the process is analysed at a time, and gets `Analysis` objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..core.search.runner import SearchNews, SearchRunner
from ..core.session.analyst import PositionAnalyst
from ..core.session.session import Session
from ..core.wire.intent_fields import Json
from .transactions import TRANSACTION

if TYPE_CHECKING:
    from ..engine.analysis import Analysis

# whose search is under way, or was the last
_owner: BoardAnalyst | None = None


class BoardAnalyst(PositionAnalyst):
    """Analyses the position on one board while it is switched on.

    `show` gets the trait `analyst`, and `notify` every analysis, outside of transactions.
    """

    def __init__(
        self,
        session: Session,
        runner: SearchRunner,
        show: Callable[[Json], None],
        notify: Callable[[Analysis | None], None],
    ) -> None:
        self._show = show
        self._notify = notify
        self._analysis: Analysis | None = None
        super().__init__(session, runner)

    def changed(self) -> None:
        """Nothing yet: the board calls `update_search` before it is shown."""

    def _update_views(self) -> None:
        super()._update_views()
        if not self._closed:
            self._show(self.shown)
        if self._findings is None or not self.on:
            self._take(None)

    def _begin(self, seconds: float, lines: int) -> None:
        global _owner
        previous, _owner = _owner, self
        if previous is not None and previous is not self:
            previous.on = False
            previous._restart()
        super()._begin(seconds, lines)

    def _prepare(self, news: SearchNews) -> Any:
        from ..engine.analysis import Analysis
        from ..engine.search import SearchResult

        if news.progress is None:
            return None
        done = news.progress.done
        result = SearchResult(
            news.request.position,
            news.progress,
            news.seconds,
            "seconds" if done == "interrupted" else done,
            news.compiled,
        )
        return super()._prepare(news), Analysis(result, finished=news.done)

    def _searched(self, news: SearchNews) -> None:
        analysis = None
        if news.prepared is not None:
            news.prepared, analysis = news.prepared
        super()._searched(news)
        if self.on and analysis is not None:
            self._take(analysis)

    # -- what observers get after a transaction ----------------------------------------------------------------------

    def _take(self, analysis: Analysis | None) -> None:
        if analysis is not self._analysis:
            self._analysis = analysis
            TRANSACTION.touch(self)

    def publish(self) -> None:
        """Nothing: the trait `analyst` is shown already. Transactions call this."""

    def notify_observers(self) -> None:
        """Pass the latest analysis on. Transactions call this."""
        self._notify(self._analysis)

    def catch_up(self) -> None:
        """Nothing: an exception changes no analysis. Transactions call this."""

    def close(self) -> None:
        """End all searches of this board."""
        global _owner  # noqa: PLW0603  one search at a time in a process
        super().close()
        self._notify = lambda _: None
        if _owner is self:
            _owner = None
