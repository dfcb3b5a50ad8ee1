"""Accessibility: axe, the accessibility tree, sizes of targets, motion, forced colours and greyscale."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.harness import ScenePage, open_menu, scene_page
from tests.repetitions import TRANSLATIONS, in_languages, nightly
from tools.browser.scenes import ROOT

AXE = ROOT / "js" / "node_modules" / "axe-core" / "axe.min.js"
# The board is not responsible for rules about a whole page, such as a title or a main region.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FINDINGS = """async ([tags, selector]) => {
    const widget = document.querySelector(selector);
    const found = await axe.run(widget, {runOnly: tags, resultTypes: ["violations"]});
    return found.violations.flatMap(({id, nodes}) => nodes.map(({target, failureSummary}) =>
        `${id}: ${target.join(" ")}: ${failureSummary}`)); }"""
# every element that can be clicked or focused, with the size of the element that receives the click
SMALL = """(least) => [...document.querySelectorAll(
        ".adaptoid-widget :is(button, a, input, select, textarea, summary, [tabindex], [role=treeitem], [data-cell])")]
    .filter((one) => one.checkVisibility())
    .map((one) => {
        const target = one.matches("[type=checkbox]") ? one.closest("label") : one.querySelector(".adaptoid-hit");
        const {width, height} = (target ?? one).getBoundingClientRect();
        return [one.dataset.cell ?? one.outerHTML.slice(0, 90), width, height]; })
    .filter(([, width, height]) => Math.min(width, height) < least)"""
OTHER_SCENES = [
    *(
        "adapt3-start",
        "deep",
        "dies",
        "draw",
        "exchange",
        "grow",
        "hex2",
        "hex5",
        "hungry",
        "legal",
        "lesson",
    ),
    *(
        "lesson-click",
        "lesson-count",
        "lesson-over",
        "lesson-read",
        "lesson-right",
        "lesson-wrong",
        "long",
        "none",
        "open",
        "played",
        "show",
    ),
    *("start", "tree"),
    *("crowd", "editor", "food", "keys", "large", "level", "new", "pens", "pills", "share"),
]
OWN = {"midgame": "E3", "adapt3": "B4", "hex5": "E3", "free": "N1", "grow": "F5"}


@pytest.fixture(scope="module")
def scenes(browser: Browser) -> Iterator[ScenePage]:
    """A page for all scenes with reduced motion, so that no animation is checked halfway."""
    with scene_page(browser, reduced_motion="reduce") as page:
        yield page


def findings(page: Page, selector: str = ".adaptoid-widget") -> list[str]:
    """The violations that axe finds on the board, or in another element."""
    if page.evaluate("() => !window.axe"):
        page.evaluate(AXE.read_text("utf-8"))
    violations: list[str] = page.evaluate(FINDINGS, [RULES, selector])
    return violations


def states(scene: str, look: ScenePage) -> Iterator[str]:
    """Go through the states of a scene, and yield the name of each."""
    press = look.press
    yield "at rest"
    if scene in OWN:
        press(f'[data-cell="{OWN[scene]}"]')
        # until its part is loaded, the button is hidden
        expect(look.root.locator("[data-do=confirm]:not([hidden])")).to_have_attribute(
            "aria-checked", "false"
        )
        press("[data-do=confirm]")
        press("[data-grow=leg]")
        expect(look.root.locator("[data-pass]")).to_have_count(1)
        yield "a growth that is tried"
        press("[data-do=undo]")
        expect(look.root.locator("[data-pass]")).to_have_count(0)
        press("[data-do=confirm]")
        press("[data-do=share]")
        expect(look.root.locator(".adaptoid-sharing")).to_be_visible()
        yield "the share menu"
        look.page.keyboard.press("Escape")
        press(f'[data-cell="{OWN[scene]}"]')
        yield "an adaptoid in hand"
        press('[data-cell="G7"], [data-cell="N8"]')
        yield "a reason"
        press("[data-do=lens]")
        press("[data-do=map]")
        expect(look.root.locator("[data-food], [data-reach]").first).to_be_attached()
        yield "food and map"
        press("[data-do=annotate]")
        press(f'[data-cell="{OWN[scene]}"]')
        press("[data-pen=label]")
        press(f'[data-cell="{OWN[scene]}"]')
        yield "the pen, a ring, a label being written"
        press("[data-do=annotate]")
        press("[data-do=resign]")
        yield "the confirmation of resigning"
        press("[data-do=help]")
        yield "the sheet of keys"
        press("dialog button")
        press("[data-do=player-B]")
        yield "the menu of a player"
        look.page.keyboard.press("Escape")
        press("[data-do=new]")
        expect(look.root.locator(".adaptoid-players form")).to_be_visible()
        yield "the sheet for a new game"
        press(".adaptoid-players-buttons button:last-child")
        press("[data-do=edit]")
        yield "the editor"
        press(f'[data-cell="{OWN[scene]}"]')
        look.root.locator("summary").first.click()
        look.root.locator("[data-edit=text]").fill("adaptoid w 0,0 W:D2 B:Z6")
        look.settle()
        yield "the editor, an adaptoid in hand, an invalid text"
        press("[data-edit=clear]")
        yield "problems"
        press('[data-edit="tool:layout"]')
        yield "the layout editor"
        press("[data-edit=close]")
        press("[data-do=size]")
        yield "projector size"
    if scene in ("tree", "deep"):
        press("[data-do=comment]")
        yield "a comment being written"
        press("[data-do=first]")
        yield "at the first turn"
        look.root.locator("[data-speed]").select_option("2400")
        press("[data-do=play]")
        yield "the replay"


# -- axe ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scene", "theme", "width"),
    [
        ("midgame", "dark", 320),
        *nightly(
            ("tree", "light", 320),
            ("free", "light", 620),
            ("midgame", "light", 1100),
            ("adapt3", "dark", 320),
            ("deep", "dark", 1100),
        ),
    ],
)
def test_axe_finds_no_violations_in_any_state(scenes: ScenePage, scene: str, theme: str, width: int) -> None:
    """The states include menus, food, maps, marks, both editors, replay and projector size.

    At a width of 320, each target is at least 24 by 24 pixels.
    """
    scenes.open(scene, width, theme=theme)
    for state in states(scene, scenes):
        assert findings(scenes.page) == [], state
        if width == 320:
            assert scenes.page.evaluate(SMALL, 24) == [], state


@pytest.mark.parametrize("scene", nightly("choose", "over", *OTHER_SCENES))
def test_axe_finds_no_violations_in_any_scene(scenes: ScenePage, scene: str) -> None:
    """Scenes range from the open start to the end of a game, with different aids and layouts."""
    scenes.open(scene, 320, theme="light")
    assert findings(scenes.page) == []


@pytest.mark.parametrize("language", in_languages(among=TRANSLATIONS))
def test_axe_finds_no_violations_in_other_languages(scenes: ScenePage, language: str) -> None:
    """Their words may be longer or written in another script."""
    scenes.open("adapt3", 320, lang=language)
    assert findings(scenes.page) == []
    scenes.press("[data-do=edit]")
    assert findings(scenes.page) == []


@pytest.mark.nightly
def test_news_that_do_not_fit_can_be_scrolled_with_keys(scenes: ScenePage) -> None:
    """The news are a Tab stop only while they can be scrolled."""
    scenes.open("played", 320, lang="de")
    news = scenes.root.locator(".adaptoid-news")
    expect(news).not_to_have_attribute("tabindex", "0")
    scenes.press("[data-do=size]")
    expect(news).to_have_attribute("tabindex", "0")
    assert findings(scenes.page) == []
    assert news.evaluate("(news) => news.scrollHeight > news.clientHeight")


def test_axe_finds_violations_that_are_added(scenes: ScenePage) -> None:
    scenes.open("midgame")
    scenes.root.evaluate("(root) => root.append(document.createElement('button'))")
    scenes.root.locator(".adaptoid-status").evaluate("(status) => { status.style.color = '#ccc'; }")
    violated_rules = " ".join(findings(scenes.page))
    assert "button-name" in violated_rules
    assert "color-contrast" in violated_rules


# -- the accessibility tree
# --------------------------------------------------------------------------------------------


def tree(page: Page) -> list[dict[str, Any]]:
    """Chromium's accessibility tree without ignored nodes."""
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [node for node in nodes if not node.get("ignored")]


