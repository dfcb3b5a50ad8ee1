"""Runs `search.wasm` with wasmtime. Importing this raises ImportError where wasmtime cannot run."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any

from ...threads import deferred_interrupt
from . import wasm_file

# an interrupted import cannot be repeated
with deferred_interrupt():
    try:
        import wasmtime
    except (OSError, RuntimeError) as error:
        # its wheel for an unknown processor has no library
        raise ImportError(f"wasmtime does not run here: {error}") from error

# some versions have no types
_wasmtime: Any = wasmtime
HUGE_PAGES = 14
"""Linux: `MADV_HUGEPAGE`."""


@cache
def _loaded() -> tuple[Any, Any]:
    """Return wasmtime's engine and the compiled module. Compiling takes less than a tenth of a second."""
    content = wasm_file.read()
    try:
        engine = _wasmtime.Engine()
        return engine, _wasmtime.Module(engine, content)
    except _wasmtime.WasmtimeError as error:
        reason = str(error).partition("\n")[0]
        raise ImportError(f"wasmtime cannot run search.wasm: {reason}") from error


class WasmtimeModule:
    """The module with a memory of its own. Two threads must not use it at the same time."""

    Error: type[Exception] = _wasmtime.WasmtimeError

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

    def size(self) -> int:
        """Return the size of the memory in bytes."""
        return int(self._memory.data_len(self._store))

    def grow(self, pages: int) -> None:
        """Enlarge the memory. Raises MemoryError, or `Error`."""
        end = self._base + self.size()
        self._memory.grow(self._store, pages)
        if self._find_base() != self._base:
            raise MemoryError("the memory of the search has moved; take a smaller table")
        if sys.platform == "linux":
            # a search looks up positions all over its table; whether the system follows the advice does not matter
            advise = ctypes.CDLL(None).madvise
            advise(ctypes.c_void_p(end), ctypes.c_size_t(self._base + self.size() - end), HUGE_PAGES)

    def clear(self, at: int, length: int) -> None:
        """Write zeros to some bytes."""
        ctypes.memset(self._base + at, 0, length)

    def array(self, at: int, n: int, width: int) -> Any:
        """Return the array of n cells at an address; with a `width`, the table of n rows."""
        item: Any = ctypes.c_int64 * width if width else ctypes.c_int64
        return (item * n).from_address(self._base + at)

    def view(self, array: Any) -> Any:
        """Return the fastest access to an array of cells."""
        return memoryview(array).cast("B").cast("q")

    def address_of(self, array: Any) -> tuple[int, ...]:
        """Return the address of an array and its length, of a table its width too."""
        if isinstance(array, memoryview):
            owner: Any = array.obj
            return ctypes.addressof(owner) - self._base, len(array)
        return ctypes.addressof(array) - self._base, len(array), array._type_._length_

    def call(self, name: str, at: int) -> None:
        """Call a function with the address of its arguments."""
        self._exports[name](self._store, at)

    def _find_base(self) -> int:
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)
