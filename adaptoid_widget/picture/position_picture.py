"""`aw.picture` and `aw.Picture`: a position as SVG, HTML, words and plain text."""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ..attributes import suggest_keywords
from ..core.game.marks import NO_MARKS, TONED, Marks
from ..core.host.host import public_names, type_name
from ..core.i18n.catalog import ENGLISH, Wording
from ..core.rules.layout import Layout
from ..core.rules.position import Position
from ..core.wire.feeding import Feeding, feedings
from ..core.wire.picture_content import PictureContent, content_of
from ..core.wire.snapshot import starved_feedings
from ..storage.atomic import named, write
from .food_and_reach import (
    eaten,
    food_numbers,
    food_plates,
    hunger,
    reach_map,
    reach_numbers,
    threads,
)
from .image_files import (
    SCREEN_DPI,
    check_background,
    check_numbers,
    check_webp,
    encoded,
    need_pillow,
    paper_of,
)
from .layers import (
    GHOST_OPACITY,
    UNIT,
    Box,
    Last,
    adaptoids,
    check,
    discs,
    drawn_marks,
    ghosts,
    is_small,
    margin_names,
    names,
    tray,
    turn_marks,
)
from .lettering import Letters
from .marks import LEGEND_WIDTH, around, arrows, heat_numbers, labels, legend, legend_height, under
from .raster import rasterised
from .svg_elements import Ink, lines, numbers, svg_address, tag

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..core.rules.position import AnyPosition

# the endings of files that a picture can be saved to
ENDINGS = (".svg", ".png", ".gif", ".webp")


