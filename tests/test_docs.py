"""What README, docs and notebooks say is there is there, and what they teach is the rule."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from adaptoid_widget.core.i18n.catalog import ENGLISH

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMED = re.compile(r"\b(?:docs|notebooks|scripts|tests)/[\w./-]+\.\w+")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


def cells(notebook: str, kind: str) -> list[str]:
    data = json.loads((ROOT / "notebooks" / notebook).read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in data["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = [ROOT / name for name in NAMED.findall(text)]
    linked = [page.parent / name for name in LINK.findall(text)]
    assert [path.relative_to(ROOT).as_posix() for path in named + linked if not path.exists()] == []


def test_the_notebooks_link_to_what_is_there() -> None:
    notebooks = sorted((ROOT / "notebooks").glob("*.ipynb"))
    assert notebooks
    for notebook in notebooks:
        for text in cells(notebook.name, "markdown"):
            for name in LINK.findall(text):
                assert (notebook.parent / name).exists(), (notebook.name, name)


def test_every_key_of_the_boards_sheet_is_in_the_page_of_keys() -> None:
    page = (ROOT / "docs" / "keyboard.md").read_text(encoding="utf-8")
    keys = [row.partition("|")[0] for row in ENGLISH.ui["ui.keys"].split("\n")]
    assert len(keys) > 10
    missing = [
        key for row in keys for key in row.split() if not re.search(rf"(?<!\w){re.escape(key)}(?!\w)", page)
    ]
    assert missing == []


def test_the_first_notebook_teaches_the_equal_exchange() -> None:
    """With as many pincers both leave (R7)."""
    first = " ".join(cells("01-play.ipynb", "markdown")[0].split())
    assert "with more pincers than the enemy it captures it" in first
    assert "with just as many both leave the board" in first
    assert "at least as many pincers" not in first
