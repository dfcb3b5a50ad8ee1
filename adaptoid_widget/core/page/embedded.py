"""A board that a foreign page describes with the attributes of its element `<adaptoid-board>`."""

from __future__ import annotations

import json
from typing import Any, Dict

from ..game.game import Game
from ..game.headers import PLAYER_HEADERS
from ..host.host import brief
from ..rules.errors import GameError, whole_number
from ..search.levels import HIGHEST, LOWEST, level_in
from ..session.session import AIDS
from ..session.sharing import read_shared
from ..wire.intent_fields import Json, Refused
from .stored_game import stored_game


def content_of(options: Json) -> Json:
    """The options of the game or lesson that `options["attributes"]` describe.

    `position` and `game` hold a position or a record, `content` what the command `embed` has written, `lesson` the name
    of a lesson that the script holds, `levels` which colours the computer plays, such as "B:3", and `aids` how much the
    board shows. Raises GameError with a sentence for the page.

    >>> made = content_of({"attributes": {"position": "adaptoid w 0,0 W:D2 B:D6", "levels": "B:3"}})
    >>> made["game"]["record"][1], made["levels"]
    ('Start: adaptoid w 0,0 W:D2 B:D6', {'B': 3})
    """
    attributes: Dict[str, str] = options["attributes"]
    shared = {name: options[name] for name in options if name not in ("attributes", "lessons")}
    shared["aids"] = _aids(attributes)
    text = attributes.get("content", "")
    name = attributes.get("lesson", "")
    if text.lstrip().startswith("{"):
        try:
            given: Any = json.loads(text)
            lesson = given["lesson"]
        except (ValueError, KeyError, TypeError):
            raise GameError(
                "the content of this board is damaged; write it anew with `adaptoid-widget embed`"
            )
        shared["lesson"] = lesson
        return shared
    if name:
        lessons: Json = options.get("lessons", {})
        if name not in lessons:
            known = ", ".join(sorted(lessons)) or "none"
            raise GameError("this script has no lesson %s; it has: %s" % (brief(name), known))
        shared["lesson"] = lessons[name]
        return shared
    text = attributes.get("game") or attributes.get("position") or text
    try:
        game = read_shared(text)[0] if text.strip() else Game()
    except Refused as refusal:
        raise GameError(refusal.reason.text)
    shared["game"] = stored_game(game)
    shared["levels"] = _levels(attributes.get("levels", ""))
    return shared


def _aids(attributes: Dict[str, str]) -> str:
    aids = attributes.get("aids", AIDS[0])
    if aids not in AIDS:
        raise GameError("aids is one of %s, not %s" % (", ".join(AIDS), brief(aids)))
    return aids


def _levels(text: str) -> Dict[str, int]:
    """The level of each colour in a text such as "W:2 B:5"."""
    out: Dict[str, int] = {}
    for part in text.replace(",", " ").split():
        color, _, level = part.partition(":")
        if color not in PLAYER_HEADERS:
            raise GameError("levels are like B:3 or W:2 R:5, not %s" % brief(part))
        number = level_in(level)
        if number is None:
            number = int(level) if level.isdigit() else 0
        out[color] = whole_number(number, "the level of %s" % color, LOWEST, HIGHEST)
    return out
