"""Autosave writes every change to disk before the board answers, and keeps the file intact if the kernel is killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.record_writing import record_text
from adaptoid_widget.widget import autosave
from adaptoid_widget.widget.autosave import Autosave
from tests.repetitions import nightly
from tests.widget.wire import is_custom, wire_of

pytestmark = pytest.mark.usefixtures("wires")

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
    wire_of(board).bring({"id": "a", "rev": 0, "kind": "grow", "at": "D3", "what": "new"})
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


def test_a_disk_error_is_reported_at_each_step_and_saving_is_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board says it once it shows the step, since a snapshot takes messages away. Python warns once."""
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    wire = wire_of(board)

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("adaptoid_widget.widget.autosave.write", full)
        with pytest.warns(UserWarning, match="No space left"):
            board.play("+D3")
        # no second warning, which would be an error here
        wire.bring({"id": "a", "rev": 1, "kind": "grow", "at": "D6", "what": "leg"})
    kinds = [message.get("content", {}).get("type", message["method"]) for message in wire.sent]
    assert kinds == ["update", "report", "update", "reply", "report"]
    assert "Errno" not in wire.sent[-1]["content"]["text"]
    board.play("+C1")
    assert texts_in(path) == [record_text(board.game)]
    assert not is_custom(wire.sent[-1], "report")


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


def test_a_file_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    board = aw.Board()
    with pytest.raises(aw.GameError, match="is too long"):
        board.autosave = tmp_path / ("x" * 251 + ".txt")
    path = aw.Game().save(tmp_path / "games.txt")
    path.chmod(0o400)
    # root can write all files
    if not os.access(path, os.W_OK):
        with pytest.raises(PermissionError, match="read-only"):
            board.autosave = path
    assert board.autosave is None


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


# -- killed at any moment ----------------------------------------------------------------------------------------------


class Killed(BaseException):
    """Raised at the point where the process is killed."""


