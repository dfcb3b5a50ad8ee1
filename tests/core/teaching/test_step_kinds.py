"""A kind of lesson step is one class: files, boards, sheets and reports know it from the table of kinds."""

from __future__ import annotations

import subprocess
import sys

# discs in the order of the board, which the learner has to click in this order
ORDERED = '''
from adaptoid_widget.core.i18n import catalog
from adaptoid_widget.core.teaching import step_kinds


class OrderKind(step_kinds.ClickKind):
    name = "order"
    label = "discs in order:"

    def judge(self, question, start, given):
        judged = super().judge(question, start, given)
        if judged.faults or tuple(given) == self.solution(question, start):
            return judged
        return judged._replace(faults=[("lesson.ask.not-these", {"cells": list(given)})])


step_kinds.STEP_KINDS["order"] = OrderKind()
catalog.SENTENCES["lesson.tip.order"] = "Choose the discs in order."

import adaptoid_widget as aw
from adaptoid_widget.lessons.check import check_lesson

TEXT = """adaptoid-lesson 1
title: In order
[step all]
text: Name the liberties of D5, the first one first.
position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
ask: order liberties D5
wrong A1: That is far away.
hint: Begin with C.
"""

lesson = aw.Lesson(TEXT, results=None)
print(lesson.step.kind, lesson.can[0], lesson.board.snapshot["lesson"]["kind"])
print(lesson.choose("A1").said)
print(lesson.choose("E6", "E5", "D4", "C4").right)
print(lesson.reveal())
lesson.retry()
print(lesson.choose("C4", "D4", "E5", "E6").right)
print(aw.sheet(lesson).solutions)
print(check_lesson(lesson.content).reports[0])
'''


def test_a_kind_of_step_is_one_class_and_a_sentence_that_asks() -> None:
    program = subprocess.run(
        [sys.executable, "-c", ORDERED], capture_output=True, text=True, check=False, timeout=60
    )
    assert program.returncode == 0, program.stderr
    assert program.stdout.splitlines() == [
        "order choose click",
        "That is far away.",
        "False",
        "The answer: C4, D4, E5 and E6.",
        "True",
        "('C4, D4, E5, E6',)",
        "discs in order: 4",
    ]
