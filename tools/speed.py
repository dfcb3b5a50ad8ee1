"""Measures figures that `adaptoid-widget bench` leaves out: rivals, backends, stopping, records, imports and memory.

    python -m tools.speed

Compares rules and records with python-chess, and imports with anywidget. Prints one JSON object.
"""

from __future__ import annotations

import gc
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

import chess
import chess.pgn
from tqdm import tqdm

from adaptoid_widget.bench import (
    CAP,
    PER_GAME,
    POSITIONS,
    RULES_ROUNDS,
    SEED,
    Figures,
    machine,
    median,
    midgames,
    milliseconds,
    rates,
    rules_contenders,
)
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.game.records import read_records
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.engine.backends.backend import rules_module
from adaptoid_widget.engine.cancel import Stop
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.storage.records import read_games, write_games
from tools import argument_parser
from tools.games import random_game

BACKEND_ROUNDS = 3
TRIES = 40
SECONDS = 0.1
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
# games in the file of records, and the intervals of their comments and variations in turns
GAMES = 120
RECORDS_ROUNDS = 9
IMPORT_ROUNDS = 9
COMMENT_EVERY = 10
VARIATION_EVERY = 20


def measure_rules() -> Figures:
    """Measure random turns per second, interpreted and compiled, and random moves of python-chess."""
    measured = rates({"chess": _random_moves(), **rules_contenders()}, RULES_ROUNDS, "rules", quiet=False)
    return {
        "chess_moves_per_s": median(measured["chess"]),
        "interpreted_ratio": ratio(measured["interpreted"], measured["chess"]),
        "compiled_ratio": ratio(measured["compiled"], measured["chess"]),
    }


def measure_records(*, quiet: bool = False) -> Figures:
    """Measure the turns per second of strict reading from a file, and the moves of python-chess's PGN reader.

    The files contain random games of the same lengths with six headers, a comment every tenth turn and a variation
    every twentieth. `records_turns_per_s` is `aw.read_games` with compiled rules, as for large files,
    `records_interpreted_turns_per_s` without.
    """
    games = annotated_games()
    with tempfile.TemporaryDirectory() as folder:
        contenders = {
            **records_contenders(games, Path(folder) / "games.txt"),
            "chess": _read_moves(Path(folder) / "games.pgn", [game.ply for game in games]),
        }
        # without this, a contender that creates more objects also pays more for existing ones
        gc.collect()
        gc.freeze()
        measured = rates(contenders, RECORDS_ROUNDS, "records", quiet=quiet)
        gc.unfreeze()
    return {
        "records_turns_per_s": median(measured["compiled"]),
        "records_interpreted_turns_per_s": median(measured["interpreted"]),
        "records_chess_moves_per_s": median(measured["chess"]),
        "records_ratio": ratio(measured["compiled"], measured["chess"]),
        "records_interpreted_ratio": ratio(measured["interpreted"], measured["chess"]),
    }


def annotated_games() -> list[Game]:
    """Return random games with headers, comments and variations."""
    games = [random_game(SEED + number) for number in range(GAMES)]
    for number, game in enumerate(games):
        annotate(game, number)
    return games


def records_contenders(games: Sequence[Game], path: Path) -> dict[str, Iterator[int]]:
    """Write games to a file. Return contenders that read it and yield the turns of each game."""
    write_games(games, path, progress=False)

    def compiled() -> Iterator[int]:
        while True:
            for game in read_games(path, progress=False):
                yield len(game.nodes) - 1

    def interpreted() -> Iterator[int]:
        while True:
            with path.open(encoding="utf-8") as lines:
                for game in read_records(Game, lines):
                    yield len(game.nodes) - 1

    # compile before measuring
    start = Position.start()
    rules_module().outcomes(start.state, False, list(games[0].turns), start.layout, start.context)
    return {"compiled": compiled(), "interpreted": interpreted()}


def annotate(game: Game, number: int) -> None:
    """Add headers, comments and variations to a game."""
    game.headers.update(headers(number))
    last = game.node.number
    for ply in range(COMMENT_EVERY, game.ply, COMMENT_EVERY):
        game.comment_on(game.line[ply].number, f"A quiet move, number {ply}")
    for ply in range(VARIATION_EVERY, game.ply, VARIATION_EVERY):
        game.select(last).goto(ply - 1)
        known = {game.nodes[child].turn for child in game.node.children}
        game.play(next(turn for turn in game.position.turns() if turn not in known))
    game.select(last)


def headers(number: int) -> dict[str, str]:
    """Return the headers of a game in both formats."""
    return {
        "Event": "Club evening",
        "Site": f"Hall {number % 7}",
        "Date": f"2024.05.{number % 28 + 1:02}",
        "Round": str(number + 1),
        "White": f"Ann {number % 13}",
        "Black": f"Ben {number % 11}",
    }


def _random_moves() -> Iterator[int]:
    dice = random.Random(SEED)
    board = chess.Board()
    while True:
        legal = list(board.legal_moves)
        if legal and board.ply() < CAP:
            board.push(dice.choice(legal))
            yield 1
        else:
            board.reset()


