"""Counts the sequences of turns from a position (docs/reference/rules.md: Perft), which tests compare."""

from __future__ import annotations

from typing import List, Tuple, Union

from .bitboard import L0, L1, L2, OWN, Context, State
from .errors import whole_number
from .integer_rules import NEW, PINCER, destinations, finish_turn, grow, growth_discs, growths, move, over
from .position import Position


def perft(position: Union[Position, str], depth: int) -> int:
    """Count the sequences of exactly `depth` turns from a position or its text (docs/reference/rules.md: Perft).

    Raises GameError for a negative depth, TextError for a wrong text, and TypeError for anything else.

    >>> [perft(Position.start(), depth) for depth in (1, 2, 3)]
    [8, 64, 976]
    """
    depth = whole_number(depth, "depth", 0)
    position = Position.of(position)
    if depth == 0:
        return 1
    if position.winner is not None:
        return 0
    return sequences(position.state, position.context, depth, position.step == "grow")


def sequences(state: State, context: Context, depth: int, moved: bool) -> int:
    """Count the distinct sequences of exactly `depth` turns, 1 or more, in a game that is not over.

    `moved`: the first turn's move step is done. The last turns are counted without playing them.
    """
    total = 0
    stack = [(state, depth)]
    while stack:
        state, left = stack.pop()
        if left == 1:
            total += endings(state, context)
        else:
            push_endings(stack, state, context, left - 1)
        movers = 0 if moved else state[OWN] & (state[L0] | state[L1] | state[L2])
        moved = False
        while movers:
            origin = movers & -movers
            movers ^= origin
            ends = destinations(state, origin, context)
            while ends:
                target = ends & -ends
                ends ^= target
                middle = move(state, origin, target)
                if over(middle, context):
                    if left == 1:
                        total += 1
                elif left == 1:
                    total += endings(middle, context)
                else:
                    push_endings(stack, middle, context, left - 1)
    return total


def endings(state: State, context: Context) -> int:
    """Count the ways to end a turn after its move step: the growths (R8), or one if none is possible (R9)."""
    n = growths(state, context)
    return n if n else 1


def push_endings(stack: List[Tuple[State, int]], state: State, context: Context, left: int) -> None:
    """Push the state after each way to end the turn, with the number of turns left to play, if the game goes on."""
    can_grow = False
    for kind in range(NEW, PINCER + 1):
        discs = growth_discs(state, kind, context)
        while discs:
            at = discs & -discs
            discs ^= at
            can_grow = True
            after, ended, _ = finish_turn(grow(state, kind, at), context)
            if not ended:
                stack.append((after, left))
    if not can_grow:
        after, ended, _ = finish_turn(state, context)
        if not ended:
            stack.append((after, left))
