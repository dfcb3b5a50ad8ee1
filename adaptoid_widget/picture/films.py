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
from typing import TYPE_CHECKING, Any

from ..attributes import suggest_keywords
from ..core.host.host import member, public_names
from ..core.rules.errors import GameError
from ..core.wire.picture_content import drawn_game
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
from .position_picture import Picture, picture
from .raster import Canvas

if TYPE_CHECKING:
    from PIL import Image

    from ..core.game.game import AnyGame

FILM_ENDINGS = (".gif", ".webp")
MAX_TURNS = 1000
MAX_SIDE = 4000
MAX_PIXELS = 1_500_000_000
FILM_SIZE = 480
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

    def content(self, ending: str = ".gif", **look: Any) -> bytes:
        """The bytes that `save` writes; `ending` is ".gif" or ".webp", `look` as for `save`."""
        if ending not in FILM_ENDINGS:
            raise ValueError(f"ending is '.gif' or '.webp', not {ending!r}")
        need_pillow()
        options: dict[str, Any] = {"lossless": True, "method": 4}
        if ending == ".webp":
            check_webp()
        palette, frames = self._frames(**look)
        if ending == ".gif":
            colors = palette.getpalette() or []
            # the number after the last colour means "unchanged": a picture is drawn over the one before (disposal 1)
            options = {
                "palette": bytes(colors),
                "transparency": len(colors) // 3,
                "disposal": 1,
                "optimize": True,
            }

        def drawn() -> Iterator[Image.Image]:
            with progress_bar("turn", "", len(self.pictures)) as bar:
                for frame in frames:
                    image = few_colors(frame, palette)
                    yield image if ending == ".gif" else image.convert("RGB")
                    bar.update()

        images, out = drawn(), BytesIO()
        durations = [round(self.seconds * 1000)] * (len(self.pictures) - 1) + [round(self.hold * 1000)]
        options |= {"save_all": True, "append_images": images, "duration": durations, "loop": 0}
        try:
            next(images).save(out, ending[1:], **options)
        except (OverflowError, struct.error):  # the second by Pillow below 13
            # Pillow joins equal pictures, such as that of a resignation and the one before it
            raise ValueError(
                "a GIF shows a picture for 655 seconds at most; make seconds or hold less"
            ) from None
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
    ) -> tuple[Image.Image, Iterator[Image.Image]]:
        """The palette, and each picture as `_drawn` yields it."""
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
            next(self._drawn([picture], size, color, letters)) for picture in (self.pictures[-1], *marked)
        ]
        palette = palette_of(samples, self.pictures[0].theme)
        return palette, self._drawn(self.pictures, size, color, letters)

    def _drawn(
        self, pictures: Sequence[Picture], size: tuple[int, int], color: str, letters: Letters
    ) -> Iterator[Image.Image]:
        """Each picture, drawn on the same image."""
        canvas, frame = Canvas(*size, color, letters), self._frame
        for film_picture in pictures:
            # the SVG has the size of the image, since the size of disc names depends on it
            canvas.draw(replace(film_picture, size=max(size)).svg_in(frame))
            yield canvas.image

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """The film, or without Pillow its last picture."""
        try:
            data = base64.b64encode(self.content()).decode()
        except ModuleNotFoundError:
            return self.pictures[-1].bundle
        image = f'<img src="data:image/gif;base64,{data}" alt="{escape(self.words)}">'
        return {"text/html": image, "text/plain": repr(self)}


def film(
    what: AnyGame,
    *,
    seconds: float = 1.0,
    hold: float = 3.0,
    size: float = FILM_SIZE,
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
    look.setdefault("language", member(what, "language", None))
    game = drawn_game(what)
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
