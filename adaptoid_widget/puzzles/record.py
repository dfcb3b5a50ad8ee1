"""What a learner did with puzzles: every answer, the rating, the puzzles of the day; and the file that stores it."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from ..core.rules.errors import GameError
from ..core.teaching.results import Result, StepResult
from ..core.teaching.spaced_repetition import Practice
from ..storage.atomic import checked_path
from ..storage.lesson_results import ResultsFile
from .as_lesson import NAME


class Record:
    """What a learner did with puzzles; boards with the same file share one record."""

    def __init__(self) -> None:
        self.learner = ""
        """Who it is; "" where nobody said."""
        self.practice = Practice()
        """The rating, and what comes again."""
        self.steps: dict[str, StepResult] = {}
        """By name of a puzzle its last result."""
        self.day = 0
        """The day whose puzzles were done last, as a date's ordinal; 0 for none."""
        self.today: dict[str, StepResult] = {}
        """The results of that day."""

    def result(self, learner: str) -> Result:
        """Everything that was answered, in the order in which it was first asked."""
        self.learner = learner
        return Result(NAME, learner, list(self.steps.values()), len(self.steps))

    def put(self, step: StepResult, day: int) -> None:
        """Record the result of a puzzle; `day` is 0 for one that is not of a day."""
        if not (step.tries or step.hints or step.turns or step.how):
            # the learner only looked at it
            return
        self.steps[step.name] = step
        if day:
            if self.day != day:
                self.day, self.today = day, {}
            self.today[step.name] = step

    def pack(self) -> dict[str, Any]:
        """What a file of results holds besides the results."""
        today = [step.pack() for step in self.today.values()]
        return {"practice": self.practice.pack(), "day": self.day, "today": today}

    @staticmethod
    def unpack(data: Any, result: Result) -> Record:
        """What `pack` gave. Raises GameError for anything else."""
        if not isinstance(data, dict) or not isinstance(data.get("today"), list):
            raise GameError("these are results of something else than puzzles")
        record = Record()
        record.learner = result.learner
        record.practice = Practice.unpack(data.get("practice"))
        record.steps = {step.name: step for step in result.steps}
        day = data.get("day")
        if not isinstance(day, int) or isinstance(day, bool) or not 0 <= day <= date.max.toordinal():
            raise GameError("the day of these results is none")
        record.day = day
        record.today = {step.name: step for step in [StepResult.unpack(each) for each in data["today"]]}
        return record


class RecordFile(ResultsFile):
    """The file in which a record is kept. Two processes may have it open: who has answered more keeps the rating."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(path, NAME)
        self.record = Record()
        """What the learner did."""
        self.theirs: Record | None = None
        """What the file held when it was last read."""

    def touch(self) -> None:
        """Have the next `save` write, since something changed that the results do not show."""
        self._saved = None

    def take(self, result: Result) -> None:
        """Write the file even if nothing is done, so that all boards of this process find it and share one record."""

    def begin(self) -> Result | None:
        """The results in the file; None without any. A file that holds none is put aside."""
        self.theirs = None
        result = super().begin()
        if result is not None:
            try:
                self.theirs = Record.unpack(json.loads(self.path.read_bytes()), result)
            except (ValueError, RecursionError):
                self.put_aside()
                return None
        return result

    def packed(self, result: Result) -> Any:
        """All that is written, with what another process wrote meanwhile."""
        record, theirs = self.record, self.theirs
        if theirs is not None:
            for name, step in theirs.steps.items():
                record.steps.setdefault(name, step)
            if theirs.practice.round > record.practice.round:
                record.practice = theirs.practice
        return {**record.result(result.learner).pack(), **record.pack()}


_OPEN: WeakValueDictionary[Path, RecordFile] = WeakValueDictionary()


def opened(path: str | os.PathLike[str]) -> RecordFile:
    """The file of a path with its record, the same for all who ask in this process.

    Raises GameError for a folder and for results of a lesson, and OSError.
    """
    where = checked_path(path).absolute()
    known = _OPEN.get(where)
    if known is not None and where.exists():
        return known
    file = RecordFile(where)
    if file.begin() is not None and file.theirs is not None:
        file.record = file.theirs
    _OPEN[where] = file
    return file
