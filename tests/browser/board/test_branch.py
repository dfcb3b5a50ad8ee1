"""Variations, comments and the replay, by mouse and by keyboard, in a notebook that listens to keys too."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from adaptoid_widget import Game, Position
from tests.browser.board.test_play import GAME
from tests.browser.notebook_board import Hand, show
from tools.browser.jupyter import Notebook

# +D3 +C5 +E4 C5+L, and in place of the third turn +C2 D6+P, where the board stands
BRANCHED = (
    "game = aw.Game()\n"
    "for turn in ('+D3', '+C5', '+E4', 'C5+L'): game.play(turn)\n"
    "game.goto(2).play('+C2').play('D6+P')\n"
)


def branched(notebook: Notebook) -> Hand:
    """A board with a game of two lines on it, nodes 3 and 4 against nodes 5 and 6."""
    board = show(notebook)
    notebook.run(BRANCHED + "board.game = game")
    expect(board.row(6)).to_have_attribute("aria-selected", "true")
    return board


def shown(board: Hand) -> list[tuple[str, str]]:
    """The rows of the tree: turn and level."""
    rows: list[list[str]] = board.rows.evaluate_all(
        "(rows) => rows.map((row) => [row.querySelector('.adaptoid-turn-text').textContent, row.ariaLevel])"
    )
    return [(text, level) for text, level in rows[1:]]


def node(board: Hand) -> int:
    """The node that Python stands on."""
    number: int = board.python("b.game.node.number")
    return number


def play_button(board: Hand) -> Locator:
    """The button that plays and pauses."""
    return board.root.locator('[data-do="play"]')


def test_going_back_and_playing_on_begins_a_variation(notebook: Notebook, artefacts: Path) -> None:
    """It shows plainly, the old line is one click away, and either can be put first or taken out."""
    board = show(notebook)
    for turn in GAME[:4]:
        board.play(Position.from_text(board.shown or ""), turn)
    main = Game()
    for turn in GAME[:4]:
        main.play(turn)
    board.row(2).click()
    expect(board.row(2)).to_have_attribute("aria-selected", "true")
    board.play(Position.from_text(board.shown or ""), "+C2")
    assert shown(board) == [("+D3", "1"), ("+C5", "1"), ("+E4", "1"), ("+C2", "2"), ("C5+L", "1")]
    expect(board.row(5)).to_have_attribute("aria-selected", "true")
    expect(board.row(5)).to_have_attribute("data-line", "played")
    expect(board.row(4)).not_to_have_attribute("data-line", "played")
    board.root.screenshot(path=artefacts / "variation.png")

    board.row(4).click()
    board.expect_position(str(main.position))
    board.expect_in_step()
    board.row(5).click()
    board.expect_position(str(Game().play("+D3").play("+C5").play("+C2").position))
    board.asks("promote")
    assert shown(board) == [("+D3", "1"), ("+C5", "1"), ("+C2", "1"), ("+E4", "2"), ("C5+L", "2")]
    expect(board.root.locator('[data-do="promote"]')).to_have_attribute("aria-disabled", "true")

    rev = board.rev
    board.row(4).click()
    board.expect_rev(rev + 1)
    board.do("remove")
    expect(board.root.locator('[data-do="remove"]')).to_have_text("Sure?")
    board.asks("remove")
    board.expect_position(str(main.goto(3).position))
    assert shown(board) == [("+D3", "1"), ("+C5", "1"), ("+C2", "1"), ("+E4", "2")]
    board.expect_in_step()


@pytest.mark.nightly
def test_the_tree_is_walked_with_keys(notebook: Notebook) -> None:
    """One stop of Tab; up and down the rows, left to the parent, right along the line; the board and Python follow."""
    board = branched(notebook)
    contents = notebook.contents()
    board.tree.focus()
    keys = notebook.page.keyboard
    # rows: start 1 2 3 5 6 4
    walk = (
        ("ArrowDown", 4), ("ArrowUp", 6), ("ArrowLeft", 5), ("ArrowLeft", 2), ("ArrowRight", 5), ("ArrowUp", 3),
        ("ArrowRight", 4), ("Home", 0), ("ArrowDown", 1), ("End", 4), ("PageUp", 0),
    )  # fmt: skip
    for key, there in walk:
        keys.press(key)
        expect(board.row(there)).to_have_attribute("aria-selected", "true")
        expect(board.tree).to_be_focused()
        active = board.tree.get_attribute("aria-activedescendant")
        assert board.row(there).get_attribute("id") == active
        assert node(board) == there
    board.expect_in_step()
    for _ in range(4):
        keys.press("ArrowDown")
    expect(board.row(5)).to_have_attribute("aria-selected", "true")
    keys.press("Delete")
    keys.press("Delete")
    expect(board.rows).to_have_count(5)
    assert node(board) == 2
    assert notebook.contents() == contents


def test_turns_are_walked_and_taken_back_from_the_board(notebook: Notebook) -> None:
    """PageUp, PageDown, Ctrl+Z, Ctrl+Shift+Z on a disc; nothing of the notebook's happens."""
    board = branched(notebook)
    contents = notebook.contents()
    board.board.locator('[data-cell="D3"]').focus()
    keys = notebook.page.keyboard
    for key, there in (
        ("PageUp", 5),
        ("PageUp", 2),
        ("PageDown", 5),
        ("Control+z", 2),
        ("Control+Shift+z", 5),
    ):
        keys.press(key)
        expect(board.row(there)).to_have_attribute("aria-selected", "true")
        # a key that is pressed before Python has answered the last one is none
        expect(board.board).to_have_attribute("data-link", "idle")
    keys.press("Control+y")
    expect(board.row(6)).to_have_attribute("aria-selected", "true")
    expect(board.board.locator('[data-cell="D3"]')).to_be_focused()
    board.expect_in_step()
    assert notebook.contents() == contents


