"""marimo: notebooks that are Python files, in its editor and as an app."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page

from tests.browser.hosts.host import Cells, Document, Host, server
from tools.browser.jupyter import free_port

CELL = "@app.cell\ndef _():\n{}\n    return\n"
# the button exists before the kernel is ready, but is inactive
RUN_ALL = '[data-testid="chrome-controls-bottom-right"] [data-testid="run-button"]:not(.inactive-button)'
CONFIG = '[display]\ntheme = "system"\n'


def write(path: Path, sources: Sequence[str]) -> None:
    """Write a notebook in the format of marimo, which finds the variables of the cells itself."""
    cells = [CELL.format(textwrap.indent(source, "    ")) for source in sources]
    path.write_text("\n\n".join(["import marimo\n\napp = marimo.App()\n", *cells]), encoding="utf-8")


class MarimoDocument(Document):
    """A notebook in marimo, whose file holds only code."""

    keeps_outputs = False
    has_picture = False

    def darken(self) -> None:
        """Emulate a dark system theme, which marimo is configured to follow."""
        self.page.emulate_media(color_scheme="dark")

    def cells(self) -> Locator:
        """The cells."""
        return self.page.locator(".marimo-cell")


class MarimoHost(Host):
    """marimo's editor for the notebooks in a folder."""

    has_kernel_process = False

    preface = ("import marimo as mo",)
    echo = (
        "label, set_label = mo.state('')\nboard.observe(lambda change: set_label(say(change)), 'position')",
        "mo.plain_text(label())",
    )
    wrap = "mo.ui.anywidget({})"
    row = "mo.hstack([{}])"
    text = "mo.md('{}')"

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder

    def open(self, page: Page, cells: Cells) -> MarimoDocument:
        """Open the notebook in the editor and run it."""
        path = self.folder / f"{cells.name}.py"
        write(path, cells.sources)
        page.goto(f"{self.url}?{urlencode({'file': path})}")
        page.locator(RUN_ALL).click()
        return MarimoDocument(page)


def environment(folder: Path) -> dict[str, str]:
    """An environment without the user's settings."""
    settings = folder / "config" / "marimo"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "marimo.toml").write_text(CONFIG, encoding="utf-8")
    places = {"XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache", "XDG_STATE_HOME": "state"}
    own = {name: str(folder / place) for name, place in places.items()}
    return {**os.environ, **own, "MARIMO_SKIP_UPDATE_CHECK": "1"}


def serve(folder: Path, command: str, notebook: Path) -> AbstractContextManager[str]:
    """Run marimo's server for a folder or a notebook; `command` is edit or run."""
    port = free_port()
    options = ["--headless", "--no-token", "--host=127.0.0.1", f"--port={port}"]
    words = [sys.executable, "-m", "marimo", command, *options, str(notebook)]
    return server(words, f"http://127.0.0.1:{port}/", folder, environment(folder))


@contextmanager
def marimo(folder: Path) -> Iterator[MarimoHost]:
    """marimo's editor."""
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    with serve(folder, "edit", notebooks) as url:
        yield MarimoHost(url, notebooks)
