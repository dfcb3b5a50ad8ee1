"""Chooses the puzzles to ask, endlessly or for a day; a tutor asks them and rates the first answer to each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Optional, Sequence, Tuple

from ..teaching.presenter import LessonPresenter
from ..teaching.results import Result, StepResult
from ..teaching.scoring import ScoreKeeper
from ..teaching.tutor import Tutor
from .daily import daily
from .puzzle import NAME, Puzzle, Sentences, lesson_of
from .puzzle_progress import PuzzleProgress

if TYPE_CHECKING:
    from ..i18n.catalog import Saying, Wording
    from ..session.session import Session
    from ..teaching.lesson import LessonContent
    from ..wire.wire_types import LessonPart

# a beginner's first puzzles have two colours, and rise from the easiest to the rating
FIRST_ROUNDS = 10


class PuzzleSequence:
    """The puzzles for one learner: those of a day, or an endless sequence."""

    def __init__(
        self,
        puzzles: Sequence[Puzzle],
        progress: PuzzleProgress,
        sentences: Sentences,
        day: int = 0,
        on_asked: Optional[Callable[[LessonContent], None]] = None,
    ) -> None:
        self.puzzles = {puzzle.name: puzzle for puzzle in puzzles}
        """The puzzles to choose from, by name."""
        self.progress = progress
        """The learner's progress."""
        self.day = day
        """The day as a date's ordinal; 0 for an endless sequence."""
        self.tactic = ""
        """The tactic of all puzzles of an endless sequence; "" for any."""
        self.today = 0
        """The ordinal of the current date, which counts the days in a row; 0 counts none."""
        self._sentences = sentences
        self._ratings = [(puzzle.name, puzzle.rating) for puzzle in puzzles]
        self._on_asked = on_asked
        self.lesson = self.ask()
        """The current puzzles."""

    def ask(self, name: str = "") -> LessonContent:
        """Ask the next puzzle, or all those of the day, or the puzzle of this name."""
        title = "title"
        if name:
            names: Tuple[str, ...] = (name,)
        elif self.day:
            names, title = daily(self._ratings, self.day), "daily"
        else:
            names = (self._choose(),)
        self.lesson = lesson_of([self.puzzles[each] for each in names], title, self._sentences)
        if self._on_asked is not None:
            self._on_asked(self.lesson)
        return self.lesson

    def _choose(self) -> str:
        """The next puzzle of an endless sequence."""
        practice, choice = self.progress.practice, self._ratings
        if self.tactic:
            choice = [each for each in choice if self.puzzles[each[0]].tactic == self.tactic]
        if practice.round < FIRST_ROUNDS:
            choice = [each for each in choice if self.puzzles[each[0]].colors == 2] or choice
        return practice.choose(choice, first_rounds=FIRST_ROUNDS)

    @property
    def earlier_result(self) -> Optional[Result]:
        """The earlier results of the day's puzzles, or None."""
        if not self.day or self.progress.day != self.day:
            return None
        # another version may have had other puzzles on this day
        asked = [step.name for step in self.lesson.steps]
        steps = [step for step in self.progress.today.values() if step.name in asked]
        done = [step for step in steps if step.how]
        return Result(NAME, "", steps, 0 if len(done) < len(self.lesson.steps) else len(steps))

    def following(self, last: StepResult) -> Optional[LessonContent]:
        """Choose the puzzle after another one. Return None if the puzzles are those of a day."""
        if self.day:
            return None
        if last.how in ("", "skipped"):
            self.progress.practice.skip(last.name)
        return self.ask()

    def rate(self, step: StepResult) -> int:
        """Rate the first answer to a puzzle. Return the change of the rating."""
        is_solved = step.how == "solved"
        if self.today and is_solved:
            self.progress.count_day(self.today)
        return self.progress.practice.record_answer(step.name, self.puzzles[step.name].rating, is_solved)


class PuzzleTutor(Tutor):
    """A tutor that asks the puzzles of a sequence.

    The first wrong or right turn, the first hint or a shown solution is the answer. A skipped puzzle has none.
    """

    def __init__(
        self, sequence: PuzzleSequence, session: Session, clock: Optional[Callable[[], float]] = None
    ) -> None:
        self._sequence = sequence
        super().__init__(sequence.lesson, session, sequence.earlier_result, clock)

    def show(self) -> None:
        """Show the puzzles that the sequence asks now."""
        self.put(self._sequence.lesson, self._sequence.earlier_result)
        self.session.changed()

    def _score_keeper(self, results: Optional[Result]) -> ScoreKeeper:
        scores = super()._score_keeper(results)
        # what was answered before is not rated again
        self._rated = {step.name for step in scores.steps if _is_answer(step)}
        scores.on_change = self._rate
        return scores

    def _show_rating(self, change: int) -> None:
        self.rating = {"value": self._sequence.progress.practice.rating, "change": change}

    def _rate(self, step: StepResult) -> None:
        if _is_answer(step) and step.name not in self._rated:
            self._rated.add(step.name)
            self._show_rating(self._sequence.rate(step))
        self._sequence.progress.put(step, self._sequence.day)

    @property
    def result(self) -> Result:
        """The learner's results of all puzzles so far."""
        self._count_time()
        return self._sequence.progress.result(self.learner)

    def _solution(self) -> Tuple[str, ...]:
        self._line = (self._sequence.puzzles[self.step.name].key,)
        return self._line

    def _enter(self, at: int, fresh: bool = False) -> None:
        super()._enter(at, fresh)
        self._show_rating(0)

    def _go_on(self) -> None:
        following = self._sequence.following(self.scores.step)
        if following is None:
            super()._go_on()
        else:
            self._begin_lesson(following, None)


class PuzzlePresenter(LessonPresenter):
    """What the board shows of a tutor's puzzles."""

    def snapshot_part(self, wording: Wording) -> LessonPart:
        """The part `lesson` of a snapshot. At the end of a day's puzzles, half of the points are praised."""
        part = super().snapshot_part(wording)
        part["made"] = 2 * part["score"] >= part["max"]
        return part

    def tip(self) -> Optional[Saying]:
        is_over = self.tutor.phase == "over" and not self.tutor.is_off_lesson
        return ("lesson.tip.day", None) if is_over else super().tip()


def _is_answer(step: StepResult) -> bool:
    return step.tries > 0 or step.hints > 0 or step.how not in ("", "skipped")
