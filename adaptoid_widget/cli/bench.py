"""The command `bench`."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from .arguments import add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = add_command(commands, "bench", "measure the rules and the search")
    command.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    command.set_defaults(run=run_bench)


def run_bench(options: argparse.Namespace) -> int:
    """Measure, and print the figures."""
    from ..bench import measure

    figures = measure(quiet=options.json and not sys.stderr.isatty())
    if options.json:
        print(json.dumps(figures, indent=2))
    else:
        width = max(len(name) for name in figures)
        for name, value in figures.items():
            print(f"{name:{width}}  {value}")
    return 0
