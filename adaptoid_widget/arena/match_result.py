"""The result of a match: counts while it runs, and a summary."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.game.game import Game
from ..core.host.host import PublicNames
from ..core.rules.variants import COLORS
from ..reports.frames import counted, frame_of
from ..storage.records import read_games
from . import elo
from .elo import Estimate, Sprt
from .play_game import DRAW, Forfeit, GameOutcome

if TYPE_CHECKING:
    from pandas import DataFrame

ColorAssignment = tuple[int, ...]
"""The player of each colour, in the order White, Black, Red."""


def color_assignments(players: int, sides: int, seats: str = "all") -> tuple[ColorAssignment, ...]:
    """Return who plays which colour in the games of one unit, with each player on each side equally often.

    Two players with two colours have two, three players six, or three with "rotations". Two players with three colours
    have the six in which both take part. Raises ValueError.

    >>> color_assignments(2, 2), color_assignments(3, 3, "rotations")
    (((0, 1), (1, 0)), ((0, 1, 2), (2, 0, 1), (1, 2, 0)))
    """
    if seats not in ("all", "rotations"):
        raise ValueError(f"seats is 'all' or 'rotations', not {seats!r}")
    if not 2 <= players <= sides:
        needed = "2 players" if sides == 2 else "2 or 3 players"
        raise ValueError(f"a match for {sides} colours needs {needed}, not {players}")
    if players == 2:
        return tuple(assignment for assignment in product((0, 1), repeat=sides) if len(set(assignment)) == 2)
    if seats == "rotations":
        return tuple(tuple((i - turn) % players for i in range(players)) for turn in range(players))
    return tuple(permutations(range(players)))


class DigestSet:
    """A set of numbers from 1 to 2⁶⁴ − 1 that takes 10 to 20 bytes for each: an open hash table."""

    def __init__(self) -> None:
        self._slots = array("Q", bytes(8 * 16))
        self._size = 0

    def __contains__(self, number: int) -> bool:
        return self._slots[self._slot(number)] == number

    def add(self, number: int) -> None:
        """Add a number."""
        if number in self:
            return
        self._size += 1
        if 5 * self._size > 4 * len(self._slots):
            old = self._slots
            self._slots = array("Q", bytes(2 * 8 * len(old)))
            for other in filter(None, old):
                self._slots[self._slot(other)] = other
        self._slots[self._slot(number)] = number

    def _slot(self, number: int) -> int:
        """Return the place of a number, or the free place for it."""
        slots = self._slots
        at = hash(number) % len(slots)
        while slots[at] not in (0, number):
            at = (at + 1) % len(slots)
        return at


class Tally:
    """The counts of a match, and which games were played."""

    def __init__(self, players: int, unit_assignments: Sequence[ColorAssignment]) -> None:
        self.players = players
        self.color_assignments = unit_assignments
        self.units = 0
        self.wins = [0] * players
        self.draws = 0
        self.forfeits = [Counter[str]() for _ in range(players)]
        results: tuple[str, ...] = (*COLORS[: len(unit_assignments[0])], DRAW)
        self.by_color: dict[str, int] = dict.fromkeys(results, 0)
        self.different_by_color: dict[str, int] = dict.fromkeys(results, 0)
        # a win is one point, and a draw shares it equally; here in shares of a point
        self.counts = [[0] * (players * len(unit_assignments) + 1) for _ in range(players)]
        self.turns = 0
        self.capped = 0
        self.different = 0
        self.equal_units = 0
        self.first_forfeit: tuple[int, Forfeit] | None = None
        """The player of the first forfeit, and why."""
        self._played = DigestSet()
        self._distinct = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.units * len(self.color_assignments)

    def add(self, unit: Sequence[GameOutcome]) -> None:
        """Count the games of a unit."""
        shares = [0] * self.players
        for number, (assignment, game) in enumerate(zip(self.color_assignments, unit, strict=True)):
            different = self.different
            self._add_played(game.digest, number)
            self.by_color[game.result] += 1
            self.different_by_color[game.result] += self.different - different
            self.turns += game.turns
            self.capped += game.capped
            if game.forfeit is not None:
                loser = assignment[COLORS.index(game.forfeit.color)]
                self.forfeits[loser][game.forfeit.code] += 1
                self.first_forfeit = self.first_forfeit or (loser, game.forfeit)
            if game.result == DRAW:
                self.draws += 1
                shares = [n + 1 for n in shares]
            else:
                winner = assignment[COLORS.index(game.result)]
                self.wins[winner] += 1
                shares[winner] += self.players
        for player, n in enumerate(shares):
            self.counts[player][n] += 1
        self.units += 1
        self.equal_units += len({game.digest for game in unit}) == 1

    def _add_played(self, digest: int, assignment: int) -> None:
        """Note a game with its assignment of colours, by its number."""
        # there are at most 6 assignments, and no number is 0
        keys = [8 * digest + 1 + number for number in range(len(self.color_assignments))]
        if keys[assignment] not in self._played:
            self._distinct += 1
            self.different += not any(key in self._played for key in keys)
            self._played.add(keys[assignment])

    @property
    def independent_units(self) -> float:
        """As many units as have the games that differ: in the start, a turn, or who played which colour.

        The two games of a pair may be equal: their scores then differ, and the score of the pair counts as one.
        """
        return self._distinct / len(self.color_assignments)

    def independent(self, player: int) -> tuple[float, ...]:
        """Return the counts of a player's units for estimates: their sum is `independent_units`."""
        return independent_counts(self.counts[player], self.independent_units)


