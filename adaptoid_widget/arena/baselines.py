"""Two players to measure others by: one that takes what it can get at once, and one that plays at random."""

from __future__ import annotations

from ..core.rules import random_play
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.tactics.weak_players import as_turn, greedy_turn, mixed
from ..engine.cancel import Stop
from .player_api import check_going_on, whole_number
from .players import MAX_SEED, mixed_seed


class _Seeded:
    """A player that is nothing but a seed."""

    name = ""

    def __init__(self, seed: int = 0) -> None:
        self.seed = whole_number(seed, "seed", 0, MAX_SEED)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.seed or ''})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), self.seed))

    def for_game(self, seed: int) -> _Seeded:
        """The same player with a seed of its own for one game."""
        return type(self)(mixed_seed(self.seed, seed))

    def __call__(self, position: Position | str) -> Turn:
        """Like `choose`."""
        return self.choose(position)

    def choose(self, position: Position | str, stop: Stop | None = None) -> Turn:  # noqa: ARG002  it is quick
        """A turn. Raises GameError where the game is over."""
        return self._turn(check_going_on(position))

    def _turn(self, position: Position) -> Turn:
        raise NotImplementedError


class Greedy(_Seeded):
    """Takes the turn in which the enemies lose most and it loses least, by the seed among equals; looks no further.

    >>> str(Greedy()(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")))
    '+D4'
    """

    name = "greedy"

    def _turn(self, position: Position) -> Turn:
        return greedy_turn(position, self.seed)


class Dice(_Seeded):
    """Plays at random: evenly one of the moves or none, then evenly one of the growths.

    >>> Dice(1)(Position.start()) == Dice(1)(Position.start())
    True
    """

    name = "random"

    def _turn(self, position: Position) -> Turn:
        return random_turn(position, mixed(position.state, self.seed))[0]


def random_turn(position: Position, seed: int) -> tuple[Turn, int]:
    """A random turn by core's own random numbers, or the rest of one, and the generator after it."""
    if position.step == "grow":
        endings = list(position.turns())
        seed = random_play.step(seed)
        return endings[random_play.below(seed, len(endings))], seed
    _, seed, _, *choice = random_play.random_turn(position.state, position.context, seed)
    return as_turn(position, choice), seed
