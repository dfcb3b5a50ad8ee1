"""Keyboard use: the six directions, a whole game, the editor, read-outs, and keys that a notebook must not receive."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees

import pytest
from playwright.sync_api import Browser, expect

from adaptoid_widget import Game, Position
from tests.browser.board.test_play import GAME
from tests.browser.harness import ScenePage, open_menu, scene_page
from tests.browser.keyboard_player import DIRECTION_KEYS, KeyboardPlayer
from tests.browser.notebook_board import show
from tests.repetitions import TRANSLATIONS, in_languages, nightly, repetitions
from tools.browser.jupyter import Notebook

# shortcuts of command mode: insert a cell above and below, to Markdown, cut, paste, delete, select all, find, save
SHORTCUTS = "abmxvdd1"
# other keys that JupyterLab, Notebook or a browser extension might use
KEYS = [
    *"abcdefghijklmnopqrstuvwxyz0123456789/?.,[]",
    *(
        "Enter",
        "Shift+Enter",
        "Control+Enter",
        "Alt+Enter",
        "Escape",
        "Delete",
        "Backspace",
        "Space",
        "Shift+Space",
    ),
    *("ArrowUp", "ArrowDown", "Shift+ArrowUp", "Shift+ArrowDown", "Home", "End", "PageUp", "PageDown"),
    *("Shift+M", "Shift+L", "Shift+O", "Control+Shift+Minus", "d", "d", "0", "0", "i", "i", "z", "Shift+Z"),
]


@pytest.fixture(scope="module")
def scenes(browser: Browser) -> Iterator[ScenePage]:
    """A page for scenes with reduced motion."""
    with scene_page(browser, reduced_motion="reduce") as page:
        yield page


# -- in JupyterLab -----------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_whole_game_can_be_played_by_keyboard(notebook: Notebook) -> None:
    """The game has captures, exchanges and starving, and is won. Each step and the end are announced once.

    In other than nightly runs, only the first turns are played.
    """
    board = show(notebook)
    hands = KeyboardPlayer(notebook.page, board.root)
    board.root.locator("[data-do=more]").focus()
    hands.tab_to('[data-cell][tabindex="0"]', "Shift+Tab")
    game = Game()
    turns = GAME[: repetitions(5, len(GAME))]
    for turn in turns:
        texts = hands.play(game.position, turn)
        game.play(turn)
        board.expect_position(str(game.position))
        for step in texts:
            assert len(step) == 1
        # each step announced its part of the turn, and the last one whose turn it is
        news = board.news.text_content() or ""
        status = board.status.text_content() or ""
        assert " ".join(step[0].removesuffix(status).strip() for step in texts).endswith(news.split(". ")[-1])
        assert texts[-1][0].endswith(status)
    assert game.result == (None if len(turns) < len(GAME) else "B")
    assert board.python("[str(turn) for turn in b.game.turns]") == list(turns)
    # undo twice and redo once, with the focus on the last disc
    hands.press_and_wait("Control+z")
    hands.press_and_wait("Control+z")
    hands.press_and_wait("Control+Shift+z")
    board.expect_in_step()
    assert [len(hands.announcements())] == [3]


@pytest.mark.nightly
def test_the_editor_can_be_used_by_keyboard(notebook: Notebook) -> None:
    """A position is edited and played, then a layout is edited. The focus is never lost between game and editor."""
    board = show(notebook)
    hands = KeyboardPlayer(notebook.page, board.root)
    board.board.locator('[data-cell="D2"]').focus()
    hands.tab_to("[data-do=edit]")
    hands.keys.press("Enter")
    expect(board.root.locator('[data-edit="tool:position"]')).to_be_focused()
    hands.tab_to('[data-cell][tabindex="0"]')
    hands.announcements()
    for cell, keys in (("C3", "wllp"), ("E5", "bpp"), ("D2", ["Delete"])):
        hands.walk(cell)
        for key in keys:
            hands.press_and_wait(key)
            assert len(hands.announcements()) == 1
    hands.walk("C3")
    hands.press_and_wait("Shift+L")
    board.expect_position("adaptoid w 0,0 W:C3LP B:D6,E5PP")
    # an adaptoid is picked up and put down
    hands.announcements()
    hands.keys.press("Enter")
    hands.walk("C5")
    hands.press_and_wait("Enter")
    board.expect_position("adaptoid w 0,0 W:C5LP B:D6,E5PP")
    assert hands.is_on('[data-cell="C5"]')
    hands.tab_to("[data-edit=text]")
    hands.keys.press("Control+a")
    hands.keys.type("adaptoid b 1,0 W:C3LP B:D6,E5PP")
    board.expect_position("adaptoid b 1,0 W:C3LP B:D6,E5PP")
    hands.tab_to("[data-edit=play]")
    hands.keys.press("Enter")
    expect(board.root.locator("[data-edit=play]")).to_be_hidden()
    hands.page.wait_for_function("() => document.activeElement.closest('[data-cell]')")
    board.expect_in_step()
    # a layout with one disc less
    hands.tab_to("[data-do=edit]")
    hands.keys.press("Enter")
    expect(board.root.locator('[data-edit="tool:position"]')).to_be_focused()
    hands.tab_to('[data-edit="tool:layout"]')
    hands.keys.press("Space")
    expect(board.root.locator(".adaptoid-ghost").first).to_be_visible()
    hands.tab_to('[data-cell][tabindex="0"]')
    hands.walk("A1")
    hands.press_and_wait("Delete")
    expect(board.root.locator(".adaptoid-disc:not(.adaptoid-ghost)")).to_have_count(36)
    hands.tab_to("[data-edit=play]")
    hands.keys.press("Enter")
    expect(board.root.locator("[data-edit=play]")).to_be_hidden()
    board.expect_in_step()
    assert board.python("len(b.position.layout.cells)") == 36


def test_a_turn_can_be_played_by_keyboard(notebook: Notebook) -> None:
    """Arrows move the focus, Enter and Space choose, move and grow, Escape cancels, and Tab reaches the growth menu."""
    board = show(notebook, '"adaptoid w 0,0 W:D2LP B:D4,D6"')
    keys = notebook.page.keyboard
    disc = {cell: board.board.locator(f'[data-cell="{cell}"]') for cell in ("C2", "D2", "D3", "D4", "E3")}
    chooser = board.root.locator(".adaptoid-growth-menu")
    disc["D2"].focus()
    for key, cell in (("ArrowRight", "D3"), ("ArrowRight", "D4"), ("ArrowLeft", "D3"), ("ArrowLeft", "D2")):
        keys.press(key)
        expect(disc[cell]).to_be_focused()
    keys.press("Enter")
    expect(chooser).to_be_visible()
    keys.press("Escape")
    expect(chooser).to_be_hidden()
    expect(disc["D2"]).to_be_focused()
    keys.press("Space")
    expect(disc["D2"]).to_have_attribute("aria-selected", "true")
    keys.press("ArrowRight")
    keys.press("Enter")
    board.expect_position("adaptoid w+ 0,0 W:D3LP B:D4,D6")
    expect(disc["D3"]).to_be_focused()
    keys.press("Enter")
    leg = board.board.locator('[data-grow="leg"]')
    expect(leg).to_be_visible()
    keys.press("Tab")
    expect(leg).to_be_focused()
    keys.press("Enter")
    board.expect_position("adaptoid b 0,0 W:D3LLP B:D4,D6")
    expect(disc["D3"]).to_be_focused()
    board.expect_in_step()


PLACES = {
    "a disc": '[data-cell="D2"]',
    "a button": '[data-do="more"]',
    "the turns": "[role=tree]",
    "the slider": "[data-replay]",
    "the languages": "[data-language]",
    "a comment": ".adaptoid-comment-field",
    "the editor": "[data-edit=text]",
}


# fields and lists handle keys themselves
BY_DAY = ("the editor",)


@pytest.mark.parametrize("place", [*BY_DAY, *nightly(*(place for place in PLACES if place not in BY_DAY))])
def test_no_key_pressed_in_the_board_reaches_the_notebook(notebook: Notebook, place: str) -> None:
    """For each part of the board, no cell is inserted, run, changed or deleted, and the board stays."""
    board = show(notebook)
    board.notebook.run('board.play("+D3")')
    # the slider is disabled before the first turn
    board.expect_position("adaptoid b 0,0 W:D2,D3 B:D6")
    contents = notebook.contents()
    if place == "a comment":
        board.do("comment")
    if place == "the editor":
        board.do("edit")
        # the editor takes the focus once Python has answered
        expect(board.root.locator('[data-edit="tool:position"]')).to_be_focused()
    if place == "the languages":
        open_menu(board.root)
    board.root.locator(PLACES[place]).focus()
    expect(board.root.locator(PLACES[place])).to_be_focused()
    root = board.root.element_handle()
    for key in KEYS:
        notebook.page.keyboard.press(key)
        opened, within = root.evaluate(
            """(root) => [!!root.querySelector("dialog[open]"), root.contains(document.activeElement)]"""
        )
        assert within, f"{key} has taken the focus away"
        if opened:
            notebook.page.keyboard.press("Escape")
    assert notebook.contents() == contents
    expect(board.board).to_be_visible()
    assert notebook.value("1 + 1") == 2
    if place != "the editor":
        board.expect_settled()


def test_the_notebook_receives_its_own_keys(notebook: Notebook) -> None:
    """Saving works with the focus in the board. Outside the board, the shortcuts work, so the test above can fail."""
    board = show(notebook)
    page = notebook.page
    dirty = "window.jupyterapp.shell.currentWidget.context.model.dirty"
    board.board.locator('[data-cell="D2"]').focus()
    # Marked by hand: JupyterLab may save by itself just after a cell has run.
    page.evaluate(f"() => {{ {dirty} = true }}")
    page.keyboard.press("Control+s")
    page.wait_for_function(f"() => !{dirty}")
    cells = page.locator(".jp-Notebook .jp-Notebook-cell")
    count = cells.count()
    # only a click on a cell editor reliably takes the focus from the board
    cells.last.locator(".cm-content").click()
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    expect(cells).to_have_count(count + 1)


# -- directions on the board
# -------------------------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("scene", "flip"),
    [("free", True), *nightly(("midgame", False), ("midgame", True), ("free", False))],
)
def test_the_six_direction_keys_follow_the_screen(scenes: ScenePage, scene: str, flip: bool) -> None:
    """Each key moves the focus in its direction on the screen, also on a flipped board and with free discs."""
    scenes.open(scene)
    if flip:
        scenes.press("[data-do=flip]")
    middle = """(node) => { const box = node.querySelector(".adaptoid-well").getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2, box.width]; }"""
    cells: list[str] = scenes.board.locator("[data-cell]").evaluate_all(
        "(all) => all.map((one) => one.dataset.cell)"
    )
    places = {cell: scenes.disc(cell).evaluate(middle) for cell in cells}
    for cell in cells[:: 3 if len(cells) > 20 else 1]:
        for number, key in enumerate(DIRECTION_KEYS):
            scenes.disc(cell).focus()
            scenes.keys.press(key)
            goal = scenes.focused() or ""
            if goal == cell:
                continue
            dx, dy = places[goal][0] - places[cell][0], places[goal][1] - places[cell][1]
            aside = (degrees(atan2(dy, dx)) - 60 * number + 180) % 360 - 180
            assert abs(aside) <= 30.5, (cell, key, goal)


@pytest.mark.nightly
def test_up_down_home_end_the_number_pad_and_other_keyboard_layouts(scenes: ScenePage) -> None:
    """Up and down keep to the column. Home and End go to the ends of the row. A Cyrillic keyboard layout works."""
    scenes.open("midgame")
    scenes.disc("D4").focus()
    focused_discs = []
    for key in [*["ArrowUp"] * 4, *["ArrowDown"] * 3, "End", "Home"]:
        scenes.keys.press(key)
        focused_discs.append(scenes.focused())
    assert focused_discs == ["C3", "B3", "A2", "A2", "B3", "C3", "D4", "D7", "D1"]
    scenes.disc("D4").focus()
    focused_discs = []
    for key in ("Numpad9", "Numpad6", "Numpad3", "Numpad1", "Numpad4", "Numpad7"):
        scenes.keys.press(key)
        focused_discs.append(scenes.focused())
    assert focused_discs == ["C4", "C5", "D6", "E6", "E5", "D4"]
    scenes.page.evaluate(
        """() => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", {key: "ш", code: "KeyI", bubbles: true, cancelable: true}))"""
    )
    assert scenes.focused() == "C4"


