"""Boards where people publish: books of notebooks made by Sphinx, and the recipes of docs/how_to/embed.md."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from adaptoid_widget import Game
from adaptoid_widget.export.embed import element, script
from adaptoid_widget.export.output_content import MIME, game_content
from adaptoid_widget.export.shared_page import page_bytes
from tests.export.notebook.sample import board_outputs, code, notebook
from tools.browser.clicks import disc

ROOT = Path(__file__).resolve().parents[3]
RECIPES = (ROOT / "docs" / "how_to" / "embed.md").read_text(encoding="utf-8")


def recipe(heading: str, language: str) -> str:
    """The first block of code in a language under a heading of the recipes."""
    section = RECIPES.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    found = re.search(rf"^(`{{3,4}}){language}\n(.*?)\n\1$", section, re.MULTILINE | re.DOTALL)
    assert found, (heading, language)
    return found[2]


def run(*words: str) -> str:
    """Run a module, and return what it says."""
    done = subprocess.run(
        [sys.executable, "-m", *words], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def book(extension: str, settings: str) -> Callable[[Path], Path]:
    """A book of one notebook, with a board that was saved, one that a cell makes at the build, and a damaged one."""

    def build(folder: Path) -> Path:
        (folder / "conf.py").write_text(
            f'extensions = ["{extension}", "adaptoid_widget.sphinx"]\n{settings}', encoding="utf-8"
        )
        title = {"cell_type": "raw", "metadata": {"raw_mimetype": "text/restructuredtext"}, "source": "B\n="}
        if extension == "myst_nb":
            title = {"cell_type": "markdown", "metadata": {}, "source": "# B"}
        saved = notebook(
            title,
            code("board", *board_outputs(game_content(Game(), {"language": "de"}, {"B": 1}))),
            code("board", *board_outputs({"version": 2})),
        )
        made = notebook(title, code("import adaptoid_widget as aw\naw.Board()"))
        execute = {
            "myst_nb": {"mystnb": {"execution_mode": "force"}},
            "nbsphinx": {"nbsphinx": {"execute": "always"}},
        }
        made["metadata"] = {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
            **execute[extension],
        }
        (folder / "index.ipynb").write_text(json.dumps(saved), encoding="utf-8")
        (folder / "made.ipynb").write_text(json.dumps(made), encoding="utf-8")
        told = run("sphinx", "-q", "-E", str(folder), str(folder / "out"))
        assert "cell 3: a saved board stays a picture: it is of version 2" in told
        for name in ("index", "made"):
            html = (folder / "out" / f"{name}.html").read_text(encoding="utf-8")
            assert html.count("<adaptoid-board") == 1, name
            assert MIME not in html
        return folder / "out" / "made.html"

    return build


def mkdocs(folder: Path) -> Path:
    """A site of MkDocs, as the recipe says."""
    pages = folder / "docs"
    pages.mkdir()
    (folder / "mkdocs.yml").write_text(
        "site_name: boards\nuse_directory_urls: false\ntheme: {name: mkdocs, highlightjs: false}\n"
        f"{recipe('MkDocs', 'yaml')}\n",
        encoding="utf-8",
    )
    (pages / "index.md").write_text(f"# Boards\n\n{element(Game(), {})}\n\nMore *text*.\n", encoding="utf-8")
    (pages / "adaptoid.js").write_bytes(page_bytes(script()))
    run("mkdocs", "build", "-q", "-f", str(folder / "mkdocs.yml"), "-d", str(folder / "out"))
    return folder / "out" / "index.html"


def quarto(folder: Path) -> Path:
    """What Quarto makes of the recipe: the text of the header goes into the head, HTML into the page as it is."""
    found = re.search(r"text: (.*)", recipe("Quarto", "yaml"))
    assert found
    page = (
        '<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="en" xml:lang="en"><head>\n'
        '<meta charset="utf-8">\n<meta name="generator" content="quarto-1.6.40">\n<style>\n'
        "code{white-space: pre-wrap;}\n*,::after,::before{box-sizing:border-box}\nsvg{vertical-align:middle}\n"
        f'</style>\n{found[1]}\n</head>\n<body class="fullcontent quarto-light">\n'
        '<div id="quarto-content" class="page-columns page-rows-contents page-layout-article">\n'
        '<main class="content" id="quarto-document-content">\n<section id="boards" class="level2">\n'
        f"{element(Game(), {})}\n</section>\n</main>\n</div>\n</body></html>\n"
    )
    (folder / "page.html").write_text(page, encoding="utf-8")
    (folder / "adaptoid.js").write_bytes(page_bytes(script()))
    return folder / "page.html"


def mystmd(folder: Path) -> Path:
    """What mystmd makes of the recipe: a frame with a page of its own."""
    found = re.search(r"{iframe} (\S+)", recipe("mystmd", "md"))
    assert found
    board = (
        f'<!doctype html><meta charset="utf-8"><script src="adaptoid.js" defer></script>{element(Game(), {})}'
    )
    (folder / found[1]).write_text(board, encoding="utf-8")
    (folder / "adaptoid.js").write_bytes(page_bytes(script()))
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><main><figure>'
        '<div style="position:relative;padding-bottom:60%;width:100%"><iframe width="100%" height="100%" '
        f'style="width:100%;height:100%;position:absolute;top:0;left:0;border:none" src="{found[1]}" '
        'allowfullscreen allow="autoplay"></iframe></div></figure></main></html>'
    )
    (folder / "page.html").write_text(page, encoding="utf-8")
    return folder / "page.html"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    errors: list[str] = []
    # themes of the other programs may fail from disk
    page.on(
        "pageerror", lambda error: errors.append(str(error)) if "adaptoid" in (error.stack or "") else None
    )
    yield page
    page.close()
    assert errors == []


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(book("myst_nb", "nb_execution_mode = 'off'\n"), id="MyST-NB"),
        pytest.param(book("nbsphinx", "nbsphinx_execute = 'never'\n"), id="nbsphinx"),
        pytest.param(mkdocs, id="MkDocs"),
        pytest.param(quarto, id="Quarto"),
        pytest.param(mystmd, id="mystmd"),
    ],
)
def test_a_published_board_plays(page: Page, tmp_path: Path, build: Callable[[Path], Path]) -> None:
    """From disk, by a click."""
    page.goto(build(tmp_path).as_uri())
    place = page.frame_locator("iframe") if build is mystmd else page
    board = place.locator("adaptoid-board")
    board.scroll_into_view_if_needed()
    board.locator(disc("D3")).click(timeout=20_000)
    expect(board.locator(".adaptoid-count")).to_have_text("1 / 1")
