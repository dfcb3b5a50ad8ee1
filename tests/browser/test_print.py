"""A sheet of positions in print: several diagrams a page, none of them on two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import adaptoid_widget as aw
from adaptoid_widget.bench.jupyter import context
from tests.drawings import CROWDED, FREE, LATTICE, MIDGAME, THREE

START = "adaptoid w 0,0 W:D2 B:D6"
MIXED = [MIDGAME, THREE, CROWDED, LATTICE, FREE, START]
POINTS = {"A4": (594.96, 841.92), "letter": (612, 792)}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    profile = context(browser)
    yield profile.new_page()
    profile.close()


def printed(page: Page, sheet: aw.Sheet, folder: Path) -> list[tuple[float, float]]:
    """The size in points of each page of the PDF."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(sheet.save(folder / "sheet.html").as_uri())
    paper = page.pdf(prefer_css_page_size=True)
    assert complaints == []  # the page's policy lets all of it in
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper)
    assert len(boxes) == len(re.findall(rb"/Type /Page\b", paper)) > 0
    return [(float(width), float(height)) for width, height in boxes]


@pytest.mark.parametrize("size", ["A4", "letter"])
@pytest.mark.parametrize(("columns", "a_page"), [(1, 2), (2, 4), (3, 6), (4, 8)])
def test_several_diagrams_a_page(page: Page, tmp_path: Path, size: str, columns: int, a_page: int) -> None:
    pages = printed(
        page, aw.sheet([START] * 3 * a_page, title="Warm up", columns=columns, size=size), tmp_path
    )
    assert 1 < len(pages) <= 3
    assert {(round(width), round(height)) for width, height in pages} == {tuple(map(round, POINTS[size]))}


@pytest.mark.parametrize("columns", [1, 2])
def test_no_diagram_is_on_two_pages(page: Page, tmp_path: Path, columns: int) -> None:
    """Each row here takes more than half a page: two would fit on one and a half, and must not."""
    rows = 4
    many = {1: 18, 2: 9}[columns]
    sheet = aw.sheet([START] * rows * columns, columns=columns, answers=many)
    assert len(printed(page, sheet, tmp_path)) == rows
    page.emulate_media(media="print")
    tall = page.evaluate("[...document.querySelectorAll('.row')].map((row) => row.offsetHeight / 96 * 25.4)")
    assert all(135 < height < 250 for height in tall)


def test_solutions_are_on_a_page_of_their_own(page: Page, tmp_path: Path) -> None:
    assert len(printed(page, aw.sheet([START], solutions=["+D3"]), tmp_path)) == 2
    assert len(printed(page, aw.sheet([START]), tmp_path)) == 1


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_everything_is_within_its_column(page: Page, tmp_path: Path, columns: int) -> None:
    """Every layout and variant, with long texts, at the paper's width."""
    sheet = aw.sheet(MIXED, columns=columns, captions="Whom does it hunt, and who starves first? Explain.")
    printed(page, sheet, tmp_path)
    page.set_viewport_size({"width": round(180 / 25.4 * 96), "height": 1000})
    page.emulate_media(media="print")
    outside = page.evaluate(
        """[...document.querySelectorAll('article, .one, .lines')].flatMap((box) => {
            const { left, right } = box.getBoundingClientRect();
            return [...box.querySelectorAll('*:not(wbr)')].filter((part) => {
                const inner = part.getBoundingClientRect();
                return inner.left < left - 1 || inner.right > right + 1;
            }).map((part) => part.outerHTML.slice(0, 80));
        })"""
    )
    assert outside == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
