"""The record of one learner's way through a lesson: tries, hints, seconds and points, written while it goes on.

A step has four points. Each hint costs one and each wrong answer costs one, but whoever finds the answer has one point
at least; what is shown or skipped has none, and a step to read has no points at all. A step is "solved" when the first
answer is right and no hint was taken, "helped" when it was found after that, "missed" when it was shown, "skipped" when
it was passed by. A step's record is closed when the step is solved: whoever comes back to it makes it neither better
nor worse. What was shown can still be found by oneself later; it is then "helped", for one point. What was skipped
counts as if it went on. A try is a wrong answer, or the right one; in several turns each turn is noted, but only the
one that is wrong, or that reaches the goal, ends a try. Seconds count while a step waits for its answer.
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Tuple

from ..rules.errors import GameError
from .lesson import POINTS, Lesson
from .results import MAX_LETTERS, MAX_TURNS, Result, StepResult


class Register:
    """What a learner did in a lesson so far; `at` is the step that is written about.

    `results` of an earlier time are gone on with: steps are known by their names. Raises GameError for those of another
    lesson.

    >>> from adaptoid_widget.core.teaching.lesson import make_lesson, make_step
    >>> from adaptoid_widget.core.teaching.rich_text import prose
    >>> step = make_step("look", {"en": prose("Who starves?")}, "adaptoid w 0,0 W:D2 B:D6", ask="starving")
    >>> register = Register(make_lesson("a-look", {"en": "A look"}, [step]))
    >>> register.wrong("D6")
    >>> register.right("")
    >>> register.steps[0].tries, register.steps[0].score, register.steps[0].how
    (2, 3, 'helped')
    """

    def __init__(
        self,
        lesson: Lesson,
        results: Optional[Result] = None,
        clock: Optional[Callable[[], float]] = None,
    ) -> None:
        if results is not None and results.lesson != lesson.name:
            raise GameError("these are results of the lesson %s, not of %s" % (results.lesson, lesson.name))
        known = {} if results is None else {step.name: step for step in results.steps}
        self.lesson = lesson
        self.steps: List[StepResult] = [
            known.get(step.name, StepResult.new(step.name, 0 if step.kind == "read" else POINTS))
            for step in lesson.steps
        ]
        """Each step's record."""
        self.at = 0
        """The number of the step."""
        self._clock = clock
        self._since = self._now()

    @property
    def step(self) -> StepResult:
        """The record of the step that is written about."""
        return self.steps[self.at]

    @property
    def left(self) -> List[int]:
        """The steps that were neither solved, shown nor skipped."""
        return [i for i in range(len(self.steps)) if self.steps[i].how == ""]

    @property
    def score(self) -> int:
        """The points so far."""
        return sum([step.score for step in self.steps])

    @property
    def most(self) -> int:
        """The points that there are."""
        return sum([step.most for step in self.steps])

    def result(self, learner: str, over: bool) -> Result:
        """All of it, to keep."""
        return Result(self.lesson.name, learner, self.steps, len(self.steps) if over else self.at)

    # -- writing -----------------------------------------------------------------------------------------------------

    def tried(self, text: str) -> None:
        """A turn, discs or a number were tried."""
        step = self.step
        if not step.solved and len(step.turns) < MAX_TURNS:
            self._write(turns=step.turns + (text[:MAX_LETTERS],))

    def wrong(self, text: str) -> None:
        """What was tried is wrong."""
        self.tried(text)
        self._write(tries=self.step.tries + 1)

    def right(self, text: str) -> None:
        """What was tried is the answer."""
        self.tried(text)
        step = self.step
        alone = step.tries == 0 and step.hints == 0 and step.how != "missed"
        points = 1 if step.how == "missed" else max(1, POINTS - step.hints - step.tries)
        self._write(
            tries=step.tries + 1,
            how="solved" if alone else "helped",
            score=min(points, step.most),
            solved=True,
        )

    def hinted(self) -> None:
        """A hint was taken."""
        self._write(hints=self.step.hints + 1)

    def missed(self) -> None:
        """The answer was shown."""
        self._write(how="missed")

    def skipped(self) -> None:
        """The step was passed by, which changes nothing where its answer was shown."""
        if self.step.how == "":
            self._write(how="skipped")

    def count_time(self, waiting: bool) -> None:
        """Add the time since it was last counted, where the step was waiting for an answer."""
        now = self._now()
        if waiting:
            self._write(seconds=self.step.seconds + max(0.0, now - self._since))
        self._since = now

    def _now(self) -> float:
        return 0.0 if self._clock is None else self._clock()

    def _write(
        self,
        solved: bool = False,
        tries: Optional[int] = None,
        hints: Optional[int] = None,
        seconds: Optional[float] = None,
        turns: Optional[Tuple[str, ...]] = None,
        score: Optional[int] = None,
        how: Optional[str] = None,
    ) -> None:
        """Write some of the step's record anew, unless it is closed."""
        was = self.step
        if was.solved:
            return
        self.steps[self.at] = StepResult(
            was.name,
            solved,
            _or(tries, was.tries),
            _or(hints, was.hints),
            _or(seconds, was.seconds),
            _or(turns, was.turns),
            _or(score, was.score),
            was.most,
            _or(how, was.how),
        )


def _or(value: Any, was: Any) -> Any:
    return was if value is None else value
