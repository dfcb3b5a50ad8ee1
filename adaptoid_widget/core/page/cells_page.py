"""The code cells of a page, and the boards that they show."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, List, Optional, Tuple

from ..cells.cell_boards import BOARD_TYPE, NAME, CellBoard
from ..cells.cell_host import CellHost
from ..cells.cell_lessons import CellLesson
from ..cells.cell_names import install
from ..cells.cell_pictures import PICTURE_TYPE
from ..cells.cell_runner import Bundle, CellRunner
from ..cells.cell_search import CellPlayer
from ..game.game import Game
from ..i18n.catalog import LANGUAGES
from ..rules.position import Position
from ..search.remote_search import RemoteRunner
from ..session.analyst import PositionAnalyst
from ..session.computer_players import named_levels
from ..session.hooks import HandlerTable
from ..session.session import SETTINGS, Session
from ..session.sharing import add_sharing
from ..teaching.lesson import LessonContent
from ..teaching.results import Result
from ..teaching.reviewer import GameReviewer
from ..wire.intent_fields import Json
from .endpoint import OUTDATED, PageEndpoint, read_options
from .lesson_page import learner_handler
from .page_runner import PageRunner
from .stored_game import read_stored, stored_game

# while a cell runs, the page is told of the changes of a board after so many seconds at least
PACE = 0.1


class CellEndpoint(PageEndpoint):
    """A board that a cell has shown. People play on it in the page, and cells in Python."""

    def __init__(
        self, board: CellBoard, lesson: Optional[CellLesson], weights: Optional[Json], cells: CellsPage
    ) -> None:
        """`lesson` is the one on the board. Without `weights`, the board has no analysis."""
        self.board = board
        self.lesson = lesson
        self._cells = cells
        session = board._session
        self.runner = PageRunner(weights) if weights else None
        self.analyst: Optional[PositionAnalyst] = None
        self.review: Optional[GameReviewer] = None
        if lesson is not None:
            session.add_hooks(HandlerTable({"learner": learner_handler(lesson._tutor)}))
            if self.runner is not None:
                lesson._tutor.search_with(self.runner)
        else:
            add_sharing(session)
            if self.runner is not None:
                self.analyst = PositionAnalyst(session, self.runner)
                self.review = GameReviewer(session, self.runner)
        if self.runner is not None:
            session.add_hooks(self.runner)
        self.told_at = 0.0
        """When the page was told of a change, by the clock of the page."""
        super().__init__(session, {"language": board.language}, "")

    def handle(self, text: str) -> str:
        self._cells.asked = self
        try:
            return super().handle(text)
        finally:
            self._cells.asked = None

    def whole_state(self) -> str:
        """The state to store, as JSON, even if nothing in it is new."""
        self._stores_state = True
        return self.keep()

    def traits(self) -> Json:
        """The requests of all searches, and the learner of a lesson, or the analysis and the review of a game."""
        out: Json = {}
        if self.runner is not None:
            out["searches"] = self.runner.requests
        if self.lesson is not None:
            out["learner"] = self.lesson.learner
        if self.analyst is not None and self.review is not None:
            out["analyst"], out["review"] = self.analyst.shown, self.review.trait()
        return out

    def state(self) -> Json:
        """The game with the settings of its board, or the results of its lesson."""
        if self.lesson is not None:
            tutor = self.lesson._tutor
            return {"result": tutor.result.pack(), "game": tutor.game_record}
        out = stored_game(self.session.game if self.review is None else self.review.game)
        out["settings"] = {name: self.session.setting(name) for name in SETTINGS}
        return out


class CellsPage:
    """The cells of a page and their boards.

    It tells the page of each output of a cell at once, as news of the content "cells", which is JSON: {"cell": number,
    "output": in the form of notebook files}. A board in an output is {"board": its name, "first": its traits as JSON,
    "state": to store, "lesson": JSON or ""}. The page then opens a content of the kind "cell-board" with this name.
    """

    def __init__(self, options: str, runtime: Any) -> None:
        """`runtime` is the `Runtime` that opens it."""
        page = read_options(options)
        self._runtime = runtime
        self._cells: List[Json] = page.get("cells", [])
        self._weights: Optional[Json] = page.get("weights")
        self._clock: Callable[[], float] = lambda: 0.0
        # by name, the boards that cells have shown
        self._endpoints: Dict[str, CellEndpoint] = {}
        # the cell that runs, or ran last
        self._cell = 0
        self.asked: Optional[CellEndpoint] = None
        """The board that an intent is carried out on."""
        self._host = _PageCellHost(self, page)
        self._runner = CellRunner(shown=self._shown, written=self._written)
        install(self._host, self._runner.display)

    def connect(
        self,
        search: Optional[Callable[[str], str]] = None,
        clock: Optional[Callable[[], float]] = None,
        random_bits: Optional[Callable[[int], int]] = None,
    ) -> None:
        """Give the cells what their host has.

        `search` answers a request of `RemoteSearch` at once; both are JSON. `clock` returns seconds. `random_bits`
        returns a random number of so many bits.
        """
        if search is not None and self._weights is not None:
            ask = search
            self._host.search = RemoteRunner(
                self._weights, lambda request: json.loads(ask(json.dumps(request)))
            )
        if clock is not None:
            self._clock = clock
        if random_bits is not None:
            self._host.random_bits = random_bits

    def first(self) -> str:
        """Nothing: cells have no traits."""
        return "{}"

    # -- cells ---------------------------------------------------------------------------------------------------------

    def run(self, number: int, source: str) -> str:
        """Run a cell. Returns "full" if it has filled the memory, so that nothing else should be asked; else ""."""
        self._cell = number
        try:
            outputs = self._runner.run(source, "cell %d" % (number + 1))
            if outputs and outputs[-1].get("ename") == "MemoryError":
                return "full"
            self._runtime.publish()
            return ""
        except MemoryError:
            self._runner.names.clear()
            return "full"

    def import_for(self, number: int) -> str:
        """Do the imports of a cell that cannot run here, so that later cells have them."""
        self._cell = number
        self._runner.run(self._cells[number].get("imports", ""), "cell %d" % (number + 1))
        return ""

    def _written(self, output: Json) -> None:
        data = output.get("data", {})
        if PICTURE_TYPE in data:
            data[PICTURE_TYPE] = _drawing(data[PICTURE_TYPE])
        self._runtime.tell("cells", json.dumps({"cell": self._cell, "output": output}), "")

    def report(self, text: str) -> None:
        """Print a text as an output of the last cell."""
        self._written({"output_type": "stream", "name": "stderr", "text": text + "\n"})

    # -- boards --------------------------------------------------------------------------------------------------------

    def _shown(self, value: Any) -> Optional[Bundle]:
        """The bundle of a board or of a lesson, which the page shows; None for other values."""
        lesson = value if isinstance(value, CellLesson) else None
        board = value.board if lesson is not None else value
        if not isinstance(board, CellBoard):
            return None
        name = board._session.board
        lesson = board._lesson
        endpoint = self._endpoints.get(name) or self._add(board, lesson)
        self._runtime.contents[name] = endpoint
        # what has changed up to now is in the first traits
        endpoint.news()
        shown: Json = {"board": name, "first": endpoint.first(), "state": endpoint.whole_state()}
        shown["lesson"] = "" if lesson is None else json.dumps(lesson.content.pack())
        return {BOARD_TYPE: shown, "text/plain": repr(value)}

    def _add(self, board: CellBoard, lesson: Optional[CellLesson]) -> CellEndpoint:
        endpoint = CellEndpoint(board, lesson, self._weights, self)
        self._endpoints[board._session.board] = endpoint
        return endpoint

    def board(self, options: str, stored: str) -> CellEndpoint:
        """A board that a cell has shown, by "board" in its options.

        If this Python does not know it, since the one before was ended, it is opened again from what was stored of it
        and from its "lesson", without the names that cells gave it.
        """
        page: Json = json.loads(options)
        name: str = page["board"]
        known = self._endpoints.get(name)
        state: Json = json.loads(stored or "{}")
        if known is not None:
            # a new board is in the language of its cell, and the reader may have chosen another one for the page
            if "spoken" in state:
                known.board.language = _language(state)
            return known
        if page.get("lesson"):
            board, lesson = self._opened_lesson(json.loads(page["lesson"]), state)
        else:
            board, lesson = self._opened_board(state), None
        board._session.board = name
        self._host.keep_number(int(name[len(NAME) :]))
        return self._add(board, lesson)

    def _opened_lesson(self, packed: Any, state: Json) -> Tuple[CellBoard, CellLesson]:
        result = Result.unpack(state["result"])
        lesson = CellLesson.of(LessonContent.unpack(packed), result, language=_language(state))
        try:
            lesson._tutor.resume_game(state.get("game", []))
        except OUTDATED:
            pass
        return lesson.board, lesson

    def _opened_board(self, state: Json) -> CellBoard:
        game = read_stored(state)
        settings: Dict[str, Any] = dict(state["settings"])
        levels = named_levels(game)
        settings.update({_PLAYERS[color]: CellPlayer(levels[color]) for color in levels})
        return CellBoard(game, language=_language(state), **settings)

    def hide(self, name: str) -> str:
        """The page does not show a board any more, until a cell shows it again."""
        self._runtime.contents.pop(name, None)
        return ""

    def changed(self, board: CellBoard) -> None:
        """Tell the page of a change of a board, unless it was told of another a moment ago."""
        endpoint = self._endpoints.get(board._session.board)
        if endpoint is None or endpoint is self.asked or board._session.board not in self._runtime.contents:
            return
        now = self._clock()
        if now - endpoint.told_at >= PACE:
            endpoint.told_at = now
            news = endpoint.news()
            if news:
                self._runtime.tell(board._session.board, news, endpoint.keep())


def _drawing(data: Json) -> Json:
    """What the page draws a picture from: the traits of a board without clicks as JSON, its words, and its size."""
    settings = {name: data[name] for name in ("flipped", "coordinates")}
    wording = LANGUAGES.wording(data["language"])
    session = Session(
        Game(Position.from_text(data["position"])), "picture", wording, interactive=False, **settings
    )
    session.game.marks = data["marks"]
    snapshot: Json = dict(session.snapshot())
    snapshot["last"] = data["last"]
    traits = {"snapshot": snapshot, "discs": session.discs(), "wording": session.words()}
    return {"traits": json.dumps(traits), "words": data["words"], "size": data["size"]}


def _language(state: Json) -> str:
    """The language of a board whose state was stored."""
    for language in state.get("spoken", {}).values():
        return str(language)
    return "en"


_PLAYERS = {"W": "white", "B": "black", "R": "red"}


class _PageCellHost(CellHost):
    """The host of the cells of a page."""

    def __init__(self, page: CellsPage, options: Json) -> None:
        held = options.get("lessons", {}), options.get("puzzles"), options.get("day", 0)
        super().__init__(lambda _: 0, page.report, None, *held)
        self._page = page

    def board_changed(self, board: Any) -> None:
        self._page.changed(board)
