"""Counts what turns, views and boards leave behind in a page and in the kernel."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from adaptoid_widget import Position
from tests.browser.conftest import Opener
from tests.browser.notebook_board import BoardDriver, show
from tests.repetitions import nightly, repetitions
from tools.browser.clicks import Click
from tools.browser.fast_clicks import click_all
from tools.browser.jupyter import Notebook
from tools.browser.memory import MemoryMeter

ROUNDS = 3
COLLECTIONS = 20
STEPS = 50
WALKED = """import adaptoid_widget as aw
from tools import games
game = aw.Game()
for turn in games.random_game(0).turns[:{steps}]:
    game.play(turn)
board = aw.Board(game)
board"""
# A browser keeps some pictures and their nodes in memory; without pictures the count is exact.
NO_PICTURES = """from adaptoid_widget.widget.saved_picture import saved_in
for picture in saved_in(board):
    picture.close()"""
ELEMENTS = "(root) => root.querySelectorAll('*').length"
REMEMBER = "(root) => { window.left = [...(window.left ?? []), new WeakRef(root)]; }"
COUNT_LEFT = "() => window.left.filter((ref) => ref.deref()).length"


def navigate(hand: BoardDriver) -> None:
    """Go to the start and back to the end of the game, and wait until all of it is drawn."""
    to_start = [Click('[data-do="prev"]', calls_python=True)] * STEPS
    back = [Click('[data-do="next"]', calls_python=True)] * STEPS
    click_all(hand.root, to_start + back)
    hand.expect_in_step()


@pytest.mark.nightly
def test_navigating_leaves_nothing(opener: Opener) -> None:
    """The page has as many elements, nodes and listeners as before, and the kernel as many objects.

    JupyterLab creates some nodes at arbitrary times, so one round without growth suffices: a leak would grow in every
    round.
    """
    notebook = opener.notebook()
    scales = MemoryMeter(notebook, kernel_bytes=False)
    hand = BoardDriver(notebook, notebook.run(WALKED.format(steps=STEPS)))
    notebook.run(NO_PICTURES)
    navigate(hand)
    elements = hand.root.evaluate(ELEMENTS)
    series = [scales.weigh(0)]
    for number in range(ROUNDS):
        navigate(hand)
        series.append(scales.weigh(2 * STEPS * (number + 1)))
    assert series[-1].turns == 2 * STEPS * ROUNDS
    assert hand.root.evaluate(ELEMENTS) == elements
    assert len({held.kernel_objects for held in series}) == 1
    for counter in ("nodes", "listeners"):
        counts = [getattr(held, counter) for held in series]
        assert any(after <= before for before, after in pairwise(counts)), (counter, counts)


@pytest.mark.parametrize("closed", nightly(True, False))
def test_a_removed_view_is_collected(notebook: Notebook, closed: bool) -> None:
    """The view is removed by closing its board or deleting its cell, of which JupyterLab disposes when it is idle."""
    for _ in range(repetitions(1, 3)):
        hand = show(notebook)
        hand.play(Position.start(), "+D3")
        hand.root.evaluate(REMEMBER)
        if closed:
            hand.python("b.close()")
            expect(hand.root).to_have_count(0)
        notebook.clear()
    scales = MemoryMeter(notebook, kernel_bytes=False)
    for _ in range(COLLECTIONS):
        scales.weigh(0)
        if notebook.page.evaluate(COUNT_LEFT) == 0:
            return
    pytest.fail("a view is still in memory")
