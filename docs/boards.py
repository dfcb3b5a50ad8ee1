"""Makes the boards of the documentation site: pictures, and the live pages of `aw.share` that replace them."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from pathlib import Path
from urllib.parse import quote

import adaptoid_widget as aw
from adaptoid_widget.core.teaching.lesson import LessonContent
from adaptoid_widget.lessons import load

# What a board on a page does not show of the page that `share` makes; the small one has nothing but *Undo* below it.
HIDDEN = {
    "board-play": "header, body > details, footer, .adaptoid-history",
    "lesson": "header, body > details, footer",
    "board": "header, body > details, footer, .adaptoid-replay, .adaptoid-viewbar, .adaptoid-sides,"
    " .adaptoid-history, .adaptoid-tools > :nth-child(n + 2)",
}
LOOK = """
%s { display: none !important }
body { max-width: none; padding: 2px }
.adaptoid-layout > .adaptoid-sides { grid-column: 1 / -1 }
.adaptoid-layout > .adaptoid-tools { display: flex; flex-wrap: wrap; justify-content: center }
.adaptoid-tools > button { flex: 0 1 auto }
/* told by the page around it, where the browser lets it */
:root[data-theme], :root[data-theme] body { background: transparent }
:root[data-theme="light"] {
  --page: #f7f1e5; --ink: #2e261d; --soft: #6d5f4b; --rule: #dccfb8; --card: #fffaf0; --warn: #8a3b12;
  color-scheme: light;
}
:root[data-theme="dark"] {
  --page: #1b1713; --ink: #f0e7d8; --soft: #b9ab95; --rule: #4a4136; --card: #26211b; --warn: #f0a878;
  color-scheme: dark;
}
"""


class DocBoardError(Exception):
    """A board cannot be shown. The message says why."""


class DocBoards:
    """The boards of one page; their pictures and live pages go into one folder for all pages."""

    def __init__(self, folder: Path, up: str) -> None:
        """`up` leads from the page to the folder above `folder`, which is the top of the site."""
        self._folder = folder
        self._up = up
        folder.mkdir(parents=True, exist_ok=True)

    def make(self, kind: str, content: str, caption: str) -> str:
        """Return a board as MyST: a picture for each theme, which a script of the site replaces by the live board.

        `kind` is "board" or "board-play" for a position, "lesson" for one of the course by its name.
        """
        if kind == "lesson":
            lesson = load(content)
            position = lesson.steps[0].position
            address = self._write_page(kind, lesson, f"lesson-{content}.html")
        else:
            # one page for all positions, which it reads from its address
            position = content
            address = self._write_page(kind, aw.Position.start(), f"{kind}.html")
            address += "#" + quote(content.replace(" ", "_"), safe=":,+@/")
        pictures, words = self._draw(position)
        data = f'data-board="{escape(self._up + address)}" data-words="{words}"'
        board = f'<div class="adaptoid-figure" {data}>{pictures}</div>'
        return f"::::{{container}} figure-{kind}\n```{{raw}} html\n{board}\n```\n\n{caption.strip()}\n::::"

    def _draw(self, position: str) -> tuple[str, str]:
        """Return pictures of a position as HTML, and their description."""
        pictures, words = "", ""
        for theme in ("light", "dark"):
            picture = aw.picture(position, theme=theme, size=560)
            words = escape(picture.words)
            name = hashlib.sha256(picture.svg.encode()).hexdigest()[:12] + ".svg"
            (self._folder / name).write_text(picture.svg, encoding="utf-8")
            _, _, across, down = picture.frame
            size = f'width="560" height="{round(560 * down / across)}"'
            pictures += f'<img class="only-{theme}" src="{self._up}figures/{name}" alt="{words}" loading="lazy" {size}>'
        return pictures, words

    def _write_page(self, kind: str, content: aw.Position | LessonContent, name: str) -> str:
        """Write a page of `share` with less around the board. Return its address on the site."""
        address = f"figures/{name}"
        if (self._folder / name).exists():
            return address
        text = aw.share(content, self._folder / name).read_text(encoding="utf-8")
        if text.count("style-src ") != 1 or text.count("</head>") != 1:
            raise DocBoardError("the policy or the head of a shared page is not as it was")
        look = LOOK % HIDDEN[kind]
        digest = base64.b64encode(hashlib.sha256(look.encode()).digest()).decode()
        text = text.replace("style-src ", f"style-src {escape(repr('sha256-' + digest))} ")
        text = text.replace("</head>", f"<style>{look}</style>\n</head>")
        (self._folder / name).write_text(text, encoding="utf-8")
        return address
