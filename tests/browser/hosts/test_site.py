"""A site with JupyterLite: its notebook runs there, also in a subfolder, and makes no requests elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from adaptoid_widget import Player, Position
from tests.browser.harness import expect_ready
from tests.browser.hosts.conftest import Visit
from tests.browser.hosts.lite import START_MS, LiteHost
from tools.browser.clicks import disc
from tools.browser.jupyter import Notebook

pytestmark = pytest.mark.parametrize("visit", ["JupyterLite"], indirect=True)


@pytest.fixture
def page(visit: Visit, browser: Browser) -> Iterator[Page]:
    """The site's first page in a new profile, because JupyterLite reopens the documents of other pages of a profile."""
    assert isinstance(visit.host, LiteHost)
    own = Visit(visit.host, browser)
    page = own.profile.new_page()
    page.goto(visit.host.site)
    yield page
    own.expect_nothing_wrong()
    own.profile.close()


def test_a_lesson_of_a_site_can_be_solved(page: Page) -> None:
    page.get_by_role("link", name="Deutsch").click()
    page.locator("#lessons").get_by_role("link", name="Hunger stillen", exact=True).click()
    board = page.locator(".adaptoid-board")
    expect_ready(board)
    board.locator(disc("D4")).click()
    expect(page.get_by_text("Weg ist er.").first).to_be_visible()


def test_a_notebook_of_a_site_runs_in_jupyterlite(page: Page) -> None:
    """It reads the lesson file beside it, a computer player answers, and no cell installs anything."""
    page.get_by_role("link", name="try it").click()
    page.get_by_role("link", name="Run everything in JupyterLite").click()
    notebook = Notebook(page, Path("try it.ipynb"))
    notebook.ready(START_MS)
    notebook.run_all()
    lesson, game = (page.locator(".adaptoid-board").nth(number) for number in range(2))
    for board in (lesson, game):
        expect_ready(board)
    lesson.locator(disc("D4")).click()
    expect(page.locator(".adaptoid-widget").first).to_have_attribute("data-phase", "right")
    position = Position.start().play("+D3")
    game.locator(disc("D3")).click()
    expect(game).to_have_attribute("data-position", str(position.play(Player(7)(position))))
    expect(page.get_by_text("engine: wasm")).to_be_visible()
