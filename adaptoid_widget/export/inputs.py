"""Reads lessons, games and positions from files and from arguments of the command line."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from .. import lessons
from ..core.game.game import Game
from ..core.game.records import has_record
from ..core.host.similar_words import similar_word
from ..core.rules.errors import GameError, IllegalTurn, LayoutError, TextError
from ..core.rules.named_layouts import BOARDS
from ..core.rules.pasting import linked_position, pasted_position
from ..core.rules.position import Position
from ..core.rules.scanner import has_line_ends, plain_signs
from ..core.rules.variants import VARIANTS, variant_at
from ..core.teaching.lesson import LessonContent
from ..core.teaching.lesson_problems import similar_or_all
from ..lessons.reading import ENDING
from ..storage.atomic import in_other_form
from ..storage.game_link import is_link
from ..storage.records import opened_games, read_game
from ..storage.text_files import decoded, head_of, read_text

RECORD = "adaptoid-record"
LESSON = "adaptoid-lesson"
NOTEBOOK = ".ipynb"
STDIN = "-"
# the lines around a position, at most
MAX_AROUND = 5
# longer arguments are texts, not paths
MAX_PATH = 256
# the bytes of a file that are enough to tell its kind
_HEAD = 4096


def kind_of(path: Path) -> str:
    """The kind of a text file by its beginning: LESSON, RECORD, a variant, or "". Raises OSError."""
    return _kind_of_text(head_of(path, _HEAD))


def _kind_of_text(text: str) -> str:
    kind = _kind(text)
    if not kind and has_record(text):
        return RECORD
    # a long text that mentions a position is another kind of text
    if not kind and text.count("\n") < MAX_AROUND:
        return variant_at(pasted_position(linked_position(text)))
    return kind


def _kind(text: str) -> str:
    words = plain_signs(text[:MAX_PATH]).split(None, 1)
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
            return next(opened_games(path, progress=False))
        return _position(read_text(path), str(path)) if kind else None
    except (lessons.LessonError, TextError, IllegalTurn) as error:
        raise GameError(str(error)) from None
    except (GameError, LayoutError) as error:
        raise GameError(f"{path}:1:1: {error}") from None


def in_text(text: str, place: str) -> LessonContent | Game | Position:
    """The lesson, the first game or the position in a text. Raises GameError with `place`, line and column."""
    kind = _kind_of_text(text)
    try:
        if kind == LESSON:
            return lessons.load(text)
        if kind == RECORD:
            return next(opened_games(text.split("\n")))
        return _position(text, place)
    except (lessons.LessonError, TextError, IllegalTurn, LayoutError, GameError) as error:
        raise GameError(str(error) if str(error).startswith(place) else f"{place}: {error}") from None


def _position(text: str, place: str) -> Position:
    """The position in a text, or in a link in it. Raises TextError, which begins with the place, and LayoutError."""
    try:
        return Position.of(linked_position(text))
    except TextError as error:
        before = text[: len(text) - len(text.lstrip())]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        first_line, _, remainder = text.strip().partition("\n")
        try:
            Position.from_text(first_line.rstrip())
        except TextError as wrong:
            wrong = wrong.within(line, column)
            raise wrong.at(f"{place}:{wrong.line}:{wrong.column}") from None
        expected, at = "the end of the file after a position", f"{place}:{line + 1}:1"
        raise TextError(line + 1, 1, remainder, expected, place=at) from error


def lesson(name: str) -> LessonContent:
    """A lesson of the package by its name, or of a file. Raises GameError with the path, line and column, OSError."""
    content = in_file(lessons.path_of(name))
    if not isinstance(content, LessonContent):
        raise GameError(f"{name}:1:1: this is not a lesson")
    return content


def standard_input() -> str:
    """The text on standard input, as `decoded`."""
    raw: Any = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read() if raw is None else decoded(raw.read())


def is_lesson(text: str) -> bool:
    """Whether a text is the name of a lesson of the package or a lesson file; a position's text is neither.

    >>> is_lesson("fork"), is_lesson("mine.lesson"), is_lesson("adaptoid w 0,0 W:D2 B:D6")
    (True, True, False)
    """
    return text.endswith(ENDING) or text in lessons.names()


def lesson_in(source: object) -> LessonContent | None:
    """The content of a lesson, from its name, its file (also a Path) or a lesson on a board; None for anything else.

    Raises GameError and OSError as `lesson`.
    """
    if isinstance(source, os.PathLike):
        path = Path(source)
        return lesson(str(path)) if path.suffix.lower() == ENDING or kind_of(path) == LESSON else None
    if isinstance(source, str):
        return lesson(source) if is_lesson(source) else None
    content = getattr(source, "content", source)
    return content if isinstance(content, LessonContent) else None


def from_argument(argument: str) -> LessonContent | Game | Position | str:
    """What an argument of the command line means: a file's content, a lesson or a board by its name, or a text.

    A board means its start position; a text is unchanged. Raises GameError, which says where the error is and what to
    do, and OSError.
    """
    if argument == STDIN:
        return in_text(standard_input(), "standard input")
    path = _path(argument)
    is_name = argument in lessons.names()
    if path is not None and path.is_file():
        return _from_file(path, is_name=is_name)
    if is_name:
        return lesson(argument)
    if argument in BOARDS.names:
        return Position.start(layout=argument)
    if path is not None and path.is_dir():
        raise GameError(f"{argument!r} is a folder; to make a site from it, use: adaptoid-widget site")
    if _kind(argument) and " " in argument:
        return argument
    if is_link(argument):
        return read_game(argument)
    if variant_at(pasted_position(linked_position(argument))):
        return linked_position(argument)
    if path is not None and _looks_like_path(path):
        raise GameError(f"there is no file {argument!r}")
    if len(argument.split()) == 1:
        hint = similar_or_all(argument, [*lessons.names(), *BOARDS.names])
        raise GameError(f"there is no file, lesson or board {argument!r}; {hint}")
    return argument


def position_from_argument(argument: str) -> Position:
    """The position that an argument of the command line means, as `from_argument`; of a game, the one at its end.

    Raises GameError also for a lesson, and TextError.
    """
    content = from_argument(argument)
    if isinstance(content, LessonContent):
        raise GameError(f"{argument} is a lesson; give a position or a game")
    return Position.of(content)


def hint_about(text: str) -> str:
    """What a text is that is given for a position and is none, or which name it may mean; "" if that is unknown.

    >>> hint_about("/tmp/none.txt"), hint_about("fork"), hint_about("adaptiod w 0,0 W:D2 B:D6")
    ('there is no such file', "that is a lesson; use aw.Lesson('fork')", 'did you mean adaptoid?')
    """
    kind, path = _kind(text), _path(text)
    if is_link(text):
        return "that is a link to a game; use aw.read_game(link)"
    if has_line_ends(text):
        return _TEXT_HINTS.get(kind, "")
    if text in lessons.names():
        return f"that is a lesson; use aw.Lesson({text!r})"
    if text in BOARDS.names:
        return f"that is a board; use aw.layouts.start({text!r})"
    if kind or not text.strip() or path is None:
        # the error says where the position is wrong
        return ""
    try:
        if path.is_dir() and _looks_like_path(path):
            return "that is a folder"
        if path.is_file():
            use = _FILE_HINTS.get(LESSON if path.suffix.lower() == ENDING else kind_of(path), "")
            return use.format(repr(text)) or "that is a file without a game, a lesson or a position"
    except OSError as error:
        return f"that is a file that cannot be read: {error.strerror}"
    if text == "open":
        return "an open start has no position yet; give 'open' to aw.Board or aw.Game"
    first, *other_words = text.split()
    if re.fullmatch(r"\.[a-z]+", path.suffix) if other_words else _looks_like_path(path):
        return "there is no such file"
    names = {
        **{name: f"the lesson {name}" for name in lessons.names()},
        **{name: f"the board {name}" for name in BOARDS.names},
        **{name: name for name in VARIANTS},
        "open": "'open'",
    }
    # short words are near to others by chance
    near = similar_word(re.split("[+@]", first)[0], VARIANTS if other_words else names, 0.7)
    # a position may have capitals; then the error says what is wrong in it
    if near and not (other_words and near == first.lower()):
        return f"did you mean {names[near]}?"
    return "" if other_words else "there is no lesson, board or file of this name"


_TEXT_HINTS = {
    LESSON: "that is the text of a lesson; use aw.Lesson(text)",
    RECORD: "that is the record of a game; use aw.Game.from_record(text)",
}
_FILE_HINTS = {
    LESSON: "that is the file of a lesson; use aw.Lesson({})",
    RECORD: "that is a file with a game; use aw.read_game({})",
    **dict.fromkeys(VARIANTS, "that is a file with a position; give the text in it"),
}


def _looks_like_path(path: Path) -> bool:
    """Whether a word that names no file reads like the path of one."""
    return bool(path.suffix) or len(path.parts) > 1


def _path(argument: str) -> Path | None:
    """The argument as a path; None if it cannot be one."""
    if not 0 < len(argument) < MAX_PATH or has_line_ends(argument) or "\0" in argument:
        return None
    return expanded(argument)


def expanded(path: str | os.PathLike[str]) -> Path:
    """A path with ~ replaced by the home folder, if that user has one, and accents as they are stored."""
    try:
        target = Path(path).expanduser()
    except RuntimeError:
        target = Path(path)
    return in_other_form(target)


def _from_file(path: Path, *, is_name: bool) -> LessonContent | Game | Position:
    if path.suffix.lower() == NOTEBOOK:
        raise GameError(f"{path}: a notebook is no lesson, game or position; use: adaptoid-widget share")
    note = f"; a lesson has the name {path} too; it is used if there is no such file" if is_name else ""
    try:
        content = in_file(path)
    except GameError as error:
        raise GameError(f"{error}{note}") from None
    if content is None:
        raise GameError(f"{path}:1:1: neither a lesson nor a game record nor a position begins here{note}")
    return content
