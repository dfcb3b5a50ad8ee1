"""Builds a site from a folder into another one, atomically."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from html import escape
from itertools import zip_longest
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

from ... import locales
from ..._version import __version__
from ...core.game.game import Game
from ...core.i18n.catalog import wording_of
from ...core.rules.position import Position
from ...core.teaching.lesson import LessonContent
from ...progress_bar import progress_bar
from ...storage.atomic import FileInUse, Lock
from ...storage.user_cache import writable_cache
from ..class_page import class_page
from ..lesson_path import PathLesson, action_picture, chapters_of, cropped, path_lesson
from ..notebook.executing import executed
from ..notebook.reading import NotebookError
from ..notebook.tutorial import Tutorial
from ..page_contents import lesson_key
from ..share import page, tutorial_of
from ..shared_page import page_bytes
from ..tiles import Tile, thumbnail
from . import lite, pyodide, web_app
from .errors import SiteError
from .frame import SiteFrames, SitePage, hashed, title_words
from .index import index
from .missing import MISSING, missing_page
from .puzzles import puzzle_page
from .sources import SiteSources, gather
from .wheels import available_packages, imported_modules

# marks a folder as a site, which may be replaced, and lists the files that were made at its top
MARK = "adaptoid-site.json"
# the contents of a build's own folder: the new site, the notebooks' files, and at the end the replaced site
BUILD_ENTRIES = {"site", "contents", "old"}
TITLE = "Adaptoid"
# the level of Black in a game that begins on the page for playing
PLAY_LEVEL = 3
# the kernel's name in JupyterLite
KERNEL = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}


def build(
    folder: str | os.PathLike[str] | None,
    out: str | os.PathLike[str],
    *,
    items: Sequence[str] = (),
    title: str = TITLE,
    language: str = "en",
    notebooks: bool = True,
    execute: bool = False,
    jupyterlite: bool = False,
    python: str | os.PathLike[str] | None = None,
    wheels: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> list[str]:
    """Build a static site of a folder's notebooks, lessons and games, or, for None, of the course; return messages.

    `items` are names of lessons of the package and paths of files; the site has these alone, in their order.

    `out` is a new or empty folder, or an earlier site, which is replaced at the end; what others put at its top, such
    as `.git`, stays. Leftovers of a killed build are cleaned up first; a warning says if that restores the old site.
    Notebooks become pages with their saved outputs, or with those of a new run, which changes no file, with `execute`.
    With `jupyterlite`, they also run in JupyterLite. For that, `python` is a folder or an archive with Pyodide's files,
    by default the release `pyodide.PACKAGE`, and `wheels` is a folder that caches downloaded wheels.

    Raises SiteError, NotebookError for a notebook that cannot be run, LanguageError, and OSError for files that cannot
    be read or written.
    """
    source, target = None if folder is None else Path(folder), Path(out)
    wording_of(language)
    _check_places(source, target)
    sources = gather(source, items)
    if not notebooks:
        sources.notebooks.clear()
        if not sources.lessons and not sources.games:
            raise SiteError("without notebooks nothing is left to make a site from")
    jupyterlite = jupyterlite and bool(sources.notebooks)
    if jupyterlite:
        lite.check_installed()
        if python is not None:
            pyodide.check(Path(python))
    tutorials = _read_notebooks(sources, language, execute=execute, progress=progress)
    with (
        _replacing(target) as place,
        progress_bar(" pages", "site", _count_steps(sources, jupyterlite), shown=progress) as bar,
    ):
        pages = _Pages(place, sources, tutorials, title, language, jupyterlite, bar)
        chapters, tiles = pages.write()
        messages = [
            f"{name}.ipynb: {text}"
            for name, tutorial in tutorials.items()
            for text in (*tutorial.left_out, *tutorial.not_run)
        ]
        if jupyterlite:
            messages += _add_jupyterlite(sources, place, python, wheels, bar)
        elif python is not None:
            messages.append(f"Pyodide in {str(python)!r} is not used, since the site has no JupyterLite")
        for tag in locales.languages():
            text = index(chapters[tag], tiles, pages.frames, language=tag)
            _write(place / pages.frames.page("index").file(tag), page_bytes(text))
        _write(place / "class.html", page_bytes(class_page(language, pages.frames.class_page(language))))
        _write(place / MISSING, page_bytes(missing_page(pages.frames)))
        web_app.write(place, title)
        (place / ".nojekyll").touch()
        mark = {
            "made": f"adaptoid-widget {__version__}",
            "holds": sorted(path.name for path in place.iterdir()),
        }
        (place / MARK).write_text(json.dumps(mark) + "\n", encoding="utf-8")
    return messages


def _read_notebooks(
    sources: SiteSources, language: str, *, execute: bool, progress: bool
) -> dict[str, Tutorial]:
    """The notebooks as they become pages, by name. Raises SiteError, NotebookError."""
    tutorials: dict[str, Tutorial] = {}
    for name, notebook in sources.notebooks.items():
        path = sources.origins[f"notebooks/{name}"]
        if execute:
            notebook.data = executed(path, progress=progress)
        try:
            tutorials[name] = tutorial_of(path, language=language, data=notebook.data)
        except NotebookError as error:
            raise SiteError(str(error)) from None
    return tutorials


def _count_steps(sources: SiteSources, jupyterlite: bool) -> int:
    """The number of steps of the progress bar: pages, and for JupyterLite Pyodide, packages and JupyterLite."""
    pages = sum(len(_languages_of(lesson)) for lesson in sources.lessons.values()) + 3 * len(
        locales.languages()
    )
    return pages + len(sources.games) + len(sources.notebooks) + (3 if jupyterlite else 0)


def _check_places(source: Path | None, target: Path) -> None:
    """Raise SiteError if source and site contain one another, or the site would replace something else."""
    real = target.resolve()
    if source is not None:
        origin = source.resolve()
        if real == origin or origin in real.parents:
            raise SiteError(
                f"the site {str(target)!r} would lie in its own source folder {str(source)!r}; "
                "name another, such as ../public"
            )
        if real in origin.parents:
            raise SiteError(
                f"{str(source)!r} lies in {str(target)!r}, which the site would replace; name another"
            )
    if real.exists() and not real.is_dir():
        raise SiteError(f"{str(target)!r} is a file; name a folder for the site")
    if real.is_dir() and any(real.iterdir()) and not (real / MARK).is_file():
        raise SiteError(
            f"{str(target)!r} is a folder with other files in it, not a site of this command; "
            "name a new folder"
        )
    if not real.parent.is_dir():
        raise SiteError(f"there is no folder {str(real.parent)!r} for the site")


@contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """A new folder that replaces the target at the end, unless an exception is raised.

    The build holds a lock, so leftovers next to the target belong to killed builds; they are cleaned up first.
    """
    real = target.resolve()
    with ExitStack() as stack:
        try:
            stack.enter_context(Lock(real.with_name(f"{real.name}.{MARK}")))
        except FileInUse:
            raise SiteError(
                f"somebody else is building the site {str(target)!r}; wait until that is done"
            ) from None
        for leftover in _leftovers(real):
            _clean_up(leftover, real)
        build_folder = real.with_name(f".{real.name}.{token_hex(4)}")
        site, old = build_folder / "site", build_folder / "old"
        try:
            site.mkdir(parents=True)
            yield site
            _exchange(site, real, old)
        finally:
            # if the old site could not be restored, it stays in the build's folder
            if real.exists() or not old.exists():
                _remove(build_folder)


def _leftovers(real: Path) -> list[Path]:
    """The folders that killed builds of this site have left next to it. The caller holds the lock."""
    own = re.compile(rf"\.{re.escape(real.name)}\.[0-9a-f]{{8}}")
    folders = [path for path in real.parent.iterdir() if own.fullmatch(path.name) and path.is_dir()]
    return sorted(path for path in folders if {entry.name for entry in path.iterdir()} <= BUILD_ENTRIES)


def _clean_up(leftover: Path, real: Path) -> None:
    """Remove the folder of a killed build; first restore the old site if the build had moved it away."""
    site, old = leftover / "site", leftover / "old"
    if old.is_dir() and site.is_dir():
        if real.exists() and (not real.is_dir() or any(real.iterdir())):
            warnings.warn(
                f"a build of {str(real)!r} was killed, and something else lies there now; "
                f"the site from before is in {str(old)!r}",
                stacklevel=2,
            )
            return
        if real.exists():
            real.rmdir()
        _restore(site, old, real)
        warnings.warn(
            f"a build of {str(real)!r} was killed before its end; the site from before was put back",
            stacklevel=2,
        )
    _remove(leftover)


def _remove(folder: Path) -> None:
    """Remove a folder, completely even if an interrupt comes meanwhile."""
    try:
        shutil.rmtree(folder)
    except OSError:
        # the next build tries again
        pass
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _exchange(site: Path, real: Path, old: Path) -> None:
    """Move the old site away and the new one in its place, with the files of others. Raises SiteError, OSError."""
    foreign = _foreign_names(real, site) if real.exists() else []
    clashes = [name for name in foreign if os.path.lexists(site / name)]
    if clashes:
        raise SiteError(
            f"the new site has a file {clashes[0]!r}, but {str(real)!r} has one that this command did not make; "
            "move it away"
        )
    try:
        if real.exists():
            real.replace(old)
        for name in foreign:
            (old / name).replace(site / name)
        site.replace(real)
    except BaseException:
        if old.exists():
            _restore(site, old, real)
        raise


def _restore(site: Path, old: Path, real: Path) -> None:
    """Put the old site in its place again, with the files of others that were already moved to the new one."""
    for name in _foreign_names(site, site):
        (site / name).replace(old / name)
    old.replace(real)


def _foreign_names(real: Path, site: Path) -> list[str]:
    """The names at the top of a site that no build made."""
    try:
        holds = json.loads((real / MARK).read_text(encoding="utf-8"))["holds"]
        built = {name for name in holds if isinstance(name, str)}
    except (OSError, ValueError, LookupError, TypeError):
        # the mark is damaged: assume that the old build made what the new one makes
        built = {path.name for path in site.iterdir()}
    return sorted(path.name for path in real.iterdir() if path.name not in {MARK, *built})


def _languages_of(lesson: LessonContent) -> list[str]:
    """The languages of a lesson that the board has too; English for none."""
    return [tag for tag in locales.languages() if tag in lesson.languages] or ["en"]


TileGroups = list[tuple[str, list[Tile]]]
"""The tiles of an index page, by the name of their heading."""
Chapters = list[tuple[str, list[PathLesson]]]
"""The lessons of an index page, by the name of their chapter."""


class _Pages:
    """Writes the pages of a site, all pictures and the shared parts into a folder."""

    def __init__(
        self,
        place: Path,
        sources: SiteSources,
        tutorials: Mapping[str, Tutorial],
        title: str,
        language: str,
        jupyterlite: bool,
        bar: Any,
    ) -> None:
        self.place = place
        self.sources = sources
        self.tutorials = tutorials
        self.language = language
        self.jupyterlite = jupyterlite
        self.bar = bar
        keys = [*map(lesson_key, sources.lessons.values())]
        keys += [key for tutorial in tutorials.values() for key in tutorial.lessons]
        self.frames = SiteFrames(title, language, [*dict.fromkeys(keys)])
        self.origins: dict[str, Path] = {}
        # what "Page (HTML)" of a board makes its file from
        template = page_bytes(self.frames.template(page(Position.start(), language=language)))
        self.template_path = hashed("parts/page.html", template)
        self.frames.files[self.template_path] = template

    def write(self) -> tuple[dict[str, Chapters], TileGroups]:
        """Write all pages but the first; return its chapters of lessons by language, and its tiles."""
        sources = self.sources
        for path, content in self.frames.files.items():
            _write(self.place / path, content)
        self._board_pages()
        names = list(sources.lessons)
        lessons = {name: self._lesson(name, following) for name, following in zip_longest(names, names[1:])}
        games = [self._game(name, game) for name, game in sources.games.items()]
        notebooks = [self._notebook(name, tutorial) for name, tutorial in self.tutorials.items()]
        groups = chapters_of({name: lesson.name for name, lesson in sources.lessons.items()}) if names else []
        chapters = {
            tag: [(chapter, [lessons[name][tag] for name in group]) for chapter, group in groups]
            for tag in locales.languages()
        }
        return chapters, [("notebooks", notebooks), ("games", games)]

    def _board_pages(self) -> None:
        """Write the pages for playing, for puzzles and for analysis in each language."""
        for section in ("play", "puzzles", "analyse"):
            site_page, words = self.frames.page(section), title_words(section)
            for tag in locales.languages():
                if section == "puzzles":
                    text = puzzle_page(self.frames, tag)
                else:
                    levels = {"B": PLAY_LEVEL} if section == "play" else {}
                    site = self.frames.frame(
                        section,
                        site_page,
                        tag,
                        words,
                        storage_key=section,
                        analyse=section == "analyse",
                        template=site_page.root + self.template_path,
                    )
                    text = page(Position.start(), language=tag, levels=levels, site=site)
                _write(self.place / site_page.file(tag), page_bytes(text))
                self.bar.update()

    def _lesson_page(self, name: str) -> SitePage:
        return self.frames.page(f"lessons/{name}", _languages_of(self.sources.lessons[name]))

    def _lesson(self, name: str, following: str | None) -> dict[str, PathLesson]:
        """Write a page in each language of the lesson; its place on the path in every language of the board."""
        self.bar.set_postfix_str(name)
        lesson, site_page = self.sources.lessons[name], self._lesson_page(name)
        next_lesson = self.sources.lessons[following] if following else None
        words = {
            tag: {
                "next.title": next_lesson.number_and_name(tag)[1]
                if next_lesson
                else locales.page_words(tag)["page.site.puzzles"]
            }
            for tag in locales.languages()
        }
        for tag in site_page.languages:
            link = site_page.file(tag)
            below = self._lesson_links(site_page.root, following, words[tag]["next.title"], tag)
            frame = self.frames.frame("learn", site_page, tag, words, below=below, place=link)
            self._write_output(link, partial(page, lesson, language=tag, site=frame), f"lessons/{name}")
            self.bar.update()
        picture = f"pictures/lessons/{name}.svg"
        self._write_output(picture, lambda: cropped(action_picture(lesson)), f"lessons/{name}")
        path: dict[str, PathLesson] = {}
        for tag in locales.languages():
            # a row in another language leads to the first page
            taught = tag if tag in site_page.languages else site_page.languages[0]
            path[tag] = path_lesson(
                lesson,
                lesson_key(lesson),
                site_page.file(taught),
                taught,
                locales.page_words(tag),
                picture,
                "" if taught == tag else taught,
            )
        return path

    def _lesson_links(self, root: str, following: str | None, title: str, language: str) -> str:
        """The links at the end of a lesson: to the following one and to all, or else to all and to the puzzles.

        The first one takes the place of the main button at the end.
        """
        content = f'<span data-word="next.title">{escape(title)}</span>'
        links = [self.frames.link("site.all", self.frames.page("index"), root, language)]
        if following is None:
            links.append(self.frames.page("puzzles").link(root, language, content, ""))
        else:
            label = escape(locales.page_words(language)["page.site.next"])
            content = f'<span data-word="site.next">{label}</span> {content}'
            links.insert(0, self._lesson_page(following).link(root, language, content, ""))
        return f'<nav class="site-lesson-links" id="adaptoid-lesson-links">{" ".join(links)}</nav>\n'

    def _game(self, name: str, game: Game) -> Tile:
        title = name.rpartition("/")[2]
        site_page = SitePage(f"games/{name}")
        link = site_page.file(self.language)
        words = {tag: {"lead": texts["lead"]} for tag, texts in title_words("play").items()}
        template = site_page.root + self.template_path
        frame = self.frames.frame("play", site_page, self.language, words, template=template)
        self._write_output(
            link, partial(page, game, title=title, language=self.language, site=frame), f"games/{name}"
        )
        self.bar.update()
        position = game.position if game.started else Position.start()
        return Tile(title, link, self._picture("games", name, position))

    def _notebook(self, name: str, tutorial: Tutorial) -> Tile:
        self.bar.set_postfix_str(name)
        site_page = SitePage(f"notebooks/{name}")
        link = site_page.file(self.language)
        below = ""
        if self.jupyterlite:
            address = f"{site_page.root}lite/{lite.APP}/index.html?{urlencode({'path': f'{name}.ipynb'})}"
            words = escape(locales.page_words(tutorial.language)["page.site.jupyterlite"])
            link_to_lite = f'<a href="{escape(address)}" data-word="site.jupyterlite">{words}</a>'
            below = f'<p class="adaptoid-prose">{link_to_lite}</p>\n'
        frame = self.frames.frame("", site_page, tutorial.language, below=below)
        self._write_output(link, lambda: tutorial.page_in(frame), f"notebooks/{name}")
        self.bar.update()
        position = self.sources.notebooks[name].position
        return Tile(tutorial.title, link, self._picture("notebooks", name, position))

    def _picture(self, kind: str, name: str, position: Position) -> str:
        link = f"pictures/{kind}/{name}.svg"
        self._write_output(link, lambda: thumbnail(position).svg, f"{kind}/{name}")
        return link

    def _write_output(self, link: str, make: Callable[[], str], origin_key: str) -> None:
        """Write a file of the site. Raises SiteError, which names the source file, and OSError."""
        origin = self.sources.origins[origin_key]
        other = self.origins.setdefault(link, origin)
        if other != origin:
            raise SiteError(f"{other} and {origin} would both become {link}; rename one of them")
        path = self.place / link
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            text = make()
            with path.open("xb") as file:
                file.write(page_bytes(text))
        except SiteError:
            raise
        except ValueError as error:
            raise SiteError(f"{origin} cannot become a page: {error}") from None
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                raise SiteError(f"{origin} has too long a name for a page; rename it") from None
            if error.errno in (errno.EEXIST, errno.ENOTDIR, errno.EISDIR):
                raise SiteError(
                    f"{origin} would become a page where another file's page or folder lies; rename it"
                ) from None
            raise


def _add_jupyterlite(
    sources: SiteSources,
    place: Path,
    pyodide_path: str | os.PathLike[str] | None,
    wheels: str | os.PathLike[str] | None,
    bar: Any,
) -> list[str]:
    """Add JupyterLite with the notebooks and the files they read; messages about missing packages."""
    contents = place.parent / "contents"
    for name, notebook in sources.notebooks.items():
        metadata = {**notebook.data.get("metadata", {}), "kernelspec": KERNEL}
        text = json.dumps({**notebook.data, "metadata": metadata}, ensure_ascii=False)
        _write(contents / f"{name}.ipynb", text.encode())
    for name, path in sources.carried.items():
        _write(contents / name, path.read_bytes())

    def begin_step(name: str) -> None:
        bar.update()
        bar.set_postfix_str(name)

    bar.set_postfix_str("Pyodide")
    wheel_folder = writable_cache("wheels") if wheels is None else nullcontext(Path(wheels))
    python_files = pyodide.files(None if pyodide_path is None else Path(pyodide_path))
    with wheel_folder as wheel_cache, python_files as runtime:
        messages: list[str] = []
        packages: set[str] = set()
        own_modules = {Path(name).stem for name in sources.carried if name.endswith(".py")}
        for name, notebook in sources.notebooks.items():
            available, missing = available_packages(
                imported_modules(notebook.code) - own_modules, pyodide.lock(runtime), runtime
            )
            packages |= available
            if missing:
                messages.append(
                    f"{name}.ipynb imports {', '.join(sorted(missing))}, which the site does not have; "
                    "with Pyodide's full release it may: --pyodide"
                )
        lite.build(
            place / "lite", contents, runtime, wheel_cache, extra_packages=packages, begin_step=begin_step
        )
    begin_step("")
    return messages


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
