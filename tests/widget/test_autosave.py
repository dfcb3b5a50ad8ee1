"""Autosave writes every change to disk before the board answers, and keeps the file intact if the kernel is killed."""

from __future__ import annotations

import contextlib
import io
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.record_writing import record_text
from adaptoid_widget.core.game.records import read_records
from adaptoid_widget.core.session.session import MAX_EARLIER
from adaptoid_widget.storage import atomic, journal
from adaptoid_widget.widget.autosave import Autosave
from tests.repetitions import nightly, repetitions

POSIX = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")


def games_in(path: Path) -> list[aw.Game]:
    return list(aw.read_games(path))


def texts_in(path: Path) -> list[str]:
    return [record_text(game) for game in games_in(path)]


def test_every_change_is_saved_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    assert board.autosave == str(path)
    assert not path.exists()  # nothing has been played yet
    for change in (
        lambda: board.play("+D3"),
        lambda: board.play("D6+L"),
        lambda: setattr(board, "comment", "a leg\nalready"),
        lambda: setattr(board, "marks", "ring(D6)"),
        lambda: board.goto(1),
        lambda: board.play("+D5"),
        lambda: board.game.headers.update({"White": "Ann"}),
        board.undo,
        board.resign,
    ):
        change()
        assert path.read_text(encoding="utf-8") == record_text(board.game)
    assert texts_in(path) == [record_text(board.game)]


def test_the_file_is_up_to_date_before_an_intent_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = aw.Board()
    board.autosave = tmp_path / "games.txt"
    contents: list[str] = []

    def send(content: Any, *_: Any) -> None:
        if content.get("type") == "reply":
            contents.append((tmp_path / "games.txt").read_text(encoding="utf-8"))

    monkeypatch.setattr(board, "send", send)
    board._on_intent(board, {"id": "a", "rev": 0, "kind": "grow", "at": "D3", "what": "new"}, [])
    assert len(contents) == 1
    assert "\n1 +D3\n" in contents[0]


