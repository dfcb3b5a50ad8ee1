"""The command `annotate`: mark and explain the mistakes in a file of games."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ..core.game.game import Game
from ..core.i18n.catalog import LANGUAGES
from ..core.rules.errors import whole_number
from ..core.search.review import BLUNDER, MISTAKE
from ..export.inputs import STDIN, expanded, standard_input
from ..progress_bar import progress_bar
from ..storage.records import opened_games, write_games
from .arguments import add_command


def add(commands: Any) -> None:
    """Add the command to the parser."""
    annotate = add_command(
        commands,
        "annotate",
        "mark and explain the mistakes in a file of games",
        "Comments say why; variations show the better turns.",
    )
    annotate.add_argument("games", metavar="GAMES", help="a file of game records, or - for standard input")
    annotate.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        required=True,
        type=expanded,
        help="the file to write; it may be GAMES",
    )
    annotate.add_argument("--nodes", type=int, help="how many positions to look at for each turn (30 000)")
    annotate.add_argument("--depth", type=int, help="how many turns to look ahead")
    annotate.add_argument("--seconds", type=float, help="how long to search for each turn")
    annotate.add_argument(
        "--mistake", type=float, default=MISTAKE, help=f"loss in adaptoids of a mistake ({MISTAKE:g})"
    )
    annotate.add_argument(
        "--blunder", type=float, default=BLUNDER, help=f"loss in adaptoids of a blunder ({BLUNDER:g})"
    )
    annotate.add_argument("--language", choices=LANGUAGES.tags(), default="en", help="of the comments")
    annotate.add_argument("--workers", type=int, help="how many processes search (one per processor)")
    annotate.set_defaults(run=run_annotate)


def run_annotate(options: argparse.Namespace) -> int:
    """Write the annotated games, and print how many turns were marked. Nothing is written if a record is wrong."""
    if options.workers is not None:
        whole_number(options.workers, "workers", 1)
    words = {
        name: getattr(options, name)
        for name in ("nodes", "depth", "seconds", "mistake", "blunder", "language")
    }
    is_stdin = options.games == STDIN
    games = opened_games(standard_input().split("\n") if is_stdin else options.games, progress=False)
    tally: Counter[str] = Counter()
    try:
        write_games(_annotated(games, words, options.workers, tally), options.output, progress=False)
    except KeyboardInterrupt:
        print("adaptoid-widget: stopped; nothing was written", file=sys.stderr)
        return 130
    counts = [
        f"{tally[name]} {name[:-1] if tally[name] == 1 else name}"
        for name in ("games", "turns", "mistakes", "blunders")
    ]
    print(f"{options.output}: {', '.join(counts)}")
    return 0


def _annotated(
    games: Iterable[Game], words: dict[str, Any], workers: int | None, tally: Counter[str]
) -> Iterator[Game]:
    """Yield the annotated games in their order, and count their marks."""
    from ..arena.remote.ordered_tasks import OrderedTasks

    tasks = OrderedTasks((game.to_record() for game in games), workers, _annotate, words)
    done: list[Game] = []

    def use(_: str, result: tuple[str, dict[str, int]]) -> None:
        record, counts = result
        done.append(Game.from_record(record))
        tally.update(counts)
        bar.update()

    try:
        with progress_bar(" games", "annotating") as bar:
            while tasks.take(use):
                yield done.pop()
    finally:
        tasks.stop()


def _annotate(record: str, words: dict[str, Any]) -> tuple[str, dict[str, int]]:
    """The record with marks, and what was counted in it. An open start that is not finished has no turns to judge."""
    from ..engine.annotate import annotate

    game = Game.from_record(record)
    if not game.started:
        return record, {"games": 1}
    annotated = annotate(game, progress=False, **words)
    marks = [row["mark"] for row in annotated.table]
    counts = {"turns": len(marks), "mistakes": marks.count("?"), "blunders": marks.count("??")}
    return annotated.game.to_record(), {"games": 1, **counts}
