"""The analyst of a board streams the analysis of the shown position, runs one search at a time, and cleans up."""

from __future__ import annotations

import asyncio
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

import adaptoid_widget as aw
from adaptoid_widget import threads
from adaptoid_widget.core.i18n.catalog import wording_of
from adaptoid_widget.core.search.runner import SearchRequest
from adaptoid_widget.core.session.analyst import MAX_VIEWS
from adaptoid_widget.engine import analysis, warmup
from adaptoid_widget.engine import search as search_module
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.widget import players as players_module
from adaptoid_widget.widget.transactions import TRANSACTION
from tests.widget.wire import PATIENCE_S, ask, wait, wire_of

pytestmark = pytest.mark.usefixtures("wires")

BUSY = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
RED = "adapt3 b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP"


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Compile the search once for this module."""
    warmup.prepare()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let computer players answer at once, and check that no thread outlives its test."""
    monkeypatch.setattr(players_module, "PACE_S", 0.0)
    before = set(threading.enumerate())
    yield
    wait(
        lambda: (
            not [
                thread
                for thread in threading.enumerate()
                if thread not in before and thread.name != threads.IDLE
            ]
        )
    )


def searches() -> list[threading.Thread]:
    """The threads of the searches that are running."""
    return [thread for thread in threading.enumerate() if thread.name == "adaptoid analysis"]


def first_result(board: aw.Board) -> dict[str, Any]:
    """Wait for the analyst's first result and return it."""
    wait(lambda: board.analyst.get("found"))
    part: dict[str, Any] = board.analyst["found"]
    return part


def test_results_stream_while_the_search_deepens() -> None:
    """Deeper results arrive in the trait `analyst` and as `board.analysis`; `rev` and the snapshot do not change."""
    board = aw.Board(BUSY)
    assert board.analyst == {}
    assert board.snapshot["analyst"] is True
    analyses: list[Any] = []
    board.observe(lambda change: analyses.append(change["new"]), "analysis")
    snapshots = len(wire_of(board).snapshots)
    board.analyse(lines=2)
    wait(lambda: board.analysis is not None and board.analysis.depth >= 3)
    board.analyse(False)
    assert board.analyst == {}
    assert board.analysis is None
    assert board.snapshot["rev"] == 0
    assert len(wire_of(board).snapshots) == snapshots
    depths = [result.depth for result in analyses if result is not None]
    assert depths == sorted(depths)
    assert analyses[-1] is None
    assert all(len(result.lines) == 2 for result in analyses if result is not None)
    parts = [
        message["state"]["analyst"]
        for message in wire_of(board).sent
        if "analyst" in message.get("state", {})
    ]
    assert [part["found"]["depth"] for part in parts if part.get("found")] == depths
    board.close()


def test_a_result_has_the_position_shares_lines_and_requested_threats() -> None:
    """A threat is sent only after it was asked for."""
    board = aw.Board(RED)
    assert ask(board, "analyse")["ok"]
    part = first_result(board)
    assert (board.analyst["node"], board.analyst["position"]) == (0, RED)
    assert [color for color, _ in part["shares"]] == ["W", "B", "R"]
    assert sum(share for _, share in part["shares"]) == pytest.approx(1, abs=0.001)
    assert len(part["lines"]) == 3
    assert part["lines"][0]["turns"][0] in {str(turn) for turn in board.position.turns()}
    assert part["threat"] is None
    assert ask(board, "threats")["ok"]
    wait(lambda: (board.analyst.get("found") or {}).get("threat"))
    assert board.analyst["found"]["threat"]["color"] == "R"
    assert ask(board, "analyse")["ok"]
    assert board.analyst == {}
    board.close()


def test_the_analysis_follows_the_board() -> None:
    """Each new position starts a new search, also within a turn. The editor and a finished game are not searched."""
    board = aw.Board(BUSY)
    board.analyse()
    board.move("E3xF5")
    assert board.analyst["position"] == str(board.position)
    assert all("x" not in turn["turns"][0] for turn in first_result(board)["lines"])
    board.undo()
    assert board.analyst["found"] is None
    first_result(board)
    board.edit()
    wait(lambda: not searches())
    assert board.analyst["found"] is None
    board.close_editor()
    first_result(board)
    board.resign()
    wait(lambda: not searches())
    assert (board.analyst["on"], board.analyst["found"]) == (True, None)
    board.new_game()
    first_result(board)
    board.close()
    wait(lambda: not searches())


