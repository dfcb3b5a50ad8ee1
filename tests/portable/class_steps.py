"""A class whose files come one by one: results, games, broken and hostile files."""

# ruff: noqa: UP031, UP035  (MicroPython has neither the newer forms nor collections.abc)

from __future__ import annotations

import json
from typing import Any, Callable

from adaptoid_widget.core.host.host import ascending
from adaptoid_widget.core.page.class_page import ClassPage
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.teaching.results import FIELDS, HOW
from tests.portable.record_cases import GOOD

STEPS = ("look", "take", "constructor", "__proto__")
STEP = json.loads(
    '{"name": "look", "solved": true, "tries": 1, "hints": 0, "seconds": 2.5, "turns": ["D4"], "score": 4, "most": 4,'
    ' "how": "solved"}'
)
RECORD = "adaptoid-record 1\nWhite: Ann\nStart: adaptoid w 0,0 W:D2 B:D6\n\n1 +D3\n= *\n"
# changes of a good step, each of which makes the file a bad one
BAD_STEPS: tuple[dict[str, Any], ...] = (
    {"hints": 1_000_000_000},
    {"hints": 30_000_000},
    {"hints": -1},
    {"hints": True},
    {"hints": "1"},
    {"tries": 10**30},
    {"tries": None},
    {"seconds": -1},
    {"seconds": True},
    {"seconds": 1e300},
    {"score": 5},
    {"most": []},
    {"how": "constructor"},
    {"how": ["solved"]},
    {"solved": 1},
    {"name": "a" * 201},
    {"name": "a\nb"},
    {"name": 5},
    {"turns": "D4"},
    {"turns": ["D4"] * 1001},
    {"turns": [["D4"]]},
)
BAD_TEXTS = (
    "",
    " ",
    "{",
    "null",
    "[]",
    "5",
    '"adaptoid-record 1"',
    "[" * 2000,
    '{"v": 2}',
    '{"v": 1}',
    '{"v": "1"}',
    '{"results": [5]}',
    '{"results": []}',
    json.dumps({"results": [{"v": 1, "lesson": "a", "learner": "", "step": 0, "steps": []}] * 201}),
    RECORD.replace("= *", "= constructor"),
    RECORD.replace("= *", "= __proto__"),
    RECORD.replace("White: Ann", "White: a" + " " * 50_000 + "x"),
    RECORD.replace("+D3", "+A1"),
    RECORD[:60],
)


def result(learner: str, lesson: str, steps: list[Any]) -> str:
    return json.dumps({"v": 1, "lesson": lesson, "learner": learner, "step": 0, "steps": steps})


def in_columns(steps: list[dict[str, Any]]) -> list[list[Any]]:
    """The steps as the page of a class gives them to Python: a list of the values of each field."""
    return [[step[field] for step in steps] for field in FIELDS]


def _changed(step: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    out = dict(step)
    out.update(changes)
    return out


def _random_step(name: str, dice: int) -> dict[str, Any]:
    how = HOW[random_play.below(dice, 5)]
    tries = random_play.below(dice, 4)
    solved = how in ("solved", "helped")
    score = random_play.below(dice, 4) if solved else 0
    turns = ["+D%d" % (3 + tries), "E3", "=1+1"][:tries]
    step = _changed(STEP, {"name": name, "how": how, "solved": solved, "tries": tries, "turns": turns})
    return _changed(step, {"hints": random_play.below(dice, 14), "score": score})


class Compared:
    """An item of a list that counts how often items are compared."""

    times = 0

    def __init__(self, number: int) -> None:
        self.number = number

    def __lt__(self, other: Compared) -> bool:
        Compared.times += 1
        return self.number < other.number


def _say_sorting(say: Callable[..., None]) -> None:
    """Report that sorting takes few comparisons for each item, whatever the order was."""
    numbers = list(range(2000))
    for order in (numbers, [1999 - n for n in numbers], [n * 7 % 2000 for n in numbers], numbers[:1000] * 2):
        Compared.times = 0
        found = [item.number for item in ascending([Compared(n) for n in order])]
        say("sorted", found == sorted(order), Compared.times < 60 * len(order))


def steps(say: Callable[..., None]) -> None:
    """Report what becomes of each file, and all tables of a class."""
    _say_sorting(say)
    page = ClassPage(lambda name: " ".join(name.lower().split()), ["siege", "constructor"])
    dice = 5
    for learner in ("Ann", " ann", "Ben\u200b", "=1+1", "\uff1d2;=3", "", "constructor", "Zo\u00eb \u5c71"):
        for lesson in ("fork", "__proto__", "constructor", "a;=1+1"):
            rows = []
            for name in STEPS:
                dice = random_play.advance(dice)
                rows.append(_random_step(name, dice))
            path = "class/%s/%s.results.json" % (learner or "device 1", lesson)
            given = rows if dice % 2 else in_columns(rows)
            say("file", path, page.add(path, result(learner, lesson, given)))
    for number, record in enumerate(GOOD):
        say("record", number, page.add("games/%d.txt" % number, record))
    # a second file of a learner, and files of two learners without a name in one folder
    say("second", page.add("class/more/fork.results.json", result("Ann", "fork", [STEP])))
    for number in (1, 2):
        step = _changed(STEP, {"tries": number})
        say("nameless", page.add("class/x/fork.results (%d).json" % number, result("", "fork", [step])))
    for number, changes in enumerate(BAD_STEPS):
        steps_of_bad = [STEP, _changed(STEP, changes)]
        for given in (steps_of_bad, in_columns(steps_of_bad)):
            say("bad step", number, page.add("bad/%d.results.json" % number, result("Bad", "fork", given)))
    for number, text in enumerate(BAD_TEXTS):
        say("bad text", number, page.add("bad/text %d.results.json" % number, text))
    say("other", page.add("class/notes.txt", "Friday: the fork"), page.add("notes.txt", "Friday: the fork"))
    # files of the same name, chosen from the folders of several learners, and one of them again
    for learner, tries in (("Ann", 1), ("Ben", 2), ("", 3), ("", 4), ("ben", 5)):
        text = result(learner, "fork", [_changed(STEP, {"tries": tries})])
        say("chosen", page.add("fork.results.json", text))
    # the file of a site again, with one lesson more
    for lessons in (("siege",), ("siege", "fork")):
        own = [json.loads(result("Dora", lesson, [STEP])) for lesson in lessons]
        text = json.dumps({"v": 1, "learner": "Dora", "results": own})
        say("more of it", page.add("adaptoid.Dora.results.json", text), json.loads(page.tables(""))["files"])
    say("its own name", page.add("fork.results (2).json", result("Cem", "fork", [STEP])))
    say("half of it", page.add("fork.results.json", '{"v": 1'))
    page.leave_out("class/huge.results.json", "big")
    say("tables", json.loads(page.tables("Nobody\n ANN \n\nann\nDora")))
    for first in (0, 5, 1000):
        say("rows", json.loads(page.rows(first, 3)))
    say("csv", page.csv())
    page.forget("class/more/fork.results.json")
    say("without roster", json.loads(page.tables("")))
    page.clear()
    say("cleared", json.loads(page.tables("Ann")), page.rows(0, 5), page.csv())
