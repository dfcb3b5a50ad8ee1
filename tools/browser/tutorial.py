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
from adaptoid_widget.export.page_contents import lesson_key, weights
from adaptoid_widget.export.shared_page import name_of, tutorial_page
from adaptoid_widget.layouts import data as named_boards
from adaptoid_widget.picture import Picture

TEXT = "An adaptoid with more limbs than free discs around it starves. Count before you grow. " * 6


def tutorial(
    boards: Sequence[Game | LessonContent],
    *,
    language: str = "en",
    damaged: Mapping[int, bool] = MappingProxyType({}),
    **options: Any,
) -> str:
    """The page of an article with games and lessons. `options` join those of each game.

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
    page = {"language": language, "board": name_of(contents), "contents": contents, **shared}
    return tutorial_page(page, firsts, "\n".join(body), title="Hunger, and how to make it")
