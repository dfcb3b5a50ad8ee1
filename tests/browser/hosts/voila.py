"""Voila: runs a notebook for each visitor and shows it without code."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.browser.hosts.host import Cells, Document, Host, server
from tools.browser.jupyter import free_port, notebook_json, own_environment


class VoilaDocument(Document):
    """A page that Voila has made of a notebook, which runs anew for each visitor."""

    keeps_outputs = False

    def __init__(self, page: Page, address: str) -> None:
        super().__init__(page)
        self.address = address
        page.goto(address)

    def darken(self) -> None:
        """Load the page again in the dark theme."""
        self.page.goto(self.address + "?theme=dark")

    def cells(self) -> Locator:
        """The cells, of which only the outputs are shown."""
        return self.page.locator(".jp-Cell")


class VoilaHost(Host):
    """A Voila server for the notebooks in a folder."""

    requested_addresses = ("https://cdn.jsdelivr.net/npm/@fortawesome/fontawesome-free",)

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder

    def open(self, page: Page, cells: Cells) -> VoilaDocument:
        """Write the notebook and visit it."""
        name = f"{cells.name}.ipynb"
        (self.folder / name).write_text(json.dumps(notebook_json(cells.sources)), encoding="utf-8")
        return VoilaDocument(page, f"{self.url}voila/render/{name}")


@contextmanager
def voila(folder: Path) -> Iterator[VoilaHost]:
    """Voila for a new folder."""
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    port = free_port()
    options = ["--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1", "--classic-tree"]
    command = [sys.executable, "-m", "voila", *options, str(notebooks)]
    with server(command, f"http://127.0.0.1:{port}/", folder, own_environment(folder)) as url:
        yield VoilaHost(url, notebooks)
