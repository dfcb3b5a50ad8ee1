"""Collects the contents of a site from a folder: lessons, notebooks, games, and files that notebooks read."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import Any

from ... import lessons
from ...core.game.game import Game
from ...core.rules.errors import GameError
from ...core.rules.position import Position
from ...core.teaching.lesson import LessonContent, make_lesson
from ...core.teaching.lesson_problems import similar_or_all
from ...lessons.reading import ENDING
from ...storage.text_files import read_lines
from ..inputs import LESSON, in_file, kind_of
from ..notebook.reading import NotebookError, load_json
from .errors import SiteError

COURSE = "course"
FIRST_NOTEBOOK = "notebooks/01-play.ipynb"
# the file of a folder that orders and names its lessons
ORDER = "course.txt"
_ENTRY = re.compile(r"([^:\[\]]+?)(?:\[([A-Za-z-]+)\])?\s*(?::\s*(.+))?")
# the endings of files that notebooks may read; other files are not copied
CARRIED = (
    *(".txt", ".json", ".csv", ".md", ".py"),
    *(".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"),
)
# results of learners are private, also if a browser or a teacher changed the name: Fork.Ann.results (1).json
PRIVATE = re.compile(r"(?:^|\.)results(?![a-z]).*\.json", re.IGNORECASE)
# the keys that show that a file holds results
_RESULT_KEYS = {"lesson", "learner", "steps"}
_MAX_RESULT_BYTES = 8_000_000
_HIDDEN = (".", "__")
_POSITION = re.compile(r"adapt(?:oid|3)[^\s\"']* [wbr]\+? [\d,]+(?: [WBR]:[A-Z0-9,-]+)+")
_LESSON = re.compile(r"\bLesson\(\s*[\"']([\w-]+)[\"']")


@dataclass
class SiteSources:
    """The contents of a site, by their paths below the folder; those that become pages are without their endings."""

    lessons: dict[str, LessonContent] = field(default_factory=dict[str, LessonContent])
    notebooks: dict[str, SourceNotebook] = field(default_factory=dict[str, "SourceNotebook"])
    games: dict[str, Game] = field(default_factory=dict[str, Game])
    carried: dict[str, Path] = field(default_factory=dict[str, Path])
    """Files that the notebooks read in JupyterLite, with their endings."""
    origins: dict[str, Path] = field(default_factory=dict[str, Path])
    """The source file of each of the others, by kind and name, such as "lessons/fork"."""

    def add_origin(self, kind: str, name: str, place: Path) -> None:
        """Note a source file. Raises SiteError if another file has that name already."""
        other = self.origins.setdefault(f"{kind}/{name}", place)
        if other != place:
            raise SiteError(f"{other} and {place} would both become {name!r} on the site; rename one of them")


@dataclass
class SourceNotebook:
    """A notebook, and the position of its picture."""

    data: dict[str, Any]
    position: Position

    @property
    def code(self) -> Iterator[str]:
        """The texts of its code cells."""
        for cell in self.data["cells"]:
            if cell.get("cell_type") == "code":
                yield _source(cell)


def gather(folder: Path | None, items: Sequence[str] = ()) -> SiteSources:
    """The contents of a folder, or for None of the course of the package, or the `items`. Raises SiteError, OSError.

    An item is the name of a lesson of the package or the path of a lesson, a notebook or a game. The items keep their
    order; a folder's files are ordered by name, and then by its `course.txt`.
    """
    sources = SiteSources()
    if items:
        for item in items:
            place = _place_of(item)
            _add(sources, PurePosixPath(place.name), place)
    else:
        files = _course_files() if folder is None else _visible_files(folder)
        order = files.pop(ORDER, None)
        for path, place in sorted(files.items(), key=lambda item: _natural_key(item[0])):
            _add(sources, PurePosixPath(path), place)
        if order is not None:
            _put_in_order(sources, order)
    if not sources.lessons and not sources.notebooks and not sources.games:
        advice = "name others" if items else "put some there, or leave the folder out for the course"
        raise SiteError(
            "there is no notebook (.ipynb), no lesson (.lesson) and no game (.txt) in "
            f"{', '.join(items) or folder}; {advice}"
        )
    return sources


def _place_of(item: str) -> Path:
    """The file of an item. Raises SiteError."""
    if Path(item).is_dir() and item not in lessons.names():
        raise SiteError(f"{item!r} is a folder; a site is made of one folder, or of lessons and files")
    try:
        place = lessons.path_of(item)
    except GameError as error:
        raise SiteError(str(error)) from None
    if place.suffix.lower() not in (ENDING, ".ipynb", ".txt"):
        raise SiteError(f"{item!r} is neither a lesson (.lesson) nor a notebook (.ipynb) nor a game (.txt)")
    return place


def _put_in_order(sources: SiteSources, path: Path) -> None:
    """Order the lessons, and give them the titles, as a `course.txt` says. Raises SiteError with line and column.

    A line is the name of a lesson of the folder or the package, as in `fork`, and may have a title, as in
    `fork: Two against one`, or `fork[de]: Zwei gegen einen` for one language. Other lessons of the folder follow.
    """
    ordered: dict[str, LessonContent] = {}
    try:
        lines = read_lines(path)
    except GameError as error:
        raise SiteError(str(error)) from None
    for number, line in enumerate(lines, 1):
        entry = _ENTRY.fullmatch(line.strip())
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if entry is None:
            raise SiteError(f"{path}:{number}:1: each line must be the name of a lesson, or NAME: title")
        name, language, title = entry[1].removesuffix(ENDING), entry[2], entry[3]
        if name not in ordered:
            if name not in sources.lessons:
                if name not in lessons.names():
                    hint = similar_or_all(name, [*sources.lessons, *lessons.names()])
                    raise SiteError(f"{path}:{number}:1: there is no lesson {name!r}; {hint}")
                place = lessons.path_of(name)
                _add(sources, PurePosixPath(place.name), place)
            ordered[name] = sources.lessons[name]
        if title:
            lesson = ordered[name]
            titles = {**lesson[1], language: title} if language else dict.fromkeys(lesson[1], title)
            try:
                ordered[name] = make_lesson(
                    lesson.name, titles, lesson.steps, lesson.about, lesson.order, lesson.languages
                )
            except GameError as error:
                raise SiteError(f"{path}:{number}:1: {error}") from None
    sources.lessons = {
        **ordered,
        **{name: sources.lessons[name] for name in sources.lessons if name not in ordered},
    }


def _natural_key(path: str) -> tuple[Any, ...]:
    """A sort key by which 2 comes before 10."""
    pieces = re.split(r"(\d+)", path.casefold())
    return tuple((int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces)


def _add(sources: SiteSources, path: PurePosixPath, place: Path) -> None:
    name, ending = str(path.with_suffix("")), path.suffix.lower()
    if ending not in (".lesson", ".ipynb", *CARRIED):
        return
    _check_name(path, place)
    if ending == ".lesson":
        sources.add_origin("lessons", name, place)
        lesson = _content(place)
        if isinstance(lesson, LessonContent):
            sources.lessons[name] = lesson
        sources.carried[str(path)] = place
    elif ending == ".ipynb":
        sources.add_origin("notebooks", name, place)
        sources.notebooks[name] = notebook(place)
    elif not _is_private(place):
        sources.carried[str(path)] = place
        game = _game(place) if ending == ".txt" else None
        if game is not None:
            sources.add_origin("games", name, place)
            sources.games[name] = game


def _check_name(path: PurePosixPath, place: Path) -> None:
    """Raise SiteError for a name with control characters or invalid UTF-8."""
    for sign in str(path):
        category = unicodedata.category(sign)
        if category in ("Cc", "Cs"):
            problem = "bytes that are not UTF-8" if category == "Cs" else f"the control character {sign!a}"
            raise SiteError(f"{str(place)!a}: its name holds {problem}; rename it")


def _is_private(place: Path) -> bool:
    """Whether a file holds results of a learner, by its name, the name of its link target, or its content."""
    if PRIVATE.search(place.name) or PRIVATE.search(place.resolve().name):
        return True
    if place.suffix.lower() not in (".json", ".txt") or place.stat().st_size > _MAX_RESULT_BYTES:
        return False
    text = place.read_bytes()
    # a site's file of results has those of several lessons in it
    if not all(f'"{key}"'.encode() in text for key in _RESULT_KEYS):
        return False
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    results = data.get("results") if isinstance(data, dict) else None
    first = results[0] if isinstance(results, list) and results else data
    return isinstance(first, dict) and first.keys() >= _RESULT_KEYS


def _course_files() -> dict[str, Path]:
    """The lessons and notebooks of the package, installed or in a checkout."""
    files: dict[str, Path] = {}
    number = 0
    for name in lessons.names():
        # a checkpoint has no number of its own, but stands after its lesson
        is_checkpoint = name.startswith("check-")
        number += not is_checkpoint
        files[f"{number:02}{'b' * is_checkpoint}-{name}.lesson"] = lessons.path_of(name)
    origin = notebooks_origin()
    if origin is not None:
        notebooks = origin / "notebooks"
        paths = [path for pattern in ("*.ipynb", "data/*.json") for path in notebooks.glob(pattern)]
        files.update({path.relative_to(notebooks).as_posix(): path for path in paths})
    return files


def notebooks_origin() -> Path | None:
    """The folder with the folders `notebooks` and `docs`: in the installed package, or beside it in a checkout."""
    package = Path(__file__).parents[2]
    places = (package / "data", package.parent)
    return next((place for place in places if (place / FIRST_NOTEBOOK).is_file()), None)


def _visible_files(folder: Path) -> dict[str, Path]:
    """All files below a folder, without hidden ones and without links to hidden files or to other places."""
    if folder.is_file():
        raise SiteError(
            f"{str(folder)!r} is a file; give its folder, or make a page of it alone: adaptoid-widget share"
        )
    if not folder.is_dir():
        siblings = (
            [path for path in folder.parent.iterdir() if path.is_dir()] if folder.parent.is_dir() else []
        )
        names = [COURSE, *lessons.names()]
        close = get_close_matches(folder.name, [*names, *(path.name for path in siblings)], 1)
        hint = ""
        if close:
            hint = f"; did you mean {close[0] if close[0] in names else folder.with_name(close[0])}?"
        raise SiteError(f"there is no folder and no lesson {str(folder)!r}{hint}")
    root = folder.resolve()
    files: dict[str, Path] = {}
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(_HIDDEN)]
        for name in names:
            path = Path(place, name)
            # pipes and broken links are not files
            if not name.startswith(".") and path.is_file() and _is_within(path.resolve(), root):
                files[path.relative_to(folder).as_posix()] = path
    return files


def _is_within(real: Path, root: Path) -> bool:
    """Whether a resolved path is a visible file below the folder."""
    if not real.is_relative_to(root):
        return False
    *folders, name = real.relative_to(root).parts
    return not name.startswith(".") and not any(part.startswith(_HIDDEN) for part in folders)


def notebook(path: Path) -> SourceNotebook:
    """Read a notebook. Raises SiteError, which says where and why it is not a notebook."""
    try:
        data = load_json(path)
    except NotebookError as error:
        raise SiteError(str(error)) from None
    return SourceNotebook(data, _position(data["cells"]))


def _source(cell: dict[str, Any]) -> str:
    """The text of a cell, which may be a list of lines."""
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _position(cells: list[dict[str, Any]]) -> Position:
    """The first position or lesson in the cells, else the start of a game."""
    for cell in cells:
        source = _source(cell)
        lesson, position = _LESSON.search(source), _POSITION.search(source)
        try:
            if lesson:
                return lessons.load(lesson[1]).steps[0].start
            if position:
                return Position.from_text(position[0])
        except (GameError, ValueError):
            continue
    return Position.start()


def _game(path: Path) -> Game | None:
    """The position or the first game in a file; None for another kind of text. Raises SiteError, OSError."""
    if kind_of(path) == LESSON:
        raise SiteError(f"{path}:1:1: this is a lesson; rename it to {path.with_suffix(ENDING).name}")
    content = _content(path)
    if isinstance(content, Position):
        return Game(content)
    return content if isinstance(content, Game) else None


def _content(path: Path) -> LessonContent | Game | Position | None:
    """As `in_file`, but raises SiteError."""
    try:
        return in_file(path)
    except GameError as error:
        raise SiteError(str(error)) from None
