"""Computes exact values on small boards by walking through every game (`walk.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from adaptoid_widget.core.rules import bitboard, integer_rules
from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.rules.layout import Layout
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.rules.variants import VARIANTS, context_of
from adaptoid_widget.threads import deferred_interrupt
from tools.exhaustive import walk as exhaust

MODULES = (bitboard, integer_rules, exhaust)
# numba must be told the shape of what calls itself
VALUE = "i8(UniTuple(i8, 12), b1, context, i8[::1], i8[::1], i1[::1], i8[::1])"


class Unsolved(GameError):
    """The table was too small for all positions that can follow a position."""


class WalkBackend(NamedTuple):
    """The walk, compiled or interpreted, and its arrays."""

    value: Any
    cells: Any
    small: Any
    context: Any


@cache
def backend() -> WalkBackend:
    """Return the compiled walk, or the interpreted one without numba."""
    try:
        with deferred_interrupt():
            import numpy as np

            from adaptoid_widget.engine.backends.numba_compiler import compiled, compiled_context
    except ImportError:
        return interpreted()
    names = compiled(MODULES, (), {"value": VALUE})
    return WalkBackend(
        names["value"],
        lambda n: np.zeros(n, dtype=np.int64),
        lambda n: np.zeros(n, dtype=np.int8),
        compiled_context,
    )


def interpreted() -> WalkBackend:
    """Return the interpreted walk."""
    return WalkBackend(exhaust.value, lambda n: [0] * n, lambda n: [0] * n, lambda _, context: context)


class Solver:
    """Solves all games of two players on a board of at most seven discs. It stores all values.

    `entries` is the capacity of its table in positions, a power of two.

    >>> solver = Solver(Layout.from_text("lattice:A1.A2.A3"), entries=1 << 10)
    >>> solver.value(Position.from_text("adaptoid@lattice:A1.A2.A3 w 0,0 W:A1 B:A3"))
    3
    >>> solver.value(Position.from_text("adaptoid@lattice:A1.A2.A3 w 0,0 W:A1 B:A2"))
    -2
    """

    def __init__(
        self,
        layout: Layout,
        switches: int = 0,
        *,
        entries: int = 1 << 20,
        compile: bool = True,  # noqa: A002
    ) -> None:
        if len(layout) > exhaust.MAX_DISCS:
            raise GameError(
                f"a board that is solved has at most {exhaust.MAX_DISCS} discs; {layout} has more"
            )
        if entries < 16 or entries & (entries - 1):
            raise ValueError(f"entries is a power of two, 16 or more, not {entries}")
        self._backend = backend() if compile else interpreted()
        self._layout = layout
        self._flags = switches
        self._context = self._backend.context(layout, context_of(VARIANTS["adaptoid"], layout, switches))
        self._keys = self._backend.cells(entries)
        self._values = self._backend.small(entries)
        self.work = self._backend.cells(exhaust.WORK_CELLS)
        """Counters that another thread may read, and `STOP` in `walk.py`, which it may set."""
        self.work[exhaust.ENTRIES] = entries
        images = layout.symmetries()
        self.work[exhaust.IMAGES] = len(images)
        self._images = self._backend.cells(len(images) * exhaust.MASKS)
        for k, image in enumerate(images):
            for mask in range(1 << len(layout)):
                goes = sum(1 << image[i] for i in range(len(layout)) if mask >> i & 1)
                self._images[k * exhaust.MASKS + mask] = goes

    @property
    def known(self) -> int:
        """The number of positions with a value, counted once for all symmetries of the board."""
        return int(self.work[exhaust.KNOWN])

    def value(self, position: Position) -> int:
        """Return the turns of both sides until the player to move wins (positive) or loses (negative) by best play.

        Raises GameError for a position of another board, in the middle of a turn or finished, and Unsolved if
        the table is full.
        """
        if (
            position.layout != self._layout
            or position.context.switches != self._flags
            or len(position.colors) != 2
        ):
            raise GameError(f"this solves two-player games on {self._layout}, not {position}")
        if position.winner is not None or position.step != "move":
            raise GameError(
                f"a position is solved at the start of a turn, with the game going on: {position}"
            )
        turns_to_end = self._backend.value(
            position.state, False, self._context, self._images, self._keys, self._values, self.work
        )
        if turns_to_end == exhaust.UNKNOWN:
            raise Unsolved(f"{self.known} positions were valued, and there are more after {position}")
        return int(turns_to_end)

    def line(self, position: Position) -> Iterator[Turn]:
        """Yield the best play from a position, the first of equally good turns. Raises the errors of `value`."""
        plies = self.value(position)
        while position.winner is None:
            turn = next(
                turn for turn in position.turns() if self._leads(position.play(turn), position, plies)
            )
            yield turn
            position = position.play(turn)
            plies = plies + 1 if plies < 0 else plies - 1
            plies = -plies

    def _leads(self, after: Position, before: Position, value: int) -> bool:
        """Whether a turn was as good as the value."""
        if after.winner is not None:
            return value == (1 if after.winner == before.turn else -1)
        theirs = self.value(after)
        return value == (-theirs - 1 if theirs > 0 else 1 - theirs)