def test_tab_enters_and_leaves_the_board(scenes: ScenePage) -> None:
    """The board is one Tab stop, and Tab leaves the widget at both ends."""
    scenes.open("midgame")
    scenes.page.evaluate(
        """() => { for (const where of ["afterbegin", "beforeend"])
            document.body.insertAdjacentHTML(where, '<button class="beside">beside</button>'); }"""
    )
    beside = scenes.page.locator(".beside")
    stops: dict[str, list[str]] = {}
    for key, start, end in (("Tab", 0, 1), ("Shift+Tab", 1, 0)):
        beside.nth(start).focus()
        stops[key] = []
        for _ in range(60):
            scenes.keys.press(key)
            if beside.nth(end).evaluate("(node) => node === document.activeElement"):
                break
            stops[key].append(scenes.page.evaluate("() => document.activeElement.outerHTML.slice(0, 100)"))
        expect(beside.nth(end)).to_be_focused()
    assert sum("data-cell" in stop for stop in stops["Tab"]) == 1
    assert len(stops["Tab"]) == len(stops["Shift+Tab"])


# -- announcements
# -----------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_letters_read_out_the_position(scenes: ScenePage) -> None:
    """Each letter announces one text of Python."""
    scenes.open("midgame")
    hands = KeyboardPlayer(scenes.page, scenes.root)
    scenes.disc("E3").focus()
    announced = {}
    for letter in "dostn":
        scenes.keys.press(letter)
        scenes.page.wait_for_function("() => document.querySelector('.adaptoid-widget').heard.length")
        scenes.settle()
        [announced[letter]] = hands.announcements()
    assert announced["d"].startswith("E3, White, 3 legs, 2 pincers, 6 liberties")
    assert "E3 may capture F5." in announced["o"]
    assert announced["s"] == "Would starve if the turn ended now: E6 (4 limbs, 3 free discs)."
    assert announced["t"].startswith(
        "White: move, or grow at once. In supply of White: bodies 7, legs 8, pincers 9; lost 2 of 5."
    )
    assert announced["n"] == "No turn has been played yet."


