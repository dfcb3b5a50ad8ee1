"""Compares the search with UCT and max^n in paired games, and prints one JSON object.

python -m tools.rivals uct --games 200 --seconds 0.1
python -m tools.rivals maxn --games 120 --nodes 20000
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from adaptoid_widget import Position
from adaptoid_widget.arena.match import play_match
from adaptoid_widget.arena.players import Player
from adaptoid_widget.bench import machine
from tools import argument_parser
from tools.rivals.maxn import MaxN
from tools.rivals.uct import Uct


def against_uct(games: int, seconds: float, seed: int) -> dict[str, object]:
    """Play the search against UCT, with equal seconds per turn."""
    with ThreadPoolExecutor(1) as pool:
        result = play_match(Player(seconds=seconds), Uct(seconds), games=games, seed=seed, executor=pool)
    return {"rival": "uct", "seconds": seconds, "games": games, "wins": result.wins, "draws": result.draws}


def against_maxn(games: int, nodes: int, seed: int) -> dict[str, object]:
    """Play the paranoid search against max^n with equal positions per turn, one against two."""
    won = {"search": 0, "max^n": 0}
    seats = {"search": 0, "max^n": 0}
    start = Position.start("adapt3")
    with ThreadPoolExecutor(1) as pool:
        for single, pair in (("search", "max^n"), ("max^n", "search")):
            players = [
                Player(nodes=nodes) if player == "search" else MaxN(nodes) for player in (single, pair, pair)
            ]
            result = play_match(
                *players, games=games // 2, start=start, seed=seed, seats="rotations", executor=pool
            )
            for player, wins in zip((single, pair, pair), result.wins, strict=True):
                won[player] += wins
                seats[player] += games // 2
    shares = {name: round(won[name] / seats[name], 3) for name in won}
    return {"rival": "max^n", "nodes": nodes, "games": games, "wins": won, "share of wins a seat": shares}


def main(words: Sequence[str] | None = None) -> int:
    """Read the command line, play and print."""
    parser = argument_parser(__doc__)
    parser.add_argument("rival", choices=("uct", "maxn"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    if options.rival == "uct":
        figures = against_uct(options.games, options.seconds, options.seed)
    else:
        figures = against_maxn(options.games, options.nodes, options.seed)
    print(json.dumps({**figures, "seed": options.seed, **machine()}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