def role(node: dict[str, Any]) -> str:
    """The role of a node."""
    return str(node.get("role", {}).get("value", ""))


def name(node: dict[str, Any]) -> str:
    """The accessible name of a node."""
    return str(node.get("name", {}).get("value", ""))


def prop(node: dict[str, Any], key: str) -> Any:
    """A property of a node."""
    return next(
        (entry["value"].get("value") for entry in node.get("properties", []) if entry["name"] == key), None
    )


@pytest.mark.parametrize(
    ("scene", "rows"),
    [("midgame", [4, 5, 6, 7, 6, 5, 4]), *nightly(("hex2", [2, 3, 2]), ("free", [2, 2, 2, 2, 1]))],
)
def test_the_board_is_a_grid(scenes: ScenePage, scene: str, rows: list[int]) -> None:
    """The grid has rows of cells, and each cell is named. One cell is a Tab stop."""
    scenes.open(scene)
    nodes = tree(scenes.page)
    [grid] = [node for node in nodes if role(node) == "grid"]
    assert name(grid) == "Adaptoid board"
    assert grid["description"]["value"] == "Press ? for the keys."
    lines = [node for node in nodes if role(node) == "row"]
    cells = {node["nodeId"]: node for node in nodes if role(node) == "gridcell"}
    assert [sum(child in cells for child in line["childIds"]) for line in lines] == rows
    assert all(line["parentId"] == grid["nodeId"] or role(line) == "row" for line in lines)
    discs = scenes.board.locator("[data-cell]")
    assert len(cells) == sum(rows) == discs.count()
    for node in cells.values():
        assert prop(node, "focusable") is True
    assert scenes.board.locator('[data-cell][tabindex="0"]').count() == 1
    order = scenes.board.locator("[role=row]").evaluate_all("(all) => all.map((row) => row.ariaRowIndex)")
    assert order == [str(number + 1) for number in range(len(rows))]
    for columns in scenes.board.locator("[role=row]").evaluate_all(
        "(all) => all.map((row) => [...row.children].map((cell) => Number(cell.ariaColIndex)))"
    ):
        assert columns == sorted(set(columns))


