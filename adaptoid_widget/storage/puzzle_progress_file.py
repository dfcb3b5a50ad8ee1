"""The file that stores a learner's progress in puzzles."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from ..core.puzzles.puzzle import NAME
from ..core.puzzles.puzzle_progress import PuzzleProgress
from ..core.teaching.results import Result
from .atomic import checked_path
from .lesson_results import ResultsFile


class PuzzleProgressFile(ResultsFile):
    """The file of a learner's progress. If two processes have it open, the rating with more answers stays."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(path, NAME)
        self.progress = PuzzleProgress()
        """The learner's progress."""
        self.on_disk: PuzzleProgress | None = None
        """The progress that was last read from the file."""

    def contents(self, result: Result) -> Any:
        """What is saved again when it changes: also the rating, which changes with each answer."""
        return super().contents(result), self.progress.practice.round

    def take(self, result: Result) -> None:
        """Do nothing, so that the file is written at once, and all boards of this process find it and share it."""

    def begin(self) -> Result | None:
        """Return the results in the file, or None. Raises as the base class."""
        self.on_disk = None
        return super().begin()

    def unpack(self, data: Any) -> Result:
        """Return the results in the content of the file, and note the progress. Raises ValueError."""
        result = super().unpack(data)
        if result.lesson == self.lesson:
            self.on_disk = PuzzleProgress.unpack(data, result)
        return result

    def packed(self, result: Result) -> Any:
        """Return the content of the file, merged with what another process has written."""
        progress, on_disk = self.progress, self.on_disk
        if on_disk is not None:
            progress.take_later(on_disk)
        return {**progress.result(result.learner).pack(), **progress.pack()}


_OPEN: WeakValueDictionary[Path, PuzzleProgressFile] = WeakValueDictionary()


def open_progress(path: str | os.PathLike[str]) -> PuzzleProgressFile:
    """Return the file of a path with its progress. This process opens each file once.

    Raises GameError for a folder, for results of a lesson and for a file of something else, and OSError.
    """
    target = checked_path(path).absolute()
    already_open = _OPEN.get(target)
    if already_open is not None and target.exists():
        return already_open
    file = PuzzleProgressFile(target)
    file.begin()
    file.progress = file.on_disk or file.progress
    _OPEN[target] = file
    return file
