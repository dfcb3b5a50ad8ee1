"""Runs `search.wasm` with the browser's WebAssembly, in Pyodide. Importing this raises ImportError elsewhere."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache
from typing import Any

from pyodide.code import run_js  # pyright: ignore[reportMissingImports]
from pyodide.ffi import JsException, to_js  # pyright: ignore[reportMissingImports]

from . import wasm_file
from .wasm_file import WORD_BYTES

# Pyodide converts small integers to numbers; `BigInt` takes both. Memory that grows gets a new buffer, so none is kept.
_COMPILE = "(content) => new WebAssembly.Module(content)"
_LOAD = """(module) => {
    const { exports } = new WebAssembly.Instance(module);
    const memory = exports.memory;
    return {
        size: () => memory.buffer.byteLength,
        grow: (pages) => memory.grow(pages),
        bytes: (at, length) => new Uint8Array(memory.buffer, at, length),
        read: (at) => new BigInt64Array(memory.buffer, at, 1)[0],
        write: (at, integer) => { new BigInt64Array(memory.buffer, at, 1)[0] = BigInt(integer); },
        call: (name, at) => { exports[name](at); },
    };
}"""


class Cells:
    """An array in the memory of a module."""

    def __init__(self, memory: Any, at: int, n: int) -> None:
        self._memory = memory
        self.at = at
        """Its address."""
        self._n = n

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, k: int) -> int:
        return int(self._memory.read(self.at + k * WORD_BYTES))

    def __setitem__(self, k: int | slice, value: Any) -> None:
        if isinstance(k, int):
            self._memory.write(self.at + k * WORD_BYTES, value)
            return
        start, stop, _ = k.indices(self._n)
        view = self._memory.bytes(self.at + start * WORD_BYTES, (stop - start) * WORD_BYTES)
        view.assign(array("q", value).tobytes())

    def __iter__(self) -> Iterator[int]:
        return iter(array("q", bytes(self._memory.bytes(self.at, self._n * WORD_BYTES).to_py())))


class Rows:
    """A table in the memory of a module. Its rows are arrays."""

    def __init__(self, memory: Any, at: int, n: int, width: int) -> None:
        self._memory = memory
        self.at = at
        """Its address."""
        self._n = n
        self.width = width
        """The cells of a row."""

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, r: int) -> Cells:
        if not 0 <= r < self._n:
            raise IndexError(r)
        return Cells(self._memory, self.at + r * self.width * WORD_BYTES, self.width)


@cache
def _compiled() -> Any:
    """Compile the module once, so that all instances have the code that the browser has optimized meanwhile."""
    return run_js(_COMPILE)(to_js(wasm_file.read()))


class PyodideModule:
    """The module with a memory of its own."""

    Error: type[Exception] = JsException

    def __init__(self) -> None:
        try:
            self._memory = run_js(_LOAD)(_compiled())
        except JsException as error:
            # a browser without WebAssembly for such modules, or without memory
            raise ImportError(f"the browser cannot run search.wasm: {error}") from error

    def size(self) -> int:
        """Return the size of the memory in bytes."""
        return int(self._memory.size())

    def grow(self, pages: int) -> None:
        """Enlarge the memory. Raises `Error`."""
        self._memory.grow(pages)

    def clear(self, at: int, length: int) -> None:
        """Write zeros to some bytes."""
        self._memory.bytes(at, length).fill(0)

    def array(self, at: int, n: int, width: int) -> Cells | Rows:
        """Return the array of n cells at an address; with a `width`, the table of n rows."""
        return Rows(self._memory, at, n, width) if width else Cells(self._memory, at, n)

    def view(self, array: Cells) -> Cells:
        """Return an array of cells as it is."""
        return array

    def address_of(self, array: Any) -> tuple[int, ...]:
        """Return the address of an array and its length, of a table its width too."""
        if isinstance(array, Rows):
            return array.at, len(array), array.width
        return array.at, len(array)

    def call(self, name: str, at: int) -> None:
        """Call a function with the address of its arguments."""
        self._memory.call(name, at)