def _read_moves(path: Path, lengths: list[int]) -> Iterator[int]:
    dice = random.Random(SEED)
    counts: list[int] = []
    texts: list[str] = []
    for number, length in enumerate(lengths):
        game = _chess_game(length, dice)
        game.headers.update(headers(number))
        counts.append(_count_moves(game))
        texts.append(str(game))
    path.write_text("\n\n".join(texts) + "\n", encoding="utf-8")

    while True:
        with path.open(encoding="utf-8") as lines:
            for count in counts:
                if chess.pgn.read_game(lines) is None:
                    raise AssertionError("python-chess reads fewer games than were written")
                yield count


def _chess_game(length: int, dice: random.Random) -> Any:
    """Return a random game of chess with a number of moves, with comments and variations like ours."""
    while True:
        game = chess.pgn.Game()
        node: Any = game
        board = game.board()
        for ply in range(1, length + 1):
            legal = list(board.legal_moves)
            if not legal:
                break
            move = dice.choice(legal)
            before, node = node, node.add_variation(move)
            if ply % COMMENT_EVERY == 0 and ply < length:
                node.comment = f"A quiet move, number {ply}"
            if ply % VARIATION_EVERY == 0 and ply < length and len(legal) > 1:
                before.add_variation(next(other for other in legal if other != move))
            board.push(move)
        else:
            return game


def _count_moves(game: Any) -> int:
    """Return the number of moves of a game of chess with its variations."""
    moves = 0
    nodes = [game]
    while nodes:
        variations = nodes.pop().variations
        moves += len(variations)
        nodes += variations
    return moves


def ratio(rates: Sequence[float], reference: Sequence[float]) -> float | None:
    """Return the median of the ratios of two contenders by round, or None without rates.

    >>> ratio([3, 8, 10], [1, 2, 5])
    3.0
    """
    if not rates or not reference:
        return None
    return round(statistics.median(a / b for a, b in zip(rates, reference, strict=True)), 2)


def backends(positions: list[Position]) -> Figures:
    """Measure the positions per processor second of the compiled backends, one search after another."""
    searchers: dict[str, Searcher] = {}
    for name in ("numba", "wasm"):
        with suppress(ImportError):
            searchers[name] = Searcher(engine=name)
            searchers[name].search(positions[0], depth=2)
    by_backend: dict[str, list[float]] = {"numba": [], "wasm": []}
    for position in positions * BACKEND_ROUNDS:
        for name, searcher in searchers.items():
            begun = time.thread_time()
            result = searcher.search(position, nodes=MANY_NODES)
            by_backend[name].append(result.nodes / (time.thread_time() - begun))
    figures: Figures = {
        f"{name}_nodes_per_s": median(samples) if samples else None for name, samples in by_backend.items()
    }
    return {**figures, "wasm_ratio": ratio(by_backend["wasm"], by_backend["numba"])}


def stopping(positions: list[Position]) -> Figures:
    """Measure milliseconds from a stop to the answer, and beyond a time limit of 0.1 s."""
    searcher = Searcher()
    searcher.search(positions[0], depth=2)
    excesses = [_excess(searcher, position) for position in positions]
    return {
        "stop_ms_max": milliseconds(max(_time_to_stop(searcher, position) for position in positions)),
        "deadline_ms_over_median": milliseconds(statistics.median(excesses)),
        "deadline_ms_over_max": milliseconds(max(excesses)),
    }


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


def first_turn() -> float:
    """Return the seconds to a turn of level 6 in a new process without numba and with empty caches, with imports."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as bytecode:
        # what pip compiles when it installs
        env = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(PER_GAME + 1):
            with tempfile.TemporaryDirectory() as folder:
                command: list[str] = [sys.executable, "-c", FRESH_TURN, folder]
                completed = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
            times.append(float(completed.stdout))
    return round(statistics.median(times[1:]), 2)


def peak_mb() -> int | None:
    """Return the peak memory of this process, or None if the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    # Linux counts kilobytes, macOS bytes
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit)


def installed_mb() -> float:
    """Return the size of the package and its dependencies, except ipywidgets and anywidget."""
    added = required("adaptoid-widget") - required("ipywidgets") - required("anywidget")
    files = [file.locate() for name in added for file in metadata.files(name) or ()]
    size = sum(os.path.getsize(file) for file in files if os.path.isfile(file))  # noqa: PTH113, PTH202
    return round(size / 1e6, 1)


def required(package: str, known: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return a package and its installed dependencies, without extras.

    >>> {"adaptoid-widget", "anywidget", "traitlets"} <= required("adaptoid-widget")
    True
    """
    name = re.sub(r"[-_.]+", "-", package).lower()
    if name in known:
        return known
    try:
        requirements = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return known
    known |= {name}
    for requirement in requirements:
        if "extra ==" not in requirement:
            known = required(re.split(r"[^\w.-]", requirement, maxsplit=1)[0], known)
    return known


def imports() -> Figures:
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
        for round_number in tqdm(range(IMPORT_ROUNDS + 1), desc="imports", file=sys.stderr):
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


def main() -> int:
    """Measure, and print the figures."""
    argument_parser(__doc__).parse_args()
    figures: Figures = {**machine(), **measure_rules(), **imports(), "installed_mb": installed_mb()}
    positions = midgames(POSITIONS)
    figures.update({**stopping(positions[:TRIES]), **backends(positions[:: POSITIONS // PER_GAME])})
    figures.update({"first_turn_s": first_turn(), "search_memory_mb": peak_mb()})
    print(json.dumps({**figures, **measure_records()}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
