"""The saved picture and text of a board, which remain in the notebook's file without a kernel."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from adaptoid_widget import Position
from adaptoid_widget.export.output_content import MIME, SavedGame, read_content
from tests.browser.board.test_nbconvert import CELLS, execute
from tests.browser.conftest import Opener
from tests.browser.notebook_board import show
from tools.browser.jupyter import Notebook

START = Position.start()
LAST = "adaptoid w 0,0 W:D2,D3 B:D6L"
WIDGET = "application/vnd.jupyter.widget-view+json"
OPEN = "(path) => window.jupyterapp.commands.execute('docmanager:open', {path}).then(() => null)"
TRUST = "() => { for (const cell of window.jupyterapp.shell.currentWidget.model.cells) cell.trusted = true; }"
LOADED = "(picture) => picture.complete && picture.naturalWidth > 100"


def pictures(saved: dict[str, Any]) -> list[dict[str, Any]]:
    """The outputs with a picture in a notebook's file, each after a live board."""
    pictures_of_cells: list[dict[str, Any]] = []
    for cell in saved["cells"]:
        bundles = [output["data"] for output in cell["outputs"] if "data" in output]
        for live, picture in pairwise(bundles):
            if WIDGET in live:
                pictures_of_cells.append(
                    {mime: data if mime == MIME else "".join(data) for mime, data in picture.items()}
                )
    return pictures_of_cells


def expect_picture(place: Page | Locator, position: str) -> None:
    """Expect a visible picture with a description, and the position as text."""
    picture = place.get_by_role("img", name="White has D2 and D3 bare")
    expect(picture).to_be_visible()
    picture.evaluate("(picture) => picture.decode?.()")
    assert picture.evaluate(LOADED)
    expect(place.get_by_text(position, exact=True).first).to_be_visible()


@pytest.fixture(scope="module")
def saved_copy(common: tuple[Opener, Notebook]) -> tuple[Path, dict[str, Any]]:
    """A copy of a notebook's file after two turns played by clicks, and its contents."""
    notebook = common[1]
    notebook.clear()
    board = show(notebook)
    fallback = notebook.page.locator("[class^=adaptoid-last-]")
    expect(fallback).to_have_count(1)
    expect(fallback).to_be_hidden()
    board.play(START, "+D3")
    board.play(Position.from_text(board.position_text or ""), "D6+L")
    board.expect_position(LAST)
    expect(fallback).to_contain_text(LAST)
    expect(fallback).to_be_hidden()
    saved = notebook.save()
    return Path(shutil.copy(notebook.path, notebook.path.with_name("kept.ipynb"))), saved


def test_the_file_has_the_last_position(saved_copy: tuple[Path, dict[str, Any]]) -> None:
    """The turns were played after the display. The file has a picture, a description and the text of the last position
    only."""
    (picture,) = pictures(saved_copy[1])
    assert set(picture) == {"text/html", "text/plain", MIME}
    assert "White has D2 and D3 bare" in picture["text/html"]
    assert picture["text/plain"].rstrip().endswith(LAST)
    assert LAST in picture["text/html"].replace("<wbr>", "")
    assert str(START) not in "".join(picture["text/html"] + picture["text/plain"])
    content = read_content(picture[MIME])
    assert isinstance(content, SavedGame)
    assert str(content.game.position) == LAST


def test_a_reopened_notebook_shows_the_last_position(
    opener: Opener, saved_copy: tuple[Path, dict[str, Any]], artefacts: Path
) -> None:
    """This holds with JupyterLab's default settings.

    JupyterLab removes scripts and SVG from an untrusted notebook; picture and text are shown all the same.
    """
    words = {"cell_type": "markdown", "id": "new", "metadata": {}, "source": "Have a look at this:"}
    untrusted = {**saved_copy[1], "cells": [words, *saved_copy[1]["cells"]]}
    saved_copy[0].with_name("untrusted.ipynb").write_text(json.dumps(untrusted), encoding="utf-8")
    page = opener.page()
    page.goto(opener.lab.address(saved_copy[0].name))
    expect_picture(page.locator(".jp-Notebook"), LAST)
    page.screenshot(path=artefacts / "reopened.png")
    page.evaluate(OPEN, "untrusted.ipynb")
    expect(page.locator(".jp-RenderedMarkdown:visible")).to_have_text("Have a look at this:")
    expect_picture(page.locator(".jp-Notebook:visible"), LAST)


