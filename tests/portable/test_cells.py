"""Runs the code cells of the notebooks in MicroPython, as a page does, and compares them with CPython."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.export.cell_obstacles import MODULES, obstacles, page_imports
from adaptoid_widget.export.page_cells import puzzle_options
from adaptoid_widget.layouts import data
from adaptoid_widget.lessons import load, names
from adaptoid_widget.locales import languages, words
from tests.core.cells.test_syntax_rewriting import EXPRESSIONS
from tests.portable.test_portable import RUNNER
from tests.repetitions import repetitions

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
# by notebook, the code cells that cannot run in a page, and why
CANNOT_RUN: dict[str, dict[int, str]] = {
    "01-play": {
        0: "a page has no aw.home",
        11: "a page has no aw.share",
    },
    "02-inspect": {
        12: "a page has no aw.sheet",
        13: "page comes from code cell 12, which cannot run in a page",
    },
    "04-records": {
        0: "a page has no module pathlib",
        4: "folder comes from code cell 0, which cannot run in a page",
        5: "path comes from code cell 4, which cannot run in a page",
        6: "path comes from code cell 4, which cannot run in a page",
        9: "folder comes from code cell 0, which cannot run in a page",
        10: "folder comes from code cell 0, which cannot run in a page",
        11: "folder comes from code cell 0, which cannot run in a page",
    },
    "06-the-game-in-numbers": {
        0: "a page has no module base64",
        1: "numbers comes from code cell 0, which cannot run in a page",
        2: "numbers comes from code cell 0, which cannot run in a page",
        3: "starts comes from code cell 2, which cannot run in a page",
        4: "apart comes from code cell 3, which cannot run in a page",
        5: "plt comes from code cell 0, which cannot run in a page",
        6: "standard comes from code cell 1, which cannot run in a page",
        7: "GREEN comes from code cell 0, which cannot run in a page",
        8: "numbers comes from code cell 0, which cannot run in a page",
        9: "ladder comes from code cell 8, which cannot run in a page",
        10: "numbers comes from code cell 0, which cannot run in a page",
        11: "numbers comes from code cell 0, which cannot run in a page",
        12: "HTML comes from code cell 0, which cannot run in a page",
        13: "boards comes from code cell 11, which cannot run in a page",
        14: "start_of comes from code cell 12, which cannot run in a page",
        15: "numbers comes from code cell 0, which cannot run in a page",
        16: "numbers comes from code cell 0, which cannot run in a page",
    },
    "14-write-your-own-lesson": {
        0: "a page has no module pathlib",
        3: "a page has no .check",
        4: "a page has no .check",
        6: "folder comes from code cell 0, which cannot run in a page",
        7: "hunger comes from code cell 6, which cannot run in a page",
        8: "hunger comes from code cell 6, which cannot run in a page",
        10: "hunger comes from code cell 6, which cannot run in a page",
        11: "morning comes from code cell 10, which cannot run in a page",
        12: "folder comes from code cell 0, which cannot run in a page",
        13: "folder comes from code cell 0, which cannot run in a page",
        14: "results comes from code cell 13, which cannot run in a page",
        15: "hunger comes from code cell 6, which cannot run in a page",
    },
    "15-puzzles": {
        4: "a page has no aw.as_player",
        7: "a page has no .plot",
    },
    "16-exploring-tactics": {
        0: "a page has no module matplotlib.pyplot",
        1: "a page has no aw.openings",
        2: "show comes from code cell 0, which cannot run in a page",
        3: "everything comes from code cell 1, which cannot run in a page",
        4: "show comes from code cell 0, which cannot run in a page",
        5: "show comes from code cell 0, which cannot run in a page",
        6: "show comes from code cell 0, which cannot run in a page",
        7: "show comes from code cell 0, which cannot run in a page",
        8: "show comes from code cell 0, which cannot run in a page",
        9: "everything comes from code cell 1, which cannot run in a page",
        10: "everything comes from code cell 1, which cannot run in a page",
        11: "sieges comes from code cell 10, which cannot run in a page",
        12: "a page has no aw.prove",
        13: "a page has no aw.what_if",
    },
}
# cells of other authors: what MicroPython lacks, and what people write
OTHERS = {
    "collections": [
        "from collections import Counter, OrderedDict, defaultdict, deque, namedtuple\nletters = Counter('abracadab')\nletters.update('ra')",  # noqa: E501
        "print(letters.most_common(2), letters['z'], len(letters), letters.total(), sorted(letters))",
        "letters",
        "letters.update('bb'); letters.subtract({'a': 4}); letters['r'] += 1; letters",
        "Counter(a=3, b=1) + Counter(b=2), Counter(a=3, b=1) - Counter(a=1, b=2), list(Counter(x=2).elements())",
        "groups = defaultdict(list)\nfor word in 'one two three four'.split():\n    groups[len(word)].append(word)\ndict(groups)",  # noqa: E501
        "print(letters, f'{letters}'); groups",
        "groups[9], list(groups), [*deque([1, 2], 1)], OrderedDict(z=1, a=2)['a']",
        "Point = namedtuple('Point', ['x', 'y']); Point(1, 'ü')",
    ],
    "dicts": [
        "d = {'z': 1, 'a': 2}; d['m'] = 3; print(d, list(d), [*d.values()]); d",
        "{**d, 'z': 0} | {'q': 1}, dict(d), dict(b=1, a=2), {k: v for k, v in d.items() if v > 1}",
        "del d['z']; d.setdefault('y', 5); d.pop('a'), d.popitem(), d, d == {'m': 3}, isinstance(d, dict), 'm' in d",
        "import json; json.dumps({'b': [1, {'a': None}], 'a': 2.5})",
        "def f(**named): return sorted(named.items())\nf(**{'y': 1, 'x': 2}), '{a} {b}'.format(**{'a': 1, 'b': 2})",
        "sorted({'x': 3, 'y': 1}.items(), key=lambda row: row[1]), max({'x': 3, 'y': 1}, key={'x': 3, 'y': 1}.get)",
    ],
    "random": [
        "import random; random.seed(37); [random.random(), random.randint(1, 6), random.choice('abc')]",
        "random.seed(2**70 + 5); [random.getrandbits(k) for k in (1, 31, 32, 33, 64)], random.uniform(1, 2)",
        "cards = list(range(12)); random.seed(1); random.shuffle(cards); cards, random.sample(cards, 5)",
        "dice = random.Random(7); dice.sample(range(100), 30), dice.choices('ab', [1, 9], k=8), dice.randrange(0, 90, 7)",  # noqa: E501
        "[round(dice.gauss(0, 1), 9), round(dice.normalvariate(0, 1), 9), round(dice.expovariate(2), 9)]",
        "[dice.triangular(0, 3), dice.sample(['a', 'b'], 3, counts=[2, 2])]",
    ],
    "itertools": [
        "from itertools import *\nlist(product('ab', [1, 2])), list(permutations('abc', 2)), list(combinations('abcd', 3))",  # noqa: E501
        "list(combinations_with_replacement('ab', 2)), list(accumulate([1, 2, 3])), list(pairwise('abc'))",
        "[(key, list(group)) for key, group in groupby('aabba')], list(zip_longest('ab', 'c', fillvalue='-'))",
        "list(chain('ab', [1])), list(chain.from_iterable(['ab', 'c'])), list(islice(count(5, 2), 2, 6, 2))",
        "list(takewhile(str.isalpha, 'ab1c')), list(dropwhile(str.isalpha, 'ab1c')), list(islice(cycle('ab'), 5))",
        "list(starmap(pow, [(2, 3)])), list(filterfalse(None, [0, 1])), list(compress('abc', [1, 0, 1])), list(repeat(1, 2))",  # noqa: E501
    ],
    "statistics": [
        "import statistics; values = [3, 1, 4, 1, 5, 9, 2, 6]",
        "statistics.mean(values), statistics.mean([1, 3]), statistics.median(values), statistics.mode(values)",
        "[round(f(values), 9) for f in (statistics.stdev, statistics.pstdev, statistics.variance, statistics.fmean)]",
        "statistics.quantiles(values), statistics.quantiles(values, n=10, method='inclusive'), statistics.multimode('aabb')",  # noqa: E501
    ],
    "copies": [
        "import copy; board = {'D4': [1, 2]}; other = copy.deepcopy(board); other['D4'].append(3); board, other",
        "copy.copy([1, [2]]), copy.deepcopy(({1: [2]}, 'a'))",
    ],
    "data classes": [
        "from dataclasses import asdict, astuple, dataclass, field, fields, replace\nimport dataclasses",
        """@dataclass
