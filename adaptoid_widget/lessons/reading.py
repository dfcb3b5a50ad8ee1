"""Reads lesson files. `core.teaching.lesson_reader` reads their texts."""

from __future__ import annotations

import os
from pathlib import Path

from ..core.game.record_scanner import KIND
from ..core.teaching.lesson import LessonContent
from ..core.teaching.lesson_keys import name_of
from ..core.teaching.lesson_problems import LessonError
from ..core.teaching.lesson_reader import lesson_from_text
from ..storage import text_files

ENDING = ".lesson"


def read_file(path: str | os.PathLike[str]) -> LessonContent:
    """The lesson in a file, named after the file unless it has a name.

    Raises LessonError with all problems and their places, and OSError for a file that cannot be read.
    """
    file = Path(path)
    # a byte that is not UTF-8 is a lone surrogate, which is reported with its place
    text = text_files.read_text(file)
    try:
        return lesson_from_text(text, name_of(file.stem))
    except LessonError as error:
        first, *other_problems = error.problems
        if not text.startswith("adaptoid-lesson"):
            # what follows is no lesson either
            hint = "; this is a saved game: use aw.read_game(path)" if text.startswith(KIND) else ""
            first, other_problems = first._replace(text=first.text + hint), []
        raise LessonError([first, *other_problems], str(file)) from None
