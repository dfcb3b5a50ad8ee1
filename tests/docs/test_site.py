"""The documentation site: it builds without a warning, which a broken link is too, and its boards work."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import adaptoid_widget as aw
from tests.repetitions import nightly
from tools.browser.jupyter import chromium

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "artefacts" / "docs"
AXE = ROOT / "js" / "node_modules" / "axe-core" / "axe.min.js"
NO_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
FINDINGS = """async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const found = await axe.run(document, {runOnly: tags, resultTypes: ["violations"], iframes: false});
    return found.violations.flatMap(({id, nodes}) => nodes.map(({target, failureSummary}) =>
        `${id}: ${target.join(" ")}: ${failureSummary}`)); }"""


@pytest.fixture(scope="session")
def site() -> Path:
    """The site, built for these tests; a warning of Sphinx, such as a broken link, fails them."""
    shutil.rmtree(SITE, ignore_errors=True)
    words = ["-W", "--keep-going", "-q", "-j", "2", "-d", str(SITE.with_name("doctrees")), "-E"]
    subprocess.run([sys.executable, "-m", "sphinx", *words, str(ROOT / "docs"), str(SITE)], check=True)
    return SITE


class Quiet(SimpleHTTPRequestHandler):
    """A file server without a log."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the name in the base class
        """Log nothing."""


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The address at which the site is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """A Chromium without network."""
    with chromium(chromium_path, NO_NETWORK) as opened_browser:
        yield opened_browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that must raise no error and load only files of the site."""
    with browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce") as context:
        page = context.new_page()
        page.set_default_timeout(20_000)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        # leaving a page cancels its requests
        aborted = "net::ERR_ABORTED"
        page.on(
            "requestfailed",
            lambda request: None if request.failure == aborted else errors.append(request.url),
        )
        page.on("response", lambda answer: errors.append(answer.url) if answer.status >= 400 else None)
        yield page
        assert errors == []


def first_board(page: Page) -> Locator:
    """The first board of the page, after it has become live."""
    board = page.locator("adaptoid-board").first
    board.scroll_into_view_if_needed()
    expect(board.locator('[data-cell="D3"]')).to_be_visible(timeout=20_000)
    return board


# -- contents
# ----------------------------------------------------------------------------------------------------------


def test_the_first_page_links_to_every_text(site: Path) -> None:
    """The table of contents names each text once and nothing else."""
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    listed = "".join(re.findall(r"^```{toctree}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    names = {
        path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md")
    }
    names.remove("index")
    assert len(names) > 10
    assert sorted(re.findall(r"^(\w[\w/-]*)$", listed, re.MULTILINE)) == sorted(names)
    index = (site / "index.html").read_text(encoding="utf-8")
    assert [name for name in sorted(names) if f'href="{name}.html"' not in index] == []


def test_the_reference_documents_every_public_name(site: Path) -> None:
    """Each name has an anchor."""
    described = set(aw.__all__) - {"__version__", "layouts", "tactics"}
    page = (site / "reference" / "python.html").read_text(encoding="utf-8")
    assert [name for name in sorted(described) if f'id="adaptoid_widget.{name}"' not in page] == []


def test_rules_have_anchors_and_boards(site: Path) -> None:
    text = (site / "reference" / "rules.html").read_text(encoding="utf-8")
    assert {f"r{number}" for number in range(1, 21)} <= set(re.findall(r'id="(r\d+)"', text))
    assert text.count("<adaptoid-board ") >= 10
    assert "<!-- board" not in text


def test_pages_do_not_contain_the_path_of_the_build(site: Path) -> None:
    texts = [path for path in site.rglob("*") if path.suffix in {".html", ".js", ".css", ".svg"}]
    assert [path.name for path in texts if str(ROOT) in path.read_text(encoding="utf-8")] == []


# -- in a browser ------------------------------------------------------------------------------------------------------


def test_a_board_of_the_rules_can_be_played(page: Page, address: str) -> None:
    page.goto(f"{address}/reference/rules.html")
    board = first_board(page)
    board.locator('[data-cell="D3"]').click()
    expect(board.locator(".adaptoid-status")).to_contain_text("Black")
    # the board has replaced the picture
    expect(page.locator("adaptoid-board > img").first).to_be_hidden()


def test_a_lesson_can_be_done_on_its_page(page: Page, address: str) -> None:
    page.goto(f"{address}/tutorials/first_lesson.html")
    board = first_board(page)
    board.locator('[data-cell="D6"]').click()
    board.get_by_role("button", name="Check").click()
    # the answer was wrong
    expect(board.get_by_role("button", name="Try again")).to_be_visible()


def test_boards_are_loaded_only_near_the_viewport(page: Page, address: str) -> None:
    page.goto(f"{address}/reference/rules.html")
    first_board(page)
    boards = page.locator("adaptoid-board")
    assert boards.count() > 5
    # how many are near depends on when the pictures above have their heights
    expect(boards.last.locator(".adaptoid-widget")).to_have_count(0)


def test_a_board_follows_the_theme_of_the_page(page: Page, address: str) -> None:
    page.goto(f"{address}/index.html")
    board = first_board(page)
    widget = board.locator(".adaptoid-widget")
    expect(widget).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(widget).to_have_attribute("data-theme", "dark")
    # the button switches from auto to light
    page.locator(".theme-toggle:visible").click()
    expect(widget).to_have_attribute("data-theme", "light")


def test_the_site_works_from_disk(page: Page, site: Path) -> None:
    page.goto((site / "reference" / "rules.html").as_uri())
    board = first_board(page)
    board.locator('[data-cell="D3"]').click()
    expect(board.locator(".adaptoid-status")).to_contain_text("Black")


def test_without_scripts_pictures_have_a_text_alternative(browser: Browser, site: Path) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto((site / "reference" / "rules.html").as_uri())
        picture = page.locator("adaptoid-board > img").first
        picture.scroll_into_view_if_needed()
        expect(picture).to_be_visible()
        assert "D2" in (picture.get_attribute("alt") or "")


@pytest.mark.parametrize("width", [360, *nightly(820, 1280)])
def test_pages_are_not_wider_than_the_window(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for name in ("index", "reference/rules", "reference/python", "explanation/architecture"):
        page.goto(f"{address}/{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("index", "light"),
        ("reference/rules", "dark"),
        *nightly(
            ("tutorials/first_script", "light"),
            ("index", "dark"),
            ("reference/rules", "light"),
            ("tutorials/first_script", "dark"),
        ),
    ],
)
def test_axe_finds_no_violations(page: Page, address: str, name: str, theme: Any) -> None:
    page.emulate_media(color_scheme=theme)
    page.goto(f"{address}/{name}.html")
    first_board(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(FINDINGS) == [], page.evaluate(FINDINGS)
