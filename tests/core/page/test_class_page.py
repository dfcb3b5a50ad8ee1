"""The Python of the page of a class: which files are used, and what a hostile one does to the others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adaptoid_widget.core.page.class_page import ClassPage
from tests.portable.class_steps import BAD_STEPS, STEP, in_columns, result


def site_file(learner: str, *lessons: str) -> str:
    """What a site hands in: all lessons of a learner."""
    return json.dumps(
        {
            "v": 1,
            "learner": learner,
            "results": [json.loads(result(learner, name, [STEP])) for name in lessons],
        }
    )


def test_a_later_file_of_a_site_replaces_the_earlier_one() -> None:
    page = ClassPage(str.lower, [])
    for lessons in (["siege"], ["siege", "fork"]):
        assert page.add("adaptoid.Ann.results.json", site_file("Ann", *lessons)) == ""
    tables = json.loads(page.tables(""))
    assert tables["files"] == [1, 0]
    assert tables["learners"] == [["Ann", "8/8"]]
    assert tables["notes"] == []


def test_names_that_look_the_same_are_one_learner_without_a_list_of_names() -> None:
    page = ClassPage(str.lower, [])
    for number, name in enumerate(("Ben", "ANN", "ann", "Ann\u2060")):
        page.add(f"{number}/fork.results.json", result(name, "fork", [STEP]))
    assert json.loads(page.tables(""))["learners"] == [["ANN", "4/4"], ["Ben", "4/4"]]


@pytest.mark.parametrize("steps", [[], [STEP], [STEP, dict(STEP, name="take", tries=10**9, seconds=1)]])
def test_steps_are_the_same_one_by_one_and_in_columns(steps: list[dict[str, Any]]) -> None:
    shown = []
    for given in (steps, in_columns(steps)):
        page = ClassPage(str.lower, [])
        assert page.add("fork.json", result("Ann", "fork", given)) == ""
        shown.append([page.tables(""), page.rows(0, 9), page.csv()])
    assert shown[0] == shown[1]


@pytest.mark.parametrize("changes", [*BAD_STEPS, {"seconds": float("nan")}, {"solved": None}])
def test_a_wrong_field_of_a_step_leaves_the_file_out(changes: dict[str, Any]) -> None:
    steps = [STEP, {**STEP, **changes}, STEP]
    for given in (steps, in_columns(steps)):
        assert ClassPage(str.lower, []).add("fork.json", result("Ann", "fork", given)) == "damaged"


def test_a_lesson_with_too_many_steps_is_left_out() -> None:
    for n, left_out in ((400, ""), (401, "damaged")):
        for given in ([STEP] * n, in_columns([STEP] * n)):
            assert ClassPage(str.lower, []).add("fork.json", result("Ann", "fork", given)) == left_out


def test_text_that_begins_no_results_is_not_read_as_json() -> None:
    # MicroPython would take hours for this number
    assert ClassPage(str.lower, []).add("a.json", "1" * 4_000_000) == "unread"
    assert ClassPage(str.lower, []).add("a.json", "[" * 4_000_000) == "unread"
    assert ClassPage(str.lower, []).add("a.json", " \n") == "damaged"
