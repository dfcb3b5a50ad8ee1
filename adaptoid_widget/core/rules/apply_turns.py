"""Plays turns one after another on the integers of `bitboard`."""

from __future__ import annotations

from typing import Callable, List, Sequence, Tuple

from .bitboard import LEG, NEW, PINCER, Context, State, turn
from .layout import Layout
from .turn import Turn

KINDS = {None: 0, "new": NEW, "leg": LEG, "pincer": PINCER}

Outcome = Tuple[State, bool, int]
"""What `bitboard.finish` returns: the state after a turn, whether the game has ended, the mask of who starved."""

Referee = Callable[[State, bool, Sequence[Turn], Layout, Context], List[Outcome]]


def outcomes(
    state: State, moved: bool, turns: Sequence[Turn], layout: Layout, context: Context
) -> List[Outcome]:
    """Play turns one after another, up to the first illegal one. `moved`: the first turn's move step is done.

    Each turn must be one that a text can express.
    """
    out: List[Outcome] = []
    for origin, goal, attack, kind, at in steps(turns, layout):
        legal, state, ended, hungry = turn(state, moved, origin, goal, attack, kind, at, context)
        if not legal:
            break
        moved = False
        out.append((state, ended, hungry))
    return out


def steps(turns: Sequence[Turn], layout: Layout) -> List[Tuple[int, int, bool, int, int]]:
    """Convert turns to discs: origin, goal, attack, kind of growth, its disc. Stop at a turn that is off the board."""
    discs = layout.discs
    out: List[Tuple[int, int, bool, int, int]] = []
    for origin, target, attack, growth, at in turns:
        a = b = c = 0
        if origin is not None and target is not None:
            a = discs.get(origin, 0)
            b = discs.get(target, 0)
            if not a or not b:
                break
        if at is not None:
            c = discs.get(at, 0)
            if not c:
                break
        out.append((a, b, attack, KINDS[growth], c))
    return out
