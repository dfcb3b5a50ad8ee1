"""`adaptoid-widget bench --browser` measures what it says; sizes are held, times are not."""

from __future__ import annotations

from http.client import HTTPConnection
from itertools import islice
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tools import games
from tools.browser import frames, latency
from tools.browser.frames import measure_replay
from tools.browser.jupyter import Lab
from tools.browser.latency import measure_clicks
from tools.browser.memory import WAYS, MemoryUse, measure_memory, slope


@pytest.mark.parametrize("path", ["api/contents", "api/kernels", "lab"])
def test_the_server_lets_in_nobody_else(lab: Lab, path: str) -> None:
    """Without its token no program of another person on this machine reads or runs anything."""
    address = urlsplit(lab.url)
    server = HTTPConnection(address.hostname or "", address.port, timeout=60)
    server.request("GET", address.path + path)
    answer = server.getresponse()
    server.close()
    assert answer.status in (302, 403)
    assert "login" in answer.getheader("Location", "login")


@pytest.mark.nightly
def test_clicks(lab: Lab, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every click is measured, and every snapshot is seen."""
    monkeypatch.setattr(latency, "WARM_UP", 2)
    figures = measure_clicks(lab, browser, 6, quiet=True)
    assert figures["clicks"] == 6
    assert 0 < figures["click_repaint_ms_median"] <= figures["click_repaint_ms_p95"]
    assert 0 < figures["click_bare_widget_ms_median"] <= figures["click_bare_widget_ms_p95"]
    assert figures["click_ratio"] > 0
    assert 500 < figures["snapshot_bytes_median"] <= figures["snapshot_bytes"] <= 12_000


@pytest.mark.nightly
def test_a_replay(lab: Lab, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the start to the end of a game, with at least a frame for each turn."""
    monkeypatch.setattr(frames, "REST_MS", 300)
    figures = measure_replay(lab, browser, 8, quiet=True)
    assert figures["replay_turns"] == 8
    assert figures["replay_turns_per_s"] > 0
    assert figures["replay_page_cpu_ms_per_turn"] > 0
    assert figures["replay_frame_ms_max"] > 0
    # how many there are, the machine decides
    for count in ("frames_over_50_ms", "long_tasks", "long_animation_frames", "rest_frames_over_50_ms"):
        assert type(figures["replay_" + count]) is int


@pytest.mark.nightly
def test_memory(lab: Lab, browser: Browser) -> None:
    """Turns are spent, and what they leave is weighed."""
    figures = measure_memory(lab, browser, 2, ways=["long_game"], quiet=True)
    assert figures.keys() == {
        "memory_turns",
        *(f"long_game_{what}_per_turn" for what in MemoryUse._fields[1:]),
    }
    # its node in the tree and its position, at the least
    assert figures["long_game_kernel_objects_per_turn"] >= 2


def test_every_way_to_spend_turns() -> None:
    """Each turn is clicks, of which the last asks Python."""
    for _, begin in WAYS.values():
        for turn in islice(begin(), 5):
            assert turn[-1].asks


def test_the_slope_is_that_of_the_last_half() -> None:
    """What is learned or filled in the beginning does not count."""
    series = [MemoryUse(turns, 100 + 3 * max(0, turns - 8), 5, 7, 900, turns) for turns in range(0, 21, 2)]
    assert slope(series, "heap_bytes") == 3
    assert slope(series, "nodes") == 0
    assert slope(series, "kernel_objects") == 1


def test_the_games() -> None:
    """As long as they are asked for, and the same each time."""
    game = games.big_game(30)
    assert (game.length, game.result, game.position.variant) == (30, None, "adapt3")
    assert str(games.big_game(30).position) == str(game.position)
    for number, (position, turn) in enumerate(games.peaceful_turns(games.crowd())):
        assert position.effect(turn).gone == ()
        if number == 20:
            break
