"""Opens what a page holds, of any kind. What a kind needs is imported when the first of it is opened."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, List

from ..i18n.catalog import ENGLISH, LANGUAGES
from ..wire.intent_fields import Json


class Runtime:
    """The Python of a page, with all its contents.

    >>> runtime = Runtime()
    >>> page = runtime.open("class")
    >>> page.add("empty.results.json", "")
    'damaged'
    """

    def __init__(
        self,
        languages: str = "",
        name_key: Callable[[str], str] = str,
        tell: Callable[[str, str, str], object] = lambda *_: None,
        words: Callable[[str], str] = str,
    ) -> None:
        """Register the languages besides English (`add_languages`).

        `name_key` makes the same text of all spellings of a learner's name. `tell` takes what changed in a content
        without an intent: the content's name, the news, and the state to store or "". `words` gives the words of a
        language by its tag, if they are not in `languages`.
        """
        self._name_key = name_key
        self.tell = tell
        """Tells the page the news of a content: the content's name, the news, and the state to store or ""."""
        self.contents: Dict[str, Any] = {}
        """The contents that were opened with a name."""
        add_languages(languages, words)

    def open(self, kind: str, options: str = "", stored: str = "", name: str = "") -> Any:
        """Open a content of a kind with its options, as JSON, and with what the browser stored of it.

        The kinds are "game", "lesson", "puzzles", "class", "cells", "cell-board" for a board that a cell has shown, and
        "embedded" for what the attributes of an element describe.
        A content with a `name` replaces the one before it.
        """
        content = self._opened(kind, options, stored)
        if name:
            self.contents[name] = content
        return content

    def publish(self) -> None:
        """Tell the page what changed in the boards without an intent: something in one content may change another."""
        for name in self.contents:
            content = self.contents[name]
            # not every kind has a board
            news = content.news() if hasattr(content, "news") else ""
            if news:
                self.tell(name, news, content.keep())

    def _opened(self, kind: str, options: str, stored: str) -> Any:
        if kind == "embedded":
            from .embedded import content_of

            made = content_of(json.loads(options))
            kind, options = "lesson" if "lesson" in made else "game", json.dumps(made)
        if kind == "game":
            from .game_page import GamePage

            return GamePage(options, stored)
        if kind == "lesson":
            from .lesson_page import LessonPage

            return LessonPage(options, stored)
        if kind == "cells":
            from .cells_page import CellsPage

            return CellsPage(options, self)
        if kind == "cell-board":
            return self.contents["cells"].board(options, stored)
        if kind == "puzzles":
            from .puzzle_page import PuzzlePage

            return PuzzlePage(options, stored)
        from .class_page import ClassPage

        return ClassPage(self._name_key, json.loads(options)["course"] if options else [])


def add_languages(texts: str, words: Callable[[str], str] = str) -> None:
    """Register languages; their words are read when they are first needed.

    NULs separate the languages. Each is three lines: its tag, its name and its words as JSON: for "sentences" and "ui"
    a list in the order of the sorted English keys, and in "more" the words by those keys that English lacks. Without
    the third line, `words` gives it: most pages never need it, and MicroPython copies long texts slowly.
    """
    for language in texts.split("\0") if texts else []:
        tag, name, *held = language.split("\n", 2)
        LANGUAGES.add(tag, name, _reader(tag, held, words))


def _reader(tag: str, held: List[str], get: Callable[[str], str]) -> Callable[[], Json]:
    def read() -> Json:
        words = json.loads(held[0] if held else get(tag))
        out: Json = words["more"]
        for part, english in (("sentences", ENGLISH.sentences), ("ui", ENGLISH.ui)):
            for key, word in zip(sorted(english), words[part]):
                # a plural form may be missing in a language
                if word is not None:
                    out[part][key] = word
        return out

    return read
