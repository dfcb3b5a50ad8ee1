"""Searches the replies that a tutor awaits."""

from __future__ import annotations

from ..search.runner import SearchNews, SearchRunner, level_request
from ..session.hooks import SessionHooks
from ..wire.intent_fields import short
from .tutor import Tutor


class ReplySearches(SessionHooks):
    """Searches the replies of levels 4 to 10 that a tutor awaits, and passes them on."""

    def __init__(self, tutor: Tutor, runner: SearchRunner) -> None:
        self._tutor = tutor
        self._runner = runner
        self.changed()

    def changed(self) -> None:
        """Begin the search for the reply that is awaited; end one for another position."""
        awaited, asked = self._tutor.reply_request, self._runner.asked("reply")
        if asked is not None and (awaited is None or asked.position != awaited[0]):
            self._runner.cancel("reply")
            asked = None
        if awaited is not None and asked is None:
            self._runner.run("reply", level_request(*awaited), self._searched)

    def _searched(self, news: SearchNews) -> None:
        position = news.request.position
        if news.progress is None:
            self._tutor.reply_without_search(position, short(news.error), news.unable)
        elif news.done:
            self._tutor.take_reply(position, news.progress.lines[0][0])
