"""The kernel's runner carries out requests: progress and result, the line of one turn, cancel, wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from adaptoid_widget import threads
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.search.deepening import ALL_TURNS, Progress
from adaptoid_widget.core.search.levels import MAX_MB
from adaptoid_widget.core.search.runner import SearchFailed, SearchNews, SearchRequest, SearchSeries
from adaptoid_widget.engine import search as engine_search
from adaptoid_widget.engine.runner import KernelRunner
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.widget.transactions import TRANSACTION
from tests.widget.wire import wait

BUSY = Position.from_text("adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP")


@pytest.fixture
def runner() -> Iterator[KernelRunner]:
    runner = KernelRunner(TRANSACTION)
    yield runner
    with TRANSACTION:
        runner.close()


def run(runner: KernelRunner, purpose: str, request: SearchRequest) -> list[SearchNews]:
    """Begin a search. The list gets its news."""
    news: list[SearchNews] = []
    with TRANSACTION:
        runner.run(purpose, request, news.append)
    return news


@pytest.mark.parametrize("has_threads", [True, False])
def test_a_request_gets_one_result_and_with_prepare_what_each_depth_has_found(
    has_threads: bool, runner: KernelRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "THREADS", has_threads)

    async def search() -> None:
        quiet = run(runner, "quiet", SearchRequest(BUSY, depth=3, seed=3))
        told = run(runner, "told", SearchRequest(BUSY, depth=3, seed=3, prepare=lambda _: "shown"))
        for purpose in ("quiet", "told"):
            runner.wait(purpose)
            assert runner.asked(purpose) is None
        found = [[each for each in news if each.progress is not None] for news in (quiet, told)]
        assert [(each.done, each.error, each.prepared) for each in found[0]] == [(True, "", None)]
        assert len(found[1]) > 1
        assert {each.prepared for each in found[1]} == {"shown"}
        assert [each.done for each in found[1]] == [False] * (len(found[1]) - 1) + [True]
        expected = Searcher(MAX_MB).search(BUSY, depth=3, seed=3).progress.lines
        results = [each[-1].progress for each in found]
        assert [result and result.lines for result in results] == [expected] * 2

    asyncio.run(search())


def test_what_a_depth_has_found_is_told_while_the_search_goes_on(runner: KernelRunner) -> None:
    """Each result is prepared while the board is not locked."""
    locked: list[bool] = []

    def prepare(news: SearchNews) -> int:
        locked.append(TRANSACTION.within)
        assert news.progress is not None
        return news.progress.depth

    news = run(runner, "analysis", SearchRequest(BUSY, lines=2, seconds=600, prepare=prepare))
    wait(lambda: news and news[-1].prepared and news[-1].prepared >= 3)
    assert not news[-1].done
    assert runner.asked("analysis") is not None
    with TRANSACTION:
        runner.cancel("analysis")
        told = len(news)
    wait(lambda: not any(each.name.startswith("adaptoid analysis") for each in threading.enumerate()))
    assert len(news) == told
    depths = [each.prepared for each in news if each.prepared]
    assert depths == sorted(depths)
    assert not any(locked)


def test_only_the_line_of_the_named_turn_is_followed(runner: KernelRunner) -> None:
    """As in a page: the best line and the line of this turn have more than one turn."""
    named = list(BUSY.turns())[7]
    news = run(runner, "review", SearchRequest(BUSY, depth=3, lines=ALL_TURNS, only=named, whole=True))
    runner.wait("review")
    progress = news[-1].progress
    assert progress is not None
    others = [line for line in progress.lines[1:] if line[0] != named]
    assert len(others) > 100
    assert {len(line) for line in others} == {1}
    assert len(progress.lines[0]) > 1


def test_without_threads_waiting_also_ends_a_cancelled_search(
    runner: KernelRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cancelled search has the tables until its last slice."""
    monkeypatch.setattr(threads, "THREADS", False)
    monkeypatch.setattr(engine_search, "SLICE_NODES", 500)
    begun: list[Position] = []
    in_slices = Searcher.in_slices

    def noting(searcher: Searcher, request: SearchRequest, *arguments: Any, **settings: Any) -> object:
        begun.append(request.position)
        return in_slices(searcher, request, *arguments, **settings)

    monkeypatch.setattr(Searcher, "in_slices", noting)

    async def search() -> None:
        run(runner, "reply", SearchRequest(BUSY, nodes=10**9, megabytes=1))
        while not begun:
            await asyncio.sleep(0)
        news = run(runner, "reply", SearchRequest(BUSY, nodes=3000, megabytes=1))
        runner.wait("reply")
        assert [each.done for each in news if each.progress is not None] == [True]

    asyncio.run(search())


def test_a_series_searches_one_request_after_the_other(runner: KernelRunner) -> None:
    """After `cancel` it continues with the request that has no result yet."""
    ends: list[object] = []
    asked: list[int | None] = []

    def steps() -> Generator[SearchRequest, Progress, list[int]]:
        depths = []
        for depth in (1, 2, 3):
            result = yield SearchRequest(BUSY, depth, megabytes=1)
            asked.append(depth if runner.asked("review") else None)
            depths.append(result.depth)
        return depths

    series = SearchSeries(steps(), ends.append)
    with TRANSACTION:
        runner.drive("review", series)
        runner.cancel("review")
        assert (series.request and series.request.depth, ends) == (1, [])
        runner.drive("review", series)
    wait(lambda: ends)
    assert (ends, asked, series.request) == ([[1, 2, 3]], [None] * 3, None)


def test_a_series_is_told_of_a_failed_search(
    runner: KernelRunner, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may go on; otherwise the reason is passed on."""
    over = Position.from_text("adaptoid b 12,0 W:C5 B:-")
    told: list[object] = []

    def steps(goes_on: bool) -> Generator[SearchRequest, Progress, str]:
        try:
            yield SearchRequest(over, 1, megabytes=1)
        except SearchFailed as failure:
            if not goes_on:
                raise
            return f"without: {failure}"
        return "found"

    with TRANSACTION:
        for goes_on in (True, False):
            runner.drive(str(goes_on), SearchSeries(steps(goes_on), told.append, told.append))
    wait(lambda: len(told) == 2)
    reason = f"GameError: the game is over, B has won; there is nothing to search in {over}"
    assert sorted(map(str, told)) == [reason, f"without: {reason}"]
    assert "the game is over" in capsys.readouterr().err
    series = SearchSeries(steps(False))
    series.begin()
    with pytest.raises(SearchFailed, match="no room"):
        series.fail("no room")


def test_a_failed_search_says_why(runner: KernelRunner, capsys: pytest.CaptureFixture[str]) -> None:
    over = Position.from_text("adaptoid b 12,0 W:C5 B:-")
    news = run(runner, "reply", SearchRequest(over, depth=1))
    runner.wait("reply")
    assert (news[-1].done, news[-1].progress) == (True, None)
    assert news[-1].error.startswith("GameError: the game is over")
    assert "the game is over" in capsys.readouterr().err
