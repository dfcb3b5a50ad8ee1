"""Every bundled puzzle is a fair question: each turn is right or wrong by the rules, and its sentences are true."""

from __future__ import annotations

from collections import Counter

import pytest

from adaptoid_widget.core.goals.attempt import Attempt
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.puzzles.daily import daily
from adaptoid_widget.core.puzzles.puzzle import Puzzle, lesson_of, step_of
from adaptoid_widget.core.puzzles.puzzle_progress import PuzzleProgress
from adaptoid_widget.core.puzzles.puzzle_tutor import PuzzleSequence
from adaptoid_widget.core.rules.bitboard import count
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.tactics.forks import one_to_spare
from adaptoid_widget.lessons.check import check_lesson
from adaptoid_widget.puzzles import load, sentences
from tests.puzzles.every_turn import compare
from tests.repetitions import EVERYTHING
from tools.puzzle_mining.grade import grade
from tools.puzzle_mining.position_facts import gain, max_gain
from tools.puzzle_mining.puzzle_file import FILE, HIGHEST, LOWEST, read, shape
from tools.puzzle_mining.vet import stands

PUZZLES = load()
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
    # a later turn would depend on the replies
    assert {puzzle.turns for puzzle in PUZZLES} == {1}


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
    assert step_of(puzzle, sentences()).color == position.turn


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=named)
def test_the_tutor_decides_every_turn_and_few_are_right(puzzle: Puzzle) -> None:
    """Also that chance rarely finds the goal, and that the greedy player misses it, unless it is a double fork."""
    assert stands(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=named)
def test_its_rating_follows_from_what_makes_it_hard(puzzle: Puzzle) -> None:
    position, goal = Position.from_text(puzzle.position), Goal.from_text(puzzle.goal)
    right = goal.among(Attempt(position, position.turn), position.turns())
    assert grade(position, goal, [str(turn) for turn in right]) == puzzle.rating


@pytest.mark.parametrize("answers", [(True,), (False,), (True, False), (False, True, True)])
def test_the_first_ten_puzzles_of_a_beginner_contain_a_fork_and_other_tactics(
    answers: tuple[bool, ...],
) -> None:
    sequence = PuzzleSequence(PUZZLES, PuzzleProgress(), sentences())
    tactics: list[str] = []
    for number in range(10):
        (step,) = sequence.ask().steps
        tactics.append(sequence.puzzles[step.name].tactic)
        rating = sequence.puzzles[step.name].rating
        sequence.progress.practice.record_answer(step.name, rating, answers[number % len(answers)])
    assert "fork" in tactics
    assert len(set(tactics)) >= 4


def test_the_puzzles_of_a_day_are_about_three_tactics() -> None:
    graded, tactic = [(puzzle.name, puzzle.rating) for puzzle in PUZZLES], {p.name: p.tactic for p in PUZZLES}
    for day in range(739_000, 739_060):
        assert len({tactic[name] for name in daily(graded, day)}) == 3, day


@pytest.mark.slow
@pytest.mark.parametrize("tactic", FIRST)
def test_the_check_of_lessons_warns_of_no_undecided_turn(tactic: str) -> None:
    checked = check_lesson(lesson_of(load(tactic), "title", sentences()))
    assert all(report.known for report in checked.reports)
    # "No reply may take any of yours" says nothing about how many turns are right, and hints come from the puzzle's key
    passed = ("the text leaves a choice", "Hint and Show me have none")
    others = [each for each in checked.findings if not any(text in str(each) for text in passed)]
    assert others == []


# of each tactic one puzzle with few replies; all puzzles take a quarter of an hour
BY_DAY = ("fork-1", "siege-4", "tail-16", "reserve-6", "kamikaze-1")
COMPARED = [
    puzzle for puzzle in PUZZLES if EVERYTHING or puzzle.name in BY_DAY or puzzle == load("double fork")[0]
]


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", COMPARED, ids=named)
def test_the_tutor_accepts_what_reaches_the_goal_against_every_reply(puzzle: Puzzle) -> None:
    """And nothing else, by a second program that tries all turns and replies (tests/puzzles/every_turn.py)."""
    compared = compare(puzzle)
    assert compared.agrees, compared
    assert 0 < compared.right < compared.turns


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=named)
def test_the_hint_is_true(puzzle: Puzzle) -> None:
    position = Position.from_text(puzzle.position)
    (hint,) = step_of(puzzle, sentences()).hints
    text = str(hint["en"])
    if puzzle.tactic == "double fork":
        assert "two enemies that have exactly one free disc more than limbs" in text
        assert count(one_to_spare(position.state, position.context)) > 1
        return
    assert "no turn that takes the most, own losses deducted, reaches the goal" in text
    best = max_gain(position)
    greedy = [turn for turn in position.turns() if gain(position, turn) == best]
    assert best > 0
    assert Goal.from_text(puzzle.goal).among(Attempt(position, position.turn), greedy) == []
