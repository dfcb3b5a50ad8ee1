"""Named boards, each with its starts (R16)."""

from __future__ import annotations

from typing import Dict, List, Mapping, Optional, Sequence, Union

from ..host.host import brief, did_you_mean, similar_clause, type_name
from .errors import LayoutError, TextError
from .layout import Layout, short_name
from .variants import first_variant_for, variant_named


class NamedLayouts:
    """The named boards in the order of a menu. A layout is parsed when it is first used.

    >>> boards = NamedLayouts()
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
        """Name a layout's text. `starts` has sides as in a position text.

        Their keys are the first variants for two and for three players: "adaptoid", "adapt3".
        """
        if name not in self._texts:
            self.names.append(name)
        self._texts[name] = layout
        self._starts[layout] = starts
        self._layouts.pop(name, None)

    def layout(self, name: str) -> Layout:
        """Return the board of a name. Raises LayoutError for an unknown name."""
        if name not in self._texts:
            hint = similar_clause(name, self.names)
            known = ", ".join(self.names)
            raise LayoutError(
                "there is no board called %s; there are %s%s" % (short_name(str(name)), known, hint)
            )
        if name not in self._layouts:
            self._layouts[name] = Layout.from_text(self._texts[name])
        return self._layouts[name]

    def size(self, name: str) -> int:
        """Count the discs of a board without parsing a list of discs."""
        text = self._texts[name]
        kind, _, discs = text.partition(":")
        return len(Layout.from_text(text)) if not discs else len(discs.split("/" if kind == "discs" else "."))

    def name(self, layout: str) -> Optional[str]:
        """Return the name of a layout's text, or None."""
        for name in self.names:
            if self._texts[name] == layout:
                return name
        return None

    def start(self, layout: str, variant: str) -> Optional[str]:
        """Return the sides at the start of a game on a layout, or None if it names no start. Raises TextError."""
        players = len(variant_named(variant).colors)
        return self._starts.get(layout, {}).get(first_variant_for(players))


BOARDS = NamedLayouts()
"""All named boards. Core has only the hexagons; other packages add theirs."""

BOARDS.add("hex2", "hex2", {"adaptoid": "W:B1 B:B3"})
BOARDS.add("hex3", "hex3", {"adaptoid": "W:C1 B:C5", "adapt3": "W:C1 B:A3 R:E5"})
# R4, R18: the standard start
BOARDS.add("hex4", "hex4", {"adaptoid": "W:D2 B:D6", "adapt3": "W:D2 B:B4 R:F6"})
BOARDS.add("hex5", "hex5", {"adaptoid": "W:E3 B:E7", "adapt3": "W:E3 B:C5 R:G7"})


def start_discs(
    layout: Layout, variant: str, starts: Optional[Mapping[str, Union[str, Sequence[str]]]] = None
) -> Dict[str, int]:
    """Return each colour's start discs as a mask: those in `starts`, by default those that the board names.

    >>> start_discs(Layout.hexagon(2), "adaptoid"), start_discs(Layout.from_text("lattice:A1"), "adaptoid")
    ({'W': 4, 'B': 16}, {})
    """
    if starts is None:
        sides = BOARDS.start(str(layout), variant)
        starts = {}
        if sides is not None:
            starts = {
                side[0]: [cell.rstrip("LP") for cell in side[2:].split(",")] for side in sides.split(" ")
            }
    if not hasattr(starts, "keys"):
        raise TypeError(
            "starts are a dict from colours to discs, such as {'W': 'D2', 'B': 'D6'}, not %s" % brief(starts)
        )
    masks: Dict[str, int] = {}
    for color in starts:
        cells = starts[color]
        masks[color] = 0
        for cell in (cells,) if isinstance(cells, str) else cells:
            masks[color] |= layout.disc(cell)
    return masks


def layout_of(layout: Union[str, Layout]) -> Layout:
    """Return a layout from itself, its text or its name. Raises TextError for an unknown one.

    >>> str(layout_of("hex3"))
    'hex3'
    """
    if isinstance(layout, Layout):
        return layout
    if not isinstance(layout, str):
        raise TypeError("a layout is a Layout, its text or its name, not %s" % type_name(layout))
    if layout in BOARDS.names:
        return BOARDS.layout(layout)
    if not layout or ":" in layout:
        return Layout.from_text(layout)
    expected = "a layout: %s, lattice:… or discs:…" % ", ".join(BOARDS.names)
    raise TextError(1, 1, layout, expected, did_you_mean(layout, BOARDS.names))
