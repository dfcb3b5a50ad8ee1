"""The same board in each host of notebooks: a game by clicks, several views and boards, keys, the theme, saved
pictures."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from adaptoid_widget import Game, Position
from adaptoid_widget.core.game.record_writing import record_text
from adaptoid_widget.core.rules.turn import Turn
from tests.browser.board.test_play import GAME
from tests.browser.harness import expect_ready
from tests.browser.hosts.conftest import Visit
from tests.browser.hosts.host import Document
from tests.repetitions import repetitions
from tools.browser.clicks import clicks, disc

# shortcuts of the hosts: insert, delete, cut, paste and undo cells, to Markdown, save, run, help, palette, find
SHORTCUTS = ("a", "b", "x", "v", "d", "d", "z", "m", "1", "j", "k", "h", "f", "?", "/", "Delete")
LOADED = "(picture) => picture.complete && picture.naturalWidth > 100"


def boards(page: Page) -> Locator:
    """The boards of a page, from top to bottom."""
    return page.locator(".adaptoid-board")


def expect_position(board: Locator, position: Position) -> None:
    """Expect that a board shows a position and is ready for the next click."""
    expect(board).to_have_attribute("data-position", str(position))
    expect_ready(board)


def play(board: Locator, position: Position, turn: str) -> Position:
    """Play a turn by clicks and return the position after it, which the board then shows."""
    played = Turn.from_text(turn)
    steps = [position.after_move(turn.split(maxsplit=1)[0])] if played.origin else []
    steps.append(position.play(played))
    for click in clicks(position, played):
        board.locator(click.selector).click()
        if click.calls_python:
            expect_position(board, steps.pop(0))
    return position.play(played)


def test_a_game_can_be_played_by_clicks(one_board: Document) -> None:
    """Python observes each turn, and each turn is saved."""
    board = boards(one_board.page)
    expect(board).to_have_count(1)
    game = Game()
    turns = GAME[: repetitions(6, len(GAME))]
    for turn in turns:
        game.play(turn)
        play(board, Position.from_text(board.get_attribute("data-position") or ""), turn)
        expect_position(board, game.position)
        saved = " ".join(record_text(game).split()[-4:])
        label = f"Python has {game.position} and saved {saved}"
        expect(one_board.page.get_by_text(label, exact=True)).to_be_visible()
    if turns == GAME:
        assert game.result == "B"
        expect(board).to_have_attribute("data-step", "over")


def test_two_views_show_one_game_and_two_boards_two(three_boards: Document) -> None:
    """A click in either view shows in both. The other board has its own game."""
    first, second, other = (boards(three_boards.page).nth(number) for number in range(3))
    of_second = Position.from_text("adaptoid b 0,0 W:D2,D3 B:D6")
    expect_position(other, of_second)
    position = play(first, Position.start(), "+D3")
    expect_position(second, position)
    position = play(second, position, "D6+L")
    expect_position(first, position)
    expect_position(other, of_second)
    of_second = play(other, of_second, "+D5")
    for view in (first, second):
        expect_position(view, position)


@pytest.mark.nightly
def test_boards_in_a_row_share_its_width(visit: Visit) -> None:
    """Two boards are as wide as each other, and wide enough to play on. Beside them is room for other widgets."""
    cells = [
        visit.host.row.format("aw.Board(), aw.Board()"),
        visit.host.row.format(f"aw.Board(), {visit.host.text.format('beside it')}"),
    ]
    page = visit.open("row", "import ipywidgets", *cells).page
    widgets = page.locator(".adaptoid-widget")
    expect(widgets).to_have_count(3)
    expect_ready(boards(page).nth(2))
    first, second, beside = (widgets.nth(number).bounding_box() for number in range(3))
    assert first
    assert second
    assert beside
    assert first["width"] >= 260
    assert abs(first["width"] - second["width"]) < 2
    assert second["x"] >= first["x"] + first["width"]
    assert beside["width"] >= first["width"]
    text = page.get_by_text("beside it", exact=True).last.bounding_box()
    assert text
    assert text["x"] >= beside["x"] + beside["width"]
    assert text["x"] + text["width"] <= page.evaluate("innerWidth")
    page.close()


def test_keys_on_the_board_trigger_no_shortcut_of_the_host(three_boards: Document) -> None:
    """Enter on a disc is a click on it."""
    board = boards(three_boards.page).nth(2)
    expect_ready(board)
    count = three_boards.cells().count()
    assert count >= 3
    position = Position.from_text(board.get_attribute("data-position") or "")
    grown = next(turn.at for turn in position.turns() if turn.origin is None and turn.growth == "new")
    board.locator(disc(grown or "")).focus()
    three_boards.page.keyboard.press("Enter")
    expect_position(board, position.play(f"+{grown}"))
    for key in SHORTCUTS:
        three_boards.page.keyboard.press(key)
    # one of the keys may open the list of keys in the widget
    assert board.evaluate(
        "(board) => board.closest('.adaptoid-widget').contains(board.getRootNode().activeElement)"
    )
    expect_position(board, position.play(f"+{grown}"))
    assert three_boards.cells().count() == count
    expect(boards(three_boards.page)).to_have_count(3)


@pytest.mark.nightly
def test_boards_follow_the_theme_of_the_host(three_boards: Document) -> None:
    """All views are light in a light page and dark in a dark page."""
    root = three_boards.page.locator(".adaptoid-widget")
    for at in range(3):
        expect(root.nth(at)).to_have_attribute("data-theme", "light")
    three_boards.darken()
    for at in range(3):
        expect(root.nth(at)).to_have_attribute("data-theme", "dark")


def test_a_board_whose_kernel_has_died_says_so(visit: Visit) -> None:
    """The message is in sight where the board is larger than the window."""
    if not visit.host.has_kernel_process:
        pytest.skip("the host runs Python itself")
    fatal = "import os\nboard = aw.Board()\nboard.observe(lambda _: os._exit(1), 'position')\nboard"
    page = visit.open("fatal", fatal).page
    page.set_viewport_size({"width": 900, "height": 420})
    board = boards(page)
    expect_ready(board)
    board.locator(disc("D3")).click()
    note = board.locator(".adaptoid-gone [role=alert]")
    expect(note).to_contain_text("Python does not answer")
    expect(note).to_be_in_viewport(ratio=1)
    page.close()


def test_the_last_position_is_saved_as_a_picture(one_board: Document) -> None:
    """A host that keeps outputs keeps the picture and the position as text, hidden below the live board.

    Voila, which keeps none, shows no updates of an output: the picture of the start stays hidden there.
    """
    page = one_board.page
    expect(boards(page)).to_be_visible()
    position = boards(page).get_attribute("data-position") or ""
    saved = page.locator("[class^=adaptoid-last-]")
    expect(saved).to_have_count(1 if one_board.has_picture else 0)
    if one_board.keeps_outputs:
        expect(saved).to_contain_text(position)
    if one_board.has_picture:
        expect(saved).to_be_hidden()
    if not one_board.keeps_outputs:
        return
    one_board.reopen()
    picture = page.get_by_role("img", name="White")
    expect(picture.first).to_be_visible()
    picture.first.evaluate("(picture) => picture.decode?.()")
    assert picture.first.evaluate(LOADED)
    expect(page.get_by_text(position, exact=True).first).to_be_visible()
