"""The file that stores a learner's record in puzzles."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from ..core.puzzles.puzzle import NAME
from ..core.puzzles.puzzle_record import Record
from ..core.teaching.results import Result
from .atomic import checked_path
from .lesson_results import ResultsFile


class RecordFile(ResultsFile):
    """The file of a record. If two processes have it open, the rating of the one with more answers stays."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(path, NAME)
        self.record = Record()
        """The record."""
        self.on_disk: Record | None = None
        """The record that was last read from the file."""

    def contents(self, result: Result) -> Any:
        """What is saved again when it changes: also the rating, which changes with each answer."""
        return super().contents(result), self.record.practice.round

    def take(self, result: Result) -> None:
        """Do nothing, so that the file is written at once, and all boards of this process find it and share it."""

    def begin(self) -> Result | None:
        """Return the results in the file, or None. A file without a record is put aside."""
        self.on_disk = None
        return super().begin()

    def unpack(self, data: Any) -> Result:
        """Return the results in the content of the file, and note the record. Raises ValueError."""
        result = super().unpack(data)
        if result.lesson == self.lesson:
            self.on_disk = Record.unpack(data, result)
        return result

    def packed(self, result: Result) -> Any:
        """Return the content of the file, merged with what another process has written."""
        record, on_disk = self.record, self.on_disk
        if on_disk is not None:
            record.take_later(on_disk)
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
