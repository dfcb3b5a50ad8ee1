"""Elo, its interval and the sequential test, compared with numbers from other programs."""

from __future__ import annotations

import math
import random

import pytest

from adaptoid_widget.arena.elo import (
    Sprt,
    elo,
    elo_of,
    log_likelihood_ratio,
    mean_and_variance,
    score,
    score_of,
    student95,
)

# counts, elo0, elo1, and the result of fishtest's LLRcalc.LLR_logistic
FISHTEST = [
    ((3, 20, 50, 22, 5), 0, 20, 0.04032037241670679),
    ((3, 20, 50, 22, 5), 0, 5, 0.17838022438188125),
    ((3, 20, 50, 22, 5), -10, 10, 0.9344729113889829),
    ((0, 10, 30, 12, 0), 0, 20, -0.27041453628885204),
    ((12, 40, 60, 30, 8), 0, 20, -2.9973011351582723),
    ((12, 40, 60, 30, 8), -10, 10, -2.0579732004260216),
    ((30, 40, 50), 0, 20, 1.4333717997704136),
    ((10, 25, 45, 25, 10), 0, 5, -0.0421241799),
    ((0, 3, 65, 4, 2), 0, 5, 0.6755509925),
    ((141, 593, 1112, 666, 158), 0, 5, 2.1466073915),
]
# losses, draws and wins of single games, elo0, elo1, and the result that fastchess's own tests expect
FASTCHESS = [
    ((21184, 40708, 21404), 0.5, 2.5, -1.57),
    ((57030, 106593, 57433), 0, 2, -2.59),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "expected"), FISHTEST)
def test_the_log_likelihood_ratio_equals_that_of_fishtest(
    counts: tuple[int, ...], elo0: float, elo1: float, expected: float
) -> None:
    # two of the numbers have only ten decimal places
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(expected, abs=2e-9)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "expected"), FASTCHESS)
def test_the_log_likelihood_ratio_equals_that_of_fastchess(
    counts: tuple[int, ...], elo0: float, elo1: float, expected: float
) -> None:
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(expected, abs=0.006)


def test_the_bounds_are_those_of_wald() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-math.log(19), math.log(19)))
    assert Sprt(0, 5, 0.1, 0.01).bounds == pytest.approx((math.log(0.01 / 0.9), math.log(0.99 / 0.1)))


def test_a_player_that_wins_all_is_accepted_after_as_many_games_as_in_fishtest() -> None:
    test = Sprt(0, 20)
    needed = next(n for n in range(1, 1000) if test.verdict((0, 0, 0, 0, n)))
    assert (needed, test.verdict((0, 0, 0, 0, needed))) == (53, "H1")
    assert test.verdict((needed + 20, 0, 0, 0, 0)) == "H0"
    assert test.verdict((0, 0, 0, 0, 0)) is None


def test_elo_of_and_score_of_are_inverse() -> None:
    for difference in (-400, -35.5, 0, 12, 800):
        assert elo_of(score_of(difference)) == pytest.approx(difference)
    assert score_of(400) == pytest.approx(10 / 11)
    assert [elo_of(0), elo_of(1)] == [-math.inf, math.inf]


def test_the_interval_of_single_games_is_that_of_wilson() -> None:
    """60 wins in 100 games: the shares p with |0.6 − p| = 1.98422 √(p (1 − p) / 99), by Student's quantile for 99."""
    assert score((40, 60)) == pytest.approx((0.6, 0.5002894, 0.6920611), abs=1e-6)
    for end in score((40, 60))[1:]:
        assert abs(0.6 - end) == pytest.approx(1.98422 * math.sqrt(end * (1 - end) / 99), abs=1e-6)
    logs = [400 * math.log10(p / (1 - p)) for p in (0.6, 0.5002894, 0.6920611)]
    assert elo((40, 60)) == pytest.approx(logs, abs=1e-3)


