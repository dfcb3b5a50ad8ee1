"""Plays on the board with the keyboard, and records the announcements for screen readers."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from adaptoid_widget import Position, Turn
from tests.browser.harness import expect_ready, rev_of, wait_on

# the keys of the six directions, clockwise from the right
DIRECTION_KEYS = ("ArrowRight", "k", "j", "ArrowLeft", "u", "i")
WAITING = "Waiting for Python …"
# the direction from the focused disc to another one, as an index of DIRECTION_KEYS; null if it has the focus
DIRECTION = """(goal) => {
    const middle = (disc) => {
        const {x, y, width, height} = disc.querySelector(".adaptoid-well").getBoundingClientRect();
        return [x + width / 2, y + height / 2]; };
    const at = document.activeElement.closest("[data-cell]");
    if (at === goal) return null;
    const [[x, y], [toX, toY]] = [middle(at), middle(goal)];
    return (Math.round((Math.atan2(toY - y, toX - x) - 1e-3) / (Math.PI / 3)) + 6) % 6; }"""
# records every announcement in a live region of the view
LISTEN = """(root) => {
    root.heard = [];
    new MutationObserver((records) => {
        for (const {target, addedNodes} of records) {
            const region = (target.closest ? target : target.parentElement)
                .closest("[aria-live], [role=status], [role=alert], [role=log]");
            if (!region) continue;
            for (const node of addedNodes) if (node.textContent) root.heard.push(node.textContent);
        }
    }).observe(root, {subtree: true, childList: true, characterData: true}); }"""


class KeyboardPlayer:
    """Uses the keyboard on the view `root`."""

    def __init__(self, page: Page, root: Locator) -> None:
        self.page = page
        self.keys = page.keyboard
        self.root = root
        self.board = root.locator(".adaptoid-board")
        root.evaluate(LISTEN)

    def announcements(self) -> list[str]:
        """The announcements since the last call, without the one that the board waits for Python."""
        announced: list[str] = self.root.evaluate("(root) => root.heard.splice(0)")
        return [text for text in announced if text != WAITING]

    def is_on(self, selector: str) -> bool:
        """Whether an element has the focus."""
        focused: bool = self.root.locator(selector).first.evaluate(
            "(node) => node === document.activeElement"
        )
        return focused

    def tab_to(self, selector: str, key: str = "Tab") -> None:
        """Press Tab until an element has the focus."""
        for _ in range(80):
            self.keys.press(key)
            if self.is_on(selector):
                return
        raise AssertionError(f"{key} does not lead to {selector}")

    def walk(self, cell: str) -> None:
        """Move the focus to a disc, each time in the direction in which the disc lies on the screen."""
        goal = self.root.locator(f'[data-cell="{cell}"]').element_handle()
        for _ in range(40):
            direction = self.page.evaluate(DIRECTION, goal)
            if direction is None:
                return
            self.keys.press(DIRECTION_KEYS[direction])
        raise AssertionError(f"no way leads to {cell}")

    def press_and_wait(self, key: str) -> None:
        """Press a key and wait for a new rev. In a lesson, a reply may have increased the rev further."""
        rev = rev_of(self.root)
        self.keys.press(key)
        wait_on(self.root, "([root, rev]) => Number(root.dataset.viewRev) > rev", rev)
        expect_ready(self.board)

    def play(self, position: Position, turn: str) -> list[list[str]]:
        """Play a turn and return the announcements of each step. The focus stays on the last disc."""
        steps: list[list[str]] = []
        played = Turn.from_text(turn)
        last = ""
        if played.origin is not None and played.target is not None and position.step == "move":
            self.walk(played.origin)
            self.keys.press("Enter")
            self.walk(played.target)
            self.press_and_wait("Enter")
            steps.append(self.announcements())
            last = played.target
        if played.at is not None:
            last = played.at
            self.walk(last)
            self.press_and_wait({"leg": "l", "pincer": "p"}.get(played.growth or "", "Enter"))
            steps.append(self.announcements())
        if not steps:
            self.press_and_wait("e")
            steps.append(self.announcements())
        assert not last or self.is_on(f'[data-cell="{last}"]')
        return steps
