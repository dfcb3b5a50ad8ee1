"""The file of a learner's results in a lesson, written atomically; content that is no results is never lost."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..core.rules.errors import GameError
from ..core.teaching.results import Result, StepResult
from .atomic import Lock, RepeatedErrors, checked_path, waiting, write

ENDING = ".results.json"
# far more than a result of 200 steps with all turns tried
MAX_BYTES = 8_000_000


def path_for(name: str) -> Path:
    """The default file for the results of a lesson, in the current folder."""
    return Path(name + ENDING).absolute()


def read(path: Path) -> Result:
    """The results in a file. Raises GameError if there are none in it, and OSError."""
    if path.stat().st_size > MAX_BYTES:
        raise GameError(f"{str(path)!r} is far too big for the results of a lesson")
    try:
        data: Any = json.loads(path.read_bytes())
        return Result.unpack(data)
    except (ValueError, RecursionError) as error:
        raise GameError(f"{str(path)!r} holds no results of a lesson: {error}") from None


class ResultsFile:
    """The file with the results of one lesson.

    Several boards, also of several notebooks, may share a file: each reads it before it writes, and keeps the better
    record of each step. Raises GameError for a folder, and for the results of another lesson.
    """

    def __init__(self, path: str | os.PathLike[str], lesson: str) -> None:
        # absolute, since a notebook may change its working folder
        self.path = checked_path(path).absolute()
        """The file."""
        if self.path.is_dir() or not self.path.name:
            raise GameError(
                f"name a file to keep results in, such as fork{ENDING}; {str(path)!r} is a folder"
            )
        self.lesson = lesson
        self.aside: Path | None = None
        """The new name of a file that held no results; None if there was none."""
        self.errors = RepeatedErrors()
        self._saved: Any = None

    def begin(self) -> Result | None:
        """The results to continue from, or None. A file without results is put aside."""
        if not self.path.exists():
            return None
        try:
            result = read(self.path)
        except GameError:
            self.put_aside()
            return None
        if result.lesson != self.lesson:
            raise GameError(
                f"{str(self.path)!r} holds results of the lesson {result.lesson!r}, not of {self.lesson!r}; "
                "say results= and another file, or None to keep none"
            )
        return result

    def take(self, result: Result) -> None:
        """Set the results at the start, so that nothing is written before they change."""
        self._saved = _without_seconds(result)

    def put_aside(self) -> None:
        """Rename the file, so that its content is not lost. Raises OSError."""
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.aside-{number}")).exists():
            number += 1
        self.path.rename(aside)
        self.aside = aside

    def save(self, result: Result) -> None:
        """Update the file. Raises OSError, FileInUse, or GameError if it holds something else now."""
        if _without_seconds(result) == self._saved:
            return
        with waiting(Lock(self.path)):
            there = self.begin()
            both = result if there is None else merged(result, there)
            text = json.dumps(self.packed(both), ensure_ascii=False, indent=1)
            write(self.path, (text + "\n").encode())
        self._saved = _without_seconds(result)

    def packed(self, result: Result) -> Any:
        """Results as JSON-able data."""
        return result.pack()

    def keep_up(self, result: Result) -> Exception | None:
        """Save; the error, unless the attempt before had the same one."""
        return self.errors.new_error(lambda: self.save(result))


def _without_seconds(result: Result) -> Any:
    """What makes results worth saving again: all but the seconds."""
    return (
        result.learner,
        result.step,
        [(step.name, step.solved, step.how, step.tries, step.hints, step.turns) for step in result.steps],
    )


def merged(mine: Result, theirs: Result) -> Result:
    """Results, with the steps that went better in other results of the same lesson.

    >>> first = StepResult("a", False, 2, 0, 9.0, ("+D3", "+D4"), 0, 4, "")
    >>> other = StepResult("a", True, 1, 0, 5.0, ("+D5",), 4, 4, "solved")
    >>> merged(Result("x", "Ann", [first]), Result("x", "Ann", [other]))["a"].solved
    True
    """
    known = {step.name: step for step in theirs.steps}
    steps = [_better(step, known.get(step.name)) for step in mine.steps]
    return Result(mine.lesson, mine.learner or theirs.learner, steps, mine.step)


def _better(mine: StepResult, theirs: StepResult | None) -> StepResult:
    if theirs is None or theirs.most != mine.most:
        return mine
    # a solved step is never solved again, so the one in the file was first
    if theirs.solved or (not mine.solved and _work(theirs) > _work(mine)):
        return theirs
    return mine


def _work(step: StepResult) -> tuple[int, int, bool]:
    return step.tries, step.hints, step.how != ""


def fitted(result: Result, steps: Sequence[tuple[str, int]]) -> Result | None:
    """Results fitted to the steps, by name and points, that a lesson has now; None if no step is the same.

    A step keeps its record if its name and points are the same.

    >>> done = StepResult("a", True, 1, 0, 5.0, ("+D5",), 4, 4, "solved")
    >>> fitted(Result("x", "Ann", [done], 1), [("new", 4), ("a", 4)]).step
    0
    """
    known = {step.name: step for step in result.steps}
    found = [
        known[name] if name in known and known[name].most == most else StepResult.new(name, most)
        for name, most in steps
    ]
    if not any(name in known for name, _ in steps):
        return None
    names = [name for name, _ in steps]
    at = result.steps[result.step].name if result.step < len(result.steps) else ""
    left = [number for number, step in enumerate(found) if step.how == ""]
    step = names.index(at) if at in names else left[0] if left else len(names)
    return Result(result.lesson, result.learner, found, step)