@pytest.mark.parametrize("change", ["play", "undo", "comment", "new game"])
@pytest.mark.parametrize("point", ["begin", "half", "written", "synced", "replaced"])
def test_a_kill_at_any_moment_leaves_the_old_or_the_new_file(
    change: str, point: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.txt"
    first = record_text(aw.Game().play("+C1").resign())
    game = aw.Game().play("+D3").play("D6+L").play("D3+L")
    path.write_text(first + "\n" + record_text(game), newline="")
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
    records = [first, record_text(game), *([record_text(other)] if other is not game else [])]
    after = "\n".join(records).encode()

    def die(*_: Any, **__: Any) -> None:
        raise Killed

    def write_half(target: Path, content: bytes, **_: Any) -> None:
        # what a killed process leaves: a part of a hidden file, which nobody holds open
        target.with_name(f".{target.name}.0123abcd").write_bytes(content[: len(content) // 2])
        raise Killed

    with monkeypatch.context() as patch:
        if point == "begin":
            patch.setattr(autosave, "write", die)
        elif point == "half":
            patch.setattr(autosave, "write", write_half)
        elif point == "written":
            patch.setattr(os, "fsync", die)
        elif point == "synced":
            patch.setattr(Path, "replace", die)
        else:
            patch.setattr(Autosave, "_settle_oldest", die)
        with pytest.raises(Killed):
            saved.save(other)
    assert path.read_bytes() == (after if point == "replaced" else before)
    # a later kernel saves another game; no other file is left in the folder
    reopened = Autosave(path)
    reopened.begin(aw.Game().play("+C2"))
    assert texts_in(path)[-1] == record_text(aw.Game().play("+C2"))
    assert [child.name for child in tmp_path.iterdir()] == [path.name]


# -- others at the file ------------------------------------------------------------------------------------------------


def touch(path: Path) -> None:
    later = path.stat().st_mtime + 60
    os.utime(path, (later, later))


def replace_by_a_copy(path: Path) -> None:
    """As `sed -i` does where nothing matches."""
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


@pytest.mark.parametrize("change", [touch, replace_by_a_copy])
def test_a_file_with_the_same_content_is_the_same_file(
    change: Callable[[Path], None], tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    for turn in ("+D3", "D6+L", "D3+L"):
        board.play(turn)
        change(path)
        assert texts_in(path) == [record_text(board.game)]
    assert list(recwarn) == []


def test_an_edit_of_earlier_games_stays(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    path = tmp_path / "games.txt"
    path.write_text("adaptoid-record 1\nWhite: Ann\n" + record_text(aw.Game()).partition("\n")[2], newline="")
    board = aw.Board()
    board.autosave = path
    board.play("+D3")
    path.write_bytes(path.read_bytes().replace(b"Ann", b"Anna"))
    board.play("D6+L")
    first, second = games_in(path)
    assert first.headers["White"] == "Anna"
    assert record_text(second) == record_text(board.game)
    assert list(recwarn) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("is_first", [True, False])
def test_the_same_games_with_other_line_ends_go_on(
    encoding: str, line_end: str, is_first: bool, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    """As editors, version control and mail leave a file."""
    path = tmp_path / "games.txt"
    before = [] if is_first else [record_text(aw.Game().play("+C1"))]
    path.write_bytes("".join(before).encode())
    board = aw.Board()
    board.autosave = path
    for turn in ("+D3", "D6+L", "D3+L"):
        board.play(turn)
        assert texts_in(path) == [*before, record_text(board.game)]
        path.write_bytes("\n".join(texts_in(path)).replace("\n", line_end).encode(encoding))
    board.play("D6+P")
    assert path.read_bytes() == "\n".join(texts_in(path)).replace("\n", line_end).encode(encoding)
    assert texts_in(path) == [*before, record_text(board.game)]
    assert list(recwarn) == []


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace(b"\n", b" \n"),
        lambda text: text.rstrip(),
        lambda text: text + b"\n\n",
        lambda text: b"\t\r\n".join(text.splitlines()),
    ],
)
def test_the_same_games_with_other_blanks_at_line_ends_go_on(
    edit: Callable[[bytes], bytes], tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    """Editors add an end to the last line or take it away, and `sed -i` may add blanks to each line."""
    path = tmp_path / "games.txt"
    path.write_text(record_text(aw.Game().play("D2+L")), newline="")
    board = aw.Board()
    board.autosave = path
    for turn in ("+D3", "D6+L", "D3+L"):
        board.play(turn)
        path.write_bytes(edit(path.read_bytes()))
    board.play("D6+P")
    assert [str(warning.message) for warning in recwarn] == []
    earlier, ours = aw.read_games(path, lenient=True)
    assert len(earlier.turns) == 1
    assert record_text(ours) == record_text(board.game)


def test_an_edit_of_the_games_of_this_board_stays_beside_them(tmp_path: Path) -> None:
    """As `sed -i` does where something matches: both are kept, and the board says so once."""
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    board.game.headers["White"] = "Ann"
    board.play("+D3")
    edited = path.read_bytes().replace(b"Ann", b"Anna")
    path.write_bytes(edited)
    with pytest.warns(
        UserWarning, match="its content stays, and the games of this board are saved behind it"
    ):
        board.play("D6+L")
    board.play("D3+L")
    assert path.read_bytes().startswith(edited)
    assert texts_in(path)[1:] == [record_text(board.game)]


def test_two_boards_on_one_file_are_noticed_and_lose_no_game(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    first, second = aw.Board(), aw.Board()
    first.autosave = second.autosave = path
    first.play("+D3")
    second.play("D2+L")
    with pytest.warns(UserWarning, match="changed by somebody else, so saving stopped"):
        first.play("D6+L")
    second.play("D6+P")
    assert [[str(turn) for turn in game.turns] for game in games_in(path)] == [["+D3"], ["D2+L", "D6+P"]]
    first.autosave = path
    assert [len(game.turns) for game in games_in(path)] == [1, 2, 2]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_file_keeps_its_encoding_and_its_line_ends(encoding: str, line_end: str, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    game = aw.Game().play("+C1").resign()
    game.comment = "Größe, 大きさ"
    path.write_bytes(record_text(game).replace("\n", line_end).encode(encoding))
    before = path.read_bytes()
    board = aw.Board()
    board.autosave = path
    board.play("+D3")
    board.play("D6+L")
    board.new_game()
    board.play("D2+L")
    content = path.read_bytes()
    assert content.startswith(before)
    records = [record_text(game), record_text(board.game)]
    assert content == "\n".join([records[0], *texts_in(path)[1:]]).replace("\n", line_end).encode(encoding)
    assert texts_in(path)[0::2] == records
    # the last game of such a file goes on
    board.autosave = None
    other = aw.Board(aw.read_game(path, -1))
    other.autosave = path
    other.play("D6+P")
    assert [len(game.turns) for game in games_in(path)] == [1, 2, 2]


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
