"""The rows of results: one learner's result in one step, and the difficulty of a step for all learners."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..core.game.game import Game
from ..core.teaching.class_results import StepDifficulty, is_begun, sign, wrong_answers
from ..core.teaching.results import StepFields
from ..storage.atomic import shown

# a worse result is darker, so that greyscale works too
COLORS = {
    "solved": ("#d7ebdf", "solved alone"),
    "helped": ("#f3d9a4", "solved with hints or more tries"),
    "": ("#f4f3f0", "not done"),
    "skipped": ("#c3c8d4", "skipped"),
    "missed": ("#b4574a", "shown the answer"),
}
"""The background of a step in tables and plots, and what it means, by `Row.how`."""
INK, PALE = "#2b2a27", "#ffffff"


class Row(NamedTuple):
    """One learner's result in one step of one lesson."""

    learner: str
    lesson: str
    step: str
    how: str
    """ "solved", "helped" (with hints or after wrong answers), "missed", "skipped", "" for not done."""
    solved: bool
    tries: int
    hints: int
    seconds: float
    score: int
    most: int
    """The greatest possible score."""
    turns: tuple[str, ...]
    """The tried turns in order."""

    @property
    def begun(self) -> bool:
        """Whether the learner did anything in the step."""
        return is_begun(self.result)

    @property
    def sign(self) -> str:
        """How the step went: × for missed, – for skipped, … for begun, or the number of tries."""
        return sign(self.result)

    @property
    def wrong_answers(self) -> tuple[str, ...]:
        """The wrong answers, in order; none in a step of several turns, whose tries are lines."""
        return wrong_answers(self.result)

    @property
    def result(self) -> StepFields:
        """The result as a lesson has it."""
        return StepFields(
            *(self.step, self.solved, self.tries, self.hints, self.seconds),
            *(self.turns, self.score, self.most, self.how),
        )


HARDEST_COLUMNS = StepDifficulty._fields[:-2]
"""The columns of the table of the hardest steps, before the commonest wrong answer."""


class HandedInGame(NamedTuple):
    """A game that was handed in as a record file, with the file that holds it."""

    file: Path
    game: Game
    """Its `players` are the names in the record."""

    @property
    def row(self) -> list[str]:
        """The name of the file, who played, the result, and the number of turns."""
        players = ", ".join(f"{color}: {name}" for color, name in self.game.players.items())
        return [shown(self.file.name), players, self.game.result or "", str(len(self.game.turns))]
