"""Measures the time of clicks in JupyterLab, through the kernel to the repaint."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from typing import Any

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

# A click's time stamp is that of the mouse's own event. Both widgets change when the answer arrives, and the next frame
# paints the change. A message that is posted at the start of this frame arrives when the frame is painted. For each
# click, this notes the milliseconds to the start and to the end of the frame.
_WATCH = """(root) => {
    const times = root.adaptoidTimes = [];
    let pressed = null;
    root.addEventListener("click", (event) => { pressed = event.timeStamp; }, true);
    new MutationObserver(() => {
        const begun = pressed;
        if (begun === null) return;
        pressed = null;
        requestAnimationFrame(() => {
            const {port1, port2} = new MessageChannel(), frame = performance.now() - begun;
            port1.onmessage = () => { times.push([frame, performance.now() - begun]); port1.close(); };
            port2.postMessage(null);
        });
    }).observe(root.querySelector(".adaptoid-board"), {attributes: true, attributeFilter: ["data-rev"]}); }"""
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
        mouse.down()
        self.root.page.wait_for_timeout(PRESS_MS)
        mouse.up()
        if calls_python:
            self._rev += 1
            self.root.evaluate(_WAIT_UNTIL_SHOWN, [self._rev, PAUSE_MS])

    @property
    def times(self) -> tuple[list[float], list[float]]:
        """The milliseconds from each click that asked Python to its frame, and to its repaint, after the warm-up."""
        times_ms: list[tuple[float, float]] = self.root.evaluate("(root) => root.adaptoidTimes")
        frames, repaints = zip(*times_ms[WARM_UP:], strict=True)
        return list(frames), list(repaints)


def measure_clicks(lab: Lab, browser: Browser, count: int, *, quiet: bool = False) -> dict[str, Any]:
    """Measure the clicks that ask Python in random games, and the sizes of the snapshots that answer them."""
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
        (framed, painted), (bare_framed, bare_painted) = board.times, least.times
        notebook.shut_down()
    percentiles = statistics.quantiles(painted, n=20)
    return {
        "clicks": len(painted),
        "click_repaint_ms_median": round(statistics.median(painted), 1),
        "click_repaint_ms_p95": round(percentiles[18], 1),
        "click_repaint_ms_max": round(max(painted), 1),
        "click_bare_widget_ms_median": round(statistics.median(bare_painted), 1),
        "click_bare_widget_ms_p95": round(statistics.quantiles(bare_painted, n=20)[18], 1),
        "click_ratio": round(statistics.median(painted) / statistics.median(bare_painted), 2),
        "click_frame_ms_median": round(statistics.median(framed), 1),
        "click_frame_ratio": round(statistics.median(framed) / statistics.median(bare_framed), 2),
        "snapshot_bytes": max(snapshots.sizes),
        "snapshot_bytes_median": round(statistics.median(snapshots.sizes)),
    }


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