class Row:
    '''A row, with a text:
    no: int'''
    cell: str
    size: int = 0  # its limbs
    more: list = field(default_factory=list)

    def twice(self):
        other: int = 2
        return self.size * other
row = Row('C4', 1); row""",
        "print(row, [Row('D4'), Row(cell='ü', size=3)]); row.twice(), f'{row} {row!r}'",
        "row == Row('C4', 1), row != Row('C4', 2), row.more is Row('x').more, isinstance(row, Row)",
        "print(asdict(row)); astuple(row), replace(row, size=5), [one.name for one in fields(row)]",
        """@dataclasses.dataclass(order=True, frozen=True)
class Pair:
    x: int
    y: int = 1
sorted([Pair(2), Pair(1, 5)]), {Pair(1): 'a'}[Pair(1)], Pair(1) < Pair(2), max(Pair(3), Pair(4))""",
        "try:\n    Pair(1).x = 3\nexcept dataclasses.FrozenInstanceError as error: print(error)",
        "for values in (), (1, 2, 3, 4):\n    try: Row(*values)\n    except TypeError as error: print(len(values))",
        """@dataclass
class Longer(Row):
    extra: float = 0.5
    def __post_init__(self): self.size += 1
    def __repr__(self): return 'mine'
longer = Longer('q', extra=2); longer, longer.size, astuple(longer)""",
        """class Plain:
    x: int = 1
