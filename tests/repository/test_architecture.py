"""Checks which package may import which, and that no imports form a circle. Lazy imports count too."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from scripts.compile_page_modules import CORE_PACKAGES

PACKAGE = "adaptoid_widget"
ROOT = Path(__file__).resolve().parents[2] / PACKAGE

# A package may import itself and these. "public" is adaptoid_widget/__init__.py. A package that is not listed fails.
ALLOWED_IMPORTS: dict[str, set[str]] = {
    # the base: these import nothing
    "_version": set(),
    "progress_bar": set(),
    "threads": set(),
    "source_hashes": set(),
    "core": set(),
    "attributes": {"core"},
    "layouts": {"core"},
    "locales": {"core"},
    "storage": {"core", "progress_bar"},
    "lessons": {"attributes", "core", "progress_bar", "storage"},
    "picture": {"attributes", "core", "progress_bar", "storage"},
    "engine": {"attributes", "source_hashes", "core", "picture", "progress_bar", "storage", "threads"},
    "arena": {"attributes", "core", "engine", "progress_bar", "storage", "threads", "_version"},
    "export": {
        "arena",
        "attributes",
        "source_hashes",
        "core",
        "engine",
        "layouts",
        "lessons",
        "locales",
        "picture",
        "progress_bar",
        "puzzles",
        "storage",
        "_version",
    },
    "reports": {"core", "storage"},
    "puzzles": {"core"},
    "widget": {
        "arena",
        "attributes",
        "core",
        "engine",
        "export",
        "lessons",
        "locales",
        "picture",
        "puzzles",
        "storage",
        "threads",
    },
    "bench": {"arena", "core", "engine"},
    "cli": {
        "arena",
        "bench",
        "core",
        "engine",
        "export",
        "lessons",
        "picture",
        "progress_bar",
        "puzzles",
        "reports",
        "storage",
        "_version",
    },
    "__main__": {"cli"},
    "public": {
        "arena",
        "attributes",
        "core",
        "engine",
        "export",
        "layouts",
        "lessons",
        "locales",
        "picture",
        "puzzles",
        "reports",
        "storage",
        "threads",
        "widget",
        "_version",
    },
}
# Only the package given here may import these third-party packages and developer tools.
RESERVED = {
    "anywidget": "widget",
    "ipywidgets": "widget",
    "traitlets": "widget",
    "numba": "engine",
    "markdown_it": "lessons",
    "llvmlite": "engine",
    "wasmtime": "engine",
    "PIL": "picture",
    "chess": "nobody",
    # developers alone use these
    "playwright": "nobody",
    "tools": "nobody",
}
# The packages of core: each may import itself and those before it. No module lies beside them.
LAYERS = CORE_PACKAGES
# The modules of the standard library that core may import: MicroPython has them, or the page brings a stub.
FOR_CORE = {"__future__", "collections", "json", "math", "re", "typing"}


def package_of(module: str) -> str:
    """Return the package of a module: `core` for `adaptoid_widget.core.rules.bitboard`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "public"


def layer_of(module: str) -> int:
    """Return the number of the layer of a module of core, or a number after all layers if it is in none."""
    package = [*module.split("."), "", ""][2]
    return LAYERS.index(package) if package in LAYERS else len(LAYERS)


def imported(tree: ast.Module, module: str, *, is_package: bool) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything a module imports, also inside functions."""
    package = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            # `from . import picture` imports a package, `from .picture import svg_elements` what is in it.
            if name == PACKAGE:
                yield from ((node.lineno, f"{name}.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, name
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__"):
                first = node.args[0] if node.args else None
                # Only the public module may compute what it imports, since it imports its names lazily.
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield node.lineno, first.value
                elif package_of(module) != "public":
                    yield node.lineno, "a name made at run time"


def forbidden_imports(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """List the imports of a module that are not allowed."""
    package = package_of(module)
    if package not in ALLOWED_IMPORTS:
        return [f"{module}: no such package; list in this test what it may import"]
    wrong: list[str] = []
    for line, name in imported(ast.parse(source), module, is_package=is_package):
        top = name.split(".")[0]
        if top == PACKAGE:
            target = package_of(name)
            allowed = target in ALLOWED_IMPORTS[package] or (target == package and package != "public")
            if target == package == "core":
                allowed = layer_of(name) <= layer_of(module)
        elif package == "core":
            allowed = name in FOR_CORE
        else:
            allowed = RESERVED.get(top, package) == package and " " not in top
        if not allowed:
            wrong.append(f"{module}:{line}: {package} may not import {name}")
    return wrong


def module_name(path: Path) -> str:
    """Return the dotted name of a file of the package."""
    parts = [PACKAGE, *path.relative_to(ROOT).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph(paths: Iterable[Path]) -> dict[str, set[str]]:
    """Return for each module all modules that it imports, also inside functions."""
    modules = {module_name(path): path for path in paths}
    graph: dict[str, set[str]] = {}
    for module, path in modules.items():
        imported_names: set[str] = set()
        package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported_names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else []
                name = ".".join([*base, *([node.module] if node.module else [])])
                inside = [f"{name}.{alias.name}" for alias in node.names]
                imported_names.update(member if member in modules else name for member in inside)
        graph[module] = {name for name in imported_names if name in modules and name != module}
    return graph


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return each set of modules that import one another in a circle, sorted."""
    reached: dict[str, set[str]] = {}
    for module in graph:
        edge, importable = [module], set[str]()
        while edge:
            following = graph[edge.pop()] - importable
            importable |= following
            edge.extend(following)
        reached[module] = importable
    circles_of_modules = [
        sorted(other for other in importable if module in reached[other])
        for module, importable in reached.items()
        if module in importable
    ]
    return sorted({tuple(circle): circle for circle in circles_of_modules}.values())


