"""A puzzle, and puzzles as steps of a lesson."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Sequence, Union

from ..goals.attempt import Attempt
from ..goals.conditions import Condition
from ..goals.goal import Goal
from ..i18n.catalog import LANGUAGES, fill
from ..rules.position import Position
from ..rules.turn import Turn
from ..rules.variants import VARIANTS, variant_at
from ..teaching.lesson import LessonContent, LessonStep, make_lesson, make_step
from ..teaching.rich_text import LocalizedText, prose

NAME = "puzzles"
"""The name of a lesson of puzzles, and of the file of results before its extension."""

Sentences = Dict[str, Dict[str, str]]
"""The sentences of puzzles by language and key."""


class Puzzle(
    NamedTuple(
        "_Puzzle",
        [
            ("name", str),
            ("tactic", str),
            ("rating", int),
            ("turns", int),
            ("goal", str),
            ("position", str),
            ("key", str),
            ("game", str),
        ],
    )
):
    """One puzzle: a position in which the player to move has a goal to reach.

    `name` is its tactic and a number, such as `fork-7`; `tactic` is one of `aw.tactics.NAMES`. A learner of the same
    `rating`, 800 to 2000, solves it half the time. `turns` is the number of the player's own turns in which the `goal`
    (in the syntax of a lesson's goal) has to be reached: 1, so that a turn is right or wrong whatever the replies are.
    `position` is the text of the position in which it begins, `key` a turn that reaches the goal. `game` names the
    computer's game that it comes from.
    """

    __slots__ = ()

    @property
    def colors(self) -> int:
        """The number of colours on the board."""
        return len(VARIANTS[variant_at(self.position)].colors)

    def is_solved_by(self, turn: Union[Turn, str]) -> bool:
        """Whether a turn reaches the goal at once. Raises TextError and IllegalTurn as `Position.play`.

        >>> fork = Puzzle("f", "fork", 1200, 1, "forks", "adaptoid w 0,0 W:D2,F5L B:D6,G7LP", "F5-F6 +F7", "")
        >>> fork.is_solved_by("F5-F6 +G6"), fork.is_solved_by("D2+L")
        (True, False)
        """
        position = Position.from_text(self.position)
        return Goal.from_text(self.goal).met(Attempt(position, position.turn).add(turn))


def step_of(puzzle: Puzzle, sentences: Sentences) -> LessonStep:
    """Convert a puzzle to a step. Every turn that reaches the puzzle's goal is right."""
    goal = Goal.from_text(puzzle.goal)
    texts = {
        language: prose("\n".join(_lines(puzzle, goal, language, sentences[language])))
        for language in sentences
    }
    special = "hint-" + goal.conditions[0].name
    hint = special if special in sentences["en"] else "hint"
    return make_step(puzzle.name, texts, puzzle.position, goal, hints=[_text(hint, sentences)])


def lesson_of(puzzles: Sequence[Puzzle], title: str, sentences: Sentences) -> LessonContent:
    """Make a lesson of puzzles, to be done in any order. `title` is a key of the sentences."""
    titles = {language: sentences[language][title] for language in sentences}
    steps = [step_of(puzzle, sentences) for puzzle in puzzles]
    languages = sorted(sentences, key=lambda tag: (tag != "en", tag))
    return make_lesson(NAME, titles, steps, _text("over", sentences), "free", languages)


def _text(key: str, sentences: Sentences) -> LocalizedText:
    return {language: prose(sentences[language][key]) for language in sentences}


def _lines(puzzle: Puzzle, goal: Goal, language: str, words: Dict[str, str]) -> List[str]:
    """The lines of a puzzle's text: who is to play, and what the goal is."""
    to_play = _fill(words["to-play"], language, color=puzzle.position.split(" ")[1][0].upper())
    lines = [_condition_text(condition, language, words) for condition in goal.conditions]
    lines[0] = to_play + LANGUAGES.wording(language).sentences["list.sentence"] + lines[0]
    return lines


def _condition_text(condition: Condition, language: str, words: Dict[str, str]) -> str:
    """The sentence of a condition, by its name; one with discs or a number above 1 may have a sentence of its own."""
    name, cells, number = condition.name, list(condition.cells), condition.number
    special = name + "-of" if cells else name + "-within" if number > 1 else name
    return _fill(words.get(special) or words[name], language, cells=cells, n=number)


def _fill(text: str, language: str, **slots: Any) -> str:
    wording = LANGUAGES.wording(language)
    return fill(text, {name: wording.word(slots[name], name == "color") for name in slots})
