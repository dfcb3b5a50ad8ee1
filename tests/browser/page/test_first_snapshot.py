"""The board of a shared page is there before Python is: it shows what Python will say first, and nothing is lost.

What goes wrong, early or late, is said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import adaptoid_widget as aw
from adaptoid_widget.lessons import load
from tests.browser.page.test_share import MIDGAME, START, Shared
from tests.export.test_share import Reader
from tests.repetitions import nightly

# Holds what is told to the worker until the test lets it go, and keeps what the worker says first. It says it to the
# test, though the page shows it already.
HOLD = """
const Made = Worker;
window.said = new Promise((done) => {
    window.Worker = class extends Made {
        constructor(...told) {
            super(...told);
            window.fail = () => this.dispatchEvent(new ErrorEvent("error", {message: "no memory"}));
            this.addEventListener("message", ({data}) => data.type === "first" && done(data.text));
        }
        postMessage(message) {
            if (window.awake || typeof message === "string") super.postMessage(message);
            else window.wake = () => ((window.awake = true), super.postMessage({...message, isFirstShown: false}));
        }
    };
});
"""
HINTS = """(told) => {
    const [kept] = Object.values(localStorage);
    return kept && JSON.parse(kept).result.steps[0].hints === told; }"""
Open = Callable[..., "Held"]


class Held(Shared):
    """A shared page whose Python begins to start when the test says so."""

    def __init__(self, browser: Browser, path: Path, *, clock: bool = False) -> None:
        super().__init__(browser, path, script=HOLD, clock=clock)
        self.path = path

    @property
    def first(self) -> Any:
        """What the page came with."""
        return json.loads(json.loads(Reader(self.path.read_text("utf-8")).packed("adaptoid-board"))["first"])

    def wake(self) -> Any:
        """Python starts; what it says first."""
        self.page.evaluate("wake()")
        return json.loads(self.page.wait_for_function("said").json_value())


@pytest.fixture
def held(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens shared pages whose Python waits."""
    opened: list[Held] = []

    def share(what: Any, *, clock: bool = False, **options: Any) -> Held:
        path = aw.share(what, tmp_path / f"page{len(opened)}.html", **options)
        opened.append(Held(browser, path, clock=clock))
        return opened[-1]

    yield share
    for one in opened:
        one.close()


@pytest.mark.parametrize(
    ("what", "options"),
    [
        *nightly((load("fork"), {})),
        (load("siege"), {"language": "ja"}),
        *nightly((MIDGAME, {"language": "de", "aids": "legal"})),
        (MIDGAME, {"levels": {"W": 2}}),
        *nightly((aw.Game("open"), {"language": "es"})),
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


def test_a_step_answered_before_python_is_awake(held: Open) -> None:
    page = held(load("fork"))
    page.click("D5")
    page.page.locator('[data-lesson="check"]').click()
    page.wake()
    expect(page.page.locator(".adaptoid-widget")).to_have_attribute("data-phase", "right")


def test_all_that_was_wished_for_meanwhile(held: Open) -> None:
    """Another language, who plays, and a turn: none of them gets in the way of another."""
    page = held(START)
    page.page.get_by_label("Language").select_option("de")
    page.seat("B", 2)
    page.seat("W", 1)
    page.seat("W", 0)
    page.click("D2")
    page.page.locator('[data-grow="leg"]').click()
    page.wake()
    expect(page.page.locator("html")).to_have_attribute("lang", "de")
    expect(page.page.locator("[data-color=B] .adaptoid-side-name b")).to_have_text("Stufe 2")
    expect(page.page.locator("[data-color=W] .adaptoid-side-name b")).to_have_text("Weiß")
    # and then the computer has answered
    expect(page.page.locator(".adaptoid-turns")).to_contain_text("D2+L")
    expect(page.board).to_have_attribute("data-position", re.compile("adaptoid w 0,0 W:D2L "))


def test_a_name_told_meanwhile_is_in_the_results(held: Open) -> None:
    """Whatever was asked before it, and in the file's own name too."""
    page = held(load("fork"))
    page.page.locator('[data-lesson="hint"]').click()
    page.page.locator("#adaptoid-name").fill("Ann B.")
    page.page.get_by_role("button", name="Begin").click()
    expect(page.page.locator(".adaptoid-learners b")).to_have_text("Ann B.")
    with page.page.expect_download() as waiting:
        page.page.get_by_role("button", name="Save my results").click()
        page.wake()
    assert waiting.value.suggested_filename == "fork.Ann-B.results.json"
    assert json.loads(Path(waiting.value.path()).read_text("utf-8"))["learner"] == "Ann B."


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


def test_a_lesson_has_no_links_and_is_kept_for_good(held: Open) -> None:
    """Its steps say what stands on the board: an address with a position changes nothing."""
    page = held(load("fork"))
    page.wake()
    hint = page.page.locator('[data-lesson="hint"]')
    hint.click()
    page.page.wait_for_function(HINTS, arg=1)
    assert page.page.locator("#adaptoid-position").get_attribute("href") is None
    assert page.page.evaluate("[localStorage.length, sessionStorage.length]") == [1, 0]
    name, before = page.page.evaluate("Object.entries(localStorage)[0]")
    page.page.evaluate("location.hash = 'adaptoid_w_0,0_W:A1_B:G7'")
    expect(page.page.locator("#adaptoid-still")).to_be_visible()
    assert page.wake()["snapshot"]["position"] == page.first["snapshot"]["position"]
    hint.click()
    page.page.wait_for_function("(before) => Object.values(localStorage)[0] !== before", arg=before)
    ((again, after),) = page.page.evaluate("Object.entries(localStorage)")
    assert (again, json.loads(after)["result"]["steps"][0]["hints"]) == (name, 1)


def test_python_takes_its_time(held: Open) -> None:
    """That it still starts is said after a while, and no more once it is awake; nobody is told to restart a cell."""
    page = held(START, clock=True)
    expect(page.board).to_be_visible()
    page.click("D2")
    page.page.locator('[data-grow="leg"]').click()
    trouble = page.page.locator("#adaptoid-trouble")
    expect(trouble).to_be_hidden()
    page.page.clock.run_for(9000)
    expect(trouble).to_contain_text("still")
    expect(page.board).to_have_attribute("data-link", "waiting")
    page.wake()
    page.shows(aw.Position.from_text(START).play("D2+L"))
    expect(trouble).to_be_hidden()
    page.page.clock.run_for(20_000)
    expect(trouble).to_be_hidden()


def test_python_that_never_starts(held: Open) -> None:
    """The picture is there again, with the reason; what comes too late changes nothing."""
    page = held(START)
    expect(page.board).to_be_visible()
    page.page.evaluate("fail()")
    trouble = page.page.locator("#adaptoid-trouble")
    for _ in "before", "after":
        expect(trouble).to_contain_text("The board could not start")
        expect(trouble).to_contain_text("no memory")
        expect(page.page.locator("#adaptoid-still img")).to_be_visible()
        expect(page.page.locator(".adaptoid-widget")).to_be_hidden()
        page.wake()


def test_python_that_stops(held: Open) -> None:
    """The board stays, with what happened above it."""
    page = held(START)
    page.wake()
    after = page.play(aw.Position.from_text(START), aw.Turn.from_text("+D3"))
    page.page.evaluate("fail()")
    expect(page.page.locator("#adaptoid-trouble")).to_contain_text("no memory")
    expect(page.board).to_be_visible()
    expect(page.board).to_have_attribute("data-position", str(after))
