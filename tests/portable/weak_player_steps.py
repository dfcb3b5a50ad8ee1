"""The weak players in many positions of random games."""

# ruff: noqa: UP035  (MicroPython has neither the newer forms nor collections.abc)

from __future__ import annotations

from typing import Callable

from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.variants import VARIANTS
from adaptoid_widget.core.tactics import weak_players

# from each start
POSITIONS = 60
# the number of turns of a random game between two questions
TURNS_BETWEEN = 7


def steps(say: Callable[..., None], starts: dict[str, str], positions: int = POSITIONS) -> None:
    """Report the turns of the greedy player, of levels 1 to 3 and the most damaging turn."""
    for name in sorted(starts):
        first = Position.from_text(starts[name])
        variant = VARIANTS[first.variant]
        players = len(variant.colors)
        state = first.state
        seed = 1608
        seat = 0
        tested = 0
        turns = 0
        while tested < positions:
            if turns % TURNS_BETWEEN == TURNS_BETWEEN - 1:
                position = first.at_move(variant.colors[seat], state)
                if tested % 4 == 3:
                    position = position.after_move("-")
                say("short", str(position), choices(position, seed))
                tested += 1
            state, seed, over, _, _, _, _ = random_play.random_turn(state, first.context, seed)
            turns += 1
            seat = 0 if over else (seat + 1) % players
            if over:
                state = first.state


def choices(position: Position, seed: int) -> list[str]:
    """The turns of levels 1 to 3 and of the greedy player, and the most damaging turn."""
    out = [str(weak_players.choose(position, level, seed)) for level in (1, 2, 3)]
    out.append(str(weak_players.greedy_turn(position, seed)))
    out.append(str(weak_players.best_taking_turn(position)))
    return out
