"""Chooses the puzzles to ask, endlessly or for a day; a tutor asks them and rates the first answer to each."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..core.session.session import Session
from ..core.teaching.attempt import Attempt
from ..core.teaching.lesson import LessonContent
from ..core.teaching.results import Result, StepResult
from ..core.teaching.scoring import ScoreKeeper
from ..core.teaching.solver import answered, best_line
from ..core.teaching.spaced_repetition import daily
from ..core.teaching.tutor import Tutor
from .as_lesson import NAME, lesson_of
from .puzzle import Puzzle
from .record import Record


class PuzzleSequence:
    """The puzzles for one learner: those of a day, or an endless sequence."""

    def __init__(
        self, puzzles: tuple[Puzzle, ...], record: Record, day: int, on_asked: Callable[[LessonContent], None]
    ) -> None:
        self.puzzles = {puzzle.name: puzzle for puzzle in puzzles}
        """The puzzles to choose from, by name."""
        self.record = record
        """The learner's record."""
        self.day = day
        """The day as a date's ordinal; 0 for an endless sequence."""
        self.on_rated: Callable[[], None] | None = None
        """Called before the rating changes."""
        self._ratings = [(puzzle.name, puzzle.rating) for puzzle in puzzles]
        self._on_asked = on_asked
        self.lesson = self._ask()
        """The current puzzles."""

    def _ask(self) -> LessonContent:
        if self.day:
            names, title = daily(self._ratings, self.day), "daily"
        else:
            names, title = (self.record.practice.choose(self._ratings),), "title"
        self.lesson = lesson_of([self.puzzles[name] for name in names], title)
        self._on_asked(self.lesson)
        return self.lesson

    @property
    def earlier_result(self) -> Result | None:
        """The earlier results of the day's puzzles, or None."""
        if not self.day or self.record.day != self.day:
            return None
        steps = list(self.record.today.values())
        done = [step for step in steps if step.how]
        return Result(NAME, "", steps, 0 if len(done) < len(self.lesson.steps) else len(steps))

    def following(self, last: StepResult) -> LessonContent | None:
        """Choose the puzzle after another one. Return None if the puzzles are those of a day."""
        if self.day:
            return None
        if last.how in ("", "skipped"):
            self.record.practice.skip(last.name)
        return self._ask()

    def solution(self, attempt: Attempt, name: str) -> tuple[str, ...]:
        """Return the turns and replies that solve a puzzle after an attempt's turns."""
        puzzle = self.puzzles[name]
        if puzzle.turns == 1:
            return (puzzle.key,)
        step = self.lesson.steps[self.lesson.number(name)]
        after = answered(step, attempt.add(puzzle.key))
        return (*after.texts[len(attempt.played) :], *best_line(step, after))

    def rate(self, step: StepResult) -> int:
        """Rate the first answer to a puzzle. Return the change of the rating."""
        if self.on_rated is not None:
            self.on_rated()
        return self.record.practice.note(step.name, self.puzzles[step.name].rating, step.how == "solved")


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
