"""`aw.Lesson`: a lesson on a board, used from Python."""

from __future__ import annotations

import functools
import html
import json
import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.search.runner import SearchRequest
from adaptoid_widget.core.session.permissions import GROUPS
from adaptoid_widget.core.teaching.rich_text import plain
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.engine.warmup import prepare
from adaptoid_widget.export.output_content import MIME, SavedHome, SavedLesson, SavedPuzzles, read_content
from adaptoid_widget.lessons import names, path_of
from adaptoid_widget.lessons.check import check_text
from adaptoid_widget.storage.lesson_results import read
from adaptoid_widget.widget.saved_picture import saved_in, titled_in
from tests.widget.wire import PATIENCE_S, ask, lesson_part, wait

pytestmark = pytest.mark.usefixtures("wires")

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


def lesson(**options: object) -> aw.Lesson:
    return aw.Lesson(title="Hunger", steps=STEPS, **options)  # type: ignore[arg-type]


def do_lesson(learning: aw.Lesson) -> None:
    """Do all steps of the lesson, each with a mistake first."""
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


def test_a_lesson_can_be_done_and_its_result_checked() -> None:
    learning = lesson()
    assert repr(learning) == "<Lesson hunger: step 1 of 4, 0 of 12 points>"
    assert (learning.text, str(learning.position)) == ("Starve D5.", POSITION)
    do_lesson(learning)
    result = learning.result
    assert result.solved
    assert (result["take"].tries, result["take"].hints, result["take"].turns) == (2, 1, ("+C6", "+D4"))
    assert (result["who"].tries, result["how-many"].turns) == (2, ("3", "4"))
    assert result.score < result.most == 12
    assert repr(learning) == f"<Lesson hunger: done, {result.score} of 12 points>"


def test_a_lesson_lists_its_steps() -> None:
    lesson = aw.Lesson("fork", results=None)
    assert [step.name for step in lesson.steps] == [step.name for step in lesson.content.steps]
    assert lesson.steps[lesson.result.step] == lesson.step
    assert repr(lesson.steps[2]) == "<first-fork: forks D5>"
    assert all(repr(step).startswith(f"<{step.name}: ") and len(repr(step)) < 120 for step in lesson.steps)
    with pytest.raises(AttributeError):
        lesson.steps = ()  # type: ignore[misc]
    assert len(aw.Puzzles(results=None).steps) == 1


def test_an_answer_tells_whether_the_turn_was_right() -> None:
    learning = lesson(results=None)
    assert repr(learning.play("+C6")) == "<wrong: Far.>"
    answer = learning.play("D3+L")
    assert answer.wrong
    assert answer.said
    assert not answer
    assert repr(learning.play("+D4")).startswith("<right: ")


def test_the_reply_to_a_turn_in_the_middle_of_a_step_is_played() -> None:
    step = aw.Step(
        "two", "Twice.", POSITION, goal="starves 1 and unmoved and occupies C4", turns=2, reply={"*": "D6+L"}
    )
    learning = aw.Lesson(title="Two", steps=[step], results=None)
    answer = learning.play("+B4")
    assert (answer.right, answer.wrong, answer.reply) == (False, False, "D6+L")
    assert str(learning.position).startswith("adaptoid w")


def test_actions_that_the_step_does_not_ask_for_are_refused() -> None:
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


def test_a_revealed_step_counts_as_missed() -> None:
    learning = lesson(results=None)
    assert "+C4" in learning.reveal()
    assert (learning.result["take"].how, learning.result.score) == ("missed", 0)


def test_a_lesson_continues_after_a_restart() -> None:
    learning = lesson(learner="Ann")
    learning.play("+C6")
    learning.play("+D4")
    learning.next()
    assert learning.path == Path("hunger.results.json").absolute()
    reopened = lesson()
    assert reopened.step.name == "who"
    assert (reopened.learner, reopened.result["take"].turns) == ("Ann", ("+C6", "+D4"))
    through_file = aw.results("hunger.results.json")
    assert (through_file.learners, through_file.rows[0].tries) == (("Ann",), 2)


def test_clicks_on_the_board_are_saved() -> None:
    learning = lesson()
    board = learning.board
    assert ask(board, "grow", at="D4", what="new")["ok"]
    assert board.snapshot["lesson"]["phase"] == "right"
    assert json.loads(Path("hunger.results.json").read_text("utf-8"))["steps"][0]["how"] == "solved"


def test_opening_a_lesson_writes_no_file() -> None:
    lesson()
    assert list(Path().iterdir()) == []


def test_a_lesson_without_a_results_file_writes_nothing() -> None:
    do_lesson(lesson(results=None))
    do_lesson(lesson(results=False))
    assert list(Path().iterdir()) == []


def test_a_changed_lesson_keeps_the_results_of_unchanged_steps() -> None:
    do_lesson(lesson())
    changed = [
        STEPS[1],
        aw.Step("new", "Grow.", POSITION, goal="grows new"),
        aw.Step("done", "Now play.", POSITION, goal="unmoved"),
    ]
    learning = aw.Lesson(title="Hunger", steps=changed)
    assert learning.result["who"].solved
    assert [step.name for step in learning.result.steps if step.solved] == ["who"]
    assert learning.step.name == "new"


def test_a_lesson_with_steps_in_another_order_continues_at_the_same_step() -> None:
    learning = lesson(learner="Ann")
    assert learning.play("+D4").right
    learning.next()
    reordered = aw.Lesson(title="Hunger", steps=[STEPS[2], aw.Step("new", "Read.", POSITION), *STEPS[1::-1]])
    assert [step.name for step in reordered.result.steps] == ["how-many", "new", "who", "take"]
    assert (reordered.step.name, reordered.learner, reordered.result["take"].how) == ("who", "Ann", "solved")


