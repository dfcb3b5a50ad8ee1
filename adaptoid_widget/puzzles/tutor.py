"""A tutor for puzzles: the first answer to each changes the learner's rating, and one puzzle follows another."""

from __future__ import annotations

import time

from ..core.session.session import Session
from ..core.teaching.results import Result, StepResult
from ..core.teaching.scoring import ScoreKeeper
from ..core.teaching.tutor import Tutor
from .sequence import PuzzleSequence


class PuzzleTutor(Tutor):
    """A tutor that asks the puzzles of a sequence.

    An answer is the first wrong or right turn, the first hint, or the answer that is shown; a puzzle that is skipped
    has no answer.
    """

    def __init__(self, sequence: PuzzleSequence, session: Session) -> None:
        self._sequence = sequence
        super().__init__(sequence.lesson, session, sequence.known, time.monotonic)

    def _score_keeper(self, results: Result | None) -> ScoreKeeper:
        scores = super()._score_keeper(results)
        # what was answered before is not rated again
        self._rated = {step.name for step in scores.steps if _is_answer(step)}
        scores.on_change = self._rate
        return scores

    def _rate(self, step: StepResult) -> None:
        record = self._sequence.record
        if _is_answer(step) and step.name not in self._rated:
            self._rated.add(step.name)
            change = self._sequence.rate(step)
            self.rating = {"value": record.practice.rating, "change": change}
        record.put(step, self._sequence.day)

    @property
    def result(self) -> Result:
        """What the learner has done with puzzles so far."""
        self._count_time()
        return self._sequence.record.result(self.learner)

    def _solution(self) -> tuple[str, ...]:
        if not self._line and len(self.stages) == 1:
            # the search may not find a preparing turn, but it is known
            self._line = self._sequence.solution(self.attempt, self.step.name)
        return super()._solution()

    def _enter(self, at: int) -> None:
        super()._enter(at)
        self.rating = {"value": self._sequence.record.practice.rating, "change": 0}

    def _go_on(self) -> None:
        following = self._sequence.following(self.scores.step)
        if following is None:
            super()._go_on()
        else:
            self._begin_lesson(following, None)


def _is_answer(step: StepResult) -> bool:
    return step.tries > 0 or step.hints > 0 or step.how not in ("", "skipped")