@dataclass(frozen=True, repr=False)
class Picture(PictureContent):
    """A position and its look. A notebook shows it; equal pictures give equal texts.

    Raises ValueError for an invalid theme or size, LayoutError for a turn or marks on another board, GameError for the
    reach of a colour that does not play.

    >>> Picture(Position.start(), size=240).svg[:58]
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http:'
    """

    __dir__ = public_names

    position: Position
    last: Last | None = None
    """The last turn, which is marked: the part `last` of a board's snapshot."""
    marks: Marks = NO_MARKS
    """Marks: arrows, fills, rings, labels, a heat map with its legend."""
    lens: bool = False
    """Whether every adaptoid shows its food, its liberties minus its size, and which limb eats where."""
    reach: str = ""
    """The colour of which the picture shows where it could go and whom it could attack with the move step."""
    starving: bool = True
    """Whether starving adaptoids are marked."""
    status: str = ""
    """The state of the game if the position does not show it, such as after a resignation."""
    theme: str = "light"
    """ "light", "dark", "print" (greys) or "auto" (light or dark as on the reader's system)."""
    size: float = 480
    """The longer side in pixels."""
    flipped: bool = False
    """Whether it shows the board from the other side."""
    coordinates: bool | str = True
    """Whether discs without adaptoids show their names, or "margin" for letters and numbers beside the discs."""
    wording: Wording = ENGLISH
    """The words of its language."""

    def __post_init__(self) -> None:
        self.check_content()
        check(self.position.layout, self.last)

    @property
    def svg(self) -> str:
        """The picture as a stand-alone SVG that contains the position in words."""
        return self.svg_in(self.frame)

    @property
    def data_url(self) -> str:
        """The SVG as an address for an `img` element."""
        return svg_address(self.svg)

    def svg_in(self, frame: tuple[float, float, float, float]) -> str:
        """The SVG with another frame; `size` is that of the frame."""
        title = self.wording.say("picture.title", {"status": self.said})
        ink = Ink(self._name(title), self.theme)
        box = Box(self.position.layout, self.flipped)
        left, top, width, height = frame
        scale = self.size / max(width, height)
        heat_legend = legend(ink, self.marks, left + width / 2, box.top + box.height, width)
        ink.shows_slots = not is_small(scale)
        content = self._layers(ink, box, scale)
        parts = [
            tag("title", {}, escape(title)),
            tag("desc", {}, escape(self._about)),
            ink.style(),
            tag("defs", {}, lines(ink.defined.values())),
            tag(
                "g",
                {"fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"},
                lines([*content, heat_legend]),
            ),
        ]
        attributes = {
            "xmlns": "http://www.w3.org/2000/svg",
            "xmlns:xlink": "http://www.w3.org/1999/xlink",
            "role": "img",
            "width": width * scale,
            "height": height * scale,
            "viewBox": numbers([length * UNIT for length in (left, top, width, height)]),
        }
        return tag("svg", attributes, lines(parts)) + "\n"

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the picture with its legend, in disc diameters."""
        box = Box(self.position.layout, self.flipped)
        if not self.marks.heat:
            return box.left, box.top, box.width, box.height
        width = max(box.width, LEGEND_WIDTH)
        return box.left - (width - box.width) / 2, box.top, width, box.height + legend_height(self.marks)

    def _name(self, title: str) -> str:
        """The beginning of all ids, which must be unique among the pictures of one document."""
        last = None if self.last is None else dict(self.last)
        look = [self.theme, self.size, self.flipped, self.coordinates, self.starving, self.lens, self.reach]
        content = [str(self.position), last, str(self.marks), *look, title, self._about]
        return f"a{zlib.crc32(json.dumps(content, sort_keys=True).encode()) & 0xFFFFFF:06x}"

    def _layers(self, ink: Ink, box: Box, scale: float) -> list[str]:
        """The layers from the tray up. Shapes are in disc diameters, letters in groups of larger units."""
        position, marks = self.position, self.marks
        turn = turn_marks(position, self.last, self.starving)
        fed, starves = self._fed(turn)
        gone, pieces = ghosts(position, self.last), position.pieces
        shaded = {cell for cell, _ in (*marks.fills, *marks.heat)}
        drawn_on = shaded.union(*[{cell for cell, _ in marks.toned(kind)} for kind in TONED])
        hidden = {cell for cell, _ in (*marks.labels, *marks.heat) if cell in pieces}
        board = [
            tray(ink, position.layout, box),
            discs(ink, box),
            eaten(ink, box, fed),
            under(ink, box, marks),
            reach_map(ink, box, position, self.reach) if self.reach else "",
            drawn_marks(ink, box, turn, "under", shaded),
            around(ink, box, marks),
        ]
        disc_names = ""
        if self.coordinates:
            standing_on = {**gone, **pieces}
            disc_names = (
                margin_names(ink, box) if self.coordinates == "margin" or is_small(scale) else ""
            ) or names(ink, box, standing_on, hidden, drawn_on, scale)
        origins = reach_numbers(ink, box, position, self.reach) if self.reach else ""
        standing = [
            threads(ink, box, fed),
            adaptoids(ink, box, gone, GHOST_OPACITY, starves),
            adaptoids(ink, box, pieces, closed=starves),
            hunger(ink, box, fed, {**gone, **pieces}),
        ]
        food = ""
        if self.lens:
            standing.append(food_plates(ink, box, position))
            food = food_numbers(ink, box, position)
        # the hungry limbs show it
        over = [(cell, mark) for cell, mark in turn if mark != "hungry"]
        above = [drawn_marks(ink, box, over, "over"), arrows(ink, box, marks)]
        unit = {"transform": f"scale({UNIT})"}
        return [
            tag("g", unit, lines(board)),
            disc_names,
            origins,
            tag("g", unit, lines(standing)),
            food,
            tag("g", unit, lines(above)) if any(above) else "",
            labels(ink, box, marks, pieces),
            heat_numbers(ink, box, marks, pieces),
        ]

    def _fed(self, turn: list[tuple[str, str]]) -> tuple[list[Feeding], list[str]]:
        """The adaptoids of which the picture shows which limb eats where, and those that starve.

        These are all with the lens, else those with a hungry limb that are marked. Those who have just starved come
        first; who eats on a disc that they left would cross their threads.
        """
        position, flipped = self.position, self.flipped
        starved: list[Feeding] = []
        if self.starving and self.last is not None:
            starved = starved_feedings(position, self.last, flipped)
        left = {one.cell for one in starved}
        marked = {cell for cell, mark in turn if mark in ("starving", "hungry")}
        shown = [
            one
            for one in feedings(position.layout, position.pieces, flipped)
            if (self.lens or one.cell in marked) and left.isdisjoint(seed.cell for seed in one.seeds)
        ]
        return [*starved, *shown], [*left, *(cell for cell, mark in turn if mark == "starving")]

    @property
    def html(self) -> str:
        """HTML that untrusted notebooks show too: the picture, the state of the game, the position's text.

        The picture is an image, so its styles and ids have no effect on the document.
        """
        image = tag("img", {"src": self.data_url, "alt": self.words})
        said = escape(self.said).replace("\n", "<br>\n")
        return f"<div>{image}\n<p>{said}<br>\n<code>{breakable(self._subject)}</code></p></div>"

    @property
    def _subject(self) -> Position | Layout:
        """The object whose text stands below the picture."""
        return self.position

    @property
    def bundle(self) -> dict[str, str]:
        """The picture by MIME type, for a notebook's output.

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
        """Write the picture to a .svg, .png, .gif or .webp file; return its path.

        `width` is in pixels, by default from `size`. `dpi` is for paper: a PNG stores it, and without a `width` it
        replaces the 96 dots an inch of a screen. `background` is the colour behind the board, `font` a font file for
        characters that Pillow's font lacks. Raises ValueError for another kind of file and for invalid arguments,
        OSError, and ModuleNotFoundError if Pillow is missing.
        """
        target = named(path, "board.svg", ENDINGS)
        ending = target.suffix.lower()
        if ending == ".svg":
            if dpi is not None or background is not None or font is not None:
                raise ValueError("dpi, background and font are for pixels; an .svg file has none")
            _, _, across, down = self.frame
            size = self.size if width is None else width * max(across, down) / across
            # readable whatever encoding a server names
            write(target, replace(self, size=size).svg.encode("ascii", "xmlcharrefreplace"))
        else:
            write(target, self._pixels(ending, width, dpi, background, font))
        return target

    def png(
        self,
        *,
        width: int | None = None,
        dpi: float | None = None,
        background: str | None = None,
        font: str | os.PathLike[str] | None = None,
    ) -> bytes:
        """The bytes that `save` writes to a PNG file."""
        return self._pixels(".png", width, dpi, background, font)

    def draw_on(self, axes: Axes, *, width: int = 960) -> Axes:
        """Draw the picture into axes of matplotlib, without ticks and frame, and return the axes.

        `width` is that of the drawn pixels. Raises TypeError for anything but axes.

        >>> import matplotlib.pyplot as plt
        >>> figure, axes = plt.subplots(1, 2)
        >>> len(Picture(Position.start()).draw_on(axes[0]).get_images())
        1
        >>> plt.close(figure)
        """
        if not hasattr(axes, "imshow"):
            raise TypeError(f"draw on axes of matplotlib, as plt.gca() returns, not on {type_name(axes)}")
        from io import BytesIO

        from matplotlib.image import imread

        axes.imshow(imread(BytesIO(self.png(width=width)), format="png"))
        axes.set_axis_off()
        return axes

    def _pixels(
        self,
        ending: str,
        width: int | None,
        dpi: float | None,
        background: str | None,
        font: str | os.PathLike[str] | None,
    ) -> bytes:
        """The bytes of a ".png", ".gif" or ".webp" file. Raises as `save`."""
        check_numbers(width, dpi)
        if dpi is not None and ending != ".png":
            raise ValueError(f"dpi is kept in .png files alone; for a {ending} file give a width")
        need_pillow()
        if ending == ".webp":
            check_webp()
        elif ending == ".gif" and background is None:
            # a GIF has no translucent edges
            background = paper_of(self.theme)
        _, _, across, down = self.frame
        zoom = (dpi or SCREEN_DPI) / SCREEN_DPI
        if width is None:
            width = max(1, round(self.size * zoom * across / max(across, down)))
        height = max(1, round(width * down / across))
        # the size of disc names depends on the size of the picture, on paper if `dpi` is given
        svg = replace(self, size=max(width, height) / zoom).svg
        image = rasterised(svg, width, height, check_background(background), Letters(font))
        texts = {"Title": self.said, "Description": self.words, "Position": str(self.position)}
        return encoded(image, ending, self.theme, texts, dpi)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return self.bundle


