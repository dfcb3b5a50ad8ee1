"""Measures how soon a notebook of a site shows its board: `python -m tools.browser.site [TIMES [PYODIDE]]`.

A site of the course's first lesson and of a notebook with one cell is built, served from this machine and visited by
browsers that have never seen it. Counted is from opening the notebook's address to the painted board, with all cells
run as soon as they stand there, and on the way to where they stand and to where Python is ready. PYODIDE is a folder
or an archive with its files, as for the command `site`.
"""

from __future__ import annotations

import functools
import json
import os
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser
from tqdm import tqdm

from adaptoid_widget.export.site import build
from adaptoid_widget.lessons import COURSE, path_of
from tools import argument_parser
from tools.browser.jupyter import Notebook, chromium, context, notebook_json

CELL = "import adaptoid_widget as aw\naw.Board()"
PATIENCE_MS = 120_000
_NOW = "() => performance.now()"
# With a kernel beside it that may still start: before, JupyterLab would ask which one to take.
_SHOWN = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.content?.widgets?.length > 0 && Boolean(panel.sessionContext.session?.kernel); }"""


class Files(SimpleHTTPRequestHandler):
    """Serves files with the content types that browsers need, whatever the system's table of types."""

    extensions_map = {  # noqa: RUF012  the base class has it as this
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base class names it so
        """Log nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine. Yield its address."""
    handler = functools.partial(Files, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        thread = threading.Thread(target=files.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{files.server_port}/"
        finally:
            files.shutdown()
            thread.join()


def measure(times: int = 3, pyodide: str | None = None, *, quiet: bool = False) -> dict[str, Any]:
    """Measure all figures, with the load of the machine."""
    load_before = [round(os.getloadavg()[0], 1)] if hasattr(os, "getloadavg") else []
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        source, site = Path(folder) / "source", Path(folder) / "site"
        source.mkdir()
        lesson = path_of(COURSE[0])
        (source / lesson.name).write_bytes(lesson.read_bytes())
        (source / "board.ipynb").write_text(json.dumps(notebook_json([CELL])), encoding="utf-8")
        build(source, site, python=pyodide, progress=not quiet)
        figures: dict[str, Any] = {
            "site_lesson_bytes": next((site / "lessons").glob("*.html")).stat().st_size
        }
        with served(site) as address:
            visits = [visited(browser, address) for _ in tqdm(range(times), desc="visiting", disable=quiet)]
    for place, name in enumerate(("shown", "python", "board")):
        figures[f"site_notebook_{name}_s_median"] = _middle([visit[place] for visit in visits])
    if load_before:
        figures["site_load_before_and_after"] = [*load_before, round(os.getloadavg()[0], 1)]
    return figures


def visited(browser: Browser, address: str) -> tuple[float, float, float]:
    """Return the seconds from opening a notebook until it is shown, until Python is ready, until there is a board."""
    with context(browser) as fresh:
        page = fresh.new_page()
        page.goto(f"{address}lite/lab/index.html?path=board.ipynb")
        page.wait_for_function(_SHOWN, timeout=PATIENCE_MS)
        shown: float = page.evaluate(_NOW)
        notebook = Notebook(page, Path("board.ipynb"))
        # nobody waits for their end
        page.evaluate("() => void window.jupyterapp.commands.execute('notebook:run-all-cells')")
        notebook.ready(PATIENCE_MS)
        python: float = page.evaluate(_NOW)
        page.locator(".adaptoid-board [data-cell]").first.wait_for(timeout=PATIENCE_MS)
        board: float = page.evaluate(_NOW)
        return shown / 1000, python / 1000, board / 1000


def _middle(figures: list[float]) -> float:
    return round(statistics.median(figures), 2)


if __name__ == "__main__":
    parser = argument_parser(__doc__)
    parser.add_argument("times", nargs="?", type=int, default=3, metavar="TIMES")
    parser.add_argument("pyodide", nargs="?", metavar="PYODIDE")
    figures = measure(**vars(parser.parse_args()), quiet=not sys.stderr.isatty())
    print(json.dumps(figures, indent=2))
