"""What `core` asks of its environment in CPython: output, warnings, files, random numbers, suggestions."""

from __future__ import annotations

import sys
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .core.game.game import Game
from .core.host.host import Host
from .core.host.similar_words import similar_word
from .core.i18n.catalog import ENGLISH
from .core.rules.layout import Layout
from .core.rules.position import Position
from .core.wire.snapshot import status
from .export.inputs import hint_about
from .picture import diagram, picture
from .picture.layout_picture import layout_picture
from .storage.game_link import game_link
from .storage.records import save_record
from .threads import deferred_interrupt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pandas import DataFrame

    from .core.rules.turn import Referee


class NotebookHost(Host):
    """Pictures, warnings, files, links and random numbers for `core`, which may not import these."""

    guard = deferred_interrupt()

    def mime_bundle(self, value: Any) -> dict[str, str]:
        """A picture; a sentence for an unfinished open start."""
        if isinstance(value, Layout):
            return layout_picture(value).bundle
        if isinstance(value, Game) and not value.started:
            return {"text/plain": status(value, ENGLISH)}
        bundle = picture(value).bundle
        return {**bundle, "text/plain": diagram(value)} if isinstance(value, Position) else bundle

    def diagram(self, position: Any) -> str:
        return diagram(position)

    def report_repair(self, text: str) -> None:
        """Warn the first caller outside of this package."""
        from inspect import currentframe
        from warnings import warn

        here, level, frame = str(Path(__file__).parent), 1, currentframe()
        while frame is not None and frame.f_code.co_filename.startswith(here):
            level, frame = level + 1, frame.f_back
        warn(text, stacklevel=level)

    def type_name(self, value: object) -> str:
        """A class of this package that was loaded again has the name of the present one, which is another class."""
        cls = type(value)
        present = getattr(sys.modules.get(cls.__module__), cls.__name__, cls)
        # a widget may have a class of its own, made from that of its module
        if issubclass(cls, present) or not cls.__module__.startswith(__package__ or "adaptoid_widget"):
            return cls.__name__
        return (
            f"a {cls.__name__} from before the package was loaded again; restart the kernel, and leave %autoreload off "
            "for this package"
        )

    def hint_about(self, text: str) -> str:
        return hint_about(text)

    def similar_word(self, word: str, words: Iterable[str]) -> str:
        return similar_word(word, words)

    def random_seed(self) -> int:
        from secrets import randbelow

        return randbelow(2**31)

    def deep_copy(self, value: Any) -> Any:
        return deepcopy(value)

    def save(self, record: str, path: Any, replace: bool) -> Path:
        return save_record(record, path, replace)

    def link(self, record: str, row: int | None, address: str) -> str:
        return game_link(record, row, address)

    def game_frame(
        self, game: Game, score: bool, depth: int | None, nodes: int | None, seconds: float | None
    ) -> DataFrame:
        from .engine.game_table import game_frame

        return game_frame(game, score, depth, nodes, seconds)

    def arrays(self) -> Any:
        from .explore import arrays

        return arrays

    def referee(self) -> Referee:
        from .engine.backends.backend import rules_module

        compiled: Referee = rules_module().outcomes
        return compiled
