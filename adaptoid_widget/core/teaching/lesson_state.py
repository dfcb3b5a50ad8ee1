"""What a teacher puts on a board: the step, what happened in it, and the way from step to step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Dict, List, Optional, Sequence, Tuple

from ..game.game import Game
from ..rules.legality import reason
from ..session.hooks import SessionHooks
from ..session.protocol import Refused, bad
from . import hints, replies
from .attempt import Story
from .feedback import Spoken, sentence
from .results import Result
from .scoring import Register

if TYPE_CHECKING:
    from ..session.session import Session
    from ..session.snapshot_types import RatingPart
    from .lesson import Lesson, Step


class Desk(SessionHooks):
    """What a `Teacher` holds; all but judging, answering and helping."""

    def __init__(
        self,
        lesson: Lesson,
        session: Session,
        results: Optional[Result] = None,
        clock: Optional[Callable[[], float]] = None,
    ) -> None:
        """Nothing on the board yet."""
        self.register = Register(lesson, results, clock)
        """What was done so far, and what it counts."""
        self.lesson = lesson
        """What is learned."""
        self.session = session
        """Where it is learned."""
        self.learner = "" if results is None else results.learner
        """Who learns."""
        self.rating: Optional[RatingPart] = None
        """What puzzles say of the learner: {"value", "change"}."""
        self.phase = ""
        self.said: Tuple[Spoken, ...] = ()
        """What was said last, in no language yet."""
        self.chosen: List[str] = []
        """The discs clicked so far."""
        self.stages: List[Story] = []
        """What had happened whenever the learner was to move in this step, up to here."""
        self.reply: Tuple[str, ...] = ()
        """The turns that answer the learner's, played or not."""
        self.coming: List[str] = []
        """Those of them that are yet to be played."""
        self.rest: Tuple[str, ...] = ()
        """What is shown and was not played yet."""
        self.ladder = hints.Ladder(lesson.steps[0], 0)
        """The hints of the step."""
        # what the board showed before
        self._aids = session.aids
        self._flipped = session.flipped
        self.onward: Optional[Callable[[], Dict[str, str]]] = None
        """Gives the title, by language, of what is learned after this lesson."""
        self.returned = False
        """Whether this step was come back to from a later one, since it is still open."""
        # the steps still to come when practising, or going through all again; None else
        self._queue: Optional[List[int]] = None
        self._game = session.game
        # the turns that the board is to show
        self._path: List[str] = []
        # where the step goes on once it is answered; None after a wrong turn
        self._after: Optional[Story] = None
        # a way to the goal from here, once it is known
        self._line: Tuple[str, ...] = ()
        self._hands_on = False

    # -- what there is to know ---------------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """The number of the step on the board, from 0."""
        return self.register.at

    @property
    def step(self) -> Step:
        """The step on the board."""
        return self.lesson.steps[self.at]

    @property
    def story(self) -> Story:
        """What happened in this step up to where the learner is, or was, to move."""
        return self.stages[-1]

    @property
    def aside(self) -> bool:
        """Whether the board shows something else than the step, by Python's doing or by going through the turns."""
        if self.phase in ("right", "shown", "over"):
            return False
        game = self.session.game
        if game is not self._game or not game.started:
            return True
        return game.ply != len(self._path) or [str(turn) for turn in game.turns] != self._path

    @property
    def waits(self) -> bool:
        """Whether a turn of the learner is asked for, and may be played on the board."""
        return self.aside or (self.phase == "ask" and self.step.kind == "turn")

    @property
    def goes_on(self) -> bool:
        """Whether the step goes on once the learner's turn is answered; it does not after a wrong one."""
        return self._after is not None

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would take something back."""
        if self.aside or self.session.game.half is not None:
            return True
        if self.phase == "ask" and self.step.kind == "click":
            return bool(self.chosen)
        return self._may_go_back

    @property
    def _may_go_back(self) -> bool:
        if self.phase in ("reply", "wrong"):
            return self.step.kind == "turn"
        return self.phase == "ask" and len(self.stages) > 1

    @property
    def misplaced(self) -> List[str]:
        """The discs that were clicked and do not belong to the answer, once it was judged wrong."""
        if self.phase != "wrong" or self.step.kind != "click":
            return []
        right = self.answer_cells()
        return [cell for cell in self.chosen if cell not in right]

    def answer_cells(self) -> Tuple[str, ...]:
        """The discs that are asked for, or that are to be counted; none where the answer is only a number."""
        question = self.step.question
        return question.discs(self.step.start) if question.clicks else ()

    # -- from step to step -------------------------------------------------------------------------------------------

    def _count_time(self) -> None:
        self.register.count_time(self.phase in ("ask", "reply", "wrong"))

    def _enter(self, at: int) -> None:
        """Begin a step."""
        self._count_time()
        self.phase = ""
        self.returned = False
        self.register.at = at
        step = self.step
        self.session.aids = step.aids
        self.session.flipped = step.flipped
        self.ladder = hints.Ladder(step, self.register.step.hints)
        if step.kind in ("click", "count"):
            self.ladder.lead(hints.for_cells(self.answer_cells(), step.kind == "count"))
        self._begin()

    def _begin(self) -> None:
        """Lay out the step from its beginning."""
        self.stages = []
        self.chosen = []
        self._ask(replies.story_of(self.step))
        self._lay(self.story)

    def _ask(self, story: Story) -> None:
        """Await the learner's turn."""
        self._count_time()
        self.stages.append(story)
        self.phase = "ask"
        self.said = ()
        self.reply = ()
        self.coming = []
        self.rest = ()
        self.ladder.again()
        self._after = None
        self._line = ()

    def _lay(self, story: Story, more: Sequence[str] = ()) -> None:
        """Put what happened in a story on the board, and turns that follow it."""
        game = Game(story.position if story.nobody else story.start)
        if self.step.marks and not (story.nobody and story.told):
            game.marks = self.step.marks
        path = list(more)
        if not story.nobody:
            path = [str(told.turn) for told in story.told] + path
        for turn in path:
            game.play(turn)
        self._path = path
        self._game = game
        self.session.put(game)

    def _go_on(self) -> None:
        """To the step that follows; where none does, the lesson is over."""
        following = self._following()
        if following is not None:
            returned = self._queue is None and following < self.at
            self._enter(following)
            self.returned = returned
            return
        if not self.stages:
            self._enter(self.at)
        self._count_time()
        self.phase = "over"
        self.said = (sentence("lesson.over", {"score": self.register.score, "most": self.register.most}),)

    def _following(self) -> Optional[int]:
        """The step that is next: of those to be gone through again, or the next open one; after the last, the first."""
        if self._queue is not None:
            return self._queue.pop(0) if self._queue else None
        left = self.register.left
        later = [at for at in left if at > self.at]
        return (later + left)[0] if left else None

    def _next(self) -> None:
        if self.step.kind == "read" and self.phase == "ask":
            self._count_time()
            self.register.right("")
        self._go_on()

    def _skip(self) -> None:
        self._count_time()
        self.register.skipped()
        self._go_on()

    def _goto(self, at: object) -> None:
        if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < len(self.lesson.steps):
            raise bad("at is to be the number of a step")
        left = self.register.left
        if self.lesson.order == "forced" and left and at > left[0]:
            raise Refused(reason("lesson-in-order"))
        self._queue = None
        self._enter(at)

    def _again(self) -> None:
        self._queue = list(range(len(self.lesson.steps)))
        self._go_on()

    def _practise(self) -> None:
        self._queue = self.to_practise()
        if not self._queue:
            raise Refused(reason("lesson-not-now"))
        self._go_on()

    def to_practise(self) -> List[int]:
        """The steps that were not solved at once and alone, what went worst first."""
        steps = self.register.steps
        out: List[int] = []
        for how in ("missed", "skipped", "helped"):
            out += [
                i for i in range(len(steps)) if steps[i].how == how and self.lesson.steps[i].kind != "read"
            ]
        return out
