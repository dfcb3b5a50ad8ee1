"""`aw.Puzzles`: answers, ratings, saved progress, and the three daily puzzles."""

from __future__ import annotations

import json
import os
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.puzzles.spaced_repetition import ROUNDS
from adaptoid_widget.puzzles import load, sentences
from tests.widget.wire import ask, lesson_part

pytestmark = pytest.mark.usefixtures("wires")

DAY = "2026-11-20"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JUPYTERHUB_USER", raising=False)


def wrong_turn(puzzles: aw.Puzzles) -> str:
    """A turn that misses the goal."""
    position = aw.Position.from_text(puzzles.puzzle.position)
    right = Goal.from_text(puzzles.puzzle.goal).among(Attempt(position, position.turn), position.turns())
    return next(str(turn) for turn in position.turns() if turn not in right)


def begin_anew() -> None:
    """Go on in a copy of the folder, whose progress file was not opened yet, as in a new process."""
    copy = Path.cwd().with_name(Path.cwd().name + "-copy")
    shutil.copytree(Path.cwd(), copy)
    os.chdir(copy)


def test_solving_at_once_raises_the_rating() -> None:
    puzzles = aw.Puzzles(tactic="fork")
    assert (puzzles.rating, puzzles.change, lesson_part(puzzles)["rating"]) == (
        1200,
        0,
        {"value": 1200, "change": 0},
    )
    assert puzzles.play(puzzles.puzzle.key).right
    assert puzzles.rating > 1200
    assert puzzles.change == puzzles.rating - 1200
    assert lesson_part(puzzles)["rating"] == {"value": puzzles.rating, "change": puzzles.change}
    before = puzzles.puzzle.name
    puzzles.next()
    assert puzzles.puzzle.name != before
    assert lesson_part(puzzles)["rating"] == {"value": puzzles.rating, "change": 0}
    assert puzzles.ratings == (1200, puzzles.rating)


def test_puzzles_can_be_solved_revealed_and_skipped_by_clicks() -> None:
    puzzles = aw.Puzzles(tactic="fork", results=None)
    board = puzzles.board
    first = puzzles.puzzle
    move, growth = first.key.split(" ")
    ask(board, "move", **{"from": move[:2], "to": move[3:]})
    ask(board, "grow", at=growth[1:], what="new")
    assert lesson_part(puzzles)["phase"] == "right"
    assert ask(board, "lesson", what="next")["ok"]
    second = puzzles.puzzle
    assert second != first
    assert (lesson_part(puzzles)["phase"], lesson_part(puzzles)["steps"], str(puzzles.position)) == (
        "ask",
        [""],
        second.position,
    )
    assert ask(board, "lesson", what="reveal")["ok"]
    assert lesson_part(puzzles)["rating"]["change"] < 0
    assert ask(board, "lesson", what="next")["ok"]
    third = puzzles.puzzle
    assert ask(board, "lesson", what="skip")["ok"]
    assert puzzles.puzzle not in (first, second, third)
    # the board of a lesson starts no new game
    assert not ask(board, "new")["ok"]


def test_only_the_first_answer_counts() -> None:
    puzzles = aw.Puzzles(tactic="kamikaze", results=None)
    answer = puzzles.play(wrong_turn(puzzles))
    assert answer.wrong
    assert answer.said
    low = puzzles.rating
    assert low < 1200
    assert puzzles.play(puzzles.puzzle.key).right
    assert puzzles.rating == low
    assert puzzles.result.steps[0].how == "helped"


def test_a_hint_lowers_the_rating_and_skipping_does_not() -> None:
    puzzles = aw.Puzzles(tactic="siege", results=None)
    first = puzzles.puzzle.name
    assert lesson_part(puzzles)["hint"]["costs"] is True
    assert puzzles.hint()
    assert lesson_part(puzzles)["hint"]["costs"] is False
    low = puzzles.rating
    assert low < 1200
    puzzles.skip()
    assert puzzles.puzzle.name != first
    assert puzzles.rating == low
    second = puzzles.puzzle.name
    puzzles.skip()
    assert puzzles.rating == low
    assert puzzles.puzzle.name not in (first, second)


