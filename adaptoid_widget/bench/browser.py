"""What a click costs in JupyterLab: from the press to the picture, through the kernel."""

from __future__ import annotations

import gzip
import json
import random
import statistics
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, WebSocket
from tqdm import tqdm

from ..core.game import Game
from .clicks import clicks
from .jupyter import Lab, chromium, context

SEED = 20081
CLICKS = 120
WARM_UP = 10

# A hand clicks a few times a second at most; faster, and TCP itself (Nagle's algorithm) makes the answers wait.
PAUSE_MS = 150

# A click's time stamp is that of the mouse's own event. The board is drawn in an animation frame, and the observer is
# told within that frame, before it is painted. A message posted there is delivered once the frame is painted, though
# not always at once; the start of the next frame is after it too. What comes first of the two counts.
_WATCH = """(board) => {
    const times = window.adaptoidTimes = [];
    let pressed = null;
    board.closest(".adaptoid-widget").addEventListener("click", (event) => { pressed = event.timeStamp; }, true);
    new MutationObserver(() => {
        const begun = pressed;
        if (begun === null) return;
        pressed = null;
        const {port1, port2} = new MessageChannel();
        let painted = () => { times.push(performance.now() - begun); painted = () => port1.close(); };
        port1.onmessage = () => painted();
        port2.postMessage(null);
        requestAnimationFrame(() => painted());
    }).observe(board, {attributes: true, attributeFilter: ["data-rev"]}); }"""
# The least that a widget can do, measured alike: what of the figure is JupyterLab, kernel and screen on this machine.
_BARE = '''import anywidget, traitlets
class Bare(anywidget.AnyWidget):
    n = traitlets.Int(0).tag(sync=True)
    _esm = """export default {render({model, el}) {
        const root = document.createElement("div"), button = document.createElement("button");
        root.className = "adaptoid-widget";
        button.textContent = "click";
        button.onclick = () => model.send({});
        root.append(button);
        el.append(root);
        model.on("change:n", () => requestAnimationFrame(() => button.setAttribute("data-rev", model.get("n")))); }}"""
    def __init__(self):
        super().__init__()
        self.on_msg(self.count)
    def count(self, *_):
        self.n += 1
Bare()'''
# Waits in the page: Playwright's own expectations describe the whole page meanwhile, and the click would bear it.
_SHOWN = """(element, [rev, pause]) => new Promise((done) => {
    const look = () => element.getAttribute("data-rev") === String(rev)
        && (observer.disconnect(), setTimeout(done, pause));
    const observer = new MutationObserver(look);
    observer.observe(element, {attributes: true, attributeFilter: ["data-rev"]});
    look(); })"""
_MEASURED = "(count) => window.adaptoidTimes.length >= count && window.adaptoidTimes"


def measure(*, quiet: bool = False) -> dict[str, Any]:
    """Clicks in a JupyterLab of its own, and the size of what a notebook loads for a board."""
    with tempfile.TemporaryDirectory() as folder, Lab(Path(folder)) as lab, chromium() as browser:
        figures = measure_clicks(lab, browser, CLICKS, quiet=quiet)
    return {**figures, "bundle_gzip_bytes": bundle_gzip_bytes()}


def measure_clicks(lab: Lab, browser: Browser, asked: int, *, quiet: bool = False) -> dict[str, Any]:
    """Clicks that ask Python, in random games played by mouse, and the snapshots that come over the wire for them."""
    lab.write("bench.ipynb")
    with context(browser) as profile:
        page = profile.new_page()
        wire = _Wire()
        page.on("websocket", wire.listen)
        notebook = lab.open(page, "bench.ipynb")
        cell = notebook.run("import adaptoid_widget as aw\nboard = aw.Board()\nboard")
        board = cell.locator(".adaptoid-widget")
        board.locator(".adaptoid-board").evaluate(_WATCH)
        hand = _play(board)
        for _ in tqdm(range(asked + WARM_UP), desc="clicks", disable=quiet, file=sys.stderr):
            next(hand)
        times: list[float] = page.wait_for_function(_MEASURED, arg=asked + WARM_UP).json_value()
        button = notebook.run(_BARE).locator(".adaptoid-widget button")
        button.evaluate(_WATCH)
        for number in range(asked // 2 + WARM_UP):
            button.click()
            button.evaluate(_SHOWN, [number + 1, PAUSE_MS])
        bare: list[float] = page.wait_for_function(_MEASURED, arg=asked // 2 + WARM_UP).json_value()
        notebook.shut_down()
    painted = times[WARM_UP:]
    return {
        "click_repaint_ms_median": round(statistics.median(painted), 1),
        "click_repaint_ms_p95": round(statistics.quantiles(painted, n=20)[18], 1),
        "click_bare_widget_ms_median": round(statistics.median(bare[WARM_UP:]), 1),
        "clicks": len(painted),
        "snapshot_bytes": wire.largest,
        "snapshot_bytes_median": round(statistics.median(wire.sizes)),
    }


def bundle_gzip_bytes() -> int:
    """What a notebook loads for a board, gzipped."""
    static = files("adaptoid_widget") / "static"
    loaded = [(static / name).read_bytes() for name in ("board.js", "board.css")]
    return sum(len(gzip.compress(each, 9, mtime=0)) for each in loaded)


def _play(board: Locator) -> Iterator[None]:
    """Random games by clicks, one after the other; yields after each click that Python has answered."""
    dice = random.Random(SEED)
    shown = board.locator(".adaptoid-board")
    rev = 0
    while True:
        game = Game()
        while game.result is None:
            turn = dice.choice(list(game.position.turns()))
            for click in clicks(game.position, turn):
                board.locator(click.selector).click()
                if click.asks:
                    rev += 1
                    shown.evaluate(_SHOWN, [rev, PAUSE_MS])
                    yield
            game.play(turn)
        board.locator('[data-do="new"]').click()
        rev += 1
        shown.evaluate(_SHOWN, [rev, PAUSE_MS])
        yield


class _Wire:
    """Listens to what comes from the kernel."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    @property
    def largest(self) -> int:
        """The bytes of the largest message that brought a snapshot, and nothing else, to the board."""
        return max(self.sizes)

    def listen(self, socket: WebSocket) -> None:
        """Follow a connection."""
        socket.on("framereceived", self._receive)

    def _receive(self, frame: str | bytes) -> None:
        content = _content(frame)
        if content is None or b'"snapshot"' not in content:
            return
        data = json.loads(content).get("data", {})
        if data.get("method") == "update" and list(data["state"]) == ["snapshot"]:
            self.sizes.append(len(content))


def _content(frame: str | bytes) -> bytes | None:
    """The content of a message of Jupyter's protocol v1: a count, as many offsets, then the parts; the fifth is it."""
    if isinstance(frame, str):
        return None
    count = int.from_bytes(frame[:8], "little")
    offsets = [int.from_bytes(frame[8 * i : 8 * i + 8], "little") for i in range(1, count + 1)]
    return frame[offsets[4] : offsets[5]] if count > 5 else None
