"""Says which code cells of a notebook cannot run in a page, and why."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..core.cells.cell_names import NAMES, PACKAGE
from ..core.cells.syntax_rewriting import without_settings

MODULES: dict[str, frozenset[str]] = {
    "__future__": frozenset({"annotations"}),
    "IPython": frozenset({"display"}),
    "IPython.display": frozenset({"display"}),
    PACKAGE: frozenset(NAMES),
    PACKAGE + ".puzzles": frozenset({"Puzzle", "load"}),
    "collections": frozenset({"Counter", "OrderedDict", "defaultdict", "deque", "namedtuple"}),
    "copy": frozenset({"copy", "deepcopy"}),
    "dataclasses": frozenset(
        {"FrozenInstanceError", "asdict", "astuple", "dataclass", "field", "fields", "replace"}
    ),
    "datetime": frozenset({"date", "timedelta"}),
    "functools": frozenset({"partial", "reduce", "update_wrapper", "wraps"}),
    "ipywidgets": frozenset({"Accordion", "HBox", "HTML", "Layout", "Tab", "VBox"}),
    "itertools": frozenset(
        {
            "accumulate", "batched", "chain", "combinations", "combinations_with_replacement", "compress", "count",
            "cycle", "dropwhile", "filterfalse", "groupby", "islice", "pairwise", "permutations", "product", "repeat",
            "starmap", "takewhile", "tee", "zip_longest",
        }
    ),
    "json": frozenset({"dump", "dumps", "load", "loads"}),
    "math": frozenset(
        {
            "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "copysign", "cos", "cosh", "degrees",
            "e", "erf", "erfc", "exp", "expm1", "fabs", "factorial", "floor", "fmod", "frexp", "gamma", "inf",
            "isclose", "isfinite", "isinf", "isnan", "ldexp", "lgamma", "log", "log10", "log2", "modf", "nan", "pi",
            "pow", "radians", "sin", "sinh", "sqrt", "tan", "tanh", "tau", "trunc",
        }
    ),
    "operator": frozenset({"attrgetter", "eq", "floordiv", "ge", "gt", "le", "lt", "mod", "ne", "truediv"}),
    "random": frozenset(
        {
            "Random", "choice", "choices", "expovariate", "gauss", "getrandbits", "getstate", "normalvariate",
            "randint", "random", "randrange", "sample", "seed", "setstate", "shuffle", "triangular", "uniform",
        }
    ),
    "re": frozenset({"compile", "match", "search", "sub"}),
    "statistics": frozenset(
        {
            "StatisticsError", "fmean", "mean", "median", "median_high", "median_low", "mode", "multimode", "pstdev",
            "pvariance", "quantiles", "stdev", "variance",
        }
    ),
    "sys": frozenset(
        {
            "byteorder", "exit", "implementation", "maxsize", "modules", "path", "platform", "stderr", "stdout",
            "version", "version_info",
        }
    ),
    "time": frozenset({"sleep", "time", "time_ns"}),
    "typing": frozenset(
        {
            "Any", "Callable", "Dict", "Generator", "Iterable", "Iterator", "List", "Literal", "Mapping", "NamedTuple",
            "Optional", "Sequence", "Set", "TYPE_CHECKING", "Tuple", "Type", "Union", "overload",
        }
    ),
}  # fmt: skip
"""The modules that cells in a page can import, with their names there."""
# methods and attributes of this package's objects that need files, other programs or the notebook
NOTEBOOK_ATTRIBUTES = frozenset(
    {
        "autosave", "check", "data_url", "features", "free_seats", "html", "lesson_draft", "make_lesson",
        "page_address", "path", "plot", "png", "preview", "save", "seats", "share", "svg", "svg_in", "threats",
        "to_frame", "write_text",
    }
)  # fmt: skip
BUILTINS_WITHOUT = frozenset({"__import__", "breakpoint", "help", "input", "open"})


class _Why(NamedTuple):
    english: str
    sentence: str
    """The key of the page's sentence, which has a slot for the name."""


