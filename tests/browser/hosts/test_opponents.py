"""A computer player in each host of notebooks, with and without threads."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.harness import COMPILED_MS, expect_ready
from tests.browser.hosts.conftest import Visit
from tools.browser.clicks import disc

CELLS = (
    "board = aw.Board(black='level:7', language='en')\nboard",
    "print('engine:', aw.engine_info().backend)",
)


def test_a_computer_player_answers_and_the_analyst_runs(visit: Visit) -> None:
    """Turns are answered, undo works, the analyst shows lines, and playing on during the analysis works."""
    document = visit.open("opponent", *CELLS)
    page = document.page
    board = page.locator(".adaptoid-board")
    expect_ready(board)
    turns = page.locator("[role=treeitem]")
    for cell in ("D3", "D1"):
        before = turns.count()
        board.locator(disc(cell)).click()
        expect(turns).to_have_count(before + 2)
        expect(board).to_have_attribute("data-step", "move")
        # None in Python must not become another value in a page
        expect(board).not_to_have_attribute("data-over", "")
    page.locator('[data-do="undo"]').click()
    expect(page.locator(".adaptoid-sides [data-color=W]")).to_have_attribute("data-turn-now", "")
    expect_ready(board)
    page.locator('[data-do="analyse"]').click()
    expect(page.locator(".adaptoid-analyst-lines li").first).to_be_visible(timeout=COMPILED_MS)
    before = turns.count()
    board.locator(disc("E2")).click()
    expect(turns).to_have_count(before + 2)
    expect(page.get_by_text(re.compile("engine: (numba|wasm)"))).to_be_visible()
    visit.expect_nothing_wrong()