def test_each_event_is_announced_once(scenes: ScenePage) -> None:
    """Refusals, moves, undo and redo are announced each time. Choosing a disc is not: its name has the state."""
    scenes.open("midgame")
    hands = KeyboardPlayer(scenes.page, scenes.root)
    scenes.disc("E3").focus()
    scenes.keys.press("Enter")
    scenes.settle()
    assert hands.announcements() == []
    for _ in range(2):
        hands.walk("G7")
        scenes.keys.press("Enter")
        expect(scenes.root.locator(".adaptoid-reason")).not_to_be_empty()
        scenes.settle()
        [announcement] = hands.announcements()
        assert announcement == scenes.root.locator(".adaptoid-reason").text_content()
    hands.walk("E4")
    for key in ("Enter", "Control+z", "Control+y"):
        hands.press_and_wait(key)
        scenes.settle()
        assert len(hands.announcements()) == 1


@pytest.mark.nightly
def test_only_one_of_two_views_announces(scenes: ScenePage) -> None:
    """The view with the focus announces, or else the first view."""
    scenes.open("midgame", views=2)
    views = scenes.page.locator(".adaptoid-widget")
    hands = [KeyboardPlayer(scenes.page, views.nth(number)) for number in range(2)]
    second = views.nth(1)
    second.locator('[data-cell="C1"]').focus()
    hands[1].press_and_wait("l")
    scenes.settle()
    assert [len(view.announcements()) for view in hands] == [0, 1]
    scenes.page.evaluate("() => document.activeElement.blur()")
    scenes.press("[data-do=undo]")
    assert [len(view.announcements()) for view in hands] == [1, 0]


