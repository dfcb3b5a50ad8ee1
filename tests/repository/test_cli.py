"""The command line: what its arguments mean, and errors in one line with their place."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from adaptoid_widget.cli import main, modules
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.engine.analysis import analyse
from adaptoid_widget.engine.annotate import annotate
from adaptoid_widget.lessons import path_of
from adaptoid_widget.storage.records import read_games

COMMANDS = Path(__file__).resolve().parents[2] / "docs" / "reference" / "command_line.md"
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
    """Change to an empty folder and return it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Check that the command refuses `words` and writes no file, and return its error message."""
    before = sorted(Path().iterdir())
    assert main(words) == 2
    assert sorted(Path().iterdir()) == before
    return capsys.readouterr().err.removeprefix("adaptoid-widget: ").rstrip("\n")


def shared_page(content: str) -> str:
    """Share what a word means and return the page."""
    assert main(["share", content, "-o", "out.html"]) == 0
    return Path("out.html").read_text(encoding="utf-8")


def test_a_position_without_quotes_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A shell makes four words of it."""
    for command in (["perft"], ["analyse"], ["share", "-o", "x.html"]):
        with pytest.raises(SystemExit):
            main([*command, *START.split(), "3"])
        assert "put the position into quotes, since it has blanks: 'adaptoid w …'" in capsys.readouterr().err


def test_every_is_for_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    for what in ("fork", START, "rules"):
        assert refused(["sheet", what, "--every", "10", "-o", "x.html"], capsys) == "--every is for a game"


def test_a_puzzle_that_is_none_is_no_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(["lesson", "new", "x.lesson", "--from", "fork-700"], capsys)
    assert said.startswith("there is no puzzle 'fork-700'; there are: fork-1, fork-3, ")


# -- what a word means -------------------------------------------------------------------------------------------------


def test_a_folder_does_not_hide_a_built_in_lesson(folder: Path) -> None:
    (folder / "fork").mkdir()
    assert "The fork" in shared_page("fork")


def test_a_file_hides_a_built_in_lesson_and_errors_say_so(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "fork").write_text(START, encoding="utf-8")
    assert "The fork" not in shared_page("fork")
    for text, place in (("hello\n", "fork:1:1: neither a lesson nor"), (START + "9", "fork:1:23: ")):
        (folder / "fork").write_text(text, encoding="utf-8")
        message = refused(["share", "fork", "-o", "no.html"], capsys)
        assert message.startswith(place)
        assert message.endswith("a lesson has the name fork too; it is used if there is no such file")


def test_a_lesson_file_may_have_any_name(folder: Path) -> None:
    (folder / "mine.txt").write_text(LESSON, encoding="utf-8")
    assert "<title>Growing" in shared_page("mine.txt")


@pytest.mark.parametrize("name", ["one.txt", "one game", "~/one"])
def test_a_position_file_may_have_any_name(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for home in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(home, str(folder))
    (folder / name.removeprefix("~/")).write_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6\n", encoding="utf-8")
    assert "W:C5,D3 B:D5LLPP,D6" in shared_page(name)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("bad.txt", "adaptoid w 0,0 W:D2 B:D99", "bad.txt:1:23: expected a disc of this board, found 'D99'"),
        ("bad.lesson", LESSON.replace("goal", "gaol"), "bad.lesson:7:1: there is no key gaol here"),
        ("bad.txt", LESSON.replace("goal", "gaol"), "bad.txt:7:1: there is no key gaol here"),
        ("bad.txt", "hello", "bad.txt:1:1: neither a lesson nor a game record nor a position begins here"),
        ("bad.ipynb", "{}", "bad.ipynb: this is not a notebook of nbformat 4: it has no list of cells"),
    ],
)
def test_an_error_in_a_file_has_its_place(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, message: str
) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    assert refused(["share", name, "-o", "out.html"], capsys).startswith(message)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("none.txt", "there is no file 'none.txt'"),
        ("no such.txt", "there is no file 'no such.txt'"),
        ("none.lesson", "there is no file 'none.lesson'"),
        ("class/none", "there is no file 'class/none'"),
        ("frok", "there is no file, lesson or board 'frok'; did you mean fork?"),
        ("buterfly", "there is no file, lesson or board 'buterfly'; did you mean butterfly?"),
        ("class", "'class' is a folder without notebooks; to make a site from it, use: adaptoid-widget site"),
        ("adaptoid w 0,0 W:D2 B:D99", "line 1, column 23: expected a disc of this board, found 'D99'"),
    ],
)
def test_unknown_words_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], word: str, message: str
) -> None:
    (folder / "class").mkdir()
    assert refused(["share", word, "-o", "out.html"], capsys) == message


