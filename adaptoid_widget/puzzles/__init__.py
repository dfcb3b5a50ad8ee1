"""Bundled puzzles: positions from the computer's own games in which a tactic is right and greed is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from ..core.puzzles.puzzle import Puzzle
from ..core.tactics.tactic import checked_names
from .puzzle import read

__all__ = ["Puzzle", "load"]

FILE = "puzzles.txt"


@cache
def _all() -> tuple[Puzzle, ...]:
    return read((files(__name__) / FILE).read_text("utf-8"))


def load(tactic: str | Sequence[str] | None = None) -> tuple[Puzzle, ...]:
    """Return the bundled puzzles of one tactic or several; with None, all. Raises GameError for an unknown tactic.

    >>> len(load("fork")) >= 20, {puzzle.tactic for puzzle in load(["tail", "siege"])} == {"tail", "siege"}
    (True, True)
    """
    names = checked_names(tactic if tactic is None or isinstance(tactic, str) else tuple(tactic))
    return tuple(puzzle for puzzle in _all() if puzzle.tactic in names)
