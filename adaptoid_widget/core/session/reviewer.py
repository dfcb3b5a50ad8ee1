"""The review of the game on a board, and the exercises to find better turns. A host runs the searches."""

from __future__ import annotations

from typing import Dict, Generator, List, Optional

from ..game.game import Game
from ..game.marks import Marks
from ..i18n.catalog import Saying, Wording
from ..rules.turn import Turn
from ..search.deepening import Progress
from ..search.levels import REVIEW_MB
from ..search.review import FIND, NODES, Review, ReviewRequest, refutation
from ..search.runner import SearchNews, SearchRequest, SearchRunner
from ..search.scores import win_in
from ..wire.intent_fields import Json, one_of, refused, short
from .hooks import Handler, SessionHooks
from .permissions import Mode
from .session import Session

CONTROLS = ("start", "hint", "show", "retry", "next", "leave")
JUDGING: Saying = ("note.judging", None)
AGAIN: Saying = ("note.again", None)
NOT_YET: Saying = ("note.not-yet", None)
BEST: Saying = ("note.best", None)
RIGHT: Saying = ("lesson.right", None)


class GameReviewer(SessionHooks):
    """Reviews the game on one board. Then each mistake of a person is an exercise.

    An exercise is a game of its own on the board, until the learner goes back. Its `phase` is "ask" (the learner is to
    play), "search" (the reply to a wrong turn is searched), "wrong" (the reply is on the board), "right" or "shown".
    """

    def __init__(self, session: Session, runner: SearchRunner) -> None:
        self._session = session
        self._runner = runner
        self._review: Optional[Review] = None
        self._steps: Optional[Generator[ReviewRequest, Progress, None]] = None
        self._game = session.game
        self._graph: List[List[float]] = []
        # the language of the review's comments in the game
        self._wording = session.wording
        # why the last review ended
        self._error = ""
        # the game of the exercise; None outside of exercises
        self._exercise: Optional[Game] = None
        self._number = 0
        self._phase = ""
        self._verdict: List[Saying] = []
        self._hints = 0
        session.add_hooks(self)

    # -- searches ----------------------------------------------------------------------------------------------------

    def _search(self, request: ReviewRequest) -> None:
        position, depth, lines, turn = request
        nodes = NODES if depth is None else None
        asked = SearchRequest(position, depth, nodes, lines=lines, only=turn, whole=True, megabytes=REVIEW_MB)
        self._runner.run("review", asked, self._searched)

    def _searched(self, news: SearchNews) -> None:
        """Go on with the result of a search, or end with its error."""
        if news.error:
            self._fail(news.error)
        elif news.done and news.progress is not None:
            self._receive(news.progress)

    def _cancel(self) -> None:
        """End the search under way, if there is one."""
        self._runner.cancel("review")

    # -- state -------------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game on the board, also while an exercise is shown in its place."""
        return self._session.game if self._exercise is None else self._game

    @property
    def _is_shown(self) -> bool:
        """Whether the reviewed game or one of its exercises is on the board."""
        return self._exercise is not None or self._session.game is self._game

    @property
    def modes(self) -> List[Mode]:
        """Whether an exercise is on the board, and whether its turn was played."""
        if self._exercise is None:
            return []
        modes: List[Mode] = [("learning", {})]
        return modes if self._phase == "ask" else modes + [("learning-judged", {})]

    @property
    def handles_undo(self) -> bool:
        """Whether undo takes back steps of an exercise."""
        return self._exercise is not None

    @property
    def can_undo(self) -> bool:
        return self._exercise is not None and self._exercise.can_undo

    def undo(self) -> bool:
        """Undo the move, or begin the exercise again. Returns whether there was anything."""
        exercise = self._exercise
        if exercise is None or not exercise.can_undo:
            return False
        if exercise.half is not None:
            exercise.undo()
        else:
            self._begin(self._number)
        return True

    def trait(self) -> Json:
        """The trait `review`: how far it is; of each mistake the node, ply, colour, turn, glyph and better turn.

        `graph` has each colour's share at the start and after each turn, `nodes` the nodes. `learn` is the exercise.
        """
        review = self._review
        if review is None or not self._is_shown:
            return {"running": False, "error": self._error}
        out: Json = {
            "running": self._steps is not None,
            "error": "",
            "at": len(review.rows),
            "of": len(review.turns),
        }
        if self._steps is not None:
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
        out["learn"] = self._learn_part(review)
        return out

    def _learn_part(self, review: Review) -> Optional[Json]:
        if self._exercise is None:
            return None
        wording = self._session.wording
        at = review.exercises[self._number]
        best = review.good(at)[0] if self._hints or self._phase == "shown" else ""
        # the status asks for a better turn
        task = review.task(at)[:-1]
        if self._phase == "wrong" and self._verdict != [NOT_YET]:
            # the verdict says what the answer to this turn does, often the same as to the mistake
            task = task[:1]
        return {
            "at": self._number,
            "phase": self._phase,
            "task": wording.say_all(task),
            "verdict": wording.say_all(self._verdict),
            "hints": self._hints,
            "best": best,
            "words": wording.in_words(Turn.from_text(best), "do") if best else "",
        }

    def snapshot(self, wording: Wording) -> Json:
        """Show hints as marks during an exercise."""
        exercise, review = self._exercise, self._review
        if exercise is None or review is None:
            return {}
        # the panel says and announces the rest
        status = {"search": JUDGING, "wrong": AGAIN, "right": RIGHT, "shown": BEST}.get(self._phase, FIND)
        out: Json = {"status": wording.say_all([status]), "exercise": True, "redo": False}
        if self._phase == "ask" and self._hints:
            best = Turn.of(review.good(review.exercises[self._number])[0])
            out["marks"] = (exercise.marks + turn_marks(best, "green", self._hints > 1)).data()
        return out

    # -- the review --------------------------------------------------------------------------------------------------

    def handlers(self) -> Dict[str, Handler]:
        return {"review": self._toggle, "learn": self._learn}

    def changed(self) -> None:
        """Forget the review if its turns are not in the game any more; end it while the editor is open.

        While another game is on the board, a finished review waits: the lesson maker or undo may bring its game back.
        """
        review, session = self._review, self._session
        if review is None or session.game is self._exercise:
            return
        self._exercise = None
        if session.game is not self._game and self._steps is None:
            self._cancel()
            return
        tree = session.game.tree
        if (
            session.game is not self._game
            or tree is None
            # the last turn goes with any turn before it
            or any(tree.is_removed(node.number) for node in review.turns[-1:])
            or (self._steps is not None and session.editor is not None)
        ):
            self._stop()
        elif self._steps is None and session.wording != self._wording:
            # the new comments are in the language of the board
            review.reword(session.game, self._wording, session.wording)
            self._wording = session.wording

    def _toggle(self, _: Json) -> None:
        """Begin a review, or end the one under way."""
        session = self._session
        running = self._steps is not None
        self._stop()
        if running:
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
        self._steps = review.run()
        self._continue(None)

    def _stop(self, error: str = "") -> None:
        self._cancel()
        self._review = self._steps = None
        self._error = error

    def _continue(self, result: Optional[Progress]) -> None:
        """Begin the next search, or finish the review."""
        assert self._steps is not None
        try:
            request = self._steps.send(result)  # type: ignore[arg-type]
        except StopIteration:
            self._finish()
            return
        self._search(request)

    def _finish(self) -> None:
        """Add comments and variations to the game, as one change to the board."""
        session, review = self._session, self._review
        assert review is not None
        self._cancel()
        self._steps = None
        self._graph = review.shares(self._runner.weights(len(session.game.position.colors)))
        rev = session.rev
        self._wording = session.wording
        session.as_one(lambda: review.annotate(session.game, session.wording), "noted")
        glyphs = [row["mark"] for row in review.rows]
        session.changed(_summary(glyphs.count("??"), glyphs.count("?")), since=rev)

    def _receive(self, result: Progress) -> None:
        """Continue with the result of the search."""
        if self._steps is None:
            self._refute(result)
            return
        try:
            self._continue(result)
        except Exception as error:  # noqa: BLE001  without an end of the review, its progress would stand for ever
            self._stop(short("%s: %s" % (type(error).__name__, error)))

    def _fail(self, error: str) -> None:
        """End the review, or leave a wrong turn without a reply, since the search failed."""
        if self._steps is not None:
            self._stop(short(error))
        elif self._phase == "search":
            self._judged("wrong", [NOT_YET])

    # -- exercises ---------------------------------------------------------------------------------------------------

    def _learn(self, intent: Json) -> None:
        control, review = one_of(intent, "what", CONTROLS), self._review
        if review is None or not self._is_shown or self._steps is not None or not review.exercises:
            raise refused("no-mistakes")
        if control == "leave" or (control == "next" and self._number + 1 >= len(review.exercises)):
            self._leave()
        elif control == "start":
            self._begin(0)
        elif self._exercise is None:
            raise refused("no-mistakes")
        elif control == "hint":
            self._hints = min(2, self._hints + 1)
            self._session.changed()
        elif control == "show":
            best = review.good(review.exercises[self._number])[0]
            self._begin(self._number)
            self._phase = "shown"
            self._exercise.play(best)
        else:
            self._begin(self._number + (control == "next"))

    def _begin(self, number: int) -> None:
        """Ask for a better turn in place of a mistake."""
        review = self._review
        assert review is not None
        self._cancel()
        at = review.exercises[number]
        hints = self._hints if self._exercise is not None and number == self._number else 0
        self._exercise = Game(review.position(at))
        self._exercise.marks = turn_marks(review.turns[at].turn, "red")
        self._number, self._phase, self._verdict, self._hints = number, "ask", [], hints
        self._session.put(self._exercise, "keep")
        self._session.changed()

    def _leave(self) -> None:
        """Go back to the game."""
        if self._exercise is not None:
            self._cancel()
            self._exercise = None
            self._session.put(self._game, "keep")
            self._session.changed()

    def game_changed(self, change: str) -> None:
        """Judge a turn of the learner."""
        exercise, review = self._exercise, self._review
        if exercise is None or review is None or exercise.half is not None or self._phase != "ask":
            return
        if change != "played" or exercise is not self._session.game:
            return
        at = review.exercises[self._number]
        good = review.good(at)
        if str(exercise.node.turn) in good:
            self._judged("right", [BEST if str(exercise.node.turn) == good[0] else review.praise(at)])
        elif exercise.result is not None:
            self._judged("wrong", [NOT_YET])
        else:
            self._phase = "search"
            self._search(ReviewRequest(exercise.position, None, 1, Turn.of("-")))

    def _refute(self, result: Progress) -> None:
        """Play the reply to a wrong turn."""
        exercise, review = self._exercise, self._review
        if exercise is None or review is None or self._phase != "search":
            return
        after, line = exercise.position, result.lines[0]
        learner = exercise.turn_at(0).position.turn
        proof = win_in(result.scores[0], 2) if len(after.colors) == 2 else None
        exercise.play(line[0])
        self._judged("wrong", [NOT_YET, refutation(after, line, learner, proof)])

    def _judged(self, phase: str, verdict: List[Saying]) -> None:
        """Show a verdict."""
        self._phase, self._verdict = phase, verdict
        self._session.changed()


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


def turn_marks(turn: Optional[Turn], tone: str, whole: bool = True) -> Marks:
    """Marks for a turn, or with not the `whole` turn for the adaptoid or the disc where it begins."""
    if turn is None:
        return Marks()
    rings = {turn.at: tone} if turn.at else {}
    if turn.origin is None or turn.target is None:
        return Marks(rings=rings)
    if not whole:
        return Marks(rings={turn.origin: tone})
    return Marks([(turn.origin, turn.target, tone)], rings=rings)
