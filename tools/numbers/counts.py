"""Statistics of rows of games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from adaptoid_widget.arena import elo
from adaptoid_widget.arena.match_result import independent_counts
from adaptoid_widget.core.rules.variants import COLORS
from tools.numbers.play import GameRow
from tools.numbers.store import Data

# plies that fewer games reach say nothing
FEWEST = 50


def estimate(value: elo.Estimate) -> list[float]:
    """Return a number and the ends of its 95 % interval, for JSON."""
    return [round(x, 4) for x in value]


def score_of(rows: Sequence[GameRow]) -> Data:
    """Return White's games, wins, draws, losses, and points per game with the 95 % interval."""
    wins = sum(row["winner"] == "W" for row in rows)
    draws = sum(row["winner"] is None for row in rows)
    losses = len(rows) - wins - draws
    score = estimate(elo.score(independent_counts((losses, draws, wins), different(rows))))
    return {"games": len(rows), "wins": wins, "draws": draws, "losses": losses, "score": score}


def different(rows: Sequence[GameRow]) -> int:
    """Return the number of different games. Those that repeat others do not narrow the intervals."""
    return len({row["game"] for row in rows})


def lengths(rows: Sequence[GameRow]) -> Data:
    """Return statistics of the lengths of games in turns."""
    turns = sorted(row["turns"] for row in rows)
    return {
        "mean": round(sum(turns) / len(turns), 2),
        "median": turns[len(turns) // 2],
        "shortest": turns[0],
        "longest": turns[-1],
        "counts": {str(n): k for n, k in sorted(Counter(turns).items())},
    }


def summary(rows: Sequence[GameRow]) -> Data:
    """Return for a set of games: White's score, the length, the number of different games, and how they ended."""
    return {
        "white": score_of(rows),
        "different": different(rows),
        "length": lengths(rows),
        "ends": counted(row["end"] for row in rows if row["winner"]),
        "last": counted(row["last"] for row in rows if row["winner"]),
        "gone": summed(row["gone"] for row in rows),
    }


def counted(words: Iterable[str]) -> dict[str, int]:
    """Return the number of occurrences of each word."""
    return dict(sorted(Counter(words).items()))


def summed(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    """Return the sum of counts."""
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return dict(sorted(total.items()))


def by_turn(rows: Sequence[GameRow]) -> list[Data]:
    """Return for each turn that enough games reached: the number of choices, and what was chosen."""
    at: dict[int, list[tuple[Sequence[int], str]]] = {}
    for row in rows:
        for choice, kind in zip(row["choices"], row["chosen"], strict=True):
            at.setdefault(choice[0], []).append((choice, kind))
    fewest = min(FEWEST, len(rows))
    return [_turn(number, at[number]) for number in sorted(at) if len(at[number]) >= fewest]


def _turn(number: int, choices: Sequence[tuple[Sequence[int], str]]) -> Data:
    n = len(choices)
    turns = sorted(choice[1] for choice, _ in choices)
    grown = Counter(kind.lower() for _, kind in choices)
    return {
        "turn": number + 1,
        "games": n,
        "turns": round(sum(turns) / n, 2),
        "quarters": [turns[n // 4], turns[n // 2], turns[(3 * n) // 4]],
        "moves": round(sum(choice[2] for choice, _ in choices) / n, 2),
        "growths": round(sum(choice[3] for choice, _ in choices) / n, 2),
        "moved": round(sum(kind.isupper() for _, kind in choices) / n, 4),
        "new": round(grown["n"] / n, 4),
        "leg": round(grown["l"] / n, 4),
        "pincer": round(grown["p"] / n, 4),
        # an attack ended the game, or nothing could grow
        "none": round(grown["-"] / n, 4),
    }


def choice(rows: Sequence[GameRow]) -> Data:
    """Return statistics of the number of legal turns, over all turns that were not random."""
    turns = sorted(choices[1] for row in rows for choices in row["choices"])
    return {
        "turns": len(turns),
        "mean": round(sum(turns) / len(turns), 2),
        "median": turns[len(turns) // 2],
        "most": turns[-1],
        # the geometric mean; its power with the length of a game as exponent is the size of the tree
        "geometric": round(10 ** (sum(math.log10(n) for n in turns) / len(turns)), 2),
    }


def seats(rows: Sequence[GameRow]) -> dict[str, list[float]]:
    """Return each colour's share of the games and that of draws, with 95 % intervals."""

    def share(winner: str | None) -> list[float]:
        won = sum(row["winner"] == winner for row in rows)
        return estimate(elo.wilson(won / len(rows), different(rows)))

    return {color: share(color) for color in COLORS} | {"draw": share(None)}
