"""The food lens: on every adaptoid the number of free discs around it less its limbs."""

from __future__ import annotations

from ..core.position import Position
from .board import Box
from .ink import Ink, tag
from .marks import letters

_LETTERS = 0.25
_LONG_LETTERS = 0.21
_PLATE = 0.19
# the number's colour on each colour's body
_ON = {"W": "W.line", "B": "W.body", "R": "W.body"}


def lens(ink: Ink, box: Box, position: Position) -> tuple[str, str]:
    """The plates under the numbers of those that have nothing to spare, and the numbers."""
    plates: list[str] = []
    texts: dict[str, list[tuple[str, float, float, float]]] = {}
    for cell, spare in position.food().items():
        x, y = box.at[cell]
        on = _ON[position.pieces[cell].color]
        if spare <= 0:
            on = "halo"
            plates.append(tag("circle", {"cx": x, "cy": y, "r": _PLATE, **ink.paint("danger")}))
        text = str(spare).replace("-", "−")
        texts.setdefault(on, []).append((text, x, y, _LETTERS if len(text) == 1 else _LONG_LETTERS))
    drawn = "".join([letters(ink, texts[on], on, 700) for on in sorted(texts)])
    return tag("g", {}, "".join(plates)) if plates else "", drawn
