"""Errors for a text that is not a position say what it is or what was meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw

POSITION = "adaptoid w 0,0 W:D2 B:D6"
READERS: dict[str, Callable[[str], Any]] = {
    "Position": aw.Position,
    "Game": aw.Game,
    "Board": aw.Board,
    "share": lambda text: aw.share(text, "never.html"),
    "picture": aw.picture,
    "film": aw.film,  # type: ignore[dict-item]
    "sheet": aw.sheet,
    "find": aw.tactics.find,
    "analyse": aw.analyse,
    "perft": lambda text: aw.perft(text, 1),
    "edit": lambda text: aw.Board().edit(text),
    "record": aw.Game.from_record,
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("frok", "did you mean the lesson fork?"),
        ("Fork", "did you mean the lesson fork?"),
        ("buterfly", "did you mean the board butterfly?"),
        ("opne", "did you mean 'open'?"),
        ("adaptiod w 0,0 W:D2 B:D6", "did you mean adaptoid?"),
        ("Adaptiod w 0,0 W:D2 B:D6", "did you mean adaptoid?"),
        ("hello", "there is no lesson, board or file of this name"),
        ("adaptiod+bare-exchange w 0,0 W:D2 B:D6", "did you mean adaptoid?"),
        ("/tmp/none/none", "there is no such file"),
        ("~/none", "there is no such file"),
        ("xyzzy", "there is no lesson, board or file of this name"),
    ],
)
def test_a_text_that_is_no_position_gets_a_hint(name: str, text: str, hint: str) -> None:
    with pytest.raises(aw.TextError) as caught:
        READERS[name](text)
    assert str(caught.value).endswith(f"; {hint}")
    assert "a variant" not in str(caught.value)


@pytest.mark.parametrize("name", sorted(set(READERS) - {"Board"}))
def test_an_unknown_path_is_reported_as_a_missing_file(name: str) -> None:
    for text in ("none.txt", "no such.txt", "/tmp/none.adaptoid"):
        with pytest.raises(aw.TextError, match=r"; there is no such file$"):
            READERS[name](text)


def test_reading_a_missing_file_raises_file_not_found() -> None:
    for read in (aw.Board, aw.read_game):
        with pytest.raises(FileNotFoundError, match="No such file"):
            read("none.txt")


@pytest.mark.parametrize("name", ["Position", "picture", "find"])
def test_an_error_names_the_kind_of_text_or_file(name: str, tmp_path: Path) -> None:
    game = aw.Game().play("+D3")
    path = str(game.save(tmp_path / "game.txt"))
    lesson = tmp_path / "mine.lesson"
    lesson.write_text("adaptoid-lesson 1\n")
    other = tmp_path / "other"
    other.write_text("Hello")
    for text, hint in (
        ("fork", "that is a lesson; use aw.Lesson('fork')"),
        ("butterfly", "that is a board; use aw.layouts.start('butterfly')"),
        ("open", "an open start has no position yet; give 'open' to aw.Board or aw.Game"),
        (game.link(), "that is a link to a game; use aw.read_game(link)"),
        (game.to_record(), "that is the record of a game; use aw.Game.from_record(text)"),
        ("adaptoid-lesson 1\ntitle: x", "that is the text of a lesson; use aw.Lesson(text)"),
        (path, f"that is a file with a game; use aw.read_game({path!r})"),
        (str(lesson), f"that is the file of a lesson; use aw.Lesson({str(lesson)!r})"),
        (str(other), "that is a file without a game, a lesson or a position"),
        (str(tmp_path), "that is a folder"),
    ):
        with pytest.raises(aw.TextError) as caught:
            READERS[name](text)
        assert str(caught.value).endswith(f"; {hint}")


def test_an_error_in_a_position_has_its_column() -> None:
    with pytest.raises(aw.TextError) as caught:
        aw.Position("adaptoid w 0,0 W:D2 B:Z6")
    assert (caught.value.column, caught.value.expected) == (23, "a disc of this board")


@pytest.mark.parametrize("make", [aw.review, aw.annotate])
def test_a_path_in_place_of_a_game_is_refused_with_a_hint(make: Callable[[Any], Any], tmp_path: Path) -> None:
    path = str(aw.Game().play("+D3").save(tmp_path / "game.txt"))
    with pytest.raises(TypeError, match=r"give a Game or a Board, not str; .* use aw\.read_game"):
        make(path)
    with pytest.raises(TypeError, match=r"not str; there is no such file$"):
        make("none.txt")


def test_a_position_in_place_of_a_path_is_refused_with_a_hint() -> None:
    for read in (aw.read_game, lambda text: next(aw.read_games(text))):
        with pytest.raises(ValueError, match=r"this is a position, .* use aw\.Game"):
            read(POSITION)
