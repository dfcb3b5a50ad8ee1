"""Opens what a page holds, of any kind. What a kind needs is imported when the first of it is opened."""

from __future__ import annotations

import json
from typing import Any, Callable

from ..i18n.catalog import LANGUAGES
from ..wire.intent_fields import Json


class Runtime:
    """The Python of a page.

    >>> runtime = Runtime()
    >>> page = runtime.open("class")
    >>> page.add("empty.results.json", "")
    'damaged'
    """

    def __init__(self, languages: str = "", name_key: Callable[[str], str] = str) -> None:
        """Register the languages besides English (`add_languages`).

        `name_key` makes the same text of all spellings of a learner's name.
        """
        self._name_key = name_key
        add_languages(languages)

    def open(self, kind: str, options: str = "", stored: str = "") -> Any:
        """Open a content of a kind with its options, as JSON, and with what the browser stored of it.

        The kinds are "game", "lesson", "puzzles" and "class".
        """
        if kind == "game":
            from .game_page import GamePage

            return GamePage(options, stored)
        if kind == "lesson":
            from .lesson_page import LessonPage

            return LessonPage(options, stored)
        if kind == "puzzles":
            from .puzzle_page import PuzzlePage

            return PuzzlePage(options, stored)
        from .class_page import ClassPage

        return ClassPage(self._name_key)


def add_languages(texts: str) -> None:
    """Register languages; their words are read when they are first needed.

    NULs separate the languages; before them are the keys of all words. Each language is three lines: its tag, its name
    and its words in the order of the keys. Keys and words are JSON.
    """
    parts = texts.split("\0")
    for language in parts[1:]:
        tag, name, words = language.split("\n", 2)
        LANGUAGES.add(tag, name, _reader(parts[0], words))


def _reader(keys: str, words: str) -> Callable[[], Json]:
    def read() -> Json:
        names, values = json.loads(keys), json.loads(words)
        return {
            part: {key: word for key, word in zip(names[part], values[part]) if word is not None}
            for part in names
        }

    return read
