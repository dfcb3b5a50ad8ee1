"""One game between players: played to its end, to a cap on turns, or to the turn that a player forfeits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..core.game.game import Game
from ..core.game.headers import PLAYER_HEADERS
from ..core.game.record_format import record_text
from ..core.rules.position import Position
from .player_api import Chooser, PlayerError, judged, one_line, raised_text

COLOR_NAMES = PLAYER_HEADERS
DRAW = "draw"


class Played(NamedTuple):
    """What a game came to."""

    result: str
    """The colour that won, or "draw"."""
    turns: int
    forfeit: tuple[str, str] | None
    """Who gave no legal turn, by colour, and the code of the reason."""
    capped: bool
    """Whether it was drawn because it had lasted so long."""
    record: str
    """Its record."""


def play_game(
    start: Position, seats: Mapping[str, Chooser], cap: int, headers: Sequence[tuple[str, str]] = ()
) -> Played:
    """A game from a start; `seats` has a player for each colour.

    Who gives no legal turn loses as if he had resigned; after `cap` turns the game is drawn.

    >>> from .baselines import Greedy
    >>> played = play_game(Position.start(), {"W": Greedy(), "B": Greedy(1)}, 200)
    >>> played.result in ("W", "B"), played.forfeit, played.capped
    (True, None, False)
    """
    game = Game(start)
    for name, text in headers:
        game.headers[name] = text
    forfeit = None
    capped = False
    while game.result is None:
        if game.ply >= cap:
            game.headers["Cap"] = f"drawn after {cap} turns"
            capped = True
            game.agree_draw()
            break
        color = game.position.turn
        try:
            game.play(asked(seats[color], game.position))
        except PlayerError as error:
            forfeit = color, error.code
            _forfeit(game, color, error)
    return Played(
        str(game.result), game.ply - (forfeit is not None or capped), forfeit, capped, record_text(game)
    )


def asked(player: Chooser, position: Position) -> str:
    """The turn that any player chooses. Raises PlayerError, whatever the player raises itself."""
    try:
        answer = player.choose(position)
    except PlayerError:
        raise
    except Exception as error:
        raise PlayerError(player.name, "raised", raised_text(error)) from error
    return str(judged(player.name, position, answer))


def forfeited(start: Position, color: str, error: PlayerError, headers: Sequence[tuple[str, str]]) -> Played:
    """A game that a player forfeits before it begins, since it could not be started."""
    game = Game(start)
    for name, text in headers:
        game.headers[name] = text
    _forfeit(game, color, error)
    return Played(str(game.result), 0, (color, error.code), False, record_text(game))


def _forfeit(game: Game, color: str, error: PlayerError) -> None:
    game.headers["Forfeit"] = one_line(f"{COLOR_NAMES[color]} ({error.code}) {error.detail}")
    game.resign(color)
