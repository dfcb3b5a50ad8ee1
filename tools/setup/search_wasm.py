"""Builds `search.wasm` from the engine's functions, and knows when that is not needed.

The file's last section holds hashes of all that it was built from and of the module itself (`wasm_file`). A build is
skipped if they are right. Source distributions carry the file, so an install from one needs no numba.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from adaptoid_widget.engine.backends import wasm_file  # noqa: E402
from adaptoid_widget.source_hashes import sources_hash  # noqa: E402
from tools.setup import frontend, wasm_module  # noqa: E402

BUILDER = Path(wasm_module.__file__)
# code for any processor that LLVM knows, with no optimization before LLVM knows which
SETTINGS = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}


def builder_hash() -> str:
    """Return a hash of the compiling script."""
    return hashlib.sha256(BUILDER.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def is_fresh() -> bool:
    """Whether the file is what a build would write now."""
    try:
        wasm_file.read()
        return bool(wasm_file.seal_of(wasm_file.FILE.read_bytes())["builder"] == builder_hash())
    except wasm_file.WasmError:
        return False


def build(run: frontend.Run = frontend.run_plainly, *, python: str = sys.executable) -> bool:
    """Build the file unless it is fresh. Return whether anything was built."""
    if is_fresh():
        return False
    # taken before the build: a source that changes meanwhile must leave a file that does not fit
    sources, builder = sources_hash(wasm_file.SOURCES), builder_hash()
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "search.wasm")
        run([python, str(BUILDER), str(output)], ROOT, **SETTINGS)
        content = wasm_file.sealed(output.read_bytes(), sources, builder)
    part = wasm_file.FILE.with_suffix(".part")
    part.write_bytes(content)
    part.replace(wasm_file.FILE)
    return True
