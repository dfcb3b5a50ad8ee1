"""What a turn comes to, on the integers of `rules` alone: the one place where its steps follow one another (R6–R12)."""

from __future__ import annotations

from typing import Optional, Tuple

from . import playout
from .layout import Layout
from .rules import GROW, State, can_grow, finish, goals, move, over
from .turn import Turn

Outcome = Tuple[State, bool, int, State]
"""The state that the next player finds, or as it is where the game has ended; whether it has; the discs of those who
starved; and the state before these left."""


def outcome(
    state: State, moved: bool, turn: Turn, layout: Layout, players: int, switches: int
) -> Optional[Outcome]:
    """What a whole turn comes to, or the rest of one whose move step is done; None where it is illegal."""
    if over(state, players):
        return None
    origin, target, attack, growth, at = turn
    discs = layout.discs
    board = layout.board
    near = layout.links
    if origin is not None and target is not None:
        disc = discs.get(origin, 0)
        goal = discs.get(target, 0)
        if moved or not state[0] & disc or attack != ((state[1] | state[2]) & goal != 0):
            return None
        if not goals(state, disc, board, near, switches) & goal:
            return None
        state = move(state, disc, goal)
        # nothing but an attack can end the game before the growth
        if attack and over(state, players):
            return (state, True, 0, state) if growth is None else None
    if growth is None or at is None:
        if playout.growths(state, board, near):
            return None
    else:
        disc = discs.get(at, 0)
        if not disc or not can_grow(state, growth, disc, near):
            return None
        state = GROW[growth](state, disc)
    after, ended, hungry = finish(state, board, near, players)
    return after, ended, hungry, state
