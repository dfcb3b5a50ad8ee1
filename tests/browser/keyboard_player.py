"""Plays on the board with the keyboard alone, and reads what a screen reader would say."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from adaptoid_widget import Position, Turn
from tests.browser.harness import rev_of, wait_on

# the keys of the six ways, clockwise from the right
WAYS = ("ArrowRight", "k", "j", "ArrowLeft", "u", "i")
WAITING = "Waiting for Python …"
# Which of the six ways leads to a disc from the one that the keyboard is on; null where it is there.
WAY = """(goal) => {
    const middle = (disc) => {
        const {x, y, width, height} = disc.querySelector(".adaptoid-well").getBoundingClientRect();
        return [x + width / 2, y + height / 2]; };
    const at = document.activeElement.closest("[data-cell]");
    if (at === goal) return null;
    const [[x, y], [toX, toY]] = [middle(at), middle(goal)];
    return (Math.round((Math.atan2(toY - y, toX - x) - 1e-3) / (Math.PI / 3)) + 6) % 6; }"""
# Keeps all that is said in any live region of the page's boards, each time it is said.
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
    """Somebody's fingers on a board's keys; `root` is the view."""

    def __init__(self, page: Page, root: Locator) -> None:
        self.page = page
        self.keys = page.keyboard
        self.root = root
        self.board = root.locator(".adaptoid-board")
        root.evaluate(LISTEN)

    def heard(self) -> list[str]:
        """What was said since this was last asked; on a slow machine the board also says that it waits."""
        told: list[str] = self.root.evaluate("(root) => root.heard.splice(0)")
        return [text for text in told if text != WAITING]

    def is_on(self, selector: str) -> bool:
        """Whether the keyboard is on something."""
        found: bool = self.root.locator(selector).first.evaluate("(node) => node === document.activeElement")
        return found

    def tab_to(self, selector: str, key: str = "Tab") -> None:
        """Press Tab until the keyboard is there."""
        for _ in range(80):
            self.keys.press(key)
            if self.is_on(selector):
                return
        raise AssertionError(f"{key} does not lead to {selector}")

    def walk(self, cell: str) -> None:
        """Walk over the discs, always in the direction in which the goal is seen."""
        goal = self.root.locator(f'[data-cell="{cell}"]').element_handle()
        for _ in range(40):
            way = self.page.evaluate(WAY, goal)
            if way is None:
                return
            self.keys.press(WAYS[way])
        raise AssertionError(f"no way leads to {cell}")

    def asks(self, key: str) -> None:
        """Press a key and wait for what Python makes of it; a reply in a lesson may have come since."""
        rev = rev_of(self.root)
        self.keys.press(key)
        wait_on(self.root, "([root, rev]) => Number(root.dataset.viewRev) > rev", rev)
        expect(self.board).to_have_attribute("data-link", "idle")

    def play(self, position: Position, turn: str) -> list[list[str]]:
        """Play a turn; what was heard at each of its steps. The keyboard stays where something was done."""
        steps: list[list[str]] = []
        made = Turn.from_text(turn)
        where = ""
        if made.origin is not None and made.target is not None and position.step == "move":
            self.walk(made.origin)
            self.keys.press("Enter")
            self.walk(made.target)
            self.asks("Enter")
            steps.append(self.heard())
            where = made.target
        if made.at is not None:
            where = made.at
            self.walk(where)
            self.asks({"leg": "l", "pincer": "p"}.get(made.growth or "", "Enter"))
            steps.append(self.heard())
        if not steps:
            self.asks("e")
            steps.append(self.heard())
        assert not where or self.is_on(f'[data-cell="{where}"]')
        return steps
