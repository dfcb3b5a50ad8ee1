"""For everyone: what axe finds, what a screen reader is given, sizes of targets, motion, forced colours, greyscale."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.harness import ScenePage, scene_page
from tests.repetitions import nightly
from tools.browser.scenes import ROOT

AXE = ROOT / "js" / "node_modules" / "axe-core" / "axe.min.js"
# What a page owes its parts (a title, a main region) is not the board's to give.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FINDINGS = """async (tags) => {
    const widget = document.querySelector(".adaptoid-widget");
    const found = await axe.run(widget, {runOnly: tags, resultTypes: ["violations"]});
    return found.violations.flatMap(({id, nodes}) => nodes.map(({target, failureSummary}) =>
        `${id}: ${target.join(" ")}: ${failureSummary}`)); }"""
# Everything that can be clicked or focused, with the size of what takes the click.
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
]
OWN = {"midgame": "E3", "adapt3": "B4", "hex5": "E3", "free": "N1", "grow": "F5"}


@pytest.fixture(scope="module")
def scenes(browser: Browser) -> Iterator[ScenePage]:
    """A page for all scenes; nothing moves in it, so that nothing is looked at half-way."""
    with scene_page(browser, reduced_motion="reduce") as found:
        yield found


def findings(page: Page) -> list[str]:
    """What axe finds on the board."""
    if page.evaluate("() => !window.axe"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(FINDINGS, RULES)
    return found


def states(scene: str, look: ScenePage) -> Iterator[str]:
    """What one meets in a scene, one after the other."""
    press = look.press
    yield "at rest"
    if scene in OWN:
        press(f'[data-cell="{OWN[scene]}"]')
        # without fingers its style hides the button; until its part is loaded, it is hidden for all and does nothing
        expect(look.root.locator("[data-do=confirm]:not([hidden])")).to_have_attribute(
            "aria-pressed", "false"
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
        press("[data-map=B]")
        expect(look.root.locator("[data-food], [data-reach]").first).to_be_attached()
        yield "food and map"
        press("[data-do=annotate]")
        press(f'[data-cell="{OWN[scene]}"]')
        press("[data-pen=label]")
        press(f'[data-cell="{OWN[scene]}"]')
        yield "the pen, a ring, a label being written"
        press("[data-do=annotate]")
        press("[data-do=resign]")
        yield "asked for sure"
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
        yield "the editor, an adaptoid in hand, a text that is none"
        press("[data-edit=clear]")
        yield "problems"
        press('[data-edit="tool:layout"]')
        yield "the board under construction"
        press("[data-edit=close]")
        press("[data-do=size]")
        yield "for a projector"
    if scene in ("tree", "deep"):
        press("[data-do=comment]")
        yield "a comment being written"
        press("[data-do=first]")
        yield "at the first turn"
        look.root.locator("[data-speed]").select_option("2400")
        press("[data-do=play]")
        yield "replayed"


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
def test_axe_finds_nothing_whatever_one_does(scenes: ScenePage, scene: str, theme: str, width: int) -> None:
    """In each state of a scene, with menus, food, maps, marks, both editors, replay and projector size.

    Where the board is no wider than 320, each target is at least 24 by 24 pixels.
    """
    scenes.open(scene, width, theme=theme)
    for state in states(scene, scenes):
        assert findings(scenes.page) == [], state
        if width == 320:
            assert scenes.page.evaluate(SMALL, 24) == [], state


@pytest.mark.parametrize("scene", ["choose", "over", *nightly(*OTHER_SCENES)])
def test_axe_finds_nothing_in_any_scene(scenes: ScenePage, scene: str) -> None:
    """From the open start to the end of a game, with more and less help, on every kind of board."""
    scenes.open(scene, 320, theme="light")
    assert findings(scenes.page) == []


@pytest.mark.parametrize("language", ["de", *nightly("ja", "es")])
def test_axe_finds_nothing_in_other_languages(scenes: ScenePage, language: str) -> None:
    """Where words are longer, or written otherwise."""
    scenes.open("adapt3", 320, lang=language)
    assert findings(scenes.page) == []
    scenes.press("[data-do=edit]")
    assert findings(scenes.page) == []


def test_news_that_do_not_fit_are_scrolled_by_keys(scenes: ScenePage) -> None:
    """They are a stop of the Tab key then, and only then."""
    scenes.open("played", 320, lang="de")
    news = scenes.root.locator(".adaptoid-news")
    expect(news).not_to_have_attribute("tabindex", "0")
    scenes.press("[data-do=size]")
    expect(news).to_have_attribute("tabindex", "0")
    assert findings(scenes.page) == []
    assert news.evaluate("(news) => news.scrollHeight > news.clientHeight")


def test_axe_would_find_something(scenes: ScenePage) -> None:
    """The look at it is worth something only if it fails where it should."""
    scenes.open("midgame")
    scenes.root.evaluate("(root) => root.append(document.createElement('button'))")
    scenes.root.locator(".adaptoid-status").evaluate("(status) => { status.style.color = '#ccc'; }")
    found = " ".join(findings(scenes.page))
    assert "button-name" in found
    assert "color-contrast" in found


# -- what a screen reader is given -------------------------------------------------------------------------------------


def tree(page: Page) -> list[dict[str, Any]]:
    """Chromium's own accessibility tree, without what it leaves out."""
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [node for node in nodes if not node.get("ignored")]


