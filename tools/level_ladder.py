"""Measures every level against five kinds of opponents, in paired games from random openings.

    python -m tools.level_ladder --games 200 --seed 1
    python -m tools.level_ladder --games 60 --variant adapt3

In Adapt3, a level plays against two of its opponents; in half of the games with the level below, two of the level play
against one of that. The levels are a ladder if, against each kind of opponent, none
scores less than the level below it. With `--save`, the scores replace those in `docs/figures.json`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from adaptoid_widget.arena.match import play_match
from adaptoid_widget.arena.match_result import MatchResult
from adaptoid_widget.arena.player_api import check_going_on
from adaptoid_widget.arena.players import AnyPlayer, Greedy, Player, RandomPlayer, mixed_seed
from adaptoid_widget.arena.remote.executors import InlineExecutor, processes
from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.search.levels import HIGHEST, LOWEST
from adaptoid_widget.core.tactics.weak_players import position_seed
from tools import argument_parser

FIGURES = Path(__file__).parents[1] / "docs" / "figures.json"
# of these figures, by the number of players
NAMES = {2: "tools.level_ladder", 3: "tools.level_ladder --variant adapt3"}
BELOW = "the level below"


class Passive:
    """Always plays the first legal turn, which is a new adaptoid as long as there is one. It never moves."""

    name = "passive"

    def choose(self, position: Position, stop: object = None) -> Turn:  # noqa: ARG002
        """Choose a turn. Raises GameError for a finished game."""
        return next(check_going_on(position).turns())


class GrowsOnly:
    """Grows something at random, and never moves."""

    name = "grows only"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def for_game(self, seed: int) -> GrowsOnly:
        """Return this player with a seed for one game."""
        return GrowsOnly(mixed_seed(self.seed, seed))

    def choose(self, position: Position, stop: object = None) -> Turn:  # noqa: ARG002
        """Choose a turn. Raises GameError for a finished game."""
        position = check_going_on(position)
        # if nothing can grow, the first turn is to do nothing
        turns = position.growths() or [next(position.turns())]
        return turns[random_play.below(position_seed(position.state, self.seed), len(turns))]


OPPONENTS = ("passive", "grows only", "greedy", "random", BELOW)


def opponent(name: str, level: int) -> AnyPlayer:
    """Return the opponent of a name for a level. Below the lowest level is the random player."""
    if name == BELOW:
        return RandomPlayer() if level == LOWEST else Player(level - 1)
    others: dict[str, AnyPlayer] = {
        "passive": Passive(),
        "grows only": GrowsOnly(),
        "greedy": Greedy(),
        "random": RandomPlayer(),
    }
    return others[name]


class Score(NamedTuple):
    """What a level scored against an opponent."""

    level: int
    against: str
    wins: int
    draws: int
    losses: int
    score: float
    """Points per game, from 0 to 1."""
    low: float
    high: float
    """The 95 % interval of the score."""
    turns: float
    """The mean length of a game."""


def measure(level: int, against: str, games: int, seed: int, players: int = 2) -> Score:
    """Play a level against an opponent, in this process.

    With three players, against two of them. Who is stronger than both does not win by that alone, since one of them
    may beat the other. So in half of the games with the level below, two of the level play against one of that, and the
    score is the mean of what one player of the level gets.

    >>> measure(3, "passive", games=10, seed=1).wins
    10
    """
    player, other = Player(level), opponent(against, level)
    # otherwise all rows would have the same openings
    seed = mixed_seed(seed, level, OPPONENTS.index(against))
    if players == 3 and against == BELOW:
        half = games // 2
        one = _match(player, other, other, games=half, seed=seed)
        two = _match(other, player, player, games=games - half, seed=mixed_seed(seed, 1))
        mine, theirs = one.score(), two.score()
        # what the other one leaves is for two
        score = (mine.value + (1 - theirs.value) / 2) / 2
        margin = math.hypot(mine.high - mine.low, (theirs.high - theirs.low) / 2) / 4
        low, high = score - margin, score + margin
        results, wins, losses = [one, two], one.wins[0] + two.losses(), one.losses() + two.wins[0]
    else:
        result = _match(player, *[other] * (players - 1), games=games, seed=seed)
        score, low, high = result.score()
        results, wins, losses = [result], result.wins[0], result.losses()
    draws, turns = sum(result.draws for result in results), sum(result.turns for result in results)
    score, low, high = round(score, 3), round(low, 3), round(high, 3)
    return Score(level, against, wins, draws, losses, score, low, high, round(turns / games, 1))


def _match(*players: AnyPlayer, games: int, seed: int) -> MatchResult:
    return play_match(
        *players,
        games=games,
        seats="rotations" if len(players) == 3 else "all",
        seed=seed,
        executor=InlineExecutor(),
        quiet=True,
    )


def falls(scores: Sequence[Score], players: int = 2) -> list[str]:
    """Say where a level scores less than the level below it, or where it does not beat that level.

    A difference counts if the intervals do not overlap.
    """
    by_place = {(score.level, score.against): score for score in scores}
    found: list[str] = []
    for (level, against), score in by_place.items():
        lower = by_place.get((level - 1, against))
        if against == BELOW and score.low <= 1 / players:
            found.append(f"level {level} does not beat {against}: {score.score:.1%}")
        elif against != BELOW and lower is not None and score.high < lower.low:
            found.append(f"level {level} is weaker than level {level - 1} against {against}")
    return found


def figures(scores: Sequence[Score], players: int = 2) -> dict[str, Any]:
    """Return scores as plain data for JSON."""
    return {"scores": [score._asdict() for score in scores], "falls": falls(scores, players)}


def table(scores: Sequence[Score]) -> str:
    """Return a row for each level, with the scores against the opponents in per cent."""
    shares = {(score.level, score.against): f"{score.score:.1%}" for score in scores}
    against = [name for name in OPPONENTS if any(score.against == name for score in scores)]
    rows = [["level", *against]]
    rows += [
        [str(level), *[shares[level, name] for name in against]]
        for level in sorted({score.level for score in scores})
    ]
    return "\n".join(f"{level:>5}" + "".join(f"{cell:>17}" for cell in cells) for level, *cells in rows)


def save(scores: Sequence[Score], players: int = 2) -> None:
    """Replace these scores in the file of figures. Those of other levels and opponents stay."""
    content = json.loads(FIGURES.read_text(encoding="utf-8"))
    name = NAMES[players]
    saved = {(row["level"], row["against"]): Score(**row) for row in content.get(name, {}).get("scores", [])}
    saved |= {(score.level, score.against): score for score in scores}
    content[name] = figures(sorted(saved.values()), players)
    FIGURES.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return 1 if the levels are no ladder."""
    parser = argument_parser(__doc__)
    parser.add_argument("--games", type=int, default=200, help="games of each level with each opponent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=int, default=LOWEST, dest="lowest", help="the first level")
    parser.add_argument("--to", type=int, default=HIGHEST, dest="highest", help="the last level")
    parser.add_argument("--variant", choices=("adaptoid", "adapt3"), default="adaptoid")
    parser.add_argument(
        "--against", action="append", choices=OPPONENTS, help="only this opponent; you can repeat it"
    )
    parser.add_argument("--workers", type=int, help="processes, by default one per processor")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--save", action="store_true", help="write the scores to docs/figures.json")
    options = parser.parse_args(arguments)
    players = 3 if options.variant == "adapt3" else 2
    # the slowest first, so that no process waits for the last one
    places = [
        (level, against)
        for level in range(options.highest, options.lowest - 1, -1)
        for against in reversed(OPPONENTS)
        if against in (options.against or OPPONENTS)
    ]
    with processes(options.workers) as executor:
        tasks = [executor.submit(measure, *place, options.games, options.seed, players) for place in places]
        for task in tqdm(tasks, unit="match", disable=None):
            task.result()
        scores = sorted(task.result() for task in tasks)
    if options.save:
        save(scores, players)
    found = falls(scores, players)
    print(
        json.dumps(figures(scores, players), indent=2) if options.json else "\n".join([table(scores), *found])
    )
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
