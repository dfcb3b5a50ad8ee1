"""The command: what a word on it means, and that what is wrong is said in one line with its place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adaptoid_widget.cli import main
from adaptoid_widget.lessons import path_of

START = "adaptoid w 0,0 W:D2 B:D6"
LESSON = f"""adaptoid-lesson 1
title: Growing

[step grow]
text: Grow.
position: {START}
goal: grows new
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What is said of words that are refused; nothing is written."""
    before = sorted(Path().iterdir())
    assert main(words) == 2
    assert sorted(Path().iterdir()) == before
    return capsys.readouterr().err.removeprefix("adaptoid-widget: ").rstrip("\n")


def made(what: str) -> str:
    """The page that is made of a word."""
    assert main(["share", what, "-o", "out.html"]) == 0
    return Path("out.html").read_text(encoding="utf-8")


# -- what a word means -------------------------------------------------------------------------------------------------


def test_a_folder_hides_no_lesson_that_comes_along(folder: Path) -> None:
    (folder / "fork").mkdir()
    assert "The fork" in made("fork")


def test_a_file_does_and_says_so_where_it_cannot_be_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "fork").write_text(START, encoding="utf-8")
    assert "The fork" not in made("fork")
    for text, place in (("hello\n", "fork:1:1: neither a lesson nor"), (START + "9", "fork:1:23: ")):
        (folder / "fork").write_text(text, encoding="utf-8")
        said = refused(["share", "fork", "-o", "no.html"], capsys)
        assert said.startswith(place)
        assert said.endswith("a lesson has the name fork too; it is used if there is no such file")


def test_a_lesson_is_one_whatever_its_file_is_called(folder: Path) -> None:
    (folder / "mine.txt").write_text(LESSON, encoding="utf-8")
    assert "<title>Growing" in made("mine.txt")


@pytest.mark.parametrize("name", ["one.txt", "one game", "~/one"])
def test_a_file_is_read_whatever_its_name(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for home in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(home, str(folder))
    (folder / name.removeprefix("~/")).write_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6\n", encoding="utf-8")
    assert "W:C5,D3 B:D5LLPP,D6" in made(name)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("bad.txt", "adaptoid w 0,0 W:D2 B:D99", "bad.txt:1:23: expected a disc of this board, found 'D99'"),
        ("bad.lesson", LESSON.replace("goal", "gaol"), "bad.lesson:7:1: there is no key gaol here"),
        ("bad.txt", LESSON.replace("goal", "gaol"), "bad.txt:7:1: there is no key gaol here"),
        ("bad.txt", "hello", "bad.txt:1:1: neither a lesson nor a game record nor a position begins here"),
        ("bad.ipynb", "{}", "bad.ipynb: a notebook cannot be shared alone; make a site from its folder"),
    ],
)
def test_a_file_that_cannot_be_shared_is_named_with_the_place(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    assert refused(["share", name, "-o", "out.html"], capsys).startswith(said)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("none.txt", "there is no file 'none.txt'"),
        ("no such.txt", "there is no file 'no such.txt'"),
        ("none.lesson", "there is no file 'none.lesson'"),
        ("class/none", "there is no file 'class/none'"),
        ("frok", "there is no file and no lesson 'frok'; did you mean fork?"),
        ("class", "'class' is a folder; to make a site from it, use: adaptoid-widget site"),
        ("adaptoid w 0,0 W:D2 B:D99", "line 1, column 23: expected a disc of this board, found 'D99'"),
    ],
)
def test_a_word_that_means_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], word: str, said: str
) -> None:
    (folder / "class").mkdir()
    assert refused(["share", word, "-o", "out.html"], capsys) == said


def test_a_lesson_that_is_not_taught_in_a_language(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page is made all the same, and one line says so; of the others, none does."""
    (folder / "mine.lesson").write_text(LESSON, encoding="utf-8")
    for what, said in (
        ("mine.lesson", "the lesson is not taught in de; its texts stay in en\n"),
        ("fork", ""),
        (START, ""),
    ):
        assert main(["share", what, "-o", "out.html", "--language", "de"]) == 0
        assert capsys.readouterr().err == said


# -- pictures ----------------------------------------------------------------------------------------------------------


def test_what_no_picture_is_made_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "start.txt").write_text(START, encoding="utf-8")
    (folder / "mine.lesson").write_bytes(path_of("fork").read_bytes())
    for words, said in (
        (["none.txt"], "there is no file 'none.txt'"),
        (["mine.lesson"], "mine.lesson is a lesson; give a position or a game"),
        (["start.txt", "--seconds", "-1"], "more than 0, not -1"),
        (["start.txt", "--seconds", "0"], "more than 0, not 0"),
        (["start.txt", "--seconds", "nan"], "more than 0, not nan"),
    ):
        assert refused(["picture", *words, "-o", "out.gif"], capsys).endswith(said)
    assert main(["picture", "start.txt", "-o", "out.svg"]) == 0


# -- the command itself ------------------------------------------------------------------------------------------------


def test_without_words_it_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "write a lesson, a game or a position as one HTML file" in said.err


@pytest.mark.parametrize(
    ("word", "said"), [("shar", "did you mean share?"), ("xyz", "there are: lab, board")]
)
def test_a_command_that_is_none(word: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([word])
    assert f"there is no command {word!r}; {said}" in capsys.readouterr().err


def test_what_the_system_refuses_is_said_without_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(["share", START, "-o", "none/out.html"], capsys)
    assert said == f"{Path('none/out.html')}: the folder of this file does not exist"


def test_a_terminal_that_is_not_utf_8_shows_what_it_can() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "adaptoid_widget", "lesson", "list"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert b"7 ? The fork" in answer.stdout


def test_a_reader_that_has_ended_is_no_error() -> None:
    """As in `adaptoid-widget lesson list | head -1`."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "adaptoid_widget", "lesson", "list"]
    # without a buffer, printing would find it out, and not only the end
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    ended = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, env=buffered, check=False)
    os.close(write)
    assert (ended.returncode, ended.stderr) == (0, b"")
