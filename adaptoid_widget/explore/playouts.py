"""Random games from positions, compiled: many, and the same ones for the same seed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ..arena.elo import Estimate, wilson
from ..arena.players import mixed_seed
from ..attributes import suggest_keywords
from ..core.host.host import public_names, type_name
from ..core.rules import random_play
from ..core.rules.errors import GameError, whole_number
from ..core.rules.position import Position
from ..core.rules.random_play import scattered
from ..core.rules.variants import VARIANTS, order_from
from ..reports.frames import counted

if TYPE_CHECKING:
    from ..core.rules.position import AnyPosition

# the most turns of a random game
CAP = 1000
# as many games run in one call, some tenths of a second, between which an interrupt is noticed
SLICE = 4000


class Playouts(NamedTuple):
    """The results of random games from a position."""

    position: Position
    """The position they began from."""
    games: int
    """The number of games."""
    wins: dict[str, int]
    """The number of wins of each colour."""
    unfinished: int
    """The number of games that did not end within the limit of turns."""
    turns: int
    """The number of turns in all games."""

    def share(self, color: str | None = None) -> Estimate:
        """Return the share of games that a colour won, by default the one to move, with its 95 % interval.

        Raises GameError for a colour that does not play.
        """
        color = self.position.turn if color is None else color
        self.position.seat_of(color)
        return wilson(self.wins[color] / self.games, self.games)

    def __dir__(self) -> list[str]:
        return public_names(self)

    def __repr__(self) -> str:
        wins = ", ".join(f"{color} {number}" for color, number in self.wins.items())
        more = f", {self.unfinished} unfinished" if self.unfinished else ""
        return f"<Playouts: {counted(self.games, 'game')}, won by {wins}{more}>"


@overload
def playouts(  # type: ignore[overload-overlap]  # a text is one position
    positions: AnyPosition, n: int = 1000, seed: int = 0, *, cap: int = CAP
) -> Playouts: ...
@overload
def playouts(
    positions: Iterable[AnyPosition], n: int = 1000, seed: int = 0, *, cap: int = CAP
) -> list[Playouts]: ...
@suggest_keywords
def playouts(positions: Any, n: int = 1000, seed: int = 0, *, cap: int = CAP) -> Playouts | list[Playouts]:
    """Play `n` random games from a position, and return their `Playouts`; of several positions, a list of them.

    A random turn is drawn evenly from "no move" and all moves, then from all growths. A game ends after `cap` turns at
    the latest. The same seed gives the same games. Raises GameError for a finished game, for a position within a turn,
    for positions of several variants, and for a wrong number.

    >>> result = playouts("adaptoid w 0,0 W:D2 B:D6", n=2000, seed=1)
    >>> result.games, sum(result.wins.values()) + result.unfinished
    (2000, 2000)
    >>> 0.4 < result.share("W").value < 0.6
    True
    """
    n = whole_number(n, "n", 1)
    cap = whole_number(cap, "cap", 1)
    seed = whole_number(seed, "seed", 0)
    is_one = isinstance(positions, (str, Position)) or hasattr(positions, "position")
    if not is_one and not isinstance(positions, Iterable):
        raise TypeError(f"positions are a position or several, not {type_name(positions)}")
    several: Any = [positions] if is_one else positions
    given = [Position.of(position) for position in several]
    for position in given:
        if position.winner is not None:
            raise GameError(f"the game is over, so there is nothing to play out in {position}")
        if position.step != "move":
            raise GameError(f"play out positions at the start of a turn; the growth is due in {position}")
    if len({position.variant for position in given}) > 1:
        names = ", ".join(sorted({position.variant for position in given}))
        raise GameError(f"these positions are of several variants ({names}); play out those of one at a time")
    results = [_played(position, n, mixed_seed(seed, number), cap) for number, position in enumerate(given)]
    return results[0] if is_one else results


def _played(position: Position, n: int, seed: int, cap: int) -> Playouts:
    play = _compiled()
    # the games go on with the random numbers of those before: a seed of their own may lie among these
    turns, counts, dice = 0, [0, 0, 0, 0], scattered(seed)
    for first in range(0, n, SLICE):
        played, (*results, dice) = play(position, dice, min(SLICE, n - first), cap)
        turns += played
        counts = [count + more for count, more in zip(counts, results, strict=True)]
    order = order_from(VARIANTS[position.variant], position.turn)
    wins = {color: counts[order.index(color)] for color in position.colors}
    return Playouts(position, n, wins, counts[3], turns)


def _compiled() -> Any:
    """The compiled games, or interpreted ones where nothing else runs."""
    from ..engine.backends.backend import rules_module

    try:
        return rules_module().random_results
    except ImportError:
        return _interpreted


def _interpreted(position: Position, seed: int, games: int, cap: int) -> tuple[int, list[int]]:
    results = [0] * 5
    turns = random_play.random_results(position.state, position.context, seed, games, cap, results)
    return turns, results
