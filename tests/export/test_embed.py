"""The script for boards in foreign pages, and the elements that it makes boards of."""

from __future__ import annotations

import json
from html import unescape
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget import Game, Position
from adaptoid_widget.cli import main
from adaptoid_widget.core.game.record_writing import record_text
from adaptoid_widget.core.i18n.catalog import LanguageError
from adaptoid_widget.core.page.embedded import content_of
from adaptoid_widget.core.page.runtime import Runtime
from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.teaching.lesson import LessonContent
from adaptoid_widget.export.embed import element, script
from adaptoid_widget.export.inputs import lesson_in

START = "adaptoid w 0,0 W:D2 B:D6"


class Elements(HTMLParser):
    """Collects the elements of a text, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_an_element_has_its_position_a_picture_and_words() -> None:
    (tag, attributes), (image, picture) = Elements(element(Game(Position.from_text(START)))).found
    assert (tag, attributes) == ("adaptoid-board", {"position": START, "language": "en"})
    assert image == "img"
    assert str(picture["src"]).startswith("data:image/svg+xml,")
    assert "White has D2 bare" in str(picture["alt"])


def test_a_game_is_kept_with_its_turns_and_nothing_ends_the_attribute() -> None:
    game = Game(Position.from_text(START)).play("+D3").play("D6+L")
    game.headers["White"] = 'Ann "<b>" & Co'
    text = element(game, {"levels": "B:3", "compact": None})
    attributes = Elements(text).found[0][1]
    assert attributes["game"] == record_text(game)
    assert attributes["compact"] is None
    assert "<b>" not in text
    made = content_of({"attributes": attributes})
    assert made["levels"] == {"B": 3}
    assert "1 +D3" in made["game"]["record"]


def test_a_lesson_is_in_its_element_and_the_page_reads_it() -> None:
    lesson = lesson_in("fork")
    assert lesson is not None
    text = element(lesson, {}, "de")
    assert text.isascii()
    packed = text.split('<script type="application/json">')[1].split("</script>")[0]
    assert content_of({"attributes": {"content": packed}})["lesson"] == json.loads(json.dumps(lesson.pack()))
    assert "Gabel" in unescape(text)


def test_the_text_of_a_lesson_file_in_an_element_is_read_with_the_indentation_of_its_page() -> None:
    text = (files("adaptoid_widget.lessons") / "course" / "fork.lesson").read_text("utf-8")
    expected = content_of({"attributes": {"content": text}})["lesson"]
    lesson = lesson_in("fork")
    assert lesson is not None
    # it has no file to be named after
    assert LessonContent.unpack(expected)._replace(name="fork") == lesson
    inside = "\n" + indent(text, "      ").replace("\n", "\r\n") + "    "
    assert content_of({"attributes": {"content": inside}})["lesson"] == expected


def test_the_runtime_opens_what_attributes_describe() -> None:
    options = {"attributes": {"position": START}, "board": "b", "language": "en"}
    page = Runtime().open("embedded", json.dumps(options))
    assert json.loads(page.first())["snapshot"]["position"] == START


@pytest.mark.parametrize(
    ("attributes", "text"),
    [
        ({"position": "adaptoid w 0,0 W:Z2"}, "expected a disc of this board at character 18, found 'Z2'"),
        ({"game": "hello"}, "This is not a game or a position of Adaptoid."),
        ({"position": START, "levels": "B:77"}, "the level of B is a whole number from 1 to 10, not 77"),
        ({"position": START, "levels": "X:3"}, "levels are like B:3 or W:2 R:5, not 'X:3'"),
        ({"position": START, "levels": "B:strong"}, "the level of B is a whole number from 1 to 10, not 0"),
        ({"position": START, "aids": "all"}, "aids is one of full, legal, none, not 'all'"),
        ({"lesson": "forks"}, "this script has no lesson 'forks'; it has: fork"),
        (
            {"content": "adaptoid-lesson 1\ntitel: A\nabout:"},
            "the lesson in this element, line 2, column 1: there is no key titel here; did you mean title?",
        ),
        ({"content": '{"lesson": '}, "the content of this board is damaged"),
        ({"position": START, "levels": "R:3"}, "levels name R, which does not play here; W and B play"),
        ({"position": START, "levels": "B:3 B:4"}, "levels name B twice"),
        ({"levels": "B:3"}, "this element names nothing to show; give it position=, game=, lesson= or src="),
        ({"position": START, "game": START}, "give one of position and game, not several"),
        ({"lesson": "fork", "content": START}, "give one of lesson and a content inside, not several"),
        ({"lesson": "fork", "levels": "B:3"}, "levels is for a position or a game; a lesson has its own"),
        (
            {"content": '{"lesson": []}', "aids": "none"},
            "aids is for a position or a game; a lesson has its own",
        ),
        ({"position": START, "level": "B:3"}, "there is no attribute 'level'; did you mean levels?"),
    ],
)
def test_wrong_attributes_are_explained(attributes: dict[str, Any], text: str) -> None:
    with pytest.raises(GameError) as error:
        content_of({"attributes": attributes, "lessons": {"fork": []}})
    assert text in str(error.value)


def test_embed_writes_what_the_command_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["embed", START, "--levels", "B:3", "--compact"]) == 0
    assert aw.embed(START, levels={"B": "level:3"}, compact=True) == capsys.readouterr().out
    board = aw.Board(START, black=aw.Player(level=2), language="de")
    assert Elements(aw.embed(board)).found[0][1]["levels"] == "B:2"
    assert 'language="de"' in aw.embed(board)
    written = aw.embed_script(tmp_path / "boards.js", lessons=["fork"])
    assert main(["embed", "-o", str(tmp_path / "other.js"), "--lesson", "fork"]) == 0
    assert written.read_bytes() == (tmp_path / "other.js").read_bytes()
    for wrong in (lambda: aw.embed("fork", levels={"B": 1}), lambda: aw.embed_script(lessons="fork")):
        with pytest.raises(ValueError, match=r"leave these out|is a list of lessons"):
            wrong()


def test_an_unknown_language_is_explained_and_a_region_is_none() -> None:
    with pytest.raises(LanguageError, match="there are no words for language 'tlh'; there are for: en, de"):
        content_of({"attributes": {"position": START, "language": "tlh"}})
    assert content_of({"attributes": {"position": START, "language": "de-AT"}})["levels"] == {}
    assert content_of({"attributes": {"position": START, "language": "DE-at"}})["levels"] == {}


def test_a_damaged_record_says_what_was_dropped_until_the_game_goes_on() -> None:
    record = f"adaptoid-record 1\nStart: {START}\n\n1 d2+l\n2 A1+L\n"
    options = json.dumps({"attributes": {"game": record}, "board": "b"})
    page = Runtime().open("embedded", options)
    assert "Turn 2, A1+L, is not legal" in json.loads(page.first())["notes"]
    assert json.loads(Runtime().open("embedded", options, page.keep()).first())["notes"] == ""


def test_the_script_has_no_line_end_in_a_text_and_ends_no_element() -> None:
    text = script()
    assert "</script" not in text
    assert "\0" not in text
    assert "http://" not in text.replace("http://www.w3.org/", "")