def test_results_of_another_lesson_with_the_same_name_are_put_aside() -> None:
    do_lesson(lesson())
    before = Path("hunger.results.json").read_bytes()
    with pytest.warns(UserWarning, match=r"it is hunger\.results\.json\.aside-1 now"):
        aw.Lesson(title="Hunger", steps=[aw.Step("other", "Grow.", POSITION, goal="grows new")])
    assert Path("hunger.results.json.aside-1").read_bytes() == before


def test_the_results_file_of_another_lesson_is_refused() -> None:
    do_lesson(lesson(results="mine.results.json"))
    with pytest.raises(GameError, match="of the lesson 'hunger', not of 'other'"):
        aw.Lesson(title="Other", steps=STEPS, results="mine.results.json")


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ({"name": 3}, TypeError, "name is a text such as 'take', not 3"),
        ({"text": 3}, TypeError, "text is a text, or a dict from language to text, not 3"),
        ({"hints": 3}, TypeError, "hints is a text or a list of texts, not 3"),
        ({"wrong": "D4"}, TypeError, "wrong is a dict from answers to texts, not 'D4'"),
        ({"reply": "D4"}, TypeError, "reply is a dict from turns to replies, not 'D4'"),
        ({"coach": 3}, TypeError, "coach is a dict from goals to texts, not 3"),
        ({"flipped": "x"}, GameError, "flipped is True or False, not 'x'"),
    ],
)
def test_a_step_refuses_values_of_wrong_types(
    values: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        aw.Step(**values)


def test_an_error_in_a_lesson_names_the_step() -> None:
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


def test_a_lesson_speaks_the_language_of_its_board() -> None:
    step = aw.Step(
        "a", {"en": "Look.", "de": "Schau."}, POSITION, goal="starves D5", done={"en": "So.", "de": "Na."}
    )
    learning = aw.Lesson(title={"en": "One", "de": "Eins"}, steps=[step], results=None, language="de")
    assert learning.text == "Schau."
    assert learning.play("+D4").said == "Na."
    assert learning.board.snapshot["lesson"]["title"] == "Eins"


def test_a_lesson_can_be_saved_and_read_again(tmp_path: Path) -> None:
    learning = lesson(results=None)
    path = learning.save(tmp_path / "hunger.lesson")
    reread = aw.Lesson(path, results=None)
    assert reread.lesson == learning.lesson
    assert aw.Lesson(reread.to_text(), results=None).lesson == learning.lesson


def test_the_user_of_jupyterhub_is_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTERHUB_USER", "ann")
    assert lesson(results=None).learner == "ann"
    assert lesson(results=None, learner="Ben").learner == "Ben"
    learning = lesson(results=None)
    learning.learner = "Cleo"
    assert learning.result.learner == "Cleo"
    learning.learner = "a\n\u200bb "
    assert learning.learner == "a b"


def test_a_lesson_goes_on_when_results_cannot_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    learning = lesson()
    monkeypatch.setattr("adaptoid_widget.storage.lesson_results.write", full)
    with pytest.warns(UserWarning, match="No space left"):
        learning.play("+C6")
    learning.play("+D4")
    assert learning.result["take"].solved


def finish(learning: aw.Lesson) -> Any:
    """Show or skip all steps; return what the board shows of the lesson then."""
    for step in learning.content.steps:
        learning.goto(step.name)
        if "reveal" in learning.can:
            learning.reveal()
        ask(learning.board, "lesson", what="next" if "next" in learning.can else "skip")
    return lesson_part(learning)


@pytest.mark.parametrize("results", [True, "kept/move.json", None])
def test_the_end_of_a_lesson_of_the_course_opens_the_next_one_in_place(results: Any) -> None:
    learning = aw.Lesson("move", results=results, language="de")
    Path("kept").mkdir()
    part = finish(learning)
    assert (part["phase"], part["next"], "onward" in part["can"]) == ("over", "Scheren schlagen", True)
    board = learning.board
    assert ask(board, "lesson", what="onward")["ok"]
    assert learning.content.name == board.snapshot["lesson"]["name"] == "attack"
    assert repr(learning) == "<Lesson attack: step 1 of 5, 0 of 16 points>"
    paths = {True: "attack.results.json", "kept/move.json": "kept/attack.results.json"}
    assert learning.path == (Path(paths[results]).absolute() if results else None)
    assert learning.path is None or not learning.path.exists()
    learning.goto(learning.content.steps[-1].name)
    learning.skip()
    assert learning.path is None or read(learning.path).steps[-1].how == "skipped"


def test_after_the_last_lesson_and_one_of_ones_own_nothing_follows() -> None:
    for learning in (aw.Lesson(names()[-1], results=None), lesson(results=None)):
        part = finish(learning)
        assert (part["phase"], part["next"], "onward" in part["can"]) == ("over", "", False)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("x" * 201, "at most 100 characters"),
        (7, "a text"),
    ],
)
def test_an_invalid_learner_name_is_refused(name: Any, reason: str, tmp_path: Path) -> None:
    """The name is refused when the lesson is made and when the name is set; no file is written or put aside."""
    path = tmp_path / "x.results.json"
    for make in (
        lambda: lesson(results=path, learner=name),
        lambda: aw.Puzzles(results=path, learner=name),
        lambda: setattr(lesson(results=None), "learner", name),
    ):
        with pytest.raises(aw.GameError, match=reason):
            make()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", " ", "   ", "\u00a0"])
