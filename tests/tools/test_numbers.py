"""The numbers about the game: solved boards against a solver that shares nothing with ours, and the file itself."""

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
from tools.numbers import parts, store, tiny
from tools.numbers.__main__ import main
from tools.numbers.parts import PARTS, regenerate
from tools.numbers.play import Task, play
from tools.numbers.starts import equal_starts, open_starts, shapes

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "notebooks" / "data" / "numbers.json"

Data = dict[str, Any]


# -- exact values ----------------------------------------------------------------------------------------------------


def naive(position: Position, known: dict[str, int]) -> int:
    """The value of a position by nothing but `Position.turns` and `Position.play`, and what was seen before."""
    text = str(position)
    if text not in known:
        wins: list[int] = []
        losses: list[int] = []
        for turn in position.turns():
            after = position.play(turn)
            if after.winner is None:
                theirs = naive(after, known)
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
def test_solved_boards_against_plain_minimax(name: str) -> None:
    layout = Layout.lattice(tiny.NAMED[name])
    solver = Solver(layout, entries=1 << 12)
    known: dict[str, int] = {}
    for white, black in open_starts(layout):
        position = start(layout, white, black)
        assert solver.value(position) == naive(position, known), (white, black)


@pytest.mark.parametrize("name", ["line of 5", "ring of 6"])
def test_solved_boards_against_the_search(name: str) -> None:
    """The search proves by deepening, with another table and other bounds."""
    layout = Layout.lattice(tiny.NAMED[name])
    solver = Solver(layout, entries=1 << 18)
    searcher = Searcher(32)
    for white, black in open_starts(layout)[:5]:
        position = start(layout, white, black)
        found = searcher.search(position, exact=True, nodes=3_000_000)
        score = found.lines[0].score
        assert abs(score) > MAX_UNPROVEN_SCORE
        assert solver.value(position) == (WIN_SCORE - score if score > 0 else -WIN_SCORE - score)


@pytest.mark.parametrize("switches", ["weaker-dies", "bare-exchange"])
@pytest.mark.nightly
def test_switches_are_solved_too(switches: str) -> None:
    layout = Layout.lattice(tiny.NAMED["rhombus of 4"])
    position = Position.start(layout=layout, switches=switches, pieces={"A1": "W", "B2": "B"})
    solver = Solver(layout, position.flags, entries=1 << 14)
    assert solver.value(position) == naive(position, {})


def test_interpreted_and_compiled_solve_alike() -> None:
    layout = Layout.lattice(tiny.NAMED["line of 4"])
    for white, black in open_starts(layout):
        position = start(layout, white, black)
        both = [Solver(layout, entries=1 << 10, compile=flag).value(position) for flag in (False, True)]
        assert both[0] == both[1]


def test_the_best_line_ends_when_the_value_says() -> None:
    layout = Layout.lattice(tiny.NAMED["triangle of 6"])
    solver = Solver(layout, entries=1 << 18)
    for white, black in open_starts(layout):
        position = start(layout, white, black)
        value = solver.value(position)
        turns = list(solver.line(position))
        assert len(turns) == abs(value)
        for turn in turns:
            position = position.play(turn)
        assert position.winner == ("W" if value > 0 else "B")


def test_a_full_table_is_told_and_searched_instead() -> None:
    layout = Layout.lattice(tiny.NAMED["line of 5"])
    solver = Solver(layout, entries=64)
    with pytest.raises(Unsolved, match="positions were valued"):
        solver.value(start(layout, "A1", "A5"))
    found = tiny.solve(tiny.TinyBoard(str(layout), 64, 500))
    assert None in [value for _, _, value in found["starts"]]
    assert all(depth >= 1 for depth in found["searched"].values())
    proven = tiny.solve(tiny.TinyBoard(str(layout), 64, 1_000_000))["starts"]
    assert proven == tiny.solve(tiny.TinyBoard(str(layout), 1 << 14, 0))["starts"]


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(GameError, match="at most 7 discs"):
        Solver(Layout.hexagon(3))
    solver = Solver(Layout.hexagon(2), entries=16)
    with pytest.raises(GameError, match="two-player games on hex2"):
        solver.value(Position.start())
    with pytest.raises(GameError, match="at the start of a turn"):
        solver.value(Position.from_text("adaptoid@hex2 w+ 0,0 W:A1 B:A2"))


