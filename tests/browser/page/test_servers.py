"""Pages from servers that are old or plain: another encoding in their headers, and http without a clipboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import adaptoid_widget as aw
from adaptoid_widget.export.class_page import save_class_page
from adaptoid_widget.export.site.building import build
from tests.browser.harness import expect_ready
from tests.repetitions import nightly
from tools.browser.server import OldFiles, served

# a name that no policy calls secure
HOST = "school.test"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a page of each kind in Japanese, and a site."""
    place = tmp_path_factory.mktemp("pages")
    aw.share(aw.Position.start(), place / "game.html", language="ja", levels={"B": 2})
    aw.share("fork", place / "lesson.html", language="ja")
    save_class_page(str(place / "class.html"), "ja")
    aw.sheet([aw.Position.start()], title="\u76e4", language="ja").save(place / "sheet.html")
    aw.save_picture(aw.Position.start(), place / "board.svg", language="ja")
    build(None, place / "site", items=("fork",), language="ja", notebooks=False, progress=False)
    return place


@pytest.fixture(scope="module")
def pages(folder: Path) -> Iterator[str]:
    """Serve the folder with another encoding in the headers."""
    with served(folder, OldFiles) as address:
        yield address


def japanese(page: Page) -> None:
    """Expect readable Japanese on the page, and no text that was read in another encoding."""
    text = page.locator("body").inner_text()
    assert "\u306e" in text
    assert "\u00e3" not in text


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["game.html", *nightly("lesson.html", "site/lessons/fork.html")])
def test_a_board_plays_whatever_encoding_the_server_names(browser: Browser, pages: str, name: str) -> None:
    page = browser.new_page(locale="ja")
    try:
        page.goto(pages + name)
        expect_ready(page.locator(".adaptoid-board"), timeout=60_000)
        japanese(page)
        if name == "game.html":
            page.locator('[data-cell="D3"]').click()
            expect(page.locator(".adaptoid-board")).not_to_have_attribute("data-rev", "0")
    finally:
        page.close()


@pytest.mark.parametrize(
    "name", ["class.html", "site/404.html", *nightly("sheet.html", "site/index.html", "site/class.html")]
)
def test_a_page_is_read_whatever_encoding_the_server_names(browser: Browser, pages: str, name: str) -> None:
    page = browser.new_page(locale="ja")
    try:
        page.goto(pages + name)
        japanese(page)
    finally:
        page.close()


def test_all_texts_have_a_mark_or_are_ascii(folder: Path) -> None:
    """Json, manifests and the service worker are always read as UTF-8."""
    for path in folder.rglob("*"):
        if path.suffix in (".html", ".svg", ".css"):
            content = path.read_bytes()
            assert content.startswith(b"\xef\xbb\xbf") or content.isascii(), path.name


def test_a_text_is_copied_on_plain_http(browser: Browser, chromium_path: str, folder: Path) -> None:
    """There the page has no clipboard; the older command copies."""
    arguments = ["--no-sandbox", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    chromium = browser.browser_type.launch(executable_path=chromium_path, args=arguments)
    try:
        with served(folder) as address:
            page = chromium.new_page()
            page.goto(address.replace("127.0.0.1", HOST) + "game.html")
            expect_ready(page.locator(".adaptoid-board"), timeout=60_000)
            assert page.evaluate("() => navigator.clipboard === undefined")
            page.locator("[data-do=share]").click()
            page.locator("[data-share=position]").click()
            expect(page.locator(".adaptoid-share-note")).not_to_be_empty()
            expect(page.locator(".adaptoid-share-content > textarea")).to_be_hidden()
            page.keyboard.press("Escape")
            page.evaluate("() => document.body.prepend(document.createElement('textarea'))")
            field = page.locator("body > textarea")
            field.focus()
            page.keyboard.press("Control+V")
            expect(field).to_have_value("adaptoid w 0,0 W:D2 B:D6")
    finally:
        chromium.close()
