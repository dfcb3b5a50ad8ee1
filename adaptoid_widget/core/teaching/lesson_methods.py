"""What learners do with a lesson from Python: in the notebook, and in the cells of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Tuple, Union

from ..host.host import in_order, public_names
from ..rules.errors import GameError, whole_number
from ..rules.position import Position
from ..rules.scanner import capitals
from ..rules.turn import Turn
from ..wire.intent_fields import Refused, refused
from .hints import UNKNOWN
from .lesson import LessonContent, LessonStep
from .question import MAX_NUMBER
from .results import Result, check_learner
from .rich_text import plain
from .tutor import Tutor

if TYPE_CHECKING:
    from ..wire.wire_types import LessonPart

# editors know the fields of the first form alone, and MicroPython those of the second
if TYPE_CHECKING:

    class _Answer(NamedTuple):
        right: bool
        wrong: bool
        said: str
        reply: str

else:
    _Answer = NamedTuple("_Answer", [("right", bool), ("wrong", bool), ("said", str), ("reply", str)])


class Answer(_Answer):
    """The result of an answer.

    `right` is whether the step is done. `wrong` is whether it was wrong; a turn after which the step goes on is neither
    right nor wrong. `said` is the feedback, and `reply` has the turns that were played in reply; "" for none.
    """

    __slots__ = ()
    __dir__ = public_names

    def __repr__(self) -> str:
        verdict = "right" if self.right else "wrong" if self.wrong else "so far, so good"
        reply = " [%s]" % self.reply if self.reply else ""
        return "<%s: %s%s>" % (verdict, " ".join(self.said.split()), reply)

    def __bool__(self) -> bool:
        return self.right


class _Acting:
    """A transaction of a lesson's board; a refusal becomes a GameError."""

    def __init__(self, lesson: LessonMethods) -> None:
        self._lesson = lesson
        self._transaction = lesson.board._transaction

    def __enter__(self) -> None:
        self._transaction.__enter__()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self._transaction.__exit__(kind, error, trace)
        if isinstance(error, Refused):
            refusal: Any = GameError("%s Possible now: %s." % (error, ", ".join(self._lesson.can)))
            refusal.__suppress_context__ = True
            raise refusal