def test_the_name_of_a_disc_describes_all_that_is_drawn_on_it(scenes: ScenePage) -> None:
    """A name has the owner, the limbs, the liberties, and what can be done. The chosen disc is selected."""
    scenes.open("midgame")
    scenes.press('[data-cell="E3"]')
    discs = {name(node).split(",")[0]: node for node in tree(scenes.page) if role(node) == "gridcell"}
    assert name(discs["E3"]) == (
        "E3, White, 3 legs, 2 pincers, 6 liberties, selected, may move, may grow a limb"
    )
    assert prop(discs["E3"], "selected") is True
    assert prop(discs["C1"], "selected") is False
    assert name(discs["E5"]) == "E5, Black, 2 pincers, 3 liberties, both leave"
    assert name(discs["F5"]) == "F5, Black, bare, 4 liberties, capture"
    assert name(discs["A3"]) == "A3, free, new adaptoid"
    scenes.press("[data-do=lens]")
    # White's reach, then Black's
    for _ in "WB":
        scenes.press("[data-do=map]")
    expect(scenes.disc("C4")).to_have_attribute("aria-label", re.compile("Black comes from"))
    discs = {name(node).split(",")[0]: node for node in tree(scenes.page) if role(node) == "gridcell"}
    assert "food to spare −1" in name(discs["E6"])
    assert "Black comes from" in name(discs["C4"])


def test_a_board_that_is_not_interactive_is_a_readonly_grid(scenes: ScenePage) -> None:
    """The same keys navigate it."""
    scenes.open("show")
    [grid] = [node for node in tree(scenes.page) if role(node) == "grid"]
    assert prop(grid, "readonly") is True
    scenes.disc("D4").focus()
    scenes.keys.press("k")
    assert scenes.focused() == "E5"


def test_every_control_and_every_group_has_a_name(scenes: ScenePage) -> None:
    """This includes the game, the editor and the list of keys."""
    roles = {"button", "checkbox", "combobox", "textbox", "slider", "tree", "treeitem", "dialog"}
    for scene, opens in (("tree", "help"), ("adapt3", "edit")):
        scenes.open(scene)
        for _ in range(2):
            nameless = [
                role(node) for node in tree(scenes.page) if role(node) in roles and not name(node).strip()
            ]
            assert nameless == []
            groups = scenes.root.locator("[role=group]:not([aria-label])")
            assert groups.evaluate_all("(all) => all.filter((one) => one.checkVisibility()).length") == 0
            scenes.press(f"[data-do={opens}]")


