"""The layers of the front end, names of types, and what an import loads.

`lint-imports` checks the imports of Python, by the contracts in `pyproject.toml`.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "adaptoid_widget"
ROOT = Path(__file__).resolve().parents[2] / PACKAGE

# portable/ has the stubs of the standard library for a shared page; CPython does not import it.
SOURCES = sorted(path for path in ROOT.rglob("*.py") if ROOT / "portable" not in path.parents)


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


SCRIPTS = ROOT.parent / "js" / "src"

# A folder of the front end may import itself and the folders in the lines above its own.
SCRIPT_LAYERS = (
    ("protocol",),
    ("i18n", "state", "dom"),
    ("embedded",),
    ("keys", "storage"),
    ("theme", "board", "worker"),
    ("parts", "course"),
    ("panels",),
    ("maps",),
    ("animation",),
    ("controls",),
    (
        "history",
        "editor",
        "pens",
        "analyst",
        "lesson",
        "players",
        "share",
        "notebook",
        "maker",
    ),
    ("all_parts", "view"),
    ("widget",),
    ("cells",),
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
    """This holds for public types in the package and the tools. Private types may repeat."""
    folders = [ROOT.parent / "tools"]
    places = [*SOURCES, *(path for folder in folders for path in sorted(folder.rglob("*.py")))]
    names = Counter(
        name
        for path in places
        for name in type_names(ast.parse(path.read_text(encoding="utf-8")))
        if not name.startswith("_")
    )
    assert len(names) > 250
    assert [name for name, times in names.items() if times > 1] == []


def test_no_two_types_of_the_front_end_have_one_name() -> None:
    declared = re.compile(r"^(?:export )?(?:default )?(?:class|interface|type|enum) (\w+)", re.MULTILINE)
    names = Counter(
        name for path in SCRIPTS.rglob("*.ts") for name in declared.findall(path.read_text(encoding="utf-8"))
    )
    assert len(names) > 100
    assert [name for name, times in names.items() if times > 1] == []


def test_only_runners_search() -> None:
    """Players, analysis, review and lessons make requests, which a `SearchRunner` carries out."""
    users: dict[str, list[str]] = {"Searcher": [], "RemoteSearch": []}
    for path in SOURCES:
        calls = [
            node
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call)
        ]
        called = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
        for name in called & users.keys():
            users[name].append(path.relative_to(ROOT).as_posix())
    assert users == {
        # the speed of the search itself, and its preparation
        "Searcher": ["bench.py", "engine/runner.py", "engine/warmup.py"],
        "RemoteSearch": ["core/search/remote_search.py"],
    }


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


def test_import_is_light() -> None:
    """Importing the package imports neither the compiler nor what only development needs."""
    heavy = ("numba", "llvmlite", "wasmtime", "chess", "PIL")
    code = f"import sys, {PACKAGE}; print([name for name in {heavy} if name in sys.modules])"
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_the_map_names_every_package_and_front_end_folder() -> None:
    """Its tables have a line for each package and folder, and no line for one that does not exist."""
    text = (ROOT.parent / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.+?) \|", text, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([\w/]+)`", row)}
    packages = {path.parent.relative_to(ROOT).as_posix() for path in ROOT.rglob("__init__.py")} - {
        ".",
        "core",
    }
    folders = {path.relative_to(SCRIPTS).as_posix() for path in SCRIPTS.iterdir() if path.is_dir()}
    assert named == packages | folders
