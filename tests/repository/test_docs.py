"""README, docs and notebooks: the files that they name exist, and their statements agree with the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from adaptoid_widget.core.goals.conditions import CONDITIONS, ENDINGS
from adaptoid_widget.core.i18n.catalog import ENGLISH
from adaptoid_widget.core.teaching.lesson import RETRIES, STEP_FIELDS
from adaptoid_widget.core.teaching.question import NUMBERS_AT, SETS, SETS_AT
from tools.setup.project_files import project_files

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / name for name in project_files() if name.suffix == ".md"]
# file names with a path from the root of the project or from the folder of the page
NAMED = re.compile(
    r"(?<![\w./*-])(?:\./|\.\./)*(?:\.github|adaptoid_widget|arena|core|data|docs|engine|export|js|lessons|locales"
    r"|notebooks|picture|puzzles|src|storage|tests|tools|widget)/[\w./-]*[a-z]\.[a-z]\w*"
)
# files that exist only after a build
BUILT = re.compile(r"adaptoid_widget/static\b")
PAGE = re.compile(r"\bdocs/[\w/]+\.md\b")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


def cells(notebook: str, kind: str) -> list[str]:
    data = json.loads((ROOT / "notebooks" / notebook).read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in data["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    places = (ROOT, page.parent, ROOT / "adaptoid_widget")
    named = [name for name in NAMED.findall(text) if not BUILT.search(name)]
    missing = [name for name in named if not any((place / name).exists() for place in places)]
    missing += [name for name in LINK.findall(text) if not (page.parent / name).exists()]
    assert missing == []


def test_the_links_of_the_notebooks_lead_to_files() -> None:
    notebooks = sorted((ROOT / "notebooks").glob("*.ipynb"))
    assert notebooks
    for notebook in notebooks:
        for text in cells(notebook.name, "markdown"):
            for name in LINK.findall(text):
                assert (notebook.parent / name).exists(), (notebook.name, name)


def test_every_page_that_code_names_exists() -> None:
    """Docstrings, messages and workflows name pages by their path."""
    code = [
        name for name in project_files() if name.suffix in {".py", ".ts", ".mjs", ".yml", ".toml", ".ipynb"}
    ]
    named = {
        (name, page) for name in code for page in PAGE.findall((ROOT / name).read_text(encoding="utf-8"))
    }
    assert len(named) > 20
    assert sorted((str(name), page) for name, page in named if not (ROOT / page).exists()) == []


KEYMAP_ROW = re.compile(r"^([a-z]+) ([a-z]+|-) (.+)$", re.MULTILINE)


def keymap_rows() -> list[tuple[str, str, str]]:
    """Return the scope, the sentence and the keys of each row in the text of the keymap."""
    source = (ROOT / "js/src/keys/keymap.ts").read_text(encoding="utf-8")
    return KEYMAP_ROW.findall(source.partition("ROWS = `")[2].partition("`")[0])


# The sections of the page, each with the scopes of its keys.
SECTIONS = {
    "On the board": {"view", "board", "disc"},
    "Read out": {"board"},
    "Look and mark": {"board"},
    "In a lesson": {"lesson", "disc"},
    "In the list of turns": {"list"},
    "In the editor": {"editor", "view", "disc"},
}


def keys_of_the_keymap() -> dict[str, set[str]]:
    """Return for each scope the keys that `js/src/keys/keymap.ts` binds, as a page prints them."""
    keymap: dict[str, set[str]] = {}
    for scope, _, commands in keymap_rows():
        keys = [cell.partition(":")[0] for cell in commands.split(" ")]
        keymap.setdefault(scope, set()).update(key.replace("Numpad", "") for key in keys)
    return keymap


def keys_of_the_page() -> dict[str, set[str]]:
    """Return for each section the keys in the first column of its table in `docs/reference/keyboard.md`."""
    page = (ROOT / "docs" / "reference" / "keyboard.md").read_text(encoding="utf-8")
    sections: dict[str, set[str]] = {}
    for section in page.split("\n## ")[1:]:
        cells = re.findall(r"^\| (.+?) \|", section, re.MULTILINE)[2:]
        words = re.split(
            r"[ ,]+", re.sub(r"on the number pad|Shift with an arrow|\bor\b", "", " ".join(cells))
        )
        sections[section.partition("\n")[0]] = set(words) - {""}
    return sections


def test_the_keymap_and_the_page_of_keys_name_the_same_keys() -> None:
    keymap, page = keys_of_the_keymap(), keys_of_the_page()
    assert set(keymap) == set().union(*SECTIONS.values())
    assert len(keymap["disc"]) > 15
    for section, scopes in SECTIONS.items():
        bound = set().union(*(keymap[scope] for scope in scopes))
        assert page[section] <= bound, section
    named = {scope: set[str]() for scope in keymap}
    for section, scopes in SECTIONS.items():
        for scope in scopes:
            named[scope] |= page[section]
    assert {scope: keys - named[scope] for scope, keys in keymap.items() if keys - named[scope]} == {}


def test_every_row_of_the_sheet_of_keys_has_its_sentence() -> None:
    rows = keymap_rows()
    sentences = {f"ui.keys.{sentence}" for _, sentence, _ in rows if sentence != "-"}
    assert sentences | {"ui.keys.hint"} == {
        key for key in ENGLISH.ui if key.startswith("ui.keys.") and not key.startswith("ui.keys.group.")
    }


@pytest.mark.parametrize("name", ["notebooks/01-play.ipynb", "docs/tutorials/first_game.md"])
def test_beginners_learn_that_an_attack_needs_a_pincer(name: str) -> None:
    """Two adaptoids without pincers do not leave the board in an exchange (R7)."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if name.endswith(".ipynb"):
        text = cells(Path(name).name, "markdown")[1]
    text = " ".join(text.replace("*", "").split())
    at, comparison = text.index("at least one pincer"), text.lower().index("with more pincers than the enemy")
    assert at < comparison < text.index("both leave")
    assert "at least as many pincers" not in text


def test_the_page_of_lesson_files_names_all_keys_goals_and_questions() -> None:
    """Keys and goals are in the first column of a table. Questions may be anywhere on the page."""
    page = (ROOT / "docs" / "reference" / "teaching" / "lesson_files.md").read_text(encoding="utf-8")
    in_tables = set(re.findall(r"[\w-]+", " ".join(re.findall(r"^\| (`.+?) \|", page, re.MULTILINE))))
    assert {field.key for field in STEP_FIELDS} - {""} - in_tables == set()
    assert set(CONDITIONS) - in_tables == set()
    words = set(re.findall(r"`([\w-]+)", page))
    assert {*RETRIES, *SETS, *SETS_AT, *NUMBERS_AT} - words == set()
    assert [ending for ending in ENDINGS if f"{ending}`" not in page] == []
