"""Builds `search.wasm` from the engine's functions, and knows when that is not needed.

The file's last section holds hashes of all that it was built from and of the module itself (`wasm_file`). A build is
skipped if they are right. Source distributions carry the file, so an install from one needs no numba.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scripts import wasm_module

ROOT = Path(__file__).resolve().parent.parent
BUILDER = Path(wasm_module.__file__)
# code for any processor that LLVM knows, with no optimization before LLVM knows which
SETTINGS = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}

Run = Callable[..., None]


def _wasm_file() -> Any:
    """Load the package's module without the package, whose imports need not be installed."""
    path = ROOT / "adaptoid_widget" / "engine" / "backends" / "wasm_file.py"
    spec = importlib.util.spec_from_file_location("adaptoid_wasm_file", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


wasm_file = _wasm_file()


def run_plainly(command: list[str], folder: Path, **extra: str) -> None:
    """Run a command in a folder, with more environment variables. Raises CalledProcessError if it fails."""
    subprocess.run(command, cwd=folder, env={**os.environ, **extra}, check=True, stdin=subprocess.DEVNULL)


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


def build(run: Run = run_plainly, *, python: str = sys.executable) -> bool:
    """Build the file unless it is fresh. Return whether anything was built."""
    if is_fresh():
        return False
    # taken before the build: a source that changes meanwhile must leave a file that does not fit
    sources, builder = wasm_file.sources_hash(), builder_hash()
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "search.wasm")
        run([python, str(BUILDER), str(output)], ROOT, **SETTINGS)
        content = wasm_file.sealed(output.read_bytes(), sources, builder)
    part = wasm_file.FILE.with_suffix(".part")
    part.write_bytes(content)
    part.replace(wasm_file.FILE)
    return True
