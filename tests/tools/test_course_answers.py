"""The measurements of answers play every first turn of a lesson, in a notebook and in a shared page."""

from __future__ import annotations

import pytest

from adaptoid_widget import lessons
from tools import course_answers, page_answers

# a lesson with steps that are retried in a turned position
NAME = "misreadings"
STEPS = [step for step in lessons.load(NAME).steps if step.kind != "read"]
TURNS = {
    (f"{NAME}/{step.name}", str(turn)) for step in STEPS if step.kind == "turn" for turn in step.start.turns()
}


@pytest.mark.nightly
def test_each_step_and_each_first_turn_is_measured_in_a_page() -> None:
    rows = page_answers.answers(NAME)
    assert [row[2] for row in rows if row[1] == "hint"] == [f"{NAME}/{step.name}" for step in STEPS]
    assert {(row[2], row[3]) for row in rows if row[1].startswith("verdict")} == TURNS


def test_each_first_turn_is_measured_in_a_notebook() -> None:
    figures = course_answers.measure((NAME,))
    assert (figures["turns"], figures["unanswered"]) == (len(TURNS), 0)
