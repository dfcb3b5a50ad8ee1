"""Lessons beside the board: how they look in each width, theme and language, and that they are for everyone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, expect

from adaptoid_widget import Player
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.teaching import solver
from adaptoid_widget.core.teaching.lesson import GAME
from adaptoid_widget.core.teaching.tutor import Tutor
from adaptoid_widget.lessons import load, names
from tests.browser.board.test_accessibility import SMALL, findings
from tests.browser.harness import ScenePage, scene_page
from tests.browser.keyboard_player import KeyboardPlayer
from tests.browser.learner import Learner
from tests.repetitions import nightly

SCENES = (
    "lesson",
    "lesson-click",
    "lesson-count",
    "lesson-read",
    "lesson-wrong",
    "lesson-right",
    "lesson-over",
)
# whatever sticks out of the view, or of what it is in
TOO_WIDE = """() => {
    const root = document.querySelector(".adaptoid-widget").getBoundingClientRect();
    return [...document.querySelectorAll(
            ":is(.adaptoid-lesson, .adaptoid-lesson-acts) :is(p, h3, h4, li, button, input, code, small, b)")]
        // a step's badge lies on its corner
        .filter((one) => one.checkVisibility() && !one.matches(":has(.adaptoid-lesson-step), .adaptoid-lesson-step"))
        .filter((one) => {
            const {left, right} = one.getBoundingClientRect();
            return left < root.left - 1 || right > root.right + 1 || one.scrollWidth > one.clientWidth + 1
                && getComputedStyle(one).display !== "inline"; })
        .map((one) => one.outerHTML.slice(0, 120)); }"""


@pytest.fixture(scope="module")
def scenes(browser: Browser) -> Iterator[ScenePage]:
    """A page for scenes; nothing moves in it, so answers come at once."""
    with scene_page(browser, reduced_motion="reduce") as found:
        yield found


def box(node: Locator) -> FloatRect:
    """Where it is."""
    found = node.bounding_box()
    assert found is not None
    return found


def tutor_of(session: Session) -> Tutor:
    """The tutor of a session."""
    return next(hooks for hooks in session.hooks if isinstance(hooks, Tutor))


def learner(scenes: ScenePage, by_keys: bool = False) -> Learner:
    """Whoever looks at a scene; Python is in the same process."""
    session = scenes.session

    def ask(expression: str) -> object:
        return eval(expression, {"t": tutor_of(session), "s": solver})

    fingers = KeyboardPlayer(scenes.page, scenes.root) if by_keys else None
    return Learner(scenes.page, scenes.root, ask, fingers)


# -- how it looks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "theme", "language"),
    [
        (340, "light", "de"),
        *nightly((700, "dark", "ja"), (340, "dark", "en"), (700, "light", "es"), (1200, "light", "en")),
    ],
)
def test_each_state_in_each_width(scenes: ScenePage, width: int, theme: str, language: str) -> None:
    """Nothing sticks out, axe finds nothing, targets are at least 24 by 24, and there is one thing to do."""
    for scene in SCENES:
        scenes.open(scene, width, theme=theme, lang=language)
        expect(scenes.root.locator(".adaptoid-lesson")).to_be_visible()
        scenes.settle()
        assert scenes.page.evaluate(TOO_WIDE) == [], scene
        assert scenes.page.evaluate(SMALL, 24) == [], scene
        assert findings(scenes.page) == [], scene
        great = scenes.root.locator(".adaptoid-primary:visible")
        assert great.count() == (0 if scene == "lesson" else 1), scene


def test_where_it_stands(scenes: ScenePage) -> None:
    """Beside the board; where that is narrow the text is above it, and what is said of an answer right below."""
    for width, beside in ((1200, True), (700, True), (340, False)):
        scenes.open("lesson-wrong", width)
        text, board, said = (
            box(scenes.root.locator(what))
            for what in (".adaptoid-lesson", ".adaptoid-board", ".adaptoid-lesson-acts")
        )
        if beside:
            assert text["x"] >= board["x"] + board["width"]
            assert said["y"] >= text["y"] + text["height"]
        else:
            assert text["y"] + text["height"] <= board["y"]
            assert board["y"] + board["height"] <= said["y"] < board["y"] + board["height"] + 60


def test_what_is_not_for_a_lesson_is_not_there(scenes: ScenePage) -> None:
    """No new game, no editor, no pens, no list of turns; but how the board is looked at, and in which language."""
    scenes.open("lesson")
    expect(scenes.root.locator(".adaptoid-lesson")).to_be_visible()
    for what in ("new", "edit", "resign", "draw", "redo", "annotate", "analyse", "hint", "play", "comment"):
        expect(scenes.root.locator(f'[data-do="{what}"]')).to_be_hidden()
    for what in ('[data-do="flip"]', '[data-do="help"]', "[data-language]"):
        expect(scenes.root.locator(what)).to_be_visible()


def test_a_disc_is_lit_up_while_one_reads_of_it(scenes: ScenePage) -> None:
    """Under the pointer and by the keyboard, on a flipped board too, right where the disc is."""
    scenes.open("lesson")
    name = scenes.root.locator('[data-where="D5"]').first
    for look in (name.hover, name.focus):
        look()
        lit = scenes.root.locator(".adaptoid-lesson-lit")
        expect(lit).to_have_count(1)
        there, here = box(scenes.disc("D5")), box(lit)
        assert abs(there["x"] + there["width"] / 2 - here["x"] - here["width"] / 2) < 2
        assert abs(there["y"] + there["height"] / 2 - here["y"] - here["height"] / 2) < 2
        scenes.root.locator('[data-do="flip"]').focus()
        scenes.page.mouse.move(1, 1)
        expect(lit).to_have_count(0)
        scenes.press('[data-do="flip"]')


# -- learning ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_keys", [*nightly(False), True], ids=["clicks", "keys"])
def test_a_lesson_is_solved(scenes: ScenePage, by_keys: bool) -> None:
    """Each kind of step; by keys the keyboard is where one works as each step begins."""
    scenes.open("lesson")
    hand = learner(scenes, by_keys)
    if by_keys:
        scenes.disc("D3").focus()
    for number in range(1, 6):
        hand.expect_step(number)
        hand.solve()
        hand.go_on()
    hand.expect_phase("over")
    expect(hand.acts).to_contain_text("16")
    expect(hand.dots.and_(scenes.page.locator('[data-state="solved"]'))).to_have_count(5)
    hand.go_on()
    hand.expect_step(1)


# tests/lessons solves all lessons without a browser; `test_a_lesson_is_solved` has every kind of step
@pytest.mark.nightly
@pytest.mark.parametrize("name", names())
def test_each_lesson_that_comes_along_is_played_through(scenes: ScenePage, name: str) -> None:
    """By clicks, with answers that are found by the rules; no step of it is a dead end on the board."""
    scenes.scenes[name] = {"lesson": name}
    scenes.open(name)
    hand = learner(scenes)
    for number, step in enumerate(load(name).steps, 1):
        hand.expect_step(number)
        while step.turns == GAME and hand.phase == "ask":
            hand.play(str(Player(5)(scenes.session.game.position)))
        hand.solve()
        hand.go_on()
    hand.expect_phase("over")
    lesson = tutor_of(scenes.session)
    assert lesson.result.score == lesson.result.most


def test_a_wrong_turn_is_answered_and_tried_again(scenes: ScenePage) -> None:
    """Foreseen by the author, and not foreseen; each costs a point."""
    scenes.open("lesson")
    hand = learner(scenes)
    hand.play("D3-D4 D4+L")
    hand.expect_phase("wrong")
    expect(hand.said("wrong")).to_contain_text("One disc is not enough")
    hand.go_on()
    hand.expect_step(1)
    hand.play("+C5")
    hand.expect_phase("wrong")
    expect(hand.said("wrong")).to_be_visible()
    hand.go_on()
    hand.expect_step(1)
    hand.solve()
    expect(hand.root.locator(".adaptoid-lesson-score")).to_have_text("2 points")
    expect(hand.dots.first).to_have_attribute("data-state", "helped")


def test_hints_lead_to_the_turn(scenes: ScenePage) -> None:
    """Words, the piece, the disc, the turn, each drawn on the board; then there is no more."""
    scenes.open("lesson")
    hand = learner(scenes)
    drawn = scenes.root.locator("[data-drawn]")
    for rung in range(1, 5):
        hand.press("hint")
        expect(hand.said("hint")).to_contain_text(f"Hint {rung} of 4")
        if rung > 1:
            expect(drawn.first).to_be_visible()
    expect(hand.acts.locator('[data-lesson="hint"]')).to_have_attribute("aria-disabled", "true")
    scenes.page.keyboard.press("g")
    assert scenes.root.evaluate("(root) => root.contains(document.activeElement)")


def test_what_is_said_is_heard_once(scenes: ScenePage) -> None:
    """By somebody who uses keys alone."""
    scenes.open("lesson")
    hand = learner(scenes, by_keys=True)
    scenes.disc("D3").focus()
    assert hand.fingers is not None
    hand.fingers.heard()
    scenes.keys.press("h")
    expect(hand.said("hint")).to_be_visible()
    scenes.settle()
    assert [told for told in hand.fingers.heard() if "Count the free discs" in told] == [
        "Hint 1 of 4 Count the free discs around D5."
    ]
    hand.play("D3-D4 +C5")
    hand.expect_phase("right")
    scenes.settle()
    expect(hand.root.locator(".adaptoid-live-region")).to_contain_text("G: Next.")
    scenes.keys.press("g")
    hand.expect_step(2)
    expect(hand.root.locator(".adaptoid-live-region")).to_contain_text("Step 2 of 5. Within two turns")
    assert hand.fingers.is_on("[data-cell]:focus")


def test_no_ghost_stays_on_the_board_when_another_step_begins(scenes: ScenePage) -> None:
    """The keyboard is put on the board, where the disc was that was clicked last; nobody points at it."""
    scenes.open("lesson")
    hand = learner(scenes)
    hand.play("D3-D4 D4+L")
    hand.expect_phase("wrong")
    hand.go_on()
    hand.expect_step(1)
    expect(scenes.root.locator(".adaptoid-proposal > *")).to_have_count(0)
    scenes.disc("C5").hover()
    expect(scenes.root.locator(".adaptoid-proposal > *")).to_have_count(1)


def test_a_double_click_presses_one_button(scenes: ScenePage) -> None:
    """What comes to stand where the first click was takes no part in it, whether it is a slow one or not."""
    scenes.open("lesson-read")
    hand = learner(scenes)
    # time stands still: no slow machine lets the button become an old one
    scenes.page.clock.install()
    scenes.page.clock.pause_at(scenes.page.evaluate("Date.now() + 1000"))
    hand.great.click()
    expect(hand.acts).to_have_attribute("data-fresh", "")
    before = scenes.board.get_attribute("data-rev")
    hand.acts.locator('[data-lesson="reveal"]').click()
    assert scenes.board.get_attribute("data-rev") == before
    scenes.page.clock.run_for(500)
    expect(hand.acts).not_to_have_attribute("data-fresh", "")
    hand.acts.locator('[data-lesson="reveal"]').click()
    scenes.page.clock.resume()
    expect(scenes.board).not_to_have_attribute("data-rev", before or "")
