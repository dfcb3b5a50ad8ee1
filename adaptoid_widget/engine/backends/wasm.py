"""The search as WebAssembly (`search.wasm`), run by wasmtime.

Arrays lie in the memory of an instance of the module. `scripts/wasm_module.py` describes its functions' parameters.
Importing this raises ImportError where wasmtime or the module cannot run.
"""

from __future__ import annotations

import ctypes
import hashlib
import platform
import sys
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from importlib import metadata
from typing import Any

from platformdirs import user_cache_path

from ...core.rules import apply_turns
from ...core.rules.apply_turns import Outcome
from ...core.rules.bitboard import Context, State
from ...core.rules.layout import Layout
from ...core.rules.position import Position
from ...core.rules.turn import Turn
from ...threads import deferred_interrupt
from . import code_cache, wasm_file

# an interrupted import cannot be repeated
with deferred_interrupt():
    try:
        import wasmtime
    except (OSError, RuntimeError) as error:
        # its wheel for an unknown processor has no library
        raise ImportError(f"wasmtime does not run here: {error}") from error

# some versions have no types
_wasmtime: Any = wasmtime
PAGE = 1 << 16
WORD_BYTES = 8
# the entries of a table of touching discs; the last one is of the empty mask
NEAR_CELLS = 65
# the most that a function takes
BLOCK_CELLS = 32


@cache
def _loaded() -> tuple[Any, Any]:
    """Return wasmtime's engine and the compiled module, from the cache if it is there."""
    try:
        content = wasm_file.read()
    except wasm_file.WasmError as error:
        raise ImportError(str(error)) from error
    machine = (metadata.version("wasmtime"), sys.platform, platform.machine())
    key = hashlib.sha256(content).digest() + repr(machine).encode()
    path = user_cache_path("adaptoid-widget") / f"search-{hashlib.sha256(key).hexdigest()[:16]}.bin"
    try:
        engine = _wasmtime.Engine()
        saved = code_cache.load(path, key)
        if saved is not None:
            try:
                return engine, _wasmtime.Module.deserialize(engine, saved)
            except _wasmtime.WasmtimeError:
                # machine code for a processor with other features
                pass
        module = _wasmtime.Module(engine, content)
        code_cache.save(path, key, bytes(module.serialize()))
    except _wasmtime.WasmtimeError as error:
        reason = str(error).partition("\n")[0]
        raise ImportError(f"wasmtime cannot run search.wasm: {reason}") from error
    return engine, module


class Instance:
    """The module with a memory of its own. Two threads must not use it at the same time."""

    def __init__(self) -> None:
        engine, module = _loaded()
        self._store = _wasmtime.Store(engine)
        try:
            self._exports = _wasmtime.Instance(self._store, module, []).exports(self._store)
        except _wasmtime.WasmtimeError as error:
            # its 4 GB of addresses are more than some systems allow
            reason = str(error).strip().rpartition("\n")[2].strip()
            raise ImportError(f"wasmtime cannot run search.wasm: {reason}") from error
        self._memory = self._exports["memory"]
        self._base = self._find_base()
        self._end = int(self._memory.data_len(self._store))
        # addresses of memory that is free again, by its size in cells
        self._free: dict[int, list[int]] = {}
        self._near: dict[Layout, int] = {}
        self._block_at = self._allocate(BLOCK_CELLS)
        self.block = (ctypes.c_int64 * BLOCK_CELLS).from_address(self._base + self._block_at)
        """The arguments of a call, and then its result."""

    def cells(self, n: int) -> Any:
        """Make an array of zeros. Its memory is free again when nothing refers to it any more."""
        return memoryview(self._array(ctypes.c_int64, n, n)).cast("B").cast("q")

    def rows(self, n: int, width: int) -> Any:
        """Make a table of zeros."""
        return self._array(ctypes.c_int64 * width, n, n * width)

    def context(self, layout: Layout, context: Context) -> Context:
        """Return a game's context with the address of the table of touching discs."""
        at = self._near.get(layout)
        if at is None:
            at = self._near[layout] = self._allocate(NEAR_CELLS)
            table = (ctypes.c_int64 * NEAR_CELLS).from_address(self._base + at)
            for disc, mask in layout.links.items():
                table[disc.bit_length() - 1] = mask
        near: Any = at
        return context._replace(near=near)

    def function(self, name: str) -> Callable[..., int]:
        """Return a function of the module. It takes what the Python function of that name takes."""
        return partial(self._call, self._exports[name])

    def _call(self, function: Any, *arguments: Any) -> int:
        integers: Any = list(self._parameters(arguments))
        self.block[: len(integers)] = integers
        function(self._store, self._block_at)
        return self.block[0]

    def _parameters(self, value: Any) -> Iterator[int]:
        if isinstance(value, tuple):
            for item in value:
                yield from self._parameters(item)
        elif isinstance(value, memoryview):
            array: Any = value.obj
            yield ctypes.addressof(array) - self._base
            yield len(value)
        elif isinstance(value, ctypes.Array):
            yield ctypes.addressof(value) - self._base
            yield len(value)
            yield ctypes.sizeof(value._type_) // WORD_BYTES
        else:
            yield int(value)

    def _array(self, item: Any, n: int, size: int) -> Any:
        """Return n items, together `size` cells, at free addresses."""
        size = 1 << max(0, size - 1).bit_length()
        free = self._free.setdefault(size, [])
        used = bool(free)
        at = free.pop() if used else self._allocate(size)
        array = (item * n).from_address(self._base + at)
        if used:
            ctypes.memset(array, 0, ctypes.sizeof(array))
        # the callback refers to this instance, which keeps the memory as long as the array
        weakref.finalize(array, _release, self, size, at).atexit = False
        return array

    def _allocate(self, size: int) -> int:
        """Return the address of new memory."""
        at = self._end
        needed = at + size * WORD_BYTES - int(self._memory.data_len(self._store))
        if needed > 0:
            try:
                self._memory.grow(self._store, -(-needed // PAGE))
            except _wasmtime.WasmtimeError as error:
                raise MemoryError(
                    f"the search cannot have {size * WORD_BYTES >> 20} MB of memory more"
                ) from error
            if self._find_base() != self._base:
                raise MemoryError("the memory of the search has moved; take a smaller table")
        self._end = at + size * WORD_BYTES
        return at

    def _find_base(self) -> int:
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)


def _release(instance: Instance, size: int, at: int) -> None:
    instance._free[size].append(at)


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
    """Like `core.rules.apply_turns.outcomes`, compiled.

    >>> from adaptoid_widget import Position, Turn
    >>> start = Position.start()
    >>> turns = [Turn.from_text(text) for text in ("D2+L", "+D5", "D2-D3 +C2", "+E5")]
    >>> played = outcomes(start.state, False, turns, start.layout, start.context)
    >>> played == apply_turns.outcomes(start.state, False, turns, start.layout, start.context)
    True
    """
    instance = _instance()
    discs = apply_turns.to_discs(turns, layout)
    steps, results = instance.rows(len(discs), 5), instance.rows(len(discs), 14)
    for row, step in zip(steps, discs, strict=True):
        row[:] = step
    legal = instance.function("replay")(state, moved, steps, results, instance.context(layout, context))
    rows = [row[:] for row in results[:legal]]
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
