"""Measures the speed of the rules, with python-chess for comparison, and the time of imports."""

from __future__ import annotations

import os
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import Any

from tqdm import tqdm

from ..core.rules import random_play
from ..core.rules.position import Position

SEED = 20081
CAP = 400
ROUNDS = 21
# processor seconds of each contender in a round
SLICE = 0.3

Figures = dict[str, Any]


def machine() -> Figures:
    """Return the machine and the versions of the packages."""
    versions: dict[str, str | None] = {"python": platform.python_version()}
    for package in [
        "adaptoid-widget",
        "numba",
        "wasmtime",
        "chess",
        "anywidget",
        "jupyterlab",
        "ipykernel",
        "playwright",
    ]:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            versions[package] = None
    return {
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "versions": versions,
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:  # noqa: PTH123
            for line in lines:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor()


def measure(*, quiet: bool = False) -> Figures:
    """Measure random turns per second, interpreted and compiled, and random moves of python-chess.

    A random turn is that of `core.rules.random_play`. The games begin at the standard start and end after 400 turns.
    Rates and ratios are medians over rounds in which all contenders run for the same time, so that a drifting machine
    favours none of them.
    """
    from ..engine.backends.backend import rules_module

    random_games = rules_module().random_games
    start = Position.start()
    began = time.perf_counter()
    random_games(start, SEED, 1, CAP)
    compile_s = time.perf_counter() - began
    turns, checksum = interpreted_games(start, SEED, 400, CAP)
    if random_games(start, SEED, 400, CAP) != (turns, checksum):
        raise AssertionError("the compiled rules play other games than the interpreted ones")
    chess = _chess()
    rates: dict[str, list[float]] = {"chess": [], "interpreted": [], "compiled": []}
    for round_number in tqdm(range(ROUNDS), desc="rounds", disable=quiet, file=sys.stderr):
        seed = SEED + round_number * 1000
        if chess is not None:
            rates["chess"].append(rate(chess))
        rates["interpreted"].append(rate(_games(interpreted_games, start, seed, 20)))
        rates["compiled"].append(rate(_games(random_games, start, seed, 2000)))
    figures: Figures = {
        "interpreted_turns_per_s": median(rates["interpreted"]),
        "compiled_turns_per_s": median(rates["compiled"]),
        "chess_moves_per_s": median(rates["chess"]),
        "interpreted_ratio": ratio(rates["interpreted"], rates["chess"]),
        "compiled_ratio": ratio(rates["compiled"], rates["chess"]),
        "checksum": checksum,
        "checksum_turns": turns,
        "turns_per_game": round(turns / 400, 1),
        "compile_s": round(compile_s, 2),
    }
    figures.update(imports(quiet=quiet))
    figures["installed_mb"] = installed_mb()
    return figures


def interpreted_games(position: Position, seed: int, games: int, cap: int) -> tuple[int, int]:
    """Play random games, interpreted. Return the number of turns and a checksum over all states."""
    return random_play.random_games(position.state, position.context, seed, games, cap)


def installed_mb() -> float:
    """Return the size of the package and of what it brings along, beyond ipywidgets and anywidget."""
    added = required("adaptoid-widget") - required("ipywidgets") - required("anywidget")
    files = [file.locate() for name in added for file in metadata.files(name) or ()]
    size = sum(os.path.getsize(file) for file in files if os.path.isfile(file))  # noqa: PTH113, PTH202
    return round(size / 1e6, 1)


def required(package: str, seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return a package and all that it needs without extras, as far as it is installed.

    >>> {"adaptoid-widget", "anywidget", "traitlets"} <= required("adaptoid-widget")
    True
    """
    name = re.sub(r"[-_.]+", "-", package).lower()
    if name in seen:
        return seen
    try:
        requirements = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return seen
    seen |= {name}
    for requirement in requirements:
        if "extra ==" not in requirement:
            seen = required(re.split(r"[^\w.-]", requirement, maxsplit=1)[0], seen)
    return seen


def median(rates: list[float]) -> int | None:
    """Return the median of rates as a whole number, or None without rates."""
    return round(statistics.median(rates)) if rates else None


def ratio(rates: list[float], reference: list[float]) -> float | None:
    """Return the median of the ratios of two contenders by round, or None without a reference.

    >>> ratio([3, 8, 10], [1, 2, 5])
    3.0
    """
    if not reference:
        return None
    return round(statistics.median(a / b for a, b in zip(rates, reference, strict=True)), 2)


def rate(work: Iterator[int]) -> float:
    """Return a contender's rate per processor second. Each `next` does some work and returns its amount.

    Processor time excludes other programs on the machine.
    """
    done = 0
    began = time.thread_time()
    while time.thread_time() - began < SLICE:
        done += next(work)
    return done / (time.thread_time() - began)


def _games(
    play: Callable[[Position, int, int, int], tuple[int, int]], start: Position, seed: int, games: int
) -> Iterator[int]:
    while True:
        yield play(start, seed, games, CAP)[0]
        seed += 1


def _chess() -> Iterator[int] | None:
    try:
        import chess
    except ImportError:
        return None

    def moves() -> Iterator[int]:
        dice = random.Random(SEED)
        board = chess.Board()
        while True:
            legal = list(board.legal_moves)
            if legal and board.ply() < CAP:
                board.push(dice.choice(legal))
                yield 1
            else:
                board.reset()

    return moves()


def imports(*, rounds: int = 9, quiet: bool = False) -> Figures:
    """Measure `import adaptoid_widget`, also with the board, in units of `import anywidget`."""
    statements = {
        "anywidget": "import anywidget",
        "import": "import adaptoid_widget",
        "board": "import adaptoid_widget; adaptoid_widget.Board",
    }
    times: dict[str, list[float]] = {name: [] for name in statements}
    with tempfile.TemporaryDirectory() as folder:
        # write bytecode for all contenders, in the first round
        env = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for round_number in tqdm(range(rounds + 1), desc="imports", disable=quiet, file=sys.stderr):
            for name, statement in statements.items():
                code = f"import time; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
                out = subprocess.run(
                    [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
                )
                if round_number:
                    times[name].append(float(out.stdout))
    return {
        "import_ms": round(1000 * statistics.median(times["import"]), 1),
        "import_ratio": ratio(times["import"], times["anywidget"]),
        "import_board_ratio": ratio(times["board"], times["anywidget"]),
    }
