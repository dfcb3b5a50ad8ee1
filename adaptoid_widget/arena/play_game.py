"""Plays one game between players to its end, to a limit of turns, or until a player forfeits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..core.game.game import Game
from ..core.game.headers import PLAYER_HEADERS
from ..core.game.record_writing import record_text
from ..core.rules.position import Position
from .player_api import Chooser, PlayerError, checked_turn, one_line, raised_text

DRAW = "draw"


class GameOutcome(NamedTuple):
    """The outcome of a game."""

    result: str
    """The winning colour, or "draw"."""
    turns: int
    forfeit: tuple[str, str] | None
    """The colour that gave no legal turn, and the code of the reason; or None."""
    capped: bool
    """Whether the limit of turns made it a draw."""
    record: str
    """The game's record."""


def play_game(
    start: Position, seats: Mapping[str, Chooser], cap: int, headers: Mapping[str, str] | None = None
) -> GameOutcome:
    """Play a game from a start. `seats` has a player for each colour, such as "W". `headers` are for the record.

    A player that gives no legal turn forfeits the game. After `cap` turns the game is a draw.

    >>> from .players import Greedy
    >>> outcome = play_game(Position.start(), {"W": Greedy(), "B": Greedy(1)}, 200)
    >>> outcome.result in ("W", "B"), outcome.forfeit, outcome.capped
    (True, None, False)
    """
    game = Game(start)
    game.headers.update(headers or {})
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
            game.play(turn_text_of(seats[color], game.position))
        except PlayerError as error:
            forfeit = color, error.code
            _forfeit(game, color, error)
    return GameOutcome(
        str(game.result), game.ply - (forfeit is not None or capped), forfeit, capped, record_text(game)
    )


def turn_text_of(player: Chooser, position: Position) -> str:
    """Ask a player for a turn. Raises PlayerError for an illegal turn and for any exception of the player."""
    try:
        answer = player.choose(position)
    except PlayerError:
        raise
    except Exception as error:
        raise PlayerError(player.name, "raised", raised_text(error)) from error
    return str(checked_turn(player.name, position, answer))


def forfeited(start: Position, color: str, error: PlayerError, headers: Mapping[str, str]) -> GameOutcome:
    """Return the outcome of a game that a player forfeits because it could not be started."""
    game = Game(start)
    game.headers.update(headers)
    _forfeit(game, color, error)
    return GameOutcome(str(game.result), 0, (color, error.code), False, record_text(game))


def _forfeit(game: Game, color: str, error: PlayerError) -> None:
    game.headers["Forfeit"] = one_line(f"{PLAYER_HEADERS[color]} ({error.code}) {error.detail}")
    game.resign(color)
