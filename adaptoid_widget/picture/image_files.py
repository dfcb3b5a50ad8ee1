"""Pictures as PNG, GIF and WebP: sizes, colours, palettes and the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from ..core.rules.errors import GameError, plain_value, whole_number
from .raster import MAX_SIDE
from .svg_elements import palettes

if TYPE_CHECKING:
    from PIL import Image

SCREEN_DPI = 96
_MAX_DPI = 2400
# the least difference between a palette's colours and those of the theme
_MIN_DIFFERENCE = 8


def need_pillow() -> None:
    """Raise ModuleNotFoundError, which says what to do, if Pillow is missing, as in Pyodide."""
    if find_spec("PIL") is None:
        raise ModuleNotFoundError(
            "pictures of pixels are drawn with Pillow; try: %pip install pillow", name="pillow"
        )


def check_numbers(width: int | None, dpi: float | None) -> None:
    """Raise ValueError for an invalid width or dpi."""
    if width is not None:
        whole_number(width, "the width in pixels", 8, MAX_SIDE)
    if dpi is not None:
        check_number("dpi", dpi, 1, _MAX_DPI, "dots an inch")


def check_number(name: str, value: object, minimum: float, maximum: float, unit: str) -> None:
    """Raise ValueError for a value that is not a number from the minimum to the maximum; `unit` is for the message."""
    value = plain_value(value)
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not minimum <= value <= maximum:
        raise ValueError(f"{name} is a number of {unit} from {minimum} to {maximum}, not {value!r}")


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
    image: Image.Image, ending: str, theme: str, texts: Mapping[str, str], dpi: float | None
) -> bytes:
    """The bytes of a ".png", ".gif" or ".webp" file; `texts` and `dpi` are for PNG."""
    out = BytesIO()
    if ending == ".png":
        from PIL.PngImagePlugin import PngInfo

        notes = PngInfo()
        for name, text in texts.items():
            notes.add_itxt(name, text)
        image.save(out, "PNG", optimize=True, dpi=(dpi or SCREEN_DPI,) * 2, pnginfo=notes)
    elif ending == ".webp":
        image.save(out, "WEBP", lossless=True)
    else:
        few_colors(image, palette_of([image], theme)).save(out, "GIF")
    return out.getvalue()


def check_webp() -> None:
    """Raise GameError if this Pillow cannot write WebP."""
    from PIL import features

    if not features.check("webp"):
        raise GameError("this Pillow was built without WebP; name a .gif or .png file")


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
    stacked = Images.new("RGB", (width, sum(image.height for image in images)), paper_of(theme))
    top = 0
    for image in images:
        stacked.paste(image.convert("RGB"), (0, top))
        top += image.height
    roles = [ImageColor.getrgb(color) for color in palettes()["light" if theme == "auto" else theme].values()]
    # the corner has the colour of the background
    theme_colors = dict.fromkeys([tuple(images[0].convert("RGB").crop((0, 0, 1, 1)).tobytes()), *roles])
    flat_palette = stacked.quantize(
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
