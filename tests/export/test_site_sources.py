"""Which files of a folder become part of a site, and the errors for files that cannot."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from adaptoid_widget.core.teaching.results import Result, StepResult
from adaptoid_widget.export.site import SiteError, build
from adaptoid_widget.export.site.sources import gather
from adaptoid_widget.lessons import load, path_of

LESSON = """adaptoid-lesson 1
title: Hunger
{title}
[step take]
text: Starve it.
{text}
position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
goal: starves D5
"""
ENGLISH = LESSON.format(title="", text="")
TWO_LANGUAGES = LESSON.format(title="title[de]: Der Hunger\n", text="text[de]: Lass ihn verhungern.")
START = "adaptoid w 0,0 W:D2 B:D6\n"
NOTEBOOK = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one position."""
    out = tmp_path / "in"
    out.mkdir()
    (out / "start.txt").write_text(START, encoding="utf-8")
    return out


def lay(folder: Path, name: str, text: str | bytes) -> Path:
    """Write a file, or skip the test if the system does not allow its name."""
    path = folder / name
    try:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    except (OSError, ValueError):
        pytest.skip("this system has no such names")
    return path


def link(path: Path, target: Path) -> None:
    """Make a symbolic link, or skip the test if the system has none."""
    try:
        path.symlink_to(target)
    except OSError:
        pytest.skip("this system has no links")


def site(folder: Path) -> None:
    """Build the site of a folder without notebooks."""
    build(folder, folder.parent / "out", notebooks=False, progress=False)


# -- files that are left out
# -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "fork.results.json",
        "fork.results (1).json",
        "Fork.RESULTS.json",
        "fork.Ann.results.json",
        "fork.results-Ann.json",
        "results.json",
        "fork.results.json.txt",
    ],
)
def test_results_of_learners_are_left_out(folder: Path, name: str) -> None:
    lay(folder, name, "{}")
    assert list(gather(folder).carried) == ["start.txt"]


@pytest.mark.parametrize("name", ["Ann.json", "Ann.txt"])
def test_results_of_learners_are_left_out_under_any_name(folder: Path, name: str) -> None:
    result = Result("fork", "Ann", [StepResult.new("look")]).pack()
    lay(folder, name, json.dumps(result))
    assert list(gather(folder).carried) == ["start.txt"]


def test_other_json_files_are_included(folder: Path) -> None:
    for name in ("numbers.json", "resultset.json", "lesson.json"):
        lay(folder, name, '{"lesson": 1, "learner": 2}')
    assert list(gather(folder).carried) == ["lesson.json", "numbers.json", "resultset.json", "start.txt"]


def test_links_to_other_or_hidden_files_are_left_out(folder: Path) -> None:
    """Targets outside the folder and hidden files are left out; a link to an included file is included."""
    secret = lay(folder.parent, "secret.txt", START)
    link(folder / "notes.txt", secret)
    link(folder / "nowhere.txt", folder / "none.txt")
    link(folder / "shown.txt", lay(folder, ".hidden.txt", START))
    link(folder / "Ann.md", lay(folder, "fork.results.json", "{}"))
    link(folder / "ben.results.json", folder / "start.txt")
    link(folder / "again.txt", folder / "start.txt")
    sources = gather(folder)
    assert list(sources.carried) == ["again.txt", "start.txt"]
    assert list(sources.games) == ["again", "start"]


def test_the_folder_may_be_a_link(folder: Path) -> None:
    link(folder.parent / "other", folder)
    assert list(gather(folder.parent / "other").games) == ["start"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_left_out(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    assert list(gather(folder).carried) == ["start.txt"]


@pytest.mark.parametrize("text", ["open", "open\n", "hello", "", "open\n\n"])
def test_a_file_with_one_word_is_not_a_game(folder: Path, text: str) -> None:
    lay(folder, "note.txt", text)
    sources = gather(folder)
    assert list(sources.games) == ["start"]
    assert "note.txt" in sources.carried


# -- two files, one page -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("a.lesson", TWO_LANGUAGES), ("a.de.lesson", ENGLISH)),
        (("a.lesson", ENGLISH), ("a.LESSON", ENGLISH)),
        (("a.txt", START), ("a.TXT", START)),
    ],
    ids=["languages", "lessons", "games"],
)
def test_two_files_with_the_same_page_are_refused(
    folder: Path, first: tuple[str, str], second: tuple[str, str]
) -> None:
    """The error names both files."""
    paths = [lay(folder, *first), lay(folder, *second)]
    if len(list(folder.glob("[aA].*"))) < 2:
        pytest.skip("this system takes the names for the same")
    with pytest.raises(SiteError, match="would both become") as raised:
        site(folder)
    assert all(str(path) in str(raised.value) for path in paths)
    assert not (folder.parent / "out").exists()


