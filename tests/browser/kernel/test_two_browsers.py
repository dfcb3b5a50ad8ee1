"""One kernel, one notebook, two browsers: a class at a screen, a teacher at another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from adaptoid_widget import Position
from tests.browser.conftest import Opener
from tests.browser.hand import Hand, show
from tools.browser.jupyter import Lab

START = Position.start()


@pytest.fixture(scope="module")
def both(lab: Lab, browser: Browser) -> Iterator[tuple[Hand, Hand]]:
    """A board in two browsers: the second opens the notebook that the first has saved, and finds its kernel running."""
    opener = Opener(lab, browser)
    here = show(opener.notebook())
    here.notebook.save()
    page = opener.lab.open(opener.page(), here.notebook.path.name)
    yield here, Hand(page, page.cell(1))
    opener.close()
    assert opener.errors == []


def test_two_browsers_stay_in_step(both: tuple[Hand, Hand]) -> None:
    """Clicks in either show in both, and Python has one game; each may look from its own side."""
    here, there = both
    there.expect_position(str(START))
    there.do("flip")
    here.play(START, "+D3")
    there.expect_position("adaptoid b 0,0 W:D2,D3 B:D6")
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


def test_a_refusal_is_told_only_where_the_click_was(both: tuple[Hand, Hand]) -> None:
    """The reason is a view's own, and so is what is in hand there: a turn in the other browser takes that away."""
    here, there = both
    here.notebook.run('board.position = "adaptoid w 0,0 W:D2L B:D6"')
    for hand in both:
        hand.expect_position("adaptoid w 0,0 W:D2L B:D6")
    there.click("D2")
    expect(there.root.locator(".adaptoid-chooser")).to_be_visible()
    here.click("A1")
    here.expect_why("A1")
    expect(there.reason).to_be_empty()
    here.play(Position.from_text(here.shown or ""), "+C1")
    there.expect_position("adaptoid b 0,0 W:C1,D2L B:D6")
    expect(there.root.locator(".adaptoid-chooser")).to_be_hidden()
