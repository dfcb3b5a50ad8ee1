"""A game or a lesson as one HTML file that plays anywhere: the board of the notebook, no server, no network.

MicroPython runs `core` in a worker of the page (`pages`).
"""

from __future__ import annotations

import json
import os
import unicodedata
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from .. import locales
from ..core.game.game import Game
from ..core.rules.position import Position
from ..core.rules.variants import VARIANTS, Variant, sides
from ..core.teaching.lesson import LessonContent
from ..core.teaching.rich_text import plain
from ..layouts import data as named_boards
from ..storage.atomic import named, write
from .html import ShareError, assemble, name_of, words_around
from .sources import expanded, is_lesson
from .sources import lesson as lesson_of

if TYPE_CHECKING:
    from ..picture import Picture

MAX_TITLE = 200
# of the computer that plays in a page
MAX_LEVEL = 3
PICTURE_SIZE = 560


class Shown(Protocol):
    """A board, as far as this room knows one: it has a game on it."""

    @property
    def game(self) -> Game:
        """The game on the board."""
        ...


class Taught(Protocol):
    """A lesson on a board, as far as this room knows one: there is what it is made of."""

    content: LessonContent
    """What is learned."""


def share(
    what: Position | Game | LessonContent | Shown | Taught | str,
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    aids: str | None = None,
    language: str | None = None,
    levels: Mapping[str, int] | None = None,
) -> Path:
    """Write a game or a lesson to one HTML file that works in any newer browser, from disk too; return its path.

    `what` is a `Position`, its text, a `Game` or the `Board` it lies on, which goes along with its tree of turns,
    comments and marks and the place in it, `Game("open")` for an open start (R5), or a `Lesson`, also by its name, such
    as "fork", or its file, such as "mine.lesson". The page begins in `language`, by default the board's or English;
    its reader may choose another. The file is written whole or not at all.

    Games alone: `aids` is as for a `Board`: "full", "legal" or "none". `levels` says which colours the computer plays,
    such as {"B": 2}, at levels 1 to 3; by default those that a `Player` has on the board, at most at level 3, with a
    warning where somebody else played there. The reader may change that. The page's address may name another position,
    as in `game.html#adaptoid_w_0,0_W:D2_B:D6`.

    Raises ShareError for anything else, TextError for a text that is no position, GameError for a lesson that is not
    there or is wrong, LanguageError for a language without words, ValueError for a file that is no .html, and OSError
    where it cannot be written.
    """
    target = named(expanded(path), "game.html")
    write(target, page(what, title=title, aids=aids, language=language, levels=levels).encode("utf-8"))
    return target


def page(
    what: Position | Game | LessonContent | Shown | Taught | str,
    *,
    title: str | None = None,
    aids: str | None = None,
    language: str | None = None,
    levels: Mapping[str, int] | None = None,
) -> str:
    """The page that `share` writes; the same call gives the same text."""
    title = _title(title)
    lesson = _lesson(what)
    if lesson is not None:
        if aids is not None or levels is not None:
            raise ShareError(
                "the steps of a lesson say their aids and who answers themselves; leave these out"
            )
        return _lesson_page(lesson, title, _language(what, language))
    return _game_page(what, title, "full" if aids is None else aids, _language(what, language), levels)


def _language(what: object, language: str | None) -> str:
    from ..core.i18n.catalog import wording_of

    if language is None:
        # a lesson speaks as its board does
        language = getattr(getattr(what, "board", what), "language", "en")
    return wording_of(language).language


def _lesson(what: object) -> LessonContent | None:
    """The lesson, or what a lesson on a board is made of; None for anything else."""
    if isinstance(what, str):
        return lesson_of(what) if is_lesson(what) else None
    inner = getattr(what, "content", what)
    return inner if isinstance(inner, LessonContent) else None


def _lesson_page(lesson: LessonContent, title: str | None, language: str) -> str:
    from ..core.page.lesson_page import LessonPage

    start = lesson.steps[0].start
    around: dict[str, dict[str, str]] = {}
    for tag in locales.languages():
        page, words = locales.page_words(tag), words_around(VARIANTS[start.variant], tag)
        words["title"] = title or lesson.titled(tag)
        words["lead"] = plain(lesson.say(lesson.about, tag)) or page["page.lead.lesson"]
        words["still"] = _picture(Game(start), tag).words
        for name in ("", ".name", ".save", ".saved", ".nameless"):
            words["results" + name] = page["page.results" + name]
        around[tag] = words
    # with other words it is the same lesson still, and whoever learned goes on
    steps = [
        [step.name, step.position, str(step.goal), step.ask, step.turns, len(step.hints)]
        for step in lesson.steps
    ]
    options: dict[str, Any] = {"lesson": lesson.pack(), "board": name_of([lesson.name, steps])}
    layouts = {str(step.start.layout) for step in lesson.steps}
    boards = [board for board in named_boards() if board["layout"] in layouts]
    options.update({"language": language, "boards": boards})
    first = LessonPage(json.dumps(options)).first()
    reading = [
        (plain(lesson.say(step.text, language)), _picture(Game(step.start), language).words)
        for step in lesson.steps
    ]
    image = _picture(Game(start), language).svg
    return assemble("lesson", options, around, first=first, image=image, position=str(start), reading=reading)


