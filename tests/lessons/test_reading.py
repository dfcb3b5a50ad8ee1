"""Reading lesson files, and errors with line and column."""

from __future__ import annotations

import copy
import os
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adaptoid_widget as aw
from adaptoid_widget import lessons
from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.teaching.lesson_reader import lesson_from_text
from adaptoid_widget.lessons import LessonError, Problem
from adaptoid_widget.lessons.reading import read_file
from adaptoid_widget.lessons.writing import text_of
from tests.portable.lesson_text_cases import PROBLEMS, SUGGESTED, TEXT
from tests.repetitions import repetitions


def test_all_fields_of_a_lesson_are_read() -> None:
    lesson = lesson_from_text(TEXT, "spare")
    assert (lesson.name, lesson.order, lesson.languages) == ("spare", "forced", ("en", "de"))
    assert lesson.title == {"en": "One to spare", "de": "Eins übrig"}
    take, click_step, counted, read = lesson.steps
    assert take.text["en"] == [
        ["p", "Black's adaptoid on ", ["c", "D5"], " has ", ["b", "nothing"], " to spare."],
        ["h", "Take it"],
    ]
    assert (str(take.goal), take.kind, take.turns) == ("starves D5 and survives", "turn", 2)
    assert take.wrong == (
        ("* +C6", {"en": [["p", "That helps Black."]], "de": [["p", "Das hilft Schwarz."]]}),
        ("D3+L", {"en": [["p", "No."]], "de": [["p", "Nein."]]}),
    )
    assert [hint["de"] for hint in take.hints] == [[["p", "Schau."]], [["p", "Daneben."]]]
    assert (take.replies, take.script, take.marks, take.aids, take.flipped) == (
        "script",
        (("*", "D6+L"),),
        "ring(D5)",
        "none",
        True,
    )
    assert (click_step.kind, click_step.ask, click_step.wrong[0][0]) == ("click", "liberties D5", "C6")
    assert (counted.kind, counted.ask, counted.wrong[0][0]) == ("count", "limbs D5", "3")
    assert (read.kind, read.aids, read.replies) == ("read", "legal", "best")


def test_windows_line_ends_and_a_byte_order_mark_are_accepted() -> None:
    assert lesson_from_text("\ufeff" + TEXT.replace("\n", "\r\n")) == lesson_from_text(TEXT)


def test_unmarked_texts_are_in_the_language_of_the_head() -> None:
    text = TEXT.replace("title: ", "language: ja\ntitle: ", 1)
    assert lesson_from_text(text).languages == ("ja", "de")


@pytest.mark.parametrize("place", ["title: ", "[step take]"])
def test_a_lesson_in_another_language_has_english_texts_too(place: str) -> None:
    """Wherever the key language is in the head, a tag `en` beside an unmarked text is another language."""
    text = TEXT.replace("[de]", "[en]").replace(place, f"language: de\n{place}", 1)
    lesson = lesson_from_text(text)
    assert lesson.languages == ("de", "en")
    assert lesson.title == {"de": "One to spare", "en": "Eins übrig"}


def test_a_tag_that_repeats_the_language_of_the_head_is_a_second_title() -> None:
    problems = problems_of("title: ", "language: de\ntitle: ")
    assert "line 5, column 1: title in de is there already in line 4; leave one out" in problems


def problems_of(old: str, new: str) -> list[str]:
    assert TEXT.count(old) >= 1
    with pytest.raises(LessonError) as raised:
        lesson_from_text(TEXT.replace(old, new, 1))
    return [str(problem) for problem in raised.value.problems]


@pytest.mark.parametrize(("old", "new", "message"), PROBLEMS)
def test_an_error_has_its_line_and_column(old: str, new: str, message: str) -> None:
    problems = problems_of(old, new)
    assert any(problem.startswith(message) for problem in problems), problems


@pytest.mark.parametrize(("old", "new", "suggestion"), SUGGESTED)
def test_an_error_suggests_the_line_that_was_meant(old: str, new: str, suggestion: str) -> None:
    problems = problems_of(old, new)
    suggestions = (f"; did you mean '{suggestion}'?", f"; did you mean {suggestion}?")
    assert any(problem.endswith(suggestions) for problem in problems), problems


