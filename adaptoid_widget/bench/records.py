"""Measures reading of game records, with python-chess's PGN reader for comparison."""

from __future__ import annotations

import gc
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tqdm import tqdm

from ..arena.baselines import random_turn
from ..core.game.game import Game
from ..core.game.records import read_records
from ..core.rules.position import Position
from ..storage.records import read_games, write_games
from .speed import SEED, Figures, median, rate, ratio

GAMES = 120
ROUNDS = 9
# the intervals of comments and variations, in turns
COMMENT_EVERY = 10
VARIATION_EVERY = 20


def measure(*, quiet: bool = False) -> Figures:
    """Measure the turns per second of strict reading from a file, including the check of their legality.

    The files contain random games of Adaptoid and of chess with the same lengths, six headers, a comment every tenth
    turn and a variation every twentieth. `records_turns_per_s` is `aw.read_games` with compiled rules, as for large
    files, `records_interpreted_turns_per_s` without. Rates and ratios are medians over rounds of all contenders.
    """
    from ..engine.backends.backend import rules_module

    outcomes = rules_module().outcomes
    with tempfile.TemporaryDirectory() as folder:
        records_file, pgn_file = Path(folder) / "games.txt", Path(folder) / "games.pgn"
        games = [random_game(SEED + number) for number in range(GAMES)]
        for number, game in enumerate(games):
            annotate(game, number)
        write_games(games, records_file, progress=False)
        contenders = {"compiled": _compiled(records_file), "interpreted": _interpreted(records_file)}
        chess = _chess(pgn_file, [game.ply for game in games])
        if chess is not None:
            contenders["chess"] = chess
        # compile before measuring
        start = Position.start()
        outcomes(start.state, False, list(games[0].turns), start.layout, start.context)
        rates: dict[str, list[float]] = {"compiled": [], "interpreted": [], "chess": []}
        # without this, a contender that creates more objects also pays more for existing ones
        gc.collect()
        gc.freeze()
        for _ in tqdm(range(ROUNDS), desc="records", disable=quiet, file=sys.stderr):
            for name, contender in contenders.items():
                rates[name].append(rate(contender))
        gc.unfreeze()
    return {
        "records_turns_per_s": median(rates["compiled"]),
        "records_interpreted_turns_per_s": median(rates["interpreted"]),
        "records_chess_moves_per_s": median(rates["chess"]),
        "records_ratio": ratio(rates["compiled"], rates["chess"]),
        "records_interpreted_ratio": ratio(rates["interpreted"], rates["chess"]),
    }


def random_game(seed: int) -> Game:
    """Play a game of random turns to its end with core's random numbers.

    >>> random_game(1).result is None
    False
    """
    game = Game()
    while game.result is None:
        turn, seed = random_turn(game.position, seed)
        game.play(turn)
    return game


def annotate(game: Game, number: int) -> None:
    """Add headers, comments and variations to a game."""
    game.headers.update(headers(number))
    last = game.node.number
    for ply in range(COMMENT_EVERY, game.ply, COMMENT_EVERY):
        game.comment_on(game.line[ply].number, f"A quiet move, number {ply}")
    for ply in range(VARIATION_EVERY, game.ply, VARIATION_EVERY):
        game.select(last).goto(ply - 1)
        known = {game.nodes[child].turn for child in game.node.children}
        game.play(next(turn for turn in game.position.turns() if turn not in known))
    game.select(last)


def headers(number: int) -> dict[str, str]:
    """Return the headers of a game in both formats."""
    return {
        "Event": "Club evening",
        "Site": f"Hall {number % 7}",
        "Date": f"2024.05.{number % 28 + 1:02}",
        "Round": str(number + 1),
        "White": f"Ann {number % 13}",
        "Black": f"Ben {number % 11}",
    }


def _compiled(path: Path) -> Iterator[int]:
    while True:
        for game in read_games(path, progress=False):
            yield len(game.nodes) - 1


def _interpreted(path: Path) -> Iterator[int]:
    while True:
        with path.open(encoding="utf-8") as lines:
            for game in read_records(Game, lines):
                yield len(game.nodes) - 1


def _chess(path: Path, lengths: list[int]) -> Iterator[int] | None:
    try:
        import chess.pgn
    except ImportError:
        return None

    dice = random.Random(SEED)
    counts: list[int] = []
    texts: list[str] = []
    for number, length in enumerate(lengths):
        game = _chess_game(length, dice)
        game.headers.update(headers(number))
        counts.append(_count_moves(game))
        texts.append(str(game))
    path.write_text("\n\n".join(texts) + "\n", encoding="utf-8")

    def moves() -> Iterator[int]:
        while True:
            with path.open(encoding="utf-8") as lines:
                for count in counts:
                    if chess.pgn.read_game(lines) is None:
                        raise AssertionError("python-chess reads fewer games than were written")
                    yield count

    return moves()


def _chess_game(length: int, dice: random.Random) -> Any:
    """Return a random game of chess with a number of moves, with comments and variations like ours."""
    import chess.pgn

    while True:
        game = chess.pgn.Game()
        node: Any = game
        board = game.board()
        for ply in range(1, length + 1):
            legal = list(board.legal_moves)
            if not legal:
                break
            move = dice.choice(legal)
            before, node = node, node.add_variation(move)
            if ply % COMMENT_EVERY == 0 and ply < length:
                node.comment = f"A quiet move, number {ply}"
            if ply % VARIATION_EVERY == 0 and ply < length and len(legal) > 1:
                before.add_variation(next(other for other in legal if other != move))
            board.push(move)
        else:
            return game


def _count_moves(game: Any) -> int:
    """Return the number of moves of a game of chess with its variations."""
    moves = 0
    nodes = [game]
    while nodes:
        variations = nodes.pop().variations
        moves += len(variations)
        nodes += variations
    return moves
