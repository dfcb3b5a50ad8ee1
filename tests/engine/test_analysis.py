"""Analysis: lines, scores, proofs, tables and threats, the kinds of arguments, and bad arguments."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

import pytest

from adaptoid_widget import Board, Game, GameError, Position, TextError, threads
from adaptoid_widget.core.search.analysis_content import Line, marks_of
from adaptoid_widget.core.search.scores import earlier, passed, score_text, shares, win_in
from adaptoid_widget.engine import search, warmup
from adaptoid_widget.engine.analysis import (
    Analysis,
    analyse,
    deepen,
    threat,
)
from adaptoid_widget.engine.cancel import Stop
from adaptoid_widget.engine.search import Searcher

BUSY = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
RED = "adapt3 b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP"
WINS = "adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6"
# Black wins with one turn, and White can win in its next one
ENDS = "adaptoid b 4,4 W:C5L,D3P B:C4,D5LPP,D6"
# no disc touches another: no adaptoid can move or create another, and an adaptoid with a limb starves
TWO_LONE_DISCS = "adaptoid@discs:0,0/3,0 w 0,0 W:N1 B:N2"


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Compile the search once for all tests of this module."""
    warmup.prepare()


def test_the_lines_are_the_best_turns_of_the_table() -> None:
    """The three lines are legal, best first. The table has every legal turn once, with the scores of the lines."""
    position = Position.from_text(BUSY)
    analysis = analyse(position, depth=2)
    assert isinstance(analysis, Analysis)
    assert (analysis.depth, analysis.done, analysis.turn, analysis.unit) == (2, "depth", "W", "adaptoids")
    assert len(analysis.lines) == 3
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True)
    for line in analysis.lines:
        at = position
        for turn in line.turns:
            at = at.play(turn)
        assert line.color == "W"
    assert analysis.best == analysis.lines[0].turns[0] == analysis.table[0]["turn"]
    assert analysis.score == analysis.lines[0].score == analysis.table[0]["score"]
    assert sorted(row["turn"] for row in analysis.table) == sorted(str(turn) for turn in position.turns())
    assert [row["score"] for row in analysis.table if row["bound"] == "="][:3] == scores
    assert analysis.nodes > 0
    assert analysis.seconds > 0


def test_a_row_of_the_table_has_plain_values() -> None:
    """A row has plain values."""
    row = analyse(BUSY, depth=1).table[0]
    assert row == {
        "turn": row["turn"],
        "move": row["turn"].split(" ")[0],
        "growth": row["turn"].split(" ")[1],
        "score": row["score"],
        "bound": "=",
        "win_in": None,
        "exact": True,
    }
    assert isinstance(row["score"], float)


def test_all_turns_can_be_a_data_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = analyse(BUSY, depth=1)
    frame = analysis.to_frame()
    assert list(frame.columns) == ["turn", "move", "growth", "score", "bound", "win_in", "exact", "told"]
    assert len(frame) == len(analysis.table) == len(list(Position.from_text(BUSY).turns()))
    assert frame.loc[0, "turn"] == analysis.best
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        analysis.to_frame()


