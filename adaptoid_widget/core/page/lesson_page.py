"""A lesson behind JSON texts, as a shared page talks to it."""

from __future__ import annotations

import json
from typing import Optional

from ..game.game import Game
from ..rules.errors import GameError
from ..session.protocol import bad
from ..session.session import Session
from ..teaching.lesson import LessonContent
from ..teaching.results import Result, check_learner
from ..teaching.tutor import Tutor
from .endpoint import Json, Screen, prepared


class Page(Screen):
    """One lesson in a page.

    >>> from adaptoid_widget.core.teaching.goal import Goal
    >>> from adaptoid_widget.core.teaching.lesson import make_lesson, make_step
    >>> from adaptoid_widget.core.teaching.rich_text import prose
    >>> start = "adaptoid w 0,0 W:D2 B:D6"
    >>> step = make_step("first", {"en": prose("Grow.")}, start, goal=Goal.from_text("grows new"))
    >>> options = {"lesson": make_lesson("grow", {"en": "Growing"}, [step]).pack(), "board": "p1"}
    >>> page = Page(json.dumps(options))
    >>> grow = {"id": 1, "rev": page.session.rev, "kind": "grow", "at": "D3", "what": "new", "clock": 2.5}
    >>> json.loads(page.handle(json.dumps(grow)))["snapshot"]["lesson"]["phase"]
    'right'
    >>> page.teacher.result["first"].seconds, Page(json.dumps(options), page.keep()).teacher.result.score
    (2.5, 4)
    """

    def __init__(self, options: str, kept: str = "", languages: str = "") -> None:
        """Open the lesson in `options`, gone on with where `kept` is of it, with languages beside English."""
        told = prepared(options, languages)
        lesson = LessonContent.unpack(told["lesson"])
        result: Optional[Result] = None
        if kept:
            try:
                data = json.loads(kept)
                result = Result.unpack(data["result"])
                if result.lesson != lesson.name:
                    result = None
            except (ValueError, KeyError, TypeError, IndexError, AttributeError):
                pass  # what a browser kept may be of another time
        session = Session(Game(lesson.steps[0].start), board=told["board"])
        self.seconds = 0.0
        self.teacher = Tutor(lesson, session, result, lambda: self.seconds)
        """Who teaches."""
        session.more["learner"] = self._learner
        super().__init__(session, told.get("language", "en"), kept)

    def more(self) -> Json:
        """Who learns."""
        return {"learner": self.teacher.learner}

    def _learner(self, intent: Json) -> None:
        try:
            self.teacher.learner = check_learner(intent.get("name"))
        except GameError as error:
            raise bad(str(error))

    def kept(self) -> Json:
        """What the learner did."""
        return {"result": self.teacher.result.pack()}