_KINDS = {
    "syntax": _Why("line {name} is not Python", "stored.syntax"),
    "import": _Why("a page has no module {name}", "stored.needs"),
    "name": _Why("a page has no {name}", "stored.needs"),
    "attribute": _Why("a page has no .{name}", "stored.needs"),
    "cell": _Why("{name} comes from code cell {of}, which cannot run in a page", "stored.earlier"),
}


class Obstacle(NamedTuple):
    """Why a cell cannot run in a page."""

    cell: int
    """The number of the code cell, from 0."""
    kind: str
    """"syntax", "import" (a module), "name" (of this package or of Python), "attribute", or "cell" (a name of another
    cell that cannot run)."""
    name: str
    """The module, the name or the attribute; the line for "syntax"."""
    of: int | None = None
    """For "cell": the number of the cell that the name comes from."""

    def __str__(self) -> str:
        return _KINDS[self.kind].english.format(name=self.name, of=self.of)

    @property
    def sentence(self) -> str:
        """The key of the sentence that the page shows at the cell, which has a slot for the name."""
        return _KINDS[self.kind].sentence


def obstacles(cells: Sequence[str]) -> list[Obstacle]:
    """Why code cells of a notebook cannot run in a page, in their order; each cell has one obstacle at most.

    Cells that are not listed can run. Of those that are listed, `page_imports` can.

    >>> for obstacle in obstacles(["import numpy as np", "np.zeros(3)", "import math; math.pi"]):
    ...     print(f"code cell {obstacle.cell}: {obstacle}")
    code cell 0: a page has no module numpy
    code cell 1: np comes from code cell 0, which cannot run in a page
    """
    found: list[Obstacle] = []
    # by name, the number of the cell that cannot run and that gives it
    missing: dict[str, int] = {}
    # by the name of a module that cells have imported, what a page has of it
    modules: dict[str, frozenset[str]] = {}
    for number, source in enumerate(cells):
        try:
            tree = parsed(without_settings(source))
        except SyntaxError as error:
            found.append(Obstacle(number, "syntax", str(error.lineno or 1)))
            tree = _python_of(source)
            missing |= dict.fromkeys(_given(tree), number)
            _allow_imports(tree, missing, modules)
            continue
        for name in _given(tree):
            modules.pop(name, None)
        modules |= dict(_modules(tree))
        obstacle = _obstacle(number, tree, modules, missing)
        given = set(_given(tree))
        if obstacle is None:
            for name in given:
                missing.pop(name, None)
        else:
            found.append(obstacle)
            missing |= dict.fromkeys(given, number)
            _allow_imports(tree, missing, modules)
    return found


def parsed(source: str) -> ast.Module:
    """The tree of a source. Raises SyntaxError, also for a source that is nested too deeply for Python."""
    try:
        return ast.parse(source)
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(str(error)) from None


def page_imports(source: str) -> str:
    """The imports of a cell that a page has, one on a line. They are done even if the rest of the cell cannot run.

    >>> print(page_imports("import random, numpy\\nfrom collections import Counter, ChainMap\\nopen('x')"))
    import random
    from collections import Counter
    """
    try:
        tree = parsed(source)
    except SyntaxError:
        tree = _python_of(source)
    lines: list[str] = []
    for statement in tree.body:
        for alias, module in _aliases(statement):
            if _has_module(module, alias.name):
                renamed = f" as {alias.asname}" if alias.asname else ""
                begin = f"from {module} import " if module else "import "
                lines.append(begin + alias.name + renamed)
    return "\n".join(lines)


def _python_of(source: str) -> ast.Module:
    """A source without its commands of a notebook, such as `%time`; without anything if it is not Python then."""
    lines = ["" if line.lstrip().startswith(("%", "!", "?")) else line for line in source.split("\n")]
    try:
        return parsed("\n".join(lines))
    except SyntaxError:
        return ast.parse("")


def _allow_imports(tree: ast.Module, missing: dict[str, int], modules: dict[str, frozenset[str]]) -> None:
    for statement in tree.body:
        for alias, module in _aliases(statement):
            if _has_module(module, alias.name):
                missing.pop(alias.asname or alias.name, None)
    modules |= dict(_modules(tree))


