"""Record files: reading game by game, and atomic writing."""

from __future__ import annotations

import base64
import gzip
import os
import pickle
import random
import re
import signal
import stat
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.record_scanner import MAX_RECORD_LINE
from adaptoid_widget.core.host.host import current_host
from adaptoid_widget.storage import records as files
from adaptoid_widget.storage.atomic import Lock
from adaptoid_widget.storage.game_link import MAX_RECORD, read_link
from tests.core.game.record_games import random_game, record_contents
from tests.portable.record_cases import GOOD, HEAD
from tests.repetitions import nightly

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="folders and links as on POSIX")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.txt"


def texts(games: Iterator[aw.Game]) -> list[str]:
    return [game.to_record() for game in games]


def test_written_games_are_read_unchanged(path: Path) -> None:
    games = [random_game(seed) for seed in range(60)]
    assert aw.write_games(games, path) == 60
    assert [record_contents(game) for game in aw.read_games(path)] == [
        record_contents(game) for game in games
    ]
    before = path.read_bytes()
    # a file can be rewritten from its own games
    aw.write_games(aw.read_games(path), str(path))
    assert path.read_bytes() == before == "\n".join(game.to_record() for game in games).encode()
    assert list(path.parent.iterdir()) == [path]


def test_one_game_can_be_written(path: Path) -> None:
    assert aw.write_games(aw.Game().play("D2+L"), path) == 1
    assert texts(aw.read_games(path)) == [HEAD + "1 D2+L\n= *\n"]


def test_games_can_be_read_from_lines(path: Path) -> None:
    path.write_text("\n".join(GOOD), encoding="utf-8", newline="")
    with path.open(encoding="utf-8") as lines:
        assert texts(aw.read_games(lines)) == GOOD
    with gzip.open(path.with_suffix(".gz"), "wt", encoding="utf-8") as packed:
        packed.write("\n".join(GOOD))
    with gzip.open(path.with_suffix(".gz"), "rt", encoding="utf-8") as lines:
        assert texts(aw.read_games(lines)) == GOOD


@pytest.mark.parametrize("chunk", [1, 7, 100])
def test_the_size_of_chunks_does_not_matter(path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    path.write_text("\n".join(GOOD), encoding="utf-8", newline="")
    monkeypatch.setattr(files, "CHUNK", chunk)
    assert texts(aw.read_games(path)) == GOOD


@pytest.mark.parametrize("module", ["wasm", *nightly("numba_compiler")])
def test_compiled_rules_read_the_same_games(module: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [random_game(seed) for seed in range(40)]
    aw.write_games(games, path)
    monkeypatch.setattr(files, "BIG", 0)
    referees = []

    def referee() -> object:
        outcomes = import_module("adaptoid_widget.engine.backends." + module).outcomes
        referees.append(outcomes)
        return outcomes

    monkeypatch.setattr(current_host(), "referee", referee)
    assert [record_contents(game) for game in aw.read_games(path)] == [
        record_contents(game) for game in games
    ]
    assert referees
    path.write_text(HEAD + "1 D2+L\n2 +D5\n3 D2-D3 D3+P\n4 +E6\n5 +C3\n6 A1+L\n= *\n", encoding="utf-8")
    with pytest.raises(aw.IllegalTurn, match=":9:3: There is no adaptoid on A1"):
        list(aw.read_games(path))


# -- files that are no records ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "the file is empty"),
        (gzip.compress(b"adaptoid-record 1\n", mtime=0), "compressed"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"[Event \"chess\"]\n\n1. e4 *\n", ":1:1: expected adaptoid-record 1"),
        (b"adaptoid-record 1\nWhite: J\xfcrgen\n", r":2:9: expected UTF-8, found '\\udcfc'; save"),
        (b"adaptoid-record 1\nWhite: Ann\x00\n", ":2:11: expected no control character"),
        (b"\x00" * 50, ":1:1"),
        (b"x" * (MAX_RECORD_LINE + 5), f":1:{MAX_RECORD_LINE + 1}: expected the end of the line"),
        ((HEAD + "1 D2+").encode(), ":4:"),
    ],
)  # fmt: skip
def test_an_error_names_what_the_file_contains(path: Path, content: bytes, word: str) -> None:
    path.write_bytes(content)
    with pytest.raises(aw.TextError, match=word):
        list(aw.read_games(path))


