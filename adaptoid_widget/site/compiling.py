"""The wheels of a site get their bytecode from Pyodide, run by Node: a notebook has its board a sixth sooner."""

from __future__ import annotations

from pathlib import Path

from . import node

# Its words: a folder with Pyodide's files, the file `bytecode`, a folder of wheels, and which ones keep their sources.
_SCRIPT = """
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
const [pyodide, bytecode, wheels, sources] = process.argv.slice(-4);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: pyodide });
python.FS.mkdirTree("/wheels");
python.FS.mount(python.FS.filesystems.NODEFS, { root: wheels }, "/wheels");
python.runPython(readFileSync(bytecode, "utf8"));
python.globals.get("repack_all")("/wheels", sources);
"""


def compile_wheels(folder: Path, pyodide: Path, sources: str) -> None:
    """Put bytecode into all wheels in a folder; those whose names begin with `sources` keep their sources too.

    Raises node.NodeError where no Node can do that; the wheels are then as they were.
    """
    bytecode = Path(__file__).with_name("bytecode.py")
    places = [str(path.resolve()) for path in (pyodide, bytecode, folder)]
    node.run("node", ["--input-type=module", "--eval", _SCRIPT, "--", *places, sources])
