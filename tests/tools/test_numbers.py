"""The numbers about the game: solved boards against an independent solver, and the shipped file."""

from __future__ import annotations

import json
import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from adaptoid_widget.core.rules.errors import GameError
from adaptoid_widget.core.rules.layout import Layout
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.search.work_array import MAX_UNPROVEN_SCORE, WIN_SCORE
from adaptoid_widget.engine.search import Searcher
from tests.repetitions import nightly
from tools.exhaustive.solver import Solver, Unsolved
from tools.numbers import counts, parts, small_boards, store
from tools.numbers.__main__ import main
from tools.numbers.parts import PARTS, regenerate
from tools.numbers.play import Task, play
from tools.numbers.starts import equal_starts, open_starts, shapes

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "notebooks" / "data" / "numbers.json"

Data = dict[str, Any]


# -- exact values ----------------------------------------------------------------------------------------------------


def value_by_minimax(position: Position, known: dict[str, int]) -> int:
    """The value of a position by plain minimax with `Position.turns`, `Position.play` and a cache."""
    text = str(position)
    if text not in known:
        wins: list[int] = []
        losses: list[int] = []
        for turn in position.turns():
            after = position.play(turn)
            if after.winner is None:
                theirs = value_by_minimax(after, known)
                (wins if theirs < 0 else losses).append(abs(theirs) + 1)
            elif after.winner == position.turn:
                wins.append(1)
            else:
                losses.append(1)
        known[text] = min(wins) if wins else -max(losses)
    return known[text]


def start(layout: Layout, white: str, black: str) -> Position:
    return Position.start(layout=layout, pieces={white: "W", black: "B"})


@pytest.mark.parametrize(
    "name", ["line of 3", "triangle of 3", *nightly("line of 2", "line of 4", "rhombus of 4")]
)
def test_the_solver_agrees_with_plain_minimax(name: str) -> None:
    layout = Layout.lattice(small_boards.NAMED[name])
    solver = Solver(layout, entries=1 << 12)
    known: dict[str, int] = {}
    for white, black in open_starts(layout):
        position = start(layout, white, black)
        assert solver.value(position) == value_by_minimax(position, known), (white, black)


@pytest.mark.parametrize("name", ["line of 5", "ring of 6"])
def test_the_solver_agrees_with_the_search(name: str) -> None:
    """The search proves the value by iterative deepening, with another table and other bounds."""
    layout = Layout.lattice(small_boards.NAMED[name])
    solver = Solver(layout, entries=1 << 18)
    searcher = Searcher(32)
    for white, black in open_starts(layout)[:5]:
        position = start(layout, white, black)
        result = searcher.search(position, exact=True, nodes=3_000_000)
        score = result.lines[0].hundredths
        assert abs(score) > MAX_UNPROVEN_SCORE
        assert solver.value(position) == (WIN_SCORE - score if score > 0 else -WIN_SCORE - score)


@pytest.mark.parametrize("switches", ["weaker-dies", "bare-exchange"])
@pytest.mark.nightly
def test_variants_with_switches_can_be_solved(switches: str) -> None:
    layout = Layout.lattice(small_boards.NAMED["rhombus of 4"])
    position = Position.start(layout=layout, switches=switches, pieces={"A1": "W", "B2": "B"})
    solver = Solver(layout, position.context.switches, entries=1 << 14)
    assert solver.value(position) == value_by_minimax(position, {})


def test_the_interpreted_and_the_compiled_solver_agree() -> None:
    layout = Layout.lattice(small_boards.NAMED["line of 4"])
    for white, black in open_starts(layout):
        position = start(layout, white, black)
        values = [Solver(layout, entries=1 << 10, compile=flag).value(position) for flag in (False, True)]
        assert values[0] == values[1]


