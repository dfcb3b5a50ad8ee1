"""`aw.Lesson`: a lesson on a board, from Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.lessons import names

POSITION = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
STEPS = [
    aw.Step(
        "take",
        "Starve **D5**.",
        POSITION,
        goal="starves D5",
        hints=["Look.", "Closer."],
        wrong={"* +C6": "Far."},
    ),
    aw.Step("who", "Who eats?", POSITION, ask="click liberties D5"),
    aw.Step("how-many", "How many limbs?", POSITION, ask="count limbs D5"),
    aw.Step("done", "That was it.", POSITION),
]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JUPYTERHUB_USER", raising=False)


def lesson(**how: object) -> aw.Lesson:
    return aw.Lesson(title="Hunger", steps=STEPS, **how)  # type: ignore[arg-type]


def through(learning: aw.Lesson) -> None:
    """All of it, not without a mistake."""
    assert learning.play("+C6").wrong
    assert learning.hint() == "Look."
    assert learning.play("+D4").right
    learning.next()
    assert not learning.choose("C4", "D4")
    assert learning.choose("C4", "D4", "E5", "E6")
    learning.next()
    assert not learning.count(3)
    assert learning.count(4)
    learning.next()
    learning.next()


def test_a_lesson_is_done_and_can_be_asserted() -> None:
    learning = lesson()
    assert repr(learning) == "<Lesson hunger: step 1 of 4, 0 of 12 points>"
    assert (learning.text, str(learning.position)) == ("Starve D5.", POSITION)
    through(learning)
    result = learning.result
    assert result.solved
    assert (result["take"].tries, result["take"].hints, result["take"].turns) == (2, 1, ("+C6", "+D4"))
    assert (result["who"].tries, result["how-many"].turns) == (2, ("3", "4"))
    assert result.score < result.most == 12
    assert repr(learning) == f"<Lesson hunger: done, {result.score} of 12 points>"


def test_what_a_lesson_contains() -> None:
    lesson = aw.Lesson("fork", results=None)
    assert [step.name for step in lesson.steps] == [step.name for step in lesson.content.steps]
    assert lesson.steps[lesson.result.step] == lesson.step
    assert repr(lesson.steps[1]) == "<first-fork: forks D5>"
    assert all(repr(step).startswith(f"<{step.name}: ") and len(repr(step)) < 120 for step in lesson.steps)
    with pytest.raises(AttributeError):
        lesson.steps = ()  # type: ignore[misc]
    assert len(aw.Puzzles(results=None).steps) == 1


def test_what_was_said_and_replied_is_answered() -> None:
    learning = lesson(results=None)
    assert repr(learning.play("+C6")) == "<wrong: Far.>"
    answer = learning.play("D3+L")
    assert answer.wrong
    assert answer.said
    assert not answer
    assert repr(learning.play("+D4")).startswith("<right: ")


def test_after_a_turn_that_leads_on_the_reply_is_played() -> None:
    step = aw.Step(
        "two", "Twice.", POSITION, goal="starves 1 and unmoved and occupies C4", turns=2, reply={"*": "D6+L"}
    )
    learning = aw.Lesson(title="Two", steps=[step], results=None)
    answer = learning.play("+B4")
    assert (answer.right, answer.wrong, answer.reply) == (False, False, "D6+L")
    assert str(learning.position).startswith("adaptoid w")


def test_what_is_not_asked_for_is_refused_with_a_reason() -> None:
    learning = lesson(results=None)
    with pytest.raises(GameError):
        learning.choose("D4")
    with pytest.raises(GameError):
        learning.next()
    with pytest.raises(GameError, match="no step"):
        learning.goto("nowhere")
    with pytest.raises(aw.IllegalTurn):
        learning.play("+A1")
    with pytest.raises(aw.TextError):
        learning.play("what?")


def test_the_answer_can_be_shown_and_then_it_is_missed() -> None:
    learning = lesson(results=None)
    assert "+C4" in learning.reveal()
    assert (learning.result["take"].how, learning.result.score) == ("missed", 0)


def test_it_goes_on_where_it_was_after_a_restart() -> None:
    learning = lesson(learner="Ann")
    learning.play("+C6")
    learning.play("+D4")
    learning.next()
    assert learning.path == Path("hunger.results.json").absolute()
    again = lesson()
    assert again.step.name == "who"
    assert (again.learner, again.result["take"].turns) == ("Ann", ("+C6", "+D4"))
    through_file = aw.results("hunger.results.json")
    assert (through_file.learners, through_file.rows[0].tries) == (("Ann",), 2)


def test_clicks_on_the_board_are_kept_too() -> None:
    learning = lesson()
    board = learning.board
    intent = {"id": "a", "rev": board.snapshot["rev"], "kind": "grow", "at": "D4", "what": "new"}
    board._on_intent(board, intent, [])
    assert board.snapshot["lesson"]["phase"] == "right"
    assert json.loads(Path("hunger.results.json").read_text("utf-8"))["steps"][0]["how"] == "solved"


def test_who_only_looks_leaves_no_file() -> None:
    lesson()
    assert list(Path().iterdir()) == []


def test_without_a_file_nothing_is_written() -> None:
    through(lesson(results=None))
    through(lesson(results=False))
    assert list(Path().iterdir()) == []


def test_a_lesson_that_was_changed_keeps_what_it_can() -> None:
    through(lesson())
    changed = [
        STEPS[1],
        aw.Step("new", "Grow.", POSITION, goal="grows new"),
        aw.Step("done", "Now play.", POSITION, goal="unmoved"),
    ]
    learning = aw.Lesson(title="Hunger", steps=changed)
    assert learning.result["who"].solved
    assert [step.name for step in learning.result.steps if step.solved] == ["who"]
    assert learning.step.name == "new"


def test_another_lesson_of_the_same_name_writes_nothing_over() -> None:
    through(lesson())
    before = Path("hunger.results.json").read_bytes()
    with pytest.warns(UserWarning, match=r"it is hunger\.results\.json\.aside-1 now"):
        aw.Lesson(title="Hunger", steps=[aw.Step("other", "Grow.", POSITION, goal="grows new")])
    assert Path("hunger.results.json.aside-1").read_bytes() == before


def test_the_results_of_another_lesson_are_not_mistaken_for_its_own() -> None:
    through(lesson(results="mine.results.json"))
    with pytest.raises(GameError, match="of the lesson 'hunger', not of 'other'"):
        aw.Lesson(title="Other", steps=STEPS, results="mine.results.json")


def test_what_is_no_lesson_is_said_with_its_step() -> None:
    with pytest.raises(aw.LessonError, match=r"step 'take', goal, column 11: expected"):
        aw.Lesson(title="X", steps=[aw.Step("take", "x", POSITION, goal="starves X9X")], results=None)
    with pytest.raises(aw.LessonError, match="step 'step-1', position, column 1: expected a variant"):
        aw.Lesson(title="X", steps=[aw.Step(text="x", position="here", goal="wins")], results=None)
    with pytest.raises(GameError, match="two steps have the name 'a'"):
        aw.Lesson(title="X", steps=[aw.Step("a", "x", POSITION)] * 2, results=None)
    with pytest.raises(GameError, match="give one of these"):
        aw.Lesson(results=None)
    with pytest.raises(GameError, match="give one of these"):
        aw.Lesson("fork", steps=STEPS, results=None)
    with pytest.raises(TypeError, match="not str"):
        aw.Lesson(title="X", steps=["a"], results=None)  # type: ignore[list-item]


def test_it_speaks_the_boards_language() -> None:
    step = aw.Step(
        "a", {"en": "Look.", "de": "Schau."}, POSITION, goal="starves D5", done={"en": "So.", "de": "Na."}
    )
    learning = aw.Lesson(title={"en": "One", "de": "Eins"}, steps=[step], results=None, language="de")
    assert learning.text == "Schau."
    assert learning.play("+D4").said == "Na."
    assert learning.board.snapshot["lesson"]["title"] == "Eins"


def test_it_can_be_saved_as_a_file_and_read_again(tmp_path: Path) -> None:
    learning = lesson(results=None)
    path = learning.save(tmp_path / "hunger.lesson")
    again = aw.Lesson(path, results=None)
    assert again.lesson == learning.lesson
    assert aw.Lesson(again.to_text(), results=None).lesson == learning.lesson


def test_whom_a_hub_names_is_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTERHUB_USER", "ann")
    assert lesson(results=None).learner == "ann"
    assert lesson(results=None, learner="Ben").learner == "Ben"
    learning = lesson(results=None)
    learning.learner = "Cleo"
    assert learning.result.learner == "Cleo"
    with pytest.raises(GameError, match="one line"):
        learning.learner = "a\nb"


def test_a_folder_that_cannot_be_written_to_ends_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    learning = lesson()
    monkeypatch.setattr("adaptoid_widget.storage.lesson_results.write", full)
    with pytest.warns(UserWarning, match="No space left"):
        learning.play("+C6")
    learning.play("+D4")
    assert learning.result["take"].solved


@pytest.mark.parametrize(("name", "told"), [("move", 'aw.Lesson("attack")'), (names()[-1], "")])
def test_the_end_of_a_lesson_of_the_course_names_the_next_one(name: str, told: str) -> None:
    lesson = aw.Lesson(name, results=None)
    for step in lesson.content.steps:
        lesson.goto(step.name)
        if step.kind != "read":
            lesson.reveal()
        lesson.next()
    part: Any = lesson.board._session.snapshot()["lesson"]
    onward = part["onward"]
    assert told in onward
    assert bool(told) == bool(onward)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x" * 201, "at most 100 characters"),
        ("a\nb", "in one line"),
        ("Ann\u202e", r"take out U\+202E"),
        ("\u2066Ann", r"take out U\+2066"),
        ("\u3164", r"take out U\+3164"),
        ("\ud800", "in one line"),
        (7, "a text"),
    ],
)
def test_a_learner_who_cannot_be_kept_is_refused_at_once(name: Any, why: str, tmp_path: Path) -> None:
    """When the lesson is made, and when the name is set; no file is put aside for it."""
    path = tmp_path / "x.results.json"
    for make in (
        lambda: lesson(results=path, learner=name),
        lambda: aw.Puzzles(results=path, learner=name),
        lambda: setattr(lesson(results=None), "learner", name),
    ):
        with pytest.raises(aw.GameError, match=why):
            make()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", " ", "   ", "\u00a0"])
def test_blanks_are_nobodys_name(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x.results.json"
    learning = lesson(results=path, learner=name)
    assert learning.learner == ""
    learning.play("+C6")
    learning.learner = "Ann"
    learning.learner = name
    assert learning.learner == ""
    assert lesson(results=path).result["take"].tries == 1
    assert [child.name for child in tmp_path.iterdir()] == [path.name]


def test_names_with_joiners_are_kept(tmp_path: Path) -> None:
    name = "\u0646\u06cc\u200c\u0644\u0648"
    assert lesson(results=tmp_path / "x.results.json", learner=name).learner == name


@pytest.mark.parametrize(
    ("hub", "learner"),
    [
        ("x" * 300, "x" * 100),
        ("a\nb", "ab"),
        ("Ann\u202e", "Ann"),
        ("\u202e\n", ""),
        (" Ann ", "Ann"),
        ("  ", ""),
        ("\u3164", ""),
    ],
)
def test_a_hub_names_nobody_who_cannot_be_kept(
    hub: str, learner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTERHUB_USER", hub)
    path = tmp_path / "x.results.json"
    learning = lesson(results=path)
    assert learning.learner == learner
    assert aw.Puzzles(results=None).learner == learner
    learning.play("+C6")
    assert lesson(results=path).result["take"].tries == 1
    assert [child.name for child in tmp_path.iterdir()] == [path.name]