# portable/ has the stubs of the standard library for a shared page; CPython does not import it.
SOURCES = sorted(path for path in ROOT.rglob("*.py") if ROOT / "portable" not in path.parents)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_import_is_allowed(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert forbidden_imports(source, module_name(path), is_package=path.name == "__init__.py") == []


def test_every_module_of_core_lies_in_a_package() -> None:
    """Otherwise the layers of core would not apply to the module."""
    beside = [
        path.name for path in (ROOT / "core").iterdir() if path.suffix == ".py" or path.name not in LAYERS
    ]
    assert sorted(set(beside) - {"__pycache__"}) == ["__init__.py"]


def test_no_module_imports_in_a_circle() -> None:
    assert circles(import_graph(SOURCES)) == []


def test_the_compiled_search_imports_only_the_rules_on_integers() -> None:
    """Other compilers than numba can then also compile its functions."""
    graph = import_graph(SOURCES)
    search = {name for name in graph if name.startswith(f"{PACKAGE}.engine.tree_search.")}
    search |= {f"{PACKAGE}.core.search.{name}" for name in ("evaluation", "transposition", "work_array")}
    assert len(search) > 5
    rules = {f"{PACKAGE}.core.rules.{name}" for name in ("bitboard", "integer_rules", "random_play")}
    for name in search | rules:
        assert graph[name] <= search | rules, name


SCRIPTS = ROOT.parent / "js" / "src"

# A folder of the front end may import itself and the folders in the lines above its own.
SCRIPT_LAYERS = (
    ("protocol",),
    ("i18n", "state", "dom"),
    ("embedded",),
    ("keys", "storage"),
    ("theme", "board", "worker"),
    ("parts",),
    ("panels",),
    (
        "history",
        "editor",
        "pens",
        "maps",
        "analyst",
        "lesson",
        "players",
        "animation",
        "share",
        "notebook",
        "maker",
    ),
    ("view",),
    ("widget",),
    ("index", "page"),
    ("site", "class"),
)


def script_graph() -> dict[str, set[str]]:
    """Return for each module of the front end, such as `board/grid`, all modules that it imports, also for types."""
    names = {path.with_suffix("").relative_to(SCRIPTS).as_posix(): path for path in SCRIPTS.rglob("*.ts")}
    graph: dict[str, set[str]] = {}
    for name, path in sorted(names.items()):
        addresses = re.findall(r"""from "(\.[^"]+)";""", path.read_text(encoding="utf-8"))
        targets = ((path.parent / target).resolve() for target in addresses)
        inside = (target for target in targets if target.is_relative_to(SCRIPTS))
        graph[name] = {target.relative_to(SCRIPTS).as_posix() for target in inside} & set(names)
    return graph


def test_no_typescript_module_imports_in_a_circle() -> None:
    graph = script_graph()
    assert sum(map(len, graph.values())) > 100
    assert circles(graph) == []


def test_front_end_folders_import_only_earlier_layers() -> None:
    """For example, the parts that are loaded later never import the view that loads them."""
    layer = {folder: number for number, folders in enumerate(SCRIPT_LAYERS) for folder in folders}
    wrong = [
        f"{name} imports {target}"
        for name, targets in script_graph().items()
        for target in sorted(targets)
        if (own := name.split("/")[0]) != (folder := target.split("/")[0]) and layer[folder] >= layer[own]
    ]
    assert wrong == []


# the script of each shared page imports its class by this name
ENTRY_NAMES = {"Page"}


def type_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names of all classes, and of named tuples and aliases of types; not those with an underscore."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else ()
        for target in [*targets, *([statement.target] if isinstance(statement, ast.AnnAssign) else [])]:
            if isinstance(target, ast.Name) and re.match("[A-Z][a-z]", target.id):
                yield target.id


def test_no_two_types_have_one_name() -> None:
    """This holds for public types in the package, the tools and the scripts. Private types may repeat."""
    folders = [ROOT.parent / "tools", ROOT.parent / "scripts"]
    places = [*SOURCES, *(path for folder in folders for path in sorted(folder.rglob("*.py")))]
    names = Counter(
        name
        for path in places
        for name in type_names(ast.parse(path.read_text(encoding="utf-8")))
        if not name.startswith("_")
    )
    assert len(names) > 250
    assert {name for name, times in names.items() if times > 1} == ENTRY_NAMES


def test_no_two_types_of_the_front_end_have_one_name() -> None:
    declared = re.compile(r"^(?:export )?(?:default )?(?:class|interface|type|enum) (\w+)", re.MULTILINE)
    names = Counter(
        name for path in SCRIPTS.rglob("*.ts") for name in declared.findall(path.read_text(encoding="utf-8"))
    )
    assert len(names) > 100
    assert [name for name, times in names.items() if times > 1] == []


def test_circles_are_found() -> None:
    """Two circles with a common module are one set. A module that only leads into a circle is in no set."""
    graph = {
        "a": {"b"},
        "b": {"c"},
        "c": {"b", "d"},
        "d": {"e"},
        "e": {"c"},
        "f": {"g"},
        "g": {"f"},
        "h": {"a"},
    }
    assert circles(graph) == [["b", "c", "d", "e"], ["f", "g"]]


def test_the_list_of_sources_is_not_empty() -> None:
    assert ROOT / "core" / "rules" / "bitboard.py" in SOURCES


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("core.i18n.catalog", "from ..rules.errors import TextError"),
        ("core.rules.layout", "from ..wire import intent_fields"),
        ("core.rules.layout", "from .. import session"),
        ("core.rules.bitboard", "import os"),
        ("core.rules.bitboard", "def f():\n    import random"),
        ("core.rules.bitboard", "from collections.abc import Iterator"),
        ("core.rules.bitboard", "from ...engine import search"),
        ("core.rules.bitboard", "from ... import picture"),
        ("core.rules.bitboard", "from adaptoid_widget import Position"),
        ("core.rules.bitboard", "from adaptoid_widget.storage import save"),
        ("core.rules.bitboard", "import numba"),
        ("engine.search", "from ..widget import Board"),
        ("engine.search", "from .. import export"),
        ("engine.search", "import traitlets"),
        ("storage", "from .picture import svg_elements"),
        ("picture", "import numba"),
        ("picture", "def f():\n    from numba import njit"),
        ("picture", "import importlib\nimportlib.import_module('numba.core')"),
        ("picture", "import importlib\nimportlib.import_module(name)"),
        ("export", "from . import widget"),
        ("cli", "from adaptoid_widget.widget.board import Board"),
        ("cli", "from . import Board"),
        ("cli", "import adaptoid_widget"),
        ("cli", "import ipywidgets"),
        ("widget", "from . import cli"),
        ("bench", "from tools.browser import jupyter"),
        ("newcomer", "import json"),
    ],
)
def test_a_forbidden_import_is_found(module: str, source: str) -> None:
    assert len(forbidden_imports(source, f"{PACKAGE}.{module}")) == 1


