"""Core's short-sighted players and random turns, asked about a position."""

from __future__ import annotations

from ..core import playout, shortsight
from ..core.position import Position
from ..core.turn import Turn
from ..core.variants import HUNTER, order_from

_GROWTHS = (None, "new", "leg", "pincer")


def _turn_of(position: Position, origin: int, goal: int, kind: int, at: int) -> Turn:
    """A turn in discs as a turn."""
    layout = position.layout
    start, end = (layout.cell(origin), layout.cell(goal)) if origin else (None, None)
    attack = end is not None and position.piece(end) is not None
    return Turn(start, end, attack, _GROWTHS[kind], layout.cell(at) if kind else None)


def _hunted(position: Position) -> int:
    """Which place in the state has the prey of the player to move (R17)."""
    if len(position.colors) == 2:
        return 1
    order = order_from(position._variant, position.turn)
    return next(place for place in (1, 2) if HUNTER[order[place]] == position.turn)


def short_turn(position: Position, level: int, seed: int) -> Turn:
    """The turn of level 1, 2 or 3. The game must not be over."""
    layout = position.layout
    habits = shortsight.LEVELS[level - 1]
    return _turn_of(
        position,
        *shortsight.short(
            position.state,
            position.step == "grow",
            layout.board,
            layout.links,
            len(position.colors),
            _hunted(position),
            position.flags,
            habits,
            seed,
        ),
    )


def greedy_turn(position: Position, seed: int) -> Turn:
    """The turn that takes most and loses least at once. The game must not be over."""
    layout = position.layout
    return _turn_of(
        position,
        *shortsight.greedy(
            position.state,
            position.step == "grow",
            layout.board,
            layout.links,
            len(position.colors),
            _hunted(position),
            position.flags,
            seed,
        ),
    )


def random_turn(position: Position, seed: int) -> tuple[Turn, int]:
    """A random turn by core's own random numbers, or the rest of one, and the generator after it."""
    if position.step == "grow":
        endings = list(position.turns())
        seed = playout.step(seed)
        return endings[playout.below(seed, len(endings))], seed
    layout = position.layout
    _, seed, _, origin, goal, kind, at = playout.random_turn(
        position.state, layout.board, layout.links, len(position.colors), position.flags, seed
    )
    return _turn_of(position, origin, goal, kind, at), seed
