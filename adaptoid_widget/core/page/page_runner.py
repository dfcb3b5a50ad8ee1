"""The searches of a shared page, which its workers answer."""

from __future__ import annotations

from typing import Dict

from ..search.remote_search import RemoteRunner
from ..session.hooks import Handler, SessionHooks


class PageRunner(RemoteRunner, SessionHooks):
    """Runs the searches of a page. Its host answers each of the `requests` with an intent `searched`."""

    def handlers(self) -> Dict[str, Handler]:
        return {"searched": self.receive}
