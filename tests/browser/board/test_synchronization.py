"""Synchronization of Python and the board: cells that play, assign and observe; several views; fast clicks."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from adaptoid_widget import Game, Position
from tests.browser.notebook_board import BoardDriver, show
from tools.browser.jupyter import Notebook


def test_the_position_can_be_assigned_between_turns_and_within_a_turn(notebook: Notebook) -> None:
    """A text or a Position can be assigned. An invalid text is an error in the cell, and undo restores the earlier
    game."""
    board = show(notebook)
    board.play(Position.start(), "D2+L")
    within = "adaptoid b+ 1,0 W:D2L B:C4LP,D6"
    notebook.run(f'board.position = "{within}"')
    board.expect_position(within)
    expect(board.status).to_have_text("Black: now grow an adaptoid or a limb.")
    board.play(Position.from_text(within), "C4+L")
    board.expect_position("adaptoid w 1,0 W:D2L B:C4LLP,D6")
    cell = notebook.run('board.position = "adaptoid w 0,0 W:D9 B:D6"')
    expect(cell.locator(".jp-OutputArea")).to_contain_text("TextError")
    cell = notebook.run("board.position = 7")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("TypeError")
    board.expect_position("adaptoid w 1,0 W:D2L B:C4LLP,D6")
    notebook.run('board.position = aw.Position.from_text("adaptoid@hex5 w 0,0 W:E3 B:E7")')
    expect(board.board.locator("[data-cell]")).to_have_count(61)
    board.expect_in_step()
    board.do_and_wait("undo")
    expect(board.board.locator("[data-cell]")).to_have_count(37)
    board.expect_position("adaptoid w 1,0 W:D2L B:C4LLP,D6")
    board.do_and_wait("undo")
    board.do_and_wait("undo")
    board.expect_position("adaptoid b 0,0 W:D2L B:D6")
    board.expect_in_step()


def test_cells_can_play_and_undo(notebook: Notebook) -> None:
    """The board follows at once. An illegal turn is an error in the cell, with its reason."""
    board = show(notebook)
    notebook.run('board.play("+D3")\nboard.play("D6+L")')
    board.expect_position("adaptoid w 0,0 W:D2,D3 B:D6L")
    expect(board.rows).to_have_count(3)
    cell = notebook.run('board.play("D2-D4 +E5")')
    expect(cell.locator(".jp-OutputArea")).to_contain_text(
        "The adaptoid on D2 has no leg, so it cannot move."
    )
    board.expect_position("adaptoid w 0,0 W:D2,D3 B:D6L")
    board.click("D2")
    notebook.run("board.undo()")
    board.expect_position("adaptoid b 0,0 W:D2,D3 B:D6")
    expect(board.root.locator(".adaptoid-growth-menu")).to_be_hidden()
    notebook.run('board.game.play("D6+P")')
    board.expect_position("adaptoid w 0,0 W:D2,D3 B:D6P")
    notebook.run("board.resign()")
    expect(board.status).to_have_text("Black has won: White has resigned.")
    board.expect_in_step()


@pytest.mark.nightly
def test_observers_are_called_for_every_step(notebook: Notebook) -> None:
    """Clicks and cells call them once per change, in order, with the old and the new position."""
    board = show(notebook, '"adaptoid w 0,0 W:D2L B:D6"')
    notebook.run(
        "heard = []\n"
        'board.observe(lambda change: heard.append((str(change["old"]), str(change["new"]))), "position")'
    )
    board.play(Position.from_text(board.position_text or ""), "D2-D3 +C3")
    notebook.run('board.play("D6+L")\nboard.undo()')
    board.expect_in_step()
    texts = [
        "adaptoid w 0,0 W:D2L B:D6",
        "adaptoid w+ 0,0 W:D3L B:D6",
        "adaptoid b 0,0 W:C3,D3L B:D6",
        "adaptoid w 0,0 W:C3,D3L B:D6L",
        "adaptoid b 0,0 W:C3,D3L B:D6",
    ]
    assert notebook.value("heard") == list(pairwise(texts))


@pytest.mark.nightly
def test_an_error_in_an_observer_is_reported(notebook: Notebook) -> None:
    """It is reported in the cell that played, or on the board after a click. Other observers are called, and play goes
    on."""
    board = show(notebook)
    notebook.run(
        'def trip(change):\n    raise RuntimeError("tripped over " + change["new"].turn)\n'
        'heard = []\nboard.observe(trip, "position")\n'
        'board.observe(lambda change: heard.append(str(change["new"])), "position")'
    )
    cell = notebook.run('board.play("+D3")\nprint("went on")')
    expect(cell.locator(".jp-OutputArea")).to_contain_text("RuntimeError: tripped over B")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("went on")
    board.click("D5")
    board.expect_position("adaptoid w 0,0 W:D2,D3 B:D5,D6")
    board.expect_reason("Something went wrong in Python: RuntimeError: tripped over W.")
    assert notebook.value("heard") == ["adaptoid b 0,0 W:D2,D3 B:D6", "adaptoid w 0,0 W:D2,D3 B:D5,D6"]
    notebook.run('board.unobserve(trip, "position")')
    board.play(Position.from_text(board.position_text or ""), "D2+L")
    expect(board.reason).to_be_empty()
    board.expect_in_step()


def test_two_views_show_the_same_position(notebook: Notebook) -> None:
    """The chosen adaptoid, the flip and reasons belong to one view; a change from the other view clears the choice."""
    first = show(notebook)
    second = BoardDriver(notebook, notebook.run("board"))
    expect(second.board).to_be_visible()
    second.click("D2")
    expect(second.root.locator(".adaptoid-growth-menu")).to_be_visible()
    expect(first.root.locator(".adaptoid-growth-menu")).to_be_hidden()
    first.click("D3")
    for view in (first, second):
        view.expect_position("adaptoid b 0,0 W:D2,D3 B:D6")
    expect(second.root.locator(".adaptoid-growth-menu")).to_be_hidden()
    second.play(Position.from_text("adaptoid b 0,0 W:D2,D3 B:D6"), "D6+P")
    first.expect_in_step()
    second.do("flip")
    first.click("D5")
    first.expect_why("D5")
    expect(second.reason).to_be_empty()


@pytest.mark.nightly
def test_two_boards_are_independent(notebook: Notebook) -> None:
    one, other = show(notebook), show(notebook, 'variant="adapt3"', "other")
    one.click("D3")
    one.expect_position("adaptoid b 0,0 W:D2,D3 B:D6")
    notebook.run('other.play("D2+L")')
    other.expect_position("adapt3 b 0,0,0 W:D2L B:B4 R:F6")
    for each_board in (one, other):
        each_board.expect_rev(1)
        each_board.expect_in_step()


def test_fast_clicks_count_once(notebook: Notebook) -> None:
    """Of double and triple clicks, and of several targets at once, only the first click is carried out."""
    board = show(notebook)
    disc = board.board.locator('[data-cell="D3"]')
    disc.dblclick()
    board.expect_position("adaptoid b 0,0 W:D2,D3 B:D6")
    board.board.locator('[data-cell="D5"]').click(click_count=3)
    board.expect_position("adaptoid w 0,0 W:D2,D3 B:D5,D6")
    board.expect_link("idle")
    board.root.evaluate(
        """(root) => { for (const cell of ["C2", "C3", "E3", "E4", "C2"])
            root.querySelector(`[data-cell="${cell}"]`)
                .dispatchEvent(new MouseEvent("click", {bubbles: true, detail: 1})); }"""
    )
    board.expect_position("adaptoid b 0,0 W:C2,D2,D3 B:D5,D6")
    board.expect_link("idle")
    board.expect_in_step()
    assert board.rev == 3


@pytest.mark.nightly
def test_a_click_with_an_old_rev_is_refused(notebook: Notebook) -> None:
    """Python plays before the click arrives. The board says that it has changed, and the next click works."""
    board = show(notebook)
    # hold the snapshot back, so that the view clicks in an old position
    notebook.run(
        "hold = board.hold_sync()\nhold.__enter__()\nboard.play('+D3')\nassert board.snapshot['rev'] == 1"
    )
    assert board.rev == 0
    board.click("D1")
    board.expect_reason("The board has changed meanwhile; look again.")
    notebook.run("hold.__exit__(None, None, None)")
    board.expect_position("adaptoid b 0,0 W:D2,D3 B:D6")
    board.expect_in_step()
    board.click("D5")
    board.expect_position("adaptoid w 0,0 W:D2,D3 B:D5,D6")


def test_messages_are_shown_as_text(notebook: Notebook) -> None:
    """Markup in a message is not interpreted."""
    board = show(notebook)
    notebook.run(
        "def trip(change):\n    raise RuntimeError('<img src=x onerror=\"window.hurt=1\"><b>bold</b>')\n"
        'board.observe(trip, "position")'
    )
    board.click("D3")
    expect(board.reason).to_contain_text("<b>bold</b>")
    assert board.root.locator("b", has_text="bold").count() == 0
    assert notebook.page.evaluate("window.hurt") is None


@pytest.mark.nightly
def test_a_long_list_of_turns_shows_the_current_turn(notebook: Notebook) -> None:
    """Rows far from the current turn are rendered when they are scrolled into view."""
    board = show(notebook)
    game = Game("adaptoid@hex5 w 0,0 W:B1 B:H9")
    dice = random.Random(3)
    while game.ply < 80 and game.result is None:
        turns = list(game.position.turns())
        quiet = [
            turn for turn in dice.sample(turns, min(40, len(turns))) if not game.position.effect(turn).gone
        ]
        game.play((quiet or turns)[0])
    assert game.length == 80
    turns_played = [str(turn) for turn in game.turns]
    notebook.run(
        f"game = aw.Game({str(game.turn_at(0).position)!r})\n"
        f"for turn in {turns_played!r}:\n    game.play(turn)\n"
        "board.game = game"
    )
    expect(board.rows.last).to_have_attribute("data-ply", "80")
    expect(board.rows.last).to_be_in_viewport()
    board.root.locator(".adaptoid-scroller").evaluate("(scroller) => { scroller.scrollTop = 0; }")
    first = board.row(1)
    expect(first).to_contain_text(turns_played[0])
    first.click()
    board.expect_position(str(game.turn_at(1).position))
    board.expect_in_step()
