"""Python source that runs as before and is shorter: without docstrings, comments and what only type checkers read."""

from __future__ import annotations

import ast
import re


def slim(source: str, unsaid: tuple[str, ...] = ()) -> str:
    """The same program in fewer characters; for a page that carries it and that nobody reads it in.

    What dictionaries hold under keys that begin with one of `unsaid` is left out.

    >>> slim("def twice(n: int) -> int:\\n    return 2 * n  # so many")
    'def twice(n):\\n return 2*n'
    """
    text = ast.unparse(ast.fix_missing_locations(_Slimmer(unsaid).visit(ast.parse(source))))
    return _BLANKS.sub(_fewer, text.replace("\n\n", "\n"))


# A text, whole, or blanks: before a line, or where what stands beside them is no word. No text goes over several lines:
# those that stood alone are gone, others are written with \n.
_BLANKS = re.compile(
    r"""(?P<text>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?P<margin>^(?:[ ]{4})+)|(?<=\W)[ ]+|[ ]+(?=[^\w\s'"])""",
    re.MULTILINE,
)


def _fewer(found: re.Match[str]) -> str:
    if found["text"]:
        return found["text"]
    return " " * (len(found["margin"]) // 4) if found["margin"] else ""


class _Slimmer(ast.NodeTransformer):
    def __init__(self, unsaid: tuple[str, ...]) -> None:
        self.unsaid = unsaid

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        kept = [pair for pair in zip(node.keys, node.values, strict=True) if not self._is_unsaid(pair[0])]
        node.keys, node.values = [key for key, _ in kept], [value for _, value in kept]
        return self.generic_visit(node)

    def _is_unsaid(self, key: ast.expr | None) -> bool:
        return (
            isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value.startswith(self.unsaid)
        )

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.If, ast.For, ast.While)) and not node.body:
            node.body = [ast.Pass()]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        # without annotations it is of no use
        return None if node.module == "__future__" else node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        for_checkers = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return None if for_checkers else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return self.generic_visit(ast.Assign([node.target], node.value))
