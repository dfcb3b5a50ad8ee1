"""Simulated learners who practise puzzles: choices, ratings, repetitions, stored data, and verdicts on turns."""

# ruff: noqa: UP035  (MicroPython has neither the newer forms nor collections.abc)

from __future__ import annotations

import json
from typing import Any, Callable

from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.puzzles.daily import daily
from adaptoid_widget.core.puzzles.spaced_repetition import Practice
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.rules.position import Position

# a siege that the search decides after every turn, and one that takes too long for some
SIEGES = (
    "adaptoid@hex3 w 0,0 W:C1,C3LLP B:A3,B3P,B4,C5",
    "adaptoid w 0,0 W:C3LLP,D2,E3,E4 B:C4,C5L,D4P,D5,D6",
)
EACH = 37
GRADED = [("p" + str(n), 800 + 41 * n) for n in range(29)]
ROUNDS = 70
BAD: tuple[Any, ...] = (
    None,
    {},
    {"v": 2},
    {"v": 1, "rating": 1200.0, "round": 0, "history": [], "boxes": {}, "seen": {}},
    {"v": 1, "rating": 1200, "round": 0, "history": [["a", 1, 1200]], "boxes": {}, "seen": {}},
    {"v": 1, "rating": 1200, "round": 0, "history": [], "boxes": {"a": [9, 1]}, "seen": {}},
    {"v": 1, "rating": 1200, "round": True, "history": [], "boxes": {}, "seen": []},
)


def steps(say: Callable[..., None]) -> None:
    """Report three learners of different skill, the puzzles of 40 days, verdicts, and data that cannot be read."""
    for skill in (2, 5, 9):
        practice = Practice()
        dice = random_play.advance(skill)
        grades = dict(GRADED)
        for _ in range(ROUNDS):
            name = practice.choose(GRADED, skill)
            dice = random_play.advance(dice)
            if random_play.below(dice, 20) == 0:
                practice.skip(name)
                continue
            change = practice.record_answer(name, grades[name], random_play.below(dice, 10) < skill)
            say("practice", name, change, practice.rating, sorted(practice.due()))
        packed = json.dumps(practice.pack())
        say("practice packed", sorted(practice.boxes.items()), Practice.unpack(json.loads(packed)).rating)
    for day in range(40):
        say("day", day, daily(GRADED, day))
    goal = Goal.from_text("besieges 2")
    for text in SIEGES:
        attempt = Attempt(Position.from_text(text), "W")
        turns = sorted([str(turn) for turn in attempt.position.turns()])
        say("siege", text, [(turn, goal.judged(attempt.add(turn))) for turn in turns[::EACH]])
    for data in BAD:
        try:
            say("practice read", Practice.unpack(data).rating)
        except GameError as error:
            say("practice refused", str(error))
