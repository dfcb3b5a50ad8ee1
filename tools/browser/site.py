"""Measures how soon the page of a notebook of a site shows its board: `python -m tools.browser.site [TIMES [PYODIDE]]`.

The program builds a site with the first lesson of the course and a notebook with one board, serves it on this machine,
and visits it with fresh browsers. It measures the times from opening the page until its board is there, and until
Python has opened it. With `--clicks`, the site has JupyterLite, and the program also measures N clicks there in each of
several situations: the time from a click during a search to its answer, and the same click without a search. It also
measures the positions per second of a search there, and of the same searches by numba. PYODIDE is a folder or an
archive with Pyodide's files, as for the command `site`.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser
from tqdm import tqdm

from adaptoid_widget.bench import midgames
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.export.output_content import MIME, game_content
from adaptoid_widget.export.site import build
from adaptoid_widget.lessons import COURSE, path_of
from tools import argument_parser
from tools.browser.jupyter import Notebook, chromium, context, load_average, notebook_json
from tools.browser.server import served

CELL = "import adaptoid_widget as aw\naw.Board()"
PATIENCE_MS = 120_000
SEARCHES = 6
_SEARCH = """import time
import adaptoid_widget as aw
from adaptoid_widget.engine.search import Searcher
searcher = Searcher()
def nodes_per_s(text):
    begun = time.perf_counter()
    nodes = searcher.search(aw.Position(text), nodes=300_000).nodes
    return nodes / (time.perf_counter() - begun)"""
_NOW = "() => performance.now()"
# With a kernel beside it that may still start: before, JupyterLab would ask which one to take.
_NOTEBOOK_READY = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.content?.widgets?.length > 0 && Boolean(panel.sessionContext.session?.kernel); }"""


class Situation(NamedTuple):
    """A board on which a search runs while somebody clicks."""

    name: str
    board: str
    """Its source."""
    before: tuple[str, ...]
    """The selectors of the clicks before, of which the last one starts the search."""
    click: str
    """The selector of the measured click."""
    after: tuple[str, ...]
    """The selectors of the clicks that restore the board."""
    longest_ms: int
    """Until the measured click it takes a random time up to this."""


_GROW, _UNDO, _BACK = '[data-cell="D3"]', '[data-do="undo"]', '[data-lesson="back"]'
_ANALYSE = '[data-do="analyse"]'
_LESSON = (
    'aw.Lesson(title="A", results=None, steps=[aw.Step("one", "Go.", "adaptoid w 0,0 W:D2 B:D6",'
    ' goal="occupies D5", turns=3, replies="level {}")])'
)
SITUATIONS = (
    Situation("nothing", "aw.Board()", (_GROW,), _UNDO, (), 150),
    Situation("level_10", "aw.Board(black='level:10')", (_GROW,), _UNDO, (), 150),
    Situation("seconds", "aw.Board(black=aw.Player(seconds=5))", (_GROW,), _UNDO, (), 1000),
    Situation("analysis", "aw.Board()", (_GROW, _ANALYSE), _UNDO, (_ANALYSE,), 1000),
    Situation("threats", "aw.Board()", (_GROW, _ANALYSE, '[data-do="threats"]'), _UNDO,
              ('[data-do="threats"]', _ANALYSE), 400),
    Situation("hint", "aw.Board()", (_GROW, '[data-do="hint"]'), _UNDO, (), 700),
    Situation("reply_7", _LESSON.format(7), (_GROW,), _BACK, (), 100),
    Situation("reply_10", _LESSON.format(10), (_GROW,), _BACK, (), 150),
)  # fmt: skip
_CLICK = """async (root, [before, click, after, wait]) => {
    const board = root.querySelector(".adaptoid-board");
    const later = (ms) => new Promise((done) => setTimeout(done, ms));
    const idle = () => new Promise((done) => {
        const look = () => board.dataset.link === "idle" && (observer.disconnect(), done());
        const observer = new MutationObserver(look);
        observer.observe(board, {attributes: true, attributeFilter: ["data-link"]});
        look(); });
    const usable = (selector) => {
        const target = root.querySelector(selector);
        return target?.checkVisibility() && !target.disabled && target.ariaDisabled !== "true" ? target : null;
    };
    const press = async (selector, patience = 20000) => {
        // again, if the board does not take the click yet
        for (const since = performance.now(); performance.now() - since < patience; await later(5)) {
            const begun = performance.now();
            usable(selector)?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
            if (board.dataset.link !== "idle") {
                await idle();
                return performance.now() - begun;
            }
        }
        if (patience === 20000) throw new Error(`nothing comes of ${selector}`);
    };
    for (const selector of before) await press(selector);
    await later(wait);
    const took = await press(click);
    for (const selector of after) await press(selector);
    // a click that came just before the computer's turn is out of date
    while (usable(click) && (await press(click, 500))) await later(50);
    await later(300);
    return took; }"""


