"""Measures the time of clicks in JupyterLab, through the kernel to the repaint."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from typing import Any, Literal

from playwright.sync_api import Browser, Locator
from tqdm import tqdm

from tools import games
from tools.browser import bare_widget as bare
from tools.browser.clicks import NEW_GAME, clicks
from tools.browser.jupyter import Lab, context
from tools.browser.snapshot_sizes import SnapshotSizes

WARM_UP = 10
# clicks on the board for each click on the bare widget; they alternate, so a machine whose speed drifts favours neither
TO_ONE_BARE = 2

# A hand clicks a few times a second at most; faster, and TCP itself (Nagle's algorithm) makes the answers wait.
PAUSE_MS = 150

# A hand rests on what it clicks, and holds the button down for about this long.
PRESS_MS = 60

# A click's time stamp is that of the mouse's own event. The next frame paints a change. A message that is posted at the
# start of this frame arrives when the frame is painted. For each click that asks Python, this notes the milliseconds to
# the end of two frames: the first that shows the step on the board (a step that changes no adaptoid is shown by the
# answer), and the one that shows Python's answer.
_WATCH = """(root) => {
    const times = root.adaptoidTimes = {step: [], answer: []};
    const pressed = {};
    root.addEventListener("click", (event) => {
        if (root.adaptoidAsks) pressed.step = pressed.answer = event.timeStamp; }, true);
    const changed = (what) => {
        const begun = pressed[what];
        if (begun === undefined) return;
        delete pressed[what];
        requestAnimationFrame(() => {
            const {port1, port2} = new MessageChannel();
            port1.onmessage = () => { times[what].push(performance.now() - begun); port1.close(); };
            port2.postMessage(null);
        });
    };
    new MutationObserver(() => { changed("step"); changed("answer"); })
        .observe(root.querySelector(".adaptoid-board"), {attributes: true, attributeFilter: ["data-rev"]});
    const pieces = root.querySelector(".adaptoid-pieces");
    const looks = {childList: true, subtree: true, attributes: true, attributeFilter: ["data-on", "data-looks"]};
    if (pieces) new MutationObserver(() => changed("step")).observe(pieces, looks); }"""
# Waits in the page, because Playwright's own expectations describe the whole page meanwhile, which slows the click.
_WAIT_UNTIL_SHOWN = """(root, [rev, pause]) => new Promise((done) => {
    const board = root.querySelector(".adaptoid-board");
    const look = () => board.dataset.rev === String(rev) && (observer.disconnect(), setTimeout(done, pause));
    const observer = new MutationObserver(look);
    observer.observe(board, {attributes: true, attributeFilter: ["data-rev"]});
    look(); })"""


# Where a disc can be clicked: the growth menu may lie over its middle.
_SPOT = """(target) => {
    const {x, y, width, height} = target.getBoundingClientRect();
    for (const [right, down] of [[0.5, 0.5], [0.5, 0.2], [0.5, 0.8], [0.2, 0.5], [0.8, 0.5]]) {
        const spot = [x + right * width, y + down * height];
        if (target.contains(document.elementFromPoint(...spot))) return spot;
    }
    return [x + width / 2, y + height / 2]; }"""


class ClickTimer:
    """A widget whose clicks are timed."""

    def __init__(self, root: Locator) -> None:
        self.root = root
        self._rev = 0
        root.evaluate(_WATCH)

    def click(self, selector: str, *, calls_python: bool = True) -> None:
        """Click. If the click asks Python, wait until the answer is shown, and a little longer."""
        target, mouse = self.root.locator(selector), self.root.page.mouse
        target.hover()
        x, y = target.evaluate(_SPOT)
        # Playwright's own click looks for what lies under the pointer while the page handles the click
        mouse.move(x, y)
        self.root.page.wait_for_timeout(PRESS_MS)
        self.root.evaluate("(root, asks) => { root.adaptoidAsks = asks; }", calls_python)
        mouse.down()
        self.root.page.wait_for_timeout(PRESS_MS)
        mouse.up()
        if calls_python:
            self._rev += 1
            self.root.evaluate(_WAIT_UNTIL_SHOWN, [self._rev, PAUSE_MS])

    def times(self, what: Literal["step", "answer"]) -> list[float]:
        """The milliseconds from each click that asked Python to this repaint, after the warm-up."""
        times_ms: list[float] = self.root.evaluate("(root, what) => root.adaptoidTimes[what]", what)
        return times_ms[WARM_UP:]


def measure_clicks(lab: Lab, browser: Browser, count: int, *, quiet: bool = False) -> dict[str, Any]:
    """Measure the clicks that ask Python in random games, and the sizes of the snapshots that answer them.

    `click_repaint_ms` ends when the step is seen on the board, `click_answer_ms` when Python's answer to it is. The
    ratios compare both with the answer that the bare widget shows.
    """
    lab.write("clicks.ipynb")
    with context(browser) as profile:
        page = profile.new_page()
        snapshots = SnapshotSizes(page)
        notebook = lab.open(page, "clicks.ipynb")
        notebook.run(bare.SHOW)
        cell = notebook.run("import adaptoid_widget as aw\nboard = aw.Board()\ndisplay(Bare(), board)")
        least = ClickTimer(cell.locator(".bare"))
        board = ClickTimer(cell.locator(".adaptoid-widget:not(.bare)"))
        hand = _play(board)
        for number in tqdm(range(count + WARM_UP), desc="clicks", disable=quiet, file=sys.stderr):
            if number % TO_ONE_BARE == 0 or number < WARM_UP:
                least.click(".adaptoid-board")
            next(hand)
        painted, answered, bare_answered = board.times("step"), board.times("answer"), least.times("answer")
        notebook.shut_down()
    bare_ms = statistics.median(bare_answered)
    return {
        "clicks": len(painted),
        **_spread("click_repaint_ms", painted),
        **_spread("click_answer_ms", answered),
        **_spread("click_bare_widget_ms", bare_answered),
        "click_ratio": round(statistics.median(painted) / bare_ms, 2),
        "click_answer_ratio": round(statistics.median(answered) / bare_ms, 2),
        "snapshot_bytes": max(snapshots.sizes),
        "snapshot_bytes_median": round(statistics.median(snapshots.sizes)),
    }


def _spread(name: str, times_ms: list[float]) -> dict[str, float]:
    """The median, the 95th percentile and the maximum, to a tenth of a millisecond."""
    spread = {
        "median": statistics.median(times_ms),
        "p95": statistics.quantiles(times_ms, n=20)[18],
        "max": max(times_ms),
    }
    return {f"{name}_{what}": round(value, 1) for what, value in spread.items()}


def _play(board: ClickTimer) -> Iterator[None]:
    """Play random games by clicks. Yield after each click that Python has answered."""
    for played in games.short_games():
        if played is None:
            for selector, calls_python in NEW_GAME:
                board.click(selector, calls_python=calls_python)
            yield
            continue
        for selector, calls_python in clicks(*played):
            board.click(selector, calls_python=calls_python)
            if calls_python:
                yield
