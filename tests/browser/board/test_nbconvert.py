"""A notebook that is run and exported without a browser shows the last position, even offline and untrusted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tools.browser.jupyter import context, notebook_json, own_environment

LAST = "adaptoid w 0,0 W:D2,D3 B:D6L"
CELLS = ("import adaptoid_widget as aw\nboard = aw.Board()\nboard", 'board.play("+D3")', 'board.play("D6+L")')
LIMIT_S = 180
# cells with boards in containers; the games go on in the last cell
CONTAINERS = (
    "import adaptoid_widget as aw, ipywidgets as w\nboards = [aw.Board() for _ in range(13)]",
    "w.HBox([boards[0], w.VBox([w.IntSlider(), boards[1]])])",
    "w.Tab([boards[2]])",
    "w.Accordion([w.AppLayout(center=boards[3])])",
    "grid = w.GridspecLayout(1, 2)\ngrid[0, 0] = boards[4]\ngrid",
    "out = w.Output()\nwith out:\n    display(boards[5])\nout",
    "home = aw.home()\nhome",
    "w.HBox([w.IntSlider()])",
    "late = w.HBox()\nlate",
    "late.children += (w.VBox([boards[6]]),)",
    "late.children += (boards[7],)",
    "late.children += (boards[7],)",
    "appended = w.Output()\nappended.append_display_data(boards[8])\nappended",
    "appended.append_display_data(w.HBox([boards[9]]))",
    "tab = w.Tab()\ntab.children = [boards[10]]\ntab",
    "drawer = w.Accordion([w.Output(), w.Output()])\ndrawer",
    "with drawer.children[1]:\n    display(boards[11])",
    "late.children += (boards[12],)\nboards.pop().close()",
    "home.show('analyse')\nfor board in [*boards, home.content]:\n    board.play('+D3')",
)


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A notebook that was executed as nbconvert does it."""
    return execute(tmp_path_factory.mktemp("executed"), CELLS)


def execute(folder: Path, cells: Sequence[str]) -> Path:
    """Execute a notebook as nbconvert does it, in this process: loading nbconvert twice takes seconds."""
    import nbformat
    from nbclient import NotebookClient

    notebook = folder / "played.ipynb"
    content = nbformat.from_dict(notebook_json(cells))  # type: ignore[no-untyped-call]
    client = NotebookClient(content, timeout=LIMIT_S, resources={"metadata": {"path": str(folder)}})
    client.execute(env=own_environment(folder))
    nbformat.write(content, notebook)  # type: ignore[no-untyped-call]
    return notebook


def export(notebook: Path, target: Path, *, sanitize: bool) -> Path:
    """Export a notebook as an HTML page."""
    # this import takes seconds
    from nbconvert import HTMLExporter

    exporter = HTMLExporter(sanitize_html=sanitize)  # type: ignore[no-untyped-call]
    page, _ = exporter.from_filename(str(notebook))
    target.write_text(page, encoding="utf-8")
    return target


def visit(browser: Browser, path: Path) -> Page:
    """Open a page in a browser without network; its requests never end."""
    page = context(browser).new_page()
    page.goto(path.as_uri(), wait_until="commit")
    return page


def test_an_exported_page_has_a_picture_of_the_last_position(
    browser: Browser, executed: Path, tmp_path: Path
) -> None:
    """The turns were played in other cells than the one that shows the board."""
    page = visit(browser, export(executed, tmp_path / "played.html", sanitize=False))
    picture = page.get_by_role("img", name="White has D2 and D3 bare")
    expect(picture).to_have_count(1)
    expect(picture).to_be_visible()
    picture.evaluate("(picture) => picture.decode()")
    assert picture.evaluate("(picture) => picture.naturalWidth") > 100
    expect(page.get_by_text(LAST, exact=True)).to_be_visible()
    page.context.close()


def test_a_sanitized_export_describes_the_last_position(
    browser: Browser, executed: Path, tmp_path: Path
) -> None:
    """nbconvert removes images when it sanitizes, but keeps the description."""
    page = visit(browser, export(executed, tmp_path / "played.html", sanitize=True))
    expect(page.get_by_role("img", name="White has D2 and D3 bare")).to_have_count(0)
    expect(page.locator("body")).to_contain_text("White has D2 and D3 bare")
    expect(page.locator("body")).to_contain_text("B:D6L")
    page.context.close()


@pytest.mark.nightly
def test_boards_in_containers_and_the_home_save_their_last_positions(
    browser: Browser, tmp_path: Path
) -> None:
    """Each cell has the picture of each board in its container, once."""
    notebook = execute(tmp_path, CONTAINERS)
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    pictures = [
        sum(
            "White has D2 and D3 bare" in "".join(output.get("data", {}).get("text/html", ""))
            for output in cell["outputs"]
        )
        for cell in cells
    ]
    assert pictures == [0, 2, 1, 1, 1, 1, 1, *(0, 0, 1, 1, 0), *(1, 1, 1, 0, 1), 0, 0]
    assert "Board('" not in json.dumps([cell["outputs"] for cell in cells])
    page = visit(browser, export(notebook, tmp_path / "played.html", sanitize=False))
    expect(page.get_by_role("img", name="White has D2 and D3 bare")).to_have_count(13)
    page.context.close()