def test_a_comment_is_written_where_the_turn_is(notebook: Notebook, artefacts: Path) -> None:
    """Any key may be typed; lines stay; what looks like HTML stays text; Python has it, and the row tells of it."""
    board = branched(notebook)
    contents = notebook.contents()
    keys = notebook.page.keyboard
    field = board.root.locator(".adaptoid-comment textarea")
    written = board.root.locator(".adaptoid-comment-text")
    board.tree.focus()
    keys.press("Enter")
    expect(field).to_be_focused()
    keys.type("abdd <b>x</b>")
    keys.press("Enter")
    keys.type("jkm\u2026 1 0 0")
    board.root.screenshot(path=artefacts / "comment.png")
    keys.press("Control+Enter")
    expect(written).to_have_text("abdd <b>x</b>\njkm\u2026 1 0 0", use_inner_text=True)
    expect(board.tree).to_be_focused()
    expect(board.row(6).locator(".adaptoid-turn-comment")).to_be_visible()
    assert board.python("b.game.comment") == "abdd <b>x</b>\njkm\u2026 1 0 0"
    assert notebook.contents() == contents

    # leaving the field by a click on another turn saves, then goes there
    board.do("comment")
    field.fill("short")
    board.row(3).click()
    expect(board.row(3)).to_have_attribute("aria-selected", "true")
    expect(written).to_be_hidden()
    assert board.python("(b.game.nodes[6].comment, b.game.comment)") == ("short", "")

    # Escape leaves the field and keeps what was written
    board.row(6).click()
    expect(written).to_have_text("short")
    board.do("comment")
    field.fill("not lost")
    keys.press("Escape")
    expect(written).to_have_text("not lost")
    board.expect_link("idle")
    assert board.python("b.game.comment") == "not lost"