def _game_page(
    what: object, title: str | None, aids: str, language: str, levels: Mapping[str, int] | None
) -> str:
    from ..core.page.game_page import GamePage, pack
    from ..core.session.session import AIDS

    game = _game(what)
    if aids not in AIDS:
        raise ShareError(f"aids is one of {', '.join(AIDS)}, not {aids!r}")
    options: dict[str, Any] = {"game": pack(game), "aids": aids}
    options["board"] = name_of(options)
    options.update({"language": language, "levels": _levels(what, game, levels), "boards": named_boards()})
    around = {tag: _around(game, title, tag) for tag in locales.languages()}
    started = game.started
    return assemble(
        "game",
        options,
        around,
        first=GamePage(json.dumps(options)).first(),
        image=_picture(game, language).svg if started else "",
        position=str(game.position) if started else "",
    )


def _around(game: Game, title: str | None, language: str) -> dict[str, str]:
    """The words around a game's board in a language, by what they are in the page."""
    page, variant = locales.page_words(language), _variant(game)
    colors = len(sides(variant))
    out = words_around(variant, language)
    out["title"] = title or page["page.title." + ("adaptoid" if colors == 2 else "adapt3")]
    out["lead"] = page[f"page.lead.{colors}"]
    out.update({name: page["page." + name] for name in ("seats", "lost")})
    for level in range(MAX_LEVEL + 1):
        out[f"seat.{level}"] = page[f"page.seat.{level}"]
    out["still"] = _picture(game, language).words if game.started else page["page.open"]
    return out


def _game(what: object) -> Game:
    # a board shares its game; this room knows no boards
    what = getattr(what, "game", what)
    if isinstance(what, Game):
        return what
    if isinstance(what, (Position, str)):
        return Game(what)
    raise ShareError(
        f"share a Position, its text, a Game, a Board or a Lesson, not {what!r} of type {type(what).__name__}"
    )


def _variant(game: Game) -> Variant:
    opening = game.opening
    return VARIANTS[game.position.variant if opening is None else opening.variant]


def _levels(what: object, game: Game, levels: Mapping[str, int] | None) -> dict[str, int]:
    """The levels that have colours, as they are asked for or as they sit at a board."""
    if levels is None:
        return _seated(what)
    if not isinstance(levels, Mapping):
        raise ShareError(f'levels is a dict such as {{"B": 2}}, not {levels!r}')
    colors = sides(_variant(game))
    for color, level in levels.items():
        if color not in colors:
            raise ShareError(f"levels are given to {', '.join(colors)} here, not to {color!r}")
        if type(level) is not int or not 1 <= level <= MAX_LEVEL:
            raise ShareError(f"in a page the computer plays at levels 1 to {MAX_LEVEL}, not {level!r}")
    return dict(levels)


def _seated(what: object) -> dict[str, int]:
    from ..arena.players import Player
    from ..arena.specs import player_of

    out: dict[str, int] = {}
    for color, name in (("W", "white"), ("B", "black"), ("R", "red")):
        seated = getattr(what, name, None)
        player = player_of(seated) if isinstance(seated, str) else seated
        if isinstance(player, Player):
            out[color] = min(player.level or MAX_LEVEL, MAX_LEVEL)
            if player.level == out[color]:
                continue
        if player is not None:
            instead = f"level {out[color]}" if color in out else "a person"
            # whoever calls `share`, which calls `page`
            who = getattr(seated, "__name__", repr(seated))
            warnings.warn(f"{name} is {who} here, and {instead} in the page", stacklevel=6)
    return out


def _title(title: object) -> str | None:
    if title is None:
        return None
    if not isinstance(title, str):
        raise ShareError(f"a title is a text, not of type {type(title).__name__}")
    title = " ".join(title.split())
    if not 0 < len(title) <= MAX_TITLE:
        raise ShareError(f"a title has 1 to {MAX_TITLE} characters, not {len(title)}")
    for sign in title:
        if unicodedata.category(sign) in ("Cc", "Cs"):
            raise ShareError(f"a title has no control characters such as {sign!a}")
    return title


def _picture(game: Game, language: str) -> Picture:
    """How the game stands: for readers without JavaScript, and until the board is awake."""
    from ..core.i18n.catalog import wording_of
    from ..core.session.snapshot import last_part, status
    from ..picture import Picture

    wording = wording_of(language)
    said = status(game, wording)
    return Picture(
        game.position, last_part(game), status=said, theme="auto", size=PICTURE_SIZE, wording=wording
    )
