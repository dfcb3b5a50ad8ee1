"""Spaced repetition of puzzles: all come again, missed ones soon, in boxes counted in rounds. No dates, no chance."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence, Tuple

from ..rules.errors import GameError, whole_number
from ..rules.random_play import advance, below
from .rating import HIGHEST, LOWEST, START, Graded, rated, tactic_of

VERSION = 1

ROUNDS = (3, 6, 12, 24, 48, 96, 192)
"""By box, the rounds until a puzzle comes again. Solved then, it moves to the next box, or stays in the last."""
SOLVED = 3
"""The box of a puzzle that is solved when it is new. From this box on, puzzles give way to new ones."""
# in one of this number of rounds, a solved puzzle may come in place of a new one
REVIEW_EVERY = 4
# a new puzzle is about another tactic than the last answers
MIXED = 3
# a new puzzle is drawn from this number of puzzles near the learner's rating
NEAREST = 8
MAX_NAMES = 5000
MAX_HISTORY = 5000
MAX_PUZZLE_NAME = 80


class Practice:
    """A learner's rating, the puzzles seen, and when they come again.

    A round is the first answer to a puzzle after it was asked. The same answers in the same order lead to the same
    state and the same next puzzle.

    >>> practice = Practice()
    >>> practice.record_answer("fork-1", 1200, False), practice.rating
    (-30, 1170)
    >>> [practice.record_answer(name, 1200, True) > 0 for name in ("a", "b")], practice.due()
    ([True, True], ())
    >>> practice.record_answer("c", 1200, True) > 0, practice.due()
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
        """By answered puzzle: its box, from 0, and the round in which it is due."""
        self.seen: Dict[str, int] = {}
        """By puzzle: the round in which it was last answered."""

    def record_answer(self, name: str, difficulty: int, solved: bool) -> int:
        """Record an answer. Returns the change of the rating."""
        before = self.rating
        self.rating = rated(before, difficulty, solved, self.round)
        self.round += 1
        self.seen[name] = self.round
        self.history.append((name, solved, self.rating))
        if len(self.history) > MAX_HISTORY:
            self.history = self.history[1:]
        box = SOLVED if name not in self.boxes else min(self.boxes[name][0] + 1, len(ROUNDS) - 1)
        if not solved:
            box = 0
        self.boxes[name] = (box, self.round + ROUNDS[box])
        return self.rating - before

    def skip(self, name: str) -> None:
        """Record that a puzzle was skipped: it is no longer new, and a missed one waits again."""
        self.seen[name] = self.round
        if name in self.boxes:
            self.boxes[name] = (self.boxes[name][0], self.round + ROUNDS[0])

    def due(self, solved: bool = False) -> Tuple[str, ...]:
        """The names of missed puzzles that are due, or of solved ones, the longest waiting first."""
        boxes = sorted([(self.boxes[name][1], self.boxes[name][0], name) for name in self.boxes])
        return tuple([name for due, box, name in boxes if due <= self.round and (box >= SOLVED) == solved])

    def choose(self, graded: Sequence[Graded], seed: int = 0, first_rounds: int = 0) -> str:
        """The next puzzle: one that is due, else a new one near the rating, else the one seen longest ago.

        A solved puzzle that is due comes in every fourth round only. A new puzzle is about another tactic than the last
        answers, and the first one about the first tactic of `graded`. During the first rounds, the difficulty of new
        puzzles rises from the easiest to the rating.

        Raises GameError if there are none.
        """
        if not graded:
            raise GameError("there are no puzzles to choose from")
        names = {name for name, _ in graded}
        reviews = self.due(solved=True) if self.round % REVIEW_EVERY == REVIEW_EVERY - 1 else ()
        for name in self.due() + reviews:
            if name in names:
                return name
        wanted = self.rating
        if self.round < first_rounds:
            easiest = min([difficulty for _, difficulty in graded])
            wanted = easiest + (wanted - easiest) * self.round // first_rounds
        new = [(abs(difficulty - wanted), name) for name, difficulty in graded if name not in self.seen]
        if new:
            recent = [tactic_of(name) for name, _, _ in self.history[-MIXED:]]
            if recent:
                mixed = [row for row in new if tactic_of(row[1]) not in recent]
            else:
                mixed = [row for row in new if tactic_of(row[1]) == tactic_of(graded[0][0])]
            nearest = sorted(mixed or new)[:NEAREST]
            return nearest[below(advance(advance(advance(seed + self.round + 1))), len(nearest))][1]
        # missed puzzles wait for their round
        repeats = [
            (self.boxes.get(name, (SOLVED, 0))[0] < SOLVED, self.seen[name], name) for name, _ in graded
        ]
        return min(repeats)[2]

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
        >>> (
        ...     practice.record_answer("fork-1", 900, True) > 0,
        ...     Practice.unpack(practice.pack()).pack() == practice.pack(),
        ... )
        (True, True)
        """
        if not isinstance(data, dict) or data.get("v") != VERSION:
            raise GameError("this is not a practice, or it is from a later version of adaptoid-widget")
        practice = Practice()
        practice.rating = practice_number(data.get("rating"), LOWEST, HIGHEST)
        practice.round = practice_number(data.get("round"))
        history: Any = data.get("history")
        boxes: Any = data.get("boxes")
        seen: Any = data.get("seen")
        check(isinstance(history, list) and len(history) <= MAX_HISTORY)
        check(isinstance(boxes, dict) and isinstance(seen, dict) and len(boxes) + len(seen) <= MAX_NAMES)
        for row in history:
            check(isinstance(row, list) and len(row) == 3 and isinstance(row[1], bool))
            practice.history.append((_name(row[0]), row[1], practice_number(row[2], LOWEST, HIGHEST)))
        for name, row in boxes.items():
            check(isinstance(row, list) and len(row) == 2)
            practice.boxes[_name(name)] = (
                practice_number(row[0], 0, len(ROUNDS) - 1),
                practice_number(row[1]),
            )
        practice.seen = {_name(name): practice_number(seen[name]) for name in seen}
        # an earlier version kept no box of solved puzzles
        for name, solved, _ in practice.history:
            if solved and name in practice.seen and name not in practice.boxes:
                practice.boxes[name] = (SOLVED, practice.seen[name] + ROUNDS[SOLVED])
        return practice


def check(is_right: bool) -> None:
    """Raise GameError for wrong data. Nobody reads what is wrong, since such a file is put aside."""
    if not is_right:
        raise GameError("this practice cannot be read")


def practice_number(value: Any, minimum: int = 0, maximum: int = 10**9) -> int:
    """A whole number in a range. Raises GameError for another value."""
    return whole_number(value, "a number of a practice", minimum, maximum)


def _name(value: Any) -> str:
    check(isinstance(value, str) and 0 < len(value) <= MAX_PUZZLE_NAME)
    return str(value)
