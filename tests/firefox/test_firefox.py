"""Shared pages and the search in Firefox, opened from disk and driven through WebDriver BiDi."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.teaching import solver
from adaptoid_widget.core.teaching.lesson import LessonContent
from adaptoid_widget.core.teaching.tutor import Tutor
from adaptoid_widget.lessons import load
from tests.engine.test_wasm import RECORDED, search_page
from tests.repetitions import nightly
from tools.browser.clicks import clicks
from tools.browser.tutorial import tutorial
from tools.setup.environment import find_firefox

PLAY = Path(__file__).with_name("play.mjs")
ROOT = ".adaptoid-widget"
GREAT = ".adaptoid-lesson-great"
# the last click was answered
IDLE = '.adaptoid-board[data-link="idle"]'
# new buttons ignore clicks for a moment
SETTLED = ".adaptoid-lesson-acts:not([data-fresh])"


def actions_that_solve(lesson: LessonContent, steps: int) -> list[list[str]]:
    """The actions that solve the first steps: clicks, keys, and selectors to wait for."""
    tutor = Tutor(lesson, Session(Game(lesson.steps[0].start)))
    actions: list[list[str]] = []
    for _ in range(steps):
        step = tutor.step
        if step.kind == "read":
            # the turns are shown first
            game = Game(step.start)
            for played in step.plays:
                game.play(played)
            at_end = f'[data-position="{game.position}"][data-link="idle"]'
            actions += [["see", f'{ROOT}[data-asks="read"] .adaptoid-board{at_end}'], ["press", "g"]]
            tutor.handle("next")
            continue
        actions.append(["see", f'{ROOT}[data-phase="ask"][data-asks="{step.kind}"] {IDLE}'])
        if step.kind == "click":
            actions += [["ask", f'[data-cell="{cell}"]'] for cell in step.question.discs(step.start)]
            actions += [["see", SETTLED], ["ask", GREAT]]
            tutor.handle("reveal")
        else:
            turn = solver.solutions(step, 1)[0]
            actions += [
                ["ask" if calls_python else "click", selector]
                for selector, calls_python in clicks(step.start, turn)
            ]
            tutor.play(turn)
        actions.append(["see", f'{ROOT}[data-phase="right"] {IDLE}'])
        # press a key, because a second click on the same button so soon would be a double click
        actions.append(["press", "g"])
        tutor.handle("next")
    return actions


def play(page: Path, actions: list[list[str]]) -> str:
    """Open a page from disk, run the actions and return the text of its main element.

    The page must request nothing from a network and log no errors.
    """
    firefox, node = find_firefox(), shutil.which("node")
    if firefox is None:
        pytest.skip("no Firefox here: install one, such as the package firefox-esr, and run this again")
    if node is None:
        pytest.fail("no node on PATH: run the tests by `python3 dev.py test`, which brings its own")
    command = [node, str(PLAY), firefox, page.as_uri(), json.dumps(actions)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert run.returncode == 0, run.stderr
    result: dict[str, Any] = json.loads(run.stdout)
    assert result["complaints"] == []
    assert [url for url in result["asked"] if not url.startswith(("file:", "blob:", "data:"))] == []
    return str(result["text"])


def test_the_first_steps_of_the_fork_lesson_can_be_done(tmp_path: Path) -> None:
    """The first two questions are answered, with the demonstration between them."""
    lesson = load("fork")
    play(
        aw.share(lesson, tmp_path / "fork.html"),
        [*actions_that_solve(lesson, 3), ["see", f'{ROOT}[data-phase="ask"]']],
    )


@pytest.mark.nightly
def test_the_search_finds_the_recorded_results_at_each_depth(tmp_path: Path) -> None:
    """Nodes, order, scores and bounds are the recorded ones."""
    text, expected = search_page()
    page = tmp_path / "search.html"
    page.write_text(text, encoding="utf-8")
    for position, recorded, line in zip(
        RECORDED, expected, json.loads(play(page, [["see", "main"]])), strict=True
    ):
        assert line == recorded, position


@pytest.mark.parametrize("level", [5, *nightly(9)])
def test_a_page_plays_the_same_turn_as_python(tmp_path: Path, level: int) -> None:
    position = aw.Position.start().play("+D3")
    page = aw.share(aw.Game(), tmp_path / "game.html", levels={"B": level})
    answered = position.play(aw.Player(level).choose(position))
    play(page, [["click", '[data-cell="D3"]'], ["see", f'[data-position="{answered}"]']])


@pytest.mark.nightly
def test_two_games_and_a_lesson_are_played_in_one_page(tmp_path: Path) -> None:
    page = tmp_path / "article.html"
    page.write_text(tutorial([Game(), load("fork"), Game(aw.Position.start("adapt3"))]), "utf-8")
    actions: list[list[str]] = []
    for number, game in ((1, Game()), (3, Game(aw.Position.start("adapt3")))):
        turn = game.position.turns()[0]
        place = f"adaptoid-board:nth-of-type({number}) "
        actions += [["click", place + click.selector] for click in clicks(game.position, turn)]
        actions.append(["see", f'{place}[data-position="{game.position.play(turn)}"][data-link="idle"]'])
    tutor = Tutor(load("fork"), Session(Game(load("fork").steps[0].start)))
    place = "adaptoid-board:nth-of-type(2) "
    actions += [
        ["click", f'{place}[data-cell="{cell}"]'] for cell in tutor.step.question.discs(tutor.step.start)
    ]
    actions += [["click", place + GREAT], ["see", f'{place}[data-phase="right"]']]
    play(page, actions)


def test_cells_run_and_stop_and_a_turn_is_typed_on_their_board(tmp_path: Path) -> None:
    cells = (
        "import adaptoid_widget as aw\nboard = aw.Board()\nboard",
        "board.play('+D3')\nprint(board.position)",
        "while True:\n    pass",
    )
    page = tmp_path / "cells.html"
    page.write_text(tutorial((), cells=cells), "utf-8")
    after_cell = aw.Position.start().play("+D3")
    typed = after_cell.play("D6+L")
    board = 'section[data-code="0"] .adaptoid-board'
    text = play(
        page,
        [
            ["click", 'section[data-code="0"] [data-run]'],
            ["see", f'{board}[data-position="{aw.Position.start()}"]'],
            ["click", 'section[data-code="1"] [data-run]'],
            ["see", f'{board}[data-position="{after_cell}"][data-link="idle"]'],
            ["see", 'section[data-code="1"][data-state="done"]'],
            ["click", 'section[data-code="0"] [data-do="more"]'],
            ["click", 'section[data-code="0"] [data-do="type"]'],
            ["see", ".adaptoid-typed-field:focus"],
            ["type", "d6 l"],
            ["press", "Enter"],
            ["see", f'{board}[data-position="{typed}"][data-link="idle"]'],
            ["click", 'section[data-code="2"] [data-run]'],
            ["click", 'section[data-code="2"] [data-stop]'],
            ["see", 'section[data-code="2"]:not([data-state="running"])'],
            ["see", f'{board}[data-position="{typed}"][data-link="idle"]'],
        ],
    )
    assert str(after_cell) in text
