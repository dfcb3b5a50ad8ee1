"""The same board in each host of notebooks: a game by clicks, two views, two boards, keys, dark, what stays."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from adaptoid_widget import Game, Position
from adaptoid_widget.core.game.record_writing import record_text
from adaptoid_widget.core.rules.turn import Turn
from tests.browser.board.test_play import GAME
from tests.browser.hosts.host import Document
from tests.repetitions import repetitions
from tools.browser.clicks import clicks, disc

# Insert, delete, cut, paste, undo of cells, to Markdown, save, run, help, palette, find, in one host or another.
SHORTCUTS = ("a", "b", "x", "v", "d", "d", "z", "m", "1", "j", "k", "h", "f", "?", "/", "Delete")
LOADED = "(picture) => picture.complete && picture.naturalWidth > 100"


def boards(page: Page) -> Locator:
    """The boards in a page, from top to bottom."""
    return page.locator(".adaptoid-board")


def expect_position(board: Locator, position: Position) -> None:
    """A board shows a position, and takes the next click."""
    expect(board).to_have_attribute("data-position", str(position))
    expect(board).to_have_attribute("data-link", "idle")


def play(board: Locator, position: Position, turn: str) -> Position:
    """Play a turn by clicks; the position after it, which the board shows then."""
    made = Turn.from_text(turn)
    steps = [position.after_move(turn.split(maxsplit=1)[0])] if made.origin else []
    steps.append(position.play(made))
    for click in clicks(position, made):
        board.locator(click.selector).click()
        if click.asks:
            expect_position(board, steps.pop(0))
    return position.play(made)


def test_a_game(alone: Document) -> None:
    """Both players by clicks; Python hears of each turn, and it is in the file that the game is saved in."""
    board = boards(alone.page)
    expect(board).to_have_count(1)
    game = Game()
    turns = GAME[: repetitions(6, len(GAME))]
    for turn in turns:
        game.play(turn)
        play(board, Position.from_text(board.get_attribute("data-position") or ""), turn)
        expect_position(board, game.position)
        saved = " ".join(record_text(game).split()[-4:])
        told = f"Python has {game.position} and saved {saved}"
        expect(alone.page.get_by_text(told, exact=True)).to_be_visible()
    if turns == GAME:
        assert game.result == "B"
        expect(board).to_have_attribute("data-step", "over")


def test_two_views_in_step_and_two_boards_apart(twice: Document) -> None:
    """A click on either view of a board shows on both; the other board on the page has a game of its own."""
    first, second, other = (boards(twice.page).nth(number) for number in range(3))
    apart = Position.from_text("adaptoid b 0,0 W:D2,D3 B:D6")
    expect_position(other, apart)
    position = play(first, Position.start(), "+D3")
    expect_position(second, position)
    position = play(second, position, "D6+L")
    expect_position(first, position)
    expect_position(other, apart)
    apart = play(other, apart, "+D5")
    for view in (first, second):
        expect_position(view, position)


def test_keys_stay_on_the_board(twice: Document) -> None:
    """Enter on a disc is a click on it; no shortcut of the host fires there."""
    board = boards(twice.page).nth(2)
    expect(board).to_have_attribute("data-link", "idle")
    count = twice.cells().count()
    assert count >= 3
    position = Position.from_text(board.get_attribute("data-position") or "")
    grown = next(turn.at for turn in position.turns() if turn.origin is None and turn.growth == "new")
    board.locator(disc(grown or "")).focus()
    twice.page.keyboard.press("Enter")
    expect_position(board, position.play(f"+{grown}"))
    for key in SHORTCUTS:
        twice.page.keyboard.press(key)
    # within the widget: one of the keys may show what keys there are
    assert board.evaluate(
        "(board) => board.closest('.adaptoid-widget').contains(board.getRootNode().activeElement)"
    )
    expect_position(board, position.play(f"+{grown}"))
    assert twice.cells().count() == count
    expect(boards(twice.page)).to_have_count(3)


def test_the_boards_take_the_hosts_dark_theme(twice: Document) -> None:
    """All views are light in a light page, and dark in a dark one."""
    root = twice.page.locator(".adaptoid-widget")
    for at in range(3):
        expect(root.nth(at)).to_have_attribute("data-theme", "light")
    twice.darken()
    for at in range(3):
        expect(root.nth(at)).to_have_attribute("data-theme", "dark")


def test_the_last_position_stays(alone: Document) -> None:
    """As a picture with its text, where a host keeps a notebook's outputs; beside the live board it is not seen."""
    page = alone.page
    expect(boards(page)).to_be_visible()
    position = boards(page).get_attribute("data-position") or ""
    kept = page.locator("[class^=adaptoid-last-]")
    if not alone.keeps:
        for at in range(kept.count()):
            expect(kept.nth(at)).to_be_hidden()
        return
    expect(kept).to_contain_text(position)
    expect(kept).to_be_hidden()
    alone.reopen()
    picture = page.get_by_role("img", name="White")
    expect(picture.first).to_be_visible()
    picture.first.evaluate("(picture) => picture.decode?.()")
    assert picture.first.evaluate(LOADED)
    expect(page.get_by_text(position, exact=True).first).to_be_visible()
