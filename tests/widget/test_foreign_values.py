"""Values of NumPy and pandas are taken wherever Python's own are, and what cannot be taken is explained."""

from __future__ import annotations

import copy
import pickle
import re
import sys
from asyncio import CancelledError
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets
import numpy as np
import pandas as pd
import pytest
import traitlets

import adaptoid_widget as aw
from adaptoid_widget.core.game import game as game_module
from adaptoid_widget.core.rules.perft import perft
from adaptoid_widget.core.tactics.finder import find
from adaptoid_widget.lessons import load
from adaptoid_widget.lessons.writing import text_of

# of any type, since these are no lists and mappings for type checkers
Series: Any = pd.Series
DataFrame: Any = pd.DataFrame
array: Any = np.array
NO_HEAT: list[Any] = [{}, Series(dtype=float), []]
TEXT = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
WHOLE = [np.int64, np.int32, np.uint8, np.int16]


def game() -> aw.Game:
    return aw.Game().play("+D3").play("D6+L").play("+C2")


def board_at(ply: Any) -> int:
    board = aw.Board(game())
    board.goto(ply)
    return board.game.ply


# what is the same for a number of Python and for one of NumPy
WITH_NUMBERS: dict[str, Callable[[Any], Any]] = {
    "analyse depth": lambda n: aw.analyse(TEXT, depth=n).depth,
    "analyse nodes": lambda n: aw.analyse(TEXT, nodes=n).nodes,
    "analyse lines": lambda n: len(aw.analyse(TEXT, depth=1, lines=n).lines),
    "analyse seed": lambda n: aw.analyse(TEXT, depth=1, seed=n).turn,
    "analyse seconds": lambda n: aw.analyse(TEXT, depth=1, seconds=n).depth,
    "level": lambda n: aw.Player(level=n).level,
    "player seed": lambda n: aw.Player(level=1, seed=n).seed,
    "player nodes": lambda n: aw.Player(nodes=n).nodes,
    "match": lambda n: aw.play_match("random", "random", games=2 * n, seed=n, cap=n, workers=1).draws,
    "goto": board_at,
    "game goto": lambda n: game().goto(n).ply,
    "select": lambda n: game().select(n).ply,
    "draw_seats": lambda n: str(vars(aw.Game("open").draw_seats(("Ann", "Ben"), n).opening)["names"]),
    "perft": lambda n: perft(TEXT, n),
    "find budget": lambda n: str(find(TEXT, "siege", budget=n)),
    "piece": lambda n: str(aw.Position.start(layout="hex3", pieces={"C1": aw.Piece("W", n, 0), "C5": "B"})),
    "hexagon": lambda n: str(aw.Layout.hexagon(n)),
    "read_game": lambda n: aw.read_game(FOLDER[0] / "games.txt", n).length,
    "sheet": lambda n: repr(aw.sheet([TEXT], columns=n, answers=n)),
    "size": lambda n: str(aw.picture(TEXT, size=100 * n)),
    "share levels": lambda n: aw.share(TEXT, FOLDER[0] / "page.html", levels={"B": n}).name,
    "computer": lambda n: str(aw.Board(black=n).black),
    "annotate": lambda n: len(aw.annotate(game(), depth=n).table),
    "analyse on a board": lambda n: aw.Board().analyse(lines=n),
    "pace": lambda n: setattr(aw.Board(), "pace", n),
}
FOLDER: list[Path] = []


@pytest.mark.parametrize("name", WITH_NUMBERS)
def test_whole_numbers_of_numpy_are_numbers(name: str, tmp_path: Path) -> None:
    FOLDER[:] = [tmp_path]
    aw.write_games([aw.Game(), aw.Game(), game()], tmp_path / "games.txt")
    use = WITH_NUMBERS[name]
    for kind in WHOLE:
        assert use(kind(2)) == use(2)
    assert use(Series([1, 2])[1]) == use(2)


@pytest.mark.parametrize("value", [np.True_, np.False_])
def test_truth_values_of_numpy_are_truth_values(value: Any, tmp_path: Path) -> None:
    board = aw.Board(flipped=value, coordinates=value, interactive=value)
    assert board.flipped is board.coordinates is board.interactive is bool(value)
    other: Any = np.bool_(not value)
    board.flipped = other
    assert board.flipped is (not value)
    aw.Board().analyse(value)
    aw.analyse(TEXT, depth=1, exact=value)
    aw.picture(TEXT, flipped=value, lens=value)
    aw.Step("E", right="+D3", text="Grow.", position=TEXT, flipped=value)
    assert aw.read_game(game().save(tmp_path / "g.txt", replace=value), lenient=value).length == 3
    off: Any = np.False_
    assert len(list(aw.search_games([game()], missed=off, once=value, workers=1, progress=off))) == 1
    assert aw.Lesson("fork", results=off).result.score == aw.Puzzles(results=off).result.score == 0
    day: Any = np.datetime64("2026-11-20")
    assert repr(aw.Puzzles("daily", day=day, results=None)).startswith("<Puzzles, of 2026-11-20")


