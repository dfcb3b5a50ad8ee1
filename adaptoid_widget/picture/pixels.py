"""Pictures as images of pixels, and as the files that hold them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from ..core.rules.errors import GameError
from .ink import shapes
from .lettering import Letters
from .raster import MAX_SIDE, rasterised

if TYPE_CHECKING:
    from PIL import Image

# how many of a picture's pixels are an inch
SCREEN_DPI = 96
_MAX_DPI = 2400
_NEIGHBOURS = 8


class Drawing(NamedTuple):
    """What is made into pixels."""

    frame: tuple[float, float, float, float]
    """Left, top, width and height, in discs."""
    size: float
    """The longer side in pixels, unless somebody asks for another."""
    theme: str
    svg: Callable[[float], str]
    """The SVG, by its longer side in pixels."""
    title: str
    words: Callable[[], str]
    """What is drawn, in words."""
    position: str
    """Its text."""


def need_pillow() -> None:
    """Raise ModuleNotFoundError, which says what to do, where Pillow is missing: in Pyodide it is not brought along."""
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
    """A picture as an image, so wide; without a width as large as its `size`, at 96 dots an inch or as `dpi` says."""
    need_pillow()
    _, _, across, down = shown.frame
    if width is None:
        width = max(1, round(shown.size * (dpi or SCREEN_DPI) / SCREEN_DPI * across / max(across, down)))
    height = max(1, round(width * down / across))
    # names of discs go by how large the picture is, on paper where that is known
    svg = shown.svg(max(width, height) * SCREEN_DPI / (dpi or SCREEN_DPI))
    return rasterised(svg, width, height, background, letters or Letters())


def check_numbers(width: int | None, dpi: float | None) -> None:
    """Raise ValueError for a width or dpi that is none."""
    if width is not None:
        check_number("width", width, 8, MAX_SIDE, "pixels", whole=True)
    if dpi is not None:
        check_number("dpi", dpi, 1, _MAX_DPI, "dots an inch")


def check_number(
    name: str, value: object, least: float, most: float, unit: str, *, whole: bool = False
) -> None:
    """Raise ValueError for what is no number of the unit from the least to the most."""
    kinds = int if whole else (int, float)
    if not isinstance(value, kinds) or isinstance(value, bool) or not least <= value <= most:
        kind = "a whole number" if whole else "a number"
        raise ValueError(f"{name} is {kind} of {unit} from {least} to {most}, not {value!r}")


def check_background(background: str | None) -> str | None:
    """Raise ValueError for a colour that is none."""
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


def content(
    shown: Drawing,
    ending: str,
    width: int | None,
    dpi: float | None,
    background: str | None,
    font: str | os.PathLike[str] | None,
) -> bytes:
    """A file of a picture: ".png", ".gif" or ".webp". Raises ValueError, and OSError for a font that is none."""
    check_numbers(width, dpi)
    if dpi is not None and ending != ".png":
        raise ValueError(f"dpi is kept in .png files alone; for a {ending} file give a width")
    need_pillow()
    if ending == ".webp":
        check_webp()
    elif ending == ".gif" and background is None:
        # a GIF knows no half-transparent edge
        background = paper_of(shown.theme)
    image = image_of(shown, width, dpi, check_background(background), Letters(font))
    out = BytesIO()
    if ending == ".png":
        from PIL.PngImagePlugin import PngInfo

        told = PngInfo()
        told.add_itxt("Title", shown.title)
        told.add_itxt("Description", shown.words())
        told.add_itxt("Position", shown.position)
        per_inch = dpi or SCREEN_DPI
        image.save(out, "PNG", optimize=True, dpi=(per_inch, per_inch), pnginfo=told)
    elif ending == ".webp":
        image.save(out, "WEBP", lossless=True)
    else:
        few_colors(image, palette_of([image], shown.theme)).save(out, "GIF")
    return out.getvalue()


def check_webp() -> None:
    """Raise GameError where this Pillow writes no WebP."""
    from PIL import features

    if not features.check("webp"):
        raise GameError("this Pillow was built without WebP; name a .gif or .png file")


def plain(theme: str) -> str:
    """The theme in which "auto" is drawn where nobody's system is asked."""
    return "light" if theme == "auto" else theme


def paper_of(theme: str) -> str:
    """The colour behind a picture whose format has no transparency, or that moves."""
    return "#111111" if theme == "dark" else "#ffffff"


def palette_of(images: Sequence[Image.Image], theme: str) -> Image.Image:
    """At most 255 colours for some images: a theme's own as they are, and what lies between those at edges.

    One is left for what a film does not change.
    """
    from PIL import Image as Images
    from PIL import ImageColor

    wide = max(image.width for image in images)
    together = Images.new("RGB", (wide, sum(image.height for image in images)), paper_of(theme))
    top = 0
    for image in images:
        together.paste(image.convert("RGB"), (0, top))
        top += image.height
    roles = [ImageColor.getrgb(color) for color in shapes()["palettes"][plain(theme)].values()]
    # in the corner is what lies behind the board
    own = dict.fromkeys([tuple(images[0].convert("RGB").crop((0, 0, 1, 1)).tobytes()), *roles])
    found = together.quantize(
        255 - len(own), Images.Quantize.MEDIANCUT, dither=Images.Dither.NONE
    ).getpalette()
    between = zip(*[iter(found or [])] * 3, strict=False)
    # Pillow takes one of its neighbours for a colour, so that one's own have none
    distinct = [one for one in between if all(_apart(one, color) >= _NEIGHBOURS for color in own)]
    palette = Images.new("P", (1, 1))
    palette.putpalette([part for color in (*own, *distinct) for part in color])
    return palette


def few_colors(image: Image.Image, palette: Image.Image) -> Image.Image:
    """An image in the colours of a palette."""
    from PIL import Image as Images

    return image.convert("RGB").quantize(palette=palette, dither=Images.Dither.NONE)


def _apart(one: Sequence[int], other: Sequence[int]) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
