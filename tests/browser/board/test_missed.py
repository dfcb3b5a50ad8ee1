"""A board whose model comes in the moment in which jupyter-widgets gives up waiting for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.notebook_board import Hand, show
from tools.browser.jupyter import Notebook

# get_model looks every 100 ms for 2 s; so it looks once, and the model comes before its one sleep is over
OVERSLEEP = """() => {
    const sleep = window.setTimeout;
    window.setTimeout = (wake, ms, ...more) => sleep(wake, ms === 100 ? 6000 : ms, ...more);
}"""
GAVE_UP = "widget model not found"


@pytest.mark.nightly
def test_a_board_that_the_page_gave_up_is_shown_after_all(notebook: Notebook, opener: Opener) -> None:
    """In each of its outputs, and it can be played on; what is not a board's stays as it is."""
    show(notebook)
    notebook.run("board")
    notebook.run("import ipywidgets\nslider = ipywidgets.IntSlider()\nslider")
    notebook.value("slider.close()")
    notebook.save()
    page = opener.page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.add_init_script(f"({OVERSLEEP})()")
    late = opener.lab.open(page, notebook.path.name)
    cells = page.locator(".jp-Notebook .jp-Notebook-cell")
    showing = cells.filter(has=page.locator(".adaptoid-widget"))
    board, other = Hand(late, showing.nth(0)), Hand(late, showing.nth(1))
    for view in (board, other):
        expect(view.board).to_be_visible()
    assert sum(GAVE_UP in text for text in said) >= 2
    expect(cells.last).to_contain_text("not found")
    board.click("D2")
    board.grow("leg")
    for view in (board, other):
        view.expect_position("adaptoid b 0,0 W:D2L B:D6")
    board.expect_in_step()
