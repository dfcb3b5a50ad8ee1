"""A notebook that was shared, opened from disk without a network: its boards play, and nothing in it runs as script."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import adaptoid_widget as aw
from adaptoid_widget.export.output_content import puzzles_content
from tests.browser.page.test_tutorial_page import Article
from tests.export.notebook.sample import (
    HUNGRY,
    board_outputs,
    code,
    display,
    hunger,
    markdown,
    notebook,
    stream,
)
from tests.export.notebook.test_hostile import HOSTILE
from tests.repetitions import nightly

# a script of a notebook would leave a trace
TRAP = "globalThis.ran = 0; globalThis.alert = () => { globalThis.ran++; };"
LIGHT_AND_WIDE, DARK_AND_NARROW = ({"color_scheme": "light"}, 1280), ({"color_scheme": "dark"}, 390)

Open = Callable[..., Article]


@pytest.fixture
def shared(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Share notebooks and open them, and check at the end what they requested."""
    opened: list[Article] = []

    def share(data: dict[str, Any], **options: Any) -> Article:
        (tmp_path / "x.ipynb").write_text(json.dumps(data), encoding="utf-8")
        path = aw.share(tmp_path / "x.ipynb", tmp_path / f"x{len(opened)}.html")
        opened.append(Article(browser, path, script=TRAP, **options))
        return opened[-1]

    yield share
    for page in opened:
        page.close()


def test_the_boards_of_a_notebook_play_and_keep_their_settings(shared: Open) -> None:
    page = shared(hunger())
    page.expect_position(0, HUNGRY)
    page.play_on(0, aw.Position.from_text(HUNGRY), aw.Turn.from_text("+C4"))
    expect(page.place(2).locator(".adaptoid-lesson-step")).to_have_count(3)
    expect(page.place(2).locator(".adaptoid-lesson-text")).to_contain_text("D5 has four limbs.")
    expect(page.place(2).locator(".adaptoid-board-name")).to_have_text("Three steps")
    expect(page.page.locator("[data-stored]")).to_contain_text("a page has no numpy")


def test_a_note_is_set_in_plain_letters(shared: Open) -> None:
    """A style of boards had made its text bold."""
    page = shared(notebook(markdown("# Air\n\n> [!TIP]\n> Count first."), *hunger()["cells"][2:3]))
    page.expect_position(0, HUNGRY)
    expect(page.page.get_by_text("Count first.")).to_have_css("font-weight", "400")


def test_the_text_of_a_lesson_is_set_as_on_a_page_of_its_own(shared: Open) -> None:
    """The text of an article has paragraphs further apart."""
    page = shared(hunger())
    expect(page.place(2).locator(".adaptoid-lesson-text p").first).to_have_css("margin-top", "0px")


def test_cells_whose_code_is_removed_run_for_those_below(shared: Open) -> None:
    page = shared(
        notebook(
            code("first = 1", tags=("remove-cell",)),
            code("second = 2; print('printed')", stream("printed\n"), tags=("remove-input",)),
            code("first + second", stream("saved")),
        )
    )
    section = page.page.locator("section[data-code]")
    expect(section.nth(0)).to_be_hidden()
    section.nth(2).locator("[data-run]").click()
    expect(section.nth(2).locator("[data-output]")).to_have_text("3")
    expect(section.nth(1).locator("[data-output]")).to_have_text("printed")
    expect(section.nth(1).locator("textarea")).to_be_hidden()


def test_a_page_of_puzzles_alone_has_all_languages(shared: Open) -> None:
    """Only Python knows the first puzzle, so the page has no words of a board before."""
    page = shared(notebook(code("aw.Puzzles()", *board_outputs(puzzles_content([], 0, {})))))
    page.page.locator("#adaptoid-bar select").select_option("de")
    expect(page.place(0).locator(".adaptoid-lesson-bar")).to_contain_text("Tipp")
    expect(page.page.get_by_role("button", name="Ergebnisse speichern")).to_be_visible()


@pytest.mark.parametrize(
    ("options", "width"), [*nightly(LIGHT_AND_WIDE), DARK_AND_NARROW], ids=["wide", "narrow"]
)
def test_an_article_is_as_wide_as_the_window(shared: Open, options: dict[str, Any], width: int) -> None:
    """Also with long words, wide tables and formulas: these scroll by themselves."""
    long = "x" * 300
    row = "|" + "a long cell |" * 30
    data = hunger()
    data["cells"] += [
        markdown(f"## {long}\n\n{long} `{long}`\n\n{row}\n{'|--' * 30}|\n{row}\n\n$$" + "x + " * 200 + "x$$"),
        code(f"text = '{long}'", display({"text/plain": long})),
    ]
    page = shared(data, viewport={"width": width, "height": 900}, **options)
    page.expect_position(0, HUNGRY)
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_of_a_hostile_notebook_runs(shared: Open) -> None:
    cells = [
        cell
        for text in HOSTILE
        for cell in (markdown(text), code(text, display({"text/html": text}), display({"text/latex": text})))
    ]
    page = shared(notebook(markdown("# Title"), *cells, *hunger()["cells"][2:3]))
    page.expect_position(0, HUNGRY)
    for link in page.page.locator("main a[href]").all():
        assert str(link.get_attribute("href")).startswith(("#note-", "http"))
    assert page.page.evaluate("globalThis.ran") == 0
    assert page.page.locator("main :is(iframe, form, object, style, base)").count() == 0
    assert page.page.title() == "Title"
