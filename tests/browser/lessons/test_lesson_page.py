"""A lesson as one HTML file, done offline from disk by clicks and by keyboard; Python reads its results."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import adaptoid_widget as aw
from adaptoid_widget import locales
from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.tactics.weak_players import choose
from adaptoid_widget.core.teaching import solver
from adaptoid_widget.core.teaching.lesson import LessonContent, make_lesson, make_step
from adaptoid_widget.core.teaching.lesson_reader import lesson_from_text
from adaptoid_widget.core.teaching.rich_text import prose
from adaptoid_widget.core.teaching.tutor import Tutor
from adaptoid_widget.export.page_contents import step_picture
from adaptoid_widget.lessons import load
from tests.browser.board.test_accessibility import findings
from tests.browser.harness import FRAMES, choose_language, expect_ready, open_menu
from tests.browser.keyboard_player import KeyboardPlayer
from tests.browser.learner import Learner
from tests.browser.page.search_workers import FORBIDDEN as NO_SEARCH_WORKER
from tests.browser.page.search_workers import SILENT, status
from tests.browser.page.test_share import ARTEFACTS, Shared
from tests.repetitions import nightly, repetitions

HOSTILE = "<img src=x onerror=document.title='hit'><script>document.title='hit'</script></script><!--"
Open = Callable[..., Shared]


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open lessons as files, and check that they request nothing from the network and log no errors."""
    pages: list[Shared] = []

    def open_lesson(lesson: LessonContent, **options: Any) -> Shared:
        path = aw.share(lesson, tmp_path / f"page{len(pages)}.html", language=options.pop("language", None))
        pages.append(Shared(browser, path, **options))
        return pages[-1]

    yield open_lesson
    for page in pages:
        page.close()


class Twin:
    """The same lesson in this process, which follows the page and computes the answers."""

    def __init__(self, lesson: LessonContent, page: Shared) -> None:
        self.page = page
        self.tutor = Tutor(lesson, Session(Game(lesson.steps[0].start)))

    def ask(self, expression: str) -> Any:
        """The answer to the current step of the page; it is also given here."""
        tutor = self.tutor
        dots = self.page.page.locator(".adaptoid-lesson-step").all()
        at = [dot.get_attribute("aria-current") for dot in dots].index("step")
        while tutor.at != at:
            tutor.handle("next" if "next" in tutor.can else "reveal")
        answer = eval(expression, {"t": tutor, "s": solver})
        if tutor.step.kind == "turn":
            tutor.play(answer)
            while tutor.phase == "reply":
                tutor.handle("go")
        return answer


def learner(lesson: LessonContent, page: Shared, *, by_keys: bool) -> Learner:
    """A Learner in a page."""
    root = page.page.locator(".adaptoid-widget")
    keyboard = KeyboardPlayer(page.page, root) if by_keys else None
    return Learner(page.page, root, Twin(lesson, page).ask, keyboard)


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), *nightly((844, 390))])
def test_buttons_of_a_lesson_are_large_enough_for_touch(opened: Open, width: int, height: int) -> None:
    """Each button has at least 44 by 44 pixels. The main button is inside the window, also below feedback."""
    page = opened(load("fork"), viewport={"width": width, "height": height}, has_touch=True)
    page.press(".adaptoid-learners button >> nth=-1")
    main = page.page.locator(".adaptoid-lesson-great")
    expect(main).to_be_in_viewport(ratio=0.99)
    small = page.page.evaluate(
        """() => [...document.querySelectorAll("button.adaptoid-lesson-step, .adaptoid-lesson-acts .adaptoid-button")]
            .filter((button) => button.checkVisibility())
            .map((button) => [button, getComputedStyle(button, "::after"), button.getBoundingClientRect()])
            .filter(([, { width, height }, box]) =>
                Math.max(box.width, parseFloat(width) || 0) < 44 || Math.max(box.height, parseFloat(height) || 0) < 44)
            .map(([button]) => button.outerHTML)"""
    )
    assert small == []
    # the circles of nine steps fit on a phone in portrait orientation
    steps = page.page.locator(".adaptoid-lesson-steps")
    assert width > 390 or steps.evaluate("(row) => row.scrollWidth <= row.clientWidth")
    page.click("D6")
    main.tap()
    expect(page.page.locator(".adaptoid-widget")).to_have_attribute("data-phase", "wrong")
    expect(main).to_be_in_viewport(ratio=0.99)


