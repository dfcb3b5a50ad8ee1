"""python -m tools.puzzle_mining: check the puzzles, find missing ones in the computer's own games, write their file."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from adaptoid_widget.core.puzzles.puzzle import Puzzle
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.tactics.finder import NAMES
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.progress_bar import progress_bar
from adaptoid_widget.storage.atomic import write
from tools.puzzle_mining.find import SOURCES, candidates
from tools.puzzle_mining.games import QUICK, THOUGHTFUL, GamePosition, positions
from tools.puzzle_mining.grade import grade
from tools.puzzle_mining.puzzle_file import FILE, read, shape, text_of
from tools.puzzle_mining.vet import CheckedPuzzle, stands, vet

SEED = 20
WANTED = 27
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
    earlier: Sequence[Puzzle] = (),
) -> list[Puzzle]:
    """Find puzzles of each tactic, fewer if the games do not suffice. The same arguments give the same puzzles.

    Those of the `earlier` puzzles that stand keep their names. A new puzzle never has the name of an earlier one.
    """
    searcher, judge = Searcher(2), Searcher(16)
    mined: dict[str, list[MinedPuzzle]] = {name: [] for name in names}
    kept = [puzzle for puzzle in earlier if stands(puzzle)]
    n_kept = Counter(puzzle.tactic for puzzle in kept)
    games_of_kept = {puzzle.game.partition(" after ")[0] for puzzle in kept}
    shapes = {shape(Position.from_text(puzzle.position)) for puzzle in kept}
    for kind, max_games in (games or GAMES).items():
        with progress_bar("game", f"{kind} games", max_games, shown=progress) as progress_shown:
            for number in range(max_games):
                missing = [
                    name
                    for name in names
                    if SOURCES[name] == kind and n_kept[name] + len(mined[name]) < wanted
                ]
                if not missing:
                    break
                find = None
                if f"{kind} {number}" not in games_of_kept:
                    find = _in_game(kind, number, seed, missing, shapes, searcher, judge)
                if find is not None:
                    mined[find.tactic].append(find)
                    shapes.add(shape(find.source.position))
                progress_shown.update()
                progress_shown.set_postfix_str(
                    ", ".join(f"{name} {len(mined[name])}" for name in missing), refresh=False
                )
    new = _graded([find for name in names for find in mined[name]], progress)
    out = kept + named(new, earlier)
    return sorted(out, key=lambda puzzle: (NAMES.index(puzzle.tactic), puzzle.rating, puzzle.position))


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


def _graded(mined: Sequence[MinedPuzzle], progress: bool) -> list[Puzzle]:
    """Return the puzzles with ratings and still without names, by tactic, easy ones first."""
    rated: list[Puzzle] = []
    with progress_bar("puzzle", "grading", len(mined), shown=progress) as progress_shown:
        for find in mined:
            position, vetted = find.source.position, find.vetted
            rating = grade(position, vetted.goal, vetted.right)
            goal, key, game = str(vetted.goal), vetted.right[0], find.source.game
            rated.append(Puzzle("", find.tactic, rating, 1, goal, str(position), key, game))
            progress_shown.update()
    return sorted(rated, key=lambda puzzle: (puzzle.rating, puzzle.position))


def named(new: Sequence[Puzzle], earlier: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the new puzzles with names: the tactic and the next number that no earlier puzzle of it has."""
    last: Counter[str] = Counter()
    for puzzle in earlier:
        last[puzzle.tactic] = max(last[puzzle.tactic], int(puzzle.name.rpartition("-")[2]))
    out: list[Puzzle] = []
    for puzzle in new:
        last[puzzle.tactic] += 1
        name = f"{puzzle.tactic.replace(' ', '-')}-{last[puzzle.tactic]}"
        out.append(puzzle._replace(name=name))
    return out


def main(words: Sequence[str] | None = None) -> int:
    """Find puzzles and write their file. Wrong input gives one line on standard error and exit status 2."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.puzzle_mining",
        description="Keep the puzzles of a file that stand, and find the missing ones in the computer's games against "
        "itself. The same file, seed, numbers and version come to the same file, byte for byte.",
    )
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, default=FILE, help="the file to write")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the games ({SEED})")
    parser.add_argument("--wanted", type=int, default=WANTED, help=f"puzzles of each tactic ({WANTED})")
    parser.add_argument("--tactic", action="append", choices=SOURCES, help="find puzzles of one tactic alone")
    for kind, number in GAMES.items():
        parser.add_argument(f"--{kind}", type=int, default=number, help=f"{kind} games at most ({number})")
    parser.add_argument("--fresh", action="store_true", help="keep no earlier puzzle of these tactics")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    options = parser.parse_args(words)
    games = {kind: getattr(options, kind) for kind in GAMES}
    try:
        names = options.tactic or SOURCES
        earlier = read(options.output.read_text("utf-8")) if options.output.is_file() else ()
        if options.fresh:
            earlier = tuple(puzzle for puzzle in earlier if puzzle.tactic not in names)
        puzzles = mine(options.seed, options.wanted, games, names, not options.quiet, earlier)
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
