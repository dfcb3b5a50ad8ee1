"""Elo estimates with intervals, and a sequential test that stops a match early.

The games of a unit, such as a start with both colours, are not independent. Therefore the input is the number of units
by score: in `counts[i]` units the player had i of `len(counts) - 1` points. For pairs of games with draws these are the
five counts from "lost both" to "won both". Counts need not be whole: if units repeat others, all counts are reduced to
the number of independent units (`MatchResult.independent_units`).

The interval is that of Wilson for as many games as would give the observed variance of the mean, with the quantile of
Student's distribution, since a match can have few units. It never reaches a score that the match excludes: a player who
lost a game does not score 100 %.

The formulas of the test are those of fishtest, which tests Stockfish (M. Van den Bergh). It is the generalised
sequential probability ratio test for the mean score, with the greatest likelihoods of all distributions on the same
scores with that mean (https://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..core.host.host import public_names
from ..core.rules.errors import plain_value

Z95 = 1.959963984540054
"""The 95 % interval of a normal distribution in standard deviations on each side of the mean."""
# as in fishtest: the count of a score that has not occurred
PRIOR = 1e-3


class Estimate(NamedTuple):
    """A number, `value`, with its 95 % interval from `low` to `high`."""

    value: float
    low: float
    high: float

    def __dir__(self) -> list[str]:
        return public_names(self)


def elo_of(score: float) -> float:
    """Return the Elo difference for an expected score between 0 and 1; infinite at the ends.

    >>> round(elo_of(0.75), 1), elo_of(0.5), elo_of(1.0)
    (190.8, 0.0, inf)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    # + 0.0 avoids minus zero
    return -400 * math.log10(1 / score - 1) + 0.0


def score_of(elo: float) -> float:
    """Return the expected score, from 0 to 1, for an Elo difference.

    >>> round(score_of(200), 3)
    0.76
    """
    return 1 / (1 + 10 ** (-elo / 400))


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """Return the mean score of the units, from 0 to 1, and the variance of a unit. Raises ValueError without units."""
    units = sum(counts)
    if units <= 0:
        raise ValueError("there are no games to rate")
    max_index = len(counts) - 1
    mean = sum(n * i for i, n in enumerate(counts)) / (units * max_index)
    variance = sum(n * (i / max_index - mean) ** 2 for i, n in enumerate(counts)) / units
    return mean, variance


def score(counts: Sequence[float]) -> Estimate:
    """Return the mean score with its 95 % interval.

    If all units have the same score, the variance is zero. Then the interval is that of Wilson for as many games as
    there are units.
    Raises ValueError without units.

    >>> [round(x, 3) for x in score((30, 120, 240, 180, 30))]
    [0.525, 0.506, 0.544]
    >>> [round(x, 3) for x in score((0, 0, 0, 2, 48))]
    [0.99, 0.963, 0.997]
    >>> [round(x, 3) for x in score((0, 0, 0, 0, 100))]
    [1.0, 0.963, 1.0]
    """
    mean, variance = mean_and_variance(counts)
    units = sum(counts)
    if variance > 0:
        if units <= 1:
            return Estimate(mean, 0.0, 1.0)
        games = mean * (1 - mean) * (units - 1) / variance
        return wilson(mean, games, student95(units - 1))
    return wilson(mean, units)


def student95(freedom: float) -> float:
    """Return what `Z95` is for Student's distribution with some degrees of freedom, at least to 0.1 % from 3 on.

    This is the expansion 26.7.5 of Abramowitz and Stegun. It gives 11.3 for 1 degree (12.7) and 4.27 for 2 (4.30).

    >>> [round(student95(freedom), 3) for freedom in (4, 9, 99)]
    [2.776, 2.262, 1.984]
    """
    z = Z95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, start=1))


def wilson(share: float, games: float, quantile: float = Z95) -> Estimate:
    """Return a share of some games with the Wilson 95 % interval."""
    z2 = quantile * quantile
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    wide = quantile / (1 + z2 / games) * math.sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return Estimate(share, max(0.0, min(share, middle - wide)), min(1.0, max(share, middle + wide)))


def elo(counts: Sequence[float]) -> Estimate:
    """Return the Elo difference with its 95 % interval. Raises ValueError without units.

    >>> [round(x, 1) for x in elo((30, 120, 240, 180, 30))]
    [17.4, 4.2, 30.6]
    """
    return Estimate(*[elo_of(x) for x in score(counts)])


def _with_mean(shares: Sequence[float], mean: float) -> list[float]:
    """Return the distribution with a mean that makes the observed shares likeliest.

    It is p / (1 + x (a − mean)) for a score a with share p, for the only x that gives the mean.
    """
    max_index = len(shares) - 1
    deviations = [i / max_index - mean for i in range(max_index + 1)]
    # between the poles the sum falls from plus to minus infinity
    low, high = -1 / deviations[-1], -1 / deviations[0]
    while True:
        x = (low + high) / 2
        if x in (low, high):
            return [p / (1 + x * a) for p, a in zip(shares, deviations, strict=True)]
        if sum(p * a / (1 + x * a) for p, a in zip(shares, deviations, strict=True)) > 0:
            low = x
        else:
            high = x


def log_likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """Return the natural logarithm of the likelihood of elo1 divided by that of elo0.

    >>> round(log_likelihood_ratio((30, 120, 240, 180, 30), 0, 5), 4)
    1.6228
    """
    if sum(counts) == 0:
        return 0.0
    smoothed = [n or PRIOR for n in counts]
    units = sum(smoothed)
    shares = [n / units for n in smoothed]
    p0 = _with_mean(shares, score_of(elo0))
    p1 = _with_mean(shares, score_of(elo1))
    return units * sum(p * math.log(b / a) for p, a, b in zip(shares, p0, p1, strict=True))


class Sprt(NamedTuple):
    """A test of whether the first player is stronger by `elo1` (H1) or by `elo0` (H0).

    >>> test = Sprt(0, 5)
    >>> [round(x, 2) for x in test.bounds], test.verdict((30, 120, 240, 180, 30))
    ([-2.94, 2.94], None)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The probability of accepting H1 if H0 is true."""
    beta: float = 0.05
    """The probability of accepting H0 if H1 is true."""

    def __dir__(self) -> list[str]:
        return public_names(self)

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: at or below the first, accept H0; at or above the second, H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[float]) -> float:
        """Return the log-likelihood ratio of the scores so far."""
        return log_likelihood_ratio(counts, self.elo0, self.elo1)

    def verdict(self, counts: Sequence[float]) -> str | None:
        """Return "H0", "H1", or None if more games are needed."""
        low, high = self.bounds
        ratio = self.llr(counts)
        return "H1" if ratio >= high else "H0" if ratio <= low else None

    def check(self) -> Sprt:
        """Return the test. Raises ValueError for wrong numbers."""
        numbers: tuple[Any, ...] = tuple(map(plain_value, self))
        if not all(isinstance(x, (int, float)) and abs(x) <= sys.float_info.max for x in numbers):
            raise ValueError(f"elo0, elo1, alpha and beta of an SPRT are finite numbers, not {numbers}")
        if not self.elo0 < self.elo1:
            raise ValueError(
                f"the elo0 of an SPRT must be less than its elo1; {self.elo0} is not less than {self.elo1}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(
                f"the errors of an SPRT must lie between 0 and 0.5, not {self.alpha} and {self.beta}"
            )
        return Sprt(*numbers)
