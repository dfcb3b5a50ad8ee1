"""Two browsers show one notebook with one kernel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from adaptoid_widget import Position
from tests.browser.conftest import Opener
from tests.browser.notebook_board import Hand, show
from tools.browser.jupyter import Lab

START = Position.start()
PLAYED = "adaptoid b 0,0 W:D2,D3 B:D6"


@pytest.fixture(scope="module")
def both(lab: Lab, browser: Browser) -> Iterator[tuple[Hand, Hand]]:
    """A board in two browsers: the second browser opens the saved notebook of the first and uses its kernel.

    The kernel has no boards of other tests, which a reload would restore.
    """
    opener = Opener(lab, browser)
    notebook = opener.notebook()
    here = show(notebook)
    notebook.save()
    page = lab.open(opener.page(), notebook.path.name)
    yield here, Hand(page, page.page.locator(".jp-Notebook"))
    opener.close()
    assert "\n".join(opener.errors) == ""


def test_two_browsers_show_the_same_game(both: tuple[Hand, Hand]) -> None:
    """A click in either browser shows in both. Each can be flipped separately."""
    here, there = both
    there.expect_position(str(START))
    there.do("flip")
    here.play(START, "+D3")
    there.expect_position(PLAYED)
    there.play(Position.from_text(there.shown or ""), "D6+L")
    here.expect_position("adaptoid w 0,0 W:D2,D3 B:D6L")
    here.play(Position.from_text(here.shown or ""), "D3+P")
    there.expect_position("adaptoid b 0,0 W:D2,D3P B:D6L")
    for hand in both:
        hand.expect_pieces()
        hand.expect_in_step()
        hand.expect_link("idle")
    here.asks("undo")
    there.expect_position("adaptoid w 0,0 W:D2,D3 B:D6L")
    here.notebook.run('board.position = "adaptoid@hex3 w 0,0 W:C1L B:C5"')
    for hand in both:
        hand.expect_position("adaptoid@hex3 w 0,0 W:C1L B:C5")
        expect(hand.board.locator("[data-cell]")).to_have_count(19)


def test_a_reason_is_shown_only_in_the_browser_of_the_click(both: tuple[Hand, Hand]) -> None:
    """The chosen adaptoid belongs to one browser too. A turn in the other browser clears the choice."""
    here, there = both
    here.notebook.run('board.position = "adaptoid w 0,0 W:D2L B:D6"')
    for hand in both:
        hand.expect_position("adaptoid w 0,0 W:D2L B:D6")
    there.click("D2")
    expect(there.root.locator(".adaptoid-growth-menu")).to_be_visible()
    here.click("A1")
    here.expect_why("A1")
    expect(there.reason).to_be_empty()
    here.play(Position.from_text(here.shown or ""), "+C1")
    there.expect_position("adaptoid b 0,0 W:C1,D2L B:D6")
    expect(there.root.locator(".adaptoid-growth-menu")).to_be_hidden()


def test_a_seat_reserves_a_colour_for_a_browser(both: tuple[Hand, Hand], artefacts: Path) -> None:
    """Clicks for a colour in another browser are refused with a reason. A reload keeps the seat."""
    here, there = both
    here.notebook.run("board.position = aw.Position.start()")
    for hand, color in ((here, "W"), (there, "B")):
        hand.do(f"player-{color}")
        hand.root.locator("[data-sit=take]").click()
        expect(hand.root.locator(f"[data-color={color}] .adaptoid-seat")).to_have_text("you")
    expect(here.root.locator("[data-color=B] .adaptoid-seat")).to_have_text("taken")
    expect(here.board).to_have_attribute("data-step", "move")
    expect(there.board).to_have_attribute("data-step", "wait")
    there.click("D3")
    there.expect_reason("Somebody plays White in another browser.")
    here.play(START, "+D3")
    there.play(Position.from_text(PLAYED), "D6+L")
    here.expect_position("adaptoid w 0,0 W:D2,D3 B:D6L")
    # A reloaded page has its seat at once. While the page is closed, its colour is free.
    page = there.notebook.page
    page.reload()
    there.notebook.ready()
    expect(there.root.locator("[data-color=B] .adaptoid-seat")).to_have_text("you")
    # the message that the page is back counts as a change
    expect(here.root.locator("[data-color=B] .adaptoid-seat")).to_have_text("taken")
    there.expect_in_step()
    there.asks("undo")
    there.root.screenshot(path=artefacts / "seats.png")
    # simulate the event, because what a page sends while it is closed may be lost
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    expect(here.root.locator("[data-color=B] .adaptoid-seat")).to_have_count(0)
    assert here.python("b.seats") == ("W",)
