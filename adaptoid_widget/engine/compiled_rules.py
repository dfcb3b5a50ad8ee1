"""Core's own functions, compiled: the same source as in the notebook and in the shared page (but see `native`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ..core.rules import bitboard as rules
from ..core.rules import random_play as playout
from ..core.rules.apply_turns import Outcome, steps
from ..core.rules.apply_turns import outcomes as interpreted_outcomes
from ..core.rules.bitboard import State
from ..core.rules.layout import Layout
from ..core.rules.position import Position, check_depth
from ..core.rules.turn import Turn
from ..core.tactics import one_ply as glance
from ..core.tactics import weak_players as shortsight
from ..threads import deferred_interrupt

with deferred_interrupt():
    import numpy as np

    from . import jit
    from .intrinsics import NearTable

MODULES = (rules, playout, glance, shortsight)

# so few turns are played before the arrays for them are made
MAX_BY_HAND = 4


class Compiled(NamedTuple):
    """What has been compiled, to be called with a state, a board's mask and `near_array`."""

    random_turn: Callable[..., playout.RandomTurn]
    random_games: Callable[..., tuple[int, int]]
    perft: Callable[..., int]
    replay: Callable[..., int]
    glance: Callable[..., glance.Sight]
    greedy: Callable[..., shortsight.Choice]
    short: Callable[..., shortsight.Choice]


@cache
def compiled() -> Compiled:
    """Core's functions, each compiled at its first call, or read from the cache."""
    names = jit.compiled(MODULES, Compiled._fields)
    return Compiled(*[names[name] for name in Compiled._fields])


@lru_cache(maxsize=100)
def near_array(layout: Layout) -> NearTable:
    """A layout's table of touching discs as compiled code wants it."""
    return NearTable(layout.links)


def perft(position: Position, depth: int) -> int:
    """Like `adaptoid_widget.perft`, compiled.

    >>> from adaptoid_widget import Position
    >>> perft(Position.start(), 4)
    14880
    """
    check_depth(depth)
    if depth == 0 or position.winner is not None:
        return 1 if depth == 0 else 0
    run = compiled().perft
    layout = position.layout
    moved = position.step == "grow"
    players = len(position.colors)
    return int(run(position.state, layout.board, near_array(layout), players, position.flags, depth, moved))


def random_games(position: Position, seed: int, games: int, cap: int) -> tuple[int, int]:
    """Play random games from a position at the start of a turn: the number of turns, and a checksum over all states.

    >>> from adaptoid_widget import Position
    >>> random_games(Position.start(), seed=1, games=2, cap=400) == interpreted_games(
    ...     Position.start(), seed=1, games=2, cap=400
    ... )
    True
    """
    layout = position.layout
    turns, checksum = compiled().random_games(
        position.state,
        layout.board,
        near_array(layout),
        len(position.colors),
        position.flags,
        seed,
        games,
        cap,
    )
    return int(turns), int(checksum)


def interpreted_games(position: Position, seed: int, games: int, cap: int) -> tuple[int, int]:
    """The same games, played by the same functions as plain Python."""
    layout = position.layout
    return playout.random_games(
        position.state, layout.board, layout.links, len(position.colors), position.flags, seed, games, cap
    )


def outcomes(
    state: State, moved: bool, turns: Sequence[Turn], layout: Layout, players: int, switches: int
) -> list[Outcome]:
    """Like `core.rules.apply_turns.outcomes`, compiled.

    >>> from adaptoid_widget import Position, Turn
    >>> start = Position.start()
    >>> turns = [Turn.from_text("D2+L"), Turn.from_text("+D5"), Turn.from_text("A1+L")]
    >>> found = outcomes(start.state, False, turns, start.layout, 2, 0)
    >>> len(found), found[-1][0] == start.play("D2+L").play("+D5").state
    (2, True)
    """
    if len(turns) < MAX_BY_HAND:
        return interpreted_outcomes(state, moved, turns, layout, players, switches)
    discs = np.array(steps(turns, layout), dtype=np.int64).reshape(-1, 5)
    found = np.empty((len(discs), 14), dtype=np.int64)
    legal = compiled().replay(state, moved, discs, found, layout.board, near_array(layout), players, switches)
    return [(tuple(row[:12]), row[13] != 0, row[12]) for row in found[:legal].tolist()]


def choose(position: Position, level: int, seed: int = 0) -> Turn:
    """Like `core.tactics.weak_players.choose`, compiled.

    >>> from adaptoid_widget import Position
    >>> str(choose(Position.start(), 1))
    'D2+L'
    """
    state, moved, board, _, players, hunted, switches = shortsight.given(position)
    habits = shortsight.habits(level)
    near = near_array(position.layout)
    found = compiled().short(state, moved, board, near, players, hunted, switches, habits, seed)
    return shortsight.as_turn(position, found)


def greedy_turn(position: Position, seed: int = 0) -> Turn:
    """Like `core.tactics.weak_players.greedy_turn`, compiled.

    >>> from adaptoid_widget import Position
    >>> str(greedy_turn(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")))
    '+D4'
    """
    state, moved, board, _, players, hunted, switches = shortsight.given(position)
    near = near_array(position.layout)
    found = compiled().greedy(state, moved, board, near, players, hunted, switches, seed)
    return shortsight.as_turn(position, found)
