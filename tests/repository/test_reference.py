"""The reference has every public class, function and field, and pages name only code that exists."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import jedi  # type: ignore[import-untyped]
import pytest

import adaptoid_widget as aw
from tests.repetitions import nightly
from tools.setup import python_reference

ROOT = Path(__file__).resolve().parents[2]
ENTRIES = {f"{entry.module}.{entry.name}": entry for entry in python_reference.entries()}
NAMES = {entry.name for entry in ENTRIES.values()}
# types that annotations of public members name, but that people neither make nor read
NOT_FOR_PEOPLE = {"Chooser", "FreshPosition", "Goal"}


def classes() -> dict[str, list[type]]:
    """All classes of the package by name."""
    found: dict[str, list[type]] = {}
    for module in pkgutil.walk_packages(aw.__path__, "adaptoid_widget."):
        # these need MicroPython, Pyodide, a command line, or what only the extra `rl` installs
        if re.search(r"\.(portable|wasm_pyodide|__main__|pettingzoo_env)\b", module.name):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if inspect.isclass(value) and value.__module__.startswith("adaptoid_widget"):
                found.setdefault(name, []).append(value)
    return found


CLASSES = classes()
OURS = {cls for named in CLASSES.values() for cls in named}


def returned(name: str) -> set[str]:
    """The names of classes that a function, or the public members of a class, return."""
    value = ENTRIES[name].value
    functions = [inspect.unwrap(value)]
    if inspect.isclass(value):
        hidden = {*ENTRIES[name].hidden, *getattr(value, "_internal", ())}
        members = [
            inspect.getattr_static(value, member)
            for member in dir(value)
            if not member.startswith("_") and member not in hidden
        ]
        functions = [getattr(member, "fget", getattr(member, "__func__", member)) for member in members]
    words: set[str] = set()
    for function in functions:
        if isinstance(function, FunctionType) and function.__module__.startswith("adaptoid_widget"):
            words |= set(re.findall(r"\b[A-Z]\w+", str(function.__annotations__.get("return"))))
    return words & set(CLASSES)


def test_the_reference_is_written_from_the_docstrings() -> None:
    """Each build writes the page anew."""
    assert python_reference.PAGE.read_text(encoding="utf-8") == python_reference.page()


def test_the_reference_has_every_public_name() -> None:
    described = {entry.name for entry in ENTRIES.values() if entry.module == "adaptoid_widget"}
    assert described == set(aw.__all__) - {"__version__", "layouts", "tactics"}
    tactics = {entry.name for entry in ENTRIES.values() if ".tactics." in entry.module}
    assert tactics >= set(aw.tactics.__all__) - {"BUDGET", "NAMES"}


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_the_reference_describes_every_public_member(name: str) -> None:
    """Each public name that a class of the program defines stands on the page, unless its entry leaves it out."""
    entry = ENTRIES[name]
    if not inspect.isclass(entry.value):
        return
    written = python_reference.text_of(entry)
    left_out = {*entry.hidden, *getattr(entry.value, "_internal", ())}
    missing = [
        member
        for base in entry.value.__mro__
        if base.__module__.startswith("adaptoid_widget")
        for member in vars(base)
        if not member.startswith("_") and member not in left_out and not re.search(rf"\b{member}\b", written)
    ]
    assert missing == []


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_the_reference_has_what_public_names_return(name: str) -> None:
    assert returned(name) - NAMES - NOT_FOR_PEOPLE - {"LessonBoard"} == set()
    written = python_reference.text_of(ENTRIES[name]._replace(hidden=()))
    hidden = ENTRIES[name].hidden
    assert [
        member for member in hidden if member not in written and not hasattr(ENTRIES[name].value, member)
    ] == []


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_every_field_of_the_reference_is_explained(name: str) -> None:
    """By its name in the docstring of the class, or by a docstring of its own."""
    value = ENTRIES[name].value
    if not inspect.isclass(value) or not issubclass(value, tuple):
        return
    source = inspect.getsource(value)
    fields = [field for field in value._fields if field in dir(value) and field != "saying"]  # type: ignore[attr-defined]
    unexplained = [
        field
        for field in fields
        if not re.search(rf"\b{field}\b", value.__doc__ or "")
        and not re.search(rf'^    {field}: .+\n    """', source, re.MULTILINE)
    ]
    assert unexplained == []


PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
# code in a sentence
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def is_assigned(name: str, cls: type) -> bool:
    """Whether the source of a class gives its instances an attribute."""
    bases = [base for base in cls.__mro__ if base in OURS and not base.__name__.startswith("_")]
    assigned = re.compile(rf"\bself\.{name}\b|^    {name}:|[\"']{name}[\"']", re.MULTILINE)
    return any(assigned.search(inspect.getsource(base)) for base in bases)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_name_of_code_on_a_page_exists(page: Path) -> None:
    """`aw.name`, `Class.name`, and `board.name` and the like of the objects that pages speak of."""
    objects = {
        "board": aw.Board,
        "position": aw.Position,
        "game": aw.Game,
        "lesson": aw.Lesson,
        "turn": aw.Turn,
        "puzzles": aw.Puzzles,
    }
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    missing: list[str] = []
    for code in CODE.findall(text):
        missing += [f"aw.{name}" for name in re.findall(r"\baw\.(\w+)", code) if not hasattr(aw, name)]
        for holder, name in re.findall(r"(?<![\w./])([A-Za-z]\w+)\.([a-z]\w+)\b(?!\.\w|/)", code):
            known = [objects[holder]] if holder in objects else CLASSES.get(holder, [])
            if known and not any(hasattr(cls, name) or is_assigned(name, cls) for cls in known):
                missing.append(f"{holder}.{name}")
    assert [
        name
        for name in missing
        if not re.search(r"\.(js|ts|py|md|txt|svg|html|css|json|lesson|ipynb)$", name)
    ] == []