# -- starts and boards -----------------------------------------------------------------------------------------------


def test_open_starts_cover_every_pair_once() -> None:
    for layout in (Layout.hexagon(3), Layout.lattice(tiny.NAMED["line of 5"]), Layout.lattice(["A1", "A3"])):
        every = [pair for start in open_starts(layout) for pair in equal_starts(layout, *start)]
        assert sorted(every) == sorted((w, b) for w in layout.cells for b in layout.cells if w != b)


def test_there_are_as_many_boards_as_polyhexes() -> None:
    """Free polyhexes (OEIS A000228)."""
    assert [len(shapes(n)) for n in range(1, 7)] == [1, 1, 3, 7, 22, 82]


# -- games -----------------------------------------------------------------------------------------------------------


def test_a_game_is_the_same_whatever_was_played_before() -> None:
    task = Task(str(Position.start()), 60, (), 3, 400, True)
    first = play(task, 5)
    play(task, 6)
    assert play(task, 5) == first
    assert len(first["choices"]) == len(first["chosen"]) == first["turns"] - first["choices"][0][0]
    assert first["choices"][0][0] in (2, 4, 6)
    assert first["winner"] in ("W", "B")
    loser = "WB".index("B" if first["winner"] == "W" else "W")
    assert first["lost"][loser] == 5 or "none left" in first["end"]


def test_choices_are_those_of_the_rules() -> None:
    from tools.numbers.play import steps

    position = Position.from_text("adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7")
    assert steps(position) == (len(list(position.moves())), len(position.growths()))


# -- the command -----------------------------------------------------------------------------------------------------


def stripped(path: Path) -> Data:
    """A file of numbers without the times it took."""
    data = json.loads(path.read_text(encoding="utf-8"))
    for part in data["parts"].values():
        part.pop("seconds")
        for rung in part.get("rungs", []):
            rung.pop("seconds")
    return dict(data)


class Ended(Exception):
    """Somebody pulled the plug."""


class Failing(ThreadPoolExecutor):
    """An executor that breaks down after some tasks."""

    left = 2

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise Ended
        return super().submit(fn, *args, **kwargs)


@pytest.mark.nightly
def test_a_run_that_was_ended_goes_on_to_the_same_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # whoever edits the engine while this runs changes nothing here
    monkeypatch.setattr(parts, "engine_key", lambda: "0123456789ab")
    whole, ended = tmp_path / "whole.json", tmp_path / "ended.json"
    with ThreadPoolExecutor(1) as executor:
        regenerate(whole, small=True, executor=executor, quiet=True)
    for name in ("starts", "exact"):
        with Failing(1) as failing, pytest.raises(Ended):
            regenerate(ended, [name], small=True, executor=failing, quiet=True)
        half = ended.with_name(f".ended.json.{name}.jsonl")
        assert half.exists()
        with half.open("a", encoding="utf-8") as file:
            file.write('[99, {"half a')
    with ThreadPoolExecutor(2) as executor:
        regenerate(ended, list(reversed(PARTS)), small=True, executor=executor, quiet=True)
    assert stripped(whole) == stripped(ended)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ended.json", "whole.json"]
    check(json.loads(whole.read_text(encoding="utf-8")))


def test_what_another_engine_left_is_not_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "rest.jsonl"
    old = store.Results(path, {"engine": "old"})
    with ThreadPoolExecutor(1) as executor:
        assert old.run([1, 2], lambda n: n * 10, executor, "test", quiet=True) == [10, 20]
        assert old.stored() == {0: 10, 1: 20}
        new = store.Results(path, {"engine": "new"})
        assert new.stored() == {}
        assert new.run([1, 2], lambda n: n * 100, executor, "test", quiet=True) == [100, 200]


def test_a_part_leaves_the_others_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "numbers.json"
    store.save(path, "ladder", {"rungs": []})
    assert main(["-o", str(path), "--only", "exact", "--small", "--quiet", "--workers", "1"]) == 0
    assert set(store.read(path)["parts"]) == {"exact", "ladder"}
    path.write_text("{}", encoding="utf-8")
    assert main(["-o", str(path), "--only", "exact", "--small", "--quiet", "--workers", "1"]) == 2
    assert "holds something else" in capsys.readouterr().err


# -- the file --------------------------------------------------------------------------------------------------------


def check_estimate(found: list[float]) -> None:
    value, low, high = found
    assert 0 <= low <= value <= high <= 1
    assert low < high


