"""An article with several boards in one page, opened from disk without a network: one Python plays on all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

import adaptoid_widget as aw
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.teaching.tutor import Tutor
from adaptoid_widget.lessons import load
from tests.browser.harness import expect_ready
from tests.browser.learner import ANSWERS
from tests.browser.page.search_workers import BRIEF
from tests.browser.page.test_share import MIDGAME, START, Shared
from tools.browser.clicks import clicks
from tools.browser.tutorial import tutorial

# a page stores its state after it has shown the answer
STORES = "(text) => Object.values(localStorage).some((state) => state.includes(text))"


class Article(Shared):
    """An open article."""

    def place(self, number: int) -> Locator:
        """The element of a board, counted from 0."""
        return self.page.locator("adaptoid-board").nth(number)

    def board_of(self, number: int) -> Locator:
        """A board."""
        return self.place(number).locator(".adaptoid-board")

    def expect_position(self, number: int, position: object) -> None:
        """Wait until a board shows a position."""
        expect(self.board_of(number)).to_have_attribute("data-position", str(position))
        expect_ready(self.board_of(number))

    def play_on(self, number: int, position: aw.Position, turn: aw.Turn) -> aw.Position:
        """Play a turn on a board by clicks; return the position after it."""
        # a board starts when it comes near the window
        self.place(number).scroll_into_view_if_needed()
        for click in clicks(position, turn):
            self.place(number).locator(click.selector).click()
        after = position.play(turn)
        self.expect_position(number, after)
        return after


Open = Callable[..., Article]


@pytest.fixture
def article(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open articles with these boards, and check at the end what they requested."""
    opened: list[Article] = []

    def write(*boards: Any, script: str = "", **options: Any) -> Article:
        path = tmp_path / f"article{len(opened)}.html"
        path.write_text(tutorial(boards, **options), "utf-8")
        opened.append(Article(browser, path, script=script))
        return opened[-1]

    yield write
    for page in opened:
        page.close()


def answer(page: Article, number: int) -> None:
    """Answer the first step of the lesson `fork` on a board."""
    lesson = load("fork")
    tutor = Tutor(lesson, Session(Game(lesson.steps[0].start)))
    cells = eval(ANSWERS["click"], {"t": tutor}).split(",")
    for cell in cells:
        page.place(number).locator(f'[data-cell="{cell}"]').click()
    page.place(number).locator(".adaptoid-lesson-great").click()
    expect(page.place(number).locator(".adaptoid-widget")).to_have_attribute("data-phase", "right")


def test_each_board_is_played_on_and_goes_on_when_the_page_is_opened_again(article: Open) -> None:
    """Two games that begin alike, a lesson and another game."""
    page = article(Game(), load("fork"), Game(MIDGAME), Game())
    start, middle = aw.Position.from_text(START), aw.Position.from_text(MIDGAME)
    first = page.play_on(0, start, aw.Turn.from_text("+D3"))
    answer(page, 1)
    other = page.play_on(2, middle, middle.turns()[0])
    page.expect_position(3, START)
    last = page.play_on(3, start, aw.Turn.from_text("D2+L"))
    page.expect_position(0, first)
    page.page.wait_for_function(STORES, arg="D2+L")
    for _ in "opened again", "and again":
        page.page.reload()
        for number, position in ((0, first), (2, other), (3, last)):
            page.expect_position(number, position)
        steps = page.place(1).locator(".adaptoid-lesson-step")
        expect(steps.nth(1)).to_have_attribute("aria-current", "step")
    page.play_on(0, first, aw.Turn.from_text("+D5"))


def test_on_a_phone_the_field_for_a_typed_turn_follows_the_board_of_a_lesson(article: Open) -> None:
    """The bar of the lesson, at the lower end of the window, does not cover it."""
    page = article(load("fork"))
    page.page.set_viewport_size({"width": 390, "height": 844})
    page.place(0).locator('[tabindex="0"][data-cell]').focus()
    page.page.keyboard.press("/")
    field = page.place(0).locator(".adaptoid-typed-field")
    expect(field).to_be_focused()
    box, board = field.bounding_box(), page.board_of(0).bounding_box()
    bar = page.place(0).locator(".adaptoid-lesson-bar").bounding_box()
    assert box
    assert board
    assert bar
    assert board["y"] + board["height"] <= box["y"] <= board["y"] + board["height"] + 20
    assert box["y"] + box["height"] <= bar["y"]


@pytest.mark.nightly
def test_keys_go_to_the_board_with_the_focus(article: Open) -> None:
    page = article(Game(), Game(MIDGAME))
    page.play_on(0, aw.Position.from_text(START), aw.Turn.from_text("+D3"))
    middle = aw.Position.from_text(MIDGAME)
    played = page.play_on(1, middle, middle.turns()[0])
    page.place(0).locator('[tabindex="0"][data-cell]').focus()
    page.page.keyboard.press("ControlOrMeta+z")
    page.expect_position(0, START)
    page.expect_position(1, played)


