"""Writes texts in images with Pillow's own font, so that they look the same everywhere."""

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

# fonts of the system, for characters that Pillow's font lacks
_SYSTEM_FONTS = (
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
# a character that no font has
_UNKNOWN = "\U0010fffe"
# Pillow's font has no minus sign, so it is drawn: length, thickness, height in the line and advance, in letter sizes
_MINUS = "\N{MINUS SIGN}"
_BAR = (0.46, 0.07, 0.34, 0.6)
# bold letters get an outline of this share of their size for each 100 of weight
_BOLDER = 0.0055
_REGULAR = 400


class Letters:
    """Writes texts; a font file `font` takes precedence over Pillow's own font."""

    def __init__(self, font: str | os.PathLike[str] | None = None) -> None:
        """Raises OSError for a file that is not a font."""
        self._font_file = None if font is None else os.fspath(font)
        if self._font_file is not None:
            opened_font(self._font_file, 20)
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
        """Write a text around the middle of its baseline, with a halo of a colour and a width."""
        runs = [(name, "".join(signs)) for name, signs in groupby(self._writable(text), self._font_of)]
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
                    font = opened_font(name, size)
                    draw.text((x, y), run, color, font, "ls", stroke_width=line, stroke_fill=color)
            x += _width(name, run, size)

    def _writable(self, text: str) -> str:
        """The text with characters that no font has replaced by letters without accents or a box; warns once each."""
        out = ""
        for sign in text:
            if self._font_of(sign) is not None:
                out += sign
                continue
            plain = unicodedata.normalize("NFKD", sign)[0]
            out += plain if self._font_of(plain) is not None else _UNKNOWN
            if sign not in self._missing:
                self._missing.add(sign)
                warnings.warn(
                    f"no font here has {sign!r} (U+{ord(sign):04X}), so the picture has"
                    f" {'a box' if out[-1] == _UNKNOWN else repr(plain)} for it;"
                    " name a font file that has it: font='…/NotoSansJP-Regular.ttf'",
                    stacklevel=2,
                )
        return out

    def _font_of(self, sign: str) -> str | None:
        """The font that has a character: the font file, Pillow's own (""), or one of the system; None for none."""
        if sign in (_MINUS, _UNKNOWN):
            return _MINUS if sign == _MINUS else ""
        names = ("", *_SYSTEM_FONTS) if self._font_file is None else (self._font_file, "", *_SYSTEM_FONTS)
        return next((name for name in names if has_sign(name, sign)), None)


def _width(name: str | None, run: str, size: float) -> float:
    return _BAR[3] * size * len(run) if name == _MINUS else opened_font(name or "", size).getlength(run)


def _draw_bars(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], count: int, size: float, color: str, line: float
) -> None:
    length, thickness, height, advance = [share * size for share in _BAR]
    top = at[1] - height - thickness / 2
    for number in range(count):
        left = at[0] + number * advance + (advance - length) / 2
        draw.rectangle((left - line, top - line, left + length + line, top + thickness + line), color)


@cache
def has_sign(name: str, sign: str) -> bool:
    """Whether a font has a character; the answer is kept."""
    if sign.isspace():
        return True
    try:
        font = opened_font(name, 20)
    except OSError:
        return False
    return _drawn(font, sign) != _drawn(font, _UNKNOWN)


def _drawn(font: Font, sign: str) -> bytes:
    from PIL import Image, ImageDraw

    paper = Image.new("L", (60, 40))
    ImageDraw.Draw(paper).text((30, 30), sign, 255, font, "ms")
    return paper.tobytes()


@cache
def opened_font(name: str, size: float) -> Font:
    """A font in a size, "" for Pillow's own; it is kept open. Raises OSError."""
    from PIL import ImageFont

    if name:
        try:
            return ImageFont.truetype(name, size)
        except OSError as error:
            raise OSError(f"font {name!r}: {error}; name a file such as NotoSansJP-Regular.otf") from None
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise OSError("this Pillow was built without FreeType, so it cannot write; install the one from PyPI")
    return font
