"""Runs `search.wasm` with wasmtime. Importing this raises ImportError where wasmtime cannot run."""

from __future__ import annotations

import ctypes
import hashlib
import platform
import sys
import weakref
from functools import cache
from importlib import metadata
from typing import Any

from platformdirs import user_cache_path

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


class WasmtimeModule:
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

    def cells(self, n: int) -> Any:
        """Make an array of zeros. Its memory is free again when nothing refers to it any more."""
        return memoryview(self._array(ctypes.c_int64, n, n)).cast("B").cast("q")

    def rows(self, n: int, width: int) -> Any:
        """Make a table of zeros."""
        return self._array(ctypes.c_int64 * width, n, n * width)

    def place(self, array: Any) -> tuple[int, ...]:
        """Return the address of an array and its length, of a table its width too."""
        if isinstance(array, memoryview):
            owner: Any = array.obj
            return ctypes.addressof(owner) - self._base, len(array)
        address = ctypes.addressof(array) - self._base
        return address, len(array), ctypes.sizeof(array._type_) // WORD_BYTES

    def call(self, name: str, at: int) -> None:
        """Call a function with the address of its arguments."""
        self._exports[name](self._store, at)

    def _array(self, item: Any, n: int, size: int) -> Any:
        """Return n items, together `size` cells, at free addresses."""
        size = 1 << max(0, size - 1).bit_length()
        free = self._free.setdefault(size, [])
        used = bool(free)
        at = free.pop() if used else self._allocate(size)
        array = (item * n).from_address(self._base + at)
        if used:
            ctypes.memset(array, 0, ctypes.sizeof(array))
        # the callback refers to this module, which keeps the memory as long as the array
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


def _release(module: WasmtimeModule, size: int, at: int) -> None:
    module._free[size].append(at)
