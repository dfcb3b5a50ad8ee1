"""The command `player`."""

from __future__ import annotations

import argparse
from typing import Any

from .arguments import add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
    player = add_command(
        commands,
        "player",
        "be a player for other programs, over JSON lines (docs/reference/computer/players.md)",
    )
    budget = player.add_mutually_exclusive_group(required=True)
    budget.add_argument("--level", type=int, help="1 to 10")
    budget.add_argument("--seconds", type=float, help="how long to think about a turn")
    budget.add_argument("--nodes", type=int, help="how many positions to look at for a turn")
    player.add_argument("--seed", type=int, default=0)
    player.set_defaults(run=run_player)


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
    serve(make, lines, out)
    return 0
