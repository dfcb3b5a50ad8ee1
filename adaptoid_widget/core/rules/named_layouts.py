"""Boards by name, each with the starts that its maker named (R16)."""

from __future__ import annotations

from typing import Dict, List, Mapping, Optional, Union

from .errors import LayoutError, TextError
from .layout import Layout


class Boards:
    """The boards that go by a name, in the order of a menu; layouts are read when they are first asked for.

    >>> boards = Boards()
    >>> boards.add("pair", "lattice:A1.A2", {"adaptoid": "W:A1 B:A2"})
    >>> boards.names, boards.size("pair"), boards.start("lattice:A1.A2", "adaptoid")
    (['pair'], 2, 'W:A1 B:A2')
    """

    def __init__(self) -> None:
        self.names: List[str] = []
        """All names in their order."""
        self._texts: Dict[str, str] = {}
        self._starts: Dict[str, Mapping[str, str]] = {}
        self._layouts: Dict[str, Layout] = {}

    def add(self, name: str, layout: str, starts: Mapping[str, str]) -> None:
        """Give a layout's text a name; `starts` are sides as in a position text, by "adaptoid" and "adapt3"."""
        if name not in self._texts:
            self.names.append(name)
        self._texts[name] = layout
        self._starts[layout] = starts
        self._layouts.pop(name, None)

    def layout(self, name: str) -> Layout:
        """The board of a name. Raises LayoutError where there is none."""
        if name not in self._texts:
            raise LayoutError("there is no board called %s; there are %s" % (name, ", ".join(self.names)))
        if name not in self._layouts:
            self._layouts[name] = Layout.from_text(self._texts[name])
        return self._layouts[name]

    def size(self, name: str) -> int:
        """How many discs a board has, without reading it whole."""
        text = self._texts[name]
        kind, _, discs = text.partition(":")
        return len(Layout.from_text(text)) if not discs else len(discs.split("/" if kind == "discs" else "."))

    def name(self, layout: str) -> Optional[str]:
        """The name of a layout's text; None where it has none."""
        for name in self.names:
            if self._texts[name] == layout:
                return name
        return None

    def start(self, layout: str, variant: str) -> Optional[str]:
        """The sides that a game on this layout begins with; None where nobody named any."""
        players = "adaptoid" if variant == "adaptoid" else "adapt3"
        return self._starts.get(layout, {}).get(players)


BOARDS = Boards()
"""All boards that have a name. Core knows the hexagons alone; whoever runs it adds the others."""

BOARDS.add("hex2", "hex2", {"adaptoid": "W:B1 B:B3"})
BOARDS.add("hex3", "hex3", {"adaptoid": "W:C1 B:C5", "adapt3": "W:C1 B:A3 R:E5"})
BOARDS.add("hex4", "hex4", {"adaptoid": "W:D2 B:D6", "adapt3": "W:D2 B:B4 R:F6"})
BOARDS.add("hex5", "hex5", {"adaptoid": "W:E3 B:E7", "adapt3": "W:E3 B:C5 R:G7"})


def layout_of(layout: Union[str, Layout]) -> Layout:
    """A layout by itself, by its text, or by the name that it goes by. Raises TextError where there is none.

    >>> str(layout_of("hex3"))
    'hex3'
    """
    if not isinstance(layout, str):
        return layout
    if layout in BOARDS.names:
        return BOARDS.layout(layout)
    if not layout or ":" in layout:
        return Layout.from_text(layout)
    named = "a layout: %s, lattice:… or discs:…" % ", ".join(BOARDS.names)
    raise TextError(1, 1, layout, named)