def test_only_an_answer_that_can_be_of_any_kind_is_typed_so() -> None:
    reference = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    assert re.findall(r"(\w+)\(.*\) -> Any\b", reference) == ["pop"]


# -- what editors and type checkers see --------------------------------------------------------------------------------

USE = """import adaptoid_widget as aw
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray
from pandas import DataFrame
from typing_extensions import assert_type

board = aw.Board()
reveal_type(board.position)
reveal_type(board.aids)
reveal_type(board.size)
reveal_type(board.interactive)
reveal_type(board.flipped)
reveal_type(board.coordinates)
reveal_type(board.language)
reveal_type(board.analysis)
reveal_type(next(board.position.turns()).origin)
reveal_type(board.position.pieces["D2"].legs)
reveal_type(aw.tactics.find(board.position)[0].turns)
reveal_type(aw.Lesson("fork").board.position)
board.position = "adaptoid w 0,0 W:D2 B:D6"
board.aids = "legal"
assert_type(board.position.to_array(), NDArray[np.int8])
assert_type(board.position.turn_mask(), NDArray[np.bool_])
assert_type(board.game.to_frame(depth=2), DataFrame)
assert_type(board.game.diff(board).mine, tuple[str, ...])
assert_type(next(aw.search_games(board)).missed[0].victims, tuple[str, ...])
assert_type(aw.playouts([board, "adaptoid w 0,0 W:D2 B:D6"])[0].turns, int)
assert_type(aw.picture(board.game).draw_on(plt.gca()), Axes)
aw.analyse(5)  # type: ignore[arg-type]
aw.search_games("games.txt", tactic=5)  # type: ignore[arg-type]
"""
TYPES = [
    "Position",
    "str",
    "str",
    "bool",
    "bool",
    "bool | str",
    "str",
    "Analysis | None",
    "str | None",
    "int",
    "tuple[str, ...]",
    "Position",
]


QUESTIONS = ROOT / "docs" / "how_to" / "questions.md"


# the step `mypy` checks uses of the traits in each run
@pytest.mark.parametrize("checker", nightly("mypy", "pyright"))
def test_type_checkers_know_the_traits_of_a_board(checker: str, tmp_path: Path) -> None:
    program = tmp_path / "use.py"
    program.write_text(USE, encoding="utf-8")
    # the examples of a page, as a newcomer's script
    questions = tmp_path / "questions.py"
    examples = doctest.DocTestParser().get_examples(QUESTIONS.read_text(encoding="utf-8"))
    # as a cell shows its last value, so do these
    cells = "# pyright: reportUnusedExpression=false\n" + "".join(example.source for example in examples)
    questions.write_text(cells, encoding="utf-8")
    if checker == "mypy":
        command = [
            "mypy",
            "--strict",
            "--no-error-summary",
            "--cache-dir",
            str(tmp_path / "cache"),
            str(program),
            str(questions),
        ]
        output = subprocess.run(
            [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        revealed = [
            re.sub(r"\badaptoid_widget\.[\w.]+\.(?=[A-Z])", "", found)
            for found in re.findall(r'type is "(.+)"', output)
        ]
    else:
        command = ["pyright", "--outputjson", "--pythonpath", sys.executable, str(program), str(questions)]
        output = subprocess.run(
            [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout
        found = json.loads(output)["generalDiagnostics"]
        assert [item["message"] for item in found if item["severity"] == "error"] == []
        revealed = [
            re.sub(r'.* is "(.+)"', r"\1", item["message"])
            for item in found
            if item["severity"] == "information"
        ]
    assert [kind.replace("builtins.", "").replace("Tuple[", "tuple[") for kind in revealed] == TYPES


@pytest.mark.parametrize(
    ("code", "names"),
    [
        *nightly(
            ("aw.Turn.from_text('+D3').", {"origin", "target", "growth", "at"}),
            ("aw.Position.start().piece('D2').", {"color", "legs", "pincers"}),
            ("aw.tactics.find(aw.Position.start())[0].", {"turns", "discs", "victims"}),
        ),
        ("aw.Board().position.", {"turns", "play", "why_not"}),
        ("aw.", {"Board", "analyse", "tactics"}),
    ],
)
def test_editors_complete_public_names(code: str, names: set[str]) -> None:
    completed = {
        completion.name for completion in jedi.Script("import adaptoid_widget as aw\n" + code).complete()
    }
    assert names <= completed
    assert completed.isdisjoint({"Any", "TYPE_CHECKING", "deepcopy", "Path", "Host"})
