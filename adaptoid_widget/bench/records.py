"""How fast game records are read, with python-chess's reader of PGN files in turn with it."""

from __future__ import annotations

import gc
import random
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tqdm import tqdm

from ..core.game.game import Game
from ..core.game.records import read_records
from ..core.rules import random_play
from ..core.rules.apply_turns import KINDS
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..storage.records import read_games, write_games
from .speed import SEED, Figures, _rate, _ratio

GAMES = 120
ROUNDS = 9
# every so many turns have a comment, or another turn that was tried in their place
COMMENT_EVERY = 10
VARIATION_EVERY = 20
GROWTHS = {kind: growth for growth, kind in KINDS.items()}


def measure(*, quiet: bool = False) -> Figures:
    """Turns per second that are read from a file into games, strictly, every turn checked to be legal.

    Both files hold as many games, with as many turns each, six headers, a comment on every tenth turn and a variation
    every twentieth: random games of Adaptoid from the standard start, and of chess cut at the same lengths.
    `records_turns_per_s` is `aw.read_games` with the compiled rules loaded, as it reads large files;
    `records_interpreted_turns_per_s` is without. Rates and ratios are medians over rounds in which all run in turn.
    """
    from ..engine.backends.compiled_rules import outcomes

    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "games.txt", Path(folder) / "games.pgn"
        games = [random_game(SEED + number) for number in range(GAMES)]
        for number, game in enumerate(games):
            annotate(game, number)
        write_games(games, ours, progress=False)
        contenders = {"compiled": _ours(ours), "interpreted": _interpreted(ours)}
        chess = _chess(theirs, [game.ply for game in games])
        if chess is not None:
            contenders["chess"] = chess
        # compiled before anything is measured
        start = Position.start()
        outcomes(start.state, False, list(games[0].turns), start.layout, start.context)
        rates: dict[str, list[float]] = {"compiled": [], "interpreted": [], "chess": []}
        # or whoever makes more objects pays more for those that were there before
        gc.collect()
        gc.freeze()
        for _ in tqdm(range(ROUNDS), desc="records", disable=quiet, file=sys.stderr):
            for name, contender in contenders.items():
                rates[name].append(_rate(contender))
        gc.unfreeze()
    return {
        "records_turns_per_s": round(statistics.median(rates["compiled"])),
        "records_interpreted_turns_per_s": round(statistics.median(rates["interpreted"])),
        "records_chess_moves_per_s": round(statistics.median(rates["chess"])) if rates["chess"] else None,
        "records_ratio": _ratio(rates["compiled"], rates["chess"]),
        "records_interpreted_ratio": _ratio(rates["interpreted"], rates["chess"]),
    }


def random_game(seed: int) -> Game:
    """A game of random turns to its end, at core's speed.

    >>> random_game(1).result is None
    False
    """
    game = Game()
    while game.result is None:
        position = game.position
        layout = position.layout
        cell = layout.cell
        _, seed, _, origin, goal, kind, at = random_play.random_turn(position.state, position.context, seed)
        attack = bool((position.state[1] | position.state[2]) & goal)
        start, target = (cell(origin), cell(goal)) if origin else (None, None)
        game.play(Turn(start, target, attack, GROWTHS[kind], cell(at) if kind else None))
    return game


def annotate(game: Game, number: int) -> None:
    """Give a game headers, comments and variations."""
    for name, text in headers(number):
        game.headers[name] = text
    last = game.node.number
    for ply in range(COMMENT_EVERY, game.ply, COMMENT_EVERY):
        game.comment_on(game.line[ply].number, f"A quiet move, number {ply}")
    for ply in range(VARIATION_EVERY, game.ply, VARIATION_EVERY):
        game.select(last).goto(ply - 1)
        known = {game.nodes[child].turn for child in game.node.children}
        game.play(next(turn for turn in game.position.turns() if turn not in known))
    game.select(last)


def headers(number: int) -> list[tuple[str, str]]:
    """What both kinds of files say about a game."""
    return [
        ("Event", "Club evening"),
        ("Site", f"Hall {number % 7}"),
        ("Date", f"2024.05.{number % 28 + 1:02}"),
        ("Round", str(number + 1)),
        ("White", f"Ann {number % 13}"),
        ("Black", f"Ben {number % 11}"),
    ]


def _ours(path: Path) -> Iterator[int]:
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
        for name, text in headers(number):
            game.headers[name] = text
        counts.append(sum(len(node.variations) for node in _nodes(game)))
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
    """A random game of chess with so many moves, annotated like ours."""
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


def _nodes(game: Any) -> Iterator[Any]:
    waiting = [game]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.variations)