def test_a_page_with_the_name_of_a_folder_is_refused(folder: Path) -> None:
    lay(folder, "a.txt", START)
    (folder / "a.html").mkdir()
    lay(folder / "a.html", "b.txt", START)
    with pytest.raises(SiteError, match=r"a\.txt would become a page where another"):
        site(folder)


# -- errors that name a file
# -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("x" * 201 + ".txt", START, r"x{201}\.txt cannot become a page: a title has 1 to 200 characters"),
        (" .txt", START, r"in. \.txt cannot become a page: a title has 1 to 200"),
        ("a\tb.txt", START, r"a\\+tb\.txt': its name holds the control character '\\t'"),
        ("a\x1bb.png", "", r"a\\+x1bb\.png': its name holds the control character"),
        ("a\udcffb.txt", START, r"a\\+udcffb\.txt': its name holds bytes that are not UTF-8"),
        ("a\udcffb.lesson", ENGLISH, r"a\\+udcffb\.lesson': its name holds bytes that are not UTF-8"),
        ("x" * 248 + ".lesson", TWO_LANGUAGES, r"x\.lesson has too long a name for a page"),
    ],
    ids=["long", "blank", "control", "control in a picture", "bytes", "bytes of a lesson", "too long"],
)
def test_a_file_name_that_no_page_can_have_is_refused(
    folder: Path, name: str, text: str, message: str
) -> None:
    lay(folder, name, text)
    with pytest.raises(SiteError, match=message):
        site(folder)
    assert sorted(path.name for path in folder.parent.iterdir()) == ["in"]


def test_a_long_file_name_is_allowed_if_it_is_no_title(folder: Path) -> None:
    name = lay(folder, "x" * 201 + ".txt", "just a note, and no game").name
    assert name in gather(folder).carried


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (lambda: json.dumps({**NOTEBOOK, "metadata": []}), "its metadata are not an object"),
        (lambda: '{"cells": [], "x": ' + "[" * 200_000 + "]" * 200_000 + "}", "nested too deep"),
        (lambda: '{"cells": [], "x": "\\ud800"}', "half a character"),
        (lambda: "[]", "no list of cells"),
    ],
    ids=["metadata", "deep", "half", "list"],
)
def test_an_invalid_notebook_is_named(folder: Path, text: Callable[[], str | bytes], message: str) -> None:
    lay(folder, "bad.ipynb", text())
    with pytest.raises(SiteError, match=rf"bad\.ipynb: this is not a notebook.*{message}"):
        gather(folder)


def test_a_deeply_nested_json_file_is_included(folder: Path) -> None:
    deep = "[" * 200_000 + "]" * 200_000
    lay(folder, "deep.json", '{"lesson": 1, "learner": 2, "steps": ' + deep + "}")
    assert "deep.json" in gather(folder).carried


# -- texts that are games, and notes ---------------------------------------------------------------------------------

RECORD = "adaptoid-record 1\nStart: adaptoid w 0,0 W:D2 B:D6\n\n1 +D3\n= *\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("adaptoid w 0,0 W:D2 B:D99\n", "1:23: expected a disc of this board, found 'D99'"),
        ("\n  adapt3 w 0,0 W:D2 B:D6\n", "2:15: expected a comma"),
        ("adaptoid+hasty w 0,0 W:D2 B:D6\n", "1:10: expected a switch"),
        (RECORD.replace("+D3", "+D9"), "4:3: There is no disc D9"),
        (RECORD[:20], "2:1: "),
        (ENGLISH, "1:1: this is a lesson; rename it to game.lesson"),
    ],
)
def test_a_game_that_cannot_be_read_is_an_error(folder: Path, text: str | bytes, message: str) -> None:
    """The error has the file, line and column."""
    lay(folder, "game.txt", text)
    with pytest.raises(SiteError, match=rf"game\.txt:{message}"):
        gather(folder)