def test_an_error_says_which_line_to_add_or_to_leave_out() -> None:
    assert "add 'hint[de]: …'" in problems_of("hint[de]: Daneben.\n", "")[0]
    assert "add 'wrong * +C6[de]: …'" in problems_of("wrong * +C6 [de]: Das hilft Schwarz.\n", "")[0]
    assert problems_of("turns: 2", "plays: +D4")[0].startswith(
        "line 29, column 1: this step has a goal; plays is for"
    )
    assert problems_of("text: Who?", "text: Who?\ntext: Which?")[0].endswith("leave one out")


def test_all_errors_are_reported_together_in_order() -> None:
    text = TEXT.replace("turns: 2", "turns: 9").replace("hint: Look", "hnt: Look").replace("D5LLPP", "D5QLPP")
    with pytest.raises(LessonError) as raised:
        lesson_from_text(text)
    lines = [problem.line for problem in raised.value.problems]
    assert lines == sorted(lines)
    assert {13, 19, 29, 34, 42, 50} <= set(lines)
    assert str(raised.value).count("\n") == len(lines) - 1
    assert (raised.value.line, raised.value.column) == raised.value.problems[0][:2]


def test_consequences_of_a_wrong_key_are_not_reported() -> None:
    assert problems_of("hint: Look", "hnt: Look") == [
        "line 19, column 1: there is no key hnt here; did you mean hint?"
    ]
    assert len(problems_of("wrong D3+L: No", "wrong D3+X: No")) == 1
    assert len(problems_of("title: One", "titel: One")) == 1


def test_an_error_can_be_copied_and_pickled() -> None:
    with pytest.raises(LessonError) as raised:
        lesson_from_text("")
    for duplicate in (copy.copy(raised.value), pickle.loads(pickle.dumps(raised.value))):
        assert duplicate.problems == raised.value.problems


def test_a_lesson_read_from_a_text_is_named_after_its_title() -> None:
    assert lesson_from_text(TEXT).name == "one-to-spare"
    assert lesson_from_text(TEXT.replace("One to spare", "日本")).name == "lesson"


def test_bytes_that_are_not_utf_8_are_reported_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "x.lesson"
    path.write_bytes(TEXT.encode("latin-1"))
    with pytest.raises(LessonError) as raised:
        read_file(path)
    assert str(raised.value.problems[0]) == "line 4, column 17: this is not UTF-8; save the file as UTF-8"


def test_an_error_in_a_file_names_the_file(tmp_path: Path) -> None:
    """What follows a first line of something else has no problems of a lesson."""
    path = tmp_path / "mine.lesson"
    path.write_text(TEXT.replace("position:", "postion:"), encoding="utf-8")
    with pytest.raises(LessonError) as raised:
        aw.Lesson(path)
    problem = raised.value.problems[0]
    assert str(raised.value).startswith(f"{path}:{problem.line}:{problem.column}: {problem.text}")
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)
    aw.Game().play("D2+L").save(tmp_path / "game.txt")
    with pytest.raises(
        LessonError, match=r"game.txt:1:10: [^\n]*; this is a saved game: use aw.read_game\(path\)$"
    ):
        aw.Lesson(tmp_path / "game.txt")


def test_arguments_of_a_lesson_that_are_none_say_what_is_meant() -> None:
    calls: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"what": "adaptoid w 0,0 W:D2 B:D6"}, aw.GameError, r"is a position, not a lesson; use aw.Board"),
        ({"title": "One", "steps": aw.Step("one")}, TypeError, r"steps is a list of Steps, as in steps=\["),
        ({"title": 3, "steps": [aw.Step("one")]}, TypeError, "a title is a text, or a dict"),
    ]
    for arguments, error, message in calls:
        with pytest.raises(error, match=message):
            aw.Lesson(**arguments)


