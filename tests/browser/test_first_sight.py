"""The board of a shared page is there before Python is: it shows what Python will say first, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import adaptoid_widget as aw
from adaptoid_widget.lessons import load
from tests.test_share import Reader

from .test_share import MIDGAME, START, Shared

# Holds what is told to the worker until the test lets it go, and keeps what the worker says first.
HOLD = """
const Made = Worker;
window.said = new Promise((done) => {
    window.Worker = class extends Made {
        constructor(...told) {
            super(...told);
            this.addEventListener("message", ({data}) => data.type === "first" && done(data.text));
        }
        postMessage(message) {
            if (window.awake || typeof message === "string") super.postMessage(message);
            else window.wake = () => ((window.awake = true), super.postMessage(message));
        }
    };
});
"""
Open = Callable[..., "Held"]


class Held(Shared):
    """A shared page whose Python begins to start when the test says so."""

    def __init__(self, browser: Browser, path: Path) -> None:
        super().__init__(browser, path, script=HOLD)
        self.path = path

    @property
    def first(self) -> Any:
        """What the page came with."""
        return json.loads(json.loads(Reader(self.path.read_text("utf-8")).packed("adaptoid-board"))["first"])

    def wake(self) -> Any:
        """Python starts; what it says first."""
        self.page.evaluate("wake()")
        return json.loads(self.page.evaluate("said"))


@pytest.fixture
def held(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens shared pages whose Python waits."""
    opened: list[Held] = []

    def share(what: Any, **options: Any) -> Held:
        opened.append(Held(browser, aw.share(what, tmp_path / f"page{len(opened)}.html", **options)))
        return opened[-1]

    yield share
    for one in opened:
        one.close()


@pytest.mark.parametrize(
    ("what", "options"),
    [
        (load("fork"), {}),
        (load("siege"), {"language": "ja"}),
        (MIDGAME, {"language": "de", "aids": "legal"}),
        (MIDGAME, {"levels": {"W": 2}}),
        (aw.Game("open"), {"language": "es"}),
    ],
    ids=["lesson", "lesson in Japanese", "game", "game of the computer", "open start"],
)
def test_python_says_what_was_shown(held: Open, what: Any, options: dict[str, Any]) -> None:
    """CPython made it, MicroPython says it: the very same, words and all."""
    page = held(what, **options)
    expect(page.board).to_be_visible()
    assert page.wake() == page.first


def test_a_turn_played_before_python_is_awake(held: Open) -> None:
    """The choice and the reach are the board's own; the step is answered when Python is there."""
    page = held(START)
    page.click("D2")
    page.page.locator('[data-grow="leg"]').click()
    expect(page.board).to_have_attribute("data-position", START)
    page.wake()
    page.shows(aw.Position.from_text(START).play("D2+L"))


def test_what_was_kept_waits_for_python(held: Open) -> None:
    """A reader who comes back never sees the beginning of the game first."""
    page = held(START)
    page.wake()
    after = page.play(aw.Position.from_text(START), aw.Turn.from_text("+D3"))
    page.page.reload()
    expect(page.page.locator("#adaptoid-still")).to_be_visible()
    expect(page.board).to_have_count(0)
    page.wake()
    page.shows(after)
