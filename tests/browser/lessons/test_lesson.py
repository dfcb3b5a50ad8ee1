"""Lessons beside the board: layout in each width, theme and language, accessibility, and playing them."""

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
from tests.browser.harness import ScenePage, open_menu, scene_page
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
# elements that extend beyond the view or their container
TOO_WIDE = """() => {
    const root = document.querySelector(".adaptoid-widget").getBoundingClientRect();
    return [...document.querySelectorAll(
            ":is(.adaptoid-lesson, .adaptoid-lesson-acts) :is(p, h3, h4, li, button, input, code, small, b)")]
        // the badge of a step overlaps its corner on purpose
        .filter((one) => one.checkVisibility() && !one.matches(":has(.adaptoid-lesson-step), .adaptoid-lesson-step"))
        .filter((one) => {
            const {left, right} = one.getBoundingClientRect();
            return left < root.left - 1 || right > root.right + 1 || one.scrollWidth > one.clientWidth + 1
                && getComputedStyle(one).display !== "inline"; })
        .map((one) => one.outerHTML.slice(0, 120)); }"""


@pytest.fixture(scope="module")
def scenes(browser: Browser) -> Iterator[ScenePage]:
    """A page for scenes with reduced motion, so that answers come at once."""
    with scene_page(browser, reduced_motion="reduce") as page:
        yield page


def box(node: Locator) -> FloatRect:
    """The bounding box of an element."""
    rectangle = node.bounding_box()
    assert rectangle is not None
    return rectangle


def tutor_of(session: Session) -> Tutor:
    """The tutor of a session."""
    return next(hooks for hooks in session.hooks if isinstance(hooks, Tutor))


def learner(scenes: ScenePage, by_keys: bool = False) -> Learner:
    """A Learner in a scene, whose Python runs in this process."""
    session = scenes.session

    def ask(expression: str) -> object:
        return eval(expression, {"t": tutor_of(session), "s": solver})

    keyboard = KeyboardPlayer(scenes.page, scenes.root) if by_keys else None
    return Learner(scenes.page, scenes.root, ask, keyboard)


# -- layout
# ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "theme", "language"),
    [
        (340, "light", "de"),
        *nightly((700, "dark", "ja"), (340, "dark", "en"), (700, "light", "es"), (1200, "light", "en")),
    ],
)
def test_each_state_fits_and_is_accessible(scenes: ScenePage, width: int, theme: str, language: str) -> None:
    """Nothing overflows, axe finds no violations, targets are large enough, and there is at most one main button."""
    for scene in SCENES:
        scenes.open(scene, width, theme=theme, lang=language)
        expect(scenes.root.locator(".adaptoid-lesson")).to_be_visible()
        scenes.settle()
        assert scenes.page.evaluate(TOO_WIDE) == [], scene
        assert scenes.page.evaluate(SMALL, 24) == [], scene
        assert findings(scenes.page) == [], scene
        great = scenes.root.locator(".adaptoid-primary:visible")
        assert great.count() == (0 if scene == "lesson" else 1), scene


@pytest.mark.nightly
def test_the_lesson_is_beside_or_around_the_board(scenes: ScenePage) -> None:
    """The lesson is beside the board. In a narrow view the text is above it and the feedback right below it."""
    for width, beside in ((1200, True), (700, True), (340, False)):
        scenes.open("lesson-wrong", width)
        text, board, buttons = (
            box(scenes.root.locator(selector))
            for selector in (".adaptoid-lesson", ".adaptoid-board", ".adaptoid-lesson-acts")
        )
        if beside:
            assert text["x"] >= board["x"] + board["width"]
            assert buttons["y"] >= text["y"] + text["height"]
        else:
            assert text["y"] + text["height"] <= board["y"]
            assert board["y"] + board["height"] <= buttons["y"] < board["y"] + board["height"] + 60


def test_the_field_for_a_typed_turn_follows_the_board(scenes: ScenePage) -> None:
    """In a narrow view, the buttons of the lesson had stood between them."""
    scenes.open("lesson", width=420)
    scenes.page.locator('[tabindex="0"][data-cell]').focus()
    scenes.page.keyboard.press("/")
    field = scenes.page.locator(".adaptoid-typed-field")
    expect(field).to_be_focused()
    board = box(scenes.page.locator(".adaptoid-board").first)
    assert 0 <= box(field)["y"] - board["y"] - board["height"] <= 20


def test_a_lesson_hides_controls_that_it_does_not_need(scenes: ScenePage) -> None:
    """A new game, the editor, pens and the list of turns are hidden; view tools and the language menu are shown."""
    scenes.open("lesson")
    expect(scenes.root.locator(".adaptoid-lesson")).to_be_visible()
    for button in ("new", "edit", "resign", "draw", "redo", "annotate", "analyse", "hint", "play", "comment"):
        expect(scenes.root.locator(f'[data-do="{button}"]')).to_be_hidden()
    open_menu(scenes.root)
    for selector in ('[data-do="flip"]', '[data-do="help"]', "[data-language]"):
        expect(scenes.root.locator(selector)).to_be_visible()