def measure(
    times: int = 3, pyodide: str | None = None, clicks: int = 0, *, quiet: bool = False
) -> dict[str, Any]:
    """Measure all figures, with the load of the machine."""
    load_before = load_average()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        source, site = Path(folder) / "source", Path(folder) / "site"
        source.mkdir()
        lesson = path_of(COURSE[0])
        (source / lesson.name).write_bytes(lesson.read_bytes())
        cells = ["import adaptoid_widget as aw", *(situation.board for situation in SITUATIONS)]
        board = notebook_json([CELL])
        content = {"text/plain": "", MIME: game_content(Game(), {})}
        board["cells"][0]["outputs"] = [{"output_type": "display_data", "data": content, "metadata": {}}]
        for name, data in (("board.ipynb", board), ("clicks.ipynb", notebook_json(cells))):
            (source / name).write_text(json.dumps(data), encoding="utf-8")
        build(source, site, jupyterlite=clicks > 0, python=pyodide, progress=not quiet)
        figures: dict[str, Any] = {
            "site_lesson_bytes": next((site / "lessons").glob("*.html")).stat().st_size
        }
        with served(site) as address:
            visits = [visited(browser, address) for _ in tqdm(range(times), desc="visiting", disable=quiet)]
            if clicks:
                figures.update(answered(browser, address, clicks, quiet=quiet))
    for place, name in enumerate(("board", "python")):
        figures[f"site_notebook_{name}_s_median"] = round(
            statistics.median(visit[place] for visit in visits), 2
        )
    figures["site_load_before_and_after"] = load_before + load_average()
    return figures


def visited(browser: Browser, address: str) -> tuple[float, float]:
    """Return the seconds from opening a notebook until its board is there, and until Python has opened it."""
    with context(browser) as fresh:
        page = fresh.new_page()
        page.goto(f"{address}notebooks/board.html", wait_until="commit")
        page.locator(".adaptoid-board [data-cell]").first.wait_for(timeout=PATIENCE_MS)
        board: float = page.evaluate(_NOW)
        page.locator(".adaptoid-board[data-link=idle]").wait_for(timeout=PATIENCE_MS)
        python: float = page.evaluate(_NOW)
        return board / 1000, python / 1000


def answered(browser: Browser, address: str, clicks: int, *, quiet: bool = False) -> dict[str, float]:
    """Return the median and the maximum of the milliseconds from a click to its answer, in each situation."""
    times: dict[str, list[float]] = {situation.name: [] for situation in SITUATIONS}
    dice = random.Random(clicks)
    with context(browser) as fresh:
        page = fresh.new_page()
        page.goto(f"{address}lite/lab/index.html?path=clicks.ipynb")
        page.wait_for_function(_NOTEBOOK_READY, timeout=PATIENCE_MS)
        notebook = Notebook(page, Path("clicks.ipynb"))
        notebook.ready(PATIENCE_MS)
        notebook.run_all()
        figures = searched(notebook)
        # the first round only warms up
        for number in tqdm(range(clicks + 1), desc="clicking", disable=quiet):
            for place, (name, _, before, click, after, longest_ms) in enumerate(SITUATIONS, 1):
                board = notebook.cell(place).locator(".adaptoid-widget")
                board.scroll_into_view_if_needed(timeout=PATIENCE_MS)
                wait = dice.uniform(0, longest_ms)
                duration: float = board.evaluate(_CLICK, [before, click, after, wait])
                if number:
                    times[name].append(duration)
    for name, measured in times.items():
        for statistic, summary in (("median", statistics.median), ("max", max)):
            figures[f"site_click_during_{name}_ms_{statistic}"] = round(summary(measured), 1)
    return figures


def searched(notebook: Notebook) -> dict[str, float]:
    """Return the nodes per second of searches in the notebook, and the median ratio to the same searches by numba."""
    notebook.run(_SEARCH)
    namespace: dict[str, Any] = {}
    exec(_SEARCH, namespace)  # noqa: S102  the very cell that the notebook runs
    rates: list[tuple[float, float]] = []
    for text in [str(position) for position in midgames(SEARCHES)] * 2:
        # that kernel does not evaluate expressions for others
        output = notebook.run(f"print(nodes_per_s({text!r}))").locator(".jp-OutputArea-output")
        rates.append((float(output.inner_text()), namespace["nodes_per_s"](text)))
    rates = rates[SEARCHES:]
    return {
        "site_nodes_per_s": round(statistics.median(rate for rate, _ in rates)),
        "site_nodes_ratio": round(statistics.median(rate / numba for rate, numba in rates), 2),
    }


if __name__ == "__main__":
    parser = argument_parser(__doc__)
    parser.add_argument("times", nargs="?", type=int, default=3, metavar="TIMES")
    parser.add_argument("pyodide", nargs="?", metavar="PYODIDE")
    parser.add_argument("--clicks", type=int, default=0, metavar="N")
    figures = measure(**vars(parser.parse_args()), quiet=not sys.stderr.isatty())
    print(json.dumps(figures, indent=2))