def test_new_games_are_appended_and_undo_changes_the_restored_game(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    board.play("+D3")
    board.new_game()
    assert len(games_in(path)) == 1
    board.play("D2+L")
    assert [str(game.turns[0]) for game in games_in(path)] == ["+D3", "D2+L"]
    board.undo()
    board.undo()
    board.play("D6+P")
    assert [[str(turn) for turn in game.turns] for game in games_in(path)] == [["+D3", "D6+P"], ["D2+L"]]


def test_all_games_of_one_board_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    starts = ["+D3", "D2+L", "D2+P", "+C1", "+C2"]
    for number in range(30):
        board.new_game()
        board.play(starts[number % 5])
    assert [str(game.turns[0]) for game in games_in(path)] == starts * 6


def test_earlier_games_stay_in_the_file_and_its_last_game_continues(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    first = aw.Game().play("+D3").resign()
    second = aw.Game().play("D2+L")
    path.write_text(record_text(first) + "\n" + record_text(second), encoding="utf-8", newline="")
    before = path.read_bytes()
    board = aw.Board(games_in(path)[1])
    board.autosave = path
    assert path.read_bytes() == before
    board.play("D6+L")
    assert texts_in(path) == [record_text(first), record_text(board.game)]
    third = aw.Board()
    third.autosave = path
    third.play("+C1")
    assert [len(game.turns) for game in games_in(path)] == [1, 2, 1]


def test_changes_by_somebody_else_are_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    board.play("+D3")
    path.write_text("adaptoid-record 1\nmy own notes\n", encoding="utf-8")
    with pytest.warns(UserWarning, match="changed by somebody else"):
        board.play("D6+L")
    assert path.read_text(encoding="utf-8").endswith("my own notes\n")
    assert [str(turn) for turn in board.game.turns] == ["+D3", "D6+L"]


def test_a_disk_error_is_reported_once_and_saving_is_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    messages: list[Any] = []
    monkeypatch.setattr(board, "send", lambda content, *_: messages.append(content))

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("adaptoid_widget.widget.autosave.write", full)
        patch.setattr("adaptoid_widget.storage.journal._write", full)
        with pytest.warns(UserWarning, match="No space left"):
            board.play("+D3")
        board.play("D6+L")
    reports = [content["text"] for content in messages if content.get("type") == "report"]
    assert len(reports) == 1
    assert "No space left" in reports[0]
    board.play("+C1")
    assert texts_in(path) == [record_text(board.game)]


@pytest.mark.parametrize("kind", ["folder", "nowhere", "other"])
def test_an_unsuitable_path_is_refused(tmp_path: Path, kind: str) -> None:
    other = tmp_path / "other.txt"
    other.write_text("dear diary", encoding="utf-8")
    paths = {"folder": tmp_path, "nowhere": tmp_path / "no" / "games.txt", "other": other}
    board = aw.Board()
    with pytest.raises(aw.GameError, match=r"folder|something other"):
        board.autosave = paths[kind]
    assert board.autosave is None
    assert other.read_text(encoding="utf-8") == "dear diary"


def test_none_ends_autosave(tmp_path: Path) -> None:
    board = aw.Board()
    board.autosave = tmp_path / "games.txt"
    board.play("+D3")
    board.autosave = None
    board.play("D6+L")
    assert len(games_in(tmp_path / "games.txt")[0].turns) == 1


PLAY_ON = """
import random, sys
import adaptoid_widget as aw
board = aw.Board("adapt3@hex5 w 0,0,0 W:D3LL B:E7LL R:G4LL")
board.autosave = sys.argv[1]
rng = random.Random(int(sys.argv[2]))
print("ready", flush=True)
while True:
    if board.result is not None or rng.random() < 0.02:
        board.new_game()
    board.play(rng.choice(list(board.position.turns())))
    print(len(board.game.turns), board.game.turns[-1], flush=True)
"""


@POSIX
@pytest.mark.parametrize("seed", [0, 1, *nightly(2, 3, 4, 5)])
def test_a_killed_kernel_loses_no_reported_turn(tmp_path: Path, seed: int) -> None:
    """After SIGKILL at an arbitrary moment, the file can be read strictly and has every turn that was printed."""
    path = tmp_path / "games.txt"
    child = subprocess.Popen(
        [sys.executable, "-c", PLAY_ON, str(path), str(seed)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    reported = [child.stdout.readline() for _ in range(random.Random(seed).randrange(1, 120))]
    child.kill()
    # lines printed between the last line read here and the end of the process count too
    reported += [line for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    child.wait()
    games = games_in(path)
    turns = [f"{number} {turn}\n" for game in games for number, turn in enumerate(game.turns, 1)]
    # one more turn may be saved: the one under way when the process was killed
    assert reported == turns[: len(reported)]
    assert len(turns) - len(reported) <= 1
    assert [child.name for child in tmp_path.iterdir() if not child.name.startswith(".games")] == [
        "games.txt"
    ]


def test_a_value_that_is_no_path_is_refused() -> None:
    with pytest.raises(TypeError, match="autosave is a path, or None for no file, not int"):
        aw.Board().autosave = 3  # type: ignore[assignment]


# -- what a turn costs ------------------------------------------------------------------------------------------------


@pytest.fixture
def bytes_written(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of bytes of each write to any file."""
    counts: list[int] = []
    write_raw, write_whole = journal._write, atomic.write

    def count_raw(file: Any, data: bytes) -> None:
        counts.append(len(data))
        write_raw(file, data)

    def count_whole(target: Path, content: bytes) -> None:
        counts.append(len(content))
        write_whole(target, content)

    monkeypatch.setattr(journal, "_write", count_raw)
    monkeypatch.setattr("adaptoid_widget.widget.autosave.write", count_whole)
    return counts


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of bytes of each read from any file."""
    counts: list[int] = []

    class Read(io.FileIO):
        def read(self, size: int | None = -1, /) -> bytes:
            data = super().read(size) or b""
            counts.append(len(data))
            return data

    open_path = Path.open

    def open_counted(self: Path, mode: str = "r", buffering: int = -1, **options: Any) -> Any:
        if buffering == 0 and mode in ("rb", "r+b"):
            return Read(str(self), mode)
        return open_path(self, mode, buffering, **options)

    monkeypatch.setattr(Path, "open", open_counted)
    return counts


def test_the_bytes_per_turn_do_not_depend_on_earlier_games_in_the_file(
    tmp_path: Path, bytes_written: list[int], read: list[int]
) -> None:
    """Saving reads and writes as many bytes after one game as after thousands."""
    costs: list[list[int]] = []
    for number in (1, repetitions(1_000, 10_000)):
        path = tmp_path / f"{number}.txt"
        old = record_text(aw.Game().play("+D3").play("D6+L").play("D3+L").play("D6+P"))
        path.write_text("\n".join([old] * number), encoding="utf-8", newline="")
        board = aw.Board()
        board.autosave = path
        bytes_written.clear()
        read.clear()
        costs_of_changes: list[int] = []
        for change in (
            lambda board=board: board.play("+D3"),
            lambda board=board: board.play("D6+L"),
            lambda board=board: setattr(board, "comment", "a leg"),
            lambda board=board: board.undo(),
            lambda board=board: board.play("+D5"),
            lambda board=board: board.new_game(),
            lambda board=board: board.play("D2+L"),
        ):
            change()
            costs_of_changes.append(sum(bytes_written) + sum(read))
            bytes_written.clear()
            read.clear()
        # only the offset in the file has more digits in a longer file
        costs.append([cost - len(str(path.stat().st_size)) for cost in costs_of_changes])
        assert len(list(aw.read_games(path))) == number + 2
        board.close()
    assert max(abs(a - b) for cost in costs for a, b in zip(cost, costs[0], strict=True)) <= len("10000000")
    assert all(cost < 1000 for cost in costs[0])


def test_the_bytes_per_turn_do_not_depend_on_earlier_games_of_the_board(
    tmp_path: Path, bytes_written: list[int], read: list[int]
) -> None:
    """Games that undo cannot reach any more are not read, compared or written again."""
    board = aw.Board()
    board.autosave = tmp_path / "games.txt"
    costs: list[int] = []
    for _ in range(MAX_EARLIER + 20):
        board.new_game()
        board.play("+D3")
        bytes_written.clear()
        read.clear()
        board.play("D6+L")
        costs.append(sum(bytes_written) + sum(read))
    board.close()
    # the length and the offset have more digits in a longer file
    assert costs[-1] - costs[MAX_EARLIER + 1] <= 2 * len("10000")


def test_a_turn_of_a_long_game_writes_only_that_turn(tmp_path: Path, bytes_written: list[int]) -> None:
    path = tmp_path / "games.txt"
    dice = random.Random(5)
    board = aw.Board()
    board.autosave = path
    last = 0
    for _ in range(60):
        board.play(dice.choice(list(board.position.turns())))
        if board.result is not None:
            break
        last = sum(bytes_written)
        bytes_written.clear()
    assert path.stat().st_size > 400
    assert last < 300


# -- killed at any moment ----------------------------------------------------------------------------------------------


class Killed(BaseException):
    """Raised at the point where the process is killed."""


class KillSwitch:
    """Lets the first `operations` file operations succeed, and raises Killed in each later one.

    A write of several bytes counts as several operations, so that it can also fail in the middle.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, operations: int) -> None:
        self.operations = operations
        self.dead = False
        self._write = journal._write
        monkeypatch.setattr(journal, "_write", self.write)
        monkeypatch.setattr(Path, "unlink", self.around(Path.unlink))
        monkeypatch.setattr(journal, "_put", self.around(self.patched_put))

    def around(self, action: Any) -> Any:
        def act(*args: Any, **options: Any) -> Any:
            self.step()
            return action(*args, **options)

        return act

    def step(self) -> None:
        self.operations -= 1
        if self.dead or self.operations < 0:
            self.dead = True
            raise Killed

    def patched_put(self, file: Any, at: int, end: bytes) -> None:
        file.seek(at)
        self.write(file, end)
        self.step()
        file.truncate(at + len(end))

    def write(self, file: Any, data: bytes) -> None:
        # writes a growing part of the data
        for upto in (1, 2, 3, len(data) // 2, len(data)):
            at = file.tell()
            if self.operations <= 0:
                self.step()
            self.operations -= 1
            self._write(file, data[: max(0, upto)])
            if upto < len(data):
                file.seek(at)


@pytest.mark.parametrize("change", ["play", "undo", "comment", "new game"])
def test_a_kill_at_any_operation_leaves_the_old_or_the_new_file(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`read_games` reads it at once; the plain reader reads it after the next save."""
    states: set[str] = set()
    for operations in range(200):
        path = tmp_path / f"games{operations}.txt"
        game = aw.Game().play("+D3").play("D6+L").play("D3+L")
        path.write_text(record_text(aw.Game().play("+C1").resign()) + "\n" + record_text(game), newline="")
        saved = Autosave(path)
        saved.begin(game)
        before = path.read_bytes()
        other = game
        if change == "play":
            game.play("D6+P")
        elif change == "undo":
            game.remove(2)
        elif change == "comment":
            game.comment_on(1, "quiet")
        else:
            other = aw.Game().play("D2+L")
        with monkeypatch.context() as patch:
            kill_switch = KillSwitch(patch, operations)
            with contextlib.suppress(Killed):
                saved.save(other)
        texts = [record_text(read) for read in aw.read_games(path)]
        after = [record_text(aw.Game().play("+C1").resign()), record_text(game)]
        if other is not game:
            after.append(record_text(other))
        assert "\n".join(texts).encode() in (before, "\n".join(after).encode())
        states.add("\n".join(texts))
        # a later kernel saves another game; no other file is left in the folder
        reopened = Autosave(path)
        reopened.begin(aw.Game().play("+C2"))
        with path.open(encoding="utf-8", newline="") as lines:
            plain = [record_text(read) for read in read_records(aw.Game, lines)]
        assert plain == [*texts, record_text(aw.Game().play("+C2"))]
        assert [child.name for child in tmp_path.iterdir()] == [path.name]
        path.unlink()
        if not kill_switch.dead:
            break
    assert len(states) == 2


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the new end fits on the disk. The old end is restored, and the next turn saves both."""
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    board.play("+D3")
    before = path.read_bytes()
    calls = 0
    write = journal._write

    def half(file: Any, data: bytes) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            write(file, data[: len(data) // 2])
            raise OSError(28, "No space left on device")
        write(file, data)

    with monkeypatch.context() as patch:
        patch.setattr(journal, "_write", half)
        with pytest.warns(UserWarning, match="No space left"):
            board.play("D6+L")
    assert calls == 3
    assert path.read_bytes() == before
    board.play("D3+L")
    assert texts_in(path) == [record_text(board.game)]
    assert [child.name for child in tmp_path.iterdir()] == ["games.txt"]


def test_a_reader_never_sees_half_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    board.play("+D3")
    counts: list[int] = []
    write = journal._write

    def look(file: Any, data: bytes) -> None:
        for upto in (len(data) // 2, len(data)):
            at = file.tell()
            write(file, data[:upto])
            counts.append(len(next(aw.read_games(path)).turns))
            if upto < len(data):
                file.seek(at)

    monkeypatch.setattr(journal, "_write", look)
    board.play("D6+L")
    board.undo()
    board.play("D6+P")
    assert counts[:4] == [1, 2, 2, 2]
    assert len(counts) >= 8


# -- others at the file ------------------------------------------------------------------------------------------------

SAVE_MANY = """
import sys
import adaptoid_widget as aw
from adaptoid_widget.widget.autosave import Autosave
sys.stdin.readline()
for number in range(150):
    game = aw.Game()
    game.headers["Event"] = f"{sys.argv[2]} {number}"
    game.play("+D3")
    try:
        Autosave(sys.argv[1]).begin(game)
    except (ValueError, OSError):
        continue
    print(game.headers["Event"], flush=True)
"""


def test_two_processes_on_one_file_lose_no_game_reported_as_saved(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    children = [
        subprocess.Popen(
            [sys.executable, "-c", SAVE_MANY, str(path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("one", "other")
    ]
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    reported = [line for child in children for line in child.communicate()[0].splitlines()]
    assert len(reported) > 150
    stored = [game.headers["Event"] for game in aw.read_games(path)]
    assert sorted(stored) == sorted(reported)
    assert [child.name for child in tmp_path.iterdir()] == ["games.txt"]


def test_a_file_that_was_deleted_is_written_again_in_full(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "games.txt"
    first = aw.Game().play("+C1").resign()
    path.write_text(record_text(first), encoding="utf-8", newline="")
    board = aw.Board()
    board.autosave = path
    board.play("+D3")
    path.unlink()
    board.play("D6+L")
    assert texts_in(path) == [record_text(first), record_text(board.game)]
    path.unlink()
    folder.rmdir()
    with pytest.warns(UserWarning, match="does not exist"):
        board.play("D3+L")
    folder.mkdir()
    board.play("D6+P")
    assert texts_in(path) == [record_text(first), record_text(board.game)]
    board.play("D2+L")
    assert texts_in(path) == [record_text(first), record_text(board.game)]


def test_a_file_that_cannot_be_truncated_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on the drive of JupyterLite."""

    def refuse(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(journal, "IN_PLACE", False)
    monkeypatch.setattr(journal, "_put", refuse)
    path = tmp_path / "games.txt"
    first = aw.Game().play("+C1").resign()
    path.write_text(record_text(first), encoding="utf-8", newline="")
    board = aw.Board()
    board.autosave = path
    board.play("+D3")
    board.play("D6+L")
    board.undo()
    assert texts_in(path) == [record_text(first), record_text(board.game)]
