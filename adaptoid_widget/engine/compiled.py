"""Core's own functions, compiled: the same source as in the notebook and in the shared page, untouched."""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import numba
import numpy as np
from numba.extending import overload_method, register_jitable
from platformdirs import user_cache_path

from ..core import glance, playout, rules, shortsight
from ..core.layout import Layout
from ..core.outcome import Outcome, steps
from ..core.outcome import outcomes as interpreted_outcomes
from ..core.position import Position, check_depth
from ..core.rules import State
from ..core.turn import Turn

MODULES = (rules, playout, glance, shortsight)

Array = Any
# so few turns are played before the arrays for them are made
MOST_BY_HAND = 4


class Compiled(NamedTuple):
    """What has been compiled, to be called with a state, a board's mask and `near_array`."""

    random_turn: Callable[..., playout.RandomTurn]
    random_games: Callable[..., tuple[int, int]]
    perft: Callable[..., int]
    replay: Callable[..., int]
    glance: Callable[..., glance.Sight]
    greedy: Callable[..., shortsight.Choice]
    short: Callable[..., shortsight.Choice]


def sources_key() -> str:
    """A hash of core's sources and numba's version.

    Numba's cache on disk looks only at the file of the function it compiled, not at those it calls; a folder of its
    own for every state of the sources keeps an old compilation from being used.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for module in MODULES:
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.hexdigest()[:16]


def _bit_count(mask: int) -> Callable[[int], int]:  # noqa: ARG001  numba compares it with what is given back
    """What numba, which does not know how Python counts bits, is to compile instead."""
    return rules.sliced_count


@cache
def compiled() -> Compiled:
    """Register core's functions with numba; each is compiled at its first call, or read from the cache."""
    overload_method(numba.types.Integer, "bit_count")(_bit_count)
    for module in MODULES:
        for value in list(vars(module).values()):
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                register_jitable(value)
    functions = (
        playout.random_turn,
        playout.random_games,
        playout.perft,
        playout.replay,
        glance.glance,
        shortsight.greedy,
        shortsight.short,
    )
    return Compiled(*[to_compile(function) for function in functions])


def to_compile(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that will be compiled at its first call, and kept on disk for these sources of core."""
    settings = cast(Any, numba.config)
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(user_cache_path("adaptoid-widget") / sources_key())
    try:
        return cast(Callable[..., Any], numba.njit(nogil=True, cache=True)(function))
    finally:
        settings.CACHE_DIR = before


@lru_cache(maxsize=100)
def near_array(layout: Layout) -> Array:
    """A layout's table of touching discs as numba wants it: 67 signed 64-bit integers."""
    return np.array(layout.links, dtype=np.int64)


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
    """Like `core.outcome.outcomes`, compiled.

    >>> from adaptoid_widget import Position, Turn
    >>> start = Position.start()
    >>> turns = [Turn.from_text("D2+L"), Turn.from_text("+D5"), Turn.from_text("A1+L")]
    >>> found = outcomes(start.state, False, turns, start.layout, 2, 0)
    >>> len(found), found[-1][0] == start.play("D2+L").play("+D5").state
    (2, True)
    """
    if len(turns) < MOST_BY_HAND:
        return interpreted_outcomes(state, moved, turns, layout, players, switches)
    discs = np.array(steps(turns, layout), dtype=np.int64).reshape(-1, 5)
    found = np.empty((len(discs), 14), dtype=np.int64)
    legal = compiled().replay(state, moved, discs, found, layout.board, near_array(layout), players, switches)
    return [(tuple(row[:12]), row[13] != 0, row[12]) for row in found[:legal].tolist()]


def choose(position: Position, level: int, seed: int = 0) -> Turn:
    """Like `core.shortsight.choose`, compiled.

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
    """Like `core.shortsight.greedy_turn`, compiled.

    >>> from adaptoid_widget import Position
    >>> str(greedy_turn(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")))
    '+D4'
    """
    state, moved, board, _, players, hunted, switches = shortsight.given(position)
    near = near_array(position.layout)
    found = compiled().greedy(state, moved, board, near, players, hunted, switches, seed)
    return shortsight.as_turn(position, found)
