"""The board in every language: switched while it is shown, in a notebook and in a shared page, at three widths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

import adaptoid_widget as aw
from adaptoid_widget.core.i18n.catalog import Wording, wording_of
from adaptoid_widget.locales import page_words
from tests.browser.boxes import FAULTS
from tests.browser.harness import FRAMES, choose_language, expect_ready, open_menu
from tests.browser.notebook_board import BoardDriver, show
from tests.browser.page.test_share import MIDGAME, START, Shared
from tests.repetitions import TRANSLATIONS, in_languages, nightly
from tools.browser.jupyter import Notebook

# English last, since a board begins in English
ORDER = (*TRANSLATIONS, "en")
WIDTHS = (320, 620, 1100)
# states of which a screenshot is saved
LOOKED_AT = ("at rest", "to be chosen")
ADAPT3 = "adapt3 b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP"


def chooser(place: Any) -> Locator:
    """The language menu."""
    buttons: Locator = place.locator("[data-language]")
    return buttons


def words_of(language: str) -> dict[str, str]:
    """The texts of the controls."""
    return wording_of(language).ui


def expect_language(board: BoardDriver, language: str) -> None:
    """Expect a language in the texts from Python and in the texts of the front end."""
    expect(board.root).to_have_attribute("lang", language)
    expect(chooser(board.root)).to_have_value(language)
    expect(board.root.locator('[data-do="resign"]')).to_contain_text(words_of(language)["ui.resign"])
    expect(board.board.locator(".adaptoid-svg")).to_have_attribute(
        "aria-label", words_of(language)["ui.board"]
    )


# -- in a notebook -----------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_the_language_of_a_board_can_be_switched_in_a_notebook(notebook: Notebook) -> None:
    """Switched in a view or in Python, all views of the board change, and the game does not."""
    board = show(notebook, "'adaptoid w 0,0 W:D2L B:D6'")
    other = BoardDriver(notebook, notebook.run("board"))
    other_board = show(notebook, "language='es'", name="apart")
    notebook.run("heard = []\nboard.observe(lambda change: heard.append(change['new']), 'language')")
    board.click("D2")
    board.click("D3")
    board.expect_position("adaptoid w+ 0,0 W:D3L B:D6")
    for language in ORDER:
        wording: Wording = wording_of(language)
        choose_language(board.root, language)
        for view in (board, other):
            expect_language(view, language)
            expect(view.status).to_have_text(wording.say("status.grow", {"color": "W"}))
            expect(view.news).to_have_text(
                wording.say("news.move", {"color": "W", "origin": "D2", "target": "D3"})
            )
        assert board.python("b.language") == language
        board.click("A1")
        board.expect_reason(wording.say("why.not-touching", {"cell": "A1"}))
    expect_language(other_board, "es")
    notebook.run("board.language = 'ja'")
    for view in (board, other):
        expect_language(view, "ja")
    expect(board.reason).to_be_hidden()
    assert notebook.value("heard") == [*ORDER, "ja"]
    board.expect_position("adaptoid w+ 0,0 W:D3L B:D6")
    board.expect_in_step()


@pytest.mark.nightly
def test_a_language_can_be_chosen_by_keyboard(notebook: Notebook) -> None:
    """The menu keeps the focus, and no shortcut of the notebook fires."""
    board = show(notebook)
    contents = notebook.contents()
    open_menu(board.root)
    chooser(board.root).focus()
    for key, language in (("d", "de"), ("ArrowDown", "es"), ("ArrowUp", "de")):
        notebook.page.keyboard.press(key)
        expect_language(board, language)
    expect(chooser(board.root)).to_be_focused()
    assert notebook.contents() == contents


@pytest.mark.nightly
def test_the_language_of_a_board_that_is_not_interactive_can_be_switched(notebook: Notebook) -> None:
    """An unknown language raises an error in the cell."""
    board = show(notebook, "interactive=False")
    choose_language(board.root, "de")
    expect(board.root).to_have_attribute("lang", "de")
    assert board.python("b.language") == "de"
    cell = notebook.run("board.language = 'tlh'")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("there are for: " + ", ".join(aw.languages()))
    assert board.python("b.language") == "de"


# -- in a shared page --------------------------------------------------------------------------------------------------


@pytest.fixture
def pages(browser: Browser, tmp_path: Path) -> Iterator[Any]:
    """Open shared pages without network, and check at the end that they requested nothing."""
    opened: list[Shared] = []

    def share(content: Any, language: str = "en", title: str | None = None, **options: Any) -> Shared:
        path = aw.share(content, tmp_path / f"page{len(opened)}.html", language=language, title=title)
        opened.append(Shared(browser, path, **options))
        return opened[-1]

    yield share
    for page in opened:
        page.close()


def test_the_language_of_a_shared_page_can_be_switched(pages: Any) -> None:
    """The board and all text around it change, offline and repeatedly."""
    page: Shared = pages(START, "de")
    page.shows(START)
    for language in (*ORDER, "de"):
        words, wording = page_words(language), wording_of(language)
        # the page is already in the first language
        if chooser(page.page).input_value() != language:
            choose_language(page.page, language)
        expect(page.page.locator(".adaptoid-status")).to_have_text(wording.say("status.first"))
        expect(page.page.locator("html")).to_have_attribute("lang", language)
        expect(page.page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
        expect(page.page).to_have_title(words["page.title.adaptoid"])
        expect(page.page.locator("h1")).to_have_text(words["page.title.adaptoid"])
        expect(page.page.locator("header p")).to_have_text(words["page.lead.2"])
        expect(page.page.locator("body > details > summary")).to_have_text(words["page.rules"])
        expect(page.page.locator("body > details li")).to_have_text(
            [words["page.rule." + rule] for rule in ("move", "attack", "grow", "feed", "end.2")]
        )
        expect(page.page.locator("figcaption")).to_contain_text(
            wording.say("picture.bare", {"cells": ["D2"]})
        )
        expect(page.page.locator("#adaptoid-position-line")).to_contain_text(words["page.position"])
        expect(page.page.locator(".made")).to_have_text(
            words["page.made"].replace("{version}", aw.__version__)
        )
        page.click("G7")
        expect(page.page.locator(".adaptoid-reason")).to_have_text(
            wording.say("why.not-touching", {"cell": "G7"})
        )
    page.shows(START)


@pytest.mark.nightly
def test_a_reload_keeps_the_language_and_a_given_title(pages: Any) -> None:
    """The game is kept too. A new tab begins in the language of the page."""
    page: Shared = pages(START, "ja", title="Clubabend")
    page.shows(START)
    choose_language(page.page, "es")
    expect(page.page.locator("html")).to_have_attribute("lang", "es")
    page.click("D3")
    page.shows("adaptoid b 0,0 W:D2,D3 B:D6")
    page.page.reload()
    page.shows("adaptoid b 0,0 W:D2,D3 B:D6")
    expect(page.page.locator("header p")).to_have_text(page_words("es")["page.lead.2"])
    expect(page.page.locator("h1")).to_have_text("Clubabend")
    expect(chooser(page.page)).to_have_value("es")
    other = page.context.new_page()
    other.goto(page.page.url)
    expect(other.locator(".adaptoid-widget")).to_have_attribute("lang", "ja")


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["de", *nightly("ja")])
def test_a_page_that_cannot_start_says_so_in_its_language(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    """This also holds without JavaScript."""
    path = aw.share(MIDGAME, tmp_path / "page.html", language=language)
    plain = Shared(browser, path, java_script_enabled=False)
    expect(plain.page.locator("noscript p")).to_have_text(page_words(language)["page.no-script"])
    plain.context.close()
    text = path.read_text("utf-8")
    path.write_text(text.replace('id="adaptoid-wasm">', 'id="adaptoid-wasm">AAAA'), "utf-8")
    page = Shared(browser, path)
    expect(page.page.locator("#adaptoid-trouble")).to_contain_text(page_words(language)["page.broken"])
    page.context.close()


# -- at every width ----------------------------------------------------------------------------------------------------


def states(page: Shared) -> Iterator[str]:
    """Go through the states of a game and yield the name of each. The game is unchanged at the end."""
    tools = page.page.locator(".adaptoid-tools")
    yield "at rest"
    page.click("E3")
    expect(page.page.locator(".adaptoid-growth-menu")).to_be_visible()
    yield "an adaptoid in hand"
    page.click("E7")
    expect(page.page.locator(".adaptoid-reason")).not_to_be_empty()
    yield "a reason"
    page.page.keyboard.press("Escape")
    tools.locator('[data-do="resign"]').click()
    yield "the confirmation of resigning"
    page.do("resign")
    expect(page.board).to_have_attribute("data-step", "over")
    yield "the end"
    page.do("undo")
    expect(page.board).to_have_attribute("data-step", "move")
    yield "taken back"
    page.do("lens")
    page.do("annotate")
    expect(page.page.locator(".adaptoid-pens")).to_be_visible()
    expect(page.board.locator(".adaptoid-food-numbers > *").first).to_be_attached()
    yield "food and pens"
    page.do("annotate")
    page.do("lens")
    page.do("size")
    yield "projector size"
    page.page.keyboard.press("Escape")
    page.do("edit")
    text = page.page.locator("[data-edit=text]")
    expect(text).to_have_value(MIDGAME)
    yield "the editor"
    page.page.locator(".adaptoid-widget summary").click()
    yield "the editor with the names of the players"
    page.page.locator(".adaptoid-widget summary").click()
    text.fill("adaptoid w 0,0 W:D2 B:D2")
    expect(page.page.locator(".adaptoid-editor [role=alert], .adaptoid-fault").first).not_to_be_empty()
    yield "an invalid text"
    text.fill(MIDGAME)
    expect(text).not_to_have_attribute("aria-invalid", "true")
    page.page.locator('[data-edit="tool:layout"]').click()
    expect(page.page.locator(".adaptoid-ghost").first).to_be_visible()
    yield "the layout editor"
    page.page.locator("[data-edit=close]").click()
    expect(page.page.locator("[data-edit=text]")).to_be_hidden()
    yield "back in the game"


def openings(page: Shared) -> Iterator[str]:
    """Go through the states of an open start up to the choice of a colour."""
    step = page.board.get_attribute("data-step")
    if step == "place":
        yield "to be placed"
        page.click("C3")
        expect(page.board).to_have_attribute("data-rev", re.compile("[1-9]"))
        page.click("E5")
    expect(page.board).to_have_attribute("data-step", "choose")
    yield "to be chosen"


def at_rest(page: Shared) -> Iterator[str]:
    """Only the initial state."""
    expect_ready(page.board)
    yield "at rest"


# Other tests check English; German has the longest words.
@pytest.mark.parametrize("language", in_languages("de", among=TRANSLATIONS))
@pytest.mark.parametrize(
    ("content", "path"), [(MIDGAME, states), *nightly((ADAPT3, at_rest), (None, openings))]
)
def test_everything_fits_in_every_language(
    pages: Any, language: str, content: str | None, path: Callable[[Shared], Iterator[str]]
) -> None:
    """At three widths, no text is clipped and nothing extends beyond the board."""
    page: Shared = pages(content or aw.Game("open"), language)
    expect_ready(page.board)
    for state in path(page):
        for width in WIDTHS:
            page.page.set_viewport_size({"width": width, "height": 900})
            page.page.evaluate(FRAMES)
            assert page.page.evaluate(FAULTS) == [], f"{state}, {width}"
            if state in LOOKED_AT:
                page.screenshot(f"language-{language}-{width}-{path.__name__}")


FONTS = {
    "as they are": "",
    "spaced": "letter-spacing: 0.12em !important",
    "dense": "letter-spacing: -0.08em !important",
    "of one width": "font-family: monospace !important",
    "serif": "font-family: serif !important",
}
IN_FONT = """(rule) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule && `*, ::before, ::after { ${rule} }`);
  window.own ??= [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...window.own, sheet];
}"""


@pytest.mark.nightly
@pytest.mark.parametrize("language", in_languages("de"))
@pytest.mark.parametrize("content", [MIDGAME, ADAPT3])
def test_everything_fits_in_every_font(pages: Any, language: str, content: str) -> None:
    """The layout fits with wide and narrow letters too, down to a small phone, so it does not depend on installed
    fonts.

    On a phone, wide-spaced letters leave no room for the names of three colours beside their supply, so that is
    skipped.
    """
    page: Shared = pages(content, language)
    expect_ready(page.board)
    for width in (320, 390, 800):
        page.page.set_viewport_size({"width": width, "height": 900})
        for font, rule in FONTS.items():
            if content == ADAPT3 and font == "spaced" and width < 800:
                continue
            page.page.evaluate(IN_FONT, rule)
            page.page.evaluate(FRAMES)
            assert page.page.evaluate(FAULTS) == [], f"{font}, {width}"


def test_the_check_for_overflow_finds_a_long_word(pages: Any) -> None:
    page: Shared = pages(START)
    page.shows(START)
    assert page.page.evaluate(FAULTS) == []
    label = page.page.locator("[data-do=undo] .adaptoid-tool-label")
    label.evaluate("(label) => (label.textContent = 'Donaudampfschifffahrtsgesellschaft')")
    assert page.page.evaluate(FAULTS) != []
