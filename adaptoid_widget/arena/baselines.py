"""Two baseline players: one captures greedily, one plays at random."""

from __future__ import annotations

from ..attributes import KnownAttributes
from ..core.rules import random_play
from ..core.rules.apply_turns import turn_from_discs
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.tactics.weak_players import greedy_turn, position_seed
from ..engine.cancel import Stop
from .player_api import check_going_on, whole_number
from .players import MAX_SEED, mixed_seed


class _SeededPlayer(KnownAttributes):
    """A player whose only setting is a seed."""

    name = ""
    seed: int

    def __init__(self, seed: int = 0) -> None:
        self.seed = whole_number(seed, "seed", 0, MAX_SEED)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.seed or ''})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), self.seed))

    def for_game(self, seed: int) -> _SeededPlayer:
        """Return this player with a seed for one game."""
        return type(self)(mixed_seed(self.seed, seed))

    def __call__(self, position: Position | str) -> Turn:
        """Like `choose`."""
        return self.choose(position)

    def choose(self, position: Position | str, stop: Stop | None = None) -> Turn:  # noqa: ARG002
        """Choose a turn. Raises GameError for a finished game."""
        return self._turn(check_going_on(position))

    def _turn(self, position: Position) -> Turn:
        raise NotImplementedError


class Greedy(_SeededPlayer):
    """Plays the turn with the most captures less own losses. The seed decides between equal turns.

    >>> str(Greedy()(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")))
    '+D4'
    """

    name = "greedy"

    def _turn(self, position: Position) -> Turn:
        return greedy_turn(position, self.seed)


class Dice(_SeededPlayer):
    """Plays at random: picks evenly from the moves and "no move", then evenly from the growths.

    >>> Dice(1)(Position.start()) == Dice(1)(Position.start())
    True
    """

    name = "random"

    def _turn(self, position: Position) -> Turn:
        return random_turn(position, position_seed(position.state, self.seed))[0]


def random_turn(position: Position, seed: int) -> tuple[Turn, int]:
    """Return a random turn, or the rest of one, and the next seed of core's generator."""
    if position.step == "grow":
        endings = list(position.turns())
        seed = random_play.step(seed)
        return endings[random_play.below(seed, len(endings))], seed
    _, seed, _, origin, goal, kind, at = random_play.random_turn(position.state, position.context, seed)
    return turn_from_discs((origin, goal, kind, at), position.state, position.layout), seed
