"""The Python of the page of a class: which files are used, and what a hostile one does to the others."""

from __future__ import annotations

import json

from adaptoid_widget.core.page.class_page import ClassPage
from tests.portable.class_steps import STEP, result


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
