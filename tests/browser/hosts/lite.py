"""JupyterLite: JupyterLab and Python in a page, served from files without another network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page

from adaptoid_widget.export.site import build
from tests.browser.hosts.host import Cells, Document, Host
from tools.browser.jupyter import Notebook, notebook_json
from tools.browser.server import served

ROOT = Path(__file__).resolve().parents[3]
# npm provides Pyodide's files without the wheels of its lock file, which come from pip.
PYODIDE = ROOT / "js" / "node_modules" / "pyodide"
WHEELS = ROOT / "artefacts" / "lite" / "wheels"
KERNEL = "python"
START_MS = 180_000
LESSON = """adaptoid-lesson 1
title: Hunger
title[de]: Hunger stillen

[step take]
text: Starve the one on **D5**.
text[de]: Lass den auf **D5** verhungern.
position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
goal: starves D5
done: *Gone*, it is.
done[de]: *Weg* ist er.
"""

_SAVE = """async ([path, content]) => {
    const app = window.jupyterapp;
    await app.started;
    await app.serviceManager.contents.save(path, {type: "notebook", format: "json", content}); }"""
_OPEN = "async (path) => { await window.jupyterapp.commands.execute('docmanager:open', {path}); }"
_SAVED = "() => window.jupyterapp.commands.execute('docmanager:save').then(() => null)"
_STARTED = "() => window.jupyterapp?.started.then(() => true)"


class LiteDocument(Document):
    """A notebook in JupyterLite."""

    def __init__(self, page: Page, url: str, name: str) -> None:
        super().__init__(page)
        self.url = url
        self.name = name

    def show(self) -> None:
        """Open the notebook, which is stored in the browser."""
        self.page.goto(f"{self.url}lab/index.html?reset")
        self.page.wait_for_function(_STARTED)
        self.page.evaluate(_OPEN, self.name)

    def darken(self) -> None:
        """Select the dark theme in the settings."""
        Notebook(self.page, Path(self.name)).theme("JupyterLab Dark")

    def cells(self) -> Locator:
        """The notebook's cells."""
        return self.page.locator(".jp-Notebook .jp-Notebook-cell")

    def reopen(self) -> None:
        """Save and reload the page, which ends the kernel."""
        self.page.evaluate(_SAVED)
        self.show()


class LiteHost(Host):
    """A site that is served from files."""

    has_kernel_process = False

    preface = ("%pip install -q adaptoid-widget",)

    def __init__(self, site: str) -> None:
        self.site = site
        """The address of the site that contains JupyterLite."""
        self.url = site + "lite/"

    def open(self, page: Page, cells: Cells) -> LiteDocument:
        """Store the notebook in the browser, open it and run all cells."""
        page.goto(f"{self.url}lab/index.html?reset")
        page.wait_for_function(_STARTED)
        name = f"{cells.name}.ipynb"
        page.evaluate(_SAVE, [name, notebook_json(cells.sources, KERNEL)])
        page.evaluate(_OPEN, name)
        notebook = Notebook(page, Path(name))
        notebook.ready(START_MS)
        notebook.run_all()
        return LiteDocument(page, self.url, name)


def write_site_sources(folder: Path) -> None:
    """Write a folder for a site, with a lesson, and a notebook with that lesson and a computer player."""
    folder.mkdir()
    (folder / "starving.lesson").write_text(LESSON, encoding="utf-8")
    notebook = notebook_json(
        [
            "import adaptoid_widget as aw\naw.Lesson('starving.lesson')",
            "print('engine:', aw.engine_info().backend)\naw.Board(black='level:7')",
        ]
    )
    (folder / "try it.ipynb").write_text(json.dumps(notebook), encoding="utf-8")


@contextmanager
def jupyterlite(folder: Path) -> Iterator[LiteHost]:
    """JupyterLite in a site in a subfolder of its server."""
    write_site_sources(folder / "made")
    (folder / "served").mkdir()
    site = folder / "served" / "school"
    build(folder / "made", site, jupyterlite=True, python=PYODIDE, wheels=WHEELS, progress=False)
    with served(folder / "served") as address:
        yield LiteHost(f"{address}school/")
