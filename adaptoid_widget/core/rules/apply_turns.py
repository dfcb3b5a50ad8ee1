"""What turns come to, one or many after one another, as integers of `rules`."""

from __future__ import annotations

from typing import Callable, List, Sequence, Tuple

from .bitboard import LEG, NEW, PINCER, State, turn
from .layout import Layout
from .turn import Turn

KINDS = {None: 0, "new": NEW, "leg": LEG, "pincer": PINCER}

Outcome = Tuple[State, bool, int]
"""The state that the next player finds, or as it is where the game has ended; whether it has; the discs of those who
starved."""

Referee = Callable[[State, bool, Sequence[Turn], Layout, int, int], List[Outcome]]


def outcomes(
    state: State, moved: bool, turns: Sequence[Turn], layout: Layout, players: int, switches: int
) -> List[Outcome]:
    """What turns played one after another come to, up to the first that is illegal; `moved` says that a move is done.

    The turns are such as a text can say.
    """
    board = layout.board
    near = layout.links
    out: List[Outcome] = []
    for discs in steps(turns, layout):
        origin, goal, attack, kind, at = discs
        legal, state, ended, hungry = turn(
            state, moved, origin, goal, attack, kind, at, board, near, players, switches
        )
        if not legal:
            break
        moved = False
        out.append((state, ended, hungry))
    return out


def steps(turns: Sequence[Turn], layout: Layout) -> List[Tuple[int, int, bool, int, int]]:
    """Turns in discs: origin, goal, whether it is an attack, kind of growth, where; up to one that is off the board."""
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
