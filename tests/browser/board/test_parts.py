"""Parts of the front end that come when they are wanted, in a page that has none of them yet."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.notebook_board import Hand, show
from tools.browser.jupyter import Notebook

# in each frame: whether the keyboard has a place in the board; and every key that somebody else could hear
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
# keeps what the page makes addresses for
RECORD_BLOBS = """() => {
    const make = URL.createObjectURL.bind(URL);
    window.made = [];
    URL.createObjectURL = (blob) => { window.made.push(blob); return make(blob); };
}"""


def afresh(notebook: Notebook) -> None:
    """The page is loaded again: nothing of what came before is left in it."""
    notebook.save()
    notebook.page.reload()
    notebook.ready()


@pytest.mark.nightly
def test_the_editor_comes_once_and_the_keyboard_always_has_a_place(rough: Notebook) -> None:
    """Before, while and after the editor comes, opens and closes, no key is the notebook's.

    However many boards open their editors, and however often, the page loads the part once.
    """
    board = show(rough)
    afresh(rough)
    expect(board.board).to_be_visible()
    rough.page.evaluate(RECORD_BLOBS)

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
    other = Hand(rough, rough.run("board"))
    expect(other.root.locator("[data-edit=close]")).to_be_visible()
    expect_once()
