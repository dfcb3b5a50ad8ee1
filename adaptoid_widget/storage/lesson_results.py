"""The file of a learner's results in a lesson. Writes it atomically, and never loses other content."""

from __future__ import annotations

import glob
import json
import os
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ..core.rules.errors import GameError
from ..core.rules.scanner import JOINERS, is_in
from ..core.teaching.results import Result, StepFields, read_steps, results_in
from .atomic import Lock, RepeatedErrors, checked_path, waiting, write
from .records import is_record

_Unpacked = TypeVar("_Unpacked")

ENDING = ".results.json"
# far more than the results of 200 steps in which all turns were tried
MAX_BYTES = 8_000_000
# how results begin, also those of which only a part was written
_BEGINNING = re.compile(rb'\s*(\{\s*("v"|$)|$)')


def path_for(name: str, learner: str = "") -> Path:
    """Return the default file for the results of a lesson, in the current folder; one of a learner has the name in it.

    >>> path_for("fork").name, path_for("fork", "Ann B.").name
    ('fork.results.json', 'fork.Ann-B.results.json')
    """
    who = re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", learner)).strip("-")
    return Path(f"{name}.{who}{ENDING}" if who else name + ENDING).absolute()


def path_beside(others: Path, name: str, learner: str) -> Path:
    """Return the file for a learner's results in the folder of a file with those of somebody else.

    It is the learner's file, however the name was spelt, or else a new one.
    """
    first = others.with_name(path_for(name, learner).name)
    for path in (first, *sorted(others.parent.glob(f"{glob.escape(name)}.*{ENDING}"))):
        if _has_owner(path, lambda owner: name_key(owner) == name_key(learner)):
            return path
    path, number = first, 1
    while path == others or _has_owner(path, lambda owner: are_of_others(owner, learner)):
        number += 1
        path = first.with_name(f"{first.name.removesuffix(ENDING)}-{number}{ENDING}")
    return path


def _has_owner(path: Path, is_wanted: Callable[[str], bool]) -> bool:
    """Whether a file has results whose learner is wanted."""
    try:
        data: Any = json.loads(path.read_bytes()) if path.stat().st_size <= MAX_BYTES else None
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(data, dict) and isinstance(data.get("learner"), str) and is_wanted(data["learner"])


def name_key(name: str) -> str:
    """Return the same text for all spellings of a name: in case, spaces, joiners and the code of an accent."""
    visible = "".join(sign for sign in name if not is_in(sign, JOINERS))
    return " ".join(unicodedata.normalize("NFKC", visible).casefold().split())


def are_of_others(owner: str, learner: str) -> bool:
    """Whether results of `owner` are not those of `learner`. "" can be anybody.

    Case, blanks, joiners and the code of an accent do not matter.

    >>> are_of_others("Ann", "Ben"), are_of_others("Ann", "ann"), are_of_others("", "Ben")
    (True, False, False)
    """
    return bool(owner and learner) and name_key(owner) != name_key(learner)


def read(path: Path) -> Result:
    """Read the results in a file. Raises GameError if it contains something else, and OSError."""
    return _unpacked(path, Result.unpack)


def read_all(path: Path) -> list[Result]:
    """Read the results in a file, which may be those of all lessons of a site. Raises as `read`."""
    return _unpacked(path, lambda data: results_in(data, lambda steps: read_steps(steps, StepFields)))


def _unpacked(path: Path, unpack: Callable[[Any], _Unpacked]) -> _Unpacked:
    if path.stat().st_size > MAX_BYTES:
        raise GameError(f"{str(path)!r} is far too big for the results of a lesson")
    try:
        data: Any = json.loads(path.read_bytes())
        return unpack(data)
    except (json.JSONDecodeError, UnicodeDecodeError):
        message = "holds no results of a lesson, or only a part of them; ask for the file again"
        raise GameError(f"{str(path)!r} {message}") from None
    except (ValueError, RecursionError) as error:
        raise GameError(f"{str(path)!r} holds no results of a lesson: {error}") from None


def _foreign_content(path: Path) -> str:
    """What a file without valid results holds, if it was never a file of results; "" for damaged results."""
    if is_record(path):
        return "games"
    with path.open("rb") as file:
        content = file.read(MAX_BYTES)
    if path.suffix == ".ipynb" or b'"nbformat"' in content:
        return "a notebook"
    is_own = path.name.endswith(ENDING) or _BEGINNING.match(content)
    return "" if is_own else "something other than results of a lesson"


