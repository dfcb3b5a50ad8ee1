"""Makes Python source shorter without changing what it does.

Removes docstrings, comments, blanks, everything that only type checkers read, and what only a prompt, a notebook,
pickle or a program in Python asks for. What is imported for these goes too. The library python-minifier would be one
more dependency at build time, and does not drop messages.
"""

from __future__ import annotations

import ast
import functools
import re

# Group 1 is a whole string, group 2 an indentation; other blanks stand next to a character that is not part of a word.
# No string goes over several lines: docstrings are gone, and `ast.unparse` writes others with \n.
_BLANKS = re.compile(
    r"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(^(?:[ ]{4})+)|(?<=\W)[ ]+|[ ]+(?=[^\w\s'"])""",
    re.MULTILINE,
)

# what only a prompt, a notebook, pickle or a program in Python asks for; pages have none of these
_NOT_FOR_PAGES = frozenset(
    {
        "__copy__", "__dir__", "__format__", "__getattr__", "__getstate__", "__new__", "__radd__", "__reduce__",
        "__setattr__", "__setstate__", "_check_values", "_internal", "_repr_mimebundle_", "_wrong_part",
        "check_attribute", "check_flags", "diagram", "did_you_mean", "similar_clause", "public_names",
        "unknown_attribute", "with_piece",
    }
)  # fmt: skip


@functools.cache
def minify(source: str, unused_keys: tuple[str, ...] = ()) -> str:
    """The same program in fewer characters, without dictionary entries whose key begins with one of `unused_keys`.

    >>> minify("def twice(n: int) -> int:\\n    return 2 * n  # a comment")
    'def twice(n):\\n return 2*n'
    >>> minify("WORDS = {'edit.done': 'Done', 'why': 'Why?'}", ("edit.",))
    "WORDS={'why':'Why?'}"
    >>> minify("from typing import Dict, List\\nWord = List[str]\\ndef at(words: Dict[str, Word]): pass")
    'from typing import List\\nWord=List[str]\\ndef at(words):\\n pass'
    >>> minify("class Pair:\\n    __dir__ = public_names\\n    size = 2\\ndef public_names(self): return []")
    'class Pair:\\n size=2'
    >>> minify("def read(flag):\\n    check_flags(flag=flag)\\n    return flag")
    'def read(flag):\\n return flag'
    """
    tree = ast.fix_missing_locations(_Minifier(unused_keys).visit(ast.parse(source)))
    text = ast.unparse(tree).replace("\n\n", "\n")
    return _BLANKS.sub(lambda match: match[1] or " " * (len(match[2] or "") // 4), text)


class _Minifier(ast.NodeTransformer):
    def __init__(self, unused_keys: tuple[str, ...]) -> None:
        self.unused_keys = unused_keys

    def visit_Module(self, node: ast.Module) -> ast.AST:
        self.generic_visit(node)
        used = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
        for statement in node.body:
            if isinstance(statement, ast.ImportFrom):
                # the others were for annotations
                statement.names = [name for name in statement.names if (name.asname or name.name) in used]
        node.body = [
            statement
            for statement in node.body
            if not isinstance(statement, ast.ImportFrom) or statement.names
        ]
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        pairs = [pair for pair in zip(node.keys, node.values, strict=True) if not self._is_unused(pair[0])]
        node.keys, node.values = [key for key, _ in pairs], [value for _, value in pairs]
        return self.generic_visit(node)

    def _is_unused(self, key: ast.expr | None) -> bool:
        return (
            isinstance(key, ast.Constant)
            and isinstance(key.value, str)
            and key.value.startswith(self.unused_keys)
        )

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.If, ast.For, ast.While)) and not node.body:
            node.body = [ast.Pass()]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        self.generic_visit(node)
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_text else node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        # it only concerns annotations, which are gone
        return None if node.module == "__future__" else node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        if node.name in _NOT_FOR_PAGES:
            return None
        node.returns = None
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt] | None:
        for_checkers = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        if for_checkers:
            return [self.visit(statement) for statement in node.orelse]
        self.generic_visit(node)
        return None if isinstance(node.body[0], ast.Pass) and not node.orelse else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        # pages suggest no names, and pass no wrong flags
        is_unused = isinstance(node.func, ast.Name) and node.func.id in _NOT_FOR_PAGES
        return ast.Constant("") if is_unused else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        (target, *_) = node.targets
        is_unused = isinstance(target, ast.Name) and target.id in _NOT_FOR_PAGES
        return None if is_unused else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return self.generic_visit(ast.Assign([node.target], node.value))
