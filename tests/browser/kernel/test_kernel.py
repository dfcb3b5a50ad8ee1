"""A kernel that is busy, restarted or gone, and a page that is reloaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from adaptoid_widget import Position
from tests.browser.board.test_saved_picture import pictures
from tests.browser.notebook_board import BoardDriver, show
from tests.repetitions import nightly
from tools.browser.jupyter import Notebook

BUSY = "import pathlib, time\ngo = pathlib.Path({path!r})\nwhile not go.exists():\n    time.sleep(0.02)\nprint('done')"
# a loop that lets no other thread run, like a long calculation in C
GREEDY = (
    "import ctypes, sys\nlibc = ctypes.PyDLL(None)\nbefore = sys.getswitchinterval()\nsys.setswitchinterval(1e6)\n"
    "while libc.access({path!r}.encode(), 0):\n    libc.usleep(20000)\nsys.setswitchinterval(before)\nprint('done')"
)
# ipykernel 7.4 answers in the shell where the board was made, that is, after the cell; 7.0 to 7.3 answer where the
# page requests it
IN_SUBSHELL = "board.comm._reply_subshell_for = None"
SUBSHELLS = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.supportsSubshells"
SUBSHELLS_ARE = """(state) => {
    const {kernels} = window.jupyterapp.serviceManager, before = kernels.commsOverSubshells;
    kernels.commsOverSubshells = state;
    return before; }"""
# the test decides when the board's timeout for an answer ends
PATIENT = """() => {
    const {setTimeout, clearTimeout} = window, held = new Map();
    window.setTimeout = (act, ms, ...rest) => {
        const id = setTimeout(ms === 4000 ? () => {} : act, ms, ...rest);
        if (ms === 4000) held.set(id, act);
        return id; };
    window.clearTimeout = (id) => { held.delete(id); clearTimeout(id); };
    window.impatient = () => {
        for (const act of held.values()) act();
        held.clear(); };
    window.asBefore = () => Object.assign(window, {setTimeout, clearTimeout}); }"""
START = Position.start()
PLAYED = "adaptoid b 0,0 W:D2,D3 B:D6"
DRAFT = "adaptoid w 0,0 W:D2LP B:D6"


@contextmanager
def patience(page: Page) -> Iterator[Callable[[], None]]:
    """Let boards wait for Python without a timeout, and yield a function that ends the wait."""
    page.evaluate(PATIENT)
    try:
        yield lambda: page.evaluate("() => window.impatient()")
    finally:
        page.evaluate("() => { window.asBefore(); }")


def test_a_click_is_answered_while_a_cell_runs(notebook: Notebook, tmp_path: Path) -> None:
    """With subshells, the kernel answers on another thread. Two turns are played during one cell."""
    if not notebook.page.evaluate(SUBSHELLS):
        pytest.skip("this kernel has no subshells")
    board = show(notebook)
    notebook.run(IN_SUBSHELL)
    notebook.run("heard = []\nboard.observe(lambda change: heard.append(change['new'].turn), 'position')")
    cell = notebook.start(BUSY.format(path=str(tmp_path / "go")))
    expect(cell.locator(".jp-InputPrompt")).to_contain_text("[*]")
    board.click("D3")
    board.expect_position(PLAYED)
    board.click("D6")
    board.grow("leg")
    board.expect_position("adaptoid w 0,0 W:D2,D3 B:D6L")
    board.expect_link("idle")
    expect(cell.locator(".jp-InputPrompt")).to_contain_text("[*]")
    (tmp_path / "go").touch()
    expect(cell.locator(".jp-OutputArea")).to_contain_text("done")
    board.expect_in_step()
    assert notebook.value("heard") == ["B", "W"]


@pytest.mark.parametrize("regime", nightly("no subshells", "a greedy cell"))
def test_a_click_is_answered_after_the_cell_without_subshells(
    rough: Notebook, tmp_path: Path, artefacts: Path, regime: str
) -> None:
    """The board waits, shows that it does, and goes on. A cell that lets no other thread run has the same effect.

    A second click after the timeout is sent too; the first click counts, and the second is stale.
    """
    notebook = rough
    if regime == "no subshells":
        usual = notebook.page.evaluate(SUBSHELLS_ARE, "disabled")
        board = show(notebook)
        notebook.page.evaluate(SUBSHELLS_ARE, usual)
    else:
        board = show(notebook)
    if regime == "a greedy cell":
        notebook.run(IN_SUBSHELL)
    cell = notebook.start((GREEDY if regime == "a greedy cell" else BUSY).format(path=str(tmp_path / "go")))
    expect(cell.locator(".jp-InputPrompt")).to_contain_text("[*]")
    with patience(notebook.page) as lose_it:
        board.click("D3")
        board.expect_link("waiting")
        expect(board.silence).to_have_text("Waiting for Python …")
        board.click("E3")  # not sent, because the last click is unanswered
        lose_it()
    board.expect_link("silent")
    expect(board.silence).to_contain_text("Python does not answer")
    # also at the disc that was clicked, since the line below the board may be out of sight
    expect(board.reason).to_contain_text("Python does not answer")
    expect(board.reason).to_have_attribute("data-at", "D3")
    board.expect_position(str(START))
    board.expect_pieces()
    board.root.screenshot(path=artefacts / "silent.png")
    board.click("D1")
    board.expect_link("waiting")
    (tmp_path / "go").touch()
    board.expect_position(PLAYED)
    board.expect_link("idle")
    expect(board.silence).to_be_empty()
    expect(cell.locator(".jp-OutputArea")).to_contain_text("done")
    board.expect_in_step()
    assert board.rev == 1
    board.play(Position.from_text(PLAYED), "D6+L")
    assert board.rev == 2


def middle_of(place: Locator) -> tuple[float, float]:
    """The middle of an element in the window."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# scrolls the notebook until the middle of the board is at its top
