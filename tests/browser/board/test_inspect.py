"""Inspecting a board: food, maps, marks, reasons for refusals, projector size."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from adaptoid_widget import Position
from adaptoid_widget.core.game.marks import Marks
from tests.browser.harness import expect_ready
from tests.browser.notebook_board import BoardDriver, show
from tests.repetitions import nightly
from tools.browser.clicks import disc
from tools.browser.jupyter import Notebook

BUSY = "adaptoid w 2,1 W:B4,C1,C3LP,E3LLLPP,G5 B:D4PPP,D6LPP,E5PP,E6LLPP,F5,F7LLP"
RED = "adapt3 b 1,3,0 W:B1,C1L,D2P,E2,E4LLP,F3L B:A3,B3,B4LP,E6LPP R:D4,F4PP,F5L,F7LLLP"
FREE = "adaptoid@discs:0,0/1,0/0.5,0.866/1.5,0.866/2.3,1.466/2.3,2.466/3.2,2.903 w 0,0 W:N1LP,N3 B:N6P"
SIDE5 = "adaptoid@hex5 w 0,0 W:E3LLP,F4 B:D5L,E7PP"


def drawn(board: BoardDriver, selector: str, *attributes: str) -> dict[str, list[str | None]]:
    """The attributes of the drawn elements, by disc."""
    rows: list[list[str | None]] = board.root.locator(selector).evaluate_all(
        "(nodes, names) => nodes.map((node) => [node.dataset.on, ...names.map((name) => node.dataset[name] ?? null)])",
        list(attributes),
    )
    return {str(row[0]): row[1:] for row in rows}


def numbers(board: BoardDriver) -> dict[str, int]:
    """The numbers of the food, by disc."""
    return {
        cell: int(str(food[0])) for cell, food in drawn(board, ".adaptoid-food-numbers > *", "food").items()
    }


def changes(board: BoardDriver) -> dict[str, list[int]]:
    """The food before and after a previewed step, by disc, where it changes."""
    return {
        cell: [int(str(n)) for n in food_numbers]
        for cell, food_numbers in drawn(board, ".adaptoid-food-numbers > [data-was]", "was", "food").items()
    }


def pressed(board: BoardDriver, selector: str) -> Locator:
    """A button, which must be pressed."""
    button = board.root.locator(selector)
    expect(button).to_have_attribute("aria-pressed", "true")
    return button


# -- the food display --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", nightly(RED, FREE, BUSY, SIDE5), ids=["three", "free", "two", "side5"])
def test_food_shows_the_food_of_every_adaptoid(notebook: Notebook, text: str) -> None:
    """The numbers equal `Position.food`."""
    board = show(notebook, repr(text))
    board.do("lens")
    pressed(board, '[data-do="lens"]')
    position = Position.from_text(text)
    expect(board.root.locator(".adaptoid-food-numbers > *")).to_have_count(len(position.food()))
    assert numbers(board) == position.food()
    levels = drawn(board, ".adaptoid-food-numbers > *", "level")
    for cell, spare in position.food().items():
        assert levels[cell] == ["short" if spare < 0 else "edge" if spare == 0 else "safe"]
    board.do("lens")
    expect(board.root.locator(".adaptoid-food-numbers > *")).to_have_count(0)


@pytest.mark.nightly
def test_food_previews_each_step(notebook: Notebook) -> None:
    """Hovering or focusing a growth, move or limb shows how the food of every adaptoid would change."""
    board = show(notebook, repr(BUSY))
    position = Position.from_text(BUSY)
    before = position.food()
    board.do("lens")
    board.board.locator(disc("D3")).hover()
    foreseen = position.foresee("+D3")
    expect(board.root.locator(".adaptoid-food-numbers > [data-was]")).to_have_count(len(foreseen) - 1)
    assert changes(board) == {
        cell: [before[cell], spare]
        for cell, spare in foreseen.items()
        if cell in before and spare is not None
    }
    assert numbers(board)["D3"] == foreseen["D3"]

    # A move by pointer: the number of the mover is shown at its destination.
    board.click("E3")
    board.board.locator(disc("E4")).hover()
    expect(board.root.locator('.adaptoid-food-numbers [data-on="E4"]')).to_have_attribute("data-was", "1")
    foreseen = position.foresee("E3-E4")
    want = {cell: [before[cell], n] for cell, n in foreseen.items() if cell in before and n is not None}
    assert changes(board) == {**want, "E4": [before["E3"], foreseen["E4"]]}

    # An equal exchange by keyboard: both adaptoids would leave, so they have no number.
    board.board.locator(disc("E4")).focus()
    notebook.page.keyboard.press("ArrowRight")
    expect(board.board.locator(disc("E5"))).to_be_focused()
    expect(board.root.locator('.adaptoid-food-numbers [data-on="E5"]')).to_have_count(0)
    expect(board.root.locator('.adaptoid-food-numbers [data-on="E3"]')).to_have_count(0)
    assert {"E3", "E5"} <= board.marks("lost")

    # a limb, in the growth menu
    board.board.locator('[data-grow="leg"]').hover()
    expect(board.root.locator('.adaptoid-food-numbers [data-on="E3"]')).to_have_text("1→0")
    board.expect_in_step()


@pytest.mark.nightly
def test_food_and_the_maps_need_full_aids(notebook: Notebook) -> None:
    """A board that is not interactive has them too."""
    board = show(notebook, f'{BUSY!r}, aids="legal"')
    expect(board.root.locator('[data-do="lens"]')).to_be_hidden()
    expect(board.root.locator('[data-do="map"]')).to_be_hidden()
    notebook.run('board.aids = "full"; board.interactive = False')
    board.do("lens")
    board.do("map")
    expect(board.root.locator("[data-reach]").first).to_be_attached()
    assert numbers(board) == Position.from_text(BUSY).food()


# -- maps --------------------------------------------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.parametrize("text", [RED, *nightly(FREE, BUSY)], ids=["three", "free", "two"])
def test_the_maps_show_reach_and_attacks_of_each_colour(notebook: Notebook, text: str) -> None:
    """The maps equal `Position.reach_map` and `Position.attacks`."""
    board = show(notebook, repr(text))
    position = Position.from_text(text)
    for color in position.colors:
        board.do("map")
        pressed(board, f'[data-map="{color}"]')
        reach = {cell: [str(len(sources))] for cell, sources in position.reach_map(color).items()}
        expect(board.root.locator("[data-reach]")).to_have_count(len(reach))
        assert drawn(board, "[data-reach]", "reach") == reach
        attacks = {cell: [str(len(attackers))] for cell, attackers in position.attacks(color).items()}
        assert drawn(board, "[data-attack]", "attack") == attacks
    board.do("map")
    expect(board.root.locator("[data-reach], [data-attack]")).to_have_count(0)


@pytest.mark.nightly
def test_a_map_is_updated_after_a_turn(notebook: Notebook) -> None:
    board = show(notebook, repr(BUSY))
    board.do("map")
    expect(board.root.locator("[data-reach]").first).to_be_attached()
    notebook.run('board.play("E3xF5 +E4")')
    after = Position.from_text(BUSY).play("E3xF5 +E4")
    board.expect_position(str(after))
    expect(board.root.locator("[data-reach]")).to_have_count(len(after.reach_map("W")))
    assert set(drawn(board, "[data-reach]")) == set(after.reach_map("W"))


# -- marks -------------------------------------------------------------------------------------------------------------

MARKS = (
    "arrow(E3,E5) arrow(G4,A1,red) fill(D3,blue) ring(C1) ring(D4,yellow)"
    ' label(B2,"fork!") heat("visits",F3=0.5,F4=12)'
)


def test_marks_set_in_python_are_drawn(notebook: Notebook) -> None:
    """Marks belong to a node: they disappear after a turn and come back with undo. None clears them."""
    board = show(notebook, repr(BUSY))
    notebook.run(f"board.marks = {MARKS!r}")
    expect(board.root.locator("[data-drawn=arrows]")).to_have_count(2)
    assert drawn(board, "[data-drawn=rings]", "looks") == {"C1": ["ring green"], "D4": ["ring yellow"]}
    assert drawn(board, "[data-drawn=fills]", "looks")["D3"] == ["fill blue"]
    texts = board.root.locator("[data-drawn=labels] text").all_text_contents()
    assert texts == ["fork!", "0.5", "12"]
    expect(board.root.locator(".adaptoid-heat-legend")).to_have_text("visits0.512")
    notebook.run('board.play("C3+L")')
    expect(board.root.locator("[data-drawn]")).to_have_count(0)
    expect(board.root.locator(".adaptoid-heat-legend")).to_be_hidden()
    # on a filled disc, the mark of the last turn is a line only
    last_turn = board.root.locator("[data-mark=grown] > circle")
    expect(last_turn).not_to_have_css("fill", "none")
    notebook.run('board.marks = "fill(C3,blue)"')
    expect(last_turn).to_have_css("fill", "none")
    notebook.run("board.undo()")
    expect(board.root.locator("[data-drawn=arrows]")).to_have_count(2)
    notebook.run("board.marks = None")
    expect(board.root.locator("[data-drawn]")).to_have_count(0)


def drag(board: BoardDriver, start: str, end: str, button: str) -> None:
    """Drag from one disc to another with a mouse button."""
    mouse = board.notebook.page.mouse
    board.board.locator(disc(start)).hover()
    mouse.down(button="right" if button == "right" else "left")
    board.board.locator(disc(end)).hover()
    expect(board.root.locator("[data-drawn=arrows]").first).to_be_attached()
    mouse.up(button="right" if button == "right" else "left")


def test_marks_can_be_drawn_by_mouse(notebook: Notebook) -> None:
    """Rings, arrows, fills and labels in different tones are drawn, erased and cleared."""
    board = show(notebook, repr(BUSY))
    board.do("annotate")
    expect(board.root.locator('[data-do="annotate"]')).to_have_attribute("aria-checked", "true")

    def expect_marks(text: str) -> None:
        expect_ready(board.board)
        assert board.python("str(b.marks)") == text

    board.click("D3")
    expect(board.root.locator("[data-drawn=rings]")).to_have_count(1)
    expect_marks("ring(D3)")
    board.root.locator('[data-tone="red"]').click()
    drag(board, "E3", "E6", "left")
    expect_marks("arrow(E3,E6,red) ring(D3)")
    board.root.locator('[data-pen="arrow"]').click()
    board.click("A1")
    board.click("A4")
    expect(board.root.locator("[data-drawn=arrows]")).to_have_count(2)
    expect_marks("arrow(A1,A4,red) arrow(E3,E6,red) ring(D3)")
    board.root.locator('[data-pen="fill"]').click()
    board.root.locator('[data-tone="blue"]').click()
    board.click("D4")
    expect(board.root.locator("[data-drawn=fills]")).to_have_count(1)
    board.root.locator('[data-pen="label"]').click()
    board.click("C1")
    field = board.root.locator(".adaptoid-label-field")
    expect(field).to_be_focused()
    notebook.page.keyboard.type('"b" fork')
    notebook.page.keyboard.press("Enter")
    expect(field).to_be_hidden()
    expect(board.root.locator("[data-drawn=labels]")).to_have_count(1)
    expect_marks('arrow(A1,A4,red) arrow(E3,E6,red) fill(D4,blue) ring(D3) label(C1,"”b” fork")')
    board.root.locator('[data-pen="erase"]').click()
    board.click("A4")
    expect(board.root.locator("[data-drawn=arrows]")).to_have_count(1)
    clear = board.root.locator('[data-pen="clear"]')
    clear.click()
    expect(clear).to_have_text("Sure?")
    assert board.python("bool(b.marks)") is True
    clear.click()
    expect(board.root.locator("[data-drawn]")).to_have_count(0)
    expect_marks("")
    assert board.python("str(b.position)") == BUSY
    board.do("annotate")
    board.click("E3")
    expect(board.root.locator("[data-mark=chosen]").first).to_have_attribute("data-on", "E3")


def test_the_right_mouse_button_draws_marks_at_any_time(notebook: Notebook) -> None:
    """A drag draws an arrow and a click draws a ring. The game does not change."""
    board = show(notebook, repr(BUSY))
    board.click("E3")
    drag(board, "E3", "E5", "right")
    expect_ready(board.board)
    assert board.python("str(b.marks)") == "arrow(E3,E5)"
    board.board.locator(disc("D4")).click(button="right")
    expect(board.root.locator("[data-drawn=rings]")).to_have_count(1)
    assert board.python("str(b.marks), str(b.position)") == ("arrow(E3,E5) ring(D4)", BUSY)
    expect(notebook.page.locator(".lm-Menu")).to_have_count(0)


@pytest.mark.nightly
def test_marks_can_be_drawn_by_keyboard(notebook: Notebook) -> None:
    board = show(notebook, repr(BUSY))
    keys = notebook.page.keyboard
    board.board.locator(disc("B4")).focus()
    keys.press("a")
    expect(board.root.locator('[data-do="annotate"]')).to_have_attribute("aria-checked", "true")
    keys.press("Enter")
    expect(board.root.locator("[data-drawn=rings]")).to_have_count(1)
    board.root.locator('[data-tone="yellow"]').focus()
    keys.press("Enter")
    board.root.locator('[data-pen="arrow"]').focus()
    keys.press("Space")
    board.board.locator(disc("B4")).focus()
    keys.press("Enter")
    keys.press("ArrowRight")
    expect(board.root.locator("[data-drawn=arrows]")).to_have_count(1)
    keys.press("Enter")
    expect_ready(board.board)
    assert board.python("str(b.marks)") == "arrow(B4,B5,yellow) ring(B4)"
    keys.press("Escape")
    expect(board.root.locator('[data-do="annotate"]')).to_have_attribute("aria-checked", "false")
    expect(board.board.locator(disc("B5"))).to_be_focused()


# -- reasons -----------------------------------------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("arguments", "cell"),
    [
        (f'{BUSY!r}, aids="legal"', "D4"),
        *nightly(
            (f"{BUSY!r}, interactive=False", "E3"),
            ('aw.Game("open")', "D4"),
            ("'adaptoid w 2,5 W:C5,D3 B:B1,D6'", "C5"),
        ),
    ],
    ids=["legal", "shown", "opening", "over"],
)
def test_a_refused_click_shows_a_reason_at_its_disc(notebook: Notebook, arguments: str, cell: str) -> None:
    """The cases are a board that is not interactive, the open start, a finished game, and a game with fewer aids."""
    board = show(notebook, arguments)
    if "open" in arguments:
        board.click(cell)
        board.expect_rev(board.python("b.snapshot['rev']"))
    board.click(cell)
    expect(board.reason).to_be_visible()
    expect(board.reason).to_have_attribute("data-at", cell)
    expect(board.reason).not_to_be_empty()


# -- size --------------------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_the_projector_size_can_be_set_in_python_or_for_one_view(notebook: Notebook) -> None:
    """Texts are larger, nothing overflows, and the board does not shrink."""
    page = notebook.page
    page.set_viewport_size({"width": 1280, "height": 720})
    try:
        board = show(notebook, repr(BUSY))
        name = board.root.locator('[data-name="D5"]')

        def heights() -> tuple[float, float, float]:
            box = board.root.locator(".adaptoid-svg").bounding_box()
            text = name.evaluate("(node) => node.getBoundingClientRect().height")
            status = board.status.evaluate("(node) => node.getBoundingClientRect().height")
            assert box
            return box["width"], text, status

        before = heights()
        notebook.run('board.size = "projector"')
        expect(board.root).to_have_attribute("data-size", "projector")
        after = heights()
        # in a low window, the height of the window limits both sizes
        assert after[0] >= before[0]
        assert after[1] > 1.25 * before[1]
        assert after[2] > 1.1 * before[2]
        scroll, client = board.root.evaluate("(root) => [root.scrollWidth, root.clientWidth]")
        assert scroll <= client
        page.keyboard.press("Escape")
        expect(board.root).to_have_attribute("data-size", "normal")
        assert heights() == pytest.approx(before, rel=1e-4)
        assert board.python("b.size") == "projector"
    finally:
        page.set_viewport_size({"width": 1300, "height": 1000})


def test_a_compact_board_stands_alone_and_follows_a_slider_in_the_browser(notebook: Notebook) -> None:
    """Its panels come back with the setting. The slider is linked with `jslink`."""
    board = show(notebook, repr(BUSY))
    panels = board.root.locator(".adaptoid-status-panel, .adaptoid-sides, .adaptoid-tools, .adaptoid-viewbar")
    expect(panels.locator("visible=true")).to_have_count(4)
    notebook.run("board.compact = True")
    expect(panels.locator("visible=true")).to_have_count(0)
    expect(board.root.locator(".adaptoid-svg")).to_be_visible()
    cell = notebook.run(
        "import ipywidgets\nslider = ipywidgets.IntSlider(max=1, description='ply')\n"
        "board.play(board.position.turns()[0]); ipywidgets.jslink((slider, 'value'), (board, 'ply')); slider"
    )
    position = board.root.locator(".adaptoid-board")
    # the slider begins the game, since its value is linked first
    handle = cell.get_by_role("slider")
    expect(handle).to_have_attribute("aria-valuenow", re.compile("0|1"))
    handle.press("End")
    expect(position).to_have_attribute("data-position", board.python("str(b.game.turn_at(1).position)"))
    handle.press("Home")
    expect(position).to_have_attribute("data-position", board.python("str(b.game.turn_at(0).position)"))
    notebook.run("board.compact = False")
    expect(panels.locator("visible=true")).to_have_count(4)


@pytest.mark.nightly
def test_the_growth_menu_stays_at_its_adaptoid(notebook: Notebook) -> None:
    """It is a row away, or a bar under a board of small discs; no target is covered, and no control moves."""
    page = notebook.page
    board = show(notebook, repr(BUSY))
    places = """() => [...document.querySelectorAll(".adaptoid-widget :is(button, select):not([data-grow])")]
        .map((button) => { const {x, y} = button.getBoundingClientRect(); return `${x} ${y}`; }).join()"""
    try:
        for cell in ("E3", "C1", "B4", "G5"):
            page.set_viewport_size({"width": 1300, "height": 1000})
            before = page.evaluate(places)
            board.click(cell)
            expect(board.root.locator("[data-grow]")).to_have_count(2)
            assert page.evaluate(places) == before
            for width in (1300, 700, 390):
                page.set_viewport_size({"width": width, "height": 1000})
                page.wait_for_function(
                    """([cell]) => {
                        const root = document.querySelector(".adaptoid-widget");
                        const box = (selector) => root.querySelector(selector).getBoundingClientRect();
                        const middle = ({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2];
                        const disc = box(`[data-cell="${cell}"] .adaptoid-well`);
                        const board = box(".adaptoid-board");
                        const isBar = root.querySelector("[data-bar]");
                        const inPlace = ["leg", "pincer"].every((limb) => {
                            const button = box(`[data-grow="${limb}"]`);
                            if (isBar) return button.top > board.bottom && button.height >= 64;
                            const away = Math.abs(middle(button)[1] - middle(disc)[1]) / disc.width;
                            return away > 1 && away < 2.6 && button.left >= board.left - 2
                                && button.right <= board.right + 2;
                        });
                        const targets = [...root.querySelectorAll("[data-mark=reach], [data-mark=capture]")];
                        return inPlace && targets.every(({ dataset }) => {
                            const target = box(`[data-cell="${dataset.on}"] .adaptoid-well`);
                            const hit = document.elementFromPoint(...middle(target));
                            return !hit?.closest("[data-grow]");
                        });
                    }""",
                    arg=[cell],
                )
            page.keyboard.press("Escape")
    finally:
        page.set_viewport_size({"width": 1300, "height": 1000})


@pytest.mark.nightly
def test_drawing_a_mark_keeps_marks_set_in_python(notebook: Notebook) -> None:
    board = show(notebook, repr(BUSY))
    notebook.run(f"board.marks = {MARKS!r}")
    expect(board.root.locator("[data-drawn=rings]")).to_have_count(2)
    board.do("annotate")
    board.click("A4")
    expect(board.root.locator("[data-drawn=rings]")).to_have_count(3)
    want = Marks.from_text(MARKS.replace("ring(C1)", "ring(A4) ring(C1)"))
    assert board.python("str(b.marks)") == str(want)