FORK = "adaptoid w 0,0 W:D2,F5L B:D6,G7LP"


def compared(board: aw.Board) -> list[tuple[Any, ...]]:
    """Wait for a comparison, and return its turns, each with the best play, the score, the mark and the reason."""
    wait(lambda: board.analyst.get("comparison"))
    turns = board.analyst["comparison"]["turns"]
    return [
        (turn["line"]["turns"], turn["line"]["score"], turn["line"]["win"], turn["mark"], turn["why"])
        for turn in turns
    ]


@pytest.mark.parametrize(
    ("text", "turn"), [(FORK, "D2+L"), (FORK, "F5-F6 +F7"), (BUSY, "C1+L"), (RED, "E6+L")]
)
def test_a_turn_of_ones_own_is_compared_as_by_compare(text: str, turn: str) -> None:
    """Both refutations, the tactic, the reason and the features are those of `aw.compare`, in the board's language."""
    board = aw.Board(text, language="es")
    board.analyse()
    first_result(board)
    board.play(turn)
    shown = compared(board)
    wanted = aw.compare(text, turn, progress=False)
    assert shown == [
        (list(one.line.turns), one.line.score, one.line.win_in, one.mark, one.say("es"))
        for one in wanted.turns
    ]
    changes = board.analyst["comparison"]["changes"]
    rows = {row["feature"]: row for row in wanted.features}
    best = str(wanted.best.turn)
    assert bool(changes) == (turn != best)
    for feature, worth in changes:
        assert worth == pytest.approx(rows[feature][turn] - rows[feature][best], abs=0.011)
    board.close()


def test_a_comparison_belongs_to_its_turn_on_an_analysed_position() -> None:
    """Before the turn, and after other turns of a line, it is not shown; switching off forgets it."""
    board = aw.Board(FORK)
    board.play("D2+L")
    board.undo()
    board.analyse()
    first_result(board)
    assert ask(board, "line", turns=["D2+L", "D6+L"])["ok"]
    assert not board.analyst.get("comparison")
    board.goto(0)
    first_result(board)
    board.play("D2+P")
    assert len(compared(board)) == 2
    board.undo()
    assert not board.analyst.get("comparison")
    board.redo()
    assert board.analyst["comparison"]["turn"] == "D2+P"
    board.black = aw.Player(level=1)
    board.undo()
    board.play("D2+L")
    # the computer answers at once, and the comparison stays
    wait(lambda: board.position.turn == "W" and board.analyst["comparison"])
    assert board.analyst["comparison"]["turn"] == "D2+L"
    board.new_game()
    assert not board.analyst.get("comparison")
    board.analyse(False)
    assert board.analyst == {}
    board.close()


def test_only_one_board_searches_at_a_time() -> None:
    """When another board is analysed, the analyst of the first board is switched off."""
    first, second = aw.Board(BUSY), aw.Board(RED)
    first.analyse()
    first_result(first)
    second.analyse()
    assert first.analyst == {}
    assert first.analysis is None
    first_result(second)
    assert len(searches()) == 1
    first.analyse()
    assert second.analyst == {}
    first_result(first)
    first.close()
    second.close()


def test_a_hidden_board_is_not_searched() -> None:
    """The search stops when no view is visible and continues when a view becomes visible again."""
    board = aw.Board(BUSY)
    board.analyse()
    first_result(board)
    assert ask(board, "analyse", view="a", visible=False)["ok"]
    wait(lambda: not searches())
    assert board.analyst["on"]
    ask(board, "analyse", view="b", visible=True)
    wait(searches)
    ask(board, "analyse", view="b", visible=False)
    wait(lambda: not searches())
    ask(board, "analyse", view="a", visible=True)
    wait(searches)
    board.close()


