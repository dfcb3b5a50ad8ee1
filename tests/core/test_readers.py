"""Every reader of text takes time in proportion to the text, or refuses it: operations are counted, not seconds."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.arena.match_file import records
from adaptoid_widget.core.game.comments import check_comment
from adaptoid_widget.core.game.record_scanner import MAX_DROPPED
from adaptoid_widget.core.game.records import MAX_STARTLESS, read_records
from adaptoid_widget.core.teaching.goal import Goal
from adaptoid_widget.core.teaching.question import Question
from adaptoid_widget.core.teaching.results import Result, StepResult
from adaptoid_widget.lessons import entries
from adaptoid_widget.lessons.entries import LessonError
from adaptoid_widget.lessons.markdown import tree_of
from adaptoid_widget.lessons.reading import read_text

FIRST = "adaptoid-record 1\n"
START = "Start: adaptoid w 0,0 W:D2 B:D6\n\n"
END = "= *\n"
LESSON = "adaptoid-lesson 1\ntitle: One\n"
STEP = "[step one]\ntext: Look.\nposition: adaptoid w 0,0 W:D2 B:D6\n"
SMALL = 150
# twice as much text may take so much more
MAX_GROWTH = 2.5

Make = Callable[[int], str]


def strict(text: str) -> object:
    return list(read_records(aw.Game, text.splitlines(keepends=True)))


def lenient(text: str) -> list[aw.Game]:
    return list(read_records(aw.Game, text.splitlines(keepends=True), lenient=True))


def result(text: str) -> object:
    return Result.unpack(json.loads(text))


def match(text: str) -> object:
    return list(records(io.BytesIO(text.encode())))


def of(unit: str, before: str = "", after: str = "") -> Make:
    """A text with one thing many times; `{n}` in it is its number, in letters where a word of letters is wanted."""
    return lambda count: (
        before + "".join(unit.replace("{n}", str(n)).replace("{cell}", cell(n)) for n in range(count)) + after
    )


def cell(number: int) -> str:
    return f"{chr(65 + number // 99 % 26)}{number % 99 + 1}"


def steps_of(count: int) -> str:
    steps = [StepResult.new(f"s{n}").pack() for n in range(count)]
    return json.dumps({"v": 1, "lesson": "fork", "learner": "", "step": 0, "steps": steps})


RECORDS = {
    "headers": of("N{n}: x\n", FIRST, START + END),
    "one header": of("Event: x\n", FIRST, START + END),
    "headers behind the start": of("N{n}: x\n", FIRST + START, END),
    "a long header": of("x", FIRST + "Event: ", "\n" + START + END),
    "starts": of(START[:-1], FIRST, "\n" + END),
    "comment": of("; x\n", FIRST + START, END),
    "empty lines of a comment": of(";\n", FIRST + START, END),
    "tabs in a comment": of("\t", FIRST + START + ";", "x\n" + END),
    "controls in a comment": of("\x01", FIRST + START + "; ", "x\n" + END),
    "marks": of(" ring({cell})", FIRST + START + "%", "\n" + END),
    "the same mark": of("% ring(D4)\n", FIRST + START, END),
    "arrows": of("% arrow(D4,{cell})\n", FIRST + START, END),
    "an open mark": of(" x", FIRST + START + "% ring(", "\n" + END),
    "blanks": of(" ", FIRST + START, "\n" + END),
    "empty lines": of("\n", FIRST + START, END),
    "turns": of("1 D2+L\n", FIRST + START, END),
    "words": of(" x", FIRST + START + "1 D2+L", "\n" + END),
    "stars": of(" *D4", FIRST + START + "1 D2+L", "\n" + END),
    "what is nothing": of("? ", FIRST + START, "\n" + END),
    "variations": of("  1 +D3\n  1 +C2\n", FIRST + START + "1 D2+L\n", END),
    "games": of(FIRST + START + END + "\n"),
    "first lines": of(FIRST),
    "results": of(END, FIRST + START),
    "what is outside": of("x\n", "", FIRST + START + END),
}
LESSONS = {
    "steps": of("[step s{n}]\n", LESSON),
    "steps of one name": of("[step one]\n", LESSON),
    "titles": of("title: x\n", LESSON, STEP),
    "languages": of("title[aa-{n}xx]: x\n", LESSON, STEP),
    "texts": of("text: x\n", LESSON + STEP),
    "hints": of("hint: x\n", LESSON + STEP + "goal: unmoved\n"),
    "foreseen turns": of("wrong +{cell}: x\n", LESSON + STEP + "goal: unmoved\n"),
    "unknown keys": of("kye: x\n", LESSON + STEP),
    "lines of a text": of("    x\n", LESSON + STEP + "done:\n"),
    "bold": of("**a** ", LESSON + STEP + "done: "),
    "brackets": of("[", LESSON + STEP + "done: "),
    "blanks in a head": of(" ", LESSON + "[step", "x\n"),
}
CASES: dict[str, tuple[Callable[[str], object], Make]] = {
    **{f"strict: {name}": (strict, make) for name, make in RECORDS.items()},
    **{f"lenient: {name}": (lenient, make) for name, make in RECORDS.items()},
    **{f"lesson: {name}": (read_text, make) for name, make in LESSONS.items()},
    "position": (aw.Position.from_text, of("D4L,", "adaptoid w 0,0 W:", " B:D6")),
    "lattice": (aw.Layout.from_text, of("{cell}.", "lattice:", "Z99")),
    "discs": (aw.Layout.from_text, of("{n},0/", "discs:", "0,1")),
    "turn": (aw.Turn.from_text, of(" +D4", "D2-D3")),
    "marks": (aw.Marks.from_text, of(" ring(D4)", "ring(D3)")),
    "goal": (Goal.from_text, of(" and unmoved", "unmoved")),
    "question": (Question.from_text, of(",E6", "D5")),
    "comment": (check_comment, of("x \n")),
    "prose": (tree_of, of("x\n\n")),
    "results": (result, steps_of),
    "match: headers": (match, of("N{n}: x\n", FIRST, START + END)),
    "match: games": (match, of(FIRST + START + END + "\n")),
}


def operations(read: Callable[[str], object], text: str) -> int:
    """How many lines of Python are run and functions called to read a text or to refuse it."""
    count = 0

    def traced(_: FrameType, event: str, __: Any) -> Any:
        nonlocal count
        count += event in ("call", "line")
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        read(text)
    except ValueError:
        pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_twice_as_much_takes_about_twice_as_long(name: str) -> None:
    read, make = CASES[name]
    # what is made once is made before
    operations(read, make(3))
    small, large = operations(read, make(SMALL)), operations(read, make(2 * SMALL))
    assert large < MAX_GROWTH * small, (small, large)


def test_a_lenient_record_with_too_many_mistakes_is_refused() -> None:
    with pytest.raises(aw.TextError, match=f"a record with at most {MAX_DROPPED} mistakes"):
        lenient(FIRST + START + "?\n" * (MAX_DROPPED + 5) + END)


@pytest.mark.slow
def test_games_without_a_start_are_limited() -> None:
    """Each of them is made, so that many take long."""
    assert len(lenient((FIRST + "\n") * 30)) == 30
    with pytest.raises(aw.TextError, match=f"at most {MAX_STARTLESS} games without a Start"):
        lenient((FIRST + "\n") * (MAX_STARTLESS + 2))


def test_marks_of_a_lenient_record_can_be_written_and_read_again() -> None:
    """As many as a text of marks can hold are kept, the rest is listed."""
    cells = aw.Layout.from_text("hex4").cells
    arrows = [f" arrow({tail},{head})" for tail in cells for head in cells if tail != head]
    (game,) = lenient(FIRST + START + "%" + "".join(arrows) + "\n" + END)
    assert game.dropped
    assert {dropped.why for dropped in game.dropped} == {"the marks of a turn have at most 4096 characters"}
    assert aw.Game.from_record(game.to_record()).marks == game.marks
    assert len(str(game.marks)) > 4000


def test_a_comment_of_many_lines_is_kept_as_far_as_it_may_be_long() -> None:
    (game,) = read_records(aw.Game, (FIRST + START + "; x\n" * 10_050 + END).splitlines(), lenient=True)
    assert len(game.comment) == 19_999
    assert len(game.dropped) == 50


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (LESSON + "[step]\n" * 20_000, "there are more than 200 problems"),
        (LESSON + "".join(f"[step s{n}]\n{STEP[11:]}" for n in range(201)), "a lesson has at most 200 steps"),
        (LESSON + STEP + "hint: x\n" * 61, "a step has at most 60 lines of hint"),
        (LESSON + STEP + "done:\n" + "    [\n" * 60_000, "at most 50000 lines and signs of Markdown"),
        (
            LESSON + "".join(f"title[aa-{n}x]: x\n" for n in range(10, 40)),
            "a lesson has at most 20 languages",
        ),
    ],
)
def test_a_lesson_with_too_much_of_anything_is_refused(text: str, told: str) -> None:
    with pytest.raises(LessonError) as caught:
        read_text(text)
    assert f"{told}; the rest of the file was not read" in str(caught.value)
    assert len(caught.value.problems) <= entries.MAX_PROBLEMS + 3