def test_a_missed_puzzle_is_repeated() -> None:
    puzzles = aw.Puzzles(tactic="fork", results=None)
    missed = puzzles.puzzle.name
    puzzles.play(wrong_turn(puzzles))
    puzzles.reveal()
    for _ in range(ROUNDS[0]):
        puzzles.next()
        assert puzzles.puzzle.name != missed
        puzzles.play(puzzles.puzzle.key)
    assert puzzles.due == (missed,)
    puzzles.next()
    assert puzzles.puzzle.name == missed
    assert puzzles.play(puzzles.puzzle.key).right
    assert puzzles.change > 0


@pytest.mark.parametrize("tactic", sorted({puzzle.tactic for puzzle in load()}))
def test_the_revealed_solution_is_right(tactic: str) -> None:
    puzzles = aw.Puzzles(tactic=tactic, results=None)
    while lesson_part(puzzles)["hint"]["taken"] < lesson_part(puzzles)["hint"]["of"]:
        puzzles.hint()
    assert puzzles.reveal().endswith(".")
    while "go" in lesson_part(puzzles)["can"]:
        assert ask(puzzles.board, "lesson", what="go")["ok"]
    assert puzzles.board.game.ply == 1
    puzzles.retry()
    (turn,) = puzzles.solution
    assert puzzles.play(turn).right
    assert puzzles.result.steps[0].how == "helped"


def test_progress_is_saved_and_read_again() -> None:
    puzzles = aw.Puzzles(learner="Ann")
    puzzles.play(wrong_turn(puzzles))
    puzzles.reveal()
    puzzles.next()
    puzzles.play(puzzles.puzzle.key) if puzzles.puzzle.turns == 1 else puzzles.hint()
    ratings, result = puzzles.ratings, puzzles.result
    assert puzzles.path == Path("puzzles.results.json").absolute()
    begin_anew()
    reopened = aw.Puzzles()
    assert (reopened.ratings, reopened.learner) == (ratings, "Ann")
    assert [step.name for step in reopened.result.steps] == [step.name for step in result.steps]
    assert reopened.puzzle.name not in [step.name for step in result.steps]


def test_progress_saved_by_another_process_is_merged() -> None:
    mine = aw.Puzzles(tactic="fork")
    mine.play(mine.puzzle.key)
    # a process opens a file of the same address once
    Path("same").symlink_to(Path.cwd())
    theirs = aw.Puzzles(tactic="tail", results="same/puzzles.results.json")
    for _ in range(3):
        theirs.play(theirs.puzzle.key)
        theirs.next()
    mine.next()
    mine.play(mine.puzzle.key)
    names = [step["name"] for step in json.loads(Path("puzzles.results.json").read_text("utf-8"))["steps"]]
    assert sum(name.startswith("fork") for name in names) == 2
    assert sum(name.startswith("tail") for name in names) == 3
    # the other process has more answers, so its rating counts
    assert mine.ratings == theirs.ratings


def test_both_modes_share_a_rating() -> None:
    endless, daily = aw.Puzzles(tactic="fork"), aw.Puzzles("daily", day=DAY)
    endless.play(endless.puzzle.key)
    daily.hint()
    assert endless.rating == daily.rating
    assert len(endless.ratings) == 3


def test_results_of_puzzles_that_left_do_no_harm() -> None:
    """As if they were answered in an earlier version, missed, on this very day."""
    puzzles = aw.Puzzles("daily", day=DAY, learner="Ann")
    names = [step.name for step in puzzles.content.steps]
    for _ in names:
        puzzles.reveal()
        puzzles.next()
    begin_anew()
    file = Path("puzzles.results.json")
    text = file.read_text("utf-8")
    for name in names:
        text = text.replace(f'"{name}"', f'"double-fork-{1 + names.index(name)}"')
    file.write_text(text, encoding="utf-8")
    daily = aw.Puzzles("daily", day=DAY)
    assert (lesson_part(daily)["phase"], lesson_part(daily)["score"], daily.step.name) == ("ask", 0, names[0])
    assert daily.play(daily.puzzle.key).right
    begin_anew()
    endless = aw.Puzzles()
    assert endless.due == ()
    assert [step.name for step in endless.result.steps][:3] == [f"double-fork-{n}" for n in (1, 2, 3)]
    for _ in range(ROUNDS[0] + 1):
        assert endless.puzzle in load()
        endless.play(endless.puzzle.key)
        endless.next()