@pytest.mark.nightly
def test_the_buttons_cover_little_of_a_zoomed_window(opened: Open) -> None:
    """Windows of laptops, of a beamer and of a tablet at 200 %: what stays at their lower end takes a fifth at most."""
    page = opened(load("fork"), viewport={"width": 640, "height": 400})
    bar = page.page.locator(".adaptoid-lesson-bar")
    expect(bar).to_have_count(1)
    for width, height in ((640, 400), (683, 384), (512, 384), (960, 540), (410, 590), (384, 512)):
        page.page.set_viewport_size({"width": width, "height": height})
        page.page.evaluate(FRAMES)
        covered = bar.evaluate(
            """(bar) => {
                const box = bar.getBoundingClientRect();
                return getComputedStyle(bar).position === "sticky" ? [box.width, box.height] : [0, 0]; }"""
        )
        assert covered[0] * covered[1] <= 0.2 * width * height, (width, height, covered)


def test_steps_and_learners_have_room_for_larger_text(opened: Open) -> None:
    """With text twice as large as usual, a step's number stands in its circle, and nothing is cut or covered."""
    page = opened(load("fork"), viewport={"width": 1280, "height": 800})
    page.page.evaluate("document.documentElement.style.fontSize = '32px'")
    page.page.evaluate(FRAMES)
    step = page.page.locator(".adaptoid-lesson-step").first
    assert step.evaluate("(step) => step.offsetHeight >= 2 * parseFloat(getComputedStyle(step).fontSize)")
    row = page.page.locator(".adaptoid-learners")
    assert row.evaluate("(row) => row.scrollHeight <= row.clientHeight")
    # in the smallest window, the buttons follow the text and cover none of it
    page.page.set_viewport_size({"width": 320, "height": 640})
    page.page.wait_for_function(
        """() => {
            const [text, bar] = [".adaptoid-lesson-text", ".adaptoid-lesson-bar"].map((part) =>
                document.querySelector(part).getBoundingClientRect());
            return text.bottom <= bar.top && bar.right <= innerWidth; }"""
    )


