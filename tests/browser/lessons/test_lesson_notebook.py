"""Lessons in a notebook: done by clicks and by keyboard, judged by Python, and restored after a reload."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from adaptoid_widget import Player, Position
from adaptoid_widget.lessons import load
from tests.browser.board.test_accessibility import findings
from tests.browser.board.test_parts import reload_page
from tests.browser.conftest import Opener
from tests.browser.keyboard_player import KeyboardPlayer
from tests.browser.learner import Learner
from tests.browser.notebook_board import BoardDriver
from tools.browser.jupyter import Notebook

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"
TWO = '''
import adaptoid_widget as aw
lesson = aw.Lesson("""adaptoid-lesson 1
title: Hunger
about: Two steps.
order: forced

[step starve]
text:
    Starve the one on `D5`: it has three limbs and four free discs.
position: adaptoid w 0,0 W:C4,D3L,E5 B:D5LLP,G7
goal: starves D5
replies: best
hint: A move takes one, a new adaptoid another.
wrong D3-D4 D4+L: One disc is not enough.

[step which]
text:
    Who starves now?
position: adaptoid w 0,0 W:B4,C4,D5 B:C5LLPPP,E5LP,E6LLPPP
ask: click starving
done: Both of them.
""", results=None)
lesson
'''
EVALUATE = (
    "(lambda t, s: {expression})"
    "(lesson._tutor, __import__('adaptoid_widget.core.teaching.solver', fromlist=['solver']))"
)


def begin(notebook: Notebook, source: str) -> Learner:
    """Run a cell that shows a lesson."""
    return learner(notebook, notebook.run(source).locator(".adaptoid-widget"))


def learner(notebook: Notebook, root: Locator, by_keys: bool = False) -> Learner:
    """A Learner in a view of the lesson."""
    expect(root.locator(".adaptoid-lesson")).to_be_visible()

    def ask(expression: str) -> Any:
        return notebook.value(EVALUATE.format(expression=expression))

    return Learner(notebook.page, root, ask, KeyboardPlayer(notebook.page, root) if by_keys else None)


def result(notebook: Notebook) -> list[tuple[bool, int, int, str]]:
    """The result of each step in Python: solved, tries, hints, how."""
    steps: list[tuple[bool, int, int, str]] = notebook.value(
        "[(s.solved, s.tries, s.hints, s.how) for s in lesson.result.steps]"
    )
    return steps


@pytest.mark.nightly
def test_a_lesson_can_be_solved_by_mouse(notebook: Notebook) -> None:
    """Right first answers give full points. Discs can be chosen and unchosen. The end shows the points, and Python has
    them."""
    hand = begin(notebook, TWO)
    expect(hand.dots).to_have_count(2)
    assert findings(notebook.page) == []
    hand.play("D3-D4 +C5")
    hand.expect_phase("right")
    expect(hand.feedback("right")).to_contain_text("Right!")
    hand.go_on()
    hand.expect_step(2)
    for cell in ("C5", "E5", "E6", "E5"):
        hand.choose(cell)
    expect(hand.board.locator('[data-cell][aria-selected="true"]')).to_have_count(2)
    assert findings(notebook.page) == []
    hand.go_on()
    hand.expect_phase("right")
    expect(hand.feedback("right")).to_contain_text("Both of them.")
    hand.go_on()
    hand.expect_phase("over")
    expect(hand.acts).to_contain_text("8of 8 points")
    assert findings(notebook.page) == []
    assert result(notebook) == [(True, 1, 0, "solved"), (True, 1, 0, "solved")]


@pytest.mark.nightly
def test_wrong_answers_and_hints_cost_points(notebook: Notebook) -> None:
    """Wrong answers are retried, a begun turn is taken back, and an answer is revealed."""
    hand = begin(notebook, TWO)
    hand.play("D3-D4 D4+L")
    hand.expect_phase("wrong")
    expect(hand.feedback("wrong")).to_contain_text("One disc is not enough.")
    hand.go_on()
    hand.expect_step(1)
    hand.press("hint")
    expect(hand.feedback("hint")).to_contain_text("A move takes one")
    expect(hand.acts.locator('[data-lesson="hint"] small')).to_have_text("3 left · −1 point")
    # a begun turn that is taken back does not count as an answer
    hand.board.locator('[data-cell="D3"]').click()
    hand.board.locator('[data-cell="D4"]').click()
    expect(hand.board).to_have_attribute("data-step", "grow")
    hand.press("back")
    expect(hand.board).to_have_attribute("data-step", "move")
    hand.play("D3-D4 +C5")
    hand.expect_phase("right")
    assert result(notebook)[0] == (True, 2, 1, "helped")
    expect(hand.root.locator(".adaptoid-lesson-score")).to_have_text("2 points")
    hand.go_on()
    hand.expect_step(2)
    hand.choose("E5")
    hand.go_on()
    hand.expect_phase("wrong")
    # a click on a disc begins a new try
    hand.choose("E5")
    hand.expect_step(2)
    hand.press("reveal")
    hand.expect_phase("shown")
    expect(hand.feedback("shown")).to_contain_text("C5")
    hand.go_on()
    hand.expect_phase("over")
    expect(hand.great).to_have_text("Practise what you missed")
    hand.go_on()
    hand.expect_step(2)


@pytest.mark.nightly
def test_results_are_saved_under_a_name_and_handed_in(notebook: Notebook) -> None:
    """The board says in which file and folder they are. Somebody else gets another file."""
    source = "import adaptoid_widget as aw\nlesson = aw.Lesson('grow')\nlesson"
    form = notebook.run(source).locator(".adaptoid-lesson-results")
    form.locator("summary").click()
    form.locator("[data-learner]").fill("Ann Lee")
    form.locator('[data-results="save"]').click()
    expect(form).to_contain_text("Saved as grow.results.json, in the folder")
    with notebook.page.expect_download() as download:
        form.locator('[data-results="copy"]').click()
    assert '"Ann Lee"' in download.value.path().read_text(encoding="utf-8")
    assert notebook.value("lesson.learner") == "Ann Lee"
    assert notebook.value("lesson.path.exists()") is True
    form.locator("[data-learner]").fill("Ben")
    form.locator('[data-results="save"]').click()
    expect(form).to_contain_text("grow.Ben.results.json")


@pytest.mark.nightly
def test_a_reload_keeps_the_state_of_a_lesson(rough: Notebook) -> None:
    """The step, the feedback, the hints and the chosen discs are kept, and the lesson continues."""
    wrong = begin(rough, TWO)
    wrong.play("D3-D4 D4+L")
    wrong.expect_phase("wrong")
    second = begin(rough, TWO.replace("lesson = ", "again = ").replace("\nlesson\n", "\nagain\n"))
    second.play("D3-D4 +C5")
    second.expect_phase("right")
    second.go_on()
    second.choose("C5")
    second.press("hint")
    expect(second.feedback("hint")).to_be_visible()
    reload_page(rough)
    wrong.expect_phase("wrong")
    expect(wrong.feedback("wrong")).to_contain_text("One disc is not enough.")
    wrong.go_on()
    wrong.expect_step(1)
    wrong.solve()
    second.expect_step(2)
    expect(second.board.locator('[data-cell="C5"]')).to_have_attribute("aria-selected", "true")
    expect(second.feedback("hint")).to_be_visible()
    second.choose("E6")
    second.go_on()
    second.expect_phase("right")


def test_two_views_of_a_lesson_play_a_reply_once(notebook: Notebook) -> None:
    hand = begin(notebook, TWO)
    second = BoardDriver(notebook, notebook.run("lesson"), "lesson.board")
    hand.play("+C5")
    hand.expect_phase("wrong")
    expect(second.root).to_have_attribute("data-phase", "wrong")
    expect(second.reason).to_be_hidden()
    expect(hand.root.locator(".adaptoid-reason")).to_be_hidden()
    assert result(notebook)[0][1] == 1


@pytest.mark.nightly
@pytest.mark.parametrize("by_keys", [True, False])
@pytest.mark.parametrize(("name", "lesson"), [("11-the-fork", "fork"), ("12-the-siege", "siege")])
def test_a_lesson_notebook_can_be_done_from_top_to_bottom(
    opener: Opener, name: str, lesson: str, by_keys: bool
) -> None:
    """All cells are run and each step is solved on the board. The results are in Python and in a file."""
    folder = opener.lab.notebooks / ("keys" if by_keys else "clicks")
    folder.mkdir(exist_ok=True)
    shutil.copy(NOTEBOOKS / f"{name}.ipynb", folder)
    page = opener.page()
    notebook = opener.lab.open(page, f"{folder.name}/{name}.ipynb")
    notebook.run_all()
    hand = learner(notebook, page.locator(".adaptoid-widget[data-lesson]"), by_keys)
    contents = notebook.contents()
    hand.board.scroll_into_view_if_needed()
    if by_keys:
        hand.board.locator('[data-cell][tabindex="0"]').focus()
    steps = load(lesson).steps
    for number in range(1, len(steps) + 1):
        hand.expect_step(number)
        hand.solve()
        assert findings(page) == []
        hand.go_on()
    hand.expect_phase("over")
    # no pressed key reached the notebook
    assert notebook.contents() == contents
    checked = notebook.run(
        "assert lesson.result.solved and lesson.result.score == lesson.result.most, lesson.result"
    )
    expect(checked.locator(".jp-OutputArea-output")).to_have_count(0)
    stored = json.loads((folder / f"{lesson}.results.json").read_text("utf-8"))
    assert len(stored["steps"]) == len(steps)


AGAINST_LEVEL_7 = """
import adaptoid_widget as aw
step = aw.Step("walk", "Walk to `D4`.", "adaptoid w 0,0 W:D2 B:D6", goal="occupies D4", turns=3, replies="level:7")
lesson = aw.Lesson(title="Walking", steps=[step], results=None)
lesson
"""


def test_a_level_that_searches_replies_in_a_notebook(notebook: Notebook) -> None:
    """The computer player replies to a click."""
    hand = begin(notebook, AGAINST_LEVEL_7)
    hand.play("+D3")
    hand.expect_step(1)
    after = Position.from_text("adaptoid w 0,0 W:D2 B:D6").play("+D3")
    expect(hand.board).to_have_attribute("data-position", str(after.play(Player(7)(after))))
    expect(hand.feedback("undecided")).to_contain_text("Turns left: 2.")
    hand.play("+D4")
    hand.expect_phase("right")
    assert result(notebook) == [(True, 1, 0, "solved")]
