"""Measures the board's answers to all legal turns of all steps of the course, in CPython.

    python -m tools.course_answers [LESSON…] [-o FILE]

The program plays each turn on a lesson as in a notebook, with snapshots. It measures the time from the turn to the
answer with the reply on the board. In a step of several turns, it plays only first turns. It repeats a slow turn twice
and takes the fastest time, to reduce the effect of other processes. Prints one JSON object; `-o` also writes it to a
file. Fails if a wrong turn takes longer than the limit or gets no answer in words.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import adaptoid_widget as aw
from adaptoid_widget import lessons
from adaptoid_widget.core.teaching.lesson import LessonContent
from adaptoid_widget.progress_bar import progress_bar
from tools import argument_parser

LIMIT_MS = 300
SLOW_MS = 30
SLOWEST = 10


def in_free_order(name: str) -> LessonContent:
    """Return a lesson whose steps can be taken in any order, and retried in the same position.

    In a turned position, a turn of the list would be another one.
    """
    lesson = lessons.load(name)
    return lesson._replace(order="free", steps=tuple(step._replace(retry="same") for step in lesson.steps))


def times_of(learning: aw.Lesson, progress: Any) -> list[tuple[float, str, str]]:
    """Return for each first turn of the step on the board: the milliseconds, the kind of answer, the turn."""
    out: list[tuple[float, str, str]] = []
    # what is looked for once in a process is no part of an answer
    turns = [str(turn) for turn in learning.step.start.turns()]
    learning.play(turns[0])
    for turn in turns:
        ms, kind = timed(learning, turn)
        for _ in range(2):
            if ms > SLOW_MS:
                ms = min(ms, timed(learning, turn)[0])
        out.append((ms, kind, turn))
        progress.update()
    return out


def timed(learning: aw.Lesson, turn: str) -> tuple[float, str]:
    """Return the milliseconds until the answer to a turn from the step's beginning, and the kind of answer."""
    learning.retry()
    begun = time.perf_counter()
    answer = learning.play(turn)
    ms = (time.perf_counter() - begun) * 1000
    if not answer.said:
        return ms, "silent"
    return ms, "right" if answer.right else "wrong" if answer.wrong else "on"


def measure(names: tuple[str, ...]) -> dict[str, Any]:
    """Measure all steps of some lessons."""
    content = [(name, in_free_order(name)) for name in names]
    steps = [(name, lesson, step) for name, lesson in content for step in lesson.steps if step.kind == "turn"]
    rows: list[tuple[float, str, str, str]] = []
    count = sum(len(step.start.turns()) for _, _, step in steps)
    with progress_bar(" turns", "answering", count) as progress:
        for name, lesson, step in steps:
            learning = aw.Lesson(lesson, results=None)
            learning.goto(step.name)
            rows += [
                (ms, kind, f"{name}/{step.name}", turn) for ms, kind, turn in times_of(learning, progress)
            ]
            learning.close()
    rows.sort(reverse=True)
    times = [row[0] for row in rows]
    wrong = [row[0] for row in rows if row[1] == "wrong"]
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "steps": len(steps),
        "turns": len(rows),
        "wrong": len(wrong),
        "unanswered": sum(row[1] == "silent" for row in rows),
        "slowest_ms": round(times[0], 1),
        "slowest_wrong_ms": round(wrong[0], 1) if wrong else 0,
        "median_ms": round(times[len(times) // 2], 2),
        "slower_than_limit": sum(ms > LIMIT_MS for ms in wrong),
        "limit_ms": LIMIT_MS,
        "slowest": [
            {"ms": round(ms, 1), "how": kind, "step": step, "turn": turn}
            for ms, kind, step, turn in rows[:SLOWEST]
        ],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures. Return 1 if an answer to a wrong turn took too long or is missing."""
    parser = argument_parser(__doc__)
    parser.add_argument("lessons", nargs="*", metavar="LESSON", default=lessons.names())
    parser.add_argument("-o", type=Path, metavar="FILE", dest="target")
    options = parser.parse_args(arguments)
    figures = measure(tuple(options.lessons))
    text = json.dumps(figures, indent=1)
    print(text)
    if options.target is not None:
        options.target.write_text(text + "\n", encoding="utf-8")
    return 1 if figures["slower_than_limit"] or figures["unanswered"] else 0


if __name__ == "__main__":
    sys.exit(main())