@pytest.mark.nightly
def test_a_button_keeps_its_colour_after_a_tap(opened: Open) -> None:
    """On a phone, the pointer stays on what was tapped last."""
    page = opened(load("fork"), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.press(".adaptoid-learners button >> nth=-1")
    main = page.page.locator(".adaptoid-lesson-great")
    colour = main.evaluate("(button) => getComputedStyle(button).backgroundColor")
    page.click("D6")
    main.tap()
    expect(page.page.locator(".adaptoid-widget")).to_have_attribute("data-phase", "wrong")
    expect(main).to_have_css("background-color", colour)


@pytest.mark.nightly
def test_the_names_of_discs_make_no_line_of_a_text_higher(opened: Open) -> None:
    """They have the type of code, in the size of the text."""
    page = opened(load("tail"))
    names = page.page.locator(".adaptoid-lesson-text p:has(.adaptoid-where)")
    lines, size, own_size = names.first.evaluate(
        """(text) => {
            const [all, name] = [text, text.querySelector(".adaptoid-where")].map((part) => getComputedStyle(part));
            return [text.getBoundingClientRect().height / parseFloat(all.lineHeight), ...[all, name]
                .map(({ fontSize }) => parseFloat(fontSize))]; }"""
    )
    assert lines == pytest.approx(round(lines), abs=0.02)
    assert own_size == pytest.approx(0.92 * size)


@pytest.mark.nightly
def test_japanese_words_are_not_slanted(opened: Open) -> None:
    page = opened(load("feed"), language="ja")
    word = page.page.locator(".adaptoid-lesson-text em").first
    expect(word).to_have_css("font-style", "normal")
    expect(word).to_have_css("font-weight", "600")


@pytest.mark.parametrize(("width", "height"), [(390, 844), *nightly((820, 1180), (1280, 800), (844, 390))])
def test_the_board_and_the_main_button_do_not_move_between_steps(
    opened: Open, width: int, height: int
) -> None:
    """Steps that ask for discs, for a number or for nothing are compared, before and after wrong and revealed answers.
    The button that shows the solution does not move either: after a wrong answer, a second tap must not press it.

    The texts of these steps have two to seven lines on a phone.
    """
    lesson = load("feed")
    touch = {"has_touch": True} if width < 1000 else {}
    page = opened(lesson, viewport={"width": width, "height": height}, **touch)
    hand = learner(lesson, page, by_keys=False)
    places: set[tuple[int, ...]] = set()
    boards: set[tuple[int, ...]] = set()
    reveals: set[tuple[int, ...]] = set()
    box = "(button) => [...Object.values(button.getBoundingClientRect().toJSON())].map(Math.round)"
    board = """(board) => [board.getBoundingClientRect()]
        .flatMap((r) => [r.x, r.y + scrollY, r.width, r.height]).map(Math.round)"""

    def note(phase: str, action: str) -> None:
        hand.expect_phase(phase)
        expect(hand.great).to_have_attribute("data-lesson", action)
        places.add(tuple(hand.great.evaluate(box)))
        boards.add(tuple(page.board.evaluate(board)))
        reveal = page.page.locator("[data-lesson=reveal]")
        if phase == "wrong" or action == "check":
            reveals.add(tuple(reveal.evaluate(box)))

    for kind in ("count", "click"):
        note("ask", "check")
        if kind == "click":
            page.click("A1")
        else:
            page.page.locator(".adaptoid-lesson-number").fill("99")
        hand.go_on()
        note("wrong", "retry")
        hand.press("reveal")
        note("shown", "next")
        hand.go_on()
    note("ask", "next")
    assert (len(places), len(boards), len(reveals)) == (1, 1, 1), (places, boards, reveals)


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), *nightly((1280, 800), (844, 390))])
def test_entering_a_name_does_not_move_the_board(opened: Open, width: int, height: int) -> None:
    """Neither the question for the name nor the answer takes room from the board, in any language."""
    page = opened(load("fork"), viewport={"width": width, "height": height}).page
    places = """() => [...document.querySelectorAll(".adaptoid-board, .adaptoid-lesson, .adaptoid-lesson-great")]
        .map((part) => JSON.stringify(part.getBoundingClientRect()))"""

    def settled() -> list[str]:
        expect_ready(page.locator(".adaptoid-board"))
        expect(page.locator(".adaptoid-board")).to_be_in_viewport(ratio=0.99)
        page.evaluate(FRAMES)
        selectors: list[str] = page.evaluate(places)
        return selectors

    question = page.locator(".adaptoid-learners")
    for language in aw.languages():
        choose_language(page, language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        cut = "(row) => [row, ...row.children].filter((part) => part.scrollHeight > part.clientHeight + 1).length"
        expect(question.get_by_role("heading")).to_have_count(1)
        assert width < 900 or question.evaluate(cut) == 0, language
    choose_language(page, "en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.evaluate("scrollTo(0, 0)")
    before = settled()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Begin").click()
    expect(question.locator("b")).to_have_text("Ann")
    page.evaluate("scrollTo(0, 0)")
    assert settled() == before


@pytest.mark.parametrize("by_keys", [False, *nightly(True)], ids=["mouse", "keys"])
def test_the_fork_lesson_can_be_done(opened: Open, by_keys: bool, tmp_path: Path) -> None:
    """Every step is solved, and Python reads the saved results."""
    complete = load("fork")
    lesson = complete._replace(steps=complete.steps[: repetitions(5, len(complete.steps))])
    page = opened(lesson)
    hand = learner(lesson, page, by_keys=by_keys)
    if by_keys:
        page.page.locator("body").press("Tab")
    for number in range(len(lesson.steps)):
        hand.expect_step(number + 1)
        if number == 3:
            page.screenshot("fork-midway")
        hand.solve()
        hand.go_on()
    hand.expect_phase("over")
    page.screenshot("fork-over")
    # results without a name are offered to the first learner
    page.page.once("dialog", lambda dialog: dialog.accept())
    page.page.get_by_label("Your name").fill("Ann")
    page.page.get_by_role("button", name="Begin").click()
    expect(page.page.locator(".adaptoid-learners b")).to_have_text("Ann")
    hand.expect_phase("over")
    with page.page.expect_download() as saved:
        page.page.get_by_role("button", name="Save my results").click()
    assert saved.value.suggested_filename == "fork.Ann.results.json"
    expect(page.page.get_by_text("Saved as fork.Ann.results.json")).to_be_visible()
    saved.value.save_as(tmp_path / "fork.Ann.results.json")
    results = aw.results(tmp_path)
    assert results.learners == ("Ann",)
    assert [row.solved for row in results] == [True] * len(lesson.steps)


def test_saving_without_a_name_asks_for_it_once(opened: Open) -> None:
    """The row is labelled in the current language."""
    page = opened(load("fork"), language="de").page
    row = page.get_by_role("group", name="Was du gemacht hast")
    expect(row.get_by_role("heading", name="Was du gemacht hast")).to_be_visible()
    page.get_by_role("button", name="Nur ausprobieren").click()
    expect(page.get_by_text("Ohne Namen", exact=True)).to_be_visible()
    save, note = row.get_by_role("button"), row.get_by_role("status")
    save.click()
    expect(note).to_have_text(locales.page_words("de")["page.results.nameless"])
    expect(page.get_by_label("Dein Name")).to_be_visible()
    with page.expect_download() as saved:
        save.click()
    assert saved.value.suggested_filename == "fork.results.json"
    expect(note).to_contain_text("Gespeichert als fork.results.json")
    choose_language(page, "en")
    expect(page.get_by_role("group", name="What you did").get_by_role("status")).to_be_empty()


# about every second page has an empty session storage and loses what it stores there, as now and then in Chromium
# no count in localStorage: written so early, it can make Chromium lose what the page before has stored
FORGETFUL = """if (Math.floor(performance.timeOrigin) % 2) {
        const own = {};
        Object.defineProperty(window, "sessionStorage", { value: {
            getItem: (key) => own[key] ?? null, setItem: (key, value) => { own[key] = String(value); },
            removeItem: (key) => { delete own[key]; } } });
    }"""


# on a busy machine, Chromium may open a page before it knows what the page before has stored
@pytest.mark.nightly
@pytest.mark.parametrize("script", ["", FORGETFUL], ids=["remembers", "forgets"])
def test_learners_can_share_a_device(opened: Open, tmp_path: Path, script: str) -> None:
    """Two learners do two lessons. Each has separate results in each lesson, also in the saved files."""
    lessons = [load("feed"), load("move")]
    shared = opened(lessons[0], script=script)
    page = shared.page
    addresses = [page.url, aw.share(lessons[1], tmp_path / "move.html").as_uri()]
    folder = tmp_path / "results"
    shown_name = page.locator(".adaptoid-learners b")
    # the number of steps that each learner solves in each lesson
    work = {"Ann": (2, 0), "Bo": (0, 1)}
    for number, (lesson, address) in enumerate(zip(lessons, addresses, strict=True)):
        page.goto(address)
        for name, steps in work.items():
            # the tab knows the learner before, also in another lesson
            if (number, name) != (0, "Ann"):
                page.get_by_role("button", name="Somebody else").click()
            if number:
                page.get_by_role("button", name=name, exact=True).click()
            else:
                page.get_by_label("Your name").fill(name)
                page.get_by_role("button", name="Begin").click()
            expect(shown_name).to_have_text(name)
            hand = learner(lesson, shared, by_keys=False)
            hand.expect_step(1)
            for at in range(steps[number]):
                hand.expect_step(at + 1)
                hand.solve()
                hand.go_on()
            with page.expect_download() as saved:
                page.get_by_role("button", name="Save my results").click()
            saved.value.save_as(folder / saved.value.suggested_filename)
    results = aw.results(folder)
    assert sorted(results.learners) == ["Ann", "Bo"]
    for name, steps in work.items():
        for lesson, count in zip(lessons, steps, strict=True):
            rows = [row for row in results[name] if row.lesson == lesson.name]
            assert [row.how for row in rows[:count]] == ["solved"] * count
            assert [(row.how, row.tries, row.hints) for row in rows[count:]] == [("", 0, 0)] * (
                len(rows) - count
            )
    # the same name in other letters continues; removing a name removes its results
    page.get_by_role("button", name="Somebody else").click()
    page.get_by_label("Your name").fill(" bo ")
    page.get_by_label("Your name").press("Enter")
    expect(shown_name).to_have_text("Bo")
    expect(page.locator(".adaptoid-lesson-step").nth(0)).not_to_have_attribute("data-state", "")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove this name").click()
    expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
    expect(page.get_by_role("button", name="Bo", exact=True)).to_have_count(0)
    assert [key for key in page.evaluate("Object.keys(localStorage)") if key.endswith("@bo")] == []


@pytest.mark.nightly
def test_a_lesson_continues_after_a_reload(opened: Open) -> None:
    lesson = load("feed")
    page = opened(lesson)
    hand = learner(lesson, page, by_keys=False)
    hand.solve()
    hand.go_on()
    hand.expect_step(2)
    page.page.reload()
    hand.expect_step(2)
    expect(hand.dots.nth(0)).to_have_attribute("data-state", "solved")


# a tab that receives no storage events, as if both tabs stored at the same time
NO_STORAGE_EVENTS = "addEventListener('storage', (event) => event.stopImmediatePropagation());"


@pytest.mark.nightly
@pytest.mark.parametrize("script", [*nightly(""), NO_STORAGE_EVENTS], ids=["events", "no events"])
def test_a_removed_name_is_not_stored_again_by_another_tab(opened: Open, script: str) -> None:
    """A name with invisible characters is cleaned at once and can hand in; one without others is asked for again."""
    lesson = load("feed")
    first = opened(lesson)
    page = first.page
    page.get_by_label("Your name").fill("\u200b\u00ad")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Please type your name.")).to_be_visible()
    page.get_by_label("Your name").fill("\u200fAn\u200bn\u00ad")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".adaptoid-learners b")).to_have_text("Ann")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save my results").click()
    assert saved.value.suggested_filename == "feed.Ann.results.json"
    second = copy.copy(first)
    second.page = first.context.new_page()
    second.page.add_init_script(script)
    second.page.goto(page.url)
    hand = learner(lesson, second, by_keys=False)
    hand.expect_step(1)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove this name").click()
    expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
    if script:
        hand.solve()
        second.page.reload()
    expect(second.page.get_by_role("heading", name="Who are you?")).to_be_visible()
    stored = page.evaluate("JSON.stringify([...Object.entries(localStorage)])")
    assert "ann" not in stored.lower()


