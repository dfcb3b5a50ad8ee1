"""The wheels of a site and its standard library get their bytecode from Pyodide, run by Node."""

from __future__ import annotations

from pathlib import Path

from . import node

# Its words: a folder with Pyodide's files, the file `bytecode`, a folder of what is to be compiled, and which wheels
# keep their sources.
_SCRIPT = """
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


def compile_all(folder: Path, pyodide: Path, sources: str) -> None:
    """Put bytecode into the standard library and all wheels in a folder; a wheel named so keeps its `sources`.

    Raises node.NodeError where no Node can do that; what was not compiled by then is as it was.
    """
    bytecode = Path(__file__).with_name("bytecode.py")
    places = [str(path.resolve()) for path in (pyodide, bytecode, folder)]
    node.run("node", ["--input-type=module", "--eval", _SCRIPT, "--", *places, sources])