Plain().x""",
    ],
    "dates": [
        "import datetime\nfrom datetime import date, timedelta\nd = date(2026, 11, 29); d",
        "print(d, [d], f'{d} {d:%d.%m.%Y}', d.strftime('%A %d %B %Y, %a %b %y %j 100%%')); date.today()",
        "d - date(2026, 1, 1), d + timedelta(days=3), d - timedelta(weeks=1), timedelta(3) + d, d.replace(day=1)",
        "print(d - date(2026, 1, 1), timedelta(1), timedelta(), -timedelta(2), 2 * timedelta(1) - timedelta(1))",
        "sorted([d, date(2025, 1, 1)]), max(d, date(2027, 1, 1)), d > date(2025, 1, 1), d >= d, d != date(2026, 1, 1)",
        "timedelta(1) < timedelta(2), timedelta(2) >= timedelta(2), {d: 1}[date(2026, 11, 29)], {timedelta(1)}",
        "d.isoformat(), d.weekday(), d.isoweekday(), d.toordinal(), d.year, (d - date(2024, 2, 29)).days",
        "date.fromisoformat('2026-02-03'), date.fromordinal(1), date.today() == datetime.date.today()",
    ],
    "sorting": [
        "words = ['bb', 'a', 'cc', 'd']; words.sort(key=len); words, sorted(words, key=len, reverse=True)",
        "sorted([('b', 1), ('a', 1)], key=lambda row: row[1]), list(zip([1], [2], strict=True)), repr('größe')",
    ],
    "values": [
        "print('ö', ['ö', 'it\\'s'], ('x',), {1: 'a'}, None, 1.5, set())",
        "print(1, end=''); print(2, 3, sep='-'); 'last'",
        "None",
        "x = 5; x",
        "x;",
        "if x:\n    x",
        "[\n    x,\n    x + 1,\n]  # a comment",
        "'two'; x + 1",
        "def f(n):\n    'Doc.'\n    return n if n < 2 else f(n - 1) + f(n - 2)\n\n\nf(12)",
        "class Box:\n    def __repr__(self): return '<Box>'\n    def _repr_html_(self): return '<b>box</b>'\nBox()",
        "(first, *rest), last = 'abc', 'd'; first, rest, last, _",
        "total = 0\nfor i, (a, *b) in enumerate([(1, 2, 3)]): total += a + sum(b)\ntotal",
    ],
}
# lessons of steps and of a text
STEPS = """import adaptoid_widget as aw
at = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
words = {"en": "**Starve** `D5`:\\n\\n- *now*", "de": "Lass `D5` verhungern."}
steps = [
    aw.Step("take", text="Starve `D5`:\\n\\n- *now*", position=at, goal="starves D5", wrong={"* +C6": "Not *that*."},
            hints=["Look.", "Look again."], done="Gone."),
    aw.Step(text="Click its food.", position=at, ask="click liberties D5"),
    aw.Step("count", "How many limbs?", aw.Position.of(at), ask="count limbs D5", wrong={"2": "More."}),
]
lesson = aw.Lesson(title="Hunger", about="Food.", steps=steps, results=None)"""
LESSON_TEXT = '''text = """adaptoid-lesson 1
title: Twins
title[de]: Zwillinge

