"""The command `perft`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

from tqdm import tqdm

from ..core.rules.errors import whole_number
from ..core.rules.perft import perft
from ..core.rules.position import Position
from .arguments import POSITION_HELP, add_command, read_position


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = add_command(commands, "perft", "count the sequences of turns from a position")
    command.add_argument("position", metavar="POSITION", help=POSITION_HELP)
    command.add_argument("depth", metavar="DEPTH", type=int, help="how many turns")
    command.add_argument("--divide", action="store_true", help="count each first turn separately")
    command.add_argument("--interpreted", action="store_true", help="do not compile")
    command.set_defaults(run=run_perft)


def run_perft(options: argparse.Namespace) -> int:
    """Print the counts of each depth, or with --divide of each first turn."""
    whole_number(options.depth, "DEPTH", 0)
    position = read_position(options.position)
    count = perft if options.interpreted else _fastest_perft()
    if options.divide:
        return _divide(position, options.depth, count)
    for depth in range(1 if options.depth else 0, options.depth + 1):
        start = time.perf_counter()
        print(depth, count(position, depth), flush=True)
        seconds = time.perf_counter() - start
        if seconds > 1:
            print(f"depth {depth} took {seconds:.1f} s", file=sys.stderr)
    return 0


def _divide(position: Position, depth: int, count: Callable[[Position, int], int]) -> int:
    if depth < 1:
        raise ValueError("--divide needs a DEPTH of 1 or more")
    total = 0
    for turn in tqdm(list(position.turns()), disable=None, leave=False):
        sequences = count(position.play(turn), depth - 1)
        total += sequences
        tqdm.write(f"{turn}: {sequences}")
    print(total)
    return 0


def _fastest_perft() -> Callable[[Position, int], int]:
    try:
        from ..engine.backends.numba_compiler import perft as compiled_perft
    except ImportError:
        return perft
    return compiled_perft
