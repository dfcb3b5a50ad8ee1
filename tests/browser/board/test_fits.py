"""Whether all of a board can be seen at once in a notebook: the board in its window, the sheet of keys in its own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.hand import show
from tools.browser.jupyter import Notebook

WINDOWS = {"laptop": (1366, 680), "projector": (1920, 1080), "middle": (1300, 1000)}


def test_a_board_gives_its_cell_no_scrollbar(notebook: Notebook) -> None:
    """Nothing of it sticks out of the output that it stands in."""
    board = show(notebook)
    over = board.root.evaluate(
        """(root) => { const found = [];
        for (let at = root; at && !at.matches(".jp-Cell"); at = at.parentElement)
            if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY))
                found.push(at.className);
        return found; }"""
    )
    assert over == []


@pytest.mark.parametrize("size", ["normal", "projector"])
@pytest.mark.parametrize("window", WINDOWS)
def test_board_and_panel_fit_the_window(notebook: Notebook, window: str, size: str) -> None:
    """With its rows below and its panel beside it, in the part of the window that the notebook has."""
    page = notebook.page
    width, height = WINDOWS[window]
    page.set_viewport_size({"width": width, "height": height})
    try:
        board = show(notebook, f"size={size!r}")
        page.wait_for_function(
            """() => { const root = document.querySelector(".adaptoid-widget");
            const box = (what) => root.querySelector(what).getBoundingClientRect();
            const room = root.closest(".jp-WindowedPanel-outer").clientHeight;
            const board = box(".adaptoid-board"), frame = box(".adaptoid-frame");
            const low = box(".adaptoid-key").bottom, status = box(".adaptoid-status-panel");
            return low - frame.top <= room && status.left >= board.right && status.top < board.bottom; }"""
        )
        expect(board.root.locator(".adaptoid-board")).to_be_visible()
    finally:
        page.set_viewport_size({"width": 1300, "height": 1000})


def test_the_sheet_of_keys_is_whole(notebook: Notebook) -> None:
    """Its title is in sight, each key stands on one line beside what it does, and it fits the window."""
    board = show(notebook)
    board.root.locator("[data-do=help]").click()
    sheet = board.root.locator(".adaptoid-help")
    expect(sheet.locator("h3")).to_be_in_viewport()
    scrolled, over, lines = sheet.evaluate(
        """(sheet) => [sheet.scrollTop, sheet.scrollHeight - sheet.clientHeight,
            [...sheet.querySelectorAll("dt")].map((key) => [key.scrollWidth > key.clientWidth,
                key.firstChild.getClientRects().length,
                key.getBoundingClientRect().top === key.nextSibling.getBoundingClientRect().top])]"""
    )
    assert (scrolled, over) == (0, 0)
    assert all(line == [False, 1, True] for line in lines)
