"""The commands about programs as players: `player` and `check-player`."""

from __future__ import annotations

import argparse
from typing import Any

from ..core.rules.variants import VARIANT_NAMES
from .commands import add_command


def add(commands: Any) -> None:
    """Add the commands to the parser."""
    player = add_command(
        commands, "player", "be a player for other programs, over JSON lines (docs/reference/players.md)"
    )
    budget = player.add_mutually_exclusive_group(required=True)
    budget.add_argument("--level", type=int, help="1 to 10")
    budget.add_argument("--seconds", type=float, help="how long to think about a turn")
    budget.add_argument("--nodes", type=int, help="how many positions to look at for a turn")
    player.add_argument("--seed", type=int, default=0)
    player.set_defaults(run=run_player)

    check = add_command(
        commands,
        "check-player",
        "ask a program about positions of many kinds, and report what is wrong",
        usage="adaptoid-widget check-player [--seconds S] [--only VARIANT] -- PROGRAM [WORD ...]",
    )
    check.add_argument("--seconds", type=float, default=10.0, help="how long a turn may take (10)")
    check.add_argument("--only", choices=VARIANT_NAMES, help="check one variant only")
    check.add_argument(
        "program", metavar="PROGRAM", nargs="+", help="the program and its arguments, after --"
    )
    check.set_defaults(run=run_check)


def run_player(options: argparse.Namespace) -> int:
    """Answer over JSON lines until the quit message."""
    from ..arena.player_api import Chooser
    from ..arena.players import Player
    from ..arena.programs.program_protocol import own_pipes, serve

    player = Player(options.level, seconds=options.seconds, nodes=options.nodes, seed=options.seed)

    def make(seed: object) -> Chooser:
        # the seed of a message can be anything
        return player.for_game(seed) if isinstance(seed, int) else player

    lines, out = own_pipes()
    serve(make, lines, out, may_exit=True)
    return 0


def run_check(options: argparse.Namespace) -> int:
    """Print each check and what is wrong. The exit status is 1 if anything is wrong."""
    from ..arena.programs.protocol_check import check

    wrong = 0
    total = 0
    for result in check(options.program, seconds=options.seconds, only=options.only):
        total += 1
        wrong += result.wrong is not None
        print(f"{'ok   ' if result.wrong is None else 'WRONG'} {result.what}")
        if result.wrong is not None:
            print(f"      It {result.wrong}")
    print(
        "All is well."
        if not wrong
        else f"{wrong} of {total} are wrong. docs/reference/players.md explains the protocol."
    )
    return 1 if wrong else 0
