"""Converts turns to integers and back, and plays turns one after another as `integer_rules` does."""

from __future__ import annotations

from typing import Callable, List, Sequence, Tuple

from .bitboard import FAR, FOE, Context, State, TurnDiscs
from .integer_rules import LEG, NEW, PINCER, turn
from .layout import Layout
from .turn import Turn

KINDS = {None: 0, "new": NEW, "leg": LEG, "pincer": PINCER}
GROWTHS = (None, "new", "leg", "pincer")
"""The growths by their kinds."""

Outcome = Tuple[State, bool, int]
"""What `integer_rules.finish_turn` returns: the state after a turn, whether the game ended, the mask of who starved."""

Referee = Callable[[State, bool, Sequence[Turn], Layout, Context], List[Outcome]]


def outcomes(
    state: State, moved: bool, turns: Sequence[Turn], layout: Layout, context: Context
) -> List[Outcome]:
    """Play turns one after another, up to the first illegal one. `moved`: the first turn's move step is done.

    Each turn must be one that a text can express.
    """
    out: List[Outcome] = []
    for origin, target, attack, kind, at in to_discs(turns, layout):
        legal, state, ended, starved = turn(state, moved, origin, target, attack, kind, at, context)
        if not legal:
            break
        moved = False
        out.append((state, ended, starved))
    return out


def to_discs(turns: Sequence[Turn], layout: Layout) -> List[Tuple[int, int, bool, int, int]]:
    """Convert turns to discs: origin, target, attack, kind of growth, its disc. Stop at a turn off the board."""
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


def turn_from_discs(discs: TurnDiscs, state: State, layout: Layout) -> Turn:
    """Convert a turn in discs to a Turn. `state` is the state before it."""
    origin, target, kind, at = discs
    attack = (state[FOE] | state[FAR]) & target != 0
    move = (layout.cell(origin), layout.cell(target)) if origin else (None, None)
    return Turn(move[0], move[1], attack, GROWTHS[kind], layout.cell(at) if kind else None)
