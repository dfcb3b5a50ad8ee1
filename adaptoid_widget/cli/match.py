"""The command `match`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from ..arena.specs import FORMS
from ..core.rules.errors import TextError
from ..core.rules.position import Position
from ..export.inputs import STDIN, standard_input
from ..storage.text_files import read_lines
from .arguments import add_command, read_position


def add(commands: Any) -> None:
    """Add the command to the parser."""
    match = add_command(
        commands,
        "match",
        "let players play many games against one another",
        f"A PLAYER is one of: {FORMS}.",
    )
    match.add_argument("players", metavar="PLAYER", nargs="+", help="two players, or three in Adapt3")
    match.add_argument("--games", type=int, default=100, help="how many games (100)")
    match.add_argument(
        "--seed", type=int, default=0, help="seed for the openings and the players' random choices"
    )
    match.add_argument("--start", metavar="POSITION", help="draw openings after this position")
    match.add_argument(
        "--starts",
        metavar="FILE",
        type=Path,
        help="begin from the positions in a file, one per line; - for standard input",
    )
    match.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        help="save the games; the same command continues the match",
    )
    match.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        help="stop once the first player is shown to be that much stronger, or not",
    )
    match.add_argument("--cap", type=int, default=400, help="end a game of this many turns as a draw (400)")
    match.add_argument(
        "--seconds", type=float, default=60.0, help="a player that thinks longer forfeits the game (60)"
    )
    match.add_argument("--workers", type=int, help="how many processes play (one per processor)")
    match.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    match.add_argument("--quiet", action="store_true", help="show no progress")
    match.set_defaults(run=run_match)


def run_match(options: argparse.Namespace) -> int:
    """Play the match and print the result."""
    from ..arena.match import play_match
    from ..arena.specs import as_player

    # import players from the current folder, as python -m does
    sys.path.insert(0, os.getcwd())  # noqa: PTH109
    starts = None
    if options.starts is not None:
        starts = []
        lines = standard_input().split("\n") if str(options.starts) == STDIN else read_lines(options.starts)
        for number, line in enumerate(lines, 1):
            try:
                starts += [Position.of(line)] if line.strip() else []
            except TextError as error:
                raise ValueError(f"{options.starts}: {error.within(number, 1)}") from None
    sprt = None
    if options.sprt is not None:
        try:
            elo0, elo1 = [float(word) for word in options.sprt.split(",")]
        except ValueError:
            raise ValueError(f"--sprt takes two Elo numbers, such as 0,20, not {options.sprt!r}") from None
        sprt = elo0, elo1
    try:
        result = play_match(
            *[as_player(text) for text in options.players],
            games=options.games,
            starts=starts,
            start=None if options.start is None else read_position(options.start),
            workers=options.workers,
            seed=options.seed,
            path=options.output,
            sprt=sprt,
            cap=options.cap,
            seconds=options.seconds,
            quiet=options.quiet or (options.json and not sys.stderr.isatty()),
        )
    except KeyboardInterrupt:
        hint = "; the same command continues from there" if options.output else ""
        print(f"adaptoid-widget: stopped{hint}", file=sys.stderr)
        return 130
    print(json.dumps(result.to_dict(), indent=2) if options.json else result)
    return 0
