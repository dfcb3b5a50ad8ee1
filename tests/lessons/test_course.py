"""The course that comes along: checked, complete in four languages, something to do in every step, and fair."""

from __future__ import annotations

from functools import cache

import pytest

import adaptoid_widget as aw
from adaptoid_widget import lessons
from adaptoid_widget.core.teaching.lesson import LessonContent, LessonStep
from adaptoid_widget.core.teaching.rich_text import LocalizedText, plain
from adaptoid_widget.core.teaching.solver import new_attempt, solutions
from adaptoid_widget.lessons.check import StepReport, check_text
from adaptoid_widget.widget.lesson import Answer

LANGUAGES = ("en", "de", "ja", "es")
# all of them are timed by `python -m tools.course_answers`
MAX_WRONG = 5
NAMES = lessons.names()


@cache
def lesson(name: str) -> LessonContent:
    return lessons.load(name)


def said(step: LessonStep) -> list[LocalizedText]:
    return [step.text, step.done, *step.hints, *(text for _, text in step.wrong)]


def spread(found: list[str], most: int) -> list[str]:
    """Some of them, far apart."""
    return found[:: max(1, len(found) // most)][:most]


STEPS = [(name, step.name) for name in NAMES for step in lesson(name).steps]
TURN_STEPS = [(name, step.name) for name in NAMES for step in lesson(name).steps if step.kind == "turn"]
ASKING_STEPS = [item for item in STEPS if item not in TURN_STEPS]


def at(name: str, step: str) -> tuple[aw.Lesson, LessonStep]:
    """A learner's lesson that stands at a step."""
    learning = aw.Lesson(_free(name), results=None)
    learning.goto(step)
    return learning, learning.step


@cache
def _free(name: str) -> LessonContent:
    """The lesson with its steps in any order, so that a test can begin at each."""
    return lesson(name)._replace(order="free")


def test_the_course_is_whole() -> None:
    assert lessons.COURSE == NAMES
    for number, name in enumerate(NAMES, 1):
        assert lesson(name).title["en"].startswith(f"{number} · "), name


@pytest.mark.parametrize("name", NAMES)
def test_the_check_finds_nothing_and_three_turns_are_right(name: str) -> None:
    reports: list[StepReport] = []
    text = lessons.path_of(name).read_text(encoding="utf-8")
    read, findings = check_text(text, name, reports.append)
    assert read is not None
    assert [str(finding) for finding in findings] == []
    few = {
        report.step.name: f"{report.right} of {report.turns}"
        for report in reports
        if report.turns and report.right < min(3, report.turns)
    }
    assert few == {}, "fewer than three right turns"


@pytest.mark.parametrize("name", NAMES)
def test_every_text_is_there_in_four_languages(name: str) -> None:
    whole = lesson(name)
    assert whole.languages == LANGUAGES
    for tag in LANGUAGES:
        assert whole.title[tag]
        assert plain(whole.about[tag])
    for step in whole.steps:
        for text in said(step):
            assert sorted(text) == sorted(LANGUAGES), step.name
            told = [plain(text[tag]) for tag in LANGUAGES]
            assert all(told), step.name
            assert len(set(told)) == len(told), (step.name, "one language stands for another", told[0])


@pytest.mark.parametrize("name", NAMES)
def test_every_step_has_something_to_do_and_words_for_it(name: str) -> None:
    steps = lesson(name).steps
    assert 5 <= len(steps) <= 8
    for step in steps:
        assert step.kind in ("turn", "click", "count"), step.name
        assert step.hints, step.name
        assert plain(step.done["en"]), step.name
        # short: what is read before something is done
        assert len(plain(step.text["en"])) <= 320, step.name


@pytest.mark.parametrize(("name", "step"), TURN_STEPS)
def test_three_right_turns_are_accepted(name: str, step: str) -> None:
    learning, content = at(name, step)
    right = spread(list(solutions(content, 12, 20_000)), 3)
    assert len(right) == 3
    for turn in right:
        learning.again()
        learning.goto(step)
        answer = learning.play(turn)
        assert not answer.wrong, (turn, answer)
        if content.turns == 1:
            assert answer.right, (turn, answer)
            assert answer.said == plain(content.done["en"])
    learning.close()


@pytest.mark.parametrize(("name", "step"), TURN_STEPS)
def test_wrong_turns_are_answered(name: str, step: str) -> None:
    learning, content = at(name, step)
    story = new_attempt(content)
    turns = [str(turn) for turn in story.position.turns()]
    met = {str(turn) for turn in content.goal.among(story, turns)} if content.goal else set[str]()
    foreseen = {plain(text["en"]) for _, text in content.wrong}
    for turn in spread([turn for turn in turns if turn not in met], MAX_WRONG):
        answer = learning.play(turn)
        assert answer.wrong or content.turns > 1, (turn, answer)
        assert answer.said, turn
        if any(_told(content, turn)):
            assert any(text in answer.said for text in foreseen), (turn, answer)
        learning.retry()
    learning.close()


def _told(step: LessonStep, turn: str) -> list[bool]:
    from adaptoid_widget.core.rules.turn import Turn
    from adaptoid_widget.core.teaching.attempt import fits

    one = step.turns == 1
    return [one and fits(pattern, Turn.from_text(turn)) for pattern, _ in step.wrong]


@pytest.mark.parametrize(("name", "step"), ASKING_STEPS)
def test_questions_take_the_answer_and_explain_what_is_none(name: str, step: str) -> None:
    from adaptoid_widget.core.teaching.question import Question

    learning, content = at(name, step)
    question = Question.from_text(content.ask)

    def answer(pattern: str) -> object:
        if content.kind == "count":
            return learning.count(int(pattern))
        return learning.choose(*pattern.split(","))

    position = content.start
    right = question.discs(position) if content.kind == "click" else question.number(position)
    for pattern, text in content.wrong:
        if pattern == "*":
            continue
        told = answer(pattern)
        assert isinstance(told, Answer)
        assert told.wrong
        assert plain(text["en"]) in told.said
        learning.retry()
    last = answer(str(right) if isinstance(right, int) else ",".join(right))
    assert isinstance(last, Answer)
    assert last.right
    assert last.said == plain(content.done["en"])
    learning.close()


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_the_answer_can_be_shown(name: str, step: str) -> None:
    learning, content = at(name, step)
    hints = []
    while "hint" in learning._tutor.can:
        hints.append(learning.hint())
    assert hints[: len(content.hints)] == [plain(text["en"]) for text in content.hints]
    assert len(hints) > len(content.hints) or content.kind == "count"
    learning.reveal()
    while "go" in learning._tutor.can:
        learning._handle("go")
    assert learning.result[step].how == "missed"
    learning.close()
