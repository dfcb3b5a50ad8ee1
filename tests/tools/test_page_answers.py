"""The measurement of a shared page's Python plays every first turn of a lesson."""

from __future__ import annotations

from adaptoid_widget import lessons
from tools.page_answers import answers


def test_each_step_and_each_first_turn_is_measured() -> None:
    rows = answers("misreadings")
    steps = [step for step in lessons.load("misreadings").steps if step.kind != "read"]
    assert [row[2] for row in rows if row[1] == "hint"] == [f"misreadings/{step.name}" for step in steps]
    judged = {(row[2], row[3]) for row in rows if row[1].startswith("verdict")}
    assert judged == {
        (f"misreadings/{step.name}", str(turn))
        for step in steps
        if step.kind == "turn"
        for turn in step.start.turns()
    }
