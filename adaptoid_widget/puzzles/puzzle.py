"""A puzzle, the text of many, and whether two are the same except for a rotation, a mirroring or the colours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..core.rules.errors import TextError
from ..core.rules.position import Position
from ..core.tactics.tactic import NAMES
from ..core.teaching.goal import Goal

HEAD = "adaptoid-puzzles 1"
LOWEST, HIGHEST = 800, 2000
"""The ratings that puzzles have."""
FIELDS = "name | tactic | rating | turns | goal | position | key | game"


class Puzzle(NamedTuple):
    """One puzzle: a position in which the player to move has a goal to reach."""

    name: str
    """Its tactic and a number, such as `fork-7`."""
    tactic: str
    """One of `aw.tactics.NAMES`."""
    rating: int
    """How hard it is, 800 to 2000; a learner of that rating solves it half the time."""
    turns: int
    """Within so many of one's own turns."""
    goal: str
    """What is to be reached, in the words of a lesson's goal."""
    position: str
    """Where it begins."""
    key: str
    """A turn that leads to it."""
    game: str
    """The game of the computer it was found in: how it was played, its number, and after how many turns."""

    @property
    def line(self) -> str:
        """Its line in the file."""
        return " | ".join([str(part) for part in self])


def read(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a text. Raises TextError with line and column for what is none.

    >>> line = "fork-1 | fork | 1200 | 1 | forks | adaptoid w 0,0 W:D2,F5L B:D6,G7LP | F5-F6 +G6 | quick 5 after 9"
    >>> read(HEAD + "\\n# a comment\\n" + line + "\\n")[0].rating
    1200
    """
    lines = text.splitlines()
    if not lines or lines[0] != HEAD:
        raise TextError(1, 1, lines[0][:40] if lines else "", HEAD)
    puzzles: list[Puzzle] = []
    names: set[str] = set()
    for number, line in enumerate(lines[1:], 2):
        if line and not line.startswith("#"):
            puzzle = _read_line(line, number)
            if puzzle.name in names:
                raise TextError(number, 1, puzzle.name, "a name that no other puzzle has")
            names.add(puzzle.name)
            puzzles.append(puzzle)
    return tuple(puzzles)


def _read_line(line: str, number: int) -> Puzzle:
    parts = line.split(" | ")
    if len(parts) != len(Puzzle._fields):
        raise TextError(number, 1, line[:40], FIELDS)
    columns = [1 + sum(len(part) + 3 for part in parts[:k]) for k in range(len(parts))]
    name, tactic, rating, turns, goal, position, key, game = parts
    if tactic not in NAMES:
        raise TextError(number, columns[1], tactic, "a tactic: " + ", ".join(NAMES))
    value = _whole(rating, number, columns[2], LOWEST, HIGHEST)
    within = _whole(turns, number, columns[3], 1, 6)
    Goal.from_text(goal, number, columns[4])
    return Puzzle(name, tactic, value, within, goal, position, key, game)


def _whole(text: str, line: int, column: int, least: int, most: int) -> int:
    if text.isascii() and text.isdigit() and least <= int(text) <= most:
        return int(text)
    raise TextError(line, column, text, f"a number, {least} to {most}")


def written(puzzles: Iterable[Puzzle], comments: Iterable[str] = ()) -> str:
    """The text of some puzzles, with comments at its head."""
    head = [HEAD, *(f"# {comment}" for comment in comments), f"# {FIELDS}"]
    return "\n".join([*head, *(puzzle.line for puzzle in puzzles)]) + "\n"


def shape(position: Position) -> tuple[object, ...]:
    """A key of a position, equal for those that differ by a rotation or mirroring of the board or by the colours.

    The player to move and the order of the colours count; the losses do not.

    >>> here = Position.from_text("adaptoid w 0,0 W:D2,F5L B:D6,G7LP")
    >>> shape(here) == shape(Position.from_text("adaptoid b 1,0 W:A1LP,D2 B:B3L,D6"))
    True
    """
    layout = position.layout
    colors = position.colors
    seat = {color: (colors.index(color) - colors.index(position.turn)) % len(colors) for color in colors}
    pieces = [
        (layout.index(cell), seat[piece.color], piece.legs, piece.pincers)
        for cell, piece in position.pieces.items()
    ]
    turned = [
        tuple(sorted((permutation[disc], *rest) for disc, *rest in pieces))
        for permutation in layout.symmetries()
    ]
    return (position.variant, position.switches, str(layout), position.step, min(turned))