@pytest.mark.nightly
@pytest.mark.parametrize("script", ["", NO_STORAGE_EVENTS], ids=["events", "no events"])
def test_two_tabs_keep_the_results_of_both(opened: Open, script: str) -> None:
    """Each tab solves another step. With storage events both show all at once, otherwise after a reload."""
    lesson = load("feed")
    first = opened(lesson)
    second = copy.copy(first)
    second.page = first.context.new_page()
    second.page.add_init_script(script)
    second.page.goto(first.page.url)
    hands = [learner(lesson, page, by_keys=False) for page in (first, second)]
    for number, hand in enumerate(hands):
        hand.dots.nth(number).click()
        hand.expect_step(number + 1)
    # each tab stores after the other has opened the page
    for hand in hands:
        hand.solve()
    for hand in hands:
        for number in range(2):
            expect(hand.dots.nth(number)).to_have_attribute("data-state", "solved")
    for hand in hands:
        hand.page.reload()
        for number in range(2):
            expect(hand.dots.nth(number)).to_have_attribute("data-state", "solved")


@pytest.mark.nightly
def test_another_tab_does_not_remove_the_game_of_a_lesson(opened: Open) -> None:
    """The game is stored again after the other tab has stored a step without a game, and continues after a reload."""
    game, other_step = load("second-game"), load("feed").steps[0]
    lesson = game._replace(steps=(*game.steps, other_step))
    first = opened(lesson)
    other = first.context.new_page()
    other.goto(first.page.url)
    expect(other.locator(".adaptoid-lesson")).to_be_visible()
    hand = learner(lesson, first, by_keys=False)
    hand.play("+D3")
    while hand.phase == "reply":
        hand.go_on()
    position = hand.board.get_attribute("data-position") or ""
    other.locator(".adaptoid-lesson-step").nth(1).click()
    expect(other.locator(".adaptoid-lesson-step").nth(1)).to_have_attribute("aria-current", "step")
    board = json.loads(first.page.locator("#adaptoid-config").text_content() or "")["board"]
    first.page.wait_for_function(
        "(key) => JSON.parse(localStorage[key]).game.length", arg=f"adaptoid {board}"
    )
    first.page.reload()
    expect(hand.board).to_have_attribute("data-position", position)


