"""Atomic writes: paths that cannot name a file, locks, and files left by killed processes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeAlias

import pytest

import adaptoid_widget as aw
from adaptoid_widget.export.inputs import from_argument
from adaptoid_widget.storage.atomic import Lock, checked_path, replacing, write

Form: TypeAlias = Literal["NFC", "NFD"]

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes and no flock here")


def autosave(path: str) -> object:
    board = aw.Board()
    board.autosave = path
    return board


USES: dict[str, Callable[[str], object]] = {
    "autosave": autosave,
    "results": lambda path: aw.Lesson("fork", results=path),
    "puzzles": lambda path: aw.Puzzles(results=path),
    "share": lambda path: aw.share(aw.Game(), path),
    "save": lambda path: aw.Lesson("fork", results=None).save(path),
    "picture": lambda path: aw.save_picture(aw.Position.start(), path),
    "picture.save": lambda path: aw.picture(aw.Position.start()).save(path),
    "sheet": lambda path: aw.sheet([aw.Position.start()]).save(path),
    "write_games": lambda path: aw.write_games(aw.Game(), path),
    "read_games": lambda path: next(aw.read_games(path)),
}
ENDINGS = {"share": ".html", "save": ".lesson", "picture": ".svg", "picture.save": ".svg", "sheet": ".html"}


@POSIX
@pytest.mark.parametrize("fault", ["zero", "user", "long", "pipe", "half", "loop"])
@pytest.mark.parametrize("use", USES)
def test_a_path_that_cannot_name_a_file_is_refused_with_a_reason(
    use: str, fault: str, tmp_path: Path
) -> None:
    """Every function raises GameError, and none waits for the other end of a pipe."""
    ending = ENDINGS.get(use, ".txt")
    pipe = tmp_path / f"pipe{ending}"
    os.mkfifo(pipe)
    loop = tmp_path / f"loop{ending}"
    loop.symlink_to(loop)
    path, reason = {
        "zero": (str(tmp_path / f"a\0b{ending}"), "zero character"),
        "user": (f"~nobody-of-that-name/x{ending}", "no user"),
        "long": (str(tmp_path / ("x" * 300 + ending)), "too long"),
        "pipe": (str(pipe), "a pipe or a device"),
        "half": (str(tmp_path / f"\ud800{ending}"), "surrogates not allowed"),
        "loop": (str(loop), "symbolic links"),
    }[fault]
    with pytest.raises(aw.GameError, match=reason):
        USES[use](path)
    assert sorted(child.name for child in tmp_path.iterdir()) == sorted([pipe.name, loop.name])


def test_a_path_may_begin_with_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert checked_path("~/games.txt") == tmp_path / "games.txt"
    assert aw.write_games(aw.Game(), "~/games.txt") == 1
    assert (tmp_path / "games.txt").exists()


@pytest.mark.parametrize(("stored", "asked"), [("NFD", "NFC"), ("NFC", "NFD")])
def test_a_name_is_found_in_either_code_of_its_accents(stored: Form, asked: Form, tmp_path: Path) -> None:
    """Files from a Mac often have names in NFD, which look the same."""
    path = tmp_path / unicodedata.normalize(stored, "Größe") / unicodedata.normalize(stored, "Über.txt")
    path.parent.mkdir()
    aw.Game().play("+D3").save(path)
    name = unicodedata.normalize(asked, str(path))
    bare = path.rename(path.with_suffix(""))
    nameless = aw.Board(unicodedata.normalize(asked, str(bare))).game
    bare.rename(path)
    given = from_argument(name)
    assert isinstance(given, aw.Game)
    for game in (aw.read_game(name), aw.Board(name).game, nameless, given):
        assert [str(turn) for turn in game.turns] == ["+D3"]
    missing = path.with_name(unicodedata.normalize(asked, "Äpfel.txt"))
    assert checked_path(missing) == missing


KILLED = """
import os, sys
from pathlib import Path
from adaptoid_widget.storage.atomic import Lock, replacing
target = Path(sys.argv[1])
Lock(target).acquire()
with replacing(target) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), 9)
"""


@POSIX
def test_files_left_by_a_killed_process_are_removed_by_the_next_writer(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    other = tmp_path / ".other.txt.01234567"
    other.write_bytes(b"")
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert len(list(tmp_path.iterdir())) == 3
    aw.write_games(aw.Game(), path)
    assert sorted(child.name for child in tmp_path.iterdir()) == [other.name, path.name]


LIVE = """
import sys
from pathlib import Path
from adaptoid_widget.storage.atomic import replacing
with replacing(Path(sys.argv[1])) as file:
    file.write(b"slow")
    print("begun", flush=True)
    sys.stdin.readline()
"""


@POSIX
def test_temporary_files_of_running_writers_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    child = subprocess.Popen(
        [sys.executable, "-c", LIVE, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "begun\n"
    # the other process still writes, and this process writes while its own file is open
    with replacing(path) as file:
        write(path, b"quick")
        file.write(b"between")
    assert path.read_bytes() == b"between"
    child.communicate("\n")
    assert child.returncode == 0
    assert path.read_bytes() == b"slow"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@POSIX
def test_a_writer_whose_temporary_file_was_removed_makes_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another writer may remove the hidden file after it is made and before it is locked."""
    path = tmp_path / "games.txt"
    import fcntl

    lock, calls = fcntl.flock, 0

    def swept(handle: int, operation: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            for file in tmp_path.iterdir():
                file.unlink()
        lock(handle, operation)

    monkeypatch.setattr(fcntl, "flock", swept)
    write(path, b"all")
    assert calls == 2
    assert path.read_bytes() == b"all"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_lock_is_released_even_if_its_file_cannot_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = Lock(tmp_path / "games.txt")
    lock.acquire()

    def trip(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", trip)
        with pytest.raises(KeyboardInterrupt):
            lock.release()
    with Lock(tmp_path / "games.txt"):
        pass


@POSIX
def test_a_name_too_long_for_its_temporary_file_is_refused(tmp_path: Path) -> None:
    name = "x" * os.pathconf(tmp_path, "PC_NAME_MAX")
    with pytest.raises(aw.GameError, match="too long"):
        write(tmp_path / name, b"")
    assert list(tmp_path.iterdir()) == []
    write(tmp_path / name[10:], b"")


def test_the_file_in_use_error_can_be_pickled() -> None:
    """An exception that cannot be unpickled breaks a pool of processes."""
    error = pickle.loads(pickle.dumps(aw.FileInUse(Path("games.txt"))))
    assert isinstance(error, aw.FileInUse)
    assert (error.filename, error.strerror) == ("games.txt", "somebody else is writing this file")
