"""Analysis, hints, review and pens in a shared page: their texts and their places."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import adaptoid_widget as aw
from adaptoid_widget import Position
from adaptoid_widget.core.tactics.weak_players import choose
from tests.browser.board.test_accessibility import findings
from tests.browser.harness import choose_language, expect_ready
from tests.browser.page.search_workers import (
    BREAKS,
    BRIEF,
    BUSY,
    FORBIDDEN,
    HUNGRY,
    IN_PAGES,
    RED,
    SILENT,
    OpenShared,
    pressed,
)
from tests.browser.page.test_share import Shared
from tests.repetitions import in_languages, nightly

# -- analysis, hints and review in a shared page -----------------------------------------------------------------------

WINS = "adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6"
LINES = ".adaptoid-analyst-lines li"
HEIGHT = "(root) => root.offsetHeight"
SELECTED = "[role=tab][aria-selected=true]"


# steps to the first turn of the next line that is played, so that the line stays there
STEP_AT_ONCE = """() => new MutationObserver((_, observer) => {
    const step = document.querySelector(".adaptoid-line-player [data-demonstration=step]:not([aria-disabled])");
    if (!step || step.hidden) return;
    observer.disconnect();
    step.click();
}).observe(document.querySelector(".adaptoid-answer"), { attributes: true, childList: true, subtree: true })"""


def game_of_beginners() -> aw.Game:
    """A short game with mistakes."""
    game = aw.Game(WINS)
    return game.play("D3+L").play("D6+L").play("D3+P")


@pytest.mark.parametrize(("text", "colors"), [(BUSY, 2), *nightly((RED, 3))])
def test_a_page_can_analyse(play_in_page: OpenShared, text: str, colors: int) -> None:
    """The panel has shares, lines that can be played, and threats, and follows the shown position."""
    page = play_in_page(text, {})
    page.do("analyse")
    expect(page.page.locator(".adaptoid-share")).to_have_count(colors)
    expect(page.page.locator(LINES)).to_have_count(3)
    expect(page.page.locator(".adaptoid-live-region")).to_contain_text("Who is better")
    page.do("threats")
    expect(page.page.locator(".adaptoid-analyst-layer .adaptoid-enemy").first).to_be_visible()
    assert findings(page.page) == []
    page.screenshot(f"analysis-{colors}")
    # read and click in one step, because a deeper search may put another turn first
    turn = page.page.evaluate(
        """(line) => {
            const first = document.querySelector(line), turn = first.innerText;
            first.click();
            return turn; }""",
        f"{LINES} [data-turn]",
    )
    position = Position.from_text(text)
    page.shows(position.play(turn))
    expect(page.page.locator(f"{LINES} [data-turn]").first).not_to_have_text(turn)
    page.do("undo")
    page.do("analyse")
    expect(page.page.locator(".adaptoid-shares")).to_be_hidden()
    expect(page.page.locator(".adaptoid-analyst-layer [data-tag]")).to_have_count(0)


# The place of each control. What a tab beside the board shows is left out: it changes with the tab.
CONTROLS = """() => {
    const root = document.querySelector(".adaptoid-widget");
    const all = {};
    const panels = ".adaptoid-board, .adaptoid-side, .adaptoid-key, .adaptoid-history-head";
    const controls = `button, select, [type=range], ${panels}`;
    const tabs = ".adaptoid-analyst, .adaptoid-review, .adaptoid-turns-panel, .adaptoid-history-head .adaptoid-nav";
    const changes = `.adaptoid-drawer, .adaptoid-answer, .adaptoid-growth-menu, ${tabs}`;
    for (const element of root.querySelectorAll(controls)) {
        const { left, top, width, height } = element.getBoundingClientRect();
        if (!width || element.closest(changes)) continue;
        const { do: command, map, key } = element.dataset;
        all[command ?? map ?? key ?? element.className] = [left, top + scrollY, width, height].map(Math.round).join();
    }
    return all; }"""


def test_a_page_compares_a_turn_with_the_best_one(play_in_page: OpenShared) -> None:
    """On the analysed position a reader plays a turn: the page says what was better, and shows it on the board."""
    page = play_in_page(WINS, {})
    page.do("analyse")
    expect(page.page.locator(LINES)).to_have_count(3)
    page.click("D3")
    page.press('[data-grow="leg"]')
    rows = page.page.locator(".adaptoid-compared li")
    expect(rows.nth(0)).to_contain_text("+D4 wins in 1")
    expect(rows.nth(1)).to_contain_text("Blunder: +D4 would have won in 1.")
    rows.nth(0).locator("[data-plays]").click()
    expect(page.page.locator("[data-position]")).to_have_attribute("data-position", re.compile("W:C5,D3,D4 "))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("width", "height", "languages"),
    [
        (390, 844, ("es",)),
        *nightly(*((*size, aw.languages()) for size in ((1280, 800), (390, 844), (844, 390), (600, 800)))),
    ],
)
def test_an_analysis_does_not_move_controls(
    play_in_page: OpenShared, width: int, height: int, languages: tuple[str, ...]
) -> None:
    """Checked when it opens, when lines and threats arrive, after a turn, with a hint, and when it is closed."""
    page = play_in_page(BUSY, {}, script=BRIEF, viewport={"width": width, "height": height})
    start = Position.from_text(BUSY)
    notes = page.page.locator(".adaptoid-note")
    for language in languages:
        choose_language(page.page, language)
        expect(page.page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
        before = page.page.evaluate(CONTROLS)
        assert {"undo", "hint", "adaptoid-tab"} < set(before)
        page.do("analyse")
        expect(pressed(page, "analyse")).to_have_count(1)
        assert page.page.evaluate(CONTROLS) == before
        expect(page.page.locator(LINES)).to_have_count(3)
        page.do("threats")
        expect(page.page.locator(".adaptoid-analyst-layer .adaptoid-enemy").first).to_be_visible()
        assert page.page.evaluate(CONTROLS) == before
        page.screenshot(f"beside-an-analysis-{width}-{language}")
        page.do("threats")
        page.play(start, aw.Turn.from_text("+C2"))
        expect(page.page.locator(LINES)).to_have_count(3)
        assert page.page.evaluate(CONTROLS) == before
        page.do("undo")
        page.shows(start)
        page.do("analyse")
        expect(pressed(page, "analyse")).to_have_count(0)
        expect(page.page.locator(SELECTED)).to_have_attribute("data-tab", "turns")
        page.do("hint")
        expect(notes).not_to_be_empty()
        assert page.page.evaluate(CONTROLS) == before


@pytest.mark.nightly
def test_a_search_ends_when_the_analysis_is_not_needed(play_in_page: OpenShared) -> None:
    """The search ends when the analysis is switched off, the position changes, or the board is hidden."""
    page = play_in_page(IN_PAGES[0], {}, script=SILENT)
    searches = "searching.requests.filter((request) => request === 'search_root').length"
    page.do("analyse")
    page.page.wait_for_function(f"() => {searches} === 1")
    expect(page.page.locator(".adaptoid-analyst-score")).to_have_text("Getting ready …")
    page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"))
    # of the new position, and of the one before, whose best turn is compared with the played one
    page.page.wait_for_function(f"() => {searches} === 3")
    assert page.page.evaluate("searching.ended") == 1
    page.page.locator(".adaptoid-widget").evaluate("(root) => (root.style.display = 'none')")
    page.page.wait_for_function("() => searching.ended === 2")
    page.page.locator(".adaptoid-widget").evaluate("(root) => (root.style.display = '')")
    page.page.wait_for_function(f"() => {searches} === 4")
    page.do("analyse")
    expect(pressed(page, "analyse")).to_have_count(0)
    page.page.wait_for_function("() => searching.ended === 4")


@pytest.mark.nightly
def test_a_page_gives_a_hint_in_two_steps(play_in_page: OpenShared) -> None:
    """The hint is the best turn according to Python."""
    page = play_in_page(WINS, {})
    for hint in ("Hint: nobody moves; a new adaptoid grows.", "Best: grow on D4 (+D4)."):
        page.do("hint")
        expect(page.page.locator(".adaptoid-note")).to_have_text(hint)
    assert aw.analyse(WINS, depth=3, lines=1).best == "+D4"


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("button_name", "script", "reason", "stays"),
    [
        ("analyse", BREAKS, "it died", True),
        ("hint", FORBIDDEN, "a policy forbids it", False),
        *nightly(
            ("hint", BREAKS, "it died", True),
            ("analyse", HUNGRY, "RangeError", True),
            ("hint", HUNGRY, "RangeError", True),
            ("analyse", FORBIDDEN, "a policy forbids it", False),
        ),
    ],
)
def test_an_error_of_an_analysis_is_shown(
    play_in_page: OpenShared, button_name: str, script: str, reason: str, stays: bool
) -> None:
    """The game does not change, and the controls are reset. If searching is impossible, the buttons are hidden."""
    start = Position.from_text(IN_PAGES[0])
    page = play_in_page(start, {}, script=script)
    note = page.page.locator(".adaptoid-note")
    for _ in range(2 if stays else 1):
        page.do(button_name)
        expect(note).to_contain_text(reason)
        expect(pressed(page, "analyse")).to_have_count(0)
    page.screenshot(f"{button_name}-fails")
    button = page.page.locator(f'[data-do="{button_name}"]')
    expect(button).to_be_visible() if stays else expect(button).to_be_hidden()
    after = page.play(start, aw.Turn.from_text("+D3"))
    page.do("player-W")
    expect(page.page.locator("[data-level]:disabled")).to_have_count(0 if stays else 7)
    page.page.keyboard.press("Escape")
    page.seat("B", 3)
    page.shows(after.play(choose(after, 3, 1)))


@pytest.mark.nightly
def test_an_analysis_without_an_answer_is_ended(play_in_page: OpenShared) -> None:
    page = play_in_page(IN_PAGES[0], {}, script=SILENT, clock=True)
    page.do("analyse")
    page.page.clock.run_for(1_000)
    page.page.wait_for_function("() => searching.requests.includes('search_root')")
    page.page.clock.run_for(30_000)
    expect(page.page.locator(".adaptoid-note")).to_contain_text("The analysis stopped: no answer.")
    expect(pressed(page, "analyse")).to_have_count(0)
    page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"), shows=False)


@pytest.mark.nightly
def test_a_reload_during_an_analysis_keeps_the_game(play_in_page: OpenShared) -> None:
    page = play_in_page(IN_PAGES[0], {}, script=SILENT)
    searches = "(n) => searching.requests.filter((request) => request === 'search_root').length === n"
    page.do("analyse")
    page.page.wait_for_function(searches, arg=1)
    after = page.play(Position.from_text(IN_PAGES[0]), aw.Turn.from_text("+D3"))
    # of the new position, and of the one before, to compare the turn
    page.page.wait_for_function(searches, arg=3)
    page.page.reload()
    page.shows(after)
    expect(pressed(page, "analyse")).to_have_count(0)


def test_a_page_can_review_its_game(play_in_page: OpenShared) -> None:
    """The mistakes are those of `aw.annotate`. Each is a button that shows its turn with the comment.

    Beside the turn, the reply to it and the better turn can be played on the board, which then goes back.
    """
    game = game_of_beginners().resign()
    page = play_in_page(game, {})
    page.do("review")
    mistakes = page.page.locator(".adaptoid-mistakes button[data-node]")
    expect(mistakes.first).to_be_visible()
    rows = [row for row in aw.annotate(game, progress=False).table if row["mark"]]
    assert rows
    expect(mistakes).to_have_count(len(rows))
    for k, row in enumerate(rows):
        expect(mistakes.nth(k)).to_contain_text(f"{row['turn']} {row['mark']}")
        expect(page.page.locator(".adaptoid-mistakes li").nth(k)).to_contain_text(f"better: {row['best']}")
    expect(page.page.locator(SELECTED)).to_have_attribute("data-tab", "mistakes")
    counts = page.page.locator(".adaptoid-review-counts li")
    for color, name in (("W", "White"), ("B", "Black")):
        blunders, slips = (
            sum(row["color"] == color and row["mark"] == mark for row in rows) for mark in ("??", "?")
        )
        words = f"{name}{blunders} blunder{'' if blunders == 1 else 's'}{slips} mistake{'' if slips == 1 else 's'}"
        expect(counts.locator(f"xpath=self::*[@data-color='{color}']")).to_have_text(words)
    mistakes.first.focus()
    page.page.keyboard.press("Enter")
    page.shows(game.turn_at(rows[0]["ply"]).position)
    expect(mistakes.first).to_have_attribute("aria-current", "step")
    expect(page.page.locator(".adaptoid-comment")).to_contain_text(rows[0]["why"])
    assert findings(page.page) == []
    page.screenshot("reviewed")
    before = game.turn_at(rows[0]["ply"] - 1).position
    page.page.evaluate(STEP_AT_ONCE)
    page.press(f"[data-best='{rows[0]['best']}']")
    expect(page.board).to_have_attribute("data-position", str(before.play(rows[0]["best"])))
    expect(page.page.locator(".adaptoid-line-player")).to_contain_text(f"1 / 1 {rows[0]['best']}")
    expect(page.page.locator(".adaptoid-piece[data-ghost]").first).to_be_visible()
    page.screenshot("better-turn-is-played")
    page.page.locator(".adaptoid-line-player [data-demonstration=play]").click()
    page.shows(game.turn_at(rows[0]["ply"]).position)
    page.press("[data-tab=turns]")
    page.page.set_viewport_size({"width": 1280, "height": 800})
    # room for five rows
    assert page.page.locator(".adaptoid-scroller").evaluate("(list) => list.clientHeight") >= 5 * 28
    page.page.locator(f"[data-node='{rows[0]['ply']}'] .adaptoid-turn-glyph").wait_for()
    page.page.reload()
    page.shows(game.turn_at(rows[0]["ply"]).position)
    expect(page.page.locator(".adaptoid-comment")).to_contain_text(rows[0]["why"])


@pytest.mark.nightly
def test_a_review_has_a_graph_and_a_lesson(play_in_page: OpenShared) -> None:
    """Keys and a pointer go through the graph. The lesson judges turns, and the game is unchanged afterwards."""
    game = game_of_beginners().resign()
    page = play_in_page(game, {})
    before_review = page.page.locator(".adaptoid-widget").evaluate(HEIGHT)
    page.do("review")
    graph = page.page.get_by_role("slider", name="Who was ahead")
    # nothing that follows is moved, and the graph was brought into view
    assert page.page.locator(".adaptoid-widget").evaluate(HEIGHT) == before_review
    expect(graph).to_be_in_viewport(ratio=0.99)
    graph.press("Home")
    page.shows(game.turn_at(0).position)
    graph.press("ArrowRight")
    page.shows(game.turn_at(1).position)
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"Turn 1 of 3 D3\+L \?\?: White"))
    assert graph.evaluate("(graph) => graph.offsetHeight") == 90
    box = graph.bounding_box()
    assert box is not None
    page.page.mouse.move(box["x"] + 2, box["y"] + 40)
    page.page.mouse.down()
    page.shows(game.turn_at(0).position)
    page.page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 40, steps=4)
    page.shows(game.turn_at(3).position)
    page.page.mouse.up()
    graph.press("Home")
    graph.press("ArrowRight")
    page.shows(game.turn_at(1).position)
    page.page.get_by_role("button", name="Learn from my mistakes").click()
    row = next(row for row in aw.annotate(game, progress=False).table if row["mark"])
    before = game.turn_at(row["ply"] - 1).position
    page.shows(before)
    expect(page.page.locator(".adaptoid-lesson-text")).to_contain_text(f"({row['turn']}).")
    # the list of mistakes has the solution
    expect(page.page.locator(".adaptoid-mistakes")).to_be_hidden()
    assert findings(page.page) == []
    page.play(before, aw.Turn.from_text(row["turn"]), shows=False)
    comment = page.page.locator(".adaptoid-lesson-bubble:visible")
    expect(comment).to_have_text(re.compile("^Not yet.*captures C5 from "))
    expect(page.page.locator(".adaptoid-live-region")).to_have_text(re.compile("^Not yet.*captures C5 from "))
    page.page.get_by_role("button", name="Try again").press("Enter")
    page.shows(before)
    page.play(before, aw.Turn.from_text(row["best"]))
    expect(comment).to_contain_text("That is the best turn.")
    page.screenshot("learnt")
    page.page.get_by_role("button", name="Back to the game").press("Enter")
    page.shows(game.turn_at(1).position)
    page.press("[data-tab=turns]")
    expect(page.page.locator(".adaptoid-turn-glyph").first).to_be_visible()


WINDOWS: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "phone held sideways": {"viewport": {"width": 844, "height": 390}, "has_touch": True},
}


def expect_fully_visible(*parts: Locator) -> None:
    """Wait until each part is completely in the window, apart from fractions of a pixel."""
    for part in parts:
        expect(part).to_be_in_viewport(ratio=0.99)


def view_row(page: Shared, language: str) -> Locator:
    """Set a language, scroll the row of buttons under the board to the lower edge of the window, and return the row."""
    choose_language(page.page, language)
    expect(page.page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
    row = page.page.locator(".adaptoid-view-row")
    # the last button of the row that is loaded
    expect(page.page.locator("[data-do=confirm]:not([hidden])")).to_be_attached()
    row.evaluate("(row) => row.scrollIntoView({ block: 'end' })")
    return row


def boxes(page: Shared, selector: str) -> dict[str, Any]:
    """The places of the visible buttons that match a selector, by their data attributes."""
    expect_ready(page.board)
    boxes_by_name: dict[str, Any] = page.page.locator(selector).evaluate_all(
        """(buttons) => Object.fromEntries(buttons.filter((button) => button.checkVisibility()).map((button) => {
            const { left, top, width, height } = button.getBoundingClientRect();
            return [JSON.stringify(button.dataset), [left, top, width, height].map(Math.round)]; }))"""
    )
    return boxes_by_name


@pytest.mark.nightly
@pytest.mark.parametrize("window", ["phone", "laptop", "phone held sideways"])
def test_the_lesson_of_a_review_fits_into_the_window(play_in_page: OpenShared, window: str) -> None:
    """The board, the task and its buttons are visible from the start, and no button moves within a step."""
    page = play_in_page(game_of_beginners().resign(), {}, **WINDOWS[window])
    page.do("review")
    page.press('[data-learn="start"]')
    buttons = "button[data-lesson]"
    task = page.page.locator(".adaptoid-lesson-text")
    expect(task).to_contain_text("Find a better turn than the marked one.")
    expect_fully_visible(page.board, page.page.locator(".adaptoid-steps-row"))
    before = boxes(page, buttons)
    names = [json.loads(name)["lesson"] for name in before]
    assert names == ["hint", "reveal", "skip", "leave"]
    expect_fully_visible(*[page.page.locator(f'[data-lesson="{name}"]') for name in names])
    page.press('[data-lesson="hint"]')
    expect(page.page.locator('.adaptoid-lesson-bubble[data-tone="hint"]')).to_be_visible()
    assert boxes(page, buttons) == before
    page.press('[data-lesson="reveal"]')
    solution = page.page.locator('.adaptoid-lesson-bubble[data-tone="shown"]')
    expect(solution).to_contain_text("grow on D4")
    expect_fully_visible(page.board, solution, page.page.locator('[data-lesson="next"]'))
    assert findings(page.page) == []
    page.screenshot(f"lesson-of-a-review-{window.replace(' ', '-')}")


@pytest.mark.nightly
def test_a_wrong_turn_in_the_lesson_of_a_review_is_refuted(play_in_page: OpenShared) -> None:
    """A search finds the reply. At the end, the board is as it was before the lesson."""
    controls = "[data-do]:not(.adaptoid-drawer *, .adaptoid-history *)"
    page = play_in_page(game_of_beginners().resign(), {}, **WINDOWS["laptop"])
    page.do("review")
    start = page.page.locator('[data-learn="start"]')
    expect(start).to_be_visible()
    before = boxes(page, controls)
    start.click()
    expect(page.page.locator(".adaptoid-lesson-text")).to_be_visible()
    page.press('[data-cell="D3"]')
    page.press('[data-grow="pincer"]')
    comment = page.page.locator('.adaptoid-lesson-bubble[data-tone="wrong"]')
    expect(comment).to_contain_text("Black captures C5 from D5")
    page.page.locator('[data-lesson="leave"]:visible').press("Enter")
    expect(start).to_be_visible()
    page.shows(game_of_beginners().position)
    assert boxes(page, controls) == before


@pytest.mark.nightly
@pytest.mark.parametrize("language", in_languages("de"))
def test_hints_and_best_turns_are_visible_on_a_phone(play_in_page: OpenShared, language: str) -> None:
    """They appear between the board and the button that asks for them. No scrolling is needed, and no control moves."""
    page = play_in_page(BUSY, {}, script=BRIEF, **WINDOWS["phone"])
    row = view_row(page, language)
    before = page.page.evaluate(CONTROLS)
    hint = page.page.locator(".adaptoid-note")
    for _ in range(2):
        page.do("hint")
        expect(hint).not_to_be_empty()
        expect_fully_visible(hint, row)
    page.screenshot(f"hint-on-a-phone-{language}")
    assert hint.evaluate("(hint) => hint.scrollHeight <= hint.clientHeight")
    page.do("analyse")
    page.play(Position.from_text(BUSY), aw.Turn.from_text("+C2"))
    row.evaluate("(row) => row.scrollIntoView({ block: 'end' })")
    best = page.page.locator(".adaptoid-best-turns button")
    expect(best).to_have_count(3)
    expect_fully_visible(*best.all(), row)
    assert page.page.evaluate(CONTROLS) == before
    page.screenshot(f"best-turns-on-a-phone-{language}")
    # in one step, because an update replaces the cards
    small = """() => [...document.querySelectorAll(".adaptoid-best-turns button")]
        .filter((one) => one.offsetHeight < 44 || one.offsetWidth < 44).length"""
    assert page.page.evaluate(small) == 0
    # beside the side bars of JupyterLab, a long turn is not cut
    page.page.set_viewport_size({"width": 306, "height": 844})
    cut = """() => [...document.querySelectorAll(".adaptoid-best-turns button")].some((one) => {
        one.textContent = "D5xC5 C4+P";
        return one.scrollWidth > one.clientWidth; })"""
    assert not page.page.evaluate(cut)


@pytest.mark.nightly
@pytest.mark.parametrize("language", in_languages("es"))
def test_pens_and_a_review_replace_the_legend_on_a_phone(play_in_page: OpenShared, language: str) -> None:
    """They are visible next to the buttons that open them. The mistakes have the height of the list."""
    page = play_in_page(game_of_beginners().resign(), {}, **WINDOWS["phone"])
    row = view_row(page, language)
    before = page.page.evaluate(CONTROLS)
    height = page.page.locator(".adaptoid-widget").evaluate(HEIGHT)
    page.do("annotate")
    pens = page.page.locator(".adaptoid-pens")
    expect(pens.locator("button")).to_have_count(10)
    expect_fully_visible(pens, *pens.locator("button").all(), pens.locator(".adaptoid-hint"), row)
    assert page.page.evaluate(CONTROLS) == before
    small = "(buttons) => buttons.filter((one) => one.offsetHeight < 44 || one.offsetWidth < 44).length"
    assert pens.locator("button").evaluate_all(small) == 0
    # neither the lowest discs nor the first side are covered
    edges = [(part, "top") for part in (".adaptoid-side-name", ".adaptoid-supply")]
    low, *tops = [
        page.page.locator(part).first.evaluate(f"(part) => part.getBoundingClientRect().{edge}")
        for part, edge in [(".adaptoid-pens", "bottom"), *edges]
    ]
    assert low <= min(tops)
    page.screenshot(f"pens-on-a-phone-{language}")
    page.do("annotate")
    page.do("review")
    graph = page.page.locator(".adaptoid-graph")
    expect_fully_visible(graph)
    assert graph.evaluate("(graph) => graph.offsetHeight") == 90
    # the graph is higher than the legend, and nothing has moved, nor has what follows the board
    assert page.page.evaluate(CONTROLS) == before
    assert page.page.locator(".adaptoid-widget").evaluate(HEIGHT) == height
    page.screenshot(f"review-on-a-phone-{language}")
    # an analysis that is started later replaces the graph until it is closed
    page.do("analyse")
    expect(pressed(page, "analyse")).to_have_count(1)
    expect(page.page.locator(".adaptoid-brief")).to_be_hidden()
    assert page.page.evaluate(CONTROLS) == before
    page.do("analyse")
    expect_fully_visible(graph)
    assert page.page.evaluate(CONTROLS) == before


@pytest.mark.nightly
def test_an_analysis_and_a_review_are_visible_in_landscape(play_in_page: OpenShared) -> None:
    """They appear beside the board at any scroll position. No control moves, and the page does not become shorter."""
    press = "(button) => button.click()"
    height = "document.documentElement.scrollHeight"
    page = play_in_page(BUSY, {}, script=BRIEF, **WINDOWS["phone held sideways"])
    page.shows(BUSY)
    expect(page.page.locator("[data-do=confirm]:not([hidden])")).to_be_attached()
    before, high = page.page.evaluate(CONTROLS), page.page.evaluate(height)
    page.page.locator("[data-do=hint]").evaluate(press)
    expect_fully_visible(page.page.locator(".adaptoid-note"))
    assert page.page.evaluate(CONTROLS) == before
    page.page.locator("[data-do=analyse]").evaluate(press)
    page.play(Position.from_text(BUSY), aw.Turn.from_text("+C2"))
    page.page.evaluate("scrollTo(0, 0)")
    best = page.page.locator(".adaptoid-best-turns button")
    expect(best).to_have_count(3)
    expect_fully_visible(*best.all())
    assert page.page.evaluate(CONTROLS) == before
    assert page.page.evaluate(height) >= high
    page.screenshot("analysis-sideways")
    score = page.page.locator(".adaptoid-analyst-score")
    # not at an edge, where a fraction of a pixel is cut
    score.evaluate("(score) => score.scrollIntoView({ block: 'center' })")
    expect_fully_visible(page.page.locator(".adaptoid-shares"), score)
    over = play_in_page(game_of_beginners().resign(), {}, **WINDOWS["phone held sideways"])
    over.shows(game_of_beginners().position)
    expect(over.page.locator("[data-do=confirm]:not([hidden])")).to_be_attached()
    before = over.page.evaluate(CONTROLS)
    over.page.locator("[data-do=review]").evaluate(press)
    expect_fully_visible(over.page.locator(".adaptoid-graph"))
    assert over.page.evaluate(CONTROLS) == before


@pytest.mark.nightly
@pytest.mark.parametrize("window", ["phone held sideways", "laptop"])
def test_a_comment_can_be_written_during_an_analysis(play_in_page: OpenShared, window: str) -> None:
    """The list of turns is one tab away. The search goes on, and the tabs have room in every language."""
    page = play_in_page(BUSY, {}, script=BRIEF, **WINDOWS[window])
    page.do("analyse")
    expect(page.page.locator(LINES)).to_have_count(3)
    page.press("[data-tab=turns]")
    button = page.page.locator("[data-do=comment]")
    for language in aw.languages():
        choose_language(page.page, language)
        expect(page.page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
        rows = page.page.locator(".adaptoid-history-head > :visible")
        tops = rows.evaluate_all("(all) => new Set(all.map((one) => Math.round(one.offsetTop / 20))).size")
        assert tops == 1, language
        page.screenshot(f"comment-beside-an-analysis-{window}-{language}")
    page.press("[data-do=comment]")
    field = page.page.locator("textarea.adaptoid-comment-field")
    expect_fully_visible(field)
    field.fill("Sharp.")
    field.press("Escape")
    expect(page.page.locator(".adaptoid-comment-text")).to_have_text("Sharp.")
    expect(button).to_be_visible()
    page.press("[data-tab=analysis]")
    expect(page.page.locator(LINES).first).to_be_visible()


def test_turns_that_a_low_window_cuts_off_take_no_focus(play_in_page: OpenShared) -> None:
    """A long line has two rows there; its other turns come back when the window is high enough."""
    page = play_in_page(BUSY, {}, **WINDOWS["laptop"])
    # lines as deep as after a long search need more rows
    lines = page.page.locator(".adaptoid-analyst-lines").first
    lines.evaluate("(list) => { list.style.maxWidth = '220px'; }")
    page.do("analyse")
    turns = page.page.locator(f"{LINES} > span:last-child > button")
    cut = page.page.locator(f"{LINES} > span:last-child > button[inert]")
    hidden = """(turns) => turns.every((turn) => turn.inert ===
        (turn.getBoundingClientRect().top >= turn.parentElement.getBoundingClientRect().bottom - 1))"""
    expect(cut).not_to_have_count(0)
    assert turns.evaluate_all(hidden)
    page.page.set_viewport_size({"width": 1280, "height": 1000})
    expect(cut).to_have_count(0)


@pytest.mark.nightly
def test_the_pens_are_visible_and_move_no_button(play_in_page: OpenShared) -> None:
    controls = "[data-do]:not(.adaptoid-drawer *)"
    page = play_in_page(BUSY, {}, script=BRIEF, **WINDOWS["laptop"])
    for language in aw.languages():
        choose_language(page.page, language)
        expect(page.page.locator(".adaptoid-widget")).to_have_attribute("lang", language)
        before = boxes(page, controls)
        page.do("annotate")
        drawer = page.page.locator(".adaptoid-pens")
        expect(drawer.locator("button")).to_have_count(10)
        expect_fully_visible(drawer, *drawer.locator("button").all(), drawer.locator(".adaptoid-hint"))
        assert boxes(page, controls) == before
        page.screenshot(f"pens-{language}")
        page.do("annotate")


@pytest.mark.nightly
def test_help_appears_beside_the_board_and_moves_no_button(play_in_page: OpenShared) -> None:
    """A hint, an analysis and a review are checked in a wide, low window."""
    controls = "[data-do]:not(.adaptoid-drawer *, .adaptoid-history *)"
    page = play_in_page(IN_PAGES[0], {}, **WINDOWS["laptop"])
    before = boxes(page, controls)
    page.do("hint")
    expect_fully_visible(page.page.locator(".adaptoid-note"))
    assert boxes(page, controls) == before
    page.do("analyse")
    expect(page.page.locator(LINES)).to_have_count(3)
    expect_fully_visible(*page.page.locator(LINES).all())
    assert boxes(page, controls) == before
    over = play_in_page(game_of_beginners().resign(), {}, **WINDOWS["laptop"])
    before = boxes(over, controls)
    review = over.page.locator("[data-do=review]:visible")
    expect(review.locator(".adaptoid-tool-label")).to_be_visible()
    review.click()
    graph = over.page.locator(".adaptoid-graph")
    expect(graph).to_be_visible()
    assert graph.evaluate("(graph) => graph.offsetHeight") == 90
    expect_fully_visible(graph, over.page.locator('[data-learn="start"]'))
    # the page has scrolled to show the whole graph, and nothing has moved on it
    over.page.evaluate("scrollTo(0, 0)")
    assert boxes(over, controls) == before


@pytest.mark.nightly
def test_a_review_can_be_stopped(play_in_page: OpenShared) -> None:
    """It shows its progress. An error of the worker ends it too. The game does not change."""
    page = play_in_page(game_of_beginners().resign(), {}, script=SILENT)
    review = page.page.locator(".adaptoid-brief")
    page.do("review")
    expect(review.get_by_role("progressbar", name="Turn 1 of 3")).to_be_visible()
    page.page.wait_for_function("() => searching.requests.includes('search_root')")
    assert findings(page.page) == []
    review.get_by_role("button", name="Stop the review").click()
    expect(review.get_by_role("progressbar")).to_be_hidden()
    assert page.page.evaluate("searching.ended") == 1
    broken = play_in_page(game_of_beginners().resign(), {}, script=BREAKS)
    review = broken.page.locator(".adaptoid-review")
    broken.do("review")
    expect(review).to_contain_text("The review stopped: it died.")
    for view in (page, broken):
        view.shows(game_of_beginners().position)
        expect(view.page.locator(".adaptoid-mistakes")).to_be_hidden()
        expect(view.page.locator("[data-do=review]:visible")).to_be_enabled()
