"""Spaced repetition of puzzles: missed ones come again, in boxes counted in rounds. Deterministic, no dates."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence, Tuple

from ..rules.errors import GameError
from ..rules.random_play import below, step
from .rating import HIGHEST, LOWEST, START, Graded, rated

VERSION = 1

ROUNDS = (3, 6, 12, 24, 48)
"""By box, the rounds until a missed puzzle comes again. Solved then, it moves to the next box, or out of the last."""
# a new puzzle is drawn from this number of puzzles near the learner's rating
NEAREST = 8
MAX_NAMES = 5000
MAX_HISTORY = 5000
MAX_LETTERS = 80


class Practice:
    """A learner's rating, the puzzles seen, and the missed ones to repeat.

    A round is the first answer to a puzzle after it was asked. The same answers in the same order lead to the same
    state and the same next puzzle.

    >>> practice = Practice()
    >>> practice.note("fork-1", 1200, False), practice.rating
    (-40, 1160)
    >>> [practice.note(name, 1200, True) > 0 for name in ("a", "b")], practice.due()
    ([True, True], ())
    >>> practice.note("c", 1200, True) > 0, practice.due()
    (True, ('fork-1',))
    """

    __slots__ = ("boxes", "history", "rating", "round", "seen")

    def __init__(self) -> None:
        self.rating = START
        self.history: List[Tuple[str, bool, int]] = []
        """Every answer: the puzzle, whether it was solved at once and alone, and the rating after it."""
        self.round = 0
        """The number of answers."""
        self.boxes: Dict[str, Tuple[int, int]] = {}
        """By missed puzzle: its box, from 0, and the round in which it is due."""
        self.seen: Dict[str, int] = {}
        """By puzzle: the round in which it was last answered."""

    def note(self, name: str, grade: int, solved: bool) -> int:
        """Record an answer. Returns the change of the rating."""
        before = self.rating
        self.rating = rated(before, grade, solved, self.round)
        self.round += 1
        self.seen[name] = self.round
        self.history.append((name, solved, self.rating))
        if len(self.history) > MAX_HISTORY:
            self.history = self.history[1:]
        if not solved:
            self.boxes[name] = (0, self.round + ROUNDS[0])
        elif name in self.boxes:
            box = self.boxes[name][0] + 1
            if box < len(ROUNDS):
                self.boxes[name] = (box, self.round + ROUNDS[box])
            else:
                del self.boxes[name]
        return self.rating - before

    def skip(self, name: str) -> None:
        """Record that a puzzle was skipped: it is no longer new, and a missed one waits again."""
        self.seen[name] = self.round
        if name in self.boxes:
            self.boxes[name] = (self.boxes[name][0], self.round + ROUNDS[0])

    def due(self) -> Tuple[str, ...]:
        """The names of missed puzzles that are due, the longest waiting first."""
        boxes = sorted([(self.boxes[name][1], self.boxes[name][0], name) for name in self.boxes])
        return tuple([name for due, _, name in boxes if due <= self.round])

    def choose(self, graded: Sequence[Graded], seed: int = 0) -> str:
        """The next puzzle: one that is due, else a new one near the rating, else the one seen longest ago.

        Raises GameError if there are none.
        """
        if not graded:
            raise GameError("there are no puzzles to choose from")
        names = {name for name, _ in graded}
        for name in self.due():
            if name in names:
                return name
        new = [(abs(grade - self.rating), name) for name, grade in graded if name not in self.seen]
        if new:
            nearest = sorted(new)[:NEAREST]
            return nearest[below(step(step(step(seed + self.round + 1))), len(nearest))][1]
        # puzzles in a box wait for their round
        again = [(name in self.boxes, self.seen[name], name) for name, _ in graded]
        return min(again)[2]

    def pack(self) -> Dict[str, Any]:
        """JSON-able data."""
        return {
            "v": VERSION,
            "rating": self.rating,
            "round": self.round,
            "history": [[name, solved, rating] for name, solved, rating in self.history],
            "boxes": {name: list(self.boxes[name]) for name in sorted(self.boxes)},
            "seen": {name: self.seen[name] for name in sorted(self.seen)},
        }

    @staticmethod
    def unpack(data: Any) -> Practice:
        """The practice of data from `pack`. Raises GameError for invalid data and for a later version.

        >>> practice = Practice()
        >>> practice.note("fork-1", 900, True) > 0, Practice.unpack(practice.pack()).pack() == practice.pack()
        (True, True)
        """
        if not isinstance(data, dict) or data.get("v") != VERSION:
            raise GameError("this is no practice, or that of a later version of adaptoid-widget")
        practice = Practice()
        practice.rating = _whole(data.get("rating"), LOWEST, HIGHEST)
        practice.round = _whole(data.get("round"), 0)
        history = data.get("history")
        if not isinstance(history, list) or len(history) > MAX_HISTORY:
            raise _broken("a list is missing, or too long")
        for row in history:
            if not isinstance(row, list) or len(row) != 3 or not isinstance(row[1], bool):
                raise _broken("an answer is a name, true or false, and a rating")
            practice.history.append((_name(row[0]), row[1], _whole(row[2], LOWEST, HIGHEST)))
        boxes, seen = data.get("boxes"), data.get("seen")
        if not isinstance(boxes, dict) or not isinstance(seen, dict) or len(boxes) + len(seen) > MAX_NAMES:
            raise _broken("boxes and seen are dicts by name")
        for name, row in boxes.items():
            if not isinstance(row, list) or len(row) != 2:
                raise _broken("a box is two numbers")
            practice.boxes[_name(name)] = (_whole(row[0], 0, len(ROUNDS) - 1), _whole(row[1], 0))
        practice.seen = {_name(name): _whole(seen[name], 0) for name in seen}
        return practice


def _broken(reason: str) -> GameError:
    return GameError("this practice cannot be read: %s" % reason)


def _whole(value: Any, least: int, most: int = 10**9) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _broken("a whole number is missing or out of its range")
    return value


def _name(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= MAX_LETTERS:
        raise _broken("a name is a short text")
    return value
