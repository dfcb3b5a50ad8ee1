"""`aw.Puzzles`: puzzles on a board, three a day or one after another, with a rating."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from ..attributes import suggest_keywords
from ..core.puzzles.puzzle import NAME
from ..core.puzzles.puzzle_methods import DAILY, ENDLESS, PuzzleMethods, check_mode
from ..core.puzzles.puzzle_progress import PuzzleProgress
from ..core.puzzles.puzzle_tutor import PuzzlePresenter, PuzzleSequence, PuzzleTutor
from ..core.rules.errors import GameError, plain_value
from ..core.teaching.lesson import LessonContent
from ..core.teaching.results import check_learner
from ..core.wire.intent_fields import Json
from ..export.output_content import puzzles_content
from ..puzzles import load, sentences
from ..storage.lesson_results import are_of_others, path_beside, path_for
from ..storage.puzzle_progress_file import open_progress
from .lesson import Lesson, LessonBoard, user

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Puzzles(PuzzleMethods, Lesson):
    """Puzzles on a board: `Puzzles()` for an endless sequence, `Puzzles("daily")` for the three puzzles of today.

    `mode` is "endless" or "daily". Endless puzzles match the learner's rating, and missed ones are repeated. The three
    puzzles of a day (easy, medium, hard) are the same for everybody. `tactic` restricts the puzzles to one tactic or
    several. `day` is a date or its ISO text, such as "2026-11-20"; the default is today. `results` is the file that
    stores the rating and the answers, by default `puzzles.results.json` in the current folder; None stores nothing.
    `learner`, `language`, `size` and `coordinates` are as in `aw.Lesson`.

    Raises GameError for a wrong mode, tactic or day, and OSError for a file that cannot be read.

    >>> puzzles = Puzzles(tactic="fork", results=None)
    >>> puzzles.rating, puzzles.puzzle.tactic
    (1200, 'fork')
    >>> puzzles.play(puzzles.puzzle.key).right, puzzles.rating == 1200 + puzzles.change, puzzles.change > 0
    (True, True, True)
    """

    _noun = "widget"
    _another = "make another one: aw.Puzzles()"

    @suggest_keywords
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
        coordinates: bool | str = True,
    ) -> None:
        check_mode(mode, day)
        self.mode = mode
        self._file = None
        results = plain_value(results)
        wanted = user() if learner is None else check_learner(learner)
        if results is not None and results is not False:
            self._file = open_progress(path_for(NAME) if results is True else results)
            if results is True and are_of_others(self._file.progress.learner, wanted):
                # in a shared folder, each learner has a file
                self._file = open_progress(path_beside(self._file.path, NAME, wanted))
            self._file.check_owner(wanted)
        self._progress = PuzzleProgress() if self._file is None else self._file.progress
        ordinal = _ordinal(day) if mode == DAILY else 0
        self._tactics = () if tactic is None else (tactic,) if isinstance(tactic, str) else tuple(tactic)
        self._sequence = PuzzleSequence(load(tactic), self._progress, sentences(), ordinal, self._set_content)
        self._sequence.today = _ordinal(None)
        learner = self._progress.learner or wanted if learner is None else wanted
        self.board = LessonBoard(
            self,
            lambda session: PuzzlePresenter(PuzzleTutor(self._sequence, session, time.monotonic)),
            learner,
            self._file,
            language=language,
            size=size,
            coordinates=coordinates,
        )

    def _saved_content(self, settings: Json) -> Json:
        return puzzles_content(self._tactics, self._sequence.day, settings)

    def _set_content(self, lesson: LessonContent) -> None:
        self.content = lesson

    # -- state ------------------------------------------------------------------------------------------------------

    def _today(self) -> int:
        return _ordinal(None)

    def _date_text(self, day: int) -> str:
        return str(date.fromordinal(day))

    def plot(self) -> Axes:
        """Plot the rating over all answers. Raises ImportError without matplotlib."""
        import matplotlib.pyplot as plt

        ratings = self.ratings
        _, axes = plt.subplots(figsize=(7, 2.8), layout="constrained")
        axes.plot(range(len(ratings)), ratings, color="#0072b2", marker="o", markersize=3)
        for number, (_, solved, rating) in enumerate(self._progress.practice.history, 1):
            if not solved:
                axes.plot(number, rating, color="#d55e00", marker="x")
        axes.set_xlabel("answers (× missed)")
        axes.set_ylabel("rating")
        axes.grid(alpha=0.3)
        return axes


def _ordinal(day: date | str | None) -> int:
    day = plain_value(day)
    if day is None:
        # the local date of the learner is meant
        return date.today().toordinal()  # noqa: DTZ011
    if isinstance(day, str):
        try:
            day = date.fromisoformat(day)
        except ValueError:
            raise GameError(f"a day is a date such as 2026-11-20, not {day!r}") from None
    if not isinstance(day, date):
        raise GameError(f"a day is a date or its text, such as '2026-11-20', not {day!r}")
    return day.toordinal()
