"""Computer players and the analyst of a board in a notebook, operated by clicks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from adaptoid_widget import Position
from tests.browser.board.test_accessibility import findings
from tests.browser.harness import COMPILED_MS, turn_against_level_4
from tests.browser.notebook_board import BoardDriver, show
from tests.browser.page.search_workers import BUSY, RED
from tools.browser.jupyter import Notebook

# a player that waits for a file before it answers, so that the thinking can be observed
WAITS = """
import pathlib, time
go = pathlib.Path({path!r})
def careful(position):
    while not go.exists():
        time.sleep(0.01)
    return next(position.turns())
"""


def expect_turn_of(board: BoardDriver, color: str) -> None:
    """Wait until it is the turn of a colour and no computer player thinks."""
    expect(board.status).to_contain_text(color)
    expect(board.board).not_to_have_attribute("data-step", "wait")


def test_level_1_answers_each_turn(notebook: Notebook) -> None:
    """Each turn is answered, and undo takes back both. The tree has all turns, and the record names the players."""
    board = show(notebook, "black='level:1'")
    for turn in ("+D3", "D3+L", "D3+P"):
        before = board.python("b.game.ply")
        board.play_against(Position.from_text(board.position_text or ""), turn)
        expect_turn_of(board, "White")
        assert board.python("b.game.ply") == before + 2
        board.expect_in_step()
        board.expect_pieces()
    expect(board.rows).to_have_count(7)
    expect(board.root.locator(".adaptoid-side[data-color=B] b").first).to_have_text("Level 1")
    position = board.position_text
    board.do("undo")
    expect(board.board).not_to_have_attribute("data-position", position or "")
    assert board.python("(b.game.ply, b.position.turn, b.thinking)") == (4, "W", None)
    board.do("redo")
    board.expect_position(position or "")
    assert board.python("dict(b.game.headers)") == {"Black": "level 1"}


def test_a_player_can_be_chosen_on_the_board(notebook: Notebook) -> None:
    """Three clicks start a game against level 4. Python has the same player and can change it."""
    board = show(notebook)
    black = board.root.locator("[data-color=B] .adaptoid-side-name b")
    turn_against_level_4(board.root)
    assert board.python("repr(b.black)") == "Player(level=4)"
    board.notebook.run(f"{board.name}.black = lambda position: next(position.turns())")
    expect(black).to_have_text("Python")
    board.do("player-B")
    expect(board.root.locator('[data-level][aria-pressed="true"]')).to_have_count(0)
    board.root.page.keyboard.press("Escape")
    expect(board.root.locator("dialog.adaptoid-players")).to_be_hidden()


@pytest.mark.nightly
def test_a_new_game_and_a_rematch_can_be_started_by_keyboard(notebook: Notebook) -> None:
    """Enter starts a game with the last settings, the dialog offers another layout, and a rematch swaps the colours."""
    board = show(notebook, "black='level:1'")
    keys = board.root.page.keyboard
    board.root.locator("[data-do=new]").focus()
    keys.press("Enter")
    expect(board.root.locator(".adaptoid-players [type=submit]")).to_be_focused()
    keys.press("Enter")
    expect(board.root.locator("dialog.adaptoid-players")).to_be_hidden()
    expect(board.news).to_have_text("A new game.")
    expect(board.root.locator("[data-do=new]")).to_be_focused()
    keys.press("Enter")
    board.root.locator("[data-begin=layout] [value=hex3]").check()
    board.root.locator(".adaptoid-players [type=submit]").press("Enter")
    board.expect_position("adaptoid@hex3 w 0,0 W:C1 B:C5")
    board.python("b.resign()")
    board.root.locator("[data-do=rematch]").press("Enter")
    expect(board.root.locator("[data-color=W] .adaptoid-side-name b")).to_have_text("Level 1")
    assert board.python("repr((b.white, b.black))") == "('level:1', None)"


@pytest.mark.nightly
def test_the_board_shows_that_a_player_thinks(notebook: Notebook, tmp_path: Path, artefacts: Path) -> None:
    """Clicks are refused with a reason. The player can be stopped, and resumed with the keyboard."""
    notebook.run(WAITS.format(path=str(tmp_path / "go")))
    board = show(notebook, "black=careful")
    board.click("D3")
    expect(board.status).to_have_text("Black: careful is thinking …")
    expect(board.board).to_have_attribute("data-step", "wait")
    expect(board.root.locator(".adaptoid-live-region")).to_contain_text("careful is thinking")
    board.root.screenshot(path=artefacts / "thinking.png")
    board.click("D5")
    board.expect_reason("Wait: careful is thinking. You can stop it.")
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


@pytest.mark.nightly
def test_a_cell_can_run_while_a_player_thinks(notebook: Notebook, tmp_path: Path) -> None:
    """Neither waits for the other, and the saved picture shows the last turn."""
    notebook.run(WAITS.format(path=str(tmp_path / "go")))
    board = show(notebook, "black=careful")
    board.click("D3")
    expect(board.status).to_have_text("Black: careful is thinking …")
    end = tmp_path / "end"
    busy = f"end = pathlib.Path({str(end)!r})\nwhile not end.exists():\n    time.sleep(0.01)"
    cell = notebook.start(busy)
    expect(cell.locator(".jp-InputPrompt")).to_contain_text("[*]")
    (tmp_path / "go").touch()
    expect_turn_of(board, "White")
    expect(cell.locator(".jp-InputPrompt")).to_contain_text("[*]")
    end.touch()
    expect(cell.locator(".jp-InputPrompt")).not_to_contain_text("[*]")
    board.expect_in_step()
    picture = notebook.page.locator('[class^="adaptoid-last-"]').last
    expect(picture).to_have_attribute("data-rev", str(board.rev))


@pytest.mark.nightly
def test_an_error_of_a_player_is_shown(notebook: Notebook) -> None:
    """A person can play for the player."""
    board = show(notebook, "black=lambda position: 1 / 0")
    board.click("D3")
    expect(board.status).to_contain_text("no turn from Python (raised ZeroDivisionError: division by zero)")
    board.click("D5")
    expect_turn_of(board, "White")
    board.expect_in_step()


def test_the_analyst_shows_shares_lines_and_hints(notebook: Notebook, artefacts: Path) -> None:
    """It shows a bar, lines as arrows and as text that can be played, and a hint. Nothing is shown before it is
    started."""
    board = show(notebook, repr(BUSY))
    root = board.root
    expect(root.locator(".adaptoid-shares")).to_be_hidden()
    board.do("analyse")
    lines = root.locator(".adaptoid-analyst-lines li")
    expect(lines).to_have_count(3, timeout=COMPILED_MS)
    expect(root.locator(".adaptoid-shares")).to_be_visible()
    expect(root.locator(".adaptoid-shares")).to_have_attribute(
        "aria-label", re.compile(r"White \d+ %, Black \d+ %")
    )
    expect(root.locator(".adaptoid-analyst-layer [data-tag]").first).to_be_visible()
    expect(root.locator(".adaptoid-live-region")).to_contain_text("Who is better")
    expect(root.locator('[data-do="analyse"]')).to_have_attribute("aria-pressed", "true")
    assert findings(notebook.page) == []
    root.screenshot(path=artefacts / "analyst.png")
    # results arrive without a new rev, and a click on a turn plays the line up to that turn
    assert board.python("b.snapshot['rev']") == 0
    # the lines may change at any time, so the page finds the turn and clicks on it at once
    first = root.evaluate("""(root) => {
        const turn = root.querySelector(".adaptoid-analyst-lines [data-turn]");
        const { textContent } = turn;
        turn.click();
        return textContent;
    }""")
    board.expect_rev(1)
    assert board.python("str(b.game.node.turn)") == first
    expect(root.locator(".adaptoid-badge")).to_be_visible()
    board.do_and_wait("undo")
    board.do("analyse")
    expect(root.locator(".adaptoid-shares")).to_be_hidden()
    expect(root.locator(".adaptoid-analyst-layer [data-tag]")).to_have_count(0)
    board.do("hint")
    hint = root.locator(".adaptoid-note")
    expect(hint).to_contain_text("Hint: ")
    board.do("hint")
    expect(hint).to_contain_text("Best: ")


@pytest.mark.nightly
def test_the_analyst_shows_a_share_for_each_of_three_colours(notebook: Notebook) -> None:
    """Each colour has a share, and threats are drawn differently from lines. A second view shows the same."""
    board = show(notebook, repr(RED))
    board.do("analyse")
    shares = board.root.locator(".adaptoid-share")
    expect(shares).to_have_count(3, timeout=COMPILED_MS)
    board.do("threats")
    expect(board.root.locator(".adaptoid-analyst-layer .adaptoid-enemy").first).to_be_visible()
    assert findings(notebook.page) == []
    new_view = BoardDriver(notebook, notebook.run("board"))
    expect(new_view.root.locator(".adaptoid-share")).to_have_count(3)
    board.python("b.analyse(False)")
    expect(new_view.root.locator(".adaptoid-shares")).to_be_hidden()
    expect(board.root.locator(".adaptoid-shares")).to_be_hidden()
