"""The board of a shared page is shown before its Python has started, and the first snapshot of Python is the shown
one.

Clicks made before the start are answered later, and errors are shown.
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
from tests.browser.harness import choose_language
from tests.browser.page.test_share import MIDGAME, START, Shared
from tests.export.test_share import Reader
from tests.repetitions import nightly

# Holds messages to the worker until the test releases them, and keeps the first message of the worker. The worker
# sends it to the test although the page shows it already.
HOLD = """
const Made = Worker;
window.said = new Promise((done) => {
    window.Worker = class extends Made {
        constructor(...options) {
            super(...options);
            window.fail = () => this.dispatchEvent(new ErrorEvent("error", {message: "no memory"}));
            this.addEventListener("message", ({data}) => data.type === "first" && done(data.text));
        }
        postMessage(message) {
            const send = () => super.postMessage("kind" in message ? {...message, isFirstShown: false} : message);
            if (window.awake || "intent" in message) return send();
            const others = window.wake;
            window.wake = () => ((window.awake = true), others?.(), send());
        }
    };
});
"""
HINTS = """(count) => {
    const [kept] = Object.values(localStorage);
    return kept && JSON.parse(kept).result.steps[0].hints === count; }"""
# whether the browser keeps the preview of a position, in a language
KEPT = """([position, language]) => {
    const name = Object.keys(localStorage).find((name) => name.endsWith(" preview"));
    const { snapshot, wording } = JSON.parse(localStorage[name]?.slice(8) ?? "{}");
    return snapshot?.position === position && (wording?.language ?? "en") === language; }"""
READ = """() => Object.entries(localStorage).find(([name]) => name.endsWith(" preview"))[1]"""
WRITE = """(text) => {
    const name = Object.keys(localStorage).find((name) => name.endsWith(" preview"));
    text ? localStorage.setItem(name, text) : localStorage.removeItem(name); }"""
Open = Callable[..., "Held"]


class Held(Shared):
    """A shared page whose Python starts when the test calls `wake`."""

    def __init__(self, browser: Browser, path: Path, *, clock: bool = False) -> None:
        super().__init__(browser, path, script=HOLD, clock=clock)
        self.path = path

    @property
    def first(self) -> Any:
        """The first message, as it is stored in the page."""
        return json.loads(json.loads(Reader(self.path.read_text("utf-8")).packed("adaptoid-board"))["first"])

    def wake(self) -> Any:
        """Start Python and return its first message."""
        self.page.evaluate("wake()")
        return json.loads(self.page.wait_for_function("said").json_value())


@pytest.fixture
def held(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open shared pages whose Python waits."""
    opened: list[Held] = []

    def share(content: Any, *, clock: bool = False, **options: Any) -> Held:
        path = aw.share(content, tmp_path / f"page{len(opened)}.html", **options)
        opened.append(Held(browser, path, clock=clock))
        return opened[-1]

    yield share
    for page in opened:
        page.close()


@pytest.mark.parametrize(
    ("content", "options"),
    [
        *nightly((load("fork"), {})),
        (load("siege"), {"language": "ja"}),
        *nightly((MIDGAME, {"language": "de", "aids": "legal"})),
        *nightly((MIDGAME, {"levels": {"W": 2}}), (aw.Game("open"), {"language": "es"})),
    ],
    ids=["lesson", "lesson in Japanese", "game", "game of the computer", "open start"],
)
def test_the_first_message_of_python_is_the_one_stored_in_the_page(
    held: Open, content: Any, options: dict[str, Any]
) -> None:
    """CPython made the stored message, and MicroPython sends an equal one, including all texts."""
    page = held(content, **options)
    expect(page.board).to_be_visible()
    assert page.wake() == page.first


@pytest.mark.nightly
def test_a_turn_can_be_played_before_python_has_started(held: Open) -> None:
    """The board itself shows the choice; the turn is played when Python has started."""
    page = held(START)
    page.click("D2")
    page.page.locator('[data-grow="leg"]').click()
    expect(page.board).to_have_attribute("data-position", START)
    page.wake()
    page.shows(aw.Position.from_text(START).play("D2+L"))


@pytest.mark.nightly
def test_a_question_can_be_answered_before_python_has_started(held: Open) -> None:
    page = held(load("fork"))
    page.click("D5")
    page.page.locator('[data-lesson="check"]').click()
    page.wake()
    expect(page.page.locator(".adaptoid-widget")).to_have_attribute("data-phase", "right")


def test_several_actions_before_the_start_of_python_are_all_done(held: Open) -> None:
    """A language, players and a turn are set before Python has started."""
    page = held(START)
    choose_language(page.page, "de")
    page.seat("B", 2)
    page.seat("W", 1)
    page.seat("W", 0)
    page.click("D2")
    page.page.locator('[data-grow="leg"]').click()
    page.wake()
    expect(page.page.locator("html")).to_have_attribute("lang", "de")
    expect(page.page.locator("[data-color=B] .adaptoid-side-name b")).to_have_text("Stufe 2")
    expect(page.page.locator("[data-color=W] .adaptoid-side-name b")).to_have_text("Weiß")
    # the computer player has answered
    expect(page.page.locator(".adaptoid-turns")).to_contain_text("D2+L")
    expect(page.board).to_have_attribute("data-position", re.compile("adaptoid w 0,0 W:D2L "))


@pytest.mark.nightly
def test_a_name_entered_before_the_start_of_python_is_in_the_results(held: Open) -> None:
    """The name is also in the name of the file."""
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


