"""Screenshots of a board in JupyterLab in both themes, at three widths, in a midgame and at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from adaptoid_widget import Game
from tests.browser.board.test_accessibility import findings
from tests.browser.board.test_play import GAME
from tests.browser.boxes import FAULTS
from tests.browser.notebook_board import show
from tests.repetitions import nightly
from tools.browser.jupyter import Notebook

THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
WIDTHS = {"wide": 1500, "middle": 1000, "narrow": 640}


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_board_fits_and_follows_the_theme_at_three_widths(
    notebook: Notebook, artefacts: Path, theme: str
) -> None:
    """The board follows the theme, fits into its cell, and all its parts are visible."""
    page = notebook.page
    notebook.theme(THEMES[theme])
    board = show(notebook)
    try:
        expect(board.root).to_have_attribute("data-theme", theme)
        game = Game()
        for name, turns in (("mid", GAME[:13]), ("end", GAME[13:])):
            for turn in turns:
                game.play(turn)
            notebook.run("".join(f"board.play({turn!r})\n" for turn in turns))
            board.expect_position(str(game.position))
            if name == "mid":
                board.click("C3")
                expect(board.root.locator(".adaptoid-growth-menu")).to_be_visible()
            for width, pixels in WIDTHS.items():
                page.set_viewport_size({"width": pixels, "height": 1000})
                board.root.scroll_into_view_if_needed()
                inner = board.root.evaluate("(root) => [root.scrollWidth, root.clientWidth]")
                assert inner[0] <= inner[1]
                for part in (".adaptoid-svg", ".adaptoid-status", ".adaptoid-sides", ".adaptoid-turns"):
                    expect(board.root.locator(part)).to_be_visible()
                board.root.screenshot(path=artefacts / f"{theme}-{name}-{width}.png")
    finally:
        page.set_viewport_size({"width": 1300, "height": 1000})
        notebook.theme(THEMES["light"])
    if theme == "light":
        expect(board.root).to_have_attribute("data-theme", "light")


@pytest.mark.nightly
def test_the_cards_of_home_are_as_dark_as_jupyterlab(notebook: Notebook) -> None:
    """The cards are nearly black, and their texts white."""
    notebook.theme(THEMES["dark"])
    try:
        tile = notebook.run("import adaptoid_widget as aw\naw.home()").locator(".adaptoid-path-chapter").first
        expect(tile).to_be_visible()
        expect(tile).to_have_css("background-color", "rgb(33, 33, 33)")
        expect(tile).to_have_css("color", "rgb(255, 255, 255)")
        assert findings(notebook.page, ".adaptoid-home") == []
    finally:
        notebook.theme(THEMES["light"])


@pytest.mark.parametrize(
    ("width", "is_beside"), [*nightly((250, False), (370, False), (620, True)), (540, False)]
)
def test_the_card_of_home_has_its_picture_above_the_text_where_there_is_little_room(
    notebook: Notebook, width: int, is_beside: bool
) -> None:
    """Only the width of the output counts, not that of the window."""
    home = notebook.run(
        f"import adaptoid_widget as aw\nhome = aw.home()\nhome.layout.width = '{width}px'\nhome"
    )
    expect(home.locator(".adaptoid-home")).to_have_css("width", f"{width}px")
    picture, heading = (
        home.locator(f".adaptoid-path-next {name}").first.bounding_box() for name in ("img", "h2")
    )
    assert picture is not None
    assert heading is not None
    assert (picture["x"] > heading["x"] + heading["width"] - 1) == is_beside
    # JupyterLab has a rule for links under the pointer
    begin = home.locator(".adaptoid-path-go a")
    color = "(link) => getComputedStyle(link).color"
    before = begin.evaluate(color)
    begin.hover()
    assert begin.evaluate(color) == before
    assert findings(notebook.page, ".adaptoid-home") == []
    assert notebook.page.evaluate(FAULTS, ".adaptoid-home") == []
