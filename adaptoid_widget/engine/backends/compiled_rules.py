"""The functions of `core`, compiled from the same source that runs interpreted (but see `compiled_replacements`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from ...core.rules import bitboard, integer_rules, random_play, turn
from ...core.rules import perft as perft_module
from ...core.rules.bitboard import Context, State
from ...core.rules.errors import whole_number
from ...core.rules.layout import Layout
from ...core.rules.position import Position, integers_of
from ...core.rules.turn import Outcome, Turn
from ...threads import deferred_interrupt

with deferred_interrupt():
    import numpy as np

    from . import jit
    from .compiled_replacements import NearTable

MODULES = (bitboard, integer_rules, random_play, perft_module)

# for fewer turns, making the arrays takes longer than interpreting
MIN_COMPILED_TURNS = 4


@cache
def _compiled() -> dict[str, Any]:
    """Return the functions, each compiled at its first call or read from the cache."""
    return jit.compiled(MODULES, ("random_games", "replay", "sequences"))


@lru_cache(maxsize=100)
def near_table(layout: Layout) -> NearTable:
    """Return the table of touching discs that compiled code takes."""
    return NearTable(layout.links)


def compiled_context(layout: Layout, context: Context) -> Context:
    """Return a game's context with the table that compiled code takes."""
    near: Any = near_table(layout)
    return context._replace(near=near)


def compiled_integers(position: Position) -> tuple[State, bool, Context]:
    """Return the arguments of compiled functions for a position: the state, whether the move is done, the context."""
    state, moved, context = integers_of(position)
    return state, moved, compiled_context(position.layout, context)


def perft(position: Position, depth: int) -> int:
    """Like `adaptoid_widget.perft`, compiled.

    >>> from adaptoid_widget import Position
    >>> perft(Position.start(), 4)
    14880
    """
    depth = whole_number(depth, "depth", 0)
    if depth == 0 or position.winner is not None:
        return 1 if depth == 0 else 0
    state, moved, context = compiled_integers(position)
    return int(_compiled()["sequences"](state, context, depth, moved))


def random_games(position: Position, seed: int, games: int, cap: int) -> tuple[int, int]:
    """Play random games from the start of a turn. Return the number of turns and a checksum over all states.

    >>> from adaptoid_widget import Position
    >>> start = Position.start()
    >>> random_games(start, 1, 2, 400) == random_play.random_games(start.state, start.context, 1, 2, 400)
    True
    """
    state, _, context = compiled_integers(position)
    turns, checksum = _compiled()["random_games"](state, context, seed, games, cap)
    return int(turns), int(checksum)


def outcomes(
    state: State, moved: bool, turns: Sequence[Turn], layout: Layout, context: Context
) -> list[Outcome]:
    """Like `core.rules.turn.outcomes`, compiled.

    >>> from adaptoid_widget import Position, Turn
    >>> start = Position.start()
    >>> turns = [Turn.from_text("D2+L"), Turn.from_text("+D5"), Turn.from_text("A1+L")]
    >>> played = outcomes(start.state, False, turns, start.layout, start.context)
    >>> len(played), played[-1][0] == start.play("D2+L").play("+D5").state
    (2, True)
    """
    if len(turns) < MIN_COMPILED_TURNS:
        return turn.outcomes(state, moved, turns, layout, context)
    discs = np.array(turn.to_discs(turns, layout), dtype=np.int64).reshape(-1, 5)
    results = np.empty((len(discs), 14), dtype=np.int64)
    legal = _compiled()["replay"](state, moved, discs, results, compiled_context(layout, context))
    return [(tuple(row[:12]), row[13] != 0, row[12]) for row in results[:legal].tolist()]
