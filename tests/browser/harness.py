"""Shows the board without a notebook: scenes of `tools.browser.scenes` in any theme, language and width."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from adaptoid_widget import Player, Position
from adaptoid_widget.core.session.session import Session
from tools.browser import scenes
from tools.browser.clicks import disc

# includes the time to compile the search
COMPILED_MS = 120_000

# Playwright itself sets no time limit for what a page waits for
IN_TIME = """() => new Promise((done, fail) => {
    setTimeout(fail, 20_000, new Error("the page draws no frame, or Python does not answer"));
    (%s).then(done, fail); })"""
# wait for two frames
FRAMES = (
    IN_TIME % "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
)


class ScenePage:
    """A page that shows one scene after the other."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.keys = page.keyboard
        self.scenes = scenes.SCENES
        """The start of each scene by name; tests may add scenes."""
        self._url = url

    @property
    def root(self) -> Locator:
        """The first view."""
        return self.page.locator(".adaptoid-widget").first

    @property
    def board(self) -> Locator:
        """The board of the first view."""
        return self.root.locator(".adaptoid-board")

    def open(self, scene: str, width: int = 1100, height: int = 900, **query: str | int) -> None:
        """Show a scene; the query is that of `tools.browser.scenes`."""
        self.page.set_viewport_size({"width": width, "height": height})
        words = "".join(f"&{name}={value}" for name, value in query.items())
        self.page.goto(f"{self._url}?scene={scene}{words}")
        expect(self.page.locator("body[data-ready]")).to_be_attached()
        expect(self.board).to_be_visible()

    @property
    def session(self) -> Session:
        """The session that answers the board."""
        return scenes.sessions[self.page.evaluate("() => window.model.get('snapshot').board")]

    def disc(self, cell: str) -> Locator:
        """The element of a disc."""
        return self.board.locator(f'[data-cell="{cell}"]')

    def settle(self) -> None:
        """Wait until Python has answered all that the view asks, and all answers are drawn."""
        expect_ready(self.board)
        self.page.evaluate(IN_TIME % "window.model.settled()")

    def press(self, selector: str) -> None:
        """Dispatch a click on an element, even if it is outside the window or covered."""
        self.root.locator(selector).first.dispatch_event("click", {"bubbles": True, "cancelable": True})
        self.settle()

    def focused(self) -> str | None:
        """The disc that has the focus, or None."""
        cell: str | None = self.page.evaluate(
            "() => document.activeElement?.closest('[data-cell]')?.dataset.cell"
        )
        return cell


def expect_ready(board: Locator, timeout: float | None = None) -> None:
    """Wait until a board has drawn what it loads after its first picture, and Python has answered the last action.

    Until then controls are hidden or missing, boxes may move, and what is clicked may be refused.
    """
    expect(board.locator(".adaptoid-animation").first).to_be_attached(timeout=timeout)
    # an action may be sent as late as in the next frame; the page may be loaded again meanwhile
    board.page.wait_for_function(FRAMES)
    expect(board).to_have_attribute("data-link", "idle", timeout=timeout)


def wait_on(root: Locator, condition: str, *arguments: object) -> None:
    """Wait until a condition holds: a JavaScript function of a list with the element and the arguments."""
    handle = root.element_handle()
    root.page.wait_for_function(condition, arg=[handle, *arguments])
    # the handle would keep the element in memory
    handle.dispose()


#: The buttons in the menu of the view.
IN_MENU = ("type", "annotate", "flip", "confirm", "sound", "size", "help")


def open_menu(view: Page | Locator) -> None:
    """Open the menu at the end of the row under the board, unless it is open."""
    menu = view.locator(".adaptoid-more-menu").first
    if not menu.is_visible():
        view.locator("[data-do=more]").first.click()
    expect(menu).to_be_visible()


def choose_language(view: Page | Locator, language: str) -> None:
    """Choose a language in the menu of the view, and close it."""
    open_menu(view)
    chooser = view.locator(".adaptoid-language select").first
    chooser.select_option(language)
    chooser.press("Escape")


def turn_against_level_4(root: Locator, touch: bool = False) -> None:
    """Start a game against level 4 with three clicks or taps on an idle board, and wait for the first answer."""
    after = Position.start().play("+D3")
    press = Locator.tap if touch else Locator.click
    press(root.locator("[data-do=player-B]"))
    press(root.locator('[data-level="4"]'))
    # a click on a board that is about to change is refused
    expect(root.locator("[data-color=B] .adaptoid-side-name b")).to_have_text("Level 4")
    press(root.locator(disc("D3")))
    answered = str(after.play(Player(4)(after)))
    expect(root.locator(".adaptoid-board")).to_have_attribute("data-position", answered, timeout=COMPILED_MS)


def rev_of(root: Locator) -> int:
    """The rev that a view shows, after the board and all panels are drawn."""
    wait_on(root, "([root]) => root.dataset.viewRev === root.querySelector('.adaptoid-board').dataset.rev")
    return int(root.get_attribute("data-view-rev") or -1)


def note_errors(profile: BrowserContext, errors: list[str]) -> None:
    """Collect the errors of all pages of a profile, including errors that boards log on the console."""

    def report(message: ConsoleMessage) -> None:
        if message.type == "error" and message.text.startswith("adaptoid-widget:"):
            errors.append(message.text)

    profile.on("weberror", lambda error: errors.append(str(error.error)))
    profile.on("console", report)


@contextmanager
def scene_page(browser: Browser, **options: Any) -> Iterator[ScenePage]:
    """A page for scenes, which must raise no error."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), scenes.ScenesHandler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    context = browser.new_context(**options)
    errors: list[str] = []
    note_errors(context, errors)
    page = context.new_page()
    try:
        yield ScenePage(page, f"http://127.0.0.1:{server.server_port}/")
        assert errors == []
    finally:
        context.close()
        server.shutdown()
        server.server_close()
        thread.join()