@pytest.mark.nightly
def test_navigation_is_announced_on_the_board_only(scenes: ScenePage) -> None:
    """In the tree and on the slider, the control itself reads the turn."""
    scenes.open("played")
    hands = KeyboardPlayer(scenes.page, scenes.root)
    scenes.disc("D3").focus()
    hands.press_and_wait("PageUp")
    scenes.settle()
    assert len(hands.announcements()) == 1
    for place, key in (("[role=tree]", "ArrowUp"), ("[data-replay]", "ArrowRight")):
        scenes.root.locator(place).focus()
        hands.press_and_wait(key)
        scenes.settle()
        assert hands.announcements() == []


# -- the focus ---------------------------------------------------------------------------------------------------------


def test_the_focus_is_never_lost(scenes: ScenePage) -> None:
    """Choosing a colour, ending a turn, and closing a dialog, a field or the editor keep the focus in the board."""
    scenes.open("choose")
    scenes.root.locator("[data-choose=W]").focus()
    scenes.keys.press("Enter")
    expect(scenes.board).to_have_attribute("data-step", "move")
    assert scenes.focused()

    scenes.scenes["stuck"] = {"start": "adaptoid@lattice:A1.A2 w 0,0 W:A1LLLPPP B:A2"}
    scenes.open("stuck")
    scenes.root.locator("[data-pass]").focus()
    scenes.keys.press("Enter")
    expect(scenes.root.locator("[data-pass]")).to_have_count(0)
    assert scenes.focused()

    scenes.open("tree")
    scenes.disc("D4").focus()
    scenes.keys.press("?")
    dialog = scenes.root.locator("dialog")
    expect(dialog).to_be_visible()
    assert dialog.locator("dt").count() == dialog.locator("dd").count() >= 15
    for _ in range(3):
        scenes.keys.press("Tab")
        assert dialog.evaluate("(dialog) => !document.activeElement.closest('[data-cell]')")
    scenes.keys.press("Escape")
    expect(dialog).to_be_hidden()
    assert scenes.focused() == "D4"
    scenes.root.locator("[role=tree]").focus()
    scenes.keys.press("Enter")
    expect(scenes.root.locator("textarea.adaptoid-comment-field")).to_be_focused()
    scenes.keys.press("Escape")
    expect(scenes.root.locator("[role=tree]")).to_be_focused()

    scenes.open("midgame")
    scenes.root.locator("[data-do=edit]").focus()
    scenes.keys.press("Enter")
    expect(scenes.root.locator('[data-edit="tool:position"]')).to_be_focused()
    scenes.root.locator("[data-edit=close]").focus()
    scenes.keys.press("Enter")
    scenes.page.wait_for_function("() => document.activeElement.closest('[data-cell]')")