class LessonMethods:
    """A base class of lessons on a board: they answer, ask for help, and go from step to step."""

    content: LessonContent
    """The lesson itself, immutable."""
    board: Any
    """The board of the lesson."""

    def _await_replies(self) -> None:
        """Wait for the replies that the tutor awaits, until they are played."""
        raise NotImplementedError

    @property
    def _tutor(self) -> Tutor:
        tutor: Tutor = self.board._tutor
        return tutor

    @property
    def result(self) -> Result:
        """The learner's results so far: `result.solved`, `result.score`, `result["step"].tries` and more."""
        with self.board._transaction:
            return self._tutor.result

    @property
    def learner(self) -> str:
        """The learner's name, which may be assigned; "" if it is unknown."""
        return self._tutor.learner

    @learner.setter
    def learner(self, name: str) -> None:
        name = check_learner(name)
        with self.board._transaction:
            self._tutor.learner = name
            self.board._session.changed()

    @property
    def lesson(self) -> LessonContent:
        """The lesson itself, as `content`."""
        return self.content

    @property
    def title(self) -> str:
        """The lesson's title, in the board's language.

        >>> from adaptoid_widget import Lesson
        >>> Lesson("fork", language="de", results=None).title
        '10 · Die Gabel'
        """
        return self.content.titled(self.board._session.wording.language)

    @property
    def steps(self) -> Tuple[LessonStep, ...]:
        """All steps of the lesson: `step.name`, `.kind`, `.position`, `.goal`, `.ask`, `.text`, `.hints` and more.

        >>> from adaptoid_widget import Lesson
        >>> Lesson("fork", results=None).steps[2:4]
        (<first-fork: forks D5>, <corner: forks A4>)
        """
        return self.content.steps

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self._tutor.step

    @property
    def text(self) -> str:
        """The text of the current step, as plain text in the board's language."""
        return plain(self.content.say(self.step.text, self.board._session.wording.language))

    @property
    def position(self) -> Optional[Position]:
        """The position on the board."""
        position: Optional[Position] = self.board._session.position
        return position

    def __repr__(self) -> str:
        result = self.result
        count = len(result.steps)
        progress = "done" if result.step == count else "step %d of %d" % (result.step + 1, count)
        return "<Lesson %s: %s, %d of %d points>" % (self.content.name, progress, result.score, result.most)

    @property
    def can(self) -> Tuple[str, ...]:
        """What can be called now: "play", "choose" or "count" to answer, and others such as "hint" and "next"."""
        with self.board._transaction:
            method = self.step.behavior.method
            answers = [method] if method and self._tutor.phase in ("ask", "reply", "wrong") else []
            controls = [name for name in self._tutor.can if name not in ("check", "back", "go", "onward")]
            return tuple(answers + controls)

    # -- answers -----------------------------------------------------------------------------------------------------

    @property
    def _acting(self) -> _Acting:
        """A transaction in which a refusal of the tutor becomes a GameError that says what is possible now."""
        return _Acting(self)

    def play(self, turn: Union[Turn, str]) -> Answer:
        """Answer with a turn; the reply to it is played too.

        Raises TextError and IllegalTurn as a board does, GameError if the step asks for no turn now.
        """
        self._await_replies()
        with self._acting:
            self._tutor.play(turn)
        self._await_replies()
        with self._acting:
            return self._answer()

    def choose(self, *cells: str) -> Answer:
        """Answer with discs. Raises GameError for no discs, or if the step asks for none."""
        for cell in cells:
            if not isinstance(cell, str):
                raise TypeError("name the discs one by one, as in choose('C4', 'D4'), not %r" % (cell,))
        self._await_replies()
        with self._acting:
            self._resume()
            for cell in self._tutor.chosen + list(in_order([(capitals(cell), True) for cell in cells])):
                self._tutor.handle("choose", cell)
            self._tutor.handle("check")
            return self._answer()

    def count(self, number: int) -> Answer:
        """Answer with a number. Raises GameError if the step asks for none."""
        number = whole_number(number, "the answer", 0, MAX_NUMBER)
        self._await_replies()
        with self._acting:
            if self._tutor.step.input != "count":
                # without this, it would check the discs that are chosen
                raise refused("lesson-not-now")
            self._resume()
            self._tutor.handle("check", count=number)
            return self._answer()

    def _answer(self) -> Answer:
        tutor = self._tutor
        feedback, reply = self._part["said"], self._part["reply"]
        while tutor.phase == "reply":
            tutor.handle("go")
        # a turn after which the step goes on gets a reply too
        return Answer(tutor.phase == "right", tutor.phase == "wrong", plain(feedback), reply)

    @property
    def _part(self) -> LessonPart:
        """What the board shows of the lesson."""
        part: LessonPart = self.board._presenter.snapshot_part(self.board._session.wording)
        return part

    # -- help and navigation -----------------------------------------------------------------------------------------

    def _handle(self, action: str, at: object = None) -> None:
        with self._acting:
            self._tutor.handle(action, at)

    def _resume(self) -> None:
        """Go back to the question after a wrong answer."""
        tutor = self._tutor
        while tutor.phase == "reply":
            tutor.handle("go")
        if tutor.phase == "wrong":
            tutor.correct()

    def hint(self) -> str:
        """The next hint, which costs a point. Raises GameError if there is none."""
        self._await_replies()
        with self._acting:
            self._resume()
            taken = self._tutor.hints.taken
            self._tutor.handle("hint")
        self._await_replies()
        with self._acting:
            if self._tutor.hints.taken == taken:
                raise refused("lesson-no-hint")
            text = plain(self._part["hint"]["text"])
            if self._tutor.hints.last in UNKNOWN:
                raise GameError(text)
        return text

    def reveal(self) -> str:
        """Give up and show the answer."""
        self._handle("reveal")
        self._await_replies()
        return plain(self._part["said"])

    def skip(self) -> None:
        """Skip the step, unless the lesson's order is `forced`."""
        self._handle("skip")

    def retry(self) -> None:
        """Start the step again. With `retry: fresh`, a right answer or two wrong ones bring another position."""
        self._handle("retry")

    def another(self) -> None:
        """Ask the same question in another position, after a wrong answer to a step with `retry: fresh`."""
        self._handle("another")

    def next(self) -> None:
        """Go on after the step is done."""
        self._handle("next")

    def goto(self, step: Union[str, int]) -> None:
        """Go to a step by its name or its number, from 0. Raises GameError if there is none."""
        number = self.content.number(step) if isinstance(step, str) else step
        self._handle("step", whole_number(number, "the number of a step", 0, len(self.content.steps) - 1))

    def again(self) -> None:
        """Go through all steps again."""
        self._handle("again")

    def practise(self) -> None:
        """Repeat the steps that were shown, skipped or solved with help, worst first. Raises GameError without any."""
        self._handle("practise")
