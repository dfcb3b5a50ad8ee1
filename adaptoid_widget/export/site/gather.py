"""What lies in a folder that becomes a site: lessons, notebooks, games, and files that notebooks read."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import Any

from ... import lessons
from ...core.game.game import Game
from ...core.rules.errors import GameError
from ...core.rules.position import Position
from ...core.teaching.lesson import LessonContent
from ...lessons.reading import ENDING
from ..sources import LESSON, in_file, kind_of
from .errors import SiteError

COURSE = "course"
# what travels along for notebooks to read; anything else stays at home
CARRIED = (
    *(".txt", ".json", ".csv", ".md", ".py"),
    *(".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"),
)
# what learners did is theirs, whatever a browser or a teacher has made of the name: Fork.Ann.results (1).json
PRIVATE = re.compile(r"(?:^|\.)results(?![a-z]).*\.json", re.IGNORECASE)
# and by what is in it, where it has another name
_RESULT = {"lesson", "learner", "steps"}
_MAX_RESULT_BYTES = 8_000_000
_HIDDEN = (".", "__")
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)
_POSITION = re.compile(r"adapt(?:oid|3)[^\s\"']* [wbr]\+? [\d,]+(?: [WBR]:[A-Z0-9,-]+)+")
_LESSON = re.compile(r"\bLesson\(\s*[\"']([\w-]+)[\"']")


@dataclass
class SiteSources:
    """What becomes a site; each by its path below the folder, without its ending where it becomes a page."""

    lessons: dict[str, LessonContent] = field(default_factory=dict[str, LessonContent])
    notebooks: dict[str, SourceNotebook] = field(default_factory=dict[str, "SourceNotebook"])
    games: dict[str, Game] = field(default_factory=dict[str, Game])
    carried: dict[str, Path] = field(default_factory=dict[str, Path])
    """Files for the notebooks, by their whole path below the folder."""
    origins: dict[str, Path] = field(default_factory=dict[str, Path])
    """The file that each of the others comes from, by its kind and name, such as "lessons/fork"."""

    def settle(self, kind: str, name: str, place: Path) -> None:
        """Say where something comes from. Raises SiteError where another file has that name already."""
        other = self.origins.setdefault(f"{kind}/{name}", place)
        if other != place:
            raise SiteError(f"{other} and {place} would both become {name!r} on the site; rename one of them")


@dataclass
class SourceNotebook:
    """A notebook: what it says of itself, and the position that it may be known by."""

    data: dict[str, Any]
    title: str
    position: Position

    @property
    def code(self) -> Iterator[str]:
        """Its code cells."""
        for cell in self.data["cells"]:
            if cell.get("cell_type") == "code":
                yield _source(cell)


def gather(folder: Path | None) -> SiteSources:
    """What is in a folder, or None for the course that comes along. Raises SiteError, and OSError."""
    files = _course() if folder is None else _visible(folder)
    sources = SiteSources()
    for path, place in sorted(files.items(), key=lambda item: _in_order(item[0])):
        _take(sources, PurePosixPath(path), place)
    if not sources.lessons and not sources.notebooks and not sources.games:
        raise SiteError(
            f"there is no notebook (.ipynb), no lesson (.lesson) and no game (.txt) in {folder}; "
            "put some there, or leave the folder out for the course"
        )
    return sources


def _in_order(path: str) -> tuple[Any, ...]:
    """By folders and names, numbers by what they are worth: 2 before 10."""
    pieces = re.split(r"(\d+)", path.casefold())
    return tuple((int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces)


def _take(sources: SiteSources, path: PurePosixPath, place: Path) -> None:
    name, ending = str(path.with_suffix("")), path.suffix.lower()
    if ending not in (".lesson", ".ipynb", *CARRIED):
        return
    _check_name(path, place)
    if ending == ".lesson":
        sources.settle("lessons", name, place)
        lesson = _in(place)
        if isinstance(lesson, LessonContent):
            sources.lessons[name] = lesson
        sources.carried[str(path)] = place
    elif ending == ".ipynb":
        sources.settle("notebooks", name, place)
        sources.notebooks[name] = notebook(place)
    elif not _is_private(place):
        sources.carried[str(path)] = place
        game = _game(place) if ending == ".txt" else None
        if game is not None:
            sources.settle("games", name, place)
            sources.games[name] = game


def _check_name(path: PurePosixPath, place: Path) -> None:
    """Raises SiteError for a name that no address and no text can hold."""
    odd = next((sign for sign in str(path) if unicodedata.category(sign) in ("Cc", "Cs")), "")
    if odd:
        what = (
            "bytes that are no UTF-8"
            if unicodedata.category(odd) == "Cs"
            else f"the control character {odd!a}"
        )
        raise SiteError(f"{str(place)!a}: its name holds {what}; rename it")


def _is_private(place: Path) -> bool:
    """Whether a file holds what a learner did, by its name, that of the file it is a link to, or what is in it."""
    if PRIVATE.search(place.name) or PRIVATE.search(place.resolve().name):
        return True
    if place.suffix.lower() not in (".json", ".txt") or place.stat().st_size > _MAX_RESULT_BYTES:
        return False
    text = place.read_bytes()
    if not all(f'"{key}"'.encode() in text for key in _RESULT):
        return False
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.keys() >= _RESULT


def _course() -> dict[str, Path]:
    """The lessons and notebooks of the package, whether it is installed or a checkout."""
    out = {
        f"{number:02}-{name}.lesson": lessons.path_of(name) for number, name in enumerate(lessons.names(), 1)
    }
    package = Path(__file__).parents[2]
    for origin in (package / "data", package.parent):
        notebooks = origin / "notebooks"
        if (notebooks / "01-play.ipynb").is_file():
            for pattern in ("*.ipynb", "data/*.json"):
                out.update({path.relative_to(notebooks).as_posix(): path for path in notebooks.glob(pattern)})
            break
    return out


def _visible(folder: Path) -> dict[str, Path]:
    """All files of a folder and those in it, but for hidden ones, and for links to what is hidden or lies elsewhere."""
    if folder.is_file():
        raise SiteError(
            f"{str(folder)!r} is a file; give its folder, or make a page of it alone: adaptoid-widget share"
        )
    if not folder.is_dir():
        beside = (
            [one.name for one in folder.parent.iterdir() if one.is_dir()] if folder.parent.is_dir() else []
        )
        near = get_close_matches(folder.name, [COURSE, *beside], 1)
        hint = (
            f"; did you mean {near[0] if near[0] == COURSE else folder.with_name(near[0])}?" if near else ""
        )
        raise SiteError(f"there is no folder {str(folder)!r}{hint}")
    root = folder.resolve()
    out: dict[str, Path] = {}
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(_HIDDEN)]
        for name in names:
            path = Path(place, name)
            # neither a pipe nor a link that leads nowhere is a file
            if not name.startswith(".") and path.is_file() and _is_within(path.resolve(), root):
                out[path.relative_to(folder).as_posix()] = path
    return out


def _is_within(real: Path, root: Path) -> bool:
    """Whether a file, where it really lies, is one of the folder's that are shown."""
    if not real.is_relative_to(root):
        return False
    *folders, name = real.relative_to(root).parts
    return not name.startswith(".") and not any(part.startswith(_HIDDEN) for part in folders)


