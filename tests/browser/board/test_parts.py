"""Parts of the front end that are loaded on demand, in a page that has loaded none."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.notebook_board import BoardDriver, show
from tools.browser.jupyter import Notebook

# count the frames in which the focus is outside the board, and record every key that others could receive
WATCH = """(root) => {
    window.watched = {frames: 0, lost: 0, heard: []};
    document.addEventListener("keydown", ({ key }) => window.watched.heard.push(key));
    const look = () => {
        window.watched.frames += 1;
        if (!root.contains(document.activeElement)) window.watched.lost += 1;
        requestAnimationFrame(look);
    };
    look();
}"""
# record the blobs for which the page creates URLs
RECORD_BLOBS = """() => {
    const make = URL.createObjectURL.bind(URL);
    window.made = [];
    URL.createObjectURL = (blob) => { window.made.push(blob); return make(blob); };
}"""


def reload_page(notebook: Notebook) -> None:
    """Save and reload the page, so that no part is loaded."""
    notebook.save()
    notebook.page.reload()
    notebook.ready()


@pytest.mark.nightly
def test_the_editor_is_loaded_once_and_never_loses_the_focus(rough: Notebook) -> None:
    """No key reaches the notebook while the editor is loaded, opened and closed.

    The page loads the part once, for any number of boards and openings.
    """
    board = show(rough)
    # from the beginning: the part that serves the notebook loads all parts at some moment
    rough.page.add_init_script(f"({RECORD_BLOBS})()")
    reload_page(rough)
    expect(board.board).to_be_visible()

    def expect_once() -> None:
        texts = rough.page.evaluate("Promise.all(made.map((blob) => blob.text()))")
        assert sum(".adaptoid-palette" in text for text in texts) == 1

    contents = rough.contents()
    keys = rough.page.keyboard
    field = board.root.locator('[data-edit="tool:position"]')
    expect(field).to_have_count(0)
    for _ in range(2):
        board.root.locator('[data-do="edit"]').focus()
        board.root.evaluate(WATCH)
        keys.press("Enter")
        for key in "bxddma":
            keys.press(key)
        expect(field).to_be_focused()
        expect_once()
        board.root.locator('[data-edit="close"]').focus()
        keys.press("Enter")
        for key in "bxdd":
            keys.press(key)
        expect(field).to_be_hidden()
        expect(board.board.locator("[data-cell]:focus")).to_have_count(1)
        watched = rough.page.evaluate("window.watched")
        assert watched["frames"] > 1
        assert watched["lost"] == 0
        assert watched["heard"] == []
    assert rough.contents() == contents
    board.do("edit")
    other = BoardDriver(rough, rough.run("board"))
    expect(other.root.locator("[data-edit=close]")).to_be_visible()
    expect_once()
