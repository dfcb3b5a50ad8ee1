"""Writes and reads the file of puzzles, and finds those that differ only by a symmetry or by the colours."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from adaptoid_widget import puzzles as bundled
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.puzzles.puzzle import Puzzle
from adaptoid_widget.core.rules.errors import TextError
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.tactics.finder import NAMES

FILE = Path(bundled.__file__).with_name("puzzles.txt")
HEAD = "adaptoid-puzzles 1"
LOWEST, HIGHEST = 800, 2000
"""The ratings that puzzles have."""
FIELDS = "name | tactic | rating | turns | goal | position | key | game"


def text_of(puzzles: Iterable[Puzzle], comments: Iterable[str] = ()) -> str:
    """Return the text of puzzles, with comments in front. `read` parses it."""
    head = [HEAD, *(f"# {comment}" for comment in comments), f"# {FIELDS}"]
    return "\n".join([*head, *(" | ".join(map(str, puzzle)) for puzzle in puzzles)]) + "\n"


def read(text: str) -> tuple[Puzzle, ...]:
    """Read the text of puzzles. Raises TextError with line and column.

    >>> line = "fork-1 | fork | 1200 | 1 | forks | adaptoid w 0,0 W:D2,F5L B:D6,G7LP | F5-F6 +G6 | quick 5 after 9"
    >>> read(HEAD + "\\n# a comment\\n" + line + "\\n")[0].rating
    1200
    """
    lines = text.splitlines()
    if not lines or lines[0] != HEAD:
        raise TextError(1, 1, lines[0][:40] if lines else "", HEAD)
    puzzles: dict[str, Puzzle] = {}
    for number, line in enumerate(lines[1:], 2):
        if line and not line.startswith("#"):
            puzzle = _read_line(line, number)
            if puzzle.name in puzzles:
                raise TextError(number, 1, puzzle.name, "a name that no other puzzle has")
            puzzles[puzzle.name] = puzzle
    return tuple(puzzles.values())


def _read_line(line: str, number: int) -> Puzzle:
    parts = line.split(" | ")
    if len(parts) != len(Puzzle._fields):
        raise TextError(number, 1, line[:40], FIELDS)
    columns = [1 + sum(len(part) + 3 for part in parts[:index]) for index in range(len(parts))]
    name, tactic, rating, turns, goal, position, key, game = parts
    if tactic not in NAMES:
        raise TextError(number, columns[1], tactic, "a tactic: " + ", ".join(NAMES))
    rating_value = _number(rating, number, columns[2], LOWEST, HIGHEST)
    turn_count = _number(turns, number, columns[3], 1, 6)
    Goal.from_text(goal, number, columns[4])
    return Puzzle(name, tactic, rating_value, turn_count, goal, position, key, game)


def _number(text: str, line: int, column: int, minimum: int, maximum: int) -> int:
    if text.isascii() and text.isdigit() and minimum <= int(text) <= maximum:
        return int(text)
    raise TextError(line, column, text, f"a number, {minimum} to {maximum}")


def shape(position: Position) -> tuple[object, ...]:
    """Return a key that is equal for positions that differ only by a symmetry of the board or by the colours.

    The key depends on the player to move and on the order of the colours, but not on the losses.

    >>> position = Position.from_text("adaptoid w 0,0 W:D2,F5L B:D6,G7LP")
    >>> shape(position) == shape(Position.from_text("adaptoid b 1,0 W:A1LP,D2 B:B3L,D6"))
    True
    """
    least = position.canonical(colors=True)
    planes = least.state[:9]
    return (position.variant, position.switches, str(position.layout), position.step, planes)
