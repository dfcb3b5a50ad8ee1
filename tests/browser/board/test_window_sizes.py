"""A whole board fits into the window of a notebook, and the list of keys into its dialog."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from adaptoid_widget import languages
from tests.browser.harness import expect_ready, scene_page
from tests.browser.notebook_board import show
from tests.repetitions import in_languages, nightly
from tools.browser.jupyter import Notebook

# elements with a scroll bar between a board and its cell
SCROLLERS = """(root) => { const found = [];
    for (let at = root; at && !at.matches(".jp-Cell"); at = at.parentElement)
        if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY))
            found.push(at.className);
    return found; }"""
WINDOWS = {"laptop": (1280, 800), "low": (1366, 680), "desktop": (1920, 1080), "middle": (1300, 1000)}


def test_a_board_causes_no_scroll_bar_in_its_cell(notebook: Notebook) -> None:
    board = show(notebook)
    assert board.root.evaluate(SCROLLERS) == []


ROWS = {
    "Output": "out = w.Output()\nwith out: display(aw.Board())\nw.HBox([out, w.Label('beside it')])",
    "Lesson": "w.HBox([aw.Lesson('fork', results=None), w.Label('beside it')])",
    "GridBox": "w.GridBox([aw.Board(), w.Label('beside it')], layout=w.Layout(grid_template_columns='1fr auto'))",
    "VBox": "w.HBox([w.VBox([aw.Board()]), w.Label('beside it')])",
}


@pytest.mark.nightly
@pytest.mark.parametrize("row", ["Lesson", *nightly(*(row for row in ROWS if row != "Lesson"))])
def test_a_board_leaves_room_for_what_is_beside_it(notebook: Notebook, row: str) -> None:
    """The board is wide; between it and the text is a gap, and the text is not cut."""
    cell = notebook.run(f"import ipywidgets as w, adaptoid_widget as aw\n{ROWS[row]}")
    board, label = cell.locator(".adaptoid-widget"), cell.get_by_text("beside it", exact=True)
    expect_ready(board.locator(".adaptoid-board"))
    # the widget manager sets the sizes of rows one after the other
    label.evaluate(
        """(label) => new Promise((done) => {
            const look = () => {
                const board = label.closest(".jp-Cell").querySelector(".adaptoid-widget").getBoundingClientRect();
                const { left, right } = label.getBoundingClientRect();
                const fits = board.width > 400 && left - board.right >= 6 && right <= innerWidth;
                fits ? done() : requestAnimationFrame(look); };
            look(); })"""
    )
    assert label.evaluate("(label) => label.scrollWidth <= label.clientWidth")


@pytest.mark.parametrize("window", ["laptop", *nightly("low", "desktop", "middle")])
def test_the_board_and_its_panel_fit_into_the_window(notebook: Notebook, window: str) -> None:
    """The rows below the board and the turns in the panel beside it fit into the notebook's part of the window."""
    page = notebook.page
    width, height = WINDOWS[window]
    page.set_viewport_size({"width": width, "height": height})
    try:
        board = show(notebook)
        page.wait_for_function(
            """() => { const root = document.querySelector(".adaptoid-widget");
            const box = (what) => root.querySelector(what).getBoundingClientRect();
            const room = root.closest(".jp-WindowedPanel-outer").clientHeight;
            const board = box(".adaptoid-board"), frame = box(".adaptoid-frame");
            const status = box(".adaptoid-status-panel"), turns = box(".adaptoid-scroller").top + 3 * 28;
            const low = Math.max(box(".adaptoid-key").bottom, turns);
            return low - frame.top <= room && status.left >= board.right && status.top < board.bottom; }"""
        )
        expect(board.root.locator(".adaptoid-board")).to_be_visible()
    finally:
        page.set_viewport_size({"width": 1300, "height": 1000})


BOX = "(element) => { const box = element.getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; }"


