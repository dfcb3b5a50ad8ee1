"""`aw.share`: a game, a lesson or a notebook as one HTML file with playable boards, without server and network.

MicroPython runs `core` in a worker of the page. `shared_page` assembles the HTML.
"""

from __future__ import annotations

import json
import os
import unicodedata
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import locales
from ..attributes import suggest_keywords
from ..core.game.game import Game, variant_of
from ..core.host.host import game_on, type_name
from ..core.i18n.catalog import wording_of
from ..core.rules.errors import whole_number
from ..core.rules.position import Position
from ..core.rules.variants import VARIANTS, first_variant_for, sides
from ..core.search.levels import HIGHEST, LOWEST, level_in
from ..core.session.session import AIDS
from ..core.teaching.lesson import LessonContent
from ..core.teaching.rich_text import plain
from ..layouts import data as named_boards
from ..source_hashes import check_unpacked
from ..storage.atomic import checked_path, named, write
from .inputs import NOTEBOOK, expanded, in_file, lesson_in
from .page_contents import (
    game_options,
    lesson_boards,
    lesson_options,
    searched_players,
    step_picture,
    still_picture,
    weights,
)
from .shared_page import ShareError, SiteFrame, assemble, learner_words, page_bytes, words_around

if TYPE_CHECKING:
    from typing import Protocol

    from ..core.game.game import HasGame
    from .notebook.tutorial import Tutorial

    # this package may not import `widget`, so these stand for `aw.Board` and `aw.Lesson`
    class HasLesson(Protocol):
        """A lesson on a board."""

        content: LessonContent
        """The lesson itself."""

    Shareable = Position | Game | LessonContent | HasGame | HasLesson | str | os.PathLike[str]

MAX_TITLE = 200


@suggest_keywords
def share(
    what: Shareable,
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    aids: str | None = None,
    language: str | None = None,
    levels: Mapping[str, Any] | None = None,
) -> Path:
    """Write a game, a lesson or a notebook to one HTML file that works in any recent browser, also from disk.

    Returns its path.

    `what` is a `Position`, its text, a `Game` or a `Board` (with its tree of turns, comments, marks and current place),
    a `Path` of a file with one of these,
    `Game("open")` for an open start (R5), or a `Lesson`, also by its name, such as "fork", or its file, such as
    "mine.lesson". `language` is the page's first language, by default the board's, or English, or the first of a
    lesson; readers may choose another. The file is written atomically.

    The path of a notebook, such as "tutorial.ipynb", makes a page of its prose, its code and its saved outputs. Its
    boards, lessons and puzzles play there, and its code cells run as far as a page can run them. A warning names each
    output that is left out. Nothing is run for it; save the notebook with its outputs first.

    For games only: `aids` is as for a `Board`: "full", "legal" or "none". `levels` says which colours the computer
    plays, such as {"B": 2} or {"B": "level:2"}, at levels 1 to 10. By default these are the colours that a `Player`
    plays on the board; a warning says where another player is replaced. Readers may change the levels. The page's
    address may name another position, as in `game.html#adaptoid_w_0,0_W:D2_B:D6`.

    Raises ShareError for anything that cannot be shared, TextError for a text that is not a position, GameError for an
    unknown or invalid lesson, LanguageError for an unknown language, ValueError for a file that is not .html, and
    OSError for a file that cannot be written.

    >>> from tempfile import mkdtemp
    >>> share("adaptoid w 0,0 W:D2 B:D6", Path(mkdtemp()) / "start.html").name
    'start.html'
    """
    target = named(path, "game.html")
    notebook = notebook_path(what)
    if notebook is not None:
        if aids is not None or levels is not None:
            raise ShareError("the boards of a notebook have their own aids and levels; leave these out")
        tutorial = tutorial_of(notebook, title=title, language=language)
        for text in tutorial.left_out:
            warnings.warn(f"{notebook}: {text}", stacklevel=3)
        write(target, page_bytes(tutorial.page))
        return target
    write(target, page_bytes(page(what, title=title, aids=aids, language=language, levels=levels)))
    return target


def notebook_path(what: object) -> Path | None:
    """The path of a notebook, if this is one.

    >>> notebook_path("adaptoid w 0,0 W:D2 B:D6") is None, notebook_path("mine.ipynb").name
    (True, 'mine.ipynb')
    """
    if not isinstance(what, (str, os.PathLike)):
        return None
    path = expanded(what)
    return path if path.suffix.lower() == NOTEBOOK else None


