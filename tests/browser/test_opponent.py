"""Playing against somebody who is not at the board: by clicks, in a notebook."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from adaptoid_widget import Position
from adaptoid_widget.bench.jupyter import Notebook

from .hand import Hand, show

# waits for a file before it answers, so that one can see it think
WAITS = """
import pathlib, time
go = pathlib.Path({path!r})
def careful(position):
    while not go.exists():
        time.sleep(0.01)
    return next(position.turns())
"""


def expect_turn_of(board: Hand, color: str) -> None:
    """Wait until the status is about a colour, and nobody thinks."""
    expect(board.status).to_contain_text(color)
    expect(board.board).not_to_have_attribute("data-step", "wait")


def test_a_short_game_against_level_1(notebook: Notebook) -> None:
    """Each turn is answered; undo takes back both; the tree has all turns, and the record says who played."""
    board = show(notebook, "black='level:1'")
    for turn in ("+D3", "D3+L", "D3+P"):
        before = board.python("b.game.ply")
        board.play_against(Position.from_text(board.shown or ""), turn)
        expect_turn_of(board, "White")
        assert board.python("b.game.ply") == before + 2
        board.expect_in_step()
        board.expect_pieces()
    expect(board.rows).to_have_count(7)
    expect(board.root.locator(".adaptoid-side[data-color=B] b").first).to_have_text("level 1")
    shown = board.shown
    board.do("undo")
    expect(board.board).not_to_have_attribute("data-position", shown or "")
    assert board.python("(b.game.ply, b.position.turn, b.thinking)") == (4, "W", None)
    board.do("redo")
    board.expect_position(shown or "")
    assert board.python("dict(b.game.headers)") == {"Black": "level 1"}


def test_it_is_shown_that_somebody_thinks(notebook: Notebook, tmp_path: Path, artefacts: Path) -> None:
    """The board says so, refuses clicks with the reason, and can be told to stop and to go on, by the keys too."""
    notebook.run(WAITS.format(path=str(tmp_path / "go")))
    board = show(notebook, "black=careful")
    board.click("D3")
    expect(board.status).to_have_text("Black: careful is thinking …")
    expect(board.board).to_have_attribute("data-step", "wait")
    expect(board.root.locator(".adaptoid-voice")).to_contain_text("careful is thinking")
    board.root.screenshot(path=artefacts / "thinking.png")
    board.click("D5")
    board.expect_reason("careful is thinking; wait for it, or stop it.")
    board.do("stop")
    expect(board.status).to_contain_text("careful was stopped")
    board.root.screenshot(path=artefacts / "stopped.png")
    (tmp_path / "go").touch()
    go = board.root.locator('[data-do="go"]')
    go.focus()
    notebook.page.keyboard.press("Enter")
    expect_turn_of(board, "White")
    board.expect_in_step()
    assert board.python("b.game.ply") == 2


def test_a_cell_runs_while_it_thinks(notebook: Notebook, tmp_path: Path) -> None:
    """Neither waits for the other, and the picture that stays is that of the last turn."""
    notebook.run(WAITS.format(path=str(tmp_path / "go")))
    board = show(notebook, "black=careful")
    board.click("D3")
    expect(board.status).to_have_text("Black: careful is thinking …")
    busy = f"import pathlib, time\nend = pathlib.Path({str(tmp_path / 'end')!r})\nwhile not end.exists():\n    time.sleep(0.01)"
    cell = notebook.start(busy)
    expect(cell.locator(".jp-InputPrompt")).to_contain_text("[*]")
    (tmp_path / "go").touch()
    expect_turn_of(board, "White")
    expect(cell.locator(".jp-InputPrompt")).to_contain_text("[*]")
    (tmp_path / "end").touch()
    expect(cell.locator(".jp-InputPrompt")).not_to_contain_text("[*]")
    board.expect_in_step()
    picture = notebook.page.locator('[class^="adaptoid-last-"]').last
    expect(picture).to_have_attribute("data-rev", str(board.rev))


def test_a_player_that_fails_is_told(notebook: Notebook) -> None:
    """In words on the board; a person plays for it."""
    board = show(notebook, "black=lambda position: 1 / 0")
    board.click("D3")
    expect(board.status).to_contain_text("no turn from Python (raised ZeroDivisionError: division by zero)")
    board.click("D5")
    expect_turn_of(board, "White")
    board.expect_in_step()