@pytest.mark.parametrize(
    ("module", "source", "is_package"),
    [
        (
            "core.rules.bitboard",
            "from __future__ import annotations\nimport re\nfrom .layout import Layout",
            False,
        ),
        (
            "core.wire.intent_fields",
            "from ..rules.legality import Reason\nfrom ..i18n import catalog",
            False,
        ),
        ("core", "from .rules import legal\nfrom . import text", True),
        (
            "engine.search",
            "import numba\nimport hashlib\nfrom ..core import rules\nfrom .players import Player",
            False,
        ),
        (
            "widget",
            "import anywidget, traitlets\nfrom .core.session import Session\nfrom . import picture",
            False,
        ),
        ("cli", "import argparse\nfrom . import export\nfrom ._version import __version__", False),
        ("__main__", "from .cli import main", False),
    ],
)
def test_an_allowed_import_is_accepted(module: str, source: str, is_package: bool) -> None:
    assert forbidden_imports(source, f"{PACKAGE}.{module}", is_package=is_package) == []


def test_the_public_module_may_import_all_packages() -> None:
    """The public module may import them at once or lazily."""
    source = "from .widget import Board\nimport importlib\nimportlib.import_module(name)"
    assert forbidden_imports(source, PACKAGE, is_package=True) == []


def test_import_is_light() -> None:
    """Importing the package imports neither the compiler nor what only development needs."""
    heavy = ("numba", "llvmlite", "wasmtime", "chess", "PIL")
    code = f"import sys, {PACKAGE}; print([name for name in {heavy} if name in sys.modules])"
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_contributing_names_files_that_exist() -> None:
    """Each path with a folder, from the package or from the top."""
    text = (ROOT.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = set(re.findall(r"`([\w-]+/[\w./-]+\.(?:css|json|py|ts))`", text))
    assert len(paths) > 100
    assert [path for path in paths if not ((ROOT / path).exists() or (ROOT.parent / path).exists())] == []


def test_contributing_names_every_package_and_front_end_folder() -> None:
    """Its tables have a line for each package and folder, and no line for one that does not exist."""
    text = (ROOT.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("\n## Where things are\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+?) \|", section, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([\w/]+)`", row)}
    packages = {path.parent.relative_to(ROOT).as_posix() for path in ROOT.rglob("__init__.py")} - {
        ".",
        "core",
    }
    folders = {path.relative_to(SCRIPTS).as_posix() for path in SCRIPTS.iterdir() if path.is_dir()}
    assert named == packages | folders
