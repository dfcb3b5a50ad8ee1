"""A puzzle as a step of a lesson, and puzzles as a lesson."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.i18n.catalog import fill, wording_of
from ..core.teaching.conditions import Condition
from ..core.teaching.goal import Goal
from ..core.teaching.lesson import LessonContent, LessonStep, make_lesson, make_step
from ..core.teaching.rich_text import LocalizedText, prose
from .puzzle import Puzzle
from .words import WORDS

NAME = "puzzles"
"""The name of the lesson, and of the file of results before its ending."""

Slots = dict[str, "str | int | list[str]"]


def step_of(puzzle: Puzzle) -> LessonStep:
    """A puzzle as a step: every turn that reaches its goal is right.

    >>> from . import load
    >>> step_of(load("fork")[0]).kind
    'turn'
    """
    texts = {tag: prose("\n".join(_lines(puzzle, tag))) for tag in WORDS}
    goal = Goal.from_text(puzzle.goal)
    return make_step(puzzle.name, texts, puzzle.position, goal, turns=puzzle.turns, hints=[_text("hint")])


def lesson_of(puzzles: Sequence[Puzzle], title: str) -> LessonContent:
    """Some puzzles as a lesson, to be done in any order; `title` is a key of `WORDS`."""
    titles = {tag: words[title] for tag, words in WORDS.items()}
    steps = [step_of(puzzle) for puzzle in puzzles]
    return make_lesson(NAME, titles, steps, _text("over"), "free", list(WORDS))


def _text(key: str) -> LocalizedText:
    return {tag: prose(words[key]) for tag, words in WORDS.items()}


def _lines(puzzle: Puzzle, tag: str) -> Iterable[str]:
    """The lines of a puzzle's text in one language: who plays, and what is to be reached."""
    start = _filled("to-play", {"color": puzzle.position.split(" ")[1][0].upper()}, tag)
    first, *others = [_in_words(condition, tag) for condition in Goal.from_text(puzzle.goal).conditions]
    yield start + wording_of(tag).sentences["list.sentence"] + first
    yield from others
    if puzzle.turns > 1:
        yield _filled("turns", {"n": puzzle.turns}, tag)


def _in_words(condition: Condition, tag: str) -> str:
    name, number = condition.name, condition.number
    if name == "forks" and condition.cells:
        return _filled("fork-of", {"cells": list(condition.cells)}, tag)
    if name == "besieges" and number > 1:
        return _filled("siege-within", {"n": number}, tag)
    keys = {"forks": "fork", "double-forks": "double-fork", "besieges": "siege", "grows": "new"}
    return _filled(keys.get(name, name), {"n": number}, tag)


def _filled(key: str, slots: Slots, tag: str) -> str:
    wording = wording_of(tag)
    return fill(
        WORDS[tag][key], {name: wording.word(value, name == "color") for name, value in slots.items()}
    )
