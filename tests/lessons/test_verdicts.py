"""Each sentence that the tutor says about a turn of the course or of a puzzle is true by the slow reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from adaptoid_widget import lessons, puzzles
from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.puzzles.puzzle import Puzzle, step_of
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.teaching import feedback, judging
from adaptoid_widget.core.teaching.lesson import LessonStep, make_step
from adaptoid_widget.core.teaching.replies import new_attempt
from adaptoid_widget.core.teaching.rich_text import prose
from tests.core.goals.test_goal_naive import STARTS, positions, sample_turns
from tests.puzzles import every_turn
from tests.reference import rules
from tests.reference.rules import State
from tests.reference.text import parse
from tests.repetitions import EVERYTHING, repetitions

Slots = Mapping[str, Any]

# turns of each step
MAX_TURNS = repetitions(12, 10_000)
MAX_PUZZLE_TURNS = repetitions(2, 20)
POSITIONS = repetitions(4, 8)
STEPS = [
    (name, step.name)
    for name in lessons.names()
    for step in lessons.load(name).steps
    if step.kind == "turn" and not step.is_game
]


class Effect(NamedTuple):
    """What a turn does, by the reference."""

    attacked: str
    """How an attack ended: "capture", "exchange" or ""."""
    lost: dict[str, int]
    """What each colour lost."""
    starved: frozenset[str]
    after: State
    """The position after the turn."""


def effect(before: State, text: str) -> Effect:
    chosen = rules.choices(before)[text]
    after = rules.finish(chosen)
    attacked = ""
    if "x" in text:
        origin, target = text.split(" ", maxsplit=1)[0].split("x")
        attacked = rules.attack(before, before.men[origin], before.men[target]) or ""
    is_over = rules.winner(chosen) is not None
    starved = frozenset() if is_over else frozenset(rules.starving(chosen))
    lost = {color: after.lost[color] - before.lost[color] for color in before.lost}
    return Effect(attacked, lost, starved, after)


class Said(NamedTuple):
    """A turn of the learner, what it does, and the reply that is shown."""

    color: str
    step: LessonStep
    own: Effect
    reply: Effect | None
    reply_before: State | None


def ways(state: State, color: str) -> set[tuple[str, str]]:
    """What any enemy could do next to the adaptoids of a colour: the disc, and how."""
    out: set[tuple[str, str]] = set()
    for enemy in rules.enemies(state, color):
        moving = replace(state, turn=enemy, due=False)
        for text, chosen in rules.choices(moving).items():
            if "x" in text:
                origin, target = text.split(" ")[0].split("x")
                if moving.men[target].color == color:
                    how = rules.attack(moving, moving.men[origin], moving.men[target])
                    out |= {(target, how)} if how in ("capture", "exchange") else set()
            if rules.winner(chosen) is None:
                out |= {
                    (cell, "starve") for cell in rules.starving(chosen) if chosen.men[cell].color == color
                }
    return out


def food(said: Said, slots: Slots) -> bool:
    state, cell = said.own.after, slots["cell"]
    return (rules.liberties(state, cell), state.men[cell].size) == (slots["liberties"], slots["size"])


def taken(said: Said) -> int:
    return int(said.own.attacked in ("capture", "exchange"))


CLAIMS: dict[str, Callable[[Said, Slots], bool]] = {
    "lesson.not.captures-none": lambda said, _: taken(said) == 0,
    "lesson.not.captures": lambda said, slots: taken(said) == slots["n"],
    "lesson.not.starves-none": lambda said, _: not said.own.starved,
    "lesson.not.starves": lambda said, slots: len(said.own.starved) == slots["n"],
    "lesson.not.starves-fed": lambda said, slots: slots["cell"] not in said.own.starved and food(said, slots),
    "lesson.not.starves-gone": lambda said, slots: slots["cell"] not in said.own.starved,
    "lesson.not.takes-none": lambda said, _: taken(said) + len(said.own.starved) == 0,
    "lesson.not.takes": lambda said, slots: taken(said) + len(said.own.starved) == slots["n"],
    "lesson.not.takes-at-once": lambda said, slots: taken(said) + len(said.own.starved) == slots["n"],
    "lesson.not.starves-at-once": lambda said, slots: len(said.own.starved) == slots["n"],
    "lesson.not.by-newborn": lambda said, _: taken(said) + len(said.own.starved) > 0,
    "lesson.not.losses": lambda said, slots: said.own.lost[said.color] == slots["n"] > slots["max"],
    "lesson.met.losses": lambda said, slots: said.own.lost[said.color] == slots["n"] <= slots["max"],
    "lesson.not.survives-attack": lambda said, slots: (
        (slots["cell"], "capture") in ways(said.own.after, said.color)
    ),
    "lesson.not.survives-exchange": lambda said, slots: (
        (slots["cell"], "exchange") in (found := ways(said.own.after, said.color))
        and not {cell for cell, how in found if how == "capture"}
    ),
    "lesson.not.survives-hunger": lambda said, slots: (
        (slots["cell"], "starve") in ways(said.own.after, said.color)
    ),
    "lesson.not.over": lambda said, _: rules.winner(said.own.after) == said.color,
    "lesson.not.survives-over": lambda said, _: rules.winner(said.own.after) not in (None, said.color),
    "lesson.not.yours": lambda said, slots: (
        slots["cell"] not in said.own.after.men or said.own.after.men[slots["cell"]].color != said.color
    ),
    "lesson.not.limbs": lambda said, slots: (
        (man := said.own.after.men[slots["cell"]]).color == said.color
        and (man.legs < slots["legs"] or man.pincers < slots["pincers"])
    ),
    "lesson.not.liberties": lambda said, slots: food(said, slots) and slots["liberties"] < slots["wanted"],
    "lesson.not.spare": lambda said, slots: (
        food(said, slots) and slots["liberties"] - slots["size"] < slots["wanted"]
    ),
    "lesson.not.wins": lambda said, _: rules.winner(said.own.after) != said.color,
    "lesson.met.captures": lambda said, slots: taken(said) == slots["n"] > slots["max"],
    "coach.captured": lambda said, slots: attacked_own(said, slots, "capture"),
    "coach.exchanged": lambda said, slots: attacked_own(said, slots, "exchange"),
    "coach.fork": lambda said, slots: forked_own(said, [slots["cell"]]),
    "coach.double-fork": lambda said, slots: forked_own(said, slots["cells"]),
    "coach.hungry": lambda said, slots: (
        slots["cell"] in starved_own(said)
        and food_of(said, slots["cell"]) == (slots["limbcount"], slots["free"])
        and slots["free"] < slots["limbcount"]
    ),
    "coach.tight": lambda said, slots: (
        slots["cell"] in starved_own(said)
        and spare_of(said, slots["cell"]) == 0
        and len(arrivals(said, slots["cell"])) > 0
    ),
    "coach.starved": lambda said, slots: (
        slots["cell"] in starved_own(said)
        and hunger(said, slots["cell"]) == (slots["limbcount"], slots["left"])
    ),
    "lesson.reply.won": lambda said, slots: (
        said.reply is not None and rules.winner(said.reply.after) == slots["color"] != said.color
    ),
}
"""What each sentence with a fact in it claims."""

NO_FACT = (
    "lesson.out-of-reach",
    "lesson.not.forks",
    "lesson.not.forks-here",
    "lesson.not.double-forks",
    "lesson.not.kamikaze",
    "lesson.not.besieges",
    "lesson.not.tail",
    "lesson.not.tail-short",
    "lesson.not.reserve",
    "lesson.not.reaches",
    "lesson.met.reaches",
    "lesson.not.unmoved",
    "lesson.met.unmoved",
    "lesson.not.plays",
    "lesson.not.grows-leg",
    "lesson.not.grows-pincer",
    "lesson.not.grows-new",
    "lesson.reply.played",
    "tactic.kamikaze",
    "tactic.kamikaze-hungry",
)
"""Sentences about tactics, which tests of their own check, and about the text of the turn."""


def starved_own(said: Said) -> set[str]:
    """The learner's adaptoids that starve by the reply."""
    if said.reply is None or said.reply_before is None:
        return set()
    # an adaptoid of the learner does not move in the reply
    return {
        cell
        for cell in said.reply.starved
        if cell in said.reply_before.men and said.reply_before.men[cell].color == said.color
    }


