"""A position as a picture: stand-alone SVG, HTML for notebooks, and the forms beside them."""

from __future__ import annotations

import base64
import json
import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.game.annotations import NO_MARKS, Marks
from ..core.i18n.catalog import ENGLISH, Wording
from ..core.rules.layout import Layout
from ..core.rules.position import Position
from ..storage.atomic import checked_path, named, write
from .board import GHOST, UNIT, Box, Last, check, discs, ghosts, marked, names, stand, tray, turn_marks
from .ink import Ink, lines, numbers, tag
from .lens import food_numbers, food_plates, reach_map, reach_numbers
from .marks import LEGEND_WIDTH, arrows, heat_numbers, labels, legend, legend_height, rings, under
from .words import food_of, marks_of, reach_of, sides_of, status_of, text_board

if TYPE_CHECKING:
    from .pixels import Drawing

THEMES = ("light", "dark", "print", "auto")
# the kinds of files that a picture is saved to
ENDINGS = (".svg", ".png", ".gif", ".webp")


@dataclass(frozen=True, repr=False)
class Picture:
    """A position and how it is to be drawn. A notebook shows it; the same picture gives the same texts.

    Raises ValueError for a theme or size that is none, LayoutError for a turn or marks on another board,
    GameError for the reach of a colour that does not play.

    >>> Picture(Position.start(), size=240).svg[:58]
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http:'
    """

    position: Position
    last: Last | None = None
    """The last turn, to be marked: the part `last` of a board's snapshot."""
    marks: Marks = NO_MARKS
    """What is pointed out: arrows, fills, rings, labels, a heat map with its legend."""
    lens: bool = False
    """The food lens: on every adaptoid its liberties less its size."""
    reach: str = ""
    """The colour whose reach is shown: where it could go and whom it could attack with the move step."""
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
        self.marks.check(self.position.layout)
        if self.reach:
            self.position.supply(self.reach)

    def __repr__(self) -> str:
        return f"<Picture of {self.position}>"

    @property
    def said(self) -> str:
        """How things stand, as a sentence."""
        return self.status or status_of(self.position, self.wording)

    @property
    def words(self) -> str:
        """All that the picture shows, in words."""
        return self.wording.sentences["list.sentence"].join([self.said, self._about])

    @property
    def _about(self) -> str:
        parts = [sides_of(self.position, self.wording), *self._notes]
        return self.wording.sentences["list.sentence"].join(parts)

    @property
    def _notes(self) -> list[str]:
        """What the lens and the marks show, as sentences."""
        food = [food_of(self.position, self.wording)] if self.lens else []
        reach = reach_of(self.position, self.reach, self.wording) if self.reach else []
        return [*food, *reach, *marks_of(self.marks, self.wording)]

    @property
    def text(self) -> str:
        """The picture as a drawing in plain text."""
        return text_board(self.position, status=self.said, notes=self._notes, wording=self.wording)

    @property
    def svg(self) -> str:
        """The picture as a stand-alone SVG with the position in words inside."""
        title = self.wording.say("picture.title", {"status": self.said})
        ink = Ink(self._name(title), self.theme)
        box = Box(self.position.layout, self.flipped)
        left, top, width, height = self.frame
        scale = self.size / max(width, height)
        key = legend(ink, self.marks, left + width / 2, box.top + box.height, width)
        content = self._layers(ink, box, scale)
        parts = [
            tag("title", {}, escape(title)),
            tag("desc", {}, escape(self._about)),
            ink.style(),
            tag("defs", {}, lines(ink.defined.values())),
            tag(
                "g",
                {"fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"},
                lines([*content, key]),
            ),
        ]
        frame = {
            "xmlns": "http://www.w3.org/2000/svg",
            "xmlns:xlink": "http://www.w3.org/1999/xlink",
            "role": "img",
            "width": width * scale,
            "height": height * scale,
            "viewBox": numbers([n * UNIT for n in (left, top, width, height)]),
        }
        return tag("svg", frame, lines(parts)) + "\n"

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the picture in disc diameters, a heat map's legend included."""
        box = Box(self.position.layout, self.flipped)
        if not self.marks.heat:
            return box.left, box.top, box.width, box.height
        width = max(box.width, LEGEND_WIDTH)
        return box.left - (width - box.width) / 2, box.top, width, box.height + legend_height(self.marks)

    def _name(self, title: str) -> str:
        """What ids begin with: they must not meet those of another picture in one document."""
        last = None if self.last is None else dict(self.last)
        look = [self.theme, self.size, self.flipped, self.coordinates, self.starving, self.lens, self.reach]
        shown = [str(self.position), last, str(self.marks), *look, title, self._about]
        return f"a{zlib.crc32(json.dumps(shown, sort_keys=True).encode()) & 0xFFFFFF:06x}"

    def _layers(self, ink: Ink, box: Box, scale: float) -> list[str]:
        """From the tray up; letters lie in groups of their own, drawn in larger units."""
        position, marks = self.position, self.marks
        turn = turn_marks(position, self.last, self.starving)
        gone = ghosts(position, self.last)
        taken = position.pieces
        shaded = {cell for cell, _ in (*marks.fills, *marks.heat)}
        drawn_on = shaded | {cell for cell, _ in marks.rings}
        hidden = {cell for cell, _ in (*marks.labels, *marks.heat) if cell in taken}
        board = [
            tray(ink, position.layout, box),
            discs(ink, box),
            under(ink, box, marks),
            reach_map(ink, box, position, self.reach) if self.reach else "",
            marked(ink, box, turn, "under", shaded),
            rings(ink, box, marks),
        ]
        named = names(ink, box, {**gone, **taken}, hidden, drawn_on, scale) if self.coordinates else ""
        many = reach_numbers(ink, box, position, self.reach) if self.reach else ""
        play = [stand(ink, box, gone, GHOST), stand(ink, box, taken)]
        food = ""
        if self.lens:
            play.append(food_plates(ink, box, position))
            food = food_numbers(ink, box, position)
            # the number's plate tells it already
            turn = [(cell, mark) for cell, mark in turn if mark != "starving"]
        above = [marked(ink, box, turn, "over"), arrows(ink, box, marks)]
        unit = {"transform": f"scale({UNIT})"}
        return [
            tag("g", unit, lines(board)),
            named,
            many,
            tag("g", unit, lines(play)),
            food,
            tag("g", unit, lines(above)) if any(above) else "",
            labels(ink, box, marks, taken),
            heat_numbers(ink, box, marks, taken),
        ]

    @property
    def html(self) -> str:
        """HTML that notebooks show untrusted too: the picture, how things stand, the position text.

        The picture is an image of its own, so neither side's styles or ids can touch the other's.
        """
        image = base64.b64encode(self.svg.encode()).decode()
        shown = tag("img", {"src": f"data:image/svg+xml;base64,{image}", "alt": self.words})
        return f"<div>{shown}\n<p>{escape(self.said)}<br>\n<code>{breakable(self._subject)}</code></p></div>"

    @property
    def _subject(self) -> Position | Layout:
        """What the picture is of; its text stands below."""
        return self.position

    @property
    def bundle(self) -> dict[str, str]:
        """The picture in every form that a notebook's output can keep.

        >>> sorted(Picture(Position.start()).bundle)
        ['image/svg+xml', 'text/html', 'text/plain']
        """
        return {"text/html": self.html, "image/svg+xml": self.svg, "text/plain": self.text}

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        width: int | None = None,
        dpi: float | None = None,
        background: str | None = None,
        font: str | os.PathLike[str] | None = None,
    ) -> Path:
        """Write the picture to a file that ends in .svg, .png, .gif or .webp; return its path.

        `width` is in pixels, by default as `size` has it. `dpi` is for paper: a PNG says so, and without a width it has
        so many dots where a screen has 96. `background` is a colour behind the board, `font` a font file for signs that
        Pillow's own lacks. Raises ValueError for another kind of file and for numbers or colours that are none,
        OSError, and ModuleNotFoundError where Pillow is missing.
        """
        target = named_one(path, ENDINGS, "board.svg")
        ending = target.suffix.lower()
        if ending == ".svg":
            write(target, self._as_svg(width, dpi, background, font))
        else:
            from .pixels import content

            write(target, content(self._drawing(), ending, width, dpi, background, font))
        return target

    def _as_svg(
        self,
        width: int | None,
        dpi: float | None,
        background: str | None,
        font: str | os.PathLike[str] | None,
    ) -> bytes:
        if dpi is not None or background is not None or font is not None:
            raise ValueError("dpi, background and font are for pixels; an .svg file has none")
        if width is None:
            return self.svg.encode()
        _, _, across, down = self.frame
        return replace(self, size=width * max(across, down) / across).svg.encode()

    def png(
        self,
        *,
        width: int | None = None,
        dpi: float | None = None,
        background: str | None = None,
        font: str | os.PathLike[str] | None = None,
    ) -> bytes:
        """What `save` writes to a PNG file."""
        from .pixels import content

        return content(self._drawing(), ".png", width, dpi, background, font)

    def _drawing(self) -> Drawing:
        """What pixels are made of."""
        from .pixels import Drawing

        return Drawing(
            self.frame,
            self.size,
            self.theme,
            lambda size: replace(self, size=size).svg,
            self.said,
            lambda: self.words,
            str(self.position),
        )

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return self.bundle


def named_one(path: str | os.PathLike[str], endings: Sequence[str], example: str) -> Path:
    """The file that a path names. Raises ValueError where it names a folder, or a file that ends in none of these."""
    target = checked_path(path)
    ending = target.suffix.lower()
    if ending in endings:
        example = Path(example).stem + ending
    elif target.name and not target.is_dir():
        told = ", ".join(endings[:-1]) + " or " + endings[-1]
        raise ValueError(f"name a file that ends in {told}, such as {example}; {target.name!r} does not")
    return named(path, example)


def breakable(position: Position | Layout) -> str:
    """A position's or a layout's text as HTML that may break where its lists do."""
    return escape(str(position)).replace(",", ",<wbr>").replace("/", "/<wbr>").replace(".", ".<wbr>")
