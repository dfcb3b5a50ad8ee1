"""A teacher of puzzles: the first answer to each changes the learner's rating, and one puzzle follows another."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..core.session.session import Session
from ..core.teaching.lesson import Lesson
from ..core.teaching.results import Result, StepResult
from ..core.teaching.scoring import Register
from ..core.teaching.tutor import Teacher
from .course import Course

Heard = Callable[[StepResult], None]


class _Register(Register):
    """A record that tells of everything that is written."""

    def __init__(self, lesson: Lesson, results: Result | None, told: Heard) -> None:
        super().__init__(lesson, results, time.monotonic)
        self._told = told

    def _write(self, *args: object, **changes: object) -> None:
        super()._write(*args, **changes)  # type: ignore[arg-type]
        self._told(self.step)


class PuzzleTeacher(Teacher):
    """A teacher that asks what a course gives him.

    An answer is the first wrong or right turn, the first hint, or the answer that is shown; a puzzle that is skipped
    has no answer.
    """

    def __init__(self, course: Course, session: Session) -> None:
        self._course = course
        super().__init__(course.lesson, session, course.known, time.monotonic)
        self._begun(course.known)
        session.changed()

    def _begun(self, known: Result | None) -> None:
        at = self.register.at
        # what was answered before is not judged again
        self._answered_before = {step.name for step in self.register.steps if _is_answer(step)}
        self.register = _Register(self.lesson, known, self._heard)
        self.register.at = at
        self.rating = {"value": self._course.record.practice.rating, "change": 0}

    def _heard(self, step: StepResult) -> None:
        if _is_answer(step) and step.name not in self._answered_before:
            self._answered_before.add(step.name)
            change = self._course.answered(step)
            self.rating = {"value": self._course.record.practice.rating, "change": change}
        self._course.heard(step)

    @property
    def result(self) -> Result:
        """What the learner has done with puzzles so far."""
        self._count_time()
        return self._course.record.result(self.learner)

    def _solution(self) -> tuple[str, ...]:
        if not self._line and len(self.stages) == 1:
            # a preparing turn is far to seek, and it is known
            self._line = self._course.way(self.story, self.step.name)
        return super()._solution()

    def _enter(self, at: int) -> None:
        super()._enter(at)
        if self.rating is not None:
            self.rating = {"value": self._course.record.practice.rating, "change": 0}

    def _go_on(self) -> None:
        following = self._course.following(self.register.step)
        if following is None:
            super()._go_on()
            return
        aids, flipped, learner = self._aids, self._flipped, self.learner
        super().__init__(following, self.session, None, time.monotonic)
        self._aids, self._flipped, self.learner = aids, flipped, learner
        self._begun(None)


def _is_answer(step: StepResult) -> bool:
    return step.tries > 0 or step.hints > 0 or step.how not in ("", "skipped")
