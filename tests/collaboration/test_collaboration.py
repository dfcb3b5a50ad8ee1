"""JupyterLab with jupyter-collaboration: browsers that share one document, one kernel and one board.

The extension changes every notebook of its environment, so the step `collaboration` has its own environment.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from adaptoid_widget.export.output_content import MIME
from tools.browser.jupyter import Lab, Notebook, chromium, context

pytest.importorskip("jupyter_collaboration", reason="the step `collaboration` of dev.py has it")

BROWSERS = 3
PATIENCE_MS = 30_000
SHOW = "import adaptoid_widget as aw\nboard = aw.Board()\nboard"
# the MIME types of every output in the browser's own copy of the document
OUTPUTS = """() => {
    const cells = window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells;
    return cells.map((cell) => (cell.getOutputs?.() ?? []).map((output) => Object.keys(output.data ?? output).sort()));
}"""
TEXTS = """() => {
    const cells = window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells;
    return cells.flatMap((cell) => cell.getOutputs?.() ?? []).map((output) => `${output.data?.["text/plain"]}`);
}"""
LIVE, PICTURE = ["application/vnd.jupyter.widget-view+json", "text/plain"], [MIME, "text/html", "text/plain"]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with Lab(tmp_path_factory.mktemp("lab")) as running:
        yield running


@pytest.fixture(scope="module")
def browser(chromium_path: str) -> Iterator[Browser]:
    with chromium(chromium_path) as running:
        yield running


@pytest.fixture
def notebooks(lab: Lab, browser: Browser, request: pytest.FixtureRequest) -> Iterator[list[Notebook]]:
    """One notebook that no browser trusts, open in several browsers before any cell is run."""
    name = f"{request.node.name}.ipynb"
    lab.write(name, [SHOW, "board", 'print("beside"); display(board); print("after")'])
    profiles = [context(browser) for _ in range(BROWSERS)]
    opened = []
    for profile in profiles:
        profile.set_default_timeout(PATIENCE_MS)
        opened.append(lab.open(profile.new_page(), name))
        assert opened[-1].page.evaluate("() => window.jupyterapp.shell.currentWidget.model.collaborative")
    yield opened
    for profile in profiles:
        profile.close()


def expect_position(notebooks: list[Notebook], text: str, boards: int = 1) -> None:
    """Expect that every view of every browser shows a position."""
    for notebook in notebooks:
        boards_shown = notebook.page.locator(".adaptoid-board")
        expect(boards_shown).to_have_count(boards, timeout=PATIENCE_MS)
        for number in range(boards):
            expect(boards_shown.nth(number)).to_have_attribute("data-position", text, timeout=PATIENCE_MS)


def grow(notebook: Notebook, cell: str) -> None:
    notebook.page.locator(f'.adaptoid-board [data-cell="{cell}"]').first.click()


def outputs(notebook: Notebook) -> list[list[list[str]]]:
    kinds_of_cells: list[list[list[str]]] = notebook.page.evaluate(OUTPUTS)
    return kinds_of_cells


def await_pictures(notebooks: list[Notebook], text: str, count: int) -> None:
    """Wait until `count` outputs of the document contain a position, in all browsers."""
    condition = f"({{text, count}}) => ({TEXTS})().filter((one) => one.includes(text)).length === count"
    for notebook in notebooks:
        notebook.page.wait_for_function(condition, arg={"text": text, "count": count}, timeout=PATIENCE_MS)


def test_browsers_opened_before_the_cell_ran_get_a_live_board(notebooks: list[Notebook]) -> None:
    """This holds without trust too. Each click shows in all browsers, and the document keeps its two outputs."""
    first, second, third = notebooks
    first.run_again(0)
    expect_position(notebooks, "adaptoid w 0,0 W:D2 B:D6")
    for notebook, cell, position in (
        (second, "D3", "adaptoid b 0,0 W:D2,D3 B:D6"),
        (third, "D5", "adaptoid w 0,0 W:D2,D3 B:D5,D6"),
        (first, "C1", "adaptoid b 0,0 W:C1,D2,D3 B:D5,D6"),
        (second, "E6", "adaptoid w 0,0 W:C1,D2,D3 B:D5,D6,E6"),
    ):
        grow(notebook, cell)
        expect_position(notebooks, position)
        await_pictures(notebooks, position, 1)
    for notebook in notebooks:
        assert outputs(notebook) == [[LIVE, PICTURE], [], []]
        # the saved picture stays hidden below the board
        expect(notebook.page.locator("[class^=adaptoid-last-]")).to_be_hidden()


def test_one_browser_saves_the_picture_after_all_pages_were_reloaded(notebooks: list[Notebook]) -> None:
    """Python cannot update the output after a reload. Other outputs of the cell are kept."""
    first = notebooks[0]
    for number in range(3):
        first.run_again(number)
    expect_position(notebooks, "adaptoid w 0,0 W:D2 B:D6", 3)
    saved: dict[str, Any] = first.save()
    assert [len(cell["outputs"]) for cell in saved["cells"]] == [2, 2, 4]
    for notebook in notebooks:
        notebook.page.reload()
        notebook.ready()
    expect_position(notebooks, "adaptoid w 0,0 W:D2 B:D6", 3)
    for notebook, cell, position in (
        (notebooks[1], "D3", "adaptoid b 0,0 W:D2,D3 B:D6"),
        (notebooks[2], "D5", "adaptoid w 0,0 W:D2,D3 B:D5,D6"),
        (notebooks[0], "C1", "adaptoid b 0,0 W:C1,D2,D3 B:D5,D6"),
    ):
        grow(notebook, cell)
        expect_position(notebooks, position, 3)
        await_pictures(notebooks, position, 3)
    kinds = [[LIVE, PICTURE], [LIVE, PICTURE]]
    for notebook in notebooks:
        kinds_now = outputs(notebook)
        assert kinds_now[:2] == kinds
        assert len(kinds_now[2]) == 4, kinds_now[2]
    saved = first.save()
    text = json.dumps(saved)
    assert '"beside\\n"' in json.dumps(saved["cells"][2]), saved["cells"][2]
    assert '"after\\n"' in text


def test_two_browsers_play_one_colour_each(notebooks: list[Notebook]) -> None:
    """A third browser watches. A click for the other colour is refused in the browser where it was made."""
    first, second, third = notebooks
    first.run_again(0)
    expect_position(notebooks, "adaptoid w 0,0 W:D2 B:D6")
    for notebook, color in ((first, "W"), (second, "B")):
        notebook.page.locator(f"[data-do=player-{color}]").click()
        notebook.page.locator("[data-sit=take]").click()
        seat = notebook.page.locator(f"[data-color={color}] .adaptoid-seat")
        expect(seat).to_have_text("you", timeout=PATIENCE_MS)
        signs = [
            one_notebook.page.locator(f"[data-color={color}] .adaptoid-seat") for one_notebook in notebooks
        ]
        signs.remove(signs[notebooks.index(notebook)])
        for other in signs:
            expect(other).to_have_text("taken", timeout=PATIENCE_MS)
    for notebook in (second, third):
        grow(notebook, "D3")
        expect(notebook.page.locator(".adaptoid-reason")).to_have_text(
            "Somebody plays White in another browser."
        )
    grow(first, "D3")
    expect_position(notebooks, "adaptoid b 0,0 W:D2,D3 B:D6")
    grow(second, "D5")
    expect_position(notebooks, "adaptoid w 0,0 W:D2,D3 B:D5,D6")
