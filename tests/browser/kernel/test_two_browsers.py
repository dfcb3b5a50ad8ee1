"""Two browsers show one notebook with one kernel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from adaptoid_widget import Position
from tests.browser.conftest import Opener
from tests.browser.notebook_board import BoardDriver, show
from tools.browser.jupyter import Lab

START = Position.start()
PLAYED = "adaptoid b 0,0 W:D2,D3 B:D6"


@pytest.fixture(scope="module")
def hands(lab: Lab, browser: Browser) -> Iterator[tuple[BoardDriver, BoardDriver]]:
    """A board in two browsers: the second browser opens the saved notebook of the first and uses its kernel.

    The kernel has no boards of other tests, which a reload would restore.
    """
    opener = Opener(lab, browser)
    notebook = opener.notebook()
    first = show(notebook)
    notebook.save()
    page = lab.open(opener.page(), notebook.path.name)
    yield first, BoardDriver(page, page.page.locator(".jp-Notebook"))
    opener.close()
    assert "\n".join(opener.errors) == ""


@pytest.mark.nightly
def test_two_browsers_show_the_same_game(hands: tuple[BoardDriver, BoardDriver]) -> None:
    """A click in either browser shows in both. Each can be flipped separately."""
    first, second = hands
    second.expect_position(str(START))
    second.do("flip")
    first.play(START, "+D3")
    second.expect_position(PLAYED)
    second.play(Position.from_text(second.position_text or ""), "D6+L")
    first.expect_position("adaptoid w 0,0 W:D2,D3 B:D6L")
    first.play(Position.from_text(first.position_text or ""), "D3+P")
    second.expect_position("adaptoid b 0,0 W:D2,D3P B:D6L")
    for hand in hands:
        hand.expect_pieces()
        hand.expect_in_step()
        hand.expect_link("idle")
    first.do_and_wait("undo")
    second.expect_position("adaptoid w 0,0 W:D2,D3 B:D6L")
    first.notebook.run('board.position = "adaptoid@hex3 w 0,0 W:C1L B:C5"')
    for hand in hands:
        hand.expect_position("adaptoid@hex3 w 0,0 W:C1L B:C5")
        expect(hand.board.locator("[data-cell]")).to_have_count(19)


@pytest.mark.nightly
def test_a_reason_is_shown_only_in_the_browser_of_the_click(hands: tuple[BoardDriver, BoardDriver]) -> None:
    """The chosen adaptoid belongs to one browser too. A turn in the other browser clears the choice."""
    first, second = hands
    first.notebook.run('board.position = "adaptoid w 0,0 W:D2L B:D6"')
    for hand in hands:
        hand.expect_position("adaptoid w 0,0 W:D2L B:D6")
    second.click("D2")
    expect(second.root.locator(".adaptoid-growth-menu")).to_be_visible()
    first.click("A1")
    first.expect_why("A1")
    expect(second.reason).to_be_empty()
    first.play(Position.from_text(first.position_text or ""), "+C1")
    second.expect_position("adaptoid b 0,0 W:C1,D2L B:D6")
    expect(second.root.locator(".adaptoid-growth-menu")).to_be_hidden()


def test_a_seat_reserves_a_colour_for_a_browser(
    hands: tuple[BoardDriver, BoardDriver], artefacts: Path
) -> None:
    """Clicks for a colour in another browser are refused with a reason. A reload keeps the seat."""
    first, second = hands
    first.notebook.run("board.position = aw.Position.start()")
    for hand, color in ((first, "W"), (second, "B")):
        hand.do(f"player-{color}")
        hand.root.locator("[data-sit=take]").click()
        expect(hand.root.locator(f"[data-color={color}] .adaptoid-seat")).to_have_text("you")
    expect(first.root.locator("[data-color=B] .adaptoid-seat")).to_have_text("taken")
    expect(first.board).to_have_attribute("data-step", "move")
    expect(second.board).to_have_attribute("data-step", "wait")
    second.click("D3")
    second.expect_reason("Somebody plays White in another browser.")
    first.play(START, "+D3")
    second.play(Position.from_text(PLAYED), "D6+L")
    first.expect_position("adaptoid w 0,0 W:D2,D3 B:D6L")
    # A reloaded page has its seat at once. While the page is closed, its colour is free.
    page = second.notebook.page
    page.reload()
    second.notebook.ready()
    expect(second.root.locator("[data-color=B] .adaptoid-seat")).to_have_text("you")
    # the message that the page is back counts as a change
    expect(first.root.locator("[data-color=B] .adaptoid-seat")).to_have_text("taken")
    second.expect_in_step()
    second.do_and_wait("undo")
    second.root.screenshot(path=artefacts / "seats.png")
    # simulate the event, because what a page sends while it is closed may be lost
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    expect(first.root.locator("[data-color=B] .adaptoid-seat")).to_have_count(0)
    assert first.python("b.seats") == ("W",)
