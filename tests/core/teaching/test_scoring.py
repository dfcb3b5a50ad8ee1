"""Results of a lesson: points, table, packing, and refusal of bad data."""

from __future__ import annotations

import copy
import json
import math
from typing import Any

import pytest

from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.teaching.results import Result, StepResult

STEPS = (
    StepResult("one-to-spare", True, 1, 0, 12.5, ("E3-D2 +D4",), 4, 4, "solved"),
    StepResult("fork", True, 3, 1, 64.25, ("+D4", "+C4", "F5-F6 +G6"), 1, 4, "helped"),
    StepResult("double", False, 2, 0, 30, ("+D4", "+D5"), 0, 4, "missed"),
    StepResult.new("last"),
)
RESULT = Result("the-fork", "Ann", STEPS, 3)


def test_points_and_steps() -> None:
    assert (RESULT.score, RESULT.most, RESULT.solved, len(RESULT)) == (5, 16, False, 4)
    assert RESULT["fork"] is RESULT[1] is STEPS[1]
    assert Result("the-fork", "", STEPS[:2]).solved
    assert [step.how for step in RESULT.steps] == ["solved", "helped", "missed", ""]


def test_an_unknown_step_is_refused() -> None:
    with pytest.raises(KeyError, match=r"no step 'forks'.*one-to-spare, fork, double, last"):
        RESULT["forks"]
    with pytest.raises(IndexError):
        RESULT[4]


def test_the_repr_is_a_table() -> None:
    assert repr(RESULT).split("\n") == [
        "the-fork (Ann): 5 of 16 points",
        "  step          how     tries  hints  seconds  points",
        "  one-to-spare  solved      1      0       12     4/4",
        "  fork          helped      3      1       64     1/4",
        "  double        missed      2      0       30     0/4",
        "  last          -           0      0        0     0/4",
    ]
    assert repr(Result("empty", "", ())) == (
        "empty: 0 of 0 points\n  step  how  tries  hints  seconds  points"
    )


def test_a_result_round_trips_through_json() -> None:
    packed = json.loads(json.dumps(RESULT.pack()))
    assert packed["v"] == 1
    assert Result.unpack(packed) == RESULT
    assert hash(Result.unpack(packed)) == hash(RESULT)
    assert repr(Result.unpack(packed)) == repr(RESULT)
    assert Result.unpack(packed) != Result("the-fork", "Ben", STEPS, 3)


WRONG: list[tuple[tuple[Any, ...], Any]] = [
    (("v",), 2),
    (("v",), None),
    (("lesson",), 7),
    (("lesson",), "x" * 201),
    (("learner",), None),
    (("learner",), "two\nlines"),
    (("learner",), ["Ann"]),
    (("step",), 5),
    (("step",), -1),
    (("step",), True),
    (("steps",), None),
    (("steps",), {"0": {}}),
    (("steps",), [{}] * 401),
    (("steps", 0), None),
    (("steps", 0), []),
    (("steps", 0, "name"), None),
    (("steps", 0, "solved"), 1),
    (("steps", 0, "tries"), -1),
    (("steps", 0, "tries"), 1.5),
    (("steps", 0, "tries"), "1"),
    (("steps", 0, "hints"), None),
    (("steps", 0, "seconds"), "12"),
    (("steps", 0, "seconds"), math.nan),
    (("steps", 0, "seconds"), math.inf),
    (("steps", 0, "seconds"), -1),
    (("steps", 0, "turns"), "+D4"),
    (("steps", 0, "turns"), [7]),
    (("steps", 0, "turns"), ["+D4"] * 1001),
    (("steps", 0, "turns"), ["+D4\x00"]),
    (("steps", 0, "score"), 10**12),
    (("steps", 0, "score"), 99),
    (("steps", 0, "most"), None),
    (("steps", 0, "how"), "cheated"),
    (("steps", 0, "how"), ["solved"]),
]


@pytest.mark.parametrize(("path", "value"), WRONG)
def test_bad_fields_are_refused(path: tuple[Any, ...], value: Any) -> None:
    packed = copy.deepcopy(RESULT.pack())
    place: Any = packed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(GameError):
        Result.unpack(packed)


@pytest.mark.parametrize("data", [None, 7, "x", [], {}, [RESULT.pack()]])
def test_data_that_is_no_result_is_refused(data: Any) -> None:
    with pytest.raises(GameError):
        Result.unpack(data)