@pytest.mark.nightly
def test_pages_of_one_lesson_share_results_and_not_the_language(opened: Open, tmp_path: Path) -> None:
    """A chosen language is kept for the page on which it was chosen."""
    lesson = load("feed")
    english = opened(lesson)
    page = english.page
    hand = learner(lesson, english, by_keys=False)
    hand.solve()
    hand.go_on()
    hand.expect_step(2)
    german = aw.share(lesson, tmp_path / "feed.de.html", language="de").as_uri()
    html, chooser = page.locator("html"), page.locator(".adaptoid-language select")

    def is_spoken(language: str) -> None:
        expect(hand.dots.nth(0)).to_have_attribute("data-state", "solved")
        expect(chooser).to_have_value(language)
        expect(html).to_have_attribute("lang", language)

    address = page.url
    page.goto(german)
    is_spoken("de")
    choose_language(page, "es")
    is_spoken("es")
    page.reload()
    is_spoken("es")
    page.goto(address)
    is_spoken("en")


FULL = "Storage.prototype.setItem = () => { throw new DOMException('no room', 'QuotaExceededError'); };"
FORBIDDEN = """Object.defineProperty(window, 'localStorage', {
    get: () => { throw new DOMException('not for this page', 'SecurityError'); } });"""


@pytest.mark.parametrize("script", [FULL, *nightly(FORBIDDEN)], ids=["full", "forbidden"])
def test_a_message_says_that_the_browser_cannot_store_results(opened: Open, script: str) -> None:
    """It appears once there is something to store, in the current language. The lesson goes on."""
    lesson = load("feed")
    page = opened(lesson, language="de", script=script)
    hand = learner(lesson, page, by_keys=False)
    problem = page.page.locator("#adaptoid-trouble")
    expect(problem).to_be_hidden()
    hand.solve()
    words = locales.page_words("de")
    expect(problem).to_have_text(words["page.unkept"])
    hand.go_on()
    hand.expect_step(2)
    # an error of the page does not hide the message
    page.page.evaluate("adaptoidPage.worker.dispatchEvent(new ErrorEvent('error', {message: 'no memory'}))")
    expect(problem).to_have_text(f"{words['page.stopped']} (no memory) {words['page.unkept']}")