class ResultsFile:
    """The file with the results of one lesson.

    Several boards and notebooks of one learner can share a file. Each reads it before it writes, and the better result
    of each step stays. Raises GameError for a folder.
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
        """The new path of a file that contained no results, or None."""
        self.errors = RepeatedErrors()
        self._saved: Any = None
        # the learner whose results were read or written last
        self._owner = ""

    def begin(self) -> Result | None:
        """Return the results to continue from, or None. A file with damaged results is put aside.

        Raises GameError for the results of another lesson, and for a file of something else, such as games.
        """
        if not self.path.exists():
            return None
        try:
            result = _unpacked(self.path, self.unpack)
        except GameError:
            content = _foreign_content(self.path)
            if content:
                raise GameError(
                    f"{str(self.path)!r} holds {content}; give results= another file, "
                    f"such as {self.lesson}{ENDING}, or None to keep no results"
                ) from None
            self.put_aside()
            return None
        if result.lesson != self.lesson:
            raise GameError(
                f"{str(self.path)!r} holds results of the lesson {result.lesson!r}, not of {self.lesson!r}; "
                "give results= another file, or None to keep no results"
            )
        self._owner = result.learner
        return result

    def check_owner(self, learner: str) -> None:
        """Raise GameError if the file has the results of another learner."""
        if are_of_others(self._owner, learner):
            raise GameError(
                f"{str(self.path)!r} holds the results of {self._owner}; give results= another file, "
                f"such as {path_beside(self.path, self.lesson, learner).name}, or None to keep no results"
            )

    def take(self, result: Result) -> None:
        """Set the results at the start, so that nothing is written before they change."""
        self._saved = self.contents(result)

    def contents(self, result: Result) -> Any:
        """Return what is saved again when it changes: everything but the seconds."""
        return (
            result.learner,
            result.step,
            [(step.name, step.solved, step.how, step.tries, step.hints, step.turns) for step in result.steps],
        )

    def put_aside(self) -> None:
        """Rename the file, so that its content is not lost. Raises OSError."""
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.aside-{number}")).exists():
            number += 1
        self.path.rename(aside)
        self.aside = aside

    def save(self, result: Result, anyway: bool = False) -> None:
        """Update the file if the results have changed, or `anyway`.

        Raises OSError, FileInUse, or GameError if it has those of another lesson or learner now.
        """
        if self.contents(result) == self._saved and not anyway:
            return
        with waiting(Lock(self.path)):
            owner = self._owner
            on_disk = self.begin()
            # a learner may have got another name here
            if are_of_others(self._owner, owner) or not owner:
                try:
                    self.check_owner(result.learner)
                except GameError:
                    self._owner = owner
                    raise
            combined = result if on_disk is None else merged(result, on_disk)
            text = json.dumps(self.packed(combined), ensure_ascii=False, indent=1)
            write(self.path, (text + "\n").encode())
        self._owner = combined.learner
        self._saved = self.contents(result)

    def unpack(self, data: Any) -> Result:
        """Return the results in the content of the file. Raises ValueError if it contains something else."""
        return Result.unpack(data)

    def packed(self, result: Result) -> Any:
        """Return the content of the file as JSON-able data."""
        return result.pack()

    def try_save(self, result: Result) -> Exception | None:
        """Save. Return the error, unless the attempt before had the same one."""
        return self.errors.new_error(lambda: self.save(result))


def merged(result: Result, other: Result) -> Result:
    """Return the results with the better result of each step from two results of a lesson.

    >>> from adaptoid_widget.core.teaching.results import StepResult
    >>> first = StepResult("a", False, 2, 0, 9.0, ("+D3", "+D4"), 0, 4, "")
    >>> other = StepResult("a", True, 1, 0, 5.0, ("+D5",), 4, 4, "solved")
    >>> merged(Result("x", "Ann", [first]), Result("x", "Ann", [other]))["a"].solved
    True
    """
    other_steps = {(step.name, step.most): step for step in other.steps}
    steps = [
        max(other_steps.get((step.name, step.most), step), step, key=lambda s: s.progress)
        for step in result.steps
    ]
    return Result(result.lesson, result.learner or other.learner, steps, result.step)
