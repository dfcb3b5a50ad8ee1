"""A site, from a folder to a folder, whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

from platformdirs import user_cache_path

from ... import locales
from ..._version import __version__
from ...core.game.game import Game
from ...core.i18n.catalog import fill, wording_of
from ...core.rules.position import Position
from ...core.teaching.lesson import LessonContent
from ...core.teaching.rich_text import plain
from ...picture import Picture
from ...storage.atomic import FileInUse, Lock
from ...storage.records import bar
from ..share import page
from . import lite, pyodide
from .errors import SiteError
from .gather import SiteSources, gather
from .index import Card, index, index_name
from .wheels import imported, wanted_by

# a folder with this file in it is a site that may be replaced; it names what was made there
MARK = "adaptoid-site.json"
# what a build has in its own folder: the site, what notebooks are made of, and at the end the site from before
INSIDE = {"site", "contents", "old"}
TITLE = "Adaptoid"
THUMBNAIL = 320
# the kernel's name in JupyterLite
KERNEL = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}


def build(
    folder: str | os.PathLike[str] | None,
    out: str | os.PathLike[str],
    *,
    title: str = TITLE,
    language: str = "en",
    notebooks: bool = True,
    python: str | os.PathLike[str] | None = None,
    wheels: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> list[str]:
    """Make a static site of a folder's notebooks, lessons and games, or, of None, the course; what to tell of it.

    `out` is a folder that is not there yet, an empty one, or a site made before, which is replaced when all is done;
    what somebody else has put at its top, such as `.git`, stays. What a killed build has left behind is put in order
    first; where that one had taken the old site away, a warning says that it was put back.
    Without `notebooks` no JupyterLite is needed. `python` is a folder or an archive with Pyodide's files, by default
    the release that `pyodide.PACKAGE` names. `wheels` is a folder to keep fetched wheels in.

    Raises SiteError, LanguageError, and OSError where something cannot be read or written.
    """
    source, target = None if folder is None else Path(folder), Path(out)
    wording_of(language)
    _check_places(source, target)
    sources = gather(source)
    if not notebooks:
        sources.notebooks.clear()
        if not sources.lessons and not sources.games:
            raise SiteError("without notebooks there is nothing to make a site from")
    if sources.notebooks:
        lite.check_installed()
        if python is not None:
            pyodide.check(Path(python))
    with _whole(target) as place, bar(" pages", "site", _steps(sources), shown=progress) as shown:
        groups = _Pages(place, sources, language, shown).write()
        messages = _live(sources, place, python, wheels, shown) if sources.notebooks else []
        for tag in locales.languages():
            text = index(
                groups[tag], title=title, language=tag, first=language, tongues=list(locales.languages())
            )
            (place / index_name(tag, language)).write_text(text, encoding="utf-8")
        (place / ".nojekyll").touch()
        made = {
            "made": f"adaptoid-widget {__version__}",
            "holds": sorted(one.name for one in place.iterdir()),
        }
        (place / MARK).write_text(json.dumps(made) + "\n", encoding="utf-8")
    return messages


def _steps(sources: SiteSources) -> int:
    """How many steps there are: pages, and for notebooks Pyodide, packages, bytecode and JupyterLite."""
    pages = sum(len(_tongues(lesson)) for lesson in sources.lessons.values())
    return pages + len(sources.games) + len(sources.notebooks) + (4 if sources.notebooks else 0)


def _check_places(source: Path | None, target: Path) -> None:
    """Raises SiteError where the site would lie in what it is made of, or take the place of something else."""
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
def _whole(target: Path) -> Iterator[Path]:
    """A new folder that takes the place of the one there at the end; if anything is raised, it never does.

    First what builds left behind that were killed is put in order: whoever builds has the lock, so nobody else does.
    """
    real = target.resolve()
    with _alone(target, real):
        for left in _left_behind(real):
            _put_in_order(left, real)
        beside = real.with_name(f".{real.name}.{token_hex(4)}")
        site, old = beside / "site", beside / "old"
        try:
            site.mkdir(parents=True)
            yield site
            _exchange(site, real, old)
        finally:
            # where the old site could not be put back, it stays where it is
            if real.exists() or not old.exists():
                _remove(beside)


@contextmanager
def _alone(target: Path, real: Path) -> Iterator[None]:
    """Nobody else builds this site meanwhile. Raises SiteError, OSError."""
    lock = Lock(real.with_name(f"{real.name}.{MARK}"))
    try:
        lock.acquire()
    except FileInUse:
        raise SiteError(
            f"somebody else is building the site {str(target)!r}; wait until that is done"
        ) from None
    try:
        yield
    finally:
        lock.release()


def _left_behind(real: Path) -> list[Path]:
    """The folders that builds of this site have left beside it; nobody builds it now."""
    own = re.compile(rf"\.{re.escape(real.name)}\.[0-9a-f]{{8}}")
    leftovers = [one for one in real.parent.iterdir() if own.fullmatch(one.name) and one.is_dir()]
    return sorted(one for one in leftovers if {inside.name for inside in one.iterdir()} <= INSIDE)


def _put_in_order(left: Path, real: Path) -> None:
    """Remove what a killed build left behind; the site that it was about to replace is put back first."""
    site, old = left / "site", left / "old"
    if old.is_dir() and site.is_dir():
        if real.exists() and (not real.is_dir() or any(real.iterdir())):
            warnings.warn(
                f"a build of {str(real)!r} was killed, and something else lies there now; "
                f"the site from before is in {str(old)!r}",
                stacklevel=2,
            )
            return
        # what others had put beside the site was on its way to the new one
        for name in _others(site, site):
            (site / name).replace(old / name)
        if real.exists():
            real.rmdir()
        old.replace(real)
        warnings.warn(
            f"a build of {str(real)!r} was killed before its end; the site from before was put back",
            stacklevel=2,
        )
    _remove(left)


def _remove(folder: Path) -> None:
    """Remove a folder, also where somebody ends the process meanwhile: it ends after that."""
    try:
        shutil.rmtree(folder)
    except OSError:
        # the next build tries again
        pass
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _exchange(site: Path, real: Path, old: Path) -> None:
    """Put the new site in its place, with what others have put beside the old one. Raises SiteError, OSError."""
    others = _others(real, site) if real.exists() else []
    taken = [name for name in others if os.path.lexists(site / name)]
    if taken:
        raise SiteError(
            f"the new site has a file {taken[0]!r}, but {str(real)!r} has one that this command did not make; "
            "move it away"
        )
    moved: list[str] = []
    try:
        if real.exists():
            real.replace(old)
        for name in others:
            (old / name).replace(site / name)
            moved.append(name)
        site.replace(real)
    except BaseException:
        for name in moved:
            (site / name).replace(old / name)
        if old.exists():
            old.replace(real)
        raise


def _others(real: Path, site: Path) -> list[str]:
    """What lies at the top of a site and was not made with it."""
    try:
        holds = json.loads((real / MARK).read_text(encoding="utf-8"))["holds"]
        made = {name for name in holds if isinstance(name, str)}
    except (OSError, ValueError, LookupError, TypeError):
        # it does not say: what a new site has is taken for the old one's
        made = {one.name for one in site.iterdir()}
    return sorted(one.name for one in real.iterdir() if one.name not in {MARK, *made})


def _tongues(lesson: LessonContent) -> list[str]:
    """The languages that a lesson is taught in and that the board speaks."""
    return [tag for tag in locales.languages() if tag in lesson.languages]


Groups = list[tuple[str, list[Card]]]


class _Pages:
    """Writes the pages of lessons and games, and the pictures of all, into a folder."""

    def __init__(self, place: Path, sources: SiteSources, language: str, shown: Any) -> None:
        self.place = place
        self.sources = sources
        self.language = language
        self.shown = shown
        self.origins: dict[str, Path] = {}

    def write(self) -> dict[str, Groups]:
        """The cards of the first page, by language."""
        sources, tags = self.sources, list(locales.languages())
        taught = {name: self._lesson(name, lesson) for name, lesson in sources.lessons.items()}
        played = [self._game(name, game) for name, game in sources.games.items()]
        live = [
            Card(
                one.title,
                f"lite/{lite.APPS[0]}/index.html",
                self._picture("notebooks", name, one.position, sources.origins[f"notebooks/{name}"]),
                query=urlencode({"path": f"{name}.ipynb"}),
            )
            for name, one in sources.notebooks.items()
        ]
        return {
            tag: [
                ("lessons", [cards[tag] for cards in taught.values()]),
                ("notebooks", live),
                ("games", played),
            ]
            for tag in tags
        }

    def _lesson(self, name: str, lesson: LessonContent) -> dict[str, Card]:
        """A page in each language that it is taught in; where it is not, its card leads to the first of them."""
        self.shown.set_postfix_str(name)
        origin = self.sources.origins[f"lessons/{name}"]
        tongues = _tongues(lesson) or ["en"]
        first = self.language if self.language in tongues else tongues[0]
        links: dict[str, str] = {}
        for tag in tongues:
            links[tag] = f"lessons/{name}.html" if tag == first else f"lessons/{name}.{tag}.html"
            with _naming(origin):
                self._put(links[tag], page(lesson, language=tag), origin)
            self.shown.update()
        step = lesson.steps[0]
        picture = self._picture("lessons", name, step.start, origin)
        out: dict[str, Card] = {}
        for tag in locales.languages():
            spoken = tag if tag in tongues else first
            steps = fill(locales.page_words(tag)["page.site.steps"], {"n": str(len(lesson.steps))})
            out[tag] = Card(
                lesson.titled(spoken),
                links[spoken],
                picture,
                plain(lesson.say(lesson.about, spoken)),
                steps,
                "" if spoken == tag else spoken,
            )
        return out

    def _game(self, name: str, game: Game) -> Card:
        title = name.rpartition("/")[2]
        origin = self.sources.origins[f"games/{name}"]
        link = f"games/{name}.html"
        with _naming(origin):
            self._put(link, page(game, title=title, language=self.language), origin)
        self.shown.update()
        position = game.position if game.started else Position.start()
        return Card(title, link, self._picture("games", name, position, origin))

    def _picture(self, kind: str, name: str, position: Position, origin: Path) -> str:
        link = f"pictures/{kind}/{name}.svg"
        drawn = Picture(position, theme="auto", size=THUMBNAIL, coordinates=False, starving=False)
        with _naming(origin):
            self._put(link, drawn.svg, origin)
        return link

    def _put(self, link: str, text: str, origin: Path) -> None:
        """Raises SiteError where a page from another file lies there already."""
        other = self.origins.setdefault(link, origin)
        if other != origin:
            raise SiteError(f"{other} and {origin} would both become {link}; rename one of them")
        path = self.place / link
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)


@contextmanager
def _naming(origin: Path) -> Iterator[None]:
    """What keeps a file from becoming a page names that file."""
    try:
        yield
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


def _live(
    sources: SiteSources,
    place: Path,
    given: str | os.PathLike[str] | None,
    wheels: str | os.PathLike[str] | None,
    shown: Any,
) -> list[str]:
    """JupyterLite with the notebooks and the files they read; what to tell of those that will miss something."""
    contents = place.parent / "contents"
    for name, one in sources.notebooks.items():
        metadata = {**one.data.get("metadata", {}), "kernelspec": KERNEL}
        _lay(
            contents / f"{name}.ipynb",
            json.dumps({**one.data, "metadata": metadata}, ensure_ascii=False).encode(),
        )
        shown.update()
    for name, path in sources.carried.items():
        _lay(contents / name, path.read_bytes())

    def step(what: str) -> None:
        shown.update()
        shown.set_postfix_str(what)

    shown.set_postfix_str("Pyodide")
    kept = user_cache_path("adaptoid-widget") / "wheels" if wheels is None else Path(wheels)
    with pyodide.files(None if given is None else Path(given)) as runtime:
        messages: list[str] = []
        more: set[str] = set()
        own = {Path(name).stem for name in sources.carried if name.endswith(".py")}
        for name, one in sources.notebooks.items():
            names, lost = wanted_by(imported(one.code) - own, pyodide.lock(runtime), runtime)
            more |= names
            if lost:
                messages.append(
                    f"{name}.ipynb imports {', '.join(sorted(lost))}, which the site does not have; "
                    "with Pyodide's full release it may: --pyodide"
                )
        messages += lite.build(place / "lite", contents, runtime, kept, more=more, step=step)
    step("")
    return messages


def _lay(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