# -- targets -----------------------------------------------------------------------------------------------------------


def test_every_target_is_large_enough(scenes: ScenePage) -> None:
    """This also holds on the largest hexagon, in every panel."""
    scenes.open("hex5", 320)
    for state in states("hex5", scenes):
        assert scenes.page.evaluate(SMALL, 24) == [], state


def test_discs_of_the_widest_board_are_large_enough(scenes: ScenePage) -> None:
    """A row of 61 discs scrolls, and a row of 12 discs in a low window is higher than the window."""
    for count in (61, 12):
        cells = ".".join(f"A{number}" for number in range(1, count + 1))
        scenes.scenes["row"] = {"start": f"adaptoid@lattice:{cells} w 0,0 W:A1 B:A{count}"}
        scenes.open("row", 320, 240)
        assert scenes.page.evaluate(SMALL, 24) == []
    # the check can fail
    assert scenes.page.evaluate(SMALL, 26) != []


# -- motion ------------------------------------------------------------------------------------------------------------

MOVING = """() => document.getAnimations().map((one) => {
    const {delay, duration, iterations} = one.effect.getComputedTiming();
    return delay + duration * iterations; })"""


@pytest.mark.parametrize("motion", ["reduce", *nightly("no-preference")])
def test_animations_are_short_and_respect_reduced_motion(browser: Browser, motion: Any) -> None:
    """All animations of a turn end within 0.4 s, and the next step need not wait for them."""
    with scene_page(browser, reduced_motion=motion) as look:
        look.open("exchange")
        look.open("midgame")
        look.page.evaluate(
            """(moving) => { window.spans = [];
            const watch = () => { spans.push(...eval(moving)()); requestAnimationFrame(watch); };
            watch(); }""",
            MOVING,
        )
        look.disc("E3").click()
        look.disc("F5").click()
        expect(look.board).to_have_attribute("data-step", "grow")
        look.disc("E4").click()
        expect(look.board).to_have_attribute("data-step", "move")
        look.settle()
        spans: list[float] = look.page.evaluate("() => spans")
        if motion == "reduce":
            assert spans == []
        else:
            assert 0 < max(spans) <= 400


# -- colours -----------------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_marks_are_visible_without_colours(scenes: ScenePage, artefacts: Path) -> None:
    """Screenshots are saved for inspection. With forced colours, the marks of a choice are still drawn."""
    for theme in ("light", "dark"):
        scenes.open("midgame", theme=theme)
        scenes.disc("E3").focus()
        scenes.keys.press("Enter")
        scenes.keys.press("ArrowRight")
        scenes.keys.press("ArrowRight")
        scenes.page.add_style_tag(content="html { filter: grayscale(1); }")
        scenes.settle()
        scenes.page.screenshot(path=artefacts / f"greyscale-{theme}.png")
    scenes.page.emulate_media(forced_colors="active")
    try:
        scenes.open("midgame")
        scenes.press('[data-cell="E3"]')
        scenes.page.screenshot(path=artefacts / "forced-colors.png")
        strokes = scenes.page.evaluate(
            """() => ["chosen", "capture", "exchange"].map((mark) => getComputedStyle(
                document.querySelector(`[data-mark=${mark}] > *`)).stroke)"""
        )
        ground = scenes.page.evaluate("() => getComputedStyle(document.querySelector('.adaptoid-well')).fill")
        assert all(stroke not in ("none", ground) for stroke in strokes)
        thread = scenes.board.locator(".adaptoid-thread > path").last
        expect(thread).to_have_css("stroke", scenes.root.evaluate("(root) => getComputedStyle(root).color"))
        expect(scenes.board.locator(".adaptoid-growth-menu button").first).to_have_css(
            "border-style", "solid"
        )
    finally:
        scenes.page.emulate_media(forced_colors="none")


def test_forced_colours_tell_the_current_step_of_a_lesson(scenes: ScenePage) -> None:
    """Its ring is a shadow, which they remove."""
    scenes.page.emulate_media(forced_colors="active")
    try:
        scenes.open("lesson-click")
        now, other = (
            scenes.root.locator(f".adaptoid-lesson-step{step}").first for step in ("[aria-current]", "")
        )
        expect(now).to_have_css("outline-style", "solid")
        expect(other).to_have_css("outline-style", "none")
    finally:
        scenes.page.emulate_media(forced_colors="none")


