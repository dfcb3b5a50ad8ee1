"""Python source that runs as before and is shorter: without docstrings, comments and what only type checkers read."""

from __future__ import annotations

import ast


def slim(source: str) -> str:
    """The same program in fewer characters; for a page that carries it and that nobody reads it in.

    >>> slim("def twice(n: int) -> int:\\n    return 2 * n  # so many")
    'def twice(n):\\n    return 2 * n'
    """
    return ast.unparse(ast.fix_missing_locations(_Slimmer().visit(ast.parse(source))))


class _Slimmer(ast.NodeTransformer):
    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.If, ast.For, ast.While)) and not node.body:
            node.body = [ast.Pass()]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else self.generic_visit(node)

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