def test_a_board_uses_the_window_that_it_has(browser: Browser) -> None:
    """*Large* fills the window; a key or a button goes back to the same place. A tablet has a board of its width."""
    with scene_page(browser) as scenes:
        page, root = scenes.page, scenes.root
        for width, height in ((1920, 1080), (1280, 800)):
            scenes.open("played", width=width, height=height)
            page.add_style_tag(content="body { padding-block: 500px; contain: paint; transform: scale(1); }")
            root.evaluate("(root) => root.scrollIntoView()")
            before = scenes.board.evaluate(BOX)
            for leave in ("key", "button"):
                scenes.press("[data-do=size]")
                expect(root).to_have_attribute("popover", "manual")
                assert root.evaluate(BOX) == [0, 0, width, height]
                assert scenes.board.evaluate(BOX)[3] == pytest.approx(0.92 * height, abs=1)
                parts = (".adaptoid-board", ".adaptoid-status", "[data-do=undo]", ".adaptoid-slider")
                for part in parts:
                    expect(root.locator(part)).to_be_in_viewport(ratio=1)
                assert root.evaluate("(root) => root.scrollHeight - root.clientHeight") == 0
                if leave == "key":
                    page.keyboard.press("Escape")
                else:
                    root.locator("[data-leave]").click()
                expect(root).not_to_have_attribute("popover", "manual")
                assert scenes.board.evaluate(BOX) == before
        scenes.open("played", width=820, height=1180)
        assert scenes.board.evaluate(BOX)[2] >= 0.95 * 820
        for part in (".adaptoid-board", ".adaptoid-status", ".adaptoid-sides", ".adaptoid-slider"):
            expect(scenes.root.locator(part)).to_be_in_viewport(ratio=1)
        # twice as large, a laptop has a window of half its size
        scenes.open("played", width=640, height=400)
        scenes.board.evaluate("(board) => board.scrollIntoView()")
        assert min(scenes.board.evaluate(BOX)[2:]) >= 260
        expect(scenes.board).to_be_in_viewport(ratio=1)
        scenes.open("played", width=1280, height=800)
        small = root.evaluate("(root) => parseFloat(getComputedStyle(root).fontSize)")
        for text, factor in ((32, 2), (10, 1)):
            scenes.page.add_style_tag(content=f":root {{ font-size: {text}px }}")
            larger = root.evaluate("(root) => parseFloat(getComputedStyle(root).fontSize)")
            assert larger == pytest.approx(factor * small)


@pytest.mark.nightly
@pytest.mark.parametrize("analysed", [*nightly(False), True], ids=["alone", "with an analysis"])
def test_the_pens_open_inside_the_window(notebook: Notebook, analysed: bool) -> None:
    """They open below the board without moving it, and cause no scroll bar, also at the end of a game."""
    page = notebook.page
    page.set_viewport_size({"width": 1280, "height": 800})
    try:
        board = show(notebook, "aw.Game().play('D2+L').resign()" if analysed else "")
        if analysed:
            board.do("analyse")
            expect(board.root.locator(".adaptoid-analyst")).to_be_visible()
        board.root.evaluate("(root) => root.scrollIntoView({ block: 'end' })")
        top = board.root.locator(".adaptoid-board").bounding_box()
        board.do("annotate")
        expect(board.root.locator(".adaptoid-pens")).to_be_in_viewport(ratio=0.99)
        assert board.root.locator(".adaptoid-board").bounding_box() == top
        assert board.root.evaluate(SCROLLERS) == []
    finally:
        page.set_viewport_size({"width": 1300, "height": 1000})


