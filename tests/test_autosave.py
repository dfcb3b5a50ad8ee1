"""What is on the board is on disk before the board answers, whatever becomes of the kernel."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.record_format import record_text
from adaptoid_widget.core.game.records import read_records

POSIX = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")


def games_in(path: Path) -> list[aw.Game]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(read_records(aw.Game, lines))


def texts_in(path: Path) -> list[str]:
    return [record_text(game) for game in games_in(path)]


def test_every_step_is_on_disk_at_once(tmp_path: Path) -> None:
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
    seen: list[str] = []

    def send(content: Any, *_: Any) -> None:
        if content.get("type") == "reply":
            seen.append((tmp_path / "games.txt").read_text(encoding="utf-8"))

    monkeypatch.setattr(board, "send", send)
    board._on_intent(board, {"id": "a", "rev": 0, "kind": "grow", "at": "D3", "what": "new"}, [])
    assert len(seen) == 1
    assert "\n1 +D3\n" in seen[0]


def test_new_games_follow_and_undo_changes_the_one_it_brings_back(tmp_path: Path) -> None:
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


def test_many_games_on_one_board_are_all_there(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    starts = ["+D3", "D2+L", "D2+P", "+C1", "+C2"]
    for number in range(30):
        board.new_game()
        board.play(starts[number % 5])
    assert [str(game.turns[0]) for game in games_in(path)] == starts * 6


def test_what_the_file_held_stays_and_its_last_game_goes_on(tmp_path: Path) -> None:
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
    another = aw.Board()
    another.autosave = path
    another.play("+C1")
    assert [len(game.turns) for game in games_in(path)] == [1, 2, 1]


def test_another_hands_changes_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    board.play("+D3")
    path.write_text("adaptoid-record 1\nmy own notes\n", encoding="utf-8")
    with pytest.warns(UserWarning, match="changed by somebody else"):
        board.play("D6+L")
    assert path.read_text(encoding="utf-8").endswith("my own notes\n")
    assert [str(turn) for turn in board.game.turns] == ["+D3", "D6+L"]


def test_a_failing_disk_is_told_once_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.txt"
    board = aw.Board()
    board.autosave = path
    told: list[Any] = []
    monkeypatch.setattr(board, "send", lambda content, *_: told.append(content))

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("adaptoid_widget.autosave.write", full)
        with pytest.warns(UserWarning, match="No space left"):
            board.play("+D3")
        board.play("D6+L")
    reports = [content["text"] for content in told if content.get("type") == "report"]
    assert len(reports) == 1
    assert "No space left" in reports[0]
    board.play("+C1")
    assert texts_in(path) == [record_text(board.game)]


@pytest.mark.parametrize("what", ["folder", "nowhere", "other"])
def test_a_path_that_is_not_fit_is_refused(tmp_path: Path, what: str) -> None:
    other = tmp_path / "other.txt"
    other.write_text("dear diary", encoding="utf-8")
    paths = {"folder": tmp_path, "nowhere": tmp_path / "no" / "games.txt", "other": other}
    board = aw.Board()
    with pytest.raises(aw.GameError, match=r"folder|something else"):
        board.autosave = paths[what]
    assert board.autosave is None
    assert other.read_text(encoding="utf-8") == "dear diary"


def test_none_ends_it(tmp_path: Path) -> None:
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
@pytest.mark.parametrize("seed", range(6))
def test_a_killed_kernel_loses_no_turn(tmp_path: Path, seed: int) -> None:
    """Killed with SIGKILL at some moment, the file reads strictly and has every turn that was told before."""
    path = tmp_path / "games.txt"
    child = subprocess.Popen(
        [sys.executable, "-c", PLAY_ON, str(path), str(seed)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    told = [child.stdout.readline() for _ in range(random.Random(seed).randrange(1, 120))]
    child.kill()
    # what it said between the last line that was read and its end counts too
    told += [line for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    child.wait()
    kept = games_in(path)
    turns = [f"{number} {turn}\n" for game in kept for number, turn in enumerate(game.turns, 1)]
    # at most the turn under way when it was killed is there without having been told
    assert told == turns[: len(told)]
    assert len(turns) - len(told) <= 1
    assert [child.name for child in tmp_path.iterdir() if not child.name.startswith(".games")] == [
        "games.txt"
    ]


def test_what_is_no_path_is_told_in_words() -> None:
    with pytest.raises(TypeError, match="autosave is a path, or None for no file, not int"):
        aw.Board().autosave = 3  # type: ignore[assignment]