def test_a_disc_named_in_the_text_is_highlighted(scenes: ScenePage) -> None:
    """Hovering or focusing the name highlights the disc, also on a flipped board."""
    scenes.open("lesson")
    name = scenes.root.locator('[data-where="D5"]').first
    for look in (name.hover, name.focus):
        look()
        lit = scenes.root.locator(".adaptoid-lesson-lit")
        expect(lit).to_have_count(1)
        disc, ring = box(scenes.disc("D5")), box(lit)
        assert abs(disc["x"] + disc["width"] / 2 - ring["x"] - ring["width"] / 2) < 2
        assert abs(disc["y"] + disc["height"] / 2 - ring["y"] - ring["height"] / 2) < 2
        scenes.root.locator('[data-do="more"]').focus()
        scenes.page.mouse.move(1, 1)
        expect(lit).to_have_count(0)
        scenes.press('[data-do="flip"]')


# -- doing lessons
# -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_keys", [*nightly(False), True], ids=["clicks", "keys"])
def test_a_lesson_can_be_solved(scenes: ScenePage, by_keys: bool) -> None:
    """The lesson has every kind of step. With the keyboard, each step begins with the focus where it is needed."""
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


# tests/lessons solves all lessons without a browser; `test_a_lesson_can_be_solved` has every kind of step
@pytest.mark.nightly
@pytest.mark.parametrize("name", names())
def test_each_built_in_lesson_can_be_solved_by_clicks(scenes: ScenePage, name: str) -> None:
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


def test_a_wrong_turn_gets_feedback_and_can_be_retried(scenes: ScenePage) -> None:
    """One turn is foreseen by the author and the other is not. Each costs a point."""
    scenes.open("lesson")
    hand = learner(scenes)
    hand.play("D3-D4 D4+L")
    hand.expect_phase("wrong")
    expect(hand.feedback("wrong")).to_contain_text("One disc is not enough")
    hand.go_on()
    hand.expect_step(1)
    hand.play("+C5")
    hand.expect_phase("wrong")
    expect(hand.feedback("wrong")).to_be_visible()
    hand.go_on()
    hand.expect_step(1)
    hand.solve()
    expect(hand.root.locator(".adaptoid-lesson-score")).to_have_text("2 points")
    expect(hand.dots.first).to_have_attribute("data-state", "helped")


def test_hints_lead_to_the_right_turn(scenes: ScenePage) -> None:
    """Hints give words, the piece, the disc and the turn, and are drawn on the board. Then the button is disabled."""
    scenes.open("lesson")
    hand = learner(scenes)
    drawn = scenes.root.locator("[data-drawn]")
    for rung in range(1, 5):
        hand.press("hint")
        expect(hand.feedback("hint")).to_contain_text(f"Hint {rung} of 4")
        if rung > 1:
            expect(drawn.first).to_be_visible()
    expect(hand.acts.locator('[data-lesson="hint"]')).to_have_attribute("aria-disabled", "true")
    scenes.page.keyboard.press("g")
    assert scenes.root.evaluate("(root) => root.contains(document.activeElement)")


def test_feedback_is_announced_once(scenes: ScenePage) -> None:
    """The lesson is done by keyboard."""
    scenes.open("lesson")
    hand = learner(scenes, by_keys=True)
    scenes.disc("D3").focus()
    assert hand.keyboard is not None
    hand.keyboard.announcements()
    scenes.keys.press("h")
    expect(hand.feedback("hint")).to_be_visible()
    scenes.settle()
    assert [text for text in hand.keyboard.announcements() if "Count the free discs" in text] == [
        "Hint 1 of 4 Count the free discs around D5."
    ]
    hand.play("D3-D4 +C5")
    hand.expect_phase("right")
    scenes.settle()
    expect(hand.root.locator(".adaptoid-live-region")).to_contain_text("G: Next.")
    scenes.keys.press("g")
    hand.expect_step(2)
    expect(hand.root.locator(".adaptoid-live-region")).to_contain_text("Step 2 of 5. Within two turns")
    assert hand.keyboard.is_on("[data-cell]:focus")


@pytest.mark.nightly
def test_no_preview_is_left_when_a_step_begins_again(scenes: ScenePage) -> None:
    """The focus returns to the last disc, but without a pointer on it no turn is previewed."""
    scenes.open("lesson")
    hand = learner(scenes)
    hand.play("D3-D4 D4+L")
    hand.expect_phase("wrong")
    hand.go_on()
    hand.expect_step(1)
    expect(scenes.root.locator(".adaptoid-proposal > *")).to_have_count(0)
    scenes.disc("C5").hover()
    expect(scenes.root.locator(".adaptoid-proposal > *")).to_have_count(1)


@pytest.mark.nightly
def test_a_double_click_presses_one_button(scenes: ScenePage) -> None:
    """A new button at the place of the first click ignores the second click."""
    scenes.open("lesson-read")
    hand = learner(scenes)
    # time stands still, so that the new button stays protected
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
