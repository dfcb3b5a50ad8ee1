"""Levels play in a shared page, and their turns are animated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import adaptoid_widget as aw
from adaptoid_widget import Game, Position
from adaptoid_widget.core.tactics.weak_players import choose
from tests.browser.boxes import FAULTS
from tests.browser.harness import open_menu, turn_against_level_4
from tests.browser.page.search_workers import (
    BREAKS,
    FORBIDDEN,
    HUNGRY,
    IN_PAGES,
    SILENT,
    OpenShared,
    status,
)
from tests.engine.test_wasm import search_page
from tests.repetitions import EVERYTHING, nightly
from tools.browser.clicks import disc


def test_the_search_finds_the_recorded_results_at_each_depth(browser: Browser, tmp_path: Path) -> None:
    """Nodes, order, scores and bounds are the recorded ones."""
    text, expected = search_page()
    path = tmp_path / "search.html"
    path.write_text(text, encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    assert json.loads(page.locator("main").text_content() or "") == json.loads(json.dumps(expected))
    page.close()


@pytest.mark.nightly
@pytest.mark.parametrize("level", [4, *nightly(6, 8, 10)])
def test_a_page_plays_the_same_turns_as_python(play_in_page: OpenShared, level: int) -> None:
    """This is checked in each variant, for first turns and for a whole opening."""
    for text in IN_PAGES if EVERYTHING else IN_PAGES[::3]:
        position = Position.from_text(text)
        page = play_in_page(position, {position.turn: level})
        page.shows(position.play(aw.Player(level)(position)))
    game = Game()
    for _ in range(8):
        game.play(aw.Player(level)(game.position))
    turns = play_in_page(Position.start(), dict.fromkeys("WB", level)).page.locator(".adaptoid-turn-text")
    expect(turns.nth(8)).to_be_visible()
    assert turns.all_text_contents()[1:9] == [str(turn) for turn in game.turns]


def test_a_player_can_be_chosen_in_a_page(play_in_page: OpenShared) -> None:
    """Three clicks start a game against level 4."""
    turn_against_level_4(play_in_page(Position.start(), {}).page.locator(".adaptoid-widget"))


@pytest.mark.nightly
def test_a_player_can_be_chosen_by_touch(play_in_page: OpenShared) -> None:
    """Three taps start a game against level 4. A resting finger shows a growth, and plays none if it slides away."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = play_in_page(Position.start(), {}, **phone)
    expect(page.page.locator("[data-do=confirm]")).to_have_attribute("aria-checked", "false")
    finger = page.context.new_cdp_session(page.page)
    box = page.page.locator(disc("D3")).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    proposed = page.page.locator(".adaptoid-proposal .adaptoid-piece")
    expect(proposed).to_have_attribute("data-on", "D3")
    finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + 200}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(proposed).to_have_count(0)
    page.shows(Position.start())
    turn_against_level_4(page.page.locator(".adaptoid-widget"), touch=True)


def test_the_coach_says_why_an_adaptoid_was_lost_and_shows_it(play_in_page: OpenShared) -> None:
    """Level 5 forks G7. *See why* plays it from the position before, *Take back* takes back the learner's turn."""
    start = Position.from_text("adaptoid b 0,0 W:D2,E4LP,F5L B:C4,D6,G7LP")
    page = play_in_page(start, {"W": 5}).page
    page.click(disc("D6"))
    page.locator("[data-grow=leg]").first.click()
    remark = page.locator(".adaptoid-remark")
    expect(remark).to_contain_text("That was a fork: G7 had one free disc to spare")
    expect(remark).to_contain_text("G7-F6 +E7 would have kept all your adaptoids.")
    for width, height in ((1280, 800), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FAULTS) == [], width
        expect(remark).to_be_in_viewport(ratio=0.99)
    # on a phone it covers no row
    [card, row] = [page.locator(part).bounding_box() for part in (".adaptoid-remark", ".adaptoid-sides")]
    assert card is not None
    assert row is not None
    assert card["y"] + card["height"] <= row["y"]
    see = remark.locator("[data-demonstration=play]")
    see.click()
    expect(see).to_have_text("Back")
    # one step back the adaptoid is there, one step on its hungry limb shows why it is not
    remark.locator("[data-demonstration=back]").click()
    expect(page.locator(".adaptoid-pieces [data-on=G7]")).to_have_count(1)
    remark.locator("[data-demonstration=step]").click()
    expect(page.locator(".adaptoid-pieces [data-on=G7]")).to_have_count(0)
    expect(page.locator(".adaptoid-hunger [data-on=G7][data-hungry]")).to_have_count(1)
    see.click()
    expect(see).to_have_text("See why")
    remark.locator("[data-remark=undo]").click()
    expect(remark).to_be_hidden()
    expect(page.locator(".adaptoid-count")).to_have_text("0 / 2")


def test_a_search_in_a_page_can_be_stopped(play_in_page: OpenShared) -> None:
    """The board shows that the level thinks and answers clicks. Stop and undo end the search; a later one works."""
    page = play_in_page(IN_PAGES[0], {"B": 10}, script=SILENT)
    start = Position.from_text(IN_PAGES[0])
    after = page.play(start, aw.Turn.from_text("+D3"))
    search_began = "() => searching.requests.includes('search_root')"
    page.page.wait_for_function(search_began)
    expect(status(page)).to_have_text("Black: level 10 is thinking …")
    for name, width in (("wide", 1280), ("narrow", 390)):
        page.page.set_viewport_size({"width": width, "height": 900})
        page.screenshot(f"level-10-thinks-{name}")
    page.click("D6")
    expect(page.page.locator(".adaptoid-reason")).to_contain_text("level 10 is thinking")
    page.do("stop")
    expect(status(page)).to_contain_text("level 10 was stopped")
    assert page.page.evaluate("searching.ended") == 1
    page.do("go")
    page.page.wait_for_function(
        "() => searching.requests.filter((request) => request === 'search_root').length === 2"
    )
    page.do("undo")
    page.shows(start)
    assert page.page.evaluate("searching.ended") == 2
    page.page.evaluate("searching.hold = null")
    page.play(start, aw.Turn.from_text("+D3"), shows=False)
    page.shows(after.play(aw.Player(10, seed=1)(after)))