@pytest.mark.nightly
def test_an_exported_notebook_shows_the_last_position(
    opener: Opener, saved_copy: tuple[Path, dict[str, Any]], tmp_path: Path, artefacts: Path
) -> None:
    """nbconvert's HTML shows picture and text without network and scripts."""
    command = [
        sys.executable,
        "-m",
        "nbconvert",
        "--to",
        "html",
        "--output-dir",
        str(tmp_path),
        str(saved_copy[0]),
    ]
    subprocess.run(command, check=True, capture_output=True)
    profile = opener.browser.new_context(java_script_enabled=False, offline=True)
    opener.contexts.append(profile)
    page = profile.new_page()
    page.goto((tmp_path / saved_copy[0].with_suffix(".html").name).as_uri(), wait_until="commit")
    picture = page.get_by_role("img", name="White has D2 and D3 bare")
    expect(picture).to_be_visible()
    expect(page.get_by_text(LAST, exact=True).first).to_be_visible()
    page.screenshot(path=artefacts / "exported.png")


def test_a_notebook_with_stored_widgets_shows_pictures_and_no_dead_boards(
    opener: Opener, artefacts: Path
) -> None:
    """It was executed elsewhere, so its file has the state of the widgets. No kernel knows their boards."""
    folder = opener.lab.notebooks
    copy = execute(folder, [*CELLS, "aw.Lesson('fork', results=None)", "aw.home()"])
    page = opener.lab.open(opener.page(), copy.name).page
    page.evaluate(TRUST)
    views = page.locator(".adaptoid-widget, .adaptoid-home")
    expect(views).to_have_count(3)
    for number in range(3):
        expect(views.nth(number)).to_be_hidden()
    expect_picture(page.locator(".jp-Notebook"), LAST)
    expect(page.get_by_text("10 · The fork – A fork needs a victim")).to_be_visible()
    page.screenshot(path=artefacts / "stored.png")


LATE = """import adaptoid_widget as aw, ipywidgets as w
boards = [aw.Board() for _ in range(4)]
outputs = [w.Output(), w.Output()]
places = [w.HBox(), w.Tab([w.VBox()]), *outputs]
def put(_):
    places[0].children += (boards[0],)
    places[1].children[0].children += (boards[1],)
    with outputs[0]:
        display(boards[2])
    outputs[1].append_display_data(boards[3])
button = w.Button(description="Put")
button.on_click(put)
button"""


@pytest.mark.nightly
def test_a_board_that_a_click_puts_somewhere_saves_its_picture(opener: Opener, artefacts: Path) -> None:
    """A board joins a container, or an `Output`, after the notebook has displayed it. The cell has its picture once,
    also of later turns, and shows it when the notebook is opened again."""
    notebook = opener.notebook()
    notebook.run(LATE)
    for number in range(4):
        notebook.run(f"places[{number}]")
    notebook.page.get_by_role("button", name="Put").click()
    kept = notebook.page.locator("[class^=adaptoid-last-]")
    expect(kept).to_have_count(4)
    notebook.run("for board in boards:\n    board.play('+D3')\n    board.play('D6+L')")
    for number in range(4):
        expect(kept.nth(number)).to_contain_text(LAST)
        expect(kept.nth(number)).to_be_hidden()
    saved = notebook.save()
    found = [
        sum(LAST in "".join(output.get("data", {}).get("text/plain", "")) for output in cell["outputs"])
        for cell in saved["cells"][2:]
    ]
    assert found == [1, 1, 1, 1, 0]
    copy = notebook.path.with_name("late.ipynb")
    copy.write_text(json.dumps(saved), encoding="utf-8")
    page = opener.page()
    page.goto(opener.lab.address(copy.name))
    shown = page.get_by_role("img", name="White has D2 and D3 bare")
    expect(shown).to_have_count(4)
    for number in range(4):
        expect(shown.nth(number)).to_be_visible()
    page.screenshot(path=artefacts / "late.png")


@pytest.mark.nightly
def test_the_saved_picture_is_updated_at_the_end_of_a_turn(notebook: Notebook) -> None:
    """It says that a player has resigned. For an open start it is a sentence."""
    board = show(notebook, '"adaptoid w 0,0 W:D2L B:D6"')
    board.click("D2")
    board.click("D3")
    board.expect_position("adaptoid w+ 0,0 W:D3L B:D6")
    (picture,) = pictures(notebook.save())
    assert picture["text/plain"].rstrip().endswith("adaptoid w 0,0 W:D2L B:D6")
    board.click("C3")
    board.expect_position("adaptoid b 0,0 W:C3,D3L B:D6")
    board.expect_link("idle")
    board.do("resign")
    expect(board.root.locator(".adaptoid-armed")).to_have_attribute("data-do", "resign")
    board.do_and_wait("resign")
    fallback = notebook.page.locator("[class^=adaptoid-last-]")
    expect(fallback).to_contain_text("White has won: Black has resigned.")
    (picture,) = pictures(notebook.save())
    assert "White has won: Black has resigned." in picture["text/plain"]
    notebook.clear()
    show(notebook, '"open"')
    expect(fallback).to_contain_text("Open start: put a bare White adaptoid on any disc.")
    expect(fallback).to_be_hidden()
    (picture,) = pictures(notebook.save())
    assert picture["text/plain"] == "Open start: put a bare White adaptoid on any disc."
