"""The review of the game on a board. Its mistakes are a lesson, which a tutor runs on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Dict, List, Optional, Tuple

from ..game.game import Game
from ..i18n.catalog import Saying
from ..search.review import Review
from ..search.review_notes import GRAPH, kept_review
from ..search.runner import SearchRunner, SearchSeries
from ..session.hooks import Handler, SessionHooks
from ..session.session import Session
from ..wire.intent_fields import Json, one_of, refused, short

if TYPE_CHECKING:
    from .presenter import LessonPresenter
    from .review_tutor import ReviewTutor


# for the runner of the searches
PURPOSE = "review"


class GameReviewer(SessionHooks):
    """Reviews the game on one board. Then the mistakes of people are a lesson, until the learner goes back.

    `update` is called when a search has changed the trait.
    """

    def __init__(
        self, session: Session, runner: SearchRunner, update: Callable[[], object] = lambda: None
    ) -> None:
        self._session = session
        self._runner = runner
        self._update = update
        self._review: Optional[Review] = None
        self._is_running = False
        self._game = session.game
        self._graph: List[List[float]] = []
        # the language of the review's comments in the game
        self._wording = session.wording
        # what the headers of a game have of a review, with that game and what it depends on
        self._kept: Optional[Tuple[Game, Tuple[str, int], Optional[Json]]] = None
        # why the last review ended
        self._error = ""
        # whether the lesson is on the board, and what shows it
        self._is_on = False
        self._tutor: Optional[ReviewTutor] = None
        self._presenter: Optional[LessonPresenter] = None
        session.add_hooks(self)

    # -- state -------------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game on the board, also while an exercise is shown in its place."""
        return self._game if self._is_on else self._session.game

    @property
    def _is_shown(self) -> bool:
        """Whether the reviewed game or one of its exercises is on the board."""
        return self._is_on or self._session.game is self._game

    def trait(self) -> Json:
        """The trait `review`: how far it is; of each mistake the node, ply, colour, turn, glyph and better turn.

        `graph` has each colour's share at the start and after each turn, `nodes` the nodes.
        """
        review = self._review
        if review is None or not self._is_shown:
            kept = None if self._error else self._kept_review()
            return kept or {"running": False, "error": self._error}
        out: Json = {
            "running": self._is_running,
            "error": "",
            "at": len(review.rows),
            "of": len(review.turns),
        }
        if self._is_running:
            return out
        names = ("ply", "color", "turn", "mark", "best")
        rows = review.rows
        out["mistakes"] = [
            [review.turns[k].number] + [rows[k][name] for name in names]
            for k in range(len(rows))
            if rows[k]["mark"]
        ]
        out["graph"] = self._graph
        out["nodes"] = [review.turns[0].parent] + [node.number for node in review.turns]
        out["exercises"] = len(review.exercises)
        return out

    def _kept_review(self) -> Optional[Json]:
        """The trait of a review that the headers of the game on the board have; None if there is none."""
        session = self._session
        game = session.game
        if GRAPH not in game.headers or not session.allows("findings"):
            return None
        key = (game.headers[GRAPH], len(game.nodes) if game.started else 0)
        if self._kept is None or self._kept[:2] != (game, key):
            kept = kept_review(game)
            for mistake in [] if kept is None else kept["mistakes"]:
                game.nodes[mistake[0]].note(glyph=mistake[4])
            self._kept = (game, key, kept)
        kept = self._kept[2]
        if kept is None:
            return None
        count = len(kept["graph"]) - 1
        return dict(kept, running=False, error="", at=count, of=count, exercises=0)

    # -- the review --------------------------------------------------------------------------------------------------

    def handlers(self) -> Dict[str, Handler]:
        return {"review": self._toggle, "learn": self._learn}

    def changed(self) -> None:
        """Forget the review if its turns are not in the game any more; end it while the editor is open.

        While another game is on the board, a finished review waits: the lesson maker or undo may bring its game back.
        """
        review, session = self._review, self._session
        if review is None:
            # gives the turns of an opened game their glyphs
            self._kept_review()
            return
        if self._tutor is not None:
            if self._tutor.owns(session.game):
                return
            self._end_lesson()
        if session.game is not self._game and not self._is_running:
            return
        tree = session.game.tree
        if (
            session.game is not self._game
            or tree is None
            # the last turn goes with any turn before it
            or any(tree.is_removed(node.number) for node in review.turns[-1:])
            or (self._is_running and session.editor is not None)
        ):
            self._stop()
        elif not self._is_running and session.wording != self._wording:
            # the new comments are in the language of the board
            review.reword(session.game, self._wording, session.wording)
            self._wording = session.wording

    def _toggle(self, _: Json) -> None:
        """Begin a review, or end the one under way."""
        session = self._session
        was_running = self._is_running
        self._stop()
        if was_running:
            return
        game = session.game
        if not game.started:
            raise refused("no-turns")
        colors = game.position.colors
        review = Review(
            game, learners=[color for color in colors if color not in session.computers] or colors
        )
        # a game may end without a turn
        if not review.turns:
            raise refused("no-turns")
        self._game, self._review = game, review
        self._is_running = True
        self._runner.drive(PURPOSE, SearchSeries(review.run(self._update), self._finish, self._fail))

    def _stop(self, error: str = "") -> None:
        self._runner.cancel(PURPOSE)
        self._is_running = False
        self._review = None
        self._error = error

    def _finish(self, _: object) -> None:
        """Add comments and variations to the game, as one change to the board."""
        session, review = self._session, self._review
        assert review is not None
        self._is_running = False
        weights = self._runner.weights(len(session.game.position.colors))
        self._graph = review.shares(weights)
        review.keep(session.game, weights)
        rev = session.rev
        self._wording = session.wording
        session.as_one(lambda: review.annotate(session.game, session.wording), "noted")
        glyphs = [row["mark"] for row in review.rows]
        session.changed(_summary(glyphs.count("??"), glyphs.count("?")), since=rev)

    def _fail(self, error: str) -> None:
        """End the review, since a search failed."""
        self._stop(short(error))
        self._update()

    # -- the lesson --------------------------------------------------------------------------------------------------

    def _learn(self, intent: Json) -> None:
        """Begin the lesson of the mistakes; its control "leave" goes back to the game."""
        one_of(intent, "what", ("start",))
        review = self._review
        if review is None or not self._is_shown or self._is_running or not review.exercises:
            raise refused("no-mistakes")
        if not self._is_on:
            # a page needs them only now
            from .presenter import LessonPresenter
            from .review_tutor import ReviewTutor

            self._is_on = True
            try:
                self._tutor = ReviewTutor(review, self._session, self._runner, self._leave)
                self._presenter = LessonPresenter(self._tutor)
            except Exception:
                self._leave()
                raise
            self._session.changed()

    def _leave(self) -> None:
        """Go back to the game."""
        if self._is_on:
            self._end_lesson()
            self._session.put(self._game, "keep")
            self._session.changed()

    def _end_lesson(self) -> None:
        """Take the lesson off the board."""
        presenter, self._presenter = self._presenter, None
        self._tutor, self._is_on = None, False
        if presenter is not None:
            presenter.leave()


def _summary(blunders: int, mistakes: int) -> Saying:
    """How many mistakes a review has found.

    >>> from adaptoid_widget.core.i18n.catalog import ENGLISH
    >>> for blunders, mistakes in ((3, 1), (1, 0), (0, 2), (0, 0)):
    ...     print(ENGLISH.say(*_summary(blunders, mistakes)))
    Review of all players: 3 blunders, 1 mistake.
    Review of all players: 1 blunder.
    Review of all players: 2 mistakes.
    Review of all players: no mistake.
    """
    if blunders and mistakes:
        return "news.reviewed", {"blunders": blunders, "mistakes": mistakes}
    if blunders:
        return "news.reviewed-blunders", {"blunders": blunders}
    return ("news.reviewed-mistakes", {"mistakes": mistakes}) if mistakes else ("news.reviewed-clean", None)