@pytest.mark.parametrize("text", ["adaptoid w 0,0 W:C3LP,D1L,D3LP,E3LP B:C5LP,D5LLP,E5LLP", ENDS])
def test_with_exact_each_turn_has_the_score_of_a_search_of_this_turn(text: str) -> None:
    """Whatever else there is to play; a turn that ends the game has its proof."""
    position = Position.from_text(text)
    analysis = analyse(position, depth=2, exact=True, lines=2)
    assert len(analysis.lines) == 2
    assert [row["score"] for row in analysis.table] == sorted(
        [row["score"] for row in analysis.table], reverse=True
    )
    assert len(analysis.table) == sum(1 for _ in position.turns())
    searcher = Searcher(1)
    for row in analysis.table:
        after = position.play(row["turn"])
        if after.winner is not None:
            value = 29999 if after.winner == position.turn else -29999
        else:
            reply = searcher.search(after, depth=1, exact=True).lines[0]
            # from the turn before, a proven end is one turn farther away
            value = -earlier(reply.hundredths)
        assert (row["score"], row["win_in"], row["bound"]) == (value / 100, win_in(value, 2), "=")
    assert "≤" not in repr(analysis)


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("text", [BUSY, RED, ENDS])
def test_without_exact_a_bound_is_the_score_of_the_last_line(text: str, depth: int) -> None:
    """Or a proven loss, which holds whatever the depth. At depth 1, nothing is reduced: all bounds are right."""
    analysis = analyse(text, depth=depth)
    truth = {row["turn"]: row for row in analyse(text, depth=depth, exact=True).table}
    worst = analysis.lines[-1].score
    scores = [row["score"] for row in analysis.table]
    assert scores == sorted(scores, reverse=True)
    assert {row["bound"] for row in analysis.table} == {"=", "≤"}
    for row in analysis.table:
        true = truth[row["turn"]]
        assert row["exact"] == (row["bound"] == "=")
        if row["bound"] == "=":
            assert row == true
        elif row["win_in"] is None:
            assert row["score"] == worst
            assert depth > 1 or true["score"] <= worst
        else:
            assert true["score"] <= row["score"] <= worst
            assert row["win_in"] <= true["win_in"] < 0
    assert "upper bounds (≤) in the table" in repr(analysis)


@pytest.mark.parametrize("exact", [False, True])
def test_all_scores_are_of_the_last_finished_depth(exact: bool) -> None:
    for nodes in (500, 5_000, 50_000):
        analysis = analyse(BUSY, nodes=nodes, exact=exact)
        finished = analyse(BUSY, depth=analysis.depth, exact=exact)
        assert analysis.done == "nodes"
        assert (analysis.table, analysis.lines) == (finished.table, finished.lines)


@pytest.mark.parametrize(
    ("text", "best", "win_in", "words"),
    [
        (WINS, "+D4", 1, "wins in 1"),
        (TWO_LONE_DISCS, None, -1, "loses in 1"),
        ("adaptoid w+ 0,4 W:C5,D3 B:C4,D5LPP,D6", "+D4", 1, "wins in 1"),
    ],
)
def test_a_proven_result_is_a_number_of_turns(text: str, best: str | None, win_in: int, words: str) -> None:
    """A proven result is given as a number of turns."""
    analysis = analyse(text, depth=3)
    assert (analysis.win_in, analysis.lines[0].told) == (win_in, words)
    if best:
        assert analysis.best == best
        assert analysis.shares == {"W": 1.0, "B": 0.0}
    assert words in repr(analysis)


def test_growths_alone_are_analysed_in_the_middle_of_a_turn() -> None:
    """The turns of the table are growths alone."""
    position = Position.from_text(BUSY).after_move("E3xF5")
    analysis = analyse(position, depth=2)
    assert analysis.turn == "W"
    assert all(" " not in row["turn"] and row["move"] is None for row in analysis.table)
    assert len(analysis.table) == len(position.growths())


def test_analyse_accepts_texts_games_and_boards() -> None:
    """`analyse` uses the current position of a game or board."""
    game = Game(BUSY).play("E3xF5 +F6")
    board = Board(game)
    assert (
        analyse(game, depth=1).table == analyse(board, depth=1).table == analyse(game.position, depth=1).table
    )
    assert analyse(str(game.position), depth=1).turn == "B"
    board.close()


