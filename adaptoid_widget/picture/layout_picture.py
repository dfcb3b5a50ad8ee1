"""The picture of a layout: its discs without adaptoids."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.rules.layout import Layout
from ..core.rules.named_layouts import BOARDS
from ..core.rules.position import Position
from ..core.rules.variants import VARIANTS, context_of
from .position_picture import Picture

SIZE = 320


@dataclass(frozen=True, repr=False)
class LayoutPicture(Picture):
    """The result of `layout_picture`: a picture of the discs alone.

    >>> layout_picture(Layout.hexagon(3)).words
    'hex3, 19 discs'
    """

    @property
    def said(self) -> str:
        """The layout's name, if it has one, and the number of its discs."""
        layout = self.position.layout
        count = f"{len(layout)} disc{'s' if len(layout) > 1 else ''}"
        name = BOARDS.name(str(layout))
        return f"{name}, {count}" if name else count

    @property
    def words(self) -> str:
        """Everything that the picture shows, in words."""
        return self.said

    @property
    def text(self) -> str:
        """The layout for notebooks without pictures."""
        return repr(self.position.layout)

    @property
    def _about(self) -> str:
        return str(self.position.layout)

    @property
    def _subject(self) -> Layout:
        return self.position.layout


def layout_picture(layout: Layout) -> LayoutPicture:
    """A picture of a layout with its discs' names."""
    # no text stands for a position without adaptoids
    variant = VARIANTS["adaptoid"]
    state = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    empty = Position(variant, layout, context_of(variant, layout, 0), "W", "move", state)
    return LayoutPicture(empty, starving=False, size=SIZE)
