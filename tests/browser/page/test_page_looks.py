"""The layout of a shared page: common edges, button labels, and no empty room."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import adaptoid_widget as aw
from adaptoid_widget.lessons import load
from tests.browser.harness import expect_ready, open_menu
from tests.picture.drawings import MIDGAME
from tests.repetitions import in_languages, nightly
from tools.browser.jupyter import context

WIDTHS = (360, 400, 440, 480, 800, 1000, 1300)
HEIGHT = 900
# the edges of each label in the row under the board
WORDS = """[...document.querySelectorAll('.adaptoid-view-row .adaptoid-tool-label')]
    .filter((part) => part.checkVisibility())
    .map((part) => {
        const text = document.createRange();
        text.selectNodeContents(part);
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return [left, right, top, bottom];
    })"""
ENDS = """(row) => [row.getBoundingClientRect().left, row.getBoundingClientRect().right]"""
LEFT_EDGE = "(part) => part.getBoundingClientRect().left"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    profile = context(browser)
    yield profile.new_page()
    profile.close()


def opened(page: Page, path: Path) -> None:
    page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
    page.goto(path.as_uri())
    expect_ready(page.locator(".adaptoid-board"))


@pytest.mark.nightly
@pytest.mark.parametrize("kind", [*nightly("game", "lesson"), "three"])
@pytest.mark.parametrize("language", in_languages("de"))
def test_labels_of_the_buttons_under_the_board_do_not_overlap(
    page: Page, tmp_path: Path, language: str, kind: str
) -> None:
    """At every width, all labels fit into one row."""
    three = "adapt3 w 0,0,0 W:D2,E2 B:C5 R:F5"
    content = load("fork") if kind == "lesson" else three if kind == "three" else MIDGAME
    opened(page, aw.share(content, tmp_path / "page.html", language=language))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        words = page.evaluate(WORDS)
        # a lesson has one button, which opens the menu
        assert len(words) == page.locator(".adaptoid-view-row .adaptoid-button:visible").count() > 0, width
        start, end = page.locator(".adaptoid-view-row").evaluate(ENDS)
        assert all(left > start - 1 and right < end + 1 for left, right, *_ in words), width
        for (_, right, top, bottom), (left, _, high, low) in combinations(sorted(words), 2):
            assert right <= left or bottom <= high or low <= top, width


@pytest.mark.nightly
def test_the_parts_of_the_page_have_a_common_left_edge(page: Page, tmp_path: Path) -> None:
    """The parts are the heading, the layout with the board, and the rules."""
    opened(page, aw.share(MIDGAME, tmp_path / "page.html"))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        edges = [
            page.locator(part).evaluate(LEFT_EDGE) for part in ("h1", ".adaptoid-layout", "body > details")
        ]
        assert max(edges) - min(edges) < 1, width


@pytest.mark.nightly
def test_a_growing_list_of_turns_moves_nothing(page: Page, tmp_path: Path) -> None:
    """On a phone, the comment and the rules are below the list of turns."""
    places: list[list[float]] = []
    turns = ("+D3", "+D5", "D2+L", "D6+P", "D3+P", "D5+L", "D2+P", "D6+L", "D2+L", "D6+P", "D3+L", "D5+P")
    for played in (turns[:0], turns[:4], turns):
        game = aw.Game("adaptoid w 0,0 W:D2 B:D6")
        for turn in played:
            game.play(turn)
        opened(page, aw.share(game, tmp_path / "page.html"))
        expect(page.locator(".adaptoid-turn")).not_to_have_count(0)
        below = page.locator(".adaptoid-comment, body > details")
        places.append(below.evaluate_all("(all) => all.map((part) => part.getBoundingClientRect().y)"))
    assert len(places[0]) == 2
    assert places == places[:1] * 3


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_losses_of_three_players_fit_on_a_phone(page: Page, tmp_path: Path, width: int, height: int) -> None:
    """The losses are a number in one line under the supply, instead of ten circles."""
    opened(page, aw.share("adapt3 w 0,0,0 W:D2,E2 B:C5 R:F5", tmp_path / "page.html", language="de"))
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".adaptoid-side")).to_have_count(3)
    for side in page.locator(".adaptoid-side").all():
        expect(side.locator(".adaptoid-losses small")).to_be_visible()
        assert side.locator(".adaptoid-losses").evaluate("(losses) => losses.offsetHeight") < 24
        assert side.evaluate("(side) => side.scrollWidth <= side.clientWidth")


@pytest.mark.nightly
@pytest.mark.parametrize("width", [768, 780])
def test_the_panels_are_beside_the_board_where_both_fit(page: Page, tmp_path: Path, width: int) -> None:
    """Such as in a window as wide as a tablet, but lower; the board keeps discs of more than 50 pixels."""
    opened(page, aw.share("adapt3 w 0,0,0 W:D2,E2 B:C5 R:F5", tmp_path / "page.html", language="es"))
    page.set_viewport_size({"width": width, "height": 700})
    expect(page.locator(".adaptoid-side")).to_have_count(3)
    board = page.locator(".adaptoid-board").bounding_box()
    assert board is not None
    # seven discs, and the rim
    assert board["width"] / 7.5 > 50
    for part in (".adaptoid-status-panel", ".adaptoid-sides", ".adaptoid-tools"):
        assert page.locator(part).evaluate(LEFT_EDGE) >= board["x"] + board["width"], part
        assert page.locator(part).evaluate("(part) => part.scrollWidth <= part.clientWidth"), part


@pytest.mark.nightly
def test_the_rules_on_the_page_follow_the_variant(page: Page, tmp_path: Path) -> None:
    """After a game for three players is opened, the page has their rules."""
    opened(page, aw.share(MIDGAME, tmp_path / "page.html"))
    lead = page.locator("header p")
    expect(lead).to_contain_text("with somebody")
    page.locator("[data-do=share]").click()
    page.locator(".adaptoid-sharing input[type=file]").set_input_files(
        {
            "name": "three.txt",
            "mimeType": "text/plain",
            "buffer": b"adapt3 w 0,0,0 W:D2,E2 B:C5 R:F5",
        }
    )
    expect(lead).to_contain_text("with two others")
    expect(page.locator("h1")).to_have_text("A game of Adapt3")
    expect(page.locator("[data-word='rule.end']")).to_contain_text("ten adaptoids")


def test_controls_are_large_enough_for_touch(browser: Browser, tmp_path: Path) -> None:
    """Controls of the board, the list of turns, the editor and the rules have at least 44 by 44 pixels."""
    profile = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = profile.new_page()
    game = aw.Game("adapt3 w 0,0,0 W:D2,E2 B:C5 R:F5")
    game.play(next(game.position.turns()))
    page.goto(aw.share(game, tmp_path / "page.html").as_uri())
    # the last button of the row that is loaded
    expect(page.locator("[data-do=confirm]:not([hidden])")).to_be_attached()
    open_menu(page)
    small = """() => [...document.querySelectorAll('button, select, input, summary, .adaptoid-turn')]
        .filter((control) => control.checkVisibility())
        .filter((control) => {
            const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
            return Math.min(width, height) < 44;
        })
        .map((control) => control.outerHTML)"""
    assert page.evaluate(small) == []
    page.locator("[data-do=edit]").tap()
    page.locator(".adaptoid-editor summary").tap()
    assert page.evaluate(small) == []
    profile.close()


@pytest.mark.nightly
def test_a_selected_turn_stays_in_its_column(page: Page, tmp_path: Path) -> None:
    """A turn beside the board is as wide as the others when it is selected, so that its number and its signs fit."""
    game = aw.Game("adaptoid w 0,0 W:D2L B:D6")
    game.play("D2-D3 D3+P").play("D6+L")
    opened(page, aw.share(game, tmp_path / "page.html"))
    page.set_viewport_size({"width": 1000, "height": HEIGHT})
    parts = page.locator('.adaptoid-turn[data-column="0"]').last.locator("> *")
    expect(page.locator('[data-node="1"][aria-selected]')).to_have_count(0)
    widths = (
        "(parts) => parts.map((part) => part.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    )
    before = parts.evaluate_all(widths)
    page.locator('[data-node="1"]').click()
    expect(page.locator('[data-node="1"][aria-selected]')).to_have_count(1)
    assert parts.evaluate_all(widths) == before


@pytest.mark.nightly
def test_the_turn_marker_is_beside_the_name(page: Page, tmp_path: Path) -> None:
    """This holds even if the line under the name is longer."""
    opened(page, aw.share("adapt3 w 0,0,0 W:D2,E2 B:C5 R:F5", tmp_path / "page.html"))
    gap = """(row) => parseFloat(getComputedStyle(row).gridTemplateColumns.split(" ")[1])
        - row.querySelector("b").getBoundingClientRect().width"""
    expect(page.locator(".adaptoid-side-name")).to_have_count(3)
    for name in page.locator(".adaptoid-side-name").all():
        assert name.evaluate("(row) => row.querySelector('small').offsetWidth") > 0
        assert name.evaluate(gap) < 1


@pytest.mark.nightly
def test_the_steps_of_a_turn_do_not_cover_buttons_in_landscape(browser: Browser, tmp_path: Path) -> None:
    """The page is a lesson that asks for a turn."""
    profile = browser.new_context(viewport={"width": 844, "height": 390}, has_touch=True)
    page = profile.new_page()
    page.goto(aw.share(load("first-game"), tmp_path / "page.html").as_uri())
    steps, buttons = page.locator(".adaptoid-steps-row"), page.locator(".adaptoid-lesson-more")
    expect(steps).to_be_visible()
    expect(buttons).to_be_visible()
    bottom = steps.evaluate("(row) => row.getBoundingClientRect().bottom")
    assert bottom <= buttons.evaluate("(row) => row.getBoundingClientRect().top")
    profile.close()
