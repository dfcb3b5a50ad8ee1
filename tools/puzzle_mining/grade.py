"""Rates puzzles by which players find a right turn, and by how few turns are right."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.search.levels import SEARCH_LIMITS, SHORT_SIGHTED, SearchLimits
from adaptoid_widget.engine.search import Searcher
from tools import compiled_players
from tools.puzzle_mining.puzzle_file import HIGHEST, LOWEST

SEEDS = 4
# positions looked at, beside the levels
NODES = (300, 2000, 15000)
# what weighs how much
BY_PLAYERS, BY_CHANCE = 0.58, 0.37
# between these lie all puzzles that greedy players miss
EASIEST, HARDEST = 0.3, 1.0
# one right turn in two to this power is as rare as it gets
RAREST = 8


def grade(position: Position, right: Collection[str], legal: int, searcher: Searcher) -> int:
    """Return the rating of a puzzle in tens: 800 if all players solve it, most if none does and few turns are right."""
    tried = [str(turn) in right for turn in _tries(position, searcher)]
    missed = 1 - sum(tried) / len(tried)
    rare = min(1.0, math.log2(max(1.0, legal / len(right))) / RAREST)
    hard = BY_PLAYERS * missed + BY_CHANCE * rare
    share = min(1.0, max(0.0, (hard - EASIEST) / (HARDEST - EASIEST)))
    return LOWEST + 10 * round(share * (HIGHEST - LOWEST) / 10)


def _tries(position: Position, searcher: Searcher) -> Iterator[Turn]:
    """Yield the turns of levels 1 to 6 and of players with several search limits, equally often."""
    for seed in range(SEEDS):
        for level in SHORT_SIGHTED:
            yield compiled_players.choose(position, level, seed)
        limits = [SEARCH_LIMITS[level] for level in (4, 5, 6)] + [
            SearchLimits(None, nodes, ()) for nodes in NODES
        ]
        for depth, nodes, without in limits:
            limited_searcher = Searcher(1, without=without) if without else searcher
            yield limited_searcher.search(position, depth=depth, nodes=nodes, seed=seed).lines[0].turns[0]
