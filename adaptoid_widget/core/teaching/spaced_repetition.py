"""Spaced repetition of puzzles: boxes counted in rounds, a rating, the puzzles of a day. Deterministic, no dates."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Sequence, Tuple

from ..rules.errors import GameError
from ..rules.random_play import below, step

VERSION = 1

START = 1200
"""The initial rating."""
LOWEST, HIGHEST = 100, 3000
ROUNDS = (3, 6, 12, 24, 48)
"""By box, the rounds until a missed puzzle comes again. Solved then, it moves to the next box, or out of the last."""
# the K-factor of the rating falls from the first to the second value within this number of rounds
FIRST_K, LAST_K, SETTLED = 80, 20, 30
# a new puzzle is drawn from this number of puzzles near the learner's rating
NEAREST = 8
MAX_NAMES = 5000
MAX_HISTORY = 5000
MAX_LETTERS = 80

# a puzzle's name and its rating
Graded = Tuple[str, int]


def expected(rating: int, grade: int) -> float:
    """The probability that a learner with a rating solves a puzzle with a grade.

    >>> expected(1200, 1200), round(100 * expected(1600, 1200))
    (0.5, 91)
    """
    return 1.0 / (1.0 + math.pow(10.0, (grade - rating) / 400))


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
        k = FIRST_K - (FIRST_K - LAST_K) * min(self.round, SETTLED) // SETTLED
        score = (1 if solved else 0) - expected(self.rating, grade)
        before = self.rating
        self.rating = max(LOWEST, min(HIGHEST, before + int(k * abs(score) + 0.5) * (1 if solved else -1)))
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


def daily(graded: Sequence[Graded], day: int) -> Tuple[str, ...]:
    """Three puzzles of a day: easy, middle and hard. All puzzles of a third are used before one repeats.

    Raises GameError for fewer than three puzzles.

    >>> graded = [("p%d" % n, 800 + n) for n in range(9)]
    >>> days = [daily(graded, day) for day in range(3)]
    >>> sorted([name for names in days for name in names]) == sorted([name for name, _ in graded])
    True
    """
    if len(graded) < 3:
        raise GameError("a day has three puzzles, and there are %d to choose from" % len(graded))
    order = sorted([(grade, name) for name, grade in graded])
    out: List[str] = []
    for third in range(3):
        part = order[third * len(order) // 3 : (third + 1) * len(order) // 3]
        names = [name for _, name in part]
        _shuffle(names, 3 * (day // len(names)) + third)
        out.append(names[day % len(names)])
    return tuple(out)


def _shuffle(names: List[str], seed: int) -> None:
    state = step(step((seed + 1) * 2654435761 & 281474976710655))
    for i in range(len(names) - 1, 0, -1):
        state = step(state)
        k = below(state, i + 1)
        names[i], names[k] = names[k], names[i]


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
