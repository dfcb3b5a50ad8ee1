"""`aw.film`: a game as a film with a picture of every turn, saved as an animated GIF or WebP."""

from __future__ import annotations

import base64
import os
import struct
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ..attributes import suggest_keywords
from ..core.host.host import public_names
from ..core.rules.errors import GameError
from ..progress_bar import progress_bar
from ..storage.atomic import named, write
from .image_files import (
    check_background,
    check_number,
    check_numbers,
    check_webp,
    few_colors,
    need_pillow,
    palette_of,
    paper_of,
)
from .lettering import Letters
from .position_picture import Picture, game_of, picture
from .raster import Canvas, PixelBox

if TYPE_CHECKING:
    from PIL import Image

Item = TypeVar("Item")

FILM_ENDINGS = (".gif", ".webp")
MAX_TURNS = 1000
MAX_SIDE = 4000
MAX_PIXELS = 1_500_000_000
_SIZE = 480
# the palette is made from the last picture and this number of pictures with marks
_MARKED_SAMPLES = 8


@dataclass(frozen=True, repr=False)
class Film:
    """The result of `film`: pictures of the start and of each turn. A notebook plays them.

    Each is shown for `seconds`, the last one for `hold`.

    >>> from adaptoid_widget import Game
    >>> shown = film(Game().play("+D3").play("+D5"), seconds=0.5)
    >>> len(shown.pictures), shown.seconds, shown.hold
    (3, 0.5, 3.0)
    """

    __dir__ = public_names

    pictures: tuple[Picture, ...]
    seconds: float = 1.0
    """The time for each turn, in seconds."""
    hold: float = 3.0
    """The time for the last turn, in seconds."""

    def __post_init__(self) -> None:
        check_number("seconds", self.seconds, 0.02, 600, "seconds")
        check_number("hold", self.hold, 0.02, 600, "seconds")

    def __repr__(self) -> str:
        turns = len(self.pictures) - 1
        return f"<Film of {turns} turn{'s' if turns > 1 else ''}>"

    @property
    def words(self) -> str:
        """The beginning and the end, in words."""
        first, last = self.pictures[0], self.pictures[-1]
        return first.wording.sentences["list.sentence"].join([first.said, last.words])

    @suggest_keywords
    def save(
        self,
        path: str | os.PathLike[str],
        *,
        width: int | None = None,
        background: str | None = None,
        font: str | os.PathLike[str] | None = None,
    ) -> Path:
        """Write the film to a .gif or .webp file; return its path.

        `width` is in pixels, by default from the pictures' `size`. `background` is the colour behind the board, by
        default white, or nearly black for the dark theme. `font` is a font file for characters that Pillow's font
        lacks. Raises ValueError for other arguments, GameError if Pillow cannot write WebP, OSError.
        """
        target = named(path, "game.gif", FILM_ENDINGS)
        write(target, self.content(target.suffix.lower(), width=width, background=background, font=font))
        return target

    def content(self, ending: str = ".gif", *, progress: bool = True, **look: Any) -> bytes:
        """The bytes that `save` writes; `ending` is ".gif" or ".webp", `look` as for `save`."""
        if ending not in (".gif", ".webp"):
            raise ValueError(f"ending is '.gif' or '.webp', not {ending!r}")
        if ending == ".webp":
            return self._webp(progress, **look)
        return b"".join(_with_progress(self.chunks(**look), len(self.pictures), progress))

    def chunks(self, **look: Any) -> Iterator[bytes]:
        """Yield the parts of a GIF file, one for each picture. Arguments and errors as `save`."""
        size, palette, frames = self._frames(**look)
        # `_frames` raises an error without Pillow
        from PIL import Image as Images

        colors = palette.getpalette() or []
        # the number after the last colour means "unchanged"
        unchanged = len(colors) // 3
        head = _gif_head(size, colors)
        last = len(self.pictures) - 1
        # the picture so far, as numbers of colours; the first one changes all of it
        picture_so_far = Images.new("L", size, unchanged)
        for number, (image, box) in enumerate(frames):
            patch, at = _patch(picture_so_far, image, box if number else (0, 0, *size), palette, unchanged)
            seconds = self.hold if number == last else self.seconds
            frame = _gif_frame(patch, at, round(seconds * 1000), unchanged)
            yield head + frame + (b";" if number == last else b"")
            head = b""

    def _webp(self, progress: bool, **look: Any) -> bytes:
        need_pillow()
        check_webp()
        _, palette, frames = self._frames(**look)
        plain = (few_colors(image, palette).convert("RGB") for image, _ in frames)
        images = _with_progress(plain, len(self.pictures), progress)
        durations = [round(self.seconds * 1000)] * (len(self.pictures) - 1) + [round(self.hold * 1000)]
        out = BytesIO()
        next(images).save(
            out,
            "WEBP",
            append_images=images,
            lossless=True,
            method=4,
            save_all=True,
            duration=durations,
            loop=0,
        )
        return out.getvalue()

    @property
    def _frame(self) -> tuple[float, float, float, float]:
        """The frame around all pictures, in disc diameters; they differ by their legends."""
        lefts, tops, widths, heights = zip(*(picture.frame for picture in self.pictures), strict=True)
        return min(lefts), min(tops), max(widths), max(heights)

    def _frames(
        self,
        width: int | None = None,
        background: str | None = None,
        font: str | os.PathLike[str] | None = None,
    ) -> tuple[tuple[int, int], Image.Image, Iterator[tuple[Image.Image, PixelBox | None]]]:
        """The size, the palette, and each picture as `_drawn` yields it."""
        need_pillow()
        check_numbers(width, None)
        color = check_background(background) or paper_of(self.pictures[0].theme)
        _, _, across, down = self._frame
        wide = max(8, round(self.pictures[0].size * across / max(across, down))) if width is None else width
        high = max(1, round(wide * down / across))
        if max(wide, high) > MAX_SIDE or wide * high * len(self.pictures) > MAX_PIXELS:
            raise ValueError(
                f"a film of {len(self.pictures)} pictures of {wide} × {high} pixels is too large;"
                f" at most {MAX_SIDE} on a side and {MAX_PIXELS // 1_000_000} million in all"
            )
        size, letters = (wide, high), Letters(font)
        # one palette keeps files small; the last picture has the most colours, marks add others
        marked = [picture for picture in self.pictures if picture.marks][:_MARKED_SAMPLES]
        samples = [
            next(self._drawn([picture], size, color, letters))[0] for picture in (self.pictures[-1], *marked)
        ]
        palette = palette_of(samples, self.pictures[0].theme)
        return size, palette, self._drawn(self.pictures, size, color, letters)

    def _drawn(
        self, pictures: Sequence[Picture], size: tuple[int, int], color: str, letters: Letters
    ) -> Iterator[tuple[Image.Image, PixelBox | None]]:
        """Each picture on the same image, and the part of it that may have changed, None for none."""
        canvas, frame = Canvas(*size, color, letters), self._frame
        for film_picture in pictures:
            # the SVG has the size of the image, since the size of disc names depends on it
            box = canvas.draw(replace(film_picture, size=max(size)).svg_in(frame))
            yield canvas.image, box

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """The film, or without Pillow its last picture."""
        try:
            data = base64.b64encode(self.content()).decode()
        except ModuleNotFoundError:
            return self.pictures[-1].bundle
        image = f'<img src="data:image/gif;base64,{data}" alt="{escape(self.words)}">'
        return {"text/html": image, "text/plain": repr(self)}