def test_a_missing_file_and_a_folder_are_errors_at_the_call(tmp_path: Path) -> None:
    """The error is not deferred until the first game is read."""
    with pytest.raises(FileNotFoundError, match=r"nowhere\.txt"):
        aw.read_games(tmp_path / "nowhere.txt")
    with pytest.raises(IsADirectoryError, match="a folder, not a file of game records"):
        aw.read_games(tmp_path)
    with pytest.raises(ValueError, match="from_record"):
        aw.read_games(HEAD + "= *\n")


def test_games_before_an_error_can_be_read(path: Path) -> None:
    path.write_text("\n".join([*GOOD[:3], HEAD + "1 A1+L\n= *\n"]), encoding="utf-8")
    games = aw.read_games(path)
    assert [next(games).to_record() for _ in range(3)] == GOOD[:3]
    with pytest.raises(aw.IllegalTurn):
        next(games)


def test_lenient_reading_replaces_bad_bytes_and_ends_at_long_lines(path: Path) -> None:
    long = b"; " + b"y" * (MAX_RECORD_LINE * 3)
    path.write_bytes(HEAD.encode() + b"; J\xfcrgen\n1 D2+L\n" + long + b"\n2 +D5\n= *")
    (game,) = aw.read_games(path, lenient=True)
    assert [str(turn) for turn in game.turns] == ["D2+L"]
    assert game.nodes[0].comment == "J\xfcrgen"
    assert game.comment.startswith("; yyy")
    assert game.damage.is_left_out
    dropped = [(drop.line, drop.column, drop.text[:5], drop.why) for drop in game.dropped]
    assert dropped[0] == (4, 1, "; J\udcfcr", "read as ; J\xfcrgen")
    assert any(line == 6 for line, _, _, _ in dropped)
    assert aw.Game.from_record(game.to_record()).to_record() == game.to_record()


# -- safe writing ----------------------------------------------------------------------------------------------------


class WriteFailed(Exception):
    """An error in the middle of writing."""


def test_a_failed_write_keeps_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aw.write_games(aw.Game().play("D2+L"), path)
    before = path.read_bytes()

    def games() -> Iterator[aw.Game]:
        yield aw.Game()
        raise WriteFailed

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(WriteFailed):
        aw.write_games(games(), path)
    with pytest.raises(aw.GameError, match="no games"):
        aw.write_games([], path)
    with pytest.raises(TypeError, match="not str"):
        aw.write_games(["adaptoid w 0,0 W:D2 B:D6"], path)  # type: ignore[list-item]
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            aw.write_games(aw.Game(), path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_and_a_missing_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="name a file in it"):
        aw.write_games(aw.Game(), tmp_path)
    with pytest.raises(FileNotFoundError, match="folder of this file does not exist"):
        aw.write_games(aw.Game(), tmp_path / "no" / "games.txt")


