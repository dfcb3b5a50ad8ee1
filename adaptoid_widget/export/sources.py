"""What somebody names to be shown: a lesson, a game or a position, by a name, a file or a text."""

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
from ..lessons.entries import did_you_mean
from ..lessons.reading import ENDING
from ..storage.records import read_games

RECORD = "adaptoid-record"
LESSON = "adaptoid-lesson"
NOTEBOOK = ".ipynb"
# longer than a path is a position text at most
MAX_PATH = 256
# so much of a file says what it is
_HEAD = 4096


def kind_of(path: Path) -> str:
    """What a text file says it is, by its first word: LESSON, RECORD, a variant, or "". Raises OSError."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    coding = "utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return _kind(head.decode(coding, "replace"))


def _kind(text: str) -> str:
    words = text.split(None, 1)
    # a variant is said together with its switches and its layout
    word = re.split("[+@]", words[0], maxsplit=1)[0] if words else ""
    return word if word in (LESSON, RECORD, *VARIANTS) else ""


def in_file(path: Path) -> LessonContent | Game | Position | None:
    """The lesson, the first game or the position in a file; None where it holds another kind of text.

    Raises GameError, which says where in the file, for one that is meant to be one of them, and OSError.
    """
    kind = LESSON if path.suffix.lower() == ENDING else kind_of(path)
    try:
        if kind == LESSON:
            return lessons.load(path)
        if kind == RECORD:
            return next(read_games(path, progress=False))
        return _position(path) if kind else None
    except lessons.LessonError as error:
        told = "\n".join(f"{path}:{one.line}:{one.column}: {one.text}" for one in error.problems)
        raise GameError(told) from None
    except (TextError, IllegalTurn) as error:
        line, column = error.line or 1, error.column or 1
        text = str(error).removeprefix(f"line {line}, column {column}: ")
        raise GameError(f"{path}:{line}:{column}: {text}") from None
    except (GameError, LayoutError) as error:
        raise GameError(f"{path}:1:1: {error}") from None


def _position(path: Path) -> Position:
    """The position that is all there is in a file. Raises TextError and LayoutError."""
    text = path.read_bytes().decode("utf-8-sig", "surrogateescape").replace("\r\n", "\n")
    begins = len(text) - len(text.lstrip())
    line, column = text.count("\n", 0, begins) + 1, begins - (text.rfind("\n", 0, begins) + 1) + 1
    words, _, rest = text.strip().partition("\n")
    try:
        position = Position.from_text(words.rstrip())
    except TextError as error:
        raise error.within(line, column) from None
    if rest:
        raise TextError(line + 1, 1, rest, "the end of the file after a position")
    return position


def lesson(what: str) -> LessonContent:
    """The lesson that comes along under a name, or of a file. Raises GameError that says where, and OSError."""
    found = in_file(lessons.path_of(what))
    if not isinstance(found, LessonContent):
        raise GameError(f"{what}:1:1: this is not a lesson")
    return found


def is_lesson(what: str) -> bool:
    """Whether a text names a lesson: one that comes along, or a file. That of a position always has blanks."""
    return what.endswith(ENDING) or what in lessons.names()


def given(what: str) -> LessonContent | Game | Position | str:
    """What a word of the command line means: what is in a file, a lesson by its name, or a position's text as it is.

    Raises GameError, which says where and what to do, and OSError.
    """
    path = _path(what)
    named = what in lessons.names()
    if path is not None and path.is_file():
        return _shown(path, named=named)
    if named:
        return lesson(what)
    if path is not None and path.is_dir():
        raise GameError(f"{what!r} is a folder; to make a site from it, use: adaptoid-widget site")
    if _kind(what) and " " in what:
        return what
    if path is not None and (path.suffix or len(path.parts) > 1):
        raise GameError(f"there is no file {what!r}")
    if len(what.split()) == 1:
        raise GameError(f"there is no file and no lesson {what!r}; {did_you_mean(what, lessons.names())}")
    return what


def _path(what: str) -> Path | None:
    """The path that a text may be."""
    if not 0 < len(what) < MAX_PATH or "\n" in what or "\0" in what:
        return None
    return expanded(what)


def expanded(path: str | os.PathLike[str]) -> Path:
    """A path, with ~ for whose folder that is."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        # nobody is called so
        return Path(path)


def _shown(path: Path, *, named: bool) -> LessonContent | Game | Position:
    if path.suffix.lower() == NOTEBOOK:
        raise GameError(
            f"{path}: a notebook cannot be shared alone; make a site from its folder: adaptoid-widget site"
        )
    besides = f"; a lesson has the name {path} too; it is used if there is no such file" if named else ""
    try:
        found = in_file(path)
    except GameError as error:
        raise GameError(f"{error}{besides}") from None
    if found is None:
        raise GameError(f"{path}:1:1: neither a lesson nor a game record nor a position begins here{besides}")
    return found
