"""A shared page has every message that it can show, and no message that only other pages show."""

from __future__ import annotations

import ast
import gzip
import json
import random
import re
from typing import Any

import pytest

from adaptoid_widget import locales
from adaptoid_widget.core.goals import conditions
from adaptoid_widget.core.i18n.catalog import Wording
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.teaching.lesson import LessonContent
from adaptoid_widget.core.teaching.question import NUMBERS_AT, wrong_number
from adaptoid_widget.export import page_messages
from adaptoid_widget.export.page_messages import NEVER_SHOWN, shown_keys
from adaptoid_widget.export.shared_page import STATIC
from adaptoid_widget.lessons import load, names
from tests.core.goals.test_goal import AT_ONCE, NEWBORN, TWO, UNMET_GOALS
from tests.core.teaching.lessons_made import ADAPT3, FEEDING, START, STARVE, LessonDriver, lesson, step
from tests.core.teaching.test_question import REASONS
from tools.setup import compile_page_modules

ENGLISH = locales.words("en")
KEYS = {*ENGLISH["sentences"], *ENGLISH["ui"]}


def messages(*steps: Any, order: str = "free") -> set[str]:
    """The keys in the page of a lesson with these steps."""
    return shown_keys("lesson", lesson(*steps, order=order))


@pytest.mark.parametrize(
    ("goal", "start", "code"),
    [
        *((goal, start, code) for goal, start, _, code in UNMET_GOALS),
        *((goal, TWO, reasons[0]) for goal, _, reasons in AT_ONCE + NEWBORN if reasons),
    ],
)
def test_a_lesson_has_what_its_goals_say(goal: str, start: str, code: str) -> None:
    assert code in messages(step("one", start, goal))


def test_a_lesson_has_what_its_questions_say() -> None:
    for text, ask, cell, _ in REASONS:
        content = step("one", text, ask=ask)
        assert content.question.why_not(Position.from_text(text), cell)[0] in messages(content)
    for ask in (*(name + " D5" for name in NUMBERS_AT), "liberties D5", "4"):
        content = step("one", STARVE, ask=ask, kind="count")
        for number in (3, 5):
            assert {code for code, _ in wrong_number(content.question, 4, number)} <= messages(content)


def test_a_lesson_lacks_what_only_other_lessons_say() -> None:
    keys = messages(step("one", STARVE, "forks"))
    assert {"lesson.not.forks", "lesson.not.forks-here", "lesson.not.yours"} <= keys
    of_other_lessons = ("lesson.met.tail", "lesson.not.at-once", "lesson.coach.took", "color.R")
    assert keys.isdisjoint([*of_other_lessons, *("lesson.ask." + name for name in NUMBERS_AT)])
    assert "lesson.coach.took" in shown_keys("lesson", load("first-game"))


def test_the_name_of_a_condition_may_begin_that_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    forks = conditions.CONDITIONS["forks"]
    monkeypatch.setattr(page_messages, "CONDITIONS", {"forks-two": forks, **conditions.CONDITIONS})
    for key, name in (("forks", "forks"), ("forks-here", "forks"), ("forks-two-here", "forks-two")):
        assert page_messages.condition_of("lesson.not." + key) == name


def test_three_may_play_from_a_later_step_on() -> None:
    assert "color.R" in messages(step("one", START, "grows new"), step("two", ADAPT3, "captures 1"))


@pytest.mark.parametrize("entries", [*NEVER_SHOWN.values(), page_messages._NO_SINGLE_LESSON])
def test_each_entry_leaves_something_out(entries: str) -> None:
    assert [entry for entry in entries.split() if not any(key.startswith(entry) for key in KEYS)] == []


@pytest.mark.parametrize("kind", ["game", "lesson"])
def test_the_code_of_a_page_names_nothing_that_is_left_out(kind: str) -> None:
    """No constant in its Python and no key in its script is that of a message that the page lacks."""
    named = {
        node.value
        for text in compile_page_modules.sources(kind).values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    front = json.loads(gzip.decompress((STATIC / f"page-{kind}-front.json.gz").read_bytes()))
    named.update(re.findall(r"[\"'`](ui\.[\w.-]+)", front["script"]))
    assert {"describe.hungry", "ui.tools"} <= named
    assert named & KEYS <= shown_keys(kind)


def walks() -> list[LessonContent]:
    """The lessons of the course, and one with a step of each kind."""
    made_lesson = lesson(
        step("starve", STARVE, "starves D5 by a newborn", turns=2),
        step("alone", START, "occupies D4 and grows leg", turns=3, replies="nobody"),
        step("three", ADAPT3, "captures 1", turns=2, replies="level 2"),
        step("click", FEEDING, ask="liberties D5"),
        step("count", FEEDING, ask="spare D4", kind="count"),
    )
    return [*(load(name) for name in names()), made_lesson]


@pytest.mark.parametrize("content", walks(), ids=lambda content: content.name)
def test_a_way_through_a_lesson_needs_no_other_message(content: LessonContent) -> None:
    dice = random.Random(len(content.name))
    keys = shown_keys("lesson", content)
    driver = LessonDriver(*content.steps, order=content.order)
    sentences, ui = (
        {key: text for key, text in ENGLISH[part].items() if key in keys} for part in ("sentences", "ui")
    )
    driver.session.wording = Wording("en", sentences, ui)
    for _ in range(60):
        # a missing message is a KeyError
        part = driver.part
        command = dice.choice([*part["can"], "step", "choose", "turn", "turn", "describe"])
        cell = dice.choice(driver.session.layout.cells)
        if command == "turn" and driver.tutor.allows_play and driver.session.game.result is None:
            driver.play(str(dice.choice(list(driver.session.game.position.turns()))))
        elif command == "turn":
            driver.ask("grow", at=cell, what="new")
        elif command == "describe":
            driver.ask("describe", what="position")
        elif command in ("step", "choose"):
            at = dice.randrange(len(content.steps)) if command == "step" else cell
            driver.ask("lesson", what=command, at=at)
        else:
            driver.ask("lesson", what=command, **({"count": dice.randrange(6)} if command == "check" else {}))