def test_numbers_that_are_no_whole_numbers_stay_errors() -> None:
    values: list[Any] = [np.float64(2.0), np.True_, array([1, 2]), "2", None]
    for wrong in values:
        with pytest.raises((aw.GameError, TypeError)):
            game().goto(wrong)
    fraction: Any = np.float64(2)
    with pytest.raises(aw.GameError, match="depth is a whole number"):
        aw.analyse(TEXT, depth=fraction)
    flag: Any = np.int64(1)
    with pytest.raises(aw.GameError, match="flipped is one of False, True"):
        aw.Board(flipped=flag)


def test_marks_from_columns_and_arrays() -> None:
    plain = aw.Marks([("D2", "D3")], ["D4"], {"C3": "red"}, {"D5": "a"}, {"D2": 0.5, "E3": 2}, "visits")
    series = aw.Marks(
        DataFrame({"from": ["D2"], "to": ["D3"]}),
        Series(["D4"]),
        Series({"C3": "red"}),
        Series({"D5": "a"}),
        Series({"D2": 0.5, "E3": 2.0}),
        "visits",
    )
    arrays = aw.Marks(
        array([["D2", "D3"]]),
        array(["D4"]),
        {"C3": "red"},
        {"D5": "a"},
        dict(zip(["D2", "E3"], array([0.5, 2], dtype=np.float32), strict=True)),
        "visits",
    )
    assert series == arrays == plain


def test_no_heat_draws_nothing() -> None:
    for heat in NO_HEAT:
        for legend in ("", "visits"):
            marks = aw.Marks(heat=heat, legend=legend)
            assert not marks
            assert str(marks) == ""
    with pytest.raises(aw.GameError, match="a legend belongs to a heat map"):
        aw.Marks(legend="visits")


def test_columns_are_lists(tmp_path: Path) -> None:
    positions = Series([TEXT, TEXT])
    two = aw.sheet(positions, captions=Series(["a", "b"]), solutions=Series(["+D4", "+D4"]))
    assert "2 positions" in repr(two)
    assert aw.write_games(Series([game(), game()]), tmp_path / "g.txt") == 2
    assert aw.play_match("random", "random", games=2, starts=positions[:1], cap=2, workers=1).draws == 2
    assert aw.share(TEXT, tmp_path / "p.html", levels=Series({"B": 2})).name == "p.html"


@pytest.mark.parametrize("several", [Series, array])
def test_columns_and_arrays_are_several_names(several: Any) -> None:
    assert aw.Game(switches=several(["weaker-dies"])).position.switches == ("weaker-dies",)
    assert find(TEXT, several(["fork", "siege"])) == find(TEXT, ["fork", "siege"])
    assert aw.Step("E", "Grow.", TEXT, right="+D4", hints=several(["One.", "Two."])).values["hints"] == [
        "One.",
        "Two.",
    ]
    drawn = aw.Game().draw_seats(several(["Ann", "Ben"]), seed=4)
    assert drawn.players == aw.Game().draw_seats(("Ann", "Ben"), seed=4).players
    assert aw.Puzzles(tactic=several(["fork"]), results=None).puzzle.tactic == "fork"
    bounds: Any = (np.int64(0), np.float32(10))
    for sprt in (several([0, 10]), bounds):
        assert aw.play_match("random", "random", games=2, sprt=sprt, cap=2, workers=1).draws == 2


class Column:
    """A column of Polars, which has no number of dimensions."""

    dtype = "String"

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def to_list(self) -> list[Any]:
        return self.values


@pytest.mark.parametrize("several", [Series, array, pd.Index, Column])
def test_columns_of_paths_words_and_numbers(several: Any, tmp_path: Path) -> None:
    aw.write_games([game(), game()], tmp_path / "a.txt")
    game().save(tmp_path / "b.txt")
    paths = several([str(tmp_path / name) for name in ("a.txt", "b.txt")])
    assert len(list(aw.search_games(paths, length=several([1, 5]), progress=False))) == 3
    assert aw.Program(several(["python3", "mine.py"])).argv == ("python3", "mine.py")
    assert aw.Marks(heat=several([0.5] * 37)) == aw.Marks(heat=[0.5] * 37)
    assert aw.Game(switches=several(["weaker-dies"])).position.switches == ("weaker-dies",)


