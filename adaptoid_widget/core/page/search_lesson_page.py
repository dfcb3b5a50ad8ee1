"""The lesson of a shared page in which a level from 4 to 10 replies. The searches run in a worker."""

from __future__ import annotations

from typing import Dict, Optional, Tuple

from ..rules.position import Position
from ..search.remote_search import RemoteSearcher, level_search
from ..session.hooks import Handler, SessionHooks
from ..teaching.tutor import Tutor
from ..wire.intent_fields import Json, short
from .lesson_page import LessonPage


class ReplySearcher(SessionHooks):
    """Searches the replies that a tutor awaits. Its host answers each request of `searcher` by an intent `searched`."""

    any_time = ("searched",)

    def __init__(self, tutor: Tutor, weights: Json) -> None:
        self._tutor = tutor
        self._weights = weights
        self.searcher = RemoteSearcher()
        # what is searched
        self._reply_request: Optional[Tuple[Position, int]] = None
        tutor.session.add_hooks(self)

    def handlers(self) -> Dict[str, Handler]:
        return {"searched": self._searched}

    def changed(self) -> None:
        """Begin the search for the reply that is awaited; end one for another position."""
        reply_request = self._tutor.reply_request
        if reply_request != self._reply_request:
            self._reply_request = reply_request
            self.searcher.end()
            if reply_request is not None:
                self.searcher.begin(level_search(reply_request[0], reply_request[1], self._weights))

    def _searched(self, intent: Json) -> None:
        """Continue the search, unless the answer is to an earlier request."""
        search = self.searcher.search
        failure = self.searcher.receive(intent)
        if failure is None or search is None:
            return
        if failure:
            self._reply_request = None
            self._tutor.reply_without_search(search.position, short(failure), bool(intent.get("unable")))
        elif search.done and search.progress is not None:
            self._tutor.take_reply(search.position, search.progress.lines[0][0])


class SearchLessonPage(LessonPage):
    """The endpoint of a page with a lesson in which a search replies."""

    def configure(self, options: Json) -> None:
        """Search the replies with the weights of the page."""
        self.searcher = ReplySearcher(self.tutor, options["weights"]).searcher

    def traits(self) -> Json:
        """The learner's name, and the request of the search."""
        out = super().traits()
        out["search"] = self.searcher.request
        return out


# the front end opens a page of either kind by this name
Page = SearchLessonPage
