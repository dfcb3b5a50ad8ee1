"""Makes a notebook the page of a tutorial: the article, and what the page's Python gets."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from ...core.page.runtime import Runtime
from ...core.teaching.rich_text import plain
from ...layouts import data as named_boards
from ...picture import Picture
from ...puzzles import load, sentences
from ..cell_obstacles import Obstacle, obstacles
from ..output_content import SavedGame, SavedHome, SavedLesson, SavedPuzzles
from ..page_cells import cell_options
from ..page_contents import (
    game_options,
    lesson_boards,
    lesson_options,
    searched_players,
    still_picture,
    weights,
)
from ..shared_page import SiteFrame, image_element, name_of, tutorial_page
from . import images
from .code_colors import colored
from .outputs import OutputReader
from .page_words import PageWords
from .prose import heading
from .reading import NotebookCell, NotebookCells
from .sanitizing import ImageFinder

PYTHON = ("python", "ipython", "python3", "ipython3")


class Tutorial(NamedTuple):
    """A notebook that can become a page."""

    title: str
    language: str
    """The language that the page starts in."""
    lessons: Sequence[str]
    """The keys under which browsers store its lessons."""
    not_run: Sequence[str]
    """The code cells that cannot run in the page, each with the reason."""
    left_out: Sequence[str]
    """What is missing in the page, each with the number of its cell."""
    page_in: Callable[[SiteFrame | None], str]
    """Makes the HTML of the page, of a site or as one file."""

    @property
    def page(self) -> str:
        """The HTML of the page as one file."""
        return self.page_in(None)


def make(
    notebook: NotebookCells, folder: Path | None, name: str, title: str | None, language: str | None
) -> Tutorial:
    """The page of a notebook.

    `folder` is where the images are that its Markdown names. `name` is the title if the notebook begins with no heading
    of the first level and `title` is None. `language` is the page's first language, by default that of its first board.
    """
    return _Maker(notebook, folder, name, title, language).make()


class _Maker:
    def __init__(
        self, notebook: NotebookCells, folder: Path | None, name: str, title: str | None, language: str | None
    ) -> None:
        self._notebook = notebook
        self._folder = folder
        self._cells = list(notebook.cells)
        own_title = self._take_title()
        self._title = title or own_title or name
        self._left_out: list[str] = []
        self._at = 0
        self._language = language or "en"
        self._has_language = language is not None
        self._words = PageWords(self._language)
        self._reader = OutputReader(self._words, self._image_of_page, self._report)
        self._contents: list[dict[str, Any]] = []
        self._players: set[int] = set()
        self._boards: list[Any] = []

    def _take_title(self) -> str:
        """The heading that the notebook begins with, which the page's heading replaces."""
        for number, cell in enumerate(self._cells):
            if cell.kind == "markdown" and cell.source.strip():
                title, rest = heading(cell.source)
                self._cells[number] = cell._replace(source=rest)
                return title
            if cell.kind == "code" and not cell.without_source:
                break
        return ""

    def _report(self, text: str) -> None:
        self._left_out.append(f"cell {self._at}: {text}")

    def make(self) -> Tutorial:
        """The page."""
        sources = [cell.source for cell in self._cells if cell.kind == "code"]
        is_python = self._notebook.language in PYTHON
        found = {obstacle.cell: obstacle for obstacle in obstacles(sources)} if is_python else {}
        written = [number for number, source in enumerate(sources) if source.strip()]
        if written and not any(cell.outputs for cell in self._cells):
            runs = is_python and any(number not in found for number in written)
            so = ", so its boards appear only when a reader runs the cells" if runs else ""
            self._left_out.append(f"no cell has a saved output{so}; run the notebook and save it first")
        parts: list[str] = []
        cells: list[dict[str, Any]] = []
        not_run: list[str] = []
        for number, cell in enumerate(self._cells, 1):
            self._at = number
            if cell.kind == "code":
                key, slots = _why_not(found.get(len(cells)), is_python=is_python)
                html = self._code(len(cells), cell, key, slots)
                stored = self._words.text(key, slots) if key else ""
                if stored and cell.source.strip():
                    not_run.append(f"cell {self._at}: {stored}")
                cells.append({"source": cell.source, "stored": stored})
                parts.append(html)
            elif cell.kind == "markdown" and cell.source.strip():
                prose = self._reader.prose(cell.source, self._images_of(cell))
                parts.append(f'<div class="adaptoid-prose">\n{prose}</div>')
            elif cell.kind == "raw" and cell.source.strip() and not cell.source.startswith("---"):
                parts.append(
                    f'<div class="adaptoid-prose">\n<pre>\n{escape(cell.source, quote=False)}</pre></div>'
                )
        return Tutorial(
            self._title,
            self._language,
            [content["board"] for content in self._contents if content["kind"] == "lesson"],
            not_run,
            self._left_out,
            partial(self._page, "\n".join(filter(None, parts)), cells),
        )

    # -- images -----------------------------------------------------------------------------------------------------

    def _image_of_page(self, address: str) -> str | None:
        return images.from_url(address) if address[:5].lower() == "data:" else None

    def _images_of(self, cell: NotebookCell) -> ImageFinder:
        """Finds the images of a cell's Markdown: its attachments, and files in the folder of the notebook."""

        def find(address: str) -> str | None:
            if address.startswith("attachment:"):
                bundle = cell.attachments.get(address.removeprefix("attachment:"))
                for kind, text in bundle.items() if isinstance(bundle, dict) else ():
                    if isinstance(text, str) and kind in images.KINDS:
                        return images.from_base64(kind, text)
                return None
            if self._folder is not None and ":" not in address and not address.startswith("/"):
                return images.from_folder(self._folder, address)
            return self._image_of_page(address)

        return find

    # -- code -------------------------------------------------------------------------------------------------------

    def _code(self, number: int, cell: NotebookCell, key: str, slots: dict[str, str]) -> str:
        """The section of a code cell, hidden if nothing of it is to be seen; "" for an empty cell."""
        outputs: list[str] = []
        for shown in () if cell.without_outputs else self._reader.shown(cell.outputs):
            html = shown.html
            if shown.content is not None and not isinstance(shown.content, SavedHome):
                html = self._board(shown.content, html)
            outputs.append(html)
        if not outputs and not cell.source.strip():
            return ""
        parts: list[str] = []
        if cell.source.strip():
            language = "ipython" if self._notebook.language in PYTHON else self._notebook.language
            # keys scroll a long line
            source = f'<pre data-source tabindex="0"><code>{colored(cell.source, language)}</code></pre>'
            if cell.without_source:
                # later cells need its names, so it runs like the others
                source = f"<div hidden>{source}</div>"
            elif cell.hides_source:
                source = self._folded("code", source)
            parts.append(source)
            if key and not cell.without_source:
                parts.append(f'<p class="adaptoid-stored">{self._words.html(key, slots)}</p>')
        saved = "<div data-output>\n" + "\n".join(outputs) + "\n</div>"
        parts.append(self._folded("output", saved) if cell.hides_outputs and outputs else saved)
        attributes = f'data-code="{number}"'
        if cell.hides_source or cell.without_source:
            attributes += " data-folded"
        if key:
            attributes += f' data-stored="{escape(self._words.text(key, slots))}"'
        if cell.without_source and not outputs:
            attributes += " hidden"
        return f"<section {attributes}>\n" + "\n".join(parts) + "\n</section>"

    def _folded(self, what: str, html: str) -> str:
        return f"<details><summary>{self._words.html('article.' + what)}</summary>\n{html}\n</details>"

    # -- boards -----------------------------------------------------------------------------------------------------

    def _board(self, content: SavedGame | SavedLesson | SavedPuzzles, saved: str) -> str:
        """The element of a board, with the picture and the words that stand there until it is alive."""
        settings = dict(content.settings)
        language = settings.pop("language", self._language if self._has_language else "en")
        if not self._has_language and not self._contents:
            self._language = language
        if isinstance(content, SavedGame):
            options = game_options(content.game, settings.get("aids", "full"), language, content.levels)
            self._players |= {2, 3}
            self._boards = named_boards()
            still = saved
            if content.game.started:
                picture = still_picture(content.game, language)
                still = _figure(picture)
            options["kind"] = "game"
        elif isinstance(content, SavedLesson):
            lesson = content.lesson
            options = {**lesson_options(lesson, language), "kind": "lesson"}
            self._players |= searched_players(lesson)
            self._boards = self._boards or lesson_boards(lesson)
            step = lesson.steps[0]
            picture = still_picture(lesson, language)
            task = "".join(
                f"<p>{escape(line)}</p>\n" for line in plain(lesson.say(step.text, language)).split("\n")
            )
            still = f"<p><strong>{escape(lesson.titled(language))}</strong></p>\n{task}" + _figure(picture)
        else:
            chosen = load(content.tactics or None)
            options = {
                "kind": "puzzles",
                "puzzles": [list(puzzle[:-1]) for puzzle in chosen],
                "sentences": sentences(),
                "board": "puzzles",
                "language": language,
                "day": content.day,
            }
            still = saved
        options["settings"] = settings
        self._contents.append(options)
        return f'<adaptoid-board data-content="{len(self._contents) - 1}">\n{still}</adaptoid-board>'

    # -- the page ---------------------------------------------------------------------------------------------------

    def _page(self, article: str, cells: list[dict[str, Any]], site: SiteFrame | None) -> str:
        options: dict[str, Any] = {"language": self._language, "contents": self._contents}
        # texts of the author may change, and results stay
        options["board"] = name_of(
            ["tutorial", self._title, [content["board"] for content in self._contents]]
        )
        if self._players:
            options["weights"] = weights(sorted(self._players))
        if self._boards:
            options["boards"] = self._boards
        if any(cell["source"].strip() and not cell["stored"] for cell in cells):
            reasons = {number: cell["stored"] for number, cell in enumerate(cells) if cell["stored"]}
            options.update(cell_options([cell["source"] for cell in cells], reasons))
        shared: dict[str, Any] = {name: options[name] for name in ("weights", "boards") if name in options}
        firsts = [_first({**shared, **content}) for content in self._contents]
        words = self._words.by_language
        return tutorial_page(options, firsts, article, title=self._title, words=words, site=site)


def _first(content: dict[str, Any]) -> str:
    """The first message of a content; "" for puzzles, since the browser knows which one comes first."""
    if content["kind"] == "puzzles":
        return ""
    first: str = Runtime().open(content["kind"], json.dumps(content)).first()
    return first


def _figure(picture: Picture) -> str:
    return (
        f"<figure>\n{image_element(picture.svg)}<figcaption>{escape(picture.words)}</figcaption>\n</figure>\n"
    )


def _why_not(obstacle: Obstacle | None, *, is_python: bool) -> tuple[str, dict[str, str]]:
    """The word of the page for the reason why a cell cannot run in it, and its slots; "" for a cell that can."""
    if not is_python:
        return "stored.language", {}
    if obstacle is None:
        return "", {}
    return obstacle.sentence, {"name": obstacle.name}