def test_a_blank_learner_name_is_no_name(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x.results.json"
    learning = lesson(results=path, learner=name)
    assert learning.learner == ""
    learning.play("+C6")
    learning.learner = "Ann"
    learning.learner = name
    assert learning.learner == ""
    assert lesson(results=path).result["take"].tries == 1
    assert [child.name for child in tmp_path.iterdir()] == [path.name]


def test_learner_names_may_contain_joiners(tmp_path: Path) -> None:
    name = "\u0646\u06cc\u200c\u0644\u0648"
    assert lesson(results=tmp_path / "x.results.json", learner=name).learner == name


@pytest.mark.parametrize(
    ("hub", "learner"),
    [
        ("x" * 300, "x" * 100),
        ("a\nb", "a b"),
        ("Ann\u202e", "Ann"),
        ("\u202e\n", ""),
        (" Ann ", "Ann"),
        ("  ", ""),
        ("\u3164", ""),
    ],
)
def test_an_invalid_name_of_a_jupyterhub_user_is_cleaned(
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


WALK = "adaptoid w 0,0 W:D2 B:D6"
FAR = aw.Step("far", "Walk.", WALK, goal="occupies D5", turns=3, replies="level:7", aids="full")


def test_a_level_that_searches_replies_in_a_cell() -> None:
    learning = aw.Lesson(title="Far", steps=[FAR], results=None)
    after = aw.Position.from_text(WALK).play("+D3")
    answer = learning.play("+D3")
    assert (answer.right, answer.wrong, answer.reply) == (False, False, str(aw.Player(7)(after)))
    assert learning.position == after.play(answer.reply)
    assert learning.check()


def test_a_level_that_searches_replies_to_a_click(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread searches for the reply while the board answers. Taking the turn back stops the search."""
    learning = aw.Lesson(title="Far", steps=[FAR], results=None)
    board = learning.board
    begun, go, stopped = threading.Event(), threading.Event(), []
    prepare()
    in_slices = Searcher.in_slices

    def slow(searcher: Searcher, request: SearchRequest, stop: Any, *rest: Any, **settings: Any) -> Any:
        begun.set()
        go.wait(PATIENCE_S)
        stopped.append(stop.is_set())
        return (yield from in_slices(searcher, request, stop, *rest, **settings))

    monkeypatch.setattr(Searcher, "in_slices", slow)
    board.game.play("+D3")
    assert board.snapshot["status"] == "Black: level 7 is thinking …"
    assert board.snapshot["lesson"]["can"] == ["back"]
    wait(begun.is_set)
    # the board answers a click on another disc
    assert board.undo()
    assert (lesson_part(learning)["phase"], str(board.position)) == ("ask", WALK)
    go.set()
    wait(lambda: stopped)
    assert (stopped, lesson_part(learning)["phase"]) == ([True], "ask")
    board.game.play("+D3")
    wait(lambda: board.snapshot["lesson"]["can"] == ["go", "back"])
    after = aw.Position.from_text(WALK).play("+D3")
    monkeypatch.undo()
    assert board.snapshot["lesson"]["reply"] == str(aw.Player(7)(after))
    board.close()


def test_level_3_replies_in_a_cell_when_the_search_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> aw.Turn:
        raise MemoryError("no room")

    monkeypatch.setattr(Searcher, "in_slices", fails)
    learning = aw.Lesson(title="Far", steps=[FAR], results=None)
    answer = learning.play("+D3")
    assert answer.reply == "D6+L"
    assert "Level 7 cannot search here (MemoryError: no room), so level 3 answers." in answer.said


def test_home_shows_progress_and_opens_the_clicked_tile() -> None:
    """The path has the progress when it comes back. A wrong message is answered with an escaped text."""
    home = aw.home("de")
    overview: Any = home.children[0]
    overview.comm.bring({"open": "move"})
    assert isinstance(home.content, aw.Lesson)
    home.content.skip()
    overview.comm.bring({"open": ""})
    # what was skipped is not solved
    path = overview.path
    assert ([step["how"] for step in path["results"]["move"]], path["last"]) == (
        ["skipped", *4 * [""]],
        "move",
    )
    assert (path["words"]["continue"], path["pictures"]) == ("Weitermachen", [])
    assert "Deine erste Partie" in overview.html
    # the front end asks for the picture of the lesson that comes next
    overview.comm.bring({"picture": "move"})
    name, *pictures = overview.path["pictures"]
    assert (name, [picture.partition(";")[0] for picture in pictures]) == ("move", 2 * ["data:image/svg+xml"])
    overview.comm.bring({"open": "<b>"})
    assert "&lt;b&gt;" in overview.html
    # the next lesson of the course opens in place, also where it was open already
    home.show("attack").show("move")
    finish(home.content)
    ask(home.content.board, "lesson", what="onward")
    assert "aw.Lesson(&quot;attack&quot;, language=&quot;de&quot;)" in overview.html
    opened: Any = home.show("").show("attack").content
    assert opened.content.name == "attack"
    home.show("play")
    assert isinstance(home.content, aw.Board)
    assert home.content.black == aw.Player(3)
    # the line of Python works in a cell of its own
    line = "<code>aw.Board(black=aw.Player(level={}), language=&quot;{}&quot;)</code>"
    assert line.format(3, "de") in overview.html
    # what people choose on the board
    home.content.black = aw.Player(2)
    home.content.language = "es"
    assert line.format(2, "es") in overview.html
    assert ">Todas las lecciones<" in overview.html
    home.show("puzzles")
    assert isinstance(home.content, aw.Puzzles)
    assert home.content.board.language == "es"
    home.close()


WIN_MISSED = "adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6"


def test_the_mistakes_of_a_game_are_a_lesson() -> None:
    """Any turn that is not a mistake is right. After a wrong turn the search replies and the tutor comments."""
    board = aw.Board(WIN_MISSED, black=lambda position: next(position.turns()))
    # the test plays for the computer, which waits meanwhile
    board.pace = 1000
    board.game.play("D3+L").play("C4+L")
    learning = aw.review(board, depth=2)
    assert [step.name for step in learning.steps] == ["turn-1"]
    assert "White grows a leg on D3 (D3+L)." in learning.text
    assert str(learning.board.marks) == "ring(D3,red)"
    answer = learning.play("D3+L")
    assert answer.wrong
    assert answer.reply
    assert answer.said
    assert learning.play("D3+P").wrong
    right = [turn for turn in learning.step.start.turns() if learning.step.start.play(turn).winner == "W"]
    assert learning.play(right[-1]).right
    assert learning.check()
    board.close()


def test_a_review_is_limited_to_the_chosen_colour_and_checks_its_arguments() -> None:
    game = aw.Game(WIN_MISSED).play("D3+L")
    assert [step.kind for step in aw.review(game, color="B", depth=1).steps] == ["read"]
    assert aw.review(game, level=4, language="de").text.endswith(
        "Finde einen besseren Zug als den markierten."
    )
    with pytest.raises(ValueError, match="color"):
        aw.review(game, color="R")
    with pytest.raises(ValueError, match="level"):
        aw.review(game, level=3)
    with pytest.raises(GameError, match="no turn"):
        aw.review(aw.Game())


def do(board: aw.Board, command: str, **fields: Any) -> Any:
    """The reply to an action of the lesson maker."""
    return ask(board, "make-lesson", what=command, **fields)


def test_a_lesson_is_made_on_the_board(tmp_path: Path) -> None:
    """Right turns are recorded and can be undone, a misspelt goal gets a suggestion, the preview is a lesson,
    and closing the maker restores the game."""
    board = aw.Board(POSITION, black="level:1")
    board.autosave = tmp_path / "games.txt"
    board.make_lesson()
    saved = tmp_path / "games.txt"
    assert (board.thinking, board.snapshot["levels"], board.snapshot["players"]) == (None, [], {})
    assert board.snapshot["maker"]["missing"] == [["title", 0, ""], ["right", 1, ""], ["text", 1, ""]]
    board.play("+C4")
    assert board.snapshot["status"] == "Recorded. The board shows what the turn does."
    assert board.undo()
    assert board.snapshot["maker"]["right"] == []
    board.play("+D4")
    assert board.snapshot["moves"] == {}
    assert not do(board, "own", text="captures 1")["ok"]
    assert "did you mean starves" in do(board, "own", text="starve D5")["text"]
    assert do(board, "own", text="starves D5 and survives")["ok"]
    assert board.lesson_draft == ""
    do(board, "text", field="title", text="Hunger")
    do(board, "text", field="text", text="Starve <b>`D5`</b>.")
    draft = aw.Lesson(board.lesson_draft, results=None)
    assert draft.step.right == "+D4|*"
    assert str(draft.step.goal) == "starves D5 and survives"
    assert not ask(board, "new")["ok"]
    do(board, "preview")
    assert board.snapshot["lesson"]["text"][0][1] == "Starve <b>"
    board.play("+D4")
    assert board.snapshot["lesson"]["phase"] == "right"
    do(board, "back")
    assert board.snapshot["lesson"] is None
    assert not saved.exists()
    do(board, "close")
    assert "maker" not in board.snapshot
    assert (str(board.position), str(board.black)) == (POSITION, "level:1")
    board.close()


def test_the_check_finds_nothing_in_a_lesson_from_the_maker() -> None:
    """More turns than the one that was played meet the chosen goal, as the maker says. The file can be opened again."""
    board = aw.Board(POSITION)
    board.make_lesson()
    board.play("+D4")
    do(board, "text", field="title", text="Hunger")
    do(board, "text", field="text", text="Look:\n\n- `D5` is big\n- `D6` is not\n\n1. Take a disc.")
    do(board, "text", field="hint", text="- `D4`\n- or another")
    assert "right: +D4|*\n" in board.lesson_draft
    assert check_text(board.lesson_draft)[1] == []
    do(board, "file", name="hunger.lesson", text=board.lesson_draft)
    assert board.snapshot["maker"]["right"] == ["+D4"]
    assert "right: +D4|*\n" in board.lesson_draft
    # a goal that only this turn meets
    do(board, "own", text="occupies D4")
    assert "right: +D4\n" in board.lesson_draft
    board.close()


def test_a_lesson_of_every_kind_is_made_by_clicks_and_passes_its_check() -> None:
    """Questions with discs and numbers, several turns, foreseen wrong answers, marks, and fresh positions."""
    board = aw.Board(POSITION)
    board.make_lesson()
    do(board, "text", field="title", text="Every kind")

    def maker() -> Any:
        return board.snapshot["maker"]

    # a turn, with a foreseen wrong one, a mark, and another position for another try
    board.play("+D4")
    do(board, "text", field="text", text="Starve the big one.")
    do(board, "record", to="wrong")
    board.play("+C6")
    assert (maker()["wrong"], maker()["right"]) == ([["+C6", ""]], ["+D4"])
    assert maker()["missing"] == [["wrong", 1, ""]]
    do(board, "text", field="wrong", at=0, text="That disc is no food.")
    do(board, "record", to="marks")
    assert board.snapshot["status"] == "Choose a disc to mark it, or to take its mark away."
    for cell in ("D5", "C4", "C4"):
        do(board, "disc", cell=cell)
    assert maker()["rings"] == ["D5"]
    do(board, "retry", to="fresh")
    # discs to click, by the name of the question and a disc
    do(board, "add")
    do(board, "kind", to="click")
    assert maker()["missing"] == [["ask", 2, ""], ["text", 2, ""]]
    assert board.snapshot["status"] == "Choose the discs that are the answer."
    do(board, "ask", to="liberties")
    assert board.snapshot["status"] == "Choose the disc that you ask about."
    do(board, "disc", cell="D5")
    do(board, "text", field="text", text="Which discs feed it?")
    do(board, "record", to="wrong")
    assert board.snapshot["status"] == "Choose a disc that is a wrong answer."
    do(board, "disc", cell="D6")
    assert sorted(row[0] for row in board.snapshot["marks"]["fills"]) == ["C4", "D4", "D6", "E5", "E6"]
    do(board, "text", field="wrong", at=0, text="Somebody stands there.")
    # discs of the author's own, and a number
    do(board, "add")
    do(board, "kind", to="click")
    for cell in ("D6", "C5", "D6"):
        do(board, "disc", cell=cell)
    do(board, "text", field="text", text="Click the white one above.")
    do(board, "add")
    do(board, "kind", to="count")
    do(board, "ask", to="limbs")
    assert not do(board, "disc", cell="D4")["ok"]
    do(board, "disc", cell="D5")
    do(board, "text", field="text", text="How many limbs?")
    do(board, "record", to="wrong")
    do(board, "foresee", at=3)
    do(board, "text", field="wrong", at=0, text="Count again.")
    # only to read
    do(board, "add")
    do(board, "kind", to="read")
    assert board.snapshot["status"] == ""
    do(board, "text", field="text", text="Now two turns.")
    # several turns: the author plays the reply, too
    do(board, "add")
    ask(board, "edit", what="open")
    ask(board, "edit", what="play", text="adaptoid w 0,0 W:C5,D3 B:D5LLPP,D7")
    do(board, "turns", at=2)
    board.play("+D4")
    assert (maker()["right"], maker()["played"]) == ([], 1)
    board.play("D7+L")
    board.play("+C4")
    assert (maker()["right"], maker()["played"]) == (["+D4"], 3)
    assert maker()["goals"][0][0] == "starves D5"
    assert all(0 < right <= 0.3 * turns for _, right, turns in maker()["goals"])
    do(board, "text", field="text", text="Starve it in two turns.")
    assert maker()["missing"] == []
    assert maker()["findings"] is None
    assert do(board, "check")["ok"]
    assert maker()["findings"] == []
    content = aw.Lesson(board.lesson_draft, results=None).content
    assert [step.kind for step in content.steps] == ["turn", "click", "click", "count", "read", "turn"]
    assert [step.ask for step in content.steps] == ["", "liberties D5", "C5", "limbs D5", "", ""]
    assert [len(step.wrong) for step in content.steps] == [1, 1, 0, 1, 0, 0]
    assert (content.steps[0].marks, content.steps[0].retry) == ("ring(D5)", "fresh")
    assert (content.steps[5].turns, content.steps[5].replies) == (2, "script")
    # the file is opened again with everything that it has
    text = board.lesson_draft
    do(board, "file", name="every-kind.lesson", text=text)
    assert board.lesson_draft == text
    do(board, "preview")
    assert board.snapshot["lesson"]["count"] == 6
    board.close()


def test_a_lesson_of_several_steps_in_two_languages_is_made_on_the_board() -> None:
    board = aw.Board(POSITION)
    board.make_lesson()
    board.play("+D4")
    do(board, "text", field="title", text="Hunger")
    do(board, "text", field="text", text="Starve `D5`.")
    do(board, "language", to="de")
    assert board.snapshot["maker"]["texts"]["text"] == ""
    do(board, "text", field="title", text="Hungrig")
    assert board.snapshot["maker"]["missing"] == [["text", 1, "de"]]
    do(board, "text", field="text", text="Hungere `D5` aus.")
    assert board.snapshot["maker"]["missing"] == []
    # the second step begins in a position from the editor
    do(board, "add")
    ask(board, "edit", what="open")
    assert ask(board, "edit", what="play", text="adaptoid w 0,0 W:D2,D3 B:D6")["ok"]
    maker = board.snapshot["maker"]
    assert (maker["start"], maker["steps"], maker["at"]) == ("adaptoid w 0,0 W:D2,D3 B:D6", [True, False], 1)
    board.play("D3+L")
    for tag, text in (("de", "Wachse."), ("en", "Grow.")):
        do(board, "language", to=tag)
        do(board, "text", field="text", text=text)
    do(board, "preview")
    assert board.snapshot["lesson"]["step"] == 1
    do(board, "back")
    draft = aw.Lesson(board.lesson_draft, results=None).content
    assert (draft.languages, draft.titled("de")) == (("en", "de"), "Hungrig")
    assert [step.right for step in draft.steps] == ["+D4|*", "D3+L|*"]
    # The draft stays when the maker is closed, and a position of another game can be added to the draft.
    do(board, "close")
    board.make_lesson()
    assert board.snapshot["maker"]["earlier"] == "Hunger"
    do(board, "resume")
    assert board.snapshot["maker"]["steps"] == [True, True, False]
    do(board, "drop")
    do(board, "step", at=0)
    assert (board.snapshot["maker"]["start"], board.snapshot["maker"]["right"]) == (POSITION, ["+D4"])
    assert aw.Lesson(board.lesson_draft, results=None).content == draft
    board.close()


def test_a_draft_replaced_by_a_file_can_be_resumed() -> None:
    board = aw.Board(POSITION)
    board.make_lesson()
    file = path_of("fork").read_text("utf-8")
    do(board, "file", name="fork.lesson", text=file)
    # the draft was empty before
    assert board.snapshot["maker"]["earlier"] == ""
    do(board, "close")
    board.make_lesson()
    board.play("+D4")
    do(board, "text", field="title", text="Hunger")
    do(board, "file", name="fork.lesson", text=file)
    maker = board.snapshot["maker"]
    assert (maker["earlier"], maker["opened"], len(maker["steps"]) > 1) == ("Hunger", True, True)
    do(board, "resume")
    maker = board.snapshot["maker"]
    assert (maker["texts"]["title"], maker["right"], maker["opened"]) == ("Hunger", ["+D4"], False)
    board.close()


def test_a_reopened_lesson_keeps_fields_that_the_maker_does_not_show(tmp_path: Path) -> None:
    board = aw.Board()
    board.make_lesson("reserve")
    content = aw.Lesson("reserve", results=None).content
    assert aw.Lesson(board.lesson_draft, results=None).content == content
    read = [step.kind for step in content.steps].index("read")
    do(board, "step", at=read)
    assert board.snapshot["maker"]["kind"] == "read"
    assert board.snapshot["step"] == "wait"
    do(board, "text", field="text", text="Look again.")
    changed = aw.Lesson(board.lesson_draft, results=None).content
    assert changed.steps[read].marks == content.steps[read].marks
    assert changed.say(changed.steps[read].text, "en") == [["p", "Look again."]]
    # a file with a misspelt field is refused
    assert not do(board, "file", name="x.lesson", text="adaptoid-lesson 1\ntitel: X")["ok"]
    path = tmp_path / "mine.lesson"
    path.write_text(board.lesson_draft.replace("name: reserve\n", ""), encoding="utf-8")
    assert do(board, "file", name=path.name, text=path.read_text(encoding="utf-8"))["ok"]
    assert board.snapshot["maker"]["name"] == "mine"
    board.close()


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (
            lambda lesson: lesson.goto(4),
            GameError,
            "the number of a step is a whole number from 0 to 3, not 4",
        ),
        (
            lambda lesson: lesson.goto(-1),
            GameError,
            "the number of a step is a whole number from 0 to 3, not -1",
        ),
        (lambda lesson: lesson.count("x"), GameError, r"the answer is a whole number from 0 to 99, not 'x'"),
        (lambda lesson: lesson.choose(["C4", "D4"]), TypeError, "name the discs one by one"),
    ],
)
def test_invalid_answers_in_a_cell_are_refused(answer: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        answer(lesson())


def test_discs_may_be_in_lower_case() -> None:
    fed = aw.Step("who", "Which discs feed `D5`?", POSITION, ask="click liberties D5")
    learning = aw.Lesson(title="Who", steps=[fed], results=None)
    assert learning.choose("c4", "D4", "e5", "E6").right


def test_a_number_does_not_check_discs() -> None:
    nobody = aw.Step("none", "Who starves?", POSITION, ask="click starving")
    learning = aw.Lesson(title="None", steps=[nobody], results=None)
    with pytest.raises(GameError, match="at this point of the lesson"):
        learning.count(4)
    assert learning.result["none"].tries == 0


def test_an_existing_lesson_takes_no_title_or_order() -> None:
    with pytest.raises(GameError, match="title=, order=: the lesson has this already; leave it out"):
        aw.Lesson("fork", title="Mine", order="free", results=None)


def test_a_click_with_the_rev_before_a_text_was_saved_is_valid() -> None:
    board = aw.Board(POSITION)
    board.make_lesson()
    rev = board.snapshot["rev"]
    do(board, "text", field="title", text="Hunger")
    assert ask(board, "grow", rev=rev, at="D4", what="new")["ok"]
    assert board.snapshot["maker"]["right"] == ["+D4"]
    board.close()


def test_resigning_in_the_lesson_maker_records_no_right_turn() -> None:
    board = aw.Board(POSITION)
    board.make_lesson()
    board.resign()
    assert board.snapshot["maker"]["right"] == []
    assert board.undo()
    board.play("+D4")
    assert board.snapshot["maker"]["right"] == ["+D4"]
    board.close()


def test_the_lesson_maker_takes_the_next_turn_of_a_game() -> None:
    board = aw.Board(aw.Game(POSITION).play("+D4"))
    board.goto(0)
    board.make_lesson()
    assert board.snapshot["maker"]["right"] == ["+D4"]
    board.close()
    over = aw.Board("adaptoid w 5,0 W:D2 B:D6")
    with pytest.raises(GameError, match="somebody can play"):
        over.make_lesson()


def test_all_steps_of_a_preview_are_open() -> None:
    """This holds for a lesson with a fixed order too. No results are written."""
    preview = lesson().preview()
    preview.goto("done")
    assert (preview.step.name, preview.path, preview.content.order) == ("done", None, "free")
    assert preview.content.titled("de") == "Hunger – preview, results are not kept"


def test_a_hint_in_a_cell_considers_the_level_that_replies() -> None:
    crowd = "adaptoid b 3,1 W:B1P,C3PP,D4PP,D5P,F4P B:A3,B2L,B3P,B4PP,C1,C2,C5,C6,E4,E6L,F5L,G6"
    step = aw.Step("one", "Go.", crowd, goal="starves C3", turns=2, replies="level 7")
    lesson = aw.Lesson(title="Crowd", steps=[step], results=None)
    assert "B4" in [lesson.hint() for _ in range(3)][-1]
    assert not lesson.play("B4+L").wrong
    assert [lesson.hint() for _ in range(3)][-1]
    lesson.close()
    far = aw.Step("two", "Go.", "adaptoid w 0,0 W:D2 B:D6", goal="starves D6", turns=2, replies="level 7")
    lesson = aw.Lesson(title="Far", steps=[far], results=None)
    with pytest.raises(GameError, match="found no hint"):
        lesson.hint()
    assert "found no way" in lesson.reveal()
    lesson.close()


# the intents that the board of a lesson accepts; all others would change the game or give the answer away
ALLOWED = {
    *("move", "grow", "pass", "why", "undo", "redo", "goto", "select"),
    *(
        "lesson",
        "language",
        "describe",
        "feeding",
        "foresee",
        "map",
        "mark",
        "coach",
        "history",
        "boards",
        "record",
        "film",
        "picture",
    ),
    *("page", "parts", "sit", "stop", "go"),
}
FIELDS_OF_ALL_INTENTS = {
    "start": "open", "variant": "adaptoid", "layout": "classic", "levels": {"B": 1}, "color": "B", "to": 1,
    "text": "adaptoid w 0,0 W:D2 B:D6", "turns": ["+D3"], "node": 0, "at": "D3", "what": "open",
}  # fmt: skip


def test_no_intent_replaces_the_game_of_a_lesson() -> None:
    lesson = aw.Lesson("fork", results=None)
    board = lesson.board
    start, levels = str(board.position), board.snapshot["levels"]
    kinds = {kind.partition(" ")[0] for group in GROUPS.values() for kind in group}
    assert kinds >= {"begin", "rematch", "level", "swap", "open", "edit", "review", "learn", "make-lesson"}
    for kind in sorted(kinds - ALLOWED):
        assert not ask(board, kind, **FIELDS_OF_ALL_INTENTS)["ok"], kind
        assert (str(board.position), board.snapshot["levels"]) == (start, levels), kind
        assert board.snapshot["lesson"]["phase"] == "ask", kind
    board.close()


def test_each_learner_in_a_folder_has_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben does not go on with what Ann did, whether he names no file or hers."""
    monkeypatch.chdir(tmp_path)
    ann = aw.Lesson("fork", learner="Ann")
    ann.skip()
    ben = aw.Lesson("fork", learner="Ben")
    assert ben.path == tmp_path / "fork.Ben.results.json"
    assert (ben.learner, ben.result.step, ben.result.solved) == ("Ben", 0, False)
    ben.skip()
    assert json.loads((tmp_path / "fork.results.json").read_text("utf-8"))["learner"] == "Ann"
    assert aw.Lesson("fork", learner=" ANN ").path == ann.path
    assert aw.Lesson("fork", learner="Ben").result.step == ben.result.step
    with pytest.raises(
        aw.GameError, match=r"holds the results of ANN; give results= another file, such as fork\.Ben"
    ):
        aw.Lesson("fork", learner="Ben", results="fork.results.json")
    # an accent of its own, as names of files have in macOS
    zoe = aw.Lesson("fork", learner="Zo\u00eb")
    zoe.skip()
    again = aw.Lesson("fork", learner="Zoe\u0308")
    assert (again.path, again.result.step) == (zoe.path, 1)


@pytest.mark.parametrize("make", [functools.partial(aw.Lesson, "fork"), aw.Puzzles])
def test_each_learner_has_a_file_however_the_name_is_spelt(
    make: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names that a file cannot have in full, and names of signs alone, do not share one either."""
    monkeypatch.chdir(tmp_path)
    paths = {}
    for name in ("Ann", "Ben Lee", "a/b", "a:b", "\u2605", "\u2606", "Zo\u00eb"):
        learning = make(learner=name)
        learning.board.save_as(name)
        assert learning.learner == name
        paths[name] = learning.path
    assert len(set(paths.values())) == 7
    for name, again in (
        ("Ann", "ann\u200d"),
        ("Ben Lee", "BEN  lee"),
        ("a:b", "A:B"),
        ("\u2606", "\u2606\ufe0f"),
        ("Zo\u00eb", "zoe\u0308"),
    ):
        assert make(learner=again).path == paths[name]
    with pytest.raises(aw.GameError, match=r"give results= another file, such as \w+\.a-b-3\.results"):
        make(learner="a;b", results=paths["Ann"])


def test_each_learner_of_puzzles_has_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ann = aw.Puzzles(learner="Ann")
    ann.reveal()
    ben = aw.Puzzles(learner="Ben")
    assert ben.path == tmp_path / "puzzles.Ben.results.json"
    assert (ann.path, len(ben.ratings)) == (tmp_path / "puzzles.results.json", 1)
    with pytest.raises(aw.GameError, match="holds the results of Ann"):
        aw.Puzzles(learner="Ben", results="puzzles.results.json")


def test_saved_outputs_have_the_content_and_the_task_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of a lesson, of puzzles and of a home. The settings are those that the author chose."""
    bundles: list[dict[str, Any]] = []

    def display(bundle: dict[str, Any], **_: Any) -> None:
        bundles.append(bundle)

    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.setattr("IPython.display.update_display", display)

    def saved(shown: Any) -> tuple[Any, str, str]:
        # IPython does this for boxes, of which a home is one
        shown._saved_picture.display()  # noqa: SLF001
        bundle = json.loads(json.dumps(bundles[-1]))
        shown.close()
        return read_content(bundle[MIME]), bundle["text/plain"], html.unescape(bundle["text/html"])

    steps = [aw.Step("take", "Starve it.\n\n- Look\n- Play", POSITION, goal="starves D5")]
    lesson = aw.Lesson(title="Hunger", steps=steps, results=None, coordinates=False, language="de")
    content, text, page = saved(lesson)
    assert content == SavedLesson(lesson.content, {"coordinates": False, "language": "de"})
    for words in (text, page):
        assert "Hunger – Starve it." in words
        assert POSITION in words.replace("<wbr>", "")
    assert "Starve it.<br>" in page
    puzzles = aw.Puzzles("daily", day="2026-11-20", tactic=["fork", "siege"], results=None)
    task = puzzles.step.text["en"]
    content, text, _ = saved(puzzles)
    assert content == SavedPuzzles(("fork", "siege"), date(2026, 11, 20).toordinal(), {})
    assert plain(task) in text
    assert saved(aw.Puzzles(results=None))[0] == SavedPuzzles((), 0, {})
    content, text, page = saved(aw.home(language="es"))
    assert content == SavedHome({"language": "es"})
    assert "Lecciones" in text
    assert "Lecciones" in page


@pytest.mark.parametrize("make", [lambda: aw.Lesson("fork", results=None), lambda: aw.Puzzles(results=None)])
def test_a_lesson_stands_for_its_board_in_a_container(make: Callable[[], aw.Lesson]) -> None:
    """The container shows the board; what it sets on the lesson, the board has."""
    lesson = make()
    row = ipywidgets.HBox([lesson, ipywidgets.Label("beside it")])
    assert row.get_state("children")["children"][0] == f"IPY_MODEL_{lesson.board.model_id}"
    grid = ipywidgets.GridspecLayout(1, 2)
    grid[0, 1] = lesson
    assert lesson.board.layout.grid_area == "widget001"
    lesson.layout = {"width": "50%"}
    assert lesson.board.layout.width == "50%"
    assert saved_in(row) == saved_in(lesson.board)
    changes: list[object] = []
    lesson.observe(changes.append, "snapshot")
    lesson.board.marks = "ring(D2)"
    assert len(changes) == 1
    lesson.unobserve(changes.append, "snapshot")
    lesson.board.marks = None
    assert len(changes) == 1
    assert not {"comm", "send", "keys"} & set(dir(lesson))
    lesson.close()
    with pytest.raises(aw.GameError, match=r"this (lesson|widget) was closed; make another one"):
        lesson.open()


def test_a_board_in_tabs_has_their_titles() -> None:
    first, second, third = aw.Board(), aw.Board(), aw.Board()
    inner = ipywidgets.Tab([ipywidgets.HBox([first, second])], titles=["Tab"])
    outer = ipywidgets.Accordion([inner, third], titles=["Part"])
    assert [title for _, title in titled_in(outer)] == ["Part · Tab", "Part · Tab", ""]
    assert [saved for saved, _ in titled_in(outer)] == saved_in(outer)


# -- a name and a file, by a button ----------------------------------------------------------------------------------


def save_as(learning: aw.Lesson, name: str) -> dict[str, Any]:
    return ask(learning.board, "learner", name=name)


def test_a_learner_gives_a_name_and_learns_where_the_results_are() -> None:
    learning = lesson()
    part = learning.board.snapshot["results"]
    assert part == {
        "learner": "",
        "file": "hunger.results.json",
        "folder": str(Path.cwd()),
        "saved": False,
    }
    do_lesson(learning)
    reply = save_as(learning, " Ann ")
    assert reply["ok"]
    saved = Path("hunger.results.json").read_text("utf-8")
    assert reply["record"] == saved
    assert json.loads(saved)["learner"] == "Ann"
    assert learning.board.snapshot["results"]["learner"] == "Ann"
    assert learning.board.snapshot["results"]["saved"]
    assert aw.results(".").learners == ("Ann",)


def test_another_learner_begins_with_results_of_their_own() -> None:
    learning = lesson()
    do_lesson(learning)
    save_as(learning, "Ann")
    assert save_as(learning, "Ben")["ok"]
    assert learning.board.snapshot["results"]["file"] == "hunger.Ben.results.json"
    assert (learning.result.learner, learning.result.score) == ("Ben", 0)
    assert save_as(learning, "ann")["ok"]
    assert learning.result["take"].solved
    assert json.loads(Path("hunger.Ben.results.json").read_text("utf-8"))["steps"][0]["tries"] == 0


def test_results_that_cannot_be_saved_under_a_name_say_so() -> None:
    """A file that the author has named is that of one learner; without a file, nothing is asked."""
    learning = lesson(results="mine.results.json", learner="Ann")
    reply = save_as(learning, "Ben")
    assert (reply["ok"], reply["code"]) == (False, "results-unsaved")
    assert learning.learner == "Ann"
    assert "results" not in lesson(results=None).board.snapshot
    puzzles = aw.Puzzles(learner="Ann")
    assert puzzles.board.snapshot["results"]["file"] == "puzzles.results.json"
    assert save_as(puzzles, "Ann")["ok"]
    assert not save_as(puzzles, "Ben")["ok"]