def test_a_lesson_is_named_after_its_file_or_its_name_field(tmp_path: Path) -> None:
    path = tmp_path / "My Fork.lesson"
    path.write_text(TEXT, encoding="utf-8")
    assert lessons.load(path).name == "my-fork"
    path.write_text(TEXT.replace("title: ", "name: other\ntitle: ", 1), encoding="utf-8")
    assert lessons.load(str(path)).name == "other"


def test_a_lesson_of_the_package_is_read_once() -> None:
    """The overview of all lessons and every site need the whole course."""
    assert lessons.load("fork") is lessons.load("fork")


def test_an_unknown_lesson_is_an_error() -> None:
    with pytest.raises(GameError, match="did you mean move"):
        lessons.load("mvoe")
    with pytest.raises(GameError, match="no file"):
        lessons.load("folder/mine.lesson")
    for path in ("x" * 300 + ".lesson", "a\0b.lesson", "~nobody-of-this-name/mine.lesson"):
        with pytest.raises(GameError, match="names no file"):
            lessons.load(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_refused(tmp_path: Path) -> None:
    """Opening a pipe would wait until somebody writes into it."""
    os.mkfifo(tmp_path / "mine.lesson")
    with pytest.raises(GameError, match="a pipe or a device"):
        lessons.load(tmp_path / "mine.lesson")


@pytest.mark.parametrize("name", lessons.names())
def test_built_in_lessons_can_be_read_and_packed(name: str) -> None:
    lesson = lessons.load(name)
    assert lesson.name == name
    assert type(lesson).unpack(lesson.pack()) == lesson


@pytest.mark.parametrize("name", lessons.names())
def test_a_written_lesson_reads_as_the_same_lesson(name: str) -> None:
    lesson = lessons.load(name)
    assert lesson_from_text(text_of(lesson)) == lesson


def test_a_lesson_with_another_first_language_can_be_written_and_read() -> None:
    lesson = lesson_from_text(TEXT.replace("title: ", "language: ja\ntitle: ", 1))
    assert lesson_from_text(text_of(lesson)) == lesson


@pytest.mark.parametrize("markup", ["#", "## ", "-", "1.", "*"])
def test_a_text_of_markup_only_is_refused(markup: str) -> None:
    """It would be written as an empty text, which cannot be read."""
    with pytest.raises(LessonError, match="wrong says nothing"):
        lesson_from_text(TEXT.replace("wrong D3+L: No.", f"wrong D3+L: {markup}"))


@settings(max_examples=repetitions(100, 300), deadline=None)
@given(st.integers(0, len(TEXT)), st.integers(0, 30), st.text("aD5:[]*+-#\n \t|(),wxé\ud800", max_size=12))
def test_any_text_is_a_lesson_or_an_error_with_its_place(at: int, less: int, insertion: str) -> None:
    text = TEXT[:at] + insertion + TEXT[at + less :]
    problems: tuple[Problem, ...] = ()
    try:
        lesson = lesson_from_text(text)
    except LessonError as error:
        lesson, problems = None, error.problems
    lines = text.split("\n")
    for problem in problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
    assert bool(problems) == (lesson is None)
    if lesson is not None:
        assert lesson_from_text(text_of(lesson)) == lesson


@pytest.mark.parametrize("spelling", ["level:2", "level 2", "Level 2", "level=2"])
def test_other_spellings_of_a_level_are_accepted(spelling: str) -> None:
    lesson = lesson_from_text(TEXT.replace("reply *: D6+L", f"replies: {spelling}"))
    assert lesson.steps[0].replies == "level 2"
    assert "replies: level 2\n" in text_of(lesson)


UNTITLED = """adaptoid-lesson 1
title: Hunger

[step take]
text: Starve it.
text[de]: Lass es verhungern.
position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
goal: starves D5
done: Gone.
done[de]: Weg.
"""


def test_a_language_without_a_title_is_reported_once() -> None:
    with pytest.raises(LessonError) as raised:
        lesson_from_text(UNTITLED)
    problems = [problem.text for problem in raised.value.problems]
    assert problems == ["the lesson has no title in de; add title[de], or leave this out"]