def test_a_shown_solution_is_played_again_and_stepped(opened: Open) -> None:
    """The three turns of a siege, forwards and back, and then the step as it was.

    So are turns that are only watched.
    """
    siege = load("siege")
    at = next(number for number, step in enumerate(siege.steps) if step.turns == 2)
    page = opened(siege)
    root = page.page.locator(".adaptoid-widget")
    board = root.locator(".adaptoid-board")
    play, back, step = (root.locator(f"[data-demonstration={what}]") for what in ("play", "back", "step"))
    place = root.locator(".adaptoid-demonstration-place")
    watched = siege.steps[0]
    # what is watched first has ended
    expect(play).to_have_text("Show again")
    expect(root.locator("[data-lesson=reveal]")).to_be_hidden()
    end = board.get_attribute("data-position") or ""
    play.click()
    step.click()
    while f"{len(watched.plays)} / {len(watched.plays)}" not in place.inner_text():
        step.click()
    expect(board).to_have_attribute("data-position", end)
    back.click()
    expect(place).to_contain_text(f"{len(watched.plays) - 1} / {len(watched.plays)}")
    # the one that starves in the next turn
    expect(root.locator(".adaptoid-pieces [data-ghost]")).to_be_visible()
    play.click()
    expect(board).to_have_attribute("data-position", end)
    root.locator(f'[data-step="{at}"]').press("Enter")
    expect(board).to_have_attribute("data-position", str(siege.steps[at].start))
    root.locator("[data-lesson=reveal]").press("Enter")
    expect(root).to_have_attribute("data-phase", "shown")
    expect(play).to_have_text("Show again")
    end = board.get_attribute("data-position") or ""
    play.click()
    # from here on nothing goes on by itself
    step.click()
    while "3 / 3" not in place.inner_text():
        step.click()
    expect(step).to_have_attribute("aria-disabled", "true")
    expect(board).to_have_attribute("data-position", end)
    for number in (2, 1, 0):
        back.click()
        expect(place).to_contain_text(f"{number} / 3")
    expect(board).to_have_attribute("data-position", str(siege.steps[at].start))
    play.click()
    expect(board).to_have_attribute("data-position", end)
    expect(step).to_be_hidden()


