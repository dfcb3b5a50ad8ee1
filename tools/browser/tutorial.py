"""An article with several boards in one page, as a notebook that is shared becomes one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from adaptoid_widget.core.game.game import Game
from adaptoid_widget.core.page.game_page import GamePage
from adaptoid_widget.core.page.lesson_page import LessonPage
from adaptoid_widget.core.page.stored_game import stored_game
from adaptoid_widget.core.teaching.lesson import LessonContent
from adaptoid_widget.export.page_cells import cell_options
from adaptoid_widget.export.page_contents import lesson_key, weights
from adaptoid_widget.export.shared_page import name_of, tutorial_page
from adaptoid_widget.layouts import data as named_boards
from adaptoid_widget.picture import Picture

TEXT = "An adaptoid with more limbs than free discs around it starves. Count before you grow. " * 6


def tutorial(
    boards: Sequence[Game | LessonContent],
    *,
    cells: Sequence[str] = (),
    language: str = "en",
    damaged: Mapping[int, bool] = MappingProxyType({}),
    **options: Any,
) -> str:
    """The page of an article with games and lessons, then code cells. `options` join those of each game.

    Of the `damaged` boards, Python can open none; the value says whether the page holds the first message.
    """
    contents: list[dict[str, Any]] = []
    body: list[str] = []
    for number, board in enumerate(boards):
        lesson = board if isinstance(board, LessonContent) else None
        content: dict[str, Any]
        if lesson is not None:
            content = {"kind": "lesson", "lesson": lesson.pack(), "board": lesson_key(lesson)}
            shown = Game(lesson.steps[0].start)
        else:
            assert isinstance(board, Game)
            shown = board
            content = {"kind": "game", "game": stored_game(board), "aids": "full", **options}
            content["board"] = name_of(content)
        contents.append({**content, "language": language})
        still = Picture(shown.position, theme="auto", size=560)
        body += [f"<h2>Board {number + 1}</h2>", f"<p>{escape(TEXT)}</p>"]
        body.append(
            f'<adaptoid-board data-content="{number}"><figure>'
            f'<img alt="" src="data:image/svg+xml,{quote(still.svg)}">'
            f"<figcaption>{escape(still.words)}</figcaption></figure></adaptoid-board>"
        )
    shared = {"weights": weights((2, 3)), "boards": named_boards()}
    opened = {"game": GamePage, "lesson": LessonPage}
    firsts = [opened[content["kind"]](json.dumps({**shared, **content})).first() for content in contents]
    for number in damaged:
        contents[number].update({"game": {"record": ["none"]}})
        firsts[number] = firsts[number] if damaged[number] else ""
    page: dict[str, Any] = {"language": language, "board": name_of(contents), "contents": contents, **shared}
    if cells:
        page.update(cell_options(cells))
        body += [_cell(number, row) for number, row in enumerate(page["cells"])]
    return tutorial_page(page, firsts, "\n".join(body), title="Hunger, and how to make it")


def _cell(number: int, row: Mapping[str, str]) -> str:
    """A code cell as a converted notebook has it."""
    reason = f' data-stored="{escape(row["stored"])}"' if row["stored"] else ""
    return (
        f'<section data-code="{number}"{reason}><pre data-source>{escape(row["source"])}</pre>'
        f"<p>{escape(row['stored'])}</p><div data-output><pre>what the author saw</pre></div></section>"
    )
