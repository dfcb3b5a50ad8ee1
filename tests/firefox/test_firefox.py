"""A shared lesson in Firefox, from disk: the same page as in Chromium, driven through WebDriver BiDi."""

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
from scripts.environment import find_firefox
from tools.browser.clicks import clicks

PLAY = Path(__file__).with_name("play.mjs")
ROOT = ".adaptoid-widget"
GREAT = ".adaptoid-lesson-great"
# the last click has been answered
IDLE = '.adaptoid-board[data-link="idle"]'


def learned(lesson: LessonContent, steps: int) -> list[list[str]]:
    """What solves the first steps: clicks, keys, and what is to be seen in between."""
    teacher = Tutor(lesson, Session(Game(lesson.steps[0].start)))
    done: list[list[str]] = []
    for _ in range(steps):
        step = teacher.step
        done.append(["see", f'{ROOT}[data-phase="ask"][data-asks="{step.kind}"] {IDLE}'])
        if step.kind == "click":
            done += [["click", f'[data-cell="{cell}"]'] for cell in step.question.discs(step.start)]
            done.append(["click", GREAT])
            teacher.handle("reveal")
        else:
            turn = solver.solutions(step, 1)[0]
            done += [["click", click.selector] for click in clicks(step.start, turn)]
            teacher.play(turn)
        done.append(["see", f'{ROOT}[data-phase="right"] {IDLE}'])
        # by a key: a second click on the same button so soon would be the half of a double click
        done.append(["press", "g"])
        teacher.handle("next")
    return done


def test_the_fork_is_begun(tmp_path: Path) -> None:
    """Its first two steps are solved; nothing is asked of anybody, nothing is complained about."""
    firefox, node = find_firefox(), shutil.which("node")
    if firefox is None:
        pytest.skip("no Firefox here: install one, such as the package firefox-esr, and run this again")
    if node is None:
        pytest.fail("no node on PATH: run the tests by `python3 dev.py test`, which brings its own")
    lesson = load("fork")
    page = aw.share(lesson, tmp_path / "fork.html")
    actions = [*learned(lesson, 2), ["see", f'{ROOT}[data-phase="ask"]']]
    command = [node, str(PLAY), firefox, page.as_uri(), json.dumps(actions)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["complaints"] == []
    assert [url for url in told["asked"] if not url.startswith(("file:", "blob:", "data:"))] == []
