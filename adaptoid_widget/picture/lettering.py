"""Letters in pictures of pixels: those of the font that comes with Pillow, so that they are the same everywhere."""

from __future__ import annotations

import os
import unicodedata
import warnings
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

    Font = ImageFont.FreeTypeFont

# What Pillow's font lacks is looked for in these, wherever the system keeps its fonts.
_OTHERS = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "Arial.ttf",
    "segoeui.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKjp-Regular.otf",
    "NotoSansJP-Regular.otf",
    "Hiragino Sans GB.ttc",
    "YuGothM.ttc",
    "meiryo.ttc",
    "msgothic.ttc",
    "Arial Unicode.ttf",
    "seguisym.ttf",
)
# A sign that no font has, and one that pictures need but Pillow's font lacks: it is drawn.
_NOBODYS = "\U0010fffe"
_MINUS = "\N{MINUS SIGN}"
# its length, thickness, height in the line and room, in the letters' size
_BAR = (0.46, 0.07, 0.34, 0.6)
# letters are made bolder by a line around them: of this share of their size for each 100 of weight
_BOLDER = 0.0055
_REGULAR = 400


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
        runs = [(name, "".join(signs)) for name, signs in groupby(self._written(text), self._font_of)]
        x, y = middle
        x -= sum(_width(name, run, size) for name, run in runs) / 2
        bold = max(0.0, (weight - _REGULAR) / 100 * _BOLDER * size)
        colors = [] if halo is None else [(halo[0], bold + halo[1] / 2)]
        if fill is not None:
            colors.append((fill, bold))
        for name, run in runs:
            for color, line in colors:
                if name == _MINUS:
                    _draw_bars(draw, (x, y), len(run), size, color, line)
                else:
                    font = _opened(name, size)
                    draw.text((x, y), run, color, font, "ls", stroke_width=line, stroke_fill=color)
            x += _width(name, run, size)

    def _written(self, text: str) -> str:
        """A text as it can be written: where no font has a sign, its letter without accents, else a box."""
        out = ""
        for sign in text:
            if self._font_of(sign) is not None:
                out += sign
                continue
            plain = unicodedata.normalize("NFKD", sign)[0]
            out += plain if self._font_of(plain) is not None else _NOBODYS
            if sign not in self._missing:
                self._missing.add(sign)
                warnings.warn(
                    f"no font here has {sign!r} (U+{ord(sign):04X}), so the picture has"
                    f" {'a box' if out[-1] == _NOBODYS else repr(plain)} for it;"
                    " name a font file that has it: font='…/NotoSansJP-Regular.ttf'",
                    stacklevel=2,
                )
        return out

    def _font_of(self, sign: str) -> str | None:
        """The font that has a sign: the one that was named, Pillow's (""), or one of the system's; None for none."""
        if sign in (_MINUS, _NOBODYS):
            return _MINUS if sign == _MINUS else ""
        names = ("", *_OTHERS) if self._named is None else (self._named, "", *_OTHERS)
        return next((name for name in names if _has(name, sign)), None)


def _width(name: str | None, run: str, size: float) -> float:
    return _BAR[3] * size * len(run) if name == _MINUS else _opened(name or "", size).getlength(run)


def _draw_bars(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], count: int, size: float, color: str, line: float
) -> None:
    """The minus sign, so many times."""
    long, thick, high, room = [share * size for share in _BAR]
    top = at[1] - high - thick / 2
    for number in range(count):
        left = at[0] + number * room + (room - long) / 2
        draw.rectangle((left - line, top - line, left + long + line, top + thick + line), color)


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
