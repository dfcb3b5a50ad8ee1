"""Minified Python programs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import adaptoid_widget
from tools.setup.minify_python import _NOT_FOR_PAGES, _Minifier, minify

CORE = sorted((Path(adaptoid_widget.__file__).parent / "core").rglob("*.py"))


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_minified_sources_are_equivalent(path: Path) -> None:
    """After the removal of types and comments, `minify` removes only blanks."""
    source = path.read_text("utf-8")
    expected = ast.unparse(ast.fix_missing_locations(_Minifier(()).visit(ast.parse(source))))
    assert ast.unparse(ast.parse(minify(source))) == expected


def test_blanks_in_strings_stay() -> None:
    source = "said = 'a  b' if x else \"it's - so\"\nmore = ['\\\\', ' ', \"\\\" \", '# no']\n"
    assert ast.dump(ast.parse(minify(source))) == ast.dump(ast.parse(source))
    assert minify("def f():\n    x = 1\n    return x  # gone") == "def f():\n x=1\n return x"


def test_entries_of_a_dict_can_be_left_out() -> None:
    assert minify("words = {'a.b': 1, 'ab': 2}", ("a.",)) == "words={'ab':2}"


def test_pages_leave_out_only_names_that_exist() -> None:
    """A renamed function would come back into all pages otherwise."""
    sources = [path.read_text(encoding="utf-8") for path in CORE]
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    assigned = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    assert _NOT_FOR_PAGES - defined - assigned == set()
