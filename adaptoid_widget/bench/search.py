"""How fast the search is, how soon it says something, and how promptly it ends."""

from __future__ import annotations

import statistics
import sys
import threading
import time
from typing import Any

from tqdm import tqdm

from ..arena.openings import opening
from ..core.rules.position import Position
from ..engine.cancel import Stop
from ..engine.search import Searcher, SearchResult
from .games import SEED

POSITIONS = 200
# of each game, so that positions are not all of one
EACH = 5
FIRST_TURN, LAST_TURN = 10, 40
NODES = 1_000
TRIES = 40
SECONDS = 0.1

Figures = dict[str, Any]


def midgames(number: int) -> list[Position]:
    """Positions from the 10th to the 40th turn of the engine's own games, with 1000 nodes a turn, evenly picked."""
    searcher = Searcher(1)
    out: list[Position] = []
    seed = SEED
    while len(out) < number:
        seed += 1
        position = opening(seed)
        met: list[Position] = []
        for turn in range(LAST_TURN):
            if turn >= FIRST_TURN:
                met.append(position)
            found = searcher.search(position, nodes=NODES, seed=seed)
            position = position.play(found.lines[0].turns[0])
            if position.winner is not None:
                break
        out += met[:: max(1, len(met) // EACH)][:EACH]
    return out[:number]


def measure(*, quiet: bool = False) -> Figures:
    """Milliseconds and positions a second of the compiled search, over 200 midgame positions of its own games.

    Depth 2 and 3 are full-width, on tables that know nothing of the position. `stop_ms_max` is from asking to having
    the answer, `deadline_ms_over_max` how much more than 0.1 s a search took that was given so long.
    """
    begun = time.perf_counter()
    searcher = Searcher()
    searcher.search(Position.start(), depth=2)
    figures: Figures = {"search_ready_s": round(time.perf_counter() - begun, 2)}
    positions = midgames(POSITIONS)
    first: list[float] = []
    depths: dict[int, list[float]] = {2: [], 3: []}
    nodes = 0
    seconds = 0.0
    for position in tqdm(positions, desc="search", disable=quiet, file=sys.stderr):
        first.append(_first(searcher, position))
        for depth, times in depths.items():
            begun = time.perf_counter()
            found = searcher.search(position, depth=depth, exact=True)
            times.append(time.perf_counter() - begun)
            if depth == 3:
                nodes += found.nodes
                seconds += found.seconds
    figures["first_line_ms_median"] = _ms(statistics.median(first))
    figures["first_line_ms_max"] = _ms(max(first))
    for depth, times in depths.items():
        figures[f"depth{depth}_ms_median"] = _ms(statistics.median(times))
        figures[f"depth{depth}_ms_max"] = _ms(max(times))
    figures["search_nodes_per_s"] = round(nodes / seconds)
    figures["stop_ms_max"] = _ms(max(_stopped(searcher, position) for position in positions[:TRIES]))
    over = [_over(searcher, position) for position in positions[:TRIES]]
    figures["deadline_ms_over_median"] = _ms(statistics.median(over))
    figures["deadline_ms_over_max"] = _ms(max(over))
    figures["search_memory_mb"] = _peak_mb()
    return figures


def _peak_mb() -> int | None:
    """The most memory that this process ever had; None where the system does not say."""
    try:
        import resource
    except ImportError:
        return None
    # Linux counts kilobytes, macOS bytes
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit)


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)


def _first(searcher: Searcher, position: Position) -> float:
    """How long until the first line."""
    stop = Stop()
    said: list[float] = []

    def report(_: SearchResult) -> None:
        said.append(time.perf_counter())
        stop.set()

    begun = time.perf_counter()
    searcher.search(position, stop=stop, report=report)
    return said[0] - begun


def _stopped(searcher: Searcher, position: Position) -> float:
    """How long a search goes on after it was asked to stop."""
    stop = Stop()
    asked: list[float] = []

    def ask() -> None:
        asked.append(time.perf_counter())
        stop.set()

    clock = threading.Timer(SECONDS, ask)
    clock.start()
    searcher.search(position, stop=stop)
    ended = time.perf_counter()
    clock.cancel()
    clock.join()
    # where the end was proven before, nobody had to ask
    return ended - asked[0] if asked else 0.0


def _over(searcher: Searcher, position: Position) -> float:
    """How much longer than it was given a search takes."""
    begun = time.perf_counter()
    searcher.search(position, seconds=SECONDS)
    return max(0.0, time.perf_counter() - begun - SECONDS)
