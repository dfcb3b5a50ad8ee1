"""Reads lesson files and texts. `core.teaching.lesson_reader` reads what their entries mean."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ..core.game.records import KIND
from ..core.teaching import lesson_reader
from ..core.teaching.lesson import LessonContent
from ..core.teaching.lesson_problems import LessonError, Problem, Section
from ..core.teaching.lesson_reader import LessonReader, name_of
from ..storage import text_files
from .entries import Entries
from .markdown import tree_of
from .suggestions import suggested_value

ENDING = ".lesson"


def read_file(path: str | os.PathLike[str]) -> LessonContent:
    """The lesson in a file, named after the file unless it has a name.

    Raises LessonError with all problems and their places, and OSError for a file that cannot be read.
    """
    file = Path(path)
    # a byte that is not UTF-8 is a lone surrogate, which is reported with its place
    text = text_files.read_text(file)
    try:
        return read_text(text, name_of(file.stem))
    except LessonError as error:
        first, *other_problems = error.problems
        if not text.startswith("adaptoid-lesson"):
            # what follows is no lesson either
            hint = "; this is a saved game: use aw.read_game(path)" if text.startswith(KIND) else ""
            first, other_problems = first._replace(text=first.text + hint), []
        raise LessonError([first, *other_problems], str(file)) from None


def read_text(text: str, name: str = "") -> LessonContent:
    """The lesson of a text, named after its title unless it has a name. Raises LessonError."""
    entries = Entries(text)
    return build(entries.sections, name, entries.problems)


def build(sections: Sequence[Section], name: str, problems: Sequence[Problem] = ()) -> LessonContent:
    """The lesson of a head and its steps. Raises LessonError."""
    return lesson_reader.build(sections, name, problems, tree_of=tree_of, suggested_value=suggested_value)


def reader_of(sections: Sequence[Section], name: str, problems: Sequence[Problem] = ()) -> LessonReader:
    """What can be read of a head and its steps, with all problems."""
    return LessonReader(sections, name, problems, tree_of=tree_of, suggested_value=suggested_value)
