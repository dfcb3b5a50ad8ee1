"""Variations, comments and the replay by mouse and by keyboard, in a notebook with its own shortcuts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from adaptoid_widget import Game, Position
from tests.browser.board.test_play import GAME
from tests.browser.harness import expect_ready
from tests.browser.notebook_board import BoardDriver, show
from tools.browser.jupyter import Notebook

# +D3 +C5 +E4 C5+L; as a variation of the third turn, +C2 D6+P, which is shown
BRANCHED = (
    "game = aw.Game()\n"
    "for turn in ('+D3', '+C5', '+E4', 'C5+L'): game.play(turn)\n"
    "game.goto(2).play('+C2').play('D6+P')\n"
)


def show_two_lines(notebook: Notebook) -> BoardDriver:
    """Show a board with a game of two lines: nodes 3 and 4, and nodes 5 and 6."""
    board = show(notebook)
    notebook.run(BRANCHED + "board.game = game")
    expect(board.row(6)).to_have_attribute("aria-selected", "true")
    return board


def tree_rows(board: BoardDriver) -> list[tuple[str, str]]:
    """The rows of the tree, each with its turn and level."""
    rows: list[list[str]] = board.rows.evaluate_all(
        "(rows) => rows.map((row) => [row.querySelector('.adaptoid-turn-text').textContent, row.ariaLevel])"
    )
    return [(text, level) for text, level in rows[1:]]


def node(board: BoardDriver) -> int:
    """The number of the node that is current in Python."""
    number: int = board.python("b.game.node.number")
    return number


def play_button(board: BoardDriver) -> Locator:
    """The button that starts and pauses the replay."""
    return board.root.locator('[data-do="play"]')


def test_playing_after_going_back_begins_a_variation(notebook: Notebook, artefacts: Path) -> None:
    """The tree shows both lines. Either line can be selected, promoted or removed."""
    board = show(notebook)
    for turn in GAME[:4]:
        board.play(Position.from_text(board.position_text or ""), turn)
    main = Game()
    for turn in GAME[:4]:
        main.play(turn)
    board.row(2).click()
    expect(board.row(2)).to_have_attribute("aria-selected", "true")
    board.play(Position.from_text(board.position_text or ""), "+C2")
    assert tree_rows(board) == [("+D3", "1"), ("+C5", "1"), ("+E4", "1"), ("+C2", "2"), ("C5+L", "1")]
    expect(board.row(5)).to_have_attribute("aria-selected", "true")
    expect(board.row(5)).to_have_attribute("data-line", "played")
    expect(board.row(4)).not_to_have_attribute("data-line", "played")
    board.root.screenshot(path=artefacts / "variation.png")

    board.row(4).click()
    board.expect_position(str(main.position))
    board.expect_in_step()
    board.row(5).click()
    board.expect_position(str(Game().play("+D3").play("+C5").play("+C2").position))
    board.do_and_wait("promote")
    assert tree_rows(board) == [("+D3", "1"), ("+C5", "1"), ("+C2", "1"), ("+E4", "2"), ("C5+L", "2")]
    expect(board.root.locator('[data-do="promote"]')).to_have_attribute("aria-disabled", "true")

    rev = board.rev
    board.row(4).click()
    board.expect_rev(rev + 1)
    board.do("remove")
    expect(board.root.locator('[data-do="remove"]')).to_have_text("Sure?")
    board.do_and_wait("remove")
    board.expect_position(str(main.goto(3).position))
    assert tree_rows(board) == [("+D3", "1"), ("+C5", "1"), ("+C2", "1"), ("+E4", "2")]
    board.expect_in_step()


@pytest.mark.nightly
def test_the_tree_can_be_navigated_with_keys(notebook: Notebook) -> None:
    """The tree is one Tab stop. Arrows move by rows, to the parent and along the line. The board follows."""
    board = show_two_lines(notebook)
    contents = notebook.contents()
    board.tree.focus()
    keys = notebook.page.keyboard
    # rows: start 1 2 3 5 6 4
    walk = (
        ("ArrowDown", 4), ("ArrowUp", 6), ("ArrowLeft", 5), ("ArrowLeft", 2), ("ArrowRight", 5), ("ArrowUp", 3),
        ("ArrowRight", 4), ("Home", 0), ("ArrowDown", 1), ("End", 4), ("PageUp", 0),
    )  # fmt: skip
    for key, node_number in walk:
        keys.press(key)
        expect(board.row(node_number)).to_have_attribute("aria-selected", "true")
        expect(board.tree).to_be_focused()
        active = board.tree.get_attribute("aria-activedescendant")
        assert board.row(node_number).get_attribute("id") == active
        assert node(board) == node_number
    board.expect_in_step()
    for _ in range(4):
        keys.press("ArrowDown")
    expect(board.row(5)).to_have_attribute("aria-selected", "true")
    keys.press("Delete")
    keys.press("Delete")
    expect(board.rows).to_have_count(5)
    assert node(board) == 2
    assert notebook.contents() == contents


@pytest.mark.nightly
def test_keys_on_a_disc_navigate_and_undo(notebook: Notebook) -> None:
    """PageUp, PageDown, Ctrl+Z and Ctrl+Shift+Z work on a disc and trigger no shortcut of the notebook."""
    board = show_two_lines(notebook)
    contents = notebook.contents()
    board.board.locator('[data-cell="D3"]').focus()
    keys = notebook.page.keyboard
    for key, node_number in (
        ("PageUp", 5),
        ("PageUp", 2),
        ("PageDown", 5),
        ("Control+z", 2),
        ("Control+Shift+z", 5),
    ):
        keys.press(key)
        expect(board.row(node_number)).to_have_attribute("aria-selected", "true")
        # a key pressed before Python has answered the last one is ignored
        expect_ready(board.board)
    keys.press("Control+y")
    expect(board.row(6)).to_have_attribute("aria-selected", "true")
    expect(board.board.locator('[data-cell="D3"]')).to_be_focused()
    board.expect_in_step()
    assert notebook.contents() == contents


@pytest.mark.nightly
def test_a_comment_can_be_written_on_a_turn(notebook: Notebook, artefacts: Path) -> None:
    """Any key can be typed, line breaks are kept, and HTML stays text. Python has the comment, and the row shows a
    sign."""
    board = show_two_lines(notebook)
    contents = notebook.contents()
    keys = notebook.page.keyboard
    field = board.root.locator(".adaptoid-comment textarea")
    comment = board.root.locator(".adaptoid-comment-text")
    board.tree.focus()
    keys.press("Enter")
    expect(field).to_be_focused()
    keys.type("abdd <b>x</b>")
    keys.press("Enter")
    keys.type("jkm\u2026 1 0 0")
    board.root.screenshot(path=artefacts / "comment.png")
    keys.press("Control+Enter")
    expect(comment).to_have_text("abdd <b>x</b>\njkm\u2026 1 0 0", use_inner_text=True)
    expect(board.tree).to_be_focused()
    expect(board.row(6).locator(".adaptoid-turn-comment")).to_be_visible()
    assert board.python("b.game.comment") == "abdd <b>x</b>\njkm\u2026 1 0 0"
    assert notebook.contents() == contents

    # a click on another turn saves the comment and then selects that turn
    board.do("comment")
    field.fill("short")
    board.row(3).click()
    expect(board.row(3)).to_have_attribute("aria-selected", "true")
    expect(comment).to_be_hidden()
    assert board.python("(b.game.nodes[6].comment, b.game.comment)") == ("short", "")

    # Escape leaves the field and saves the comment
    board.row(6).click()
    expect(comment).to_have_text("short")
    board.do("comment")
    field.fill("not lost")
    keys.press("Escape")
    expect(comment).to_have_text("not lost")
    board.expect_link("idle")
    assert board.python("b.game.comment") == "not lost"


@pytest.mark.nightly
def test_an_unfinished_comment_stays_with_its_turn(notebook: Notebook) -> None:
    """A cell selects another turn while somebody types; the comment is saved on the turn where it was begun."""
    board = show_two_lines(notebook)
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
def test_the_replay_shows_every_position_and_stops_at_the_end(notebook: Notebook) -> None:
    """Started at the end, the replay begins again at the first position."""
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


@pytest.mark.nightly
def test_a_click_on_the_board_only_stops_the_replay(notebook: Notebook) -> None:
    """A turn selected in another view stops the replay too."""
    board = show(notebook)
    notebook.run("".join(f"board.play({turn!r})\n" for turn in GAME))
    play = play_button(board)
    expect(board.row(len(GAME))).to_have_attribute("aria-selected", "true")
    board.do_and_wait("first")
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

    other = BoardDriver(notebook, notebook.run("board"))
    slider = board.root.locator("[data-replay]")
    slider.focus()
    notebook.page.keyboard.press("Space")
    expect(play).to_have_text("Pause")
    other.row(0).click()
    expect(board.row(0)).to_have_attribute("aria-selected", "true")
    expect(play).to_have_text("Play")


@pytest.mark.nightly
def test_the_slider_can_be_moved_with_keys(notebook: Notebook) -> None:
    """The board shows the turn of the slider."""
    board = show_two_lines(notebook)
    slider = board.root.locator("[data-replay]")
    slider.focus()
    for key, turn, node_number in (("Home", 0, 0), ("ArrowRight", 1, 1), ("ArrowUp", 2, 2), ("End", 4, 6)):
        notebook.page.keyboard.press(key)
        expect(board.row(node_number)).to_have_attribute("aria-selected", "true")
        expect(slider).to_have_attribute("aria-valuetext", f"Turn {turn} of 4")
        expect(slider).to_have_value(str(turn))
    board.expect_in_step()


@pytest.mark.nightly
def test_a_board_that_is_not_interactive_cannot_be_navigated(notebook: Notebook) -> None:
    """Its turns and comments can be read, but it has no controls."""
    board = show(notebook)
    notebook.run(
        BRANCHED + "game.comment = 'Look here.'\nboard.interactive = False\nboard.game = game",
    )
    expect(board.root.locator(".adaptoid-comment-text")).to_have_text("Look here.")
    for button in ("play", "first", "promote", "remove", "comment"):
        expect(board.root.locator(f'[data-do="{button}"]')).to_be_hidden()
    board.row(3).click()
    board.tree.press("ArrowUp")
    expect(board.row(6)).to_have_attribute("aria-selected", "true")
    assert node(board) == 6
