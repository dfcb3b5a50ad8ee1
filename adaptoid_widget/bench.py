"""The figures that `adaptoid-widget bench` prints: the speed of the rules and of the search."""

from __future__ import annotations

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

from tqdm import tqdm

from .arena.openings import opening
from .core.rules import random_play
from .core.rules.position import Position
from .engine.backends.backend import rules_module
from .engine.cancel import Stop
from .engine.search import Searcher, SearchResult

SEED = 20081
PACKAGES = ("adaptoid-widget", "numba", "wasmtime", "chess", "anywidget", "jupyterlab", "ipykernel")
# processor seconds of each contender in a round
SLICE = 0.3

# the most turns of a random game
CAP = 400
RULES_ROUNDS = 21

# searched positions
POSITIONS = 200
PER_GAME = 5
FIRST_TURN, LAST_TURN = 10, 40
NODES = 1_000

Figures = dict[str, Any]


def machine() -> Figures:
    """Return the machine and the versions of the packages."""
    versions: dict[str, str | None] = {"python": platform.python_version()}
    for package in PACKAGES:
        versions[package] = None
        with suppress(metadata.PackageNotFoundError):
            versions[package] = metadata.version(package)
    return {
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "versions": versions,
    }


def _processor() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


# -- contenders -------------------------------------------------------------------------------------------------------


def rate(work: Iterator[int]) -> float:
    """Return a contender's rate per processor second. Each `next` does some work and returns its amount.

    Processor time excludes other programs on the machine.
    """
    amount = 0
    began = time.thread_time()
    while time.thread_time() - began < SLICE:
        amount += next(work)
    return amount / (time.thread_time() - began)


def rates(
    contenders: Mapping[str, Iterator[int]], rounds: int, name: str, *, quiet: bool
) -> dict[str, list[float]]:
    """Return each contender's rates by round. All run for the same time in each, so a drifting machine favours none."""
    by_contender: dict[str, list[float]] = {contender: [] for contender in contenders}
    for _ in tqdm(range(rounds), desc=name, disable=quiet, file=sys.stderr):
        for contender, work in contenders.items():
            by_contender[contender].append(rate(work))
    return by_contender


def median(rates: Sequence[float]) -> int:
    """Return the median of rates as a whole number."""
    return round(statistics.median(rates))


# -- rules ------------------------------------------------------------------------------------------------------------


def measure(*, quiet: bool = False) -> Figures:
    """Measure everything; the machine comes first."""
    return {**machine(), **rules(quiet=quiet), **search(quiet=quiet)}


def rules(*, quiet: bool = False) -> Figures:
    """Measure the random turns per second of games from the standard start, interpreted and compiled."""
    random_games = rules_module().random_games
    start = Position.start()
    began = time.perf_counter()
    random_games(start, SEED, 1, CAP)
    compile_s = time.perf_counter() - began
    turns, checksum = random_play.random_games(start.state, start.context, SEED, CAP, CAP)
    if random_games(start, SEED, CAP, CAP) != (turns, checksum):
        raise AssertionError("the compiled rules and the interpreted rules play different games")
    measured = rates(rules_contenders(), RULES_ROUNDS, "rules", quiet=quiet)
    return {
        "interpreted_turns_per_s": median(measured["interpreted"]),
        "compiled_turns_per_s": median(measured["compiled"]),
        "checksum": checksum,
        "checksum_turns": turns,
        "turns_per_game": round(turns / CAP, 1),
        "compile_s": round(compile_s, 2),
    }


def rules_contenders() -> dict[str, Iterator[int]]:
    """Return contenders that play random games and yield their turns."""
    random_games = rules_module().random_games
    start = Position.start()

    def games(play: Callable[[int], tuple[int, int]]) -> Iterator[int]:
        seed = SEED
        while True:
            yield play(seed)[0]
            seed += 1

    return {
        "interpreted": games(
            lambda seed: random_play.random_games(start.state, start.context, seed, 20, CAP)
        ),
        "compiled": games(lambda seed: random_games(start, seed, 2000, CAP)),
    }


# -- search -----------------------------------------------------------------------------------------------------------


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


def search(*, quiet: bool = False) -> Figures:
    """Measure milliseconds and positions per second of the search in 200 midgame positions.

    Depths 2 and 3 are full-width with empty tables.
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
    figures["first_line_ms_median"] = milliseconds(statistics.median(first_line_times))
    figures["first_line_ms_max"] = milliseconds(max(first_line_times))
    for depth, times in depths.items():
        figures[f"depth{depth}_ms_median"] = milliseconds(statistics.median(times))
        figures[f"depth{depth}_ms_max"] = milliseconds(max(times))
    figures["search_nodes_per_s"] = round(nodes / seconds)
    return figures


def milliseconds(seconds: float) -> float:
    """Return milliseconds with two decimals."""
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