[step look]
text:
    Look at `D2`.

    1. One.
    2. Two.
text[de]: Schau.
position: adaptoid w 0,0 W:D2 B:D6
"""
twins = aw.Lesson(text, results=None)
dict(twins.content.title), twins.content.steps[0].text["en"], twins.content.name'''
REFUSED = (
    "aw.Lesson(text.replace('position:', 'positon:'), results=None)",
    "aw.Lesson(text.replace('text[de]: Schau.\\n', ''), results=None)",
    "aw.Lesson(text.replace('lesson 1', 'lessons 1'), results=None)",
    "aw.Lesson(title='T', steps=[aw.Step('a', words, at)])",
    "aw.Lesson(title='T', steps=[aw.Step('a', 'Do.', at, goal='starvs D5')])",
    "aw.Lesson(title='T', steps=[aw.Step('a', 'Do.', at, goal='starves D5', aids='legl', turns=2)])",
    "aw.Lesson(title='T', steps=[aw.Step('a', position=at)])",
    "aw.Lesson(title='T', steps=[aw.Step('a', 'Do.', at), aw.Step('a', 'Do.', at)])",
    "aw.Lesson(title='T', steps=[1])",
    "aw.Lesson(title='T', steps=3)",
    "aw.Step('a', gaol='starves D5')",
    "aw.Step('a', wrong=['x'])",
)
OTHERS["lessons"] = [
    STEPS,
    "print(lesson.content.steps[0].text['en'], [step.name for step in lesson.content.steps], steps)",
    "print(lesson.play('+C6'), lesson.play('+D4'), lesson.next(), lesson.choose('C4', 'D4', 'E5', 'E6'))",
    "print(lesson.next(), lesson.count(2), lesson.count(4), lesson.result.solved)",
    LESSON_TEXT,
    *[
        f"try:\n    {call}\nexcept Exception as error:\n    print(type(error).__name__, error)"
        for call in REFUSED
    ],
]
# modules have the names that the author is promised; CPython 3.11 has no batched
OTHERS["modules"] = [
    f"import {name}\n[name for name in {sorted(names - {'batched'})} if not hasattr({name}, name)]"
    for name, names in MODULES.items()
]
OTHERS["display"] = [
    "from IPython.display import display as show",
    "import IPython.display\nshow is IPython.display.display, callable(show)",
]
# the same expressions as in CPython
OTHERS["rewritten"] = [
    "import adaptoid_widget as aw; a = [1, 2, 3]; b = (4, 5); d = {'a': 1, 'b': 2}; word = 'größe'; n = 4",
    *[source for source in EXPRESSIONS if "N{DIGIT" not in source],
]
# cells that fail, and what the page says
ERRORS = {
    "x = 1\n\n1 / 0": "line 3: ZeroDivisionError: divide by zero",
    "import csv": "line 1: ImportError: no module named 'csv'",
    "x = 1\nif x\n  pass": "line 2: SyntaxError: invalid syntax",
    "def f():\n    return [\n        missing]\nf()": "line 2: NameError: name 'missing' isn't defined",
    "import adaptoid_widget as aw\naw.Position.start().play('+A1')": (
        "line 2: IllegalTurn: No adaptoid of yours touches A1."
    ),
    "import adaptoid_widget as aw\naw.Board(flippd=True)": (
        "line 2: TypeError: a board has no setting 'flippd'; did you mean 'flipped'?"
    ),
    "import adaptoid_widget as aw\naw.Board().observe(print, 'positon')": (
        "line 2: ValueError: 'positon' cannot be observed; did you mean 'position'?"
    ),
    "import adaptoid_widget as aw\naw.Board().plya": (
        "line 2: AttributeError: Board has no attribute 'plya'; did you mean 'play'?"
    ),
    "import adaptoid_widget as aw\naw.Puzzles().raiting": (
        "line 2: AttributeError: Puzzles has no attribute 'raiting'; did you mean 'rating'?"
    ),
}
# what a page shows one after another, a notebook shows in one control
CONTAINERS = {
    "import ipywidgets as w, adaptoid_widget as aw\nw.HBox([aw.Board(), w.VBox([w.HTML('<b>A & B</b>')])])": [
        "Board('adaptoid w 0,0 W:D2 B:D6')",
        "<b>A & B</b>",
    ],
    "tab = w.Tab([w.HTML('one'), w.HTML('two'), w.HTML('three')], titles=['A & B', '', '<C>'])\ntab": [
        "<p><b>A &amp; B</b></p>",
        "one",
        "two",
        "<p><b>&lt;C></b></p>",
        "three",
    ],
    "late = w.Accordion(layout=w.Layout(width='50%'))\nlate.children = [w.HTML('x')]\nlate.set_title(0, 'X')\ndisplay(late)": [  # noqa: E501
        "<p><b>X</b></p>",
        "x",
    ],
    "late.get_title(0), late.get_title(1)": ["('X', '')"],
    "late.children = []": [
        "line 1: NotImplementedError: a page does not change the Accordion that it has shown; display a new one"
    ],
    "words = w.HTML('x'); words.value = 'y'; display(words); words.value = 'z'": [
        "y",
        "line 1: NotImplementedError: a page does not change the HTML that it has shown; display a new one",
    ],
}
# a siege in 129 positions takes a minute
SLOW = {("12-the-siege", 3)} if repetitions(1, 0) else set()


def cells_of(name: str) -> list[str]:
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


ALL = {path.stem: cells_of(path.stem) for path in sorted(NOTEBOOKS.glob("*.ipynb"))}


def sources(name: str) -> list[str]:
    """The cells of a notebook as a page runs them: of one that cannot run, only what it imports."""
    blocked = {obstacle.cell for obstacle in obstacles(ALL[name])}
    return [
        page_imports(source) if number in blocked or (name, number) in SLOW else source
        for number, source in enumerate(ALL[name])
    ]


def text_of(value: Any) -> str:
    if isinstance(value, (aw.Board, aw.Lesson)) or not hasattr(value, "_repr_mimebundle_"):
        return repr(value)
    return str(value._repr_mimebundle_()["text/plain"])


def in_cpython(cells: list[str]) -> list[list[str]]:
    """What each cell prints, and its last value, with the package of a notebook."""
    known: dict[str, Any] = {"__name__": "__main__"}
    out: list[list[str]] = []
    for source in cells:
        tree = ast.parse(source)
        shows = tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";")
        last = tree.body.pop() if shows else None
        printed, value = io.StringIO(), None
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, "cell", "exec"), known)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "cell", "eval"), known)
        if value is not None:
            known["_"] = value
        texts = [printed.getvalue()] if printed.getvalue() else []
        out.append(texts if value is None else [*texts, text_of(value)])
    return out


def texts_of(outputs: list[dict[str, Any]]) -> list[str]:
    """The same of the outputs of a page; an error with its line, which no cell of CPython has."""
    return [
        output.get("text")
        or output.get("data", {}).get("text/plain")
        or f"line {output['line']}: {output['ename']}: {output['evalue']}"
        for output in outputs
    ]


def run_in_page(folder: Path, notebooks: dict[str, list[str]]) -> dict[tuple[str, int | str], Any]:
    """The outputs of all cells in MicroPython, by notebook and number, and the states of boards by "stopped"."""
    node = shutil.which("node")
    if node is None:
        pytest.fail("no node on PATH: run the tests by `python3 dev.py test`, which brings its own")
    page = {
        "languages": [[tag, name, words(tag)] for tag, name in languages().items() if tag != "en"],
        "options": {
            "boards": data(),
            "lessons": {name: load(name).pack() for name in names()},
            "puzzles": puzzle_options(),
            # the local date of the learner is meant
            "day": date.today().toordinal(),  # noqa: DTZ011
        },
        "notebooks": list(notebooks.items()),
    }
    (folder / "page.json").write_text(json.dumps(page), "utf-8")
    completed = subprocess.run(
        [node, str(RUNNER), str(folder), "cell_steps", '["/python/page.json"]'],
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr
    rows = [json.loads(line) for line in completed.stdout.splitlines()]
    return {(name, number): outputs for name, number, outputs in rows}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int | str], Any]:
    notebooks = {name: sources(name) for name in ALL}
    errors = {source: [source] for source in ERRORS}
    containers = {"containers": list(CONTAINERS)}
    return run_in_page(tmp_path_factory.mktemp("page"), {**notebooks, **OTHERS, **containers, **errors})


def test_the_cells_that_cannot_run_are_known() -> None:
    """Everything else runs in a page, as the next test shows."""
    found = {name: {obstacle.cell: str(obstacle) for obstacle in obstacles(ALL[name])} for name in ALL}
    assert {name: cells for name, cells in found.items() if cells} == CANNOT_RUN


def test_a_name_that_a_module_of_pages_lacks_is_found_before_its_cell_runs() -> None:
    cells = [
        "import re, time as clock, json\nre.sub('a', 'b', 'aa')",
        "re.findall('a', 'aa')",
        "clock.perf_counter()",
        "import functools\n@functools.lru_cache\ndef f(): return 1",
        "re = 'a name of its own'",
        "re.upper()",
        "def f(json): return json.text",
        "import math\nmath.gcd(4, 6)",
        "from operator import itemgetter",
        "from __future__ import annotations\nimport adaptoid_widget.puzzles\nmath.sqrt(4)",
    ]
    assert {obstacle.cell: str(obstacle) for obstacle in obstacles(cells)} == {
        1: "a page has no re.findall",
        2: "a page has no clock.perf_counter",
        3: "a page has no functools.lru_cache",
        7: "a page has no math.gcd",
        8: "a page has no module operator.itemgetter",
    }


def test_a_source_that_is_too_deep_for_python_stays_as_saved() -> None:
    deep = "x = " + "1 + " * 100_000 + "1"
    sources = [
        deep,
        "y = " + "1 + " * 800 + "1",
        "(" * 5000,
        "x",
        "y",
        "import math\nz = " + "-" * 50_000 + "1",
    ]
    # Python 3.10 takes long sums
    too_deep = [0, 2, 5] if sys.version_info >= (3, 11) else [2, 5]
    assert {obstacle.cell: str(obstacle) for obstacle in obstacles(sources)} == dict.fromkeys(
        too_deep, "line 1 is not Python"
    )
    assert [page_imports(source) for source in sources] == [""] * 6


@pytest.mark.parametrize("name", ALL)
def test_cells_print_and_return_in_a_page_what_they_do_in_a_notebook(
    name: str,
    page: dict[tuple[str, int | str], Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # results are saved there; nobody takes time in a lesson
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("adaptoid_widget.widget.lesson.time", SimpleNamespace(monotonic=lambda: 0.0))
    expected = in_cpython(sources(name))
    assert [texts_of(page[name, number]) for number in range(len(expected))] == expected


@pytest.mark.parametrize("name", OTHERS)
def test_other_cells_do_the_same(name: str, page: dict[tuple[str, int | str], Any]) -> None:
    for number, expected in enumerate(in_cpython(OTHERS[name])):
        assert (number, texts_of(page[name, number])) == (number, expected)


def test_containers_show_what_they_hold_with_its_titles(page: dict[tuple[str, int | str], Any]) -> None:
    for number, expected in enumerate(CONTAINERS.values()):
        outputs = page["containers", number]
        htmls = [output.get("data", {}).get("text/html") for output in outputs]
        shown = [html or text for html, text in zip(htmls, texts_of(outputs), strict=True)]
        assert (number, shown) == (number, expected)


@pytest.mark.parametrize("name", [*ALL, *OTHERS])
def test_boards_and_lessons_go_on_after_a_stop(name: str, page: dict[tuple[str, int | str], Any]) -> None:
    """Stop ends the Python of the page. Another one opens its boards with their games, and its lessons."""
    for board, states in page[name, "stopped"].items():
        state, again = (json.loads(text) for text in states)
        for one in (state, again):
            if "result" in one:
                # a puzzle that was shown and not begun
                one["result"]["steps"] = [step for step in one["result"]["steps"] if step["tries"]]
        assert (board, again) == (board, state)


def test_a_stop_meets_boards_and_lessons(page: dict[tuple[str, int | str], Any]) -> None:
    states = [state for name in ALL for state, _ in page[name, "stopped"].values()]
    assert {"result" in json.loads(state) for state in states} == {True, False}


@pytest.mark.parametrize("source", ERRORS)
def test_an_error_has_its_line_and_our_sentence(source: str, page: dict[tuple[str, int | str], Any]) -> None:
    assert texts_of(page[source, 0]) == [ERRORS[source]]
