"""The environment of `core` while cells run in a page: pictures, diagrams, suggestions, random numbers, copies."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Optional

from ..game.game import Game
from ..host.host import Host, current_host
from ..host.similar_words import similar_word
from ..i18n.catalog import ENGLISH
from ..rules.layout import Layout
from ..rules.position import Position
from ..wire import snapshot as snapshot_parts
from ..wire.picture_words import diagram
from .cell_pictures import picture

LAYOUT_TYPE = "application/vnd.adaptoid.layout+json"
# the names that cells know classes by
_NAMES = {
    "AuthoredStep": "Step",
    "CellAnalysis": "Analysis",
    "CellBoard": "Board",
    "CellLesson": "Lesson",
    "CellPicture": "Picture",
    "CellPlayer": "Player",
    "CellPuzzles": "Puzzles",
    "_LessonBoard": "Board",
}


class CellHost(Host):
    """What the code in `core` asks for in the cells of a page."""

    def __init__(
        self,
        random_bits: Callable[[int], int],
        report: Callable[[str], None],
        search: Any = None,
        lessons: Optional[Dict[str, Any]] = None,
        puzzles: Optional[Dict[str, Any]] = None,
        today: int = 0,
    ) -> None:
        """`random_bits` returns a random number of so many bits. `report` says something to whoever runs the cell."""
        self.random_bits = random_bits
        self._report = report
        self.search = search
        """The `SearchRunner` of the page, which cells wait for, or None."""
        self.lessons = {} if lessons is None else lessons
        """The lessons that the page holds, by name, as `LessonContent.pack` returns them."""
        self.puzzles: Dict[str, Any] = {"puzzles": [], "sentences": {}} if puzzles is None else puzzles
        """The "puzzles" that the page holds, each as a list of its fields, and their "sentences" by language."""
        self.today = today
        """The day when the page was opened, as a date's ordinal."""
        self._boards = 0

    def number_board(self) -> int:
        """The number of a board that a cell makes, from 1."""
        self._boards += 1
        return self._boards

    def keep_number(self, number: int) -> None:
        """Give the number of a board to no other one."""
        self._boards = max(self._boards, number)

    def board_changed(self, board: Any) -> None:
        """Called after each change of a board."""

    def failed(self, error: BaseException) -> None:
        """Called with what an observer or a player of a board has raised."""
        self._report("%s: %s" % (type(error).__name__, error))

    def mime_bundle(self, value: object) -> Dict[str, Any]:
        """A picture as data; a sentence for an unfinished open start."""
        if isinstance(value, Layout):
            return {LAYOUT_TYPE: {"layout": str(value)}, "text/plain": str(value)}
        if isinstance(value, Game) and not value.started:
            return {"text/plain": snapshot_parts.status(value, ENGLISH)}
        bundle = picture(value)._repr_mimebundle_()
        if isinstance(value, Position):
            bundle["text/plain"] = diagram(value)
        return bundle

    def diagram(self, position: Any) -> str:
        return diagram(position)

    def report_repair(self, text: str) -> None:
        self._report(text)

    def class_name(self, value: object) -> str:
        name = super().class_name(value)
        return _NAMES.get(name, name)

    def similar_word(self, word: str, words: Iterable[str]) -> str:
        return similar_word(word, words)

    def random_seed(self) -> int:
        return self.random_bits(30)

    def deep_copy(self, value: Any) -> Any:
        return Game.from_record(value.to_record()) if isinstance(value, Game) else super().deep_copy(value)


# boards and pictures of cells without a page, as in tests
_WITHOUT_PAGE = CellHost(lambda _: 0, lambda _: None)


def cell_host() -> CellHost:
    """The present host, if it is that of cells in a page."""
    host = current_host()
    return host if isinstance(host, CellHost) else _WITHOUT_PAGE