@pytest.mark.parametrize(
    "text",
    [
        START + "Anna began.\n",
        "\ufeff" + RECORD,
        RECORD.replace("\n", "\r\n"),
        RECORD.encode("utf-16"),
        START.encode("utf-16"),
    ],
    ids=["note", "mark", "windows", "utf-16", "position"],
)
def test_a_game_of_another_system_is_included(folder: Path, text: str | bytes) -> None:
    lay(folder, "game.txt", text)
    assert sorted(gather(folder).games) == ["game", "start"]


@pytest.mark.parametrize(
    "text", ["Anna and Ben\n", "adaptoids starve\n", "Adaptoid is a game.\n", "\n\n", b"\xff\xfe", b"\x81"]
)
def test_a_note_is_included(folder: Path, text: str | bytes) -> None:
    lay(folder, "note.txt", text)
    sources = gather(folder)
    assert (list(sources.games), list(sources.carried)) == (["start"], ["note.txt", "start.txt"])


@pytest.mark.parametrize(
    "text", ["\n" + START + "\n", "\ufeff" + START, START.replace("\n", "\r\n"), START.strip(), RECORD]
)
def test_a_game_may_have_blank_lines_around_it(folder: Path, text: str) -> None:
    lay(folder, "game.txt", text)
    assert list(gather(folder).games) == ["game", "start"]


def test_errors_for_a_path_that_is_not_a_folder(folder: Path) -> None:
    with pytest.raises(SiteError, match=r"is a file; give its folder, .*adaptoid-widget share"):
        gather(folder / "start.txt")
    with pytest.raises(SiteError, match="did you mean course"):
        gather(Path("cours"))
    with pytest.raises(SiteError, match=f"did you mean {re.escape(str(folder.with_name('in')))}"):
        gather(folder.with_name("inn"))


def test_a_course_file_orders_and_names_the_lessons(tmp_path: Path) -> None:
    """Lessons of the package can be named in it; other lessons of the folder follow."""
    for name in ("alpha", "beta"):
        (tmp_path / f"{name}.lesson").write_text(path_of("move").read_text("utf-8"), encoding="utf-8")
    order = tmp_path / "course.txt"
    order.write_text("# my class\nbeta: First of all\nfork[de]: Zwei gegen einen\n\n", encoding="utf-8")
    sources = gather(tmp_path)
    assert list(sources.lessons) == ["beta", "fork", "alpha"]
    assert sources.lessons["beta"].titled("de") == "First of all"
    assert sources.lessons["fork"].titled("de") == "Zwei gegen einen"
    assert sources.lessons["fork"].titled("en") == load("fork").titled("en")
    assert "course.txt" not in sources.carried
    for line, message in (
        ("frok", "1:1: there is no lesson 'frok'.*fork"),
        ("a]b", "1:1: each line must be the name"),
    ):
        order.write_text(line, encoding="utf-8")
        with pytest.raises(SiteError, match=message):
            gather(tmp_path)
    order.write_bytes("beta\nfork: Zwei für einen".encode("latin-1"))
    with pytest.raises(SiteError, match=r"course\.txt:2: this is not UTF-8; save the file as UTF-8"):
        gather(tmp_path)


def test_lessons_keep_the_order_of_the_command(tmp_path: Path) -> None:
    """Names of lessons and paths of files can be mixed. Anything else is refused with a reason."""
    own = tmp_path / "mine.lesson"
    own.write_text(path_of("move").read_text("utf-8"), encoding="utf-8")
    assert list(gather(None, ["reserve", str(own), "fork"]).lessons) == ["reserve", "mine", "fork"]
    for item, message in (
        ("frok", "did you mean fork"),
        (str(tmp_path), "is a folder"),
        (__file__, "neither a lesson"),
    ):
        with pytest.raises(SiteError, match=message):
            gather(None, ["fork", item])
    note = tmp_path / "note.txt"
    note.write_text("Anna began.\n", encoding="utf-8")
    with pytest.raises(SiteError, match=r"no game \(\.txt\) in .*note\.txt; name others"):
        gather(None, [str(note)])