def hunger(said: Said, cell: str) -> tuple[int, int]:
    """The limbs and the free discs of an adaptoid of the learner when the reply had it fed."""
    assert said.reply is not None
    assert said.reply_before is not None
    man = said.reply_before.men[cell]
    taken = {*said.reply.after.men, *said.reply.starved}
    return man.legs + man.pincers, len(set(said.reply_before.board.near[cell]) - taken)


def food_of(said: Said, cell: str) -> tuple[int, int]:
    """The limbs and the free discs of an adaptoid before the reply."""
    assert said.reply_before is not None
    return said.reply_before.men[cell].size, rules.liberties(said.reply_before, cell)


def spare_of(said: Said, cell: str) -> int:
    limbs, free = food_of(said, cell)
    return free - limbs


def arrivals(said: Said, cell: str) -> set[str]:
    """The discs beside one that the reply has newly taken."""
    assert said.reply is not None
    assert said.reply_before is not None
    return set(said.reply_before.board.near[cell]) & (set(said.reply.after.men) - set(said.reply_before.men))


def forked_own(said: Said, cells: list[str]) -> bool:
    return set(cells) <= starved_own(said) and all(
        spare_of(said, cell) == 1 and len(arrivals(said, cell)) == 2 for cell in cells
    )


def attacked_own(said: Said, slots: Slots, how: str) -> bool:
    """Whether the reply's attack on one of the learner's ended so, with the pincers that are told."""
    if said.reply is None or said.reply_before is None or said.reply.attacked != how:
        return False
    men = said.reply_before.men
    pincers = men[slots["cell"]].pincers, men[slots["target"]].pincers
    return men[slots["target"]].color == said.color and pincers == (slots["n"], slots["m"])


