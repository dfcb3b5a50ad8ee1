"""A page with code cells, opened from disk without a network: its cells run, and its boards follow them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

import adaptoid_widget as aw
from adaptoid_widget.core.game.game import Game
from tests.browser.boxes import FAULTS
from tests.browser.harness import expect_ready
from tests.browser.page.test_share import START
from tests.browser.page.test_tutorial_page import Article
from tests.repetitions import in_languages
from tools.browser.tutorial import tutorial

BOARD = "import adaptoid_widget as aw\nboard = aw.Board()\nboard"
TABLE = '<table><tr><td onclick=x() style="color:red">A</td></tr></table>'
GROWN = "adaptoid b 0,0 W:D2,D3 B:D6"


class Cells(Article):
    """An open article with code cells."""

    def cell(self, number: int) -> Locator:
        """A code cell."""
        return self.page.locator(f'section[data-code="{number}"]')

    def output(self, number: int) -> Locator:
        """The output of a cell."""
        return self.cell(number).locator("[data-output]")

    def board_in(self, number: int) -> Locator:
        """The board that a cell shows."""
        return self.output(number).locator(".adaptoid-board")

    def run(self, number: int, state: str = "done") -> None:
        """Run a cell, and wait until it has ended."""
        self.cell(number).locator("[data-run]").click()
        expect(self.cell(number)).to_have_attribute("data-state", state)

    def expect_board(self, number: int, position: str) -> None:
        """Wait until the board of a cell shows a position."""
        expect(self.board_in(number)).to_have_attribute("data-position", position)
        expect_ready(self.board_in(number))


Open = Callable[..., Cells]


@pytest.fixture
def open_cells(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open a page with these cells, and check at the end what it requested."""
    opened: list[Cells] = []

    def write(*cells: str, boards: tuple[Game, ...] = (), language: str = "en") -> Cells:
        path = tmp_path / f"cells{len(opened)}.html"
        path.write_text(tutorial(boards, cells=cells, language=language), "utf-8")
        opened.append(Cells(browser, path))
        return opened[-1]

    yield write
    for page in opened:
        page.close()


def test_a_reader_runs_changes_and_resets_a_cell(open_cells: Open) -> None:
    page = open_cells("word = 'fork'\nprint(word * 2)", "word + '!'")
    expect(page.output(0)).to_have_text("what the author saw")
    page.run(1)
    expect(page.output(0)).to_have_text("forkfork")
    expect(page.output(1)).to_have_text("'fork!'")
    page.cell(0).locator("textarea").fill("word = 'siege'\nprint([*word][::-1])")
    page.run(0)
    expect(page.output(0)).to_have_text("['e', 'g', 'e', 'i', 's']")
    page.run(1)
    expect(page.output(1)).to_have_text("'siege!'")
    page.page.locator("[data-reset]").click()
    expect(page.output(0)).to_have_text("what the author saw")
    expect(page.cell(0).locator("textarea")).to_have_value("word = 'fork'\nprint(word * 2)")
    page.page.locator("[data-run-all]").click()
    expect(page.output(1)).to_have_text("'fork!'")


@pytest.mark.nightly
def test_an_error_names_its_line(open_cells: Open) -> None:
    page = open_cells("import adaptoid_widget as aw\n\naw.Position.start().play('+A1')")
    page.run(0, "failed")
    expect(page.output(0)).to_have_text("Line 3 IllegalTurn: No adaptoid of yours touches A1.")
    expect(page.cell(0).locator(".adaptoid-code-wrong")).to_have_text("3")


def test_a_board_is_the_same_in_cells_and_on_the_page(open_cells: Open) -> None:
    page = open_cells(BOARD, "board.play('+D3')", "print(board.position)")
    page.run(1)
    page.expect_board(0, GROWN)
    page.board_in(0).locator('[data-cell="D5"]').click()
    played = "adaptoid w 0,0 W:D2,D3 B:D5,D6"
    page.expect_board(0, played)
    page.run(2)
    expect(page.output(2)).to_have_text(played)


def test_a_new_board_is_in_the_language_that_the_reader_has_chosen(open_cells: Open) -> None:
    page = open_cells(BOARD, boards=(Game(),))
    page.page.locator("#adaptoid-bar select").select_option("de")
    expect(page.place(0)).to_contain_text("Neue Partie")
    page.run(0)
    page.expect_board(0, START)
    expect(page.output(0)).to_contain_text("Neue Partie")


def test_an_observer_hears_of_clicks_and_moves_another_board(open_cells: Open) -> None:
    follow = (
        "copy = aw.Board()\nboard.observe(lambda change: setattr(copy, 'position', change.new), 'position')"
    )
    page = open_cells(BOARD, f"{follow}\ncopy")
    page.run(1)
    page.board_in(0).locator('[data-cell="D3"]').click()
    page.expect_board(1, GROWN)


