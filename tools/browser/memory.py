"""Measures the memory that thousands of turns leave behind in the browser and in the kernel.

A game stores its turns, and a board stores the last twenty games, so that you can walk through them and take them back.
Nothing else may grow. To check this, the program walks back and forth in a game, and plays short games one after the
other, until the board drops the oldest. A long game shows the memory of a stored turn. A bare widget with an output
beside it shows what JupyterLab and the kernel store for each click.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession
from tqdm import tqdm

from tools import games
from tools.browser import bare_widget as bare
from tools.browser.clicks import NEW_GAME, Click, clicks
from tools.browser.fast_clicks import click_all
from tools.browser.jupyter import Lab, Notebook, context

# a walk is at the same turn again at each of them
CHECKPOINTS = 10
WALK = 100

# Counts the memory of Python's objects, because a process gets memory from the system only in large pieces. Leaves out
# the digests of received messages: jupyter_client keeps up to 65 536 of them.
_KERNEL = """import gc, tracemalloc
import adaptoid_widget as aw
from tools import games
OTHERS = [tracemalloc.Filter(False, name) for name in ("*jupyter_client/session.py", tracemalloc.__file__)]
def traced():
    traces = tracemalloc.take_snapshot().filter_traces(OTHERS).traces
    return sum(trace.size for trace in traces)
def held():
    for _ in range(3):
        gc.collect()
    own = [thing for thing in gc.get_objects() if str(type(thing).__module__).startswith("adaptoid_widget")]
    return traced() if tracemalloc.is_tracing() else 0, len(own)"""
_TRACE = "tracemalloc.start()"


class MemoryUse(NamedTuple):
    """The memory in use after a number of turns and a garbage collection. Counts objects of this package's classes."""

    turns: int
    heap_bytes: int
    nodes: int
    listeners: int
    kernel_bytes: int
    kernel_objects: int


class MemoryMeter:
    """Measures a page and its kernel. Counting the bytes of a kernel makes it much slower; without, they are 0."""

    def __init__(self, notebook: Notebook, *, kernel_bytes: bool = True) -> None:
        self._notebook = notebook
        self._protocol: CDPSession = notebook.page.context.new_cdp_session(notebook.page)
        self._protocol.send("HeapProfiler.enable")
        self._protocol.send("Performance.enable")
        notebook.run(_KERNEL)
        if kernel_bytes:
            notebook.run(_TRACE)

    def weigh(self, turns: int) -> MemoryUse:
        """Collect all garbage and return what is left."""
        kernel_bytes, kernel_objects = self._notebook.value("held()")
        for _ in range(3):
            self._protocol.send("HeapProfiler.collectGarbage")
        metrics: dict[str, float] = {
            metric["name"]: metric["value"]
            for metric in self._protocol.send("Performance.getMetrics")["metrics"]
        }
        return MemoryUse(
            turns,
            int(metrics["JSHeapUsedSize"]),
            int(metrics["Nodes"]),
            int(metrics["JSEventListeners"]),
            kernel_bytes,
            kernel_objects,
        )


def measure_memory(
    lab: Lab, browser: Browser, turns: int, *, patterns: Sequence[str] = (), quiet: bool = False
) -> dict[str, Any]:
    """Measure the growth of memory per turn, over the last half of the turns, for each way to spend turns."""
    patterns = patterns or tuple(PATTERNS)
    figures: dict[str, Any] = {"memory_turns": turns}
    with tqdm(total=len(patterns) * turns, desc="memory", disable=quiet, file=sys.stderr) as progress:
        for pattern in patterns:
            lab.write(f"{pattern}.ipynb")
            with context(browser) as profile:
                notebook = lab.open(profile.new_page(), f"{pattern}.ipynb")
                series = spend(notebook, pattern, turns, progress)
                notebook.shut_down()
            for measure in MemoryUse._fields[1:]:
                figures[f"{pattern}_{measure}_per_turn"] = round(slope(series, measure), 2)
    return figures


def spend(notebook: Notebook, pattern: str, turns: int, progress: tqdm[Any]) -> list[MemoryUse]:
    """Spend turns by one of the patterns, and measure at each checkpoint."""
    show, begin = PATTERNS[pattern]
    steps = begin()
    scales = MemoryMeter(notebook)
    root = notebook.run(show).locator(".adaptoid-widget")
    root.wait_for()
    portion = max(1, turns // CHECKPOINTS)
    series = [scales.weigh(0)]
    while series[-1].turns + portion <= turns:
        click_all(root, [click for turn in islice(steps, portion) for click in turn])
        progress.update(portion)
        series.append(scales.weigh(series[-1].turns + portion))
    return series


def slope(series: Sequence[MemoryUse], measure: str) -> float:
    """Return the growth of a figure per turn over the last half: the median slope between any two measurements.

    So it does not matter if a browser sometimes frees much memory at once, such as code that has not run for a while.
    """
    last = [held for held in series if 2 * held.turns >= series[-1].turns]
    slopes: list[float] = [
        (getattr(after, measure) - getattr(before, measure)) / (after.turns - before.turns)
        for before, after in combinations(last, 2)
    ]
    return statistics.median(slopes)


def _walk() -> Iterator[list[Click]]:
    """Go back and forth in a game, from its end."""
    while True:
        for button in ("prev", "next"):
            for _ in range(WALK):
                yield [Click(f'[data-do="{button}"]', calls_python=True)]


def _games() -> Iterator[list[Click]]:
    new: list[Click] = []
    for played in games.short_games():
        if played is None:
            new = NEW_GAME
        else:
            yield new + clicks(*played)
            new = []


def _long_game() -> Iterator[list[Click]]:
    for position, turn in games.peaceful_turns(games.crowd()):
        yield clicks(position, turn)


def _bare() -> Iterator[list[Click]]:
    while True:
        yield [Click(".adaptoid-board", calls_python=True)]


# like a board it brings an output up to date after each click, of which JupyterLab keeps something each time
_WITH_OUTPUT = """bare = Bare()
output = display("0", display_id=True)
bare.observe(lambda change: output.update(str(change.new)), "n")
bare"""

PATTERNS: dict[str, tuple[str, Callable[[], Iterator[list[Click]]]]] = {
    "walk": (f"board = aw.Board(games.big_game({WALK}))\nboard", _walk),
    "games": ("board = aw.Board()\nboard", _games),
    "long_game": ("board = aw.Board(games.crowd())\nboard", _long_game),
    "bare": (bare.SHOW + _WITH_OUTPUT, _bare),
}
"""Each way to spend turns: what is shown, and turn by turn the clicks."""
