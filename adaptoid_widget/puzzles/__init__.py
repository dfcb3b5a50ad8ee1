"""Bundled puzzles: positions from the computer's own games in which a tactic is right and greed is wrong.

`tools.puzzle_mining` writes their file and checks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from .. import locales
from ..core.puzzles.puzzle import Puzzle, Sentences
from ..core.tactics.finder import checked_names

__all__ = ["Puzzle", "load", "sentences"]

_PREFIX = "puzzle."


@cache
def sentences() -> Sentences:
    """The sentences of puzzles by language and key.

    >>> sentences()["es"]["title"]
    'Problemas'
    """
    return {
        tag: {
            key.removeprefix(_PREFIX): text
            for key, text in locales.words(tag)["sentences"].items()
            if key.startswith(_PREFIX)
        }
        for tag in locales.languages()
    }


@cache
def _all() -> tuple[Puzzle, ...]:
    lines = (files(__name__) / "puzzles.txt").read_text("utf-8").splitlines()
    rows = (line.split(" | ") for line in lines[1:] if not line.startswith("#"))
    return tuple(
        Puzzle(name, tactic, int(rating), int(turns), *texts) for name, tactic, rating, turns, *texts in rows
    )


def load(tactic: str | Sequence[str] | None = None) -> tuple[Puzzle, ...]:
    """Return the bundled puzzles of one tactic or several; with None, all. Raises GameError for an unknown tactic.

    >>> len(load("fork")) >= 20, {puzzle.tactic for puzzle in load(["tail", "siege"])} == {"tail", "siege"}
    (True, True)
    """
    names = checked_names(tactic if tactic is None or isinstance(tactic, str) else tuple(tactic))
    return tuple(puzzle for puzzle in _all() if puzzle.tactic in names)