def test_an_endless_cell_is_stopped_and_all_boards_go_on(open_cells: Open) -> None:
    page = open_cells(BOARD, "print('begun')\nwhile True:\n    pass", "print(board)", boards=(Game(),))
    page.run(0)
    for board in page.board_of(0), page.board_in(0):
        board.locator('[data-cell="D3"]').click()
        expect(board).to_have_attribute("data-position", GROWN)
    page.cell(1).locator("[data-run]").click()
    expect(page.output(1)).to_have_text("begun")
    page.cell(1).locator("[data-stop]").click()
    expect(page.cell(1).get_by_role("status")).to_contain_text("The boards keep their games")
    for board in page.board_of(0), page.board_in(0):
        board.locator('[data-cell="D5"]').click()
        expect(board).to_have_attribute("data-position", "adaptoid w 0,0 W:D2,D3 B:D5,D6")
    # the cell that made the board runs again, and the endless one does not
    page.run(2)
    expect(page.output(2)).to_have_text(f"Board('{START}')")


def test_a_cell_prints_thousands_of_lines(open_cells: Open) -> None:
    """A page frees no memory while a cell runs, and 4 500 lines had filled it."""
    page = open_cells("for number in range(7000):\n    print(number, 'of many')")
    page.run(0)
    expect(page.output(0)).to_contain_text("6999 of many")


def test_a_cell_that_fills_the_memory_ends_with_a_message(open_cells: Open) -> None:
    page = open_cells("pile = []\nwhile True:\n    pile.append(bytearray(8_000_000))", "1 + 1")
    page.run(0, "failed")
    expect(page.output(0)).to_contain_text("MemoryError")
    expect(page.cell(0).get_by_role("status")).to_contain_text("has filled the memory")
    page.run(1)
    expect(page.output(1)).to_have_text("2")
    # MicroPython reports each attempt
    assert all("grow" in complaint for complaint in page.complaints)
    page.complaints.clear()


def test_cells_ask_the_search_of_the_page(open_cells: Open) -> None:
    page = open_cells("import adaptoid_widget as aw\nprint(aw.Player(level=6)(aw.Position.start()))")
    page.run(0)
    expect(page.output(0)).to_have_text(str(aw.Player(level=6)(aw.Position.start())))


@pytest.mark.nightly
def test_pictures_and_tables_are_drawn(open_cells: Open) -> None:
    page = open_cells(
        "import adaptoid_widget as aw\naw.picture(aw.Position.start(), size=200)",
        f"class Table:\n    def _repr_html_(self): return {TABLE!r}\nTable()",
    )
    page.run(1)
    image = page.output(0).locator("img")
    expect(image).to_have_attribute("width", "200")
    assert "White has D2 bare" in (image.get_attribute("alt") or "")
    assert image.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 200
    assert page.output(1).locator("td").evaluate("(cell) => cell.outerHTML") == "<td>A</td>"


@pytest.mark.nightly
def test_a_cell_that_cannot_run_says_so_before(open_cells: Open) -> None:
    page = open_cells("import numpy, math\nnumpy.pi", "print(math.floor(2.5))")
    expect(page.cell(0)).to_contain_text("a page has no module numpy")
    expect(page.cell(0).locator("[data-run]")).to_have_count(0)
    page.run(1)
    expect(page.output(1)).to_have_text("2")
    expect(page.output(0)).to_have_text("what the author saw")


@pytest.mark.nightly
def test_cells_are_used_by_keys(open_cells: Open) -> None:
    page = open_cells("1", "2")
    area = page.cell(0).locator("textarea")
    area.focus()
    page.page.keyboard.press("ControlOrMeta+a")
    page.page.keyboard.type("if 1:")
    page.page.keyboard.press("Enter")
    page.page.keyboard.type("print('yes')")
    expect(area).to_have_value("if 1:\n    print('yes')")
    page.page.keyboard.press("ControlOrMeta+z")
    expect(area).not_to_have_value("if 1:\n    print('yes')")
    page.page.keyboard.press("ControlOrMeta+Shift+z")
    expect(area).to_have_value("if 1:\n    print('yes')")
    page.page.keyboard.press("Shift+Enter")
    expect(page.output(0)).to_have_text("yes")
    expect(page.cell(1).locator("textarea")).to_be_focused()
    page.page.keyboard.press("Escape")
    expect(page.cell(1).locator("[data-run]")).to_be_focused()


@pytest.mark.nightly
def test_cells_speak_the_language_of_the_page(open_cells: Open) -> None:
    page = open_cells("1 / 0", language="de")
    page.run(0, "failed")
    expect(page.output(0)).to_contain_text("Zeile 1")
    expect(page.cell(0).get_by_role("button")).to_have_text("Ausführen")


@pytest.mark.parametrize("language", in_languages("de"))
def test_cells_and_their_outputs_fit_into_each_window(open_cells: Open, language: str) -> None:
    """Cells with a board, with a line that is longer than the window, with an error, and one that cannot run."""
    cells = (BOARD, "print('Donaudampfschifffahrt' * 20)", "1 / 0", "import numpy")
    page = open_cells(*cells, boards=(Game(GROWN),), language=language)
    for number, state in enumerate(("done", "done", "failed")):
        page.run(number, state)
    for width, height in ((1280, 800), (820, 1180), (390, 844)):
        page.page.set_viewport_size({"width": width, "height": height})
        expect_ready(page.board_in(0))
        assert page.page.evaluate(FAULTS, "body") == [], width