@pytest.mark.nightly
def test_a_review_and_an_analysis_fit_into_the_window(notebook: Notebook) -> None:
    """They make the board no higher, the evaluation is shown once, and no label is cut in any language."""
    page = notebook.page
    page.set_viewport_size({"width": 1280, "height": 800})
    try:
        game = (
            'aw.Game("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6").play("D3+L").play("D6+L").play("D3+P").resign()'
        )
        board = show(notebook, game)
        root = board.root
        graph, turns = root.locator(".adaptoid-graph"), root.locator(".adaptoid-scroller")
        high = "(list) => list.clientHeight"
        board.do("review")
        expect(graph).to_be_visible()
        before = root.evaluate(high)
        root.evaluate("(root) => root.scrollIntoView({ block: 'start' })")
        expect(graph).to_be_in_viewport(ratio=0.99)
        learn = root.locator("[data-learn]")
        expect(learn).to_be_in_viewport(ratio=0.99)
        assert root.evaluate(SCROLLERS) == []
        root.locator("[data-tab=turns]").click()
        assert turns.evaluate(high) >= 5 * 28
        expect(turns).to_be_in_viewport(ratio=0.99)
        board.do("analyse")
        expect(root.locator(".adaptoid-share-bar")).to_be_visible()
        expect(root.locator("[data-do=review]:visible")).to_have_count(1)
        for language in languages():
            notebook.run(f"board.language = {language!r}")
            expect(root).to_have_attribute("lang", language)
            tabs = root.locator("[role=tab]")
            assert tabs.evaluate_all("(all) => new Set(all.map((tab) => tab.offsetTop)).size") == 1, language
            names = root.locator(".adaptoid-side-name b")
            assert names.evaluate_all("(all) => all.every((b) => b.scrollWidth <= b.clientWidth)"), language
        board.do("prev")
        lines = root.locator(".adaptoid-analyst-lines li")
        expect(lines).to_have_count(3)
        root.evaluate("(root) => root.scrollIntoView({ block: 'start' })")
        for part in (graph, *lines.all(), root.locator(".adaptoid-shares")):
            expect(part).to_be_in_viewport(ratio=0.99)
        assert root.evaluate(high) == before
        root.locator("[data-tab=mistakes]").click()
        root.locator(".adaptoid-mistake").first.click()
        expect(root.locator(".adaptoid-mistakes [aria-current]")).to_have_count(1)
    finally:
        page.set_viewport_size({"width": 1300, "height": 1000})


@pytest.mark.nightly
def test_the_list_of_keys_fits_into_its_dialog(notebook: Notebook) -> None:
    """The title is visible, and each key is on one line beside its description."""
    board = show(notebook)
    board.do("help")
    sheet = board.root.locator(".adaptoid-help")
    expect(sheet.locator("h3")).to_be_in_viewport()
    scrolled, over, lines = sheet.evaluate(
        """(sheet) => [sheet.scrollTop, sheet.scrollHeight - sheet.clientHeight,
            [...sheet.querySelectorAll("dt")].map((key) => [key.scrollWidth > key.clientWidth,
                key.firstChild.getClientRects().length,
                key.getBoundingClientRect().top <= key.nextSibling.getBoundingClientRect().top &&
                    key.nextSibling.getBoundingClientRect().top < key.getBoundingClientRect().bottom])]"""
    )
    assert (scrolled, over) == (0, 0)
    assert all(line == [False, 1, True] for line in lines)


# the style sheet of many hosts begins so, such as that of marimo
RESET = "@layer base { *, ::before, ::after { margin: 0; padding: 0; border: 0 solid } }"


def test_dialogs_are_in_the_middle_of_a_host_without_margins(browser: Browser) -> None:
    with scene_page(browser, reduced_motion="reduce") as scenes:
        for scene in ("new", "keys", "share"):
            for width, height in ((1280, 800), (390, 844)):
                scenes.open(scene, width, height)
                scenes.settle()
                dialog = scenes.root.locator("dialog[open]")
                before = dialog.evaluate(BOX)
                scenes.page.add_style_tag(content=RESET)
                assert dialog.evaluate(BOX) == pytest.approx(before, abs=4)


