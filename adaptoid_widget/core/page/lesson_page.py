"""The lesson of a shared page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Dict, List, Optional, Tuple

from ..game.game import Game
from ..session.hooks import Handler, HandlerTable
from ..session.session import Session
from ..teaching.lesson import LessonContent
from ..teaching.presenter import LessonPresenter
from ..teaching.results import Result, check_learner
from ..teaching.tutor import Tutor
from ..wire.intent_fields import Json
from .endpoint import OUTDATED, PageEndpoint, film_handler, read_options

if TYPE_CHECKING:
    from .page_runner import PageRunner


class LessonPage(PageEndpoint):
    """The endpoint of a page with a lesson.

    >>> from adaptoid_widget.core.goals.goal import Goal
    >>> from adaptoid_widget.core.teaching.lesson import make_lesson, make_step
    >>> from adaptoid_widget.core.teaching.rich_text import prose
    >>> start = "adaptoid w 0,0 W:D2 B:D6"
    >>> step = make_step("first", {"en": prose("Grow.")}, start, goal=Goal.from_text("grows new"))
    >>> options = {"lesson": make_lesson("grow", {"en": "Growing"}, [step]).pack(), "board": "p1"}
    >>> page = LessonPage(json.dumps(options))
    >>> grow = {"id": 1, "rev": page.session.rev, "kind": "grow", "at": "D3", "what": "new", "clock": 2.5}
    >>> json.loads(page.handle(json.dumps(grow)))["snapshot"]["lesson"]["phase"]
    'right'
    >>> (
    ...     page.tutor.result["first"].seconds,
    ...     LessonPage(json.dumps(options), page.keep()).tutor.result.score,
    ... )
    (2.5, 4)
    """

    def __init__(self, options: str, stored: str = "") -> None:
        """Open the lesson in `options`, with the results that `stored` has of it."""
        page = read_options(options)
        lesson = LessonContent.unpack(page["lesson"])
        result: Optional[Result] = None
        game: List[str] = []
        if stored:
            try:
                before = json.loads(stored)
                result = Result.unpack(before["result"])
                if result.lesson != lesson.name:
                    result = None
                else:
                    game = before.get("game", [])
            except OUTDATED:
                pass
        session = Session(Game(lesson.steps[0].start), board=page["board"])
        self.tutor = Tutor(lesson, session, result, lambda: self.seconds)
        LessonPresenter(self.tutor)
        try:
            self.tutor.resume_game(game)
        except OUTDATED:
            pass
        # the step and the record of a whole game that is under way in another tab; no lines without one
        self._elsewhere: Tuple[int, List[str]] = (0, [])
        handlers: Dict[str, Handler] = {
            "learner": learner_handler(self.tutor),
            "merge": self._merge,
            "film": film_handler(session),
        }
        session.add_hooks(HandlerTable(handlers))
        self.runner: Optional[PageRunner] = None
        """What searches the replies of levels from 4 on; None in a lesson without them."""
        if "weights" in page:
            self._search_replies(page["weights"])
        super().__init__(session, page, stored)

    def _search_replies(self, weights: Json) -> None:
        from .page_runner import PageRunner

        self.runner = PageRunner(weights)
        self.tutor.session.add_hooks(self.runner)
        self.tutor.search_with(self.runner)

    def _merge(self, intent: Json) -> None:
        """Take over what another tab has stored: its results, and a whole game that is under way there.

        The state is stored again if something was missing there.
        """
        try:
            other = json.loads(intent["stored"])
            result = Result.unpack(other["result"])
        except OUTDATED:
            return
        differs = self.tutor.scores.merge(result)
        game = other.get("game")
        self._elsewhere = (result.step, game if isinstance(game, list) else [])
        if differs or (self.tutor.game_record and not game):
            self.tutor.session.changed()

    def traits(self) -> Json:
        """The learner's name, and the requests of the searches."""
        out: Json = {"learner": self.tutor.learner}
        if self.runner is not None:
            out["searches"] = self.runner.requests
        return out

    def state(self) -> Json:
        """The learner's results, and the record of a whole game that is under way, here or in another tab.

        The game belongs to the step that the results name as the current one.
        """
        result, game = self.tutor.result, self.tutor.game_record
        step, elsewhere = self._elsewhere
        if elsewhere and not game and step in self.tutor.scores.open_steps:
            result.step, game = step, elsewhere
        return {"result": result.pack(), "game": game}


def learner_handler(tutor: Tutor) -> Handler:
    """The handler of the intent that names the learner."""

    def name_learner(intent: Json) -> None:
        tutor.learner = check_learner(intent.get("name"))

    return name_learner
