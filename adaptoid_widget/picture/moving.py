"""A game as a film: a picture of every turn, as an animated GIF or WebP."""

from __future__ import annotations

import base64
import copy
import os
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.rules.errors import GameError
from ..whole import write
from .drawing import Picture, named_one
from .lettering import Letters
from .pixels import (
    check_background,
    check_number,
    check_numbers,
    check_webp,
    few_colors,
    image_of,
    need_pillow,
    palette_of,
    paper_of,
)
from .shown import game_of, picture

if TYPE_CHECKING:
    from PIL import Image

MOST_SIDE = 4000
MOST_PIXELS = 1_500_000_000
_SIZE = 480
# so many pictures with marks have a say in the colours
_TELLING = 8


@dataclass(frozen=True, repr=False)
class Film:
    """What `film` makes: a picture of each turn, and how long each is seen. A notebook plays it."""

    pictures: tuple[Picture, ...]
    seconds: float = 1.0
    """How long a turn is seen."""
    hold: float = 3.0
    """How long the last one is."""

    def __post_init__(self) -> None:
        check_number("seconds", self.seconds, 0.02, 600, "seconds")
        check_number("hold", self.hold, 0.02, 600, "seconds")

    def __repr__(self) -> str:
        turns = len(self.pictures) - 1
        return f"<Film of {turns} turn{'s' if turns > 1 else ''}>"

    @property
    def words(self) -> str:
        """How it begins and how it ends, in words."""
        first, last = self.pictures[0], self.pictures[-1]
        return first.wording.sentences["list.sentence"].join([first.said, last.words])

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        width: int | None = None,
        background: str | None = None,
        font: str | os.PathLike[str] | None = None,
    ) -> Path:
        """Write the film to a .gif or .webp file; return its path.

        `width` is in pixels, by default as the pictures' `size` has it; `background` a colour behind the board, by
        default white, or nearly black for the dark theme; `font` a font file for signs that Pillow's own lacks.
        Raises ValueError for anything else, GameError where Pillow cannot write WebP, OSError.
        """
        target = named_one(path, (".gif", ".webp"), "game.gif")
        write(target, self.content(target.suffix.lower(), width=width, background=background, font=font))
        return target

    def content(
        self,
        ending: str = ".gif",
        *,
        width: int | None = None,
        background: str | None = None,
        font: str | os.PathLike[str] | None = None,
        progress: bool = True,
    ) -> bytes:
        """What `save` writes: a file of the kind that the ending names, ".gif" or ".webp"."""
        need_pillow()
        if ending == ".webp":
            check_webp()
        check_numbers(width, None)
        color = check_background(background) or paper_of(self.pictures[0].theme)
        frames = self._frames(width, color, Letters(font), progress=progress)
        lasts = [round(self.seconds * 1000)] * (len(self.pictures) - 1) + [round(self.hold * 1000)]
        out = BytesIO()
        how: dict[str, Any] = {"save_all": True, "duration": lasts, "loop": 0}
        # few colours make small files: those of the end, when there is most on the board, and of what is marked
        telling = [self.pictures[-1], *[one for one in self.pictures if one.marks][:_TELLING]]
        samples = [self._frame(one, None, color, Letters(font)) for one in telling]
        palette = palette_of(samples, self.pictures[0].theme)
        few = (few_colors(frame, palette) for frame in frames)
        if ending == ".webp":
            plain = (frame.convert("RGB") for frame in few)
            next(plain).save(out, "WEBP", append_images=plain, lossless=True, method=4, **how)
        else:
            next(few).save(out, "GIF", append_images=few, optimize=True, **how)
        return out.getvalue()

    @property
    def _room(self) -> tuple[float, float]:
        """How wide and high the largest picture is, in disc diameters: a legend makes some larger."""
        sizes = [one.frame[2:] for one in self.pictures]
        return max(across for across, _ in sizes), max(down for _, down in sizes)

    def _frames(
        self, width: int | None, color: str, letters: Letters, *, progress: bool
    ) -> Iterator[Image.Image]:
        from tqdm import tqdm

        wide, high = self._pixels(width)
        if max(wide, high) > MOST_SIDE or wide * high * len(self.pictures) > MOST_PIXELS:
            raise ValueError(
                f"a film of {len(self.pictures)} pictures of {wide} × {high} pixels is too large;"
                f" at most {MOST_SIDE} on a side and {MOST_PIXELS // 1_000_000} million in all"
            )
        # told only where it takes long enough for anybody to wonder
        for one in tqdm(self.pictures, unit="turn", delay=2, leave=False, disable=not progress):
            yield self._frame(one, width, color, letters)

    def _pixels(self, width: int | None) -> tuple[int, int]:
        across, down = self._room
        if width is None:
            width = max(8, round(self.pictures[0].size * across / max(across, down)))
        return width, max(1, round(width * down / across))

    def _frame(self, one: Picture, width: int | None, color: str, letters: Letters) -> Image.Image:
        """One picture on the paper that has room for all."""
        from PIL import Image

        wide, high = self._pixels(width)
        across, _ = self._room
        own = max(1, round(wide * one.frame[2] / across))
        drawn = image_of(one, own, None, color, letters)
        if drawn.size == (wide, high):
            return drawn
        paper = Image.new("RGBA", (wide, high), color)
        paper.paste(drawn, ((wide - own) // 2, 0))
        return paper

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """A film in a notebook; where Pillow is missing, its last picture."""
        try:
            source = base64.b64encode(self.content()).decode()
        except ModuleNotFoundError:
            return self.pictures[-1].bundle
        shown = f'<img src="data:image/gif;base64,{source}" alt="{escape(self.words)}">'
        return {"text/html": shown, "text/plain": repr(self)}


def film(
    what: Any,
    *,
    seconds: float = 1.0,
    hold: float = 3.0,
    size: float = _SIZE,
    **look: Any,
) -> Film:
    """The current line of a `Game`, or of a `Board`'s, as a film: its start, then every turn with the board's marks.

    Each turn is seen for `seconds`, the last one for `hold`. `size` is the longer side in pixels; `look` is whatever
    `picture` takes: theme, marks (those of each turn unless others are given), lens, flipped, language and so on.

    Raises GameError for a game without turns and for an open start under way, ValueError for times that are none,
    and what `picture` raises.

    >>> from adaptoid_widget import Game
    >>> film(Game().play("+D3").play("+D5"), seconds=0.5)
    <Film of 2 turns>
    """
    game = game_of(what)
    if not game.length:
        raise GameError(
            "this game has no turns yet, so nothing moves; a .png or .svg file shows its position"
        )
    look.setdefault("language", getattr(what, "language", None))
    with game.guard:
        walked = copy.deepcopy(game)
    plies = range(walked.length + 1)
    pictures = [picture(walked.goto(ply), size=size, **look) for ply in plies]
    return Film(tuple(pictures), seconds, hold)