def test_the_best_line_is_as_long_as_the_value_says() -> None:
    layout = Layout.lattice(small_boards.NAMED["triangle of 6"])
    solver = Solver(layout, entries=1 << 18)
    for white, black in open_starts(layout):
        position = start(layout, white, black)
        value = solver.value(position)
        turns = list(solver.line(position))
        assert len(turns) == abs(value)
        for turn in turns:
            position = position.play(turn)
        assert position.winner == ("W" if value > 0 else "B")


def test_a_full_table_is_an_error_and_the_search_is_used_instead() -> None:
    layout = Layout.lattice(small_boards.NAMED["line of 5"])
    solver = Solver(layout, entries=64)
    with pytest.raises(Unsolved, match="positions were valued"):
        solver.value(start(layout, "A1", "A5"))
    solved = small_boards.solve(small_boards.SmallBoard(str(layout), 64, 500))
    assert None in [value for _, _, value in solved["starts"]]
    assert all(depth >= 1 for depth in solved["searched"].values())
    proven = small_boards.solve(small_boards.SmallBoard(str(layout), 64, 1_000_000))["starts"]
    assert proven == small_boards.solve(small_boards.SmallBoard(str(layout), 1 << 14, 0))["starts"]


def test_positions_that_cannot_be_solved_are_refused() -> None:
    with pytest.raises(GameError, match="at most 7 discs"):
        Solver(Layout.hexagon(3))
    solver = Solver(Layout.hexagon(2), entries=16)
    with pytest.raises(GameError, match="two-player games on hex2"):
        solver.value(Position.start())
    with pytest.raises(GameError, match="at the start of a turn"):
        solver.value(Position.from_text("adaptoid@hex2 w+ 0,0 W:A1 B:A2"))


# -- starts and boards -----------------------------------------------------------------------------------------------


def test_open_starts_cover_every_pair_once() -> None:
    for layout in (
        Layout.hexagon(3),
        Layout.lattice(small_boards.NAMED["line of 5"]),
        Layout.lattice(["A1", "A3"]),
    ):
        pairs = [pair for start in open_starts(layout) for pair in equal_starts(layout, *start)]
        assert sorted(pairs) == sorted((w, b) for w in layout.cells for b in layout.cells if w != b)


def test_the_number_of_boards_is_the_number_of_polyhexes() -> None:
    """The expected counts are those of free polyhexes (OEIS A000228)."""
    assert [len(shapes(n)) for n in range(1, 7)] == [1, 1, 3, 7, 22, 82]


# -- games -----------------------------------------------------------------------------------------------------------


def test_a_game_does_not_depend_on_games_played_before() -> None:
    task = Task(str(Position.start()), 60, (), 3, 400, True)
    first = play(task, 5)
    play(task, 6)
    assert play(task, 5) == first
    assert len(first["choices"]) == len(first["chosen"]) == first["turns"] - first["choices"][0][0]
    assert first["choices"][0][0] in (2, 4, 6)
    assert first["winner"] in ("W", "B")
    loser = "WB".index("B" if first["winner"] == "W" else "W")
    assert first["lost"][loser] == 5 or "none left" in first["end"]


def test_choices_are_counted_as_in_the_rules() -> None:
    from tools.numbers.play import steps

    position = Position.from_text("adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7")
    assert steps(position) == (len(list(position.moves())), len(position.growths()))


# -- the command -----------------------------------------------------------------------------------------------------


def numbers_without_times(path: Path) -> Data:
    """The numbers in a file without their running times."""
    data = json.loads(path.read_text(encoding="utf-8"))
    for part in data["parts"].values():
        part.pop("seconds")
        for rung in part.get("rungs", []):
            rung.pop("seconds")
    return dict(data)


class Interrupted(Exception):
    """Stands for an interrupted run."""


class Failing(ThreadPoolExecutor):
    """An executor that fails after some tasks."""

    tasks_left = 2

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.tasks_left -= 1
        if self.tasks_left < 0:
            raise Interrupted
        return super().submit(fn, *args, **kwargs)