def tutorial_of(
    path: Path,
    *,
    title: str | None = None,
    language: str | None = None,
    data: Any = None,
) -> Tutorial:
    """The page of a notebook, and what its author should know; `data` is its JSON, by default that of the file.

    Raises NotebookError, ShareError, LanguageError and OSError.
    """
    from .notebook.reading import load_json, read_notebook
    from .notebook.tutorial import make

    check_unpacked()
    if language is not None:
        language = wording_of(language).language
    notebook = read_notebook(load_json(checked_path(path)) if data is None else data, str(path))
    return make(notebook, path.parent, path.stem, _title(title), language)


def page(
    what: Shareable,
    *,
    title: str | None = None,
    aids: str | None = None,
    language: str | None = None,
    levels: Mapping[str, Any] | None = None,
    site: SiteFrame | None = None,
) -> str:
    """The text of the page that `share` writes, or of a page of a site; equal arguments give equal texts."""
    check_unpacked()
    title = _title(title)
    source, content, language = described(what, language, levels, aids)
    if isinstance(content, LessonContent):
        return _lesson_page(content, title, language, site)
    return _game_page(source, content, title, "full" if aids is None else aids, language, levels, site)


def described(
    what: Shareable, language: str | None, levels: object, aids: object
) -> tuple[object, LessonContent | Game, str]:
    """What `content_of` returns, and the first language. Raises ShareError for a lesson with levels or aids."""
    source, content = content_of(what)
    if not isinstance(content, LessonContent):
        return source, content, first_language(source, language)
    if aids is not None or levels is not None:
        raise ShareError("the steps of a lesson set their own aids and replies; leave these out")
    return source, content, first_language(source, language, content.languages)


def content_of(what: Shareable) -> tuple[object, LessonContent | Game]:
    """What was meant, with a file read, and the lesson or the game that it is or has. Raises as `share`."""
    source: object = _in_file(Path(what)) if isinstance(what, os.PathLike) else what
    lesson = lesson_in(source)
    return source, _game(source) if lesson is None else lesson


def _in_file(path: Path) -> LessonContent | Game | Position:
    """The lesson, the game or the position in a file. Raises ShareError for another kind of file, OSError."""
    content = in_file(checked_path(path))
    if content is None:
        raise ShareError(f"{str(path)!r} has no lesson, no game and no position")
    return content


def first_language(source: object, language: str | None, lesson_languages: Sequence[str] = ()) -> str:
    """The first language of a page: the one asked for, that of the board, or one that a lesson is written in."""
    if language is None:
        # a lesson has the language of its board
        language = getattr(getattr(source, "board", source), "language", "en")
        known = [tag for tag in lesson_languages if tag in locales.languages()]
        if known and language not in known:
            language = known[0]
    return wording_of(language).language


def _lesson_page(lesson: LessonContent, title: str | None, language: str, site: SiteFrame | None) -> str:
    from ..core.page.lesson_page import LessonPage

    start = lesson.steps[0].start
    around: dict[str, dict[str, str]] = {}
    for tag in locales.languages():
        page_words, words = locales.page_words(tag), words_around(VARIANTS[start.variant], tag)
        words["title"] = title or lesson.titled(tag)
        words["lead"] = plain(lesson.say(lesson.about, tag)) or page_words["page.lead.lesson"]
        words["still"] = still_picture(lesson, tag).words
        around[tag] = {**words, **learner_words(tag)}
    options = {**lesson_options(lesson, language), "boards": lesson_boards(lesson)}
    players = sorted(searched_players(lesson))
    if players:
        options["weights"] = weights(players)
    return assemble(
        "lesson",
        options,
        around,
        first=LessonPage(json.dumps(options)).first(),
        image=still_picture(lesson, language).svg,
        position=str(start),
        steps=[
            (plain(lesson.say(step.text, language)), step_picture(step, language).words)
            for number, step in enumerate(lesson.steps)
            # a demonstration needs scripts; the picture is that of the first step
            if number == 0 or not step.plays
        ],
        site=site,
    )


