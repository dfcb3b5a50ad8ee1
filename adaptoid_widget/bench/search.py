"""Measures the speed of the search, the time to its first line, and the time to stop."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress

from tqdm import tqdm

from ..arena.openings import opening
from ..core.rules.position import Position
from ..engine.cancel import Stop
from ..engine.search import Searcher, SearchResult
from .speed import SEED, Figures, ratio

POSITIONS = 200
PER_GAME = 5
FIRST_TURN, LAST_TURN = 10, 40
NODES = 1_000
TRIES = 40
SECONDS = 0.1
ROUNDS = 3
MANY_NODES = 300_000
FRESH_TURN = """
import time
begun = time.perf_counter()
import sys
from pathlib import Path
import platformdirs
sys.modules["numba"] = None
platformdirs.user_cache_path = lambda _: Path(sys.argv[1])
import adaptoid_widget as aw
aw.Player(level=6)(aw.Position.start())
print(time.perf_counter() - begun)
"""


def midgames(number: int) -> list[Position]:
    """Return positions from the 10th to the 40th turn of the engine's own games with 1000 nodes per turn."""
    searcher = Searcher(1)
    chosen: list[Position] = []
    seed = SEED
    while len(chosen) < number:
        seed += 1
        position = opening(seed)
        game: list[Position] = []
        while position.winner is None and len(game) < LAST_TURN:
            game.append(position)
            result = searcher.search(position, nodes=NODES, seed=seed)
            position = position.play(result.lines[0].turns[0])
        midgame = game[FIRST_TURN:]
        chosen += midgame[:: max(1, len(midgame) // PER_GAME)][:PER_GAME]
    return chosen[:number]


def measure(*, quiet: bool = False) -> Figures:
    """Measure milliseconds and positions per second of the search in 200 midgame positions.

    `numba_nodes_per_s` and `wasm_nodes_per_s` are medians of searches that alternate. `first_turn_s` is the time to a
    turn of level 6 in a new process without numba and with empty caches, imports included. Depths 2 and 3 are
    full-width with empty tables. `stop_ms_max` is the time from the stop to the answer,
    `deadline_ms_over_max` the excess over a time limit of 0.1 s.
    """
    began = time.perf_counter()
    searcher = Searcher()
    searcher.search(Position.start(), depth=2)
    figures: Figures = {"search_ready_s": round(time.perf_counter() - began, 2)}
    positions = midgames(POSITIONS)
    first_line_times: list[float] = []
    depths: dict[int, list[float]] = {2: [], 3: []}
    nodes = 0
    seconds = 0.0
    for position in tqdm(positions, desc="search", disable=quiet, file=sys.stderr):
        first_line_times.append(_time_to_first_line(searcher, position))
        for depth, times in depths.items():
            began = time.perf_counter()
            result = searcher.search(position, depth=depth, exact=True)
            times.append(time.perf_counter() - began)
            if depth == 3:
                nodes += result.nodes
                seconds += result.seconds
    figures["first_line_ms_median"] = _ms(statistics.median(first_line_times))
    figures["first_line_ms_max"] = _ms(max(first_line_times))
    for depth, times in depths.items():
        figures[f"depth{depth}_ms_median"] = _ms(statistics.median(times))
        figures[f"depth{depth}_ms_max"] = _ms(max(times))
    figures["search_nodes_per_s"] = round(nodes / seconds)
    figures.update(backends(positions[:: POSITIONS // PER_GAME]))
    figures["first_turn_s"] = first_turn()
    figures["stop_ms_max"] = _ms(max(_time_to_stop(searcher, position) for position in positions[:TRIES]))
    excesses = [_excess(searcher, position) for position in positions[:TRIES]]
    figures["deadline_ms_over_median"] = _ms(statistics.median(excesses))
    figures["deadline_ms_over_max"] = _ms(max(excesses))
    figures["search_memory_mb"] = _peak_mb()
    return figures


def backends(positions: list[Position]) -> Figures:
    """Measure the positions per processor second of the compiled backends, one search after another."""
    searchers: dict[str, Searcher] = {}
    for name in ("numba", "wasm"):
        with suppress(ImportError):
            searchers[name] = Searcher(engine=name)
            searchers[name].search(positions[0], depth=2)
    rates: dict[str, list[float]] = {"numba": [], "wasm": []}
    for position in positions * ROUNDS:
        for name, searcher in searchers.items():
            begun = time.thread_time()
            result = searcher.search(position, nodes=MANY_NODES)
            rates[name].append(result.nodes / (time.thread_time() - begun))
    figures: Figures = {
        f"{name}_nodes_per_s": round(statistics.median(each)) if each else None
        for name, each in rates.items()
    }
    return {**figures, "wasm_ratio": ratio(rates["wasm"], rates["numba"]) if len(searchers) == 2 else None}


def first_turn() -> float:
    """Return the seconds that a new process takes for a turn, without numba and with empty caches."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as bytecode:
        # what pip compiles when it installs
        env = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(PER_GAME + 1):
            with tempfile.TemporaryDirectory() as folder:
                command: list[str] = [sys.executable, "-c", FRESH_TURN, folder]
                done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
            times.append(float(done.stdout))
    return round(statistics.median(times[1:]), 2)


def _peak_mb() -> int | None:
    """Return the peak memory of this process, or None if the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    # Linux counts kilobytes, macOS bytes
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit)


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)


def _time_to_first_line(searcher: Searcher, position: Position) -> float:
    """Return the time to the first line in seconds."""
    stop = Stop()
    reported: list[float] = []

    def report(_: SearchResult) -> None:
        reported.append(time.perf_counter())
        stop.set()

    began = time.perf_counter()
    searcher.search(position, stop=stop, report=report)
    return reported[0] - began


def _time_to_stop(searcher: Searcher, position: Position) -> float:
    """Return the time in seconds for which a search continues after a stop."""
    stop = Stop()
    stop_times: list[float] = []

    def set_stop() -> None:
        stop_times.append(time.perf_counter())
        stop.set()

    timer = threading.Timer(SECONDS, set_stop)
    timer.start()
    searcher.search(position, stop=stop)
    end = time.perf_counter()
    timer.cancel()
    timer.join()
    # a search can end with a proof before the stop
    return end - stop_times[0] if stop_times else 0.0


def _excess(searcher: Searcher, position: Position) -> float:
    """Return the excess of a search over its time limit in seconds."""
    began = time.perf_counter()
    searcher.search(position, seconds=SECONDS)
    return max(0.0, time.perf_counter() - began - SECONDS)