def test_a_comment_that_is_being_written_is_not_lost(notebook: Notebook) -> None:
    """A cell moves the board meanwhile: the text stays, and goes to the turn it was begun on."""
    board = branched(notebook)
    field = board.root.locator(".adaptoid-comment textarea")
    board.do("comment")
    field.press_sequentially("half a ")
    notebook.page.evaluate(
        "() => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute("
        "{code: 'board.game.select(4)'}); }"
    )
    expect(board.row(4)).to_have_attribute("aria-selected", "true")
    expect(field).to_be_focused()
    field.press_sequentially("thought")
    field.press("Control+Enter")
    expect(board.row(6).locator(".adaptoid-turn-comment")).to_be_visible()
    assert board.python("(b.game.nodes[6].comment, b.game.nodes[4].comment)") == ("half a thought", "")


@pytest.mark.nightly
def test_the_replay_plays_to_the_end(notebook: Notebook) -> None:
    """Every position is shown, in order; at the end it stops, and begins again from there."""
    board = show(notebook)
    notebook.run("".join(f"board.play({turn!r})\n" for turn in GAME))
    game = Game()
    positions = [str(game.position), *(str(game.play(turn).position) for turn in GAME)]
    board.expect_position(positions[-1])
    board.root.locator("[data-speed]").select_option("0")
    board.board.evaluate(
        "(board) => { window.seen = []; new MutationObserver(() => window.seen.push(board.dataset.position))"
        ".observe(board, { attributes: true, attributeFilter: ['data-position'] }); }"
    )
    play = play_button(board)
    expect(play).to_have_text("Play")
    play.click()
    expect(play).to_have_text("Pause")
    expect(play).to_have_text("Play")
    assert notebook.page.evaluate("() => window.seen") == positions
    board.expect_in_step()


def test_a_click_on_the_board_ends_the_replay_and_does_nothing_else(notebook: Notebook) -> None:
    """So do undo, a key, and another view that plays."""
    board = show(notebook)
    notebook.run("".join(f"board.play({turn!r})\n" for turn in GAME))
    play = play_button(board)
    expect(board.row(len(GAME))).to_have_attribute("aria-selected", "true")
    board.asks("first")
    play.click()
    expect(board.row(1)).to_have_attribute("aria-selected", "true")
    board.click("D2")
    expect(play).to_have_text("Play")
    expect(board.root.locator(".adaptoid-growth-menu")).to_be_hidden()
    board.expect_in_step()
    stood = node(board)
    board.click("D2" if board.python("b.position.turn") == "W" else "D6")
    expect(board.root.locator(".adaptoid-growth-menu")).to_be_visible()
    assert node(board) == stood

    other = Hand(notebook, notebook.run("board"))
    slider = board.root.locator("[data-replay]")
    slider.focus()
    notebook.page.keyboard.press("Space")
    expect(play).to_have_text("Pause")
    other.row(0).click()
    expect(board.row(0)).to_have_attribute("aria-selected", "true")
    expect(play).to_have_text("Play")


@pytest.mark.nightly
def test_the_slider_is_moved_by_keys(notebook: Notebook) -> None:
    """The board shows the turn that the slider tells."""
    board = branched(notebook)
    slider = board.root.locator("[data-replay]")
    slider.focus()
    for key, turn, there in (("Home", 0, 0), ("ArrowRight", 1, 1), ("ArrowUp", 2, 2), ("End", 4, 6)):
        notebook.page.keyboard.press(key)
        expect(board.row(there)).to_have_attribute("aria-selected", "true")
        expect(slider).to_have_attribute("aria-valuetext", f"Turn {turn} of 4")
        expect(slider).to_have_value(str(turn))
    board.expect_in_step()


def test_a_board_that_is_only_shown_is_not_walked(notebook: Notebook) -> None:
    """What it shows is the same for all; so its turns and comments are there to read, without controls."""
    board = show(notebook)
    notebook.run(
        BRANCHED + "game.comment = 'Look here.'\nboard.interactive = False\nboard.game = game",
    )
    expect(board.root.locator(".adaptoid-comment-text")).to_have_text("Look here.")
    for what in ("play", "first", "promote", "remove", "comment"):
        expect(board.root.locator(f'[data-do="{what}"]')).to_be_hidden()
    board.row(3).click()
    board.tree.press("ArrowUp")
    expect(board.row(6)).to_have_attribute("aria-selected", "true")
    assert node(board) == 6