@POSIX
def test_links_and_permissions_are_kept(tmp_path: Path, path: Path) -> None:
    aw.write_games(aw.Game(), path)
    path.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    aw.write_games(aw.Game().play("D2+L"), link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert texts(aw.read_games(path)) == [HEAD + "1 D2+L\n= *\n"]
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(aw.GameError, match="a pipe or a device"):
        aw.write_games(aw.Game(), fifo)


def test_a_second_writer_is_refused(path: Path) -> None:
    """This holds within one process and between two. The first writer's file is complete."""
    other = f"import adaptoid_widget as aw; aw.write_games(aw.Game(), {str(path)!r})"

    def games() -> Iterator[aw.Game]:
        with pytest.raises(aw.FileInUse, match="somebody else is writing"):
            aw.write_games(aw.Game(), path)
        answer = subprocess.run([sys.executable, "-c", other], capture_output=True, text=True, check=False)
        assert "FileInUse" in answer.stderr
        yield aw.Game().play("D2+L")

    aw.write_games(games(), path)
    assert texts(aw.read_games(path)) == [HEAD + "1 D2+L\n= *\n"]
    aw.write_games(aw.Game(), path)
    assert list(path.parent.iterdir()) == [path]


def test_a_lock_left_by_a_killed_process_is_free(path: Path) -> None:
    stay = f"""
import os, signal
from pathlib import Path
from typing import Any
from urllib.parse import quote
from adaptoid_widget.storage.atomic import Lock
Lock(Path({str(path)!r})).acquire()
os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
"""
    subprocess.run([sys.executable, "-c", stay], check=False)
    assert aw.write_games(aw.Game(), path) == 1
    lock = Lock(path)
    lock.acquire()
    with pytest.raises(aw.FileInUse):
        aw.write_games(aw.Game(), path)
    lock.release()
    lock.release()
    assert aw.write_games(aw.Game(), path) == 1


# -- many games ------------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_reading_and_writing_many_games_needs_little_memory(path: Path) -> None:
    """Only a few games are in memory at a time; all together would take 20 MB per thousand.

    Games hold cycles, so some that are read wait for the garbage collector: up to 5 MB, for 5 000 games as for 15 000.
    """
    count = 5000
    records = [random_game(seed).to_record() for seed in range(50)]
    path.write_text("\n".join(records * (count // 50)), encoding="utf-8", newline="")
    copy = path.with_name("copy.txt")
    tracemalloc.start()
    try:
        assert aw.write_games(aw.read_games(path, progress=False), copy, progress=False) == count
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert copy.read_bytes() == path.read_bytes()
    assert most < 8_000_000


def test_a_progress_bar_appears_after_a_while(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    aw.write_games([random_game(seed) for seed in range(30)], path)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("adaptoid_widget.progress_bar.SHOWN_AFTER_S", 0)
    list(aw.read_games(path))
    # what a notebook, which erases nothing, shows last
    assert "games.txt" in capsys.readouterr().err.split("\r")[-1]
    list(aw.read_games(path, progress=False))
    assert capsys.readouterr().err == ""


def test_a_game_can_be_saved_and_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(7)
    assert game.save(path) == path
    assert path.read_bytes() == game.to_record().encode()
    assert record_contents(aw.read_game(path)) == record_contents(game)
    # saving again, as when a cell runs again, replaces the file of the same game
    game.save(str(path))
    assert list(path.parent.iterdir()) == [path]
    monkeypatch.chdir(path.parent)
    for start in (path, str(path), "games.txt", "./games.txt", game.to_record()):
        board = aw.Board(start)
        assert record_contents(board.game) == record_contents(game)
        board.close()


def test_saving_a_game_replaces_nothing_else(path: Path) -> None:
    game = aw.Game().play("D2+L")
    for content, message in (
        ("adaptoid w 0,0 W:D2 B:D6\n", "something other than a game"),
        ("\n".join(GOOD[:3]), "holds 3 games"),
    ):
        path.write_text(content, encoding="utf-8", newline="")
        with pytest.raises(aw.GameError, match=message + r".*replace=True"):
            game.save(path)
        assert path.read_text(encoding="utf-8") == content
        assert list(path.parent.iterdir()) == [path]
    game.save(path, replace=True)
    assert aw.read_game(path).ply == 1
    with pytest.raises(aw.FileInUse), Lock(path):
        game.save(path)


def test_one_of_several_games_can_be_read(path: Path) -> None:
    aw.write_games([aw.Game(), aw.Game().play("D2+L"), aw.Game().play("+D3").play("+D5")], path)
    assert [aw.read_game(path, number).ply for number in (0, 1, 2, -1)] == [0, 1, 2, 2]
    for read in (aw.read_game, aw.Board):
        with pytest.raises(aw.GameError, match=r"several games; say which: aw.read_game\(path, 0\)"):
            read(path)
    with pytest.raises(aw.GameError, match="no game 3; it holds 3"):
        aw.read_game(path, 3)


def test_an_error_names_the_file_line_and_column(path: Path) -> None:
    for line in ("Dear Ann,", "adaptoid-lesson 1"):
        path.write_text(line + "\n", encoding="utf-8")
        for read in (aw.read_game, aw.Board):
            with pytest.raises(
                aw.GameError, match=rf"{path}:1:1: expected adaptoid-record 1, found '{line}'.*game.save"
            ):
                read(path)
    for read in (aw.read_game, aw.Board):
        with pytest.raises(FileNotFoundError):
            read(str(path.with_name("none.txt")))
    path.write_text(HEAD + "1 D2+L\n2 A1+L\n= *\n", encoding="utf-8")
    with pytest.raises(aw.GameError, match=r"games.txt:5:3: There is no adaptoid on A1.*lenient=True"):
        aw.Board(path)
    assert aw.read_game(path, lenient=True).ply == 1


def test_an_error_of_read_games_names_the_file_and_the_game(path: Path) -> None:
    """The first game has the number 0, as in `aw.read_game(path, 0)`. A pickled error keeps both."""
    good = HEAD + "1 D2+L\n= *\n\n"
    for line, error_type, message in (
        ("1 A1+L", aw.IllegalTurn, "There is no adaptoid on A1."),
        ("1 D2", aw.TextError, "expected - (move), x (attack) or + (growth), found the end of the text"),
    ):
        path.write_text(good + good + HEAD + f"{line}\n= *\n", encoding="utf-8")
        with pytest.raises(error_type) as error:
            list(aw.read_games(path))
        assert str(error.value).startswith(f"{path}:16:")
        assert str(error.value).endswith(f" (game 2, where the first is game 0): {message}")
        assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
        with pytest.raises(aw.GameError, match=r"\(game 2, where.*[^.]; aw.read_game\(path, lenient=True\)"):
            aw.read_game(path, 2)


@pytest.mark.parametrize("source", [3, None, [1], [b"adaptoid-record 1\n"]])
def test_a_source_that_is_neither_a_path_nor_lines_is_a_type_error(source: Any) -> None:
    with pytest.raises(TypeError, match=r"source is the path|line 1 is a text"):
        list(aw.read_games(source))


@pytest.mark.parametrize("text", ["adaptoid w 0,0 W:D2 B:D6", "open"])
def test_a_text_that_is_a_start_is_not_read_as_a_path(
    text: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    aw.Game().play("D2+L").save(text)
    board = aw.Board(text)
    assert board.game.ply == 0
    with pytest.raises(aw.TextError):
        aw.Board("nowhere")


def game_of_a_variant(variant: str, layout: str, seed: int, turns: int = 60) -> aw.Game:
    """A game of a variant with at most `turns` turns and long names."""
    chance = random.Random(seed)
    game = aw.Game(None, variant, layout)
    if not game.started:
        cells = [str(cell) for cell in game.opening.layout.cells] if game.opening else []
        game.place(cells[0]).place(cells[-1]).choose("W")
    game.headers["White"], game.headers["Black"] = (
        "Zoë Müller",
        "name of forty characters, the most there is"[:40],
    )
    while game.ply < turns and game.result is None:
        game.play(chance.choice(list(game.position.turns())))
    return game


@pytest.mark.parametrize(
    ("variant", "layout"),
    [("adaptoid", "hex4"), ("adapt3", "hex4"), ("adapt3-fierce", "hex4"), ("adaptoid", "butterfly")],
)
def test_a_link_contains_the_whole_game(variant: str, layout: str) -> None:
    """The link has the variant, the layout and the names, and at most 2000 characters for 60 turns."""
    lengths: list[float] = []
    game = aw.Game()
    for seed in range(5):
        game = game_of_a_variant(variant, layout, seed)
        link = game.link("https://example.org/adaptoid/game.html#adaptoid_w")
        assert re.fullmatch(r"https://example\.org/adaptoid/game\.html#game=1\.[\w-]+", link, re.ASCII)
        reread = aw.read_game(link)
        assert (reread.to_record(), reread.position) == (game.to_record(), game.position)
        lengths.append(len(link) * 60 / max(game.ply, 40))
    assert max(lengths) <= 2000
    game.goto(1)
    assert aw.Board(game.link()).position == game.position


def test_the_limit_of_a_link_counts_characters() -> None:
    """The browser counts characters too. A Japanese character has three bytes."""
    longest = "足" * MAX_RECORD

    def link(text: str) -> str:
        return "#game=1." + base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")

    assert read_link(link(longest)) == (longest, None)
    for text in (longest + "足", "\U0001f43e" * (MAX_RECORD + 1)):
        with pytest.raises(aw.GameError, match="too large for a game"):
            read_link(link(text))


def test_a_flag_must_be_true_or_false(path: Path) -> None:
    game = aw.Game().play("D2+L")
    game.save(path)
    flag: Any = "no"
    for read in (
        lambda: aw.read_games(path, lenient=flag),
        lambda: aw.read_game(path, lenient=flag),
        lambda: aw.read_game(game.link(), lenient=flag),
        lambda: aw.Game.from_record(game.to_record(), lenient=flag),
        lambda: game.save(path, replace=flag),
    ):
        with pytest.raises(aw.GameError, match=r"(lenient|replace) is True or False, not 'no'"):
            read()


def test_a_link_is_read_though_a_bracket_or_a_full_stop_of_a_text_follows_it() -> None:
    game = aw.Game().play("D2+L").play("D6+P")
    for end in (")", ").", ".", "> "):
        assert aw.read_game(f"[a game]({game.link()}{end}").position == game.position
    game.goto(1)
    assert aw.Board(game.link() + "),").position == game.position


def test_an_invalid_link_is_refused() -> None:
    link = aw.Game().play("D2+L").link()
    damaged = (link[:-4], link[:15] + "AAAA" + link[19:], "#game=", "#game=1.", "#game=1.é", "x#game=0x1.eNo")
    for wrong in damaged:
        with pytest.raises(aw.GameError, match="damaged or cut short"):
            aw.read_game(wrong)
    with pytest.raises(aw.GameError, match="newer version"):
        aw.read_game(link.replace("=1.", "=2."))
    bomb = base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000)).decode()
    with pytest.raises(aw.GameError, match="too large for a game"):
        aw.read_game(f"#game=1.{bomb}")
    with pytest.raises(aw.GameError, match="address"):
        aw.Game().link("two words")


def long_game() -> aw.Game:
    dice = random.Random(4)
    game = aw.Game()
    while game.result is None and game.length < 60:
        game.play(dice.choice(list(game.position.turns())))
    return game


@pytest.mark.parametrize("row", [None, 7])
@pytest.mark.parametrize(
    "form",
    [
        lambda link: f"<{link}>\n",
        lambda link: f"See {link}.\nWhat would you play?\n",
        # broken by mail programs, also in quoted-printable
        lambda link: "\n".join(link[at : at + 76] for at in range(0, len(link), 76)),
        lambda link: "\r\n> ".join(link[at : at + 60] for at in range(0, len(link), 60)) + "\r\nYours, Ann",
        lambda link: "=\n".join(link.replace("=", "=3D")[at : at + 75] for at in range(0, len(link) + 2, 75)),
        # within the links of services that check links
        lambda link: f"https://safe.example/?url={quote(link, safe='')}&data=05%7C01&reserved=0",
        lambda link: (
            f"https://a.example/?u={quote('https://b.example/?q=' + quote(link, safe=''), safe='')}&x=1"
        ),
        lambda link: link[:34] + "\n" + link[34:],
        lambda link: "\u200b" + link[:40] + "\u200b" + link[40:] + "\xa0",
    ],
)
def test_a_broken_or_wrapped_link_is_read(form: Callable[[str], str], row: int | None) -> None:
    game = long_game()
    if row is not None:
        game.goto(row)
    text = form(game.link("https://example.org/a/game.html"))
    for read in (aw.read_game(text), aw.Board(text).game):
        assert read.to_record() == game.to_record()
        assert read.ply == game.ply


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", "\u2028"])
def test_a_text_with_any_line_ends_is_no_path(line_end: str) -> None:
    text = aw.Game().play("+D3").to_record().replace("\n", line_end)
    with pytest.raises(
        ValueError, match=r"this is a text, not the path of a file; use Game.from_record\(text\)"
    ):
        aw.read_game(text)
    with pytest.raises(aw.TextError):
        aw.Game.from_record(text + "x")
    lesson = "adaptoid-lesson 1\ntitle: None\n".replace("\n", line_end)
    with pytest.raises(aw.LessonError):
        aw.Lesson(lesson)


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no such signal on this system")
def test_a_time_limit_leaves_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes when the file of the lock has just been opened. The game is saved before the limit counts."""

    def end(*_: object) -> None:
        raise TimeoutError

    usual = os.open

    def opening(*arguments: Any, **options: Any) -> int:
        handle = usual(*arguments, **options)
        signal.raise_signal(signal.SIGALRM)
        return handle

    before = signal.signal(signal.SIGALRM, end)
    path = tmp_path / "game.txt"
    try:
        monkeypatch.setattr(os, "open", opening)
        with pytest.raises(TimeoutError):
            aw.Game().save(path)
    finally:
        monkeypatch.undo()
        signal.signal(signal.SIGALRM, before)
    assert [each.name for each in tmp_path.iterdir()] == ["game.txt"]
    aw.Game().play("D2+L").save(path)
