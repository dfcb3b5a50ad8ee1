"""Every parser reads or refuses a long text of any kind, in a time that does not grow with the square of its length."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable

import pytest

import adaptoid_widget as aw
from adaptoid_widget.arena.match_file import records
from adaptoid_widget.core.game.comments import check_comment
from adaptoid_widget.core.game.record_scanner import MAX_DROPPED
from adaptoid_widget.core.game.records import read_records
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.teaching import lesson_lines
from adaptoid_widget.core.teaching.lesson_markdown import tree_of
from adaptoid_widget.core.teaching.lesson_problems import LessonError
from adaptoid_widget.core.teaching.lesson_reader import lesson_from_text
from adaptoid_widget.core.teaching.question import Question
from adaptoid_widget.core.teaching.results import Result, StepResult

FIRST = "adaptoid-record 1\n"
START = "Start: adaptoid w 0,0 W:D2 B:D6\n\n"
END = "= *\n"
LESSON = "adaptoid-lesson 1\ntitle: One\n"
STEP = "[step one]\ntext: Look.\nposition: adaptoid w 0,0 W:D2 B:D6\n"

Make = Callable[[int], str]


def strict(text: str) -> object:
    return list(read_records(aw.Game, text.splitlines(keepends=True)))


def lenient(text: str) -> list[aw.Game]:
    return list(read_records(aw.Game, text.splitlines(keepends=True), lenient=True))


def result(text: str) -> object:
    return Result.unpack(json.loads(text))


def match(text: str) -> object:
    return list(records(io.BytesIO(text.encode())))


def repeat(unit: str, before: str = "", after: str = "") -> Make:
    """Return a function that repeats `unit`, with `{n}` replaced by the number and `{cell}` by a disc's name."""
    return lambda count: (
        before + "".join(unit.replace("{n}", str(n)).replace("{cell}", cell(n)) for n in range(count)) + after
    )


def cell(number: int) -> str:
    return f"{chr(65 + number // 99 % 26)}{number % 99 + 1}"


def steps_of(count: int) -> str:
    steps = [StepResult.new(f"s{n}").pack() for n in range(count)]
    return json.dumps({"v": 1, "lesson": "fork", "learner": "", "step": 0, "steps": steps})