def test_a_content_that_cannot_be_opened_stops_no_other(article: Open) -> None:
    """It keeps its picture and says why."""
    page = article(Game(), Game(MIDGAME), Game(MIDGAME), Game(), damaged={1: True, 2: False})
    for number in 1, 2:
        place = page.place(number)
        expect(place.get_by_role("status").first).to_contain_text("The board could not start")
        expect(place.locator("img")).to_be_visible()
        expect(place.locator(".adaptoid-board:visible")).to_have_count(0)
    start = aw.Position.from_text(START)
    for number in 3, 0:
        page.play_on(number, start, aw.Turn.from_text("+D3"))


def test_the_results_of_all_lessons_are_one_file(article: Open, tmp_path: Path) -> None:
    """`aw.results` reads it, and lessons that were not begun are not in it."""
    page = article(load("fork"), Game(), load("reserve"), load("tail"))
    page.page.get_by_role("button", name="Who are you?").click()
    page.page.locator("#adaptoid-name").fill("Ann")
    page.page.get_by_role("button", name="Begin").click()
    expect(page.page.locator("#adaptoid-bar b")).to_have_text("Ann")
    answer(page, 0)
    page.place(2).locator('[data-lesson="skip"]').click()
    expect(page.place(2).locator(".adaptoid-lesson-step").nth(1)).to_have_attribute("aria-current", "step")
    with page.page.expect_download() as waiting:
        page.page.get_by_role("button", name="Save my results").click()
    expect(page.page.get_by_text("Saved as adaptoid.Ann.results.json")).to_be_visible()
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    results = aw.results(path)
    assert (results.lessons, results.learners) == (("fork", "reserve"), ("Ann",))


@pytest.mark.nightly
def test_a_language_is_that_of_all_boards(article: Open) -> None:
    page = article(Game(), load("fork"), Game(MIDGAME))
    page.page.get_by_role("combobox", name="Language").select_option("de")
    for number in range(3):
        expect(page.place(number).locator(".adaptoid-widget")).to_have_attribute("lang", "de")
    expect(page.page.get_by_role("button", name="Wer bist du?")).to_be_visible()
    # the article is written in its own
    expect(page.page.locator("html")).to_have_attribute("lang", "en")
    page.page.reload()
    for number in range(3):
        expect(page.place(number).locator(".adaptoid-widget")).to_have_attribute("lang", "de")


def test_on_a_phone_tools_and_turns_of_a_game_are_folded(article: Open) -> None:
    """A button unfolds those of one board, in its language. A lesson, and a wide window, fold nothing."""
    page = article(Game(START), Game(MIDGAME), load("fork"))
    turns = [page.place(number).locator(".adaptoid-history") for number in range(2)]
    views = [page.place(number).locator(".adaptoid-viewbar") for number in range(3)]
    button = page.place(1).get_by_role("button", name="Tools and turns")
    expect(turns[1]).to_be_visible()
    expect(button).to_be_hidden()
    page.page.set_viewport_size({"width": 390, "height": 844})
    expect(views[2]).to_be_visible()
    for part in (*turns, *views[:2]):
        expect(part).to_be_hidden()
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    for part in (turns[1], views[1]):
        expect(part).to_be_visible()
    expect(turns[0]).to_be_hidden()
    page.page.locator("#adaptoid-bar select").select_option("de")
    expect(page.place(1).get_by_role("button", name="Werkzeuge und Züge")).to_be_visible()


@pytest.mark.nightly
def test_a_game_follows_another_tab_and_the_others_stay(article: Open) -> None:
    page = article(Game(), Game(MIDGAME))
    start, middle = aw.Position.from_text(START), aw.Position.from_text(MIDGAME)
    page.play_on(1, middle, middle.turns()[0])
    other = page.context.new_page()
    other.goto(page.page.url)
    place = other.locator("adaptoid-board").nth(0)
    for click in clicks(start, aw.Turn.from_text("+D3")):
        place.locator(click.selector).click()
    page.page.bring_to_front()
    page.expect_position(0, start.play("+D3"))
    page.expect_position(1, middle.play(middle.turns()[0]))
    page.play_on(0, start.play("+D3"), aw.Turn.from_text("+D5"))


@pytest.mark.nightly
def test_computers_play_on_many_boards_with_few_workers(article: Open) -> None:
    """A search waits for a free worker."""
    games = [Game(MIDGAME) for _ in range(5)]
    page = article(*games, script=BRIEF, levels={"W": 5})
    for number in range(5):
        expect(page.board_of(number)).not_to_have_attribute("data-position", MIDGAME)
    assert page.page.evaluate("searching.requests.length") > 5
