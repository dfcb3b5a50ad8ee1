"""A lesson done with right and wrong turns, clicks and hints: replies, judgements and results."""

# ruff: noqa: UP031, UP035  (MicroPython has neither the newer forms nor collections.abc)

from __future__ import annotations

from typing import Any, Callable

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.teaching.lesson import LessonContent, LessonStep, make_lesson, make_step
from adaptoid_widget.core.teaching.presenter import LessonPresenter
from adaptoid_widget.core.teaching.rich_text import prose
from adaptoid_widget.core.teaching.tutor import Tutor

FEEDING = "adaptoid w 0,0 W:B4,C1,C3,C5,E3 B:B5,D4LLLPP,D5,E7,F7LLPP"
# position, goal, turns, replies
TURNS = (
    ("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6", "starves D5", 1, "best"),
    ("adaptoid w 0,0 W:D2 B:D6", "occupies D4", 2, "level 2"),
    ("adaptoid w 0,0 W:D2 B:D6", "occupies D4 and grows leg", 3, "nobody"),
    ("adaptoid w 0,0 W:D2,F5L B:D6,G7LP", "forks", 1, "best"),
    ("adaptoid w 0,0 W:D6,G7LP B:D2,F5L", "survives", 1, "best"),
    ("adapt3 w 0,0,0 W:D2LP B:B4,D4 R:F6", "captures 1", 2, "level 3"),
    (FEEDING, "takes 2 and spare 1", 2, "best"),
)
ACTIONS = (
    "hint",
    "reveal",
    "retry",
    "next",
    "back",
    "undo",
    "play",
    "play",
    "play",
    "play",
    "play",
    "go",
    "go",
)


def lesson() -> LessonContent:
    steps: list[LessonStep] = []
    for number in range(len(TURNS)):
        position, goal, turns, replies = TURNS[number]
        text = {"en": prose("Step %d." % number)}
        first_goal = Goal.from_text(goal)
        steps.append(
            make_step("s%d" % number, text, position, first_goal, turns=turns, replies=replies, retry="fresh")
        )
    question = {"en": prose("Which?")}
    steps.append(make_step("click", question, FEEDING, ask="liberties D5", retry="swapped"))
    steps.append(make_step("count", question, FEEDING, ask="liberties D5", kind="count"))
    steps.append(make_step("read", question, FEEDING))
    return make_lesson("portable", {"en": "Portable"}, steps, order="free")


def steps(say: Callable[..., None]) -> None:
    """Report random actions in each step, including refused ones."""
    session = Session(Game())
    ticks = [0]

    def clock() -> float:
        ticks[0] += 1
        return float(ticks[0])

    tutor = Tutor(lesson(), session, None, clock)
    LessonPresenter(tutor)
    seed = 77
    for number in range(len(tutor.lesson.steps)):
        intent: Any = {"id": number, "rev": session.rev, "kind": "lesson", "what": "step", "at": number}
        say("step", handle(session, intent))
        for k in range(24):
            seed = random_play.advance(seed)
            action = ACTIONS[random_play.below(seed, len(ACTIONS))]
            seed = random_play.advance(seed)
            intent = {"id": k, "rev": session.rev, "kind": "lesson", "what": action}
            if action == "undo":
                intent["kind"] = "undo"
            elif action == "play" and tutor.step.kind == "turn":
                turns = list(session.game.position.turns())
                if tutor.phase == "ask" and turns:
                    turn: Turn = turns[random_play.below(seed, len(turns))]
                    session.game.play(turn)
                    say("played", str(turn))
            elif action == "play" and tutor.step.kind == "click":
                intent["what"] = "choose"
                intent["at"] = ("C4", "D6", "E5", "E6", "D4")[random_play.below(seed, 5)]
            elif action == "play" or action == "go":
                intent["what"] = action if tutor.step.kind == "turn" else "check"
                intent["count"] = random_play.below(seed, 6)
            if intent["what"] != "play":
                say("reply", handle(session, intent))
            say("part", session.snapshot()["lesson"], session.snapshot()["marks"])
    say("result", tutor.result.pack())
