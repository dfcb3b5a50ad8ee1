"""Operates a board in a notebook and compares it with the kernel."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from adaptoid_widget import Game, Position
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import Session
from tests.browser.harness import IN_MENU, expect_ready, open_menu, rev_of, wait_on
from tools.browser.clicks import NEW_GAME, clicks, disc
from tools.browser.jupyter import Notebook

SHOW = "import adaptoid_widget as aw\n{name} = aw.Board({arguments})\n{name}"


class BoardDriver:
    """Operates a view of a board. `name` is the variable of the board in the kernel."""

    def __init__(self, notebook: Notebook, place: Locator, name: str = "board") -> None:
        self.notebook = notebook
        self.name = name
        self.root = place.locator(".adaptoid-widget")
        self.board = self.root.locator(".adaptoid-board")
        self.status = self.root.locator(".adaptoid-status")
        self.news = self.root.locator(".adaptoid-news")
        self.reason = self.root.locator(".adaptoid-reason")
        self.silence = self.root.locator(".adaptoid-link")
        self.tree = self.root.locator('[role="tree"]')
        self.rows = self.tree.locator('[role="treeitem"]')

    # -- what is seen ------------------------------------------------------------------------------------------------

    @property
    def rev(self) -> int:
        """The rev that the view shows, after all of it is drawn."""
        return rev_of(self.root)

    @property
    def position_text(self) -> str | None:
        """The position that the view shows."""
        return self.board.get_attribute("data-position")

    def expect_position(self, text: str) -> None:
        """Wait until the view shows a position."""
        expect(self.board).to_have_attribute("data-position", text)

    def expect_rev(self, rev: int) -> None:
        """Wait until the view shows a rev."""
        expect(self.root).to_have_attribute("data-view-rev", str(rev))

    def expect_link(self, state: str) -> None:
        """Wait for the state of the view's connection to Python: idle, sent, waiting or silent."""
        if state == "idle":
            expect_ready(self.board)
        expect(self.board).to_have_attribute("data-link", state)

    def expect_reason(self, text: str) -> None:
        """Wait until a reason is shown."""
        expect(self.reason).to_have_text(text)

    def expect_why(self, cell: str, chosen: str | None = None) -> None:
        """Wait until the view shows Python's reason for refusing a click on a disc."""
        request = {"id": "why", "rev": 0, "kind": "why", "at": cell, "from": chosen}
        self.expect_reason(handle(Session(Game(self.position_text)), request)["text"])

    def expect_pieces(self) -> None:
        """Check that the drawn pieces are those of the shown position, with owner and limbs."""
        position = Position.from_text(self.position_text or "")
        drawn: list[list[str]] = self.root.locator(".adaptoid-pieces [data-on]").evaluate_all(
            "(pieces) => pieces.map((piece) => [piece.dataset.on, piece.dataset.looks.trim()])"
        )
        standing = {cell: looks for cell, looks in drawn if cell in position.pieces}
        assert standing == {
            cell: f"{piece.color} {piece.legs} {piece.pincers}" for cell, piece in position.pieces.items()
        }

    def marks(self, kind: str) -> set[str]:
        """The discs with a mark, such as reach, capture, exchange or starving."""
        cells: list[str] = self.root.locator(f'[data-mark="{kind}"]').evaluate_all(
            "(marks) => marks.map((mark) => mark.dataset.on)"
        )
        return set(cells)

    def row(self, node: int) -> Locator:
        """The row of a node in the tree of turns; 0 is the start."""
        return self.tree.locator(f'[data-node="{node}"]')

    # -- what is done ------------------------------------------------------------------------------------------------

    def click(self, cell: str) -> None:
        """Click a disc."""
        self.board.locator(disc(cell)).click()

    def grow(self, limb: str) -> None:
        """Click "leg" or "pincer" in the growth menu."""
        self.board.locator(f'[data-grow="{limb}"]').click()

    def do(self, button: str) -> None:
        """Click a button such as undo, redo, new, flip, first."""
        if button in IN_MENU:
            open_menu(self.root)
        self.root.locator(f'[data-do="{button}"]').click()

    def do_and_wait(self, button: str) -> None:
        """Click a button and wait for the next rev."""
        rev = self.rev
        self.do(button)
        self.expect_rev(rev + 1)

    def new_game(self) -> None:
        """Begin a new game with the last settings."""
        rev = self.rev
        for selector, _ in NEW_GAME:
            self.root.locator(selector).click()
        self.expect_rev(rev + 1)

    def play(self, position: Position, turn: str) -> None:
        """Play a turn, or the rest of one, by clicks, and compare the board with Python after each step."""
        for selector, calls_python in clicks(position, turn):
            rev = self.rev
            self.root.locator(selector).click()
            if calls_python:
                self.expect_rev(rev + 1)
                self.expect_in_step()

    def play_against(self, position: Position, turn: str) -> None:
        """Play a turn by clicks without waiting for each rev, because a computer player may answer at once."""
        for selector, _ in clicks(position, turn):
            self.root.locator(selector).click()
        self.expect_link("idle")

    # -- what Python says --------------------------------------------------------------------------------------------

    def python(self, expression: str) -> Any:
        """The value of an expression in the kernel, in which `b` is the board."""
        return self.notebook.value(re.sub(r"\bb\b", self.name, expression))

    def expect_in_step(self) -> None:
        """Expect that the view shows the position and rev of Python."""
        self.expect_link("idle")
        position, rev = self.python("(str(b.position), b.snapshot['rev'])")
        self.expect_rev(rev)
        self.expect_position(position)

    def expect_settled(self) -> None:
        """Expect that the view shows the position of Python after all pending changes, such as a running replay."""
        reached = "([root, rev]) => Number(root.dataset.viewRev) >= rev"
        position, rev = "", -1
        while self.root.get_attribute("data-view-rev") != str(rev):
            position, rev = self.python("(str(b.position), b.snapshot['rev'])")
            wait_on(self.root, reached, rev)
        self.expect_position(position)


def show(notebook: Notebook, arguments: str = "", name: str = "board") -> BoardDriver:
    """Run a cell that creates and shows a board."""
    cell = notebook.run(SHOW.format(name=name, arguments=arguments))
    hand = BoardDriver(notebook, cell, name)
    expect(hand.board).to_be_visible()
    # the size of the board depends on this property
    expect(hand.root).to_have_attribute("style", re.compile("--adaptoid-height"))
    expect_ready(hand.board)
    return hand
