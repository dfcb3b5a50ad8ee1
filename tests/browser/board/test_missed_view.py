"""A board whose model arrives just after jupyter-widgets has given up waiting for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.notebook_board import BoardDriver, show
from tools.browser.jupyter import Notebook

# get_model polls every 100 ms for 2 s. With longer timeouts it polls once, and the model arrives before the next poll.
OVERSLEEP = """() => {
    const sleep = window.setTimeout;
    window.setTimeout = (wake, ms, ...more) => sleep(wake, ms === 100 ? 6000 : ms, ...more);
}"""
GAVE_UP = "widget model not found"


@pytest.mark.nightly
def test_a_board_is_shown_after_its_model_was_not_found(notebook: Notebook, opener: Opener) -> None:
    """This holds in each output, and the board can be played. The error of another widget stays."""
    show(notebook)
    notebook.run("board")
    notebook.run("import ipywidgets\nslider = ipywidgets.IntSlider()\nslider")
    notebook.value("slider.close()")
    notebook.save()
    page = opener.page()
    console: list[str] = []
    page.on("console", lambda message: console.append(message.text))
    page.add_init_script(f"({OVERSLEEP})()")
    late = opener.lab.open(page, notebook.path.name)
    cells = page.locator(".jp-Notebook .jp-Notebook-cell")
    showing = cells.filter(has=page.locator(".adaptoid-widget"))
    board, other = BoardDriver(late, showing.nth(0)), BoardDriver(late, showing.nth(1))
    for view in (board, other):
        expect(view.board).to_be_visible()
    assert sum(GAVE_UP in text for text in console) >= 2
    expect(cells.last).to_contain_text("not found")
    board.click("D2")
    board.grow("leg")
    for view in (board, other):
        view.expect_position("adaptoid b 0,0 W:D2L B:D6")
    board.expect_in_step()
