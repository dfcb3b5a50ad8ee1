"""The tutor of puzzles: the first answer to each puzzle changes the learner's rating."""

from __future__ import annotations

import time

from ..core.session.session import Session
from ..core.teaching.results import Result, StepResult
from ..core.teaching.scoring import ScoreKeeper
from ..core.teaching.tutor import Tutor
from .sequence import PuzzleSequence


class PuzzleTutor(Tutor):
    """A tutor that asks the puzzles of a sequence.

    The first wrong or right turn, the first hint or a shown solution is the answer. A skipped puzzle has none.
    """

    def __init__(self, sequence: PuzzleSequence, session: Session) -> None:
        self._sequence = sequence
        super().__init__(sequence.lesson, session, sequence.earlier_result, time.monotonic)

    def _score_keeper(self, results: Result | None) -> ScoreKeeper:
        scores = super()._score_keeper(results)
        # what was answered before is not rated again
        self._rated = {step.name for step in scores.steps if _is_answer(step)}
        scores.on_change = self._rate
        return scores

    def _show_rating(self, change: int) -> None:
        self.rating = {"value": self._sequence.record.practice.rating, "change": change}

    def _rate(self, step: StepResult) -> None:
        if _is_answer(step) and step.name not in self._rated:
            self._rated.add(step.name)
            self._show_rating(self._sequence.rate(step))
        self._sequence.record.put(step, self._sequence.day)

    @property
    def result(self) -> Result:
        """The learner's results of all puzzles so far."""
        self._count_time()
        return self._sequence.record.result(self.learner)

    def _solution(self) -> tuple[str, ...]:
        if not self._line and len(self.stages) == 1:
            # the search may not find a turn that prepares the solution
            self._line = self._sequence.solution(self.attempt, self.step.name)
        return super()._solution()

    def _enter(self, at: int) -> None:
        super()._enter(at)
        self._show_rating(0)

    def _go_on(self) -> None:
        following = self._sequence.following(self.scores.step)
        if following is None:
            super()._go_on()
        else:
            self._begin_lesson(following, None)


def _is_answer(step: StepResult) -> bool:
    return step.tries > 0 or step.hints > 0 or step.how not in ("", "skipped")