SCROLL_HALF_AWAY = """(root) => {
    const board = root.querySelector(".adaptoid-board").getBoundingClientRect();
    const panel = root.closest(".jp-WindowedPanel-outer");
    panel.scrollBy(0, board.top + board.height / 2 - panel.getBoundingClientRect().top); }"""


def test_a_board_of_a_restarted_kernel_says_so(rough: Notebook, artefacts: Path) -> None:
    """It says so at once, within the board, and takes no clicks. It can still be read. Running its cell again gives a
    working board."""
    notebook = rough
    board = show(notebook)
    cell = len(notebook.contents()) - 1
    board.play(START, "+D3")
    note = board.board.locator(".adaptoid-gone [role=alert]")
    expect(note).to_have_count(0)
    # no answer is waited for: the board hears of the restart from the notebook
    with patience(notebook.page):
        notebook.restart()
        expect(note).to_contain_text("Python does not answer")
        expect(note).to_be_in_viewport(ratio=1)
        notebook.ready()
    board.root.screenshot(path=artefacts / "restarted.png")
    # the top of the board is scrolled away, the note is not
    notebook.page.set_viewport_size({"width": 1300, "height": 500})
    board.root.evaluate(SCROLL_HALF_AWAY)
    expect(board.board).not_to_be_in_viewport(ratio=0.7)
    # Chromium rounds what is in the viewport to pixels
    expect(note).to_be_in_viewport(ratio=0.99)
    notebook.page.mouse.click(*middle_of(board.board))
    notebook.page.keyboard.press("Enter")
    expect(board.root.locator("[data-mark=chosen]")).to_have_count(0)
    board.expect_link("idle")
    board.expect_position(PLAYED)
    board.expect_pieces()
    expect(board.status).to_contain_text("Black")
    notebook.run_again(cell)
    board.expect_position(str(START))
    board.expect_link("idle")
    board.play(START, "D2+L")


def test_boards_are_restored_after_a_reload(rough: Notebook) -> None:
    """With a running kernel, both views of each board show the state of Python and can be played.

    One board is within a turn and was played after the notebook was saved; its saved picture is updated. The other
    board has an open editor.
    """
    notebook = rough
    start = Position.from_text("adaptoid w 0,0 W:D2L B:D6")
    board = show(notebook, repr(str(start)))
    other = BoardDriver(notebook, notebook.run("board"))
    edited = show(notebook, name="edited")
    edited_too = BoardDriver(notebook, notebook.run("edited"), "edited")
    notebook.run(f'edited.edit("{DRAFT}")')
    for view in (edited, edited_too):
        expect(view.root).to_have_attribute("data-edit", "position")
    notebook.save()
    board.play(start, "+C1")
    board.play(Position.from_text(board.position_text or ""), "D6+L")
    board.click("D2")
    board.click("D3")
    within = "adaptoid w+ 0,0 W:C1,D3L B:D6L"
    board.expect_position(within)
    notebook.page.reload()
    notebook.ready()
    for view in (board, other):
        view.expect_position(within)
        view.expect_pieces()
    fallback = notebook.page.locator("[class^=adaptoid-last-]")
    expect(fallback).to_have_count(4)
    for at in (0, 1):
        expect(fallback.nth(at)).to_contain_text("B:D6L")
        expect(fallback.nth(at)).to_be_hidden()

    notebook.run('board.undo(); board.play("D2-C2 C2+P")')
    for view in (board, other):
        view.expect_position("adaptoid b 0,0 W:C1,C2LP B:D6L")
    board.play(Position.from_text(board.position_text or ""), "D6+P")
    other.play(Position.from_text(board.position_text or ""), "C1+P")
    board.expect_in_step()
    board.expect_link("idle")
    for at in (0, 1):
        expect(fallback.nth(at)).to_contain_text(board.position_text or "")
        expect(fallback.nth(at)).to_be_hidden()
    for picture in pictures(notebook.save())[:2]:
        assert picture["text/plain"].rstrip().endswith(board.position_text or "")

    for view in (edited, edited_too):
        expect(view.root).to_have_attribute("data-edit", "position")
        view.expect_position(DRAFT)
    edited_too.root.locator('[data-brush="W"]').click()
    edited_too.click("C3")
    edited.expect_position("adaptoid w 0,0 W:C3,D2LP B:D6")
    edited_too.root.locator('[data-edit="play"]').click()
    for view in (edited, edited_too):
        expect(view.root).not_to_have_attribute("data-edit", "position")
        expect(view.root.locator(".adaptoid-tools")).to_be_visible()
    edited.expect_in_step()
