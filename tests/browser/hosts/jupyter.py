"""JupyterLab and Notebook 7."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page

from tests.browser.hosts.host import Cells, Document, Host
from tools.browser.jupyter import Lab, Notebook


class JupyterDocument(Document):
    """A notebook in JupyterLab or in Notebook 7."""

    def __init__(self, notebook: Notebook, address: str) -> None:
        super().__init__(notebook.page)
        self.notebook = notebook
        self.address = address

    def darken(self) -> None:
        """Select the dark theme in the settings."""
        self.notebook.theme("JupyterLab Dark")

    def cells(self) -> Locator:
        """The notebook's cells."""
        return self.page.locator(".jp-Notebook .jp-Notebook-cell")

    def reopen(self) -> None:
        """Save, shut the kernel down and open again; the new kernel has no board."""
        self.notebook.save()
        self.notebook.shut_down()
        self.page.goto(self.address)


class JupyterHost(Host):
    """A server of JupyterLab or Notebook 7."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab

    def open(self, page: Page, cells: Cells) -> JupyterDocument:
        """Open the notebook and run all cells."""
        name = f"{cells.name}.ipynb"
        self.lab.write(name, cells.sources)
        notebook = self.lab.open(page, name)
        notebook.run_all()
        return JupyterDocument(notebook, self.lab.address(name))


@contextmanager
def jupyterlab(folder: Path) -> Iterator[JupyterHost]:
    """JupyterLab."""
    with Lab(folder) as lab:
        yield JupyterHost(lab)


@contextmanager
def notebook7(folder: Path) -> Iterator[JupyterHost]:
    """Notebook 7."""
    with Lab(folder, "notebook") as lab:
        yield JupyterHost(lab)
