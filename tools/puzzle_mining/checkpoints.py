"""python -m tools.puzzle_mining.checkpoints: find positions of games for the checkpoints of the course.

A task of a checkpoint says what to reach, not how. A position is fit for it if few turns are right, if they all use
the idea that is tested, and if neither the course nor a puzzle has it, up to symmetry and colours.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache

from adaptoid_widget import lessons, puzzles
from adaptoid_widget.arena.players import mixed_seed, random_turn
from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.random_play import advance, below
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.tactics.weak_players import choose
from adaptoid_widget.core.teaching.question import Question
from tools.puzzle_mining.position_facts import widest_fork
from tools.puzzle_mining.puzzle_file import shape

SEED = 40
# a person can look through so many adaptoids and turns
MIN_PIECES, MAX_PIECES, MAX_TURNS = 6, 11, 160
# a turn by chance is right in at most this share of hundredths
MAX_RIGHT = 20
# the number of random turns in a hundred
BY_LOT = 12
# more are never shut in
MAX_BESIEGED = 4


@lru_cache(64)
def right_turns(position: Position, goal: str) -> tuple[Turn, ...]:
    """Return the turns that reach a goal; none if a turn by chance does so too often."""
    turns = list(position.turns())
    right = tuple(Goal.from_text(goal).among(Attempt(position, position.turn), turns))
    return right if len(right) * 100 <= MAX_RIGHT * len(turns) else ()


def all_meet(position: Position, turns: Collection[Turn], goal: str) -> bool:
    """Whether each of the turns reaches a goal."""
    met = Goal.from_text(goal).among(Attempt(position, position.turn), list(turns))
    return len(met) == len(turns)


def any_meets(position: Position, goal: str) -> bool:
    """Whether a turn reaches a goal."""
    return bool(Goal.from_text(goal).among(Attempt(position, position.turn), list(position.turns())))


def _turns(goal: str, idea: str, tempting: str = "") -> Callable[[Position], str]:
    """Make a test: all right turns use the idea, and some turn only tempts."""

    def fits(position: Position) -> str:
        right = right_turns(position, goal)
        # a single right turn is a riddle
        if len(right) < 3 or not all_meet(position, right, idea):
            return ""
        return f"{goal}: {len(right)}" if not tempting or any_meets(position, tempting) else ""

    return fits


def _hungry(position: Position) -> str:
    starving = Question.from_text("starving").discs(position)
    fed_just = [
        cell
        for cell, piece in position.pieces.items()
        if piece.color != position.turn and piece.size > 1 and position.spare(cell) == 0
    ]
    return f"starving {','.join(starving)}" if len(starving) == 2 and fed_just else ""


def _how_far(position: Position) -> str:
    for cell, piece in position.pieces.items():
        if piece.color == position.turn and piece.legs == 2:
            reach = Question.from_text(f"reach {cell}").discs(position)
            if 3 <= len(reach) <= 7:
                return f"reach {cell}: {','.join(reach)}"
    return ""


def _hunter(position: Position) -> str:
    for cell, piece in position.pieces.items():
        if piece.color == position.turn and piece.pincers:
            attacked = Question.from_text(f"attacks {cell}").discs(position)
            enemies = sum(each.color != position.turn for each in position.pieces.values())
            if 2 < len(attacked) < enemies:
                return f"attacks {cell}: {','.join(attacked)}"
    return ""


def _kamikaze(position: Position) -> str:
    own = sum(piece.color == position.turn for piece in position.pieces.values())
    if own < 2 or not any_meets(position, "kamikaze") or any_meets(position, "survives"):
        return ""
    return _turns(f"takes 1 and keeps {own - 1}", "kamikaze")(position)


def _fork(position: Position) -> str:
    return (
        _turns("takes 1 and losses 0 and survives", "forks", "takes 1")(position)
        if widest_fork(position)
        else ""
    )


def _siege(position: Position) -> str:
    enemies = sum(piece.color != position.turn for piece in position.pieces.values())
    if enemies > MAX_BESIEGED or any_meets(position, "takes 1"):
        return ""
    return _turns("besieges 2", "besieges 2")(position)


TASKS: dict[str, Callable[[Position], str]] = {
    "hungry": _hungry,
    "clean-capture": _turns("captures 1 and losses 0", "captures 1", "captures 1 and not losses 0"),
    "how-far": _how_far,
    "in-danger": _turns("survives", "survives"),
    "hunter": _hunter,
    "win": _turns("wins", "wins", "takes 1 and not wins"),
    "two-arrivals": _fork,
    "quiet-place": _turns("survives", "reserve and grows new", "reserve and not survives"),
    "lost-anyway": _kamikaze,
    "chain": _turns("survives", "tail"),
    "shut-in": _siege,
    "steady": _turns("survives", "spare 1 and not takes 1", "takes 1"),
}
"""By the step of a checkpoint, a test whether a position is fit; it returns what the task is there, or nothing."""


def game(number: int) -> Iterator[Position]:
    """Yield the positions of a game of levels 1 to 3 with some random turns."""
    dice = advance(mixed_seed(SEED, number, 0))
    position = Position.start()
    while position.winner is None:
        yield position
        dice = advance(dice)
        by_lot = below(dice, 100) < BY_LOT
        position = position.play(
            random_turn(position, dice)[0] if by_lot else choose(position, 1 + number % 3, dice)
        )


def found(numbers: range, names: Sequence[str], wanted: int) -> Iterator[tuple[object, ...]]:
    """Yield tasks: its name, what it asks, the position, the game and the turn. A game gives a task one position."""
    known = {shape(step.start) for name in lessons.names() for step in lessons.load(name).steps}
    known |= {shape(Position.from_text(puzzle.position)) for puzzle in puzzles.load()}
    n_found: Counter[str] = Counter()
    for number in numbers:
        missing = [name for name in names if n_found[name] < wanted]
        for ply, position in enumerate(game(number)):
            is_fit = MIN_PIECES <= len(position.pieces) <= MAX_PIECES and shape(position) not in known
            if not is_fit or len(list(position.turns())) > MAX_TURNS:
                continue
            for name in missing:
                asked = TASKS[name](position)
                if asked:
                    missing.remove(name)
                    n_found[name] += 1
                    known.add(shape(position))
                    yield name, asked, position, f"game {number} after {ply}"
                    break


def main(words: Sequence[str] | None = None) -> int:
    """Print what was found, a line for each position."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.puzzle_mining.checkpoints",
        description="Find positions for the checkpoints of the course in the computer's games against itself.",
    )
    parser.add_argument("--games", type=int, default=100, help="how many games (100)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (0)")
    parser.add_argument("--wanted", type=int, default=6, help="how many positions of each task (6)")
    parser.add_argument("--task", action="append", choices=tuple(TASKS), help="one task alone")
    options = parser.parse_args(words)
    numbers = range(options.first, options.first + options.games)
    for row in found(numbers, options.task or tuple(TASKS), options.wanted):
        print(" | ".join(map(str, row)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
