"""Measures the speed of the search, the time to its first line, and the time to stop."""

from __future__ import annotations

import statistics
import sys
import threading
import time

from tqdm import tqdm

from ..arena.openings import opening
from ..core.rules.position import Position
from ..engine.cancel import Stop
from ..engine.search import Searcher, SearchResult
from .speed import SEED, Figures

POSITIONS = 200
PER_GAME = 5
FIRST_TURN, LAST_TURN = 10, 40
NODES = 1_000
TRIES = 40
SECONDS = 0.1


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
    """Measure milliseconds and positions per second of the compiled search in 200 midgame positions.

    Depths 2 and 3 are full-width with empty tables. `stop_ms_max` is the time from the stop to the answer,
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
    figures["stop_ms_max"] = _ms(max(_time_to_stop(searcher, position) for position in positions[:TRIES]))
    excesses = [_excess(searcher, position) for position in positions[:TRIES]]
    figures["deadline_ms_over_median"] = _ms(statistics.median(excesses))
    figures["deadline_ms_over_max"] = _ms(max(excesses))
    figures["search_memory_mb"] = _peak_mb()
    return figures


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
