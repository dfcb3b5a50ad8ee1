"""python -m tools.puzzle_mining: find the puzzles anew in the computer's own games and write their file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from adaptoid_widget.core.puzzles.puzzle import Puzzle
from adaptoid_widget.core.tactics.tactic import NAMES
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.progress_bar import progress_bar
from adaptoid_widget.storage.atomic import write
from tools.puzzle_mining.find import SOURCES, candidates
from tools.puzzle_mining.games import QUICK, THOUGHTFUL, GamePosition, positions
from tools.puzzle_mining.grade import grade
from tools.puzzle_mining.puzzle_file import FILE, shape, text_of
from tools.puzzle_mining.vet import CheckedPuzzle, vet

SEED = 20
WANTED = 30
GAMES = {QUICK: 40_000, THOUGHTFUL: 10_000}


class MinedPuzzle(NamedTuple):
    """A puzzle without a rating."""

    source: GamePosition
    tactic: str
    vetted: CheckedPuzzle


def mine(
    seed: int = SEED,
    wanted: int = WANTED,
    games: dict[str, int] | None = None,
    names: Collection[str] = SOURCES,
    progress: bool = True,
) -> list[Puzzle]:
    """Find puzzles of each tactic, fewer if the games do not suffice. The same seed gives the same puzzles."""
    searcher, judge = Searcher(2), Searcher(16)
    mined: dict[str, list[MinedPuzzle]] = {name: [] for name in names}
    shapes: set[tuple[object, ...]] = set()
    for kind, max_games in (games or GAMES).items():
        with progress_bar("game", f"{kind} games", max_games, shown=progress) as progress_shown:
            for number in range(max_games):
                missing = [name for name in names if SOURCES[name] == kind and len(mined[name]) < wanted]
                if not missing:
                    break
                find = _in_game(kind, number, seed, missing, shapes, searcher, judge)
                if find is not None:
                    mined[find.tactic].append(find)
                    shapes.add(shape(find.source.position))
                progress_shown.update()
                progress_shown.set_postfix_str(
                    ", ".join(f"{name} {len(mined[name])}" for name in missing), refresh=False
                )
    return _graded([find for name in names for find in mined[name]], judge, progress)


def _in_game(
    kind: str,
    number: int,
    seed: int,
    names: Sequence[str],
    shapes: set[tuple[object, ...]],
    searcher: Searcher,
    judge: Searcher,
) -> MinedPuzzle | None:
    """Return the first puzzle in a game. A game gives only one, so that puzzles differ."""
    for source in positions(kind, number, seed, searcher):
        for candidate in candidates(source, names, searcher):
            if shape(source.position) in shapes:
                continue
            vetted = vet(source.position, candidate.tactic, candidate.goals, judge)
            if vetted is not None:
                return MinedPuzzle(source, candidate.tactic, vetted)
    return None


def _graded(mined: Sequence[MinedPuzzle], searcher: Searcher, progress: bool) -> list[Puzzle]:
    """Return the puzzles with ratings and names, by tactic, easy ones first."""
    rated: list[tuple[int, int, str, MinedPuzzle]] = []
    with progress_bar("puzzle", "grading", len(mined), shown=progress) as progress_shown:
        for find in mined:
            position, vetted = find.source.position, find.vetted
            rating = grade(position, vetted.right, vetted.legal, vetted.turns, searcher)
            rated.append((NAMES.index(find.tactic), rating, str(position), find))
            progress_shown.update()
    out: list[Puzzle] = []
    for at, rating, text, find in sorted(rated, key=lambda row: row[:3]):
        number = 1 + sum(puzzle.tactic == find.tactic for puzzle in out)
        name = f"{NAMES[at].replace(' ', '-')}-{number}"
        turns, goal, key = find.vetted.turns, str(find.vetted.goal), find.vetted.right[0]
        out.append(Puzzle(name, find.tactic, rating, turns, goal, text, key, find.source.game))
    return out


def main(words: Sequence[str] | None = None) -> int:
    """Find puzzles and write their file. Wrong input gives one line on standard error and exit status 2."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.puzzle_mining",
        description="Find puzzles in the computer's games against itself. The same seed, numbers and version come to "
        "the same file, byte for byte.",
    )
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, default=FILE, help="the file to write")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the games ({SEED})")
    parser.add_argument("--wanted", type=int, default=WANTED, help=f"puzzles of each tactic ({WANTED})")
    parser.add_argument("--tactic", action="append", choices=SOURCES, help="one tactic alone; needs --output")
    for kind, number in GAMES.items():
        parser.add_argument(f"--{kind}", type=int, default=number, help=f"{kind} games at most ({number})")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    options = parser.parse_args(words)
    if options.tactic and options.output.resolve() == FILE.resolve():
        parser.error(
            f"--tactic would remove the puzzles of all other tactics from {FILE.name}; name another --output"
        )
    games = {kind: getattr(options, kind) for kind in GAMES}
    try:
        puzzles = mine(options.seed, options.wanted, games, options.tactic or SOURCES, not options.quiet)
        arguments = f"--seed {options.seed} --wanted {options.wanted}"
        arguments += "".join(f" --{kind} {number}" for kind, number in games.items())
        comment = f"python -m tools.puzzle_mining {arguments}"
        write(options.output, text_of(puzzles, [comment]).encode("utf-8"))
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return 130
    except (ValueError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
