"""Random walks through a lesson, by clicks and from Python: every offered control works."""

from __future__ import annotations

import json
import random

import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.teaching.results import Result
from tests.core.teaching.lessons_made import ADAPT3, FEEDING, START, STARVE, LessonDriver, localized, step
from tests.repetitions import repetitions

STEPS = (
    step("starve", STARVE, "starves D5", hints=[localized("Look.")]),
    step("walk", START, "occupies D4", turns=2),
    step("alone", START, "occupies D4 and grows leg", turns=3, replies="nobody"),
    step("three", ADAPT3, "captures 1", turns=2),
    step("middle", "adaptoid w+ 0,0 W:C5,D3 B:D5LLPP,D6", "starves D5"),
    step("click", FEEDING, ask="liberties D5"),
    step("count", FEEDING, ask="liberties D5", kind="count"),
    step("read", FEEDING),
)


def from_python(driver: LessonDriver, dice: random.Random) -> None:
    """Change the game at random, as Python code may at any time."""
    session = driver.session
    game = session.game
    action = dice.choice(["undo", "redo", "goto", "play", "move", "begin", "comment", "session"])
    if action == "undo":
        game.undo()
    elif action == "redo":
        game.redo()
    elif action == "goto":
        game.goto(dice.randrange(game.length + 1))
    elif action == "play" and game.result is None:
        game.play(dice.choice(list(game.position.turns())))
    elif action == "move" and game.result is None and game.half is None:
        moves = list(game.position.moves())
        if moves:
            game.move(dice.choice(moves))
    elif action == "begin":
        session.begin(aw.Game())
    elif action == "comment":
        game.comment = "noted"
    elif action == "session":
        dice.choice([session.undo, session.redo])()


def random_action(driver: LessonDriver, dice: random.Random) -> None:
    part = driver.part
    action = dice.choice([*part["can"], "step", "choose", "turn", "turn", "turn", "click", "python"])
    if action == "python":
        from_python(driver, dice)
    elif action == "step":
        driver.do("step", at=dice.randrange(len(STEPS)))
    elif action == "choose":
        driver.ask("lesson", what="choose", at=dice.choice(["C4", "D6", "E5", "E6", "A1"]))
    elif action == "turn":
        if driver.tutor.allows_play and driver.session.game.result is None:
            driver.session.game.play(dice.choice(list(driver.session.game.position.turns())))
    elif action == "click":
        driver.ask("grow", at=dice.choice(driver.session.layout.cells), what=dice.choice(["new", "leg"]))
    elif action == "check" and part["kind"] == "click" and not set(part["chosen"]) - set(part["wrong"]):
        assert driver.refused("lesson", what="check") == "lesson-nothing-clicked"
        assert driver.part == part
    else:
        # every control that is offered works
        driver.do(action, **({"count": dice.randrange(6)} if action == "check" else {}))


@pytest.mark.parametrize("seed", range(repetitions(5, 12)))
def test_the_lesson_stays_consistent_in_random_walks(seed: int) -> None:
    dice = random.Random(seed)
    driver = LessonDriver(*STEPS)
    for _ in range(150):
        random_action(driver, dice)
        driver.clock.now += 1
        part = driver.part
        assert json.loads(json.dumps(part)) == part
        assert part["can"]
        assert 0 <= part["score"] <= part["max"] == 28
        result = driver.tutor.result
        assert Result.unpack(json.loads(json.dumps(result.pack()))) == result
        for step_result in result.steps:
            assert step_result.solved == (step_result.how in ("solved", "helped"))
            assert (step_result.score > 0) == (step_result.solved and step_result.most > 0)
    driver.do("step", at=0)
    driver.play("+D4")
    assert driver.phase == "right"
    assert driver.tutor.result["starve"].solved
