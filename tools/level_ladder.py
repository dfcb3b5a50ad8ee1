"""Compares greedy and the short-sighted levels in paired games from random openings.

python -m tools.level_ladder --games 2000 --seed 1
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from tqdm import tqdm

from adaptoid_widget.arena import elo
from adaptoid_widget.core.rules.bitboard import FOE, Context, State
from adaptoid_widget.core.rules.integer_rules import turn, winning_seat
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.random_play import advance, random_turn
from adaptoid_widget.core.tactics import weak_players
from adaptoid_widget.core.tactics.weak_players import Habits, greedy, level_turn
from adaptoid_widget.engine.backends import compiled_rules
from adaptoid_widget.engine.backends.jit import compiled
from scripts import argument_parser
from tools import compiled_players

GREEDY = Habits(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
RANDOM = Habits(-2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
PLAYERS: dict[str, Habits] = {"random": RANDOM, "greedy": GREEDY} | {
    f"level {number + 1}": habits for number, habits in enumerate(weak_players.HABITS)
}
RUNGS = (
    ("level 1", "random"),
    ("greedy", "level 1"),
    ("level 2", "level 1"),
    ("level 3", "level 2"),
    ("level 2", "greedy"),
    ("level 3", "greedy"),
    ("level 3", "level 1"),
)
CAP = 400


class Score(NamedTuple):
    """The counts of games from the view of the first player."""

    won: int
    drawn: int
    lost: int
    turns: int

    @property
    def share(self) -> float:
        """The share of the points, 0 to 1. A game of `CAP` turns is a draw, which counts as half a win."""
        return (self.won + self.drawn / 2) / (self.won + self.drawn + self.lost)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share (Wilson)."""
        _, low, high = elo.wilson(self.share, self.won + self.drawn + self.lost)
        return low, high


def game(
    state: State,
    context: Context,
    white: Habits,
    black: Habits,
    seed: int,
    opening: int,
    cap: int,
) -> tuple[int, int]:
    """Play a game with random first turns. Return 1 if the first player won, −1 or 0, and the number of turns."""
    for number in range(cap):
        habits = white if number % 2 == 0 else black
        seed = advance(seed)
        if number < opening or habits.radius == -2:
            state, seed, ended, _, _, _, _ = random_turn(state, context, seed)
        else:
            if habits.radius == -1:
                origin, target, kind, at = greedy(state, False, context, seed)
            else:
                origin, target, kind, at = level_turn(state, False, context, habits, seed)
            attack = state[FOE] & target != 0
            _, state, ended, _ = turn(state, False, origin, target, attack, kind, at, context)
        if ended:
            won = (winning_seat(state, context) == 0) == (number % 2 == 0)
            return 1 if won else -1, number + 1
    return 0, cap


def pairs(
    state: State,
    context: Context,
    first: Habits,
    second: Habits,
    seed: int,
    count: int,
    cap: int,
) -> tuple[int, int, int, int]:
    """Play openings of two to four random turns twice, with both colours. Return won, drawn, lost, turns."""
    won = drawn = lost = turns = 0
    for number in range(count):
        for colour in range(2):
            white = first if colour == 0 else second
            black = second if colour == 0 else first
            # so far apart that the generators of two games have nothing to do with each other
            start = advance(advance((seed + number) * 1000003))
            result, n = game(state, context, white, black, start, 2 + number % 3, cap)
            turns += n
            if colour == 1:
                result = -result
            if result > 0:
                won += 1
            elif result < 0:
                lost += 1
            else:
                drawn += 1
    return won, drawn, lost, turns


@cache
def _compiled_pairs() -> Any:
    return compiled((*compiled_players.MODULES, sys.modules[__name__]), ["pairs"])["pairs"]


def match(first: Habits, second: Habits, games: int, seed: int) -> Score:
    """Play paired games from the standard start between two players with their habits.

    >>> match(PLAYERS["level 3"], PLAYERS["level 1"], games=40, seed=1).share > 0.7
    True
    """
    start = Position.start()
    context = compiled_rules.compiled_context(start.layout, start.context)
    counts = _compiled_pairs()(start.state, context, first, second, seed, games // 2, CAP)
    return Score(*[int(number) for number in counts])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the share of every rung, with its interval."""
    parser = argument_parser(__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games of each pair of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    rungs: list[dict[str, Any]] = []
    for player, opponent in tqdm(RUNGS, unit="rung", disable=None):
        score = match(PLAYERS[player], PLAYERS[opponent], options.games, options.seed)
        low, high = score.interval
        shares = {"share": score.share, "low": low, "high": high}
        rungs.append({"player": player, "against": opponent, **score._asdict(), **shares})
    if options.json:
        print(json.dumps({"games": options.games, "seed": options.seed, "rungs": rungs}, indent=1))
        return
    for rung in rungs:
        print("{player} against {against}: {share:.1%} ({low:.1%} to {high:.1%})".format(**rung))


if __name__ == "__main__":
    main()
