"""A turn without a mouse, in a notebook that listens to keys too."""

from __future__ import annotations

from playwright.sync_api import expect

from adaptoid_widget.bench.jupyter import Notebook

from .hand import show

# in command mode: insert a cell above and below, to Markdown, cut, paste, delete, select all, find, save
SHORTCUTS = "abmxvdd1"


def test_a_turn_by_keyboard(notebook: Notebook) -> None:
    """Arrows walk over the discs, Enter and Space choose, move and grow, Escape lets go, Tab reaches the chooser."""
    board = show(notebook, '"adaptoid w 0,0 W:D2LP B:D4,D6"')
    keys = notebook.page.keyboard
    disc = {cell: board.board.locator(f'[data-cell="{cell}"]') for cell in ("C2", "D2", "D3", "D4", "E3")}
    chooser = board.root.locator(".adaptoid-chooser")
    disc["D2"].focus()
    for key, cell in (("ArrowRight", "D3"), ("ArrowRight", "D4"), ("ArrowLeft", "D3"), ("ArrowLeft", "D2")):
        keys.press(key)
        expect(disc[cell]).to_be_focused()
    keys.press("Enter")
    expect(chooser).to_be_visible()
    keys.press("Escape")
    expect(chooser).to_be_hidden()
    expect(disc["D2"]).to_be_focused()
    keys.press("Space")
    expect(disc["D2"]).to_have_attribute("aria-selected", "true")
    keys.press("ArrowRight")
    keys.press("Enter")
    board.expect_position("adaptoid w+ 0,0 W:D3LP B:D4,D6")
    expect(disc["D3"]).to_be_focused()
    keys.press("Enter")
    leg = board.board.locator('[data-grow="leg"]')
    expect(leg).to_be_visible()
    for _ in range(4):
        if leg.evaluate("(button) => button === document.activeElement"):
            break
        keys.press("Tab")
    expect(leg).to_be_focused()
    keys.press("Enter")
    board.expect_position("adaptoid b 0,0 W:D3LLP B:D4,D6")
    board.expect_in_step()


def test_no_key_reaches_the_notebook(notebook: Notebook) -> None:
    """What JupyterLab would do on these keys happens neither on a disc nor on a button."""
    board = show(notebook)
    cells = notebook.page.locator(".jp-Notebook .jp-Notebook-cell")
    count = cells.count()
    for place in (
        board.board.locator('[data-cell="D2"]'),
        board.root.locator('[data-do="flip"]'),
    ):
        place.focus()
        for key in [*SHORTCUTS, "Escape", "ArrowUp", "j", "k", "Delete"]:
            notebook.page.keyboard.press(key)
        assert board.root.evaluate("(root) => root.contains(document.activeElement)")
    expect(cells).to_have_count(count)
    expect(board.board).to_be_visible()
    assert notebook.value("1 + 1") == 2
    board.expect_in_step()
    # the same keys do reach it elsewhere, so the test above could fail
    notebook.page.locator(".jp-InputPrompt").first.click()
    notebook.page.keyboard.press("Escape")
    notebook.page.keyboard.press("b")
    expect(cells).to_have_count(count + 1)
