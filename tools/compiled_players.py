"""The weak players of `core.tactics`, compiled from the same source that runs interpreted."""

from __future__ import annotations

from functools import cache
from typing import Any

from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn, turn_from_discs
from adaptoid_widget.core.tactics import one_ply, weak_players
from adaptoid_widget.engine.backends import numba_compiler

MODULES = (*numba_compiler.RULES, one_ply, weak_players)


@cache
def compiled() -> dict[str, Any]:
    """Return the functions by name. They take the context of `numba_compiler.compiled_context`."""
    return numba_compiler.compiled(MODULES, ("random_turn", "best_turn", "greedy", "level_turn"))


def choose(position: Position, level: int, seed: int = 0) -> Turn:
    """Like `core.tactics.weak_players.choose`.

    >>> str(choose(Position.start(), 1))
    'D2+L'
    """
    arguments = (*numba_compiler.compiled_integers(position), weak_players.habits(level), seed)
    return turn_from_discs(compiled()["level_turn"](*arguments), position.state, position.layout)


def best_reply(position: Position, victims: int) -> one_ply.TurnGain:
    """Like `core.tactics.weak_players.best_reply`."""
    reply: one_ply.TurnGain = compiled()["best_turn"](
        *numba_compiler.compiled_integers(position), victims, 6, 2, False, 0
    )
    return reply
