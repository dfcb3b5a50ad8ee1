"""The link checker: broken links, and everything that a browser would load."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import links

ELSEWHERE = "https://elsewhere.example/x"


def write_files(folder: Path, **files: str) -> None:
    """Write files of the site; `a_html` becomes a.html."""
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")


def targets(reports: list[str]) -> list[str]:
    return [text.partition(" → ")[2] for text in reports]


def test_broken_links_and_external_addresses_are_found(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        b_html=f'<p id="here"><img src="{ELSEWHERE}">',
        a_html='<a href="b.html#here">1</a><a href="b.html#gone">2</a><a href="c.html">3</a><a href="#top">4</a>'
        '<a href="https://elsewhere.example/">5</a><div data-board="d.html#adaptoid_w"></div>',
    )
    report = links.read(tmp_path)
    assert targets(report.broken) == ["b.html#gone", "c.html", "#top", "d.html#adaptoid_w"]
    assert targets(report.loaded) == [ELSEWHERE]
    assert report.external == {"https://elsewhere.example/", ELSEWHERE}
    assert (report.pages, report.internal) == (2, 5)


def test_a_link_to_a_file_outside_the_site_is_broken(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (tmp_path / "outside.html").touch()
    write_files(site, a_html='<a href="../outside.html">1</a><a href="../site/a.html">2</a>')
    assert targets(links.read(site).broken) == ["../outside.html"]


def test_the_folder_may_be_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, a_html='<a href="b.html#here">1</a>', b_html='<p id="here">')
    monkeypatch.chdir(tmp_path)
    assert links.read(Path()).broken == []


def test_anchors_in_other_files_are_not_checked(tmp_path: Path) -> None:
    write_files(tmp_path, a_html='<a href="b.svg#part">1</a><a href="c.svg#part">2</a>', b_svg="<svg/>")
    assert targets(links.read(tmp_path).broken) == ["c.svg#part"]


@pytest.mark.parametrize(
    "text",
    [
        f'<object data="{ELSEWHERE}"></object>',
        f'<embed src="{ELSEWHERE}">',
        f'<audio src="{ELSEWHERE}"></audio>',
        f'<video poster="{ELSEWHERE}"></video>',
        f'<input type="image" src="{ELSEWHERE}">',
        f'<link rel="stylesheet" href="{ELSEWHERE}">',
        f'<link rel="alternate stylesheet" href="{ELSEWHERE}">',
        f'<link rel="Preload" imagesrcset="a.svg, {ELSEWHERE} 2x">',
        f'<img src="a.svg" srcset="a.svg 1x, {ELSEWHERE} 2x">',
        f'<picture><source srcset="{ELSEWHERE}"></picture>',
        f'<svg><image href="{ELSEWHERE}"/><use xlink:href="a.svg#b"/></svg>',
        f'<svg><use xlink:href="{ELSEWHERE}"/></svg>',
        f'<p style="background: url({ELSEWHERE})">',
        f"<p style=\"background: url('{ELSEWHERE}')\">",
        f'<style>p {{ background: URL( "{ELSEWHERE}" ) }}</style>',
        f'<style>@import "{ELSEWHERE}";</style>',
        f"<style>@import url({ELSEWHERE}) print;</style>",
    ],
)
def test_everything_that_a_page_loads_from_elsewhere_is_found(tmp_path: Path, text: str) -> None:
    write_files(tmp_path, a_html=text, a_svg="<svg/>")
    report = links.read(tmp_path)
    assert targets(report.loaded) == [ELSEWHERE]
    assert report.broken == []
    # files that the page loads from the site must exist
    write_files(tmp_path, a_html=text.replace(ELSEWHERE, "gone.svg"))
    assert targets(links.read(tmp_path).broken) == ["gone.svg"]


def test_everything_that_a_style_sheet_loads_is_found(tmp_path: Path) -> None:
    (tmp_path / "styles").mkdir()
    write_files(tmp_path, a_html='<link rel="stylesheet" href="styles/a.css">', a_svg="<svg/>")
    write_files(
        tmp_path / "styles", a_css=f'@import "b.css"; p {{ background: url(../a.svg), url({ELSEWHERE}) }}'
    )
    report = links.read(tmp_path)
    assert targets(report.loaded) == [ELSEWHERE]
    assert targets(report.broken) == ["b.css"]


def test_addresses_that_no_browser_loads_are_not_reported(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        a_html=f'<link rel="canonical" href="{ELSEWHERE}"><p>url({ELSEWHERE})</p>'
        '<img src="data:image/gif;base64,R0lG" srcset="">'
        f"<style>/* @import '{ELSEWHERE}'; */ p {{ fill: url(#here) }}</style><code>@import '{ELSEWHERE}'</code>",
    )
    report = links.read(tmp_path)
    assert report.loaded == []
    assert report.broken == []
    assert report.external == {ELSEWHERE}