@pytest.mark.parametrize(("name", "step_name"), STEPS)
def test_what_the_tutor_says_is_true(name: str, step_name: str) -> None:
    """Of evenly spaced first turns; nightly, of all."""
    check_turns(next(step for step in lessons.load(name).steps if step.name == step_name), MAX_TURNS)


@pytest.mark.parametrize("puzzle", puzzles.load(), ids=lambda puzzle: puzzle.name)
def test_what_the_tutor_says_is_true_in_puzzles(puzzle: Puzzle) -> None:
    """Of evenly spaced turns."""
    check_turns(step_of(puzzle, puzzles.sentences()), MAX_PUZZLE_TURNS)


def check_turns(step: LessonStep, count: int) -> None:
    attempt = new_attempt(step)
    turns = list(attempt.position.turns())
    before = parse(str(step.start))
    for turn in turns[:: max(1, len(turns) // count)]:
        check(step, attempt.add(turn), before)


GOALS = (
    "captures 1",
    "captures 2",
    "starves 1",
    "takes 2",
    "takes 3 at once",
    "starves 2 by a newborn",
    "takes 2 by a newborn",
    "losses 0",
    "survives",
    "not captures 1",
    "spare 1",
    "wins",
)


@pytest.mark.parametrize("start", STARTS)
def test_what_the_tutor_says_is_true_with_every_rule(start: str) -> None:
    """In random positions of each variant, with the switches and on other boards."""
    for number, position in enumerate(positions(start, 77 + len(start))[:POSITIONS]):
        before = parse(str(position))
        for goal in GOALS:
            step = make_step("any", {"en": prose("Play.")}, str(position), Goal.from_text(goal))
            for turn in sample_turns(position, number):
                check(step, new_attempt(step).add(turn), before)


def check(step: LessonStep, attempt: Attempt, before: State) -> None:
    if judging.judge(step, attempt).verdict != judging.WRONG:
        return
    said_now = feedback.to_wrong_turn(step._replace(wrong=()), attempt)
    state, reply, reply_before = parse(str(attempt.position)), None, None
    for text in said_now.reply:
        reply_before, reply = state, effect(state, str(Turn.from_text(text)))
        state = reply.after
    said = Said(attempt.color, step, effect(before, str(attempt.played[0].turn)), reply, reply_before)
    for message in said_now.messages:
        assert message.saying is not None
        code, slots = message.saying
        where = f"{step.name} {attempt.texts} {code} {slots}"
        assert code in CLAIMS or code in NO_FACT, where
        if code in CLAIMS:
            assert CLAIMS[code](said, slots or {}), where


ONE_TURN = [
    (name, step_name)
    for name, step_name in STEPS
    for step in lessons.load(name).steps
    if step.name == step_name and step.turns == 1 and len(step.start.colors) == 2
]
WITH_REPLIES = ("survives", "keeps", "besieges")


def judged_slowly(name: str, step_name: str) -> None:
    step = next(step for step in lessons.load(name).steps if step.name == step_name)
    attempt = new_attempt(step)
    goal = str(step.goal)
    if "plays" in goal or " or " in goal:
        return
    right = every_turn.right_turns(step.position, goal, every_turn.Trials())
    assert step.goal is not None
    met = {str(turn) for turn in step.goal.among(attempt, attempt.position.turns())}
    assert met == {text for text, is_right in right.items() if is_right}, (name, step_name)
    # chance rarely finds a right turn
    assert len(met) * 100 <= 30 * len(right), (name, step_name)


@pytest.mark.parametrize(("name", "step_name"), ONE_TURN)
def test_a_turn_is_right_if_it_reaches_the_goal_by_the_reference(name: str, step_name: str) -> None:
    """All turns of the steps whose goal asks for no reply; nightly, of all steps of one turn."""
    step = next(step for step in lessons.load(name).steps if step.name == step_name)
    if EVERYTHING or not any(word in str(step.goal) for word in WITH_REPLIES):
        judged_slowly(name, step_name)
