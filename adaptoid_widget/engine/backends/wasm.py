"""The search as WebAssembly (`search.wasm`), run by wasmtime, or by the browser in Pyodide.

Arrays lie in the memory of an instance of the module. `tools/setup/wasm_module.py` describes its functions' parameters.
Importing this raises ImportError where the module cannot run.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ...core.rules import turn
from ...core.rules.bitboard import Context, State
from ...core.rules.layout import Layout
from ...core.rules.position import Position
from ...core.rules.turn import Outcome, Turn
from .near_table import NEAR_CELLS
from .wasm_file import WORD_BYTES

if sys.platform == "emscripten":
    from .wasm_pyodide import PyodideModule as Module
else:
    from .wasm_wasmtime import WasmtimeModule as Module

# the most that a function takes
BLOCK_CELLS = 32
PAGE = 1 << 16


class _Memory:
    """The memory of a module. It holds none of its arrays, so that they end when nobody else does."""

    def __init__(self) -> None:
        self.module = Module()
        self._end = self.module.size()
        # addresses of memory that is free again, by its size in cells
        self._free: dict[int, list[int]] = {}

    def array(self, n: int, width: int = 0) -> Any:
        """Make an array of n zeros; with a `width`, a table of n rows."""
        size = 1 << max(0, n * (width or 1) - 1).bit_length()
        free = self._free.setdefault(size, [])
        if free:
            at = free.pop()
            self.module.clear(at, size * WORD_BYTES)
        else:
            at = self._allocate(size * WORD_BYTES)
        array = self.module.array(at, n, width)
        # the callback refers to this memory, which lives as long as the array
        weakref.finalize(array, self._release, size, at).atexit = False
        return array

    def _release(self, size: int, at: int) -> None:
        self._free[size].append(at)

    def _allocate(self, length: int) -> int:
        """Return the address of new memory of so many bytes."""
        at = self._end
        needed = at + length - self.module.size()
        if needed > 0:
            try:
                self.module.grow(-(-needed // PAGE))
            except self.module.Error as error:
                raise MemoryError(f"the search cannot get {length >> 20} MB more memory") from error
        self._end = at + length
        return at


class Instance:
    """The functions of a module with a memory of its own. Two threads must not use it at the same time."""

    def __init__(self) -> None:
        self._memory = _Memory()
        self._module = self._memory.module
        self.rows: Callable[[int, int], Any] = self._memory.array
        """Make a table of zeros."""
        self._near: dict[Layout, Any] = {}
        self.block = self.cells(BLOCK_CELLS)
        """The arguments of a call, and then its result."""
        (self._block_at, _) = self._module.address_of(self.block)

    def cells(self, n: int) -> Any:
        """Make an array of zeros. Its memory is free again when nothing refers to it any more."""
        return self._module.view(self._memory.array(n))

    def context(self, layout: Layout, context: Context) -> Context:
        """Return a game's context with the address of the table of touching discs."""
        table = self._near.get(layout)
        if table is None:
            table = self._near[layout] = self.cells(NEAR_CELLS)
            for disc, mask in layout.links.items():
                table[disc.bit_length() - 1] = mask
            self.function("widen_near")(table)
        near: Any = self._module.address_of(table)[0]
        return context._replace(near=near)

    def function(self, name: str) -> Callable[..., int]:
        """Return a function of the module. It takes what the Python function of that name takes."""
        return partial(self._call, name)

    def _call(self, name: str, *arguments: Any) -> int:
        for k, integer in enumerate(self._parameters(arguments)):
            self.block[k] = integer
        self._module.call(name, self._block_at)
        return int(self.block[0])

    def _parameters(self, value: Any) -> Iterator[int]:
        if isinstance(value, tuple):
            for item in value:
                yield from self._parameters(item)
        elif isinstance(value, int):
            yield int(value)
        else:
            yield from self._module.address_of(value)


_own = threading.local()


def _instance() -> Instance:
    """Return this thread's instance for calls that keep nothing."""
    if not hasattr(_own, "instance"):
        _own.instance = Instance()
    instance: Instance = _own.instance
    return instance


def outcomes(
    state: State, moved: bool, turns: Sequence[Turn], layout: Layout, context: Context
) -> list[Outcome]:
    """Like `core.rules.turn.outcomes`, compiled.

    >>> from adaptoid_widget import Position, Turn
    >>> start = Position.start()
    >>> turns = [Turn.from_text(text) for text in ("D2+L", "+D5", "D2-D3 +C2", "+E5")]
    >>> played = outcomes(start.state, False, turns, start.layout, start.context)
    >>> played == turn.outcomes(start.state, False, turns, start.layout, start.context)
    True
    """
    instance = _instance()
    discs = turn.to_discs(turns, layout)
    steps, results = instance.rows(len(discs), 5), instance.rows(len(discs), 14)
    for row, step in zip(steps, discs, strict=True):
        row[:] = step
    legal = instance.function("replay")(state, moved, steps, results, instance.context(layout, context))
    rows = [list(results[r]) for r in range(legal)]
    return [(tuple(row[:12]), row[13] != 0, row[12]) for row in rows]


def random_games(position: Position, seed: int, games: int, cap: int) -> tuple[int, int]:
    """Play random games from the start of a turn. Return the number of turns and a checksum over all states.

    >>> from adaptoid_widget import Position
    >>> from adaptoid_widget.core.rules import random_play
    >>> start = Position.start("adapt3")
    >>> interpreted = random_play.random_games(start.state, start.context, 1, 2, 400)
    >>> random_games(start, seed=1, games=2, cap=400) == interpreted
    True
    """
    instance = _instance()
    context = instance.context(position.layout, position.context)
    turns = instance.function("random_games")(position.state, context, seed, games, cap)
    return turns, instance.block[1]


def random_results(position: Position, seed: int, games: int, cap: int) -> tuple[int, list[int]]:
    """Play random games from the start of a turn. Return the number of turns, and the wins by seat.

    Seat 0 is the player to move. The fourth number counts the games that did not end within `cap` turns, the fifth is
    the seed with which further games go on.

    >>> from adaptoid_widget import Position
    >>> from adaptoid_widget.core.rules import random_play
    >>> start, interpreted = Position.start("adapt3"), [0] * 5
    >>> turns = random_play.random_results(start.state, start.context, 1, 3, 400, interpreted)
    >>> random_results(start, seed=1, games=3, cap=400) == (turns, interpreted)
    True
    """
    instance = _instance()
    context = instance.context(position.layout, position.context)
    results = instance.cells(5)
    turns = instance.function("random_results")(position.state, context, seed, games, cap, results)
    return turns, list(results)
