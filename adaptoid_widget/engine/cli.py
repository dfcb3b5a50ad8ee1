"""The command `analyse`: the best lines of a position, deeper and deeper."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .analysis import Analysis


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    analyse = commands.add_parser("analyse", help="find the best lines of a position")
    analyse.add_argument("position", metavar="POSITION", help="a position text, or - to read one")
    analyse.add_argument("--seconds", type=float, help="how long to search (1 if nothing else is said)")
    analyse.add_argument("--depth", type=int, help="how many turns to look ahead")
    analyse.add_argument("--nodes", type=int, help="how many positions to look at")
    analyse.add_argument("--lines", type=int, default=3, help="how many lines to tell (3)")
    analyse.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    analyse.set_defaults(run=run_analyse)


def run_analyse(options: Any) -> int:
    """Print the lines found, and on standard error what is found on the way."""
    from .analysis import SECONDS, deepen

    text = sys.stdin.read().rstrip("\n") if options.position == "-" else options.position
    limited = any(limit is not None for limit in (options.seconds, options.depth, options.nodes))
    seconds = options.seconds if limited else SECONDS
    found = None
    for found in deepen(text, seconds=seconds, depth=options.depth, nodes=options.nodes, lines=options.lines):
        if sys.stderr.isatty() and not options.json:
            print(f"depth {found.depth}: {found.lines[0]}", file=sys.stderr)
    if found is not None:
        print(json.dumps(report(found), indent=2) if options.json else found)
    return 0


def report(found: Analysis) -> dict[str, Any]:
    """An analysis as JSON-able data."""
    return {
        "position": str(found.position),
        "turn": found.turn,
        "unit": found.unit,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "compiled": found.compiled,
        "shares": {color: round(share, 4) for color, share in found.shares.items()},
        "lines": [
            {"turns": list(line.turns), "score": line.score, "win_in": line.win_in, "exact": line.exact}
            for line in found.lines
        ],
        "table": found.table,
    }
