"""Positions and layouts edited in a notebook by mouse, by touch and by keyboard."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, expect

from adaptoid_widget import Layout
from tests.browser.notebook_board import BoardDriver, show
from tools.browser.jupyter import Notebook

FREE = "adaptoid@discs:0,0/1,0/2,0 w 0,0 W:N1 B:N2"


class EditorDriver:
    """Operates the editor of a board in a notebook."""

    def __init__(self, notebook: Notebook, arguments: str = "", tool: str = "position") -> None:
        self.hand: BoardDriver = show(notebook, arguments)
        self.root = self.hand.root
        self.page = notebook.page
        self.keys = notebook.page.keyboard
        self.text = self.root.locator("[data-edit=text]")
        self.hand.do("edit")
        expect(self.field("tool:position")).to_be_focused()
        if tool == "layout":
            self.use("tool:layout")
            expect(self.root.locator(".adaptoid-ghost").first).to_be_visible()

    def field(self, name: str) -> Locator:
        return self.root.locator(f'[data-edit="{name}"]')

    def use(self, name: str) -> None:
        self.field(name).click()

    def brush(self, name: str) -> None:
        self.root.locator(f'[data-brush="{name}"]').click()

    def disc(self, cell: str) -> Locator:
        return self.hand.board.locator(f'[data-cell="{cell}"]')

    def expect(self, text: str) -> None:
        """Expect a draft on the board, in the text field and in Python."""
        self.hand.expect_position(text)
        expect(self.text).to_have_value(text)
        assert self.hand.python("b.draft") == text

    def middle(self, place: Locator) -> tuple[float, float]:
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, cell: str, dx: float, dy: float) -> None:
        """Drag a disc by a number of disc diameters."""
        x, y = self.middle(self.disc(cell))
        box = self.disc(cell).bounding_box()
        assert box is not None
        wide = box["width"]
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx * wide, y + dy * wide, steps=8)
        self.page.mouse.up()

    @contextmanager
    def finger(self) -> Iterator[None]:
        """Emulate touch for the calls of `touch` in the block."""
        wire = self.page.context.new_cdp_session(self.page)
        wire.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
        self.wire = wire
        self.clock = time.time() - 60
        try:
            yield
        finally:
            wire.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
            wire.detach()

    def touch(self, *places: Locator) -> None:
        """Touch a place, drag to the others, and lift the finger."""
        points = [self.middle(place) for place in places]
        if len(points) > 1:
            (x, y), (to_x, to_y) = points
            points[1:] = [(x + (to_x - x) * part / 5, y + (to_y - y) * part / 5) for part in range(1, 6)]
            points.append((to_x, to_y))
        for number, (x, y) in enumerate(points):
            self.send("touchMove" if number else "touchStart", [{"x": x, "y": y}])
        self.send("touchEnd", [])
        self.clock += 1

    def send(self, kind: str, points: list[dict[str, float]]) -> None:
        """Send a touch event with its own timestamp, because Chromium ignores a tap shortly after a fast drag."""
        self.clock += 0.1
        event = {"type": kind, "touchPoints": points, "timestamp": self.clock}
        self.wire.send("Input.dispatchTouchEvent", event)


def test_a_position_can_be_edited_by_mouse(notebook: Notebook) -> None:
    """Bodies, limbs, a move, losses, the turn, the variant, switches and the layout are changed, played and undone."""
    edit = EditorDriver(notebook)
    edit.use("clear")
    edit.brush("W")
    edit.disc("C3").click()
    edit.disc("C4").click()
    edit.brush("pincer")
    edit.disc("C4").click()
    edit.disc("C4").click()
    edit.disc("C4").click(modifiers=["Shift"])
    edit.brush("B")
    edit.disc("E5").click()
    edit.disc("E6").click()
    edit.hand.expect_position("adaptoid w 0,0 W:C3,C4P B:E5,E6")
    edit.disc("E6").click()
    edit.expect("adaptoid w 0,0 W:C3,C4P B:E5")
    edit.brush("move")
    edit.disc("C4").drag_to(edit.disc("D5"))
    edit.expect("adaptoid w 0,0 W:C3,D5P B:E5")
    edit.use("limb:leg:1")
    edit.use("turn:B")
    edit.use("step:grow")
    edit.use("lost:W:1")
    edit.field("switch:weaker-dies").check()
    edit.expect("adaptoid+weaker-dies b+ 1,0 W:C3,D5LP B:E5")
    edit.field("board").select_option("star")
    edit.field("variant").select_option("adapt3")
    star = Layout.from_text(str(edit.hand.python("str(__import__('adaptoid_widget').layouts['star'])")))
    text = f"adapt3+weaker-dies@{star} b+ 1,0,0 W:C3,D5LP B:E5 R:-"
    edit.expect(text)
    expect(edit.root.locator("[data-problem=finished]")).to_be_visible()
    edit.use("undo")
    edit.use("play")
    expect(edit.text).to_be_hidden()
    edit.hand.expect_position(
        text.replace("adapt3+", "adaptoid+").replace("1,0,0", "1,0").replace(" R:-", "")
    )
    edit.hand.expect_in_step()
    edit.hand.do_and_wait("undo")
    edit.hand.expect_position("adaptoid w 0,0 W:D2 B:D6")


@pytest.mark.nightly
def test_the_position_follows_the_text_while_it_is_typed(notebook: Notebook) -> None:
    edit = EditorDriver(notebook)
    fault = edit.root.locator(".adaptoid-fault")
    edit.text.fill("adaptoid w 0,0 W:D2 B:Z6")
    expect(fault).to_have_text("Line 1, column 23: expected a disc of this board, found 'Z6'.")
    edit.hand.expect_position("adaptoid w 0,0 W:D2 B:D6")
    expect(edit.text).to_have_value("adaptoid w 0,0 W:D2 B:Z6")
    for _ in range(2):
        edit.keys.press("Backspace")
    edit.keys.type("D5LLP")
    edit.expect("adaptoid w 0,0 W:D2 B:D5LLP")
    expect(fault).to_have_text("")
    edit.use("close")
    edit.hand.expect_position("adaptoid w 0,0 W:D2 B:D6")
    assert edit.hand.python("b.editing") is False


@pytest.mark.nightly
def test_invalid_drafts_are_reported_and_not_corrected_automatically(notebook: Notebook) -> None:
    edit = EditorDriver(notebook, '"adapt3 w 0,0,0 W:D2 B:B4 R:F6"')
    edit.field("variant").select_option("adaptoid")
    edit.field("board").select_option("hex2")
    edit.expect("adaptoid@hex2 w 0,0 W:D2 B:B4 R:F6")
    problem = edit.root.locator("[data-problem]")
    assert sorted(problem.evaluate_all("(rows) => rows.map((row) => row.dataset.problem)")) == [
        "off-board",
        "red",
    ]
    expect(edit.field("play")).to_have_attribute("aria-disabled", "true")
    edit.use("fix:red")
    edit.use("fix:off-board")
    edit.expect("adaptoid@hex2 w 0,0 W:- B:-")
    edit.use("start")
    edit.expect("adaptoid@hex2 w 0,0 W:B1 B:B3")
    expect(problem).to_have_count(0)


@pytest.mark.nightly
def test_a_position_can_be_edited_by_touch(notebook: Notebook) -> None:
    """A tap places an adaptoid, a drag moves it, and a tap on an adaptoid opens its controls."""
    edit = EditorDriver(notebook)
    with edit.finger():
        edit.touch(edit.root.locator('[data-brush="B"]'))
        edit.touch(edit.disc("D4"))
        edit.expect("adaptoid w 0,0 W:D2 B:D4,D6")
        edit.touch(edit.root.locator('[data-brush="move"]'))
        edit.touch(edit.disc("D4"), edit.disc("E5"))
        edit.expect("adaptoid w 0,0 W:D2 B:D6,E5")
        edit.touch(edit.field("limb:pincer:1"))
        edit.expect("adaptoid w 0,0 W:D2 B:D6,E5P")
        edit.touch(edit.disc("D2"))
        edit.touch(edit.disc("C2"))
        edit.expect("adaptoid w 0,0 W:C2 B:D6,E5P")


@pytest.mark.nightly
def test_a_layout_can_be_edited_by_mouse(notebook: Notebook) -> None:
    """Lattice discs are removed and added, also beyond row A. Free discs are dragged and snap, and begin an open
    start."""
    edit = EditorDriver(notebook, '"adaptoid@hex2 w 0,0 W:B1 B:B3"', tool="layout")
    edit.disc("B2").click()
    edit.disc("0,1").click()
    edit.expect("adaptoid@lattice:A1.B1.B2.C1.C3.D2.D3 w 0,0 W:C1 B:C3")
    edit.disc("A1").click()
    edit.use("undo")
    edit.use("loosen")
    # wait for the draft, which would otherwise replace the text
    expect(edit.text).to_have_value(re.compile("^adaptoid@discs:"))
    edit.text.fill(FREE)
    edit.expect(FREE)
    edit.drag("N3", -1.45, 0.8)
    edit.expect("adaptoid@discs:0,0/1,0/0.5,0.866 w 0,0 W:N1 B:N2")
    edit.drag("N3", 0.5, -0.5)
    expect(edit.hand.reason).to_contain_text("N3 would overlap N2 there")
    edit.expect("adaptoid@discs:0,0/1,0/0.5,0.866 w 0,0 W:N1 B:N2")
    edit.disc("500,-866").click()
    edit.expect("adaptoid@discs:0,0/1,0/0.5,0.866/0.5,-0.866 w 0,0 W:N1 B:N2")
    edit.disc("N3").click()
    edit.use("open-start")
    expect(edit.hand.board).to_have_attribute("data-step", "place")
    edit.hand.click("N3")
    edit.hand.expect_link("idle")
    edit.hand.click("N1")
    edit.root.locator("[data-choose=W]").click()
    edit.hand.expect_position("adaptoid@discs:0,0/1,0/0.5,-0.866 w 0,0 W:N3 B:N1")
    edit.hand.expect_in_step()


@pytest.mark.nightly
def test_a_layout_can_be_edited_by_touch(notebook: Notebook) -> None:
    edit = EditorDriver(notebook, f'"{FREE}"', tool="layout")
    with edit.finger():
        edit.touch(edit.disc("N3"), edit.disc("500,866"))
        edit.expect("adaptoid@discs:0,0/1,0/0.5,0.866 w 0,0 W:N1 B:N2")
        edit.touch(edit.disc("500,-866"))
        edit.expect("adaptoid@discs:0,0/1,0/0.5,0.866/0.5,-0.866 w 0,0 W:N1 B:N2")


@pytest.mark.nightly
def test_a_position_and_a_layout_can_be_edited_by_keyboard(notebook: Notebook) -> None:
    """No shortcut of the notebook fires, and the focus stays in the board."""
    board = show(notebook)
    contents = notebook.contents()
    keys = notebook.page.keyboard

    def focused(selector: str) -> None:
        expect(board.root.locator(selector)).to_be_focused()

    def tab_to(selector: str, key: str = "Tab") -> None:
        for _ in range(60):
            keys.press(key)
            if board.root.locator(selector).evaluate("(node) => node === document.activeElement"):
                return
        raise AssertionError(selector)

    board.board.locator('[data-cell="D2"]').focus()
    tab_to("[data-do=edit]")
    keys.press("Enter")
    focused('[data-edit="tool:position"]')
    tab_to("[data-cell][tabindex='0']")
    board.board.locator('[data-cell="D2"]').focus()
    for key in "llpx":
        keys.press(key)
    keys.press("Shift+L")
    keys.press("ArrowRight")
    focused("[data-cell=D3]")
    keys.press("b")
    keys.press("Control+z")
    keys.press("w")
    board.expect_position("adaptoid w 0,0 W:D2LP,D3 B:D6")
    keys.press("Delete")
    keys.press("p")
    expect(board.reason).to_have_text("D3 is empty: put a body there before its limbs.")
    board.expect_position("adaptoid w 0,0 W:D2LP B:D6")
    keys.press("ArrowLeft")
    keys.press("Enter")
    keys.press("ArrowRight")
    keys.press("Enter")
    board.expect_position("adaptoid w 0,0 W:D3LP B:D6")
    focused("[data-cell=D3]")
    tab_to('[data-edit="tool:layout"]', "Shift+Tab")
    keys.press("Space")
    expect(board.root.locator(".adaptoid-ghost").first).to_be_visible()
    tab_to("[data-cell][tabindex='0']")
    board.board.locator('[data-cell="A1"]').focus()
    keys.press("ArrowUp")
    focused('[data-cell="0,0"]')
    keys.press("Enter")
    focused("[data-cell=A1]")
    keys.press("Enter")
    focused("[data-cell=A1]")
    tab_to("[data-edit=loosen]", "Shift+Tab")
    keys.press("Enter")
    expect(board.board.locator('[data-cell="N1"]')).to_be_visible()
    board.board.locator('[data-cell="N1"]').focus()
    keys.press("Shift+ArrowUp")
    focused("[data-cell=N1]")
    keys.press("Delete")
    expect(board.board.locator('[data-cell="N37"]')).to_have_count(0)
    assert board.root.evaluate("(root) => root.contains(document.activeElement)")
    tab_to("[data-edit=play]")
    keys.press("Enter")
    expect(board.root.locator("[data-edit=play]")).to_be_hidden()
    assert board.root.evaluate("(root) => root.contains(document.activeElement)")
    board.expect_in_step()
    assert notebook.contents() == contents


@pytest.mark.nightly
def test_python_can_open_the_editor(notebook: Notebook) -> None:
    board = show(notebook)
    notebook.run('board.edit("adaptoid w 0,0 W:D2LP B:D6", tool="layout")')
    board.expect_position("adaptoid w 0,0 W:D2LP B:D6")
    expect(board.root).to_have_attribute("data-edit", "layout")
    notebook.run("board.position = board.draft")
    expect(board.root).not_to_have_attribute("data-edit", "layout")
    board.expect_in_step()
