"""Adds bytecode to wheels and to the standard library, so that browsers need not compile what they import.

Bytecode belongs to one version of Python, so Pyodide runs this file under Node (`node.compile_all`). It runs as it is,
so it imports nothing of the package.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import py_compile
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path

# a fixed date, so that equal files give equal wheels
DAY = (2020, 1, 1, 0, 0, 0)
# the paths of packages and of the standard library in Pyodide, which its tracebacks show
_MAJOR, _MINOR = sys.version_info[:2]
PLACE = f"/lib/python{_MAJOR}.{_MINOR}/site-packages/"
LIBRARY_PLACE = f"/lib/python{_MAJOR}{_MINOR}.zip/"
LIBRARY = "python_stdlib.zip"


def repack_all(folder: str, with_sources: str) -> None:
    """Repack the standard library and every wheel in a folder; wheels whose name begins so keep their sources."""
    root = Path(folder)
    repack(root / LIBRARY, sources=False, place=LIBRARY_PLACE)
    for wheel in sorted(root.glob("*.whl")):
        repack(wheel, sources=wheel.name.startswith(with_sources))


def repack(path: Path, *, sources: bool, place: str = PLACE) -> None:
    """Add the bytecode of the modules in a wheel or another ZIP file; `place` is the path of its contents in Pyodide.

    With `sources`, tracebacks and completions can show them; without, bytecode replaces them. A file that does not
    compile, such as a template, stays as it is.
    """
    with zipfile.ZipFile(path) as wheel:
        contents = {info.filename: wheel.read(info) for info in wheel.infolist() if not info.is_dir()}
    for name in [name for name in contents if name.endswith(".py")]:
        code = _compiled(place + name, contents[name])
        if code is None:
            continue
        if sources:
            contents[Path(importlib.util.cache_from_source(name)).as_posix()] = code
        else:
            del contents[name]
            contents[name + "c"] = code
    for name in [name for name in contents if name.endswith(".dist-info/RECORD")]:
        del contents[name]
        contents[name] = record(contents, name)
    pack(path, contents)


def pack(path: Path, contents: dict[str, bytes]) -> None:
    """Write a wheel."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in contents.items():
            wheel.writestr(zipfile.ZipInfo(name, DAY), content, zipfile.ZIP_DEFLATED)


def record(contents: dict[str, bytes], own: str) -> bytes:
    """The file RECORD of a wheel; `own` is its own path."""
    lines = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in contents.items()]
    return "\n".join([*lines, f"{own},,", ""]).encode()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _compiled(path: str, source: bytes) -> bytes | None:
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module, code = Path(folder, "module.py"), Path(folder, "module.pyc")
        module.write_bytes(source)
        # the sources in Pyodide never change
        unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
        try:
            py_compile.compile(str(module), str(code), path, doraise=True, invalidation_mode=unchecked)
        except (py_compile.PyCompileError, ValueError):
            return None
        return code.read_bytes()
