"""Scores a learner's answers, step by step.

A step has four points, a step to read has none. `StepResult` says what hints and wrong answers cost. A step that was
shown or skipped earns none.

A step is "solved" if the first answer is right and no hint was taken, "helped" if a later answer is right, "missed" if
the solution was shown, and "skipped" if the learner went on without an answer. Further answers do not change the result
of a solved step. A right answer after the solution was shown is "helped", for one point. A skipped step stays open.

A try is a wrong answer or the right one. In a step of several turns, each turn is recorded, but only the wrong turn or
the one that reaches the goal is a try. Seconds count while a step waits for its answer.
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional

from ..rules.errors import GameError
from .lesson import LessonContent
from .results import FIELDS, MAX_HINTS, MAX_RESULT_TEXT, MAX_TRIED, POINTS, Result, StepResult


class ScoreKeeper:
    """Records a learner's answers in a lesson, and counts the points.

    Continues earlier `results`; a step is found by name and points. Raises GameError for results of another lesson.

    >>> from adaptoid_widget.core.teaching.lesson import make_lesson, make_step
    >>> from adaptoid_widget.core.teaching.rich_text import prose
    >>> step = make_step("look", {"en": prose("Who starves?")}, "adaptoid w 0,0 W:D2 B:D6", ask="starving")
    >>> scores = ScoreKeeper(make_lesson("a-look", {"en": "A look"}, [step]))
    >>> scores.wrong("D6")
    >>> scores.right("")
    >>> scores.steps[0].tries, scores.steps[0].score, scores.steps[0].how
    (2, 3, 'helped')
    """

    def __init__(
        self,
        lesson: LessonContent,
        results: Optional[Result] = None,
        clock: Optional[Callable[[], float]] = None,
    ) -> None:
        if results is not None and results.lesson != lesson.name:
            raise GameError("these are results of the lesson %s, not of %s" % (results.lesson, lesson.name))
        self.lesson = lesson
        self.steps: List[StepResult] = [
            StepResult.new(step.name, 0 if step.input == "read" else POINTS) for step in lesson.steps
        ]
        """The result of each step."""
        if results is not None:
            self.merge(results)
        self.at = 0
        """The number of the current step."""
        self.on_change: Optional[Callable[[StepResult], None]] = None
        """Called with the result of the step after each change."""
        self._clock = clock
        self._since = self._now()

    @property
    def step(self) -> StepResult:
        """The result of the current step."""
        return self.steps[self.at]

    @property
    def open_steps(self) -> List[int]:
        """The steps that were neither solved, shown nor skipped."""
        return [i for i in range(len(self.steps)) if self.steps[i].how == ""]

    @property
    def steps_to_practise(self) -> List[int]:
        """The steps that were not solved at once without help, the worst first."""
        numbers = [at for at, step in enumerate(self.lesson.steps) if step.input != "read"]
        worst_first = ("missed", "skipped", "helped")
        return [at for how in worst_first for at in numbers if self.steps[at].how == how]

    def result(self, learner: str, over: bool) -> Result:
        """The results so far, `over` after the last step."""
        return Result(self.lesson.name, learner, self.steps, len(self.steps) if over else self.at)

    def merge(self, results: Result) -> bool:
        """Take each step from `results` in which the learner came further. Returns whether any step differs."""
        other_steps = {(step.name, step.most): step for step in results.steps}
        differs = False
        for i, step in enumerate(self.steps):
            other = other_steps.get((step.name, step.most), step)
            differs = differs or other.progress != step.progress
            if (other.progress, other.seconds) >= (step.progress, step.seconds):
                self.steps[i] = other
        return differs

    def tried(self, text: str) -> None:
        """Record an answer (a turn, discs or a number) without judging it."""
        step = self.step
        if not step.solved and len(step.turns) < MAX_TRIED:
            self._write(turns=step.turns + (text[:MAX_RESULT_TEXT],))

    def wrong(self, text: str) -> None:
        """Record a wrong answer."""
        self.tried(text)
        self._write(tries=self.step.tries + 1)

    def right(self, text: str) -> None:
        """Record a right answer."""
        self.tried(text)
        step = self.step
        unaided = step.tries == 0 and step.hints == 0 and step.how != "missed"
        how = "solved" if unaided else "helped"
        self._write(tries=step.tries + 1, how=how, score=min(step.worth, step.most), solved=True)

    def hinted(self) -> None:
        """Record a hint."""
        self._write(hints=min(self.step.hints + 1, MAX_HINTS))

    def missed(self) -> None:
        """Record that the solution was shown."""
        self._write(how="missed")

    def skipped(self) -> None:
        """Record that the step was skipped, unless the learner ended it otherwise."""
        if self.step.how == "":
            self._write(how="skipped")

    def count_time(self, waiting: bool) -> None:
        """Add the time since the last call, if the step was waiting for an answer."""
        now = self._now()
        if waiting:
            self._write(seconds=self.step.seconds + max(0.0, now - self._since))
        self._since = now

    def _now(self) -> float:
        return 0.0 if self._clock is None else self._clock()

    def _write(self, **changes: Any) -> None:
        """Change fields of the step's result, unless it is closed."""
        before = self.step
        if not before.solved:
            after = [changes.get(field, getattr(before, field)) for field in FIELDS]
            self.steps[self.at] = StepResult(*after)
        if self.on_change is not None:
            self.on_change(self.step)
