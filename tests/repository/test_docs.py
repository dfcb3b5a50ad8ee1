"""What README, docs and notebooks say is there is there, and what they teach is the rule."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from adaptoid_widget.core.i18n.catalog import ENGLISH
from scripts.project_files import project_files

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / name for name in project_files() if name.suffix == ".md"]
# by their place in the project, and in a page that lies deeper also by their place beside it
NAMED = re.compile(
    r"(?<![\w./*-])(?:\./|\.\./)*(?:\.github|adaptoid_widget|core|docs|documents|engine|js|notebooks|scripts|src|tests)"
    r"/[\w./-]*\.\w+"
)
# what is not there before something has made it
MADE = re.compile(r"adaptoid_widget/static\b")
PAGE = re.compile(r"\bdocs/[\w/]+\.md\b")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


def cells(notebook: str, kind: str) -> list[str]:
    data = json.loads((ROOT / "notebooks" / notebook).read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in data["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    places = (ROOT, page.parent, ROOT / "adaptoid_widget")
    named = [name for name in NAMED.findall(text) if not MADE.search(name)]
    missing = [name for name in named if not any((place / name).exists() for place in places)]
    # the pages of documents/ and docs/ lie side by side on the site
    beside = (page.parent, ROOT / "docs") if page.parent.name == "documents" else (page.parent,)
    missing += [name for name in LINK.findall(text) if not any((place / name).exists() for place in beside)]
    assert missing == []


def test_the_notebooks_link_to_what_is_there() -> None:
    notebooks = sorted((ROOT / "notebooks").glob("*.ipynb"))
    assert notebooks
    for notebook in notebooks:
        for text in cells(notebook.name, "markdown"):
            for name in LINK.findall(text):
                assert (notebook.parent / name).exists(), (notebook.name, name)


def test_every_page_that_code_names_is_there() -> None:
    """Docstrings, messages and workflows name pages by their path."""
    code = [
        name for name in project_files() if name.suffix in {".py", ".ts", ".mjs", ".yml", ".toml", ".ipynb"}
    ]
    named = {
        (name, page) for name in code for page in PAGE.findall((ROOT / name).read_text(encoding="utf-8"))
    }
    assert len(named) > 20
    assert sorted((str(name), page) for name, page in named if not (ROOT / page).exists()) == []


def test_every_key_of_the_boards_sheet_is_in_the_page_of_keys() -> None:
    page = (ROOT / "docs" / "reference" / "keyboard.md").read_text(encoding="utf-8")
    keys = [row.partition("|")[0] for row in ENGLISH.ui["ui.keys"].split("\n")]
    assert len(keys) > 10
    missing = [
        key for row in keys for key in row.split() if not re.search(rf"(?<!\w){re.escape(key)}(?!\w)", page)
    ]
    assert missing == []


@pytest.mark.parametrize("name", ["notebooks/01-play.ipynb", "docs/tutorials/first_game.md"])
def test_beginners_learn_that_an_attack_needs_a_pincer(name: str) -> None:
    """Without one, two adaptoids with equally many pincers do not leave the board (R7)."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if name.endswith(".ipynb"):
        text = cells(Path(name).name, "markdown")[0]
    text = " ".join(text.replace("*", "").split())
    at, more = text.index("at least one pincer"), text.lower().index("with more pincers than the enemy")
    assert at < more < text.index("both leave")
    assert "at least as many pincers" not in text