def film(
    what: Any,
    *,
    seconds: float = 1.0,
    hold: float = 3.0,
    size: float = _SIZE,
    **look: Any,
) -> Film:
    """The current line of a `Game` or a `Board` as a film: its start, then every turn with the marks on it.

    Each turn is shown for `seconds`, the last one for `hold`. `size` is the longer side in pixels; `look` has further
    arguments of `picture`: theme, marks (by default those of each turn), lens, flipped, language and so on.

    Raises GameError for a game without turns, with more than 1000 turns or in an open start, ValueError for invalid
    times, and what `picture` raises.

    >>> from adaptoid_widget import Game
    >>> film(Game().play("+D3").play("+D5"), seconds=0.5)
    <Film of 2 turns>
    """
    look.setdefault("language", getattr(what, "language", None))
    game = game_of(what)
    if not game.length:
        raise GameError(
            "this game has no turns yet, so nothing moves; a .png or .svg file shows its position"
        )
    if game.length > MAX_TURNS:
        raise GameError(
            f"a film has at most {MAX_TURNS} turns, and this game has {game.length};"
            " save pictures of single positions instead"
        )
    with game.guard:
        own = copy(game)
    pictures = [picture(own.goto(ply), size=size, **look) for ply in range(own.length + 1)]
    return Film(tuple(pictures), seconds, hold)


# -- the file ----------------------------------------------------------------------------------------------------------


def _with_progress(parts: Iterator[Item], count: int, progress: bool) -> Iterator[Item]:
    """The same parts, with a progress bar after two seconds."""
    with progress_bar("turn", "", count, shown=progress) as bar:
        for part in parts:
            yield part
            bar.update()


def _patch(
    picture_so_far: Image.Image,
    image: Image.Image,
    box: PixelBox | None,
    palette: Image.Image,
    unchanged: int,
) -> tuple[Image.Image, tuple[int, int]]:
    """Update the picture shown so far; the part that differs, as numbers of colours, and its place."""
    from PIL import Image as Images
    from PIL import ImageChops

    no_patch = Images.new("L", (1, 1), unchanged), (0, 0)
    if box is None:
        return no_patch
    part = few_colors(image.crop(box), palette)
    new = Images.frombytes("L", part.size, part.tobytes())
    mask = ImageChops.difference(new, picture_so_far.crop(box)).point([0] + [255] * 255)
    inner = mask.getbbox()
    if inner is None:
        return no_patch
    at = (box[0] + inner[0], box[1] + inner[1])
    mask, new = mask.crop(inner), new.crop(inner)
    picture_so_far.paste(new, at)
    return Images.composite(new, Images.new("L", new.size, unchanged), mask), at


def _gif_head(size: tuple[int, int], colors: Sequence[int]) -> bytes:
    """The head of a GIF file with 256 colours that plays in a loop (GIF89a with Netscape's extension)."""
    table = bytes(colors).ljust(768, b"\0")
    return (
        b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + table + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    )


def _gif_frame(image: Image.Image, at: tuple[int, int], milliseconds: int, unchanged: int) -> bytes:
    """One picture of a GIF file."""
    from PIL import GifImagePlugin

    # disposal 1: the next picture is drawn over this one
    options = {"duration": milliseconds, "transparency": unchanged, "disposal": 1, "interlace": 0}
    return b"".join(GifImagePlugin.getdata(image, at, **options))