def test_the_menu_scrolls_an_output_only_as_far_as_it_needs(browser: Browser) -> None:
    """The button is at the upper end of an output that scrolls, and the menu opens above it."""
    with scene_page(browser, reduced_motion="reduce") as scenes:
        scenes.open("played", 640, 800)
        scenes.page.add_style_tag(content="#output { height: 610px; overflow: auto }")
        top = scenes.root.evaluate(
            """(root) => {
                const output = document.createElement("div"), view = root.parentElement;
                output.id = "output";
                view.before(output);
                output.append(view);
                root.querySelector("[data-do=more]").scrollIntoView();
                return output.getBoundingClientRect().top; }"""
        )
        scenes.press("[data-do=more]")
        menu = scenes.root.locator(".adaptoid-more-menu")
        expect(menu).to_be_visible()
        assert menu.evaluate(BOX)[1] == pytest.approx(top, abs=2)
        expect(menu.locator("[data-do=type]")).to_be_focused()


# plays a game, gives Black a level, resigns, and returns the controls that moved and the news that did not fit
PLAY_ON = """async () => {
    const root = document.querySelector(".adaptoid-widget");
    const board = root.querySelector(".adaptoid-board");
    const idle = async () => {
        const end = performance.now() + 20_000;
        do {
            await new Promise(requestAnimationFrame);
            if (performance.now() > end) throw new Error(`the board is ${board.dataset.link}`);
        } while (board.dataset.link !== "idle");
    };
    const boxes = () => {
        const all = {};
        const controls = "button, select, [type=range], .adaptoid-board, .adaptoid-side";
        for (const element of root.querySelectorAll(controls)) {
            const { left, top, width, height } = element.getBoundingClientRect();
            // the choices are there for one step only
            if (!width || element.closest(".adaptoid-growth-menu, .adaptoid-choices")) continue;
            // below the board, the list of turns takes the room that it needs, and the comment comes after it
            if (innerWidth < 720 && element.closest(".adaptoid-comment")) continue;
            const { do: command, map, key } = element.dataset;
            // a finished game has other commands in the places of these
            const name = (command ?? map ?? key ?? element.className).replace("rematch", "draw");
            all[name] = [left, top, width, height].map(Math.round).join();
        }
        return all;
    };
    // what a turn needs and does not fit into the window
    const outside = [".adaptoid-board", ".adaptoid-status-panel", ".adaptoid-sides"].filter((part) => {
        const { top, bottom } = root.querySelector(part).getBoundingClientRect();
        return top < 0 || bottom > innerHeight;
    });
    const redo = root.querySelector("[data-do=redo]");
    root.querySelector("[data-do=first]").click();
    while (window.model.get("snapshot").history.at) await new Promise(requestAnimationFrame);
    await idle();
    const before = JSON.stringify(boxes());
    const wrong = new Set();
    const compare = () => {
        const now = boxes();
        for (const [name, box] of Object.entries(JSON.parse(before)))
            if (now[name] !== box) wrong.add(`${name} ${box} -> ${now[name]}`);
        const news = root.querySelector(".adaptoid-news");
        if (news.scrollHeight > news.clientHeight + 1) wrong.add(news.textContent);
    };
    let steps = 0;
    while (window.model.get("snapshot").redo && steps++ < 200) {
        const { rev } = window.model.get("snapshot");
        redo.click();
        while (window.model.get("snapshot").rev === rev) await new Promise(requestAnimationFrame);
        await idle();
        compare();
    }
    const share = root.querySelector("[data-do=share]");
    share.click();
    while (share.getAttribute("aria-expanded") !== "true") await new Promise(requestAnimationFrame);
    compare();
    root.querySelector(".adaptoid-sharing").close();
    const { rev } = window.model.get("snapshot");
    await window.model.send({ id: -1, rev, kind: "level", color: "B", to: 2 });
    await idle();
    compare();
    // the first click asks for a second one, within some seconds
    for (let click = 0; click < 20 && window.model.get("snapshot").step !== "over"; click++) {
        root.querySelector("[data-do=resign]").click();
        await idle();
        compare();
    }
    return [steps, [...wrong], outside, window.model.get("snapshot").players.B, window.model.get("snapshot").step];
}"""
SCREENS = {"laptop": (1280, 800), "phone": (390, 844), "phone held sideways": (844, 390)}


