"""Measures the memory of a match of 100 000 short games, in the main process and in the workers.

    python -m tools.match_memory [GAMES]

Prints one JSON object. Fails if the memory after all games is more than 10 % above the memory after a tenth of the
games.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adaptoid_widget.arena.match import play_match
from adaptoid_widget.arena.match_result import Tally
from adaptoid_widget.arena.play_game import GameOutcome
from adaptoid_widget.arena.remote.executors import processes
from tools import argument_parser

GAMES = 100_000
START = "adaptoid w 0,4 W:C5,D3 B:D5LLPP,D6"
SAMPLES = 10


def resident_mb(pid: int) -> float:
    """Return the resident memory of a process in MB; 0 if the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1000


def main(games: int) -> int:
    """Play the match, measure regularly, and print."""
    samples: list[dict[str, Any]] = []
    with processes() as executor, tempfile.TemporaryDirectory() as folder:
        count = Tally.add

        def add(tally: Tally, unit: Sequence[GameOutcome]) -> None:
            count(tally, unit)
            if tally.games % (games // SAMPLES) == 0:
                workers = getattr(executor, "_processes", {})
                samples.append(
                    {
                        "games": tally.games,
                        "mb": resident_mb(os.getpid()),
                        "workers_mb": [resident_mb(pid) for pid in workers],
                    }
                )

        Tally.add = add  # type: ignore[method-assign,assignment]
        path = Path(folder) / "match.txt"
        began = time.perf_counter()
        result = play_match("greedy", "random", games=games, starts=[START], executor=executor, path=path)
        seconds = time.perf_counter() - began
        size = path.stat().st_size
    print(
        json.dumps(
            {
                "games": result.total,
                "turns": result.turns,
                "games_per_s": round(result.total / seconds),
                "file_mb": round(size / 1e6, 1),
                "memory": samples,
            },
            indent=2,
        )
    )
    first, last = samples[0], samples[-1]
    flat = last["mb"] < 1.1 * first["mb"] and sum(last["workers_mb"]) < 1.1 * sum(first["workers_mb"])
    return 0 if flat else 1


if __name__ == "__main__":
    parser = argument_parser(__doc__)
    parser.add_argument("games", nargs="?", type=int, default=GAMES, metavar="GAMES")
    sys.exit(main(parser.parse_args().games))
