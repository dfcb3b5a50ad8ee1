"""Somebody to play against, in each host of notebooks: with threads, and without."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.harness import COMPILED_MS
from tests.browser.hosts.conftest import Visit
from tools.browser.clicks import disc

CELLS = (
    "board = aw.Board(black='level:7', language='en')\nboard",
    "print('engine:', aw.engine_info().backend)",
)


def test_somebody_to_play_against(visit: Visit) -> None:
    """A player answers; one may take back; what is best is found and told, and meanwhile one plays on."""
    document = visit.open("opponent", *CELLS)
    page = document.page
    board = page.locator(".adaptoid-board")
    expect(board).to_have_attribute("data-link", "idle")
    turns = page.locator("[role=treeitem]")
    for cell in ("D3", "D1"):
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
    before = turns.count()
    board.locator(disc("E2")).click()
    expect(turns).to_have_count(before + 2)
    expect(page.get_by_text(re.compile("engine: (numba|wasm)"))).to_be_visible()
    visit.expect_nothing_wrong()
