"""A game as a film: a picture of every turn, as an animated GIF or WebP."""

from __future__ import annotations

import base64
import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..core.game.annotations import Marks
from ..core.game.game import Game
from ..core.game.tree import Verdict
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..storage.atomic import write
from .drawing import Picture, named_one
from .lettering import Letters
from .pixels import (
    check_background,
    check_number,
    check_numbers,
    check_webp,
    few_colors,
    need_pillow,
    palette_of,
    paper_of,
)
from .raster import Box, Canvas
from .shown import game_of, picture

if TYPE_CHECKING:
    from PIL import Image

Part = TypeVar("Part")

MAX_TURNS = 1000
"""So many turns has a film at most."""
MAX_SIDE = 4000
MAX_PIXELS = 1_500_000_000
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
        if ending == ".webp":
            return self._webp(width, background, font, progress=progress)
        return b"".join(
            _told(self.chunks(width=width, background=background, font=font), len(self.pictures), progress)
        )

    def chunks(
        self,
        *,
        width: int | None = None,
        background: str | None = None,
        font: str | os.PathLike[str] | None = None,
    ) -> Iterator[bytes]:
        """A GIF file in parts, one for each picture, each made when it is asked for. Raises as `save` does."""
        frames = self._frames(width, background, font)
        size, palette = next(frames)
        colors = palette.getpalette() or []
        # one more colour than the palette has says that nothing changes
        clear = len(colors) // 3
        head = _gif_head(size, colors)
        last = len(self.pictures) - 1
        before: Image.Image | None = None
        for number, (image, boxes) in enumerate(frames):
            shown, box = _difference(before, image, boxes, palette, clear)
            before = before or shown.copy()
            if number:
                part = before.crop(box)
                part.paste(shown, (0, 0), shown.point([0 if level == clear else 255 for level in range(256)]))
                before.paste(part, box[:2])
            seconds = self.hold if number == last else self.seconds
            data = head + _gif_frame(shown, box[:2], round(seconds * 1000), clear)
            head = b""
            yield data + (b";" if number == last else b"")

    def _webp(
        self,
        width: int | None,
        background: str | None,
        font: str | os.PathLike[str] | None,
        *,
        progress: bool,
    ) -> bytes:
        need_pillow()
        check_webp()
        frames = self._frames(width, background, font)
        _, palette = next(frames)
        plain = (few_colors(image, palette).convert("RGB") for image, _ in frames)
        shown = _told(plain, len(self.pictures), progress)
        lasts = [round(self.seconds * 1000)] * (len(self.pictures) - 1) + [round(self.hold * 1000)]
        out = BytesIO()
        next(shown).save(
            out,
            "WEBP",
            append_images=shown,
            lossless=True,
            method=4,
            save_all=True,
            duration=lasts,
            loop=0,
        )
        return out.getvalue()

    @property
    def _room(self) -> tuple[float, float]:
        """How wide and high the largest picture is, in disc diameters: a legend makes some larger."""
        sizes = [one.frame[2:] for one in self.pictures]
        return max(across for across, _ in sizes), max(down for _, down in sizes)

    def _frames(
        self, width: int | None, background: str | None, font: str | os.PathLike[str] | None
    ) -> Iterator[Any]:
        """The size and the palette; then each picture as an image, the same one anew, and the parts that changed."""
        need_pillow()
        check_numbers(width, None)
        check_length(len(self.pictures) - 1)
        color = check_background(background) or paper_of(self.pictures[0].theme)
        size = wide, high = self._pixels(width)
        if max(size) > MAX_SIDE or wide * high * len(self.pictures) > MAX_PIXELS:
            raise ValueError(
                f"a film of {len(self.pictures)} pictures of {wide} × {high} pixels is too large;"
                f" at most {MAX_SIDE} on a side and {MAX_PIXELS // 1_000_000} million in all"
            )
        letters = Letters(font)
        # few colours make small files: those of the end, when there is most on the board, and of what is marked
        telling = [self.pictures[-1], *[one for one in self.pictures if one.marks][:_TELLING]]
        samples = [next(self._drawn([one], size, color, letters))[0] for one in telling]
        yield size, palette_of(samples, self.pictures[0].theme)
        yield from self._drawn(self.pictures, size, color, letters)

    def _drawn(
        self, pictures: Sequence[Picture], size: tuple[int, int], color: str, letters: Letters
    ) -> Iterator[tuple[Image.Image, list[Box]]]:
        """Pictures on the paper that has room for all, and where each differs from the one before."""
        from PIL import Image

        wide, high = size
        paper = Image.new("RGB", size, color)
        across, _ = self._room
        canvas: Canvas | None = None
        for one in pictures:
            _, _, own_across, own_down = one.frame
            own = max(1, round(wide * own_across / across))
            down = max(1, round(own * own_down / own_across))
            if canvas is None or canvas.image.size != (own, down):
                canvas = Canvas(own, down, color, letters)
                paper.paste(color, (0, 0, wide, high))
                changed = [(0, 0, wide, high)]
            else:
                changed = []
            # names of discs go by how large the picture is
            left = (wide - own) // 2
            for box in canvas.draw(replace(one, size=max(own, down)).svg):
                paper.paste(canvas.image.crop(box), (left + box[0], box[1]))
                changed.append((left + box[0], box[1], left + box[2], box[3]))
            yield paper, changed

    def _pixels(self, width: int | None) -> tuple[int, int]:
        across, down = self._room
        if width is None:
            width = max(8, round(self.pictures[0].size * across / max(across, down)))
        return width, max(1, round(width * down / across))

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

    Raises GameError for a game without turns or with more than 1000 and for an open start under way, ValueError for
    times that are none, and what `picture` raises.

    >>> from adaptoid_widget import Game
    >>> film(Game().play("+D3").play("+D5"), seconds=0.5)
    <Film of 2 turns>
    """
    game = game_of(what)
    look.setdefault("language", getattr(what, "language", None))
    with game.guard:
        shots = shots_of(game)
    return film_of(shots, seconds=seconds, hold=hold, size=size, **look)


class Shots(NamedTuple):
    """What a film needs of a game, taken in a moment and changed by nobody."""

    start: Position
    turns: tuple[tuple[Turn | None, Verdict | None, str | None], ...]
    """Of each turn of the line: the turn, or a verdict with the move before it."""
    marks: tuple[Marks, ...]
    """The marks of the start and of each turn."""


def shots_of(game: Game) -> Shots:
    """The current line of a game. Raises GameError for one without turns and for one that is too long."""
    if not game.length:
        raise GameError(
            "this game has no turns yet, so nothing moves; a .png or .svg file shows its position"
        )
    check_length(game.length)
    line = game.line
    turns = tuple((node.turn, node.verdict, node.move) for node in line[1:])
    return Shots(line[0].position, turns, tuple(node.marks for node in line))


def check_length(turns: int) -> None:
    """Raise GameError for more turns than a film has."""
    if turns > MAX_TURNS:
        raise GameError(
            f"a film has at most {MAX_TURNS} turns, and this game has {turns};"
            " save pictures of single positions instead"
        )


def film_of(
    shots: Shots, *, seconds: float = 1.0, hold: float = 3.0, size: float = _SIZE, **look: Any
) -> Film:
    """The film of what `shots_of` took."""
    game = Game(shots.start)
    pictures: list[Picture] = []
    for number, marks in enumerate(shots.marks):
        if number:
            _play(game, *shots.turns[number - 1])
        game.marks = marks
        pictures.append(picture(game, size=size, **look))
    return Film(tuple(pictures), seconds, hold)


def _play(game: Game, turn: Turn | None, verdict: Verdict | None, move: str | None) -> None:
    if verdict is None:
        assert turn is not None, "a node is a turn or a verdict"
        game.play(turn)
        return
    if move is not None:
        game.move(move)
    if verdict.loser:
        game.resign(verdict.loser)
    else:
        game.agree_draw()


# -- the file ----------------------------------------------------------------------------------------------------------


def _told(parts: Iterator[Part], count: int, progress: bool) -> Iterator[Part]:
    """The same, with a bar where it takes long enough for anybody to wonder."""
    from tqdm import tqdm

    yield from tqdm(parts, total=count, unit="turn", delay=2, leave=False, disable=not progress)


def _difference(
    before: Image.Image | None, image: Image.Image, boxes: Sequence[Box], palette: Image.Image, clear: int
) -> tuple[Image.Image, Box]:
    """What is to be written of an image, as numbers of colours, and where; `clear` where it is as before."""
    from PIL import Image as Images
    from PIL import ImageChops

    if before is None:
        return _numbers(image, palette), (0, 0, *image.size)
    parts: list[tuple[Image.Image, Image.Image, Box]] = []
    for box in boxes:
        new = _numbers(image.crop(box), palette)
        mask = ImageChops.difference(new, before.crop(box)).point([0] + [255] * 255)
        inner = mask.getbbox()
        if inner is not None:
            at = (box[0] + inner[0], box[1] + inner[1], box[0] + inner[2], box[1] + inner[3])
            parts.append((new.crop(inner), mask.crop(inner), at))
    if not parts:
        return Images.new("L", (1, 1), clear), (0, 0, 1, 1)
    left, top = min(at[0] for *_, at in parts), min(at[1] for *_, at in parts)
    right, bottom = max(at[2] for *_, at in parts), max(at[3] for *_, at in parts)
    out = Images.new("L", (right - left, bottom - top), clear)
    for new, mask, at in parts:
        out.paste(new, (at[0] - left, at[1] - top), mask)
    return out, (left, top, right, bottom)


def _numbers(image: Image.Image, palette: Image.Image) -> Image.Image:
    """An image as the numbers of its colours in a palette."""
    from PIL import Image as Images

    return Images.frombytes("L", image.size, few_colors(image, palette).tobytes())


def _gif_head(size: tuple[int, int], colors: Sequence[int]) -> bytes:
    """The beginning of a GIF file of 256 colours that is played without end (GIF89a, with Netscape's extension)."""
    table = bytes(colors).ljust(768, b"\0")
    return (
        b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + table + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    )


def _gif_frame(image: Image.Image, at: tuple[int, int], milliseconds: int, clear: int) -> bytes:
    """One picture of a GIF file."""
    from PIL import GifImagePlugin

    # it stays for the next one to be laid on
    look = {"duration": milliseconds, "transparency": clear, "disposal": 1, "interlace": 0}
    return b"".join(GifImagePlugin.getdata(image, at, **look))