RECORDS = {
    "headers": repeat("N{n}: x\n", FIRST, START + END),
    "one header": repeat("Event: x\n", FIRST, START + END),
    "headers after the start": repeat("N{n}: x\n", FIRST + START, END),
    "a long header": repeat("x", FIRST + "Event: ", "\n" + START + END),
    "starts": repeat(START[:-1], FIRST, "\n" + END),
    "comment": repeat("; x\n", FIRST + START, END),
    "empty lines of a comment": repeat(";\n", FIRST + START, END),
    "tabs in a comment": repeat("\t", FIRST + START + ";", "x\n" + END),
    "controls in a comment": repeat("\x01", FIRST + START + "; ", "x\n" + END),
    "marks": repeat(" ring({cell})", FIRST + START + "%", "\n" + END),
    "the same mark": repeat("% ring(D4)\n", FIRST + START, END),
    "arrows": repeat("% arrow(D4,{cell})\n", FIRST + START, END),
    "an open mark": repeat(" x", FIRST + START + "% ring(", "\n" + END),
    "blanks": repeat(" ", FIRST + START, "\n" + END),
    "empty lines": repeat("\n", FIRST + START, END),
    "turns": repeat("1 D2+L\n", FIRST + START, END),
    "words": repeat(" x", FIRST + START + "1 D2+L", "\n" + END),
    "stars": repeat(" *D4", FIRST + START + "1 D2+L", "\n" + END),
    "unknown signs": repeat("? ", FIRST + START, "\n" + END),
    "variations": repeat("  1 +D3\n  1 +C2\n", FIRST + START + "1 D2+L\n", END),
    "games": repeat(FIRST + START + END + "\n"),
    "first lines": repeat(FIRST),
    "results": repeat(END, FIRST + START),
    "text outside a game": repeat("x\n", "", FIRST + START + END),
}
LESSONS = {
    "steps": repeat("[step s{n}]\n", LESSON),
    "steps of one name": repeat("[step one]\n", LESSON),
    "titles": repeat("title: x\n", LESSON, STEP),
    "languages": repeat("title[aa-{n}xx]: x\n", LESSON, STEP),
    "texts": repeat("text: x\n", LESSON + STEP),
    "hints": repeat("hint: x\n", LESSON + STEP + "goal: unmoved\n"),
    "wrong turns": repeat("wrong +{cell}: x\n", LESSON + STEP + "goal: unmoved\n"),
    "unknown keys": repeat("kye: x\n", LESSON + STEP),
    "lines of a text": repeat("    x\n", LESSON + STEP + "done:\n"),
    "bold": repeat("**a** ", LESSON + STEP + "done: "),
    "brackets": repeat("[", LESSON + STEP + "done: "),
    "blanks in a head": repeat(" ", LESSON + "[step", "x\n"),
}
CASES: dict[str, tuple[Callable[[str], object], Make]] = {
    **{f"strict: {name}": (strict, make) for name, make in RECORDS.items()},
    **{f"lenient: {name}": (lenient, make) for name, make in RECORDS.items()},
    **{f"lesson: {name}": (lesson_from_text, make) for name, make in LESSONS.items()},
    "position": (aw.Position.from_text, repeat("D4L,", "adaptoid w 0,0 W:", " B:D6")),
    "lattice": (aw.Layout.from_text, repeat("{cell}.", "lattice:", "Z99")),
    "discs": (aw.Layout.from_text, repeat("{n},0/", "discs:", "0,1")),
    "turn": (aw.Turn.from_text, repeat(" +D4", "D2-D3")),
    "marks": (aw.Marks.from_text, repeat(" ring(D4)", "ring(D3)")),
    "goal": (Goal.from_text, repeat(" and unmoved", "unmoved")),
    "question": (Question.from_text, repeat(",E6", "D5")),
    "comment": (check_comment, repeat("x \n")),
    "prose": (tree_of, repeat("x\n\n")),
    "prose: addresses of links": (tree_of, lambda count: "[a](" * (count // 2)),
    "prose: titles of links": (tree_of, lambda count: "[a](b (" * (count // 3)),
    "prose: brackets": (tree_of, lambda count: "[" * count + "[a](b)" * (count // 5)),
    "results": (result, steps_of),
    "match: headers": (match, repeat("N{n}: x\n", FIRST, START + END)),
    "match: games": (match, repeat(FIRST + START + END + "\n")),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_ten_thousand_of_a_kind_are_read_or_refused(name: str) -> None:
    """If the time of a parser grew with the square of the length, this would take minutes."""
    read, make = CASES[name]
    with contextlib.suppress(ValueError):
        read(make(10_000))


def test_a_lenient_record_lists_so_many_lines() -> None:
    (game,) = lenient("?\n" * (MAX_DROPPED + 5) + FIRST + START + END)
    assert len(game.dropped) == MAX_DROPPED


@pytest.mark.parametrize(
    ("text", "message"),
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
def test_a_lesson_above_a_limit_is_refused(text: str, message: str) -> None:
    with pytest.raises(LessonError) as caught:
        lesson_from_text(text)
    assert f"{message}; the rest of the file was not read" in str(caught.value)
    assert len(caught.value.problems) <= lesson_lines.MAX_PROBLEMS + 3


@pytest.mark.parametrize(
    "refuse",
    [
        lambda text: aw.Marks(labels={"D4": text}),
        lambda text: aw.Marks(labels={text: "fork"}),
        lambda text: aw.Marks(rings={"D4": text}),
        lambda text: aw.Marks(arrows=[text]),
        lambda text: aw.Marks(heat={"D4": text}),
        lambda text: aw.Marks(legend=text),
        lambda text: aw.Game().headers.update({"Event": text}),
        lambda text: aw.Game().headers.update({text: "Club evening"}),
        lambda text: aw.Position.start().piece(text),
        lambda text: aw.Layout.lattice([text]),
        lambda text: aw.layouts[text],
        lambda text: aw.tactics.find(aw.Position.start(), text),
        lambda text: aw.Board(size=text),
        lambda text: aw.Board(language=text),
        aw.Player,
        lambda text: aw.Player(3, name=text),
        aw.as_player,
        lambda text: aw.as_player("levle:" + text),
    ],
)
def test_an_error_shows_the_beginning_of_a_long_text(refuse: Callable[[str], object]) -> None:
    with pytest.raises((ValueError, KeyError)) as raised:
        refuse("x" * 100_000)
    assert len(str(raised.value)) < 300
