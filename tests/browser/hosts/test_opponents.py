"""Somebody to play against, in each host of notebooks: with threads, and without."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.hosts.conftest import Visit
from tools.browser.clicks import disc

CELLS = ("board = aw.Board(black='level:1', language='en')\nboard",)

# the search may have to be compiled first
COMPILED_MS = 120_000


def test_somebody_to_play_against(visit: Visit) -> None:
    """A player answers; one may take back, and what is best is found and told."""
    document = visit.open("opponent", *CELLS)
    page = document.page
    board = page.locator(".adaptoid-board")
    expect(board).to_have_attribute("data-link", "idle")
    for cell in ("D3", "D1"):
        turns = page.locator("[role=treeitem]")
        before = turns.count()
        board.locator(disc(cell)).click()
        expect(turns).to_have_count(before + 2)
        expect(board).to_have_attribute("data-step", "move")
        # nothing in Python is not nothing in every page
        expect(board).not_to_have_attribute("data-over", "")
    page.locator('[data-do="undo"]').click()
    expect(page.locator(".adaptoid-sides [data-color=W]")).to_have_attribute("data-turn-now", "")
    expect(board).to_have_attribute("data-link", "idle")
    page.locator('[data-do="analyse"]').click()
    expect(page.locator(".adaptoid-analyst-lines li").first).to_be_visible(timeout=COMPILED_MS)
    visit.expect_nothing_wrong()
