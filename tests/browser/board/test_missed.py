"""A board whose model comes in the moment in which jupyter-widgets gives up waiting for it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.hand import Hand, show

# get_model looks every 100 ms for 2 s; so it looks once, and the model comes before its one sleep is over
OVERSLEEP = """() => {
    const sleep = window.setTimeout;
    window.setTimeout = (wake, ms, ...more) => sleep(wake, ms === 100 ? 6000 : ms, ...more);
}"""
GAVE_UP = "widget model not found"


def test_a_board_that_the_page_gave_up_is_shown_after_all(opener: Opener) -> None:
    """In each of its outputs, and it can be played on; what is not a board's stays as it is."""
    notebook = opener.notebook()
    board = show(notebook)
    other = Hand(notebook, notebook.run("board"))
    gone = notebook.run("import ipywidgets\nslider = ipywidgets.IntSlider()\nslider")
    notebook.value("slider.close()")
    notebook.save()
    said: list[str] = []
    notebook.page.on("console", lambda message: said.append(message.text))
    notebook.page.add_init_script(f"({OVERSLEEP})()")
    notebook.page.reload()
    notebook.ready()
    for view in (board, other):
        expect(view.board).to_be_visible()
    assert sum(GAVE_UP in text for text in said) >= 2
    expect(gone).to_contain_text("not found")
    board.click("D2")
    board.grow("leg")
    for view in (board, other):
        view.expect_position("adaptoid b 0,0 W:D2L B:D6")
    board.expect_in_step()
