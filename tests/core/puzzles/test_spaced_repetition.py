"""Practice: the choice of the next puzzle, the rating of the learner, missed puzzles, and the puzzles of a day."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from adaptoid_widget.core.puzzles.daily import daily
from adaptoid_widget.core.puzzles.rating import START, expected, rated, tactic_of
from adaptoid_widget.core.puzzles.spaced_repetition import NEAREST, REVIEW_EVERY, ROUNDS, SOLVED, Practice
from adaptoid_widget.core.rules.errors import GameError

GRADED = [(f"p{n}", 800 + 40 * n) for n in range(31)]


def test_a_rating_changes_more_for_a_harder_puzzle() -> None:
    practice = Practice()
    assert practice.rating == START
    up = practice.record_answer("even", START, True)
    assert up == 40
    assert practice.rating == START + up
    easy, hard = Practice(), Practice()
    assert easy.record_answer("easy", 800, True) < up < hard.record_answer("hard", 1600, True)
    assert expected(1200, 1600) == pytest.approx(1 / 11)


def test_changes_of_the_rating_become_smaller() -> None:
    practice = Practice()
    changes = [abs(practice.record_answer(f"p{n}", practice.rating, n % 2 == 0)) for n in range(60)]
    assert changes[0] == 40
    assert changes[-1] == 10
    for solved in (changes[0::2], changes[1::2]):
        assert solved == sorted(solved, reverse=True)


@pytest.mark.parametrize("rounds", [0, 10, 30, 200])
def test_a_miss_costs_at_most_30_points(rounds: int) -> None:
    for rating in range(100, 3001, 100):
        for difficulty in range(800, 2001, 100):
            assert rating - rated(rating, difficulty, False, rounds) <= 30


def test_a_missed_puzzle_comes_again_after_its_rounds() -> None:
    """Soon at first. Later it comes as rarely as a solved one, and gives way to new ones."""
    practice = Practice()
    practice.record_answer("missed", 1200, False)
    gaps: list[int] = []
    last = practice.round
    graded = [(f"new {n}", 1200) for n in range(120)]
    while len(gaps) < 5:
        name = practice.choose([*graded, ("missed", 1200)])
        if name == "missed":
            gaps.append(practice.round - last)
            last = practice.round + 1
        practice.record_answer(name, 1200, True)
    assert tuple(gaps[:SOLVED]) == ROUNDS[:SOLVED]
    assert all(gap >= rounds for gap, rounds in zip(gaps, ROUNDS, strict=False))
    assert gaps == sorted(gaps)


def test_a_solved_puzzle_comes_again_more_and_more_rarely() -> None:
    practice = Practice()
    graded = [(f"new {n}", 1200) for n in range(300)]
    rounds: dict[str, list[int]] = {}
    for number in range(300):
        name = practice.choose(graded)
        rounds.setdefault(name, []).append(number)
        practice.record_answer(name, 1200, True)
    first = min(rounds, key=lambda name: rounds[name])
    gaps = [later - earlier for earlier, later in itertools.pairwise(rounds[first])]
    assert len(gaps) >= 2
    assert gaps == sorted(gaps)
    assert gaps[0] >= ROUNDS[SOLVED]
    # most puzzles are new all the same
    assert len(rounds) >= 300 * (REVIEW_EVERY - 1) // REVIEW_EVERY


def test_new_puzzles_mix_tactics() -> None:
    practice = Practice()
    graded = [
        (f"{tactic}-{n}", 1000 + 20 * n) for tactic in ("fork", "tail", "siege", "reserve") for n in range(20)
    ]
    asked: list[str] = []
    for _ in range(20):
        name = practice.choose(graded)
        asked.append(tactic_of(name))
        practice.record_answer(name, 1000, True)
    assert asked[0] == "fork"
    assert not any(earlier == later for earlier, later in itertools.pairwise(asked))
    assert {asked.count(tactic) for tactic in set(asked)} == {5}


def test_solved_puzzles_of_an_earlier_version_come_again() -> None:
    """Its data had no box for a puzzle that was solved at once."""
    practice = Practice()
    practice.record_answer("old", 1200, True)
    data = practice.pack() | {"boxes": {}}
    assert Practice.unpack(data).boxes == {"old": (SOLVED, 1 + ROUNDS[SOLVED])}


def test_a_puzzle_missed_again_starts_its_rounds_again() -> None:
    practice = Practice()
    practice.record_answer("a", 1200, False)
    practice.record_answer("a", 1200, True)
    assert practice.boxes["a"][0] == 1
    practice.record_answer("a", 1200, False)
    assert practice.boxes["a"] == (0, practice.round + ROUNDS[0])


def test_the_puzzle_missed_first_is_due_first() -> None:
    practice = Practice()
    for name in ("b", "a"):
        practice.record_answer(name, 1200, False)
    for number in range(9):
        practice.record_answer(f"p{number}", 1200, True)
    assert practice.due() == ("b", "a")
    assert practice.choose([("a", 1200), ("p1", 1200)]) == "a"


def test_new_puzzles_are_near_the_rating() -> None:
    practice = Practice()
    practice.rating = 1600
    nearest = sorted(GRADED, key=lambda row: abs(row[1] - 1600))[:NEAREST]
    drawn = {practice.choose(GRADED, seed) for seed in range(200)}
    assert drawn == {name for name, _ in nearest}


def test_the_first_puzzles_rise_from_the_easiest_to_the_rating() -> None:
    practice, grades = Practice(), dict(GRADED)
    easiest = [name for name, _ in GRADED[:NEAREST]]
    assert {practice.choose(GRADED, seed, 10) for seed in range(200)} == set(easiest)
    highest: list[int] = []
    for number in range(11):
        highest.append(max(grades[practice.choose(GRADED, seed, 10)] for seed in range(200)))
        practice.record_answer(f"new {number}", practice.rating, number % 2 == 0)
    assert highest == sorted(highest)
    assert highest[-1] >= START


def test_the_same_answers_give_the_same_puzzles() -> None:
    def puzzle_sequence() -> list[str]:
        practice, out = Practice(), []
        for number in range(50):
            out.append(practice.choose(GRADED))
            practice.record_answer(out[-1], dict(GRADED)[out[-1]], number % 3 > 0)
        return out

    assert puzzle_sequence() == puzzle_sequence()
    assert len(set(puzzle_sequence())) > 10


def test_when_all_puzzles_are_known_the_oldest_comes() -> None:
    practice = Practice()
    for name, grade in GRADED[:5]:
        practice.record_answer(name, grade, True)
    assert practice.choose(GRADED[:5]) == "p0"
    practice.skip("p0")
    assert practice.choose(GRADED[:5]) == "p1"
    with pytest.raises(GameError, match="no puzzles"):
        practice.choose([])


def test_practice_round_trips_through_json() -> None:
    practice = Practice()
    for number in range(20):
        name = practice.choose(GRADED)
        practice.record_answer(name, 1200, number % 4 > 0)
    data = json.loads(json.dumps(practice.pack()))
    unpacked = Practice.unpack(data)
    assert unpacked.pack() == practice.pack()
    assert unpacked.choose(GRADED) == practice.choose(GRADED)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("v", 2),
        ("rating", "1200"),
        ("rating", 10**12),
        ("round", True),
        ("history", [["a", True]]),
        ("history", [["a", 1, 1200]]),
        ("history", "abc"),
        ("boxes", {"a": 1}),
        ("boxes", {"a": [7, 1]}),
        ("boxes", {"": [0, 1]}),
        ("seen", {"a": None}),
        ("seen", []),
    ],
)
def test_bad_practice_data_is_refused(key: str, value: Any) -> None:
    data = Practice().pack()
    data[key] = value
    with pytest.raises(GameError, match="practice"):
        Practice.unpack(data)


def test_daily_puzzles_differ_and_rise_in_difficulty() -> None:
    days = [daily(GRADED, day) for day in range(900, 911)]
    grades = dict(GRADED)
    for easy, middling, hard in days:
        assert grades[easy] < grades[middling] < grades[hard]
    assert len(set(days)) == len(days)
    assert daily(list(reversed(GRADED)), 900) == days[0]
    with pytest.raises(GameError, match="three"):
        daily(GRADED[:2], 1)


@pytest.mark.parametrize("number", [9, 12, 31, 150])
def test_tomorrow_always_brings_three_other_puzzles(number: int) -> None:
    """Also after a round in which each puzzle came once."""
    graded = [(f"p{n}", 800 + n) for n in range(number)]
    days = [set(daily(graded, day)) for day in range(739_000, 739_400)]
    assert not any(today & tomorrow for today, tomorrow in itertools.pairwise(days))
