"""The tutor of the lesson that a board makes of the mistakes in its game, until the learner goes back to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, List, Optional, Tuple

from ..goals.attempt import Attempt
from ..i18n.catalog import Saying
from ..rules.position import Position
from ..search.deepening import Progress
from ..search.levels import REVIEW_MB
from ..search.review import NODES, Review, refutation
from ..search.runner import SearchNews, SearchRequest, SearchRunner
from ..search.scores import win_in
from .feedback import sentence
from .review_lesson import lesson_of
from .tutor import Tutor

if TYPE_CHECKING:
    from ..game.game import Game
    from ..session.session import Session
    from .lesson import LessonContent


LEAVE = "leave"


class ReviewTutor(Tutor):
    """Runs the lesson of a review on the board of the reviewed game.

    A search refutes the wrong turns that the review does not know. The control "leave" goes back to the game.
    """

    earlier = "keep"
    mode = "learning"
    always = (LEAVE,)

    def __init__(
        self, review: Review, session: Session, runner: SearchRunner, leave: Callable[[], None]
    ) -> None:
        self._review = review
        self._leave = leave
        self._wording = session.wording
        # the best reply to a wrong turn
        self._found: Optional[Progress] = None
        super().__init__(self._lesson(session), session)
        self.search_with(runner)

    def _lesson(self, session: Session) -> LessonContent:
        return lesson_of(self._review, [session.wording], session.setting("flipped"))

    @property
    def _at(self) -> int:
        """The number of the mistake in the review."""
        return self._review.exercises[self.at]

    def owns(self, game: Game) -> bool:
        """Whether a game is that of the exercise on the board."""
        return game is self._game

    def handle(self, control: str, at: object = None, count: object = None) -> None:
        if control == LEAVE:
            self._leave()
        else:
            super().handle(control, at, count)

    def changed(self) -> None:
        """Follow the board, also into another language."""
        super().changed()
        if self.session.wording != self._wording:
            self._wording = self.session.wording
            self.lesson = self._lesson(self.session)

    def thinking(self, position: Position) -> Saying:  # noqa: ARG002  no level replies
        return "note.judging", None

    # -- judging -----------------------------------------------------------------------------------------------------

    def _solution(self) -> Tuple[str, ...]:
        """The best turn."""
        self._line = (self._review.good(self._at)[0],)
        return self._line

    def _solved(self, text: str, is_proven: bool = True) -> None:
        super()._solved(text, is_proven)
        is_best = text == self._review.good(self._at)[0]
        self.messages = (sentence(*(("note.best", None) if is_best else self._review.praise(self._at))),)

    def _show_next(self) -> None:
        """Show the best turn, without the praise for another one."""
        super()._show_next()
        self.messages = tuple([message for message in self.messages if message.text is None])

    def _refute(self, attempt: Attempt, redone: bool) -> None:
        """Search the reply to a wrong turn, unless the review knows it."""
        self._found = None
        if self.step.reply(attempt.played[-1].turn, attempt.position) or attempt.position.winner is not None:
            self._reject(attempt, redone)
        else:
            self._await_replies(attempt, lambda after: self._reject(attempt, redone, after))

    def _request(self, position: Position, level: int) -> SearchRequest:  # noqa: ARG002  no level replies
        return SearchRequest(position, nodes=NODES, followed=1, whole=True, megabytes=REVIEW_MB)

    def searched(self, news: SearchNews) -> None:
        if self._found is None:
            self._found = news.progress
        super().searched(news)

    def _reject(self, attempt: Attempt, redone: bool, after: Optional[Attempt] = None) -> None:
        """Say what the reply does to a wrong turn."""
        super()._reject(attempt, redone, after)
        turn, found = attempt.played[-1].turn, self._found
        sayings: List[Saying] = []
        for bad in self._review.bad(self._at):
            if bad.line[0] == turn:
                sayings = self._review.refuted(self._at, bad.line, bad.lost_in)
        if found is not None:
            proof = win_in(found.scores[0], 2) if len(attempt.position.colors) == 2 else None
            sayings = refutation(attempt.position, found.lines[0], attempt.color, proof)
        if sayings:
            self.messages = tuple([sentence(*saying) for saying in sayings])