@pytest.mark.parametrize(
    ("script", "reason"),
    [(BREAKS, "it died"), *nightly((FORBIDDEN, "a policy forbids it"), (HUNGRY, "RangeError"))],
    ids=["a worker that dies", "no worker", "no memory"],
)
def test_a_page_that_cannot_search_says_why(play_in_page: OpenShared, script: str, reason: str) -> None:
    """The game is kept, and levels 1 to 3 can be chosen and play."""
    page = play_in_page(IN_PAGES[0], {"B": 7}, script=script)
    after = page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"))
    expect(status(page)).to_contain_text("Black: level 7 cannot search here")
    expect(status(page)).to_contain_text(reason)
    page.screenshot("level-7-cannot-search")
    page.do("player-B")
    disabled = page.page.locator("[data-level]:disabled").evaluate_all(
        "all => all.map((each) => each.dataset.level)"
    )
    assert disabled == ["4", "5", "6", "7", "8", "9", "10"]
    page.page.keyboard.press("Escape")
    page.do("go")
    expect(status(page)).to_contain_text(reason)
    page.shows(after)
    page.page.reload()
    expect(status(page)).to_contain_text(reason)
    page.shows(after)
    page.seat("B", 3)
    page.shows(after.play(choose(after, 3, 1)))
    page.do("player-B")
    assert page.page.locator("[data-level]:disabled").count() == 0


@pytest.mark.nightly
def test_a_search_without_an_answer_is_ended(play_in_page: OpenShared) -> None:
    page = play_in_page(IN_PAGES[0], {"B": 7}, script=SILENT, clock=True)
    after = page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"))
    page.page.clock.run_for(1_000)
    page.page.wait_for_function("() => searching.requests.includes('search_root')")
    page.page.clock.run_for(30_000)
    expect(status(page)).to_contain_text("cannot search here (no answer)")
    page.shows(after)


@pytest.mark.nightly
def test_a_reload_during_a_search_keeps_the_game(play_in_page: OpenShared) -> None:
    """The search begins again after the reload."""
    page = play_in_page(IN_PAGES[0], {"B": 9}, script=SILENT)
    after = page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"))
    for _ in range(2):
        page.page.wait_for_function("() => searching.requests.includes('search_root')")
        page.shows(after)
        page.page.reload()
    page.page.wait_for_function("() => searching.requests.includes('search_root')")
    expect(status(page)).to_have_text("Black: level 9 is thinking …")


# -- the animation of a turn -------------------------------------------------------------------------------------------

# animations start paused, so that a turn stays animated until something ends the animation
HELD = """
(() => {
  const { animate } = Element.prototype;
  window.begun = 0;
  Element.prototype.animate = function (...how) {
    window.begun++;
    const animation = animate.apply(this, how);
    animation.pause();
    return animation;
  };
})();
"""


@pytest.mark.nightly
def test_a_click_ends_the_animation_of_an_answer(play_in_page: OpenShared) -> None:
    """The board has the new position at once. Sounds are off by default, and the page stores the setting."""
    start = Position.from_text(IN_PAGES[0])
    page = play_in_page(start, {"B": 1}, script=HELD, reduced_motion="no-preference")
    animated = page.page.locator(".adaptoid-widget[data-staged]")
    sound = page.page.locator("[data-do=sound]")
    expect(sound).to_have_attribute("aria-checked", "false")
    after = page.play(start, aw.Turn.from_text("+D3"), shows=False)
    answered = after.play(choose(after, 1))
    page.shows(answered)
    expect(animated).to_have_count(1)
    assert page.page.evaluate("document.querySelectorAll('.adaptoid-animation > *').length") > 0
    page.screenshot("answer-is-shown")
    # the icon of whoever acted does not pulse, even if the new position waits for a player
    status = page.page.locator(".adaptoid-status-panel")
    status.evaluate("(panel) => { panel.dataset.step = 'wait'; }")
    expect(status.locator(".adaptoid-badge")).to_have_css("animation-name", "none")
    page.click("D3")
    expect(animated).to_have_count(0)
    assert page.page.evaluate("document.querySelectorAll('.adaptoid-animation > *').length") == 0
    expect(page.page.locator('[data-cell="D3"]')).to_have_attribute("aria-selected", "true")
    open_menu(page.page)
    sound.focus()
    page.page.keyboard.press("Enter")
    expect(sound).to_have_attribute("aria-checked", "true")
    page.page.reload()
    expect(sound).to_have_attribute("aria-checked", "true")
    page.shows(answered)


@pytest.mark.nightly
def test_nothing_is_animated_with_reduced_motion(play_in_page: OpenShared) -> None:
    start = Position.from_text(IN_PAGES[0])
    page = play_in_page(start, {"B": 1}, script=HELD)
    after = page.play(start, aw.Turn.from_text("+D3"), shows=False)
    page.shows(after.play(choose(after, 1)))
    assert page.page.evaluate("begun") == 0