def independent_counts(counts: Sequence[int], units: float) -> tuple[float, ...]:
    """Scale the counts of units by score, so that their sum is the number of independent units."""
    total = sum(counts)
    return tuple(n * units / total for n in counts) if total else tuple(counts)


@dataclass(frozen=True)
class MatchResult(PublicNames):
    """The result of a match. Tuples have one item per player, in the order of the call.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from adaptoid_widget import play_match
    >>> result = play_match("greedy", "random", games=4, executor=ThreadPoolExecutor(1), quiet=True)
    >>> result.players, result.total, result.losses(0)
    (('greedy', 'random'), 4, 0)
    """

    players: tuple[str, ...]
    total: int
    """The number of games."""
    wins: tuple[int, ...]
    draws: int
    counts: tuple[tuple[int, ...], ...]
    """For each player the number of units by score, evenly spaced from none to all points.
    With two players: both games lost, one lost and one drawn, and so on, to both won."""
    by_color: dict[str, int]
    """The number of wins of each colour, and of draws."""
    forfeits: tuple[dict[str, int], ...]
    """For each player the number of forfeits by the code of the reason."""
    turns: int
    """The number of turns in all games."""
    capped: int
    """The number of draws by the limit of turns."""
    different: int
    """The number of different games. Games with the same start and turns are the same, whoever played which colour."""
    equal_units: int
    """The number of units in which all games are the same. With two players, a unit is a pair of games."""
    independent_units: float
    """The number of units for the intervals and the test: fewer than all if games repeat those of earlier units."""
    sprt: Sprt | None = None
    """The test that can stop the match, or None."""
    path: Path | None = field(default=None, compare=False)
    """The file with the games, or None."""
    different_by_color: dict[str, int] = field(default_factory=dict)
    """As `by_color`, among the `different` games."""

    @staticmethod
    def of(tally: Tally, players: Sequence[str], sprt: Sprt | None, path: Path | None) -> MatchResult:
        """Make the result of the counts."""
        return MatchResult(
            tuple(players),
            tally.games,
            tuple(tally.wins),
            tally.draws,
            tuple(tuple(counts) for counts in tally.counts),
            dict(tally.by_color),
            tuple(dict(by_code) for by_code in tally.forfeits),
            tally.turns,
            tally.capped,
            tally.different,
            tally.equal_units,
            tally.independent_units,
            sprt,
            path,
            dict(tally.different_by_color),
        )

    @property
    def points(self) -> tuple[float, ...]:
        """One point for a win, and an equal share of it for a draw."""
        return tuple(n + self.draws / len(self.players) for n in self.wins)

    def losses(self, player: int = 0) -> int:
        """Return the number of games that others won."""
        return self.total - self.draws - self.wins[player]

    def score(self, player: int = 0) -> Estimate:
        """Return a player's points per game with the 95 % interval (arena/elo.py)."""
        return elo.score(self._independent(player))

    def color_score(self, color: str = "W") -> Estimate:
        """Return a colour's points per game with the 95 % interval, whoever played it, from the different games.

        With players that always play alike, a game that was played again says nothing new. Raises ValueError for a
        colour that does not play.

        >>> from concurrent.futures import ThreadPoolExecutor
        >>> from adaptoid_widget import play_match
        >>> result = play_match("greedy", "greedy", games=4, executor=ThreadPoolExecutor(1), quiet=True)
        >>> 0 <= result.color_score("W").low <= result.color_score("W").value <= result.color_score(
        ...     "W"
        ... ).high <= 1
        True
        """
        colors = [name for name in self.different_by_color if name != DRAW]
        if color not in colors:
            raise ValueError(f"the colours of this match are {', '.join(colors)}, not {color!r}")
        games = self.different_by_color
        # in shares of a point: none, that of a draw, all
        counts = [0] * (len(colors) + 1)
        counts[0] = sum(games.values()) - games[color] - games[DRAW]
        counts[1] += games[DRAW]
        counts[-1] += games[color]
        return elo.score(counts)

    def _independent(self, player: int) -> tuple[float, ...]:
        return independent_counts(self.counts[player], self.independent_units)

    @property
    def elo(self) -> Estimate | None:
        """The Elo difference of the first of two players with the 95 % interval; None with three."""
        return elo.elo(self._independent(0)) if len(self.players) == 2 else None

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of the test, or None."""
        return None if self.sprt is None else self.sprt.llr(self._independent(0))

    @property
    def verdict(self) -> str | None:
        """The hypothesis that the test accepts: "H0", "H1" or None."""
        return None if self.sprt is None else self.sprt.verdict(self._independent(0))

    def table(self) -> list[dict[str, Any]]:
        """Return one row per player, as for a data frame."""
        rows: list[dict[str, Any]] = []
        for i, name in enumerate(self.players):
            score = self.score(i)
            row: dict[str, Any] = {
                "player": name,
                "games": self.total,
                "wins": self.wins[i],
                "draws": self.draws,
                "losses": self.losses(i),
                "points": self.points[i],
                "score": score.value,
                "score_low": score.low,
                "score_high": score.high,
                "forfeits": sum(self.forfeits[i].values()),
            }
            if len(self.players) == 2:
                estimate = elo.elo(self._independent(i))
                row.update(elo=estimate.value, elo_low=estimate.low, elo_high=estimate.high)
            rows.append(row)
        return rows

    def color_table(self) -> list[dict[str, Any]]:
        """Return one row per colour: "color", "games", "wins" and "score" with its interval, of the different games."""
        rows: list[dict[str, Any]] = []
        for color in self.different_by_color:
            if color != DRAW and self.different:
                score = self.color_score(color)
                wins = self.different_by_color[color]
                rows.append({"color": color, "games": self.different, "wins": wins, "score": score.value})
                rows[-1].update(score_low=score.low, score_high=score.high)
        return rows

    def to_frame(self, by: str = "player") -> DataFrame:
        """Return `table()`, or `color_table()` with `by="color"`, as a pandas DataFrame. ImportError without pandas."""
        if by not in ("player", "color"):
            raise ValueError(f"by is 'player' or 'color', not {by!r}")
        return frame_of(self.table() if by == "player" else self.color_table())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON. Infinite numbers become None."""
        rows = [
            {
                key: None if isinstance(value, float) and math.isinf(value) else value
                for key, value in row.items()
            }
            for row in self.table()
        ]
        return {
            "players": rows,
            "games": self.total,
            "draws": self.draws,
            "turns": self.turns,
            "capped": self.capped,
            "by_color": dict(self.by_color),
            "counts": [list(counts) for counts in self.counts],
            "different": self.different,
            "equal_units": self.equal_units,
            "independent_units": self.independent_units,
            "forfeits": [dict(by_code) for by_code in self.forfeits],
            "sprt": None
            if self.sprt is None
            else {**self.sprt._asdict(), "llr": self.llr, "verdict": self.verdict},
            "path": None if self.path is None else str(self.path),
        }

    def games(self) -> Iterator[Game]:
        """Read the games from the file one after another. Raises ValueError if they were not saved."""
        if self.path is None:
            raise ValueError("the games were not saved; give play_match a path")
        return read_games(self.path)

    def __repr__(self) -> str:
        return "\n".join(self._summary())

    def _summary(self) -> Iterator[str]:
        if len(self.players) == 2:
            a, b = self.players
            losses = counted(self.losses(), "loss", "losses")
            counts = f"{counted(self.wins[0], 'win')}, {counted(self.draws, 'draw')}, {losses}"
            yield f"{a} – {b}: {counts} in {counted(self.total, 'game')}"
        else:
            yield f"{' – '.join(self.players)}: {counted(self.total, 'game')}, {counted(self.draws, 'draw')}"
        if not self.total:
            return
        for i, name in enumerate(self.players[: 1 if len(self.players) == 2 else None]):
            score = self.score(i)
            line = f"{name} scores {score.value:.1%} ({score.low:.1%} to {score.high:.1%})"
            if self.elo is not None:
                line += (
                    f", Elo {_signed(self.elo.value)} ({_signed(self.elo.low)} to {_signed(self.elo.high)})"
                )
            else:
                line += f", {counted(self.wins[i], 'win')}"
            yield line
        if self.sprt is not None and self.llr is not None:
            low, high = self.sprt.bounds
            yield (
                f"SPRT [{self.sprt.elo0:g}, {self.sprt.elo1:g}]: {self.verdict or 'undecided'}, "
                f"LLR {round(self.llr, 2) + 0.0:.2f} ({low:.2f} to {high:.2f})"
            )
        yield from self._repetitions()
        for name, by_code in zip(self.players, self.forfeits, strict=True):
            if by_code:
                reasons = ", ".join(f"{code} {n}" for code, n in sorted(by_code.items()))
                yield f"{name} forfeited {counted(sum(by_code.values()), 'game')}: {reasons}"
        if self.capped:
            which = "it" if self.capped == 1 else "they"
            yield f"{counted(self.capped, 'game')} drawn because {which} reached the turn limit"

    def _repetitions(self) -> Iterator[str]:
        """Say which games were played more than once, and what the intervals make of it."""
        if self.different == self.total:
            return
        units = sum(self.counts[0])
        unit, both = ("pair", "both") if self.total == 2 * units else ("group", "all")
        line = f"{self.different} of {counted(self.total, 'game')} {_are(self.different)} different"
        if self.equal_units:
            line += f"; in {self.equal_units} of {counted(units, unit)}, {both} games are the same"
        if self.independent_units < units:
            line += f"; the intervals are those of {self.independent_units:.4g} of {counted(units, unit)}"
        yield line


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


def _signed(elo: float) -> str:
    # a whole number has no minus zero
    return ("+∞" if elo > 0 else "−∞") if math.isinf(elo) else f"{round(elo):+d}".replace("-", "−")