@pytest.mark.nightly
def test_an_interrupted_run_continues_to_the_same_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # edits of the engine while this test runs must not matter
    monkeypatch.setattr(parts, "engine_key", lambda: "0123456789ab")
    uninterrupted, ended = tmp_path / "whole.json", tmp_path / "ended.json"
    with ThreadPoolExecutor(1) as executor:
        regenerate(uninterrupted, small=True, executor=executor, quiet=True)
    for name in ("starts", "exact"):
        with Failing(1) as failing, pytest.raises(Interrupted):
            regenerate(ended, [name], small=True, executor=failing, quiet=True)
        half = ended.with_name(f".ended.json.{name}.jsonl")
        assert half.exists()
        with half.open("a", encoding="utf-8") as file:
            file.write('[99, {"half a')
    with ThreadPoolExecutor(2) as executor:
        regenerate(ended, list(reversed(PARTS)), small=True, executor=executor, quiet=True)
    assert numbers_without_times(uninterrupted) == numbers_without_times(ended)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ended.json", "whole.json"]
    check(json.loads(uninterrupted.read_text(encoding="utf-8")))


def test_repeated_games_do_not_narrow_intervals() -> None:
    """Ten games that were played four times each are ten games."""
    rows = [{"winner": "WBB"[number % 3], "game": str(number)} for number in range(10)]
    once, often = counts.score_of(rows), counts.score_of(rows * 4)
    assert often["games"] == 40
    assert often["score"] == once["score"]
    assert counts.seats(rows * 4) == counts.seats(rows)


def test_results_of_another_engine_are_not_reused(tmp_path: Path) -> None:
    path = tmp_path / "rest.jsonl"
    old = store.Results(path, {"engine": "old"})
    with ThreadPoolExecutor(1) as executor:
        assert old.run([1, 2], lambda n: n * 10, executor, "test", quiet=True) == [10, 20]
        assert old.stored() == {0: 10, 1: 20}
        new = store.Results(path, {"engine": "new"})
        assert new.stored() == {}
        assert new.run([1, 2], lambda n: n * 100, executor, "test", quiet=True) == [100, 200]


@pytest.mark.nightly
def test_regenerating_a_part_keeps_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "numbers.json"
    store.save(path, "ladder", {"rungs": []})
    assert main(["-o", str(path), "--only", "exact", "--small", "--quiet", "--workers", "1"]) == 0
    assert set(store.read(path)["parts"]) == {"exact", "ladder"}
    path.write_text("{}", encoding="utf-8")
    assert main(["-o", str(path), "--only", "exact", "--small", "--quiet", "--workers", "1"]) == 2
    assert "holds something else" in capsys.readouterr().err


# -- the file --------------------------------------------------------------------------------------------------------


def check_estimate(estimate: list[float]) -> None:
    value, low, high = estimate
    assert 0 <= low <= value <= high <= 1
    assert low < high


def check_score(score: Data) -> None:
    """Check that the counts add up and give the score."""
    assert score["wins"] + score["draws"] + score["losses"] == score["games"] > 0
    check_estimate(score["score"])
    assert score["score"][0] == pytest.approx((score["wins"] + score["draws"] / 2) / score["games"], abs=1e-4)


def check_summary(summary: Data) -> None:
    games, decided = summary["white"]["games"], summary["white"]["wins"] + summary["white"]["losses"]
    check_score(summary["white"])
    assert 0 < summary["different"] <= games
    assert sum(summary["ends"].values()) == sum(summary["last"].values()) == decided
    length = summary["length"]
    assert sum(length["counts"].values()) == games
    turns = [(int(n), k) for n, k in length["counts"].items()]
    assert length["mean"] == pytest.approx(sum(n * k for n, k in turns) / games, abs=0.01)
    assert (length["shortest"], length["longest"]) == (turns[0][0], turns[-1][0])


