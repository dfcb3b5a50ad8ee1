"""Converts a puzzle to a step of a lesson, and puzzles to a lesson."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.resources import files

from ..core.i18n.catalog import fill, wording_of
from ..core.teaching.conditions import Condition
from ..core.teaching.goal import Goal
from ..core.teaching.lesson import LessonContent, LessonStep, make_lesson, make_step
from ..core.teaching.rich_text import LocalizedText, prose
from .puzzle import Puzzle

NAME = "puzzles"
"""The name of the lesson, and of the file of results before its extension."""
SENTENCES: dict[str, dict[str, str]] = json.loads(
    (files(__package__ or "") / "sentences.json").read_text("utf-8")
)
"""The sentences of puzzles by language and key. All languages have the same keys and slots."""


def step_of(puzzle: Puzzle) -> LessonStep:
    """Convert a puzzle to a step. Every turn that reaches the puzzle's goal is right.

    >>> from . import load
    >>> step_of(load("fork")[0]).kind
    'turn'
    """
    texts = {language: prose("\n".join(_lines(puzzle, language))) for language in SENTENCES}
    goal = Goal.from_text(puzzle.goal)
    return make_step(puzzle.name, texts, puzzle.position, goal, turns=puzzle.turns, hints=[_text("hint")])


def lesson_of(puzzles: Sequence[Puzzle], title: str) -> LessonContent:
    """Make a lesson of puzzles, to be done in any order. `title` is a key of `SENTENCES`."""
    titles = {language: sentences[title] for language, sentences in SENTENCES.items()}
    steps = [step_of(puzzle) for puzzle in puzzles]
    return make_lesson(NAME, titles, steps, _text("over"), "free", list(SENTENCES))


def _text(key: str) -> LocalizedText:
    return {language: prose(sentences[key]) for language, sentences in SENTENCES.items()}


def _lines(puzzle: Puzzle, language: str) -> Iterator[str]:
    """Yield the lines of a puzzle's text: who is to play, and what the goal is."""
    to_play = _fill("to-play", language, color=puzzle.position.split(" ")[1][0].upper())
    first, *others = [
        _condition_text(condition, language) for condition in Goal.from_text(puzzle.goal).conditions
    ]
    yield to_play + wording_of(language).sentences["list.sentence"] + first
    yield from others
    if puzzle.turns > 1:
        yield _fill("turns", language, n=puzzle.turns)


def _condition_text(condition: Condition, language: str) -> str:
    name, number = condition.name, condition.number
    if name == "forks" and condition.cells:
        return _fill("fork-of", language, cells=list(condition.cells))
    if name == "besieges" and number > 1:
        return _fill("siege-within", language, n=number)
    keys = {"forks": "fork", "double-forks": "double-fork", "besieges": "siege", "grows": "new"}
    return _fill(keys.get(name, name), language, n=number)


def _fill(key: str, language: str, **slots: str | int | list[str]) -> str:
    wording = wording_of(language)
    words = {name: wording.word(value, name == "color") for name, value in slots.items()}
    return fill(SENTENCES[language][key], words)
