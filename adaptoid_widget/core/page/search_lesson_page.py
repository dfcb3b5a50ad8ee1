"""The lesson of a shared page in which a level from 4 to 10 replies. The searches run in a worker."""

from __future__ import annotations

from ..wire.intent_fields import Json
from .lesson_page import LessonPage
from .page_runner import PageRunner


class SearchLessonPage(LessonPage):
    """The endpoint of a page with a lesson in which a search replies."""

    def configure(self, options: Json) -> None:
        """Search the replies with the weights of the page."""
        self.runner = PageRunner(options["weights"])
        self.tutor.session.add_hooks(self.runner)
        self.tutor.search_with(self.runner)

    def traits(self) -> Json:
        """The learner's name, and the requests of the searches."""
        out = super().traits()
        out["searches"] = self.runner.requests
        return out


# the front end opens a page of either kind by this name
Page = SearchLessonPage
