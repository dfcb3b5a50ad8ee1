"""Rewritten cells mean what they meant before, on the same lines."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.cells import cell_values
from adaptoid_widget.core.cells.source_tokens import tokens_of
from adaptoid_widget.core.cells.syntax_rewriting import HELPERS, PREFIX, rewritten
from tests.repetitions import repetitions

ROOT = Path(__file__).resolve().parents[3]
# every so many of them
FILES = sorted(path for folder in ("adaptoid_widget", "tests") for path in (ROOT / folder).rglob("*.py"))[
    :: repetitions(24, 1)
]

EXPRESSIONS = r"""
[*a, 1]
[1, *a, *b, 2]
(*a, 1)
(*a,)
{*a, 7} == {7, 1, 2, 3}, {*a} - {*b, 1} == {2, 3}
[*a, [*b, (*a, 0)]]
{**d, 'x': 1}
{'x': 1, **d, **{'y': 2}}
{k: v for k, v in d.items() if v}
{(k, 1): [*v] for k, v in [('a', (1, 2))]}
{1: {2: 3}, 4: {}}
{'f': lambda x: {x: 1}}['f'](5)
{'f': lambda x, y: x + y, 'g': 2}['f'](5, 6)
{a[0]: 1 if b else 2, 'z': b[1:2]}
a[::-1]
word[::-1]
a[::2] + a[1::2] + a[2:0:-1] + a[10:-10:-3]
tuple(a)[::-1][0]
[[1, 2], [3, 4]][1][::-1]
range(10)[::3]
[str(turn) for turn in aw.Position.start().turns()[::-3]]
word.ljust(9, '.') + '|'
word[::-1].title().center(9, '*')
' x '.strip() + 'xay'.strip('xy') + word.rjust(8)
'-7'.zfill(4) + '7'.zfill(3) + '12'.center(5, '_') + 'abc'.center(6, '_')
'Test'.removeprefix('Te') + 'Test'.removesuffix('st')
[str.title(one) for one in ('ab cd', "it's")]
sorted(['b', 'A'], key=str.lower)
'ab'.translate({97: 'x', 98: None})
'a\tbc\td'.expandtabs(4)
(5).bit_length() + int.bit_count(255)
f'{word}'
f'{word!r:>9}|{word:^9}|{word:*<7}|{word:.2}'
f'{3:>{n}}|{n:0{n}.{n - 2}f}'
f'{n=} {n + 1 = } {n=:>3} {word=!s}'
f'{{}} {{{n}}} {d["a"]} {[*a][::-1]}'
f'a' 'b{c}' f'{n}' '\n'
f'{n:,}' if n > 1000 else f'{1234567.891:,.1f} {0.256:.1%} {255:x} {5:+d} {-5:05d}'
f'{(lambda x: x + 1)(n)} {n if n != 4 else 5} { {1: 2}[1] }'
rf'\d{n}' + f'\x41{n}\N{DIGIT ONE}'
f"{'nested'} {word.upper()!r} {', '.join(str(x) for x in a)}"
f'{a[1:3]} {a[::2]}'
dict((k, v) for k, v in d.items()), dict(d, c=3)
dict(b=1, a=2), dict([('z', 1)]), dict.fromkeys('ba', 0), isinstance({}, dict)
(lambda *p, **q: (p, q))(*a, **d)
print(*a, *b, sep='-', end='')
[x for x in (*a, *b) if x > 1]
max(*a, *b)
a[-1:], a[n - 4], word[1:3]
1_000 + 0x1f + int(1e3) + 1 // 2 ** 2
""".strip().splitlines()
EXPRESSIONS.append("f'''a\"{n}\"\\n {word}'''")

PROGRAMS = [
    "x = *a, 1",
    "def f():\n    return *a, *b\nx = f()",
    "def f():\n    yield *a, 1\nx = list(f())",
    "x = []\nfor y in *a, *b:\n    x.append(y)",
    "first, *x = a",
    "[first, *x] = a",
    "(first, *x), y = a, 1",
    "x = []\nfor y, (z, *rest) in [(1, (2, 3, 4))]:\n    x += [y, z, rest]",
    "x = list(a); x[::2] = ['p', 'q']",
    "x = list(range(9)); del x[::2]",
    "class A:\n    __getitem__ = lambda self, index: word[index]\n    __len__ = lambda self: 5\nx = A()[::-2]",
    "def f(p, /, q, *, r=1): return p, q, r\nx = f(1, 2)",
    "def f(p, /): return p\nx = f(1)",
    "def f(p: int, *q: str) -> dict[str, int]: return {**d, 'n': len(q)}\nx = f(1, 'a')",
    "x = ['bb', 'a', 'cc']; x.sort(key=len)",
    "class A:\n    def sort(self): return [*a]\n    title = 'own'\nx = A().sort(), A().title",
    "x = {\n    # one\n    'p': 1,\n\n    'q': [\n        *a,  # more\n    ],\n}",
    "x = 1 if a else \\\n    2",
    "x = 'a\\\nb'; y = '''{\n'''",
    "if a: x = 1; y = 2",
    "x = (y := [*a])[0]",
    "x = a[0] * b[0]; y = 2 ** 3; z = [p * q for p in a for q in b]",
    "import os.path as title\nfrom os import path\nx = 1",
    "try:\n    {}['a']\nexcept KeyError as error:\n    x = f'{error!r} {error}'",
]


def names() -> dict[str, Any]:
    return {"aw": aw, "a": [1, 2, 3], "b": (4, 5), "d": {"a": 1, "b": 2}, "word": "größe", "n": 4}


def run(source: str, given: dict[str, Any]) -> dict[str, Any]:
    exec(compile(source, "cell", "exec"), given)
    return {name: value for name, value in given.items() if name in "xyz" or name == "rest"}


def helped(given: dict[str, Any]) -> dict[str, Any]:
    return {**cell_values.helpers(), **given}


@pytest.mark.parametrize("source", EXPRESSIONS)
def test_a_rewritten_expression_has_its_value(source: str) -> None:
    assert eval(rewritten(source), helped(names())) == eval(source, names())


@pytest.mark.parametrize("source", PROGRAMS)
def test_a_rewritten_program_does_the_same(source: str) -> None:
    assert run(rewritten(source), helped(names())) == run(source, names())


def test_lines_that_set_up_a_notebook_go() -> None:
    source = (
        '%matplotlib inline\nx = 7 \\\n  %config\n  %config A.b = [\n  \'c\']\ny = """\n%config\n"""\n%time x'
    )
    assert rewritten(source).split("\n") == [
        "", "x = 7 \\", "  %config", "  ", "", 'y = """', "%config", '"""', "%time x",
    ]  # fmt: skip


def test_what_micropython_lacks_is_gone() -> None:
    for source in (*EXPRESSIONS, *PROGRAMS):
        for node in ast.walk(ast.parse(rewritten(source))):
            assert not isinstance(node, (ast.JoinedStr, ast.Dict, ast.DictComp))
            if isinstance(node, (ast.List, ast.Tuple, ast.Set)) and isinstance(
                getattr(node, "ctx", ast.Load()), ast.Load
            ):
                assert not any(isinstance(item, ast.Starred) for item in node.elts)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_stays_valid_and_keeps_its_lines(path: Path) -> None:
    source = path.read_text("utf-8")
    assert "".join(token.text for token in tokens_of(source)) == source
    again = rewritten(source)
    assert again.count("\n") == source.count("\n")
    before, after = (
        {node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)}
        for text in (source, again)
    )
    assert after == before


@pytest.mark.parametrize(
    "source",
    [
        "",
        "[*a",
        "{'a': ",
        "f'{",
        "f'{x",
        "f'{x!}'",
        "'abc",
        '"""',
        ")",
        "x = [",
        "f'{a[}'",
        "a[::",
        "{**",
        "if",
    ],
)
def test_unfinished_source_keeps_its_lines_and_is_no_valid_source(source: str) -> None:
    text = f"x = 1\n{source}\ny = 2\n"
    assert rewritten(text).count("\n") == text.count("\n")
    if source:
        with pytest.raises(SyntaxError):
            compile(rewritten(text), "cell", "exec")


def test_names_of_helpers_are_all_there() -> None:
    assert {PREFIX + name for name in HELPERS} <= set(cell_values.helpers())
