"""`aw.Lesson` in a page: a lesson that the page holds, on a board."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Union

from ..host.host import PublicNames, similar_clause
from ..rules.errors import GameError
from ..rules.scanner import has_line_ends
from ..search.runner import SearchNews
from ..session.session import Session
from ..teaching.authored_steps import lesson_of
from ..teaching.lesson import LessonContent
from ..teaching.lesson_methods import LessonMethods
from ..teaching.lesson_reader import lesson_from_text
from ..teaching.presenter import LessonPresenter
from ..teaching.results import Result
from ..teaching.tutor import Tutor
from .cell_boards import CellBoard
from .cell_host import cell_host
from .cell_search import cell_search


class CellLesson(LessonMethods, PublicNames):
    """A lesson on a board: `Lesson("fork")` or `Lesson(title="Mine", steps=[Step(…), …])`.

    `what` is the name of a lesson that the page holds, or the text of a lesson file. Results stay in the page.

    Raises LessonError for an invalid lesson, and GameError for one that the page does not hold.
    """

    def __init__(
        self,
        what: Any = None,
        *,
        title: Any = "",
        steps: Any = None,
        about: Any = "",
        order: str = "",
        name: str = "",
        results: Any = None,  # noqa: ARG002  a page has no files
        learner: Optional[str] = None,
        language: str = "en",
        size: str = "normal",
        coordinates: Union[bool, str] = True,
        clock: Optional[Callable[[], float]] = None,
    ) -> None:
        if (what is None) == (steps is None):
            raise GameError("a lesson is a name or a text, or a title= with steps=; give one of these")
        if steps is not None:
            content = lesson_of(title, steps, name, about, order)
        elif isinstance(what, LessonContent):
            content = what
        elif isinstance(what, str) and has_line_ends(what):
            content = lesson_from_text(what)
        else:
            content = _held(what)
        settings = {"language": language, "size": size, "coordinates": coordinates}
        self._open_lesson(content, None, clock, settings)
        if learner:
            self.learner = learner

    @classmethod
    def of(cls, content: LessonContent, result: Optional[Result], language: str = "en") -> CellLesson:
        """A lesson with earlier results."""
        lesson: CellLesson = object.__new__(cls)
        lesson._open_lesson(content, result, None, {"language": language})
        return lesson

    def _open_lesson(
        self,
        content: LessonContent,
        result: Optional[Result],
        clock: Optional[Callable[[], float]],
        settings: Dict[str, Any],
    ) -> None:
        self.content = content
        self._open(lambda session: LessonPresenter(Tutor(content, session, result, clock)), settings)

    def _open(self, present: Callable[[Session], LessonPresenter], settings: Dict[str, Any]) -> None:
        """Show the lesson in `content` on a board, with a presenter."""
        self.board = _LessonBoard(self, present, settings)

    def _await_replies(self) -> None:
        tutor = self._tutor
        request = tutor.search_request
        while request is not None:
            news = SearchNews(request, cell_search().find(request), done=True)
            with self.board._transaction:
                tutor.searched(news)
            request = tutor.search_request

    def _repr_mimebundle_(self) -> Dict[str, Any]:
        bundle: Dict[str, Any] = self.board._repr_mimebundle_()
        bundle["text/plain"] = repr(self)
        return bundle


def _held(name: str) -> LessonContent:
    """A lesson that the page holds."""
    lessons = cell_host().lessons
    if name not in lessons:
        known = ", ".join(sorted(lessons)) or "none"
        hint = similar_clause(name, lessons)
        raise GameError("this page does not hold the lesson %r; it holds %s%s" % (name, known, hint))
    return LessonContent.unpack(lessons[name])


class _LessonBoard(CellBoard):
    """A board with a lesson."""

    def __init__(
        self,
        lesson: CellLesson,
        present: Callable[[Session], LessonPresenter],
        settings: Dict[str, Any],
    ) -> None:
        super().__init__(lesson.content.steps[0].position, **settings)
        self._lesson = lesson
        with self._transaction:
            self._presenter = present(self._session)
            self._tutor = self._presenter.tutor