def check(data: Data) -> None:
    """Check the properties of every file of numbers."""
    assert data["schema"] == store.SCHEMA
    parts_of_data = data["parts"]
    assert set(parts_of_data) == set(PARTS)
    for name, part in parts_of_data.items():
        assert set(part["settings"]) >= set(PARTS[name].settings)
        assert part["on"]["adaptoid-widget"]
        assert part["on"]["python"]
        assert len(part["engine"]) == 12
        assert part["seconds"] >= 0
    for budget, nodes in zip(
        parts_of_data["standard"]["budgets"], parts_of_data["standard"]["settings"]["nodes"], strict=True
    ):
        assert budget["nodes"] == nodes > 0
        check_summary(budget)
        for turn in budget["by_turn"]:
            assert sum(turn[key] for key in ("new", "leg", "pincer", "none")) == pytest.approx(1, abs=0.01)
            low, middle, high = turn["quarters"]
            assert 1 <= low <= middle <= high
            assert turn["turns"] >= turn["growths"]
    starts = parts_of_data["starts"]
    layout = Layout.from_text(starts["layout"])
    pairs = [(row["white"], row["black"]) for row in starts["starts"]]
    assert pairs == open_starts(layout)[: starts["settings"].get("most")]
    for row in starts["starts"]:
        assert row["games"] == starts["settings"]["games"]
        check_score(row)
    for table in parts_of_data["three"]["tables"]:
        assert table["games"] == parts_of_data["three"]["settings"]["games"] == sum(table["wins"].values())
        for estimate in table["shares"].values():
            check_estimate(estimate)
        assert math.isclose(sum(estimate[0] for estimate in table["shares"].values()), 1, abs_tol=1e-3)
    ladder = parts_of_data["ladder"]
    for rung in ladder["rungs"]:
        assert rung["games"] == ladder["settings"]["games"]
        check_score(rung)
        assert sum(rung["pairs"]) * 2 == rung["games"]
        value, low, high = [math.inf if x is None else x for x in rung["elo"]]
        low = -math.inf if low == math.inf else low
        assert low <= value <= high
    for board in parts_of_data["exact"]["boards"]:
        layout = Layout.from_text(board["layout"])
        assert board["discs"] == len(layout)
        assert [(white, black) for white, black, _ in board["starts"]] == open_starts(layout)
        for white, black, value in board["starts"]:
            # White wins with an odd number of turns and Black with an even one. An exchange that loses the game would
            # be an exception; no best line on these boards ends with one.
            assert value is None or (value != 0 and (value > 0) == (value % 2 == 1))
            assert (value is None) == (f"{white} {black}" in board.get("searched", {}))
        for pair, line in board.get("lines", {}).items():
            white, black = pair.split()
            (value,) = [value for w, b, value in board["starts"] if (w, b) == (white, black)]
            position = start(layout, white, black)
            for turn in line:
                position = position.play(turn)
            assert len(line) == abs(value)
            assert position.winner == ("W" if value > 0 else "B")


@pytest.mark.skipif(not FILE.exists(), reason="the numbers are not in this tree")
def test_the_shipped_numbers_are_consistent_and_complete() -> None:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    check(data)
    for name, part in data["parts"].items():
        assert part["settings"] == PARTS[name].settings
    assert all(budget["white"]["games"] >= 400 for budget in data["parts"]["standard"]["budgets"])
    assert len(data["parts"]["starts"]["starts"]) == 123
    assert all(row["games"] >= 100 for row in data["parts"]["starts"]["starts"])
    assert all(table["games"] >= 200 for table in data["parts"]["three"]["tables"])
    assert [rung["level"] for rung in data["parts"]["ladder"]["rungs"]] == list(range(2, 11))
    assert all(rung["games"] == 200 for rung in data["parts"]["ladder"]["rungs"])
    boards = {board["name"]: board for board in data["parts"]["exact"]["boards"] if board["name"]}
    assert set(boards) == {*small_boards.NAMED, "hexagon of side 2"}
    assert [value for *_, value in boards["hexagon of side 2"]["starts"]] == [9, -20, 21, 21, 9]
