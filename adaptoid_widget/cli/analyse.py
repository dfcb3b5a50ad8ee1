"""The command `analyse`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from .arguments import POSITION_HELP, add_command, read_position

if TYPE_CHECKING:
    from ..engine.analysis import Analysis


def add(commands: Any) -> None:
    """Add the command to the parser."""
    analyse = add_command(commands, "analyse", "find the best lines of a position")
    analyse.add_argument("position", metavar="POSITION", help=POSITION_HELP)
    analyse.add_argument("--seconds", type=float, help="how long to search (1 by default)")
    analyse.add_argument("--depth", type=int, help="how many turns to look ahead")
    analyse.add_argument("--nodes", type=int, help="how many positions to look at")
    analyse.add_argument("--lines", type=int, default=3, help="how many lines to show (3)")
    analyse.add_argument(
        "--exact", action="store_true", help="leave nothing out, so that each turn has its true score"
    )
    analyse.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    analyse.set_defaults(run=run_analyse)


def run_analyse(options: Any) -> int:
    """Print the best lines. On a terminal, print each depth's best line to standard error."""
    from ..engine.analysis import SECONDS, deepen

    position = read_position(options.position)
    limited = any(limit is not None for limit in (options.seconds, options.depth, options.nodes))
    seconds = options.seconds if limited else SECONDS
    analysis = None
    for analysis in deepen(
        position,
        seconds=seconds,
        depth=options.depth,
        nodes=options.nodes,
        lines=options.lines,
        exact=options.exact,
    ):
        if sys.stderr.isatty() and not options.json:
            print(f"depth {analysis.depth}: {analysis.lines[0]}", file=sys.stderr)
    if analysis is not None:
        print(json.dumps(report(analysis), indent=2) if options.json else analysis)
    return 0


def report(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as data for JSON."""
    return {
        "position": str(analysis.position),
        "turn": analysis.turn,
        "unit": analysis.unit,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "compiled": analysis.compiled,
        "shares": {color: round(share, 4) for color, share in analysis.shares.items()},
        "lines": [
            {"turns": list(line.turns), "score": line.score, "win_in": line.win_in, "exact": line.exact}
            for line in analysis.lines
        ],
        "table": analysis.table,
    }
