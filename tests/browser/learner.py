"""Does a lesson on a board with the right answers, by clicks or by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from adaptoid_widget import Position
from tests.browser.harness import expect_ready, rev_of
from tests.browser.keyboard_player import KeyboardPlayer
from tools.browser.clicks import clicks, disc

Ask = Callable[[str], Any]
# computed in Python and entered in the browser
ANSWERS = {
    "turn": "(s.best_line(t.step, t.attempt) or s.solutions(t.step, 1))[0]",
    "click": "','.join(t.step.question.discs(t.step.start))",
    "count": "str(t.step.question.number(t.step.start))",
    "read": "''",
}


class Learner:
    """Does a lesson in the view `root`. `ask` evaluates an expression in Python, where `t` is the tutor.

    With `keyboard`, all input comes from the keyboard instead of the mouse. It waits for the lesson, which a view
    loads after the board: until then, the keys of lessons do nothing.
    """

    def __init__(self, page: Page, root: Locator, ask: Ask, keyboard: KeyboardPlayer | None = None) -> None:
        self.page = page
        self.root = root
        self.board = root.locator(".adaptoid-board")
        self.panel = root.locator(".adaptoid-lesson")
        self.acts = root.locator(".adaptoid-lesson-acts")
        self.great = root.locator(".adaptoid-lesson-great")
        self.text = root.locator(".adaptoid-lesson-text")
        self.number = root.locator(".adaptoid-lesson-number")
        self.dots = self.panel.locator(".adaptoid-lesson-step")
        self.keyboard = keyboard
        self._ask = ask
        expect(self.panel).to_be_visible()

    # -- what is seen ------------------------------------------------------------------------------------------------

    def feedback(self, tone: str) -> Locator:
        """The feedback to an answer (tone right, wrong, ask, shown, reply or undecided), or the hint (tone hint)."""
        return self.acts.locator(f'.adaptoid-lesson-bubble[data-tone="{tone}"]')

    def expect_phase(self, phase: str) -> None:
        """Wait until the lesson is in a phase and the board is idle."""
        expect(self.root).to_have_attribute("data-phase", phase)
        expect_ready(self.board)

    def expect_step(self, number: int) -> None:
        """Wait until a step, counted from 1, asks for an answer."""
        expect(self.dots.nth(number - 1)).to_have_attribute("aria-current", "step")
        self.expect_phase("ask")

    @property
    def phase(self) -> str:
        """The phase that the view shows."""
        return self.root.get_attribute("data-phase") or ""

    # -- what is done ------------------------------------------------------------------------------------------------

    def press(self, button_name: str) -> None:
        """Press a button of the lesson, such as hint, reveal, skip, retry, next."""
        button = self.acts.locator(f'button[data-lesson="{button_name}"]:visible')
        if self.keyboard is None:
            self._click(button)
            return
        button.focus()
        self.page.keyboard.press("Enter")

    def go_on(self) -> None:
        """Press the main button; with the keyboard, from wherever the focus is."""
        if self.keyboard is None:
            self._and_wait(lambda: self._click(self.great))
        else:
            self._and_wait(lambda: self.page.keyboard.press("g"))

    def _click(self, button: Locator) -> None:
        """Click a button of the lesson once it accepts clicks."""
        # the view draws its buttons after the board, and new buttons ignore clicks for a moment
        expect(button).to_be_visible()
        expect(self.acts).not_to_have_attribute("data-fresh", "")
        button.click()

    def _and_wait(self, action: Callable[[], object]) -> None:
        rev = rev_of(self.root)
        action()
        expect(self.root).not_to_have_attribute("data-view-rev", str(rev))
        expect_ready(self.board)

    def play(self, turn: str) -> None:
        """Play a turn and wait until it is judged and replied to."""
        position = Position.from_text(self.board.get_attribute("data-position") or "")
        if self.keyboard is None:
            for selector, calls_python in clicks(position, turn):
                click = self.root.locator(selector).click
                self._and_wait(click) if calls_python else click()
        else:
            self._walk_in()
            self.keyboard.play(position, turn)
        expect(self.root).not_to_have_attribute("data-phase", "reply")

    def choose(self, cell: str) -> None:
        """Choose a disc, or cancel its choice."""
        if self.keyboard is None:
            self._and_wait(self.board.locator(disc(cell)).click)
            return
        self._walk_in()
        self.keyboard.walk(cell)
        self._and_wait(lambda: self.page.keyboard.press("Enter"))

    def write(self, number: str) -> None:
        """Enter a number; with the keyboard, the field must have the focus."""
        if self.keyboard is None:
            self.number.fill(number)
            return
        expect(self.number).to_be_focused()
        self.page.keyboard.type(number)

    def _walk_in(self) -> None:
        """Move the focus to the board unless it is there."""
        if self.keyboard is not None and not self.board.locator("[data-cell]:focus").count():
            self.keyboard.tab_to('[data-cell][tabindex="0"]')

    # -- what is known -----------------------------------------------------------------------------------------------

    def answer(self) -> None:
        """Give a right answer, or the next turn of one."""
        kind = self.root.get_attribute("data-asks") or ""
        answer = self._ask(ANSWERS[kind])
        if kind == "turn":
            self.play(answer)
        elif kind == "click":
            for cell in filter(None, answer.split(",")):
                self.choose(cell)
            self.go_on()
        elif kind == "count":
            self.write(answer)
            if self.keyboard is None:
                self.go_on()
            else:
                self._and_wait(lambda: self.page.keyboard.press("Enter"))

    def solve(self) -> None:
        """Solve the step, whatever it asks."""
        for _ in range(6):
            if self.phase != "ask" or self.root.get_attribute("data-asks") == "read":
                break
            self.answer()
        if self.root.get_attribute("data-asks") != "read":
            self.expect_phase("right")
