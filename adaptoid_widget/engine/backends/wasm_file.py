"""The file `search.wasm`: where it is, and whether it is whole and fits the Python sources."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from ...source_hashes import sources_hash

FILE = Path(__file__).with_name("search.wasm")
# what the module is made of
SOURCES = (
    "core/rules/bitboard.py",
    "core/rules/integer_rules.py",
    "core/rules/random_play.py",
    "core/search/evaluation.py",
    "core/search/transposition.py",
    "core/search/work_array.py",
    "engine/backends/near_table.py",
    "engine/backends/numba_compiler.py",
    "engine/tree_search/*.py",
)
# the last section, a custom one, begins with its number, its size in two bytes, and its name
NAME = b"\x08adaptoid"
HEAD_BYTES = 3
# each cell of an array in the memory of the module is a 64-bit integer
WORD_BYTES = 8


class WasmError(ImportError):
    """Raised if there is no usable `search.wasm`."""


def sealed(module: bytes, sources: str, builder: str) -> bytes:
    """Return a module with a section that names what it was built from, and its own hash."""
    own = hashlib.sha256(module).hexdigest()
    seal = NAME + json.dumps({"module": own, "sources": sources, "builder": builder}).encode()
    return module + bytes([0, len(seal) & 127 | 128, len(seal) >> 7]) + seal


def seal_of(content: bytes) -> dict[str, str]:
    """Return the fields of the last section. Raises WasmError unless the module is whole."""
    head, _, seal = content.rpartition(NAME)
    try:
        fields: dict[str, str] = json.loads(seal)
        whole = fields["module"] == hashlib.sha256(head[:-HEAD_BYTES]).hexdigest()
    except (ValueError, KeyError, TypeError):
        whole = False
        fields = {}
    if not whole:
        raise WasmError("search.wasm is damaged; install adaptoid-widget again")
    return fields


def read() -> bytes:
    """Return the module. Raises WasmError if it is missing, damaged, or made from other sources than these."""
    try:
        content = FILE.read_bytes()
    except OSError as error:
        raise WasmError(f"search.wasm cannot be read: {error.strerror or error}") from error
    if seal_of(content)["sources"] != sources_hash(SOURCES):
        raise WasmError("search.wasm does not fit the Python sources; build it: python3 dev.py build")
    return content