def _aliases(statement: ast.AST) -> Iterator[tuple[ast.alias, str]]:
    """What a statement imports, each with the module that it comes from; "" for a module itself."""
    if isinstance(statement, ast.Import):
        yield from ((alias, "") for alias in statement.names)
    elif isinstance(statement, ast.ImportFrom):
        module = "." * statement.level + (statement.module or "")
        yield from ((alias, module) for alias in statement.names)


def _modules(tree: ast.Module) -> Iterator[tuple[str, frozenset[str]]]:
    """The names of the modules that a cell imports, each with the names that a page has of it."""
    for alias, module in (found for node in ast.walk(tree) for found in _aliases(node)):
        names = MODULES.get(alias.name)
        if not module and names is not None:
            yield alias.asname or alias.name, names


def _has_module(module: str, name: str) -> bool:
    if not module:
        return name in MODULES
    return name in MODULES.get(module, ())


def _obstacle(
    number: int, tree: ast.Module, modules: dict[str, frozenset[str]], missing: dict[str, int]
) -> Obstacle | None:
    """The first obstacle of a cell."""
    for node in ast.walk(tree):
        for alias, module in _aliases(node):
            if not _has_module(module, alias.name):
                name = f"{module}.{alias.name}" if module in MODULES else module or alias.name
                return Obstacle(number, "import", name)
    for name in _needed(tree):
        if name in missing:
            return Obstacle(number, "cell", name, missing[name])
        if name in BUILTINS_WITHOUT and hasattr(builtins, name):
            return Obstacle(number, "name", name)
    # a name of a module may be that of something else in a cell
    nodes = list(ast.walk(tree))
    others = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    others |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    for node in nodes:
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id in modules.keys() - others:
                if node.attr not in modules[node.value.id]:
                    return Obstacle(number, "name", f"{node.value.id}.{node.attr}")
            elif node.attr in NOTEBOOK_ATTRIBUTES:
                return Obstacle(number, "attribute", node.attr)
        elif isinstance(node, (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.AsyncFunctionDef)):
            return Obstacle(number, "name", "async")
        elif isinstance(node, ast.Match):
            return Obstacle(number, "name", "match")
    return None


def _given(tree: ast.AST) -> Iterator[str]:
    """The names that a cell gives to later ones."""
    for node in _own_nodes([tree]):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        else:
            for alias, _ in _aliases(node):
                yield (alias.asname or alias.name).split(".")[0]


_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_LOOPS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _own_nodes(waiting: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The nodes in these that are in no function, class or comprehension of their own, besides these themselves."""
    # a long sum is deeper than calls can be
    stack = list(waiting)[::-1]
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (*_SCOPES, *_LOOPS)):
            stack.extend(list(ast.iter_child_nodes(node))[::-1])


def _needed(tree: ast.Module) -> Iterator[str]:
    """The names that a cell reads before it gives them, in the order of its statements."""
    known: set[str] = set()
    later = set(_given(tree))
    for statement in tree.body:
        # what functions read is there when they are called
        inner = {name for node in _own_nodes([statement]) for name in _read_within(node)}
        direct = [
            node.id
            for node in _own_nodes([statement])
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        ]
        targets = set(_given(statement)) if not isinstance(statement, (ast.Assign, ast.AugAssign)) else set()
        yield from (name for name in direct if name not in known | targets)
        yield from sorted(inner - later)
        known |= set(_given(statement))


def _read_within(node: ast.AST) -> set[str]:
    """The names that a function, a class or a comprehension reads and does not give itself."""
    if not isinstance(node, (*_SCOPES, *_LOOPS)):
        return set()
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    given = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    given |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    given |= {part.name for part in ast.walk(node) if isinstance(part, (ast.FunctionDef, ast.ClassDef))}
    given |= {alias.asname or alias.name for part in ast.walk(node) for alias, _ in _aliases(part)}
    return {name.id for name in names if isinstance(name.ctx, ast.Load)} - given
