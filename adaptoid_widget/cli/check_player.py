"""The command `check-player`."""

from __future__ import annotations

import argparse
from typing import Any

from ..core.rules.variants import VARIANT_NAMES
from .arguments import add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
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
        else f"{wrong} of {total} are wrong. docs/reference/computer/players.md explains the protocol."
    )
    return 1 if wrong else 0
