"""Drafts a step of a lesson from a position and its right turns: suggests goals, and writes the step's text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core.goals.attempt import Attempt
from ..core.goals.conditions import CONDITIONS
from ..core.goals.goal import Goal
from ..core.rules.errors import GameError
from ..core.rules.position import Effect, Position
from ..core.rules.turn import Turn
from ..core.tactics.finder import NAMES, done
from ..core.tactics.forks import DOUBLE_FORK, FORK
from ..core.tactics.siege import SIEGE
from ..core.teaching.lesson_keys import FIRST_LINE
from ..core.teaching.lesson_reader import lesson_from_text

MAX_CHANCE = 30
"""A turn by chance may be right in at most this share of hundredths."""
MAX_SUGGESTIONS = 8
NARROWER = (" and losses 0", " and survives")
"""What can be added to a goal, if fewer turns meet it then."""


class SuggestedGoal(NamedTuple):
    """A goal that the right turns meet, and how many turns meet it."""

    goal: Goal
    right: int
    """The number of turns that meet it, the given ones among them."""
    turns: int
    """The number of legal turns."""

    def __str__(self) -> str:
        return f"{self.goal} ({self.right} of {self.turns} turns)"


DRAFTED = {
    "about": "What this lesson is about, in one sentence.",
    "hint": "What to look at first.",
    "done": "What the learner has seen now.",
}
"""The texts of a first draft that its author is to replace, by their keys."""


def suggested_goals(position: Position | str, *turns: Turn | str) -> tuple[SuggestedGoal, ...]:
    """Suggest goals that all of `turns` meet, the likeliest first; the last one allows only these turns.

    Raises TextError and IllegalTurn for a turn that cannot be played, and GameError without turns.

    >>> for suggestion in suggested_goals("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6", "+D4"):
    ...     print(suggestion)
    starves D5 (2 of 14 turns)
    occupies D4 (1 of 14 turns)
    grows new (10 of 14 turns)
    plays +D4 (1 of 14 turns)
    """
    position = Position.of(position)
    if not turns:
        raise GameError("name at least one right turn, such as +D4")
    right = {str(Turn.of(turn)): position.effect(turn) for turn in turns}
    attempt = Attempt(position, position.turn)
    legal = list(position.turns())
    suggestions: dict[frozenset[str], SuggestedGoal] = {}

    def add(text: str) -> frozenset[str]:
        """Add a goal if the right turns meet it, some others do not, and no likelier goal is the same here."""
        goal = Goal.from_text(text)
        met = frozenset(str(turn) for turn in goal.among(attempt, legal))
        if met.issuperset(right) and len(met) < len(legal):
            suggestions.setdefault(met, SuggestedGoal(goal, len(met), len(legal)))
        return met

    for text in _likely(position, right):
        if add(text).issuperset(right):
            for ending in NARROWER:
                add(text + ending)
    exact = Goal.from_text("plays " + "|".join(right))
    return (*list(suggestions.values())[:MAX_SUGGESTIONS], SuggestedGoal(exact, len(right), len(legal)))


def _likely(position: Position, right: dict[str, Effect]) -> Iterator[str]:
    """Goals that the right turns may have in common, the likeliest first."""
    mover, turns, effects = position.turn, [Turn.of(turn) for turn in right], list(right.values())
    if all(effect.position.winner == mover for effect in effects):
        yield "wins"
    all_tactics = [done(position, turn) for turn in turns]
    named = [{tactic.name for tactic in tactics} for tactics in all_tactics]
    for name, word in ((DOUBLE_FORK, "double-forks"), (FORK, "forks")):
        if all(name in names or (name == FORK and DOUBLE_FORK in names) for names in named):
            if name == FORK:
                victims = [{cell for tactic in tactics for cell in tactic.victims} for tactics in all_tactics]
                yield from (f"forks {cell}" for cell in sorted(set[str].intersection(*victims)))
            yield word
    yield from _taking(mover, effects)
    if all(turn.growth == "new" for turn in turns):
        yield from (f"{goal} by a newborn" for goal in _taking(mover, effects) if goal.startswith("starves"))
    if all(SIEGE in names for names in named):
        within = max(tactic.within for tactics in all_tactics for tactic in tactics if tactic.name == SIEGE)
        yield f"besieges {within}" if within > 1 else "besieges"
    # a tactic whose name is also a condition
    for name in NAMES:
        if name in CONDITIONS and all(name in names for names in named):
            yield name
    yield from _shared("reaches", [turn.target for turn in turns])
    yield from _shared("occupies", [turn.at if turn.growth == "new" else turn.target for turn in turns])
    yield from _shared("grows", [turn.growth for turn in turns])
    yield "survives"


def _taking(mover: str, effects: Sequence[Effect]) -> Iterator[str]:
    """Goals about what all turns take."""
    all_victims = [[gone for gone in effect.gone if gone.piece.color != mover] for effect in effects]
    starved = [{gone.cell for gone in victims if gone.how == "starved"} for victims in all_victims]
    captures = min(sum(gone.how != "starved" for gone in victims) for victims in all_victims)
    same = sorted(set[str].intersection(*starved))
    starves = f"starves {','.join(same)}" if same else f"starves {min(map(len, starved))}"
    if captures and min(map(len, starved)):
        yield f"captures {captures} and {starves}"
    elif min(map(len, starved)):
        yield starves
    elif captures:
        yield f"captures {captures}"
    if min(map(len, all_victims)):
        yield f"takes {min(map(len, all_victims))}"


def _shared(condition: str, words: Sequence[str | None]) -> Iterator[str]:
    """The condition with the word that all turns share, if there is one."""
    if words[0] is not None and len(set(words)) == 1:
        yield f"{condition} {words[0]}"


def first_draft(title: str, position: Position, goal: Goal | str, text: str, right: Sequence[str]) -> str:
    """The text of a lesson file with one step, to be edited. Raises LessonError.

    >>> print(
    ...     first_draft(
    ...         "Hunger", Position("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"), "starves D5", "Starve it.", ["+D4"]
    ...     )
    ... )
    adaptoid-lesson 1
    title: Hunger
    about: What this lesson is about, in one sentence.
    <BLANKLINE>
    [step one]
    text: Starve it.
    position: adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6
    goal: starves D5
    right: +D4
    hint: What to look at first.
    done: What the learner has seen now.
    <BLANKLINE>
    """
    lines = [
        FIRST_LINE,
        f"title: {title}",
        f"about: {DRAFTED['about']}",
        "",
        "[step one]",
    ]
    lines += [f"text: {text}", f"position: {position}", f"goal: {goal}"]
    if right:
        lines.append("right: " + "|".join(right))
    lines += [f"hint: {DRAFTED['hint']}", f"done: {DRAFTED['done']}", ""]
    draft = "\n".join(lines)
    lesson_from_text(draft)
    return draft
