"""A learner's record in puzzles (answers, rating, puzzles of the day), and the file that stores it."""

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
    """A learner's record in puzzles. Boards with the same file share one record."""

    def __init__(self) -> None:
        self.learner = ""
        """The learner's name, or ""."""
        self.practice = Practice()
        """The rating, and the puzzles to repeat."""
        self.steps: dict[str, StepResult] = {}
        """The last result of each puzzle by name."""
        self.day = 0
        """The last day whose puzzles were answered, as a date's ordinal; 0 for none."""
        self.today: dict[str, StepResult] = {}
        """The results of that day."""

    def result(self, learner: str) -> Result:
        """Set the learner's name. Return the results of all puzzles, in the order in which they were first asked."""
        self.learner = learner
        return Result(NAME, learner, list(self.steps.values()), len(self.steps))

    def put(self, step: StepResult, day: int) -> None:
        """Record the result of a puzzle; `day` is the ordinal of its day, or 0."""
        if not (step.tries or step.hints or step.turns or step.how):
            # the learner only looked at it
            return
        self.steps[step.name] = step
        if day:
            if self.day != day:
                self.day, self.today = day, {}
            self.today[step.name] = step

    def pack(self) -> dict[str, Any]:
        """Return what the file contains besides the results, as JSON-able data."""
        today = [step.pack() for step in self.today.values()]
        return {"practice": self.practice.pack(), "day": self.day, "today": today}

    @staticmethod
    def unpack(data: Any, result: Result) -> Record:
        """Make the record of the data of `pack` and of the results. Raises GameError for other data."""
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
        record.today = {step.name: step for step in map(StepResult.unpack, data["today"])}
        return record


class RecordFile(ResultsFile):
    """The file of a record. If two processes have it open, the rating of the one with more answers stays."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(path, NAME)
        self.record = Record()
        """The record."""
        self.on_disk: Record | None = None
        """The record that was last read from the file."""

    def touch(self) -> None:
        """Make the next `save` write, after a change that the results do not show."""
        self._saved = None

    def take(self, result: Result) -> None:
        """Do nothing, so that the file is written at once, and all boards of this process find it and share it."""

    def begin(self) -> Result | None:
        """Return the results in the file, or None. A file without results is put aside."""
        self.on_disk = None
        result = super().begin()
        if result is not None:
            try:
                self.on_disk = Record.unpack(json.loads(self.path.read_bytes()), result)
            except (ValueError, RecursionError):
                self.put_aside()
                return None
        return result

    def packed(self, result: Result) -> Any:
        """Return the content of the file, merged with what another process has written."""
        record, on_disk = self.record, self.on_disk
        if on_disk is not None:
            for name, step in on_disk.steps.items():
                record.steps.setdefault(name, step)
            if on_disk.practice.round > record.practice.round:
                record.practice = on_disk.practice
        return {**record.result(result.learner).pack(), **record.pack()}


_OPEN: WeakValueDictionary[Path, RecordFile] = WeakValueDictionary()


def opened(path: str | os.PathLike[str]) -> RecordFile:
    """Return the file of a path with its record. This process opens each file once.

    Raises GameError for a folder and for results of a lesson, and OSError.
    """
    target = checked_path(path).absolute()
    already_open = _OPEN.get(target)
    if already_open is not None and target.exists():
        return already_open
    file = RecordFile(target)
    file.begin()
    file.record = file.on_disk or file.record
    _OPEN[target] = file
    return file
