"""Analysis in a shared page: the searches run in workers, which answer requests."""

from __future__ import annotations

from typing import Any

from ..rules.position import Position
from ..search.runner import SearchNews, SearchRequest, SearchRunner
from ..search.scores import passed
from ..session.analyst import (
    MEGABYTES,
    THREAT_DEPTH,
    THREAT_MEGABYTES,
    THREAT_SECONDS,
    PositionAnalyst,
    findings_part,
    line_parts,
)
from ..session.session import Session
from ..wire.intent_fields import Json, short


class PageAnalyst(PositionAnalyst):
    """The analyst of a shared page."""

    def __init__(self, session: Session, runner: SearchRunner) -> None:
        self.shown: Json = {}
        """The trait `analyst`."""
        self._runner = runner
        self._is_unable = False
        super().__init__(session)

    def snapshot(self, wording: Any) -> Json:  # noqa: ARG002  the same in all languages
        """Say whether there is an analyst to ask."""
        return {"analyst": not self._is_unable}

    def changed(self) -> None:
        self.update_search()

    def trait(self) -> Json:
        """The trait `analyst`, with whether this page can search at all."""
        out = super().trait()
        if out and self._is_unable:
            out["unable"] = True
        return out

    def _show(self, part: Json) -> None:
        self.shown = part

    def _cancel(self) -> None:
        self._runner.cancel("analysis")

    def _search(self, position: Position, seconds: float, lines: int) -> None:
        """Search for a threat if one is wanted, then for the best lines."""
        following = passed(position) if self.threats and self._threat is None else None
        if following is not None and following.winner is None:
            request = SearchRequest(
                following, THREAT_DEPTH, seconds=THREAT_SECONDS, whole=True, megabytes=THREAT_MEGABYTES
            )
            self._runner.run("analysis", request, self._threat_searched)
        else:
            self._search_lines(position, seconds, lines)

    def _search_lines(self, position: Position, seconds: float, lines: int) -> None:
        request = SearchRequest(position, seconds=seconds, lines=lines, whole=True, megabytes=MEGABYTES)
        self._runner.run("analysis", request, self._searched)

    def _threat_searched(self, news: SearchNews) -> None:
        position = self._key_and_position()[1]
        if news.progress is None:
            self._end_failed(news)
        elif news.done and position is not None and self._limits is not None:
            self._threat = line_parts(news.request.position, news.progress)[0]
            self._search_lines(position, *self._limits)

    def _searched(self, news: SearchNews) -> None:
        progress, position = news.progress, news.request.position
        if progress is None:
            self._end_failed(news)
            return
        weights = self._runner.weights(len(position.colors))
        self._findings = findings_part(position, progress, weights, news.compiled)
        if news.done:
            self._end()
        self._update_views()

    def _end_failed(self, news: SearchNews) -> None:
        """Switch off, and show why."""
        self._is_unable = news.unable
        self._fail(short(news.error))
        if self._is_unable:
            self._session.changed()