def test_a_lesson_that_is_not_taught_in_a_language(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command writes the page and prints one line about the language.

    For a built-in lesson or a position it prints nothing.
    """
    (folder / "mine.lesson").write_text(LESSON, encoding="utf-8")
    for content, message in (
        ("mine.lesson", "the lesson is not taught in de; its texts stay in en\n"),
        ("fork", ""),
        (START, ""),
    ):
        assert main(["share", content, "-o", "out.html", "--language", "de"]) == 0
        assert capsys.readouterr().err == message


@pytest.mark.parametrize("command", [["analyse", "--depth", "1"], ["perft", "1"]])
def test_a_position_may_be_that_of_a_file(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """The position of a game is the one at its end. Errors give no advice for Python."""
    name, *options = command
    end = Game().play("D2+L").play("+D5")
    end.save("game.txt")
    (folder / "start.txt").write_text(f"{end.position}\n", encoding="utf-8")
    (folder / "bad.txt").write_text(end.to_record().replace("+D5", "+A1"), encoding="utf-8")
    last_lines = []
    assert main([name, "butterfly", *options]) == 0
    assert capsys.readouterr().out
    for word in (str(end.position), "game.txt", "start.txt", "-"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{end.position}\n"))
        assert main([name, word, *options]) == 0
        # the first line of an analysis has its time
        last_lines.append(capsys.readouterr().out.splitlines()[-1:])
    assert last_lines == last_lines[:1] * 4
    for word, message in (
        ("bad.txt", "bad.txt:5:3: No adaptoid of yours touches A1."),
        ("fork", "fork is a lesson; give a position or a game"),
        ("none.txt", "there is no file 'none.txt'"),
    ):
        assert refused([name, word, *options], capsys) == message


@pytest.mark.parametrize("exact", [False, True])
def test_an_analysis_as_json_says_which_scores_are_bounds(
    capsys: pytest.CaptureFixture[str], exact: bool
) -> None:
    position = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
    options = ["--depth", "2", "--lines", "2", "--json", *(["--exact"] if exact else [])]
    assert main(["analyse", position, *options]) == 0
    report = json.loads(capsys.readouterr().out)
    assert len(report["lines"]) == 2
    assert report["table"] == analyse(position, depth=2, lines=2, exact=exact).table
    assert {row["bound"] for row in report["table"]} == ({"="} if exact else {"=", "≤"})


@pytest.mark.parametrize("command", ["board", "lab"])
def test_a_folder_that_cannot_be_made_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (folder / "adaptoid").write_text("", encoding="utf-8")
    message = f"the folder adaptoid cannot be made in {folder}: File exists; change to another folder first"
    assert refused([command], capsys) == message


@pytest.mark.parametrize("word", [START, "start.txt", "hex5", "fork", "nothing"])
def test_a_board_opens_on_what_can_be_shared(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    """A word that means nothing is refused as by `share`."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    (folder / "start.txt").write_text(START, encoding="utf-8")
    if word == "nothing":
        message = refused(["share", word, "-o", "out.html"], capsys)
        assert (refused(["board", word], capsys), opened) == (message, [])
        return
    assert main(["board", word]) == 0
    page = folder / "adaptoid" / "board.html"
    assert page.read_text(encoding="utf-8") == shared_page(word)
    assert (capsys.readouterr().out.splitlines()[0], opened) == (str(page), [page.as_uri()])


# -- annotate ----------------------------------------------------------------------------------------------------------

# White starves D5 by +D4; what is played instead lets Black win
MISSED = "adaptoid-record 1\nStart: adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6\n\n1 D3+L\n= *\n"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_all_games_of_a_file_are_annotated_in_their_order(
    workers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("games.txt").write_text(f"{MISSED}\n{Game().play('D2+L').to_record()}\n{MISSED}", "utf-8")
    words = [
        "annotate",
        "games.txt",
        "-o",
        "out.txt",
        "--depth",
        "1",
        "--language",
        "de",
        "--workers",
        workers,
    ]
    assert main(words) == 0
    assert capsys.readouterr().out == "out.txt: 3 games, 3 turns, 0 mistakes, 2 blunders\n"
    first, second, third = read_games("out.txt")
    assert first.to_record() == third.to_record() != MISSED
    assert first.comment == annotate(Game.from_record(MISSED), depth=1, language="de").game.comment
    assert not second.comment


def test_a_file_of_games_can_be_annotated_in_place(capsys: pytest.CaptureFixture[str]) -> None:
    Path("games.txt").write_text(MISSED, "utf-8")
    assert main(["annotate", "games.txt", "-o", "games.txt", "--depth", "1", "--workers", "1"]) == 0
    assert capsys.readouterr().out == "games.txt: 1 game, 1 turn, 0 mistakes, 1 blunder\n"
    assert "Blunder" in Path("games.txt").read_text("utf-8")


def test_games_from_standard_input_are_annotated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("From: Ann <ann@example.org>\n\n" + MISSED))
    assert main(["annotate", "-", "-o", "out.txt", "--depth", "1", "--workers", "1"]) == 0
    assert "Blunder" in Path("out.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--depth", "0"], "depth is a whole number, 1 or more, not 0"),
        (["--workers", "0"], "workers is a whole number, 1 or more, not 0"),
        (["--mistake", "3"], "mistake is more than 0 and at most blunder"),
    ],
)
def test_annotate_names_a_wrong_limit(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("games.txt").write_text(MISSED, "utf-8")
    assert complaint in refused(["annotate", "games.txt", "-o", "out.txt", *words], capsys)


def test_nothing_is_written_if_a_later_record_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    """The complaint names the place in the file."""
    Path("games.txt").write_text(f"{MISSED}\n{MISSED.replace('D3+L', 'D3+X')}", "utf-8")
    complaint = refused(["annotate", "games.txt", "-o", "out.txt", "--depth", "1", "--workers", "1"], capsys)
    assert complaint.startswith("games.txt:10:")


# -- pictures ----------------------------------------------------------------------------------------------------------


def test_picture_refuses_bad_arguments(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "start.txt").write_text(START, encoding="utf-8")
    (folder / "mine.lesson").write_bytes(path_of("fork").read_bytes())
    for words, message in (
        (["none.txt"], "there is no file 'none.txt'"),
        (["mine.lesson"], "mine.lesson is a lesson; give a position or a game"),
        (["start.txt", "--seconds", "-1"], "more than 0, not -1"),
        (["start.txt", "--seconds", "0"], "more than 0, not 0"),
        (["start.txt", "--seconds", "nan"], "more than 0, not nan"),
    ):
        assert refused(["picture", *words, "-o", "out.gif"], capsys).endswith(message)
    assert main(["picture", "start.txt", "-o", "out.svg"]) == 0


# -- the command itself ------------------------------------------------------------------------------------------------


def test_the_command_without_arguments_lists_its_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert "write a lesson, a game, a position or a notebook as one HTML file" in " ".join(output.err.split())


@pytest.mark.parametrize("group", [[], ["lesson"]])
def test_the_help_of_a_command_says_what_the_list_says(
    group: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # no line is broken
    monkeypatch.setenv("COLUMNS", "999")
    with pytest.raises(SystemExit, match="0"):
        main([*group, "-h"])
    summaries = re.findall(r"^    ([\w-]+) +(.+)$", capsys.readouterr().out, re.MULTILINE)
    assert len(summaries) > 2
    for name, summary in summaries:
        with pytest.raises(SystemExit, match="0"):
            main([*group, name, "-h"])
        assert f"\n{summary[0].upper()}{summary[1:]}." in capsys.readouterr().out


def test_the_reference_has_a_line_for_each_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["xyz"])
    commands = capsys.readouterr().err.rpartition("there are: ")[2].strip().split(", ")
    lines = re.findall(r"^adaptoid-widget ([\w-]+)", COMMANDS.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(commands) == set(lines)


def test_each_command_has_a_module_with_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    for module in modules():
        name = module.__name__.rpartition(".")[2].replace("_", "-")
        with pytest.raises(SystemExit, match="0"):
            main([name, "-h"])
        assert f"adaptoid-widget {name}" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        main(["xyz"])
    assert capsys.readouterr().err.rpartition("there are: ")[2].count(", ") == len(modules()) - 1


@pytest.mark.parametrize(
    ("word", "message"), [("shar", "did you mean share?"), ("xyz", "there are: lab, board")]
)
def test_an_unknown_command_is_refused(word: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([word])
    assert f"there is no command {word!r}; {message}" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["perft", "@", "1"], ["analyse", "@", "--depth", "1"]])
def test_a_warning_is_a_line_of_the_command(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert main([word.replace("@", "adaptoid w 0,0 W:E2,D2 B:D6") for word in command]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("adaptoid-widget: read as 'adaptoid w 0,0 W:D2,E2 B:D6': ")


def test_errors_of_the_system_have_no_error_number(capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(["share", START, "-o", "none/out.html"], capsys)
    assert message == f"{Path('none/out.html')}: the folder of this file does not exist"


def test_a_terminal_without_utf_8_replaces_characters() -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "adaptoid_widget", "lesson", "list"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert b"10 ? The fork" in answer.stdout


def test_a_closed_pipe_is_no_error() -> None:
    """This happens in `adaptoid-widget lesson list | head -1`."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "adaptoid_widget", "lesson", "list"]
    # with a buffer, the error occurs only at the end of the process
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    ended = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, env=buffered, check=False)
    os.close(write)
    assert (ended.returncode, ended.stderr) == (0, b"")
