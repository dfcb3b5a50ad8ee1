"""The measurements of `tools.browser` measure what they report; sizes are limited, times are not."""

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
from tools.browser.memory import PATTERNS, MemoryUse, measure_memory, slope


@pytest.mark.parametrize("path", ["api/contents", "api/kernels", "lab"])
def test_the_server_requires_its_token(lab: Lab, path: str) -> None:
    """Without the token, a program of another user of this machine cannot read or run anything."""
    address = urlsplit(lab.url)
    server = HTTPConnection(address.hostname or "", address.port, timeout=60)
    server.request("GET", address.path + path)
    answer = server.getresponse()
    server.close()
    assert answer.status in (302, 403)
    assert "login" in answer.getheader("Location", "login")


@pytest.mark.nightly
def test_clicks_are_measured(lab: Lab, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every click and every snapshot is measured."""
    monkeypatch.setattr(latency, "WARM_UP", 2)
    figures = measure_clicks(lab, browser, 6, quiet=True)
    assert figures["clicks"] == 6
    assert 0 < figures["click_repaint_ms_median"] <= figures["click_repaint_ms_p95"]
    # the step is on the board before Python's answer
    assert figures["click_repaint_ms_median"] < figures["click_answer_ms_median"]
    assert 0 < figures["click_bare_widget_ms_median"] <= figures["click_bare_widget_ms_p95"]
    assert figures["click_ratio"] > 0
    assert 500 < figures["snapshot_bytes_median"] <= figures["snapshot_bytes"] <= 12_000


@pytest.mark.nightly
def test_a_replay_is_measured(lab: Lab, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay goes from the start to the end of a game."""
    monkeypatch.setattr(frames, "REST_MS", 300)
    figures = measure_replay(lab, browser, 8, quiet=True)
    assert figures["replay_turns"] == 8
    assert figures["replay_turns_per_s"] > 0
    assert figures["replay_page_cpu_ms_per_turn"] > 0
    assert figures["replay_frame_ms_max"] > 0
    # their number depends on the machine
    for count in ("frames_over_50_ms", "long_tasks", "long_animation_frames", "rest_frames_over_50_ms"):
        assert type(figures["replay_" + count]) is int


@pytest.mark.nightly
def test_memory_is_measured(lab: Lab, browser: Browser) -> None:
    """Turns are played, and the memory per turn is reported."""
    figures = measure_memory(lab, browser, 2, patterns=["long_game"], quiet=True)
    assert figures.keys() == {
        "memory_turns",
        *(f"long_game_{measure}_per_turn" for measure in MemoryUse._fields[1:]),
    }
    # at least a node of the tree and a position
    assert figures["long_game_kernel_objects_per_turn"] >= 2


def test_the_last_click_of_every_turn_asks_python() -> None:
    for _, begin in PATTERNS.values():
        for turn in islice(begin(), 5):
            assert turn[-1].calls_python


def test_the_slope_ignores_the_first_half() -> None:
    """Memory used only at the beginning does not count."""
    series = [MemoryUse(turns, 100 + 3 * max(0, turns - 8), 5, 7, 900, turns) for turns in range(0, 21, 2)]
    assert slope(series, "heap_bytes") == 3
    assert slope(series, "nodes") == 0
    assert slope(series, "kernel_objects") == 1


def test_the_games_for_measurements_are_reproducible() -> None:
    """They have the requested length, and no adaptoid is lost in peaceful turns."""
    game = games.big_game(30)
    assert (game.length, game.result, game.position.variant) == (30, None, "adapt3")
    assert str(games.big_game(30).position) == str(game.position)
    for number, (position, turn) in enumerate(games.peaceful_turns(games.crowd())):
        assert position.effect(turn).gone == ()
        if number == 20:
            break