def test_the_search_stops_when_the_last_visible_view_is_hidden() -> None:
    board = aw.Board(BUSY)
    board.analyse()
    first_result(board)
    ask(board, "analyse", view="a", visible=True)
    ask(board, "analyse", view="b", visible=True)
    ask(board, "analyse", view="a", visible=False)
    assert board.analyst["searching"]
    ask(board, "analyse", view="a", visible=True)
    ask(board, "analyse", view="b", visible=False)
    assert board.analyst["searching"]
    # switched off and on in one view, hidden in the other
    ask(board, "analyse")
    ask(board, "analyse")
    ask(board, "analyse", view="b", visible=False)
    wait(searches)
    ask(board, "analyse", view="a", visible=False)
    wait(lambda: not searches())
    board.close()


def test_the_number_of_views_kept_as_visible_is_limited() -> None:
    """The oldest are forgotten, so the search does not wait until they are hidden too."""
    board = aw.Board(BUSY)
    board.analyse()
    first_result(board)
    for number in range(MAX_VIEWS + 2):
        ask(board, "analyse", view=str(number), visible=True)
    for number in range(2, MAX_VIEWS + 2):
        assert board.analyst["searching"]
        ask(board, "analyse", view=str(number), visible=False)
    wait(lambda: not searches())
    board.close()


