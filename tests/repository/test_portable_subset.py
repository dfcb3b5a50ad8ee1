"""The core uses only the part of Python that MicroPython runs too, with the same results.

In MicroPython, some missing features fail only when a line runs, and some silently give another result. So these
tests check the source, in addition to running the core in MicroPython (tests/portable).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

CORE = Path(__file__).resolve().parents[2] / "adaptoid_widget" / "core"
# Only type checkers read this file. MicroPython could not import it.
TYPES = CORE / "wire" / "wire_types.py"

# the modules of the standard library that core may import: MicroPython has them, or the page brings a stub
MODULES = {"__future__", "collections", "gc", "json", "math", "re", "sys", "typing"}
MISSING_METHODS = {
    "_replace", "bit_count", "bit_length", "casefold", "expandtabs", "format_map", "isdecimal",
    "isidentifier", "isnumeric", "isprintable", "ljust", "maketrans", "removeprefix", "removesuffix", "rjust",
    "swapcase", "title", "translate", "zfill",
}  # fmt: skip
MISSING_MATH = {"comb", "dist", "gcd", "hypot", "isqrt", "lcm", "perm", "prod"}
MISSING_ATTRIBUTES = {"__cause__", "__context__", "__traceback__", "with_traceback"}
# Core has no input and no output, and runs no code that this check cannot see.
FORBIDDEN_CALLS = {"breakpoint", "compile", "eval", "exec", "input", "open", "print"}
# the one module that runs what readers type, and looks at the errors of it
RUNS_CELLS = {"compile()", "eval()", "exec()", "io"}
REGEX_CALLS = {"compile", "findall", "finditer", "fullmatch", "match", "search", "split", "sub"}
CLASS_FORMS = {"NamedTuple", "TypedDict", "Protocol", "Enum", "IntEnum", "Generic"}
DEBUG_FIELD = re.compile(r"\{[^{}!:]*[^{}!:=<>]\s*=\s*(?:![ras])?(?::[^{}]*)?\}")
COUNTED_REPEAT = re.compile(r"\{\d*,?\d*\}")


def not_portable(source: str) -> list[str]:
    """List what MicroPython lacks or does differently in a source, with line numbers."""
    tree = ast.parse(source)
    guarded = set(_guarded(tree))
    return [
        f"line {getattr(node, 'lineno', '?')}: {problem}"
        for node in ast.walk(tree)
        if node not in guarded
        for problem in (*_syntax(node, source), *_names(node))
    ]


def _syntax(node: ast.AST, source: str) -> Iterator[str]:
    """Yield syntax that MicroPython does not compile or understands differently."""
    if isinstance(node, ast.Match):
        yield "match"
    elif isinstance(node, ast.arguments) and node.posonlyargs:
        yield "positional-only parameters"
    elif isinstance(node, (ast.List, ast.Tuple, ast.Set)) and isinstance(
        getattr(node, "ctx", ast.Load()), ast.Load
    ):
        if any(isinstance(item, ast.Starred) for item in node.elts):
            yield "unpacking inside a list, tuple or set"
    elif isinstance(node, ast.Dict) and None in node.keys:
        yield "unpacking inside a dict"
    elif isinstance(node, ast.Slice) and not (node.step is None or _is_one(node.step)):
        yield "a slice with a step"
    elif isinstance(node, ast.Raise) and node.cause is not None:
        yield "raise … from"
    elif isinstance(node, ast.JoinedStr):
        if DEBUG_FIELD.search(
            (ast.get_source_segment(source, node) or "").replace("{{", "").replace("}}", "")
        ):
            yield "an f-string with ="
    elif isinstance(node, ast.ClassDef):
        bases = {str(getattr(base, "attr", getattr(base, "id", ""))) for base in node.bases}
        for form in sorted(bases & CLASS_FORMS):
            yield f"a class made from {form}"
    elif isinstance(node, (ast.AsyncFunctionDef, ast.Await, getattr(ast, "TryStar", ast.Await))):
        yield "async, or except*"
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "(?P" in node.value:
        yield "a named group"


def _names(node: ast.AST) -> Iterator[str]:
    """Yield modules, methods and arguments that MicroPython lacks."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name not in MODULES:
                yield alias.name
    elif isinstance(node, ast.ImportFrom):
        if node.module not in MODULES and not node.level:
            yield node.module or ""
        if node.module == "math":
            yield from (alias.name for alias in node.names if alias.name in MISSING_MATH)
    elif isinstance(node, ast.Attribute):
        if node.attr in MISSING_METHODS | MISSING_ATTRIBUTES:
            yield f".{node.attr}"
        # only `object` has it
        if node.attr == "__new__" and not (isinstance(node.value, ast.Name) and node.value.id == "object"):
            yield ".__new__"
        if isinstance(node.value, ast.Name) and node.value.id == "math" and node.attr in MISSING_MATH:
            yield f"math.{node.attr}"
    elif isinstance(node, ast.Call):
        yield from _call(node)