def test_the_three_daily_puzzles_are_the_same_for_everybody() -> None:
    ann, ben = aw.Puzzles("daily", day=DAY), aw.Puzzles("daily", day=date(2026, 11, 20), results=None)
    names = [step.name for step in ann.content.steps]
    assert names == [step.name for step in ben.content.steps]
    grades = [next(puzzle.rating for puzzle in load() if puzzle.name == name) for name in names]
    assert grades == sorted(grades)
    assert names != [step.name for step in aw.Puzzles("daily", day="2026-11-21", results=None).content.steps]
    for _ in names:
        ann.play(*ann.solution)
        ann.next()
    assert lesson_part(ann)["phase"] == "over"
    assert ann.result.solved
    rating = ann.rating
    begin_anew()
    reopened = aw.Puzzles("daily", day=DAY)
    assert lesson_part(reopened)["phase"] == "over"
    reopened.again()
    reopened.play(wrong_turn(reopened))
    assert reopened.rating == rating
    assert lesson_part(aw.Puzzles("daily", day="2026-11-21"))["phase"] == "ask"


def test_the_end_of_a_day_is_praised_from_half_of_the_points_on() -> None:
    """Turns that repeat a shown solution give one point each, which is too little."""
    saved, unsaved = aw.Puzzles("daily", day=DAY), aw.Puzzles("daily", day=DAY, results=None)
    for _ in range(3):
        saved.reveal()
        saved.retry()
        for puzzles in (saved, unsaved):
            puzzles.play(*puzzles.solution)
            puzzles.next()
    ends = [lesson_part(puzzles) for puzzles in (saved, unsaved)]
    assert [(end["phase"], end["score"], end["made"]) for end in ends] == [
        ("over", 3, False),
        ("over", 12, True),
    ]
    assert ends[0]["tip"] == "Those were the three of this day."


def test_results_of_several_learners_can_be_read() -> None:
    for name in ("ann", "ben"):
        Path(name).mkdir()
        puzzles = aw.Puzzles(results=f"{name}/puzzles.results.json", learner=name)
        puzzles.hint()
    assert aw.results(".").learners == ("ann", "ben")


def test_a_broken_file_is_put_aside() -> None:
    puzzles = aw.Puzzles()
    puzzles.hint()
    data = json.loads(Path("puzzles.results.json").read_text("utf-8"))
    data["practice"]["rating"] = "high"
    begin_anew()
    Path("puzzles.results.json").write_text(json.dumps(data), "utf-8")
    with pytest.warns(UserWarning, match="aside-1"):
        assert aw.Puzzles().rating == 1200
    assert Path("puzzles.results.json.aside-1").exists()


def test_invalid_arguments_are_refused() -> None:
    wrongs: tuple[dict[str, Any], ...] = (
        {"mode": "weekly"},
        {"tactic": "pin"},
        {"day": DAY},
        {"mode": "daily", "day": "yesterday"},
        {"mode": "daily", "day": 5},
    )
    for wrong in wrongs:
        with pytest.raises(aw.GameError):
            aw.Puzzles(**wrong, results=None)


def test_puzzles_speak_all_languages() -> None:
    for tag, words in sentences().items():
        assert (
            aw.Puzzles(tactic="tail", results=None, language=tag)
            .text.split("\n")[0]
            .endswith(words["tail"].split("}")[1])
        )


def test_the_rating_is_shown_and_plotted() -> None:
    puzzles = aw.Puzzles(results=None)
    assert "1200" in repr(puzzles)
    pytest.importorskip("matplotlib").use("agg")
    puzzles.play(wrong_turn(puzzles))
    assert [line.get_marker() for line in puzzles.plot().lines] == ["o", "x"]


def test_beginners_get_easy_puzzles_of_two_colours_and_a_streak_is_counted(tmp_path: Path) -> None:
    """The first ten puzzles have two colours. The page of a site uses the same code."""
    puzzles = aw.Puzzles(results=tmp_path / "mine.results.json")
    assert puzzles.puzzle.tactic == "fork"
    assert puzzles.puzzle.rating <= 1250
    for _ in range(10):
        assert puzzles.puzzle.colors == 2
        puzzles.reveal()
        puzzles.next()
    # a day counts for the streak once a puzzle is solved without help
    assert puzzles.streak == 0
    puzzles.play(puzzles.puzzle.key)
    assert puzzles.streak == 1
    assert aw.Puzzles(results=tmp_path / "mine.results.json").streak == 1
