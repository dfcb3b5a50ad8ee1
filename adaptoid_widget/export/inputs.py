"""Reads lessons, games and positions from files and from arguments of the command line."""

from __future__ import annotations

import os
import re
from pathlib import Path

from .. import lessons
from ..core.game.game import Game
from ..core.rules.errors import GameError, IllegalTurn, LayoutError, TextError
from ..core.rules.position import Position
from ..core.rules.variants import VARIANTS
from ..core.teaching.lesson import LessonContent
from ..lessons.reading import ENDING
from ..lessons.suggestions import did_you_mean
from ..storage.records import located, read_games

RECORD = "adaptoid-record"
LESSON = "adaptoid-lesson"
NOTEBOOK = ".ipynb"
# longer arguments are texts, not paths
MAX_PATH = 256
# the bytes of a file that are enough to tell its kind
_HEAD = 4096


def kind_of(path: Path) -> str:
    """The kind of a text file by its first word: LESSON, RECORD, a variant, or "". Raises OSError."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    coding = "utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return _kind(head.decode(coding, "replace"))


def _kind(text: str) -> str:
    words = text.split(None, 1)
    # switches and a layout may follow the variant without a blank
    word = re.split("[+@]", words[0], maxsplit=1)[0] if words else ""
    return word if word in (LESSON, RECORD, *VARIANTS) else ""


def in_file(path: Path) -> LessonContent | Game | Position | None:
    """The lesson, the first game or the position in a file; None for another kind of text.

    Raises GameError with the path, line and column of an error in one of these, and OSError.
    """
    kind = LESSON if path.suffix.lower() == ENDING else kind_of(path)
    try:
        if kind == LESSON:
            return lessons.load(path)
        if kind == RECORD:
            return next(read_games(path, progress=False))
        return _position(path) if kind else None
    except lessons.LessonError as error:
        problems = [f"{path}:{problem.line}:{problem.column}: {problem.text}" for problem in error.problems]
        raise GameError("\n".join(problems)) from None
    except (TextError, IllegalTurn) as error:
        raise GameError(located(path, error)) from None
    except (GameError, LayoutError) as error:
        raise GameError(f"{path}:1:1: {error}") from None


def _position(path: Path) -> Position:
    """The position in a file that has nothing else. Raises TextError, also for anything after it, and LayoutError."""
    text = path.read_bytes().decode("utf-8-sig", "surrogateescape").replace("\r\n", "\n")
    before = text[: len(text) - len(text.lstrip())]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    first_line, _, remainder = text.strip().partition("\n")
    try:
        position = Position.from_text(first_line.rstrip())
    except TextError as error:
        raise error.within(line, column) from None
    if remainder:
        raise TextError(line + 1, 1, remainder, "the end of the file after a position")
    return position


def lesson(name: str) -> LessonContent:
    """A lesson of the package by its name, or of a file. Raises GameError with the path, line and column, OSError."""
    content = in_file(lessons.path_of(name))
    if not isinstance(content, LessonContent):
        raise GameError(f"{name}:1:1: this is not a lesson")
    return content


def is_lesson(text: str) -> bool:
    """Whether a text is the name of a lesson of the package or a lesson file; a position's text is neither.

    >>> is_lesson("fork"), is_lesson("mine.lesson"), is_lesson("adaptoid w 0,0 W:D2 B:D6")
    (True, True, False)
    """
    return text.endswith(ENDING) or text in lessons.names()


def lesson_in(what: object) -> LessonContent | None:
    """The content of a lesson, from its name, its file or a lesson on a board; None for anything else.

    Raises GameError and OSError as `lesson`.
    """
    if isinstance(what, str):
        return lesson(what) if is_lesson(what) else None
    content = getattr(what, "content", what)
    return content if isinstance(content, LessonContent) else None


def from_argument(argument: str) -> LessonContent | Game | Position | str:
    """What an argument of the command line means: a file's content, a lesson by its name, or a text, unchanged.

    Raises GameError, which says where the error is and what to do, and OSError.
    """
    path = _path(argument)
    is_name = argument in lessons.names()
    if path is not None and path.is_file():
        return _from_file(path, is_name=is_name)
    if is_name:
        return lesson(argument)
    if path is not None and path.is_dir():
        raise GameError(f"{argument!r} is a folder; to make a site from it, use: adaptoid-widget site")
    if _kind(argument) and " " in argument:
        return argument
    if path is not None and (path.suffix or len(path.parts) > 1):
        raise GameError(f"there is no file {argument!r}")
    if len(argument.split()) == 1:
        raise GameError(
            f"there is no file and no lesson {argument!r}; {did_you_mean(argument, lessons.names())}"
        )
    return argument


def _path(argument: str) -> Path | None:
    """The argument as a path; None if it cannot be one."""
    if not 0 < len(argument) < MAX_PATH or "\n" in argument or "\0" in argument:
        return None
    return expanded(argument)


def expanded(path: str | os.PathLike[str]) -> Path:
    """A path with ~ replaced by the home folder, if that user has one."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def _from_file(path: Path, *, is_name: bool) -> LessonContent | Game | Position:
    if path.suffix.lower() == NOTEBOOK:
        raise GameError(
            f"{path}: a notebook cannot be shared alone; make a site from its folder: adaptoid-widget site"
        )
    note = f"; a lesson has the name {path} too; it is used if there is no such file" if is_name else ""
    try:
        content = in_file(path)
    except GameError as error:
        raise GameError(f"{error}{note}") from None
    if content is None:
        raise GameError(f"{path}:1:1: neither a lesson nor a game record nor a position begins here{note}")
    return content