def test_the_bar_of_growths_covers_no_half_of_a_line(scenes: ScenePage) -> None:
    """With a mouse, the row of buttons that it hides is lower than the bar."""
    scenes.open("midgame", width=640, height=400)
    legend = scenes.root.locator(".adaptoid-key")
    expect(legend).to_be_visible()
    scenes.press('[data-cell="E3"]')
    expect(scenes.board).to_have_attribute("data-bar", "")
    expect(legend).to_be_hidden()


LARGER_TEXT = "document.documentElement.style.fontSize = '32px'"


def test_text_follows_the_font_size_of_the_browser(scenes: ScenePage) -> None:
    """With text twice as large, the panels stand under the board, and the rows of the list of turns are higher."""
    sizes = """([root]) => ['.adaptoid-status', '.adaptoid-turn', '.adaptoid-side-name', '.adaptoid-tool-label'].map(
        (part) => parseFloat(getComputedStyle(root.querySelector(part)).fontSize))"""
    scenes.open("played", width=1000)
    before = scenes.page.evaluate(sizes, [scenes.root.element_handle()])
    scenes.page.evaluate(LARGER_TEXT)
    after = scenes.page.evaluate(sizes, [scenes.root.element_handle()])
    assert after == [2 * size for size in before]
    row = scenes.root.locator(".adaptoid-turn").first
    assert row.evaluate("(row) => row.offsetHeight >= 2 * parseFloat(getComputedStyle(row).fontSize)")
    assert scenes.root.evaluate(
        "(root) => root.querySelector('.adaptoid-sides').getBoundingClientRect().top >="
        " root.querySelector('.adaptoid-board').getBoundingClientRect().bottom"
    )


@pytest.mark.parametrize("width", [640, 1100, 1900])
def test_a_growth_can_be_confirmed_with_a_mouse_and_with_keys(scenes: ScenePage, width: int) -> None:
    """Who does not hit every disc may want it with any device."""
    scenes.open("start", width=width)
    open_menu(scenes.root)
    scenes.root.locator("[data-do=confirm]").click()
    scenes.disc("D3").click()
    scenes.settle()
    expect(scenes.root.locator("[data-pass]")).to_have_count(1)
    scenes.press("[data-do=confirm]")


def test_large_letters_on_a_phone_move_nothing_and_keep_the_steps_apart(scenes: ScenePage) -> None:
    """The legend has room for its lines, and the numbers of a lesson's steps for theirs."""
    scenes.open("start", width=390)
    scenes.page.evaluate(LARGER_TEXT)
    sides = "(root) => root.querySelector('.adaptoid-sides').getBoundingClientRect().top"
    before = scenes.root.evaluate(sides)
    scenes.press('[data-cell="D2"]')
    expect(scenes.board).to_have_attribute("data-bar", "")
    assert scenes.root.evaluate(sides) == before
    scenes.open("lesson-click", width=390)
    scenes.page.evaluate(LARGER_TEXT)
    steps = scenes.root.locator(".adaptoid-lesson-step").evaluate_all(
        "(steps) => steps.map((step) => step.getBoundingClientRect()).map(({left, right}) => [left, right])"
    )
    assert len(steps) > 2
    assert all(end <= begin for (_, end), (begin, _) in pairwise(steps))


def test_the_focus_ring_is_drawn_over_every_mark(scenes: ScenePage) -> None:
    """The ring is visible only while keys are used."""
    scenes.open("midgame")
    ring = scenes.board.locator(".adaptoid-cursor")
    scenes.disc("E3").click()
    expect(ring).to_be_hidden()
    scenes.keys.press("ArrowRight")
    expect(ring).to_be_visible()
    marks = "[...ring.parentNode.querySelectorAll('[data-mark], .adaptoid-piece, .adaptoid-name')]"
    assert ring.evaluate(f"(ring) => {marks}.every((mark) => mark.compareDocumentPosition(ring) & 4)")
    middles = [
        scenes.board.locator(place).evaluate(
            "(node) => node.getBoundingClientRect().x + node.getBoundingClientRect().width / 2"
        )
        for place in (".adaptoid-cursor", '[data-cell="E4"] .adaptoid-well')
    ]
    assert abs(middles[0] - middles[1]) < 1
