"""Every bundled puzzle is checked with the rules and its goal only, without a search."""

from __future__ import annotations

from collections import Counter

import pytest

from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.puzzles.puzzle import Puzzle, step_of
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.tactics.weak_players import greedy_turn
from adaptoid_widget.puzzles import SENTENCES, load
from tools.puzzle_mining.position_facts import (
    best_reply,
    double_next,
    gain,
    greedy_turns,
    max_gain,
    widest_fork,
)
from tools.puzzle_mining.puzzle_file import FILE, HIGHEST, LOWEST, read, shape

PUZZLES = load()
OF_ONE = [puzzle for puzzle in PUZZLES if puzzle.turns == 1]
OF_TWO = [puzzle for puzzle in PUZZLES if puzzle.turns == 2]
FIRST = {
    "fork": "forks",
    "double fork": "double-forks",
    "siege": "besieges",
    "tail": "tail",
    "reserve": "reserve",
    "kamikaze": "kamikaze",
}


def named(puzzle: Puzzle) -> str:
    return puzzle.name


def test_the_file_can_be_read_strictly() -> None:
    assert read(FILE.read_text("utf-8")) == PUZZLES


def test_there_are_enough_puzzles_of_each_tactic() -> None:
    counts = Counter(puzzle.tactic for puzzle in PUZZLES)
    assert len(PUZZLES) >= 150
    assert {name: counts[name] >= 20 for name in FIRST} == dict.fromkeys(counts, True)
    assert len({puzzle.name for puzzle in PUZZLES}) == len(PUZZLES)
    assert len(OF_ONE) + len(OF_TWO) == len(PUZZLES)


def test_no_two_puzzles_differ_only_by_a_symmetry_or_the_colours() -> None:
    shapes = Counter(shape(Position.from_text(puzzle.position)) for puzzle in PUZZLES)
    assert [repeated for repeated, number in shapes.items() if number > 1] == []


def test_each_level_of_difficulty_has_puzzles() -> None:
    ratings = sorted(puzzle.rating for puzzle in PUZZLES)
    assert LOWEST <= ratings[0] <= 1100
    assert 1700 <= ratings[-1] <= HIGHEST
    # enough puzzles at each level of difficulty
    for low in range(1000, 1800, 200):
        assert sum(low <= rating < low + 200 for rating in ratings) >= 10
    by_tactic = {name: [puzzle.rating for puzzle in PUZZLES if puzzle.tactic == name] for name in FIRST}
    assert all(ratings == sorted(ratings) for ratings in by_tactic.values())


@pytest.mark.parametrize("puzzle", PUZZLES, ids=named)
def test_a_puzzle_is_a_legal_position_with_a_canonical_goal_and_a_legal_key(puzzle: Puzzle) -> None:
    position = Position.from_text(puzzle.position)
    assert str(position) == puzzle.position
    assert position.step == "move"
    assert position.winner is None
    assert str(Goal.from_text(puzzle.goal)) == puzzle.goal
    assert Goal.from_text(puzzle.goal).conditions[0].name == FIRST[puzzle.tactic]
    assert position.why_not(puzzle.key) is None
    assert step_of(puzzle, SENTENCES).color == position.turn


@pytest.mark.parametrize("puzzle", OF_ONE, ids=named)
def test_few_turns_reach_the_goal_and_the_greedy_player_misses_it(puzzle: Puzzle) -> None:
    position = Position.from_text(puzzle.position)
    turns = list(position.turns())
    right = Goal.from_text(puzzle.goal).among(Attempt(position, position.turn), turns)
    assert Turn.from_text(puzzle.key) in right
    assert len(right) <= max(6, len(turns) * (18 if puzzle.tactic in ("tail", "reserve") else 12) // 100)
    best = max_gain(position)
    # The turns with the largest gain are wrong, so the greedy player misses the goal whichever of them it picks.
    assert max(gain(position, turn) for turn in right) < best
    for seed in range(4):
        greedy = greedy_turn(position, seed)
        assert gain(position, greedy) == best
        assert greedy not in right


@pytest.mark.parametrize("puzzle", OF_TWO, ids=named)
def test_the_key_prepares_the_goal_and_greedy_turns_do_not(puzzle: Puzzle) -> None:
    position = Position.from_text(puzzle.position)
    goal = Goal.from_text(puzzle.goal)
    attempt = Attempt(position, position.turn)
    assert puzzle.goal == "double-forks"
    assert widest_fork(position) < 2
    attempt = attempt.add(puzzle.key)
    attempt = attempt.add(best_reply(attempt.position, attempt.color))
    assert goal.among(attempt, attempt.position.turns())
    greedy = greedy_turns(position)
    assert gain(position, Turn.from_text(puzzle.key)) < max_gain(position)
    for turn in greedy:
        assert not double_next(position, turn)