def check_score(found: Data) -> None:
    """The counts add up, and the score is theirs."""
    assert found["wins"] + found["draws"] + found["losses"] == found["games"] > 0
    check_estimate(found["score"])
    assert found["score"][0] == pytest.approx((found["wins"] + found["draws"] / 2) / found["games"], abs=1e-4)


def check_summary(found: Data) -> None:
    games, decided = found["white"]["games"], found["white"]["wins"] + found["white"]["losses"]
    check_score(found["white"])
    assert 0 < found["different"] <= games
    assert sum(found["ends"].values()) == sum(found["last"].values()) == decided
    length = found["length"]
    assert sum(length["counts"].values()) == games
    turns = [(int(n), k) for n, k in length["counts"].items()]
    assert length["mean"] == pytest.approx(sum(n * k for n, k in turns) / games, abs=0.01)
    assert (length["shortest"], length["longest"]) == (turns[0][0], turns[-1][0])


def check(data: Data) -> None:
    """What must hold in any file of numbers."""
    assert data["schema"] == store.SCHEMA
    found = data["parts"]
    assert set(found) == set(PARTS)
    for name, part in found.items():
        assert set(part["settings"]) >= set(PARTS[name].settings)
        assert part["on"]["adaptoid-widget"]
        assert part["on"]["python"]
        assert len(part["engine"]) == 12
        assert part["seconds"] >= 0
    for budget, nodes in zip(
        found["standard"]["budgets"], found["standard"]["settings"]["nodes"], strict=True
    ):
        assert budget["nodes"] == nodes > 0
        check_summary(budget)
        for turn in budget["by_turn"]:
            assert sum(turn[key] for key in ("new", "leg", "pincer", "none")) == pytest.approx(1, abs=0.01)
            low, middle, high = turn["quarters"]
            assert 1 <= low <= middle <= high
            assert turn["turns"] >= turn["growths"]
    starts = found["starts"]
    layout = Layout.from_text(starts["layout"])
    told = [(one["white"], one["black"]) for one in starts["starts"]]
    assert told == open_starts(layout)[: starts["settings"].get("most")]
    for one in starts["starts"]:
        assert one["games"] == starts["settings"]["games"]
        check_score(one)
    for table in found["three"]["tables"]:
        assert table["games"] == found["three"]["settings"]["games"] == sum(table["wins"].values())
        for estimate in table["shares"].values():
            check_estimate(estimate)
        assert math.isclose(sum(estimate[0] for estimate in table["shares"].values()), 1, abs_tol=1e-3)
    ladder = found["ladder"]
    for rung in ladder["rungs"]:
        assert rung["games"] == ladder["settings"]["games"]
        check_score(rung)
        assert sum(rung["pairs"]) * 2 == rung["games"]
        value, low, high = [math.inf if x is None else x for x in rung["elo"]]
        low = -math.inf if low == math.inf else low
        assert low <= value <= high
    for board in found["exact"]["boards"]:
        layout = Layout.from_text(board["layout"])
        assert board["discs"] == len(layout)
        assert [(white, black) for white, black, _ in board["starts"]] == open_starts(layout)
        for white, black, value in board["starts"]:
            # White wins with a turn of his own, the odd ones, Black with an even one; or in an exchange that loses
            assert value is None or abs(value) > 0
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
def test_the_numbers_that_are_shipped_are_sound_and_of_full_size() -> None:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    check(data)
    for name, part in data["parts"].items():
        assert part["settings"] == PARTS[name].settings
    assert all(budget["white"]["games"] >= 400 for budget in data["parts"]["standard"]["budgets"])
    assert len(data["parts"]["starts"]["starts"]) == 123
    assert all(one["games"] >= 100 for one in data["parts"]["starts"]["starts"])
    assert all(table["games"] >= 200 for table in data["parts"]["three"]["tables"])
    assert [rung["level"] for rung in data["parts"]["ladder"]["rungs"]] == list(range(2, 11))
    assert all(rung["games"] == 200 for rung in data["parts"]["ladder"]["rungs"])
    boards = {board["name"]: board for board in data["parts"]["exact"]["boards"] if board["name"]}
    assert set(boards) == {*tiny.NAMED, "hexagon of side 2"}
    assert [value for *_, value in boards["hexagon of side 2"]["starts"]] == [9, -20, 21, 21, 9]
