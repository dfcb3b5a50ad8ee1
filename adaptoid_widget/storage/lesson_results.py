"""What a learner did, kept in a file beside the notebook: never half written, never lost silently."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..core.rules.errors import GameError
from ..core.teaching.results import Result, StepResult
from .atomic import Lock, Persevering, checked_path, patiently, write

ENDING = ".results.json"
# a result of 200 steps with all turns tried is far below
MAX_BYTES = 8_000_000


def path_for(name: str) -> Path:
    """Where the results of a lesson are kept unless somebody says otherwise: in the current folder."""
    return Path(name + ENDING).absolute()


def read(path: Path) -> Result:
    """The results in a file. Raises GameError, which says why there are none in it, and OSError."""
    if path.stat().st_size > MAX_BYTES:
        raise GameError(f"{str(path)!r} is far too big for the results of a lesson")
    try:
        data: Any = json.loads(path.read_bytes())
        return Result.unpack(data)
    except (ValueError, RecursionError) as error:
        raise GameError(f"{str(path)!r} holds no results of a lesson: {error}") from None


class ResultsFile(Persevering):
    """The file that holds the results of one lesson.

    Two boards, even of two notebooks, may keep theirs in one file: what one of them has written, the other one reads
    before it writes, and of each step the better record stays. Raises GameError for a folder, and for the results of
    another lesson.
    """

    def __init__(self, path: str | os.PathLike[str], lesson: str) -> None:
        # absolute, since a notebook may change its folder later on
        self.path = checked_path(path).absolute()
        """The file."""
        if self.path.is_dir() or not self.path.name:
            raise GameError(
                f"name a file to keep results in, such as fork{ENDING}; {str(path)!r} is a folder"
            )
        self.lesson = lesson
        self.aside: Path | None = None
        """Where a file was put that held no results; None where all was well."""
        self._saved: Any = None

    def begin(self) -> Result | None:
        """The results to go on with; None without any. A file that holds none is put aside."""
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
        """These are the results that there were at the beginning: as long as nothing is done, nothing is written."""
        self._saved = _told(result)

    def put_aside(self) -> None:
        """Give the file another name, so that nothing of it is lost. Raises OSError."""
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.aside-{number}")).exists():
            number += 1
        self.path.rename(aside)
        self.aside = aside

    def save(self, result: Result) -> None:
        """Bring the file up to date. Raises OSError, FileInUse, or GameError where it holds something else by now."""
        if _told(result) == self._saved:
            return
        with patiently(Lock(self.path)):
            there = self.begin()
            merged = result if there is None else together(result, there)
            text = json.dumps(self.packed(merged), ensure_ascii=False, indent=1)
            write(self.path, (text + "\n").encode())
        self._saved = _told(result)

    def packed(self, result: Result) -> Any:
        """What is written of some results."""
        return result.pack()

    def keep_up(self, result: Result) -> Exception | None:
        """Save, and give what goes wrong; but only once as long as it goes on."""
        return self.persevere(lambda: self.save(result))


def _told(result: Result) -> Any:
    """What is worth being written anew: all but the seconds that go by."""
    return (
        result.learner,
        result.step,
        [(step.name, step.solved, step.how, step.tries, step.hints, step.turns) for step in result.steps],
    )


def together(mine: Result, theirs: Result) -> Result:
    """My results with what is better of somebody else's, who learned the same lesson in the same file.

    >>> one = StepResult("a", False, 2, 0, 9.0, ("+D3", "+D4"), 0, 4, "")
    >>> other = StepResult("a", True, 1, 0, 5.0, ("+D5",), 4, 4, "solved")
    >>> together(Result("x", "Ann", [one]), Result("x", "Ann", [other]))["a"].solved
    True
    """
    known = {step.name: step for step in theirs.steps}
    steps = [_better(step, known.get(step.name)) for step in mine.steps]
    return Result(mine.lesson, mine.learner or theirs.learner, steps, mine.step)


def _better(mine: StepResult, theirs: StepResult | None) -> StepResult:
    if theirs is None or theirs.most != mine.most:
        return mine
    # a step that was solved is never solved anew, so of two the one in the file was first
    if theirs.solved or (not mine.solved and _work(theirs) > _work(mine)):
        return theirs
    return mine


def _work(step: StepResult) -> tuple[int, int, bool]:
    return step.tries, step.hints, step.how != ""


def fitted(result: Result, steps: Sequence[tuple[str, int]]) -> Result | None:
    """Results of a lesson that may have changed since, by its steps' names and points; None where nothing is of use.

    A step keeps its record under its name, wherever it stands now; what is asked for other points begins anew.

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
