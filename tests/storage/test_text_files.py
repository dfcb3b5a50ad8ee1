"""Files as editors on all systems write them: line ends, byte order marks, encodings."""

from __future__ import annotations

import email.policy
import html
import json
import warnings
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

import adaptoid_widget as aw
from adaptoid_widget.cli.arguments import read_position
from adaptoid_widget.core.teaching.results import Result, StepResult
from adaptoid_widget.export.inputs import from_argument
from adaptoid_widget.lessons import load
from adaptoid_widget.lessons.writing import text_of
from adaptoid_widget.storage.text_files import read_lines, read_text

POSITION = "adaptoid b 0,1 W:D2,E3LP B:D6P"
GAME = aw.Game(POSITION).play("+D5")
RECORD = GAME.to_record()

FORMS: dict[str, Callable[[str], bytes]] = {
    "CR LF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "byte order mark": lambda text: text.encode("utf-8-sig"),
    "Windows": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
    "UTF-16": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-16, big end first": lambda text: text.encode("utf-16-be"),
    "no last line end": lambda text: text.rstrip("\n").encode(),
}
in_every_form = pytest.mark.parametrize("form", FORMS)


@in_every_form
def test_a_record_is_read(form: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(FORMS[form](RECORD))
    games = [
        *aw.read_games(path),
        *aw.read_games(path, lenient=True),
        aw.read_game(path),
        aw.Board(path).game,
        aw.Board(str(path)).game,
        from_argument(str(path)),
    ]
    assert [game.to_record() for game in games if isinstance(game, aw.Game)] == 6 * [RECORD]
    assert str(read_position(str(path))) == str(GAME.position)
    # it can be replaced by the game
    aw.Game().save(path)
    assert aw.read_game(path).length == 0


@in_every_form
def test_a_position_is_read(form: str, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    for text in (POSITION + "\n", f"\n'{POSITION}',\n", f"What now?\n{POSITION}\n\nYours, Ann\n"):
        path.write_bytes(FORMS[form](text))
        assert str(read_position(str(path))) == POSITION
        assert str(aw.Board(path).position) == POSITION
    path.write_bytes(FORMS[form](POSITION + "\n" + POSITION + "\n"))
    with pytest.raises(
        aw.GameError, match=r"position\.txt:2:1: expected the end of the file after a position"
    ):
        read_position(str(path))


@in_every_form
def test_a_lesson_and_lists_are_read(form: str, tmp_path: Path) -> None:
    lesson = load("fork")
    path = tmp_path / "fork.lesson"
    path.write_bytes(FORMS[form](text_of(lesson)))
    assert load(path) == load(text_of(lesson))
    assert aw.Lesson(path).content.title == lesson.title
    roster = tmp_path / "roster.txt"
    roster.write_bytes(FORMS[form]("Ann\nZoe\u0308\n"))
    (tmp_path / "Ann-results.json").write_bytes(
        FORMS[form](json.dumps(Result("fork", "Zo\u00eb", [StepResult.new("look")]).pack(), indent=1) + "\n")
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = aw.results(tmp_path, roster)
    assert table.learners == ("Zoe\u0308",)
    assert table.absent == ("Ann",)
    assert read_lines(roster) == ["Ann", "Zoe\u0308"]
    assert read_text(roster).split("\n")[0] == "Ann"


@in_every_form
def test_a_site_is_made_of_such_files(form: str, tmp_path: Path) -> None:
    folder = tmp_path / "course"
    folder.mkdir()
    notebook = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    for name, text in (
        ("a.txt", RECORD),
        ("b.txt", POSITION + "\n"),
        ("c.lesson", text_of(load("fork"))),
        ("d.ipynb", json.dumps(notebook) + "\n"),
        ("course.txt", "c: Two against one\n"),
    ):
        (folder / name).write_bytes(FORMS[form](text))
    from adaptoid_widget.export.site.sources import gather

    sources = gather(folder)
    assert len(sources.games) == 2
    assert len(sources.lessons) == 1


@pytest.mark.parametrize(
    "around",
    ["From: Ann <ann@example.org>\nDate: today\n\n{}\n-- \nAnn\n", "{}Yours, Ann\n", "\n\n{}\n\n\n"],
)
def test_a_record_in_a_mail_is_read(around: str, tmp_path: Path) -> None:
    path = tmp_path / "mail.txt"
    path.write_text(around.format(RECORD), encoding="utf-8", newline="")
    for game in (aw.read_game(path), aw.Board(path).game, from_argument(str(path))):
        assert isinstance(game, aw.Game)
        assert game.to_record() == RECORD


def mails() -> dict[str, bytes]:
    """Saved mails with a record in them, by how it was sent."""
    game = aw.Game.from_record(RECORD)
    game.headers["Black"] = "J\xfcrgen \u2013 \xc5sa"
    game.comment = (
        "A long line, which mail programs break, since it has = signs and more than 76 letters: "
        + 60 * "\xe9"
    )
    record = game.to_record()
    out: dict[str, bytes] = {}
    for name, charset, encoding in (
        ("quoted-printable", "utf-8", "quoted-printable"),
        ("base64", "utf-8", "base64"),
        ("Windows", "cp1252", "quoted-printable"),
        ("both forms", "utf-8", "quoted-printable"),
        ("attached", "utf-8", ""),
    ):
        mail = EmailMessage(policy=email.policy.SMTP)
        mail["Subject"] = "A game"
        if name == "attached":
            mail.set_content("Here is our game.")
            mail.add_attachment(record.encode(), "application", "octet-stream", filename="game.txt")
        else:
            mail.set_content(record, charset=charset, cte=encoding)
        if name == "both forms":
            mail.add_alternative(f"<pre>{html.escape(record)}</pre>", "html")
        out[name] = mail.as_bytes()
    return {"": record.encode(), **out}


@pytest.mark.parametrize("name", list(mails())[1:])
def test_a_record_in_a_saved_mail_is_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.eml"
    path.write_bytes(mails()[name])
    for game in (
        aw.read_game(path),
        aw.Board(path).game,
        from_argument(str(path)),
        next(aw.read_games(path, lenient=True)),
    ):
        assert isinstance(game, aw.Game)
        assert game.to_record() == mails()[""].decode()


def test_names_in_the_encoding_of_older_editors_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    game = aw.Game.from_record(RECORD)
    game.headers["Black"] = "J\xfcrgen \u2013 \xc5sa"
    path.write_bytes(game.to_record().encode("cp1252"))
    for read in (aw.read_game(path), aw.Board(path).game, from_argument(str(path))):
        assert isinstance(read, aw.Game)
        assert read.to_record() == game.to_record()
    with pytest.raises(aw.TextError, match=r"game\.txt:2:9: expected UTF-8, .*; save the file as UTF-8"):
        list(aw.read_games(path))


def test_a_mistake_in_a_file_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(FORMS["Windows"](RECORD.replace("1 +D5", "1 A1+L")))
    for read in (aw.Board, aw.read_game, from_argument):
        with pytest.raises(aw.GameError, match=r"game\.txt:4:3: There is no adaptoid on A1"):
            read(str(path))


def test_bytes_that_are_no_text_have_their_line(tmp_path: Path) -> None:
    path = tmp_path / "roster.txt"
    path.write_bytes(b"Ann\r\nJ\xfcrgen\r\n")
    with pytest.raises(aw.GameError, match=r"roster\.txt:2: this is not UTF-8; save the file as UTF-8"):
        read_lines(path)