@pytest.mark.parametrize("start", [pd.NA, pd.NaT, Series([]), DataFrame(), array([1, 2]), np.int64(3)])
def test_what_is_no_start_is_named(start: Any) -> None:
    for take in (aw.Board, aw.Game):
        with pytest.raises(TypeError, match="begins from a Position, its text or 'open', not "):
            take(start)
    with pytest.raises(aw.GameError, match="puzzles are 'endless' or 'daily'"):
        aw.Puzzles(start, results=None)


# -- messages ---------------------------------------------------------------------------------------------------------


def test_a_wrong_value_of_several_lines_is_named_in_one() -> None:
    column: Any = np.array([[1], [2]])
    with pytest.raises(aw.GameError, match=r"^depth is a whole number, 0 or more, not array.+$") as raised:
        aw.perft(aw.Position.start(), column)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("layout", [ipywidgets.Layout(), {"width": "50%"}])
def test_the_layout_of_a_widget_is_set_afterwards(layout: Any) -> None:
    with pytest.raises(TypeError, match=r"make the board first and then set board\.layout"):
        aw.Board(layout=layout)


@pytest.mark.parametrize(
    ("make", "another"),
    [
        (aw.Board, "a board cannot be pickled or copied; make another one of its game: aw.Board(board.game)"),
        (
            lambda: aw.Lesson("fork", results=None),
            "a lesson cannot be pickled or copied; make another one of its content: aw.Lesson(lesson.content)",
        ),
        (lambda: aw.Puzzles(results=None), "make another one: aw.Puzzles()"),
        (aw.home, "make another one: aw.home()"),
    ],
)
def test_what_is_shown_is_no_value_and_stays_closed(make: Callable[[], Any], another: str) -> None:
    shown = make()
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=re.escape(another)):
            copied(shown)
    shown.close()
    with pytest.raises(aw.GameError, match=f"was closed; {re.escape(another.partition('; ')[2] or another)}"):
        shown.open()
    shown.close()


def test_a_keyword_that_is_an_attribute_is_set_afterwards() -> None:
    for make in (aw.Lesson, aw.Puzzles):
        keyword: Any = {"layout": ipywidgets.Layout()}
        with pytest.raises(TypeError, match="has no keyword 'layout'; set it afterwards, as an attribute"):
            make(**keyword)


def test_values_from_before_a_reload_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after `%autoreload`: the module has another class of the same name."""
    old = aw.Game()
    present = type("Game", (aw.Game,), {})
    monkeypatch.setattr(game_module, "Game", present)
    board = aw.Board()
    monkeypatch.setattr("adaptoid_widget.core.session.board_methods.Game", present)
    with pytest.raises(
        TypeError, match=r"not a Game from before the package was loaded again; restart the kernel"
    ):
        board.game = old


def test_a_board_in_the_place_of_a_path_is_not_one_from_before_a_reload(tmp_path: Path) -> None:
    """Each board has a class of its own."""
    with pytest.raises(TypeError, match=r"a path is a text or a pathlib\.Path, not Board$"):
        aw.save_picture(tmp_path / "x.png", aw.Board())  # type: ignore[arg-type]


ENDINGS = [lambda: sys.exit(3), lambda: throw(GeneratorExit()), lambda: throw(CancelledError())]


def throw(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize("end", ENDINGS)
def test_an_observer_cannot_end_the_kernel(
    end: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    board = aw.Board()
    seen: list[Any] = []
    board.observe(lambda _: end(), "position")
    board.observe(seen.append, "position")
    board.play("+D3")
    assert len(seen) == 1
    assert "Traceback" in capsys.readouterr().err

    class Watching(aw.Board):
        @traitlets.observe("position")
        def _watch(self, _: Any) -> None:
            end()

    watching = Watching()
    watching.play("+D3")
    assert watching.game.length == 1


def test_an_interrupt_in_an_observer_reaches_the_caller() -> None:
    board = aw.Board()
    board.observe(lambda _: throw(KeyboardInterrupt()), "position")
    with pytest.raises(KeyboardInterrupt):
        board.play("+D3")


def test_a_path_is_taken_where_its_text_is(tmp_path: Path) -> None:
    lesson = tmp_path / "mine.lesson"
    lesson.write_text(text_of(load("fork")), encoding="utf-8")
    record = game().save(tmp_path / "game.txt")
    position = tmp_path / "position.txt"
    position.write_text(TEXT, encoding="utf-8")
    for path in (lesson, record, position):
        assert aw.share(path, tmp_path / "page.html").name == "page.html"
    with pytest.raises(ValueError, match="no lesson, no game and no position"):
        aw.share(tmp_path / "page.html", tmp_path / "other.html")
    assert "9 positions" in repr(aw.sheet(lesson))
    assert aw.Lesson(lesson).content.title == load("fork").title
    assert aw.Board(record).game.length == 3
    assert str(aw.Board(position).position) == TEXT
