"""A position as a picture: stand-alone SVG, HTML for notebooks, and the forms beside them."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass
from html import escape

from ..core.position import Position
from ..core.wording import ENGLISH, Wording
from .board import GHOST, UNIT, Box, Last, check, discs, ghosts, marked, names, stand, tray, turn_marks
from .ink import Ink, lines, numbers, tag
from .words import sides_of, status_of, text_board, words

THEMES = ("light", "dark", "print", "auto")


@dataclass(frozen=True, repr=False)
class Picture:
    """A position and how it is to be drawn. A notebook shows it; the same picture gives the same texts.

    Raises ValueError for a theme or size that is none, LayoutError for a turn on another board.

    >>> Picture(Position.start(), size=240).svg[:58]
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http:'
    """

    position: Position
    last: Last | None = None
    """The last turn, to be marked: the part `last` of a board's snapshot."""
    starving: bool = True
    """Whether to mark who would starve."""
    status: str = ""
    """How things stand, where the position alone does not know, as after a resignation."""
    theme: str = "light"
    """ "light", "dark", "print" (greys) or "auto" (light or dark as the reader's system has it)."""
    size: float = 480
    """The longer side in pixels."""
    flipped: bool = False
    coordinates: bool = True
    wording: Wording = ENGLISH

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise ValueError(f"theme is one of {', '.join(THEMES)}, not {self.theme!r}")
        if not 0 < self.size < 100_000:
            raise ValueError(f"size is a number of pixels from 1 to 99999, not {self.size!r}")
        check(self.position.layout, self.last)

    def __repr__(self) -> str:
        return f"<Picture of {self.position}>"

    @property
    def said(self) -> str:
        """How things stand, as a sentence."""
        return self.status or status_of(self.position, self.wording)

    @property
    def words(self) -> str:
        """All that the picture shows, in words."""
        return words(self.position, status=self.said, wording=self.wording)

    @property
    def text(self) -> str:
        """The picture as a drawing in plain text."""
        return text_board(self.position, status=self.said, wording=self.wording)

    @property
    def svg(self) -> str:
        """The picture as a stand-alone SVG with the position in words inside."""
        title = self.wording.say("picture.title", {"status": self.said})
        about = sides_of(self.position, self.wording)
        ink = Ink(self._name(title, about), self.theme)
        box = Box(self.position.layout, self.flipped)
        scale = self.size / max(box.width, box.height)
        parts = [
            tag("title", {}, escape(title)),
            tag("desc", {}, escape(about)),
            *self._drawn(ink, box, scale),
        ]
        frame = {
            "xmlns": "http://www.w3.org/2000/svg",
            "xmlns:xlink": "http://www.w3.org/1999/xlink",
            "role": "img",
            "width": box.width * scale,
            "height": box.height * scale,
            "viewBox": numbers([n * UNIT for n in (box.left, box.top, box.width, box.height)]),
        }
        return tag("svg", frame, lines(parts)) + "\n"

    def _name(self, title: str, about: str) -> str:
        """What ids begin with: they must not meet those of another picture in one document."""
        last = None if self.last is None else dict(self.last)
        looks = [
            str(self.position),
            last,
            self.starving,
            self.theme,
            self.size,
            self.flipped,
            self.coordinates,
        ]
        return f"a{zlib.crc32(json.dumps([*looks, title, about], sort_keys=True).encode()) & 0xFFFFFF:06x}"

    def _drawn(self, ink: Ink, box: Box, scale: float) -> list[str]:
        position = self.position
        marks = turn_marks(position, self.last, self.starving)
        gone = ghosts(position, self.last)
        board = [tray(ink, position.layout, box), discs(ink, box), marked(ink, box, marks, "under")]
        named = names(ink, box, {**gone, **position.pieces}, scale) if self.coordinates else ""
        play = [
            stand(ink, box, gone, GHOST),
            stand(ink, box, position.pieces),
            marked(ink, box, marks, "over"),
        ]
        unit = {"transform": f"scale({UNIT})"}
        drawn = [tag("g", unit, lines(board)), named, tag("g", unit, lines(play))]
        return [
            ink.style(),
            tag("defs", {}, lines(ink.defined.values())),
            tag("g", {"fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"}, lines(drawn)),
        ]

    @property
    def html(self) -> str:
        """HTML that notebooks show untrusted too: the picture, how things stand, the position text.

        The picture is an image of its own, so neither side's styles or ids can touch the other's.
        """
        image = base64.b64encode(self.svg.encode()).decode()
        # a long text may break where its lists do
        text = escape(str(self.position))
        text = text.replace(",", ",<wbr>").replace("/", "/<wbr>").replace(".", ".<wbr>")
        shown = tag("img", {"src": f"data:image/svg+xml;base64,{image}", "alt": self.words})
        return f"<div>{shown}\n<p>{escape(self.said)}<br>\n<code>{text}</code></p></div>"

    @property
    def bundle(self) -> dict[str, str]:
        """The picture in every form that a notebook's output can keep.

        >>> sorted(Picture(Position.start()).bundle)
        ['image/svg+xml', 'text/html', 'text/plain']
        """
        return {"text/html": self.html, "image/svg+xml": self.svg, "text/plain": self.text}

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return self.bundle
