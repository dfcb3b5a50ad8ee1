"""Games played by clicks in JupyterLab. After each step the board shows the position of Python."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from adaptoid_widget import Game, Position
from tests.browser.harness import expect_ready, scene_page
from tests.browser.notebook_board import show
from tests.repetitions import repetitions
from tools.browser.jupyter import Notebook

# The game has captures, equal exchanges, starving, legs and pincers; Black wins.
GAME = (
    "+D3", "+C5", "+E4", "C5+L", "+C3", "C5+P", "+D1", "C5-D5 +E6", "+C1", "D5-C4 +C6", "D1+L", "C4xC3 +D4",
    "D1-E2 C1+P", "C3xD3 +C5", "E2-D1 D1+L", "D3xD2 +F6", "+D3", "D2xC1",
)  # fmt: skip


def test_a_whole_game_can_be_played_by_clicks(notebook: Notebook, artefacts: Path) -> None:
    """The news describe each turn, and the status the end. In other than nightly runs, a cell plays the first half."""
    board = show(notebook)
    game = Game()
    removals: set[str] = set()
    first = repetitions(len(GAME) // 2, 0)
    for turn in GAME[:first]:
        game.play(turn)
    notebook.run(f"for turn in {GAME[:first]}: board.play(turn)")
    board.expect_position(str(game.position))
    for turn in GAME[first:]:
        board.play(game.position, turn)
        game.play(turn)
        board.expect_position(str(game.position))
        board.expect_pieces()
        for removal in game.node.gone:
            removals.add(removal.how)
            if removal.how == "starved":
                expect(board.news).to_contain_text(re.compile(f" starved on .*{removal.cell}"))
    assert removals == {"captured", "exchanged", "starved"}
    assert game.result == "B"
    expect(board.board).to_have_attribute("data-over", "")
    expect(board.status).to_have_text("Black has won: White has lost 5 adaptoids.")
    assert board.python("b.result") == "B"
    assert board.python("[str(turn) for turn in b.game.turns]") == list(GAME)
    expect(board.rows.last).to_have_attribute("data-ply", str(len(GAME)))
    expect(board.rows.last).to_contain_text("#")
    board.click("A1")
    board.expect_why("A1")
    board.root.screenshot(path=artefacts / "game-won.png")


@pytest.mark.nightly
def test_an_adapt3_game_can_be_played_by_clicks(notebook: Notebook, artefacts: Path) -> None:
    """The three colours take turns."""
    board = show(notebook, 'variant="adapt3"')
    game = Game(variant="adapt3")
    turns = ["D2+L", "+B5", "F6+L", "D2-D3 D3+P", "B4+P", "F6-F5 +F6"]
    for number, turn in enumerate(turns):
        expect(board.root.locator("[data-turn-now]")).to_have_attribute("data-color", "WBR"[number % 3])
        board.play(game.position, turn)
        game.play(turn)
        board.expect_pieces()
    board.expect_position(str(game.position))
    expect(board.root.locator(".adaptoid-side")).to_have_count(3)
    expect(board.root.locator('[data-color="W"] .adaptoid-pip')).to_have_count(10)
    board.root.screenshot(path=artefacts / "adapt3-opening.png")


@pytest.mark.nightly
def test_an_open_start_can_be_played_and_undone(notebook: Notebook) -> None:
    """Two adaptoids are placed and a colour is chosen. A taken disc is refused."""
    board = show(notebook, '"open"')
    expect(board.status).to_have_text("Open start: put a bare White adaptoid on any disc.")
    board.click("D3")
    expect(board.status).to_have_text("Open start: put a bare Black adaptoid on any disc.")
    board.click("D3")
    expect(board.reason).not_to_be_empty()
    board.click("E5")
    expect(board.status).to_have_text("Open start: the second player chooses.")
    assert board.position_text == ""
    board.do_and_wait("undo")
    board.click("F5")
    board.root.locator('[data-choose="B"]').click()
    board.expect_position("adaptoid w 0,0 W:D3 B:F5")
    board.expect_in_step()
    board.expect_pieces()
    expect(board.news).to_have_text("The second player plays Black.")
    board.play(Position.from_text(board.position_text or ""), "D3+L")
    for _ in range(4):
        board.do_and_wait("undo")
    expect(board.status).to_have_text("Open start: put a bare White adaptoid on any disc.")
    expect(board.root.locator('[data-do="undo"]')).to_have_attribute("aria-disabled", "true")
    for _ in range(4):
        board.do_and_wait("redo")
    board.expect_position("adaptoid b 0,0 W:D3L B:F5")


@pytest.mark.nightly
def test_undo_takes_back_the_growth_and_then_the_move(notebook: Notebook) -> None:
    """Redo restores them one by one."""
    start, moved, grown = (
        "adaptoid w 0,0 W:D2L B:D6",
        "adaptoid w+ 0,0 W:D3L B:D6",
        "adaptoid b 0,0 W:C3,D3L B:D6",
    )
    board = show(notebook, f'"{start}"')
    board.play(Position.from_text(start), "D2-D3 +C3")
    for button, text in (("undo", moved), ("undo", start), ("redo", moved), ("redo", grown), ("undo", moved)):
        board.do_and_wait(button)
        board.expect_position(text)
        board.expect_in_step()
        board.expect_pieces()
    board.play(Position.from_text(moved), "D3+P")
    board.expect_position("adaptoid b 0,0 W:D3LP B:D6")
    expect(board.root.locator('[data-do="redo"]')).to_have_attribute("aria-disabled", "true")


@pytest.mark.nightly
def test_the_growth_menu_opens_and_closes(notebook: Notebook) -> None:
    """A click on an adaptoid offers a leg and a pincer. Another click, a click beside the discs or Escape closes the
    menu."""
    board = show(notebook)
    chooser = board.root.locator(".adaptoid-growth-menu")
    disc = board.board.locator('[data-cell="D2"]')
    beside = board.board.locator("svg.adaptoid-svg")
    for closed_by in ("the same disc", "beside the discs", "Escape"):
        board.click("D2")
        expect(chooser).to_be_visible()
        expect(disc).to_have_attribute("aria-selected", "true")
        if closed_by == "the same disc":
            board.click("D2")
        elif closed_by == "Escape":
            disc.press("Escape")
        else:
            beside.click(position={"x": 4, "y": 4})
        expect(chooser).to_be_hidden()
    assert board.rev == 0
    board.click("D2")
    board.grow("pincer")
    board.expect_position("adaptoid b 0,0 W:D2P B:D6")
    expect(chooser).to_be_hidden()
    board.expect_in_step()


@pytest.mark.nightly
def test_a_new_game_can_be_undone(notebook: Notebook) -> None:
    """Undo restores the old game with its turns."""
    board = show(notebook)
    for turn in GAME[:4]:
        board.play(Position.from_text(board.position_text or ""), turn)
    old = board.position_text or ""
    board.new_game()
    board.expect_position(str(Position.start()))
    expect(board.rows).to_have_count(1)
    board.do_and_wait("undo")
    board.expect_position(old)
    expect(board.rows).to_have_count(5)
    board.do_and_wait("redo")
    board.expect_position(str(Position.start()))
    board.expect_in_step()


@pytest.mark.nightly
def test_turns_can_be_selected_and_the_view_flipped(notebook: Notebook) -> None:
    """Every turn can be selected. Flipping affects only this view."""
    board = show(notebook)
    game = Game()
    texts = [str(game.position), *(str(game.play(turn).position) for turn in GAME[:6])]
    notebook.run("".join(f"board.play({turn!r})\n" for turn in GAME[:6]))
    board.expect_position(texts[6])
    board.row(2).click()
    board.expect_position(texts[2])
    for button, ply in (("prev", 1), ("first", 0), ("next", 1), ("last", 6), ("prev", 5)):
        board.do_and_wait(button)
        board.expect_position(texts[ply])
    expect(board.row(5)).to_have_attribute("aria-selected", "true")
    board.expect_in_step()
    assert board.python("b.game.ply") == 5

    rev, left_disc, right_disc = (
        board.rev,
        board.board.locator('[data-cell="D1"]'),
        board.board.locator('[data-cell="D7"]'),
    )
    assert across(left_disc) < across(right_disc)
    board.do("flip")
    expect(board.root.locator('[data-do="more"]')).to_be_focused()
    notebook.page.wait_for_function("([a, b]) => a.getBoundingClientRect().x > b.getBoundingClientRect().x",
                                    arg=[left_disc.element_handle(), right_disc.element_handle()])  # fmt: skip
    assert board.rev == rev
    board.play(Position.from_text(texts[5]), GAME[5])
    board.expect_position(texts[6])


IS_FLIPPED = """(board) => {
    const across = (cell) => board.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect().x;
    return across("D1") > across("D7");
}"""


def across(disc: Locator) -> float:
    """The horizontal place of an element."""
    box = disc.bounding_box()
    assert box is not None
    return box["x"]


def test_a_refused_click_shows_the_reason_of_python(notebook: Notebook) -> None:
    """The position does not change, and the chosen adaptoid stays chosen."""
    board = show(notebook, '"adaptoid w 0,0 W:D2LP,E2 B:D4PP,D6"')
    in_hand = board.board.locator('[data-cell="D2"]')
    for cell in ("D6", "A4"):
        board.click(cell)
        board.expect_why(cell)
    board.click("D2")
    for cell in ("G7", "D4"):
        board.click(cell)
        board.expect_why(cell, "D2")
        expect(board.reason).to_contain_text(cell)
        expect(in_hand).to_have_attribute("aria-selected", "true")
    in_hand.press("Escape")
    assert board.rev == 0
    board.click("D3")
    expect(board.reason).to_be_empty()
    board.expect_position("adaptoid b 0,0 W:D2LP,D3,E2 B:D4PP,D6")


@pytest.mark.nightly
def test_marks_show_what_a_click_would_do(notebook: Notebook, artefacts: Path) -> None:
    """Marks show the free discs, captures and equal exchanges of a chosen adaptoid, and what a hovered growth would
    starve."""
    board = show(notebook, '"adaptoid w 0,0 W:B4,C1,D3,E3LLLPP B:D4PPP,E5,F7PP"')
    position = Position.from_text("adaptoid w 0,0 W:B4,C1,D3,E3LLLPP B:D4PPP,E5,F7PP")
    board.click("E3")
    reach = position.reach("E3")
    expect(board.root.locator('[data-mark="capture"][data-on="E5"]').first).to_be_attached()
    assert board.marks("reach") == set(reach.free)
    assert board.marks("capture") == set(reach.captures)
    assert board.marks("exchange") == set(reach.exchanges)
    board.root.screenshot(path=artefacts / "reach.png")

    feeding = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
    board = show(notebook, f'"{feeding}"')
    assert board.marks("starving") == set()
    board.board.locator('[data-cell="D4"]').hover()
    expect(board.root.locator('[data-mark="starving"][data-on="D5"]').first).to_be_attached()
    board.click("D4")
    board.expect_position("adaptoid b 0,1 W:C5,D3,D4 B:D6")
    expect(board.news).to_have_text(
        "White grew a new adaptoid on D4. Black starved on D5 (4 limbs, 3 free discs)."
    )


def test_aids_and_other_settings_change_the_board_at_once(notebook: Notebook) -> None:
    """Without aids nothing is marked, but clicks follow the rules. A board that is not interactive ignores clicks."""
    board = show(notebook, 'aids="none"')
    assert board.marks("newQuiet") | board.marks("new") == set()
    board.click("A1")
    board.expect_why("A1")
    board.click("D3")
    board.expect_position("adaptoid b 0,0 W:D2,D3 B:D6")
    notebook.run('board.aids = "full"')
    expect(board.root.locator('[data-on="D5"]').first).to_be_attached()
    notebook.run("board.interactive = False")
    expect(board.root.locator('[data-do="undo"]')).to_be_hidden()
    board.click("D5")
    notebook.run("board.interactive = True; board.coordinates = False; board.flipped = True")
    expect(board.root.locator('[data-do="undo"]')).to_be_visible()
    expect(board.board.locator('[data-name="D5"]')).to_be_empty()
    # the settings may come one after another
    notebook.page.wait_for_function(IS_FLIPPED, arg=board.board.element_handle())
    board.expect_position("adaptoid b 0,0 W:D2,D3 B:D6")
    board.expect_in_step()


@pytest.mark.nightly
def test_a_selection_restyles_only_the_discs_it_marks(browser: Browser) -> None:
    """A rule for any element under a selected board would restyle the whole board at each selection."""
    with scene_page(browser) as page:
        page.open("midgame")
        # the trace counts no elements that are restyled within a size container
        page.page.add_style_tag(content=".adaptoid-widget { container-type: normal !important; }")
        elements = page.board.locator("*").count()
        page.settle()
        browser.start_tracing(page=page.page, categories=["-*", "devtools.timeline"])
        page.disc("E3").click()
        expect(page.board).to_have_attribute("data-holding", "")
        page.settle()
        events = json.loads(browser.stop_tracing())["traceEvents"]
        restyled = [
            event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree"
        ]
        assert 0 < max(restyled) < elements / 3


def test_a_step_is_on_the_board_before_python_answers(browser: Browser) -> None:
    """A move and a growth are shown while their answers are on the way. A step that Python refuses goes back."""
    with scene_page(browser) as scenes:
        scenes.open("midgame")
        held: list[Route] = []
        # the part with the animations is there before the answers are held
        expect(scenes.board.locator(".adaptoid-animation")).to_have_count(2)

        def expect_on(cell: str, looks: str) -> None:
            piece = scenes.board.locator(f'.adaptoid-pieces [data-on="{cell}"]')
            expect(piece).to_have_attribute("data-looks", re.compile(f"^{looks}"))

        def click(*selectors: str) -> None:
            for selector in selectors:
                scenes.board.locator(selector).click()
            expect(scenes.board).to_have_attribute("data-waits", "")

        def release() -> None:
            held.pop().continue_()
            expect_ready(scenes.board)

        def hold(route: Route) -> None:
            # which limb eats where is asked meanwhile
            if '"feeding"' in (route.request.post_data or ""):
                route.continue_()
            else:
                held.append(route)

        scenes.page.route(lambda address: urlsplit(address).path == "/", hold)
        click('[data-cell="E3"]', '[data-cell="D3"]')
        expect_on("D3", "W 3 2")
        assert scenes.session.game.position.piece("E3") is not None
        release()
        expect_on("D3", "W 3 2")
        click('[data-cell="C1"]', "[data-grow=leg]")
        expect_on("C1", "W 1 0")
        # meanwhile the move is taken back
        scenes.session.game.undo()
        release()
        expect_on("C1", "W 0 0")
        scenes.page.unroute_all()


def test_an_adaptoid_can_be_dragged_by_touch_with_other_fingers_down(browser: Browser) -> None:
    """Chromium would take the touch for panning and cancel it unless the disc's `touch-action` is effective."""
    with scene_page(browser, has_touch=True) as scenes:
        scenes.open("midgame")
        wire = scenes.page.context.new_cdp_session(scenes.page)
        (x, y), (to_x, to_y), other = (middle(scenes.disc(cell)) for cell in ("E3", "D3", "B4"))

        def touch(kind: str, *points: tuple[float, float]) -> None:
            touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

        touch("touchStart", (x, y))
        for part in (0.2, 0.4, 0.6, 0.8, 1.0):
            touch("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
        touch("touchStart", (to_x, to_y), other)
        touch("touchEnd", (to_x, to_y))
        touch("touchEnd")
        scenes.settle()
        intents = scenes.page.evaluate("() => window.model.sent")
        assert [(intent["kind"], intent["from"], intent["to"]) for intent in intents] == [
            ("move", "E3", "D3")
        ]


@pytest.mark.nightly
def test_a_drag_by_touch_is_cancelled_when_the_position_changes(browser: Browser) -> None:
    """Somebody else plays during the drag. The adaptoid goes back at once and is not played."""
    with scene_page(browser, has_touch=True) as scenes:
        scenes.open("midgame")
        wire = scenes.page.context.new_cdp_session(scenes.page)
        (x, y), (to_x, to_y) = (middle(scenes.disc(cell)) for cell in ("E3", "D3"))

        def touch(kind: str, *points: tuple[float, float]) -> None:
            touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

        held = scenes.board.locator(".adaptoid-held")
        touch("touchStart", (x, y))
        for part in (0.3, 0.6):
            touch("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
        expect(held).to_have_count(1)
        rev = scenes.page.evaluate("() => window.model.get('snapshot').rev")
        intent = {"kind": "grow", "at": "C1", "what": "leg", "id": 1, "rev": rev}
        scenes.page.evaluate("(intent) => window.model.send(intent)", intent)
        expect(scenes.board).to_have_attribute("data-rev", str(rev + 1))
        expect(held).to_have_count(0)
        touch("touchMove", (to_x, to_y))
        touch("touchEnd")
        scenes.settle()
        expect(held).to_have_count(0)
        assert scenes.page.evaluate("() => window.model.sent") == [intent]


@pytest.mark.nightly
def test_no_drag_begins_after_the_button_was_released_outside(browser: Browser) -> None:
    with scene_page(browser) as scenes:
        scenes.open("midgame")
        mouse = scenes.page.mouse
        (x, y), (to_x, to_y) = (middle(scenes.disc(cell)) for cell in ("E3", "D3"))
        mouse.move(x, y)
        mouse.down()
        mouse.move(1, 1)
        mouse.up()
        for part in (0.0, 0.5, 1.0):
            mouse.move(x + (to_x - x) * part, y + (to_y - y) * part)
            scenes.settle()
            expect(scenes.board.locator(".adaptoid-held")).to_have_count(0)
        mouse.down()
        mouse.up()
        scenes.settle()
        # a click without an adaptoid in hand
        assert [intent["kind"] for intent in scenes.page.evaluate("() => window.model.sent")] == ["grow"]


def middle(disc: Locator) -> tuple[float, float]:
    """The middle of a disc on the page."""
    box = disc.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_lesson_can_be_made_by_clicks(browser: Browser) -> None:
    """The right turn, a goal and texts are entered, texts are never markup, and the preview is a lesson."""
    with scene_page(browser) as scenes:
        scenes.scenes["hunger"] = {"start": "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"}
        scenes.open("hunger")
        root = scenes.root
        scenes.press('[data-do="share"]')
        root.locator('[data-share="lesson"]').click()
        draft = root.locator(".adaptoid-maker-draft")
        expect(draft).to_contain_text("Still missing: Title, Right turns, Task")
        scenes.disc("D4").click()
        expect(draft.locator("[data-turn]")).to_have_text(["+D4 ×"])
        draft.locator('[data-own="true"], [data-own=""]').fill("starve D5")
        draft.locator('[data-field="title"]').fill("Hunger")
        expect(draft).to_contain_text("did you mean starves")
        draft.locator('input[type="radio"]').nth(1).check()
        draft.locator('[data-field="text"]').fill("<img src=x onerror=alert(1)> Starve `D5`.")
        # one press: it ends the text, which completes the lesson, and opens the preview
        draft.locator('[data-teach="preview"]').click(force=True)
        expect(root.locator(".adaptoid-maker-preview")).to_contain_text("Results are not kept")
        expect(root.locator('[data-teach="back"]')).to_be_in_viewport(ratio=1)
        expect(root.locator(".adaptoid-lesson")).to_contain_text("<img src=x onerror=alert(1)> Starve")
        expect(root.locator("img")).to_have_count(0)
        root.locator('[data-teach="back"]').click()
        expect(draft.locator('input[type="radio"]').nth(1)).to_be_checked()
        with scenes.page.expect_download() as download:
            draft.locator('[data-teach="save"]').click()
        assert download.value.suggested_filename == "hunger.lesson"
        assert "goal: occupies D4\nright: +D4\n" in download.value.path().read_text(encoding="utf-8")
        # the second step begins in a position from the editor, and the texts get a second language
        draft.locator('[data-teach="add"]').click()
        expect(draft.locator("[data-step]")).to_have_count(2)
        draft.locator('[data-teach="place"]').click()
        root.locator('[data-edit="play"]').click()
        expect(draft.locator('[data-step="1"]')).to_have_attribute("aria-pressed", "true")
        scenes.disc("D4").click()
        # a click while an answer is awaited is not sent
        scenes.settle()
        draft.locator("[data-language]").select_option("de")
        scenes.settle()
        draft.locator('[data-field="text"]').fill("Hungere `D5` aus.")
        draft.locator('[data-step="0"]').click()
        expect(draft.locator('[data-field="text"]')).to_have_value("")
        expect(draft).to_contain_text("Title (de), Task, in one sentence (de) in step 1")
        expect(draft.locator('[data-teach="save"]')).to_have_attribute("aria-disabled", "true")
        draft.locator('input[type="file"]').set_input_files(download.value.path())
        expect(draft.locator("[data-step]")).to_have_count(1)
        expect(draft).to_contain_text("aw.Lesson(board.lesson_draft)")
        # a question with a disc of the board, a foreseen wrong answer and a mark; the file passes its own check
        draft.locator('[data-teach="add"]').click()
        expect(draft.locator("[data-step]")).to_have_count(2)
        draft.locator('[data-choose="kind"]').select_option("click")
        draft.locator('[data-choose="ask"]').select_option("liberties")
        scenes.settle()
        scenes.disc("D5").click()
        expect(draft).to_contain_text("Answer: liberties D5")
        draft.locator('[data-field="text"]').fill("Which discs feed it?")
        draft.locator('[data-record="wrong"]').click()
        expect(draft.locator('[data-record="wrong"]')).to_have_attribute("aria-pressed", "true")
        scenes.disc("D6").click()
        draft.locator('[data-answer="D6"]').fill("Somebody stands there.")
        draft.locator('[data-record="marks"]').click()
        expect(draft.locator('[data-record="marks"]')).to_have_attribute("aria-pressed", "true")
        scenes.disc("D5").click()
        scenes.settle()
        draft.locator('[data-teach="check"]').click()
        expect(draft).to_contain_text("Checked: nothing to mend.")
        draft.locator('[data-teach="close"]').click()
        expect(draft).to_be_hidden()
        expect(root.locator('[data-do="edit"]')).to_be_visible()
