"""marimo's other face: a notebook run as an app, without its code, a board among other things of marimo's."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from adaptoid_widget.bench.clicks import disc
from adaptoid_widget.bench.jupyter import context

from .hosts.marimo import serve, write

CELLS = (
    "import adaptoid_widget as aw\nimport marimo as mo",
    "board = aw.Board(aids='legal')",
    "mo.vstack([mo.md('# Your turn'), board])",
)


def test_an_app_with_a_board(browser: Browser, tmp_path: Path) -> None:
    """A board inside marimo's own layout takes turns; each visitor has a game of his own."""
    app = tmp_path / "app.py"
    write(app, CELLS)
    with serve(tmp_path, "run", app) as url:
        visitors = [context(browser).new_page() for _ in range(2)]
        for page in visitors:
            page.goto(url)
            expect(page.locator(".adaptoid-board")).to_have_attribute("data-link", "idle")
        visitors[0].locator(disc("D3")).click()
        for page, position in zip(
            visitors, ("adaptoid b 0,0 W:D2,D3 B:D6", "adaptoid w 0,0 W:D2 B:D6"), strict=True
        ):
            expect(page.locator(".adaptoid-board")).to_have_attribute("data-position", position)
            page.context.close()
