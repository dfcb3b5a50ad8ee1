"""A puzzle as a step of a lesson, and puzzles as a lesson."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.i18n.catalog import fill, wording_of
from ..core.rules.scanner import Scanner
from ..core.teaching.goal import Goal
from ..core.teaching.goal_parser import Condition, leaves, read_goal
from ..core.teaching.lesson import Lesson, Step, make_lesson, make_step
from ..core.teaching.rich_text import Said, prose
from .puzzle import Puzzle
from .words import WORDS

NAME = "puzzles"
"""What the lesson is called, and the file of results before its ending."""

Slots = dict[str, "str | int | list[str]"]


def step_of(puzzle: Puzzle) -> Step:
    """A puzzle as a step: every turn that reaches its goal is right.

    >>> from . import load
    >>> step_of(load("fork")[0]).kind
    'turn'
    """
    texts = {tag: prose("\n".join(_asked(puzzle, tag))) for tag in WORDS}
    return make_step(
        puzzle.name,
        texts,
        puzzle.position,
        goal=Goal.from_text(puzzle.goal),
        turns=puzzle.turns,
        hints=[_said("hint")],
    )


def lesson_of(puzzles: Sequence[Puzzle], title: str) -> Lesson:
    """Some puzzles as a lesson, to be done in any order; `title` is a key of `WORDS`."""
    titles = {tag: words[title] for tag, words in WORDS.items()}
    return make_lesson(
        NAME,
        titles,
        [step_of(puzzle) for puzzle in puzzles],
        about=_said("over"),
        order="free",
        languages=list(WORDS),
    )


def _said(key: str) -> Said:
    return {tag: prose(words[key]) for tag, words in WORDS.items()}


def _asked(puzzle: Puzzle, tag: str) -> Iterable[str]:
    """The lines of a puzzle's text in one language: who plays, and what is to be reached."""
    start = _filled("to-play", {"color": puzzle.position.split(" ")[1][0].upper()}, tag)
    parts = [_told(condition, tag) for condition in conditions(puzzle.goal)]
    yield start + wording_of(tag).sentences["list.sentence"] + parts[0]
    yield from parts[1:]
    if puzzle.turns > 1:
        yield _filled("turns", {"n": puzzle.turns}, tag)


def conditions(goal: str) -> list[Condition]:
    """The conditions of a puzzle's goal in their order; they all have to hold.

    >>> [condition.name for condition in conditions("tail 3 and survives")]
    ['tail', 'survives']
    """
    return leaves(read_goal(Scanner(goal, 1, 1)))


def _told(condition: Condition, tag: str) -> str:
    name, number = condition.name, condition.number
    if name == "forks":
        return (
            _filled("fork-of", {"cells": list(condition.cells)}, tag)
            if condition.cells
            else _filled("fork", {}, tag)
        )
    if name == "besieges":
        return _filled("siege-within", {"n": number}, tag) if number > 1 else _filled("siege", {}, tag)
    if name == "tail":
        return _filled("tail", {"n": number}, tag)
    key = {"double-forks": "double-fork", "grows": "new"}.get(name, name)
    return _filled(key, {}, tag)


def _filled(key: str, slots: Slots, tag: str) -> str:
    wording = wording_of(tag)
    return fill(
        WORDS[tag][key], {name: wording.word(value, name == "color") for name, value in slots.items()}
    )