def stored_game(held: Open, *, language: str = "en") -> tuple[Held, aw.Position]:
    """A page with a turn played in it, and the position after the turn."""
    page = held(START)
    page.wake()
    after = page.play(aw.Position.from_text(START), aw.Turn.from_text("+D3"))
    if language != "en":
        choose_language(page.page, language)
        expect(page.page.locator("html")).to_have_attribute("lang", language)
    # the page keeps a preview after the state
    page.page.wait_for_function(KEPT, arg=[str(after), language])
    return page, after


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", *nightly("ja")])
def test_the_last_position_of_a_stored_game_is_shown_before_the_start_of_python(
    held: Open, language: str
) -> None:
    """It takes no input. After the start the board stands in its place."""
    page, after = stored_game(held, language=language)
    page.page.reload()
    preview = page.page.locator(".adaptoid-preview")
    for _ in "loaded", "loaded again":
        expect(page.board).to_be_visible()
        expect(page.board).to_have_attribute("data-position", str(after))
        expect(page.page.locator("#adaptoid-position")).to_have_text(str(after))
        expect(page.page.locator("html")).to_have_attribute("lang", language)
        expect(page.page.locator("#adaptoid-still")).to_be_hidden()
        expect(page.page.locator("#adaptoid-live")).to_have_attribute("aria-busy", "true")
        assert preview.evaluate("(element) => element.inert")
        page.page.reload()
    expect(page.board).to_be_visible()
    place = page.board.bounding_box()
    page.page.locator('[data-cell="D6"]').click(force=True)
    page.wake()
    expect(preview).to_have_count(0)
    page.shows(after)
    assert page.board.bounding_box() == place
    expect(page.page.locator("#adaptoid-live")).not_to_have_attribute("aria-busy", "true")
    page.play(after, aw.Turn.from_text("+D5"))


@pytest.mark.nightly
def test_the_position_of_a_link_is_shown_before_the_start_of_python(held: Open) -> None:
    """When it is opened again."""
    page = held(START)
    page.page.evaluate("(position) => (location.hash = position)", MIDGAME.replace(" ", "_"))
    expect(page.page.locator("#adaptoid-still")).to_be_visible()
    page.wake()
    page.shows(MIDGAME)
    page.page.wait_for_function(KEPT, arg=[MIDGAME, "en"])
    page.page.reload()
    expect(page.page.locator(".adaptoid-preview .adaptoid-board")).to_have_attribute("data-position", MIDGAME)
    page.wake()
    page.shows(MIDGAME)


DAMAGES: dict[str, Callable[[str], str]] = {
    "missing": lambda _: "",
    "cut off": lambda kept: kept[:-9],
    "of another state or version": lambda kept: "00000000" + kept[8:],
    "changed": lambda kept: kept.replace('"pieces":', '"peaces":'),
}


@pytest.mark.parametrize("name", [*nightly("missing", "cut off", "of another state or version"), "changed"])
def test_a_damaged_preview_is_not_shown(held: Open, name: str) -> None:
    """The picture of the page stands there until Python has read the game."""
    damage = DAMAGES[name]
    page, after = stored_game(held)
    kept = page.page.evaluate(READ)
    assert damage(kept) != kept
    page.page.evaluate(WRITE, damage(kept))
    page.page.reload()
    expect(page.page.locator("#adaptoid-still")).to_be_visible()
    page.page.wait_for_function("() => window.adaptoidPage && window.wake")
    expect(page.board).to_have_count(0)
    page.wake()
    page.shows(after)
    # it is kept again
    page.page.wait_for_function(KEPT, arg=[str(after), "en"])


@pytest.mark.nightly
def test_a_lesson_has_no_position_links_and_is_stored(held: Open) -> None:
    """An address with a position does not change the position of a lesson."""
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
    ((stored_name, after),) = page.page.evaluate("Object.entries(localStorage)")
    assert (stored_name, json.loads(after)["result"]["steps"][0]["hints"]) == (name, 1)


@pytest.mark.nightly
def test_a_slow_start_of_python_is_announced(held: Open) -> None:
    """The message appears after a while and disappears once Python has started."""
    page = held(START, clock=True)
    expect(page.board).to_be_visible()
    page.click("D2")
    page.page.locator('[data-grow="leg"]').click()
    problem = page.page.locator("#adaptoid-trouble")
    expect(problem).to_be_hidden()
    page.page.clock.run_for(9000)
    expect(problem).to_contain_text("still")
    expect(page.board).to_have_attribute("data-link", "waiting")
    page.wake()
    page.shows(aw.Position.from_text(START).play("D2+L"))
    expect(problem).to_be_hidden()
    page.page.clock.run_for(20_000)
    expect(problem).to_be_hidden()


def test_an_error_before_the_start_of_python_is_shown(held: Open) -> None:
    """The picture and the reason are shown. A message of Python that arrives later changes nothing."""
    page = held(START)
    expect(page.board).to_be_visible()
    page.page.evaluate("fail()")
    problem = page.page.locator("#adaptoid-trouble")
    for _ in "before", "after":
        expect(problem).to_contain_text("The board could not start")
        expect(problem).to_contain_text("no memory")
        expect(page.page.locator("#adaptoid-still img")).to_be_visible()
        expect(page.page.locator(".adaptoid-widget")).to_be_hidden()
        page.wake()


@pytest.mark.nightly
def test_an_error_after_the_start_of_python_is_shown(held: Open) -> None:
    """The board is still shown, with the error above it."""
    page = held(START)
    page.wake()
    after = page.play(aw.Position.from_text(START), aw.Turn.from_text("+D3"))
    page.page.evaluate("fail()")
    expect(page.page.locator("#adaptoid-trouble")).to_contain_text("no memory")
    expect(page.board).to_be_visible()
    expect(page.board).to_have_attribute("data-position", str(after))