@pytest.mark.nightly
def test_a_lesson_page_has_no_buttons_for_missing_parts(opened: Open) -> None:
    page = opened(load("fork"))
    open_menu(page.page)
    expect(page.page.locator('[data-do="help"]')).to_be_visible()
    for button in ("share", "analyse", "edit"):
        expect(page.page.locator(f'[data-do="{button}"]:visible')).to_have_count(0)


def test_texts_of_a_lesson_are_never_markup(opened: Open) -> None:
    """This holds for every field that an author writes."""
    text = f"""adaptoid-lesson 1
title: {HOSTILE}
about: {HOSTILE}

[step first]
text:
    {HOSTILE} **{HOSTILE}** `{HOSTILE}`
position: adaptoid w 0,0 W:D2 B:D6
goal: grows new
hint: {HOSTILE}
wrong *: {HOSTILE}
done: {HOSTILE}
"""
    lesson = load(text)
    page = opened(lesson)
    hand = learner(lesson, page, by_keys=False)
    expect(page.page.locator("h1")).to_have_text(HOSTILE)
    expect(hand.text).to_contain_text(HOSTILE)
    hand.press("hint")
    expect(hand.feedback("hint")).to_contain_text(HOSTILE)
    hand.play("D2+L")
    expect(hand.feedback("wrong")).to_contain_text(HOSTILE)
    hand.press("retry")
    hand.play("+D3")
    expect(hand.feedback("right")).to_contain_text(HOSTILE)
    assert page.page.evaluate("document.title") == HOSTILE
    assert page.page.evaluate("document.querySelectorAll('img[src=x]').length") == 0


def test_a_lesson_can_be_read_without_scripts(opened: Open) -> None:
    """The first step has a picture. The other steps follow with their numbers and descriptions of other positions."""
    lesson = load("fork")
    steps = [step for step in lesson.steps if not step.plays]
    words = [step_picture(step, "de").words for step in steps]
    # the first step asks, and the second one marks a disc
    assert len({*words[:3]}) == 3
    page = opened(lesson, java_script_enabled=False, language="de")
    picture, other_steps = page.page.locator("#adaptoid-still img"), page.page.locator("main ol")
    expect(picture).to_be_visible()
    first = page.page.locator("noscript p:not(.trouble)")
    expect(first).to_contain_text("Eine Gabel braucht ein Opfer")
    tops = [
        part.evaluate("(part) => part.getBoundingClientRect().top") for part in (first, picture, other_steps)
    ]
    assert tops == sorted(tops)
    expect(page.page.locator("main h2")).to_have_text("Die weiteren Schritte")
    expect(other_steps.locator("li")).to_have_count(len(steps) - 1)
    expect(other_steps).to_have_attribute("start", "2")
    expect(other_steps.locator("li small")).to_have_text(words[1:])
    expect(page.page.locator("noscript .trouble")).to_contain_text("die Lektion")


@pytest.mark.nightly
def test_the_title_is_shown_once(opened: Open) -> None:
    """It is the heading of the page."""
    lesson = load("fork")
    page = opened(lesson)
    expect(page.page.locator(".adaptoid-lesson-text")).to_be_visible()
    expect(page.page.get_by_text(lesson.titled("en")).locator("visible=true")).to_have_count(1)


