"""Pictures as PNG, GIF and WebP: sizes, colours, palettes and the files."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from ..core.rules.errors import GameError
from .lettering import Letters
from .raster import MAX_SIDE, rasterised
from .svg import shapes

if TYPE_CHECKING:
    from PIL import Image

SCREEN_DPI = 96
_MAX_DPI = 2400
# the least difference between a palette's colours and those of the theme
_MIN_DIFFERENCE = 8


class Drawing(NamedTuple):
    """What an image is made of; the values of a `Picture`, which imports this module."""

    frame: tuple[float, float, float, float]
    """Left, top, width and height, in disc diameters."""
    size: float
    """The default length of the longer side, in pixels."""
    theme: str
    svg: Callable[[float], str]
    """The SVG for a length of the longer side in pixels."""
    title: str
    words: Callable[[], str]
    """The picture in words."""
    position: str
    """The position's text."""


def need_pillow() -> None:
    """Raise ModuleNotFoundError, which says what to do, if Pillow is missing, as in Pyodide."""
    if find_spec("PIL") is None:
        raise ModuleNotFoundError(
            "pictures of pixels are drawn with Pillow; try: %pip install pillow", name="pillow"
        )


def image_of(
    shown: Drawing,
    width: int | None = None,
    dpi: float | None = None,
    background: str | None = None,
    letters: Letters | None = None,
) -> Image.Image:
    """A picture as an image, by default of its `size`, at 96 dots an inch or `dpi`."""
    need_pillow()
    _, _, across, down = shown.frame
    if width is None:
        width = max(1, round(shown.size * (dpi or SCREEN_DPI) / SCREEN_DPI * across / max(across, down)))
    height = max(1, round(width * down / across))
    # the size of disc names depends on the size of the picture, on paper if `dpi` is given
    svg = shown.svg(max(width, height) * SCREEN_DPI / (dpi or SCREEN_DPI))
    return rasterised(svg, width, height, background, letters or Letters())


def check_numbers(width: int | None, dpi: float | None) -> None:
    """Raise ValueError for an invalid width or dpi."""
    if width is not None:
        check_number("width", width, 8, MAX_SIDE, "pixels", whole=True)
    if dpi is not None:
        check_number("dpi", dpi, 1, _MAX_DPI, "dots an inch")


def check_number(
    name: str, value: object, least: float, most: float, unit: str, *, whole: bool = False
) -> None:
    """Raise ValueError for a value that is no number from the least to the most; `unit` is for the message."""
    kinds = int if whole else (int, float)
    if not isinstance(value, kinds) or isinstance(value, bool) or not least <= value <= most:
        kind = "a whole number" if whole else "a number"
        raise ValueError(f"{name} is {kind} of {unit} from {least} to {most}, not {value!r}")


def check_background(background: str | None) -> str | None:
    """The colour, or None for none. Raises ValueError for an invalid colour."""
    if background is None:
        return None
    need_pillow()
    from PIL import ImageColor

    try:
        ImageColor.getrgb(background)
    except (ValueError, AttributeError, TypeError):
        raise ValueError(
            f"background is a colour such as '#fff' or 'white', or None for none; not {background!r}"
        ) from None
    return background


def encoded(
    shown: Drawing,
    ending: str,
    width: int | None,
    dpi: float | None,
    background: str | None,
    font: str | os.PathLike[str] | None,
) -> bytes:
    """The bytes of a ".png", ".gif" or ".webp" file. Raises ValueError, and OSError for a file that is no font."""
    check_numbers(width, dpi)
    if dpi is not None and ending != ".png":
        raise ValueError(f"dpi is kept in .png files alone; for a {ending} file give a width")
    need_pillow()
    if ending == ".webp":
        check_webp()
    elif ending == ".gif" and background is None:
        # a GIF has no translucent edges
        background = paper_of(shown.theme)
    image = image_of(shown, width, dpi, check_background(background), Letters(font))
    out = BytesIO()
    if ending == ".png":
        from PIL.PngImagePlugin import PngInfo

        texts = PngInfo()
        texts.add_itxt("Title", shown.title)
        texts.add_itxt("Description", shown.words())
        texts.add_itxt("Position", shown.position)
        image.save(out, "PNG", optimize=True, dpi=(dpi or SCREEN_DPI,) * 2, pnginfo=texts)
    elif ending == ".webp":
        image.save(out, "WEBP", lossless=True)
    else:
        few_colors(image, palette_of([image], shown.theme)).save(out, "GIF")
    return out.getvalue()


def check_webp() -> None:
    """Raise GameError if this Pillow cannot write WebP."""
    from PIL import features

    if not features.check("webp"):
        raise GameError("this Pillow was built without WebP; name a .gif or .png file")


def plain(theme: str) -> str:
    """The theme of pixels, in which "auto" is light."""
    return "light" if theme == "auto" else theme


def paper_of(theme: str) -> str:
    """The background of films and of formats without transparency."""
    return "#111111" if theme == "dark" else "#ffffff"


def palette_of(images: Sequence[Image.Image], theme: str) -> Image.Image:
    """At most 255 colours for some images: those of the theme, unchanged, and the blends at edges.

    One number is left for the unchanged parts of a film.
    """
    from PIL import Image as Images
    from PIL import ImageColor

    width = max(image.width for image in images)
    together = Images.new("RGB", (width, sum(image.height for image in images)), paper_of(theme))
    top = 0
    for image in images:
        together.paste(image.convert("RGB"), (0, top))
        top += image.height
    roles = [ImageColor.getrgb(color) for color in shapes()["palettes"][plain(theme)].values()]
    # the corner has the colour of the background
    theme_colors = dict.fromkeys([tuple(images[0].convert("RGB").crop((0, 0, 1, 1)).tobytes()), *roles])
    flat_palette = together.quantize(
        255 - len(theme_colors), Images.Quantize.MEDIANCUT, dither=Images.Dither.NONE
    ).getpalette()
    blends = zip(*[iter(flat_palette or [])] * 3, strict=False)
    # Pillow may replace a colour by a similar one, so colours of the theme get no similar ones
    distinct = [
        blend
        for blend in blends
        if all(_difference(blend, color) >= _MIN_DIFFERENCE for color in theme_colors)
    ]
    palette = Images.new("P", (1, 1))
    palette.putpalette([part for color in (*theme_colors, *distinct) for part in color])
    return palette


def few_colors(image: Image.Image, palette: Image.Image) -> Image.Image:
    """An image in the colours of a palette."""
    from PIL import Image as Images

    return image.convert("RGB").quantize(palette=palette, dither=Images.Dither.NONE)


def _difference(color: Sequence[int], other: Sequence[int]) -> int:
    return max(abs(a - b) for a, b in zip(color, other, strict=True))