GAMES: dict[str, dict[str, Any]] = {"game": {"random": 20}, "three": {"random": 20, "variant": "adapt3"}}
# German has the longest sentences
BY_DAY = [("phone", "de", "game")]
NIGHTLY_CASES = [case for case in product(SCREENS, languages(), GAMES) if case not in BY_DAY]


@pytest.mark.parametrize(("screen", "language", "scene"), [*BY_DAY, *nightly(*NIGHTLY_CASES)])
def test_no_control_moves_during_a_game(browser: Browser, screen: str, language: str, scene: str) -> None:
    """This is checked for two and three players, to the end of a game, with the share menu and a computer player.

    The news have room for their longest sentence, and all that a turn needs fits into the window.
    """
    width, height = SCREENS[screen]
    with scene_page(browser) as page:
        page.scenes[scene] = GAMES[scene]
        page.open(scene, width, height, lang=language)
        steps, wrong, outside, player, step = page.page.evaluate(PLAY_ON)
        assert (steps > 25, player, step) == (True, "level 2", "over")
        assert (wrong, outside) == ([], [])


@pytest.mark.nightly
@pytest.mark.parametrize("language", in_languages("de"))
@pytest.mark.parametrize("window", [*nightly(((1100, 800),)), (390, 844)])
def test_a_problem_in_the_editor_does_not_move_its_buttons(
    browser: Browser, window: tuple[int, int], language: str
) -> None:
    """An empty board cannot be played. After playing from the editor, the board and its status are visible, on a phone
    too."""
    width, height = window
    with scene_page(browser, has_touch=width < 600) as scenes:
        scenes.open("start", width=width, height=height, lang=language)
        scenes.press("[data-do=edit]")
        play = scenes.root.locator("[data-edit=play]")
        places = """(root) => [...root.querySelectorAll("[data-edit=play], [data-edit=close]")]
            .map((each) => each.getBoundingClientRect().top + scrollY)"""
        expect(play).not_to_have_attribute("aria-disabled", "true")
        before = scenes.root.evaluate(places)
        scenes.press("[data-edit=clear]")
        expect(scenes.root.locator("[data-problem=empty]")).to_be_visible()
        expect(play).to_have_attribute("aria-disabled", "true")
        assert scenes.root.evaluate(places) == before
        scenes.press("[data-edit=start]")
        expect(play).not_to_have_attribute("aria-disabled", "true")
        scenes.press("[data-edit=play]")
        expect(play).to_be_hidden()
        expect(scenes.board).to_be_in_viewport(ratio=1)
        expect(scenes.root.locator(".adaptoid-status")).to_be_in_viewport(ratio=1)


CUT_TEXTS = """(root) => {
    const [box, text] = [".adaptoid-lesson", ".adaptoid-lesson-text"].map((name) => root.querySelector(name));
    return Math.max(0, text.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom - 3); }"""


@pytest.mark.nightly
def test_the_task_of_a_lesson_is_not_cut_on_a_phone_held_sideways(browser: Browser) -> None:
    """Each task of a lesson can be read beside the board. A hint takes its room above the buttons and moves none."""
    with scene_page(browser, has_touch=True, is_mobile=True, reduced_motion="reduce") as scenes:
        for step in range(9):
            scenes.scenes["task"] = {"lesson": "fork", "ask": [{"what": "step", "at": step}]}
            scenes.open("task", width=676, height=390)
            expect(scenes.root.locator(".adaptoid-lesson-text")).to_be_visible()
            assert scenes.root.evaluate(CUT_TEXTS) == 0, step
        hint = scenes.root.locator("[data-lesson=hint]")
        scenes.open("task", width=676, height=390)
        before = hint.bounding_box()
        scenes.press("[data-lesson=hint]")
        expect(scenes.root.locator("[data-tone=hint]")).to_be_visible()
        assert hint.bounding_box() == before