def test_the_interval_is_narrower_if_both_players_win_one_game_of_a_pair() -> None:
    """Both matches score one half in 200 games. In the first one, each player won one game of most pairs."""
    narrow, wide = score((0, 10, 80, 10, 0)), score((25, 0, 50, 0, 25))
    assert narrow.value == wide.value == 0.5
    assert narrow.high - narrow.low < (wide.high - wide.low) / 3


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    # the Wilson interval for 10 of 10 and for 5 of 10, from tables
    [((0, 0, 0, 0, 10), 0.7225, 1.0), ((10, 0, 0, 0, 0), 0.0, 0.2775), ((0, 0, 10, 0, 0), 0.2366, 0.7634)],
)
def test_equal_results_still_have_an_interval(counts: tuple[int, ...], low: float, high: float) -> None:
    assert score(counts)[1:] == pytest.approx((low, high), abs=1e-4)


def test_the_interval_holds_the_truth_in_95_of_100_matches() -> None:
    dice = random.Random(1)
    shares = (0.1, 0.2, 0.3, 0.25, 0.15)
    truth, _ = mean_and_variance(shares)
    inside = 0
    for _ in range(1000):
        drawn = dice.choices(range(5), shares, k=150)
        _, low, high = score([drawn.count(i) for i in range(5)])
        inside += low <= truth <= high
    assert 930 <= inside <= 970


@pytest.mark.parametrize("units", [3, 4, 6, 10, 15, 20, 50])
def test_the_interval_holds_the_truth_in_short_and_one_sided_matches_too(units: int) -> None:
    """Summed over all results of so many pairs, the chance of an interval with the true score is 94 % at least."""
    for truth in (0.5, 0.7, 0.9, 0.95, 0.98):
        chances = ((1 - truth) ** 2, 2 * truth * (1 - truth), truth**2)
        inside = 0.0
        for lost in range(units + 1):
            for shared in range(units + 1 - lost):
                counts = (lost, shared, units - lost - shared)
                _, low, high = score(counts)
                if low <= truth <= high:
                    ways = math.comb(units, lost) * math.comb(units - lost, shared)
                    inside += ways * math.prod(p**n for p, n in zip(chances, counts, strict=True))
        assert inside >= 0.94, (chances, inside)


def test_no_interval_holds_what_the_games_exclude() -> None:
    """A player who lost a game does not score 100 %, however few the games lost."""
    for counts in ((0, 0, 1, 0, 49), (0, 0, 0, 1, 9), (1, 0, 0, 0, 999)):
        assert score(counts).high < 1
        assert elo(counts).high < math.inf


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (120, 1.9799)]
)
def test_the_quantile_of_student_is_that_of_tables(freedom: int, quantile: float) -> None:
    assert student95(freedom) == pytest.approx(quantile, rel=0.0015)


def test_the_sprt_has_its_nominal_error_rates() -> None:
    """At elo0, about 5 % of the matches accept H1. At elo1, about 5 % accept H0."""
    dice = random.Random(2)
    wrong = {0: 0, 200: 0}
    test = Sprt(0, 200)
    for truth in wrong:
        won = score_of(truth)
        for _ in range(200):
            counts = [0, 0, 0]
            while (verdict := test.verdict(counts)) is None:
                counts[(dice.random() < won) + (dice.random() < won)] += 1
            wrong[truth] += verdict == ("H1" if truth == 0 else "H0")
    assert all(2 <= n <= 18 for n in wrong.values()), wrong


def test_missing_games_and_bad_bounds_are_refused() -> None:
    with pytest.raises(ValueError, match="no games"):
        elo((0, 0, 0, 0, 0))
    for wrong in (
        Sprt(5, 0),
        Sprt(0, 0),
        Sprt(0, 5, 0),
        Sprt(0, 5, 0.05, 0.5),
        Sprt(0, math.nan),
        Sprt(0, "5"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match="SPRT"):
            wrong.check()
    assert Sprt(0, 5).check() == Sprt(0, 5)