def notebook(path: Path) -> SourceNotebook:
    """A notebook from its file. Raises SiteError where it is none, which says where and why."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        # it is written again: what cannot be is found here
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise SiteError(
            f"{path}:{error.lineno}:{error.colno}: this is not a notebook, since it is not JSON: {error.msg}"
        ) from None
    except UnicodeDecodeError:
        raise SiteError(f"{path}: this is not a notebook, since it is not UTF-8 text") from None
    except UnicodeEncodeError:
        raise SiteError(f"{path}: this is not a notebook, since it has half a character in it") from None
    except RecursionError:
        raise SiteError(f"{path}: this is not a notebook, since its lists are nested too deeply") from None
    except ValueError as error:
        raise SiteError(f"{path}: this is not a notebook: {error}") from None
    cells = data.get("cells") if isinstance(data, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise SiteError(f"{path}: this is not a notebook of nbformat 4: it has no list of cells")
    if not isinstance(data.get("metadata", {}), dict):
        raise SiteError(f"{path}: this is not a notebook of nbformat 4: its metadata are no object")
    return SourceNotebook(data, _title(cells, path.stem), _position(cells))


def _source(cell: dict[str, Any]) -> str:
    """The text of a cell, which may be kept in lines."""
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _title(cells: list[dict[str, Any]], name: str) -> str:
    """The first heading, else the name."""
    for cell in cells:
        heading = _HEADING.search(_source(cell)) if cell.get("cell_type") == "markdown" else None
        if heading:
            return re.sub(r"[*_`]+", "", heading[1]).strip() or name
    return name


def _position(cells: list[dict[str, Any]]) -> Position:
    """The first position or lesson that its code names, else the start of a game."""
    for cell in cells:
        source = _source(cell)
        named, told = _LESSON.search(source), _POSITION.search(source)
        try:
            if named:
                return lessons.load(named[1]).steps[0].start
            if told:
                return Position.from_text(told[0])
        except (GameError, ValueError):
            continue
    return Position.start()


def _game(path: Path) -> Game | None:
    """The position or the first game in a file; None where it is another kind of text. Raises SiteError, OSError."""
    if kind_of(path) == LESSON:
        raise SiteError(f"{path}:1:1: this is a lesson; rename it to {path.with_suffix(ENDING).name}")
    found = _in(path)
    return Game(found) if isinstance(found, Position) else found if isinstance(found, Game) else None


def _in(path: Path) -> LessonContent | Game | Position | None:
    """What is in a file, as `in_file` has it. Raises SiteError where it says that it is one of these, and is not."""
    try:
        return in_file(path)
    except GameError as error:
        raise SiteError(str(error)) from None
