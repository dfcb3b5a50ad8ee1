"""The content of an output: the game, the lesson, the puzzles or the home that it shows, beside its saved picture.

A notebook keeps it as JSON under the MIME type `MIME`. The widget writes it; `share` makes the output of a page live
with it. A notebook may come from anywhere, so `read_content` trusts nothing in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..core.game.game import Game, variant_of
from ..core.host.host import brief
from ..core.i18n.catalog import wording_of
from ..core.page.endpoint import OUTDATED
from ..core.page.stored_game import read_stored, stored_game
from ..core.rules.errors import whole_number
from ..core.rules.variants import sides
from ..core.search.levels import HIGHEST, LOWEST
from ..core.session.session import SETTINGS, Session
from ..core.teaching.lesson import STEP_FIELDS, LessonContent, LessonStep, make_lesson, make_step
from ..core.teaching.rich_text import LocalizedText, check_prose, check_tag
from ..core.wire.intent_fields import Json
from ..puzzles import load

MIME = "application/vnd.adaptoid.content+json"
TITLES = "adaptoid_titles"
"""In the metadata of a container's output: the title of each board in it, "" for none."""
VERSION = 1
# a game of a few thousand turns with comments; reading a longer record would take seconds
MAX_RECORD_CHARACTERS = 500_000
MAX_RECORD_LINES = 20_000
GLYPHS = ("", "?", "??")
# the last day that Python knows
MAX_DAY = 3_652_059


class ContentError(ValueError):
    """Raised for a content that cannot be read; the message says what is wrong in it."""


class SavedGame(NamedTuple):
    """A board's game, with the place of the board in it."""

    game: Game
    settings: Json
    """The settings of the board that are not the default, with "language" for another one than English."""
    levels: dict[str, int]
    """The level of each colour that a computer plays."""


class SavedLesson(NamedTuple):
    """A lesson."""

    lesson: LessonContent
    settings: Json


class SavedPuzzles(NamedTuple):
    """Puzzles."""

    tactics: tuple[str, ...]
    """The tactics that were chosen; empty for all."""
    day: int
    """The number of the day whose puzzles these are, as of `date.toordinal`; 0 for an endless sequence."""
    settings: Json


class SavedHome(NamedTuple):
    """The overview of a home."""

    settings: Json


Content = SavedGame | SavedLesson | SavedPuzzles | SavedHome


def settings_of(session: Session) -> Json:
    """The settings of a board that are not the default, and its language if that is not English.

    >>> session = Session(Game(), aids="legal")
    >>> settings_of(session)
    {'aids': 'legal'}
    """
    settings = {name: session.setting(name) for name in SETTINGS}
    return _without_defaults({**settings, "language": session.wording.language})


def game_content(game: Game, settings: Mapping[str, Any], levels: Mapping[str, int] | None = None) -> Json:
    """The content of a board. `levels` has the level of each colour that a computer plays.

    >>> content = game_content(Game().play("+D3"), {"flipped": True}, {"B": 3})
    >>> content["kind"], content["settings"], content["levels"], content["game"]["at"]
    ('game', {'flipped': True}, {'B': 3}, 1)
    """
    return _content("game", settings, game=stored_game(game), levels=dict(levels or {}))


def lesson_content(lesson: LessonContent, settings: Mapping[str, Any]) -> Json:
    """The content of a lesson."""
    return _content("lesson", settings, lesson=lesson.pack())


def puzzles_content(tactics: Sequence[str], day: int, settings: Mapping[str, Any]) -> Json:
    """The content of puzzles: their tactics, none for all, and their day, 0 for an endless sequence."""
    return _content("puzzles", settings, tactics=list(tactics), day=day)


def home_content(settings: Mapping[str, Any]) -> Json:
    """The content of a home."""
    return _content("home", settings)


def _content(kind: str, settings: Mapping[str, Any], **parts: Any) -> Json:
    return {"version": VERSION, "kind": kind, **parts, "settings": _without_defaults(settings)}


def _without_defaults(settings: Mapping[str, Any]) -> Json:
    defaults = {**{name: values[0] for name, values in SETTINGS.items()}, "language": "en"}
    return {name: value for name, value in settings.items() if value != defaults[name]}


def read_content(data: object) -> Content:
    """The content in JSON data. Raises ContentError for everything that the functions above do not make.

    Fields that this version does not know are passed over.

    >>> read_content(home_content({"language": "de"}))
    SavedHome(settings={'language': 'de'})
    >>> read_content({"version": 2, "kind": "game"})
    Traceback (most recent call last):
    adaptoid_widget.export.output_content.ContentError: it is of version 2; this adaptoid-widget reads version 1
    """
    try:
        if not isinstance(data, dict):
            raise ContentError(f"it is an object of JSON, not {brief(data)}")
        version, kind = data.get("version"), data.get("kind")
        if version != VERSION or isinstance(version, bool):
            raise ContentError(
                f"it is of version {brief(version)}; this adaptoid-widget reads version {VERSION}"
            )
        if not isinstance(kind, str) or kind not in _READERS:
            raise ContentError(f"its kind is one of {', '.join(_READERS)}, not {brief(kind)}")
        return _READERS[kind](data, _settings(data.get("settings", {})))
    except ContentError:
        raise
    except OUTDATED as error:
        # of errors that Python raises for data of another form, the text says nothing to a reader
        is_ours = isinstance(error, ValueError) and str(error)
        raise ContentError(str(error) if is_ours else "it has not the form that its kind has") from None


