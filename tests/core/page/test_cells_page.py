"""The code cells of a page: their outputs, and the boards that they show, in both directions."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

import adaptoid_widget
from adaptoid_widget import Player, analyse
from adaptoid_widget.core.cells.cell_boards import BOARD_TYPE
from adaptoid_widget.core.cells.cell_pictures import PICTURE_TYPE
from adaptoid_widget.core.host.host import current_host, set_host
from adaptoid_widget.core.page.cells_page import CellsPage
from adaptoid_widget.core.page.runtime import Runtime
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.lessons import load
from tests.core.session.test_computer_players import WEIGHTS, Host

LESSON = "import adaptoid_widget as aw\nlesson = aw.Lesson('fork')\nlesson.goto(2)\nlesson"
BOARD = "cell-board-1"
PUZZLES = "adaptoid_widget.puzzles"
START = "adaptoid w 0,0 W:D2 B:D6"
GROWN = "adaptoid b 0,0 W:D2,D3 B:D6"
SHOW = "import adaptoid_widget as aw\nboard = aw.Board()\nboard"


@pytest.fixture(autouse=True)
def _package() -> Iterator[None]:
    """Cells change what modules hold, in a page for good; here other tests need them as they were."""
    host, held = current_host(), dict(adaptoid_widget.__dict__)
    modules = {name: import_module(name) for name in (PUZZLES, "IPython", "IPython.display")}
    yield
    set_host(host)
    adaptoid_widget.__dict__.clear()
    adaptoid_widget.__dict__.update(held)
    sys.modules.update(modules)


class Page:
    """A page with cells, and what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.states: dict[str, str] = {}
        self.seconds = 0.0
        self.host = Host(Position.start())
        self.requests = 0
        self.start()

    def start(self) -> None:
        """Start Python, as when the page is opened, and after *Stop*."""
        options = {
            "cells": [{"imports": "import math"}],
            "weights": WEIGHTS,
            "lessons": {"fork": load("fork").pack()},
        }
        self.runtime = Runtime(tell=self.tell)
        self.cells: CellsPage = self.runtime.open("cells", json.dumps(options), name="cells")
        self.cells.connect(self.search, lambda: self.seconds)

    def search(self, request: str) -> str:
        """Answer a request of a search in the start position."""
        self.requests += 1
        return json.dumps(self.host.answer(json.loads(request)))

    def tell(self, content: str, text: str, state: str) -> None:
        news = json.loads(text)
        self.told.append((content, news))
        if state:
            self.states[content] = state
        for board in [news["output"].get("data", {}).get(BOARD_TYPE, {})] if content == "cells" else []:
            if board:
                self.states[board["board"]] = board["state"]

    def run(self, source: str, number: int = 0) -> list[tuple[str, dict[str, Any]]]:
        """Run a cell, and return what the page was told meanwhile."""
        before = len(self.told)
        assert self.cells.run(number, source) == ""
        return self.told[before:]

    def printed(self, source: str) -> str:
        return "".join(
            news["output"].get("text", "") for content, news in self.run(source) if content == "cells"
        )

    def shown(self, source: str) -> dict[str, Any]:
        """Run a cell that shows one board, and return what was told of it."""
        (output,) = [news["output"] for content, news in self.run(source) if content == "cells"]
        board: dict[str, Any] = output["data"][BOARD_TYPE]
        return board | {"first": json.loads(board["first"])}

    def board(self, name: str = BOARD, lesson: str = "") -> dict[str, Any]:
        """Open the content of a board, and return its traits."""
        options = json.dumps({"board": name, "lesson": lesson})
        traits: dict[str, Any] = json.loads(
            self.runtime.open("cell-board", options, self.states[name], name).first()
        )
        return traits

    def send(self, kind: str, name: str = BOARD, **fields: Any) -> dict[str, Any]:
        """Send an intent of a board, and return the answer."""
        endpoint = self.runtime.contents[name]
        rev = json.loads(endpoint.first())["snapshot"]["rev"]
        answer: dict[str, Any] = json.loads(
            endpoint.handle(json.dumps({"id": 7, "rev": rev, "kind": kind, **fields}))
        )
        self.states[name] = endpoint.keep() or self.states[name]
        self.runtime.publish()
        return answer


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A page whose cells import a package of their own."""
    monkeypatch.setitem(sys.modules, "adaptoid_widget", ModuleType("adaptoid_widget"))
    host = current_host()
    yield Page()
    set_host(host)


def test_each_output_is_told_as_soon_as_it_is_there(page: Page) -> None:
    told = [news for _, news in page.run("print('first')\nprint('second')\n6 * 7", 3)]
    assert [news["cell"] for news in told] == [3, 3, 3]
    assert [news["output"]["output_type"] for news in told] == ["stream", "stream", "execute_result"]
    assert told[2]["output"]["data"] == {"text/plain": "42"}


def test_an_error_has_the_line_of_its_cell(page: Page) -> None:
    ((_, told),) = page.run("x = 1\n\nx / 0")
    assert (told["output"]["ename"], told["output"]["line"]) == ("ZeroDivisionError", 3)


def test_a_shown_board_comes_with_its_traits(page: Page) -> None:
    shown = page.shown(SHOW)
    assert shown["board"] == BOARD
    assert shown["first"]["snapshot"]["position"] == START
    assert {"discs", "wording", "searches", "analyst", "review"} < set(shown["first"])
    assert page.board() == shown["first"]


def test_a_turn_in_a_cell_moves_the_board_of_the_page(page: Page) -> None:
    page.shown(SHOW)
    assert [(name, news["snapshot"]["position"]) for name, news in page.run("board.play('+D3')")] == [
        (BOARD, GROWN)
    ]


def test_a_click_in_the_page_moves_the_board_of_the_cells(page: Page) -> None:
    page.shown(SHOW)
    assert page.send("grow", at="D3", what="new")["reply"]["ok"]
    assert page.printed("print(board.position)") == f"{GROWN}\n"


def test_observers_are_called_for_clicks_too(page: Page) -> None:
    page.shown(SHOW)
    page.run("board.observe(lambda change: print('now', change.new), 'position')", 1)
    page.send("grow", at="D3", what="new")
    content, news = page.told[-1]
    assert (content, news["cell"], news["output"]["text"]) == ("cells", 1, f"now {GROWN}\n")


def test_a_click_on_one_board_may_move_another(page: Page) -> None:
    page.shown(SHOW)
    page.shown("copy = aw.Board()\ncopy")
    page.run("board.observe(lambda change: setattr(copy, 'position', change.new), 'position')", 2)
    page.send("grow", at="D3", what="new")
    name, news = page.told[-1]
    assert (name, news["snapshot"]["position"]) == ("cell-board-2", GROWN)


@pytest.mark.parametrize(
    ("does", "reported"), [("1 / 0", "ZeroDivisionError: division by zero"), ("sys.exit(3)", "SystemExit: 3")]
)
def test_a_failing_observer_or_player_is_reported_and_the_turn_counts(
    page: Page, does: str, reported: str
) -> None:
    page.shown(SHOW)
    page.run(f"import sys\nboard.observe(lambda change: {does}, 'position')")
    assert page.send("grow", at="D3", what="new")["reply"]["ok"]
    assert page.told[-1][1]["output"]["text"] == reported + "\n"
    page.run(f"board.unobserve_all()\nboard.white = lambda position: {does}")
    assert page.send("grow", at="D5", what="new")["reply"]["ok"]
    assert page.told[-1][1]["output"]["text"] == reported + "\n"


def test_a_long_cell_shows_its_turns_ten_times_a_second_at_most(page: Page) -> None:
    page.shown(SHOW)
    page.seconds = 1.0
    told = page.run("for turn in ('+D3', 'D6+L', '+D4'): board.play(turn)")
    # at once, and at the end
    assert [news["snapshot"]["history"]["length"] for _, news in told] == [1, 3]


def test_a_board_that_no_view_shows_any_more_is_not_told(page: Page) -> None:
    page.shown(SHOW)
    page.cells.hide(BOARD)
    assert page.run("board.play('+D3')") == []
    assert page.shown("board")["first"]["snapshot"]["position"] == GROWN
    assert page.send("undo")["reply"]["ok"]


def test_a_picture_comes_as_a_board_without_clicks(page: Page) -> None:
    source = f"import adaptoid_widget as aw\naw.picture({GROWN!r}, marks='ring(D2)', size=240, flipped=True)"
    ((_, told),) = page.run(source)
    picture = told["output"]["data"][PICTURE_TYPE]
    snapshot = json.loads(picture["traits"])["snapshot"]
    assert (snapshot["position"], snapshot["flipped"], snapshot["interactive"]) == (GROWN, True, False)
    assert snapshot["marks"]["rings"]
    assert picture["size"] == 240
    assert "Marked: ring (green) on D2." in picture["words"]


def test_a_level_answers_a_click_at_once(page: Page) -> None:
    page.shown("import adaptoid_widget as aw\nboard = aw.Board(black=3)\nboard")
    snapshot = page.send("grow", at="D3", what="new")["snapshot"]
    assert (snapshot["turn"], snapshot["players"]) == ("W", {"B": "level 3"})


def test_cells_wait_for_the_search_of_the_page(page: Page) -> None:
    start = Position.start()
    shown = page.printed(
        "import adaptoid_widget as aw\nstart = aw.Position.start()\n"
        "print(*aw.analyse(start, depth=2).lines[0].turns, aw.Player(level=4)(start), sep='; ')"
    )
    expected = [*analyse(start, depth=2).lines[0].turns, Player(level=4)(start)]
    assert shown == "; ".join(map(str, expected)) + "\n"
    assert page.requests > 0


def test_a_lesson_goes_on_in_a_cell_and_on_the_board(page: Page) -> None:
    assert page.shown(LESSON)["first"]["snapshot"]["lesson"]["step"] == 2
    ((name, news),) = page.run("said = lesson.reveal()")
    assert (name, news["snapshot"]["lesson"]["phase"]) == (BOARD, "shown")
    assert page.send("lesson", what="next")["reply"]["ok"]
    assert page.printed("print(lesson.step.name)") == "corner\n"


def test_boards_go_on_in_another_python_with_their_game_and_settings(page: Page) -> None:
    """As after *Stop*: the names are lost."""
    page.shown("import adaptoid_widget as aw\nboard = aw.Board(black=3, flipped=True, language='de')\nboard")
    page.run("board.play('+D3')")
    before = page.board()
    page.start()
    again = page.board()
    assert again["snapshot"]["position"] == before["snapshot"]["position"]
    assert (again["snapshot"]["flipped"], again["snapshot"]["players"]) == (True, {"B": "level 3"})
    assert again["wording"]["language"] == "de"
    assert page.send("undo")["reply"]["ok"]
    assert page.printed("print(board)") == ""


def test_a_board_that_was_not_touched_goes_on_in_its_language(page: Page) -> None:
    page.shown("import adaptoid_widget as aw\nboard = aw.Board(language='de')\nboard")
    page.start()
    assert page.board()["wording"]["language"] == "de"


def test_a_new_board_has_no_name_of_one_that_was_opened_again(page: Page) -> None:
    for _ in range(3):
        page.shown(SHOW)
    page.start()
    page.board("cell-board-3")
    assert page.shown(SHOW)["board"] == "cell-board-4"


def test_a_lesson_goes_on_in_another_python_with_its_results(page: Page) -> None:
    packed = page.shown(LESSON)["lesson"]
    page.run("lesson.reveal(); lesson.learner = 'Ada'")
    page.start()
    again = page.board(lesson=packed)
    assert again["learner"] == "Ada"
    assert again["snapshot"]["lesson"]["steps"][2] == "missed"
    # the step is over
    assert again["snapshot"]["lesson"]["step"] == 3


def test_of_a_cell_that_cannot_run_only_the_imports_are_done(page: Page) -> None:
    page.cells.import_for(0)
    assert page.printed("print(math.floor(2.5))") == "2\n"


def test_a_full_memory_is_said(page: Page) -> None:
    assert page.cells.run(0, "raise MemoryError") == "full"
    assert page.told[-1][1]["output"]["ename"] == "MemoryError"
