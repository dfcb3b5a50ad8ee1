"""Parts of the front end that come when they are wanted, in a page that has none of them yet."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.hand import Hand, show
from tools.browser.jupyter import Notebook

DRAFT = "adaptoid w 0,0 W:D2LP B:D6"
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


def afresh(notebook: Notebook) -> None:
    """The page is loaded again: nothing of what came before is left in it."""
    notebook.save()
    notebook.page.reload()
    notebook.ready()


def test_the_keyboard_always_has_a_place(rough: Notebook) -> None:
    """Before, while and after the editor comes, opens and closes; no key is the notebook's meanwhile."""
    board = show(rough)
    expect(board.board).to_be_visible()
    afresh(rough)
    expect(board.board).to_be_visible()
    cells = rough.page.locator(".jp-Notebook .jp-Notebook-cell")
    count = cells.count()
    keys = rough.page.keyboard
    field = board.root.locator('[data-edit="tool:position"]')
    expect(field).to_have_count(0)
    for _ in range(3):
        board.root.locator('[data-do="edit"]').focus()
        board.root.evaluate(WATCH)
        keys.press("Enter")
        for key in "bxddma":
            keys.press(key)
        expect(field).to_be_focused()
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
    expect(cells).to_have_count(count)


def test_an_editor_that_is_open_outlives_a_reload(rough: Notebook) -> None:
    """In both views; what is done in one shows in the other, and playing from there closes both."""
    board = show(rough)
    other = Hand(rough, rough.run("board"))
    rough.run(f'board.edit("{DRAFT}")')
    for view in (board, other):
        expect(view.root).to_have_attribute("data-edit", "position")
    afresh(rough)
    for view in (board, other):
        expect(view.root).to_have_attribute("data-edit", "position")
        view.expect_position(DRAFT)
    other.root.locator('[data-brush="W"]').click()
    other.click("C3")
    board.expect_position("adaptoid w 0,0 W:C3,D2LP B:D6")
    other.root.locator('[data-edit="play"]').click()
    for view in (board, other):
        expect(view.root).not_to_have_attribute("data-edit", "position")
        expect(view.root.locator(".adaptoid-tools")).to_be_visible()
    board.expect_in_step()


def test_a_part_comes_once_for_a_page(rough: Notebook) -> None:
    """However many boards open their editors, and however often."""
    board = show(rough)
    afresh(rough)
    expect(board.board).to_be_visible()
    rough.page.evaluate(
        """() => {
            const make = URL.createObjectURL.bind(URL);
            window.made = [];
            URL.createObjectURL = (blob) => { window.made.push(blob); return make(blob); };
        }"""
    )

    def expect_once() -> None:
        texts = rough.page.evaluate("Promise.all(made.map((blob) => blob.text()))")
        assert sum(".adaptoid-palette" in text for text in texts) == 1

    board.do("edit")
    expect(board.root.locator("[data-edit=close]")).to_be_visible()
    expect_once()
    board.root.locator("[data-edit=close]").click()
    expect(board.root.locator("[data-edit=close]")).to_be_hidden()
    board.do("edit")
    expect(board.root.locator("[data-edit=close]")).to_be_visible()
    other = Hand(rough, rough.run("board"))
    expect(other.root.locator("[data-edit=close]")).to_be_visible()
    expect_once()