@pytest.mark.parametrize("stage", ["search", "analysis"])
@pytest.mark.parametrize("has_threads", [True, False])
def test_a_failed_search_reports_its_error(
    stage: str, has_threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board shows the error and stops searching. It can be analysed again."""

    def fails(*_: Any, **__: Any) -> Any:
        raise aw.GameError("out of\nluck")

    reported: list[BaseException] = []
    monkeypatch.setattr(threads, "THREADS", has_threads)

    async def look() -> None:
        async def until_true(condition: Callable[[], object]) -> None:
            until = time.monotonic() + PATIENCE_S
            while not condition():
                assert time.monotonic() < until, "the condition never became true"
                await asyncio.sleep(0.005)

        board = aw.Board(BUSY)
        monkeypatch.setattr(traceback, "print_exception", reported.append)
        analyses: list[Any] = []
        board.observe(lambda change: analyses.append(change["new"]), "analysis")
        for number in (1, 2):
            with monkeypatch.context() as broken:
                if stage == "search":
                    broken.setattr(Searcher, "in_slices", fails)
                else:
                    broken.setattr(analysis.Analysis, "__init__", fails)
                board.analyse()
                assert board.analyst["searching"]
                await until_true(lambda: board.analyst.get("error"))
            assert board.analyst["error"] == "GameError: out of luck"
            assert (board.analyst["on"], board.analyst["searching"]) == (False, False)
            await until_true(lambda number=number: len(reported) == number)  # type: ignore[misc]
        board.analyse()
        assert board.analyst["error"] == ""
        await until_true(lambda: board.analyst.get("found"))
        board.analyse(False)
        assert board.analyst == {}
        board.close()

    asyncio.run(look())
    assert [type(error) for error in reported] == [aw.GameError] * 2


def test_the_error_of_a_failed_hint_is_shown_until_the_position_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise MemoryError("no room")

    board = aw.Board(BUSY)
    monkeypatch.setattr(traceback, "print_exception", lambda _: None)
    with monkeypatch.context() as broken:
        broken.setattr(Searcher, "in_slices", fails)
        assert ask(board, "hint")["ok"]
        wait(lambda: board.analyst.get("error"))
    assert board.analyst["error"] == "MemoryError: no room"
    assert board.analyst["hint"] is None
    # a new request starts with the first step of the hint
    assert ask(board, "hint")["ok"]
    wait(lambda: board.analyst.get("hint"))
    hinted: Any = board.analyst.get("hint")
    assert (hinted["taken"], board.analyst["error"]) == (1, "")
    with monkeypatch.context() as broken:
        broken.setattr(Searcher, "in_slices", fails)
        board.move("E3xF5")
        assert ask(board, "hint")["ok"]
        wait(lambda: board.analyst.get("error"))
    board.undo()
    assert board.analyst == {}
    board.close()


def test_a_hint_comes_in_two_steps() -> None:
    """A hint comes without the rest of the analysis and is removed when the position changes."""
    board = aw.Board(BUSY)
    assert ask(board, "hint")["ok"]
    wait(lambda: board.analyst.get("hint"))
    assert board.analyst["found"] is None
    assert board.analyst["hint"]["taken"] == 1
    assert ask(board, "hint")["ok"]
    assert board.analyst["hint"]["taken"] == 2
    turn = aw.Turn.from_text(board.analyst["hint"]["turn"])
    for language in ("de", "en"):
        board.language = language
        assert board.analyst["hint"]["words"] == wording_of(language).in_words(turn, "do")
    assert board.analysis is None
    wait(lambda: not searches())
    board.play(board.analyst["hint"]["turn"])
    assert board.analyst == {}
    board.resign()
    assert ask(board, "hint")["code"] == "game-over"
    board.game = aw.Game("open")
    assert ask(board, "hint")["code"] == "start-under-way"
    board.close()


def test_a_hint_waits_for_a_view_that_is_out_of_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hint comes when the view is visible again, unless a turn was played meanwhile."""
    go = threading.Event()
    in_slices = Searcher.in_slices

    def waiting(*arguments: Any, **options: Any) -> Any:
        go.wait(PATIENCE_S)
        return (yield from in_slices(*arguments, **options))

    monkeypatch.setattr(Searcher, "in_slices", waiting)
    board = aw.Board(BUSY)
    ask(board, "analyse", view="a", visible=True)
    for plays in (True, False):
        assert ask(board, "hint")["ok"]
        assert board.analyst["searching"]
        ask(board, "analyse", view="a", visible=False)
        if plays:
            board.play(next(board.position.turns()))
        ask(board, "analyse", view="a", visible=True)
        assert board.analyst.get("searching", False) is not plays
    go.set()
    wait(lambda: board.analyst.get("hint"))
    wait(lambda: not searches())
    board.close()


@pytest.mark.parametrize("kind", ["analyse", "threats", "hint"])
def test_a_board_without_full_aids_has_no_analyst(kind: str) -> None:
    """Analysis, threats and hints are refused with fewer aids. Reducing the aids stops a running search."""
    board = aw.Board(BUSY, aids="legal")
    assert ask(board, kind)["code"] == "no-aids"
    with pytest.raises(aw.GameError, match="gives no help"):
        board.analyse()
    board.aids = "full"
    board.analyse()
    first_result(board)
    board.aids = "none"
    assert board.analyst == {}
    wait(lambda: not searches())
    board.close()


def test_the_number_of_lines_is_1_to_9() -> None:
    board = aw.Board()
    for lines in (0, 10, True, 1.5, "3"):
        with pytest.raises(ValueError, match="1 to 9"):
            board.analyse(lines=lines)  # type: ignore[arg-type]
    with pytest.raises(aw.GameError, match="on is True or False, not 'x'"):
        board.analyse("x")  # type: ignore[arg-type]
    board.close()


def test_a_line_of_turns_is_added_as_a_variation() -> None:
    """A line is added in one transaction, and no player answers it. An invalid line is refused."""
    board = aw.Board(black="level:1")
    rev = board.snapshot["rev"]
    reply = ask(board, "line", turns=["+D3"])
    assert reply["ok"]
    assert board.snapshot["rev"] == rev + 1
    assert board.thinking is None
    assert board.snapshot["computer"] == {"state": "held", "does": "go"}
    board.undo()
    assert ask(board, "line", turns=["+D3", "+D5", "+C2"])["ok"]
    assert board.game.ply == 3
    for turns in ([], ["+A1"], ["hello"], [7], "+D3", ["+D3"] * 99, None):
        ply = board.game.ply
        assert not ask(board, "line", turns=turns)["ok"]
        assert board.game.ply == ply
    board.close()


def test_no_hint_while_a_computer_player_thinks() -> None:
    """A hint would be for the computer player."""
    let = threading.Event()

    def slow(position: aw.Position) -> Any:
        let.wait(PATIENCE_S)
        return next(position.turns())

    board = aw.Board(black=slow)
    board.play("+D3")
    assert ask(board, "hint")["code"] == "thinking"
    let.set()
    wait(lambda: board.thinking is None)
    board.close()


def test_the_front_end_cannot_write_the_analyst_trait() -> None:
    board = aw.Board()
    wire = wire_of(board)
    wire.write({"analyst": {"on": True}})
    assert board.analyst == {}
    board.close()


def test_the_analyst_needs_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without threads, as in Pyodide, the event loop runs between the slices of a search, also of a search
    for threats."""
    monkeypatch.setattr(threads, "THREADS", False)
    monkeypatch.setattr(search_module, "SLICE_NODES", 500)
    # the iterations of the event loop during which a search for threats went on
    waited: list[int] = []
    in_slices = Searcher.in_slices

    def watched(
        searcher: Searcher, request: SearchRequest, *arguments: Any, **settings: Any
    ) -> Generator[None, None, Any]:
        slices = in_slices(searcher, request, *arguments, **settings)
        while True:
            try:
                yield next(slices)
            except StopIteration as end:
                return end.value
            if request.position.turn == "B":
                waited.append(turns)

    monkeypatch.setattr(Searcher, "in_slices", watched)
    turns = 0

    async def look() -> int:
        nonlocal turns
        board = aw.Board(BUSY)
        board.analyse()
        ask(board, "threats")
        while not (found := board.analyst["found"]) or not found["threat"]:
            turns += 1
            await asyncio.sleep(0)
        board.close()
        return int(board.analyst["found"]["depth"])

    assert asyncio.run(look()) >= 1
    assert len(set(waited)) > 1


def test_closing_a_board_ends_its_search() -> None:
    board = aw.Board(BUSY)
    board.analyse()
    first_result(board)
    board.close()
    wait(lambda: not searches())


@pytest.mark.parametrize("with_threads", [True, False])
def test_a_board_reviews_its_game_and_asks_for_better_turns(
    with_threads: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lesson is neither saved nor answered by the computer. Afterwards the board shows the same game as
    before."""
    monkeypatch.setattr(threads, "THREADS", with_threads)

    async def review() -> None:
        # with the usual pace, the computer could play before it is stopped
        game = aw.Game("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6").play("D3+L")
        board = aw.Board(game)
        board.pace, board.black = 60, "level:1"
        assert board.stop()
        board.autosave = str(tmp_path / "game.txt")

        assert ask(board, "review")["ok"]
        deadline = time.monotonic() + 60
        while board.review.get("running") and time.monotonic() < deadline:
            await asyncio.sleep(0)
        assert [row[3:5] for row in board.review["mistakes"]] == [["D3+L", "??"]]
        # changes by the review are saved at the end of its transaction
        with TRANSACTION:
            game, record = board.game, (tmp_path / "game.txt").read_text()
        # a lesson that is made meanwhile hides the review, and brings it back
        reviewed = board.review
        assert ask(board, "make-lesson", what="open")["ok"]
        assert "mistakes" not in board.review
        assert ask(board, "learn", what="start")["code"] == "no-mistakes"
        assert ask(board, "make-lesson", what="close")["ok"]
        assert board.review == reviewed
        assert ask(board, "learn", what="start")["ok"]
        board.play("D3+P")
        assert board.snapshot["lesson"]["phase"] == "reply"
        while "go" not in board.snapshot["lesson"]["can"] and time.monotonic() < deadline:
            await asyncio.sleep(0)
        assert ask(board, "lesson", what="go")["ok"]
        assert board.snapshot["lesson"]["phase"] == "wrong"
        assert board.thinking is None
        assert board.undo()
        board.play("+D4")
        assert board.snapshot["lesson"]["phase"] == "right"
        assert ask(board, "lesson", what="leave")["ok"]
        assert board.game is game
        assert board.snapshot["lesson"] is None
        assert (tmp_path / "game.txt").read_text() == record
        board.close()

    asyncio.run(review())