def breakable(position: Position | Layout) -> str:
    """The text of a position or a layout as HTML with line breaks allowed in its lists.

    >>> breakable(Layout.from_text("hex3"))
    'hex3'
    """
    return escape(str(position)).replace(",", ",<wbr>").replace("/", "/<wbr>").replace(".", ".<wbr>")


@suggest_keywords
def picture(
    what: AnyPosition,
    *,
    marks: Marks | str | None = None,
    lens: bool = False,
    reach: str = "",
    last: bool = True,
    starving: bool = True,
    theme: str = "light",
    size: float = 480,
    flipped: bool = False,
    coordinates: bool | str = True,
    language: str | None = None,
) -> Picture:
    """A picture of a `Position`, its text, or the current position of a `Game` or a `Board`; a notebook shows it.

    `marks` are by default those of the game's current turn; "" is none. `lens` shows on every adaptoid its
    liberties less its size, and which limb eats on which free disc. `reach` is a colour ("W", "B" or "R"): the
    picture shows where it could go and whom it could attack. `last` marks a game's last turn, `starving` those who
    would starve if the turn ended now. `theme` is "light", "dark", "print" (greys) or "auto" (as on the reader's
    system); `size` is the longer side in pixels. `language` is that of its words, by default the board's or
    English. Parts of a picture: `svg`, `html`, `words` and `text`; `save` writes a file.

    Raises TextError for an invalid text, LayoutError for marks on another board, GameError for an unfinished open start
    or the reach of a colour that does not play, LanguageError, TypeError for something without a position, and
    ValueError for an invalid theme or size, or for a flag that is neither True nor False.

    >>> shown = picture("adaptoid w 0,0 W:D2 B:D6", marks="arrow(D2,D3)", lens=True)
    >>> print(shown.words)
    White can’t move: grow. White has D2 bare; 0 of 5 lost. Black has D6 bare; 0 of 5 lost.
    Food to spare: D2 6, D6 6. Marked: arrow from D2 to D3 (green).
    """
    return Picture(
        **content_of(what, marks, last, language),
        lens=lens,
        reach=reach,
        starving=starving,
        theme=theme,
        size=size,
        flipped=flipped,
        coordinates=coordinates,
    )