@pytest.mark.parametrize(
    ("position", "options", "error", "message"),
    [
        (
            "adaptoid b 0,5 W:C5,D3 B:D6",
            {},
            GameError,
            "the game is over, White has won; there is nothing to analyse",
        ),
        (Game("open"), {}, GameError, "not finished"),
        ("hello", {}, TextError, "expected"),
        (7, {}, TypeError, "Position, its text, a Game or a Board"),
        (BUSY, {"depth": 0}, ValueError, "depth is a whole number, 1 or more, not 0"),
        (BUSY, {"depth": 1.5}, ValueError, "depth"),
        (BUSY, {"lines": 0}, ValueError, "lines"),
        (BUSY, {"nodes": -1}, ValueError, "nodes"),
        (BUSY, {"nodes": True}, ValueError, "nodes"),
        (BUSY, {"seconds": -1}, ValueError, "seconds"),
        (BUSY, {"seconds": float("nan")}, ValueError, "seconds"),
        (BUSY, {"exact": "x"}, GameError, "exact is True or False, not 'x'"),
        (BUSY, {"stop": 3}, TypeError, "stop is an adaptoid_widget.engine.cancel.Stop, not int"),
    ],
)
def test_bad_arguments_are_refused(
    position: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    """`analyse` and `deepen` both raise the error immediately."""
    for ask in (analyse, deepen):
        with pytest.raises(error, match=message):
            ask(position, **options)


@pytest.mark.parametrize("lines", [0, "two"])
def test_a_picture_of_a_wrong_number_of_lines_is_refused(lines: Any) -> None:
    with pytest.raises(ValueError, match=f"lines is a whole number, 1 or more, not {lines!r}"):
        analyse(BUSY, depth=1).picture(lines=lines)


def test_without_time_or_nodes_depth_1_is_still_finished() -> None:
    for limit in ({"seconds": 0}, {"nodes": 0}):
        analysis = analyse(BUSY, **limit)  # type: ignore[arg-type]
        assert analysis.depth == 1
        assert len(analysis.table) == len(list(Position.from_text(BUSY).turns()))


def test_a_layout_without_neighbours_can_be_analysed() -> None:
    """Only limbs can grow. The analysis has a score for each turn, a threat and a picture."""
    analysis = analyse(TWO_LONE_DISCS, depth=4)
    assert {row["turn"] for row in analysis.table} == {"N1+L", "N1+P"}
    assert analysis.threats is not None
    assert "<svg" in analysis.picture().svg


def test_the_shares_of_three_players_add_up_to_one() -> None:
    """The shares of the colours add up to one. A proven win gives the winner the whole share."""
    analysis = analyse(RED, depth=2)
    assert list(analysis.shares) == ["W", "B", "R"]
    assert sum(analysis.shares.values()) == pytest.approx(1)
    assert all(0 < share < 1 for share in analysis.shares.values())
    wins = "adapt3 w 0,0,9 W:C5,D3 B:A1 R:D5LLPP,D6"
    assert analyse(wins, depth=2).win_in == 1
    assert analyse(wins, depth=2).shares["W"] == pytest.approx(1)


def test_deepen_yields_an_analysis_for_each_depth() -> None:
    """`deepen` yields an analysis for each depth, equal to that of `analyse`. Only the last one is finished."""
    analyses = list(deepen(BUSY, depth=3))
    assert [analysis.depth for analysis in analyses] == [1, 2, 3]
    assert [analysis.finished for analysis in analyses] == [False, False, True]
    assert analyses[1].score == analyse(BUSY, depth=2).score


def test_leaving_the_loop_ends_the_search() -> None:
    """No thread goes on after `break` or after `stop.set()`."""

    def busy() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name != threads.IDLE]

    before = len(busy())
    for analysis in deepen(BUSY):
        if analysis.depth == 2:
            break
    stop = Stop()
    for analysis in deepen(BUSY, stop=stop):
        if analysis.depth == 2:
            stop.set()
    until = time.monotonic() + 20
    while len(busy()) > before:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_deepen_needs_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Pyodide, `deepen` searches one depth after the other."""
    monkeypatch.setattr(threads, "THREADS", False)
    assert [analysis.depth for analysis in deepen(BUSY, depth=2)] == [1, 2]
    assert [analysis.win_in for analysis in deepen(WINS, lines=1)] == [1]


def test_deepening_without_threads_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SLICE_NODES", 2_000)
    by_threads: list[object] = []
    for has_threads in (True, False):
        monkeypatch.setattr(threads, "THREADS", has_threads)
        by_threads.append(
            [(analysis.depth, analysis.nodes, analysis.lines) for analysis in deepen(BUSY, nodes=20_000)]
        )
    assert by_threads[0] == by_threads[1]


def test_deepen_raises_an_error_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(Searcher, "in_slices", fail)
    with pytest.raises(MemoryError, match="no room"):
        next(deepen(BUSY))


def test_an_interpreted_search_says_so_and_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = analyse(WINS, depth=1)
    make = Searcher.__init__
    monkeypatch.setattr(
        search.Searcher,
        "__init__",
        lambda self, megabytes, without: make(self, megabytes, without=without, engine="interpreted"),
    )
    analysis = analyse(WINS, depth=1)
    assert (compiled.compiled, analysis.compiled) == (True, False)
    assert analysis.table == compiled.table
    assert "Searched interpreted" in repr(analysis)
    assert "Searched interpreted" not in repr(compiled)


def test_a_threat_is_the_best_turn_after_a_pass() -> None:
    """A threat is the best turn of the next player after a pass, from the view of the next player."""
    analysis = analyse("adaptoid b 0,0 W:C5,D3 B:C4,D5LPP,D6", depth=2)
    assert analysis.threats is not None
    assert (analysis.threats.color, analysis.threats.turns[0]) == ("W", "+D4")
    assert analysis.threats is analysis.threats
    # Black's pass starves C5, so there is no threat
    assert threat(Position.from_text("adaptoid b 4,0 W:C5LLLLLL,D3 B:B4,B5,C6,D6")) is None


def test_passing_feeds() -> None:
    """A pass starves enemies, also in the middle of a turn."""
    position = Position.from_text("adaptoid b 0,0 W:C5LLLLLL,D3 B:B4,B5,C6,D6")
    assert str(passed(position)) == "adaptoid w 1,0 W:D3 B:B4,B5,C6,D6"
    assert passed(position.after_move("-")) == passed(position)


def test_a_notebook_shows_a_picture_the_table_and_the_text() -> None:
    """The notebook shows a picture, the table and the text. The HTML has no script."""
    bundle = analyse(BUSY, depth=2)._repr_mimebundle_()
    assert "data:image/svg+xml" in bundle["text/html"]
    assert "adaptoids" in bundle["text/html"]
    assert "<script" not in bundle["text/html"]
    assert bundle["text/plain"].startswith("White to play, 2 turns deep, ")
    assert "\nScores in adaptoids, for White. Other turns have upper bounds" in bundle["text/plain"]


def test_lines_as_marks() -> None:
    """A move is an arrow and a growth is a ring. A label has the number of the line and what grows."""
    lines = tuple(Line((turn,), 1.0, None, True, "W") for turn in ("E3-D2 +C4", "E3-D2 D2+L", "C3+P"))
    marks = marks_of(lines)
    assert marks.arrows == (("E3", "D2", "green"),)
    assert dict(marks.rings) == {"C4": "green", "D2": "blue", "C3": "yellow"}
    assert dict(marks.labels) == {"C4": "1+", "D2": "1 2L", "C3": "3P"}
    assert marks_of((Line(("-",), 0.0, None, True, "W"),)) == marks_of(())


@pytest.mark.parametrize(
    ("score", "win_in", "words"), [(0.0, None, "+0.00"), (-1.5, None, "-1.50"), (300.0, 3, "wins in 3")]
)
def test_a_score_has_a_sign_or_is_a_proof(score: float, win_in: int | None, words: str) -> None:
    """A score has a sign or is a proof. An upper bound begins with ≤."""
    assert score_text(score, win_in) == words
    assert Line(("+D3",), score, win_in, False, "W").told == "≤ " + words


def test_shares_go_with_the_score() -> None:
    """The share is one half at score 0, three quarters at 1.76 adaptoids, and never more than one."""
    start = Position.start()
    white_shares = [shares(start, score, ())["W"] for score in (-30000 + 3, -400, 0, 176, 400, 30000 - 3)]
    assert white_shares == sorted(white_shares)
    assert (white_shares[0], white_shares[2], white_shares[-1]) == (0, 0.5, 1)
    assert white_shares[3] == pytest.approx(0.75, abs=0.01)