def _call(node: ast.Call) -> Iterator[str]:
    keywords = {keyword.arg for keyword in node.keywords}
    if isinstance(node.func, ast.Name):
        if node.func.id in FORBIDDEN_CALLS:
            yield f"{node.func.id}()"
        if node.func.id == "zip" and "strict" in keywords:
            yield "zip(strict=…)"
        if node.func.id == "round" and len(node.args) + len(node.keywords) > 1:
            yield "round() to digits"
    if (
        isinstance(node.func, ast.Attribute)
        and node.func.attr in ("split", "rsplit", "splitlines")
        and keywords
    ):
        yield f"{node.func.attr}() with keywords"
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("strip", "lstrip", "rstrip"):
        signs = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
        # MicroPython strips the bytes of their UTF-8 form, and can leave parts of other letters.
        if not all(str(sign).isascii() for sign in signs):
            yield f"{node.func.attr}() of more than ASCII"
    if isinstance(node.func, ast.Attribute) and node.func.attr in REGEX_CALLS:
        module = node.func.value
        pattern = node.args[0] if node.args else None
        text = str(pattern.value).replace("\\{", "") if isinstance(pattern, ast.Constant) else ""
        # In MicroPython {n} is no error but never matches.
        if isinstance(module, ast.Name) and module.id == "re" and COUNTED_REPEAT.search(text):
            yield "a counted repeat in a regular expression"


def _guarded(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield code that runs only if a name exists: after `hasattr`, in a `try` that catches its absence, or elsewhere.

    Also yields code that only type checkers read, which never runs.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for statement in node.body:
                yield from ast.walk(statement)
        elif isinstance(node, (ast.If, ast.IfExp)):
            calls = [part for part in ast.walk(node.test) if isinstance(part, ast.Call)]
            elsewhere = any(
                isinstance(part, ast.UnaryOp)
                and isinstance(part.op, ast.Not)
                and isinstance(part.operand, ast.Name)
                and part.operand.id == "IS_MICROPYTHON"
                for part in ast.walk(node.test)
            )
            if elsewhere or any(
                isinstance(call.func, ast.Name) and call.func.id == "hasattr" for call in calls
            ):
                branch = node.body if isinstance(node.body, list) else [node.body]
                for part in branch:
                    yield from ast.walk(part)
        elif isinstance(node, ast.Try):
            caught = {
                name.id for handler in node.handlers if handler.type for name in _plain_names(handler.type)
            }
            if caught & {"AttributeError", "ImportError"}:
                for part in node.body:
                    yield from ast.walk(part)


def _plain_names(node: ast.AST) -> Iterator[ast.Name]:
    return (part for part in ast.walk(node) if isinstance(part, ast.Name))


def _is_one(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value in (1, None)


@pytest.mark.parametrize(
    "path", sorted({*CORE.rglob("*.py")} - {TYPES}), ids=lambda path: path.relative_to(CORE).as_posix()
)
def test_core_is_portable(path: Path) -> None:
    found = {problem.partition(": ")[2] for problem in not_portable(path.read_text(encoding="utf-8"))}
    assert found - (RUNS_CELLS if path.name == "cell_runner.py" else set()) == set()


@pytest.mark.parametrize(
    "source",
    [
        "from dataclasses import dataclass",
        "import enum",
        "import bisect",
        "from functools import lru_cache",
        "match x:\n    case 1: pass",
        "def f(a, /): pass",
        "lambda a, /: a",
        "[*a]",
        "(*a, 1)",
        "{*a}",
        "y = *a, 1",
        "{**a, 'b': 1}",
        "x[::-1]",
        "x[::2]",
        "x.bit_length()",
        "(5).bit_count()",
        "count = int.bit_count",
        "'a'.ljust(3)",
        "'a-b'.split('-', maxsplit=1)",
        "'a'.strip('\\ufeff')",
        "'a'.rjust(3)",
        "'1'.zfill(3)",
        "'ab'.removeprefix('a')",
        "'ab'.translate({})",
        "p._replace(color='W')",
        "import math\nmath.isqrt(4)",
        "from math import hypot",
        "try:\n    f()\nexcept KeyError:\n    raise ValueError('x') from None",
        "try:\n    f()\nexcept KeyError as e:\n    raise ValueError('x') from e",
        "error.__cause__",
        "cls.__new__(cls)",
        "tuple.__new__(cls, parts)",
        "f'{x=}'",
        "f'{x.y = !r}'",
        "f'{x=:>3}'",
        "import re\nre.compile('(?P<cell>[A-I])')",
        "import re\nre.match('[0-9]{2}', x)",
        "import re\nre.compile('[0-9]{1,2}')",
        "zip(a, b, strict=True)",
        "round(x, 2)",
        "print(x)",
        "open('x')",
        "class P(NamedTuple):\n    x: int",
        "class P(typing.NamedTuple):\n    x: int",
        "async def f(): pass",
        "if x:\n    y.bit_count()",
    ],
)
def test_code_that_is_not_portable_is_found(source: str) -> None:
    assert not_portable(source) != []


@pytest.mark.parametrize(
    "source",
    [
        "from typing import NamedTuple\nP = NamedTuple('P', [('x', int)])",
        "a, *b = c",
        "f(*a, **b)",
        "list(a) + [1]",
        "x[1:3]",
        "x[1:3:1]",
        "f'{x} = {y}'",
        "f'{{x=}} {y:>3}'",
        "f'{x == y}'",
        "f'{x!r}'",
        "'{x=}'.format(x=1)",
        "if TYPE_CHECKING:\n    class Watcher(Protocol): ...",
        "if hasattr(int, 'bit_count'):\n    count = int.bit_count\nelse:\n    count = slow",
        "try:\n    count = int.bit_count\nexcept AttributeError:\n    count = slow",
        "round(x)",
        "import math\nmath.sqrt(2)",
        "import re\nre.compile('[0-9][0-9]?')",
        "def f(a, *, b): pass",
        "raise ValueError('x')",
    ],
)
def test_portable_code_is_accepted(source: str) -> None:
    assert not_portable(source) == []