def test_a_long_word_of_an_author_does_not_widen_the_page(opened: Open) -> None:
    long = "https://example.org/" + "word" * 60
    text = f"adaptoid-lesson 1\ntitle: Long\n\n[step one]\ntext: {long}\n"
    lesson = lesson_from_text(f"{text}position: adaptoid w 0,0 W:D2 B:D6\n", "long")
    page = opened(lesson, viewport={"width": 390, "height": 844})
    page.press(".adaptoid-learners button >> nth=-1")
    expect(page.page.locator(".adaptoid-lesson-text")).to_contain_text(long)
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    ("width", "color_scheme"),
    [
        (360, "dark"),
        *nightly((1100, "light"), (360, "light"), (720, "light"), (720, "dark"), (1100, "dark")),
    ],
)
def test_the_page_fits_and_axe_finds_no_violations(opened: Open, width: int, color_scheme: str) -> None:
    lesson = load("fork")
    page = opened(lesson, viewport={"width": width, "height": 900}, color_scheme=color_scheme)
    hand = learner(lesson, page, by_keys=False)
    hand.expect_step(1)
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    assert findings(page.page) == []
    page.page.screenshot(path=ARTEFACTS / f"lesson-{color_scheme}-{width}.png", full_page=True)


def test_invalid_stored_data_is_ignored(opened: Open) -> None:
    """The lesson begins at its first step."""
    page = opened(load("move"))
    board = json.loads(page.page.locator("#adaptoid-config").text_content() or "")["board"]
    for stored in ("{", "[]", '{"result": {"lesson": "fork"}, "language": "xx"}'):
        page.page.evaluate(
            "([name, text]) => localStorage.setItem(name, text)", [f"adaptoid {board}", stored]
        )
        page.page.reload()
        learner(load("move"), page, by_keys=False).expect_step(1)


WALK = "adaptoid w 0,0 W:D2 B:D6"


def against_level_7() -> LessonContent:
    """A lesson of two steps; level 7 replies to each turn of the first step."""
    walk = make_step(
        "walk",
        {"en": prose("Walk to D4.")},
        WALK,
        goal=Goal.from_text("occupies D4"),
        turns=3,
        replies="level 7",
    )
    return make_lesson("walking", {"en": "Walking"}, [walk, make_step("end", {"en": prose("Done.")}, WALK)])


@pytest.mark.nightly
def test_a_level_that_searches_replies_in_a_page(opened: Open) -> None:
    """The page shows that the level thinks. Taking the turn back ends the search, and the reply is the computer
    player's."""
    page = opened(against_level_7(), script=SILENT)
    hand = learner(against_level_7(), page, by_keys=False)
    start = aw.Position.from_text(WALK)
    hand.board.locator('[data-cell="D3"]').click()
    page.page.wait_for_function("() => searching.requests.includes('search_root')")
    expect(status(page)).to_have_text("Black: level 7 is thinking …")
    expect(hand.feedback("undecided")).to_have_text("Play goes on.Black: level 7 is thinking …")
    page.page.screenshot(path=str(ARTEFACTS / "lesson-level-7-thinks.png"))
    assert findings(page.page) == []
    hand.press("back")
    hand.expect_step(1)
    page.shows(start)
    assert page.page.evaluate("searching.ended") == 1
    page.page.evaluate("searching.hold = null")
    hand.play("+D3")
    after = start.play("+D3")
    page.shows(after.play(aw.Player(7)(after)))
    expect(hand.feedback("undecided")).to_contain_text("Turns left: 2.")
    hand.play("+D4")
    hand.expect_phase("right")
    hand.go_on()
    hand.expect_step(2)


@pytest.mark.nightly
def test_level_3_replies_in_a_page_that_cannot_search(opened: Open) -> None:
    """The page says why, and the lesson goes on."""
    page = opened(against_level_7(), script=NO_SEARCH_WORKER)
    hand = learner(against_level_7(), page, by_keys=False)
    hand.play("+D3")
    after = aw.Position.from_text(WALK).play("+D3")
    page.shows(after.play(choose(after, 3)))
    expect(hand.feedback("undecided")).to_contain_text("Level 7 cannot search here")
    expect(hand.feedback("undecided")).to_contain_text("a policy forbids it")
    page.page.screenshot(path=str(ARTEFACTS / "lesson-level-7-cannot-search.png"))
    hand.play("+D4")
    hand.expect_phase("right")
    page.page.reload()
    hand.expect_step(2)
    expect(hand.dots.nth(0)).to_have_attribute("data-state", "solved")
