"""The saved outputs of a code cell as HTML."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape, unescape
from typing import Any, NamedTuple

from ...core.cells.cell_runner import MAX_TEXT
from ..output_content import MIME, TITLES, Content, ContentError, read_content
from . import images
from .page_words import PageWords
from .prose import html_of
from .reading import joined
from .sanitizing import ImageFinder, TooDeep, cleaned

WIDGET = "application/vnd.jupyter.widget-view+json"
MAX_TITLE = 200
# of all HTML in outputs, since cleaning takes a second for two million characters
MAX_HTML = 10_000_000
# the class of the saved pictures of boards, also of earlier versions
_OURS = "adaptoid-last-"
# colours and movements of the cursor, as terminals know them
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SVG_BEGIN, _SVG_END = (re.compile(pattern, re.IGNORECASE) for pattern in (r"<svg\b", r"</svg\s*>"))


class Shown(NamedTuple):
    """An output, or several texts of a program that follow one another."""

    html: str
    content: Content | None = None
    """The content of a board or a lesson, whose saved picture is `html`."""


class OutputReader:
    """Reads the outputs of one notebook."""

    def __init__(self, words: PageWords, find_image: ImageFinder, report: Callable[[str], None]) -> None:
        """`report` takes what the author should know of an output."""
        self._words = words
        self._find_image = find_image
        self._report = report
        self._html_left = MAX_HTML

    def shown(self, outputs: Sequence[Any]) -> Iterator[Shown]:
        """The outputs of a cell, without those that are shown by others."""
        stream = ""
        # the parts of a text, which are joined once
        parts: list[str] = []
        has_picture = any(_is_our_picture(output) for output in outputs)
        titles: list[str] = []
        last_title = ""
        for output in [*outputs, None]:
            kind = output.get("output_type") if isinstance(output, dict) else ""
            name = output.get("name", "") if isinstance(output, dict) and kind == "stream" else None
            if parts and name != stream:
                yield Shown(self._text("".join(parts), "error" if stream == "stderr" else ""))
                parts.clear()
            if output is None:
                return
            if name is not None:
                part = joined(output.get("text"))
                if part is None or not isinstance(name, str):
                    yield self._left_out("broken")
                else:
                    stream = name
                    parts.append(part)
            elif kind == "error":
                yield self._error(output)
            elif kind in ("display_data", "execute_result") and isinstance(output.get("data"), dict):
                titles = _titles_in(output) or titles
                if titles and _is_our_picture(output):
                    title = titles.pop(0)
                    # several boards may be in one tab
                    if title and title != last_title:
                        yield Shown(f'<p class="adaptoid-board-name">{escape(title)}</p>')
                    last_title = title
                # a live board has a picture of its own
                if not (has_picture and WIDGET in output["data"] and MIME not in output["data"]):
                    yield self._display(output["data"], output.get("metadata"))
            else:
                yield self._left_out("broken")

    def _left_out(self, why: str, slots: Mapping[str, str] | None = None) -> Shown:
        return Shown(self._note("left." + why, slots))

    def _note(self, key: str, slots: Mapping[str, str] | None = None) -> str:
        """What the page says in place of what it leaves out; the author is told."""
        self._report(self._words.text(key, slots))
        return f'<p class="adaptoid-left-out">{self._words.html(key, slots)}</p>'

    def _error(self, output: dict[str, Any]) -> Shown:
        lines = output.get("traceback")
        text = "\n".join(line for line in lines if isinstance(line, str)) if isinstance(lines, list) else ""
        if not text.strip():
            text = ": ".join(str(output[key]) for key in ("ename", "evalue") if output.get(key))
        # cells of the page that run go on after an error that the author shows
        return Shown(self._text(text, "error", " data-error"))

    def _text(self, text: str, kind: str = "", attributes: str = "") -> str:
        text = plain_text(text)
        note = ""
        if len(text) > MAX_TEXT:
            note = self._note("cells.cut")
            text = text[:MAX_TEXT]
        marker = f' class="adaptoid-output-{kind}"' if kind else ""
        # a browser drops a line break at the beginning
        return f"<pre{marker}{attributes}>\n{escape(text, quote=False)}</pre>{note}"

    def _display(self, data: dict[str, Any], metadata: object) -> Shown:
        content: Content | None = None
        note = ""
        if MIME in data:
            try:
                content = read_content(data[MIME])
            except ContentError as error:
                note = self._left_out("content", {"why": str(error)}).html
        for kind, show in (
            ("text/html", self._html),
            ("text/markdown", self._markdown),
            ("text/latex", self._markdown),
        ):
            text = joined(data.get(kind))
            html = "" if text is None else show(text)
            if html:
                return Shown(f'<div class="adaptoid-prose">\n{html}</div>{note}', content)
        for kind in ("image/svg+xml", *images.KINDS):
            html = self._image(kind, data, metadata)
            if html:
                return Shown(html + note, content)
        return Shown(self._last_choice(data) + note, content)

    def _last_choice(self, data: dict[str, Any]) -> str:
        """An output that is no HTML and no image."""
        text = joined(data.get("text/plain"))
        if "application/json" in data and text in (None, "<IPython.core.display.JSON object>"):
            return self._text(json.dumps(data["application/json"], indent=2, ensure_ascii=False))
        needs_scripts = any(
            kind in (WIDGET, "text/html", "application/javascript")
            or (kind.startswith("application/vnd.") and kind != MIME)
            for kind in data
        )
        if needs_scripts:
            return self._left_out("scripts").html
        return self._left_out("broken").html if text is None else self._text(text)

    def _html(self, text: str) -> str:
        """Clean HTML; "" if nothing to see is left."""
        self._html_left -= len(text)
        if self._html_left < 0:
            return self._left_out("large").html
        try:
            html = cleaned(_with_drawings(text), self._find_image, self.image_left_out)
        except TooDeep:
            return self._left_out("large").html
        return html if re.sub(r"<(?!img )[^>]*>|\s", "", html) else ""

    def _markdown(self, text: str) -> str:
        return self.prose(text, self._find_image)

    def prose(self, text: str, find_image: ImageFinder) -> str:
        """Markdown as clean HTML."""
        try:
            return cleaned(
                html_of(text, lambda kind: self._words.text("article." + kind)),
                find_image,
                self.image_left_out,
            )
        except TooDeep:
            return self._text(text)

    def image_left_out(self, words: str) -> str:
        """What stands in place of an image that the page cannot have; `words` are escaped."""
        described = f" ({words})" if words else ""
        self._report(self._words.text("left.image") + plain_text(unescape(described)))
        return f'<span class="adaptoid-left-out">{self._words.html("left.image")}{described}</span>'

    def _image(self, kind: str, data: dict[str, Any], metadata: object) -> str:
        text = joined(data.get(kind))
        if not text:
            return ""
        url = (
            images.image_url(kind, text.encode("utf-8", "replace"))
            if kind.endswith("xml")
            else images.from_base64(kind, text)
        )
        if url is None:
            return self._left_out("broken").html
        described = joined(data.get("text/plain")) or ""
        # what Python says of a figure describes nothing
        words = "" if described.startswith("<") else described[:1000]
        size = metadata.get(kind) if isinstance(metadata, dict) else None
        width = size.get("width") if isinstance(size, dict) else None
        has_width = isinstance(width, int) and not isinstance(width, bool) and 0 < width < 10_000
        shown_width = f' width="{width}"' if has_width else ""
        return f'<img alt="{escape(words)}"{shown_width} src="{url}">'


def plain_text(text: str) -> str:
    """A text of a program without the colours of a terminal, and with its lines as the terminal shows them last.

    >>> plain_text("\\x1b[31mred\\x1b[0m 10%\\r 20%\\r100%\\nend")
    '100%\\nend'
    """
    text = _ESCAPES.sub("", text).replace("\r\n", "\n")
    if "\r" in text:
        text = "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    return _CONTROLS.sub("", text)


def _with_drawings(html: str) -> str:
    """HTML in which each drawing is an image, where nothing in it can run."""
    out: list[str] = []
    at = 0
    while True:
        begin = _SVG_BEGIN.search(html, at)
        end = None if begin is None else _SVG_END.search(html, begin.end())
        if begin is None or end is None:
            return "".join([*out, html[at:]])
        svg = html[begin.start() : end.end()]
        if "xmlns=" not in svg[:1000]:
            svg = svg[:4] + ' xmlns="http://www.w3.org/2000/svg"' + svg[4:]
        url = images.image_url("image/svg+xml", svg.encode("utf-8", "replace"))
        out += [html[at : begin.start()], "" if url is None else f'<img alt="" src="{url}">']
        at = end.end()


def _titles_in(output: dict[str, Any]) -> list[str]:
    """The titles of the boards in a container."""
    metadata = output.get("metadata")
    titles = metadata.get(TITLES) if isinstance(metadata, dict) else None
    if not isinstance(titles, list) or not all(isinstance(title, str) for title in titles):
        return []
    return [plain_text(title[:MAX_TITLE].encode("utf-8", "replace").decode()) for title in titles]


def _is_our_picture(output: object) -> bool:
    data = output.get("data") if isinstance(output, dict) else None
    if not isinstance(data, dict):
        return False
    return MIME in data or _OURS in (joined(data.get("text/html")) or "")[:200]