def role(node: dict[str, Any]) -> str:
    """What a node is."""
    return str(node.get("role", {}).get("value", ""))


def name(node: dict[str, Any]) -> str:
    """What a node is called."""
    return str(node.get("name", {}).get("value", ""))


def prop(node: dict[str, Any], key: str) -> Any:
    """One of a node's properties."""
    return next((one["value"].get("value") for one in node.get("properties", []) if one["name"] == key), None)


@pytest.mark.parametrize(
    ("scene", "rows"), [("midgame", [4, 5, 6, 7, 6, 5, 4]), ("hex2", [2, 3, 2]), ("free", [2, 2, 2, 2, 1])]
)
def test_the_board_is_a_grid(scenes: ScenePage, scene: str, rows: list[int]) -> None:
    """Rows of cells, each named in full; one of them is a stop of the Tab key."""
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


def test_names_tell_all_that_is_seen(scenes: ScenePage) -> None:
    """Whose, limbs, liberties, what can be done with it and to it; the one in hand is selected."""
    scenes.open("midgame")
    scenes.press('[data-cell="E3"]')
    found = {name(node).split(",")[0]: node for node in tree(scenes.page) if role(node) == "gridcell"}
    assert name(found["E3"]) == (
        "E3, White, 3 legs, 2 pincers, 6 liberties, selected, may move, may grow a limb"
    )
    assert prop(found["E3"], "selected") is True
    assert prop(found["C1"], "selected") is False
    assert name(found["E5"]) == "E5, Black, 2 pincers, 3 liberties, both leave"
    assert name(found["F5"]) == "F5, Black, bare, 4 liberties, capture"
    assert name(found["A3"]) == "A3, free, new adaptoid"
    scenes.press("[data-do=lens]")
    scenes.press("[data-map=B]")
    expect(scenes.disc("C4")).to_have_attribute("aria-label", re.compile("Black comes from"))
    found = {name(node).split(",")[0]: node for node in tree(scenes.page) if role(node) == "gridcell"}
    assert "food to spare −1" in name(found["E6"])
    assert "Black comes from" in name(found["C4"])


def test_a_board_that_is_shown_only_is_read_with_the_same_keys(scenes: ScenePage) -> None:
    """It is a grid that nothing can be changed in."""
    scenes.open("show")
    [grid] = [node for node in tree(scenes.page) if role(node) == "grid"]
    assert prop(grid, "readonly") is True
    scenes.disc("D4").focus()
    scenes.keys.press("k")
    assert scenes.focused() == "E5"


def test_every_control_and_every_group_has_a_name(scenes: ScenePage) -> None:
    """In the game, in the editor, in the sheet of keys."""
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
    """At least 24 by 24 pixels on the largest hexagon too, in every panel."""
    scenes.open("hex5", 320)
    for state in states("hex5", scenes):
        assert scenes.page.evaluate(SMALL, 24) == [], state


def test_discs_of_the_widest_board_are_large_enough(scenes: ScenePage) -> None:
    """Sixty-one in a row: the board scrolls; twelve in a low window: it takes more room than the window has."""
    for count in (61, 12):
        cells = ".".join(f"A{number}" for number in range(1, count + 1))
        scenes.scenes["row"] = {"start": f"adaptoid@lattice:{cells} w 0,0 W:A1 B:A{count}"}
        scenes.open("row", 320, 240)
        assert scenes.page.evaluate(SMALL, 24) == []
    # the measure can fail
    assert scenes.page.evaluate(SMALL, 26) != []


# -- motion ------------------------------------------------------------------------------------------------------------

MOVING = """() => document.getAnimations().map((one) => {
    const {delay, duration, iterations} = one.effect.getComputedTiming();
    return delay + duration * iterations; })"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_where_that_is_not_wanted_and_never_for_long(browser: Browser, motion: Any) -> None:
    """An adaptoid glides, others pop up and fade; all of it within 0.4 s, and a next step does not wait for it."""
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


def test_in_greyscale_and_in_forced_colours(scenes: ScenePage, artefacts: Path) -> None:
    """To be looked at; and what marks a choice is still drawn where the system takes colours away."""
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
    finally:
        scenes.page.emulate_media(forced_colors="none")


def test_the_keyboard_is_seen_over_every_mark(scenes: ScenePage) -> None:
    """Its ring lies over all that is drawn, in two shades, and only while keys are used."""
    scenes.open("midgame")
    ring = scenes.board.locator(".adaptoid-cursor")
    scenes.disc("E3").click()
    expect(ring).to_be_hidden()
    scenes.keys.press("ArrowRight")
    expect(ring).to_be_visible()
    marks = "[...ring.parentNode.querySelectorAll('[data-mark], .adaptoid-piece, .adaptoid-name')]"
    assert ring.evaluate(f"(ring) => {marks}.every((mark) => mark.compareDocumentPosition(ring) & 4)")
    where = [
        scenes.board.locator(place).evaluate(
            "(node) => node.getBoundingClientRect().x + node.getBoundingClientRect().width / 2"
        )
        for place in (".adaptoid-cursor", '[data-cell="E4"] .adaptoid-well')
    ]
    assert abs(where[0] - where[1]) < 1
