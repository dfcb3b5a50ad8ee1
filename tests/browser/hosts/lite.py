"""JupyterLite: JupyterLab and Python in the page, served as files, with no network beyond them."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from adaptoid_widget.bench.jupyter import Notebook, notebook_json
from scripts.lite import build

from .host import Cells, Document, Host

KERNEL = "python"
START_MS = 60_000

_SAVE = """async ([path, content]) => {
    const app = window.jupyterapp;
    await app.started;
    await app.serviceManager.contents.save(path, {type: "notebook", format: "json", content}); }"""
_OPEN = "async (path) => { await window.jupyterapp.commands.execute('docmanager:open', {path}); }"
_SAVED = "() => window.jupyterapp.commands.execute('docmanager:save').then(() => null)"
_STARTED = "() => window.jupyterapp?.started.then(() => true)"


class Files(SimpleHTTPRequestHandler):
    """Serves files under the types that browsers insist on, whatever this machine knows of types."""

    extensions_map = {  # noqa: RUF012  the base class has it as this
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base class names it so
        """Keep still."""


class LiteDocument(Document):
    """A notebook in JupyterLite."""

    def __init__(self, page: Page, url: str, name: str) -> None:
        super().__init__(page)
        self.url = url
        self.name = name

    def show(self) -> None:
        """Open the notebook, which the browser keeps."""
        self.page.goto(f"{self.url}lab/index.html?reset")
        self.page.wait_for_function(_STARTED)
        self.page.evaluate(_OPEN, self.name)

    def darken(self) -> None:
        """Take the dark theme from the settings."""
        Notebook(self.page, Path(self.name)).theme("JupyterLab Dark")

    def cells(self) -> Locator:
        """The notebook's cells."""
        return self.page.locator(".jp-Notebook .jp-Notebook-cell")

    def reopen(self) -> None:
        """Save and load the page again: its kernel goes with it."""
        self.page.evaluate(_SAVED)
        self.show()


class LiteHost(Host):
    """A site of files."""

    preface = ("%pip install -q adaptoid-widget",)

    def __init__(self, url: str) -> None:
        self.url = url

    def open(self, page: Page, cells: Cells) -> LiteDocument:
        """Put the notebook into the browser's keeping, open it and run all cells."""
        page.goto(f"{self.url}lab/index.html?reset")
        page.wait_for_function(_STARTED)
        name = f"{cells.name}.ipynb"
        page.evaluate(_SAVE, [name, notebook_json(cells.sources, KERNEL)])
        page.evaluate(_OPEN, name)
        notebook = Notebook(page, Path(name))
        notebook.ready(START_MS)
        notebook.run_all()
        return LiteDocument(page, self.url, name)


@contextmanager
def jupyterlite(folder: Path) -> Iterator[LiteHost]:
    """JupyterLite with this project in it."""
    handler = functools.partial(Files, directory=str(build(folder)))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        thread = threading.Thread(target=files.serve_forever)
        thread.start()
        try:
            yield LiteHost(f"http://127.0.0.1:{files.server_port}/")
        finally:
            files.shutdown()
            thread.join()
