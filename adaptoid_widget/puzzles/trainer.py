"""`aw.Puzzles`: puzzles on a board, three a day or one after another, with a rating."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from ..core.errors import GameError
from ..core.lesson import Lesson as Content
from ..core.marking import Result, StepResult
from ..core.practice import START, Graded, daily
from ..core.replies import answered, story_of
from ..core.session import Session
from ..core.solver import best_line
from ..core.story import Story
from ..kept import path_for
from ..lesson import Lesson, LessonBoard
from . import load
from .asked import NAME, lesson_of
from .puzzle import Puzzle
from .record import Record, opened
from .teaching import PuzzleTeacher

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DAILY, ENDLESS = "daily", "endless"


class Puzzles(Lesson):
    """Puzzles on a board: `Puzzles()` for one after another, `Puzzles("daily")` for the three of today.

    `mode` is "endless" or "daily". One after another they are about as hard as the learner is good, and what was missed
    comes back; those of a day, an easy, a middling and a hard one, are the same for everybody. `tactic` leaves only
    those of one tactic, or of several. `day` is a date, or its text such as "2026-11-20", by default today's.
    `results` is the file in which the rating and what was done are kept, `puzzles.results.json` in the current folder
    unless told, or None for none. `learner`, `language`, `size` and `coordinates` are as in `aw.Lesson`.

    Raises GameError for another mode, tactic or day, and OSError for a file that cannot be read.

    >>> puzzles = Puzzles(tactic="fork", results=None)
    >>> puzzles.rating, puzzles.puzzle.tactic
    (1200, 'fork')
    >>> puzzles.play(puzzles.puzzle.key).right, puzzles.rating, puzzles.change
    (True, 1240, 40)
    """

    def __init__(
        self,
        mode: str = ENDLESS,
        *,
        tactic: str | Sequence[str] | None = None,
        day: date | str | None = None,
        results: str | os.PathLike[str] | bool | None = True,
        learner: str | None = None,
        language: str = "en",
        size: str = "normal",
        coordinates: bool = True,
    ) -> None:
        if mode not in (DAILY, ENDLESS):
            raise GameError(f"puzzles are {ENDLESS!r} or {DAILY!r}, not {mode!r}")
        if day is not None and mode == ENDLESS:
            raise GameError("puzzles of a day are asked for with Puzzles('daily', day=…)")
        self.mode = mode
        """ "endless" or "daily"."""
        self._pool = {puzzle.name: puzzle for puzzle in load(tactic)}
        self._graded: list[Graded] = [(puzzle.name, puzzle.rating) for puzzle in self._pool.values()]
        self._day = _ordinal(day) if mode == DAILY else 0
        self._file = None
        if results is not None and results is not False:
            self._file = opened(path_for(NAME) if results is True else results)
        self._record = Record() if self._file is None else self._file.record
        self.known = self._done_that_day()
        self.content = self._first()
        who = self._record.learner or os.environ.get("JUPYTERHUB_USER", "") if learner is None else learner
        self.board = LessonBoard(
            self, who, None, self._file, language=language, size=size, coordinates=coordinates
        )
        self.board._warn_aside()
        self._teacher = self.board._teacher

    def _teacher_at(self, session: Session, known: Result | None) -> PuzzleTeacher:  # noqa: ARG002  asked as such
        return PuzzleTeacher(self, session)

    # -- what is asked -----------------------------------------------------------------------------------------------

    def _first(self) -> Content:
        if self.mode == DAILY:
            names = daily(self._graded, self._day)
            return lesson_of([self._pool[name] for name in names], "daily")
        return self._chosen()

    def _chosen(self) -> Content:
        return lesson_of([self._pool[self._record.practice.choose(self._graded)]], "title")

    def _done_that_day(self) -> Result | None:
        if self.mode == ENDLESS or self._record.day != self._day:
            return None
        steps = list(self._record.today.values())
        names = daily(self._graded, self._day)
        done = [step for step in steps if step.name in names and step.how]
        return Result(NAME, "", steps, 0 if len(done) < len(names) else len(steps))

    def following(self) -> Content | None:
        """The puzzle that is asked next; None for those of a day, which are all there are. The board calls this."""
        if self.mode == DAILY:
            return None
        step = self._teacher.register.step
        if step.how in ("", "skipped"):
            self._record.practice.skip(step.name)
        self.content = self._chosen()
        return self.content

    def way(self, story: Story) -> tuple[str, ...]:
        """The turns and replies that solve the puzzle on the board, from its beginning. The board calls this."""
        key = self.puzzle.key
        if self.puzzle.turns == 1:
            return (key,)
        after = answered(self.step, story.add(key))
        replies = [str(told.turn) for told in after.told[len(story.told) + 1 :]]
        return (key, *replies, *best_line(self.step, after))

    def answered(self, step: StepResult) -> int:
        """A puzzle was answered for the first time; by how much the rating changed. The board calls this."""
        if self._file is not None:
            self._file.touch()
        return self._record.practice.note(step.name, self._pool[step.name].rating, step.how == "solved")

    def heard(self, step: StepResult) -> None:
        """Something was written of a puzzle. The board calls this."""
        self._record.put(step, self._day)

    # -- what there is to know ---------------------------------------------------------------------------------------

    @property
    def rating(self) -> int:
        """The learner's rating; everybody begins with 1200."""
        return self._record.practice.rating

    @property
    def change(self) -> int:
        """By how much the puzzle on the board has changed the rating."""
        return int((self._teacher.rating or {"change": 0})["change"])

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the board."""
        return self._pool[self.step.name]

    @property
    def solution(self) -> tuple[str, ...]:
        """One way to solve the puzzle on the board: your turns, and between two of them the reply."""
        return self.way(story_of(self.step))

    @property
    def ratings(self) -> tuple[int, ...]:
        """The rating after each answer, that with which everybody begins first."""
        return (START, *(rating for _, _, rating in self._record.practice.history))

    @property
    def due(self) -> tuple[str, ...]:
        """The names of puzzles that were missed and come next."""
        return tuple(name for name in self._record.practice.due() if name in self._pool)

    def result_of(self, learner: str) -> Result:
        """All that was answered so far, as a learner's result. The board calls this."""
        return self._record.result(learner)

    def __repr__(self) -> str:
        which = (
            f"of {date.fromordinal(self._day)}" if self.mode == DAILY else f"{len(self._pool)} to choose from"
        )
        return f"<Puzzles, {which}: {self.puzzle.name}, rated {self.puzzle.rating}; learner {self.rating}>"

    def plot(self) -> Axes:
        """The rating over all answers, drawn with matplotlib. Raises ImportError where there is none."""
        import matplotlib.pyplot as plt

        ratings = self.ratings
        _, axes = plt.subplots(figsize=(7, 2.8), layout="constrained")
        axes.plot(range(len(ratings)), ratings, color="#0072b2", marker="o", markersize=3)
        for number, (_, solved, rating) in enumerate(self._record.practice.history, 1):
            if not solved:
                axes.plot(number, rating, color="#d55e00", marker="x")
        axes.set_xlabel("answers (× missed)")
        axes.set_ylabel("rating")
        axes.grid(alpha=0.3)
        return axes


def _ordinal(day: date | str | None) -> int:
    if day is None:
        # whose today is meant: that of who plays
        return date.today().toordinal()  # noqa: DTZ011
    if isinstance(day, str):
        try:
            day = date.fromisoformat(day)
        except ValueError:
            raise GameError(f"a day is a date such as 2026-11-20, not {day!r}") from None
    if not isinstance(day, date):
        raise GameError(f"a day is a date or its text, such as '2026-11-20', not {day!r}")
    return day.toordinal()
