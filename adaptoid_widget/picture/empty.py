"""A layout as a picture: its discs with nobody on them."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.rules.layout import Layout
from ..core.rules.named_layouts import BOARDS
from ..core.rules.position import Position
from ..core.rules.variants import VARIANTS, context_of
from .drawing import Picture

SIZE = 320


@dataclass(frozen=True, repr=False)
class LayoutPicture(Picture):
    """What `layout_picture` makes: a picture of the discs alone.

    >>> layout_picture(Layout.hexagon(3)).words
    'hex3, 19 discs'
    """

    @property
    def said(self) -> str:
        """The board's name, if it has one, and how many discs it has."""
        layout = self.position.layout
        count = f"{len(layout)} disc{'s' if len(layout) > 1 else ''}"
        name = BOARDS.name(str(layout))
        return f"{name}, {count}" if name else count

    @property
    def words(self) -> str:
        """All that the picture shows, in words."""
        return self.said

    @property
    def text(self) -> str:
        """The layout as a notebook without pictures shows it."""
        return repr(self.position.layout)

    @property
    def _about(self) -> str:
        return str(self.position.layout)

    @property
    def _subject(self) -> Layout:
        return self.position.layout


def layout_picture(layout: Layout) -> LayoutPicture:
    """A picture of a layout with its discs' names."""
    # nobody stands there, which no text says: a game begins with somebody
    nothing = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    variant = VARIANTS["adaptoid"]
    empty = Position(variant, layout, context_of(variant, layout, 0), "W", "move", nothing)
    return LayoutPicture(empty, starving=False, size=SIZE)
