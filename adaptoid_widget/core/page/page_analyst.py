"""Analysis and review in a shared page: the searches run in workers, which answer requests."""

from __future__ import annotations

from typing import Any, Dict, Sequence

from ..rules.position import Position
from ..search.remote_search import RemoteSearch, RemoteSearcher
from ..search.review import NODES, ReviewRequest
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
from ..session.hooks import Handler
from ..session.reviewer import GameReviewer
from ..session.session import Session
from ..wire.intent_fields import Json, short

# the size of the transposition table of a review
REVIEW_MEGABYTES = 16


class PageAnalyst(PositionAnalyst):
    """The analyst of a shared page. Its host answers each request of `searcher` by an intent `analysed`."""

    any_time = ("analyse", "analysed")

    def __init__(self, session: Session, weights: Json) -> None:
        self.shown: Json = {}
        """The trait `analyst`."""
        self._weights = weights
        self.searcher = RemoteSearcher()
        self._is_unable = False
        super().__init__(session)

    def handlers(self) -> Dict[str, Handler]:
        out = super().handlers()
        out["analysed"] = self._analysed
        return out

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
        self.searcher.end()

    def _search(self, position: Position, seconds: float, lines: int) -> None:
        """Search for a threat if one is wanted, then for the best lines."""
        following = passed(position) if self.threats and self._threat is None else None
        if following is not None and following.winner is None:
            self.searcher.begin(
                RemoteSearch(
                    following,
                    self._weights,
                    THREAT_DEPTH,
                    seconds=THREAT_SECONDS,
                    megabytes=THREAT_MEGABYTES,
                    whole=True,
                )
            )
        else:
            self._search_lines(position, seconds, lines)

    def _search_lines(self, position: Position, seconds: float, lines: int) -> None:
        self.searcher.begin(
            RemoteSearch(
                position, self._weights, lines=lines, seconds=seconds, megabytes=MEGABYTES, whole=True
            )
        )

    def _analysed(self, intent: Json) -> None:
        search = self.searcher.search
        before = None if search is None else search.progress
        failure = self.searcher.receive(intent)
        if failure is None or search is None:
            return
        if failure:
            self._is_unable = bool(intent.get("unable"))
            self._fail(short(failure))
            if self._is_unable:
                self._session.changed()
            return
        progress = search.progress
        if progress is None or (progress is before and not search.done):
            return
        position = self._key_and_position()[1]
        if position is None:
            return
        # a search for a threat is of the position after a pass
        is_threat_search = search.position != position
        if is_threat_search:
            if search.done and self._limits is not None:
                self._threat = line_parts(search.position, progress)[0]
                self._search_lines(position, *self._limits)
            return
        weights = self._weights.get(str(len(position.colors)), ())
        self._findings = findings_part(position, progress, weights, True)
        if search.done:
            self._end()
        self._update_views()


class PageReviewer(GameReviewer):
    """The reviewer of a shared page. Its host answers each request of `searcher` by an intent `reviewed`."""

    any_time = GameReviewer.any_time + ("reviewed",)

    def __init__(self, session: Session, weights: Json) -> None:
        self._weights = weights
        self.searcher = RemoteSearcher()
        super().__init__(session)

    def handlers(self) -> Dict[str, Handler]:
        out = super().handlers()
        out["reviewed"] = self._reviewed
        return out

    def _search(self, request: ReviewRequest) -> None:
        position, depth, lines, turn = request
        nodes = NODES if depth is None else None
        self.searcher.begin(
            RemoteSearch(
                position,
                self._weights,
                depth,
                nodes,
                lines,
                only=turn,
                whole=True,
                megabytes=REVIEW_MEGABYTES,
            )
        )

    def _cancel(self) -> None:
        self.searcher.end()

    def _weights_of(self, players: int) -> Sequence[int]:
        weights: Sequence[int] = self._weights[str(players)]
        return weights

    def _reviewed(self, intent: Json) -> None:
        search = self.searcher.search
        failure = self.searcher.receive(intent)
        if failure is None or search is None:
            return
        if failure:
            self._fail(failure)
        elif search.done and search.progress is not None:
            self.searcher.end()
            self._receive(search.progress)
