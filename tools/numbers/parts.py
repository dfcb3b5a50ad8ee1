"""The parts of the statistics: games to play and boards to solve, with seeds and budgets."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

from adaptoid_widget.arena.match import play_match
from adaptoid_widget.arena.match_result import MatchResult
from adaptoid_widget.arena.players import Player, mixed_seed
from adaptoid_widget.arena.remote.executors import processes
from adaptoid_widget.core.rules.layout import Layout
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.search.levels import HIGHEST, LOWEST, SEARCH_LIMITS
from tools.numbers import counts, small_boards
from tools.numbers.play import GameRow, Task, play_all
from tools.numbers.starts import open_starts, shapes
from tools.numbers.store import Data, Results, engine_key, machine, save

# the number of games in a task
AT_ONCE = 10
CAP = 400


class PartRun(NamedTuple):
    """The executor, files and output of a part in progress."""

    executor: Executor
    path: Path
    name: str
    key: str
    quiet: bool

    def results(self, settings: Data) -> Results:
        """Return the file for unfinished results."""
        identity = {"part": self.name, "engine": self.key, "settings": settings}
        return Results(self.beside("jsonl"), identity)

    def beside(self, suffix: str) -> Path:
        """Return the path of a hidden file beside the output."""
        return self.path.with_name(f".{self.path.name}.{self.name}.{suffix}")


def tasks_of(
    start: Position, nodes: int, games: int, seed: int, *, random: int, closely: bool = False
) -> list[Task]:
    """Return tasks for games from one start, each with its own seed."""
    cap = CAP * len(start.colors) // 2
    seeds = [mixed_seed(seed, nodes, number) for number in range(games)]
    chunks = [tuple(seeds[at : at + AT_ONCE]) for at in range(0, games, AT_ONCE)]
    return [Task(str(start), nodes, chunk, random, cap, closely) for chunk in chunks]


def played(run: PartRun, settings: Data, groups: Sequence[list[Task]]) -> list[list[GameRow]]:
    """Play groups of tasks together. Return the games of each group."""
    results = run.results(settings)
    tasks = [task for group in groups for task in group]
    rows = iter(results.run(tasks, play_all, run.executor, run.name, quiet=run.quiet))
    return [[row for _ in group for row in next(rows)] for group in groups]


def standard(run: PartRun, settings: Data) -> Data:
    """The standard start (R4) between equal players, at several budgets."""
    start = Position.start()
    groups = [
        tasks_of(start, nodes, settings["games"], settings["seed"], random=settings["random"], closely=True)
        for nodes in settings["nodes"]
    ]
    return {
        "start": str(start),
        "budgets": [
            {
                "nodes": nodes,
                **counts.summary(rows),
                "choice": counts.choice(rows),
                "by_turn": counts.by_turn(rows),
            }
            for nodes, rows in zip(settings["nodes"], played(run, settings, groups), strict=True)
        ],
    }


def starts(run: PartRun, settings: Data) -> Data:
    """Every open start up to symmetry (R5) on one board."""
    layout = Layout.from_text(settings["layout"])
    pairs = open_starts(layout)[: settings.get("most")]
    groups = [
        tasks_of(
            Position.start(layout=layout, pieces={white: "W", black: "B"}),
            settings["nodes"],
            settings["games"],
            mixed_seed(settings["seed"], number),
            random=settings["random"],
        )
        for number, (white, black) in enumerate(pairs)
    ]
    table: list[Data] = []
    for (white, black), rows in zip(pairs, played(run, settings, groups), strict=True):
        length = counts.lengths(rows)["mean"]
        table.append(
            {
                "white": white,
                "black": black,
                **counts.score_of(rows),
                "different": counts.different(rows),
                "turns": length,
            }
        )
    return {"layout": str(layout), "starts": table}


def three(run: PartRun, settings: Data) -> Data:
    """Three equal players, in both orders of play (R17, R18)."""
    groups = [
        tasks_of(
            Position.start(variant),
            settings["nodes"],
            settings["games"],
            settings["seed"],
            random=settings["random"],
        )
        for variant in settings["variants"]
    ]
    tables: list[Data] = []
    for variant, rows in zip(settings["variants"], played(run, settings, groups), strict=True):
        tables.append(
            {
                "variant": variant,
                "order": list(Position.start(variant).colors),
                "games": len(rows),
                "wins": counts.counted(row["winner"] or "draw" for row in rows),
                "shares": counts.seats(rows),
                "different": counts.different(rows),
                "length": counts.lengths(rows),
                "ends": counts.counted(row["end"] for row in rows if row["winner"]),
                "gone": counts.summed(row["gone"] for row in rows),
            }
        )
    return {"tables": tables}


def ladder(run: PartRun, settings: Data) -> Data:
    """Each level against the level below, in paired games."""
    rungs: list[Data] = []
    files: list[Path] = []
    for level in range(settings["from"], settings["to"] + 1):
        path = run.beside(f"{level}-{run.key}.txt")
        begun = time.perf_counter()
        result = play_match(
            Player(level),
            Player(level - 1),
            games=settings["games"],
            executor=run.executor,
            seed=settings["seed"],
            path=path,
            quiet=run.quiet,
        )
        rungs.append({"level": level, **_rung(result), "seconds": round(time.perf_counter() - begun, 1)})
        files.append(path)
    for path in files:
        path.unlink()
    budgets = {str(level): limits._asdict() for level, limits in SEARCH_LIMITS.items()}
    return {"budgets": budgets, "rungs": rungs}


def _rung(result: MatchResult) -> Data:
    score, elo = result.score(), result.elo
    assert elo is not None
    return {
        "against": result.players[1],
        "games": result.total,
        "wins": result.wins[0],
        "draws": result.draws,
        "losses": result.losses(),
        "pairs": list(result.counts[0]),
        "different": result.different,
        "score": counts.estimate(score),
        # an infinite end has no number in JSON
        "elo": [round(x, 1) if abs(x) < 1e6 else None for x in elo],
        "turns": round(result.turns / result.total, 2),
    }


def exact(run: PartRun, settings: Data) -> Data:
    """Small boards solved by walking through all games: every connected board up to some size, and some more."""
    boards = [layout for discs in range(2, settings["discs"] + 1) for layout in shapes(discs)]
    boards += [Layout.from_text(text) for text in settings["more"]]
    tasks = [
        small_boards.SmallBoard(str(layout), settings["entries"], settings["nodes"]) for layout in boards
    ]
    results = run.results(settings)
    solved = results.run(tasks, small_boards.solve, run.executor, run.name, quiet=run.quiet)
    for layout, board in zip(boards, solved, strict=True):
        name = small_boards.name_of(layout)
        board["name"] = name
        if not name:
            # the lines of boards without a name would be most of the file
            del board["lines"]
    return {"boards": solved}


class Part(NamedTuple):
    """A part of the numbers."""

    make: Callable[[PartRun, Data], Data]
    settings: Data
    """Seeds and budgets, which are written beside what comes of them."""
    small: Data
    """What is less in a sample that takes a minute."""


LARGER_BOARDS = ["hex2", "lattice:A1.A2.A3.A4.A5.A6.A7"]

PARTS: dict[str, Part] = {
    "exact": Part(
        exact,
        {"discs": 6, "more": LARGER_BOARDS, "entries": 1 << 22, "nodes": 20_000_000},
        {"discs": 4, "more": [], "entries": 1 << 12, "nodes": 10_000},
    ),
    "standard": Part(
        standard,
        {"nodes": [1_500, 6_000, 25_000], "games": 400, "random": 3, "seed": 1},
        {"nodes": [50, 100], "games": 6},
    ),
    "starts": Part(
        starts,
        {"layout": "hex4", "nodes": 600, "games": 100, "random": 2, "seed": 2},
        {"nodes": 50, "games": 4, "most": 3},
    ),
    "three": Part(
        three,
        {"variants": ["adapt3", "adapt3-fierce"], "nodes": 1_500, "games": 240, "random": 3, "seed": 3},
        {"nodes": 30, "games": 3},
    ),
    "ladder": Part(
        ladder,
        {"from": LOWEST + 1, "to": HIGHEST, "games": 200, "seed": 4},
        {"to": 3, "games": 4},
    ),
}
"""By name, in the order in which they are made; the longest comes last."""


def regenerate(
    path: Path,
    names: Sequence[str] = tuple(PARTS),
    *,
    small: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    quiet: bool = False,
) -> None:
    """Make parts of the statistics and write them to a file. An interrupted call can be continued.

    Raises ValueError for an unknown part, and GameError and OSError for the file.
    """
    for name in names:
        if name not in PARTS:
            raise ValueError(f"there is no part {name!r}; there are {', '.join(PARTS)}")
    path = path.resolve()
    key = engine_key()
    for name in names:
        part = PARTS[name]
        settings = part.settings | (part.small if small else {})
        running = executor or processes(workers)
        run = PartRun(running, path, name, key, quiet)
        begun = time.perf_counter()
        try:
            data = part.make(run, settings)
        finally:
            if executor is None:
                running.shutdown(cancel_futures=True)
        seconds = round(time.perf_counter() - begun, 1)
        origin = {"settings": settings, "engine": key, "on": machine(), "seconds": seconds}
        save(path, name, origin | data)
        run.results(settings).forget()
