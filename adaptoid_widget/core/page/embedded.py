"""A board that a foreign page describes with the attributes of its element `<adaptoid-board>`."""

from __future__ import annotations

import json
from typing import Any, Dict, Tuple

from ..game.game import Game
from ..game.headers import PLAYER_HEADERS
from ..host.host import brief
from ..i18n.catalog import LANGUAGES, LanguageError
from ..rules.errors import GameError, whole_number
from ..rules.scanner import plain_line_ends
from ..search.levels import HIGHEST, LOWEST, level_in
from ..session.session import AIDS
from ..session.sharing import read_shared
from ..teaching.authored_steps import cleaned
from ..teaching.lesson import LessonContent
from ..teaching.lesson_keys import FIRST_LINE
from ..teaching.lesson_problems import LessonError
from ..teaching.lesson_reader import lesson_from_text
from ..wire.intent_fields import Json, Refused
from .stored_game import stored_game

SOURCES = ("position", "game", "lesson", "src")
"""The attributes that say what the board shows; an element has one of them, or a content inside."""
OF_GAMES = ("levels", "aids")
"""The attributes that a lesson does not have."""
DESCRIBING = SOURCES + OF_GAMES + ("language",)
KNOWN = DESCRIBING + ("compact", "content")
# how the text of a lesson begins, of any version
_LESSON = FIRST_LINE.split(" ")[0]


def content_of(options: Json) -> Json:
    """The options of the game or lesson that `options["attributes"]` describe.

    `position` and `game` hold a position or a record, `content` what the command `embed` has written, the text of a
    lesson file, or what was read at the address `src`, `lesson` the name of a lesson that the script holds, `levels`
    which colours the computer plays, such as "B:3", and `aids` how much the board shows. The "notes" say what was read
    differently from how it was written. Raises GameError or LanguageError with a sentence for the page.

    >>> made = content_of({"attributes": {"position": "adaptoid w 0,0 W:D2 B:D6", "levels": "B:3"}})
    >>> made["game"]["record"][1], made["levels"], made["notes"]
    ('Start: adaptoid w 0,0 W:D2 B:D6', {'B': 3}, '')
    """
    attributes: Dict[str, str] = options["attributes"]
    shared = {name: options[name] for name in options if name not in ("attributes", "lessons")}
    _check_language(attributes)
    _check_names(attributes)
    sources = [name for name in SOURCES if name in attributes]
    text = attributes.get("content", "")
    if "content" in attributes and "src" not in attributes:
        sources.append("a content inside")
    if not sources:
        raise GameError(
            "this element names nothing to show; give it position=, game=, lesson= or src=, "
            'such as position="%s"' % Game().position
        )
    if len(sources) > 1:
        raise GameError("give one of %s, not several" % " and ".join(sources))
    lesson = _lesson(attributes, text, options.get("lessons", {}))
    if lesson is not None:
        for name in OF_GAMES:
            if name in attributes:
                raise GameError("%s is for a position or a game; a lesson has its own" % name)
        shared.update(lesson)
        return shared
    shared["aids"] = _aids(attributes)
    text = attributes.get("game") or attributes.get("position") or text
    try:
        game, notes = read_shared(text)
    except Refused as refusal:
        raise GameError(refusal.reason.text)
    shared["game"] = stored_game(game)
    colors = game.position.colors if game.started else ("W", "B")
    shared["levels"] = _levels(attributes.get("levels", ""), colors)
    shared["notes"] = LANGUAGES.wording(options.get("language", "en")).say_all(notes)
    return shared


def _lesson(attributes: Dict[str, str], text: str, lessons: Json) -> Any:
    """The options of the lesson that attributes or a content describe; None if they describe a game."""
    if "content" not in attributes and "lesson" in attributes:
        name = attributes["lesson"]
        if name not in lessons:
            known = ", ".join(sorted(lessons)) or "none"
            raise GameError("this script has no lesson %s; it has: %s" % (brief(name), known))
        return {"lesson": lessons[name]}
    # indented like the page around it
    written = cleaned(plain_line_ends(text[text[:1] == "\ufeff" :]))
    if written[: len(_LESSON)] == _LESSON:
        return {"lesson": _written_lesson(written).pack()}
    if not text.lstrip().startswith("{"):
        return None
    try:
        return {"lesson": json.loads(text)["lesson"]}
    except (ValueError, KeyError, TypeError):
        raise GameError("the content of this board is damaged; write it anew with `adaptoid-widget embed`")


def _written_lesson(text: str) -> LessonContent:
    """The lesson of the text of a lesson file. Raises GameError with its first problem."""
    try:
        return lesson_from_text(text)
    except LessonError as error:
        first, more = error.problems[0], len(error.problems) - 1
    raise GameError("the lesson in this element, %s%s" % (first, " (and %d more)" % more if more else ""))


def _check_names(attributes: Dict[str, str]) -> None:
    """Raise GameError for an attribute that begins like a known one; others may be somebody else's."""
    for name in sorted(attributes):
        near = [known for known in KNOWN if known[:3] == name[:3]]
        if near and name not in KNOWN:
            raise GameError("there is no attribute %s; did you mean %s?" % (brief(name), near[0]))


def _check_language(attributes: Dict[str, str]) -> None:
    """Raise LanguageError for a language without words here. A tag may name a region, such as de-AT or DE-at."""
    if "language" in attributes and attributes["language"].split("-")[0].lower() not in LANGUAGES.tags():
        raise LanguageError(attributes["language"], LANGUAGES.tags())


def _aids(attributes: Dict[str, str]) -> str:
    aids = attributes.get("aids", AIDS[0])
    if aids not in AIDS:
        raise GameError("aids is one of %s, not %s" % (", ".join(AIDS), brief(aids)))
    return aids


def _levels(text: str, colors: Tuple[str, ...]) -> Dict[str, int]:
    """The level of each colour in a text such as "W:2 B:5", for a game with these colours."""
    out: Dict[str, int] = {}
    for part in text.replace(",", " ").split():
        color, _, level = part.partition(":")
        if color not in PLAYER_HEADERS:
            raise GameError("levels are like B:3 or W:2 R:5, not %s" % brief(part))
        if color not in colors:
            raise GameError(
                "levels name %s, which does not play here; %s play" % (color, " and ".join(colors))
            )
        if color in out:
            raise GameError("levels name %s twice" % color)
        number = level_in(level)
        if number is None:
            number = int(level) if level.isdigit() else 0
        out[color] = whole_number(number, "the level of %s" % color, LOWEST, HIGHEST)
    return out
