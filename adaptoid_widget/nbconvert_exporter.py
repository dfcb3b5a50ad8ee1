"""The format "adaptoid" of nbconvert, which JupyterLab lists under *Save and Export Notebook As*."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbconvert.exporters.exporter import Exporter

from .export.share import tutorial_of


class AdaptoidExporter(Exporter):
    """Makes a notebook one HTML file in which its boards and lessons play, as `aw.share` does."""

    export_from_notebook = "Adaptoid (live HTML)"
    output_mimetype = "text/html"

    def _file_extension_default(self) -> str:
        return ".html"

    def from_notebook_node(
        self, nb: Any, resources: dict[str, Any] | None = None, **options: Any
    ) -> tuple[Any, dict[str, Any]]:
        """The page of a notebook. Raises NotebookError."""
        notebook, resources = super().from_notebook_node(nb, resources, **options)
        described = resources.get("metadata", {})
        path = Path(described.get("path") or ".", f"{described.get('name') or 'notebook'}.ipynb")
        tutorial = tutorial_of(path, data=notebook)
        for text in (*tutorial.left_out, *tutorial.not_run):
            self.log.warning("%s: %s", path.name, text)
        # a page begins with a byte order mark
        return "\ufeff" + tutorial.page, resources