# of a panel with three players: texts or circles that lie on each other, or stand out of their row
COLLISIONS = """(root) => { const out = [];
    const box = (part) => part.getBoundingClientRect();
    for (const row of root.querySelectorAll(".adaptoid-side, .adaptoid-turn[data-column]")) {
        const parts = [...row.querySelectorAll(
            "b, small, .adaptoid-pips, .adaptoid-supply, .adaptoid-turn-text")].filter((part) => box(part).width);
        for (const part of parts) {
            if (box(part).right > box(row).right + 1 || box(part).bottom > box(row).bottom + 1)
                out.push(part.textContent + " leaves its row");
            for (const other of parts)
                if (part !== other && !part.contains(other) && !other.contains(part)
                    && box(part).left < box(other).right - 1 && box(other).left < box(part).right - 1
                    && box(part).top < box(other).bottom - 3 && box(other).top < box(part).bottom - 3)
                    out.push(part.textContent + " on " + other.textContent);
        } }
    return out; }"""


@pytest.mark.nightly
@pytest.mark.parametrize("language", in_languages("es"))
@pytest.mark.parametrize("scene", ["adapt3-late", *nightly("adapt3-free")])
def test_the_panels_of_three_players_have_room(browser: Browser, scene: str, language: str) -> None:
    """Ten circles of losses beside who hunts whom, and long turns side by side."""
    with scene_page(browser) as look:
        for width, height in ((1280, 800), (1024, 700), (820, 900), (390, 844)):
            look.open(scene, width=width, height=height, lang=language)
            expect(look.root.locator(".adaptoid-turn[data-column]").last).to_be_visible()
            assert look.root.evaluate(COLLISIONS) == [], width


# what is wrong with the row of buttons: more rows than one, or a control or name outside its place
# the scene has no search, whose buttons each drawing hides
ADVICE = (
    "row.querySelectorAll('[data-do=hint], [data-do=analyse]').forEach((one) => { one.hidden = false; });"
)
ROW = """(row) => { ADVICE
    const box = (of) => of.getBoundingClientRect(), place = box(row), found = [];
    const buttons = [...row.children].filter((button) => button.checkVisibility());
    if (new Set(buttons.map((button) => box(button).top)).size > 1) found.push("two rows");
    for (const button of buttons) {
        const { left, right, width, height } = box(button), name = button.querySelector(".adaptoid-tool-label");
        if (left < place.left - 1 || right > place.right + 1) found.push(`${name.textContent} is outside the row`);
        if (width < 24 || height < 36) found.push(`${name.textContent} is small`);
        const words = box(name);
        if (getComputedStyle(name).clipPath === "none" && (words.left < left - 1 || words.right > right + 1))
            found.push(`${name.textContent} is wider than its button`); }
    return found; }""".replace("ADVICE", ADVICE)
LEFT = (
    f"(row) => {{ {ADVICE} return [...row.children].map((button) => button.getBoundingClientRect().left); }}"
)


@pytest.mark.parametrize("size", [*nightly(16), 32])
@pytest.mark.parametrize("language", in_languages("de"))
def test_the_buttons_of_the_view_are_one_row(browser: Browser, language: str, size: int) -> None:
    """At every width and with large text, each name fits, and no button moves while *Reach* goes round the colours."""
    with scene_page(browser) as look:
        for width in (280, 320, 400, 520, 700, 1100):
            look.open("adapt3", width=width, lang=language)
            look.page.add_style_tag(content=f"html, body {{ font-size: {size}px }}")
            row = look.root.locator(".adaptoid-view-row")
            before = row.evaluate(LEFT)
            for color in ("W", "B", "R"):
                assert row.evaluate(ROW) == [], width
                look.press("[data-do=map]")
                expect(row.locator(f"[data-map={color}]")).to_have_attribute("aria-pressed", "true")
                assert row.evaluate(LEFT) == before, width
            look.press("[data-do=map]")
            expect(row.locator("[data-do=map]")).to_have_attribute("aria-pressed", "false")
