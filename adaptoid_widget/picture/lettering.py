"""Letters in pictures of pixels: those of the font that comes with Pillow, so that they are the same everywhere."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

    Font = ImageFont.FreeTypeFont

# What Pillow's font lacks is looked for in these, wherever the system keeps its fonts.
_OTHERS = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKjp-Regular.otf",
    "NotoSansJP-Regular.otf",
    "Hiragino Sans GB.ttc",
    "YuGothM.ttc",
    "meiryo.ttc",
    "msgothic.ttc",
    "Arial Unicode.ttf",
    "segoeui.ttf",
    "seguisym.ttf",
    "NotoSans-Regular.ttf",
    "DejaVuSans.ttf",
)
# a sign that no font has
_NOBODYS = "\U0010fffe"
# letters are made bolder by a line around them: of this share of their size for each 100 of weight
_BOLDER = 0.011
_REGULAR = 400
_LINE = 0.5


class Letters:
    """Writes texts; `font` is a file whose letters come first."""

    def __init__(self, font: str | os.PathLike[str] | None = None) -> None:
        """Raise OSError for a file that is no font."""
        self._named = None if font is None else os.fspath(font)
        if self._named is not None:
            _opened(self._named, 20)
        self._missing: set[str] = set()

    def write(
        self,
        draw: ImageDraw.ImageDraw,
        middle: tuple[float, float],
        text: str,
        size: float,
        weight: int,
        fill: str | None,
        halo: tuple[str, float] | None,
    ) -> None:
        """Write a text around the middle of its baseline: the letters, and a line of some width around them."""
        runs = [("".join(signs), _opened(name, size)) for name, signs in self._runs(text)]
        x, y = middle
        x -= sum(font.getlength(run) for run, font in runs) / 2
        bold = max(0.0, (weight - _REGULAR) / 100 * _BOLDER * size) * _LINE
        for run, font in runs:
            if halo is not None:
                draw.text(
                    (x, y), run, halo[0], font, "ls", stroke_width=bold + halo[1] / 2, stroke_fill=halo[0]
                )
            if fill is not None:
                draw.text((x, y), run, fill, font, "ls", stroke_width=bold, stroke_fill=fill)
            x += font.getlength(run)

    def _runs(self, text: str) -> Iterator[tuple[str, Sequence[str]]]:
        """Pieces of a text, each with the font that has its signs."""
        for name, signs in groupby(text, self._font_of):
            yield name, list(signs)

    def _font_of(self, sign: str) -> str:
        for name in (self._named, "", *_OTHERS):
            if name is not None and _has(name, sign):
                return name
        if sign not in self._missing:
            self._missing.add(sign)
            warnings.warn(
                f"no font here has {sign!r} (U+{ord(sign):04X}), so the picture shows a box; "
                "name a font file that has it: font='…/NotoSansJP-Regular.ttf'",
                stacklevel=2,
            )
        return ""


@cache
def _has(name: str, sign: str) -> bool:
    if sign.isspace():
        return True
    try:
        font = _opened(name, 20)
    except OSError:
        return False
    return _drawn(font, sign) != _drawn(font, _NOBODYS)


def _drawn(font: Font, sign: str) -> bytes:
    from PIL import Image, ImageDraw

    paper = Image.new("L", (60, 40))
    ImageDraw.Draw(paper).text((30, 30), sign, 255, font, "ms")
    return paper.tobytes()


@cache
def _opened(name: str, size: float) -> Font:
    from PIL import ImageFont

    if name:
        return ImageFont.truetype(name, size)
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise OSError("this Pillow was built without FreeType, so it cannot write; install the one from PyPI")
    return font