@pytest.mark.parametrize("language", in_languages("de", among=TRANSLATIONS))
def test_the_list_of_keys_is_complete_in_every_language(scenes: ScenePage, language: str) -> None:
    """It has as many entries as in English and fits into a narrow window."""
    counts = set()
    for spoken in ("en", language):
        scenes.open("midgame", 320, lang=spoken)
        scenes.press("[data-do=help]")
        dialog = scenes.root.locator("dialog")
        expect(dialog).to_be_visible()
        counts.add(dialog.locator("dd").count())
        assert dialog.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth")
        assert "" not in dialog.locator("dd").all_text_contents()
    assert len(counts) == 1


def test_an_illegal_key_is_refused_with_a_reason(scenes: ScenePage) -> None:
    """The reason is shown and announced once."""
    scenes.open("midgame")
    hands = KeyboardPlayer(scenes.page, scenes.root)
    for cell, key in (("D4", "l"), ("A1", "p"), ("A1", "e")):
        scenes.disc(cell).focus()
        scenes.keys.press(key)
        expect(scenes.root.locator(".adaptoid-reason")).not_to_be_empty()
        scenes.settle()
        assert len(hands.announcements()) == 1
        scenes.keys.press("Escape")
        expect(scenes.root.locator(".adaptoid-reason")).to_be_empty()
    assert Position.from_text(scenes.board.get_attribute("data-position") or "").step == "move"