def _game_page(
    source: object,
    game: Game,
    title: str | None,
    aids: str,
    language: str,
    levels: Mapping[str, Any] | None,
    site: SiteFrame | None,
) -> str:
    from ..core.page.game_page import GamePage

    if aids not in AIDS:
        raise ShareError(f"aids is one of {', '.join(AIDS)}, not {aids!r}")
    options = {
        **game_options(game, aids, language, levels_of(source, game, levels)),
        "boards": named_boards(),
        "weights": weights((2, 3)),
    }
    around = {tag: _around(game, title, tag, site is None) for tag in locales.languages()}
    started = game.started
    return assemble(
        "game",
        options,
        around,
        first=GamePage(json.dumps(options)).first(),
        image=still_picture(game, language).svg if started else "",
        position=str(game.position) if started else "",
        site=site,
    )


def _around(game: Game, title: str | None, language: str, has_lead: bool) -> dict[str, str]:
    """The words around a game's board in a language, by their names in the page.

    Those that depend on the number of players are there for each number, unless the page has its own.
    """
    page_words, variant = locales.page_words(language), variant_of(game)
    colors = len(sides(variant))
    words = words_around(variant, language)
    titles = {n: page_words[f"page.title.{first_variant_for(n)}"] for n in (2, 3)}
    words["title"] = title or titles[colors]
    words["lead"] = page_words[f"page.lead.{colors}"]
    for other in (2, 3) if has_lead else ():
        words[f"lead.{other}"] = page_words[f"page.lead.{other}"]
        if not title:
            words[f"title.{other}"] = titles[other]
    for name in ("lost", "link.broken", "link.large", "link.newer"):
        words[name] = page_words["page." + name]
    words["still"] = still_picture(game, language).words if game.started else page_words["page.open"]
    return words


def _game(source: object) -> Game:
    source = game_on(source)
    if isinstance(source, Game):
        return source
    if isinstance(source, (Position, str)):
        return Game(source)
    raise ShareError(
        f"share a Position, its text, a Game, a Board or a Lesson, not {source!r} of type {type_name(source)}"
    )


def levels_of(
    source: object, game: Game, levels: Mapping[str, Any] | None, stacklevel: int = 7
) -> dict[str, int]:
    """The level of each colour that a computer plays: as given, or as on the board.

    A warning about a player on the board names the line at `stacklevel`: that which calls `share`, which is decorated
    and calls `page`.
    """
    if levels is None:
        return _levels_on(source, stacklevel)
    given: Any = levels
    # a Series of pandas is no Mapping
    levels = given if isinstance(given, Mapping) else dict(given) if hasattr(given, "keys") else None
    if levels is None:
        raise ShareError(f'levels is a dict such as {{"B": 2}}, not {given!r}')
    colors = sides(variant_of(game))
    numbers: dict[str, int] = {}
    for color, level in levels.items():
        if color not in colors:
            raise ShareError(f"levels are given to {', '.join(colors)} here, not to {color!r}")
        number = level_in(level)
        value = level if number is None else number
        numbers[color] = whole_number(value, f"the level of {color} in a page", LOWEST, HIGHEST)
    return numbers


def _levels_on(board: object, stacklevel: int) -> dict[str, int]:
    """The levels nearest to the players of a board; warns where a level is not the same player."""
    from ..arena.players import Player
    from ..arena.specs import player_of

    levels: dict[str, int] = {}
    for color, attribute in (("W", "white"), ("B", "black"), ("R", "red")):
        spec = getattr(board, attribute, None)
        player = player_of(spec) if isinstance(spec, str) else spec
        if player is None:
            continue
        if isinstance(player, Player):
            levels[color] = player.level or HIGHEST
            if player.level == levels[color]:
                continue
        replacement = f"level {levels[color]}" if color in levels else "a person"
        name = getattr(spec, "__name__", repr(spec))
        warnings.warn(f"{attribute} is {name} here, and {replacement} in the page", stacklevel=stacklevel)
    return levels


def _title(title: object) -> str | None:
    if title is None:
        return None
    if not isinstance(title, str):
        raise ShareError(f"a title is a text, not of type {type_name(title)}")
    title = " ".join(title.split())
    if not 0 < len(title) <= MAX_TITLE:
        raise ShareError(f"a title has 1 to {MAX_TITLE} characters, not {len(title)}")
    for sign in title:
        if unicodedata.category(sign) in ("Cc", "Cs"):
            raise ShareError(f"a title has no control characters such as {sign!a}")
    return title
