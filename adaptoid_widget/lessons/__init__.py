"""The bundled lessons of `course/`; reads, writes and checks lesson files (docs/reference/teaching/lesson_files.md)."""

from __future__ import annotations

import functools
import os
from importlib.resources import files
from pathlib import Path

from ..core.rules.errors import GameError
from ..core.rules.scanner import has_line_ends
from ..core.rules.variants import variant_at
from ..core.teaching.lesson import LessonContent
from ..core.teaching.lesson_problems import LessonError, Problem, similar_or_all
from ..core.teaching.lesson_reader import lesson_from_text
from ..storage.atomic import checked_path
from .reading import ENDING, read_file

__all__ = ["LessonError", "Problem", "after", "load", "names", "path_of"]


_FOLDER = files(__name__) / "course"
# the lessons of the course by chapter; "beyond" is what comes after it
CHAPTERS = {
    "first-game": ("move", "attack", "grow", "feed", "end", "first-game"),
    "rules": ("more-moves", "more-food", "misreadings", "check-rules"),
    "tactics": ("fork", "siege", "tail", "reserve", "kamikaze", "balance", "check-tactics"),
    "beyond": ("second-game", "adapt3", "super-adaptoid", "notation"),
}
# the order of the course; others follow by name
COURSE = tuple(name for chapter in CHAPTERS.values() for name in chapter)


def names() -> tuple[str, ...]:
    """The names of the bundled lessons, in the order of the course.

    >>> names()[:2]
    ('move', 'attack')
    """
    paths = [path.name for path in _FOLDER.iterdir() if path.name.endswith(ENDING)]
    order = {name: number for number, name in enumerate(COURSE)}
    bundled = [name.removesuffix(ENDING) for name in paths]
    return tuple(sorted(bundled, key=lambda name: (order.get(name, len(order)), name)))


def after(name: str) -> str | None:
    """The next lesson of the course; None after the last one and for other lessons.

    >>> after("move"), after(names()[-1])
    ('attack', None)
    """
    course = names()
    at = course.index(name) + 1 if name in course else len(course)
    return course[at] if at < len(course) else None


def path_of(what: str | os.PathLike[str]) -> Path:
    """The file of a bundled lesson by its name, or of another one by its path. Raises GameError."""
    if isinstance(what, str) and what in names():
        return Path(str(_FOLDER / (what + ENDING)))
    path = checked_path(what)
    if path.is_file():
        return path
    if isinstance(what, str) and variant_at(what):
        raise GameError(f"{what!r} is a position, not a lesson; use aw.Board(position)")
    if path.suffix or len(path.parts) > 1:
        raise GameError(f"there is no file {str(what)!r}")
    raise GameError(f"there is no lesson {str(what)!r}; {similar_or_all(str(what), names())}")


def load(what: str | os.PathLike[str]) -> LessonContent:
    """A lesson by its name, by the path of its file, or from its text.

    Raises LessonError with all `problems`, GameError for an unknown lesson, and OSError for a file that cannot be read.
    """
    if isinstance(what, str) and has_line_ends(what):
        return lesson_from_text(what)
    path = path_of(what)
    return _bundled(path) if what in names() else read_file(path)


@functools.cache
def _bundled(path: Path) -> LessonContent:
    """Read a lesson of the package, once: the overview of all lessons and each site need the whole course."""
    return read_file(path)
