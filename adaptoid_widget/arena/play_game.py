"""Plays one game between players to its end, to a limit of turns, or until a player forfeits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import NamedTuple

from ..core.game.game import Game
from ..core.game.headers import PLAYER_HEADERS
from ..core.game.record_writing import START, record_text
from ..core.rules.position import Position
from .player_api import Chooser, PlayerError, checked_turn, one_line, raised_by

DRAW = "draw"


class Forfeit(NamedTuple):
    """Why a player gave no legal turn."""

    color: str
    """The player's colour."""
    code: str
    """The code of the reason, as in `PlayerError`."""
    detail: str


class GameOutcome(NamedTuple):
    """The outcome of a game."""

    result: str
    """The winning colour, or "draw"."""
    turns: int
    forfeit: Forfeit | None
    """Who gave no legal turn, or None."""
    capped: bool
    """Whether the limit of turns made it a draw."""
    record: str
    """The game's record."""
    digest: int
    """A hash of 61 bits of the start, the turns and the result: that of every game with the same ones."""


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
            forfeit = _forfeit(game, color, error)
    return _outcome(game, game.ply - (forfeit is not None or capped), forfeit, capped=capped)


def turn_text_of(player: Chooser, position: Position) -> str:
    """Ask a player for a turn. Raises PlayerError for an illegal turn and for any exception of the player."""
    try:
        answer = player.choose(position)
    except PlayerError:
        raise
    except (Exception, SystemExit) as error:
        raise raised_by(player.name, error) from error
    return str(checked_turn(player.name, position, answer))


def forfeited(start: Position, color: str, error: PlayerError, headers: Mapping[str, str]) -> GameOutcome:
    """Return the outcome of a game that a player forfeits because it could not be started."""
    game = Game(start)
    game.headers.update(headers)
    return _outcome(game, 0, _forfeit(game, color, error), capped=False)


def _forfeit(game: Game, color: str, error: PlayerError) -> Forfeit:
    detail = one_line(error.detail)
    game.headers["Forfeit"] = one_line(f"{PLAYER_HEADERS[color]} ({error.code}) {detail}")
    game.resign(color)
    return Forfeit(color, error.code, detail)


def _outcome(game: Game, turns: int, forfeit: Forfeit | None, *, capped: bool) -> GameOutcome:
    record = record_text(game)
    _, start, body = record.encode("utf-8").partition(f"\n{START}: ".encode())
    assert start
    return GameOutcome(
        str(game.result), turns, forfeit, capped, record, digest_of(body.splitlines(keepends=True))
    )


def digest_of(lines: Iterable[bytes]) -> int:
    """Return the digest of a game from its record without the other headers: start, turns and result, line by line."""
    digest = blake2b(digest_size=8)
    for line in lines:
        digest.update(line)
    return int.from_bytes(digest.digest(), "big") >> 3