def _settings(data: object) -> Json:
    if not isinstance(data, dict):
        raise ContentError(f"its settings are an object of JSON, not {brief(data)}")
    settings = {name: data[name] for name in SETTINGS if name in data}
    Session(Game()).set(**settings)
    if "language" in data:
        settings["language"] = wording_of(data["language"]).language
    return _without_defaults(settings)


def _read_game(data: Json, settings: Json) -> SavedGame:
    stored = data["game"]
    record = stored["record"]
    # one long line may not hide others
    if not isinstance(record, list) or not all(isinstance(line, str) and "\n" not in line for line in record):
        raise ContentError("its record is a list of lines")
    if len(record) > MAX_RECORD_LINES or sum(map(len, record)) > MAX_RECORD_CHARACTERS:
        raise ContentError(
            f"its record has more than {MAX_RECORD_LINES} lines or {MAX_RECORD_CHARACTERS} characters"
        )
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in stored.get("glyphs", [])):
        raise ContentError("its marks of turns are pairs of a turn and a mark")
    game = read_stored(stored)
    for row in game.rows:
        glyph = game.nodes[row.node].glyph
        if glyph not in GLYPHS:
            raise ContentError(f"a turn is marked ? or ??, not {brief(glyph)}")
    return SavedGame(game, settings, _levels(data.get("levels", {}), sides(variant_of(game))))


def _levels(data: object, colors: Sequence[str]) -> dict[str, int]:
    if not isinstance(data, dict):
        raise ContentError(f"its levels are an object of JSON, not {brief(data)}")
    for color, level in data.items():
        if color not in colors:
            raise ContentError(f"its levels are of {', '.join(colors)}, not of {brief(color)}")
        whole_number(level, f"the level of {color}", LOWEST, HIGHEST)
    return dict(data)


def _read_lesson(data: Json, settings: Json) -> SavedLesson:
    packed = LessonContent.unpack(data["lesson"])
    for text in (packed[1], packed.languages):
        _check_texts(list(text.values()) if isinstance(text, dict) else text)
    lesson = make_lesson(
        packed.name,
        packed[1],
        [_checked_step(step) for step in packed.steps],
        _checked_text(packed.about),
        packed.order,
        packed.languages,
    )
    return SavedLesson(lesson, settings)


def _checked_step(step: LessonStep) -> LessonStep:
    """The step as an author could have written it."""
    values = {field.name: getattr(step, field.name) for field in STEP_FIELDS}
    if not isinstance(values["flipped"], bool):
        raise ContentError(f"step {brief(step.name)}: flipped is true or false")
    whole_number(values["turns"], f"the number of turns of step {brief(step.name)}", 0)
    for name in ("position", "kind", "ask", "right", "replies", "marks", "aids", "retry"):
        _check_texts([values[name]])
    for name in ("plays", "fresh"):
        _check_texts(values[name])
    for name in ("text", "done"):
        values[name] = _checked_text(values[name])
    values["hints"] = tuple(_checked_text(text) for text in values["hints"])
    for name in ("wrong", "coach"):
        values[name] = tuple((answer, _checked_text(text)) for answer, text in values[name])
    return make_step(step.name, values.pop("text"), values.pop("position"), values.pop("goal"), **values)


def _check_texts(values: Sequence[object]) -> None:
    for value in values:
        if not isinstance(value, str):
            raise ContentError(f"a text of its lesson is {brief(value)}")


def _checked_text(text: object) -> LocalizedText:
    """A text in several languages. Raises ContentError or GameError for everything but trees of `rich_text`."""
    if not isinstance(text, dict):
        raise ContentError(f"a text of its lesson is {brief(text)}")
    for tag, tree in text.items():
        check_tag(tag)
        _check_blocks(tree)
        check_prose(tree)
    return text


def _check_blocks(blocks: object) -> None:
    for block in _parts(blocks):
        kind, *inside = _parts(block)
        if kind in ("ul", "ol"):
            for item in inside:
                _check_blocks(item)
        elif kind in ("p", "h"):
            _check_inline(inside)
        else:
            raise ContentError(f"a text of its lesson has a block {brief(kind)}")


def _check_inline(parts: list[Any]) -> None:
    for part in parts:
        if isinstance(part, str):
            continue
        kind, *inside = _parts(part)
        if kind in ("b", "i"):
            _check_inline(inside)
        elif kind != "br" and not (kind == "c" and len(inside) == 1 and isinstance(inside[0], str)):
            raise ContentError(f"a text of its lesson has a part {brief(kind)}")
        elif kind == "br" and inside:
            raise ContentError("a text of its lesson has a line break with something in it")


def _parts(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise ContentError(f"it has {brief(value)} in place of a list")
    return value


def _read_puzzles(data: Json, settings: Json) -> SavedPuzzles:
    tactics, day = data["tactics"], data["day"]
    _check_texts(_parts(tactics))
    if tactics:
        load(tactics)
    return SavedPuzzles(tuple(tactics), whole_number(day, "the day of puzzles", 0, MAX_DAY), settings)


def _read_home(_: Json, settings: Json) -> SavedHome:
    return SavedHome(settings)


_READERS: dict[str, Callable[[Json, Json], Content]] = {
    "game": _read_game,
    "lesson": _read_lesson,
    "puzzles": _read_puzzles,
    "home": _read_home,
}
