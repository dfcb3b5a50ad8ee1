"""Goals judged on turns of random games, questions, and lessons and results packed and unpacked."""

# ruff: noqa: UP035  (MicroPython has neither the newer forms nor collections.abc)

from __future__ import annotations

import json
from typing import Any, Callable

from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.i18n.catalog import Wording
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.errors import GameError, TextError
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.variants import VARIANTS
from adaptoid_widget.core.teaching.lesson import LessonContent, make_lesson, make_step
from adaptoid_widget.core.teaching.question import NUMBERS_AT, SETS, SETS_AT, Question
from adaptoid_widget.core.teaching.results import Result, StepResult
from adaptoid_widget.core.teaching.rich_text import check_prose, plain, prose
from tests.portable.naive_conditions import NAIVE

# beside the goals of one condition
COMBINED_GOALS = (
    "captures 1 or starves 1",
    "takes 2 at once or starves D6,G7 at once",
    "takes 1 by a newborn",
    "liberties D4 3 or spare D4 0",
    "reaches D4 L or occupies D4 P",
    "grows leg and not unmoved",
    "plays * D4+L|* +D5|-",
    "not (survives or captures 1) and (grows new or unmoved)",
)
BY_HAND = (
    "adaptoid w 0,0 W:D2,F5L B:D6,G7LP",
    "adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3LP,D6",
    "adaptoid w+ 0,0 W:C5,D3 B:D5LLPP,D6",
    "adaptoid w 0,0 W:E5,E6,F5 B:A1,G7PP",
    "adaptoid w 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P",
    "adaptoid w 0,0 W:A1,A2,A3,D2 B:D6",
    "adapt3 w 0,0,0 W:A1,D4LP B:D5P,G7 R:D3LP",
)
# questions that give their solution
GIVEN = ("D4,E5", "12")
BAD_GOALS = (
    "",
    "wins and",
    "starves D5,D5",
    "plays E3",
    "((((((((wins",
    "not not wins",
    "tail 2",
    "spare D5",
    "足",
)
BAD_TREES: list[Any] = [
    [["p", "\u2028"]],
    [["p"] + ["x"] * 801],
    [["p", "x" * 6001]],
    [["ul", [["ul", [["ul", [["ul", [["ul", [["ul", [["p", "x"]]]]]]]]]]]]]],
]
POSITIONS = 1
TURNS_BETWEEN = 21
TURNS = 4
# for positions made by hand
MORE_TURNS = 10


def steps(say: Callable[..., None], starts: dict[str, str]) -> None:
    """Report goals, questions, and packed lessons and results."""
    goals = [Goal.from_text(text) for texts in (sorted(NAIVE), COMBINED_GOALS) for text in texts]
    for goal in goals:
        say("goal", str(goal), list(goal.cells), [list(condition) for condition in goal.conditions])
    for text in BAD_GOALS:
        try:
            say("WRONG goal", str(Goal.from_text(text)))
        except TextError as error:
            say("bad goal", str(error))
    for text in BY_HAND:
        judge(say, goals, Position.from_text(text), MORE_TURNS)
    for name in sorted(starts):
        for position in middles(starts[name]):
            judge(say, goals, position, TURNS)
    pack_and_unpack(say)


def middles(start: str) -> list[Position]:
    """Positions from the middle of a random game."""
    first = Position.from_text(start)
    colors = VARIANTS[first.variant].colors
    state = first.state
    seed = 512
    seat = played = 0
    positions: list[Position] = []
    while len(positions) < POSITIONS:
        state, seed, over, _, _, _, _ = random_play.random_turn(state, first.context, seed)
        played += 1
        seat = 0 if over else (seat + 1) % len(colors)
        if over:
            state = first.state
        elif played % TURNS_BETWEEN == 0:
            positions.append(first.at_move(colors[seat], state))
    return positions


def judge(say: Callable[..., None], goals: list[Goal], position: Position, max_turns: int) -> None:
    """Report which turns reach which goals, judged together and one by one, and why turns fail."""
    attempt = Attempt(position, position.turn)
    turns = sorted([str(turn) for turn in position.turns()])
    turns = turns[:max_turns]
    say("story", str(position), len(turns))
    wording = Wording()
    # judging turns one by one takes much longer
    attempts = [attempt.add(turn) for turn in turns[:3]]
    for goal in goals:
        right = [str(turn) for turn in goal.among(attempt, turns)]
        one_by_one = [turns[i] for i in range(len(attempts)) if goal.met(attempts[i])]
        same = [turn for turn in right if turn in turns[:3]] == one_by_one
        say("right" if same else "WRONG right", str(goal), right)
        reasons = []
        for tried in attempts:
            saying = goal.why_not(tried)
            reasons.append("" if saying is None else wording.say(saying[0], saying[1]))
        say("why not", reasons)
    for text in SETS + GIVEN:
        question = Question.from_text(text)
        if [cell for cell in question.cells if cell not in position.layout.cells]:
            continue
        say(
            "question",
            text,
            question.number(position),
            list(question.discs(position)) if question.clicks else [],
        )
    cell = min(position.pieces)
    for text in SETS_AT + NUMBERS_AT:
        question = Question.from_text(text + " " + cell)
        say("question", str(question), question.number(position))


def pack_and_unpack(say: Callable[..., None]) -> None:
    """Report a lesson and a result packed to JSON and unpacked, and texts that are too long or too deep."""
    text = {"en": prose("Starve it.\n<b>Now</b>."), "ja": prose("窒息させよう。")}
    start = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
    step = make_step(
        "one",
        text,
        start,
        Goal.from_text("starves D5"),
        hints=[text],
        wrong=[("* +e3", text), ("*", text)],
        replies="script",
        script=[("*", "D6+L")],
    )
    click = make_step("two", text, start, ask="liberties D5")
    lesson = make_lesson("demo", {"en": "Demo", "ja": "デモ"}, [step, click])
    packed = json.loads(json.dumps(lesson.pack()))
    unpacked = LessonContent.unpack(packed)
    say(
        "lesson" if unpacked == lesson else "WRONG lesson",
        packed,
        unpacked.titled("ja-JP"),
        unpacked.number("two"),
    )
    wrong_fields: list[tuple[str, Any]] = [
        ("goal", Goal.from_text("starves D9")),
        ("turns", 7),
        ("ask", "limbs D5"),
        ("wrong", [("E3", text)]),
        ("replies", "level 11"),
    ]
    for key, value in wrong_fields:
        fields = {"goal": None if key == "ask" else Goal.from_text("wins")}
        fields[key] = value
        try:
            say("WRONG lesson", str(make_step("one", text, start, **fields)))
        except GameError as error:
            say("bad lesson", key, str(error))
    for tree in BAD_TREES:
        try:
            say("WRONG tree", check_prose(tree))
        except GameError as error:
            say("bad tree", str(error))
    say("plain", plain([["h", "A"], ["ol", [["p", "b", ["br"], ["c", "c"]]], [["ul", [["p", "d"]]]]]]))
    result = Result(
        "demo", "足", [StepResult("one", True, 2, 1, 3.5, ("+D4",), 2, 4, "helped"), StepResult.new("two")]
    )
    restored = Result.unpack(json.loads(json.dumps(result.pack())))
    say(
        "result" if restored == result else "WRONG result",
        repr(restored),
        restored.pack(),
        restored["one"].score,
    )
