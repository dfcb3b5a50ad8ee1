"""Writes docs/reference/python.md from the docstrings: `python -m tools.setup.python_reference`.

The page is in the repository, so that people can read it there. Each build writes it anew.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "python.md"
PACKAGE = "adaptoid_widget"
WIDTH = 90
# a line is a heading, a sentence, or a name with the members that are left out
CONTENTS = """
# Python reference

This page lists all names of `import adaptoid_widget as aw` with their docstrings. Wherever you can pass a position or
a turn, you can pass its [text](rules.md#text-forms). For a position, you can also pass a `Game` or a `Board`.
`str(position)` and `position.text` are the text. `print(position.diagram())` draws the board in text. A notebook shows
a position as a picture. At a prompt, `help(aw.Position)` shows the same. `tools/setup/python_reference.py` writes this
page.

## A board to play on

Board - snapshot discs wording analyst review set_state publish notify_observers open catch_up

## Positions and turns

Position - after at_move context effect_if_legal endings moved of seat_of state why_not_parsed
Turn - of
LegalTurns
Effect
Piece
Gone
Reach
Supply
Reason
perft

## Your own boards

Layout - board cell cells_of disc discs links steps

`aw.layouts` maps names to [boards](layouts.md): `aw.layouts["butterfly"]` is a `Layout`.

## Games and records

Game - is_on_line stretch tree
read_game
read_games
write_games
Dropped
core.game.tree.Node - state
core.game.tree.TreeRow
core.game.game_data.Difference
core.game.tree.Verdict
core.game.headers.Headers

## Lessons and puzzles

home
Home
Lesson
Step
widget.lesson.Answer
lessons.check.Checked
core.teaching.lesson.LessonContent
core.teaching.lesson.LessonStep
core.teaching.question.Question
core.teaching.results.Result
core.teaching.results.StepResult
results
reports.class_results.LearnerResults
reports.class_results.FollowedResults
core.teaching.class_results.StepDifficulty
Puzzles
core.puzzles.puzzle.Puzzle

## Tactics

These names are in `aw.tactics`.

core.tactics.finder.find
core.tactics.finder.done
core.tactics.finder.siege
core.tactics.finder.annotate
core.tactics.finder.Chance
core.tactics.finder.Sieged
core.tactics.finder.Played
core.tactics.tactic.Tactic - saying

## Players, analysis, matches

Player
Program
as_player
analyse
deepen
engine_info
engine.backends.backend.EngineInfo
Analysis
engine.analysis.Line
annotate
engine.annotate.Annotated
compare
Comparison
engine.compare.ComparedTurn
search_games
GameSearch
explore.game_search.Place
explore.game_search.DamagedGame
playouts
explore.playouts.Playouts
prove
Proof
explore.proofs.ProofNode
what_if
WhatIf
explore.what_if.Change
review
play_match
MatchResult
arena.elo.Estimate
Sprt
openings

## Pictures, sheets, pages

picture
Picture
film
Film
save_picture
Marks - check data from_data of
sheet
Sheet
export.worksheet.GameSheet
share
embed
embed_script

## Languages

languages

## Errors

GameError
TextError
IllegalTurn
LayoutError
LessonError
LanguageError
PlayerError
FileInUse
"""
ENTRY = re.compile(r"^((?:[a-z_]+\.)*\w+)(?: - ([\w ]+))?$")


class DescribedName(NamedTuple):
    """A class or a function of the page, and the members that it leaves out."""

    module: str
    name: str
    hidden: tuple[str, ...]

    @property
    def value(self) -> Any:
        """The class or the function."""
        return getattr(importlib.import_module(self.module), self.name)


class Member(NamedTuple):
    """A member of a class: its name or signature, and its docstring."""

    name: str
    signature: str
    doc: str


def entry_of(line: str) -> DescribedName | None:
    """Return what a line of `CONTENTS` documents; None for a heading or a sentence."""
    match = ENTRY.match(line)
    if match is None:
        return None
    folder, _, name = match[1].rpartition(".")
    return DescribedName(f"{PACKAGE}.{folder}".rstrip("."), name, tuple((match[2] or "").split()))


def entries() -> list[DescribedName]:
    """Return what the page documents, in its order."""
    return [entry for line in CONTENTS.splitlines() if (entry := entry_of(line)) is not None]


# -- from the source ---------------------------------------------------------------------------------------------------


@cache
def definitions(module: str) -> dict[str, ast.ClassDef | ast.FunctionDef]:
    """Return the classes and functions of a module by name."""
    found: dict[str, ast.ClassDef | ast.FunctionDef] = {}
    for node in ast.walk(ast.parse(inspect.getsource(sys.modules[module]))):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found.setdefault(node.name, node)
    return found


def node_of(value: Any) -> ast.ClassDef | ast.FunctionDef | None:
    """Return the definition of a class or a function of the program; None for one that has none."""
    is_ours = value.__module__.startswith(PACKAGE)
    return definitions(value.__module__).get(value.__name__) if is_ours else None


def overloads_of(function: Any) -> list[ast.FunctionDef]:
    """Return the forms of an overloaded function of the program; nothing for others."""
    return [
        node
        for node in ast.parse(inspect.getsource(sys.modules[function.__module__])).body
        if isinstance(node, ast.FunctionDef)
        and node.name == function.__name__
        and "overload" in [ast.unparse(decorator) for decorator in node.decorator_list]
    ]


def signature_of(name: str, function: ast.FunctionDef, *, is_method: bool) -> str:
    """Return a function with its arguments and its result, over several lines if it is long."""
    texts = list(_arguments(function.args))[1 if is_method else 0 :]
    ending = f" -> {ast.unparse(function.returns)}" if function.returns is not None else ""
    ending = "" if ending == " -> None" else ending
    line = f"{name}({', '.join(texts)}){ending}"
    if len(line) <= WIDTH or len(texts) < 2:
        return line
    return "\n".join([f"{name}(", *(f"    {text}," for text in texts), f"){ending}"])


def _arguments(arguments: ast.arguments) -> Iterator[str]:
    """Yield each argument with its type and its default."""
    places = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(places) - len(arguments.defaults))
    for place, default in zip(places, [*defaults, *arguments.defaults], strict=True):
        yield _argument(place, default)
    if arguments.vararg:
        yield "*" + _argument(arguments.vararg, None)
    elif arguments.kwonlyargs:
        yield "*"
    for place, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _argument(place, default)
    if arguments.kwarg:
        yield "**" + _argument(arguments.kwarg, None)


def _argument(place: ast.arg, default: ast.expr | None) -> str:
    text = f"{place.arg}: {ast.unparse(place.annotation)}" if place.annotation else place.arg
    if default is None:
        return text
    value = re.sub(r"'([^'\"]*)'", r'"\1"', ast.unparse(default))
    return f"{text}{' = ' if place.annotation else '='}{value}"


def documented_names(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield the name, the type and the docstring of each assignment that a docstring follows."""
    for number, following in enumerate(body[1:]):
        statement = body[number]
        target: ast.expr | None = None
        if isinstance(statement, ast.Assign):
            target = statement.targets[0]
        elif isinstance(statement, ast.AnnAssign):
            target = statement.target
        name = ast.unparse(target) if isinstance(target, (ast.Name, ast.Attribute)) else ""
        text = following.value if isinstance(following, ast.Expr) else None
        if name.startswith(prefix) and isinstance(text, ast.Constant) and isinstance(text.value, str):
            kind = ast.unparse(statement.annotation) if isinstance(statement, ast.AnnAssign) else ""
            yield name.removeprefix(prefix), kind, text.value


def members_of(entry: DescribedName) -> Iterator[Member]:
    """Yield the public members of a class that have docstrings, with those of the program's classes above it."""
    value = entry.value
    known = {*entry.hidden, *getattr(value, "_internal", ())}
    for base in value.__mro__:
        node = node_of(base)
        if not isinstance(node, ast.ClassDef):
            continue
        functions = [statement for statement in node.body if isinstance(statement, ast.FunctionDef)]
        yield from _attributes(documented_names(node.body), known)
        for function in functions:
            if function.name == "__init__":
                yield from _attributes(documented_names(function.body, "self."), known)
        for function in functions:
            if function.name not in known and not function.name.startswith("_"):
                known.add(function.name)
                yield _method(value, function)


def _attributes(names: Iterator[tuple[str, str, str]], known: set[str]) -> Iterator[Member]:
    for name, kind, doc in names:
        if name not in known and not name.startswith("_"):
            known.add(name)
            yield Member(name, f"{name}: {kind}" if kind else name, doc)


def _method(owner: type, node: ast.FunctionDef) -> Member:
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    doc = (
        inspect.getdoc(inspect.getattr_static(owner, node.name))
        or inspect.getdoc(getattr(owner, node.name))
        or ""
    )
    if decorators & {"property", "cached_property", "functools.cached_property"}:
        result = ast.unparse(node.returns) if node.returns is not None else ""
        return Member(node.name, f"{node.name}: {result}" if result else node.name, doc)
    return Member(node.name, signature_of(node.name, node, is_method="staticmethod" not in decorators), doc)


# -- in Markdown -------------------------------------------------------------------------------------------------------


def markdown_of(doc: str, indent: str = "") -> str:
    """Return a docstring in Markdown: its examples are code."""
    out: list[str] = []
    for paragraph in inspect.cleandoc(doc).split("\n\n"):
        if paragraph.lstrip().startswith(">>>"):
            paragraph = f"```pycon\n{inspect.cleandoc(paragraph)}\n```"
        out.append("\n".join(indent + line if line else "" for line in paragraph.split("\n")))
    return "\n\n".join(out)


def text_of(entry: DescribedName) -> str:
    """Return the part of the page about a class or a function."""
    value, node = entry.value, node_of(inspect.unwrap(entry.value))
    anchor = f"{entry.module if entry.module == PACKAGE else value.__module__}.{entry.name}"
    parts = [f'<a id="{anchor}"></a>\n', f"### `{entry.name}`\n"]
    is_class = isinstance(node, ast.ClassDef)
    made_by = init_of(value) if is_class else node
    if isinstance(made_by, ast.FunctionDef):
        forms = [] if is_class else overloads_of(inspect.unwrap(value))
        signatures = [signature_of(entry.name, form, is_method=is_class) for form in forms or [made_by]]
        parts.append("```python\n" + "\n".join(signatures) + "\n```\n")
    parts.append(markdown_of(inspect.getdoc(value) or "") + "\n")
    parts += [bullet(member) for member in members_of(entry)] if is_class else []
    return "\n".join(parts)


def init_of(value: type) -> ast.FunctionDef | None:
    """Return the constructor that a class of the program writes; None if people do not make such values."""
    for base in value.__mro__:
        node = node_of(base)
        for statement in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(statement, ast.FunctionDef) and statement.name in ("__init__", "__new__"):
                return statement
    return None


def bullet(member: Member) -> str:
    """Return a member as an entry of a list."""
    text = markdown_of(member.doc, "  ").strip()
    if "\n" in member.signature:
        code = "\n".join("  " + line for line in member.signature.split("\n"))
        return f"- **`{member.name}`**\n\n  ```python\n{code}\n  ```\n\n  {text}\n"
    return f"- **`{member.signature}`**<br>\n  {text}\n"


def page() -> str:
    """Return the page."""
    parts: list[str] = []
    for line in CONTENTS.strip().split("\n"):
        entry = entry_of(line)
        parts.append(line if entry is None else text_of(entry))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)) + "\n"


if __name__ == "__main__":
    text = page()
    if PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")
