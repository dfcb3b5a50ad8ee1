"""What the scores of a match say about strength: Elo with its interval, and a test that stops early.

A match is played in units whose games belong together, such as a start with both colours. So what is counted is how
many units came to each score: `counts[i]` units in which the player had i of at most `len(counts) - 1` points, evenly
spaced; for pairs of games with draws these are the five counts from "lost both" to "won both".

The formulas are those of fishtest, which tests Stockfish (M. Van den Bergh): the interval is that of the mean of the
units, with the variance of the units themselves, since the two games of a pair are not independent; the test is the
generalised sequential probability ratio test for the mean score, in which the likelihoods are the greatest that a
distribution on the same scores with the given mean can have
(https://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

Z95 = 1.959963984540054
"""So many standard deviations on both sides of the mean hold 95 % of a normal distribution."""
# fishtest's: a score that never came could still come
PRIOR = 1e-3


class Estimate(NamedTuple):
    """A number and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def elo_of(score: float) -> float:
    """The Elo difference at which a player expects a score between 0 and 1; infinite at the ends.

    >>> round(elo_of(0.75), 1), elo_of(0.5), elo_of(1.0)
    (190.8, 0.0, inf)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    # + 0.0: no minus zero
    return -400 * math.log10(1 / score - 1) + 0.0


def score_of(elo: float) -> float:
    """The score between 0 and 1 that a player expects who is so much stronger.

    >>> round(score_of(200), 3)
    0.76
    """
    return 1 / (1 + 10 ** (-elo / 400))


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """The mean score of the units, from 0 to 1, and the variance of one. Raises ValueError for no units."""
    units = sum(counts)
    if units <= 0:
        raise ValueError("there are no games to rate")
    most = len(counts) - 1
    mean = sum(n * i for i, n in enumerate(counts)) / (units * most)
    variance = sum(n * (i / most - mean) ** 2 for i, n in enumerate(counts)) / units
    return mean, variance


def score(counts: Sequence[int]) -> Estimate:
    """The mean score with its 95 % interval: the normal one of the mean of the units.

    Where all units came to the same score it is the Wilson interval for as many single games, since a variance of
    zero says nothing. Raises ValueError for no units.

    >>> [round(x, 3) for x in score((30, 120, 240, 180, 30))]
    [0.525, 0.506, 0.544]
    >>> [round(x, 3) for x in score((0, 0, 0, 0, 100))]
    [1.0, 0.963, 1.0]
    """
    mean, variance = mean_and_variance(counts)
    units = sum(counts)
    if variance > 0:
        wide = Z95 * math.sqrt(variance / units)
        return Estimate(mean, max(0.0, mean - wide), min(1.0, mean + wide))
    z2 = Z95 * Z95
    middle = (mean + z2 / (2 * units)) / (1 + z2 / units)
    wide = Z95 / (1 + z2 / units) * math.sqrt(mean * (1 - mean) / units + z2 / (4 * units * units))
    return Estimate(mean, max(0.0, min(mean, middle - wide)), min(1.0, max(mean, middle + wide)))


def elo(counts: Sequence[int]) -> Estimate:
    """The Elo difference with its 95 % interval, from `score`. Raises ValueError for no units.

    >>> [round(x, 1) for x in elo((30, 120, 240, 180, 30))]
    [17.4, 4.3, 30.6]
    """
    return Estimate(*[elo_of(x) for x in score(counts)])


def _with_mean(shares: Sequence[float], mean: float) -> list[float]:
    """Of all distributions with that mean the one under which the observed shares are likeliest.

    It is p / (1 + x (a − mean)) for a score a of share p, with the one x that makes the mean right.
    """
    most = len(shares) - 1
    apart = [i / most - mean for i in range(most + 1)]
    # between the poles the sum falls from plus to minus infinity
    low, high = -1 / apart[-1], -1 / apart[0]
    while True:
        x = (low + high) / 2
        if x in (low, high):
            return [p / (1 + x * a) for p, a in zip(shares, apart, strict=True)]
        if sum(p * a / (1 + x * a) for p, a in zip(shares, apart, strict=True)) > 0:
            low = x
        else:
            high = x


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """How much likelier, as a natural logarithm, a strength of elo1 makes the scores than one of elo0.

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
    """A test whether the first player is stronger by `elo1` (H1) rather than `elo0` (H0), with so likely errors.

    >>> test = Sprt(0, 5)
    >>> [round(x, 2) for x in test.bounds], test.verdict((30, 120, 240, 180, 30))
    ([-2.94, 2.94], None)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How likely H1 is accepted where H0 is true."""
    beta: float = 0.05
    """How likely H0 is accepted where H1 is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's: at or below the first H0 is accepted, at or above the second H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of the scores so far."""
        return log_likelihood_ratio(counts, self.elo0, self.elo1)

    def verdict(self, counts: Sequence[int]) -> str | None:
        """ "H0", "H1", or None where more games must tell."""
        low, high = self.bounds
        ratio = self.llr(counts)
        return "H1" if ratio >= high else "H0" if ratio <= low else None

    def check(self) -> Sprt:
        """The test itself. Raises ValueError for one that can tell nothing."""
        numbers = (self.elo0, self.elo1, self.alpha, self.beta)
        if not all(math.isfinite(x) for x in numbers):
            raise ValueError(f"the numbers of an SPRT are finite, not {numbers}")
        if not self.elo0 < self.elo1:
            raise ValueError(
                f"the elo0 of an SPRT is less than its elo1; {self.elo0} is not less than {self.elo1}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"the errors of an SPRT lie between 0 and 0.5, not {self.alpha} and {self.beta}")
        return self
