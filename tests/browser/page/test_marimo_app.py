"""A marimo notebook run as an app, without its code, with a board in a marimo layout."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.harness import COMPILED_MS, expect_ready
from tests.browser.hosts.marimo import serve, write
from tools.browser.clicks import disc
from tools.browser.jupyter import context

CELLS = (
    "import adaptoid_widget as aw\nimport marimo as mo",
    "board = aw.Board(aids='legal')",
    "mo.vstack([mo.md('# Your turn'), board])",
)


@pytest.mark.nightly
def test_a_computer_player_answers_and_the_analyst_runs(browser: Browser, tmp_path: Path) -> None:
    """Both run on threads."""
    app = tmp_path / "app.py"
    write(app, ("import adaptoid_widget as aw", "board = aw.Board(black='level:1')", "board"))
    with serve(tmp_path, "run", app) as url:
        page = context(browser).new_page()
        page.goto(url)
        board = page.locator(".adaptoid-board")
        expect_ready(board)
        page.locator(disc("D3")).click()
        expect(page.locator("[role=treeitem]")).to_have_count(3)
        expect(board).to_have_attribute("data-step", "move")
        expect_ready(board)
        page.locator('[data-do="analyse"]').click()
        expect(page.locator(".adaptoid-analyst-lines li").first).to_be_visible(timeout=COMPILED_MS)
        page.context.close()


@pytest.mark.nightly
def test_each_visitor_of_an_app_has_a_board(browser: Browser, tmp_path: Path) -> None:
    """A board inside a marimo layout can be played. The games of two visitors are separate."""
    app = tmp_path / "app.py"
    write(app, CELLS)
    with serve(tmp_path, "run", app) as url:
        visitors = [context(browser).new_page() for _ in range(2)]
        for page in visitors:
            page.goto(url)
            expect_ready(page.locator(".adaptoid-board"))
        visitors[0].locator(disc("D3")).click()
        for page, position in zip(
            visitors, ("adaptoid b 0,0 W:D2,D3 B:D6", "adaptoid w 0,0 W:D2 B:D6"), strict=True
        ):
            expect(page.locator(".adaptoid-board")).to_have_attribute("data-position", position)
            page.context.close()
